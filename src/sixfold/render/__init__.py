"""Positions as pictures: SVG with nothing but the standard library, PNG and pixels with `sixfold[render]`.

A picture shows what a view knows: what it does not, lies face down. A `State` shows everything. There are no
rules in here, only shapes.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.state import State
from ..core.views import View
from .page import Page
from .palette import theme_called
from .raster import RenderError, to_png, to_rgb

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RenderError", "png", "rgb", "svg", "to_png"]

_WIDTH: Final = 1200
_MIN_WIDTH, _MAX_WIDTH = 100, 8000


def svg(
    position: State | View,
    *,
    theme: str = "light",
    last_move: Move | str | None = None,
    placements: Iterable[Move | str] = (),
    width: int = _WIDTH,
) -> str:
    """A position as an SVG image, `width` pixels wide; below 640 everything is one column.

    `last_move` is pointed out. `placements` are the moves of the game so far, as far as they are known: a
    position says what lies on a cell, not which two halves are one tile.
    """
    if not _MIN_WIDTH <= width <= _MAX_WIDTH:
        raise SixfoldError(f"a picture is {_MIN_WIDTH} to {_MAX_WIDTH} pixels wide, not {width}")
    view = position.everything() if isinstance(position, State) else position
    moves = [_move(move, view.rules) for move in placements]
    last = None if last_move is None else _move(last_move, view.rules)
    return Page(view, theme_called(theme), width, moves, last).draw()


def png(
    position: State | View,
    *,
    theme: str = "light",
    last_move: Move | str | None = None,
    placements: Iterable[Move | str] = (),
    width: int = _WIDTH,
) -> bytes:
    """A position as a PNG file; see `svg`."""
    return to_png(svg(position, theme=theme, last_move=last_move, placements=placements, width=width))


def rgb(
    position: State | View,
    *,
    theme: str = "light",
    last_move: Move | str | None = None,
    placements: Iterable[Move | str] = (),
    width: int = _WIDTH,
) -> "NDArray[np.uint8]":
    """A position as pixels: an array of height x width x 3; see `svg`."""
    return to_rgb(png(position, theme=theme, last_move=last_move, placements=placements, width=width))


def _move(move: Move | str, rules: Rules) -> Move:
    return Move.parse(str(move), rules)
