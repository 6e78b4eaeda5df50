"""Worked examples: a real position, what the engine makes of a move in it, and a picture of that."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.codes import Reason
from ..core.moves import Move
from ..core.outcome import Outcome
from ..core.rules import Rules
from ..core.scoring import Explanation, explain
from ..core.state import State
from ..core.views import BoardView, CardView
from ..notation.composing import compose
from ..render.figures import Figures
from .facts import Fact


@dataclass(frozen=True)
class Figure:
    """A picture without words, and the numbers of its example by names."""

    name: str
    svg: str
    values: Fact


Example = Callable[[], Figure]

_PLUS: Final = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"


def score_values(score: Explanation, colours: str) -> Fact:
    """What a move scores: by colour the points, their sum written out, and the marker before and after."""
    values = {"lost": score.lost, "bonus": score.bonus_moves}
    sums: dict[str, list[int]] = {}
    for half in score.halves:
        sums.setdefault(half.colour, []).extend(map(len, half.lines))
    for symbol in score.symbols:
        sums.setdefault(symbol.colour, []).append(symbol.points)
    for colour, points in score.points.items():
        values[colour] = points
        place = colours.index(colour)
        values |= {f"{colour}_before": score.before[place], f"{colour}_after": score.after[place]}
    texts = {name: str(value) for name, value in values.items()}
    for pyramid in score.pyramids:
        texts["pyramid"] = str(len(pyramid.beside))
    return texts | {f"{colour}_sum": _PLUS.join(map(str, lengths or [0])) for colour, lengths in sums.items()}


def around(rules: Rules, tiles: Iterable[str]) -> set[int]:
    """The cells of some placements and those beside them."""
    board = rules.geometry
    cells = {board.cell_of[name] for tile in tiles for name in tile.split()[1:]}
    return cells | {n for cell in cells for n in board.neighbours[cell] if n is not None}


def placement(
    name: str,
    game: str,
    move: str,
    *,
    tiles: Sequence[str] = (),
    tracks: Sequence[str] | None = None,
    turn: int | None = None,
    whole_board: bool = False,
) -> Figure:
    """A move on a board: its lines, the sums, and the pyramids that it raises."""
    state = compose(game, tiles=tiles, racks=[move.split()[0]], tracks=tracks, turn=turn)
    score, after = played(state, move)
    shown = None if whole_board else around(state.rules, (*tiles, move))
    placements = [Move.parse(tile, state.rules) for tile in (*tiles, move)]
    view = after.everything()
    assert isinstance(view, BoardView)
    picture = Figures(state.rules, f"{state.rules.game.name}-{name}").board(view, placements, score, shown)
    return Figure(name, picture, score_values(score, state.rules.colours))


def played(state: State, move: str) -> tuple[Explanation, State]:
    """What a move scores, and the position after it."""
    action = Move.parse(move, state.rules).action(state.rules)
    after = state.copy()
    score = explain(state, action)
    after.apply(action)
    return score, after


def ranking(name: str, game: str, tracks: Sequence[str]) -> Figure:
    """Sheets at the end, the winner's first; the numbers are each side's lowest, next lowest and so on."""
    rules = Rules.parse(game)
    sides = [tuple(map(int, markers.split())) for markers in tracks]
    outcome = Outcome.of(rules, tuple(sides), Reason.FULL)
    order = sorted(range(len(sides)), key=lambda side: outcome.places[side])
    values = {}
    for number, side in enumerate(order, start=1):
        for rank, marker in zip("abcdef", sorted(sides[side]), strict=False):
            values[f"{rank}_{number}"] = str(marker)
    sheets = [(f"{outcome.places[side]}.", sides[side]) for side in order]
    return Figure(name, Figures(rules, f"{rules.game.name}-{name}").sheets(sheets), values)


def card_played(name: str, state: State, move: str) -> tuple[Figure, State]:
    """A card laid down among the open ones; also the position after it."""
    score, after = played(state, move)
    view = state.everything()
    assert isinstance(view, CardView)
    picture = Figures(state.rules, f"{state.rules.game.name}-{name}").cards(view, score)
    return Figure(name, picture, score_values(score, state.rules.colours)), after
