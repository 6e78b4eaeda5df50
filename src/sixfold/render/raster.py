"""SVG as pixels, by resvg and Pillow: the extra `render`."""

import io
from functools import cache
from typing import TYPE_CHECKING, Final

from ..core.errors import SixfoldError
from .drawing import FONTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NOTHING: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>'
_LETTER: Final = _NOTHING.replace("/>", f'><text y="16" font-family="{FONTS}">8</text></svg>')


class RenderError(SixfoldError):
    """A picture that cannot be drawn on this machine."""


def to_png(svg: str) -> bytes:
    """An SVG as PNG, in the size that it gives itself."""
    _check_fonts()
    return _rasterise(svg)


def to_rgb(png: bytes) -> "NDArray[np.uint8]":
    """The pixels of a PNG: height, width, three colours."""
    import numpy as np

    try:
        from PIL import Image
    except ImportError:
        raise RenderError("pixels need Pillow: pip install 'sixfold[render]'") from None
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)


def _rasterise(svg: str) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise RenderError("PNG needs resvg: pip install 'sixfold[render]'") from None
    return resvg_py.svg_to_bytes(svg_string=svg)


@cache
def _check_fonts() -> None:
    """Where none of the fonts is there, resvg leaves every word out and does not say so."""
    if _rasterise(_LETTER) == _rasterise(_NOTHING):
        raise RenderError("no font was found: install one, such as fonts-dejavu-core, or use SVG")
