"""Square boards that are long to write out."""

from collections.abc import Sequence
from itertools import cycle

from composing import compose
from sixfold import Rules, State

NO_RED = ("gg", "gb", "go", "gp", "bb", "bo", "bp", "oo", "op", "pp")


def almost_full(
    game: str,
    *,
    racks: Sequence[str],
    tracks: Sequence[str] | None = None,
    room: Sequence[str] = ("a1", "a2"),
) -> State:
    """A board of up to 11x11 with no room but a1 and a2, covered without red, pyramids in its gaps."""
    rules = Rules.parse(game)
    empty = [cell for n, cell in enumerate(rules.geometry.names) if n not in rules.printed]
    tiles: list[str] = []
    pyramids: list[str] = []
    kinds = cycle(NO_RED)
    for cell in (cell for cell in rules.geometry.names if cell not in room):
        if cell not in empty:
            continue
        empty.remove(cell)
        row, column = cell[0], int(cell[1:])
        right, below = f"{row}{column + 1}", f"{chr(ord(row) + 1)}{column}"
        partner = next((other for other in (right, below) if other in empty and other not in room), None)
        if partner is None:
            pyramids.append(cell)
        else:
            empty.remove(partner)
            tiles.append(f"{next(kinds)} {cell} {partner}")
    return compose(game, tiles=tiles, pyramids=pyramids, racks=racks, tracks=tracks)


def nineteen_pyramids(game: str, racks: Sequence[str]) -> State:
    """A 13x13 board on which a tile on g2 and f2 isolates g1, and one on l13 and l12 isolates m13."""
    combs, teeth = "adjm", (1, 4, 7, 10, 13)
    bands = (("b", "c"), ("e", "f"), ("h", "i"), ("k", "l"))
    places = [f"{row}{column} {row}{column + 1}" for row in combs for column in (2, 5, 8, 11)]
    places += [f"{up}{column} {down}{column}" for up, down in bands for column in teeth if column != 7]
    places += ["b7 b8", "e7 f7", "h7 i7", "l7 l8"]
    places[places.index("k13 l13")] = "k13 k12"
    return compose(
        game,
        tiles=[
            f"{tile} {place}"
            for tile, place in zip(cycle(("gb", "go", "bo", "gg", "bb", "oo")), places, strict=False)
        ],
        pyramids=[f"{row}{column}" for row in combs for column in teeth if (row, column) != ("m", 13)],
        racks=racks,
    )
