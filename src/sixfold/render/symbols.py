"""The symbols, drawn from geometry: each an outline around (0, 0) that fits into a circle of radius 1."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..core.catalogue import SYMBOLS
from ..core.rules import Rules
from .drawing import Point, element, group, number, path_data
from .palette import Theme

_PREFIX: Final = "sixfold"


def _around(count: int, radius: float, turned: float = 0.0) -> Iterator[Point]:
    """Points on a circle, the first on top, clockwise; `turned` by so many parts of the distance."""
    for i in range(count):
        angle = math.tau * (i + turned) / count - math.tau / 4
        yield radius * math.cos(angle), radius * math.sin(angle)


def _star(points: int, waist: float) -> str:
    tips, dents = _around(points, 1), _around(points, waist, 0.5)
    return path_data(point for pair in zip(tips, dents, strict=True) for point in pair)


def _circle(radius: float) -> str:
    r = number(radius)
    return f"M{r} 0A{r} {r} 0 1 1 -{r} 0A{r} {r} 0 1 1 {r} 0Z"


def _sun() -> str:
    rays = []
    for x, y in _around(12, 1):
        side = (-0.075 * y, 0.075 * x)
        rays.append([(k * x + s * side[0], k * y + s * side[1]) for k, s in _RAY_CORNERS])
    return _circle(0.47) + path_data(*rays)


_RAY_CORNERS: Final = ((0.62, -1), (1, -1), (1, 1), (0.62, 1))

OUTLINES: Final[Mapping[str, str]] = {
    "12-point star": _star(12, 0.66),
    "disc": _circle(0.76),
    "6-point star": _star(6, 0.52),
    "hexagon": path_data(_around(6, 0.9)),
    "sun": _sun(),
    "ring": _circle(0.84) + _circle(0.46),
    "square": path_data(_around(4, 0.98, 0.5)),
    "star": _star(5, 0.45),
}
"""What each symbol of the catalogue looks like, as SVG's path data; filled by the even-odd rule."""


@dataclass(frozen=True)
class Look:
    """What the pieces of a game look like: a theme, and the symbol of each colour."""

    theme: Theme
    symbols: Mapping[str, str]
    prefix: str
    """What the names of definitions begin with; drawings inside one page need different ones."""

    @classmethod
    def of(cls, rules: Rules, theme: Theme, prefix: str = _PREFIX) -> "Look":
        """The look of a game; the card game has the hex game's symbols."""
        names = SYMBOLS.get(rules.game.family, SYMBOLS["hex"])
        return cls(theme, {colour: names[colour] for colour in rules.colours}, prefix)

    def definitions(self) -> str:
        """The symbols, for the rest of a drawing to use."""
        shapes = (
            element("path", id=self._id(name), d=OUTLINES[name], fill_rule="evenodd")
            for name in self.symbols.values()
        )
        return element("defs", "".join(shapes))

    def symbol(self, colour: str, x: float, y: float, radius: float, fill: str) -> str:
        """A colour's symbol around a point."""
        place = f"translate({number(x)} {number(y)}) scale({number(radius)})"
        return group(element("use", href=f"#{self._id(self.symbols[colour])}"), transform=place, fill=fill)

    def chip(self, colour: str, x: float, y: float, radius: float) -> str:
        """A colour's sign: its symbol on a disc."""
        paint = self.theme.paints[colour]
        disc = element("circle", cx=x, cy=y, r=radius, fill=paint.fill)
        return disc + self.symbol(colour, x, y, radius * 0.74, paint.ink)

    def _id(self, name: str) -> str:
        return f"{self.prefix}-{name.replace(' ', '-')}"
