"""The table of docs/strength.md as a picture: what was reached, and what it was to reach."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INK, _FAINT, _GRID, _BAR, _MISSED, _PAPER = "#222222", "#8a8a8a", "#e6e6e6", "#2a6fc9", "#c2410c", "#ffffff"
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
    from matplotlib.figure import Figure  # only those who want a picture need it

    steps = {(higher, lower) for lower, higher in pairwise(levels)}
    ladder = [line for line in lines if (line.who, line.against) in steps]
    others = [line for line in lines if (line.who, line.against) not in steps]
    panels = [(part, title) for part, title in ((others, "Against others"), (ladder, _LADDER)) if part]
    counts = [len(part) for part, _ in panels]
    figure = Figure((_WIDTH, 1 + _ROW * sum(counts)), facecolor=_PAPER, layout="constrained")
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=counts)[:, 0]
    for panel, (part, title) in zip(axes, panels, strict=True):
        _draw(panel, part, title)
    axes[-1].set_xlabel("share of the wins, with 95% interval; the stroke is the goal", color=_INK, size=8)
    figure.savefig(path, dpi=150)


def _draw(axes: "Axes", lines: Sequence[Reached], title: str) -> None:
    from matplotlib.ticker import PercentFormatter

    for place, line in enumerate(lines):
        colour = _BAR if line.is_met else _MISSED
        axes.plot([line.low, line.high], [place, place], color=colour, lw=2.5, solid_capstyle="butt")
        axes.plot(line.value, place, "o", color=colour, ms=5, mec=_PAPER, mew=0.8, clip_on=False)
        axes.plot(line.goal, place, "|", color=_INK, ms=9, mew=1.5)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    names = [f"{line.game}: {line.who} - {line.against}" for line in lines]
    axes.set_yticks(range(len(lines)), names)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.set_title(title, loc="left", color=_INK, weight="bold", size=10)
    axes.grid(axis="x", color=_GRID, lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=_INK, labelsize=7)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(_FAINT)
