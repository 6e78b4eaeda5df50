"""What an arena found, as a picture: a dot for each value and a bar for its interval."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..bots.arena_summary import Summary
from ..bots.estimates import Estimate
from .pictures import BLUE, DASHES, FAINT, INK, PAPER, drawn, frame, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _ROW, _MARGIN = 7.2, 0.42, 1.35  # inches


class _Row(NamedTuple):
    label: str
    estimate: Estimate


class _Chart(NamedTuple):
    """What is drawn: the best row on top."""

    title: str
    axis: str
    rows: tuple[_Row, ...]
    digits: int
    deals: int
    line: float | None = None
    """Where equals would be."""


def plot(summary: Summary, path: Path) -> bytes:
    """The picture of a summary, in the format that the file's name asks for."""
    chart = _chart(summary)
    figure = new_figure(_WIDTH, _MARGIN + _ROW * len(chart.rows))
    _draw(figure.add_subplot(), chart)
    return drawn(figure, path)


def _chart(summary: Summary) -> _Chart:
    """Ratings if there are any; else scores of solo games, or the one pairing's win share."""
    deals = max([pair.deals for pair in summary.pairings] + [solo.deals for solo in summary.solos])
    if summary.ratings:
        rows = tuple(_Row(rated.bot, rated.rating) for rated in summary.ratings)
        return _Chart(f"Ratings, {summary.game}", "rating (the mean is 1500)", rows, 0, deals)
    if summary.solos:
        best = sorted(summary.solos, key=lambda solo: -solo.score.value)
        rows = tuple(_Row(solo.bot, solo.score) for solo in best)
        return _Chart(f"Scores, {summary.game}", "weakest colour, mean of all deals", rows, 1, deals)
    rows = tuple(_Row(f"{pair.first.bot} against {pair.second.bot}", pair.share) for pair in summary.pairings)
    return _Chart(f"Win share, {summary.game}", "win share of the first", rows, 3, deals, summary.fair_share)


def _draw(axes: "Axes", chart: _Chart) -> None:
    for place, (_, estimate) in enumerate(chart.rows):
        if math.isfinite(estimate.low):
            axes.plot([estimate.low, estimate.high], [place, place], color=BLUE, lw=3, solid_capstyle="butt")
        axes.plot(estimate.value, place, "o", color=BLUE, ms=8, mec=PAPER, mew=1.2, clip_on=False)
        axes.annotate(
            f"{estimate.value:.{chart.digits}f}",
            (estimate.value, place),
            (0, 8),
            textcoords="offset points",
            ha="center",
            color=INK,
        )
    if chart.line is not None:
        axes.set_xlim(0, 1)
        axes.axvline(chart.line, color=FAINT, lw=1, ls=DASHES, zorder=0)
        axes.annotate(
            f"fair {chart.line:.3f}",
            (chart.line, 0),
            (4, 4),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            color=FAINT,
        )
    axes.set_ylim(len(chart.rows) - 0.4, -0.7)
    axes.set_yticks(range(len(chart.rows)), [row.label for row in chart.rows])
    axes.set_xlabel(f"{chart.axis}, with 95% interval", color=INK)
    axes.set_title(chart.title, loc="left", color=INK, weight="bold")
    axes.set_title(f"{chart.deals} deal{'s' * (chart.deals != 1)}", loc="right", color=FAINT, size=10)
    frame(axes, "x")
