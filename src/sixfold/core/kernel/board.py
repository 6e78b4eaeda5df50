"""The board games: hex and square, every player count and variant; `g` is the table, `s` the state.

Much of it is written without branches where a branch would be a coin toss: a wrong guess of the processor
costs more than the work that the branch would save, and that made the engine half as fast again.

An action is `kind * 2 * edges + 2 * edge + turned`, then the specials of `codes.Special`. Chance actions
are a seat (phase START) or a tile kind (phases DEAL and REFILL).
"""

import numpy as np

from ..codes import (
    BONUS,
    COMPLETE,
    DEAL,
    EDGE,
    EMPTY,
    EXCHANGE,
    FULL,
    LACKS_WEAKEST,
    PLACE,
    PYRAMID,
    REFILL,
    SHOWS_NINE,
    START,
)
from ..compiling import entry, kernel
from ..records import MAX_EDGES, Int, Record
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

_SPARE = np.uint64(MAX_EDGES)
_AXES = np.uint64(3)  # the square board's third axis leads off the board everywhere
_DIRECTIONS = np.uint64(6)


# ---------------------------------------------------------------- the board


@kernel
def set_up(g: Record, s: Record) -> None:
    """Empty board with its printed symbols, full bag, nobody's turn yet."""
    board = s.board
    for cell in range(np.uint64(g.cells)):
        board[cell] = EMPTY
        for direction in range(_DIRECTIONS):
            s.open_sides[cell] += np.uint8(g.neighbour[cell, direction] != g.cells)
    board[g.cells] = EDGE
    for edge in range(np.uint64(g.edges)):
        s.free_edges[edge] = edge
        s.edge_place[edge] = edge
    s.edge_place[_SPARE] = _SPARE
    s.free = g.edges
    for i in range(np.uint64(g.printed)):
        lay_half(g, s, g.printed_cell[i], g.printed_colour[i])
    for kind in range(np.uint64(g.kinds)):
        s.bag[kind] = g.tile_count[kind]
    s.bag_size = g.tiles
    s.phase = START


@kernel
def run_end(g: Record, board: Record, cell: Int, direction: Int, colour: Int) -> tuple[Int, Int]:
    """Follow the unbroken line of one colour from a cell (H12): its length, and the cell after it."""
    length = np.uint8(0)
    after = g.neighbour[cell, direction]
    while board[after] == colour:
        length += np.uint8(1)
        after = g.neighbour[after, direction]
    return length, after


@entry
def lay_half(g: Record, s: Record, cell: Int, colour: Int) -> None:
    """Put a colour on an empty cell and bring the potentials at the ends of its three lines up to date."""
    board = s.board
    board[cell] = colour
    block(g, s, cell)
    if g.pyramids:
        for direction in range(_DIRECTIONS):
            beside = g.neighbour[cell, direction]
            s.open_sides[beside] -= np.uint8(beside != g.cells)
    for axis in range(_AXES):
        ahead, front = run_end(g, board, cell, axis, colour)
        behind, back = run_end(g, board, cell, axis + _AXES, colour)
        s.potential[front, colour] += np.uint8(board[front] == EMPTY) * (behind + np.uint8(1))
        s.potential[back, colour] += np.uint8(board[back] == EMPTY) * (ahead + np.uint8(1))


@kernel
def block(g: Record, s: Record, cell: Int) -> None:
    """Take the edges of a cell that is no longer empty off the list of free edges.

    For an edge that is not free, or not there, the same writes go to the spare places at the arrays' ends.
    """
    free_edges = s.free_edges
    place = s.edge_place
    free = np.uint64(s.free)
    for i in range(_DIRECTIONS):
        edge = np.uint64(g.cell_edges[cell, i])
        hole = np.uint64(place[edge])
        is_free = hole != _SPARE
        free -= np.uint64(is_free)
        moved = np.uint64(free_edges[free])
        free_edges[hole] = moved
        place[moved if is_free else _SPARE] = hole
        place[edge] = _SPARE
    s.free = free


