"""Random games, for benchmarks, self-tests and simulations: uniform over tiles, places and turnings.

An exchange is taken whenever it is offered. `states` is an array of two records: the first is where the
games start from, the second is played on. `raw` are the same two as rows of bytes: copying these compiles
to one memcpy, and much sooner than copying a record does.
"""

import numpy as np

from ..codes import BONUS, EXCHANGE, FINISHED, PLACE, START
from ..compiling import entry, kernel
from ..records import Int, Record
from .board import begin, draw, edge_is_open, exchange, lay_tile
from .cards import draw as draw_card
from .cards import exchange as exchange_cards
from .cards import play_card
from .random import random_below, random_tile

_ONE = np.uint64(1)

Sums = tuple[Int, Int, Int]


@kernel
def play_out_board(g: Record, s: Record, generator: Record) -> Int:
    """Play a board game at random from any position to its end; returns the number of tiles laid."""
    laid = 0
    while s.phase != FINISHED:
        if s.phase == PLACE or s.phase == BONUS:
            edge = np.uint64(s.free_edges[random_below(generator, s.free)])
            while not edge_is_open(g, s, edge):
                edge = np.uint64(s.free_edges[random_below(generator, s.free)])
            way = random_below(generator, np.uint32(2) * np.uint32(s.rack_size[s.seat]))
            lay_tile(g, s, way >> _ONE, edge, way & _ONE)
            laid += 1
        elif s.phase == EXCHANGE:
            exchange(g, s)
        elif s.phase == START:
            begin(g, s, random_below(generator, g.players))
        else:
            draw(g, s, random_tile(g, s, generator))
    return laid


@kernel
def play_out_cards(g: Record, s: Record, generator: Record) -> Int:
    """Play a card game at random from any position to its end; returns the number of cards played."""
    played = 0
    while s.phase != FINISHED:
        if s.phase == PLACE or s.phase == BONUS:
            way = random_below(generator, np.uint32(2) * np.uint32(s.rack_size[s.seat]))
            play_card(g, s, way >> _ONE, way & _ONE)
            played += 1
        elif s.phase == EXCHANGE:
            exchange_cards(g, s)
        elif s.phase == START:
            begin(g, s, random_below(generator, g.players))
        else:
            draw_card(g, s, random_tile(g, s, generator))
    return played


@entry
def board_games(g: Record, states: Record, raw: Record, generator: Record, games: Int) -> Sums:
    """Random board games: tiles laid, and the sums of seat 1's weakest colour and of all its points."""
    laid = 0
    weakest = 0
    total = 0
    for _ in range(games):
        copy(raw)
        laid += play_out_board(g, states[1], generator)
        weakest += lowest_marker(g, states[1])
        total += sum_of_markers(g, states[1])
    return laid, weakest, total


@entry
def card_games(g: Record, states: Record, raw: Record, generator: Record, games: Int) -> Sums:
    """Random card games: cards played, and the sums of seat 1's weakest colour and of all its points."""
    played = 0
    weakest = 0
    total = 0
    for _ in range(games):
        copy(raw)
        played += play_out_cards(g, states[1], generator)
        weakest += lowest_marker(g, states[1])
        total += sum_of_markers(g, states[1])
    return played, weakest, total


@kernel
def lowest_marker(g: Record, s: Record) -> Int:
    """Seat 1's weakest colour."""
    lowest = s.tracks[0, 0]
    for colour in range(np.uint64(g.colours)):
        lowest = min(lowest, s.tracks[0, colour])
    return lowest


@kernel
def sum_of_markers(g: Record, s: Record) -> Int:
    """All of seat 1's points."""
    total = 0
    for colour in range(np.uint64(g.colours)):
        total += s.tracks[0, colour]
    return total


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
