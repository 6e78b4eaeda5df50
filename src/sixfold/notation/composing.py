"""Positions put together from parts: the tiles that lie, the racks, the markers; the rest follows."""

from collections import Counter
from collections.abc import Sequence

from ..core.codes import EMPTY, PYRAMID, Phase, Reason
from ..core.errors import PositionError
from ..core.rules import Rules
from ..core.state import State
from ..core.validity import check
from ..core.views import BoardView, CardView, Memory


def compose(
    game: str,
    *,
    tiles: Sequence[str] = (),
    pyramids: Sequence[str] = (),
    racks: Sequence[str] | None = None,
    tracks: Sequence[str] | None = None,
    tokens: str = "------",
    mover: int = 0,
    turn: int | None = None,
) -> State:
    """A board game in which `mover` is to place; tiles as moves are written, racks and tracks by seat.

    A rack that is not given is filled from the rest of the tiles, the most frequent kinds first. By default
    everybody has had a first turn.
    """
    rules = Rules.parse(game)
    board = [rules.printed.get(cell, int(EMPTY)) for cell in range(len(rules.geometry.names))]
    left = Counter(dict(enumerate(rules.tile_counts)))
    for tile in tiles:
        name, *cells = tile.split()
        left[rules.kind_of[name]] -= 1
        for letter, cell in zip(name, cells, strict=True):
            if board[rules.geometry.cell_of[cell]] != EMPTY:
                raise PositionError(f"board: {cell} is taken twice")
            board[rules.geometry.cell_of[cell]] = rules.colours.index(letter)
    for cell in pyramids:
        board[rules.geometry.cell_of[cell]] = int(PYRAMID)
    turns = 2 * rules.players if turn is None else turn
    view = BoardView(
        rules=rules,
        eyes="all",
        phase=Phase.PLACE,
        mover=mover,
        starter=(mover - turns) % rules.players,
        turn=turns,
        bonus=0,
        reason=Reason.NONE,
        tracks=_tracks(rules, tracks),
        racks=_racks(rules, racks, left),
        pool=tuple(left[kind] for kind in range(len(rules.kinds))),
        memory=Memory(),
        board=tuple(board),
        aside=(),
        tokens=tuple(None if t == "-" else int(t) - 1 for t in tokens) if rules.game.duel else (),
    )
    check(view)
    return State.of(view)


def compose_cards(
    game: str,
    *,
    open_cards: Sequence[str],
    racks: Sequence[str] | None = None,
    tracks: Sequence[str] | None = None,
    discard: str = "",
    mover: int = 0,
) -> State:
    """A card game in which `mover` is to play a card; open cards by seat, the oldest first."""
    rules = Rules.parse(game)
    left = Counter(dict(enumerate(rules.tile_counts)))
    rows = tuple(tuple(rules.kind_of[card] for card in row.split()) for row in open_cards)
    pile = Counter(rules.kind_of[card] for card in discard.split())
    left.subtract(kind for row in rows for kind in row)
    left.subtract(pile)
    view = CardView(
        rules=rules,
        eyes="all",
        phase=Phase.PLACE,
        mover=mover,
        starter=mover,
        turn=2 * rules.players,
        bonus=0,
        reason=Reason.NONE,
        tracks=_tracks(rules, tracks),
        racks=_racks(rules, racks, left),
        pool=tuple(left[kind] for kind in range(len(rules.kinds))),
        memory=Memory(),
        open_cards=rows,
        discard=tuple(pile[kind] for kind in range(len(rules.kinds))),
    )
    check(view)
    return State.of(view)


def _tracks(rules: Rules, tracks: Sequence[str] | None) -> tuple[tuple[int, ...], ...]:
    none = " ".join("0" for _ in rules.colours)
    return tuple(tuple(map(int, side.split())) for side in tracks or [none] * len(set(rules.sides)))


def _racks(rules: Rules, racks: Sequence[str] | None, left: "Counter[int]") -> tuple[tuple[int, ...], ...]:
    held = [[rules.kind_of[tile] for tile in rack.split()] for rack in racks or ()]
    held += [[] for _ in range(rules.players - len(held))]
    for rack in held:
        left.subtract(rack)
    for rack in held[len(racks or ()) :]:
        while len(rack) < rules.hand:
            kind = max(left, key=lambda kind: (left[kind], -kind))
            left[kind] -= 1
            rack.append(kind)
    return tuple(map(tuple, held))
