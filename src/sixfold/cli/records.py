"""Commands for positions and records: draw them, look through them, check them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import SixfoldError
from .app import app, new_console, read_line

if TYPE_CHECKING:
    from ..notation.record import GameRecord


@app.command()
def show(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position in quotes, or - to read it or a record.")
    ],
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw it into this file, too.", metavar="FILE")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", help="The same in pixels; needs sixfold\\[render].", metavar="FILE"),
    ] = None,
    theme: Annotated[str, typer.Option(help="Of such a file: light or dark.", metavar="NAME")] = "light",
    width: Annotated[
        int, typer.Option(help="Its width; below 640 it is one column.", metavar="PIXELS")
    ] = 1200,
) -> None:
    """Draw a position, or where a recorded game stands.

    [dim]sixfold show 'hex(players=2) R4G/7/8/...'[/dim]

    [dim]sixfold show - --png game.png --theme dark < game.txt[/dim]
    """
    from ..terminal.show import Files, show_text

    text = sys.stdin.read() if position == "-" else position
    show_text(new_console(), text, Files(svg, png, theme, width))


@app.command()
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]) -> None:
    """Look through a recorded game turn by turn.

    [dim]sixfold replay game.txt[/dim]  Enter goes on, b back, g 12 to turn 12, q quits

    [dim]sixfold replay game.txt | less[/dim]  all turns at once
    """
    from ..terminal.replay import print_record, step_through

    record, console = read_record(file), new_console()
    if sys.stdin.isatty() and console.is_terminal:
        step_through(console, record, read_line)
    else:
        print_record(console, record)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a finished game.")],
) -> None:
    """Check that a record is right and that the dealer was honest.

    Every move is played again, and every draw must follow from the seed that the dealer had sealed.

    [dim]sixfold verify game.txt[/dim]
    """
    from ..terminal.output import say

    record = read_record(file)
    try:
        record.verify()
    except SixfoldError as error:
        raise SixfoldError(f"{file}: {error}") from None
    draws = f"all {record.match.draws} draws"
    if record.earlier:
        taken = record.earlier[-1].until
        draws = f"{taken} draws were taken over from a finished game and follow from its seed; all others"
    say(new_console(), f"{file}: {draws} follow from the seed, and the seed is the one committed to.")


def read_record(file: Path) -> "GameRecord":
    """The record in a file; what is wrong with it is said with the file's name."""
    from ..notation.record import GameRecord
    from ..terminal.files import read_text

    text = read_text(file)
    try:
        return GameRecord.parse(text)
    except SixfoldError as error:
        raise SixfoldError(f"{file}: {error}") from None
