"""A training run: generation by generation, each kept on disk: it can be stopped and taken up again."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
from rich.console import Console

from sixfold.bots.weights import read_weights, weights_name, write_weights
from sixfold.core.records import Record
from sixfold.core.rules import Rules

from .fitting import first_network, fit_screen, fit_value
from .playing import Array, Care, Tables
from .settings import Settings
from .thumb import tune_thumb


@dataclass(frozen=True, slots=True)
class Generation:
    """What became of one generation; a line of the log."""

    number: int
    positions: int
    loss: float
    screen_loss: float
    against_best: float
    """Its share against the best generation before it; alone, by how much it is better."""
    error: float
    against_first: float
    """Its share against generation 0, which takes points by the screen alone."""
    accepted: bool
    seconds: float


class Run:
    """The folder of a run: `log.jsonl`, and for each generation its positions and its network."""

    def __init__(self, rules: Rules, folder: Path, settings: Settings, console: Console) -> None:
        self.rules: Final = rules
        self.folder: Final = folder / weights_name(rules).removesuffix(".npz")
        self.settings: Final = settings
        self.console: Final = console
        self.tables: Final = Tables(rules)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._check_settings()
        self.log: list[Generation] = self._read_log()

    def train(self, generations: int) -> None:
        """Go on until there are so many generations."""
        while len(self.log) < generations:
            self._generation(len(self.log) + 1)

    @property
    def fair(self) -> float:
        """The share of equals; alone, their difference."""
        return 0.0 if self.rules.players == 1 else 1 / len(set(self.rules.sides))

    def best(self) -> Record:
        """The network of the last generation that was accepted."""
        return self._read(max((g.number for g in self.log if g.accepted), default=0))

    def _read(self, number: int) -> Record:
        """The network of a generation."""
        if number == 0:
            return first_network(self.settings.seed)
        path = self._network(number)
        return read_weights(path.read_bytes(), str(path)).network

    def publish(self, path: Path) -> None:
        """Write the best network where the program finds it."""
        accepted = [generation for generation in self.log if generation.accepted]
        path.parent.mkdir(parents=True, exist_ok=True)
        write_weights(path, self.best(), self._about(accepted[-1]))

    def _generation(self, number: int) -> None:
        """Play, learn and compare once. Learning goes on from the last network even if that was rejected: its
        own games are what shows it its mistakes. Only what is published has to pass the gate.
        """
        began = perf_counter()
        settings = self.settings
        seed = settings.seed * 1000 + number
        is_first = number == 1
        network = self._read(number - 1)
        if is_first and self.rules.players == 1:
            with self.console.status("the rule of thumb"):
                tune_thumb(network, self.tables, settings.thumb_games, seed)
        with self.console.status(f"generation {number}: self-play"):
            count = settings.samples * min(number, settings.slow_start) // settings.slow_start
            samples = self.tables.learn(network, count, self._care(number), seed)
            self._save_samples(number, samples)
        with self.console.status(f"generation {number}: fitting"):
            loss = fit_value(network, self._window(number), self.rules, settings, seed)
            screen_loss = 0.0
            if self.rules.is_board_game and number >= settings.slow_start:
                placements = self.tables.screen(network, settings, seed)
                screen_loss = fit_screen(network, placements, settings, seed)
        with self.console.status(f"generation {number}: gate"):
            share, error = self._compare(network, self.best(), seed, settings.gate_deals)
            against_first, _ = self._compare(network, self._read(0), seed + 500, settings.gate_deals // 2)
        # Generation 0 is no network: the first that is one has nothing to be measured by.
        accepted = is_first or share >= self.fair
        generation = Generation(
            number, len(samples), loss, screen_loss, share, error, against_first, accepted,
            perf_counter() - began,
        )  # fmt: skip
        write_weights(self._network(number), network, self._about(generation))
        self._append(generation)

    def _care(self, number: int) -> Care:
        """How a generation's games are played: the first by the screen alone or, at cards, by chance."""
        settings = self.settings
        if number > 1:
            patience = settings.patience if number >= settings.slow_start else 1.0
            return Care(settings.most, settings.heat, settings.most, settings.stray, patience)
        most = 1 if self.rules.is_board_game else settings.most
        return Care(most, 1.0, settings.most, settings.first_stray, 1.0)

    def _compare(self, network: Record, other: Record, seed: int, deals: int) -> tuple[float, float]:
        """The share of a network against another; one that knows nothing leaves it to its screen."""
        is_network = other.out_weights.any() or not self.rules.is_board_game
        most = self.settings.most, self.settings.most if is_network else 1
        return self.tables.compare(network, other, most, seed, deals)

    # ------------------------------------------------------------ files

    def _network(self, number: int) -> Path:
        return self.folder / f"generation-{number:03}.npz"

    def _samples(self, number: int) -> Path:
        return self.folder / f"positions-{number:03}.npy"

    def _save_samples(self, number: int, samples: Array) -> None:
        np.save(self._samples(number), samples)
        self._samples(number - self.settings.window).unlink(missing_ok=True)

    def _window(self, number: int) -> Array:
        first = max(1, number - self.settings.window + 1)
        return np.concatenate([np.load(self._samples(i)) for i in range(first, number + 1)])

    def _about(self, generation: Generation) -> dict[str, Any]:
        return {
            "rules": str(self.rules),
            "settings": asdict(self.settings),
            "seed": self.settings.seed,
            "generation": generation.number,
            "gate": {
                "deals": self.settings.gate_deals,
                "share": round(generation.against_best, 4),
                "error": round(generation.error, 4),
                "share_of_generation_0": round(generation.against_first, 4),
            },
            "seconds": round(
                sum(g.seconds for g in self.log if g.number < generation.number) + generation.seconds
            ),
        }

    def _check_settings(self) -> None:
        path = self.folder / "settings.json"
        if path.exists():
            there = json.loads(path.read_text())
            if there != asdict(self.settings):
                raise SystemExit(f"{self.folder} holds a run with other settings: {there}")
        path.write_text(json.dumps(asdict(self.settings)))

    def _read_log(self) -> list[Generation]:
        path = self.folder / "log.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        return [Generation(**json.loads(line)) for line in lines]

    def _append(self, generation: Generation) -> None:
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(asdict(generation)) + "\n")
        self.log.append(generation)
        self.console.print(
            f"generation {generation.number:3}: loss {generation.loss:.4f}, "
            f"against the best {generation.against_best:.3f} ± {1.96 * generation.error:.3f}, "
            f"against generation 0 {generation.against_first:.3f}, {generation.seconds:.0f} s"
            + ("" if generation.accepted else " (rejected)")
        )
