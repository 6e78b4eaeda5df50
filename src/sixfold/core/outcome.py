"""Who stands where: the ranking of H22, D4 and T4."""

from dataclasses import dataclass

from .codes import Reason
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
    def of(cls, rules: Rules, tracks: tuple[tuple[int, ...], ...], reason: Reason) -> "Outcome":
        """Rank the sides by their tracks and give each seat its side's place."""
        keys = [ranking_key(rules, side) for side in tracks]
        places = [1 + sum(other > key for other in keys) for key in keys]
        return cls(
            reason,
            tuple(keys[side][0] for side in rules.sides),
            tuple(places[side] for side in rules.sides),
        )


def ranking_key(rules: Rules, tracks: tuple[int, ...]) -> tuple[int, ...]:
    """What sides are compared by; the larger is better.

    H22: the lowest marker, then the next lowest, and so on. D4, D5: how many markers are on one's own
    side, then the weakest of these, and so on.
    """
    if rules.game.duel:
        held = sorted(marker for marker in tracks if marker)
        return (len(held), *held)
    return tuple(sorted(tracks))
