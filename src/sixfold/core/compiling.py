"""One source, two ways to run it.

A kernel is a plain Python function marked with `@kernel` or `@entry`. Called as it is, it runs uncompiled:
nothing is imported, nothing warms up, and the command line and the server start at once. `compiled(kernel)`
is its machine-code twin, made by Numba on first use. A process is switched to one or the other.

Kernels call each other by their global names. The compiled twins must call compiled twins, so a twin
is the same code object with other globals, in which every kernel's name stands for its twin.
"""

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_kernels: dict[FunctionType, bool] = {}  # and whether Python calls it
_switched_on = False


def kernel(function: F) -> F:
    """Mark a function as a kernel that other kernels call. It stays the plain function that it is."""
    _kernels[cast(FunctionType, function)] = False
    return function


def entry(function: F) -> F:
    """Mark a function as a kernel that Python calls, too."""
    _kernels[cast(FunctionType, function)] = True
    return function


def compiled(function: F) -> F:
    """The machine-code twin of an entry kernel; compiled, or taken from the cache, when first called."""
    return cast(F, _twins()[cast(FunctionType, function)])


def is_switched_on() -> bool:
    """Whether every `State` of this process uses the compiled kernels."""
    return _switched_on


def compile_kernels(on: bool = True) -> None:
    """Switch every `State` of this process to the compiled kernels (or back to the plain ones)."""
    global _switched_on
    _switched_on = on


@contextmanager
def compiled_kernels(on: bool = True) -> Iterator[None]:
    """`compile_kernels` for the length of a `with` block."""
    before = _switched_on
    compile_kernels(on)
    try:
        yield
    finally:
        compile_kernels(before)


@cache
def _twins() -> dict[FunctionType, Any]:
    """Every kernel's twin. Imports Numba and every kernel module, so nothing calls it before it must."""
    import numba

    from .kernel import board, cards, memory, playout, random, turn  # noqa: F401  (importing registers their kernels)

    config: Any = numba.config  # its settings are made at run time, where no type checker sees them
    own_cache = config.CACHE_DIR
    config.CACHE_DIR = str(_cache_folder(own_cache))
    try:
        twin_globals = {k.__module__: dict(sys.modules[k.__module__].__dict__) for k in _kernels}
        twins = {}
        for plain, is_entry in _kernels.items():
            twin = FunctionType(
                plain.__code__, twin_globals[plain.__module__], plain.__name__, plain.__defaults__
            )
            # A wrapper that nobody calls takes as long to compile as a small kernel.
            wrappers: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": not is_entry}
            twins[plain] = numba.njit(cache=True, nogil=True, **wrappers)(twin)
    finally:
        config.CACHE_DIR = own_cache
    for names in twin_globals.values():
        for name, value in list(names.items()):
            if isinstance(value, FunctionType) and value in twins:
                names[name] = twins[value]
    return twins


def _cache_folder(own_cache: str) -> Path:
    """Where compiled kernels are kept: one folder for each state of their sources.

    Numba looks only at the file of the function itself when it decides whether a cached one is stale; a
    change in a kernel that it calls from another file would go unnoticed. So the folder's name has a
    digest of them all, and of the bounds-check setting, which Numba does not look at either.
    """
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(source.read_bytes())
    base = Path(own_cache) if own_cache else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "sixfold" / f"kernels-{digest.hexdigest()[:16]}"
