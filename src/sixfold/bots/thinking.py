"""Thinking about a position: which moves are good, how good, and how sure that is.

The most promising moves by the network are tried out in worlds dealt at random, all in the same worlds, so
that they differ by what the moves do and not by luck. Half of the moves are dropped again and again, and the
worlds that this saves go to those that are left (sequential halving).
"""

import math
import os
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice
from time import perf_counter
from typing import Any, Final

import numpy as np

from ..core.compiling import compiled
from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.records import Record
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from .kernel import endgame, policy, search
from .kernel.memory import DESK, MOST_ACTIONS
from .weights import weights_for

Array = np.ndarray[Any, np.dtype[Any]]

THREADS: Final = min(2, os.cpu_count() or 1)
_ROWS: Final = 24  # states that an endgame may be deep
_LOOK: Final = 200  # moves at the root that the network looks at
_REPLIES: Final = 32  # moves of a reply that it looks at
_LATE: Final = 4  # edges left on the board when worlds are played out exactly
_EXACT_NODES: Final = 300_000
_CHUNK: Final = 8  # worlds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: a number of samples (a move tried in a world), seconds, or whichever comes first."""

    samples: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.samples is None and self.seconds is None:
            raise SixfoldError("a budget needs samples or seconds")
        if (self.samples is not None and self.samples < 1) or (
            self.seconds is not None and self.seconds <= 0
        ):
            raise SixfoldError("a budget must be more than nothing")


