"""Worked examples of the games on the square board."""

from functools import partial
from typing import Final

from ..notation.composing import compose
from ..render.figures import Figures
from .examples import Example, Figure, placement, played, ranking, score_values

SQUARE: Final[tuple[Example, ...]] = (
    partial(placement, "start", "square(players=2)", "go b5 b4", turn=0, whole_board=True),
    partial(
        placement,
        "lines",
        "square(players=2)",
        "br c4 c5",
        tiles=("rr c6 c7", "rg d5 d6", "bo c3 b3", "bp b4 a4"),
    ),
    partial(
        placement,
        "pyramid",
        "square(players=2)",
        "bo c4 c3",
        tiles=("gp b5 b6", "ro c6 c7", "bb d5 d4"),
    ),
    partial(ranking, "win", "square(players=3)", ("15 9 12 12 18", "13 11 12 9 17", "16 12 9 12 14")),
)


def _pause() -> Figure:
    """A marker that comes to the end of the first sheet waits there until the next turn."""
    tiles = ("bb c6 c7", "bo c3 c2", "bp b4 a4")
    state = compose("square-solo", tiles=tiles, racks=["bb"], tracks=["12 14 17 9 11"])
    score, after = played(state, "bb c4 c5")
    picture = Figures(state.rules, "square-solo-pause").sheets([("", after.tracks[0])])
    return Figure("pause", picture, score_values(score, state.rules.colours))


SQUARE_SOLO: Final[tuple[Example, ...]] = (_pause,)
