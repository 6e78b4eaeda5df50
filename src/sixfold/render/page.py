"""A whole position as one page: wide with everything beside the board, or tall for a narrow screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.codes import OVER
from ..core.moves import Move
from ..core.outcome import Outcome
from ..core.views import BoardView, CardView, View
from .board import draw_board
from .cards import card_row, draw_table
from .drawing import FONTS, Attributes, Part, element, number, rectangle, stacked, text
from .palette import Theme
from .symbols import Look
from .tiles import tile_row
from .tracks import draw_shared_sheet, draw_tracks
from .words import game_text, side_text, standing_text, status_text, stock_text, turns_text


@dataclass(frozen=True)
class _Layout:
    """The measures of a page, in its own units."""

    width: float
    margin: float
    main: float
    """The width of the board or card table."""
    beside: float
    """The width of the column with everything else."""
    is_wide: bool
    """Whether that column is beside the board; else below it, and the board is not labelled."""
    padding: float
    """Inside the panels of the column."""
    pitch: Mapping[int, float]
    """From one track to the next, by how many sides have some."""


_WIDE: Final = _Layout(1200, 28, 744, 372, True, 16, {1: 26, 2: 26, 3: 20, 4: 17})
_TALL: Final = _Layout(360, 12, 336, 336, False, 12, {1: 19, 2: 19, 3: 17, 4: 17})
NARROW: Final = 640
"""Below so many pixels a page is tall."""

_TITLE_SIZE: Final = 15
_SMALL_SIZE: Final = 13
_LINE: Final = 22
_GAP: Final = 12
_PANEL_GAP: Final = 9
_DUEL_PITCH: Final = 31
_FEWEST_IN_ROW: Final = 5
"""The one tile of a solo game is no larger than those of a rack."""


class Page:
    """What is drawn, and in which look and layout."""

    def __init__(
        self, view: View, theme: Theme, width: int, placements: Sequence[Move], last: Move | None
    ) -> None:
        self.view = view
        self.rules = view.rules
        self.theme = theme
        self.look = Look.of(view.rules, theme)
        self.width = width
        self.layout = _TALL if width < NARROW else _WIDE
        self.placements = placements
        self.last = last
        self.outcome = Outcome.of(view.rules, view.tracks, view.reason)
        self.names = tuple(f"seat {seat + 1}" for seat in range(view.rules.players))

    def draw(self) -> str:
        """The page as SVG."""
        layout, margin = self.layout, self.layout.margin
        main, heading, panels = self._main(), self._heading(), self._panels()
        if layout.is_wide:
            column = stacked((heading, *panels), _GAP)
            inside = max(main.height, column.height)
            content = main.at(margin, margin + (inside - main.height) / 2)
            content += column.at(layout.width - margin - layout.beside, margin)
        else:
            column = stacked((heading, main, *panels), _GAP)
            inside = column.height
            content = column.at(margin, margin)
        pixels = round(self.width * (inside + 2 * margin) / layout.width)
        height = pixels * layout.width / self.width  # whole pixels, so that no row is left half empty
        title = element("title", f"{game_text(self.rules)}: {status_text(self.view, self.outcome)}")
        ground = element("rect", width="100%", height="100%", fill=self.theme.ground)
        return element(
            "svg",
            title + self.look.definitions() + ground + content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(layout.width)} {number(height)}",
            width=self.width,
            height=pixels,
            role="img",
            font_family=FONTS,
        )

    def _main(self) -> Part:
        view, layout = self.view, self.layout
        if isinstance(view, BoardView):
            labelled = layout.is_wide
            return draw_board(view, layout.main, self.look, self.placements, self.last, labelled=labelled)
        assert isinstance(view, CardView)
        return draw_table(view, layout.main, self.names, self.look, self.last)

    def _heading(self) -> Part:
        """What is played and what is decided now, in two lines."""
        width, theme = self.layout.beside, self.theme
        y = _TITLE_SIZE * 0.6
        content = text(0, y, game_text(self.rules), _TITLE_SIZE, theme.ink, bold=True)
        content += text(0, y + _LINE, status_text(self.view, self.outcome), _SMALL_SIZE, theme.ink)
        for line, words in enumerate((turns_text(self.view), stock_text(self.view))):
            content += text(width, y + line * _LINE, words, _SMALL_SIZE, theme.faint, anchor="end")
        return Part(width, 2 * _LINE - 4, content)

    # ------------------------------------------------------------ panels

    def _panels(self) -> list[Part]:
        view = self.view
        panels = [self._duel()] if self.rules.game.duel else [*map(self._side, range(len(view.tracks)))]
        if isinstance(view, BoardView) and view.aside:
            panels.append(self._panel(self._title("set aside"), self._pieces(view.aside, self._inside)))
        return panels

    @property
    def _inside(self) -> float:
        """The width of what is in a panel."""
        return self.layout.beside - 2 * self.layout.padding

    def _panel(self, *parts: Part) -> Part:
        """Parts on a sheet of their own."""
        content = stacked([part for part in parts if part.content], _PANEL_GAP)
        padding, width = self.layout.padding, self.layout.beside
        height = content.height + 2 * padding
        frame: Attributes = {"fill": self.theme.panel, "stroke": self.theme.line, "stroke_width": 1}
        sheet = rectangle(0.5, 0.5, width - 1, height - 1, 12, **frame)
        return Part(width, height, sheet + content.at(padding, padding))

    def _title(self, name: str, standing: tuple[str, str] = ("", ""), *, to_move: bool = False) -> Part:
        """Who it is, with a dot if they are to move, and at the right how they stand."""
        y = _TITLE_SIZE * 0.6
        content = text(14 if to_move else 0, y, name, _TITLE_SIZE, self.theme.ink, bold=True)
        if to_move:
            content += element("circle", cx=4, cy=y, r=4, fill=self.theme.ink)
        label, figure = standing
        if figure:
            content += text(self._inside - 28, y, label, _SMALL_SIZE, self.theme.faint, anchor="end")
            content += text(self._inside, y, figure, _TITLE_SIZE, self.theme.ink, anchor="end", bold=True)
        return Part(self._inside, _TITLE_SIZE * 1.2, content)

    def _side(self, side: int) -> Part:
        """A side's panel: who, what they hold, their sheet."""
        seats = [seat for seat, of in enumerate(self.rules.sides) if of == side]
        title = self._seats_title(side_text(seats), seats)
        racks = [self._rack(seat, named=len(seats) > 1) for seat in seats]
        pitch = self.layout.pitch[len(self.view.tracks)]
        return self._panel(
            title, *racks, draw_tracks(self.rules, self.view.tracks[side], self._inside, pitch, self.look)
        )

    def _duel(self) -> Part:
        """Both seats and the one sheet between them."""
        assert isinstance(self.view, BoardView)
        parts = []
        for seat, name in enumerate(self.names):
            parts += [self._seats_title(name, [seat]), self._rack(seat)]
        y = _SMALL_SIZE / 2
        ends = text(0, y, self.names[0], _SMALL_SIZE, self.theme.faint)
        ends += text(self._inside, y, self.names[1], _SMALL_SIZE, self.theme.faint, anchor="end")
        sheet = draw_shared_sheet(self.view, self._inside, _DUEL_PITCH, self.look)
        return self._panel(*parts, Part(self._inside, _SMALL_SIZE * 1.5, ends), sheet)

    def _seats_title(self, name: str, seats: Sequence[int]) -> Part:
        to_move = self.view.mover in seats and self.view.actor != OVER
        return self._title(name, standing_text(self.view, self.outcome, seats[0]), to_move=to_move)

    def _rack(self, seat: int, *, named: bool = False) -> Part:
        """What a seat holds; partners' racks are in one panel and have names."""
        rack = self.view.racks[seat]
        if not named or not rack:
            return self._pieces(rack, self._inside)
        name_room = 48
        pieces = self._pieces(rack, self._inside - name_room)
        name = text(0, pieces.height / 2, self.names[seat], _SMALL_SIZE, self.theme.faint)
        return Part(self._inside, pieces.height, name + pieces.at(name_room, 0))

    def _pieces(self, kinds: Sequence[int | None], width: float) -> Part:
        """Tiles or cards in a row; nothing at all where there are none."""
        if not kinds:
            return Part(0, 0, "")
        names = [None if kind is None else self.rules.kinds[kind] for kind in kinds]
        most = max(self.rules.hand, _FEWEST_IN_ROW)
        if self.rules.game.shape is None:
            return card_row(names, width, most, self.look)
        return tile_row(self.rules.game.shape, names, width, most, self.look)
