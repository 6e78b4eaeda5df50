"""Explained scores: what a move would earn, and exactly which cells or cards the points come from."""

from dataclasses import dataclass
from typing import Final

from .codes import EMPTY, PYRAMID, Phase
from .compiling import plain
from .errors import MoveError
from .kernel.board import run_end
from .moves import Move
from .state import BoardState, CardState, State

Tracks = tuple[tuple[int, ...], ...]
"""The markers of each side."""
CardPlace = tuple[int, int]
"""An open card: the seat that it lies before, and its number in the row from the oldest."""


@dataclass(frozen=True, slots=True)
class HalfScore:
    """One half of a tile: the lines of its colour that end at it, each cell worth a point (H12)."""

    cell: str
    colour: str
    lines: tuple[tuple[str, ...], ...]

    @property
    def points(self) -> int:
        """The points of this half."""
        return sum(map(len, self.lines))


@dataclass(frozen=True, slots=True)
class PyramidScore:
    """A pyramid that the placement raises: the coloured squares beside it that score (Q8)."""

    cell: str
    beside: tuple[tuple[str, str], ...]
    """(cell, colour) of each square that scores a point."""


@dataclass(frozen=True, slots=True)
class SymbolScore:
    """One symbol of a card: the open cards that match it, each worth a point (C4)."""

    colour: str
    cards: tuple[CardPlace, ...]

    @property
    def points(self) -> int:
        """The matches of this symbol."""
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one move scores, in the order of scoring, and where the markers stand before and after."""

    move: Move
    points: dict[str, int]
    """Points counted on the table, by colour, whether or not the marker could still take them all."""
    before: tuple[int, ...]
    after: tuple[int, ...]
    bonus_moves: int
    """How many bonus moves it earns; none if the game is over with it."""
    lost: int
    """How many of the points were lost: at the end of a track, at an area that may not be entered, or
    because the first half had won the game already (`win_check=each`)."""
    halves: tuple[HalfScore, ...] = ()
    pyramids: tuple[PyramidScore, ...] = ()
    symbols: tuple[SymbolScore, ...] = ()


_NOTHING: Final[tuple[tuple[HalfScore, ...], tuple[PyramidScore, ...], tuple[SymbolScore, ...]]] = (
    (),
    (),
    (),
)


def explain(state: State, action: int) -> Explanation:
    """Explain what a legal action of the seat to act would score. The state is not touched."""
    if state.actor < 0 or not state.is_legal(action):
        raise MoveError(f"action {action} is not legal now, so it has no score")
    after = state.copy()
    after.apply(action)
    return explain_step(state, after, action)


def explain_step(state: State, after: State, action: int) -> Explanation:
    """Explain the action that led from one state of a seat's turn to the next."""
    seat = state.actor
    side = state.rules.sides[seat]
    old, new = state.tracks, after.tracks
    move = Move.of(action, state.rules)
    halves, pyramids, symbols = _NOTHING
    if isinstance(state, BoardState) and isinstance(after, BoardState):
        if move.cells:
            halves = _halves(state, move)
            pyramids = _pyramids(state, after) if state.rules.game.pyramids else ()
    elif isinstance(state, CardState) and not move.is_word:
        symbols = _symbols(state, move)
    points: dict[str, int] = {}
    for colour, earned in (
        *((half.colour, half.points) for half in halves),
        *((symbol.colour, symbol.points) for symbol in symbols),
        *((colour, 1) for pyramid in pyramids for _, colour in pyramid.beside),
    ):
        points[colour] = points.get(colour, 0) + earned
    return Explanation(
        move=move,
        points=points,
        before=old[side],
        after=new[side],
        bonus_moves=_bonus_earned(state, after, old[side], new[side]),
        lost=sum(points.values()) - _moved(old, new),
        halves=halves,
        pyramids=pyramids,
        symbols=symbols,
    )


def _halves(state: BoardState, move: Move) -> tuple[HalfScore, ...]:
    names, cell_of = state.rules.geometry.names, state.rules.geometry.cell_of
    table, record = state.table.plain, state.record.plain
    scores = []
    for letter, name in zip(move.what, move.cells, strict=True):
        cell, colour = cell_of[name], state.rules.colours.index(letter)
        lines = []
        for direction in range(6) if record.potential[cell, colour] else ():
            length, _ = plain(run_end)(table, record.board, cell, direction, colour)
            line, at = [], cell
            for _ in range(length):
                at = table.neighbour[at, direction]
                line.append(names[at])
            if line:
                lines.append(tuple(line))
        scores.append(HalfScore(name, letter, tuple(lines)))
    return tuple(scores)


def _pyramids(before: BoardState, after: BoardState) -> tuple[PyramidScore, ...]:
    rules = before.rules
    raised = [c for c, content in enumerate(after.board) if content == PYRAMID and before.board[c] == EMPTY]
    scores = []
    for cell in raised:
        beside = [
            (rules.geometry.names[neighbour], rules.colours[after.board[neighbour]])
            for neighbour in rules.geometry.neighbours[cell]
            if neighbour is not None and after.board[neighbour] < EMPTY
        ]
        if rules.has("pyramid_points", "colour"):
            beside = list({colour: (name, colour) for name, colour in reversed(beside)}.values())
        scores.append(PyramidScore(rules.geometry.names[cell], tuple(beside)))
    return tuple(scores)


def _symbols(state: CardState, move: Move) -> tuple[SymbolScore, ...]:
    rules = state.rules
    # A bonus card is played after the seat's oldest card has gone (C7).
    cleared = (state.actor, 0) if state.record.plain.bonus else None
    lying = [
        ((seat, place), rules.kinds[kind])
        for seat, row in enumerate(state.open_cards)
        for place, kind in enumerate(row)
        if (seat, place) != cleared
    ]
    return tuple(
        SymbolScore(letter, tuple(place for place, card in lying if letter in card)) for letter in move.what
    )


def _moved(before: Tracks, after: Tracks) -> int:
    """How far markers moved: forwards, or in the duel also back from the opponent's side."""
    return sum(
        abs(new - old)
        for sides in zip(before, after, strict=True)
        if sides[0] != sides[1]
        for old, new in zip(*sides, strict=True)
    )


def _bonus_earned(before: State, after: State, own: tuple[int, ...], own_after: tuple[int, ...]) -> int:
    """Markers that reached a sheet's end for the first time; in the duel, tokens taken."""
    rules, seat = before.rules, before.actor
    if after.phase is Phase.OVER:
        return 0
    if rules.game.duel:
        return sum(
            new == seat + 1 and old != seat + 1
            for old, new in zip(before.record.plain.token, after.record.plain.token, strict=True)
        )
    if not rules.game.bonus_moves:
        return 0
    ends = range(rules.game.sheet, rules.track + 1, rules.game.sheet)
    moved = [(old, new) for old, new in zip(own, own_after, strict=True) if old < new]
    return sum(old < end <= new for old, new in moved for end in ends)
