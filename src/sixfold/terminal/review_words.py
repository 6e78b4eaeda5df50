"""What reviews and hints say: shares, losses and reasons in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..bots.documents import measure
from ..bots.reasons import (
    BonusMissed,
    ExchangeMissed,
    ExchangeNeedless,
    Gift,
    LowestLeft,
    MarkersLeft,
    PointsMissed,
    Reason,
)
from ..bots.thinking import Budget
from ..core.catalogue import COLOUR_NAMES
from ..core.rules import Rules

_MOST_COLOURS = 3
"""With more colours than that, naming them is longer than seeing them."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How shares are shown: in percent of the win, or alone as the weakest colour that is expected."""

    rules: Rules

    @property
    def name(self) -> str:
        """What is measured."""
        return measure(self.rules)

    @property
    def heading(self) -> str:
        """The same for the head of a narrow column."""
        return "weakest" if self._alone else "share %"

    def number(self, share: float) -> str:
        """For people: percent without its sign, or a weakest colour."""
        return f"{self.factor * share:.1f}"

    def sure(self, value: float, error: float) -> str:
        """A share or a loss with its standard error."""
        return f"{self.number(value)} ± {self.number(error) if math.isfinite(error) else '?'}"

    def loss(self, loss: float, error: float) -> str:
        """The same for a table, where nothing is to be lost a dash."""
        return "-" if self.number(loss) == self.number(0) else self.sure(loss, error)

    def cost(self, loss: float, error: float) -> str:
        """The same with what is lost."""
        return self.sure(loss, error) + (" in the weakest colour" if self._alone else " % of the win")

    @property
    def factor(self) -> float:
        """What a share is multiplied by to be shown."""
        return self.rules.track if self._alone else 100

    @property
    def _alone(self) -> bool:
        return self.rules.players == 1


def budget_text(budget: Budget) -> str:
    """How long was thought."""
    parts = [f"{budget.samples} samples"] if budget.samples is not None else []
    parts += [f"{budget.seconds:g} s"] if budget.seconds is not None else []
    return " or ".join(parts)


def reasons_text(rules: Rules, names: Sequence[str], reasons: Sequence[Reason]) -> str:
    """All reasons in one line."""
    return "; ".join(reason_text(rules, names, reason) for reason in reasons)


def reason_text(rules: Rules, names: Sequence[str], reason: Reason) -> str:
    """A reason in a few words, about the move that was played."""
    match reason:
        case BonusMissed(played, better):
            more = better - played
            return "misses a bonus move" if more == 1 else f"misses {more} bonus moves"
        case ExchangeMissed():
            return "exchanging was better"
        case ExchangeNeedless():
            return "keeping was better"
        case LowestLeft(colours, played, better):
            return f"leaves {_colours(colours)} at {played}, not {better}"
        case MarkersLeft(played, better):
            return f"has {played} markers on its side, not {better}"
        case PointsMissed(points, low):
            missed = [(colour not in low, -more, colour) for colour, more in points.items() if more > 0]
            return "misses " + ", ".join(
                f"{COLOUR_NAMES[colour]} +{-less}" for _, less, colour in sorted(missed)
            )
        case Gift(seat, colour, played, better):
            return f"leaves {names[seat]} {played} in {COLOUR_NAMES[colour]}, not {better}"


def _colours(letters: Sequence[str]) -> str:
    if len(letters) > _MOST_COLOURS:
        return f"{len(letters)} colours"
    return ", ".join(COLOUR_NAMES[letter] for letter in letters)
