"""Tiles and letters in colour. Every chip sets ink and ground, so it reads on dark and light terminals.

Without colour the letters say it all. Styles are names here; `colour_theme` says what they look like.
"""

from typing import Final

from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from ..core.catalogue import COLOUR_NAMES
from ..core.rules import Rules

CHIP: Final = {letter: f"chip.{letter}" for letter in COLOUR_NAMES}
"""A letter on its colour."""
LINE: Final = {letter: f"line.{letter}" for letter in COLOUR_NAMES}
"""A bar of the colour."""
FAINT: Final = "dim"

_BLACK, _WHITE = "#000000", "#ffffff"
# Ink, ground and bar; a bar is dark enough for a light terminal and light enough for a dark one.
_FULL: Final = {
    "r": (_WHITE, "#c62f3a", "#d1343f"),
    "g": (_BLACK, "#3aad68", "#2f9e5b"),
    "b": (_WHITE, "#2a6fc9", "#3b82dc"),
    "o": (_BLACK, "#ef8a17", "#e07b00"),
    "y": (_BLACK, "#f4d22f", "#c29a00"),
    "p": (_WHITE, "#8347b8", "#9a5fd0"),
}
# A terminal of 16 colours has its own; the nearest by number would show red as brown.
_BASIC: Final = {
    "r": ("bright_white", "red", "red"),
    "g": ("black", "green", "green"),
    "b": ("bright_white", "blue", "blue"),
    "o": ("black", "yellow", "yellow"),
    "y": ("black", "bright_yellow", "bright_yellow"),
    "p": ("bright_white", "magenta", "magenta"),
}


def colour_theme(color_system: str | None) -> Theme:
    """What the styles look like on a terminal with these colours (rich's name for how many it has)."""
    palette = _BASIC if color_system == "standard" else _FULL
    styles = {}
    for letter, (ink, ground, bar) in palette.items():
        styles[CHIP[letter]] = Style(color=ink, bgcolor=ground, bold=True)
        styles[LINE[letter]] = Style(color=bar)
    return Theme(styles)


def tile_chip(rules: Rules, kind: int | None) -> Text:
    """A tile or card as one piece of two halves; an unknown one as `??`."""
    if kind is None:
        return Text(" ?? ", style="reverse")
    first, second = tuple(rules.kinds[kind])
    return Text.assemble((f" {first}", CHIP[first]), (f"{second} ", CHIP[second]))


def tile_row(rules: Rules, kinds: tuple[int | None, ...]) -> Text:
    """Several tiles side by side."""
    return Text(" ").join(tile_chip(rules, kind) for kind in kinds) if kinds else Text("none", FAINT)