@dataclass(frozen=True, slots=True)
class Judged:
    """A move with what is thought of it."""

    move: Move
    share: float
    """The expected share of the win; alone, the expected weakest colour as a part of the track."""
    error: float
    """The standard error of the share; 0 if it is exact."""
    samples: int
    reply: Move | None
    """What the next seat most often answered."""
    values: Array
    """The share in each world that it was tried in, in the order of the worlds."""

    def lead(self, other: "Judged") -> tuple[float, float]:
        """By how much its share is larger than another's in the same worlds, and its standard error."""
        common = min(len(self.values), len(other.values))
        gaps = self.values[:common] - other.values[:common]
        return float(gaps.mean()), _error(gaps)


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

    def __init__(self, rules: Rules, network: Record | None = None) -> None:
        self.rules: Final = rules
        self._network: Final = network if network is not None else weights_for(rules).network
        self._cards: Final = not rules.is_board_game
        self._desks: Final = [_Desk(rules) for _ in range(THREADS)]

    def instant(self, view: View, heat: float, rng: random.Random) -> Move:
        """The best move by the network alone; with heat, one that is drawn, the better the more often."""
        actions, logits = self._rank(view.sample(rng))
        chosen = 0
        if heat:
            chosen = rng.choices(range(len(actions)), np.exp((logits - logits[0]) / heat).tolist())[0]
        return Move.of(actions[chosen], self.rules)

    def think(
        self,
        view: View,
        budget: Budget,
        rng: random.Random,
        also: Sequence[Move] = (),
        width: int | None = None,
        rounds: int | None = None,
    ) -> Thoughts:
        """Think about the moves of the seat to act; those in `also` stay to the end in any case."""
        began = perf_counter()
        worlds = view.samples(rng)
        root = next(worlds)
        exact = self._solve(view, root) if view.bag_size == 0 else None
        if exact is not None:
            return Thoughts(exact, True, perf_counter() - began)
        ranked, _ = self._rank(root)
        wanted = [move.action(self.rules) for move in also]
        width = width or _width(budget)
        rounds = (1 if self.rules.players == 1 else 0) if rounds is None else rounds
        actions = ranked[:width] + [action for action in wanted if action not in ranked[:width]]
        trial = _Trial(self, actions, rounds)
        trial.deal([root])
        alive = list(range(len(actions)))
        keep = [actions.index(action) for action in wanted]
        stages = max(1, math.ceil(math.log2(len(actions))))
        for stage in range(1, stages + 1):
            trial.run(alive, worlds, rng, budget, began, stage / stages)
            if stage < stages:
                by_share = sorted(alive, key=lambda i: -trial.mean(i))
                left = by_share[: max(2, (len(alive) + 1) // 2)]
                alive = sorted({*left, *keep})
        return Thoughts(trial.judged(alive), False, perf_counter() - began)

    def _rank(self, root: State) -> tuple[list[int], Array]:
        """The most promising actions and their logits, the best first."""
        desk = self._desks[0]
        desk.put(root)
        compiled(policy.choose, self._cards)(
            desk.g, desk.states, desk.raw, np.uint64(0), self._network.void, desk.desk,
            np.uint64(_LOOK), np.float32(0),
        )  # fmt: skip
        logits = desk.desk["scores"][: desk.desk["count"]]
        order = np.argsort(-logits, kind="stable")
        return desk.desk["actions"][order].tolist(), logits[order]

    def _solve(self, view: View, root: State) -> tuple[Judged, ...] | None:
        """All moves with their exact values, if everything is known and little enough is left."""
        if len(set(self.rules.sides)) > 2 or not self.rules.is_board_game:
            return None
        desk = self._desks[0]
        desk.put(root)
        actions = np.array(root.legal_actions(), np.uint32)
        values = np.zeros(len(actions), np.float32)
        nodes = np.array([_EXACT_NODES])
        compiled(endgame.solve_moves, self._cards)(
            desk.g, desk.states, desk.raw, desk.desk, desk.lists, np.uint64(1), nodes, actions, values
        )
        if nodes[0] < 0:
            return None
        order = np.argsort(-values, kind="stable")
        return tuple(
            Judged(Move.of(int(actions[i]), self.rules), float(values[i]), 0.0, 1, None, values[i : i + 1])
            for i in order
        )


class _Desk:
    """Room for one thread."""

    def __init__(self, rules: Rules) -> None:
        start = State.new(rules)
        self.g: Final[Record] = start.table.void
        self.states: Final[Record] = np.zeros(_ROWS, start.record.void.dtype)
        self.raw: Final[Record] = self.states.view(np.uint8).reshape(_ROWS, -1)
        self.desk: Final[Record] = np.zeros(1, DESK)[0]
        self.lists: Final = np.zeros((_ROWS, MOST_ACTIONS), np.uint32)

    def put(self, state: State) -> None:
        """Put a state into the first row."""
        self.states[0] = state.record.void


class _Trial:
    """Moves tried out in more and more worlds."""

    def __init__(self, thinker: Thinker, actions: Sequence[int], rounds: int) -> None:
        self._thinker = thinker
        self._actions = np.array(actions, np.uint32)
        self._rounds = rounds
        self._worlds: list[bytes] = []
        self._seen = [0] * len(actions)
        self._values = np.zeros((len(actions), 0), np.float32)
        self._replies = np.zeros((len(actions), 0), np.uint32)
        self._samples = 0

    def deal(self, worlds: Sequence[State]) -> None:
        """Take in more worlds."""
        self._worlds += [bytes(world.record) for world in worlds]

    def mean(self, number: int) -> float:
        """The mean share of a move so far."""
        return float(self._values[number, : self._seen[number]].mean())

    def run(
        self, alive: list[int], worlds: Any, rng: random.Random, budget: Budget, began: float, part: float
    ) -> None:
        """Try the moves that are left in new worlds until this part of the budget is used up."""
        while True:
            chunk = _CHUNK
            if budget.samples is not None:
                chunk = min(chunk, max(0, round(budget.samples * part) - self._samples) // len(alive))
            if self._seen[alive[0]] == 0:
                chunk = max(chunk, 1)  # every move at least once
            elif budget.seconds is not None and perf_counter() - began >= budget.seconds * part:
                return
            if chunk == 0:
                return
            self._try(alive, chunk, worlds, rng)

    def _try(self, alive: list[int], count: int, worlds: Any, rng: random.Random) -> None:
        start = self._seen[alive[0]]
        need = start + count
        self.deal(list(islice(worlds, max(0, need - len(self._worlds)))))
        if need > self._values.shape[1]:
            more = ((0, 0), (0, need))
            self._values = np.pad(self._values, more)
            self._replies = np.pad(self._replies, more)
        dealt = np.frombuffer(b"".join(self._worlds[start:need]), np.uint8).reshape(count, -1)
        seeds = np.array([rng.getrandbits(63) | 1 for _ in range(count)], np.uint64)
        values = np.zeros((len(self._actions), count), np.float32)
        replies = np.zeros((len(self._actions), count), np.uint32)
        cuts = [count * i // THREADS for i in range(THREADS + 1)]
        jobs = [
            _pool().submit(self._work, desk, dealt, seeds, a, b, alive, values, replies)
            for desk, a, b in zip(self._thinker._desks, cuts, cuts[1:], strict=False)
            if b > a
        ]
        for job in jobs:
            job.result()
        for i in alive:
            self._values[i, start:need] = values[i]
            self._replies[i, start:need] = replies[i]
            self._seen[i] = need
        self._samples += count * len(alive)

    def _work(
        self, desk: _Desk, worlds: Array, seeds: Array, first: int, last: int, alive: list[int],
        values: Array, replies: Array,
    ) -> None:  # fmt: skip
        compiled(search.try_moves, self._thinker._cards)(
            desk.g, worlds, seeds, np.uint64(first), np.uint64(last), desk.states, desk.raw,
            self._thinker._network.void, desk.desk, desk.lists, self._actions, np.array(alive, np.uint32),
            np.uint64(_REPLIES), np.uint64(self._rounds), np.uint64(_LATE), values, replies,
        )  # fmt: skip

    def judged(self, alive: Sequence[int]) -> tuple[Judged, ...]:
        """All moves: those that are left, then the others, each by its share."""
        order = sorted(
            range(len(self._actions)), key=lambda i: (i not in alive, -self._seen[i], -self.mean(i))
        )
        return tuple(map(self._judge, order))

    def _judge(self, number: int) -> Judged:
        rules = self._thinker.rules
        values = self._values[number, : self._seen[number]].copy()
        replies = self._replies[number, : self._seen[number]]
        answers = replies[replies > 0]
        reply = None
        if len(answers):
            kinds, counts = np.unique(answers, return_counts=True)
            reply = Move.of(int(kinds[counts.argmax()]) - 1, rules)
        return Judged(
            Move.of(int(self._actions[number]), rules),
            float(values.mean()), _error(values), len(values), reply, values,
        )  # fmt: skip


def _width(budget: Budget) -> int:
    """How many moves to try: the more time, the more of them."""
    samples = budget.samples if budget.samples is not None else 4000 * (budget.seconds or 0)
    return int(max(4, min(40, round(2 * samples**0.33))))


def _error(values: Array) -> float:
    """The standard error of the mean of values."""
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads that all thinkers share."""
    return ThreadPoolExecutor(THREADS)
