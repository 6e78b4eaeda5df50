"""Saying one thing in one line."""

from rich.console import Console
from rich.text import Text


def say(console: Console, text: str = "", style: str = "") -> None:
    """Print a text as it is: wrapped at words on a terminal, never broken in a file or a pipe."""
    console.print(Text(text, style), soft_wrap=not console.is_terminal)
