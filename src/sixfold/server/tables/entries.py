"""What a table's log consists of: the body of each entry as JSON. Who did it, and when, is in the entry."""

from typing import Any, Literal

import msgspec

from ...core.dealer import Dealer, Earlier
from ..protocol.commands import Level
from ..protocol.sights import Origin, Settings

Purpose = Literal["join", "sit", "watch"]
"""What a link lets one do: sit on any open seat, on one seat, or watch."""
Why = Literal["asked", "left", "away", "late"]
"""Why a bot plays for somebody."""


class Body(msgspec.Struct, frozen=True, tag_field="is", omit_defaults=True):
    """What happened at a table."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the beginning: somebody's, a bot's, or open."""

    who: str | None = None
    bot: Level | None = None


class Created(Body, frozen=True, tag="created"):
    """The table is there. Those in `passes` were at the table that it came from."""

    settings: Settings
    chairs: tuple[Chair, ...]
    origin: Origin | None = None
    passes: tuple[tuple[str, Purpose], ...] = ()


class Admitted(Body, frozen=True, tag="admitted"):
    """A guest followed a link."""

    purpose: Purpose
    seat: int | None = None


class Sat(Body, frozen=True, tag="sat"):
    """A guest sat down."""

    seat: int


class Arranged(Body, frozen=True, tag="arranged"):
    """A seat is a bot's now, or open: its guest stood up, or the host saw to it."""

    seat: int
    bot: Level | None = None


class Left(Body, frozen=True, tag="left"):
    """A guest has gone: their seats are open or, during play, a bot's."""

    ends: bool = False
    """There was no bot to play on: they have given up, and with that the game is over for all."""


class Ended(msgspec.Struct, frozen=True):
    """How a game of a series ended, so that nobody has to play it again to know."""

    reason: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    starter: int


class Started(Body, frozen=True, tag="started"):
    """The next game is dealt, from this seed."""

    seed: str
    before: Ended | None = None
    """The game before it in the series."""
    earlier: tuple[Earlier, ...] = ()
    """Draws that were taken over from the finished game that is played on."""

    def dealer(self) -> Dealer:
        """Who deals the game."""
        return Dealer.from_hex(self.seed, self.earlier)


class Moved(Body, frozen=True, tag="moved"):
    """The seat to act has made a move, and thought about it for so many milliseconds."""

    seat: int
    move: str
    spent: int = 0
    shown: tuple[int, ...] = ()
    """The kinds that an exchange showed to everyone."""


class Resigned(Body, frozen=True, tag="resigned"):
    """A seat has given up for its side, or its time ran out."""

    seat: int
    ends: bool = False
    """There was no bot to play on: the game is over for all."""


class Handed(Body, frozen=True, tag="handed"):
    """A bot plays for the guest of a seat."""

    seat: int
    bot: Level
    why: Why = "asked"


class Taken(Body, frozen=True, tag="taken"):
    """The guest of a seat plays again."""

    seat: int


class Agreed(Body, frozen=True, tag="agreed"):
    """A guest wants hints to be open, or no longer does."""

    hints: bool


class Credited(Body, frozen=True, tag="credited"):
    """The server was down for so many milliseconds, which no clock counts."""

    ms: int


class Rematched(Body, frozen=True, tag="rematched"):
    """People play on at another table."""

    table: str


class Branched(Body, frozen=True, tag="branched"):
    """Somebody went back, which made another table."""

    table: str


AnyBody = (
    Created | Admitted | Sat | Arranged | Left | Started | Moved | Resigned
    | Handed | Taken | Agreed | Credited | Rematched | Branched
)  # fmt: skip


def table_made(body: AnyBody) -> str | None:
    """The new table that an entry names."""
    return body.table if isinstance(body, Rematched | Branched) else None


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyBody)
write_body = msgspec.json.Encoder().encode


def read_body(text: bytes) -> AnyBody:
    """The body of an entry."""
    body: AnyBody = _decoder.decode(text)
    return body
