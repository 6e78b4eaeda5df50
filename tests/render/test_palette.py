"""The colours can be told from each other and from what they lie on; each symbol is a shape of its own."""

import pytest

from sixfold import CATALOGUE
from sixfold.core.catalogue import COLOUR_NAMES, SYMBOLS
from sixfold.render.palette import DARK, LIGHT, Theme
from sixfold.render.symbols import OUTLINES

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: str) -> float:
    """By the definition of the web's accessibility guidelines."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@BOTH
def test_a_symbol_stands_out_from_its_tile_and_from_the_board(theme: Theme) -> None:
    assert set(theme.paints) == set(COLOUR_NAMES)
    for paint in theme.paints.values():
        assert contrast(paint.ink, paint.fill) >= 3
        assert contrast(paint.printed, paint.tint) >= 3


@BOTH
def test_the_end_of_a_bar_stands_out_from_its_groove(theme: Theme) -> None:
    for paint in theme.paints.values():
        assert contrast(paint.printed, theme.groove) >= 3


@BOTH
def test_words_can_be_read(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.cell):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.faint, ground) >= 4.5


def test_every_symbol_of_the_catalogue_has_an_outline_of_its_own() -> None:
    named = {name for names in SYMBOLS.values() for name in names.values()}
    assert named == set(OUTLINES)
    assert len(set(OUTLINES.values())) == len(OUTLINES)
    for game in CATALOGUE.values():
        symbols = SYMBOLS.get(game.family, SYMBOLS["hex"])
        assert len({symbols[colour] for colour in game.colours}) == len(game.colours)
