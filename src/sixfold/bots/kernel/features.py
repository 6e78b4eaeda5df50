"""What the network is told: a position as the seat that just moved may know it.

Nothing here looks at another seat's rack or into the bag by itself: hidden tiles count only together.
`desk.colours` has a row for each colour, `desk.table` what concerns the whole table; inputs are near 0 to 1.
"""

import numpy as np

from ...core.codes import EMPTY, EXCHANGE
from ...core.compiling import either, kernel
from ...core.kernel.board import run_end, take_apart
from ...core.kernel.cards import limit
from ...core.records import Int, Record
from .memory import COLOUR_INPUTS, LEVELS, TABLE_INPUTS
from .tiles import describe_tiles

# The inputs of a colour. Each of up to three opponents has three, of which the next one's third has a name.
_LEVEL, _ABOVE, _RANK, _LOWEST, _DONE, _ROOM = range(6)
_OTHERS = np.uint64(6)
_WANTED = 8
_HELD, _DOUBLES, _UNSEEN = range(15, 18)
# On a board: the three best cells, cells of at least so many points, products, tokens, pyramids to come.
_BEST, _SECOND_BEST, _THIRD_BEST = range(18, 21)
_ONES, _TWOS, _THREES, _FOURS = range(21, 25)
_REACHED, _PLAYABLE, _COMING, _WANTED_BEST = range(25, 29)
_OWN_TOKEN, _THEIR_TOKEN, _GAPS = range(29, 32)
# At cards.
_SHOWING, _LEAVING, _PLAYABLE_CARD, _PLAYABLE_LOWEST, _WANTED_SHOWING, _AREA = range(18, 24)

_LEVELS = np.uint64(LEVELS)
_ONE = np.float32(1)
_DIRECTIONS = np.uint64(6)


@kernel
def count_sides(g: Record) -> Int:
    """How many sides there are on a board: seats, or teams."""
    sides = np.int64(0)
    for seat in range(np.uint64(g.players)):
        sides = max(sides, np.int64(g.side_of[seat]) + 1)
    return sides


@kernel
def read_levels(g: Record, s: Record, desk: Record, sides: Int) -> Int:
    """How far each side's markers are (the duel's as seen from each side); returns how far they can get."""
    for side in range(np.uint64(sides)):
        for colour in range(np.uint64(g.colours)):
            level = np.int32(s.tracks[side, colour])
            if g.duel:
                other = np.uint64(1) - np.uint64(side)
                level += np.int32(g.track) - np.int32(s.tracks[other, colour])
            desk.levels[side, colour] = level
    return np.int32(g.track) * np.int32(2 if g.duel else 1)


@kernel
def describe_tracks(desk: Record, side: Int, sides: Int, colours: Int, far: Int) -> None:
    """The inputs that every game has: everyone's markers, and how they compare."""
    scale = _ONE / np.float32(far)
    each = _ONE / np.float32(colours)
    for i in range(np.uint64(colours)):
        for j in range(np.uint64(COLOUR_INPUTS)):
            desk.colours[i, j] = np.float32(0)
    for j in range(np.uint64(TABLE_INPUTS)):
        desk.table[j] = np.float32(0)
    for k in range(np.uint64(sides)):
        lowest = desk.levels[k, 0]
        for colour in range(np.uint64(colours)):
            lowest = min(lowest, desk.levels[k, colour])
        desk.lowest[k] = lowest
    own_lowest = np.float32(desk.lowest[side])
    tied = np.float32(0)
    own_sum = np.float32(0)
    for colour in range(np.uint64(colours)):
        level = np.float32(desk.levels[side, colour])
        own_sum += level
        lower = np.float32(0)
        for other in range(np.uint64(colours)):
            if desk.levels[side, other] < desk.levels[side, colour]:
                lower += _ONE
        row = desk.colours[colour]
        row[_LEVEL] = level * scale
        row[_ABOVE] = (level - own_lowest) * scale * np.float32(2)
        row[_RANK] = lower * each
        row[_LOWEST] = np.float32(level == own_lowest)
        tied += row[_LOWEST]
    best_lowest = np.float32(0)
    lowest_sum = np.float32(0)
    others_sum = np.float32(0)
    lead = np.float32(0)
    for k in range(np.uint64(sides - 1)):
        opponent = (np.uint64(side) + np.uint64(1) + np.uint64(k)) % np.uint64(sides)
        first = _OTHERS + np.uint64(3) * np.uint64(k)
        their_lowest = np.float32(desk.lowest[opponent])
        best_lowest = max(best_lowest, their_lowest)
        lowest_sum += their_lowest
        for colour in range(np.uint64(colours)):
            level = np.float32(desk.levels[opponent, colour])
            others_sum += level
            row = desk.colours[colour]
            row[first] = level * scale
            row[first + np.uint64(1)] = (level - their_lowest) * scale * np.float32(2)
            row[first + np.uint64(2)] = np.float32(level == their_lowest)
            lead += np.float32(np.sign(desk.levels[side, colour] - desk.levels[opponent, colour]))
    opponents = np.float32(max(sides - 1, 1))
    table = desk.table
    table[0] = own_lowest * scale
    table[1] = best_lowest * scale
    table[2] = lowest_sum * scale / opponents
    table[3] = (own_lowest - best_lowest) * scale * np.float32(4)
    table[4] = tied * each
    table[5] = own_sum * scale * each
    table[6] = others_sum * scale * each / opponents
    table[7] = (table[5] - table[6]) * np.float32(2)
    table[8] = lead * each / opponents


