"""What a sample of deals says: a value and how far it can be trusted.

Games of one deal share their tiles and are not independent, so the unit is always the deal.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev, variance
from typing import Final

_Z: Final = 1.959964  # 95% of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95% interval."""

    value: float
    low: float
    high: float


def share_estimate(shares: Sequence[float], games_a_deal: int) -> Estimate:
    """The mean of shares, one for each deal, each the mean of so many games.

    The interval is Wilson's, which stays within 0 and 1 and does not shrink to nothing when every
    game was won. It is for n independent games; n is chosen so that they would vary as the deals do. It is
    at most the number of games: a few deals that happen to agree are no reason to be surer than that.
    """
    deals = len(shares)
    mean = fmean(shares)
    games = float(deals * games_a_deal)
    if deals == 1:
        games = 1.0  # one deal does not tell how much deals vary
    elif spread := variance(shares):
        games = min(games, deals * mean * (1 - mean) / spread)
    z2 = _Z * _Z / games
    centre = (mean + z2 / 2) / (1 + z2)
    reach = math.sqrt(z2 * mean * (1 - mean) + z2 * z2 / 4) / (1 + z2)
    return Estimate(mean, max(0.0, centre - reach), min(1.0, centre + reach))


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of values, one for each deal, with Student's interval, which knows how few they are."""
    mean = fmean(values)
    if len(values) == 1:
        return Estimate(mean, -math.inf, math.inf)
    reach = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach)


def student(freedom: int) -> float:
    """95% of Student's distribution with so many degrees of freedom lie within this; right to 1%."""
    if freedom <= 2:
        return (12.7062, 4.3027)[freedom - 1]
    f = 1 / freedom  # Fisher's expansion, at 95%
    return _Z + f * (2.3723 + f * (2.8225 + f * 2.5559))
