"""How strong the bots are: every promise of docs/strength.md, played in the arena and printed as a table.

    python -m bench.strength                         # everything, 400 games a line: many hours
    python -m bench.strength --games 100 --only hex  # a rougher look at some lines
    python -m bench.strength --games 0               # what is known by now: nothing is played
    python -m bench.strength --plot strength.png     # and a picture of it

What was found is kept in strength.json beside this file, line by line: a run can be stopped and taken up
again, and only lines with fewer games than asked for, or with another number of samples, are played.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from sixfold.bots.arena import seatings
from sixfold.bots.levels import LEVELS
from sixfold.core.errors import SixfoldError
from sixfold.core.rules import Rules
from sixfold.terminal.files import write_text
from sixfold.terminal.pictures import check_plot

from .strength_plot import Reached, plot_strength

_RESULTS = Path(__file__).with_suffix(".json")
_HEAD = """\
| game | who | against | games | share (95% interval) | goal | met | ms a move |
|---|---|---|---|---|---|---|---|"""


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
    def samples(self) -> int | None:
        """How many samples the first takes a move by its level; none if it does not search or is told."""
        level = LEVELS.get(self.first)
        budget = level.budget(Rules.parse(self.game)) if level else None
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
    for players, goal in ((2, 0.65), (3, 0.50), (4, 0.40)):
        yield Promise(f"cards(players={players})", "master", "network", goal)
    yield Promise("hex-solo", "master", "greedy", 19.0)
    yield Promise("square-solo", "master", "greedy", None)
    levels = list(LEVELS)
    for rules in Rules.every():
        for lower, higher in pairwise(levels):
            goal = 0.8 if str(rules) == "hex(players=2)" and higher == "master" else 0.6
            yield Promise(str(rules), higher, lower, goal if rules.players > 1 else None)


def play(promise: Promise, games: int, jobs: int) -> Result:
    """Play a line."""
    deals = -(-games // len(seatings(Rules.parse(promise.game))))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "summary.json"
        command = [
            str(Path(sys.executable).with_name("sixfold")), "arena", promise.first, promise.second,
            "--game", promise.game, "--pairs", str(deals), "--jobs", str(jobs), "--json", str(path),
        ]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        summary: dict[str, Any] = json.loads(path.read_text())
    if summary["solos"]:
        first, second = summary["solos"]
        score = first["score"]
        return Result(
            first["deals"], score["value"], score["low"], score["high"], first["ms"], promise.samples,
            second["score"]["value"],
        )  # fmt: skip
    (pairing,) = summary["pairings"]
    share = pairing["share"]
    return Result(
        pairing["games"], share["value"], share["low"], share["high"], pairing["first"]["ms"], promise.samples
    )


def is_missing(promise: Promise, result: Result | None, games: int) -> bool:
    """Whether a line has to be played for so many games of the bots as they are now."""
    return games > 0 and (result is None or result.games < games or result.samples != promise.samples)


def is_met(promise: Promise, result: Result) -> bool:
    """Whether a line came to what was promised."""
    return promise.goal is None or (result.high if promise.is_floor else result.value) >= promise.goal


def row(promise: Promise, result: Result) -> str:
    """A line of the table, as Markdown."""
    number = "{:.1f}" if result.second is not None else "{:.1%}"
    value, low, high = map(number.format, (result.value, result.low, result.high))
    who = promise.first
    if result.samples != promise.samples:
        who += f" ({result.samples} samples)"
    against = promise.second if result.second is None else f"{promise.second}: {result.second:.1f}"
    goal = met = ""
    if promise.goal is not None:
        goal = f"{promise.goal:.0%}" if result.second is None else f"{promise.goal:g}"
        met = "yes" if is_met(promise, result) else "**no**"
    cells = (promise.game, who, against, result.games, f"{value} ({low} to {high})", goal, met)
    return f"| {' | '.join(map(str, cells))} | {result.ms:.0f} |"


def reached(promise: Promise, result: Result) -> Reached:
    """A line for the picture."""
    return Reached(
        promise.game, promise.first, promise.second, result.value, result.low, result.high,
        promise.goal or 0, is_met(promise, result),
    )  # fmt: skip


def read_results(path: Path) -> dict[str, Result]:
    """What was found so far, by the names of the lines."""
    found = json.loads(path.read_text()) if path.exists() else {}
    return {name: Result(**result) for name, result in found.items()}


def main(
    games: Annotated[int, typer.Option(min=0, help="at least so many a line")] = 400,
    only: Annotated[str, typer.Option(help="lines that contain this text")] = "",
    jobs: int = 2,
    results: Annotated[Path, typer.Option(help="where they are kept")] = _RESULTS,
    plot: Annotated[Path | None, typer.Option(help="draw the table, too")] = None,
) -> None:
    """Play what is missing and print the table."""
    if plot:
        try:
            check_plot(plot)
        except SixfoldError as error:
            raise typer.BadParameter(str(error)) from None
    console = Console(stderr=True)
    chosen = [promise for promise in promises() if only in promise.name]
    found = read_results(results)
    print(_HEAD)
    for number, promise in enumerate(chosen, 1):
        if is_missing(promise, found.get(promise.name), games):
            with console.status(f"{number} of {len(chosen)}: {promise.name}"):
                found[promise.name] = play(promise, games, jobs)
            write_text(results, json.dumps({name: asdict(one) for name, one in found.items()}, indent=1))
        if promise.name in found:
            print(row(promise, found[promise.name]), flush=True)
    if plot:
        shares = [p for p in chosen if p.name in found and found[p.name].second is None]
        plot_strength([reached(p, found[p.name]) for p in shares], list(LEVELS), plot)


if __name__ == "__main__":
    typer.run(main)
