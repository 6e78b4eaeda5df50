"""Several games in a row, their points added up (C13)."""

from collections.abc import Callable
from typing import Final

from .dealer import Dealer, Deals
from .errors import SixfoldError
from .match import Match
from .rules import Rules


class Series:
    """An agreed number of games of any rules; each gives every seat its score, most points win.

    A seat's score is its weakest colour (in the duel, where that says nothing, the markers on its side).
    The first game starts as the rules say; then, unless `start_passes` is off, the player to the left
    of the last starter starts.
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        *,
        start_passes: bool = True,
        dealing: Callable[[int], Deals] = lambda _: Dealer(),
    ) -> None:
        """A series with its first game dealt; `dealing` makes the dealer of game number 0, 1, ..."""
        if games < 1:
            raise SixfoldError(f"a series has at least one game, not {games}")
        self.rules: Final = rules
        self.games: Final = games
        self.start_passes: Final = start_passes
        self._dealing: Final = dealing
        self.matches: Final = [Match(rules, dealing(0))]

    @property
    def match(self) -> Match:
        """The game being played, or the last one."""
        return self.matches[-1]

    @property
    def is_over(self) -> bool:
        """Whether the agreed number of games has been played."""
        return len(self.matches) == self.games and self.match.is_over

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's points from the finished games."""
        finished = [match.outcome().scores for match in self.matches if match.is_over]
        return tuple(sum(scores[seat] for scores in finished) for seat in range(self.rules.players))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place by its points; equal points share a place."""
        return tuple(1 + sum(other > own for other in self.points) for own in self.points)

    def next_match(self) -> Match:
        """Deal the next game once the present one is over."""
        if not self.match.is_over:
            raise SixfoldError(f"game {len(self.matches)} of the series is not over yet")
        if self.is_over:
            raise SixfoldError(f"all {self.games} games of the series have been played")
        rules = following_rules(self.match.rules, self.match.starter, self.start_passes)
        self.matches.append(Match(rules, self._dealing(len(self.matches))))
        return self.match


def following_rules(rules: Rules, starter: int, start_passes: bool = True) -> Rules:
    """The rules of the game after one that a seat has started: the start passes to the left or stays."""
    if rules.players == 1:
        return rules
    return with_starter(rules, (starter + start_passes) % rules.players)


def with_starter(rules: Rules, starter: int | None) -> Rules:
    """The same rules for more than one, with a given seat to start, or with the lot deciding."""
    start = "random" if starter is None else str(starter + 1)
    return Rules.of(rules.game.name, players=rules.players, **(dict(rules.options) | {"start": start}))
