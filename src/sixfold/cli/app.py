"""What all commands share: the app that they belong to, and how they print and read."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..core.errors import SixfoldError

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_GAME = "hex(players=2)"
"""What is played if nothing else is asked for."""


class _Polite(TyperGroup):
    """Says in one line what is wrong, where Python would print a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # typer ends quietly then
        except SixfoldError as error:
            message = str(error)
        except OSError as error:
            message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        typer.echo(f"sixfold: {message}", err=True)
        raise typer.Exit(1)


app = typer.Typer(
    cls=_Polite,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,
    help="Board games in which your score is your weakest colour.",
    epilog="New here? [bold]sixfold play[/bold] starts a game against a bot; type [bold]help[/bold] in it.",
)


def new_console(*, stderr: bool = False) -> "Console":
    """What is printed goes through here: no colour where there is no terminal, or with NO_COLOR."""
    from rich.console import Console

    from ..terminal.colours import colour_theme

    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.push_theme(colour_theme(console.color_system))
    return console


def read_line(prompt: str) -> str:
    """A line that someone types, or that a script does."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # so that what is saved of a scripted game reads like one that was typed
    return line


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sixfold {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    pass
