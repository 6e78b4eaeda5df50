"""The bodies of HTTP calls and of their answers."""

from typing import Annotated, Literal

from msgspec import Meta

from .commands import Level, SeatNumber
from .messages import Line
from .sights import Days, GameSight, Live, Milliseconds, SeatPlan, SeatSight, Settings, Sight, Status, Yours

TableKey = Annotated[str, Meta(min_length=16, max_length=40, pattern=r"^[!-~]+$")]
"""Random, so that nobody guesses it. Sent again with the same key, the first table is the answer."""


class NewTable(Settings, frozen=True, forbid_unknown_fields=True):
    """A table to be made: its settings, and who sits where."""

    seats: tuple[SeatPlan, ...] | None = None
    """For each seat; by default the first is one's own and the others are open."""
    key: TableKey | None = None


class Made(Sight, frozen=True):
    """A table that is there now."""

    table: str
    v: int


class NewBranch(Sight, frozen=True, forbid_unknown_fields=True):
    """A practice table to be made from the first moves of a finished game, against bots."""

    moves: Annotated[int, Meta(ge=0, le=1000)]
    game: Annotated[int, Meta(ge=0, le=99)] = 0
    """Which game of the series."""
    seat: SeatNumber | None = None
    """One's own; by default the seat to act."""
    level: Level = "skilled"
    """The bots on the other seats."""
    key: TableKey | None = None


class NewLink(Sight, frozen=True, forbid_unknown_fields=True):
    """A link to be made: to join, to take one seat, or to watch."""

    purpose: Literal["join", "sit", "watch"]
    seat: Annotated[int, Meta(ge=0, le=3)] | None = None


class LinkMade(Sight, frozen=True):
    """The link's secret; it belongs into the fragment of a URL."""

    secret: str


class Secret(Sight, frozen=True, forbid_unknown_fields=True):
    """The secret of a link that somebody has followed."""

    secret: Annotated[str, Meta(min_length=16, max_length=64)]


class Opened(Sight, frozen=True):
    """What the link opened."""

    table: str
    purpose: Literal["join", "sit", "watch"]
    seat: int | None = None


class Listed(Sight, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    seats: tuple[SeatSight, ...]
    changed: Milliseconds
    games: int = 1
    clock: Live | Days | None = None
    host: str | None = None
    actor: int | None = None
    """The seat to act."""
    yours: tuple[int, ...] = ()
    """In one's own list: the seats that are one's own."""
    deadline: Milliseconds | None = None


class Tables(Sight, frozen=True):
    """A page of a list of tables, the newest first; `more` asks for the next one."""

    tables: tuple[Listed, ...]
    more: str | None = None


class Result(Sight, frozen=True):
    """How one did in a finished game."""

    table: str
    game: int
    seat: int
    rules: str
    players: int
    place: int
    score: int
    at: Milliseconds


class Best(Sight, frozen=True):
    """One's record in one game: how often played and won, and the best score."""

    rules: str
    games: int
    firsts: int
    score: int


class Profile(Sight, frozen=True):
    """One's own page."""

    id: str
    name: str
    since: Milliseconds
    bests: tuple[Best, ...]
    results: tuple[Result, ...]


class Export(Sight, frozen=True):
    """Everything that the server keeps about a guest."""

    profile: Profile
    tables: tuple[Listed, ...]
    said: tuple[Line, ...]
    said_at: tuple[str, ...]
    """For each line, the table at which it was said."""
    muted: tuple[str, ...]


class Step(Sight, frozen=True):
    """A game after so many moves, as this guest may see it; everything is open once it is over."""

    game: GameSight
    yours: Yours


class Replay(Sight, frozen=True):
    """Steps of a game, from `first` on."""

    table: str
    rules: str
    number: int
    seats: tuple[SeatSight, ...]
    """Who sits there; bots by their level."""
    first: int
    steps: tuple[Step, ...]
    made: int
    """How many moves the game has; there is one step more."""


class Draw(Sight, frozen=True):
    """One decision of chance: a tile or card that was drawn, or who starts."""

    got: int
    """The kind; without a `seat`, the seat that starts."""
    seat: int | None = None
    """Who drew."""
    after: int = 0
    """How many moves had been made."""
    open: bool = False
    """Cards: whether it was laid open, not taken up."""
    back: tuple[int, ...] = ()
    """The kinds that went back into the bag since the draw before."""


class Dealing(Sight, frozen=True):
    """Everything that chance decided in a finished game, so that anybody can check it (docs/dealing.md)."""

    rules: str
    commitment: str
    seed: str
    draws: tuple[Draw, ...]
    racks: tuple[tuple[int, ...], ...]
    """What everyone held in the end."""
    bag: int
    """How many were left in the bag."""
    back: tuple[int, ...] = ()
    """The kinds that went back into the bag after the last draw."""
    earlier: tuple[tuple[int, str], ...] = ()
    """Draws taken over from a game that was played on: all before the number follow from that seed."""
