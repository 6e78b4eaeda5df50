"""Playing alone to the end by a rule of thumb: so quick that a move can be judged by thousands of endings.

Alone nothing but luck answers a move, and how a whole game ends says more about it than any guess half-way:
a search that plays each sample out by this rule gains more than three points on the rule, where one that
looks a move or two ahead with the network gains less than one on the network.

Half a tile is worth what it scores, the less the farther its colour is ahead of the weakest; minus what the
colours could have scored on its cell; plus something for room around it. The five numbers that say how much
are in `network.thumb`; training finds them by trying.
"""

import numpy as np

from ...core.codes import EMPTY, FINISHED
from ...core.compiling import entry, kernel
from ...core.kernel.board import edge_is_open, lay_tile
from ...core.kernel.turn import chance_acts
from ...core.records import Int, Record
from .memory import LEVELS
from .policy import apply, copy_row, enter_world, let_chance_act, mix, share

LATE_SPAN = np.uint64(0)  # levels that a colour is ahead when its points are worth a third, on a full board
EARLY_SPAN = np.uint64(1)  # the same on an empty board
COVERED = np.uint64(2)  # what a covered point is worth beside a scored one
ROOM = np.uint64(3)  # what an empty neighbour is worth on an empty board; on a full one nothing
SCORED_ROOM = np.uint64(4)  # the same for each point that the half scores
_LEAST_SPAN = np.float32(0.1)
_LEVELS = np.uint64(LEVELS)
_MOST = np.uint64(LEVELS - 1)
_DIRECTIONS = np.uint64(6)
_ZERO = np.uint64(0)


@kernel
def weigh_points(g: Record, s: Record, desk: Record, span: Int) -> None:
    """Note on the desk how much each colour is needed, and what so many points of it are worth."""
    fading = np.exp(np.float32(-1) / max(span, _LEAST_SPAN))
    lowest = s.tracks[0, 0]
    for colour in range(np.uint64(g.colours)):
        lowest = min(lowest, s.tracks[0, colour])
    for colour in range(np.uint64(g.colours)):
        level = s.tracks[0, colour]
        end = g.sheet if level < g.sheet else g.track
        need = np.float32(level < end)
        for _ in range(np.uint64(level - lowest)):
            need *= fading
        desk.needed[colour] = need
        worth = np.float32(0)
        for points in range(_LEVELS):
            desk.worth[colour, points] = worth
            if level + points < end:
                worth += need
                need *= fading


@kernel
def weigh_cell(g: Record, s: Record, n: Record, desk: Record, cell: Int, kind: Int, room_worth: Int) -> None:
    """Note on the desk what either half of a tile is worth on an empty cell."""
    covered = np.float32(0)
    for colour in range(np.uint64(g.colours)):
        covered += np.float32(s.potential[cell, colour]) * desk.needed[colour]
    neighbours = np.uint8(0)
    for direction in range(_DIRECTIONS):
        neighbours += np.uint8(s.board[g.neighbour[cell, direction]] == EMPTY)
    room = np.float32(neighbours)
    values = desk.half_values[cell]
    for half in range(np.uint64(2)):
        own = np.uint64(g.second_colour[kind] if half else g.first_colour[kind])
        potential = np.uint64(s.potential[cell, own])
        points = np.float32(potential)
        values[half] = (
            desk.worth[own, min(potential, _MOST)]
            + desk.needed[own]
            * (room * (room_worth + n.thumb[SCORED_ROOM] * points) + n.thumb[COVERED] * points)
            - n.thumb[COVERED] * covered
        )


@kernel
def lay_quickly(g: Record, s: Record, n: Record, desk: Record) -> None:
    """Lay the one tile on the rack where it is worth most."""
    left = np.float32(s.free) / np.float32(g.edges)
    weigh_points(g, s, desk, n.thumb[LATE_SPAN] + (n.thumb[EARLY_SPAN] - n.thumb[LATE_SPAN]) * left)
    kind = np.uint64(s.racks[s.seat, 0])
    for cell in range(np.uint64(g.cells)):
        if s.board[cell] == EMPTY:
            weigh_cell(g, s, n, desk, np.uint64(cell), kind, n.thumb[ROOM] * left)
    values = desk.half_values
    best = np.float32(-1e9)
    best_edge = _ZERO
    turned = _ZERO
    for place in range(np.uint64(s.free)):
        edge = np.uint64(s.free_edges[place])
        tail = g.edge_cells[edge, 0]
        head = g.edge_cells[edge, 1]
        straight = values[tail, 0] + values[head, 1]
        other_way = values[head, 0] + values[tail, 1]
        if max(straight, other_way) > best and edge_is_open(g, s, edge):
            best = max(straight, other_way)
            best_edge = edge
            turned = np.uint64(other_way > straight)
    lay_tile(g, s, _ZERO, best_edge, turned)


@kernel
def play_out(g: Record, s: Record, n: Record, desk: Record, world: Int) -> None:
    """Play a game to its end in a world."""
    while s.phase != FINISHED:
        if chance_acts(s):
            let_chance_act(g, s, desk, world)
        else:
            lay_quickly(g, s, n, desk)


@kernel
def second_weakest(g: Record, s: Record) -> Int:
    """How far the second weakest colour came."""
    weakest = min(s.tracks[0, 0], s.tracks[0, 1])
    second = max(s.tracks[0, 0], s.tracks[0, 1])
    for colour in range(np.uint64(2), np.uint64(g.colours)):
        level = s.tracks[0, colour]
        second = min(second, max(level, weakest))
        weakest = min(level, weakest)
    return second


@entry
def try_alone(
    g: Record,
    worlds: Record,
    seeds: Record,
    first: Int,
    last: Int,
    states: Record,
    raw: Record,
    n: Record,
    desk: Record,
    actions: Record,
    alive: Record,
    values: Record,
    seconds: Record,
) -> None:
    """Try the actions with the numbers `alive` in the worlds from `first` to before `last`, to the end each.

    Writes the share that is reached into `values[number, world]`, and what it would be by the second weakest
    colour into `seconds`.
    """
    s = states[0]
    for world in range(np.uint64(first), np.uint64(last)):
        for k in range(np.uint64(alive.shape[0])):
            number = np.uint64(alive[k])
            enter_world(raw, worlds, world)
            apply(g, s, np.uint64(actions[number]))
            play_out(g, s, n, desk, seeds[world])
            values[number, world] = share(g, s, _ZERO)
            seconds[number, world] = np.float32(second_weakest(g, s)) / np.float32(g.track)


@entry
def quick_games(
    g: Record, states: Record, raw: Record, n: Record, desk: Record, seed: Int, games: Int
) -> Int:
    """The mean share that the rule of thumb reaches in so many games; row 2 of the states is their start."""
    total = 0.0
    for game in range(np.uint64(games)):
        copy_row(raw, np.uint64(2), _ZERO)
        play_out(g, states[0], n, desk, mix(seed, game))
        total += share(g, states[0], _ZERO)
    return total / games