# ---------------------------------------------------------------- scoring


@kernel
def advance(g: Record, s: Record, colour: Int, points: Int) -> None:
    """Move the marker of the side to move (H12, H14, S3, T2, Q15) and count the bonus it earns (H15)."""
    side = g.side_of[s.seat]
    bit = np.uint8(1) << np.uint8(colour)
    if g.sheet_pauses and s.arrived & bit:
        return
    before = s.tracks[side, colour]
    end = g.sheet if before < g.sheet else g.track
    after = min(np.uint64(before) + np.uint64(points), np.uint64(end))
    s.tracks[side, colour] = after
    if after == end and before < end:
        s.arrived |= bit
        s.bonus += g.bonus_moves


@kernel
def pull(g: Record, s: Record, colour: Int, points: Int) -> None:
    """Duel: move the shared marker towards the seat to move (D1); taking the token earns a bonus (D2).

    Each seat's track holds how far the marker is on its side, so at most one of the two is not 0.
    """
    mine = np.uint64(s.seat)
    theirs = ONE - mine
    back = min(np.uint64(points), np.uint64(s.tracks[theirs, colour]))
    s.tracks[theirs, colour] -= np.uint8(back)
    before = s.tracks[mine, colour]
    after = min(np.uint64(before) + np.uint64(points) - back, np.uint64(g.track))
    s.tracks[mine, colour] = after
    if before < g.track and after == g.track and s.token[colour] != mine + ONE:
        s.token[colour] = mine + ONE
        s.bonus += np.uint8(1)


@kernel
def score(g: Record, s: Record, colour: Int, points: Int) -> None:
    """Give points of one colour, or none, to the side to move."""
    if g.duel:
        pull(g, s, colour, points)
    else:
        advance(g, s, colour, points)


@kernel
def is_complete(g: Record, s: Record) -> bool:
    """Whether every marker of the side to move is where the game ends at once (H24, S4, T4, D6, Q14)."""
    side = g.side_of[s.seat]
    for colour in range(np.uint64(g.colours)):
        if s.tracks[side, colour] < g.complete_from:
            return False
    return True


@kernel
def next_hollow(g: Record, s: Record, tail: Int, head: Int) -> Int:
    """The first isolated empty cell beside the two just covered (Q8); the number of cells if none is."""
    found = np.uint64(g.cells)
    for direction in range(_DIRECTIONS):
        for half in (tail, head):
            cell = np.uint64(g.neighbour[half, direction])
            is_hollow = (s.board[cell] == EMPTY) & (s.open_sides[cell] == 0)
            found = min(found, cell if is_hollow else found)
    return found


@kernel
def raise_pyramids(g: Record, s: Record, tail: Int, head: Int) -> None:
    """Put a pyramid on each empty square that the tile isolated, and score it (Q8, Q9)."""
    while s.pyramids_laid < g.pyramid_supply:
        hollow = next_hollow(g, s, tail, head)
        if hollow == g.cells:
            return
        s.board[hollow] = PYRAMID
        s.pyramids_laid += np.uint8(1)
        scored = np.uint8(0)
        for direction in range(_DIRECTIONS):
            colour = s.board[g.neighbour[hollow, direction]]
            if colour < EMPTY:
                bit = np.uint8(1) << colour
                if not (g.pyramid_each_colour_once and scored & bit):
                    score(g, s, colour, np.uint8(1))
                scored |= bit


# ---------------------------------------------------------------- a turn


@kernel
def draw(g: Record, s: Record, kind: Int) -> None:
    """One tile from the bag to the seat that is dealt to or refills; then go on when its rack is full."""
    seat = s.seat
    s.bag[kind] -= np.uint8(1)
    s.bag_size -= np.uint32(1)
    receive(s, seat, kind)
    if s.rack_size[seat] < g.hand and s.bag_size > 0:
        return
    if s.phase == DEAL:
        s.seat = next_seat(g, seat)
        if s.seat == s.starter:
            s.phase = PLACE
    else:
        end_refill(g, s)


