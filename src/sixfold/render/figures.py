"""Drawings for a page that explains the rules: a detail of a board, sheets, open cards. Without any words.

They are made for the inside of a page of the browser client, whose colours they take, and for any width.
"""

from collections.abc import Collection, Sequence
from typing import Final

from ..core.moves import Move
from ..core.rules import Rules
from ..core.scoring import Explanation
from ..core.views import BoardView, CardView
from .board import draw_cells
from .cards import draw_card
from .drawing import FONTS, Attributes, Part, Point, element, number, rectangle, stacked, text
from .palette import PAGE
from .symbols import Look
from .tiles import Grid, tile_row
from .tracks import draw_shared_sheet, draw_tracks

_WIDTH: Final = 344
"""What a narrow phone has room for."""
_LARGEST_CELL: Final = 22
_MARGIN: Final = 4
_GAP: Final = 12
_PADDING: Final = 10
_PITCH: Final = 20
_DUEL_PITCH: Final = 28
_TITLE_SIZE: Final = 14
_SUM: Final = 0.5
"""The size of a sum's digits, in radii of a cell."""
_CARD: Final = 46
_CARD_TALL: Final = 1.45
_CARD_STEP: Final = 1.18
_SUM_ROOM: Final = 10
"""Beside the card that is played, for its sums."""


class Figures:
    """Draws for one game; `prefix` keeps the definitions of several drawings in one page apart."""

    def __init__(self, rules: Rules, prefix: str) -> None:
        self._rules = rules
        self._look = Look.of(rules, PAGE, prefix)

    def board(
        self,
        view: BoardView,
        placements: Sequence[Move],
        score: Explanation | None = None,
        shown: Collection[int] | None = None,
    ) -> str:
        """A board, or only the cells `shown`; with the move of a score marked, its lines and their sums."""
        cells = sorted(range(len(view.board)) if shown is None else shown)
        unit = Grid(view.rules.geometry.shape, 1)
        places = view.rules.geometry.coordinates
        corners = [corner for cell in cells for corner in unit.outline(unit.centre(places[cell]), 0)]
        left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
        grid = Grid(unit.shape, min((_WIDTH - 2 * _MARGIN) / (right - left), _LARGEST_CELL))
        centres: dict[int, Point] = {}
        for cell in cells:
            x, y = grid.centre(places[cell])
            centres[cell] = (x - left * grid.radius + _MARGIN, y - top * grid.radius + _MARGIN)
        last = score.move if score else None
        content = draw_cells(view, grid, centres, self._look, placements, last)
        if score:
            content += self._score(score, grid, centres)
        width, height = ((end - start) * grid.radius for start, end in ((left, right), (top, bottom)))
        return self._picture(Part(width + 2 * _MARGIN, height + 2 * _MARGIN, content))

    def sheets(self, sides: Sequence[tuple[str, Sequence[int]]]) -> str:
        """Sheets side by side, two in a row, each with a short title; one alone has the whole width."""
        count = min(len(sides), 2)
        width = (_WIDTH - _GAP * (count - 1)) / count
        panels = [self._sheet(title, markers, width) for title, markers in sides]
        rows = [_beside(panels[first : first + count]) for first in range(0, len(panels), count)]
        return self._picture(stacked(rows, _GAP))

    def rack(self, kinds: Sequence[str], markers: Sequence[int]) -> str:
        """What somebody holds, above their sheet."""
        shape = self._rules.game.shape
        assert shape is not None
        row = tile_row(shape, kinds, _WIDTH - 2 * _PADDING, self._rules.hand, self._look)
        rack = Part(_WIDTH, row.height, row.at(_PADDING, 0))
        return self._picture(stacked([rack, self._sheet("", markers, _WIDTH)], _GAP))

    def shared_sheet(self, view: BoardView) -> str:
        """The duel's sheet, seat 1 at the left."""
        sheet = draw_shared_sheet(view, _WIDTH - 2 * _PADDING, _DUEL_PITCH, self._look)
        y = _TITLE_SIZE / 2
        names = text(0, y, "1", _TITLE_SIZE, PAGE.ink, bold=True)
        names += text(sheet.width, y, "2", _TITLE_SIZE, PAGE.ink, anchor="end", bold=True)
        return self._picture(self._panel(stacked([Part(sheet.width, _TITLE_SIZE, names), sheet], 4)))

    def cards(self, view: CardView, score: Explanation) -> str:
        """Everyone's open cards: the one that is played marked and with its sums, what matches it ringed."""
        seat = view.actor
        played = score.move.what
        places = []
        for other, row in enumerate(view.open_cards):
            kinds = [view.rules.kinds[kind] for kind in row]
            content = text(0, _TITLE_SIZE / 2, str(other + 1), _TITLE_SIZE, PAGE.faint, bold=True)
            y = _TITLE_SIZE * 1.5
            for place, kind in enumerate(kinds):
                x = place * _CARD * _CARD_STEP
                content += draw_card(x, y, _CARD, kind, self._look)
                for symbol in score.symbols:
                    if (other, place) in symbol.cards:
                        content += self._ring(x, y, kind.index(symbol.colour), symbol.colour)
            if other == seat:
                x = len(kinds) * _CARD * _CARD_STEP
                content += draw_card(x, y, _CARD, played, self._look, marked=True)
                for half, symbol in enumerate(score.symbols):
                    centre = _symbol_centre(x, y, half)
                    content += _sum(symbol.points, (centre[0] + _CARD * 0.5, centre[1] - 2), 30)
            cards = len(kinds) + (other == seat)
            width = (cards - 1) * _CARD * _CARD_STEP + _CARD + (_SUM_ROOM if other == seat else 0)
            places.append(self._panel(Part(width, y + _CARD * _CARD_TALL + 4, content)))
        return self._picture(_beside(places))

    # ------------------------------------------------------------ pieces of drawings

    def _sheet(self, title: str, markers: Sequence[int], width: float) -> Part:
        inside = width - 2 * _PADDING
        tracks = draw_tracks(self._rules, markers, inside, _PITCH, self._look)
        if not title:
            return self._panel(tracks)
        name = text(0, _TITLE_SIZE * 0.6, title, _TITLE_SIZE, PAGE.ink, bold=True)
        return self._panel(stacked([Part(inside, _TITLE_SIZE * 1.2, name), tracks], 4))

    def _panel(self, part: Part) -> Part:
        width, height = part.width + 2 * _PADDING, part.height + 2 * _PADDING
        frame: Attributes = {"fill": PAGE.panel, "stroke": PAGE.line, "stroke_width": 1}
        sheet = rectangle(0.5, 0.5, width - 1, height - 1, 10, **frame)
        return Part(width, height, sheet + part.at(_PADDING, _PADDING))

    def _score(self, score: Explanation, grid: Grid, centres: dict[int, Point]) -> str:
        cell_of = self._rules.geometry.cell_of
        lines, sums = "", ""
        for half in score.halves:
            start = centres[cell_of[half.cell]]
            for line in half.lines:
                points = [start, *(centres[cell_of[name]] for name in line)]
                lines += _line(points, PAGE.paints[half.colour].printed, grid.radius)
            if half.points:
                sums += _sum(half.points, _corner(start, grid.radius), grid.radius)
        for pyramid in score.pyramids:
            start = centres[cell_of[pyramid.cell]]
            for name, colour in pyramid.beside:
                points = [start, centres[cell_of[name]]]
                lines += _line(points, PAGE.paints[colour].printed, grid.radius)
            sums += _sum(len(pyramid.beside), _corner(start, grid.radius), grid.radius)
        return lines + sums

    def _ring(self, x: float, y: float, half: int, colour: str) -> str:
        cx, cy = _symbol_centre(x, y, half)
        ring: Attributes = {"fill": "none", "stroke": PAGE.paints[colour].ink, "stroke_width": 2.4}
        return element("circle", cx=cx, cy=cy, r=_CARD * 0.34, **ring)

    def _picture(self, part: Part) -> str:
        return element(
            "svg",
            self._look.definitions() + part.content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(part.width)} {number(part.height)}",
            width=part.width,
            height=part.height,
            font_family=FONTS,
        )


