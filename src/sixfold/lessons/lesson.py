"""What a lesson is: data. Words are the client's; a step only has a name that they go by."""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

import msgspec

from ..core.dealer import Dealer
from ..core.match import Match
from ..core.rules import Rules
from ..notation.composing import compose, compose_cards

LEARNER: Final = 0
"""The seat of whoever learns."""


class Aim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a try has to bring about: everything that is named here. If nothing is, any legal move will do."""

    points: int = 0
    """At least so many points are counted; of `colour`, if one is named."""
    colour: str = ""
    """The letter of the colour that `points` and `reaches` are about."""
    colours: int = 0
    """So many colours score."""
    weakest: int = 0
    """The lowest marker of one's side stands at least here."""
    reaches: int = 0
    """The marker of `colour` stands at least here."""
    bonus: int = 0
    """So many bonus moves are earned."""
    pyramids: int = 0
    """So many pyramids are raised."""
    ahead: int = 0
    """The duel: so many markers stand on one's own side."""
    says: Literal["", "exchange"] = ""
    """This is said."""
    wins: bool = False
    """The game is over, and won."""


@dataclass(frozen=True)
class Step:
    """One position, the first seat to act, and what is to be done there.

    Tiles and cards are written as everywhere; several are divided by blanks, rows by slashes.
    """

    name: str
    rack: str
    aim: Aim
    example: tuple[str, ...]
    """Moves that reach the aim."""
    tiles: tuple[str, ...] = ()
    """What lies on the board, in the order in which it was laid; the seats took turns."""
    tracks: tuple[str, ...] | None = None
    pyramids: str = ""
    tokens: str = "------"
    open_cards: tuple[str, ...] = ()
    """Cards: each seat's, the oldest first."""
    discard: str = ""
    moves: int = 1
    """How many moves a try has at most: two where the first earns a bonus move or opens an exchange."""


@dataclass(frozen=True)
class Lesson:
    """A game of the catalogue, learnt step by step."""

    game: str
    """The rules as text."""
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """The game's name in the catalogue."""
        return self.rules.game.name

    @property
    def rules(self) -> Rules:
        """The rules of all its positions."""
        return Rules.parse(self.game)

    def begin(self, step: Step) -> Match:
        """The position of a step, as a match that can be tried out; it is shared, so play on by `after`."""
        return _begin(self.game, step)


@cache
def _begin(game: str, step: Step) -> Match:
    rules = Rules.parse(game)
    if rules.is_board_game:
        position = compose(
            game,
            tiles=step.tiles,
            pyramids=step.pyramids.split(),
            racks=[step.rack],
            tracks=step.tracks,
            tokens=step.tokens,
            mover=LEARNER,
            turn=len(step.tiles),
        )
    else:
        position = compose_cards(
            game,
            open_cards=step.open_cards,
            racks=[step.rack],
            tracks=step.tracks,
            discard=step.discard,
            mover=LEARNER,
        )
    seed = hashlib.sha256(f"{game}/{step.name}".encode()).digest()  # the same draws for everyone
    return Match(rules, Dealer(seed), position)


def laid(text: str) -> tuple[str, ...]:
    """Tiles on a board, written one after the other: `rg d5 e5, bb f4 f5`."""
    return tuple(tile.strip() for tile in text.split(","))
