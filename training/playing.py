"""Self-play and comparisons on all cores: the kernels hold no lock, so threads run side by side."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sixfold.bots.kernel import alone, selfplay
from sixfold.bots.kernel.memory import DESK, HALVES, SAMPLE
from sixfold.core.compiling import compiled
from sixfold.core.records import Record
from sixfold.core.rules import Rules
from sixfold.core.state import State

from .settings import Settings

Array = np.ndarray[Any, np.dtype[Any]]
THREADS: Final = os.cpu_count() or 1
_LONGEST: Final = 400  # decisions in a game: room for the last one of a batch
_GAMES: Final = 50  # played in one go


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully self-play chooses."""

    most: int
    """Placements that it looks at."""
    heat: float
    wide: int
    """Placements among which it strays, blindly."""
    stray: int
    """How often it does, in a thousand decisions."""
    patience: float
    """How much of a position's worth is how the game ended, and not how it looked a turn later."""


class Table:
    """Room for one thread to play in."""

    def __init__(self, rules: Rules) -> None:
        start = State.new(rules)
        self.cards: Final = not rules.is_board_game
        self.g: Record = start.table.void
        self.states: Record = np.zeros(3, start.record.void.dtype)
        self.states[2] = start.record.void
        self.raw: Record = self.states.view(np.uint8).reshape(3, -1)
        self.desk: Record = np.zeros(1, DESK)[0]

    def learn(self, network: Record, care: Care, seed: int) -> Array:
        """Positions of some games of self-play."""
        samples = np.zeros(_GAMES * _LONGEST, SAMPLE)
        count = compiled(selfplay.learn_games, self.cards)(
            self.g, self.states, self.raw, network.void, self.desk,
            np.uint64(care.most), np.float32(care.heat), np.uint64(care.wide), np.uint64(care.stray),
            np.float32(care.patience), np.uint64(seed), np.uint64(_GAMES), samples,
        )  # fmt: skip
        return samples[:count]

    def screen(self, network: Record, settings: Settings, seed: int, games: int) -> Array:
        """Placements with the values that the screen is to predict."""
        samples = np.zeros(games * 40 * settings.screen_tries, HALVES)
        count = compiled(selfplay.learn_screen)(
            self.g, self.states, self.raw, network.void, self.desk,
            np.uint64(settings.most), np.float32(settings.heat), np.uint64(seed), np.uint64(games),
            np.uint64(settings.screen_tries), samples,
        )  # fmt: skip
        return samples[:count]

    def try_thumb(self, network: Record, thumb: Array, games: int, seed: int) -> float:
        """The mean share that a rule of thumb reaches alone."""
        trying = network.copy()
        trying.thumb[:] = thumb
        return float(
            compiled(alone.quick_games)(
                self.g, self.states, self.raw, trying.void, self.desk, np.uint64(seed), np.uint64(games)
            )
        )

    def compare(
        self, network: Record, other: Record, most: tuple[int, int], seed: int, deals: int, sides: int
    ) -> Array:
        """The first network's share of each deal, as the mean over the sides that it took."""
        results = np.zeros((deals, sides), np.float32)
        compiled(selfplay.compare_games, self.cards)(
            self.g, self.states, self.raw, network.void, other.void, self.desk,
            np.uint64(most[0]), np.uint64(most[1]), np.uint64(seed), np.uint64(deals), results,
        )  # fmt: skip
        shares: Array = results.mean(1)
        return shares


class Tables:
    """A table for each thread."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self._tables = [Table(rules) for _ in range(THREADS)]
        self._pool = ThreadPoolExecutor(THREADS)

    def learn(self, network: Record, samples: int, care: Care, seed: int) -> Array:
        """So many positions of self-play.

        The games follow from the seed, not from which thread was faster: batches are numbered.
        """
        batches: list[Array] = []
        while sum(map(len, batches)) < samples:
            seeds = [seed * 100_000 + len(batches) + i for i in range(THREADS)]
            batches += self._pool.map(
                lambda table, seed: table.learn(network, care, seed), self._tables, seeds
            )
        return np.concatenate(batches)

    def screen(self, network: Record, settings: Settings, seed: int) -> Array:
        """Placements for the screen to learn from."""
        return self._tables[0].screen(network, settings, seed, settings.screen_games)

    def try_thumbs(self, network: Record, thumbs: Array, games: int, seed: int) -> Array:
        """The mean share of each rule of thumb, all in the same games."""
        parts = self._pool.map(
            lambda table, part: [table.try_thumb(network, thumb, games, seed) for thumb in part],
            self._tables,
            np.array_split(thumbs, THREADS),
        )
        return np.concatenate(list(parts))

    def compare(
        self, network: Record, other: Record, most: tuple[int, int], seed: int, deals: int
    ) -> tuple[float, float]:
        """The first network's mean share against the other, and its standard error."""
        sides = len(set(self.rules.sides))
        each = -(-deals // THREADS)
        seeds = [seed * 1000 + i for i in range(THREADS)]
        shares = np.concatenate(
            list(
                self._pool.map(
                    lambda table, seed: table.compare(network, other, most, seed, each, sides),
                    self._tables,
                    seeds,
                )
            )
        )
        return float(shares.mean()), float(shares.std(ddof=1) / np.sqrt(len(shares)))
