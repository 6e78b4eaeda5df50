"""How strong the bots are: every promise of docs/strength.md, played in the arena and printed as a table.

    python -m bench.strength                         # everything, 400 games a line: many hours
    python -m bench.strength --games 100 --only hex  # a rougher look at some lines
    python -m bench.strength --games 0               # what is known by now: nothing is played
    python -m bench.strength --plot strength.png     # and a picture of it

What was found is kept in strength.json beside this file, line by line, and the deals of lines that are not
finished in strength-unfinished.json: a run can be stopped, or killed, and taken up again. Only lines with
fewer games than asked for, or with another number of samples, are played. What is known of an unfinished line
is shown once it has as many games as what was found before.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sixfold.bots.levels import LEVELS
from sixfold.core.errors import SixfoldError
from sixfold.terminal.files import write_text
from sixfold.terminal.pictures import check_plot

from .strength_games import Unfinished, play
from .strength_lines import Promise, Result, promises
from .strength_plot import Reached, plot_strength

_RESULTS = Path(__file__).with_suffix(".json")
_HEAD = """\
| game | who | against | games | share (95% interval) | goal | met | ms a move |
|---|---|---|---|---|---|---|---|"""


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
    unfinished = Unfinished(results.with_stem(f"{results.stem}-unfinished"))
    print(_HEAD)
    for number, promise in enumerate(chosen, 1):
        if is_missing(promise, found.get(promise.name), games):
            with console.status(place := f"{number} of {len(chosen)}: {promise.name}") as status:
                for played in play(promise, games, jobs, unfinished):
                    status.update(f"{place}, {played} deals by now")
        known = unfinished.result(promise)
        is_finished = known is not None and known.games >= games > 0
        if known and (is_finished or promise.name not in found or known.games >= found[promise.name].games):
            found[promise.name] = known
        if is_finished:
            write_text(results, json.dumps({name: asdict(one) for name, one in found.items()}, indent=1))
            unfinished.forget(promise)
        if promise.name in found:
            print(row(promise, found[promise.name]), flush=True)
    if plot:
        shares = [p for p in chosen if p.name in found and found[p.name].second is None]
        plot_strength([reached(p, found[p.name]) for p in shares], list(LEVELS), plot)


if __name__ == "__main__":
    typer.run(main)
