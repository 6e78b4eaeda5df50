"""The memory layout of games: one numpy record is a state, another holds the tables of its rules.

The same memory has three faces: `Fields` with numpy's arrays, `Fields.plain` with Python's own numbers for
plain kernels, and `Fields.void` for compiled ones.

Fixed sizes, large enough for every game of the catalogue, make one compiled kernel serve them all and
copying a game one memcpy. Index types are unsigned: Numba adds a wrap-around test to every signed index.
"""

import ctypes
import math
from functools import cache
from typing import Any, ClassVar, Final, Self

import numpy as np

MAX_CELLS: Final = 169
MAX_EDGES: Final = 462
MAX_COLOURS: Final = 6
MAX_KINDS: Final = 21
MAX_COPIES: Final = 8
MAX_TILES: Final = MAX_KINDS * MAX_COPIES
MAX_SEATS: Final = 4
MAX_HAND: Final = 6
MAX_OPEN: Final = 3

Record = Any
"""One of the faces of a record. Typed `Any`: what it has are the fields of a dtype below."""
Int = Any
"""A whole number in a kernel: of Python's or numpy's types uncompiled, of the machine's compiled."""

_TILE_TABLES = [
    ("first_colour", np.uint8, (MAX_KINDS,)),
    ("second_colour", np.uint8, (MAX_KINDS,)),
    ("tile_colours", np.uint8, (MAX_KINDS,)),  # bit mask of the one or two colours
    ("tile_count", np.uint8, (MAX_KINDS,)),
    ("deck_kind", np.uint8, (MAX_TILES,)),  # every tile of the full bag: its kind, and the how-manieth of it
    ("deck_copy", np.uint8, (MAX_TILES,)),
    ("tiles", np.uint32),
    ("kinds", np.uint32),
    ("colours", np.uint32),
    ("players", np.uint32),
    ("hand", np.uint32),
    ("bonus_optional", np.uint8),
    ("check_each", np.uint8),  # D6, C11: look for the win after each half, not after both
]

BOARD_TABLE: Final = np.dtype(
    [
        *_TILE_TABLES,
        # A cell's neighbour in direction d; d and d + 3 are opposite. Off the board: the number of cells.
        ("neighbour", np.uint16, (MAX_CELLS + 1, 6)),
        ("cell_edges", np.uint16, (MAX_CELLS + 1, 6)),  # where there are fewer than six: MAX_EDGES
        ("edge_cells", np.uint16, (MAX_EDGES, 2)),
        ("edge_touches", np.uint8, (MAX_EDGES,)),  # bit mask of the printed symbols beside either cell
        ("printed_cell", np.uint16, (MAX_COLOURS,)),
        ("printed_colour", np.uint8, (MAX_COLOURS,)),
        ("printed", np.uint32),
        ("cells", np.uint32),
        ("edges", np.uint32),
        ("side_of", np.uint8, (MAX_SEATS,)),  # whose tracks a seat moves: its own, or its team's
        ("sheet", np.uint8),  # where a marker goes over to the second sheet; with one sheet, its end
        ("track", np.uint8),  # the end of the last sheet
        ("complete_from", np.uint8),  # all markers at or past this: complete
        ("complete_ends", np.uint8),
        ("bonus_moves", np.uint8),
        ("refill_for_bonus", np.uint8),  # H17
        ("ordered_doubles", np.uint8),  # H13: a double on two cells is two moves
        ("sheet_pauses", np.uint8),  # Q15: nothing on the second sheet before the next turn
        ("duel", np.uint8),
        ("pyramids", np.uint8),
        ("pyramid_supply", np.uint8),
        ("pyramid_each_colour_once", np.uint8),
        ("exchange", np.uint8),
        ("exchange_needs", np.uint8),  # tiles that the bag must hold
        ("exchange_empty_rack", np.uint8),
        ("nine_of_either_side", np.uint8),  # D3
        ("end_at_turn", np.uint8),  # Q13
    ],
    align=True,
)

CARD_TABLE: Final = np.dtype(
    [
        *_TILE_TABLES,
        ("open_cards", np.uint32),
        ("area", np.uint8, (11,)),  # C3: which area a column is in
        ("area_end", np.uint8, (5,)),  # the last column of an area; a fifth entry saves a test at the end
        ("goal", np.uint8),
    ],
    align=True,
)

# Both games have the first fields, so that racks, bag and memory are handled by the same kernels.
_HAND_FIELDS = [
    ("tracks", np.uint8, (MAX_SEATS, MAX_COLOURS)),
    ("racks", np.uint8, (MAX_SEATS, MAX_HAND)),  # oldest first, without gaps
    ("rack_size", np.uint8, (MAX_SEATS,)),
    ("bag", np.uint8, (MAX_KINDS,)),  # how many of each kind; a bag has no order
    ("bag_size", np.uint32),
    ("rack_epoch", np.uint16, (MAX_SEATS, MAX_HAND)),  # see kernel/memory.py
    ("mark", np.uint16, (MAX_KINDS, MAX_COPIES)),
    ("epoch", np.uint16),
    ("turn", np.uint32),
    ("starter", np.uint32),
    ("seat", np.uint32),
    ("phase", np.uint8),
    ("bonus", np.uint8),  # bonus moves not made yet, the one asked for included
    ("reason", np.uint8),
]

