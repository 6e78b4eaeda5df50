"""Everyone's markers as bars that can be compared at a glance, the weakest marked in place."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ..core.rules import Rules
from ..core.views import BoardView
from .drawing import Anchor, Attributes, Part, element, rectangle, text
from .palette import Theme
from .symbols import Look

_CHIP_ROOM: Final = 26
"""At the left of a bar, for its colour's chip."""
_NUMBER_ROOM: Final = 26
"""At its right, for the number."""
_LARGEST_CHIP: Final = 9
_NUMBER_SIZE: Final = 13
_AREA_SIZE: Final = 10
_THIRDS: Final = 3
"""Gaps cut a sheet into so many stretches: the eye counts three better than eighteen."""
_GAP, _SHEET_GAP = 2.0, 7.0


class _Stretch(NamedTuple):
    """A piece of a bar between two gaps: where it begins, its length, and the points that fill it."""

    x: float
    length: float
    points: int


def draw_tracks(rules: Rules, markers: Sequence[int], width: float, pitch: float, look: Look) -> Part:
    """The sheet of one side, a row a colour."""
    theme = look.theme
    stretches = _stretches(rules, width)
    left, right = stretches[0].x, stretches[-1].x + stretches[-1].length
    areas = _area_names(rules, stretches, theme)
    top = _AREA_SIZE * 1.4 if areas else 0.0
    content = areas
    stands_out = min(markers) < max(markers)
    for row, (colour, marker) in enumerate(zip(rules.colours, markers, strict=True)):
        y = top + (row + 0.5) * pitch
        weakest = stands_out and marker == min(markers)
        content += look.chip(colour, 10, y, min(pitch * 0.44, _LARGEST_CHIP))
        content += _bar(colour, marker, y, pitch * 0.46, stretches, theme)
        if weakest:
            outline: Attributes = {
                "fill": "none",
                "stroke": theme.ink,
                "stroke_width": 1.3,
                "stroke_dasharray": "3 2.2",
            }
            high = pitch * 0.8
            content += rectangle(left - 4, y - high / 2, right - left + 8, high, high / 2, **outline)
        content += text(width, y, str(marker), _NUMBER_SIZE, theme.ink, anchor="end", bold=weakest)
    return Part(width, top + len(rules.colours) * pitch, content)


def _stretches(rules: Rules, width: float) -> list[_Stretch]:
    """A bar has gaps between sheets and within them, or between the areas of the card game (C3)."""
    game = rules.game
    if game.area_ends:
        points = [end - start for start, end in pairwise(game.area_ends)]
    else:
        points = [game.sheet // _THIRDS] * (_THIRDS * game.sheets)
    in_sheet = len(points) // game.sheets
    gaps = [0.0, *(_GAP if place % in_sheet else _SHEET_GAP for place in range(1, len(points)))]
    room = width - _CHIP_ROOM - _NUMBER_ROOM - sum(gaps)
    x = float(_CHIP_ROOM)
    stretches = []
    for gap, number in zip(gaps, points, strict=True):
        stretches.append(_Stretch(x + gap, room * number / sum(points), number))
        x = stretches[-1].x + stretches[-1].length
    return stretches


def _bar(
    colour: str, marker: int, y: float, height: float, stretches: Iterable[_Stretch], theme: Theme
) -> str:
    paint = theme.paints[colour]
    corner = min(3, height / 2)
    content = ""
    for x, length, points in stretches:
        content += rectangle(x, y - height / 2, length, height, corner, fill=theme.groove)
        filled = length * min(max(marker, 0), points) / points
        if filled:
            colours: Attributes = {"fill": paint.fill, "stroke": paint.printed, "stroke_width": 0.8}
            content += rectangle(x, y - height / 2, filled, height, corner, **colours)
        marker -= points
    return content


def _area_names(rules: Rules, stretches: Sequence[_Stretch], theme: Theme) -> str:
    """The card game's areas by the numbers in them; the first has only 0, where a bar begins."""
    content = ""
    for (before, last), (x, length, _) in zip(pairwise(rules.game.area_ends), stretches, strict=False):
        name = f"{before + 1}-{last}"
        content += text(x + length / 2, _AREA_SIZE / 2, name, _AREA_SIZE, theme.faint, anchor="middle")
    return content


# ---------------------------------------------------------------- the duel's shared sheet


def draw_shared_sheet(view: BoardView, width: float, pitch: float, look: Look) -> Part:
    """Six markers, pulled to the left by seat 1 and to the right by seat 2; tokens beyond the ends."""
    theme, sheet = look.theme, view.rules.game.sheet
    marker_size, token_size = pitch * 0.42, pitch * 0.32
    token_place = marker_size + token_size + 4
    middle = width / 2
    length = middle - _NUMBER_ROOM - token_place - token_size
    height = len(view.rules.colours) * pitch
    content = element("line", x1=middle, x2=middle, y2=height, stroke=theme.faint, stroke_width=1.2)
    for row, colour in enumerate(view.rules.colours):
        y = (row + 0.5) * pitch
        bar = pitch * 0.34
        content += rectangle(middle - length, y - bar / 2, 2 * length, bar, bar / 2, fill=theme.groove)
        for seat, direction in enumerate((-1, 1)):
            token_x = middle + direction * (length + token_place)
            if view.tokens[row] == seat:
                content += look.chip(colour, token_x, y, token_size)
            else:
                empty: Attributes = {"fill": "none", "stroke": theme.line, "stroke_width": 1.2}
                content += element("circle", cx=token_x, cy=y, r=token_size - 1, **empty)
            marker = view.tracks[seat][row]
            if marker:
                reach = length * marker / sheet
                left = middle - reach if seat == 0 else middle
                content += rectangle(left, y - bar / 2, reach, bar, fill=theme.paints[colour].fill)
                edge = width if seat else 0
                anchor: Anchor = "end" if seat else "start"
                content += text(edge, y, str(marker), _NUMBER_SIZE, theme.ink, anchor=anchor)
        pulled = view.tracks[1][row] - view.tracks[0][row]
        content += _marker(colour, middle + length * pulled / sheet, y, marker_size, look)
    return Part(width, height, content)


def _marker(colour: str, x: float, y: float, radius: float, look: Look) -> str:
    theme = look.theme
    rim = element("circle", cx=x, cy=y, r=radius, fill=theme.rim, stroke=theme.edge, stroke_width=1)
    return rim + look.chip(colour, x, y, radius - 1.6)
