"""What the tests of the rules do with a state, in words: moves, tiles and cells are texts, states change."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

from composing import compose
from sixfold import CHANCE, OVER, Explanation, Move, Phase, Rules, State, explain
from sixfold.core.codes import EMPTY
from sixfold.core.views import BoardView, Eyes

STAGE = ("rr e4 e5", "gg e8 e9", "bb h4 h5", "oo h8 h9", "yy j1 j2", "pp j5 j6")
"""On every hex board: three gaps between two lines of two. The moves below score 2 with each half."""
RG, BO, YP = "rg e6 e7", "bo h6 h7", "yp j3 j4"

_HEX_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


# ---------------------------------------------------------------- the start

STARTS = [(players, start) for players in (2, 3, 4) for start in range(1, players + 1)]
"""Every number of players with every seat that may start, from 1."""


def assert_the_lot_decides(rules: Rules) -> None:
    """Nobody is named: every seat is as likely to start as any other, and then does."""
    for starter in range(rules.players):
        state = State.new(rules)
        assert state.phase is Phase.START
        assert state.chance_outcomes() == [(seat, 1) for seat in range(rules.players)]
        state.apply(starter)
        settle(state)
        assert (state.phase, state.actor) == (Phase.PLACE, starter)


def assert_starts(rules: Rules, start: int) -> None:
    """The rules name this seat, from 1: it is dealt to first and then starts."""
    state = State.new(rules)
    assert (state.phase, state.actor, state.mover) == (Phase.DEAL, CHANCE, start - 1)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, start - 1)


# ---------------------------------------------------------------- acting


def action(state: State, text: str) -> int:
    """The number of a move of the seat to act."""
    return Move.parse(text, state.rules).action(state.rules)


def play(state: State, text: str) -> None:
    """Play a move of the seat to act, which must be legal."""
    assert state.actor >= 0, f"nobody can play {text} in phase {state.phase.name}"
    assert state.is_legal(action(state, text)), f"{text} is not legal for seat {state.actor + 1}"
    state.apply(action(state, text))


def draw(state: State, *tiles: str) -> None:
    """Let chance draw these tiles, one after the other; each must be possible."""
    for tile in tiles:
        assert tile in drawable(state), f"{tile} cannot be drawn now"
        state.apply(state.rules.kind_of[tile])


def drawable(state: State) -> set[str]:
    """The tiles that chance can draw now; none when a seat is to act."""
    return {state.action_text(outcome) for outcome, _ in state.chance_outcomes()}


def settle(state: State, rng: random.Random | None = None) -> None:
    """Let chance act until a seat must or the game is over: the first outcome, or a random one."""
    while state.actor == CHANCE:
        outcomes = state.chance_outcomes()
        if rng is None:
            state.apply(outcomes[0][0])
        else:
            kinds, weights = zip(*outcomes, strict=True)
            state.apply(rng.choices(kinds, weights)[0])


def begin(game: str) -> State:
    """A game of these rules, dealt by settling."""
    state = State.new(Rules.parse(game))
    settle(state)
    return state


# ---------------------------------------------------------------- looking


def legal(state: State) -> set[str]:
    """The legal moves of the seat to act."""
    return {str(move) for move in state.legal_moves()}


def explained(state: State, text: str) -> Explanation:
    """The explained score of a legal move."""
    return explain(state, action(state, text))


def points(state: State, text: str) -> dict[str, int]:
    """The points that a legal move counts on the table, by colour, without the zeros."""
    return {colour: earned for colour, earned in explained(state, text).points.items() if earned}


def rack(state: State, seat: int) -> list[str]:
    """A seat's tiles, the oldest first."""
    return [state.rules.kinds[kind] for kind in state.rack(seat)]


def bag(state: State) -> dict[str, int]:
    """How many tiles of each kind the bag holds."""
    return dict(zip(state.rules.kinds, state.bag, strict=True))


def look(state: State, eyes: Eyes = "all") -> BoardView:
    """What a seat, a spectator or by default everybody together sees of a board game."""
    view = state.everything() if eyes == "all" else state.view(eyes)
    assert isinstance(view, BoardView)
    return view


def lying(state: State) -> dict[str, str]:
    """What lies on the cells or is printed there: colours by cell."""
    rules, board = state.rules, look(state).board
    return {
        name: rules.colours[content]
        for name, content in zip(rules.geometry.names, board, strict=True)
        if content < EMPTY
    }


# ---------------------------------------------------------------- hex boards


def hex_around(rules: Rules, cell: str) -> set[str]:
    """The neighbours of a cell, found by its coordinates alone."""
    return _hex_neighbours(rules)[cell]


@cache
def _hex_neighbours(rules: Rules) -> dict[str, set[str]]:
    name_at = dict(zip(rules.geometry.coordinates, rules.geometry.names, strict=True))
    return {
        name: {name_at[q + dq, r + dr] for dq, dr in _HEX_STEPS if (q + dq, r + dr) in name_at}
        for (q, r), name in name_at.items()
    }


def hex_pairs(rules: Rules, cells: set[str]) -> set[frozenset[str]]:
    """Every two neighbours among these cells."""
    return {frozenset((a, b)) for a in cells for b in hex_around(rules, a) & cells}


def hex_free_pairs(state: State) -> set[frozenset[str]]:
    """Every two neighbouring cells that are free."""
    return hex_pairs(state.rules, set(state.rules.geometry.names) - set(lying(state)))


def hex_fill(
    game: str, leaving: Sequence[str], *, tiles: Sequence[str] = (), without: str = "r"
) -> list[str]:
    """`tiles` and others around them, so that the only free neighbours are among the cells in `leaving`.

    The others show none of the colours in `without`.
    """
    rules = Rules.parse(game)
    printed = {rules.geometry.names[cell] for cell in rules.printed}
    taken = {cell for tile in tiles for cell in tile.split()[1:]}
    left = Counter(dict(zip(rules.kinds, rules.tile_counts, strict=True)))
    left.subtract("".join(sorted(tile.split()[0], key=rules.colours.index)) for tile in tiles)
    open_cells = [cell for cell in rules.geometry.names if cell not in printed | taken | set(leaving)]
    beside = {cell for left_cell in leaving for cell in hex_around(rules, left_cell)}
    filled = list(tiles)
    for cell in sorted(open_cells, key=lambda cell: cell not in beside):
        partner = next((other for other in open_cells if other in hex_around(rules, cell)), None)
        if cell in open_cells and partner:
            kind = max((kind for kind in left if not set(kind) & set(without)), key=lambda kind: left[kind])
            left[kind] -= 1
            filled.append(f"{kind} {cell} {partner}")
            open_cells.remove(cell)
            open_cells.remove(partner)
    free = hex_pairs(rules, set(open_cells) | set(leaving))
    assert free == hex_pairs(rules, set(leaving)), f"also free: {sorted(map(sorted, free))}"
    return filled


def hex_finished(game: str, tracks: Sequence[str], tokens: str = "------") -> State:
    """A game that has ended because the board is full, its markers standing like this."""
    rules = Rules.parse(game)
    middle = [rules.geometry.names[rules.geometry.cell_at[place]] for place in ((0, 0), (1, 0))]
    state = compose(game, tiles=hex_fill(game, middle), racks=["rr"], tracks=tracks, tokens=tokens)
    play(state, " ".join(["rr", *middle]))
    assert state.actor == OVER
    return state
