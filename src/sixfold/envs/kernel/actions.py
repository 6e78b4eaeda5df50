"""Actions of an environment: which are legal, what they mean, and one of them at random.

An environment's action names a kind of tile, as the engine's does, or a slot: a place on the rack, of which
there are far fewer. Of slots that hold the same kind only the first may be named, so that both ways there
are as many legal actions.
"""

import numpy as np

from ...core.codes import EXCHANGE
from ...core.compiling import either, kernel
from ...core.kernel.board import edge_is_open, lay_tile
from ...core.kernel.cards import play_card
from ...core.kernel.playout import random_edge
from ...core.kernel.random import random_below
from ...core.kernel.turn import PASS, is_legal_word, places_something, slot_of
from ...core.records import MAX_HAND, Int, Record

_ONE = np.uint64(1)
_TWO = np.uint64(2)
WORD = np.uint64(255)
"""In the place of a slot: no tile is laid, but something is said."""


@kernel
def board_span(g: Record, s: Record) -> Int:
    """How many ways there are to lay a tile: the directed edges."""
    return _TWO * np.uint64(g.edges)


@kernel
def card_span(g: Record, s: Record) -> Int:
    """How many ways there are to play a card: its symbols in either order."""
    return _TWO


span_of = either(board_span, card_span)


@kernel
def lay_way(g: Record, s: Record, slot: Int, way: Int) -> None:
    """Lay a tile of the rack."""
    lay_tile(g, s, slot, way >> _ONE, way & _ONE)


lay = either(lay_way, play_card)


@kernel
def slot_and_way(g: Record, s: Record, plan: Record, action: Int) -> tuple[Int, Int]:
    """What an environment's action means: a slot and how its tile is laid, or `WORD` and the word.

    A slot that is past the end of the rack is that of a kind which is not there.
    """
    span = span_of(g, s)
    rows = np.uint64(g.hand if plan.by_slot else g.kinds)
    row = action // span
    if row >= rows:
        return WORD, action - rows * span
    return row if plan.by_slot else slot_of(s, row), action - row * span


@kernel
def own_action(g: Record, s: Record, plan: Record, slot: Int, way: Int) -> Int:
    """The environment's number of what is done."""
    if plan.by_slot:
        return np.uint64(g.hand if slot == WORD else slot) * span_of(g, s) + way
    return engine_action(g, s, slot, way)


@kernel
def engine_action(g: Record, s: Record, slot: Int, way: Int) -> Int:
    """The engine's number of what is done."""
    kind = np.uint64(g.kinds if slot == WORD else s.racks[s.seat, slot])
    return kind * span_of(g, s) + way


# ---------------------------------------------------------------- masks


@kernel
def board_ways(g: Record, s: Record, pad: Record) -> None:
    """Note for each directed edge whether a tile of two colours may go there."""
    ways = pad.open
    for way in range(_TWO * np.uint64(g.edges)):
        ways[way] = 0
    for i in range(np.uint64(s.free)):
        edge = np.uint64(s.free_edges[i])
        is_open = np.int8(edge_is_open(g, s, edge))
        ways[_TWO * edge] = is_open
        ways[_TWO * edge + _ONE] = is_open


@kernel
def card_ways(g: Record, s: Record, pad: Record) -> None:
    """A card may be played in either order."""
    pad.open[0] = 1
    pad.open[1] = 1


@kernel
def board_has_one_way(g: Record, s: Record, kind: Int) -> bool:
    """Whether a tile looks the same turned round, and order does not count (H13)."""
    return g.first_colour[kind] == g.second_colour[kind] and not g.ordered_doubles


@kernel
def card_has_one_way(g: Record, s: Record, kind: Int) -> bool:
    """No card bears the same symbol twice."""
    return False


find_ways = either(board_ways, card_ways)
has_one_way = either(board_has_one_way, card_has_one_way)


