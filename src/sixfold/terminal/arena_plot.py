"""What an arena found, as a picture: a dot for each value and a bar for its interval."""

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ..bots.arena_summary import Summary
from ..bots.estimates import Estimate
from ..core.errors import SixfoldError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FORMATS: Final = ("png", "svg")
_INK, _FAINT, _BAR, _PAPER = "#222222", "#8a8a8a", "#2a6fc9", "#ffffff"
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


def check_plot(path: Path) -> None:
    """Say at once, and not after all the games, why a plot cannot be drawn."""
    if _format(path) not in _FORMATS:
        raise SixfoldError(f"{path}: a plot is a .png or an .svg file")
    try:
        import matplotlib  # noqa: F401  (only whether it is there)
    except ImportError:
        raise SixfoldError("--plot needs matplotlib: pip install 'sixfold[plot]'") from None


def plot(summary: Summary, path: Path) -> bytes:
    """The picture of a summary, in the format that the file's name asks for."""
    import matplotlib
    from matplotlib.figure import Figure

    chart = _chart(summary)
    with matplotlib.rc_context({"font.size": 10, "svg.hashsalt": "sixfold"}):
        figure = Figure(
            figsize=(_WIDTH, _MARGIN + _ROW * len(chart.rows)), facecolor=_PAPER, layout="constrained"
        )
        _draw(figure.add_subplot(), chart)
        picture = io.BytesIO()
        # Without a date the same run draws the same picture.
        undated = {"Date": None} if _format(path) == "svg" else {}
        figure.savefig(picture, format=_format(path), dpi=200, metadata=undated)
    return picture.getvalue()


def _format(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


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
            axes.plot([estimate.low, estimate.high], [place, place], color=_BAR, lw=3, solid_capstyle="butt")
        axes.plot(estimate.value, place, "o", color=_BAR, ms=8, mec=_PAPER, mew=1.2, clip_on=False)
        axes.annotate(
            f"{estimate.value:.{chart.digits}f}",
            (estimate.value, place),
            (0, 8),
            textcoords="offset points",
            ha="center",
            color=_INK,
        )
    if chart.line is not None:
        axes.set_xlim(0, 1)
        axes.axvline(chart.line, color=_FAINT, lw=1, ls=(0, (4, 3)), zorder=0)
        axes.annotate(
            f"fair {chart.line:.3f}",
            (chart.line, 0),
            (4, 4),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            color=_FAINT,
        )
    axes.set_ylim(len(chart.rows) - 0.4, -0.7)
    axes.set_yticks(range(len(chart.rows)), [row.label for row in chart.rows])
    axes.set_xlabel(f"{chart.axis}, with 95% interval", color=_INK)
    axes.set_title(chart.title, loc="left", color=_INK, weight="bold")
    axes.set_title(f"{chart.deals} deal{'s' * (chart.deals != 1)}", loc="right", color=_FAINT, size=10)
    axes.grid(axis="x", color="#e6e6e6", lw=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, colors=_INK)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(_FAINT)
