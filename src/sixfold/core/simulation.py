"""Random games in compiled code: for benchmarks, self-tests, and to have the kernels warm."""

from dataclasses import dataclass

import numpy as np

from .compiling import compiled, compiled_kernels
from .errors import SixfoldError
from .kernel import playout
from .records import Record
from .rules import Rules
from .state import State

_CACHE_LINES = 32  # more 8-byte words than needed, so that no two threads write to the same cache line
_SCRAMBLE = 0x9E3779B97F4A7C15  # the golden ratio: spreads small seeds over all bits, and is never zero


@dataclass(frozen=True, slots=True)
class Tally:
    """What many random games came to: sums over the games."""

    games: int
    plies: int
    weakest: int
    """Of seat 1's weakest colour."""
    points: int
    """Of all of seat 1's markers."""


def random_games(rules: Rules, games: int, seed: int = 0) -> Tally:
    """Play games with uniformly random moves, an exchange whenever it is offered.

    Holds no lock while it runs, so that threads run side by side.
    """
    if games < 0:
        raise SixfoldError(f"cannot play {games} games")
    state = State.new(rules)
    run = compiled(playout.board_games if rules.is_board_game else playout.card_games)
    states, raw = two_states(state)
    sums = np.zeros(_CACHE_LINES, np.int64)
    run(state.table.void, states, raw, generator(seed), games, sums)
    plies, weakest, points = map(int, sums[:3])
    return Tally(games, plies, weakest, points)


def generator(seed: int) -> Record:
    """The state of the kernels' random numbers: its first element."""
    state = np.zeros(_CACHE_LINES, np.uint64)
    state[0] = (seed * 2 + 1) * _SCRAMBLE % 2**64
    return state


def two_states(state: State) -> tuple[Record, Record]:
    """Two states for the playout kernels, the start and room to play in; and the same memory as bytes."""
    states = np.zeros(2, state.record.void.dtype)
    states[0] = state.record.void
    return states, states.view(np.uint8).reshape(2, -1)


def warm_up() -> None:
    """Compile every kernel, or load it from the cache, so that no later call has to wait for it."""
    with compiled_kernels():
        for game in ("hex", "cards"):
            rules = Rules.parse(game)
            random_games(rules, 1)
            state = State.new(rules)
            while state.actor < 0:
                state.apply(state.legal_actions()[0])
            state.apply(state.legal_actions()[0])
            state.may_exchange()
            State.of(state.everything())
