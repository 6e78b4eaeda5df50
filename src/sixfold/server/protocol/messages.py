"""Everything on the wire: what the server says, and the bodies of its HTTP answers.

Clients' commands are in `commands`, the parts of a view in `sights`; docs/protocol.md explains them all. The
server sends codes and numbers, never sentences, save for `detail`, which is for programmers.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from .commands import (
    Action,
    Advise,
    Agree,
    AnyCommand,
    Arrange,
    Branch,
    Channel,
    Command,
    Hand,
    History,
    Key,
    Leave,
    Level,
    Look,
    Mute,
    Next,
    Ping,
    Play,
    Preview,
    Rematch,
    Request,
    Resign,
    Review,
    Say,
    SeatNumber,
    Sit,
    Stand,
    Start,
    Take,
    read_command,
)
from .sights import (
    Days,
    Digits,
    GameSight,
    Live,
    Milliseconds,
    MoveSight,
    Origin,
    OutcomeSight,
    RulesSight,
    ScoreSight,
    SeatPlan,
    SeatSight,
    Settings,
    Sight,
    Status,
    TableSight,
    Yours,
)

PROTOCOL: Final = 1
"""Grows when an old client could no longer understand the server."""

Code = Literal[
    "stale",  # the table has gone on; `v` says to where
    "not_found",
    "forbidden",
    "bad_message",
    "bad_settings",
    "illegal_move",
    "not_your_turn",
    "not_your_seat",
    "seat_taken",
    "seats_open",
    "already_started",
    "not_started",
    "game_over",
    "not_over",
    "series_over",
    "not_handed",
    "hints_closed",
    "not_practice",
    "no_bots",
    "talk_closed",
    "too_large",
    "too_many",
    "busy",  # the bots have too much to do
    "unavailable",  # nothing can be written just now; reading works
    "unauthorised",
    "failed",  # a fault of the server, which is in its log
]


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True):
    """Anything that the server sends down a socket or event stream."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection."""

    you: str
    now: Milliseconds
    """The server's clock, for deadlines."""
    protocol: int = msgspec.field(default_factory=lambda: PROTOCOL)


class Ack(Message, frozen=True, tag="ack"):
    """A command was carried out, and is durable."""

    key: str
    v: int
    """The version it made; for a command that changes nothing, the present one."""
    table: str | None = None
    """The new table, for a rematch or a branch."""


class Refused(Message, frozen=True, tag="refused"):
    """A command, or an HTTP request, was not carried out and has changed nothing."""

    code: Code
    detail: str = ""
    """In English, for programmers."""
    key: str | None = None
    v: int | None = None
    """The present version of the table."""
    again: Milliseconds | None = None
    """For `too_many`: when it may be tried again."""


class View(Message, frozen=True, tag="view"):
    """The table as this guest sees it now. `game` is left out before the start."""

    v: int
    table: TableSight
    yours: Yours
    game: GameSight | None = None


class InStep(Message, frozen=True, tag="in_step"):
    """The client has the newest version already."""

    v: int


class Somebody(Sight, frozen=True):
    """A guest as others see them."""

    id: str
    name: str | None = None


class Presence(Message, frozen=True, tag="presence"):
    """Who is here now: the first hundred by name, and how many in all."""

    here: tuple[Somebody, ...]
    count: int


class Line(Sight, frozen=True):
    """Something said."""

    id: int
    who: str
    at: Milliseconds
    text: str
    channel: Channel = "table"
    name: str | None = None


class Said(Message, frozen=True, tag="said"):
    """New lines of chat; on connecting and when a channel opens, the last ones."""

    lines: tuple[Line, ...]


class Scored(Message, frozen=True, tag="scored"):
    """The answer to `preview`."""

    key: str
    v: int
    move: str
    score: ScoreSight | None = None


class Past(Message, frozen=True, tag="past"):
    """The answer to `history`."""

    key: str
    v: int
    game: int
    moves: tuple[MoveSight, ...]


class Advice(Message, frozen=True, tag="advice"):
    """The answer to `advise`."""

    key: str
    v: int
    hint: msgspec.Raw
    """As docs/review.md describes it."""


class Reviewing(Message, frozen=True, tag="reviewing"):
    """How far a review has come: so many of so many moves."""

    key: str
    game: int
    done: int
    of: int


class Reviewed(Message, frozen=True, tag="reviewed"):
    """The answer to `review`."""

    key: str
    game: int
    review: msgspec.Raw
    """As docs/review.md describes it."""


class Pong(Message, frozen=True, tag="pong"):
    """Yes."""

    key: str
    now: Milliseconds


class Closing(Message, frozen=True, tag="closing"):
    """The server ends this connection: it stops for a moment, or the client was too slow or too fast."""

    code: Literal["restart", "slow", "flood", "replaced", "gone"]
    again: Milliseconds = 1000
    """When to come back."""


Answer = Ack | Refused | Scored | Past | Advice | Reviewed | Pong | View | InStep
"""What comes back for a command."""
AnyMessage = (
    Hello | Ack | Refused | View | InStep | Presence | Said
    | Scored | Past | Advice | Reviewing | Reviewed | Pong | Closing
)  # fmt: skip


# ---------------------------------------------------------------- HTTP


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


encode = msgspec.json.Encoder().encode
"""Any of these as JSON."""

__all__ = [
    "PROTOCOL",
    "Ack",
    "Action",
    "Advice",
    "Advise",
    "Agree",
    "Answer",
    "AnyCommand",
    "AnyMessage",
    "Arrange",
    "Best",
    "Branch",
    "Channel",
    "Closing",
    "Code",
    "Command",
    "Days",
    "Dealing",
    "Digits",
    "Draw",
    "Export",
    "GameSight",
    "Hand",
    "Hello",
    "History",
    "InStep",
    "Key",
    "Leave",
    "Level",
    "Line",
    "LinkMade",
    "Listed",
    "Live",
    "Look",
    "Made",
    "Message",
    "Milliseconds",
    "MoveSight",
    "Mute",
    "NewBranch",
    "NewLink",
    "NewTable",
    "Next",
    "Opened",
    "Origin",
    "OutcomeSight",
    "Past",
    "Ping",
    "Play",
    "Pong",
    "Presence",
    "Preview",
    "Profile",
    "Refused",
    "Rematch",
    "Replay",
    "Request",
    "Resign",
    "Result",
    "Review",
    "Reviewed",
    "Reviewing",
    "RulesSight",
    "Said",
    "Say",
    "ScoreSight",
    "Scored",
    "SeatPlan",
    "SeatSight",
    "Secret",
    "Settings",
    "Sit",
    "Somebody",
    "Stand",
    "Start",
    "Status",
    "Step",
    "TableSight",
    "Tables",
    "Take",
    "View",
    "Yours",
    "encode",
    "read_command",
]  # fmt: skip
