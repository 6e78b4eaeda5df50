"""One source, two ways to run it.

A kernel is a plain Python function marked with `@kernel` or `@entry`. `plain(kernel)` runs uncompiled:
nothing is imported, nothing warms up, and the command line and the server start at once. `compiled(kernel)`
is its machine-code twin, made by Numba on first use. A process is switched to one or the other.

Kernels call each other by their global names. The compiled twins must call compiled twins, so a twin
is the same code object with other globals, in which every kernel's name stands for its twin. Plain twins call
each other likewise; numbers of numpy's types, which Numba needs, are Python's own there, which are several
times as fast. Packages above the core may have kernels of their own, in a folder `kernel` as well.
"""

import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import index
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, Final, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_kernels: dict[FunctionType, bool] = {}  # and whether Python calls it
_choices: dict[FunctionType, tuple[FunctionType, FunctionType]] = {}  # made by `either`
_twins: dict[FunctionType, tuple[Any, Any]] = {}  # for board games and for cards
_making = threading.Lock()  # Numba's settings, which making twins changes for a moment, are everyone's
_switched_on = False

_PLAIN_NUMPY: Final = SimpleNamespace(uint8=index, uint16=index, uint32=index, uint64=index)
"""What plain twins have for numpy: whole numbers as they are. None of them ever leaves its type's range."""


def kernel(function: F) -> F:
    """Mark a function as a kernel that other kernels call. It stays the plain function that it is."""
    _kernels[cast(FunctionType, function)] = False
    return function


def entry(function: F) -> F:
    """Mark a function as a kernel that Python calls, too."""
    _kernels[cast(FunctionType, function)] = True
    return function


def either(board: F, cards: F) -> F:
    """A name that stands for one kernel where a board game is played and for another at cards.

    Kernels that use it, outside the core, have two twins: `compiled(kernel, cards=...)`.
    """

    def chosen(g: Any, s: Any, *rest: Any) -> Any:
        return (board if hasattr(g, "cells") else cards)(g, s, *rest)

    _choices[cast(FunctionType, chosen)] = cast(FunctionType, board), cast(FunctionType, cards)
    return cast(F, chosen)


def compiled(function: F, cards: bool = False) -> F:
    """The machine-code twin of an entry kernel; compiled, or taken from the cache, when first called."""
    source = cast(FunctionType, function)
    with _making:
        if source not in _twins:
            _make_twins()
    return cast(F, _twins[source][cards])


def compile_for(function: F, cards: bool, *arguments: Any) -> None:
    """Compile a kernel for arguments like these without calling it; it is in the cache then."""
    import numba

    cast(Any, compiled(function, cards)).compile(tuple(map(numba.typeof, arguments)))


def is_cold(function: F) -> bool:
    """Whether a kernel was never compiled from the sources as they are."""
    import numba

    config: Any = numba.config
    folder = _cache_folder(config.CACHE_DIR, function.__module__)
    return not any(folder.rglob(f"*.{function.__name__}-*.nbi"))


@cache
def plain(function: F) -> F:
    """The twin of a kernel that runs at once, on the `plain` faces of records."""
    return cast(F, _plain_names(function.__module__)[function.__name__])


@cache
def _plain_names(module: str) -> dict[str, Any]:
    """The globals of a module's plain twins."""
    names = dict(vars(sys.modules[module]))
    for name, value in list(names.items()):
        if value is np:
            names[name] = _PLAIN_NUMPY
        elif isinstance(value, np.integer):
            names[name] = int(value)
        elif isinstance(value, FunctionType) and value in _kernels:
            own = value.__module__ == module
            names[name] = FunctionType(value.__code__, names, name) if own else plain(value)
    return names


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


def _make_twins() -> None:
    """Make the twins of all kernels that have none. Imports Numba, so nothing calls it before it must."""
    from .kernel import board, cards, playout, ranking  # noqa: F401  (importing registers their kernels)

    core = __name__.rpartition(".")[0]
    new = [source for source in _kernels if source not in _twins]
    names = {k.__module__: [dict(sys.modules[k.__module__].__dict__) for _ in range(2)] for k in new}
    for source in new:
        on_board, at_cards = names[source.__module__]
        twin = _twin(source, on_board)
        _twins[source] = twin, twin if source.__module__.startswith(core) else _twin(source, at_cards)
    for module in names.values():
        for at_table, known in enumerate(module):
            for name, value in list(known.items()):
                if isinstance(value, FunctionType):
                    meant = _choices[value][at_table] if value in _choices else value
                    known[name] = _twins[meant][at_table] if meant in _twins else value


def _twin(source: FunctionType, names: dict[str, Any]) -> Any:
    """The same code with other globals, to be compiled."""
    import numba

    config: Any = numba.config  # its settings are made at run time, where no type checker sees them
    own_cache = config.CACHE_DIR
    config.CACHE_DIR = str(_cache_folder(own_cache, source.__module__))
    options: dict[str, Any] = {
        "no_cfunc_wrapper": True,
        # A wrapper that nobody calls takes as long to compile as a small kernel.
        "no_cpython_wrapper": not _kernels[source],
        # No kernel makes an array: counting who refers to one would be compiled for nothing.
        "_nrt": False,
    }
    try:
        twin = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        return numba.njit(cache=True, nogil=True, **options)(twin)
    finally:
        config.CACHE_DIR = own_cache


@cache
def _digest(*folders: Path) -> str:
    """Tells one state of the sources in these folders from another."""
    digest = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    for folder in folders:
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder(own_cache: str, module: str) -> Path:
    """Where the compiled kernels of a module are kept: one folder for each state of their sources.

    Numba looks only at the file of the function itself when it decides whether a cached one is stale; a
    change in a kernel that it calls from another file would go unnoticed. So the folder's name has a
    digest of the core and of all packages whose kernels the module uses, and of the bounds-check setting,
    which Numba does not look at either.
    """
    core = Path(__file__).parent
    others = {folder for folder in _kernel_folders(module) if not folder.is_relative_to(core)}
    digest = _digest(core, *sorted(others))
    base = Path(own_cache) if own_cache else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "sixfold" / f"kernels-{digest}"


@cache
def _kernel_folders(module: str) -> frozenset[Path]:
    """The folders of a module and of all modules whose kernels it uses, at first or at second hand."""
    used = {
        kernel.__module__
        for value in vars(sys.modules[module]).values()
        if isinstance(value, FunctionType)
        for kernel in _choices.get(value, (value,))
        if kernel in _kernels
    } - {module}
    own = Path(cast(str, sys.modules[module].__file__)).parent
    return frozenset({own}).union(*map(_kernel_folders, used))
