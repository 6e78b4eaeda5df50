"""Five levels for people, the same in every game: weaker by thinking less and choosing less strictly."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ..core.moves import Move
from ..core.rules import Rules
from ..core.views import View
from .kernel.policy import restlessness
from .thinking import Budget, Thinker


class Heats(NamedTuple):
    """Temperatures at which moves are drawn: the higher, the more often a lesser one."""

    board: float = 0.0
    four: float = 0.0
    """With four sides on a board: luck leaves little room above the coldest network, so levels lie closer."""
    cards: float = 0.0
    """At cards a hand has few moves, one poor card costs less, and luck leaves still less room."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot is."""

    name: str
    how: str
    """How it plays."""
    for_whom: str
    seconds: float
    """The most that a move takes on two cores."""
    heats: Heats
    samples: Mapping[tuple[str, int], int] | None = None
    """How many samples a move takes, by game and players; `None` plays what the network says at once."""

    def heat(self, rules: Rules) -> float:
        """How hot its choices are in these rules."""
        if not rules.is_board_game:
            return self.heats.cards
        return self.heats.four if len(set(rules.sides)) == 4 else self.heats.board

    def budget(self, rules: Rules) -> Budget | None:
        """How long it thinks about a move of these rules."""
        if self.samples is None:
            return None
        return Budget(self.samples[rules.game.name, rules.players], 0.9 * self.seconds)


# In two-player hex 300 beat everyone by far; elsewhere luck hides the best move from so few. Alone, a sample
# takes a tenth of the time. docs/strength.md has the figures.
_SAMPLES: Final = {
    ("hex", 2): 300,
    ("hex", 3): 600,
    ("hex", 4): 1600,
    ("hex-solo", 1): 1500,
    ("hex-team", 4): 600,
    ("hex-duel", 2): 800,
    ("square", 2): 600,
    ("square", 3): 600,
    ("square", 4): 800,
    ("square-solo", 1): 1500,
    ("cards", 2): 1200,
    ("cards", 3): 1200,
    ("cards", 4): 2400,
}

LEVELS: Final[Mapping[str, Level]] = {
    level.name: level
    for level in (
        Level("beginner", "often a poor move", "a child's first game", 0.1, Heats(1.0, 1.0, 100.0)),
        Level("casual", "now and then a poor move", "those who know the rules", 0.1, Heats(0.4, 0.4, 1.8)),
        Level("skilled", "mostly good moves", "those who play often", 0.1, Heats(0.15, 0.15, 0.65)),
        Level(
            "expert",
            "nearly always the best move at first sight",
            "those who win at home",
            0.1,
            Heats(four=0.06, cards=0.27),
        ),
        Level("master", "tries moves out", "all others", 2.0, Heats(), _SAMPLES),
    )
}
"""From the weakest to the strongest."""

NETWORK_ALONE: Final = Level("network", "always the best move at first sight", "comparisons", 0.1, Heats())
"""No level for people: the best that looking one move ahead can do, by which searching is measured."""


class LevelBot:
    """Plays at a level."""

    def __init__(
        self, rng: random.Random, level: Level, budget: Budget | None = None, thinker: Thinker | None = None
    ) -> None:
        """With a budget of its own it thinks for so long instead of as its level does.

        It thinks with the thinker that all share, unless it is given one.
        """
        self._rng: Final = rng
        self._level: Final = level
        self._budget: Final = budget
        self._thinker: Final = thinker

    def choose(self, view: View) -> Move:
        """A good move for this level."""
        thinker = self._thinker or thinker_for(view.rules)
        budget = self._budget or self._level.budget(view.rules)
        restless = _restlessness(view)
        if budget is None or restless:
            return thinker.instant(view, self._level.heat(view.rules) + restless, self._rng)
        return thinker.think(view, budget, self._rng).moves[0].move


@lru_cache(maxsize=16)
def thinker_for(rules: Rules) -> Thinker:
    """The thinker for these rules that all bots of a process share."""
    return Thinker(rules)


def _restlessness(view: View) -> float:
    """How much hotter choices get, at any level, when a game does not end."""
    return 0.0 if view.rules.is_board_game else float(restlessness(view.turn, view.rules.players))