@kernel
def lay_tile(g: Record, s: Record, slot: Int, edge: Int, turned: Int) -> None:
    """Place and score a tile of the rack, then go on with the turn (H8, H12, H15)."""
    kind = release(s, s.seat, slot)
    first = g.first_colour[kind]
    second = g.second_colour[kind]
    tail = g.edge_cells[edge, turned]
    head = g.edge_cells[edge, ONE - turned]
    # Both cells are empty, so neither half can count the other: the potentials are the score.
    points_first = s.potential[tail, first]
    points_second = s.potential[head, second]
    lay_half(g, s, tail, first)
    lay_half(g, s, head, second)
    s.claimed |= g.edge_touches[edge]
    if s.phase == BONUS:
        s.bonus -= np.uint8(1)
    s.arrived = 0
    score(g, s, first, points_first)
    if not (g.check_each and is_complete(g, s)):
        score(g, s, second, points_second)
    if g.pyramids:
        raise_pyramids(g, s, tail, head)
    if g.complete_ends and is_complete(g, s):
        finish(s, COMPLETE)
    elif s.free == 0 and not g.end_at_turn:
        finish(s, FULL)
    else:
        go_on(g, s)


@kernel
def go_on(g: Record, s: Record) -> None:
    """After a tile: the next bonus move, the exchange, or the refill."""
    if s.bonus > 0:
        if s.free > 0:
            if s.rack_size[s.seat] > 0:
                s.phase = BONUS
                return
            if g.refill_for_bonus and s.bag_size > 0:
                s.phase = REFILL
                return
        s.bonus = 0  # H17, Q13: no tile or no room, so it lapses
    if may_exchange(g, s):
        s.phase = EXCHANGE
    else:
        refill(g, s)


@kernel
def exchange_colours(g: Record, s: Record) -> Int:
    """Bit mask of the colours that decide about an exchange: the weakest (H18, H19), or those at 9 (D3)."""
    mask = np.uint8(0)
    if g.exchange == SHOWS_NINE:
        theirs = ONE - np.uint64(s.seat)
        for colour in range(np.uint64(g.colours)):
            if s.tracks[s.seat, colour] == g.track or (
                g.nine_of_either_side and s.tracks[theirs, colour] == g.track
            ):
                mask |= np.uint8(1) << np.uint8(colour)
        return mask
    return weakest_colours(s.tracks, g.side_of[s.seat], g.colours)


@entry
def may_exchange(g: Record, s: Record) -> bool:
    """Whether the seat to move has the choice to exchange (H18, H19, T3, D3, Q10)."""
    if g.exchange == 0 or s.bag_size < g.exchange_needs:
        return False
    if s.rack_size[s.seat] == 0:
        return g.exchange_empty_rack != 0
    shows = shows_any(g, s, exchange_colours(g, s))
    return not shows if g.exchange == LACKS_WEAKEST else shows


@kernel
def exchange(g: Record, s: Record) -> None:
    """Show the tiles, put them aside and draw new ones; they go back into the bag afterwards (H18, D3)."""
    seat = s.seat
    mask = exchange_colours(g, s)
    slot = np.uint64(0)
    while slot < s.rack_size[seat]:
        if g.exchange == LACKS_WEAKEST or g.tile_colours[s.racks[seat, slot]] & mask:
            s.aside[s.aside_size] = release(s, seat, slot)
            s.aside_size += np.uint8(1)
        else:
            slot += ONE
    refill(g, s)


@kernel
def refill(g: Record, s: Record) -> None:
    """Draw up to a full rack, or what the bag still holds (H20, Q11)."""
    if s.rack_size[s.seat] < g.hand and s.bag_size > 0:
        s.phase = REFILL
    else:
        end_refill(g, s)


