"""Random games, for benchmarks, self-tests and simulations: uniform over tiles, places and turnings.

An exchange is taken whenever it is offered. `states` is an array of two records: the first is where the
games start from, the second is played on. `raw` are the same two as rows of bytes: copying these compiles
to one memcpy, and much sooner than copying a record does. `sums` gets what the games add up to.
"""

import numpy as np

from ..codes import EXCHANGE, FINISHED, START
from ..compiling import entry, kernel
from ..records import Int, Record
from .board import draw, edge_is_open, exchange, lay_tile
from .cards import draw as draw_card
from .cards import exchange as exchange_cards
from .cards import play_card
from .random import random_below, random_tile
from .turn import ONE, begin, places_something


@kernel
def random_edge(g: Record, s: Record, generator: Record) -> Int:
    """One of the edges that the tile to lay may go on."""
    edge = np.uint64(s.free_edges[random_below(generator, s.free)])
    while not edge_is_open(g, s, edge):
        edge = np.uint64(s.free_edges[random_below(generator, s.free)])
    return edge


@entry
def board_games(g: Record, states: Record, raw: Record, generator: Record, games: Int, sums: Record) -> None:
    """Play random board games to their ends."""
    s = states[1]
    for _ in range(games):
        copy(raw)
        while s.phase != FINISHED:
            if places_something(s):
                edge = random_edge(g, s, generator)
                way = random_below(generator, np.uint32(2) * np.uint32(s.rack_size[s.seat]))
                lay_tile(g, s, way >> ONE, edge, way & ONE)
                sums[0] += 1
            elif s.phase == EXCHANGE:
                exchange(g, s)
            elif s.phase == START:
                begin(g, s, random_below(generator, g.players))
            else:
                draw(g, s, random_tile(g, s, generator))
        add_up(s.tracks, g.colours, sums)


@entry
def card_games(g: Record, states: Record, raw: Record, generator: Record, games: Int, sums: Record) -> None:
    """Play random card games to their ends."""
    s = states[1]
    for _ in range(games):
        copy(raw)
        while s.phase != FINISHED:
            if places_something(s):
                way = random_below(generator, np.uint32(2) * np.uint32(s.rack_size[s.seat]))
                play_card(g, s, way >> ONE, way & ONE)
                sums[0] += 1
            elif s.phase == EXCHANGE:
                exchange_cards(g, s)
            elif s.phase == START:
                begin(g, s, random_below(generator, g.players))
            else:
                draw_card(g, s, random_tile(g, s, generator))
        add_up(s.tracks, g.colours, sums)


@kernel
def add_up(tracks: Record, colours: Int, sums: Record) -> None:
    """Add the weakest colour of seat 1 and all its points to the sums."""
    lowest = tracks[0, 0]
    for colour in range(np.uint64(colours)):
        lowest = min(lowest, tracks[0, colour])
        sums[2] += tracks[0, colour]
    sums[1] += lowest


@kernel
def copy(raw: Record) -> None:
    """Copy the first state over the second."""
    for i in range(np.uint64(raw.shape[1])):
        raw[1, i] = raw[0, i]


@entry
def copy_often(raw: Record, times: Int) -> None:
    """Copy again and again, another state each time: what the copy benchmark times."""
    for i in range(times):
        raw[0, 0] = np.uint8(i)
        copy(raw)
