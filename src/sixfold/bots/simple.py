"""Three bots that look one move ahead: for tests, for a first game, and to measure better ones against."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from ..core.codes import Phase, Special
from ..core.moves import Move
from ..core.state import State
from ..core.views import View
from .bot import Bot
from .grouping import groups

Worth = Callable[[State, int], tuple[int, ...]]
"""How good a position is for a seat; the larger the better."""


class RandomBot:
    """Takes any legal move, all equally likely."""

    def __init__(self, rng: random.Random) -> None:
        self._rng: Final = rng

    def choose(self, view: View) -> Move:
        """A legal move at random."""
        return Move.of(self._rng.choice(view.legal_actions()), view.rules)


class OneMoveBot:
    """Takes a move after which the position is worth most, ties at random; exchanges when it may."""

    def __init__(self, rng: random.Random, worth: Worth) -> None:
        self._rng: Final = rng
        self._worth: Final = worth

    def choose(self, view: View) -> Move:
        """The best move by what the markers show right after it."""
        if view.phase is Phase.EXCHANGE:
            return Move(Special.EXCHANGE.name.lower())
        state = view.sample(self._rng)
        by_worth: dict[tuple[int, ...], list[int]] = {}
        for actions in groups(state):
            after = state.copy()
            after.apply(actions[0])
            by_worth.setdefault(self._worth(after, view.actor), []).extend(actions)
        return Move.of(self._rng.choice(by_worth[max(by_worth)]), view.rules)


def most_points(state: State, seat: int) -> tuple[int, ...]:
    """The seat's markers added up; what the others have counts against it (the duel pulls at both)."""
    own = state.seat_tracks(seat)
    return (2 * sum(own) - sum(map(sum, state.tracks)),)


def weakest_first(state: State, seat: int) -> tuple[int, ...]:
    """The weakest colour, then the next; in the duel, by how many markers one leads, then each lead."""
    own = state.seat_tracks(seat)
    if not state.rules.game.duel:
        return tuple(sorted(own))
    other = state.tracks[1 - state.rules.sides[seat]]
    lead = sorted(mine - theirs for mine, theirs in zip(own, other, strict=True))
    return (sum(map(bool, own)) - sum(map(bool, other)), *lead)


SIMPLE_BOTS: Final[Mapping[str, tuple[str, Callable[[random.Random], Bot]]]] = {
    "random": ("any legal move", RandomBot),
    "greedy": ("the move with most points", lambda rng: OneMoveBot(rng, most_points)),
    "lexmin": ("raises its lowest colour, then the next", lambda rng: OneMoveBot(rng, weakest_first)),
}
"""Each simple bot by its name: how it plays, and how to make it."""
