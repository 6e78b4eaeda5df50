"""The small numbers that kernels and the Python around them share."""

from enum import IntEnum
from typing import Final

import numpy as np

CHANCE: Final = -1
"""The actor when a starter is chosen or a tile is drawn."""
OVER: Final = -2
"""The actor when nobody is to act any more."""


class Phase(IntEnum):
    """What the actor decides."""

    START = 0
    DEAL = 1
    PLACE = 2
    BONUS = 3
    EXCHANGE = 4
    REFILL = 5
    OVER = 6


class Reason(IntEnum):
    """Why a game ended."""

    NONE = 0
    FULL = 1
    COMPLETE = 2
    TILES = 3


class Exchange(IntEnum):
    """Which tiles a game's exchange takes, and when it may."""

    NEVER = 0
    LACKS_WEAKEST = 1
    SHOWS_NINE = 2


class Special(IntEnum):
    """The actions after the placements, in this order."""

    KEEP = 0
    EXCHANGE = 1
    PASS = 2


# Kernels compare with these: Numba takes a numpy scalar at its own width, an enum it would box.
START: Final = np.uint8(Phase.START)
DEAL: Final = np.uint8(Phase.DEAL)
PLACE: Final = np.uint8(Phase.PLACE)
BONUS: Final = np.uint8(Phase.BONUS)
EXCHANGE: Final = np.uint8(Phase.EXCHANGE)
REFILL: Final = np.uint8(Phase.REFILL)
FINISHED: Final = np.uint8(Phase.OVER)

FULL: Final = np.uint8(Reason.FULL)
COMPLETE: Final = np.uint8(Reason.COMPLETE)
TILES: Final = np.uint8(Reason.TILES)

LACKS_WEAKEST: Final = np.uint8(Exchange.LACKS_WEAKEST)
SHOWS_NINE: Final = np.uint8(Exchange.SHOWS_NINE)

# What lies on a cell: a colour below EMPTY, or one of these.
EMPTY: Final = np.uint8(6)
PYRAMID: Final = np.uint8(7)
EDGE: Final = np.uint8(8)
