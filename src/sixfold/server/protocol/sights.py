"""What is seen of a table: the parts of a view, as the client draws them.

Seats, cells, edges, kinds of tile and colours are numbers; `RulesSight` says once what they mean. A
`Digits` is a row of small numbers as text, a character each, its code less 48: `"0:"` is 0, 10.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .commands import Channel, Level

Digits = str
"""A row of small numbers: each is the code of its character less 48."""
Milliseconds = int
"""A moment since 1970, or a span, in milliseconds."""
Status = Literal["open", "playing", "over"]
SeatPlan = Literal["me", "open"] | Level
"""Who is to sit on a seat: the guest who makes the table, whoever comes, or a bot."""


class Sight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Anything that is shown. What has its default is left out."""


# ---------------------------------------------------------------- settings


class Live(msgspec.Struct, frozen=True, kw_only=True, tag="live", tag_field="is", forbid_unknown_fields=True):
    """Each decision has `move` seconds; what it takes longer comes off the seat's `reserve` for the game."""

    move: Annotated[int, Meta(ge=1, le=3600)]
    reserve: Annotated[int, Meta(ge=0, le=86400)] = 0


class Days(msgspec.Struct, frozen=True, kw_only=True, tag="days", tag_field="is", forbid_unknown_fields=True):
    """Correspondence: each decision has so many days."""

    days: Annotated[int, Meta(ge=1, le=30)]


class Settings(Sight, frozen=True):
    """What was agreed about a table. Who starts and whether partners may talk are options of the game."""

    game: Annotated[str, Meta(max_length=300)]
    """The rules as text: `hex-team(start=2,talk=open)`."""
    public: bool = False
    """Listed in the lobby, open to everyone; otherwise one needs a link."""
    spectators: bool = True
    hot_seat: bool = False
    """Whether a guest may sit on several seats."""
    games: Annotated[int, Meta(ge=1, le=20)] = 1
    """How many games the series has."""
    start_passes: bool = True
    clock: Live | Days | None = None
    late: Literal["bot", "resign"] = "bot"
    """What happens to a seat whose time has run out."""
    grace: Annotated[int, Meta(ge=5, le=3600)] | None = 120
    """Seconds that a seat to move may be away before a bot takes it; `null` waits for ever. Not by post."""
    stand_in: Level = "skilled"
    """The bot that takes seats over."""


# ---------------------------------------------------------------- the table


class SeatSight(Sight, frozen=True):
    """A seat. Open if it has neither `who` nor `bot`; with both, a bot plays for somebody."""

    who: str | None = None
    name: str | None = None
    """Left out for a bot's seat, and for somebody who has been deleted."""
    bot: Level | None = None
    why: Literal["asked", "left", "away", "late"] | None = None
    """Why the bot plays for somebody."""
    resigned: bool = False


class Origin(Sight, frozen=True):
    """The table that this one came from: a rematch, or a branch after so many of its moves."""

    table: str
    game: int = 0
    moves: int | None = None


class TableSight(Sight, frozen=True):
    """What everyone who may look sees of the table around the game."""

    id: str
    settings: Settings
    status: Status
    host: str
    seats: tuple[SeatSight, ...]
    agreed: tuple[str, ...] = ()
    """Who agreed to hints."""
    hints: bool = False
    """Whether hints are open now."""
    practice: bool = False
    """Whether one can go back: only bots and one screen play."""
    origin: Origin | None = None
    rematch: str | None = None
    """The table where people play on."""


# ---------------------------------------------------------------- the game


class HalfSight(Sight, frozen=True):
    """One half of a laid tile, and the lines of its colour that scored: their cells, a point each."""

    cell: int
    colour: int
    lines: tuple[tuple[int, ...], ...] = ()


class PyramidSight(Sight, frozen=True):
    """A pyramid that was raised, and the cells beside it that scored."""

    cell: int
    beside: tuple[int, ...] = ()


class SymbolSight(Sight, frozen=True):
    """One symbol of a played card, and the open cards that match: (seat, place from the oldest)."""

    colour: int
    cards: tuple[tuple[int, int], ...] = ()


class ScoreSight(Sight, frozen=True):
    """What a move scores, and from where."""

    points: tuple[int, ...]
    """Counted on the table, a colour each."""
    after: tuple[int, ...]
    """Where the markers of the seat's side stand then."""
    bonus: int = 0
    """How many bonus moves it earns."""
    lost: int = 0
    """Points that no marker could take."""
    halves: tuple[HalfSight, ...] = ()
    pyramids: tuple[PyramidSight, ...] = ()
    symbols: tuple[SymbolSight, ...] = ()


