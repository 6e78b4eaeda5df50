"""What a client may ask of a table. Each command is one JSON object; `do` says which it is.

Commands of `Action` change the table and are entries of its log. Those of `Request` change nothing there.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Key = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
"""The client's own name for a command, in ASCII without blanks: sent again, it is answered as before."""
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
Version = Annotated[int, Meta(ge=0)]
GuestId = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Literal["beginner", "casual", "skilled", "expert", "master"]
Channel = Literal["table", "team", "watchers"]
"""Everyone's, the partners' (T5), and that of those who watch, which players see when the game is over."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every command has."""

    key: Key
    v: Version | None = None
    """The version that the client has seen; if the table has gone on since, the command is refused."""


# ---------------------------------------------------------------- seats, before the start


class Sit(Command, frozen=True, tag="sit"):
    """Sit down on an open seat; at a hot-seat table on several, one after the other."""

    seat: SeatNumber


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat of one's own before the start; it is open then."""

    seat: SeatNumber


class Arrange(Command, frozen=True, tag="arrange"):
    """Before the start, the host gives a seat to a bot, or opens it (also one that somebody sits on)."""

    seat: SeatNumber
    to: Literal["open"] | Level


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table: own seats are open before the start, and a bot's during play."""


class Start(Command, frozen=True, tag="start"):
    """Deal the first game. Anyone who sits, or the host, may, once no seat is open."""


# ---------------------------------------------------------------- play


class Play(Command, frozen=True, tag="play"):
    """Make a move for the seat to act, which has to be one's own; `v` is required."""

    v: Version
    move: Annotated[str, Meta(min_length=1, max_length=20)]
    """As people write it: `rg d5 e5`, `rg`, `keep`, `exchange` or `pass`."""


class Resign(Command, frozen=True, tag="resign"):
    """Give up, for one's side and for the whole series."""

    seat: SeatNumber


class Hand(Command, frozen=True, tag="hand"):
    """Let a bot play one's seat until one takes it back."""

    seat: SeatNumber
    level: Level | None = None
    """By default the table's stand-in."""


class Take(Command, frozen=True, tag="take"):
    """Take one's seat back from the bot."""

    seat: SeatNumber


class Agree(Command, frozen=True, tag="agree"):
    """Agree to hints in this game, or no longer; they are open once everyone who plays agrees."""

    hints: bool


class Next(Command, frozen=True, tag="next"):
    """Deal the next game of the series once the last one is over."""


class Rematch(Command, frozen=True, tag="rematch"):
    """After the end: a new table with the same people, at which the start has passed on."""


class Branch(Command, frozen=True, tag="branch"):
    """Go back in a practice game: a new table that begins with the first `moves` moves of this one."""

    moves: Annotated[int, Meta(ge=0, le=1000)]


# ---------------------------------------------------------------- requests


class Say(Command, frozen=True, tag="say"):
    """Say something at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    channel: Channel = "table"


class Mute(Command, frozen=True, tag="mute"):
    """Hear nothing more of somebody, at any table; or hear them again."""

    guest: GuestId
    on: bool = True


class Look(Command, frozen=True, tag="look"):
    """Ask for the whole view."""


class Preview(Command, frozen=True, tag="preview"):
    """What a legal move would score and why; nothing is played."""

    move: Annotated[str, Meta(min_length=1, max_length=20)]


class Advise(Command, frozen=True, tag="advise"):
    """A hint for one's own seat that is to act, where hints are open."""


class History(Command, frozen=True, tag="history"):
    """The moves of the present game from number `since` on, explained."""

    since: Annotated[int, Meta(ge=0, le=1000)] = 0


class Review(Command, frozen=True, tag="review"):
    """Look a finished game through, move by move; progress comes as messages, then the review."""

    game: Annotated[int, Meta(ge=0, le=99)] = 0


class Ping(Command, frozen=True, tag="ping"):
    """Is anybody there?"""


Action = Sit | Stand | Arrange | Leave | Start | Play | Resign | Hand | Take | Agree | Next | Rematch | Branch
Request = Say | Mute | Look | Preview | Advise | History | Review | Ping
AnyCommand = Action | Request

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyCommand)


def read_command(text: bytes | str) -> AnyCommand:
    """The command that a client sent; a `msgspec.DecodeError` says what is wrong with it."""
    command: AnyCommand = _decoder.decode(text)
    return command
