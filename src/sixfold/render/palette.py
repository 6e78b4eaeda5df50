"""The colours: a calm ground, light or dark, on which the pieces are the only saturated things."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..core.errors import SixfoldError, quoted


@dataclass(frozen=True)
class Paint:
    """One colour of the game."""

    fill: str
    """A tile's half, a card's half, a bar."""
    ink: str
    """The symbol on it."""
    tint: str
    """The cell of the board that has this symbol printed on it."""
    printed: str
    """The printed symbol; also the end of a bar, which has to stand out from its groove."""


@dataclass(frozen=True)
class Theme:
    """What everything else is drawn in."""

    ground: str
    cell: str
    line: str
    panel: str
    groove: str
    """An empty bar."""
    ink: str
    faint: str
    """Words of less weight."""
    rim: str
    """The body of a tile or card, seen around its halves."""
    edge: str
    """The outline of that body."""
    back: str
    """A tile or card that lies face down."""
    back_mark: str
    shadow: str
    facets: tuple[str, str, str, str]
    """A pyramid's four sides from above, the upper one first, clockwise."""
    paints: Mapping[str, Paint]
    """By the colour's letter."""


_WHITE, _BROWN = "#ffffff", "#3a2500"

LIGHT: Final = Theme(
    ground="#f3efe6",
    cell="#fbf9f4",
    line="#d9d2c3",
    panel="#ffffff",
    groove="#ebe5d9",
    ink="#2b2a28",
    faint="#6b665c",
    rim="#ffffff",
    edge="#b9b09d",
    back="#c9c1b0",
    back_mark="#f3efe6",
    shadow="#c4baa6",
    facets=("#f0ece2", "#d6cfbf", "#b3aa97", "#e0d9ca"),
    paints={
        "r": Paint("#c62b3a", _WHITE, "#f6d9d8", "#b92a35"),
        "g": Paint("#30a05d", _WHITE, "#d8ecdd", "#23804a"),
        "b": Paint("#2c78d4", _WHITE, "#d8e4f2", "#2460b0"),
        "o": Paint("#f08c1a", _BROWN, "#fbe4cb", "#b05a00"),
        "y": Paint("#f7d038", _BROWN, "#faf0c8", "#8a6a00"),
        "p": Paint("#6a34a3", _WHITE, "#e8ddf1", "#6a34a3"),
    },
)

DARK: Final = Theme(
    ground="#1d2126",
    cell="#272c33",
    line="#3a414b",
    panel="#252a31",
    groove="#363c46",
    ink="#ece9e2",
    faint="#a3a8b0",
    rim="#12151a",
    edge="#5a626e",
    back="#4c5561",
    back_mark="#272c33",
    shadow="#0f1215",
    facets=("#79828e", "#5c6570", "#414953", "#69727d"),
    paints={
        "r": Paint("#c62b3a", _WHITE, "#47292f", "#f0707a"),
        "g": Paint("#30a05d", _WHITE, "#263d35", "#48bd79"),
        "b": Paint("#2c78d4", _WHITE, "#27384f", "#6aa4ef"),
        "o": Paint("#f08c1a", _BROWN, "#4a3a2b", "#f08c1a"),
        "y": Paint("#f7d038", _BROWN, "#4b462d", "#f7d038"),
        "p": Paint("#6a34a3", _WHITE, "#3a3150", "#b88be6"),
    },
)


def _of_page(letter: str) -> Paint:
    return Paint(f"var(--{letter})", f"var(--{letter}-ink)", f"var(--{letter}-tint)", f"var(--{letter}-deep)")


PAGE: Final = Theme(
    ground="var(--ground)",
    cell="var(--cell)",
    line="var(--line)",
    panel="var(--paper)",
    groove="var(--groove)",
    ink="var(--ink)",
    faint="var(--muted)",
    rim="var(--rim)",
    edge="var(--edge)",
    back="var(--back)",
    back_mark="var(--back-mark)",
    shadow="color-mix(in srgb, var(--shadow) 30%, var(--cell))",
    facets=("var(--facet-top)", "var(--facet-right)", "var(--facet-bottom)", "var(--facet-left)"),
    paints={letter: _of_page(letter) for letter in LIGHT.paints},
)
"""For drawings inside a page of the browser client: its own custom properties, whatever theme it has."""

_THEMES: Final[Mapping[str, Theme]] = {"light": LIGHT, "dark": DARK}


def theme_called(name: str) -> Theme:
    """The theme of this name."""
    theme = _THEMES.get(name)
    if theme is None:
        raise SixfoldError(f"no theme is called {quoted(name)}; there are {' and '.join(_THEMES)}")
    return theme
