"""Two instructions of the processor for which Numba has no name.

Numba is imported at once here, as nowhere else: environments always run compiled kernels.
"""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from ...core.compiling import kernel
from ...core.records import Int, Record

Emitter = tuple[Any, Callable[..., Any]]
"""A signature, and what writes the instruction in the terms of LLVM."""


def _data(array_type: Any, context: Any, builder: Any, array: Any) -> Any:
    """Where the first element of an array is."""
    return cast(Any, make_array)(array_type)(context, builder, array).data


def _swap(typing: Any, words: Any, place: Any, expected: Any, new: Any) -> Emitter:
    """Compare and swap, in the strictest order: each thread sees what the others wrote before."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at, old, to = arguments
        word = builder.gep(_data(words, context, builder, array), [at])
        return builder.extract_value(builder.cmpxchg(word, old, to, "seq_cst", "seq_cst"), 0)

    return types.uint64(words, types.uint64, types.uint64, types.uint64), emit


def _fetch(typing: Any, memory: Any, place: Any) -> Emitter:
    """Prefetch for reading and writing, into the nearest cache."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at = arguments
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        prefetch = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        )
        byte = builder.gep(_data(memory, context, builder, array), [at])
        builder.call(prefetch, [builder.bitcast(byte, pointer), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(memory, types.uint64), emit


swap: Callable[[Record, Int, Int, Int], Int] = cast(Any, intrinsic)(_swap)
"""`swap(words, place, expected, new)` writes `new` to a place if `expected` is there.

Returns what was there. All at once: no other thread comes between.
"""

fetch: Callable[[Record, Int], None] = cast(Any, intrinsic)(_fetch)
"""`fetch(memory, place)` has bytes brought near, and does not wait for them."""


@kernel
def look(words: Record, place: Int) -> Int:
    """What is at a place now. A plain reading may be an old one, which the compiler has kept."""
    return swap(words, place, 0, 0)
