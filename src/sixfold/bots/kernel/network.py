"""The value network: a few thousand weights that know how good a position is for the seat that just moved."""

import numpy as np

from ...core.compiling import kernel
from ...core.records import Int, Record
from .memory import TABLE_INPUTS, WIDTH

_TABLE = np.uint64(TABLE_INPUTS)
_WIDTH = np.uint64(WIDTH)
_ZERO = np.float32(0)


@kernel
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


@kernel
def dense(inputs: Record, weights: Record, bias: Record, outputs: Record) -> None:
    """A layer for each row of inputs: the product with the weights plus the bias, where that is above 0.

    Three rows and four inputs at a time (all counts are multiples of that): a weight once read serves three
    rows, whose sums stay in the processor's registers.
    """
    width = np.uint64(outputs.shape[1])
    for row in range(np.uint64(outputs.shape[0])):
        for j in range(width):
            outputs[row, j] = bias[j]
    for x in range(np.uint64(0), np.uint64(inputs.shape[0]), np.uint64(3)):
        y = x + np.uint64(1)
        z = x + np.uint64(2)
        for i in range(np.uint64(0), np.uint64(inputs.shape[1]), np.uint64(4)):
            i1 = i + np.uint64(1)
            i2 = i + np.uint64(2)
            i3 = i + np.uint64(3)
            x0, x1, x2, x3 = inputs[x, i], inputs[x, i1], inputs[x, i2], inputs[x, i3]
            y0, y1, y2, y3 = inputs[y, i], inputs[y, i1], inputs[y, i2], inputs[y, i3]
            z0, z1, z2, z3 = inputs[z, i], inputs[z, i1], inputs[z, i2], inputs[z, i3]
            for j in range(width):
                w0, w1, w2, w3 = weights[i, j], weights[i1, j], weights[i2, j], weights[i3, j]
                outputs[x, j] += x0 * w0 + x1 * w1 + x2 * w2 + x3 * w3
                outputs[y, j] += y0 * w0 + y1 * w1 + y2 * w2 + y3 * w3
                outputs[z, j] += z0 * w0 + z1 * w1 + z2 * w2 + z3 * w3
    for row in range(np.uint64(outputs.shape[0])):
        for j in range(width):
            outputs[row, j] = max(outputs[row, j], _ZERO)


@kernel
def logit(n: Record, desk: Record, colours: Int) -> Int:
    """The value of the position whose features are on the desk; 0 is an even chance."""
    second = desk.second
    pooled = desk.pooled
    third = desk.third
    dense(desk.colours, n.colour_weights, n.colour_bias, desk.first)
    dense(desk.first, n.second_weights, n.second_bias, second)
    for j in range(_WIDTH):
        pooled[j] = second[0, j]
        pooled[j + _WIDTH] = second[0, j]
        third[j] = n.table_bias[j]
    for colour in range(np.uint64(1), np.uint64(colours)):
        for j in range(_WIDTH):
            pooled[j] += second[colour, j]
            pooled[j + _WIDTH] = max(pooled[j + _WIDTH], second[colour, j])
    add_product(pooled, _WIDTH + _WIDTH, n.table_weights, np.uint64(0), third)
    add_product(desk.table, _TABLE, n.table_weights, _WIDTH + _WIDTH, third)
    result = n.out_bias[0]
    for j in range(_WIDTH):
        result += max(third[j], _ZERO) * n.out_weights[j]
    return result
