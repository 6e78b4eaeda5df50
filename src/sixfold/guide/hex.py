"""Worked examples of the games on the hexagon."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from ..core.codes import Phase
from ..core.outcome import Outcome
from ..core.views import BoardView
from ..notation.composing import compose
from ..render.figures import Figures
from .examples import Example, Figure, placement, played, ranking, score_values

_NEARLY: Final = ("gg f8 f9", "bb e8 d8", "bp g7 h7")
"""Green and blue in two places each, for a tile on f7 and f6 that scores both."""


def _bonus() -> Figure:
    """Two markers come to the end with one tile."""
    state = compose("hex(players=2)", tiles=_NEARLY, racks=["gb"], tracks=["12 17 16 9 11 8", "0 0 0 0 0 0"])
    score, after = played(state, "gb f7 e7")
    picture = Figures(state.rules, "hex-bonus").sheets([("", after.tracks[0])])
    return Figure("bonus", picture, score_values(score, state.rules.colours))


def _exchange() -> Figure:
    """After a move nothing that is left shows either of the weakest colours."""
    racks = ["rg rb gg yb rr gy"]
    state = compose("hex(players=2)", racks=racks, tracks=["7 9 8 5 6 5", "0 0 0 0 0 0"])
    _, after = played(state, "rg f6 f7")
    assert after.phase is Phase.EXCHANGE
    held = [state.rules.kinds[kind] for kind in after.rack(0)]
    low = min(after.tracks[0])
    picture = Figures(state.rules, "hex-exchange").rack(held, after.tracks[0])
    return Figure("exchange", picture, {"low": str(low), "left": str(len(held))})


HEX: Final[tuple[Example, ...]] = (
    partial(placement, "start", "hex(players=2)", "ry b6 c6", turn=0, whole_board=True),
    partial(
        placement,
        "lines",
        "hex(players=2)",
        "rb f6 f7",
        tiles=("rr f5 f4", "bb e8 e9", "bp d9 d8", "bg g7 g8", "bo h7 h8"),
    ),
    partial(placement, "double", "hex(players=2)", "gg f6 f7", tiles=("gy e7 d7", "gg f8 f9", "pg f5 f4")),
    _bonus,
    _exchange,
    partial(
        ranking,
        "win",
        "hex(players=4)",
        ("9 18 15 12 14 17", "10 11 16 13 12 18", "18 7 18 16 13 18", "13 12 9 18 12 16"),
    ),
)


# ---------------------------------------------------------------- alone and in teams: two sheets


def _crossing(game: str, name: str, tracks: Sequence[str]) -> Figure:
    """Two markers come to the end of the first sheet with one tile."""
    state = compose(game, tiles=_NEARLY, racks=["gb"], tracks=tracks)
    score, after = played(state, "gb f7 e7")
    picture = Figures(state.rules, f"{game}-{name}").sheets([("", after.tracks[0])])
    return Figure(name, picture, score_values(score, state.rules.colours))


def _order() -> Figure:
    """A double that crosses: which half is scored first decides what is lost."""
    tiles = ("rr f5 f4", "rb e6 e5", "ry e8 d8")
    state = compose("hex-solo", tiles=tiles, racks=["rr"], tracks=["16 12 14 9 13 11"])
    first, _ = played(state, "rr f6 f7")
    second, _ = played(state, "rr f7 f6")
    figure = placement("order", "hex-solo", "rr f6 f7", tiles=tiles, tracks=["16 12 14 9 13 11"])
    return Figure(
        "order",
        figure.svg,
        {
            "before": str(first.before[0]),
            "one": str(first.halves[0].points),
            "two": str(first.halves[1].points),
            "one_first": str(first.after[0]),
            "two_first": str(second.after[0]),
        },
    )


SOLO: Final[tuple[Example, ...]] = (
    partial(_crossing, "hex-solo", "sheets", ["12 17 16 9 20 11"]),
    _order,
)
TEAM: Final[tuple[Example, ...]] = (
    partial(_crossing, "hex-team", "sheets", ["12 17 16 9 20 11", "0 0 0 0 0 0"]),
)


# ---------------------------------------------------------------- the duel: one sheet


def _pull() -> Figure:
    """A marker comes to a player's end, and its token with it."""
    tracks = ["0 3 8 0 1 0", "2 0 0 5 0 9"]
    state = compose("hex-duel", tiles=_NEARLY, racks=["gb"], tracks=tracks, tokens="-----2")
    score, after = played(state, "gb f7 e7")
    view = after.everything()
    assert isinstance(view, BoardView)
    picture = Figures(state.rules, "hex-duel-pull").shared_sheet(view)
    return Figure("pull", picture, score_values(score, state.rules.colours))


def _duel_end() -> Figure:
    """As many markers on one side as on the other: the weakest decide."""
    tracks = ["2 4 0 0 0 0", "0 0 2 3 0 0"]
    state = compose("hex-duel", tracks=tracks)
    outcome = Outcome.of(state.rules, state.tracks, state.outcome().reason)
    assert outcome.places == (1, 2)
    view = state.everything()
    assert isinstance(view, BoardView)
    values = {"count_1": str(outcome.scores[0]), "count_2": str(outcome.scores[1])}
    for seat, markers in enumerate(state.tracks, start=1):
        low = sorted(marker for marker in markers if marker)
        values |= {f"{rank}_{seat}": str(marker) for rank, marker in zip("ab", low, strict=True)}
    return Figure("win", Figures(state.rules, "hex-duel-win").shared_sheet(view), values)


DUEL: Final[tuple[Example, ...]] = (_pull, _duel_end)
