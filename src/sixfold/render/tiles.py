"""Tiles as one piece of two halves: one body, one outline, one shadow. On boards and on racks alike."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.geometry import Coordinates, Shape
from .drawing import Attributes, Part, Point, element, group, number, path
from .symbols import Look

_SIDES: Final[Mapping[Shape, int]] = {"hexagon": 6, "square": 4}
_HEX_PITCH: Final = math.sqrt(3)
_SYMBOL: Final[Mapping[Shape, float]] = {"hexagon": 0.5, "square": 0.58}
"""The radius of a symbol, in those of its half."""
_LARGEST: Final = 17
"""The radius of a half on a rack that has room."""


@dataclass(frozen=True)
class Grid:
    """Where cells are: `radius` is from a hexagon's middle to its corner, or half a square's side."""

    shape: Shape
    radius: float

    @property
    def apothem(self) -> float:
        """From a cell's middle to its sides."""
        return self.radius * (_HEX_PITCH / 2 if self.shape == "hexagon" else 1)

    def centre(self, place: Coordinates) -> Point:
        """The middle of a cell."""
        x, y = place
        if self.shape == "hexagon":
            return (x + y / 2) * _HEX_PITCH * self.radius, 1.5 * y * self.radius
        return 2 * x * self.radius, 2 * y * self.radius

    def outline(self, centre: Point, gap: float, towards: Point | None = None) -> list[Point]:
        """A cell's corners, its sides drawn in by `gap`; the side towards another cell stays where it is."""
        count = _SIDES[self.shape]
        turn = math.tau / count
        joined = None
        if towards is not None:
            angle = math.atan2(towards[1] - centre[1], towards[0] - centre[0])
            joined = round(angle / turn) % count
        distance = [self.apothem - (0 if side == joined else gap) for side in range(count)]
        corners = []
        for side in range(count):
            d, e = distance[side], distance[(side + 1) % count]
            along = (e - d * math.cos(turn)) / math.sin(turn)  # from the foot of the side's normal
            c, s = math.cos(turn * side), math.sin(turn * side)
            corners.append((centre[0] + d * c - along * s, centre[1] + d * s + along * c))
        return corners


@dataclass(frozen=True)
class Tile:
    """What is laid as one piece: a whole tile, or a half of which nobody said what it belongs to."""

    centres: tuple[Point, ...]
    colours: str | None
    """A letter for each half; `None` if the tile lies face down."""
    marked: bool = False
    """Whether it is pointed out, as the one laid last."""


def draw_tiles(grid: Grid, tiles: Iterable[Tile], look: Look) -> str:
    """The tiles, their shadows below all of them and marked ones above the others."""
    laid = [(tile, _outlines(grid, tile)) for tile in sorted(tiles, key=lambda tile: tile.marked)]
    r, theme = grid.radius, look.theme
    shade: Attributes = {"fill": theme.shadow, "stroke": theme.shadow, "stroke_width": r * 0.16}
    content = group(
        *(path(*outlines) for _, outlines in laid), transform=f"translate(0 {number(r * 0.09)})", **shade
    )
    for tile, outlines in laid:
        edge, width = (theme.ink, 0.34) if tile.marked else (theme.edge, 0.16)
        content += path(*outlines, fill="none", stroke=edge, stroke_width=r * width)
        content += path(*outlines, fill=theme.rim, stroke=theme.rim, stroke_width=r * 0.1)
        content += _face(grid, tile, outlines, look)
    return group(content, stroke_linejoin="round")


def _outlines(grid: Grid, tile: Tile) -> list[list[Point]]:
    gap = grid.radius * 0.14
    if len(tile.centres) == 1:
        return [grid.outline(tile.centres[0], gap)]
    a, b = tile.centres
    return [grid.outline(a, gap, b), grid.outline(b, gap, a)]


def _face(grid: Grid, tile: Tile, outlines: Sequence[Sequence[Point]], look: Look) -> str:
    if tile.colours is None:
        mark: Attributes = {"r": grid.radius * 0.24, "fill": look.theme.back_mark}
        marks = (element("circle", cx=x, cy=y, **mark) for x, y in tile.centres)
        return path(*outlines, fill=look.theme.back) + "".join(marks)
    content = ""
    for outline, (x, y), colour in zip(outlines, tile.centres, tile.colours, strict=True):
        paint = look.theme.paints[colour]
        content += path(outline, fill=paint.fill)
        content += look.symbol(colour, x, y, grid.radius * _SYMBOL[grid.shape], paint.ink)
    return content


def tile_row(shape: Shape, kinds: Sequence[str | None], width: float, most: int, look: Look) -> Part:
    """A rack in a strip of this width, sized for `most` tiles; `None` is a tile that lies face down."""
    pitch = width / most
    across = 4 * Grid(shape, 1).apothem
    grid = Grid(shape, min(pitch * 0.88 / across, _LARGEST))
    height = 2 * grid.radius
    tiles = []
    for place, kind in enumerate(kinds):
        left = place * pitch + grid.apothem
        centres = ((left, height / 2), (left + 2 * grid.apothem, height / 2))
        tiles.append(Tile(centres, kind))
    return Part(width, height, draw_tiles(grid, tiles, look))