class MoveSight(Sight, frozen=True):
    """A move that was made."""

    number: int
    """Counted from 0 in its game."""
    seat: int
    turn: int
    move: str
    score: ScoreSight | None = None
    """Left out for a word."""
    shown: tuple[int, ...] = ()
    """The kinds that an exchange showed to everyone."""
    bot: bool = False


class OutcomeSight(Sight, frozen=True):
    """How a game ended."""

    reason: Literal["full", "complete", "tiles", "resigned"]
    scores: tuple[int, ...]
    places: tuple[int, ...]


class GameSight(Sight, frozen=True):
    """What everyone sees of a game."""

    number: int
    """Which game of the series, from 0."""
    commitment: str
    phase: Literal["place", "bonus", "exchange", "over"]
    """What the seat to act decides."""
    actor: int | None
    starter: int
    turn: int
    made: int
    """How many moves have been made."""
    tracks: tuple[tuple[int, ...], ...]
    """The markers of each side."""
    held: tuple[int, ...]
    """How many tiles each seat holds."""
    bag: int
    moves: tuple[MoveSight, ...] = ()
    """The last moves, a round or a little more; `history` has them all."""
    words: tuple[Literal["keep", "exchange", "pass"], ...] = ()
    """What the seat to act may say instead of laying something."""
    bonus: int = 0
    """Bonus moves still to be made, this one included."""
    deadline: Milliseconds | None = None
    """When the time of the seat to act runs out."""
    reserves: tuple[Milliseconds, ...] = ()
    """What each seat has left of its reserve, at the start of this decision."""
    points: tuple[int, ...] = ()
    """Series: points of the finished games."""
    board: Digits = ""
    """For each cell: a colour, 6 empty, 7 a pyramid."""
    potentials: Digits = ""
    """For each cell and colour what a half laid there now would score; at cards for each colour."""
    places: Digits = ""
    """For each edge: 1 where the seat to act may lay a tile, any of its tiles in either direction."""
    tokens: tuple[int | None, ...] = ()
    """The duel's tokens: the seat that holds each colour's."""
    open_cards: tuple[tuple[int, ...], ...] = ()
    discard: Digits = ""
    outcome: OutcomeSight | None = None
    racks: tuple[tuple[int, ...], ...] = ()
    """Everyone's tiles, once the game is over."""
    seed: str | None = None
    """Once the game is over: what the draws followed from."""
    taken_over: int = 0
    """How many draws are those of a finished game that is played on here; their seed is known."""


class Yours(Sight, frozen=True):
    """What only this guest sees.

    A guest on several seats (hot-seat) sees one rack at a time, that of `shown`: the seat to act if it is
    the guest's, else the guest's seat that acted last. When `shown` changes, the screen changes hands.
    """

    seats: tuple[int, ...] = ()
    shown: int | None = None
    rack: tuple[int, ...] = ()
    unseen: Digits = ""
    """For each kind how many tiles are in the bag or hidden on racks, as far as this eye can tell."""
    may_sit: tuple[int, ...] = ()
    channels: tuple[Channel, ...] = ()
    """Where this guest may speak now."""


# ---------------------------------------------------------------- what numbers mean, once for each rules


class RulesSight(Sight, frozen=True):
    """A game's fixed things: fetched once, and kept."""

    game: str
    """The rules as text, written in the one way that is their name."""
    name: str
    family: Literal["hex", "square", "cards"]
    players: int
    sides: tuple[int, ...]
    """For each seat, whose tracks it moves."""
    colours: str
    """A letter for each colour."""
    kinds: tuple[str, ...]
    """The two colours of each kind of tile or card."""
    counts: tuple[int, ...]
    hand: int
    sheet: int
    sheets: int
    bonus: bool = False
    """Whether a marker that comes to the end of a sheet earns a bonus move."""
    duel: bool = False
    ordered_doubles: bool = False
    """Whether the direction of a double matters (H13)."""
    areas: tuple[int, ...] = ()
    """Cards: the last column of each area."""
    open_cards: int = 0
    radius: int = 0
    cells: tuple[tuple[int, int], ...] = ()
    """Coordinates: axial (q, r) on the hexagon, (x, y) on the square."""
    names: tuple[str, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    """The pairs of cells that a tile can cover."""
    printed: tuple[tuple[int, int], ...] = ()
    """(cell, colour) of the printed symbols."""