@kernel
def end_refill(g: Record, s: Record) -> None:
    """Return what was put aside, and pass the turn on (or play the bonus move that waited for tiles)."""
    if s.aside_size > 0:
        s.epoch += np.uint16(1)
        for i in range(np.uint64(s.aside_size)):
            s.bag[s.aside[i]] += np.uint8(1)
            remember(s.mark, np.uint64(s.aside[i]), s.epoch)
            s.aside[i] = 0
        s.bag_size += np.uint32(s.aside_size)
        s.aside_size = 0
    if s.bonus > 0:
        s.phase = BONUS
        return
    if s.free == 0:
        finish(s, FULL)
        return
    pass_turn(g, s)


# ---------------------------------------------------------------- actions


@kernel
def is_first_tile(g: Record, s: Record) -> bool:
    """Whether the tile to lay is the seat's first of the game (H9, Q5)."""
    return s.turn < g.players and s.phase == PLACE


@kernel
def edge_is_open(g: Record, s: Record, edge: Int) -> bool:
    """Whether the tile to lay may go on these two cells (H8, H9, H10, Q5, Q6).

    Without a branch, so that plain code may ask for a slice of edges at once.
    """
    is_free = s.edge_place[edge] != _SPARE
    touches_unclaimed = (g.edge_touches[edge] & ~s.claimed) != 0
    return is_free & (touches_unclaimed | (not is_first_tile(g, s)))


@kernel
def take_apart(g: Record, action: Int) -> tuple[Int, Int, Int]:
    """The kind of tile, the edge and the turning of an action that lays a tile."""
    span = np.uint64(2) * np.uint64(g.edges)
    return action // span, action % span // np.uint64(2), action % np.uint64(2)


@entry
def is_legal(g: Record, s: Record, action: Int) -> bool:
    """Whether the actor may take an action now."""
    if chance_acts(s):
        return can_come_up(g, s, action)
    places = np.uint64(g.kinds) * np.uint64(2) * np.uint64(g.edges)
    if action >= places:
        return is_legal_word(g, s, action - places)
    if not places_something(s):
        return False
    kind, edge, turned = take_apart(g, action)
    if turned and g.first_colour[kind] == g.second_colour[kind] and not g.ordered_doubles:
        return False
    return slot_of(s, kind) < s.rack_size[s.seat] and edge_is_open(g, s, edge)


@entry
def legal_actions(g: Record, s: Record, out: Record) -> Int:
    """Write the legal actions of the seat to move into `out`, ascending; returns how many they are."""
    n = np.uint64(0)
    span = np.uint64(2) * np.uint64(g.edges)
    for kind in range(np.uint64(g.kinds) if places_something(s) else n):
        if slot_of(s, kind) == s.rack_size[s.seat]:
            continue
        both_ways = g.first_colour[kind] != g.second_colour[kind] or g.ordered_doubles
        for edge in range(np.uint64(g.edges)):
            if edge_is_open(g, s, edge):
                action = np.uint64(kind) * span + np.uint64(2) * np.uint64(edge)
                out[n] = action
                n += ONE
                if both_ways:
                    out[n] = action + ONE
                    n += ONE
    return legal_words(g, s, np.uint64(g.kinds) * span, out, n)


@entry
def apply(g: Record, s: Record, action: Int) -> None:
    """Carry out a legal action of the actor, chance included."""
    if s.phase == START:
        begin(g, s, action)
        return
    if s.phase == DEAL or s.phase == REFILL:
        draw(g, s, action)
        return
    places = np.uint64(g.kinds) * np.uint64(2) * np.uint64(g.edges)
    if action < places:
        kind, edge, turned = take_apart(g, action)
        lay_tile(g, s, slot_of(s, kind), edge, turned)
        return
    word = action - places
    if word == EXCHANGE_RACK:
        exchange(g, s)
    elif word == KEEP:
        refill(g, s)
    else:
        s.bonus -= np.uint8(1)
        go_on(g, s)
