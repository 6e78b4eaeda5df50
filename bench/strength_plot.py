"""The table of docs/strength.md as a picture: what was reached, and what it was to reach."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sixfold.terminal.files import write_bytes
from sixfold.terminal.pictures import BLUE, INK, PAPER, drawn, frame, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MISSED: Final = "#c2410c"
_ROW: Final = 0.17  # inches
_WIDTH: Final = 6.4
_LADDER: Final = "Each level against the one below"


class Reached(NamedTuple):
    """One line of the table whose result is a share."""

    game: str
    who: str
    against: str
    value: float
    low: float
    high: float
    goal: float
    is_met: bool


def plot_strength(lines: Sequence[Reached], levels: Sequence[str], path: Path) -> None:
    """Draw the lines, those of a level against the one below apart from the others."""
    steps = {(higher, lower) for lower, higher in pairwise(levels)}
    ladder = [line for line in lines if (line.who, line.against) in steps]
    others = [line for line in lines if (line.who, line.against) not in steps]
    panels = [(part, title) for part, title in ((others, "Against others"), (ladder, _LADDER)) if part]
    counts = [len(part) for part, _ in panels]
    figure = new_figure(_WIDTH, 1 + _ROW * sum(counts))
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=counts)[:, 0]
    for panel, (part, title) in zip(axes, panels, strict=True):
        _draw(panel, part, title)
    axes[-1].set_xlabel("share of the wins, with 95% interval; the stroke is the goal", color=INK, size=8)
    write_bytes(path, drawn(figure, path, dpi=150))


def _draw(axes: "Axes", lines: Sequence[Reached], title: str) -> None:
    from matplotlib.ticker import PercentFormatter

    for place, line in enumerate(lines):
        colour = BLUE if line.is_met else _MISSED
        axes.plot([line.low, line.high], [place, place], color=colour, lw=2.5, solid_capstyle="butt")
        axes.plot(line.value, place, "o", color=colour, ms=5, mec=PAPER, mew=0.8, clip_on=False)
        axes.plot(line.goal, place, "|", color=INK, ms=9, mew=1.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    names = [f"{line.game}: {line.who} - {line.against}" for line in lines]
    axes.set_yticks(range(len(lines)), names)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title(title, loc="left", color=INK, weight="bold", size=10)
    axes.tick_params(labelsize=7)
    frame(axes, "x")
