"""Racks, and what everyone at the table remembers about hidden tiles.

Tiles shown in an exchange go back into the bag before everybody's eyes, and so does the discard pile of
the card game when it is shuffled. From then on a tile that was drawn *earlier* cannot be one of these.
The memory of it is kept as epochs: such a return starts a new epoch, each returned tile carries the mark
of that epoch, and each tile on a rack has the epoch in which it was drawn. A rack tile of an earlier
epoch than a mark is not the marked tile.

It is what is *certain* from public events alone. Nobody sees which tile of a rack was played, so the
oldest is taken to have left; and where the played tile may have been a marked one, the mark is dropped.
Both err on the side of knowing less: the truth is never ruled out.
"""

import numpy as np

from ..compiling import kernel
from ..records import MAX_COPIES, MAX_HAND, Int, Record

_COPIES = np.uint64(MAX_COPIES)


@kernel
def receive(s: Record, seat: Int, kind: Int) -> None:
    """Put a drawn tile at the end of a rack."""
    size = s.rack_size[seat]
    s.racks[seat, size] = kind
    s.rack_epoch[seat, size] = s.epoch
    s.rack_size[seat] = size + np.uint8(1)


@kernel
def release(s: Record, seat: Int, slot: Int) -> Int:
    """Take a tile from a rack to lay or show it; returns its kind."""
    racks = s.racks
    last = np.uint64(s.rack_size[seat]) - np.uint64(1)
    kind = racks[seat, slot]
    for i in range(np.uint64(MAX_HAND - 1)):  # all places, so that the loop's length is no surprise
        racks[seat, i] = racks[seat, i + np.uint64(i >= slot)]
    s.rack_size[seat] = last
    if s.epoch > 0:
        forget(s.rack_epoch, s.mark, seat, kind, last)
    return kind


@kernel
def forget(epochs: Record, marks: Record, seat: Int, kind: Int, last: Int) -> None:
    """Update the public memory for a tile that left a rack whose newest tile stands at `last`."""
    newest = epochs[seat, last]
    found = _COPIES
    for i in range(_COPIES):
        mark = marks[kind, i]
        if 0 < mark <= newest and (found == _COPIES or mark > marks[kind, found]):
            found = np.uint64(i)
    if found != _COPIES:
        marks[kind, found] = 0
    for i in range(np.uint64(last)):
        epochs[seat, i] = epochs[seat, i + np.uint64(1)]
    epochs[seat, last] = 0


@kernel
def remember(marks: Record, kind: Int, epoch: Int) -> None:
    """Mark a tile that everyone sees going into the bag in this epoch."""
    for i in range(_COPIES):
        if marks[kind, i] == 0:
            marks[kind, i] = epoch
            return
