"""Finding the rule of thumb for games alone by trying: the cross-entropy method.

Many rules are drawn around the best known, each plays some games, and the next are drawn around those that
did best, ever closer. A game takes a twentieth of a millisecond, so that this is a matter of a minute.
"""

import numpy as np

from sixfold.core.records import Record

from .playing import Array, Tables

_FIRST = np.array([3.0, 2.0, 0.1, 0.1, 0.0])
_SPREAD = np.array([1.0, 1.0, 0.1, 0.1, 0.05])
_LEAST = np.array([0.3, 0.3, -1.0, -1.0, -1.0])  # a span is a divisor
_ROUNDS = 20
_RULES = 40
_BEST = 8


def tune_thumb(network: Record, tables: Tables, games: int, seed: int) -> float:
    """Put the best rule of thumb that was found into a network; returns the share that it reaches."""
    rng = np.random.default_rng(seed)
    mean, spread = _FIRST, _SPREAD
    for number in range(_ROUNDS):
        rules = np.maximum(rng.normal(mean, spread, (_RULES, len(mean))), _LEAST)
        shares = tables.try_thumbs(network, rules, games, seed * _ROUNDS + number)
        best: Array = rules[np.argsort(shares)[-_BEST:]]
        mean, spread = best.mean(0), best.std(0) + _SPREAD / 100
    network.thumb[:] = mean
    return float(tables.try_thumbs(network, mean[None], games, seed * _ROUNDS + _ROUNDS)[0])
