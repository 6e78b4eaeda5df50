"""Who stands where, as one number a side: what outcomes, bots and searches compare."""

import numpy as np

from ..compiling import entry
from ..records import MAX_COLOURS, Int, Record

_BITS = 6  # for each part of a standing: enough for the longest track
SCORE_SHIFT = _BITS * MAX_COLOURS


@entry
def standing(duel: Int, tracks: Record, side: Int, colours: Int) -> Int:
    """The standing of a side; the larger is better.

    H22: the lowest marker counts first, then the next lowest, and so on. D4, D5: how many markers are on
    one's own side counts first, then the weakest of these, and so on.
    """
    result = np.uint64(0)
    parts = np.uint64(0)
    below = np.int64(0 if duel else -1)
    while True:
        lowest = np.int64(1 << _BITS)
        for colour in range(np.uint64(colours)):
            marker = np.int64(tracks[side, colour])
            if below < marker < lowest:
                lowest = marker
        if lowest == 1 << _BITS:
            break
        for colour in range(np.uint64(colours)):
            if tracks[side, colour] == lowest:
                result = result << np.uint64(_BITS) | np.uint64(lowest)
                parts += np.uint64(1)
        below = lowest
    if duel:
        result |= parts << parts * np.uint64(_BITS)
        parts += np.uint64(1)
    return result << (np.uint64(MAX_COLOURS + 1) - parts) * np.uint64(_BITS)


def score_of(standing: int) -> int:
    """What counts first in a standing: the weakest colour, or the number of markers."""
    return int(standing) >> SCORE_SHIFT
