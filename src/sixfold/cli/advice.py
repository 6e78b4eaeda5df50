"""Commands that say which moves are good: in a game that was played, and in a position."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from .app import app, new_console
from .records import read_record

if TYPE_CHECKING:
    from ..bots.thinking import Budget

_DEFAULT_SAMPLES: Final = 4000
_Samples = Annotated[
    int | None,
    typer.Option(
        help=f"How much to think about a move; {_DEFAULT_SAMPLES} unless --time is given.", min=1, metavar="N"
    ),
]
_Seconds = Annotated[
    float | None,
    typer.Option("--time", help="Think at most so many seconds about a move.", min=0.001, metavar="SECONDS"),
]
_ThinkingSeed = Annotated[int, typer.Option(help="Try other worlds for another number.", metavar="INT")]
_JsonOrStdout = Annotated[
    Path | None,
    typer.Option("--json", help="Write it to this file, too; - prints it instead.", metavar="FILE"),
]


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    samples: _Samples = None,
    seconds: _Seconds = None,
    seed: _ThinkingSeed = 0,
    player: Annotated[
        int | None, typer.Option(help="Judge only the moves of this seat.", min=1, metavar="N")
    ] = None,
    json: _JsonOrStdout = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", help="Draw the game, .png or .svg; needs sixfold\\[plot].", metavar="FILE"),
    ] = None,
) -> None:
    """Look for mistakes in a recorded game: what each move cost, what was better, and why.

    Nobody is blamed for tiles that could not be seen. Ctrl-C prints what is judged by then.

    [dim]sixfold review game.txt[/dim]  takes about a minute

    [dim]sixfold review game.txt --player 1 --samples 20000[/dim]  one player's moves, more surely

    [dim]sixfold review game.txt --json review.json --plot review.png[/dim]  to keep
    """
    from ..terminal.review import Outputs, run_review

    record, budget = read_record(file), _thinking_budget(samples, seconds)
    outputs = Outputs(json, plot)
    if not run_review(new_console(), new_console(stderr=True), record, budget, seed, player, outputs):
        raise typer.Exit(130)


@app.command()
def hint(
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION",
            help="A position in quotes, a file with one or with a record, or - to read it.",
        ),
    ],
    seat: Annotated[
        int | None,
        typer.Option(help="Who asks; in a record, the last time that this seat was to move.", min=1),
    ] = None,
    samples: _Samples = None,
    seconds: _Seconds = None,
    moves: Annotated[int, typer.Option(help="How many moves to show.", min=1, metavar="N")] = 5,
    seed: _ThinkingSeed = 0,
    json: _JsonOrStdout = None,
) -> None:
    """Show the best moves of a position, and why the one that scores most may not be among them.

    [dim]sixfold hint 'hex(players=2) R4G/7/8/...'[/dim]

    [dim]sixfold hint game.txt --time 5[/dim]  after the last move of an unfinished game
    """
    from ..terminal.hint import read_view, run_hint

    view = read_view(position, seat, sys.stdin.read)
    run_hint(
        new_console(), new_console(stderr=True), view, _thinking_budget(samples, seconds), seed, moves, json
    )


def _thinking_budget(samples: int | None, seconds: float | None) -> "Budget":
    from ..bots.thinking import Budget

    return Budget(_DEFAULT_SAMPLES if samples is None and seconds is None else samples, seconds)
