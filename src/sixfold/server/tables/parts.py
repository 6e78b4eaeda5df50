"""What a table consists of beside its present game."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ...core.match import Match
from ...core.outcome import Outcome
from ...core.rules import Rules
from ..protocol.commands import Level
from .entries import Chair, Started, Why


@dataclass(slots=True)
class Seat:
    """A seat: open, a bot's, somebody's, or somebody's for whom a bot plays."""

    who: str | None = None
    bot: Level | None = None
    why: Why | None = None
    resigned_in: int | None = None
    """The game of the series in which its side gave up."""

    @property
    def resigned(self) -> bool:
        """Whether its side gave up."""
        return self.resigned_in is not None

    @property
    def is_open(self) -> bool:
        """Whether somebody may sit down."""
        return self.who is None and self.bot is None

    @property
    def person(self) -> str | None:
        """The guest who makes the moves."""
        return None if self.bot or self.resigned else self.who

    def again(self) -> Chair:
        """The seat at the next table: somebody for whom a bot played sits there again."""
        return Chair(who=self.who) if self.who else Chair(bot=self.bot)


@dataclass(slots=True)
class Pass:
    """What a guest may do at a table because of links they followed."""

    watch: bool = True
    join: bool = False
    seats: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Progress:
    """What has happened in the present game beside the match itself."""

    started: Started | None = None
    """How it was dealt; `None` before the start."""
    moves: list[str] = field(default_factory=list)
    by_bots: set[int] = field(default_factory=set)
    """The numbers of the moves that bots made."""
    shown: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """What exchanges showed to everyone, by the number of the move."""
    last_of: dict[str, int] = field(default_factory=dict)
    """The seat with which each guest moved last."""

    @property
    def made(self) -> int:
        """How many moves have been made."""
        return len(self.moves)

    def copy(self) -> "Progress":
        """Another one with the same content, which goes its own way from here."""
        return replace(
            self,
            moves=list(self.moves),
            by_bots=set(self.by_bots),
            shown=dict(self.shown),
            last_of=dict(self.last_of),
        )


class PastGame(NamedTuple):
    """A finished game of a series, small: what it takes to play it again."""

    rules: Rules
    started: Started
    moves: tuple[str, ...]
    outcome: Outcome

    def match(self) -> Match:
        """The game with everything that happened."""
        return Match.resume(self.rules, self.started.dealer(), self.moves)
