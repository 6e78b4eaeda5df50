"""Who sits in the seats of an environment: a learner, and bots by their names."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..bots.kernel.memory import DESK, NETWORK
from ..bots.levels import LEVELS, NETWORK_ALONE
from ..bots.thinking import LOOK
from ..bots.weights import weights_for
from ..core.errors import SixfoldError
from ..core.rules import Rules
from .kernel import opponents
from .kernel.games import Bots

_SIMPLE: Final = {"random": opponents.RANDOM, "greedy": opponents.GREEDY, "lexmin": opponents.LEXMIN}
_LEVELS: Final = {level.name: level for level in (NETWORK_ALONE, *LEVELS.values()) if level.samples is None}
OPPONENTS: Final = (*_SIMPLE, *_LEVELS)
"""The bots that play in compiled code: those that do not search."""


def seat_bots(rules: Rules, names: str | Sequence[str], threads: int) -> Bots:
    """The learner in the first seat and bots in the others: one name for all, or one each in their order."""
    if rules.players == 1:
        raise SixfoldError(f"{rules} has no seat for an opponent")
    others = [names] * (rules.players - 1) if isinstance(names, str) else list(names)
    if len(others) != rules.players - 1:
        raise SixfoldError(f"{rules} has {rules.players - 1} other seats, not {len(others)}")
    for name in others:
        if name not in OPPONENTS:
            raise SixfoldError(
                f"no bot called {name!r} plays in compiled code; there are {', '.join(OPPONENTS)}"
            )
    networks = np.zeros(1, NETWORK)
    if any(name in _LEVELS for name in others):
        networks[0] = weights_for(rules).network.void
    return Bots(
        kinds=np.array(
            [opponents.LEARNER, *(_SIMPLE.get(name, opponents.NETWORK) for name in others)], np.uint8
        ),
        heats=np.array(
            [0.0, *(_LEVELS[name].heat(rules) if name in _LEVELS else 0.0 for name in others)], np.float32
        ),
        networks=networks,
        desks=np.zeros(threads, DESK),
        most=np.uint64(LOOK),
    )
