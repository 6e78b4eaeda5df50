"""The card game: cards, hands, and the table with everyone's open cards and the two piles."""

from collections.abc import Sequence
from typing import Final

from ..core.codes import Phase
from ..core.errors import SixfoldError
from ..core.moves import Move
from ..core.views import CardView
from .drawing import Attributes, Part, element, number, rectangle, text
from .symbols import Look

_TALL: Final = 1.45
"""The height of a card, in widths."""
_STEP: Final = 1.14
"""From one card to the next, in widths."""
_LARGEST_IN_HAND: Final = 34
_NAME_SIZE: Final = 12.5
_NAME_ROOM: Final = 36


def draw_card(x: float, y: float, width: float, kind: str | None, look: Look, *, marked: bool = False) -> str:
    """A card with one symbol above the other, or face down."""
    theme, height = look.theme, width * _TALL
    corner, rim = width * 0.12, width * 0.06
    content = rectangle(x, y + width * 0.03, width, height, corner, fill=theme.shadow)
    if marked:
        around = rim * 0.8
        content += rectangle(
            x - around, y - around, width + 2 * around, height + 2 * around, corner + around, fill=theme.ink
        )
    content += rectangle(x, y, width, height, corner, fill=theme.rim, stroke=theme.edge, stroke_width=0.8)
    inner = (x + rim, y + rim, width - 2 * rim, height - 2 * rim, corner - rim / 2)
    if kind is None:
        content += rectangle(*inner, fill=theme.back)
        return content + element(
            "circle", cx=x + width / 2, cy=y + height / 2, r=width * 0.14, fill=theme.back_mark
        )
    for place, colour in enumerate(kind):
        paint = theme.paints[colour]
        middle_y = y + rim + (height - 2 * rim) * (0.25 + 0.5 * place)
        content += element("path", d=_half(*inner, lower=place == 1), fill=paint.fill)
        content += look.symbol(colour, x + width / 2, middle_y, width * 0.25, paint.ink)
    return content


def _half(x: float, y: float, width: float, height: float, corner: float, *, lower: bool) -> str:
    """The upper or lower half of a rectangle, its outer corners round."""
    outer, inward, sweep = (y + height, -corner, 0) if lower else (y, corner, 1)
    arc = f"A{number(corner)} {number(corner)} 0 0 {sweep}"
    return (
        f"M{number(x)} {number(y + height / 2)}V{number(outer + inward)}"
        f"{arc} {number(x + corner)} {number(outer)}H{number(x + width - corner)}"
        f"{arc} {number(x + width)} {number(outer + inward)}V{number(y + height / 2)}Z"
    )


def card_row(kinds: Sequence[str | None], width: float, most: int, look: Look) -> Part:
    """A hand in a strip of this width, sized for `most` cards; `None` is a card that lies face down."""
    size = min(width / most / _STEP, _LARGEST_IN_HAND)
    step = size * (_STEP + 0.1)
    content = "".join(draw_card(place * step, 0, size, kind, look) for place, kind in enumerate(kinds))
    return Part(width, size * _TALL, content)


# ---------------------------------------------------------------- the table


def draw_table(view: CardView, width: float, names: Sequence[str], look: Look, last: Move | None) -> Part:
    """Everyone's open cards, two places in a row, and the piles in the last place."""
    gap = width * 0.03
    place_width = (width - gap) / 2
    slots = max(view.rules.open_cards + 1, *map(len, view.open_cards))
    card = min(place_width / ((slots - 1) * _STEP + 1.32), place_width * 0.36)
    height = _NAME_ROOM + card * (_TALL + 0.16)
    marked = _player_of(last, view)
    places = [
        _open_cards(view, seat, place_width, height, card, names[seat], look, marked=seat == marked)
        for seat in range(view.rules.players)
    ]
    places.append(_piles(view, place_width, height, card, look))
    content = ""
    for count, place in enumerate(places):
        row, column = divmod(count, 2)
        alone = column == 0 and place is places[-1]
        content += place.at((place_width + gap) * (0.5 if alone else column), row * (height + gap))
    rows = (len(places) + 1) // 2
    return Part(width, rows * (height + gap) - gap, content)


def _open_cards(
    view: CardView,
    seat: int,
    width: float,
    height: float,
    card: float,
    name: str,
    look: Look,
    *,
    marked: bool,
) -> Part:
    """A seat's open cards, the oldest at the left."""
    theme = look.theme
    content = rectangle(
        0.5, 0.5, width - 1, height - 1, 12, fill=theme.cell, stroke=theme.line, stroke_width=1
    )
    content += text(card * 0.16, _NAME_ROOM * 0.42, name, _NAME_SIZE, theme.faint)
    newest = len(view.open_cards[seat]) - 1
    for place, kind in enumerate(view.open_cards[seat]):
        x = card * (0.16 + _STEP * place)
        drawn = marked and place == newest
        content += draw_card(x, _NAME_ROOM, card, view.rules.kinds[kind], look, marked=drawn)
    return Part(width, height, content)


def _piles(view: CardView, width: float, height: float, card: float, look: Look) -> Part:
    """The draw pile and the discarded cards, all face down (C8)."""
    content = ""
    for place, (name, count) in enumerate((("draw pile", view.bag_size), ("discarded", sum(view.discard)))):
        middle = width * (0.22 + 0.56 * place)
        x = middle - card / 2
        words = f"{name} {count}"
        content += text(middle, _NAME_ROOM * 0.42, words, _NAME_SIZE, look.theme.faint, anchor="middle")
        if count:
            content += draw_card(x, _NAME_ROOM, card, None, look)
        else:
            empty: Attributes = {"stroke": look.theme.line, "stroke_width": 1.2, "stroke_dasharray": "4 3"}
            content += rectangle(x, _NAME_ROOM, card, card * _TALL, card * 0.12, fill="none", **empty)
    return Part(width, height, content)


def _player_of(last: Move | None, view: CardView) -> int | None:
    """Whose newest open card the last move is: the search goes back from the seat whose turn it is."""
    if last is None or last.is_word:
        return None
    players = view.rules.players
    mover = view.mover or 0
    turn_is_over = view.phase is Phase.PLACE
    for back in range(turn_is_over, players + turn_is_over):
        seat = (mover - back) % players
        if view.open_cards[seat] and view.open_cards[seat][-1] == view.rules.kind_of[last.what]:
            return seat
    raise SixfoldError(f"{last} is nobody's newest open card")
