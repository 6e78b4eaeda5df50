"""Moves tried out in worlds dealt at random, on several threads."""

import math
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from time import perf_counter
from typing import Any, Final

import numpy as np

from ..core.compiling import compiled
from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.records import Record
from ..core.rules import Rules
from ..core.state import State
from .kernel import alone, search
from .kernel.memory import DESK, MOST_ACTIONS
from .kernel.policy import SOLO_SLOPE

Array = np.ndarray[Any, np.dtype[Any]]

_ROWS: Final = 24  # states that an endgame may be deep
_REPLIES: Final = 32  # moves of a reply that the network looks at (see bench/screening.py)
_DUEL_REPLIES: Final = 12  # in the duel, whose screen misses less with 12 than most others do with 32
_LATE: Final = 4  # edges left on the board when worlds are played out exactly
_CHUNK: Final = 128  # samples between two looks at the clock
_CHUNK_ALONE: Final = 1024  # the same for games alone, whose samples are ten times as quick
_HUNCH: Final = 40  # worlds as which the network's opinion counts, alone
_SECOND: Final = 0.4  # what the second weakest colour counts beside the weakest, alone


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


class Desk:
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


class Trial:
    """Moves tried out in more and more worlds."""

    def __init__(
        self,
        rules: Rules,
        network: Record,
        desks: Sequence[Desk],
        actions: Sequence[int],
        hunches: Sequence[float],
        rounds: int,
    ) -> None:
        """The hunches are what the network says of the actions before anything was tried."""
        self._rules = rules
        self._network = network
        self._desks = desks
        self.actions: Final = tuple(actions)
        self._actions: Final = np.array(actions, np.uint32)
        self._hunches = hunches
        self._rounds = rounds
        self._most_replies = _DUEL_REPLIES if rules.game.duel else _REPLIES
        self._worlds: list[bytes] = []
        self._seen = [0] * len(actions)
        self._values = np.zeros((len(actions), 0), np.float32)
        self._replies = np.zeros((len(actions), 0), np.uint32)
        self._seconds = np.zeros((len(actions), 0), np.float32)
        self._samples = 0

    def deal(self, worlds: Sequence[State]) -> None:
        """Take in more worlds."""
        self._worlds += [bytes(world.record) for world in worlds]

    def merit(self, number: int) -> float:
        """By what moves are compared: the mean share so far; alone, with two remedies against bad luck.

        Where a thousand endings differ by less than luck does, what else is known helps to tell moves
        apart: the network's hunch, and how far the second weakest colour came, which the next time may be
        the weakest.
        """
        seen = self._seen[number]
        mean = float(self._values[number, :seen].mean())
        if self._rules.players > 1:
            return mean
        second = float(self._seconds[number, :seen].mean())
        return mean + _SECOND * second + self._hunches[number] / float(SOLO_SLOPE) * _HUNCH / seen

    def run(
        self,
        alive: list[int],
        worlds: Iterator[State],
        rng: random.Random,
        budget: Budget,
        began: float,
        part: float,
    ) -> None:
        """Try the moves that are left in new worlds until this part of the budget is used up."""
        while True:
            chunk = -(-(_CHUNK_ALONE if self._rules.players == 1 else _CHUNK) // len(alive))
            if budget.samples is not None:
                chunk = min(chunk, affordable_worlds(budget.samples * part, self._samples, len(alive)))
            if self._seen[alive[0]] == 0:
                chunk = max(chunk, 1)  # every move at least once
            elif budget.seconds is not None and perf_counter() - began >= budget.seconds * part:
                return
            if chunk == 0:
                return
            self._try(alive, chunk, worlds, rng)

    def _try(self, alive: list[int], count: int, worlds: Iterator[State], rng: random.Random) -> None:
        start = self._seen[alive[0]]
        need = start + count
        self.deal(list(islice(worlds, max(0, need - len(self._worlds)))))
        if need > self._values.shape[1]:
            more = ((0, 0), (0, need))
            self._values = np.pad(self._values, more)
            self._replies = np.pad(self._replies, more)
            self._seconds = np.pad(self._seconds, more)
        dealt = np.frombuffer(b"".join(self._worlds[start:need]), np.uint8).reshape(count, -1)
        seeds = np.array([rng.getrandbits(63) | 1 for _ in range(count)], np.uint64)
        values = np.zeros((len(self._actions), count), np.float32)
        replies = np.zeros((len(self._actions), count), np.uint32)
        seconds = np.zeros((len(self._actions), count), np.float32)
        desks = self._desks
        cuts = [count * i // len(desks) for i in range(len(desks) + 1)]
        jobs = [
            _pool().submit(self._work, desk, dealt, seeds, a, b, alive, values, replies, seconds)
            for desk, (a, b) in zip(desks, pairwise(cuts), strict=True)
            if b > a
        ]
        for job in jobs:
            job.result()
        for i in alive:
            self._values[i, start:need] = values[i]
            self._replies[i, start:need] = replies[i]
            self._seconds[i, start:need] = seconds[i]
            self._seen[i] = need
        self._samples += count * len(alive)

    def _work(
        self, desk: Desk, worlds: Array, seeds: Array, first: int, last: int, alive: list[int],
        values: Array, replies: Array, seconds: Array,
    ) -> None:  # fmt: skip
        numbers = np.array(alive, np.uint32)
        if self._rules.players == 1:
            compiled(alone.try_alone)(
                desk.g, worlds, seeds, np.uint64(first), np.uint64(last), desk.states, desk.raw,
                self._network.void, desk.desk, self._actions, numbers, values, seconds,
            )  # fmt: skip
            return
        compiled(search.try_moves, not self._rules.is_board_game)(
            desk.g, worlds, seeds, np.uint64(first), np.uint64(last), desk.states, desk.raw,
            self._network.void, desk.desk, desk.lists, self._actions, numbers,
            np.uint64(self._most_replies), np.uint64(self._rounds), np.uint64(_LATE), values, replies,
        )  # fmt: skip

    def judged(self, alive: Sequence[int]) -> tuple[Judged, ...]:
        """All moves: those that are left, then the others, each by its share."""
        order = sorted(
            range(len(self._actions)), key=lambda i: (i not in alive, -self._seen[i], -self.merit(i))
        )
        return tuple(map(self._judge, order))

    def _judge(self, number: int) -> Judged:
        rules = self._rules
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


def affordable_worlds(samples: float, used: int, moves: int) -> int:
    """In how many more worlds all these moves can be tried with so many samples, some of them used."""
    return max(0, round(samples) - used) // moves


def _error(values: Array) -> float:
    """The standard error of the mean of values."""
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads that all thinkers share."""
    return ThreadPoolExecutor(os.cpu_count())
