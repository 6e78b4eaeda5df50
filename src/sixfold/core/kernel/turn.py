"""What a turn has in common on every table: whose it is, what is held, what chance and the words may do.

`g` is the table and `s` the state of any game: these kernels only use fields that all of them have.
"""

import numpy as np

from ..codes import BONUS, DEAL, EXCHANGE, FINISHED, PLACE, REFILL, START, TILES, Special
from ..compiling import kernel
from ..records import Int, Record

ONE = np.uint64(1)
KEEP = np.uint64(Special.KEEP)
EXCHANGE_RACK = np.uint64(Special.EXCHANGE)
PASS = np.uint64(Special.PASS)


# ---------------------------------------------------------------- whose turn it is


@kernel
def begin(g: Record, s: Record, starter: Int) -> None:
    """The starter is known (H7): deal, from the starter on."""
    s.starter = starter
    s.seat = starter
    s.phase = DEAL


@kernel
def next_seat(g: Record, seat: Int) -> Int:
    """The player to the left."""
    after = np.uint32(seat) + np.uint32(1)
    return np.uint32(0) if after == g.players else after


@kernel
def pass_turn(g: Record, s: Record) -> None:
    """The next seat that has a tile is to place one (Q13); if nobody has, the game is over."""
    for _ in range(np.uint64(g.players)):
        s.turn += np.uint32(1)
        s.seat = next_seat(g, s.seat)
        if s.rack_size[s.seat] > 0:
            s.phase = PLACE
            return
    finish(s, TILES)


@kernel
def finish(s: Record, reason: Int) -> None:
    """The game is over."""
    s.phase = FINISHED
    s.reason = reason
    s.bonus = 0


# ---------------------------------------------------------------- what is held


@kernel
def slot_of(s: Record, kind: Int) -> Int:
    """Where a kind of tile stands on the rack of the seat to move; the rack's size if it is not there."""
    size = np.uint64(s.rack_size[s.seat])
    for slot in range(size):
        if s.racks[s.seat, slot] == kind:
            return np.uint64(slot)
    return size


@kernel
def shows_any(g: Record, s: Record, mask: Int) -> bool:
    """Whether a tile on the rack of the seat to move shows one of the colours."""
    shown = np.uint8(0)
    for slot in range(np.uint64(s.rack_size[s.seat])):
        shown |= g.tile_colours[s.racks[s.seat, slot]]
    return shown & mask != 0


@kernel
def weakest_colours(tracks: Record, side: Int, colours: Int) -> Int:
    """Bit mask of the colours tied for lowest."""
    lowest = tracks[side, 0]
    for colour in range(np.uint64(colours)):
        lowest = min(lowest, tracks[side, colour])
    mask = np.uint8(0)
    for colour in range(np.uint64(colours)):
        mask |= np.uint8(tracks[side, colour] == lowest) << np.uint8(colour)
    return mask


# ---------------------------------------------------------------- actions


@kernel
def chance_acts(s: Record) -> bool:
    """Whether a starter is to be chosen or a tile to be drawn."""
    return s.phase == START or s.phase == DEAL or s.phase == REFILL


@kernel
def can_come_up(g: Record, s: Record, action: Int) -> bool:
    """Whether chance can take this action: a seat that starts, or a kind that the bag holds."""
    if s.phase == START:
        return action < g.players
    return action < g.kinds and s.bag[action] > 0


@kernel
def is_legal_word(g: Record, s: Record, word: Int) -> bool:
    """Whether a seat may say `keep`, `exchange` or `pass` now."""
    if s.phase == EXCHANGE:
        return word == KEEP or word == EXCHANGE_RACK
    return s.phase == BONUS and g.bonus_optional != 0 and word == PASS


@kernel
def legal_words(g: Record, s: Record, base: Int, out: Record, n: Int) -> Int:
    """Write the words that a seat may say now after the n actions in `out`; returns the new number."""
    for word in range(PASS + ONE):
        if is_legal_word(g, s, word):
            out[n] = base + np.uint64(word)
            n += ONE
    return n


@kernel
def places_something(s: Record) -> bool:
    """Whether a tile or card is to be laid now."""
    return s.phase == PLACE or s.phase == BONUS
