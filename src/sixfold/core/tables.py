"""Rules as the record of tables that the kernels work with."""

from functools import lru_cache

import numpy as np

from .records import BOARD_TABLE, CARD_TABLE, MAX_EDGES, Record, new_record
from .rules import Rules

_UNLIMITED = 255  # more pyramids than any board has squares for
PYRAMID_SUPPLY = 20


@lru_cache(maxsize=256)
def tables(rules: Rules) -> Record:
    """The tables of these rules; made once, and never to be written to."""
    return _board_tables(rules) if rules.is_board_game else _card_tables(rules)


def _fill_tile_tables(g: Record, rules: Rules) -> None:
    copies = [(kind, copy) for kind, count in enumerate(rules.tile_counts) for copy in range(count)]
    pairs = [(rules.colours.index(kind[0]), rules.colours.index(kind[1])) for kind in rules.kinds]
    kinds = len(pairs)
    g.first_colour[:kinds] = [a for a, _ in pairs]
    g.second_colour[:kinds] = [b for _, b in pairs]
    g.tile_colours[:kinds] = [1 << a | 1 << b for a, b in pairs]
    g.tile_count[:kinds] = rules.tile_counts
    g.deck_kind[: len(copies)] = [kind for kind, _ in copies]
    g.deck_copy[: len(copies)] = [copy for _, copy in copies]
    g.tiles = len(copies)
    g.kinds = kinds
    g.colours = len(rules.colours)
    g.players = rules.players
    g.hand = rules.hand
    g.bonus_optional = rules.has("bonus_optional", "on")
    g.check_each = rules.has("win_check", "each")


def _board_tables(rules: Rules) -> Record:
    g = new_record(BOARD_TABLE)
    _fill_tile_tables(g, rules)
    _fill_geometry(g, rules)
    game = rules.game
    g.side_of[: rules.players] = rules.sides
    g.sheet = game.sheet
    g.track = rules.track
    g.complete_from = 1 if game.duel else rules.track
    g.complete_ends = not rules.has("complete_ends", "off")
    g.bonus_moves = game.bonus_moves
    g.refill_for_bonus = rules.has("bonus_without_tile", "refill")
    g.ordered_doubles = game.ordered_doubles
    g.sheet_pauses = game.sheet_pauses
    g.duel = game.duel
    g.pyramids = game.pyramids
    g.pyramid_supply = PYRAMID_SUPPLY if rules.has("pyramid_supply", "limited") else _UNLIMITED
    g.pyramid_each_colour_once = rules.has("pyramid_points", "colour")
    g.exchange = game.exchange
    g.exchange_needs = 1 if rules.has("exchange_short_bag", "on") else rules.hand
    g.exchange_empty_rack = rules.has("exchange_empty_rack", "on")
    g.nine_of_either_side = rules.has("duel_exchange_side", "any")
    g.end_at_turn = rules.has("end_check", "turn")
    return g


def _fill_geometry(g: Record, rules: Rules) -> None:
    board = rules.geometry
    cells, edges = len(board.names), board.edges
    g.cells = cells
    g.edges = len(edges)
    g.neighbour[:] = cells
    g.neighbour[:cells] = [[cells if n is None else n for n in around] for around in board.neighbours]
    g.edge_cells[: len(edges)] = edges
    g.cell_edges[:] = MAX_EDGES
    for cell in range(cells):
        own = [edge for edge, pair in enumerate(edges) if cell in pair]
        g.cell_edges[cell, : len(own)] = own
    g.printed = len(rules.printed)
    for i, (cell, colour) in enumerate(rules.printed.items()):
        g.printed_cell[i] = cell
        g.printed_colour[i] = colour
        for edge, pair in enumerate(edges):
            if any(cell in board.neighbours[half] for half in pair):
                g.edge_touches[edge] |= np.uint8(1 << i)


def _card_tables(rules: Rules) -> Record:
    g = new_record(CARD_TABLE)
    _fill_tile_tables(g, rules)
    g.open_cards = rules.open_cards
    ends = rules.game.area_ends
    g.area_end[:] = (*ends, ends[-1])
    g.area[:] = [sum(column > end for end in ends) for column in range(len(g.area))]
    g.goal = ends[-2] + 1
    return g
