"""Every game of the family as data: what `Rules.parse` accepts and what the kernels' tables are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Final

from .codes import Exchange
from .geometry import Coordinates, Shape

COLOUR_NAMES: Final[Mapping[str, str]] = {
    "r": "red",
    "g": "green",
    "b": "blue",
    "o": "orange",
    "y": "yellow",
    "p": "purple",
}

SYMBOLS: Final[Mapping[str, Mapping[str, str]]] = {
    "hex": {
        "r": "12-point star",
        "g": "disc",
        "b": "6-point star",
        "o": "hexagon",
        "y": "sun",
        "p": "ring",
    },
    "square": {"r": "sun", "g": "disc", "b": "star", "o": "square", "p": "ring"},
}
"""H3, Q2: each colour has a shape of its own. The card game has the hex game's."""


@dataclass(frozen=True)
class Option:
    """A choice that the rules leave open: its values (the default first) and the clause that names it."""

    name: str
    values: tuple[str, ...]
    clause: str
    meaning: str
    form: str = ""
    """How to say the values when there are too many to list."""
    default_by: tuple[str, Mapping[str, str]] | None = None
    """Another option that decides the default, and what it makes of it."""

    def default(self, chosen: Mapping[str, str]) -> str:
        """The default, given the options chosen before this one."""
        if self.default_by:
            decider, defaults = self.default_by
            return defaults[chosen[decider]]
        return self.values[0]


@dataclass(frozen=True, eq=False)
class Game:
    """One entry of the catalogue, equal only to itself. A variant is another entry, not other code."""

    name: str
    family: str
    summary: str
    players: tuple[int, ...]
    colours: str
    hand: int
    pair_tiles: int
    double_tiles: int
    options: tuple[Option, ...]
    side_of: tuple[int, ...] = (0, 1, 2, 3)
    shape: Shape | None = None
    radius: Mapping[int, int] = field(default_factory=dict)
    printed: tuple[Coordinates, ...] = ()
    """Where the printed symbols are: one for each colour, in their order."""
    sheet: int = 18
    sheets: int = 1
    bonus_moves: bool = True
    exchange: Exchange = Exchange.LACKS_WEAKEST
    ordered_doubles: bool = False
    sheet_pauses: bool = False
    pyramids: bool = False
    duel: bool = False
    area_ends: tuple[int, ...] = ()
    """The last column of each area of the card game's tracks (C3)."""

    def options_for(self, players: int) -> tuple[Option, ...]:
        """The options of a game with so many players: with more than one, who starts is the first."""
        return self.options if players == 1 else (_start(players), *self.options)


def _start(players: int) -> Option:
    values = ("random", *(str(seat) for seat in range(1, players + 1)))
    return Option("start", values, "H7", "the seat that starts, or drawn by lot")


_EMPTY_RACK = Option(
    "exchange_empty_rack", ("off", "on"), "H18", "whether one may exchange with no tile left on the rack"
)
_COMPLETE_ENDS = Option(
    "complete_ends",
    ("on", "off"),
    "S4, T4, Q15",
    "whether all markers at the end of the second sheet end the game",
)
_WIN_CHECK = Option(
    "win_check", ("both", "each"), "D6, C11", "look for a win after both halves are scored, or after each"
)
_NO_BY_DEFAULT = ("off", "on")

HEX: Final = Game(
    name="hex",
    family="hex",
    summary="tiles on a hexagon, six colours",
    players=(2, 3, 4),
    colours="rgboyp",
    hand=6,
    pair_tiles=6,
    double_tiles=5,
    options=(_EMPTY_RACK,),
    shape="hexagon",
    radius={1: 5, 2: 5, 3: 6, 4: 7},
    printed=((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)),
)

HEX_SOLO: Final = replace(
    HEX,
    name="hex-solo",
    summary="alone, one tile at a time, two sheets",
    players=(1,),
    hand=1,
    options=(_COMPLETE_ENDS,),
    sheets=2,
    bonus_moves=False,
    exchange=Exchange.NEVER,
    ordered_doubles=True,
)

