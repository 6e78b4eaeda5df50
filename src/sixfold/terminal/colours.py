"""Tiles and letters in colour. Every style sets ink and ground, so it reads on dark and light terminals.

Without colour the letters say it all.
"""

from typing import Final

from rich.style import Style
from rich.text import Text

from ..core.rules import Rules

_BLACK, _WHITE = "#000000", "#ffffff"

CHIP: Final = {
    letter: Style(color=ink, bgcolor=ground, bold=True)
    for letter, ink, ground in (
        ("r", _WHITE, "#c62f3a"),
        ("g", _BLACK, "#3aad68"),
        ("b", _WHITE, "#2a6fc9"),
        ("o", _BLACK, "#ef8a17"),
        ("y", _BLACK, "#f4d22f"),
        ("p", _WHITE, "#8347b8"),
    )
}
"""A letter on its colour."""

LINE: Final = {
    "r": "#d1343f",
    "g": "#2f9e5b",
    "b": "#3b82dc",
    "o": "#e07b00",
    "y": "#c29a00",
    "p": "#9a5fd0",
}
"""A bar of the colour: dark enough for a light ground and light enough for a dark one."""

FAINT: Final = "dim"


def tile_chip(rules: Rules, kind: int | None) -> Text:
    """A tile or card as one piece of two halves; an unknown one as `??`."""
    if kind is None:
        return Text(" ?? ", style="reverse")
    first, second = tuple(rules.kinds[kind])
    return Text.assemble((f" {first}", CHIP[first]), (f"{second} ", CHIP[second]))


def tile_row(rules: Rules, kinds: tuple[int | None, ...]) -> Text:
    """Several tiles side by side."""
    return Text(" ").join(tile_chip(rules, kind) for kind in kinds) if kinds else Text("none", FAINT)
