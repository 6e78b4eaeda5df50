"""A position as a picture for the terminal: the board, what everyone holds, and where the markers stand."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ..core.codes import EMPTY, PYRAMID
from ..core.rules import Rules
from ..core.state import State
from ..core.views import BoardView, CardView, View
from .colours import CHIP, FAINT, tile_row
from .tracks import track_table
from .words import decision_text, piece, seat_names

_PITCH = 4
"""Columns from one cell to the next; a hexagon's row is shifted by half of it."""
_GAP = 4
"""Columns between the board and what stands beside it."""
_RISING, _FALLING = "╱", "╲"  # noqa: RUF001  (they are meant to look like slashes)


@dataclass(frozen=True)
class Picture:
    """A position that rich can print: side by side where there is room, else one below the other."""

    view: View
    names: Sequence[str]
    marked: Collection[str] = ()
    """Cells to put in brackets: the tiles laid last."""

    @classmethod
    def of(cls, position: State | View, names: Sequence[str] = (), marked: Collection[str] = ()) -> "Picture":
        """The picture of a position, all racks open if it is a `State`."""
        view = position.everything() if isinstance(position, State) else position
        return cls(view, names or seat_names(view.rules), marked)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay the parts out for the width at hand."""
        yield self._heading()
        board = self._table_top()
        tracks = track_table(self.view, self.names)
        racks = self._racks()
        beside = Group(tracks, "", racks)
        # A Group does not measure how wide it would like to be, so its parts are asked.
        wide = max(
            Measurement.get(console, options.update(width=1000), part).maximum for part in (tracks, racks)
        )
        board_width = Measurement.get(console, options, board).maximum
        if board_width + _GAP + wide <= options.max_width:
            layout = Table.grid(padding=(0, _GAP, 0, 0))
            layout.add_row(board, beside)
            yield layout
        else:
            yield from (board, "", tracks, "", racks)
        yield ""
        yield Text(decision_text(self.view, self.names), "bold")

    def _heading(self) -> Text:
        view = self.view
        stock = "bag" if view.rules.is_board_game else "draw pile"
        turns = "1 turn" if view.turn == 1 else f"{view.turn} turns"
        return Text(f"{view.rules} · {turns} played · {view.bag_size} in the {stock}", FAINT)

    def _table_top(self) -> RenderableType:
        if isinstance(self.view, BoardView):
            lines = (_hexagon if self.view.rules.geometry.shape == "hexagon" else _square)(
                self.view, self.marked
            )
            return Text("\n").join(lines)
        assert isinstance(self.view, CardView)
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_row(Text("open cards", FAINT), Text("oldest first", FAINT))
        for name, row in zip(self.names, self.view.open_cards, strict=True):
            grid.add_row(name, tile_row(self.view.rules, row))
        return grid

    def _racks(self) -> Table:
        rules = self.view.rules
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        for name, rack in zip(self.names, self.view.racks, strict=True):
            hidden = rack and rack[0] is None
            held = f"{len(rack)} hidden {piece(rules, len(rack))}"
            grid.add_row(Text(name), Text(held, FAINT) if hidden else tile_row(rules, rack))
        if isinstance(self.view, BoardView) and self.view.aside:
            grid.add_row("set aside", tile_row(rules, self.view.aside))
        return grid


# ---------------------------------------------------------------- boards


def _hexagon(view: BoardView, marked: Collection[str]) -> list[Text]:
    """Rows have letters; slanted columns run down to the right and have their number at the lower end."""
    board = view.rules.geometry
    radius, half = board.radius, _PITCH // 2
    lines = []
    for row, cells in enumerate(board.rows):
        r = row - radius
        left, right = (_RISING, _FALLING) if r < 0 else (_FALLING, _RISING) if r > 0 else ("│", "│")
        # The column to the right of the row's last cell ends in the row above.
        number = f" {2 * radius + 2 - r}" if r > 0 else ""
        lines.append(
            Text.assemble(
                " " * (half * abs(r)),
                (f"{chr(ord('a') + row)} {left}", FAINT),
                Text(" ").join(_cell(view, cell, marked) for cell in cells),
                (right + number, FAINT),
            )
        )
    # The columns of the last row's cells end below it, half a cell to the right.
    below = "".join(f"{number:^{_PITCH}}" for number in range(1, radius + 2))
    lines.append(Text(" " * (half * (radius + 1) + 3) + below, FAINT))
    return lines


def _square(view: BoardView, marked: Collection[str]) -> list[Text]:
    board = view.rules.geometry
    numbers = "".join(f"{number:^{_PITCH}}" for number in range(1, len(board.rows) + 1))
    lines = [Text("   " + numbers, FAINT)]
    for row, cells in enumerate(board.rows):
        label = f"{chr(ord('a') + row)}  "
        lines.append(
            Text.assemble((label, FAINT), Text(" ").join(_cell(view, cell, marked) for cell in cells))
        )
    return lines


def _cell(view: BoardView, cell: int, marked: Collection[str]) -> Text:
    """Three signs: a laid half fills them, a printed symbol only the middle."""
    rules: Rules = view.rules
    content = view.board[cell]
    if content == EMPTY:
        return Text(" · ", FAINT)
    if content == PYRAMID:
        return Text(" ^ ", "bold")
    letter = rules.colours[content]
    if cell in rules.printed:
        return Text.assemble(" ", (letter.upper(), CHIP[letter]), " ")
    brackets = "[]" if rules.geometry.names[cell] in marked else "  "
    return Text(f"{brackets[0]}{letter}{brackets[1]}", CHIP[letter])
