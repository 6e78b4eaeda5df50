"""Five levels for people, the same in every game: weaker by thinking less and choosing less strictly."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..core.moves import Move
from ..core.rules import Rules
from ..core.views import View
from .thinking import Budget, Thinker


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot is."""

    name: str
    how: str
    """How it plays."""
    for_whom: str
    seconds: float
    """The most that a move takes on two cores."""
    heat: float = 0.0
    """The temperature at which moves are drawn: the higher, the more often a lesser one."""
    budget: Budget | None = None
    """How long it thinks; `None` plays what the network says at once."""


LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", "often a poor move", "a child's first game", 0.1, heat=1.0),
        Level("casual", "now and then a poor move", "those who know the rules", 0.1, heat=0.4),
        Level("skilled", "mostly good moves", "those who play often", 0.1, heat=0.15),
        Level("expert", "the best move at first sight", "those who win at home", 0.1),
        Level("master", "tries moves out", "all others", 2.0, budget=Budget(samples=300, seconds=1.8)),
    )
}
"""From the weakest to the strongest."""


class LevelBot:
    """Plays at a level."""

    def __init__(self, rng: random.Random, level: Level, budget: Budget | None = None) -> None:
        """With a budget of its own it thinks for so long instead of as its level does."""
        self._rng: Final = rng
        self._level: Final = level
        self._budget: Final = budget or level.budget

    def choose(self, view: View) -> Move:
        """A good move for this level."""
        thinker = thinker_for(view.rules)
        if self._budget is None:
            return thinker.instant(view, self._level.heat, self._rng)
        return thinker.think(view, self._budget, self._rng).moves[0].move


@lru_cache(maxsize=16)
def thinker_for(rules: Rules) -> Thinker:
    """The thinker for these rules that all bots of a process share."""
    return Thinker(rules)
