"""Who stands where: the ranking of H22, D4 and T4."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .codes import Reason
from .kernel.ranking import score_of, standing
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game, seat by seat; of a game that goes on, how it stands (reason `NONE`)."""

    reason: Reason
    scores: tuple[int, ...]
    """Each seat's weakest colour; in the duel, how many markers are on its side."""
    places: tuple[int, ...]
    """Each seat's place from 1; equals share one and the next is left out (1, 1, 3); partners share."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: 1 in all among those (or those teams) in first place."""
        winners = self.places.count(1)
        return tuple(1 / winners if place == 1 else 0.0 for place in self.places)

    @classmethod
    @lru_cache(maxsize=128)  # when a game ends, several ask at once
    def of(cls, rules: Rules, tracks: tuple[tuple[int, ...], ...], reason: Reason) -> "Outcome":
        """Rank the sides by their tracks and give each seat its side's place."""
        markers = np.array(tracks, np.uint8)
        standings = [
            standing(rules.game.duel, markers, side, len(rules.colours)) for side in range(len(tracks))
        ]
        places = [1 + sum(bool(other > own) for other in standings) for own in standings]
        return cls(
            reason,
            tuple(int(score_of(standings[side])) for side in rules.sides),
            tuple(places[side] for side in rules.sides),
        )
