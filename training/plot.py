"""Strength by generation, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib.ticker import MaxNLocator

from sixfold.terminal.files import write_bytes
from sixfold.terminal.pictures import BLUE, DASHES, FAINT, INK, drawn, frame, new_figure

from .run import Generation

_Z: Final = 1.96  # standard errors in a 95% interval


def plot_strength(log: Sequence[Generation], game: str, fair: float, path: Path) -> None:
    """Draw each generation's result against generation 0 and against the best before it."""
    figure = new_figure(7.2, 3.2)
    numbers = [generation.number for generation in log]
    what = "share of the wins" if fair else "weakest colour gained, as a part of the track"
    left, right = figure.subplots(1, 2)
    left.plot(numbers, [generation.against_first for generation in log], "o-", color=BLUE, ms=4)
    left.set_title("against generation 0", loc="left", color=INK, size=10)
    for generation in log:
        colour = BLUE if generation.accepted else FAINT
        right.errorbar(
            generation.number, generation.against_best, _Z * generation.error, fmt="o", color=colour, ms=4
        )
    right.set_title("against the best before (grey: rejected)", loc="left", color=INK, size=10)
    for axes in (left, right):
        axes.axhline(fair, color=FAINT, lw=1, ls=DASHES, zorder=0)
        axes.set_xlabel("generation", color=INK)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        frame(axes, "y")
    left.set_ylabel(what, color=INK)
    figure.suptitle(game, x=0.01, ha="left", color=INK, weight="bold", size=11)
    write_bytes(path, drawn(figure, path, dpi=150))
