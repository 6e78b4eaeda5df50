"""How strong the bots are: every promise of docs/strength.md, played in the arena and printed as a table.

    python -m bench.strength                         # everything, 400 games a line: many hours
    python -m bench.strength --games 100 --only hex  # a rougher look at some lines
    python -m bench.strength --plot strength.png     # and a picture of it

Results are kept in a folder, a file for each line: a run can be stopped and taken up again, and only lines
that were not finished, or with fewer games, are played again.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from sixfold.bots.arena import seatings
from sixfold.bots.levels import LEVELS
from sixfold.core.errors import SixfoldError
from sixfold.core.rules import Rules
from sixfold.terminal.pictures import check_plot

from .strength_plot import Reached, plot_strength

_HERE = Path(__file__).parent


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
        """What its file is called."""
        return re.sub(r"[^\w-]+", "_", f"{self.game} {self.first} {self.second}")


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
    yield Promise("hex-solo", "master", "greedy", 19.0)
    yield Promise("square-solo", "master", "greedy", None)
    best_of_cards = {2: 0.65, 3: 0.5, 4: 0.4}
    levels = list(LEVELS)
    for rules in Rules.every():
        for lower, higher in pairwise(levels):
            goal = 0.8 if str(rules) == "hex(players=2)" and higher == "master" else 0.6
            if rules.game.name == "cards" and higher == "master":  # the network alone is the best one-ply bot
                goal = best_of_cards[rules.players]
            yield Promise(str(rules), higher, lower, goal if rules.players > 1 else None)


def play(promise: Promise, games: int, folder: Path, jobs: int) -> dict[str, Any]:
    """Play a line, unless that was done before; returns the arena's summary."""
    path = folder / f"{promise.name}.json"
    deals = -(-games // len(seatings(Rules.parse(promise.game))))
    if path.exists():
        found: dict[str, Any] = json.loads(path.read_text())
        if found["planned_deals"] >= deals and not found["stopped"]:
            return found
    command = [
        str(Path(sys.executable).with_name("sixfold")), "arena", promise.first, promise.second,
        "--game", promise.game, "--pairs", str(deals), "--jobs", str(jobs), "--json", str(path),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    result: dict[str, Any] = json.loads(path.read_text())
    return result


def judge(promise: Promise, summary: dict[str, Any]) -> Reached | None:
    """What a line came to, as a share; a game alone has none."""
    if not summary["pairings"]:
        return None
    share = summary["pairings"][0]["share"]
    is_met = promise.goal is not None and share["high" if promise.is_floor else "value"] >= promise.goal
    return Reached(
        promise.game, promise.first, promise.second, share["value"], share["low"], share["high"],
        promise.goal or 0, is_met,
    )  # fmt: skip


def row(promise: Promise, summary: dict[str, Any], reached: Reached | None) -> str:
    """A line of the table, as Markdown."""
    goal, met, against = "", "", promise.second
    if reached is None:
        first, second = summary["solos"]
        score = first["score"]
        result = f"{score['value']:.1f} ({score['low']:.1f} to {score['high']:.1f})"
        against = f"{promise.second}: {second['score']['value']:.1f}"
        games, ms = first["deals"], first["ms"]
        if promise.goal is not None:
            goal, met = f"{promise.goal:g}", _met(score["value"] >= promise.goal)
    else:
        pairing = summary["pairings"][0]
        result = f"{reached.value:.1%} ({reached.low:.1%} to {reached.high:.1%})"
        games, ms = pairing["games"], pairing["first"]["ms"]
        goal, met = f"{reached.goal:.0%}", _met(reached.is_met)
    cells = (promise.game, promise.first, against, games, result, goal, met, f"{ms:.0f}")
    return f"| {' | '.join(map(str, cells))} |"


def _met(is_met: bool) -> str:
    return "yes" if is_met else "**no**"


def main(
    games: Annotated[int, typer.Option(min=1, help="at least so many a line")] = 400,
    only: Annotated[str, typer.Option(help="lines that contain this text")] = "",
    jobs: int = 2,
    folder: Path = _HERE / "strength",
    plot: Annotated[Path | None, typer.Option(help="draw the table, too")] = None,
) -> None:
    """Play what is missing and print the table."""
    if plot:
        try:
            check_plot(plot)
        except SixfoldError as error:
            raise typer.BadParameter(str(error)) from None
    folder.mkdir(exist_ok=True)
    console = Console(stderr=True)
    chosen = [p for p in promises() if only in f"{p.game} {p.first} {p.second}"]
    print("| game | who | against | games | share (95% interval) | goal | met | ms a move |")
    print("|---|---|---|---|---|---|---|---|")
    lines = []
    for number, promise in enumerate(chosen, 1):
        with console.status(f"{number} of {len(chosen)}: {promise.game}, {promise.first} - {promise.second}"):
            summary = play(promise, games, folder, jobs)
        reached = judge(promise, summary)
        print(row(promise, summary, reached), flush=True)
        lines.append(reached)
    if plot:
        plot_strength([line for line in lines if line], list(LEVELS), plot)


if __name__ == "__main__":
    typer.run(main)
