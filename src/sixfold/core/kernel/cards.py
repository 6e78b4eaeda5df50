"""The card game: `g` is the table, `s` the state; the bag is the draw pile, a rack is a hand.

An action is `2 * kind + turned`, turned when the second symbol is scored first (C5), then the specials
of `codes.Special`. Chance actions are a seat (phase START) or a card kind (phases DEAL and REFILL).
"""

import numpy as np

from ..codes import BONUS, COMPLETE, DEAL, EXCHANGE, PLACE, REFILL, START
from ..compiling import entry, kernel
from ..records import Int, Record
from .memory import receive, release, remember
from .turn import (
    EXCHANGE_RACK,
    KEEP,
    ONE,
    begin,
    can_come_up,
    chance_acts,
    finish,
    is_legal_word,
    legal_words,
    next_seat,
    pass_turn,
    places_something,
    shows_any,
    slot_of,
    weakest_colours,
)


@kernel
def set_up(g: Record, s: Record) -> None:
    """All cards in the draw pile, nobody's turn yet."""
    for kind in range(np.uint64(g.kinds)):
        s.bag[kind] = g.tile_count[kind]
    s.bag_size = g.tiles
    s.phase = START


# ---------------------------------------------------------------- open cards and the piles


@entry
def lay_open(g: Record, s: Record, seat: Int, kind: Int) -> None:
    """Put a card below the seat's open cards."""
    s.open[seat, s.open_size[seat]] = kind
    s.open_size[seat] += np.uint8(1)
    s.showing[g.first_colour[kind]] += np.uint8(1)
    s.showing[g.second_colour[kind]] += np.uint8(1)


@kernel
def clear_oldest(g: Record, s: Record, seat: Int) -> None:
    """Discard the open card nearest the middle; the others move up (C8)."""
    kind = s.open[seat, 0]
    last = np.uint64(s.open_size[seat]) - ONE
    for i in range(last):
        s.open[seat, i] = s.open[seat, i + ONE]
    s.open[seat, last] = 0
    s.open_size[seat] = last
    s.showing[g.first_colour[kind]] -= np.uint8(1)
    s.showing[g.second_colour[kind]] -= np.uint8(1)
    discard(s, kind)


@kernel
def discard(s: Record, kind: Int) -> None:
    """Everyone has seen this card go onto the discard pile."""
    s.discard[kind] += np.uint8(1)
    s.discard_size += np.uint32(1)


@kernel
def shuffle_discards(g: Record, s: Record) -> None:
    """The discard pile becomes the draw pile, and everyone knows what is in it (C10)."""
    s.epoch += np.uint16(1)
    for kind in range(np.uint64(g.kinds)):
        for _ in range(np.uint64(s.discard[kind])):
            remember(s.mark, np.uint64(kind), s.epoch)
        s.bag[kind] = s.discard[kind]
        s.discard[kind] = 0
    s.bag_size = s.discard_size
    s.discard_size = 0


# ---------------------------------------------------------------- scoring


@kernel
def limit(g: Record, s: Record, seat: Int, colour: Int) -> Int:
    """The last column that a seat's marker may reach now: one area past the hindmost of the others (C6).

    The marker itself never holds itself back: once in an area it has left the one before.
    """
    hindmost = np.uint8(10)
    for other in range(np.uint64(g.colours)):
        if other != colour:
            hindmost = min(hindmost, s.tracks[seat, other])
    return g.area_end[g.area[hindmost] + ONE]


@kernel
def score(g: Record, s: Record, colour: Int, points: Int) -> None:
    """Move a marker as far as it may go; reaching the last column earns a bonus move (C4, C6, C7)."""
    before = s.tracks[s.seat, colour]
    after = min(np.uint64(before) + np.uint64(points), np.uint64(limit(g, s, s.seat, colour)))
    if after > before:
        s.tracks[s.seat, colour] = after
        if after == g.area_end[3]:
            s.bonus += np.uint8(1)


@kernel
def is_complete(g: Record, s: Record) -> bool:
    """Whether every marker of the seat to move is in the last area (C11)."""
    for colour in range(np.uint64(g.colours)):
        if s.tracks[s.seat, colour] < g.goal:
            return False
    return True


# ---------------------------------------------------------------- a turn


