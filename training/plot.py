"""Strength by generation, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from .run import Generation

_INK, _FAINT, _LINE, _PAPER = "#222222", "#8a8a8a", "#2a6fc9", "#ffffff"
_Z: Final = 1.96  # standard errors in a 95% interval


def plot_strength(log: Sequence[Generation], game: str, fair: float, path: Path) -> None:
    """Draw each generation's result against generation 0 and against the best before it."""
    figure = Figure(figsize=(7.2, 3.2), facecolor=_PAPER, layout="constrained")
    numbers = [generation.number for generation in log]
    what = "share of the wins" if fair else "weakest colour gained, as a part of the track"
    left, right = figure.subplots(1, 2)
    left.plot(numbers, [generation.against_first for generation in log], "o-", color=_LINE, ms=4)
    left.set_title("against generation 0", loc="left", color=_INK, size=10)
    for generation in log:
        colour = _LINE if generation.accepted else _FAINT
        right.errorbar(
            generation.number, generation.against_best, _Z * generation.error, fmt="o", color=colour, ms=4
        )
    right.set_title("against the best before (grey: rejected)", loc="left", color=_INK, size=10)
    for axes in (left, right):
        axes.axhline(fair, color=_FAINT, lw=1, ls=(0, (4, 3)), zorder=0)
        axes.set_xlabel("generation", color=_INK)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(axis="y", color="#e6e6e6", lw=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    left.set_ylabel(what, color=_INK)
    figure.suptitle(game, x=0.01, ha="left", color=_INK, weight="bold", size=11)
    figure.savefig(path, dpi=150)
