"""The board: cells, printed symbols, and the tiles and pyramids that lie on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ..core.codes import EMPTY, PYRAMID
from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.rules import Rules
from ..core.views import BoardView
from .drawing import Part, Point, path, text
from .palette import Theme
from .symbols import Look
from .tiles import Grid, Tile, draw_tiles

_LABEL_SIZE: Final = 13
_LABEL_ROOM: Final = 24
_PRINTED_SYMBOL: Final = 0.52
_DOWN_RIGHT: Final = (0.5, 0.866)
"""Where a slanted column of the hexagon leads."""


def draw_board(
    view: BoardView,
    width: float,
    look: Look,
    placements: Sequence[Move],
    last: Move | None,
    *,
    labelled: bool,
) -> Part:
    """The board in this width; with labels, room is left for the names of rows and columns."""
    places = view.rules.geometry.coordinates
    margin = _LABEL_ROOM if labelled else 2
    unit = Grid(view.rules.geometry.shape, 1)
    corners = [corner for place in places for corner in unit.outline(unit.centre(place), 0)]
    reach_x, reach_y = (max(abs(corner[axis]) for corner in corners) for axis in (0, 1))
    grid = Grid(unit.shape, (width - 2 * margin) / (2 * reach_x))
    height = 2 * grid.radius * reach_y + 2 * margin
    centres = [(x + width / 2, y + height / 2) for x, y in map(grid.centre, places)]
    content = draw_cells(view, grid, dict(enumerate(centres)), look, placements, last)
    if labelled:
        content += _labels(view.rules, grid, centres, look.theme)
    return Part(width, height, content)


def draw_cells(
    view: BoardView,
    grid: Grid,
    centres: Mapping[int, Point],
    look: Look,
    placements: Sequence[Move],
    last: Move | None,
) -> str:
    """The cells that have a place in the drawing, and what lies on them."""
    content = _cells(view.rules, grid, centres, look)
    content += draw_tiles(grid, _tiles(view, centres, placements, last), look)
    for cell, centre in centres.items():
        if view.board[cell] == PYRAMID:
            content += _pyramid(grid, centre, look.theme)
    return content


def _cells(rules: Rules, grid: Grid, centres: Mapping[int, Point], look: Look) -> str:
    """The empty board. Printed symbols are flat: they have neither rim nor shadow."""
    outlines = {cell: grid.outline(centre, grid.radius * 0.03) for cell, centre in centres.items()}
    plain = [outline for cell, outline in outlines.items() if cell not in rules.printed]
    content = path(*plain, fill=look.theme.cell, stroke=look.theme.line, stroke_width=grid.radius * 0.035)
    for cell, number in rules.printed.items():
        if cell not in centres:
            continue
        colour = rules.colours[number]
        paint = look.theme.paints[colour]
        content += path(outlines[cell], fill=paint.tint)
        content += look.symbol(colour, *centres[cell], grid.radius * _PRINTED_SYMBOL, paint.printed)
    return content


def _tiles(
    view: BoardView, centres: Mapping[int, Point], placements: Iterable[Move], last: Move | None
) -> list[Tile]:
    """Whole tiles where the placements say so, single halves elsewhere."""
    rules = view.rules
    halves = {
        cell: rules.colours[what]
        for cell, what in enumerate(view.board)
        if what not in (EMPTY, PYRAMID) and cell not in rules.printed and cell in centres
    }
    moves = [move for move in placements if not move.is_word]
    if last is not None and not last.is_word and last not in moves:
        moves.append(last)
    tiles = []
    for move in moves:
        cells = [rules.geometry.cell_of[name] for name in move.cells]
        if "".join(halves.pop(cell, "-") for cell in cells) != move.what:
            raise SixfoldError(f"{move} does not lie on this board")
        tiles.append(Tile(tuple(centres[cell] for cell in cells), move.what, marked=move == last))
    tiles += [Tile((centres[cell],), colour) for cell, colour in halves.items()]
    return tiles


def _pyramid(grid: Grid, centre: Point, theme: Theme) -> str:
    """A pyramid from above, the light from the upper left."""
    reach = grid.apothem * 0.72
    x, y = centre
    corners = [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
    sides = zip(corners, corners[1:] + corners[:1], theme.facets, strict=True)
    facets = "".join(path((a, b, centre), fill=shade) for a, b, shade in sides)
    return facets + path(corners, fill="none", stroke=theme.edge, stroke_width=grid.radius * 0.05)


def _labels(rules: Rules, grid: Grid, centres: Sequence[Point], theme: Theme) -> str:
    """Letters at the left of rows; numbers above columns, on the hexagon at the lower end of slanted ones."""
    board = rules.geometry
    offset = grid.apothem + _LABEL_ROOM / 2
    content = ""
    for row in board.rows:
        x, y = centres[row[0]]
        content += _label(x - offset, y, board.names[row[0]][0], theme)
    cells = list(enumerate(board.names))
    if board.shape == "hexagon":
        ends = {name[1:]: cell for cell, name in cells}
        step = _DOWN_RIGHT
    else:
        ends = {name[1:]: cell for cell, name in reversed(cells)}
        step = (0.0, -1.0)
    for column, cell in ends.items():
        x, y = centres[cell]
        content += _label(x + offset * step[0], y + offset * step[1], column, theme)
    return content


def _label(x: float, y: float, words: str, theme: Theme) -> str:
    return text(x, y, words, _LABEL_SIZE, theme.faint, anchor="middle")