@kernel
def draw(g: Record, s: Record, kind: Int) -> None:
    """One card from the draw pile, to a hand or (at the deal, when all hands are full) to lie open."""
    seat = s.seat
    s.bag[kind] -= np.uint8(1)
    s.bag_size -= np.uint32(1)
    if s.phase == DEAL:
        if s.rack_size[seat] < g.hand:
            receive(s, seat, kind)
            dealt = s.rack_size[seat] == g.hand
        else:
            lay_open(g, s, seat, kind)
            dealt = s.open_size[seat] == g.open_cards
        if dealt:
            s.seat = next_seat(g, seat)
            if s.seat == s.starter and s.open_size[s.seat] == g.open_cards:
                s.phase = PLACE
        return
    receive(s, seat, kind)
    refill(g, s)


@kernel
def play_card(g: Record, s: Record, slot: Int, turned: Int) -> None:
    """Play and score a card of the hand, then go on with the turn (C4, C5, C7)."""
    seat = s.seat
    if s.phase == BONUS:
        s.bonus -= np.uint8(1)
        clear_oldest(g, s, seat)
    kind = release(s, seat, slot)
    first = g.second_colour[kind] if turned else g.first_colour[kind]
    second = g.first_colour[kind] if turned else g.second_colour[kind]
    score(g, s, first, s.showing[first])
    if not (g.check_each and is_complete(g, s)):
        score(g, s, second, s.showing[second])
    lay_open(g, s, seat, np.uint64(kind))
    if is_complete(g, s):
        finish(s, COMPLETE)
    else:
        go_on(g, s)


@kernel
def go_on(g: Record, s: Record) -> None:
    """After a card: the next bonus move, or the end of the turn with its exchange (C7, C8, C9)."""
    if s.bonus > 0 and s.rack_size[s.seat] > 0:
        s.phase = BONUS
        return
    s.bonus = 0
    clear_oldest(g, s, s.seat)
    if may_exchange(g, s):
        s.phase = EXCHANGE
    else:
        refill(g, s)


@entry
def may_exchange(g: Record, s: Record) -> bool:
    """Whether the seat to move has the choice to exchange (C9)."""
    return s.rack_size[s.seat] > 0 and not shows_any(
        g, s, weakest_colours(s.tracks, np.uint8(s.seat), g.colours)
    )


@kernel
def exchange(g: Record, s: Record) -> None:
    """Show the hand, discard it and draw a new one (C9)."""
    while s.rack_size[s.seat] > 0:
        discard(s, release(s, s.seat, np.uint64(0)))
    refill(g, s)


@kernel
def refill(g: Record, s: Record) -> None:
    """Draw on until the hand is full or nothing is left, then pass the turn on (C8, C10)."""
    if s.bag_size == 0 and s.discard_size > 0:
        shuffle_discards(g, s)
    if s.rack_size[s.seat] < g.hand and s.bag_size > 0:
        s.phase = REFILL
        return
    pass_turn(g, s)


# ---------------------------------------------------------------- actions


@entry
def is_legal(g: Record, s: Record, action: Int) -> bool:
    """Whether the actor may take an action now."""
    if chance_acts(s):
        return can_come_up(g, s, action)
    plays = np.uint64(2) * np.uint64(g.kinds)
    if action >= plays:
        return is_legal_word(g, s, action - plays)
    return places_something(s) and slot_of(s, action // np.uint64(2)) < s.rack_size[s.seat]


@entry
def legal_actions(g: Record, s: Record, out: Record) -> Int:
    """Write the legal actions of the seat to move into `out`, ascending; returns how many they are."""
    n = np.uint64(0)
    for kind in range(np.uint64(g.kinds) if places_something(s) else n):
        if slot_of(s, kind) < s.rack_size[s.seat]:
            out[n] = np.uint64(2) * np.uint64(kind)
            out[n + ONE] = np.uint64(2) * np.uint64(kind) + ONE
            n += np.uint64(2)
    return legal_words(g, s, np.uint64(2) * np.uint64(g.kinds), out, n)


@entry
def apply(g: Record, s: Record, action: Int) -> None:
    """Carry out a legal action of the actor, chance included."""
    if s.phase == START:
        begin(g, s, action)
        return
    if s.phase == DEAL or s.phase == REFILL:
        draw(g, s, action)
        return
    plays = np.uint64(2) * np.uint64(g.kinds)
    if action < plays:
        kind = action // np.uint64(2)
        play_card(g, s, slot_of(s, kind), action % np.uint64(2))
        return
    word = action - plays
    if word == EXCHANGE_RACK:
        exchange(g, s)
    elif word == KEEP:
        refill(g, s)
    else:
        s.bonus -= np.uint8(1)
        go_on(g, s)
