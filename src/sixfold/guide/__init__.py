"""What a page that explains a game takes from the game itself: its numbers, and worked examples, drawn.

The words are the browser client's; every figure in them comes from here, and everything here from the engine.
"""

from functools import lru_cache
from typing import Final

from ..core.catalogue import CATALOGUE
from .cards import CARDS
from .examples import Example, Figure
from .facts import Fact, facts
from .hex import DUEL, HEX, SOLO, TEAM
from .square import SQUARE, SQUARE_SOLO

__all__ = ["Fact", "Figure", "facts", "figures"]

_EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "hex": HEX,
    "hex-solo": SOLO,
    "hex-team": TEAM,
    "hex-duel": DUEL,
    "square": SQUARE,
    "square-solo": SQUARE_SOLO,
    "cards": CARDS,
}


@lru_cache(maxsize=len(CATALOGUE))
def figures(game: str) -> tuple[Figure, ...]:
    """The worked examples of a game, drawn."""
    return tuple(example() for example in _EXAMPLES[game])
