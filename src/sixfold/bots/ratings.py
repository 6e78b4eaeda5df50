"""Ratings from pairwise results: the Bradley-Terry model on the scale of Elo.

A bot of strength s takes its side's share of the win from sides of strength t with probability

    s / (s + t + ... + t)        as many t as there are other sides

and a rating is 400 times the decimal logarithm of the strength, the mean of all set to 1500. The ratings are
those under which the results were most likely, each deal counted once. A bot that wins every game would
rate infinitely high; so every pairing is given one more deal, in which both get their fair share.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from .estimates import Estimate

Array = npt.NDArray[np.float64]

MEAN: Final = 1500.0
_POINTS: Final = 400 / np.log(10)  # for a factor of e in strength
_RESAMPLES: Final = 1000
_STEPS: Final = 100
_LONGEST_STEP: Final = 2.0  # Newton's method overshoots where a win is nearly certain


def rate(
    count: int, shares: Mapping[tuple[int, int], Mapping[int, float]], fair: float
) -> tuple[Estimate, ...]:
    """The ratings of `count` bots with 95% intervals.

    `shares[a, b][deal]` is what bot a got against b on a deal, for every two bots. Intervals come from a
    Bayesian bootstrap over deals, the additional ones included: ratings are fitted again and again, every
    deal counting by a random weight (exponential, mean 1). A deal has one weight in all pairings, since all
    play the same. The weights are the same in every run.
    """
    pairs = list(shares)
    deals = sorted({deal for by_deal in shares.values() for deal in by_deal})
    got = np.array([[shares[pair].get(deal, 0.0) for pair in pairs] for deal in deals])
    played = np.array([[float(deal in shares[pair]) for pair in pairs] for deal in deals])
    rng = np.random.default_rng(0)
    weights = np.vstack([np.ones(len(deals)), rng.exponential(size=(_RESAMPLES, len(deals)))])
    added = np.vstack([np.ones(len(pairs)), rng.exponential(size=(_RESAMPLES, len(pairs)))])
    fitted = MEAN + _POINTS * _fit(
        count, pairs, weights @ got + added * fair, weights @ played + added, np.log(fair / (1 - fair))
    )
    low, high = np.quantile(fitted[1:], (0.025, 0.975), axis=0)
    return tuple(map(Estimate, fitted[0].tolist(), low.tolist(), high.tolist()))


def _fit(count: int, pairs: Sequence[tuple[int, int]], won: Array, played: Array, offset: float) -> Array:
    """The logarithms of the likeliest strengths, their mean 0, by Newton's method; each row is a fit."""
    differences = np.zeros((len(pairs), count))
    for row, (first, second) in enumerate(pairs):
        differences[row, first], differences[row, second] = 1, -1
    strengths: Array = np.zeros((len(won), count))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(strengths @ differences.T + offset)))
        slope = (won - played * chance) @ differences
        bend = differences.T @ ((played * chance * (1 - chance))[:, :, None] * differences)
        # Only differences matter, so the bend is singular; adding 1 everywhere keeps the mean where it is.
        step = np.linalg.solve(bend + 1, slope[:, :, None])[:, :, 0]
        strengths += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    mean: Array = strengths.mean(axis=1, keepdims=True)
    return strengths - mean
