"""A position or the end of a record as a picture: at the terminal, and in files."""

from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from .. import render
from ..core.moves import Move
from ..core.state import State
from ..core.views import View
from ..notation.position import parse_position
from ..notation.record import GameRecord
from .board import Picture
from .files import write_bytes, write_text


class Files(NamedTuple):
    """Which files to draw into, and how."""

    svg: Path | None
    png: Path | None
    theme: str
    width: int


def show_text(console: Console, text: str, files: Files) -> None:
    """Draw the position that a text is, or where the game of a record stands."""
    position, moves = _read(text)
    laid = [move for move in moves if not move.is_word]
    last = laid[-1] if laid else None
    console.print(Picture.of(position, marked=last.cells if last else ()))
    if files.svg or files.png:
        drawing = render.svg(position, theme=files.theme, last_move=last, placements=laid, width=files.width)
        if files.svg:
            write_text(files.svg, drawing)
        if files.png:
            write_bytes(files.png, render.to_png(drawing))


def _read(text: str) -> tuple[State | View, list[Move]]:
    """The position, and the moves that led to it if they are known."""
    if not text.startswith("Sixfold record"):
        return parse_position(text), []
    match = GameRecord.parse(text).match
    return match.state, [event.score.move for event in match.events if event.score]