def _beside(parts: Sequence[Part]) -> Part:
    content, x = "", 0.0
    for part in parts:
        content += part.at(x, 0)
        x += part.width + _GAP
    return Part(x - _GAP, max(part.height for part in parts), content)


def _symbol_centre(x: float, y: float, half: int) -> Point:
    return x + _CARD / 2, y + _CARD * _CARD_TALL * (0.25 + 0.5 * half)


def _corner(centre: Point, radius: float) -> Point:
    """Where a sum lies: at the upper right of its cell, so that the symbol is seen."""
    return centre[0] + 0.5 * radius, centre[1] - 0.52 * radius


def _line(points: Sequence[Point], colour: str, radius: float) -> str:
    """A line over tiles that stands out from them, with a dot on each cell that counts."""
    along = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    round_ends: Attributes = {"fill": "none", "stroke_linecap": "round"}
    content = element("polyline", points=along, stroke=PAGE.rim, stroke_width=radius * 0.32, **round_ends)
    content += element("polyline", points=along, stroke=colour, stroke_width=radius * 0.15, **round_ends)
    dot: Attributes = {"r": radius * 0.17, "fill": colour, "stroke": PAGE.rim, "stroke_width": radius * 0.07}
    return content + "".join(element("circle", cx=x, cy=y, **dot) for x, y in points[1:])


def _sum(points: int, at: Point, radius: float) -> str:
    words = f"+{points}"
    width, height = radius * (0.32 + 0.28 * len(words)), radius * 0.8
    pill: Attributes = {"fill": PAGE.ink, "stroke": PAGE.rim, "stroke_width": radius * 0.07}
    content = rectangle(at[0] - width / 2, at[1] - height / 2, width, height, height / 2, **pill)
    return content + text(*at, words, radius * _SUM, PAGE.panel, anchor="middle", bold=True)
