"""Random numbers for playouts (xorshift64): fast, repeatable, and never used to deal a real game."""

import numpy as np

from ..compiling import kernel
from ..records import Int, Record


@kernel
def random_below(generator: Record, bound: Int) -> Int:
    """A number from 0 to bound - 1; `generator` is an array of one uint64, never zero."""
    x = generator[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    generator[0] = x
    return np.uint64(((x >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@kernel
def random_tile(g: Record, s: Record, generator: Record) -> Int:
    """The kind of a tile drawn blindly from the bag.

    Points at a tile of the full bag until it meets one that is still inside: the number of each kind is
    all that the state keeps, and this is faster than adding them up.
    """
    while True:
        i = random_below(generator, g.tiles)
        kind = g.deck_kind[i]
        if g.deck_copy[i] < s.bag[kind]:
            return np.uint64(kind)
