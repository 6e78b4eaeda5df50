"""Boards as cells, names and neighbours; no rules, and no numpy.

A cell is named by its row's letter from the top and a number. On the hexagon the number counts the slanted
columns, so that a straight line keeps its letter, or keeps its number, or changes both by one against
each other. Coordinates are (q, r) for the hexagon, pointy-top axial, and (x, y) for the square; both
grow to the right and downwards, with (0, 0) in the middle.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

Shape = Literal["hexagon", "square"]
Coordinates = tuple[int, int]

# Three axes forwards, then the same three backwards: direction d + 3 is opposite to d.
_DIRECTIONS: dict[Shape, tuple[Coordinates | None, ...]] = {
    "hexagon": ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
    "square": ((1, 0), (0, 1), None, (-1, 0), (0, -1), None),
}


@dataclass(frozen=True)
class Geometry:
    """A board's cells, row by row from the top left, and its edges: the pairs that a tile can cover."""

    shape: Shape
    radius: int

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """Every cell's place, in reading order: a cell's index here is its number inside the engine."""
        span = range(-self.radius, self.radius + 1)
        return tuple(
            (x, y) for y in span for x in span if self.shape == "square" or abs(x + y) <= self.radius
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every cell's name."""
        return tuple(f"{chr(ord('a') + y + self.radius)}{x + self.radius + 1}" for x, y in self.coordinates)

    @cached_property
    def cell_of(self) -> dict[str, int]:
        """Cell numbers by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def cell_at(self) -> dict[Coordinates, int]:
        """Cell numbers by coordinates."""
        return {place: cell for cell, place in enumerate(self.coordinates)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For every cell its neighbour in each of six directions, `None` where there is none."""
        return tuple(
            tuple(step and self.cell_at.get((x + step[0], y + step[1])) for step in _DIRECTIONS[self.shape])
            for x, y in self.coordinates
        )

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Every pair of neighbouring cells once, lower cell first, in ascending order."""
        pairs = (
            (a, b) for a, around in enumerate(self.neighbours) for b in around if b is not None and a < b
        )
        return tuple(sorted(pairs))

    @cached_property
    def edge_of(self) -> dict[tuple[int, int], int]:
        """Edge numbers by their cells, lower cell first."""
        return {pair: edge for edge, pair in enumerate(self.edges)}

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row from the top, left to right."""
        return tuple(
            tuple(cell for cell, (_, y) in enumerate(self.coordinates) if y == row)
            for row in range(-self.radius, self.radius + 1)
        )


@cache
def geometry(shape: Shape, radius: int) -> Geometry:
    """The one `Geometry` of this shape and size."""
    return Geometry(shape, radius)
