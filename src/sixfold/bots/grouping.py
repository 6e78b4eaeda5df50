"""Thousands of placements, a few hundred results: legal actions put together that score the same."""

from collections.abc import Hashable
from functools import lru_cache

from ..core.codes import EMPTY
from ..core.moves import Move, action_count
from ..core.rules import Rules
from ..core.state import BoardState, State


def groups(state: State) -> list[list[int]]:
    """The legal actions of the seat to act, in groups that move the markers alike.

    The potentials are the engine's: a half scores exactly the potential of its cell. So it is enough to
    try one action of a group to know what all of them score.
    """
    if not isinstance(state, BoardState):
        return [[action] for action in state.legal_actions()]
    potentials = state.potentials
    unlike = _cells_beside_gaps(state) if state.rules.game.pyramids else frozenset()
    meanings = _meanings(state.rules)
    found: dict[Hashable, list[int]] = {}
    for action in state.legal_actions():
        what, halves = meanings[action]
        points = tuple([potentials[cell][colour] for cell, colour in halves])
        alone = action if unlike and any(cell in unlike for cell, _ in halves) else None
        found.setdefault((what, points, alone), []).append(action)
    return list(found.values())


@lru_cache(maxsize=16)
def _meanings(rules: Rules) -> list[tuple[str, tuple[tuple[int, int], ...]]]:
    """Every action's tile or word, and the (cell, colour) of its halves: asked far too often to ask anew."""
    meanings = []
    for action in range(action_count(rules)):
        move = Move.of(action, rules)
        cells = [rules.geometry.cell_of[name] for name in move.cells]
        colours = [rules.colours.index(letter) for letter in move.what[: len(cells)]]
        meanings.append((move.what, tuple(zip(cells, colours, strict=True))))
    return meanings


def _cells_beside_gaps(state: BoardState) -> frozenset[int]:
    """Empty cells where a half may raise a pyramid, whose points no potential knows.

    A pyramid needs an empty square that the tile closes in: one with a single empty square beside it, since
    no square lies beside both halves of a tile.
    """
    beside = set()
    for cell, content in enumerate(state.board):
        if content == EMPTY:
            around = [n for n in state.rules.geometry.neighbours[cell] if n is not None]
            empty = [neighbour for neighbour in around if state.board[neighbour] == EMPTY]
            if len(empty) == 1:
                beside.update(empty)
    return frozenset(beside)
