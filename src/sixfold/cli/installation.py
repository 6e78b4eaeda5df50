"""Commands that look at this installation: how fast it is, and whether it is sound."""

from pathlib import Path
from typing import Annotated

import typer

from ..core.rules import Rules
from .app import app, new_console


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A rough measure in a few seconds.")] = False,
    json: Annotated[
        Path | None, typer.Option("--json", help="Write the numbers to this file, too.", metavar="FILE")
    ] = None,
) -> None:
    """Measure how fast the engine plays here.

    [dim]sixfold bench --quick[/dim]
    """
    from ..bench import main as measure

    measure(quick, json)


@app.command()
def selftest() -> None:
    """Check this installation: every game, plain and compiled, step by step the same.

    [dim]sixfold selftest[/dim]  takes about half a minute
    """
    from rich.progress import Progress

    from ..selftest import GAMES_EACH, checked_games

    total = len(Rules.every()) * GAMES_EACH
    steps = 0
    with Progress(console=new_console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=total)
        for checked in checked_games():
            steps += checked.steps
            progress.update(task, advance=1, description=str(checked.rules))
    new_console().print(f"All is well: {total} games, {steps} steps, plain and compiled the same.")
