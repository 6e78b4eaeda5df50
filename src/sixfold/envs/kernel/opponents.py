"""Seats that do not learn: the simple bots and the levels of the network, as kernels.

They choose as `bots/simple.py` and `bots/levels.py` do, and the tests compare them. Row `game` of the states
is the game; two rows from `row` on are where moves are tried out. `raw` has the same as bytes.
"""

import numpy as np

from ...bots.kernel.policy import apply, choose, copy_row, restlessness_in, side_of
from ...core.codes import EMPTY, EXCHANGE
from ...core.compiling import either, kernel
from ...core.kernel.random import random_below
from ...core.kernel.ranking import standing
from ...core.kernel.turn import EXCHANGE_RACK, PASS, is_legal_word, slot_of
from ...core.records import Int, Record
from .actions import allows, count_ways, engine_action, nth_way, random_slot_and_way, span_of
from .memory import MOST_POINTS

LEARNER = np.uint8(0)
RANDOM = np.uint8(1)
GREEDY = np.uint8(2)
LEXMIN = np.uint8(3)
NETWORK = np.uint8(4)

_ONE = np.uint64(1)
_DIRECTIONS = np.uint64(6)
_MOST = np.uint64(MOST_POINTS)
_ALONE = _MOST * _MOST
_BITS = np.uint64(6)
_ABOVE_ZERO = np.int64(256)  # more than all markers of all others can take away


# ---------------------------------------------------------------- what a position is worth


@kernel
def most_points(g: Record, s: Record, plan: Record, side: Int) -> Int:
    """The markers of a side added up; what the others have counts against it."""
    total = _ABOVE_ZERO * _ABOVE_ZERO
    for other in range(np.uint64(plan.sides)):
        sign = np.int64(1 if other == side else -1)
        for colour in range(np.uint64(g.colours)):
            total += sign * np.int64(s.tracks[other, colour])
    return np.uint64(total)


@kernel
def most_leads(g: Record, s: Record, side: Int) -> Int:
    """In the duel: by how many markers a side leads, then each lead from the smallest."""
    other = _ONE - side
    middle = np.int64(1) << np.int64(_BITS - _ONE)
    leading = middle
    for colour in range(np.uint64(g.colours)):
        leading += np.int64(s.tracks[side, colour] > 0) - np.int64(s.tracks[other, colour] > 0)
    result = np.uint64(leading)
    below = np.int64(-1)
    counted = np.uint64(0)
    while counted < g.colours:
        smallest = middle + middle
        for colour in range(np.uint64(g.colours)):
            lead = middle + np.int64(s.tracks[side, colour]) - np.int64(s.tracks[other, colour])
            if below < lead < smallest:
                smallest = lead
        for colour in range(np.uint64(g.colours)):
            if middle + np.int64(s.tracks[side, colour]) - np.int64(s.tracks[other, colour]) == smallest:
                result = result << _BITS | np.uint64(smallest)
                counted += _ONE
        below = smallest
    return result


@kernel
def worth(g: Record, s: Record, plan: Record, seat: Int, bot: Int) -> Int:
    """How good a simple bot finds a position; the larger the better."""
    side = side_of(g, s, seat)
    if bot == GREEDY:
        return most_points(g, s, plan, side)
    if plan.duel:
        return most_leads(g, s, side)
    return standing(np.uint8(0), s.tracks, side, g.colours)


# ---------------------------------------------------------------- one move ahead


@kernel
def may_raise(g: Record, s: Record, cell: Int) -> bool:
    """Whether half a tile on a cell closes in an empty square beside it, if it is the last open side."""
    for direction in range(_DIRECTIONS):
        beside = g.neighbour[cell, direction]
        if s.board[beside] == EMPTY and s.open_sides[beside] == 1:
            return True
    return False


@kernel
def board_group(g: Record, s: Record, kind: Int, way: Int) -> Int:
    """Placements of a tile with the same number here move the markers alike; `_ALONE` is like no other.

    The potentials are the engine's: a half scores exactly the potential of its cell.
    """
    turned = way & _ONE
    tail = g.edge_cells[way >> _ONE, turned]
    head = g.edge_cells[way >> _ONE, _ONE - turned]
    if g.pyramids and (may_raise(g, s, tail) or may_raise(g, s, head)):
        return _ALONE
    first = np.uint64(s.potential[tail, g.first_colour[kind]])
    second = np.uint64(s.potential[head, g.second_colour[kind]])
    if first >= _MOST or second >= _MOST:
        return _ALONE
    return first * _MOST + second


@kernel
def card_group(g: Record, s: Record, kind: Int, way: Int) -> Int:
    """Each card is like no other."""
    return _ALONE


group_of = either(board_group, card_group)


@kernel
def worth_after(
    g: Record, states: Record, raw: Record, game: Int, row: Int, plan: Record, action: Int, bot: Int
) -> Int:
    """How good a simple bot finds the position after an action."""
    copy_row(raw, game, row)
    after = states[row]
    seat = np.uint64(after.seat)
    apply(g, after, action)
    return worth(g, after, plan, seat, bot)


@kernel
def best_action(
    g: Record, states: Record, raw: Record, game: Int, row: Int, plan: Record, pad: Record, kept: Record,
    bot: Int,
) -> Int:  # fmt: skip
    """An action after which the position is worth most, ties at random; exchanges when it may."""
    s = states[game]
    span = span_of(g, s)
    places = np.uint64(g.kinds) * span
    if s.phase == EXCHANGE:
        return places + EXCHANGE_RACK
    best = np.uint64(0)
    ties = np.uint32(0)
    chosen = places + PASS
    if is_legal_word(g, s, PASS):
        best = worth_after(g, states, raw, game, row, plan, chosen, bot)
        ties = np.uint32(1)
    for slot in range(np.uint64(s.rack_size[s.seat])):
        kind = np.uint64(s.racks[s.seat, slot])
        if slot_of(s, kind) != slot:
            continue
        pad.look += np.uint32(1)
        for number in range(np.uint64(count_ways(g, s))):
            way = nth_way(g, s, number)
            if not allows(g, s, kind, way):
                continue
            action = kind * span + way
            group = group_of(g, s, kind, way)
            if group == _ALONE:
                value = worth_after(g, states, raw, game, row, plan, action, bot)
            else:
                if pad.found[group] != pad.look:
                    pad.found[group] = pad.look
                    pad.worth[group] = worth_after(g, states, raw, game, row, plan, action, bot)
                value = pad.worth[group]
            if value > best:
                best = value
                ties = np.uint32(0)
            if value == best:
                ties += np.uint32(1)
                if random_below(kept.choices, ties) == 0:
                    chosen = action
    return chosen


@kernel
def bot_action(
    g: Record, states: Record, raw: Record, game: Int, row: Int, plan: Record, pad: Record, kept: Record,
    bot: Int, network: Record, desk: Record, most: Int, heat: Int,
) -> Int:  # fmt: skip
    """What the bot in the seat to act does, in the engine's numbers."""
    if bot == RANDOM:
        s = states[game]
        slot, way = random_slot_and_way(g, s, kept.choices)
        return engine_action(g, s, slot, way)
    if bot != NETWORK:
        return best_action(g, states, raw, game, row, plan, pad, kept, bot)
    copy_row(raw, game, row)
    desk.chance[0] = kept.choices[0]
    place = choose(g, states, raw, row, network, desk, most, heat + restlessness_in(g, states[row]))
    kept.choices[0] = desk.chance[0]
    return np.uint64(desk.actions[place])
