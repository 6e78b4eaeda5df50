"""What all plots share: colours, a frame, and how they become a file. Only drawing one takes matplotlib."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from ..core.errors import SixfoldError
from .files import check_place

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, GRID, PAPER = "#222222", "#8a8a8a", "#e6e6e6", "#ffffff"
BLUE: Final = "#2a6fc9"
DASHES: Final = (0, (4, 3))
_FORMATS: Final = ("png", "svg")


def check_plot(path: Path) -> None:
    """Say at once, and not after hours of work, why a plot cannot be drawn."""
    if _format(path) not in _FORMATS:
        raise SixfoldError(f"{path}: a plot is a .png or an .svg file")
    try:
        import matplotlib  # noqa: F401  (only whether it is there)
    except ImportError:
        raise SixfoldError("--plot needs matplotlib: pip install 'sixfold[plot]'") from None
    check_place(path)


def new_figure(width: float, height: float) -> "Figure":
    """An empty figure, measured in inches."""
    from matplotlib.figure import Figure

    return Figure((width, height), facecolor=PAPER, layout="constrained")


def frame(axes: "Axes", values: Literal["x", "y"]) -> None:
    """No more around a plot than it needs: a line below, and faint ones across the axis of its values."""
    axes.grid(axis=values, color=GRID, lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=INK)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(FAINT)


def drawn(figure: "Figure", path: Path, dpi: int = 200) -> bytes:
    """A figure in the format that the file's name asks for; the same figure gives the same bytes."""
    import matplotlib

    picture = io.BytesIO()
    undated = {"Date": None} if _format(path) == "svg" else {}
    with matplotlib.rc_context({"svg.hashsalt": "sixfold"}):
        figure.savefig(picture, format=_format(path), dpi=dpi, metadata=undated)
    return picture.getvalue()


def _format(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")
