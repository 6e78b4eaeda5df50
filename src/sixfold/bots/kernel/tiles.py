"""What whole tiles would score where they fit best: the seat's own, and those that it has not seen.

Colour by colour a board may offer much that no tile can take: only where two good cells lie side by side do
both halves score. In the duel, which a single tile turns, the network is told so, in rows of its inputs that
elsewhere are for further opponents and for pyramids.
"""

import numpy as np

from ...core.codes import EMPTY
from ...core.compiling import kernel
from ...core.records import MAX_COLOURS, Int, Record
from .memory import TILE_POINTS

# Inputs of a colour: the best of one's own tiles, all of them, the mean of those not seen, the best of any,
# places of at least so many points, and how likely the other holds the colour.
_OWN_TILE, _OWN_TILES, _UNSEEN_TILES, _ANY_TILE, _PLACED_TWOS, _PLACED_FOURS = range(9, 15)
_HELD_BY_OTHER = 31
# Inputs about the table: the second best of one's own tiles, and what the best of six others may score.
_SECOND_TILE, _BEST_OF_SIX = 18, 19

_COLOURS = np.uint64(MAX_COLOURS)
_DIRECTIONS = np.uint64(6)
_POINTS = np.uint64(TILE_POINTS)
_ONE = np.float32(1)
_EIGHTH = np.float32(1 / 8)


@kernel
def is_barren(s: Record, cell: Int) -> bool:
    """Whether no colour would score on a cell."""
    points = np.uint8(0)
    for colour in range(_COLOURS):
        points |= np.uint8(s.potential[cell, colour])
    return points == 0


@kernel
def find_best_places(g: Record, s: Record, desk: Record) -> None:
    """What a tile of each two colours scores where it fits best, and how often colours score well."""
    best = desk.best_places
    for one in range(_COLOURS):
        for two in range(_COLOURS):
            best[one, two] = 0
    for cell in range(np.uint64(g.cells)):
        if s.board[cell] == EMPTY and not is_barren(s, cell):
            find_places_at(g, s, desk, cell)
    for one in range(_COLOURS):
        desk.colours[one, _PLACED_TWOS] *= np.float32(1 / 60)
        desk.colours[one, _PLACED_FOURS] *= np.float32(1 / 20)
        for two in range(one):
            either_way = max(best[one, two], best[two, one])
            best[one, two] = either_way
            best[two, one] = either_way


@kernel
def find_places_at(g: Record, s: Record, desk: Record, cell: Int) -> None:
    """Look at tiles with a half that scores on this cell; the other half goes where it is best beside it."""
    beside = desk.best_beside
    for colour in range(_COLOURS):
        beside[colour] = 0
    places = np.float32(0)
    for direction in range(_DIRECTIONS):
        other = np.uint64(g.neighbour[cell, direction])
        if s.board[other] == EMPTY:
            places += _ONE
            for colour in range(_COLOURS):
                beside[colour] = max(beside[colour], s.potential[other, colour])
    if places == 0:
        return
    for one in range(_COLOURS):
        points = s.potential[cell, one]
        if points > 0:
            desk.colours[one, _PLACED_TWOS] += places * np.float32(points >= 2)
            desk.colours[one, _PLACED_FOURS] += places * np.float32(points >= 4)
            for two in range(_COLOURS):
                desk.best_places[one, two] = max(desk.best_places[one, two], points + beside[two])


@kernel
def describe_own_tiles(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """What the tiles on the seat's rack score where they fit best."""
    best = np.float32(0)
    for slot in range(np.uint64(s.rack_size[seat])):
        kind = s.racks[seat, slot]
        points = np.float32(desk.best_places[g.first_colour[kind], g.second_colour[kind]]) * _EIGHTH
        for half in range(np.uint64(2)):
            row = desk.colours[g.second_colour[kind] if half else g.first_colour[kind]]
            row[_OWN_TILE] = max(row[_OWN_TILE], points)
            row[_OWN_TILES] += points * np.float32(1 / 3)
        desk.table[_SECOND_TILE] = max(desk.table[_SECOND_TILE], min(best, points))
        best = max(best, points)


@kernel
def odds_of_six(missing: Int) -> Int:
    """How likely at least one of six tiles is of some kind, if such a part of all tiles is not."""
    square = missing * missing
    return _ONE - square * square * square


@kernel
def describe_unseen_tiles(g: Record, desk: Record) -> None:
    """What the tiles that the seat has not seen score where they fit best; the other holds six of them."""
    total = np.float32(0.01)  # never nothing, to divide by
    for level in range(_POINTS):
        desk.tiles_by_points[level] = np.float32(0)
    for kind in range(np.uint64(g.kinds)):
        first = np.uint64(g.first_colour[kind])
        second = np.uint64(g.second_colour[kind])
        points = np.uint64(desk.best_places[first, second])
        unseen = np.float32(desk.unseen[kind])
        total += unseen
        desk.tiles_by_points[min(points, _POINTS - np.uint64(1))] += unseen
        for half in range(np.uint64(1 if first == second else 2)):
            row = desk.colours[second if half else first]
            row[_HELD_BY_OTHER] += unseen
            row[_UNSEEN_TILES] += unseen * np.float32(points)
            row[_ANY_TILE] = max(row[_ANY_TILE], np.float32(points) * _EIGHTH)
    for colour in range(np.uint64(g.colours)):
        row = desk.colours[colour]
        row[_UNSEEN_TILES] *= _EIGHTH / (row[_HELD_BY_OTHER] + np.float32(0.01))
        row[_HELD_BY_OTHER] = odds_of_six(_ONE - row[_HELD_BY_OTHER] / total)
    below = np.float32(0)
    for level in range(_POINTS - np.uint64(1)):
        below += desk.tiles_by_points[level]
        desk.table[_BEST_OF_SIX] += odds_of_six(below / total) * _EIGHTH


@kernel
def describe_tiles(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """Write what is known about whole tiles onto the desk, where the unseen ones are counted already."""
    find_best_places(g, s, desk)
    describe_own_tiles(g, s, desk, seat)
    describe_unseen_tiles(g, desk)