@kernel
def write_mask(g: Record, s: Record, plan: Record, pad: Record, mask: Record) -> None:
    """Write 1 for each legal action of the seat to act, and 0 for all others."""
    span = span_of(g, s)
    rows = np.uint64(g.hand if plan.by_slot else g.kinds)
    size = np.uint64(s.rack_size[s.seat]) if places_something(s) else np.uint64(0)
    if size > 0:
        find_ways(g, s, pad)
    for row in range(rows):
        at = row * span
        kind = np.uint64(s.racks[s.seat, row] if plan.by_slot else row)
        slot = slot_of(s, kind)
        if slot >= size or (plan.by_slot and slot != row):
            for way in range(span):
                mask[at + way] = 0
        elif has_one_way(g, s, kind):
            for way in range(span >> _ONE):
                mask[at + _TWO * way] = pad.open[_TWO * way]
                mask[at + _TWO * way + _ONE] = 0
        else:
            for way in range(span):
                mask[at + way] = pad.open[way]
    for word in range(PASS + _ONE):
        mask[rows * span + word] = is_legal_word(g, s, word)


# ---------------------------------------------------------------- ways one by one, and at random


@kernel
def board_ways_count(g: Record, s: Record) -> Int:
    """How many ways there are to try: the free edges, both directions."""
    return np.uint32(2) * np.uint32(s.free)


@kernel
def card_ways_count(g: Record, s: Record) -> Int:
    """How many ways there are to try: the two orders."""
    return np.uint32(2)


@kernel
def board_way(g: Record, s: Record, number: Int) -> Int:
    """The directed edge of this number among the free ones."""
    return _TWO * np.uint64(s.free_edges[number >> _ONE]) + (number & _ONE)


@kernel
def card_way(g: Record, s: Record, number: Int) -> Int:
    """The order of this number."""
    return number


@kernel
def board_allows(g: Record, s: Record, kind: Int, way: Int) -> bool:
    """Whether a tile may go onto a free edge in this direction."""
    return edge_is_open(g, s, way >> _ONE) and not (way & _ONE and board_has_one_way(g, s, kind))


@kernel
def cards_allow(g: Record, s: Record, kind: Int, way: Int) -> bool:
    """A card may be played in either order."""
    return True


@kernel
def random_board_way(g: Record, s: Record, turned: Int, generator: Record) -> Int:
    """One of the directed edges that a tile may go on, turned or not."""
    return _TWO * random_edge(g, s, generator) + turned


@kernel
def card_way_turned(g: Record, s: Record, turned: Int, generator: Record) -> Int:
    """The order of a card's symbols."""
    return turned


count_ways = either(board_ways_count, card_ways_count)
random_way = either(random_board_way, card_way_turned)
nth_way = either(board_way, card_way)
allows = either(board_allows, cards_allow)


@kernel
def is_first_of_kind(s: Record, slot: Int, kind: Int) -> bool:
    """Whether no earlier slot holds the same kind; without a branch, which would be a coin toss."""
    others = np.uint64(0)
    for earlier in range(np.uint64(MAX_HAND)):
        others += np.uint64(s.racks[s.seat, earlier] == kind) & np.uint64(earlier < slot)
    return others == 0


@kernel
def random_slot_and_way(g: Record, s: Record, generator: Record) -> tuple[Int, Int]:
    """A legal action of the seat to act, all equally likely.

    Proposes a slot and a turning until they are some that count: faster than listing them.
    """
    if s.phase == EXCHANGE:
        return WORD, random_below(generator, np.uint32(2))
    size = np.uint32(s.rack_size[s.seat])
    may_pass = is_legal_word(g, s, PASS)
    while True:
        # Whoever may pass may lay a tile on every free edge, so that all proposals are as likely as to pass.
        if may_pass and random_below(generator, size * count_ways(g, s) + np.uint32(1)) == 0:
            return WORD, PASS
        turning = random_below(generator, np.uint32(2) * size)
        slot = turning >> _ONE
        turned = turning & _ONE
        kind = np.uint64(s.racks[s.seat, slot])
        if is_first_of_kind(s, slot, kind) and not (turned and has_one_way(g, s, kind)):
            return slot, random_way(g, s, turned, generator)
