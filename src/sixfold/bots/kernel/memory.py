"""The records that the bots' kernels work with: the weights, and a desk with room for what is in hand."""

from typing import Final

import numpy as np

from ...core.records import MAX_CELLS, MAX_COLOURS, MAX_EDGES, MAX_HAND, MAX_KINDS, MAX_SEATS

COLOUR_INPUTS: Final = 32
"""What is known about one colour, see `features`."""
TABLE_INPUTS: Final = 20
"""What is known about the table as a whole."""
WIDTH: Final = 32
"""Of every layer."""
HALF_INPUTS: Final = 16
"""What is known about half a tile on a cell, see `screen`."""
HALF_WIDTH: Final = 16
THUMB: Final = 5
"""Numbers in the rule of thumb for games alone."""
MOST_ACTIONS: Final = MAX_HAND * 2 * MAX_EDGES + 3
LEVELS: Final = 12
"""Potentials are told apart up to here."""
TILE_POINTS: Final = 16
"""What whole tiles score is told apart up to here."""

NETWORK: Final = np.dtype(
    [
        # The value: each colour goes through the same two layers; sum and maximum over the colours meet what
        # is known about the table in a third; the sum of that is a logit.
        ("colour_weights", np.float32, (COLOUR_INPUTS, WIDTH)),
        ("colour_bias", np.float32, (WIDTH,)),
        ("second_weights", np.float32, (WIDTH, WIDTH)),
        ("second_bias", np.float32, (WIDTH,)),
        ("table_weights", np.float32, (2 * WIDTH + TABLE_INPUTS, WIDTH)),
        ("table_bias", np.float32, (WIDTH,)),
        ("out_weights", np.float32, (WIDTH,)),
        ("out_bias", np.float32, (1,)),
        # The screen: a placement's two halves are valued one by one and added up.
        ("half_direct", np.float32, (HALF_INPUTS,)),
        ("half_weights", np.float32, (HALF_INPUTS, HALF_WIDTH)),
        ("half_bias", np.float32, (HALF_WIDTH,)),
        ("half_out", np.float32, (HALF_WIDTH,)),
        # The rule of thumb for games alone, see `alone`; zero in all others.
        ("thumb", np.float32, (THUMB,)),
    ],
    align=True,
)

DESK: Final = np.dtype(
    [
        ("colours", np.float32, (MAX_COLOURS, COLOUR_INPUTS)),
        ("table", np.float32, (TABLE_INPUTS,)),
        ("first", np.float32, (MAX_COLOURS, WIDTH)),  # the network's layers
        ("second", np.float32, (MAX_COLOURS, WIDTH)),
        ("pooled", np.float32, (2 * WIDTH,)),
        ("third", np.float32, (WIDTH,)),
        ("levels", np.int32, (MAX_SEATS, MAX_COLOURS)),  # how far each side's markers are
        ("lowest", np.int32, (MAX_SEATS,)),
        ("potentials", np.int32, (MAX_COLOURS, LEVELS)),  # on how many cells a half would score so much
        ("surveyed", np.int32, (MAX_COLOURS, LEVELS)),  # the same before an action
        ("unseen", np.uint32, (MAX_KINDS,)),  # tiles of each kind that the seat has not seen
        ("best_places", np.uint8, (MAX_COLOURS, MAX_COLOURS)),  # points of a tile where it fits best
        ("best_beside", np.uint8, (MAX_COLOURS,)),  # of its half beside a cell
        ("tiles_by_points", np.float32, (TILE_POINTS,)),  # unseen ones, by what they score there
        ("recount", np.uint32),  # the number of the action after which potentials are counted again
        ("recounted", np.uint32, (MAX_CELLS + 1,)),  # after which action a cell was last
        ("wanted", np.float32, (MAX_COLOURS,)),  # 1 if it is an opponent's lowest colour
        ("needed", np.float32, (MAX_COLOURS,)),  # 1 if it is one's own (alone: less, the farther ahead it is)
        ("held", np.float32, (MAX_COLOURS,)),  # halves on one's own rack
        ("worth", np.float32, (MAX_COLOURS, LEVELS)),  # so many points of a colour, playing alone
        ("halves", np.float32, (MAX_COLOURS, HALF_INPUTS)),  # one of each colour on a cell
        ("half_hidden", np.float32, (MAX_COLOURS, HALF_WIDTH)),
        ("half_values", np.float32, (MAX_CELLS + 1, MAX_COLOURS)),
        ("barren", np.uint16, (7,)),  # by the number of empty neighbours: a cell on which nothing scores
        ("actions", np.uint32, (MOST_ACTIONS,)),
        ("scores", np.float32, (MOST_ACTIONS,)),
        ("nodes", np.int64),  # positions that an endgame may still look at
        ("chance", np.uint64, (1,)),
        ("count", np.uint64),  # of the actions that were looked at last
        ("best", np.float32),  # the logit of the action chosen last
    ],
    align=True,
)

SAMPLE: Final = np.dtype(
    [
        ("colours", np.float32, (MAX_COLOURS, COLOUR_INPUTS)),
        ("table", np.float32, (TABLE_INPUTS,)),
        ("seat", np.uint32),
        ("before", np.float32),  # the share that the network hoped for, the seat to move
        ("share", np.float32),  # of the win: what became of it
    ],
    align=True,
)
"""A position of self-play, for teaching the value."""

HALVES: Final = np.dtype(
    [
        ("halves", np.float32, (2, HALF_INPUTS)),
        ("value", np.float32),  # the logit after the placement
    ],
    align=True,
)
"""A placement, for teaching the screen; those of one position follow each other."""
