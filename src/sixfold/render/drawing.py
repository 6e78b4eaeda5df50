"""Writing SVG: elements as text, and parts of a page that know their size."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Attributes = dict[str, str | float]

FONTS: Final = (
    "system-ui, -apple-system, 'Segoe UI', Inter, Roboto, 'Helvetica Neue', Arial, 'Noto Sans', "
    "'Liberation Sans', 'DejaVu Sans', sans-serif"
)
"""The system's own typeface; the names are for programs that do not know what that is."""
MIDDLE_OF_TEXT: Final = 0.35
"""How far below its middle a line's base is, in font sizes."""


def number(value: float) -> str:
    """A coordinate with two decimals at most."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # adding 0 turns -0 into 0


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element; `_` in an attribute's name stands for `-`, and `None` leaves it out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else number(value)
            words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    opening = " ".join(words)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def group(*content: str, **attributes: str | float | None) -> str:
    """Elements that share attributes."""
    return element("g", "".join(content), **attributes)


def path(*outlines: Iterable[Point], **attributes: str | float | None) -> str:
    """Closed outlines as one element."""
    return element("path", d=path_data(*outlines), **attributes)


def path_data(*outlines: Iterable[Point]) -> str:
    """Closed outlines in SVG's language of paths."""
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in outline) + "Z" for outline in outlines
    )


def rectangle(
    x: float, y: float, width: float, height: float, radius: float = 0, /, **attributes: str | float | None
) -> str:
    """A rectangle with round corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius or None, **attributes)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    anchor: Anchor = "start",
    bold: bool = False,
) -> str:
    """A line of text whose middle is at height `y`."""
    return element(
        "text",
        escape(words),
        x=x,
        y=y + MIDDLE_OF_TEXT * size,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
    )


@dataclass(frozen=True)
class Part:
    """A piece of a page, drawn from (0, 0) to its width and height."""

    width: float
    height: float
    content: str

    def at(self, x: float, y: float) -> str:
        """The part with its upper left corner there."""
        return group(self.content, transform=f"translate({number(x)} {number(y)})")


def stacked(parts: Iterable[Part], gap: float) -> Part:
    """Parts below each other."""
    content, height, width = "", -gap, 0.0
    for part in parts:
        height += gap
        content += part.at(0, height)
        height += part.height
        width = max(width, part.width)
    return Part(width, max(height, 0), content)
