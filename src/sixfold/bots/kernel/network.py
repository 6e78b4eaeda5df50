"""The value network: a few thousand weights that know how good a position is for the seat that just moved."""

import numpy as np

from ...core.compiling import fast_kernel
from ...core.records import Int, Record
from .memory import COLOUR_INPUTS, TABLE_INPUTS, WIDTH

_INPUTS = np.uint64(COLOUR_INPUTS)
_TABLE = np.uint64(TABLE_INPUTS)
_WIDTH = np.uint64(WIDTH)
_ZERO = np.float32(0)


@fast_kernel
def add_product(inputs: Record, count: Int, weights: Record, first: Int, total: Record) -> None:
    """Add the product of some inputs and as many rows of weights, from `first` on, to a layer.

    Four rows at a time (all counts are multiples of four), so that the layer is read and written less often.
    """
    for i in range(np.uint64(0), count, np.uint64(4)):
        a = inputs[i]
        b = inputs[i + np.uint64(1)]
        c = inputs[i + np.uint64(2)]
        d = inputs[i + np.uint64(3)]
        row = first + i
        for j in range(np.uint64(total.shape[0])):
            total[j] += (
                a * weights[row, j]
                + b * weights[row + np.uint64(1), j]
                + c * weights[row + np.uint64(2), j]
                + d * weights[row + np.uint64(3), j]
            )


@fast_kernel
def logit(n: Record, desk: Record, colours: Int) -> Int:
    """The value of the position whose features are on the desk; 0 is an even chance."""
    hidden = desk.hidden
    second = desk.second
    pooled = desk.pooled
    for j in range(_WIDTH):
        pooled[j] = _ZERO
        pooled[j + _WIDTH] = _ZERO
    for colour in range(np.uint64(colours)):
        for j in range(_WIDTH):
            hidden[j] = n.colour_bias[j]
            second[j] = n.second_bias[j]
        add_product(desk.colours[colour], _INPUTS, n.colour_weights, np.uint64(0), hidden)
        for j in range(_WIDTH):
            hidden[j] = max(hidden[j], _ZERO)
        add_product(hidden, _WIDTH, n.second_weights, np.uint64(0), second)
        for j in range(_WIDTH):
            active = max(second[j], _ZERO)
            pooled[j] += active
            pooled[j + _WIDTH] = max(pooled[j + _WIDTH], active)
    for j in range(_WIDTH):
        hidden[j] = n.table_bias[j]
    add_product(pooled, _WIDTH + _WIDTH, n.table_weights, np.uint64(0), hidden)
    add_product(desk.table, _TABLE, n.table_weights, _WIDTH + _WIDTH, hidden)
    result = n.out_bias[0]
    for j in range(_WIDTH):
        result += max(hidden[j], _ZERO) * n.out_weights[j]
    return result
