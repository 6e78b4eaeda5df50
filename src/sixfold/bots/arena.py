"""Bots against each other: who meets whom, on which deals, in which seats, and what came of it.

Luck is taken out as far as it can be. All pairings play the same deals, and on each deal every side of the
table is taken by the first bot once, so that neither a good rack nor a good seat favours a bot.
Everything follows from the plan: the same plan gives the same games, whoever plays them and in which order.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from time import perf_counter
from typing import TypeVar

from ..core.dealer import Dealer
from ..core.errors import SixfoldError
from ..core.match import Match
from ..core.outcome import Outcome
from ..core.rules import Rules
from ..notation.position import write_position
from .bot import Bot
from .external import ExternalBot, Faults, command_label
from .roster import PROGRAM, TIME_LIMIT, bot_maker, is_program, make_bot

T = TypeVar("T")


class ArenaError(SixfoldError):
    """A run that cannot be made, or that a bot has ended by an error."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot that takes part."""

    name: str
    label: str
    """Its name, of a program a short one; numbered if it would come more than once."""


Pairing = tuple[Entrant, ...]
"""Two bots that meet; in a solo game one bot alone."""


@dataclass(frozen=True, slots=True)
class Task:
    """One deal of one pairing: the piece of work that is done in one go."""

    rules: Rules
    pairing: Pairing
    deal: int
    """From 1."""
    seed: bytes
    """Of the dealer, and with it of every bot."""
    time_limit: float = TIME_LIMIT
    """Seconds that another program has for a move."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. Tuples have an entry for each seat."""

    pairing: Pairing
    deal: int
    seed: bytes
    seating: tuple[int, ...]
    """Which entrant of the pairing sat there."""
    starter: int
    outcome: Outcome
    moves: tuple[int, ...]
    seconds: tuple[float, ...] = field(compare=False)
    """Spent in `choose`. Games are equal if the same was played, however long it took."""
    faults: tuple[Faults, ...]
    """Of other programs; our own bots have none."""

    def share(self, who: int) -> float:
        """An entrant's share of the win, all its seats together."""
        return sum(self._of(who, self.outcome.shares))

    def score(self, who: int) -> float:
        """An entrant's score (weakest colour; duel: markers), the mean of its seats."""
        return fmean(self._of(who, self.outcome.scores))

    def effort(self, who: int) -> tuple[int, float]:
        """How many moves an entrant made, and the seconds that they took it."""
        return sum(self._of(who, self.moves)), sum(self._of(who, self.seconds))

    def faults_of(self, who: int) -> Faults:
        """How often an entrant failed, all its seats together."""
        return sum(self._of(who, self.faults), Faults())

    def _of(self, who: int, values: Sequence[T]) -> list[T]:
        return [value for value, entrant in zip(values, self.seating, strict=True) if entrant == who]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is to be played. Made by `of`, which checks it."""

    rules: Rules
    entrants: tuple[Entrant, ...]
    deals: int
    seed: int
    time_limit: float = TIME_LIMIT
    """Seconds that another program has for a move."""

    @classmethod
    def of(
        cls, rules: Rules, names: Sequence[str], deals: int, seed: int, time_limit: float = TIME_LIMIT
    ) -> "Plan":
        """A plan for bots of these names; one that comes twice is told apart by a number."""
        for name in names:
            bot_maker(name)  # before anything is played
        if len(names) < min(rules.players, 2):
            raise ArenaError(f"{rules} needs two bots to compare; only a solo game takes one")
        labels = [command_label(n.removeprefix(PROGRAM)) if is_program(n) else n for n in names]
        often, met = Counter(labels), Counter[str]()
        entrants = []
        for name, label in zip(names, labels, strict=True):
            met[label] += 1
            entrants.append(Entrant(name, f"{label}#{met[label]}" if often[label] > 1 else label))
        return cls(rules, tuple(entrants), deals, seed, time_limit)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Everybody with everybody; in a solo game everybody alone."""
        return tuple(combinations(self.entrants, min(self.rules.players, 2)))

    @property
    def tasks(self) -> Iterator[Task]:
        """What is to be done, deal by deal, so that pairings are on a par wherever a run is stopped."""
        for deal in range(1, self.deals + 1):
            for pairing in self.pairings:
                yield Task(self.rules, pairing, deal, deal_seed(self.seed, deal), self.time_limit)


def deal_seed(seed: int, deal: int) -> bytes:
    """The dealer's seed of a deal: the same for every pairing."""
    return hashlib.sha256(f"sixfold arena {seed} deal {deal}".encode()).digest()


def seatings(rules: Rules) -> list[tuple[int, ...]]:
    """For each game of a deal, which entrant sits in each seat.

    The first entrant takes each side (a seat, or a team's seats) once, the second all other sides.
    """
    return [tuple(int(side != turn) for side in rules.sides) for turn in sorted(set(rules.sides))]


def fair_share(rules: Rules) -> float:
    """The share of the wins that the first entrant of equals would get."""
    return 1 / len(set(rules.sides))


def play_deal(task: Task) -> list[GameResult]:
    """Play one deal of one pairing in every seating."""
    return [_play(task, seating) for seating in seatings(task.rules)]


def _play(task: Task, seating: tuple[int, ...]) -> GameResult:
    """Play one game, with bots made for it alone: no game can depend on another."""
    match = Match(task.rules, Dealer(task.seed))
    starter = match.view(None).starter
    assert starter is not None  # a match is dealt at once
    bots = [_bot(task, seating, seat) for seat in range(task.rules.players)]
    programs = {seat: bot for seat, bot in enumerate(bots) if isinstance(bot, ExternalBot)}
    with ExitStack() as stack:
        for program in programs.values():
            stack.enter_context(program)
        moves, seconds = _play_out(task, seating, match, bots)
    return GameResult(
        task.pairing,
        task.deal,
        task.seed,
        seating,
        starter,
        match.outcome(),
        moves,
        seconds,
        tuple(programs[seat].faults if seat in programs else Faults() for seat in range(len(bots))),
    )


def _play_out(
    task: Task, seating: tuple[int, ...], match: Match, bots: Sequence[Bot]
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Play to the end: how many moves each seat made, and the seconds that they took."""
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    while not match.is_over:
        seat = match.actor
        view = match.view(seat)
        try:
            began = perf_counter()
            move = bots[seat].choose(view)
            seconds[seat] += perf_counter() - began
            match.play(move, seat)
        except Exception as error:  # whatever a bot does wrong, it is named
            who = task.pairing[seating[seat]].label
            raise ArenaError(
                f"{who} failed on deal {task.deal} in seat {seat + 1}: {type(error).__name__}: {error}; "
                f"dealt from {task.seed.hex()}; position: {write_position(match.state.everything())}"
            ) from None
        moves[seat] += 1
    return tuple(moves), tuple(seconds)


def _bot(task: Task, seating: tuple[int, ...], seat: int) -> Bot:
    """The bot for a seat. Its seed names the seating: else a bot against itself would play one game twice."""
    rng = random.Random(f"{task.seed.hex()} {seating} {seat}")
    return make_bot(task.pairing[seating[seat]].name, rng, task.time_limit)
