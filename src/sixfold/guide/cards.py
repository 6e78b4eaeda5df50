"""Worked examples of the card game."""

from functools import partial
from typing import Final

from ..notation.composing import compose_cards
from ..render.figures import Figures
from .examples import Example, Figure, card_played, played, ranking, score_values

_NOBODY: Final = "0 0 0 0 0 0"


def _score() -> Figure:
    """A card whose two symbols match others."""
    state = compose_cards(
        "cards(players=3)",
        open_cards=["yp", "yb", "rg"],
        racks=["yb"],
        tracks=["1 1 0 2 1 0", _NOBODY, _NOBODY],
    )
    return card_played("score", state, "yb")[0]


def _areas() -> Figure:
    """A marker stops at the border of an area that is still closed."""
    state = compose_cards(
        "cards(players=3)",
        open_cards=["rp", "rb", "py"],
        racks=["rp"],
        tracks=["2 4 1 3 2 5", _NOBODY, _NOBODY],
    )
    score, after = played(state, "rp")
    picture = Figures(state.rules, "cards-areas").sheets([("", after.tracks[0])])
    values = score_values(score, state.rules.colours)
    return Figure("areas", picture, values | {"b_at": str(after.tracks[0][2])})


CARDS: Final[tuple[Example, ...]] = (
    _score,
    _areas,
    partial(ranking, "win", "cards(players=3)", ("6 7 10 5 8 7", "7 8 7 10 9 7", "5 10 6 8 6 7")),
)
