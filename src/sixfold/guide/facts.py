"""A game's numbers by names, for a text to take."""

from functools import lru_cache
from itertools import pairwise

from ..core.catalogue import CATALOGUE
from ..core.rules import Rules
from ..core.tables import PYRAMID_SUPPLY

Fact = dict[str, str]
"""Numbers, or sums, as text."""


@lru_cache(maxsize=len(CATALOGUE))
def facts(game: str) -> Fact:
    """How many there are of everything, and where tracks end."""
    of = CATALOGUE[game]
    rules = Rules.of(game, players=of.players[-1])
    doubles = sum(kind[0] == kind[1] for kind in rules.kinds)
    numbers = {
        "tiles": rules.tiles,
        "pairs": len(rules.kinds) - doubles,
        "doubles": doubles,
        "each_pair": of.pair_tiles,
        "each_double": of.double_tiles,
        "hand": of.hand,
        "end": of.sheet,
        "track": rules.track,
    }
    for players in of.players:
        if rules.is_board_game:
            numbers[f"cells_{players}"] = len(Rules.of(game, players=players).geometry.names)
    if of.pyramids:
        numbers["pyramids"] = PYRAMID_SUPPLY
    for number, (before, last) in enumerate(pairwise(of.area_ends), start=1):
        numbers |= {f"first_{number}": before + 1, f"last_{number}": last}
    return {name: str(value) for name, value in numbers.items()}
