"""What everything at the terminal speaks with: a line of text, and a bar while something takes long."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text


def say(console: Console, text: str = "", style: str = "") -> None:
    """Print a text as it is: wrapped at words on a terminal, never broken in a file or a pipe."""
    console.print(Text(text, style), soft_wrap=not console.is_terminal)


def progress_bar(console: Console, of_what: str) -> Progress:
    """How far long work has got; at a terminal only, since elsewhere it would leave an empty line."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(of_what),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
