"""What the server says: the messages of a socket or an event stream, and every refusal.

Clients' commands are in `commands`, the parts of a view in `sights`, the bodies of HTTP calls in `documents`;
docs/protocol.md explains them all. The server sends codes and numbers, never sentences, save for `detail`,
which is for programmers.
"""

from typing import Final, Literal

import msgspec

from .commands import Channel
from .sights import GameSight, Milliseconds, MoveSight, ScoreSight, Sight, TableSight, Yours

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


encode = msgspec.json.Encoder().encode
"""Any of these as JSON."""