BOARD_STATE: Final = np.dtype(
    [
        *_HAND_FIELDS,
        ("board", np.uint8, (MAX_CELLS + 1,)),
        ("potential", np.uint8, (MAX_CELLS + 1, MAX_COLOURS)),  # points of a half laid there now
        # A swap-remove list, and where each edge stands in it; MAX_EDGES if it does not.
        ("free_edges", np.uint16, (MAX_EDGES + 1,)),
        ("edge_place", np.uint16, (MAX_EDGES + 1,)),
        ("free", np.uint32),
        ("aside", np.uint8, (MAX_HAND,)),  # shown in an exchange, on the way back into the bag
        ("aside_size", np.uint8),
        ("token", np.uint8, (MAX_COLOURS,)),  # duel: 0 in the supply, else 1 + the seat that holds it
        ("claimed", np.uint8),  # bit mask of the printed symbols that a tile touches
        ("arrived", np.uint8),  # bit mask of the markers that reached a sheet's end with this tile
        ("open_sides", np.uint8, (MAX_CELLS + 1,)),  # empty neighbours of a cell, where pyramids are played
        ("pyramids_laid", np.uint8),
    ],
    align=True,
)

CARD_STATE: Final = np.dtype(
    [
        *_HAND_FIELDS,
        ("open", np.uint8, (MAX_SEATS, MAX_OPEN)),  # oldest first
        ("open_size", np.uint8, (MAX_SEATS,)),
        ("showing", np.uint8, (MAX_COLOURS,)),  # how often each symbol lies open
        ("discard", np.uint8, (MAX_KINDS,)),
        ("discard_size", np.uint32),
    ],
    align=True,
)


class Fields:
    """A record in plain Python: fields are attributes, arrays are views of the record's memory.

    numpy has a record type like it, in which every look-up of a name is slow. Here a view is made when it is
    first asked for, and kept: plain moves take half the time. Made by `new_record`.
    """

    plain: "Plain"
    """The record as plain kernels take it: the same memory."""

    __slots__ = ("__dict__", "_array", "_memory")

    def __init__(self, memory: bytearray, dtype: np.dtype[Any]) -> None:
        self._memory = memory
        self._array = np.ndarray(1, dtype, memory)

    @property
    def void(self) -> Record:
        """The record as compiled kernels take it: the same memory."""
        return self._array[0]

    def copy(self) -> "Fields":
        """Another record with the same content.

        Copied as bytes: numpy would go field by field, and let go of the interpreter's lock for it.
        """
        return type(self)(bytearray(self._memory), self._array.dtype)

    def __bytes__(self) -> bytes:
        return self._array.tobytes()

    def __getattr__(self, name: str) -> Any:
        """Make the view of an array or, under its name with `_` before it, of a single number."""
        if name == "plain":
            self.__dict__[name] = plain = _plain_class(self._array.dtype).over(memoryview(self._memory))
            return plain
        field = name.removeprefix("_")
        try:
            view = self._array[field]
        except ValueError:
            raise AttributeError(f"a record has no field {name!r}") from None
        self.__dict__[name] = view if name.startswith("_") else view[0]
        return self.__dict__[name]


def _scalar(name: str) -> property:
    """A field that is one number, read from and written to the record's memory."""
    own = f"_{name}"

    def read(self: Fields) -> Any:
        return getattr(self, own)[0]

    def write(self: Fields, value: Any) -> None:
        getattr(self, own)[0] = value

    return property(read, write)


@cache
def _fields_class(dtype: np.dtype[Any]) -> type[Fields]:
    scalars = [name for name in dtype.names or () if not dtype[name].shape]
    return type("Fields", (Fields,), {name: _scalar(name) for name in scalars})


class Plain(ctypes.Structure):
    """A record with Python's own numbers: plain kernels take a third of the time that they take with numpy's.

    Single numbers are the structure's fields. Arrays are memoryviews, made when they are first asked for.
    """

    _arrays: ClassVar[dict[str, tuple[slice, str, tuple[int, ...]]]]

    @classmethod
    def over(cls, memory: memoryview) -> Self:
        """The face of this memory."""
        plain = cls.from_buffer(memory)
        plain._memory = memory
        return plain

    def __getattr__(self, name: str) -> Any:
        try:
            place, code, shape = self._arrays[name]
        except KeyError:
            raise AttributeError(f"a record has no field {name!r}") from None
        self.__dict__[name] = array = self._memory[place].cast(code, shape)
        return array


_NUMBERS: Final[dict[str, Any]] = {
    kind._type_: kind for kind in (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32)
}


@cache
def _plain_class(dtype: np.dtype[Any]) -> type[Plain]:
    """An aligned dtype is laid out as C does it, and so is a structure."""
    fields = list[tuple[str, Any]]()
    arrays = {}
    for name, (form, start, *_) in (dtype.fields or {}).items():
        number = _NUMBERS[form.base.char]
        if form.shape:
            arrays[name] = slice(start, start + form.itemsize), form.base.char, form.shape
            fields.append((f"_{name}", number * math.prod(form.shape)))
        else:
            fields.append((name, number))
    return type("Plain", (Plain,), {"_fields_": fields, "_arrays": arrays})


def new_record(dtype: np.dtype[Any]) -> Record:
    """A zeroed record."""
    return _fields_class(dtype)(bytearray(dtype.itemsize), dtype)
