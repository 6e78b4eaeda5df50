"""The course of a game as a picture: the win share after every turn, with the mistakes on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..bots.review import Review
from .pictures import BLUE, DASHES, FAINT, INK, PAPER, drawn, frame, new_figure
from .review_words import Scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SEATS: Final = (BLUE, "#d1343f", "#2f9e5b", "#9a5fd0")
_WIDTH, _HEIGHT = 8.0, 4.2  # inches


def plot(review: Review, names: Sequence[str], path: Path) -> bytes:
    """The picture of a review, in the format that the file's name asks for."""
    figure = new_figure(_WIDTH, _HEIGHT)
    axes = figure.add_subplot()
    scale = Scale(review.rules)
    _lines(axes, review, scale)
    _mistakes(axes, review, names, scale)
    _surroundings(axes, review, names, scale)
    return drawn(figure, path)


def _lines(axes: "Axes", review: Review, scale: Scale) -> None:
    lines = review.lines
    for line in lines:
        turns = [turn for turn, _ in line.points]
        values = [scale.factor * share for _, share in line.points]
        single = len(lines) == 1
        axes.plot(turns, values, color=INK if single else _SEATS[line.side], lw=1.6, solid_joinstyle="round")


def _mistakes(axes: "Axes", review: Review, names: Sequence[str], scale: Scale) -> None:
    """A dot for each marked move, large for a grave one; the largest of each player has its name."""
    from matplotlib.patheffects import withStroke

    for summary in review.summaries:
        seat = summary.seat
        # The only line of two sides is the first one's: a mistake of the other lifts it.
        lifts = len(review.lines) == 1 and review.rules.sides[seat] == 1
        own = [move for move in review.moves if move.marked and move.seat == seat]
        heights = {move.number: scale.factor * (1 - move.share if lifts else move.share) for move in own}
        axes.scatter(
            [move.turn for move in own],
            list(heights.values()),
            s=[90 if move.grave else 36 for move in own],
            color=_SEATS[seat],
            edgecolors=PAPER,
            linewidths=1,
            zorder=3,
            label=f"{names[seat]}: {summary.marked} marked",
            clip_on=False,
        )
        worst = summary.worst
        if worst is not None:
            axes.annotate(
                f"{worst.move}: -{scale.number(worst.loss)}",
                (worst.turn, heights[worst.number]),
                (0, 8 if lifts else -8),
                textcoords="offset points",
                ha="center",
                va="bottom" if lifts else "top",
                size=9,
                color=_SEATS[seat],
                path_effects=[withStroke(linewidth=3, foreground=PAPER)],
            )


def _surroundings(axes: "Axes", review: Review, names: Sequence[str], scale: Scale) -> None:
    sides = review.rules.sides
    count = len(set(sides))
    unit = "" if review.rules.players == 1 else ", percent"
    whose = ""
    if count == 2:
        whose = " of " + " + ".join(name for name, side in zip(names, sides, strict=True) if side == 0)
    axes.set_title(f"{scale.name.capitalize()}{whose}, {review.rules}", loc="left", color=INK, weight="bold")
    axes.set_xlabel("turn", color=INK)
    axes.set_ylabel(f"{scale.name} after the move{unit}", color=INK)
    axes.set_xlim(0.5, review.turns + 1.5)
    if count > 1:
        axes.set_ylim(-8, 108)  # room for names above and below
        axes.set_yticks(range(0, 101, 20))
        axes.axhline(100 / count, color=FAINT, lw=1, ls=DASHES, zorder=0)
    frame(axes, "y")
    if review.moves:
        axes.legend(frameon=False, labelcolor=INK, loc="best", fontsize=9)