@kernel
def count_unseen(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """How many tiles of each kind a seat has not seen: in the bag or held by others, which it cannot tell."""
    for kind in range(np.uint64(g.kinds)):
        desk.unseen[kind] = np.uint32(s.bag[kind])
    for other in range(np.uint64(g.players)):
        if other != seat:
            for slot in range(np.uint64(s.rack_size[other])):
                desk.unseen[s.racks[other, slot]] += np.uint32(1)


@kernel
def describe_hand(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """The seat's own rack or hand, all tiles that it has not seen, and what it may still do in this turn."""
    for slot in range(np.uint64(s.rack_size[seat])):
        kind = s.racks[seat, slot]
        first = np.uint64(g.first_colour[kind])
        second = np.uint64(g.second_colour[kind])
        desk.colours[first, _HELD] += np.float32(1 / 3)
        desk.colours[second, _HELD] += np.float32(1 / 3)
        if first == second:
            desk.colours[first, _DOUBLES] += _ONE
    count_unseen(g, s, desk, seat)
    # Scaled when all is counted: sums of whole numbers are exact, whichever rack or bag a tile is in.
    for kind in range(np.uint64(g.kinds)):
        unseen = np.float32(desk.unseen[kind])
        desk.colours[g.first_colour[kind], _UNSEEN] += unseen
        desk.colours[g.second_colour[kind], _UNSEEN] += unseen
    for colour in range(np.uint64(g.colours)):
        desk.colours[colour, _UNSEEN] *= np.float32(1 / 40)
    table = desk.table
    table[9] = np.float32(s.rack_size[seat]) / np.float32(g.hand)
    table[10] = np.float32(s.bonus) * np.float32(0.5)
    table[11] = np.float32(s.phase == EXCHANGE)
    table[12] = np.float32(s.bag_size) / np.float32(g.tiles)


# ---------------------------------------------------------------- boards


@kernel
def empty_neighbours(g: Record, s: Record, cell: Int) -> Int:
    """How many cells beside a cell are empty."""
    count = np.uint64(0)
    for direction in range(_DIRECTIONS):
        count += np.uint64(s.board[g.neighbour[cell, direction]] == EMPTY)
    return count


@kernel
def has_room(g: Record, s: Record, cell: Int) -> bool:
    """Whether a tile still fits on a cell: it and a neighbour are empty."""
    return s.board[cell] == EMPTY and empty_neighbours(g, s, cell) != 0


@kernel
def count_cell(g: Record, s: Record, counts: Record, cell: Int, one: Int) -> None:
    """Count what a half of each colour would score on a cell where a tile still fits."""
    for colour in range(np.uint64(g.colours)):
        points = min(np.uint64(s.potential[cell, colour]), _LEVELS - np.uint64(1))
        counts[colour, points] += one


@kernel
def count_potentials(g: Record, s: Record, desk: Record) -> None:
    """On how many cells, where a tile still fits, a half of each colour would score so much."""
    for colour in range(np.uint64(g.colours)):
        for level in range(_LEVELS):
            desk.potentials[colour, level] = 0
    for cell in range(np.uint64(g.cells)):
        if has_room(g, s, cell):
            count_cell(g, s, desk.potentials, cell, np.int32(1))


@kernel
def survey_board(g: Record, s: Record, desk: Record) -> None:
    """Count the potentials of a position whose actions are about to be tried."""
    count_potentials(g, s, desk)
    copy_counts(desk.potentials, desk.surveyed)


@kernel
def copy_counts(source: Record, target: Record) -> None:
    """Copy counted potentials."""
    for colour in range(np.uint64(source.shape[0])):
        for level in range(_LEVELS):
            target[colour, level] = source[colour, level]


@kernel
def recount_board(g: Record, s: Record, after: Record, action: Int, desk: Record) -> None:
    """Count the potentials after an action in a position that was surveyed.

    A tile changes them where it lies, beside it and at the ends of its lines, and nowhere else.
    """
    copy_counts(desk.surveyed, desk.potentials)
    if action >= np.uint64(g.kinds) * np.uint64(2) * np.uint64(g.edges):
        return
    _, edge, _ = take_apart(g, action)
    desk.recount += np.uint32(1)
    for half in range(np.uint64(2)):
        cell = np.uint64(g.edge_cells[edge, half])
        recount_cell(g, s, after, desk, cell)
        for direction in range(_DIRECTIONS):
            recount_cell(g, s, after, desk, np.uint64(g.neighbour[cell, direction]))
            _, end = run_end(g, after.board, cell, direction, after.board[cell])
            recount_cell(g, s, after, desk, np.uint64(end))


@kernel
def recount_cell(g: Record, s: Record, after: Record, desk: Record, cell: Int) -> None:
    """Count one cell as it is now and no longer as it was, unless that is done already."""
    if s.board[cell] != EMPTY or desk.recounted[cell] == desk.recount:
        return
    desk.recounted[cell] = desk.recount
    if has_room(g, s, cell):
        count_cell(g, s, desk.potentials, cell, np.int32(-1))
    if has_room(g, after, cell):
        count_cell(g, after, desk.potentials, cell, np.int32(1))


@kernel
def describe_potentials(g: Record, desk: Record, colour: Int, room: Int) -> None:
    """What the board offers in a colour: its three best cells, and how many good ones there are."""
    row = desk.colours[colour]
    counts = desk.potentials[colour]
    at_least = np.int32(0)
    best = np.float32(0)
    second_best = np.float32(0)
    third_best = np.float32(0)
    for down in range(_LEVELS - np.uint64(1)):
        level = _LEVELS - np.uint64(1) - down
        at_least += counts[level]
        points = np.float32(level) / np.float32(6)
        best = max(best, points * np.float32(at_least > 0))
        second_best = max(second_best, points * np.float32(at_least > 1))
        third_best = max(third_best, points * np.float32(at_least > 2))
    row[_BEST] = best
    row[_SECOND_BEST] = second_best
    row[_THIRD_BEST] = third_best
    good = np.float32(at_least)
    row[_ONES] = good / np.float32(20)
    good -= np.float32(counts[1])
    row[_TWOS] = good / np.float32(10)
    good -= np.float32(counts[2])
    row[_THREES] = good / np.float32(8)
    good -= np.float32(counts[3])
    row[_FOURS] = good / np.float32(5)
    row[_REACHED] = min(best, room) * row[_LOWEST]
    row[_PLAYABLE] = row[_HELD] * best
    row[_COMING] = row[_UNSEEN] * row[_TWOS]
    row[_WANTED_BEST] = row[_WANTED] * best


@kernel
def describe_gaps(g: Record, s: Record, desk: Record) -> None:
    """Empty squares that the next tile beside them closes in: what their pyramids would give (Q8)."""
    for cell in range(np.uint64(g.cells)):
        if s.board[cell] == EMPTY and s.open_sides[cell] == 1:
            for direction in range(_DIRECTIONS):
                colour = s.board[g.neighbour[cell, direction]]
                if colour < EMPTY:
                    desk.colours[colour, _GAPS] += np.float32(0.25)


@kernel
def describe_board(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """Write the features of a board game's position, whose potentials are counted, onto the desk."""
    side = np.uint64(g.side_of[seat])
    sides = count_sides(g)
    far = read_levels(g, s, desk, sides)
    describe_tracks(desk, side, sides, g.colours, far)
    describe_hand(g, s, desk, np.uint64(seat))
    for colour in range(np.uint64(g.colours)):
        row = desk.colours[colour]
        level = desk.levels[side, colour]
        end = np.int32(g.sheet) if level < np.int32(g.sheet) and not g.duel else far
        room = np.float32(min(end - level, 6)) / np.float32(6)
        row[_DONE] = np.float32(level >= far)
        row[_ROOM] = room
        describe_potentials(g, desk, colour, room)
        if g.duel and s.token[colour] != 0:
            mine = s.token[colour] == seat + np.uint64(1)
            row[_OWN_TOKEN] = np.float32(mine)
            row[_THEIR_TOKEN] = np.float32(not mine)
    if g.duel:
        describe_tiles(g, s, desk, seat)
    if g.pyramids:
        describe_gaps(g, s, desk)
    left = np.float32(s.free) / np.float32(g.edges)
    table = desk.table
    table[13] = left
    table[14] = left * left
    table[15] = np.sqrt(left)
    table[16] = np.float32(s.free <= 3)
    table[17] = np.float32(s.aside_size) / np.float32(g.hand)


# ---------------------------------------------------------------- cards


@kernel
def describe_cards(g: Record, s: Record, desk: Record, seat: Int) -> None:
    """Write the features of a card game's position onto the desk."""
    far = np.int32(g.area_end[3])
    in_goal = np.float32(0)
    for other in range(np.uint64(g.players)):
        for colour in range(np.uint64(g.colours)):
            desk.levels[other, colour] = np.int32(s.tracks[other, colour])
    describe_tracks(desk, np.uint64(seat), np.int64(g.players), g.colours, far)
    describe_hand(g, s, desk, np.uint64(seat))
    for colour in range(np.uint64(g.colours)):
        row = desk.colours[colour]
        level = s.tracks[seat, colour]
        arrived = np.float32(level >= g.goal)
        in_goal += arrived
        room = (np.float32(limit(g, s, seat, colour)) - np.float32(level)) * np.float32(0.25)
        showing = np.float32(s.showing[colour]) * np.float32(0.25)
        row[_DONE] = arrived
        row[_ROOM] = room
        row[_SHOWING] = showing
        row[_PLAYABLE_CARD] = row[_HELD] * min(showing, room)
        row[_PLAYABLE_LOWEST] = row[_HELD] * showing * row[_LOWEST]
        row[_WANTED_SHOWING] = showing * row[_WANTED]
        row[_AREA] = np.float32(g.area[level]) / np.float32(3)
    most = np.float32(0)
    for opponent in range(np.uint64(g.players)):
        if opponent == seat:
            continue
        theirs = np.float32(0)
        for colour in range(np.uint64(g.colours)):
            theirs += np.float32(s.tracks[opponent, colour] >= g.goal)
        most = max(most, theirs)
        if s.open_size[opponent] > 0:  # their oldest goes before it is this seat's turn again (C8)
            kind = s.open[opponent, 0]
            desk.colours[g.first_colour[kind], _LEAVING] += np.float32(0.25)
            desk.colours[g.second_colour[kind], _LEAVING] += np.float32(0.25)
    table = desk.table
    table[13] = in_goal / np.float32(g.colours)
    table[14] = most / np.float32(g.colours)
    table[15] = np.float32(s.discard_size) / np.float32(g.tiles)


@kernel
def survey_cards(g: Record, s: Record, desk: Record) -> None:
    """Nothing: what lies open is counted by the rules themselves."""


@kernel
def recount_cards(g: Record, s: Record, after: Record, action: Int, desk: Record) -> None:
    """Nothing, as nothing was surveyed."""


survey = either(survey_board, survey_cards)
recount = either(recount_board, recount_cards)
describe = either(describe_board, describe_cards)
