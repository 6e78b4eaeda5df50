"""The records that the environments' kernels work with: what to write where, and a desk to work on."""

from typing import Final

import numpy as np

from ...core.records import BOARD_STATE, MAX_CELLS, MAX_EDGES, MAX_SEATS

SECTIONS: Final = (
    "board",
    "points",
    "rack",
    "tracks",
    "drawn",
    "pool",
    "returned",
    "phase",
    "actor",
    "starter",
    "bonus",
    "turn",
    "tokens",
    "open",
    "showing",
    "discard",
)
"""The parts of an observation, in their order; a game has those that mean something in it."""

LINE: Final = 64
"""Bytes of a cache line."""

MOST_LINES: Final = -(-BOARD_STATE.itemsize // LINE) + 1

PLAN: Final = np.dtype(
    [
        *((name, np.uint32) for name in SECTIONS),  # where each begins in an observation
        ("place", np.uint16, (MAX_CELLS,)),  # where a cell lies in a plane
        ("plane", np.uint32),  # the size of a plane
        ("copies", np.uint32),  # the most tiles of one kind
        ("sides", np.uint32),
        ("duel", np.uint8),
        ("pyramids", np.uint8),
        ("track", np.float32),  # where a marker's way ends
        ("best_score", np.float32),  # the highest score that there is
        ("touched", np.uint16, (MOST_LINES,)),  # where the cache lines of a state begin that steps touch,
        ("lines", np.uint32),  # and how many they are
        ("actions", np.uint32),  # how many there are, legal or not
        ("by_slot", np.uint8),  # whether actions name a place on the rack, or a kind of tile
        ("scheme", np.uint8),  # of the rewards, see `rewards`
        ("restarts", np.uint8),  # whether a game that ended begins anew at once
        ("records", np.uint8),  # whether what is done is recorded
        ("shows", np.uint8),  # whether anything is written for the seat to act
    ],
    align=True,
)
"""What an environment writes about a game, and where."""

MOST_POINTS: Final = 32
"""More than half a tile scores but in the oddest of games."""

MOST_NOTES: Final = 1024
"""More than is done in a game between two turns of a seat."""

KEPT: Final = np.dtype(
    [
        ("chance", np.uint64, (1,)),  # the random numbers of its draws,
        ("choices", np.uint64, (1,)),  # and of whatever is chosen at random in it
        ("promises", np.float32, (MAX_SEATS,)),  # how well each side stood when rewards were written last
        ("lengths", np.uint32, (2,)),  # how much was done in the present game and in the last one,
        ("page", np.uint32),  # and which of them is the present one
    ],
    align=True,
)
"""What an environment keeps of a game beside its state."""

PAD: Final = np.dtype(
    [
        ("notes", np.uint16, (MOST_NOTES,)),  # what was done in the game since it was taken up
        ("noted", np.uint64),
        ("standings", np.uint64, (MAX_SEATS,)),  # how each side stood when the game ended
        ("open", np.int8, (2 * MAX_EDGES,)),  # for each directed edge, whether a tile may go there
        # The worth of a placement by the points of its halves, and in which look it was found.
        ("worth", np.uint64, (MOST_POINTS * MOST_POINTS,)),
        ("found", np.uint32, (MOST_POINTS * MOST_POINTS,)),
        ("look", np.uint32),
    ],
    align=True,
)
"""Room for a thread to work on the game that it has in hand."""

DESK: Final = np.dtype([("pad", PAD), ("kept", KEPT)], align=True)
"""Both in one, where there is one game: each array takes a while to hand over."""
