"""What one seat may know, as numbers from 0 to 255; `layout.py` says what is where.

Nothing here tells a hidden rack from the bag: their tiles are only counted together. Whoever looks comes
first, and the others follow in the order of play.
"""

import numpy as np

from ...bots.kernel.policy import side_of
from ...core.codes import BONUS, EMPTY, EXCHANGE, FINISHED, PLACE, PYRAMID
from ...core.compiling import either, kernel
from ...core.records import MAX_COPIES, Int, Record

_ONE = np.uint64(1)
_COPIES = np.uint64(MAX_COPIES)
_MOST = np.uint32(255)


@kernel
def observe_table(g: Record, s: Record, plan: Record, seat: Int, out: Record) -> None:
    """What every game has: markers, racks, what is unseen, and whose turn it is."""
    players = np.uint64(g.players)
    colours = np.uint64(g.colours)
    hand = np.uint64(g.hand)
    sides = np.uint64(plan.sides)
    for i in range(np.uint64(out.shape[0])):
        out[i] = 0
    own = side_of(g, s, seat)
    at = np.uint64(plan.tracks)
    for k in range(sides):
        side = (own + k) % sides
        for colour in range(colours):
            out[at] = s.tracks[side, colour]
            at += _ONE
    at = np.uint64(plan.rack)
    for slot in range(np.uint64(s.rack_size[seat])):
        kind = s.racks[seat, slot]
        out[at + g.first_colour[kind]] = 1
        out[at + colours + g.second_colour[kind]] = 1
        at += colours + colours
    pool = np.uint64(plan.pool)
    for kind in range(np.uint64(g.kinds)):
        out[pool + kind] = s.bag[kind]
    for k in range(players):
        other = (seat + k) % players
        at = np.uint64(plan.drawn) + k * hand
        for slot in range(np.uint64(s.rack_size[other])):
            out[at + slot] = min(_MOST, np.uint32(1) + s.epoch - s.rack_epoch[other, slot])
            if k > 0:
                out[pool + s.racks[other, slot]] += np.uint8(1)
    if s.epoch > 0:
        observe_returned(g, s, plan, out)
    at = np.uint64(plan.phase)
    out[at] = s.phase == PLACE
    out[at + _ONE] = s.phase == BONUS
    out[at + np.uint64(2)] = s.phase == EXCHANGE
    out[at + np.uint64(3)] = s.phase == FINISHED
    out[np.uint64(plan.actor) + (players + s.seat - seat) % players] = s.phase != FINISHED
    out[np.uint64(plan.starter) + (players + s.starter - seat) % players] = 1
    out[np.uint64(plan.bonus)] = s.bonus
    out[np.uint64(plan.turn)] = min(_MOST, s.turn)


@kernel
def observe_returned(g: Record, s: Record, plan: Record, out: Record) -> None:
    """How long ago tiles went back into the bag before everyone's eyes, the latest of each kind first."""
    copies = np.uint64(plan.copies)
    for kind in range(np.uint64(g.kinds)):
        at = np.uint64(plan.returned) + kind * copies
        before = np.uint32(0)
        written = np.uint64(0)
        while written < copies:
            # The next larger age, as often as it occurs: marks stand in no order.
            age = np.uint32(1 << 16)
            times = np.uint64(0)
            for i in range(_COPIES):
                mark = s.mark[kind, i]
                if mark > 0:
                    own = np.uint32(1) + s.epoch - mark
                    if before < own < age:
                        age = own
                        times = np.uint64(0)
                    times += np.uint64(own == age)
            if times == 0:
                break
            for _ in range(times):
                out[at + written] = min(_MOST, age)
                written += _ONE
            before = age


@kernel
def observe_board(g: Record, s: Record, plan: Record, seat: Int, out: Record) -> None:
    """Write what a seat may know in a board game."""
    observe_table(g, s, plan, seat, out)
    colours = np.uint64(g.colours)
    plane = np.uint64(plan.plane)
    board = np.uint64(plan.board)
    points = np.uint64(plan.points)
    for cell in range(np.uint64(g.cells)):
        place = np.uint64(plan.place[cell])
        content = np.uint64(s.board[cell])
        if content == EMPTY:
            out[board + colours * plane + place] = 1
            for colour in range(colours):
                out[points + colour * plane + place] = s.potential[cell, colour]
        else:  # the plane of pyramids is the one after that of empty cells
            which = colours + _ONE if content == PYRAMID else content
            out[board + which * plane + place] = 1
    if plan.duel:
        at = np.uint64(plan.tokens)
        for colour in range(colours):
            holder = np.uint64(s.token[colour])
            out[at + colour] = holder == seat + _ONE
            out[at + colours + colour] = holder != 0 and holder != seat + _ONE


@kernel
def observe_cards(g: Record, s: Record, plan: Record, seat: Int, out: Record) -> None:
    """Write what a seat may know in the card game."""
    observe_table(g, s, plan, seat, out)
    players = np.uint64(g.players)
    colours = np.uint64(g.colours)
    for k in range(players):
        other = (seat + k) % players
        for place in range(np.uint64(s.open_size[other])):
            kind = s.open[other, place]
            at = np.uint64(plan.open) + (k * np.uint64(s.open.shape[1]) + place) * colours
            out[at + g.first_colour[kind]] = 1
            out[at + g.second_colour[kind]] = 1
    for colour in range(colours):
        out[np.uint64(plan.showing) + colour] = s.showing[colour]
    for kind in range(np.uint64(g.kinds)):
        out[np.uint64(plan.discard) + kind] = s.discard[kind]


observe = either(observe_board, observe_cards)
