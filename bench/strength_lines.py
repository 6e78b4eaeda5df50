"""The lines of docs/strength.md: who meets whom, what the first is to reach, and what it reached."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sixfold.bots.levels import LEVELS
from sixfold.core.rules import Rules

_CARDS: Final = tuple(Rules.parse(f"cards(players={players})") for players in (2, 3, 4))
_POLISH_CARDS: Final = tuple(Rules.parse(f"cards(players={players},edition=pl)") for players in (2, 3, 4))


@dataclass(frozen=True, slots=True)
class Promise:
    """One line: who meets whom in which game, and what the first is to reach."""

    game: str
    first: str
    second: str
    goal: float | None
    is_floor: bool = False
    """Whether it is enough not to be below the goal beyond the interval."""

    @property
    def name(self) -> str:
        """What its result is found by."""
        return f"{self.game} {self.first} {self.second}"

    @property
    def rules(self) -> Rules:
        """What is played."""
        return Rules.parse(self.game)

    @property
    def samples(self) -> int | None:
        """How many samples the first takes a move by its level; none if it does not search or is told."""
        level = LEVELS.get(self.first)
        budget = level.budget(self.rules) if level else None
        return budget.samples if budget else None


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a line: the first bot's share of the wins; alone, its mean weakest colour."""

    games: int
    value: float
    low: float
    high: float
    ms: float
    samples: int | None
    """That the first took then: its level may have others now."""
    second: float | None = None
    """Alone, the second bot's mean weakest colour."""


def promises() -> Iterator[Promise]:
    """All lines."""
    default = (LEVELS["master"].samples or {})["hex", 2]
    yield Promise("hex(players=2)", "master", "greedy", 0.98)
    yield Promise("hex(players=2)", "master", "lexmin", 0.98)
    yield Promise("hex(players=2)", "expert", "lexmin", 0.97)
    for factor, goal, is_floor in ((2, 0.5, True), (4, 0.5, True), (8, 0.55, False)):
        yield Promise("hex(players=2)", f"master:{factor * default}", "master", goal, is_floor)
    for players, goal in ((3, 0.75), (4, 0.70)):
        yield Promise(f"hex(players={players})", "master", "greedy", goal)
    yield Promise("hex-duel", "master", "greedy", 0.95)
    yield Promise("hex-team", "master", "greedy", 0.95)
    for players, goal in ((2, 0.95), (3, 0.75), (4, 0.70)):
        yield Promise(f"square(players={players})", "master", "lexmin", goal)
    for rules in (*_CARDS, *_POLISH_CARDS):
        yield Promise(str(rules), "master", "network", {2: 0.65, 3: 0.50, 4: 0.40}[rules.players])
    yield Promise("hex-solo", "master", "greedy", 19.0)
    yield Promise("square-solo", "master", "greedy", None)
    levels = list(LEVELS)
    for rules in (*Rules.every(), *_POLISH_CARDS):
        for lower, higher in pairwise(levels):
            goal = 0.8 if str(rules) == "hex(players=2)" and higher == "master" else 0.6
            yield Promise(str(rules), higher, lower, goal if rules.players > 1 else None)
