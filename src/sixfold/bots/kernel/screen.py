"""The screen: which of a thousand placements deserve a closer look.

A placement is two halves, and each is valued by itself: for every empty cell and every colour on the rack
once, instead of for every placement. The small network that does it was taught to agree with the large one.
"""

import numpy as np

from ...core.codes import EMPTY
from ...core.compiling import either, kernel
from ...core.kernel.board import take_apart
from ...core.records import Int, Record
from .features import count_sides, empty_neighbours, read_levels
from .memory import HALF_INPUTS, HALF_WIDTH
from .network import dense
from .tiles import is_barren

_INPUTS = np.uint64(HALF_INPUTS)
_WIDTH = np.uint64(HALF_WIDTH)
_DIRECTIONS = np.uint64(6)
_ZERO = np.float32(0)
_SIXTH = np.float32(1 / 6)


@kernel
def prepare_screen(g: Record, s: Record, desk: Record) -> Int:
    """Note what all halves have in common: who needs which colour; returns the farthest level of a marker."""
    side = np.uint64(g.side_of[s.seat])
    sides = count_sides(g)
    far = read_levels(g, s, desk, sides)
    for colour in range(np.uint64(g.colours)):
        desk.wanted[colour] = _ZERO
        desk.held[colour] = _ZERO
    for k in range(np.uint64(sides)):
        lowest = desk.levels[k, 0]
        for colour in range(np.uint64(g.colours)):
            lowest = min(lowest, desk.levels[k, colour])
        desk.lowest[k] = lowest
        for colour in range(np.uint64(g.colours)):
            is_lowest = np.float32(desk.levels[k, colour] == lowest)
            if k == side:
                desk.needed[colour] = is_lowest
            else:
                desk.wanted[colour] = max(desk.wanted[colour], is_lowest)
    for slot in range(np.uint64(s.rack_size[s.seat])):
        kind = s.racks[s.seat, slot]
        desk.held[g.first_colour[kind]] += np.float32(1)
        desk.held[g.second_colour[kind]] += np.float32(1)
    return far


@kernel
def describe_halves(g: Record, s: Record, desk: Record, cell: Int, far: Int) -> None:
    """What is known about half a tile of the seat to move, in each colour, on an empty cell."""
    side = np.uint64(g.side_of[s.seat])
    covered = _ZERO
    covered_wanted = _ZERO
    covered_needed = _ZERO
    best = _ZERO
    second_best = _ZERO
    for colour in range(np.uint64(g.colours)):
        worth = np.float32(s.potential[cell, colour]) * _SIXTH
        covered += worth
        covered_wanted += worth * desk.wanted[colour]
        covered_needed += worth * desk.needed[colour]
        second_best = max(second_best, min(best, worth))
        best = max(best, worth)
    open_sides = _ZERO
    for _ in range(empty_neighbours(g, s, cell)):
        open_sides += _SIXTH
    for colour in range(np.uint64(g.colours)):
        level = desk.levels[side, colour]
        end = np.int32(g.sheet) if level < np.int32(g.sheet) and not g.duel else far
        points = np.int32(s.potential[cell, colour])
        own = np.float32(points) * _SIXTH
        gain = min(points, end - level)
        scored = np.float32(gain) * _SIXTH
        half = desk.halves[colour]
        half[0] = scored
        half[1] = scored * desk.needed[colour]
        half[2] = scored * np.float32(level - desk.lowest[side]) / np.float32(far)
        half[3] = scored * np.float32(level) / np.float32(far)
        half[4] = desk.needed[colour]
        half[5] = covered - own
        half[6] = covered_wanted - own * desk.wanted[colour]
        half[7] = covered_needed - own * desk.needed[colour]
        half[8] = np.float32(points - gain) * _SIXTH
        half[9] = desk.wanted[colour]
        half[10] = open_sides
        half[11] = open_sides * desk.wanted[colour]
        half[12] = desk.held[colour] * np.float32(1 / 3)
        half[13] = np.float32(gain == end - level and gain > 0)
        half[14] = np.float32(s.free) / np.float32(g.edges)
        half[15] = second_best if own == best else best


@kernel
def value_halves(n: Record, desk: Record, colours: Int, values: Record) -> None:
    """The values of the halves that are described on the desk."""
    halves = desk.halves
    hidden = desk.half_hidden
    dense(halves, n.half_weights, n.half_bias, hidden)
    for colour in range(np.uint64(colours)):
        value = _ZERO
        for j in range(_WIDTH):
            value += hidden[colour, j] * n.half_out[j]
        for i in range(_INPUTS):
            value += halves[colour, i] * n.half_direct[i]
        values[colour] = value


@kernel
def screen_cells(g: Record, s: Record, n: Record, desk: Record) -> None:
    """Value a half of each colour on every cell where a tile fits.

    Cells on which nothing scores, many for half of the game, differ only by their empty neighbours: one of
    each kind is valued.
    """
    far = prepare_screen(g, s, desk)
    for sides in range(_DIRECTIONS + np.uint64(1)):
        desk.barren[sides] = g.cells
    for cell in range(np.uint64(g.cells)):
        sides = empty_neighbours(g, s, cell)
        if s.board[cell] != EMPTY or sides == 0:
            continue
        if is_barren(s, cell):
            like = np.uint64(desk.barren[sides])
            if like != g.cells:
                for colour in range(np.uint64(g.colours)):
                    desk.half_values[cell, colour] = desk.half_values[like, colour]
                continue
            desk.barren[sides] = cell
        describe_halves(g, s, desk, cell, far)
        value_halves(n, desk, g.colours, desk.half_values[cell])


@kernel
def screen_placements(g: Record, s: Record, n: Record, desk: Record, count: Int) -> None:
    """Write a score for each of the `count` actions on the desk; words are always looked at closely."""
    screen_cells(g, s, n, desk)
    places = np.uint64(g.kinds) * np.uint64(2) * np.uint64(g.edges)
    for i in range(np.uint64(count)):
        action = np.uint64(desk.actions[i])
        if action >= places:
            desk.scores[i] = np.float32(1e9)
            continue
        kind, edge, turned = take_apart(g, action)
        tail = g.edge_cells[edge, turned]
        head = g.edge_cells[edge, np.uint64(1) - turned]
        desk.scores[i] = (
            desk.half_values[tail, g.first_colour[kind]] + desk.half_values[head, g.second_colour[kind]]
        )


@kernel
def screen_cards(g: Record, s: Record, n: Record, desk: Record, count: Int) -> None:
    """A hand has few cards: all are looked at closely, so none needs a score."""
    for i in range(np.uint64(count)):
        desk.scores[i] = _ZERO


screen = either(screen_placements, screen_cards)
