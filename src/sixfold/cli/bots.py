"""Commands to see which bots there are, to compare them, and to let other programs ask them."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from .app import DEFAULT_GAME, app, new_console


@app.command()
def bots() -> None:
    """List the bots: how each plays, and the most that a move of it takes.

    [dim]sixfold bots[/dim]
    """
    from rich.table import Table

    from ..bots.levels import LEVELS, NETWORK_ALONE
    from ..bots.simple import SIMPLE_BOTS

    table = Table("bot", "how it plays", "a move takes at most", box=None, pad_edge=False)
    for level in (*LEVELS.values(), NETWORK_ALONE):
        table.add_row(level.name, f"{level.how}; for {level.for_whom}", f"{level.seconds:g} s")
    for name, (how, _) in SIMPLE_BOTS.items():
        table.add_row(name, how, "0.1 s")
    console = new_console()
    console.print(table)
    console.print(
        "\nPlay one: sixfold play --seats human,expert    Compare them: sixfold arena expert greedy"
    )


@app.command()
def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="Who plays: random, greedy, lexmin, network, a level, cmd:PROGRAM. Two or more; solo: one.",
        ),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option("--bot", help="One more, like cmd:./mybot; can be repeated.", metavar="BOT"),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(help="Seconds that another program has for a move.", min=0.01, max=120, metavar="S"),
    ] = 5,
    game: Annotated[
        str, typer.Option(help="Which game, with options in brackets.", metavar="GAME")
    ] = DEFAULT_GAME,
    pairs: Annotated[
        int,
        typer.Option(help="How many deals each two bots play, seats rotated on each.", min=1, metavar="N"),
    ] = 100,
    seed: Annotated[int, typer.Option(help="Other deals for another number.", metavar="INT")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(help="How many processes play; by default one for each core.", min=1, metavar="N"),
    ] = None,
    json: Annotated[
        Path | None, typer.Option("--json", help="Write the summary to this file, too.", metavar="FILE")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every game to this file, a row each.", metavar="FILE")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Draw the result, .png or .svg; needs sixfold\\[plot].", metavar="FILE"),
    ] = None,
) -> None:
    """Let bots play against each other and measure who is stronger.

    All play the same deals, and on each deal the seats rotate. Ctrl-C prints what is finished.

    [dim]sixfold arena lexmin greedy[/dim]  who wins more of two-player hex, and how sure that is

    [dim]sixfold arena random greedy lexmin --game 'hex(players=3)' --pairs 50[/dim]  all pairs, and ratings

    [dim]sixfold arena greedy lexmin --game hex-solo --csv games.csv[/dim]  each alone, on the same deals

    [dim]sixfold arena lexmin greedy --pairs 1000 --json result.json --plot result.png[/dim]  to keep

    [dim]sixfold arena expert --bot 'cmd:./mybot' --time-limit 2[/dim]  your own program: docs/engine.md
    """
    from ..bots.arena import Plan
    from ..core.rules import Rules
    from ..terminal.arena import Outputs, run_arena

    names = [*(bots or ()), *(more or ())]
    if not names:
        raise typer.BadParameter("name at least one", param_hint="BOT")
    plan = Plan.of(Rules.parse(game), names, pairs, seed, time_limit)
    outputs = Outputs(json, csv, plot)
    if not run_arena(new_console(), new_console(stderr=True), plan, jobs or os.cpu_count() or 1, outputs):
        raise typer.Exit(130)


@app.command()
def engine() -> None:
    """Answer other programs: which moves are good in a position. A JSON object a line, see docs/engine.md.

    [dim]echo '{"command": "hello"}' | sixfold engine[/dim]
    """
    try:
        from ..bots.engine import Engine
        from ..core.compiling import compile_kernels

        compile_kernels()
        Engine(lambda notice: typer.echo(f"sixfold engine: {notice}", err=True)).serve(
            sys.stdin.buffer, sys.stdout.buffer
        )
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