HEX_TEAM: Final = replace(
    HEX,
    name="hex-team",
    summary="two against two, partners share two sheets",
    players=(4,),
    options=(
        _EMPTY_RACK,
        _COMPLETE_ENDS,
        Option(
            "bonus_without_tile",
            ("lapse", "refill"),
            "H17",
            "what becomes of a bonus move when the rack is empty: it lapses, or the rack is refilled first",
        ),
        Option("talk", ("closed", "open"), "T5", "whether partners may talk about the game"),
    ),
    side_of=(0, 1, 0, 1),
    sheets=2,
    ordered_doubles=True,
)

HEX_DUEL: Final = replace(
    HEX,
    name="hex-duel",
    summary="two players pull the same six markers",
    players=(2,),
    options=(
        Option("duel_exchange_side", ("own", "any"), "D3", "whose nine allows an exchange"),
        Option("bonus_optional", _NO_BY_DEFAULT, "D2", "whether a bonus move may be declined"),
        _WIN_CHECK,
    ),
    sheet=9,
    exchange=Exchange.SHOWS_NINE,
    duel=True,
)

_SQUARE_COLOURS: Final = "rgbop"
_SQUARE_MATERIAL: Final = (
    Option("pair_tiles", ("7", "1", "2", "3", "4", "5", "6", "8"), "Q3", "tiles of each pair", "1 to 8"),
    Option("double_tiles", ("6", "1", "2", "3", "4", "5", "7", "8"), "Q3", "tiles of each double", "1 to 8"),
    Option(
        "printed",
        ("rgbop", *("".join(p) for p in permutations(_SQUARE_COLOURS) if "".join(p) != "rgbop")),
        "Q2",
        "the printed colours: centre, north, east, south, west",
        "the letters r g b o p in any order",
    ),
    Option(
        "pyramid_points", ("square", "colour"), "Q8", "a point for each square beside it, or each colour once"
    ),
    Option("pyramid_supply", ("unlimited", "limited"), "Q9", "whether there are only 20 pyramids"),
)

SQUARE: Final = Game(
    name="square",
    family="square",
    summary="tiles on a square, five colours, pyramids in the gaps",
    players=(2, 3, 4),
    colours=_SQUARE_COLOURS,
    hand=5,
    pair_tiles=7,
    double_tiles=6,
    options=(
        *_SQUARE_MATERIAL,
        Option(
            "exchange_short_bag", _NO_BY_DEFAULT, "Q10", "whether one may exchange when the bag holds too few"
        ),
        Option(
            "end_check", ("placement", "turn"), "Q13", "end at the last placement, or as the next turn starts"
        ),
        _EMPTY_RACK,
    ),
    shape="square",
    radius={1: 4, 2: 4, 3: 5, 4: 6},
    printed=((0, 0), (0, -4), (4, 0), (0, 4), (-4, 0)),
    pyramids=True,
)

SQUARE_SOLO: Final = replace(
    SQUARE,
    name="square-solo",
    summary="alone, one tile at a time, two sheets",
    players=(1,),
    hand=1,
    options=(*_SQUARE_MATERIAL, _COMPLETE_ENDS),
    sheets=2,
    bonus_moves=False,
    exchange=Exchange.NEVER,
    sheet_pauses=True,
)

CARDS: Final = Game(
    name="cards",
    family="cards",
    summary="cards against everyone's open cards, step by step through four areas",
    players=(2, 3, 4),
    colours="rgboyp",
    hand=6,
    pair_tiles=4,
    double_tiles=0,
    options=(
        Option("edition", ("de", "pl"), "C7", "the German or the Polish rules"),
        Option(
            "bonus_optional",
            _NO_BY_DEFAULT,
            "C7",
            "whether a bonus move may be declined",
            default_by=("edition", {"de": "off", "pl": "on"}),
        ),
        _WIN_CHECK,
    ),
    sheet=10,
    area_ends=(0, 3, 6, 10),
)

CATALOGUE: Final[Mapping[str, Game]] = {
    game.name: game for game in (HEX, HEX_SOLO, HEX_TEAM, HEX_DUEL, SQUARE, SQUARE_SOLO, CARDS)
}
