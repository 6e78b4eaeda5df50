"""Everyone's markers: bars that can be compared at a glance, and the numbers."""

from collections.abc import Sequence
from itertools import pairwise

from rich.table import Table
from rich.text import Text

from ..core.catalogue import COLOUR_NAMES
from ..core.rules import Rules
from ..core.views import BoardView, View
from .colours import CHIP, FAINT, LINE
from .words import weakest

_LONG_SHEET = 10
"""On a longer sheet one sign stands for two points, so that four players fit side by side."""
_NARROW = 60
"""What a terminal of 80 columns leaves for the sheets, side by side."""
_WIDEST_NOTE = 24
_CROWD = 4
"""So many sides have to move closer together."""


def track_table(view: View, names: Sequence[str]) -> Table:
    """The sheets of all sides, or the one shared sheet of the duel."""
    return _shared_sheet(view, names) if view.rules.game.duel else _own_sheets(view, names)


def _colour_label(letter: str) -> Text:
    return Text.assemble((f" {letter} ", CHIP[letter]), f" {COLOUR_NAMES[letter]}")


def _own_sheets(view: View, names: Sequence[str]) -> Table:
    rules = view.rules
    stretches = _stretches(rules)
    sides = len(view.tracks)
    width = min(_NARROW // sides, _WIDEST_NOTE)
    grid = Table.grid(padding=(0, 2 if sides < _CROWD else 1, 0, 0))
    for _ in range(1 + sides):
        grid.add_column(no_wrap=True)
    grid.add_row("", *(_title(_side_name(rules, names, side), width) for side in range(sides)))
    for colour, letter in enumerate(rules.colours):
        cells = []
        for own in view.tracks:
            is_weakest = own[colour] == min(own)
            number = f" {own[colour]:2}{'◂' if is_weakest else ' '}"
            cells.append(_bar(letter, own[colour], stretches).append(number, "bold" if is_weakest else ""))
        grid.add_row(_colour_label(letter), *cells)
    grid.add_row(" weakest", *(_wrapped(weakest(rules, own), width) for own in view.tracks))
    return grid


def _side_name(rules: Rules, names: Sequence[str], side: int) -> str:
    seats = [seat for seat, of in enumerate(rules.sides) if of == side]
    if len(seats) == 1:
        return names[seats[0]]
    return "seats " + " + ".join(str(seat + 1) for seat in seats)


def _title(name: str, width: int) -> Text:
    title = Text(name, "bold")
    title.truncate(width, overflow="ellipsis")
    return title


def _wrapped(text: str, width: int) -> Text:
    """Text that breaks at the column's width rather than widening it."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return Text("\n".join(lines))


def _stretches(rules: Rules) -> list[int]:
    """Where a bar has gaps: between two sheets, and between the areas of the card game (C3)."""
    if rules.is_board_game:
        return [rules.game.sheet] * rules.game.sheets
    return [end - start for start, end in pairwise(rules.game.area_ends)]


def _bar(letter: str, marker: int, stretches: Sequence[int]) -> Text:
    step = 2 if max(stretches) > _LONG_SHEET else 1
    bar = Text()
    for number, stretch in enumerate(stretches):
        full, half = divmod(min(max(marker, 0), stretch), step)
        filled = "━" * full + "╸" * half
        bar.append("│" if number else "", FAINT)
        bar.append(filled, LINE[letter])
        bar.append("─" * (stretch // step - len(filled)), FAINT)
        marker -= stretch
    return bar


def _shared_sheet(view: View, names: Sequence[str]) -> Table:
    """The duel: a marker is pulled to the left by seat 1 and to the right by seat 2; `●` is a token."""
    assert isinstance(view, BoardView)
    length = view.rules.game.sheet
    left, right = (_title(name, _WIDEST_NOTE).plain for name in names)
    middle = max(length + 4, len(left))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row("", Text(f"{left:>{middle}} │ {right}", "bold"))
    for colour, letter in enumerate(view.rules.colours):
        mine, theirs = (side[colour] for side in view.tracks)
        held_left, held_right = ("●" if view.tokens[colour] == seat else " " for seat in range(2))
        sheet = Text.assemble(
            f"{mine or '':>{middle - length - 2}} {held_left} ",
            ("─" * (length - mine), FAINT),
            ("━" * mine, LINE[letter]),
            "│",
            ("━" * theirs, LINE[letter]),
            ("─" * (length - theirs), FAINT),
            f" {held_right} {theirs or ''}",
        )
        grid.add_row(_colour_label(letter), sheet)
    left, right = (f"{sum(marker > 0 for marker in side)} markers" for side in view.tracks)
    token = "● token" if any(holder is not None for holder in view.tokens) else ""
    grid.add_row(Text(token, FAINT), f"{left:>{middle}} │ {right}")
    return grid
