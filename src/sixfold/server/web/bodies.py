"""Bodies of requests and answers about guests, games and the server; those of tables are in `messages`."""

from typing import Annotated, Literal

from msgspec import Meta

from ..protocol.sights import Milliseconds, Sight

AnyName = Annotated[str, Meta(min_length=1, max_length=200)]
"""A name as somebody typed it; `guests.clean_name` makes of it what is shown."""


class NewGuest(Sight, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play."""

    name: AnyName
    bearer: bool = False
    """Programs ask for the token itself; browsers get it as a cookie that their scripts cannot read."""


class GivenCode(Sight, frozen=True, forbid_unknown_fields=True):
    """A code from another device of the same guest."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    bearer: bool = False


class Welcome(Sight, frozen=True):
    """Who one is here."""

    id: str
    name: str
    token: str | None = None
    """For programs that asked for it, to be sent as `Authorization: Bearer`."""


class NewName(Sight, frozen=True, forbid_unknown_fields=True):
    """What one wants to be called."""

    name: AnyName


class CodeMade(Sight, frozen=True):
    """A code that stands for the guest once, on another device."""

    code: str
    good_for: Milliseconds


class OptionListed(Sight, frozen=True):
    """An option of a game. With another option as `default_by`, the default depends on its value."""

    name: str
    values: tuple[str, ...]
    clause: str
    """Where the rules name it."""
    default: str
    default_by: str | None = None
    defaults: dict[str, str] | None = None


class GameListed(Sight, frozen=True):
    """A game of the catalogue."""

    name: str
    family: Literal["hex", "square", "cards"]
    players: tuple[int, ...]
    options: tuple[OptionListed, ...]
    """With the most players; with fewer, `start` has fewer seats, and alone there is no `start`."""


class Games(Sight, frozen=True):
    """Everything that can be played."""

    games: tuple[GameListed, ...]


class FigureDrawn(Sight, frozen=True):
    """A worked example: a picture without words, and its numbers (or sums) by the names that texts use."""

    name: str
    svg: str
    values: dict[str, str]


class Guide(Sight, frozen=True):
    """What a page that explains a game takes from the game itself: its numbers, and worked examples."""

    game: str
    facts: dict[str, str]
    figures: tuple[FigureDrawn, ...]


class Health(Sight, frozen=True):
    """How the server is. Read-only: nothing can be written just now, the disk may be full."""

    status: Literal["ok", "read_only", "stopping"]
    version: str
    protocol: int
    bots: Literal["ready", "warming", "none"]
