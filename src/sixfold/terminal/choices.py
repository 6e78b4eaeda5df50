"""What `?` shows: what is legal now, in a form that also thousands of placements fit in."""

from collections import defaultdict
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..bots.grouping import groups
from ..core.moves import Move
from ..core.scoring import explain
from ..core.state import State
from .colours import FAINT, tile_chip
from .words import piece, points_text

_BEST = 3
"""How many places are named for each tile."""
_CARD_ORDER = "The symbol you name first is scored first, so that rg and gr can differ."


@dataclass(frozen=True)
class _Choice:
    """Moves of one tile or card that score the same."""

    points: dict[str, int]
    moves: list[Move]

    @property
    def total(self) -> int:
        return sum(self.points.values())


def choices(state: State) -> RenderableType:
    """An overview: for each tile how many places there are, and those with the most points."""
    found = _choices(state)
    if not found:
        return Text("You can type: " + ", ".join(str(move) for move in state.legal_moves()))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for kind, by_points in found.items():
        chip = tile_chip(state.rules, kind)
        if state.rules.is_board_game:
            count = sum(len(choice.moves) for choice in by_points)
            grid.add_row(chip, f"{count} places, best", _best_places(by_points))
        else:
            grid.add_row(
                chip, " · ".join(f"{choice.moves[0]}: {points_text(choice.points)}" for choice in by_points)
            )
    name = state.rules.kinds[next(iter(found))]
    more = f"? {name} lists all places of {name}." if state.rules.is_board_game else _CARD_ORDER
    return Group(grid, Text(more, FAINT))


def _best_places(by_points: list[_Choice]) -> str:
    parts = []
    room = _BEST
    for choice in by_points:
        named = choice.moves[:room]
        if named:
            parts.append(f"{points_text(choice.points)}: {_cells(named)}")
        room -= len(named)
    return " · ".join(parts)


def _cells(moves: list[Move]) -> str:
    return ", ".join(" ".join(move.cells) or move.what for move in moves)


def places(state: State, tile: str) -> RenderableType:
    """All places of one tile, the most points first."""
    rules = state.rules
    kind = rules.kind_of.get(tile.lower())
    by_points = _choices(state).get(kind) if kind is not None else None
    if kind is None or by_points is None:
        return Text(f"You have no {piece(rules)} {tile!r} to play now. Type ? for those you have.")
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for choice in by_points:
        grid.add_row(f"{rules.kinds[kind]}  {points_text(choice.points)}", _cells(choice.moves))
    return grid


def _choices(state: State) -> dict[int, list[_Choice]]:
    """The placements or cards by kind, each kind's best first."""
    found: dict[int, list[_Choice]] = defaultdict(list)
    for actions in groups(state):
        score = explain(state, actions[0])
        kind = state.rules.kind_of.get(score.move.what)
        if kind is not None:
            moves = [Move.of(action, state.rules) for action in actions]
            found[kind].append(_Choice(score.points, moves))
    return {kind: sorted(found[kind], key=lambda choice: -choice.total) for kind in sorted(found)}
