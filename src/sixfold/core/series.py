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
        self.matches.append(Match(self._next_rules(), self._dealing(len(self.matches))))
        return self.match

    def _next_rules(self) -> Rules:
        if self.rules.players == 1:
            return self.rules
        starter = int(self.match.state.record.starter)
        following = (starter + self.start_passes) % self.rules.players
        return Rules.of(
            self.rules.game.name,
            players=self.rules.players,
            **(dict(self.rules.options) | {"start": str(following + 1)}),
        )
