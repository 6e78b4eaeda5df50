"""Thinking about a position: which moves are good, how good, and how sure that is.

The most promising moves by the network are tried out in worlds dealt at random, all in the same worlds, so
that they differ by what the moves do and not by luck. Half of the moves are dropped again and again, and the
worlds that this saves go to those that are left (sequential halving).
"""

import math
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from time import perf_counter
from typing import Final

import numpy as np

from ..core.compiling import compiled
from ..core.moves import Move
from ..core.records import Record
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from .kernel import endgame, policy
from .trial import Array, Budget, Desk, Judged, Trial
from .warming import something_to_think_about
from .weights import weights_for

__all__ = ["Budget", "Judged", "Thinker", "Thoughts"]

LOOK: Final = 200  # moves at the root that the network looks at
_EXACT_NODES: Final = 300_000  # positions that an endgame may take
_SAMPLES_A_SECOND: Final = 4000  # on two cores, more or less
_DEEP: Final = 2400  # samples from which on a round more is looked ahead


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What is thought of a position."""

    moves: tuple[Judged, ...]
    """The best first: those that stayed to the end before those that were dropped."""
    exact: bool
    """Whether the rest of the game was played out completely."""
    seconds: float


class Thinker:
    """Thinks about positions of one game. Not for several threads at once; it uses several by itself."""

    def __init__(self, rules: Rules, network: Record | None = None, threads: int | None = None) -> None:
        """With the weights that come with the program, on two threads if there are two cores.

        What it thinks does not depend on the number of threads.
        """
        self.rules: Final = rules
        self._network: Final = network if network is not None else weights_for(rules).network
        self._cards: Final = not rules.is_board_game
        self._desks: Final = [Desk(rules) for _ in range(threads or min(2, os.cpu_count() or 1))]

    def warm_up(self) -> None:
        """Compile all that thinking takes, or load it from the cache, so that no move has to wait for it."""
        with something_to_think_about(self.rules) as state:
            self.think(state.view(state.actor), Budget(samples=1), random.Random(0))
            self._solve(state, 1)

    def instant(self, view: View, heat: float, rng: random.Random) -> Move:
        """The best move by the network alone; with heat, one that is drawn, the better the more often."""
        actions, logits = self._rank(view.sample(rng))
        chosen = 0
        if heat:
            chosen = rng.choices(range(len(actions)), np.exp((logits - logits[0]) / heat).tolist())[0]
        return Move.of(actions[chosen], self.rules)

    def think(self, view: View, budget: Budget, rng: random.Random, also: Sequence[Move] = ()) -> Thoughts:
        """Think about the moves of the seat to act; those in `also` stay to the end in any case."""
        began = perf_counter()
        worlds = view.samples(rng)
        root = next(worlds)
        if not view.unknown:
            worlds = repeat(root)
        exact = self._solve(root, _EXACT_NODES) if _knows_all(view) else None
        if exact is not None:
            return Thoughts(exact, True, perf_counter() - began)
        wanted = [move.action(self.rules) for move in also]
        trial = self.trial(root, _width(budget), _rounds(budget), wanted)

        def try_out(alive: list[int], part: float) -> None:
            trial.run(alive, worlds, rng, budget, began, part)

        keep = [trial.actions.index(action) for action in wanted]
        alive = halve(len(trial.actions), keep, try_out, trial.merit)
        return Thoughts(trial.judged(alive), False, perf_counter() - began)

    def trial(self, root: State, width: int, rounds: int, also: Sequence[int] = ()) -> Trial:
        """A trial of so many moves, those that the network likes best, and of others that are wanted."""
        ranked, logits = self._rank(root)
        best = _distinct(root, ranked, width)
        actions = best + [action for action in also if action not in best]
        hunches = dict(zip(ranked, logits.tolist(), strict=True))
        trial = Trial(
            self.rules, self._network, self._desks, actions,
            [hunches.get(action, logits[-1]) for action in actions], rounds,
        )  # fmt: skip
        trial.deal([root])
        return trial

    def _rank(self, root: State) -> tuple[list[int], Array]:
        """The most promising actions and their logits, the best first."""
        desk = self._desks[0]
        desk.put(root)
        compiled(policy.choose, self._cards)(
            desk.g, desk.states, desk.raw, np.uint64(0), self._network.void, desk.desk,
            np.uint64(LOOK), np.float32(0),
        )  # fmt: skip
        logits = desk.desk["scores"][: desk.desk["count"]]
        order = np.argsort(-logits, kind="stable")
        return desk.desk["actions"][order].tolist(), logits[order]

    def _solve(self, root: State, most: int) -> tuple[Judged, ...] | None:
        """All moves with their exact values, if everything is known and little enough is left."""
        if self._cards or len(set(self.rules.sides)) > 2:
            return None
        desk = self._desks[0]
        desk.put(root)
        actions = np.array(root.legal_actions(), np.uint32)
        values = np.zeros(len(actions), np.float32)
        desk.desk["nodes"] = most
        compiled(endgame.solve_moves, self._cards)(
            desk.g, desk.states, desk.raw, desk.desk, desk.lists, np.uint64(1), actions, values
        )
        if desk.desk["nodes"] < 0:
            return None
        order = np.argsort(-values, kind="stable")
        return tuple(
            Judged(Move.of(int(actions[i]), self.rules), float(values[i]), 0.0, 1, None, values[i : i + 1])
            for i in order
        )


def halve(
    count: int,
    keep: Sequence[int],
    try_out: Callable[[list[int], float], None],
    merit: Callable[[int], float],
) -> list[int]:
    """Which of so many moves are left if the lesser half is dropped again and again; those to keep stay.

    `try_out` tries the moves that are left until such a part of the budget is used up.
    """
    alive = list(range(count))
    stages = max(1, math.ceil(math.log2(count)))
    for stage in range(1, stages + 1):
        try_out(alive, stage / stages)
        if stage < stages:
            by_merit = sorted(alive, key=lambda i: -merit(i))
            alive = sorted({*by_merit[: max(2, (len(alive) + 1) // 2)], *keep})
    return alive


def _distinct(root: State, ranked: Sequence[int], most: int) -> list[int]:
    """The first so many actions that lead to different positions.

    Where the order in which halves are scored can matter, a double may be laid either way, but mostly it
    makes no difference: both would take worlds from the others.
    """
    found: list[int] = []
    for action in ranked:
        turned = action ^ 1
        if turned in found and _after(root, action) == _after(root, turned):
            continue
        found.append(action)
        if len(found) == most:
            break
    return found


def _after(root: State, action: int) -> State:
    after = root.copy()
    after.apply_legal(action)
    return after


def _knows_all(view: View) -> bool:
    """Whether nothing is left to chance: with an empty bag, one rack that is hidden is no secret."""
    return view.bag_size == 0 and sum(None in rack for rack in view.racks) <= 1


def _expected_samples(budget: Budget) -> float:
    """About how many samples a budget allows."""
    return min(budget.samples or math.inf, _SAMPLES_A_SECOND * (budget.seconds or math.inf))


def _width(budget: Budget) -> int:
    """How many moves to try: with more time more of them.

    One best move in ten ranks below the twentieth at first sight, and those that are no good are dropped
    after a few worlds: there is more to gain by looking at more moves than by looking longer.
    """
    return int(max(4, round(3.6 * _expected_samples(budget) ** 0.3)))


def _rounds(budget: Budget) -> int:
    """How many turns of its own a seat is followed before its position is valued.

    The farther, the more the worlds differ: it takes more samples, and it is what more samples are good for.
    """
    return 1 + (_expected_samples(budget) >= _DEEP)
