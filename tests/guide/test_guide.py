"""The worked examples of the rules page: they are what the engine says, and what the words claim."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sixfold import CATALOGUE
from sixfold.guide import Figure, facts, figures

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = (Path(__file__).parents[2] / "web/src/look/colours.css").read_text(encoding="utf-8")

EVERY_FIGURE = [
    pytest.param(game, figure, id=f"{game}-{figure.name}") for game in CATALOGUE for figure in figures(game)
]


def figure(game: str, name: str) -> Figure:
    return next(each for each in figures(game) if each.name == name)


def numbers(game: str, name: str) -> dict[str, int]:
    """The numbers of an example that are no sums."""
    values = figure(game, name).values
    return {name: int(value) for name, value in values.items() if value.isdecimal()}


def written(figure: Figure) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(figure.svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(("game", "figure"), EVERY_FIGURE)
def test_a_picture_has_no_words_and_only_colours_of_the_page(game: str, figure: Figure) -> None:
    assert all(re.fullmatch(r"[+.\d-]+", text) for text in written(figure))
    assert not re.search(r"#[0-9a-f]{6}", figure.svg)
    for name in re.findall(r"var\((--[\w-]+)\)", figure.svg):
        assert f"{name}:" in COLOURS


@pytest.mark.parametrize("game", CATALOGUE)
def test_pictures_can_be_in_one_page(game: str) -> None:
    named = [name for each in figures(game) for name in re.findall(r' id="([^"]+)"', each.svg)]
    assert len(set(named)) == len(named)
    for each in figures(game):
        assert set(re.findall(r'href="#([^"]+)"', each.svg)) <= set(named)


@pytest.mark.parametrize(
    ("game", "name", "sums"),
    [
        ("hex", "start", "r"),
        ("hex", "lines", "rb"),
        ("square", "start", "g"),
        ("square", "lines", "br"),
        ("cards", "score", "yb"),
    ],
)
def test_a_picture_shows_the_sums_that_the_engine_counts(game: str, name: str, sums: str) -> None:
    values = figure(game, name).values
    shown = [text for text in written(figure(game, name)) if text.startswith("+")]
    assert sorted(shown) == sorted(f"+{values[colour]}" for colour in sums)


@pytest.mark.parametrize(("game", "figure"), EVERY_FIGURE)
def test_a_sum_that_is_written_out_adds_up(game: str, figure: Figure) -> None:
    for name, value in figure.values.items():
        colour, _, is_sum = name.partition("_")
        if is_sum == "sum" and "pyramid" not in figure.values:
            assert sum(map(int, re.findall(r"\d+", value))) == int(figure.values[colour])


def test_facts_are_the_games() -> None:
    assert facts("hex") | {"tiles": "120", "cells_2": "91", "cells_3": "127", "cells_4": "169"} == facts(
        "hex"
    )
    assert facts("square") | {"tiles": "100", "hand": "5", "pyramids": "20"} == facts("square")
    assert facts("cards") | {"end": "10", "first_3": "7", "last_2": "6"} == facts("cards")
    assert facts("hex-solo")["track"] == "36"
    assert facts("hex-duel")["end"] == "9"


# ---------------------------------------------------------------- what the captions say in words


def test_the_captions_of_the_hexagon_are_true() -> None:
    end = int(facts("hex")["end"])
    assert figure("hex", "lines").values["b_sum"].count("+") == 1, "two rows of blue"
    assert figure("hex", "double").values["g_sum"].count("+") == 2, "the disc above counts twice"
    bonus = numbers("hex", "bonus")
    assert bonus["g_after"] == bonus["b_after"] == end
    assert bonus["bonus"] == 2
    assert bonus["lost"] > 0
    win = numbers("hex", "win")
    assert win["a_1"] > win["a_2"] == win["a_3"] > win["a_4"]
    assert win["b_2"] == win["b_3"]
    assert win["c_2"] > win["c_3"]


def test_the_captions_of_the_hexagons_variants_are_true() -> None:
    for game, bonus_moves in (("hex-solo", 0), ("hex-team", 2)):
        sheets = numbers(game, "sheets")
        assert sheets["g_after"] == sheets["b_after"] == int(facts(game)["end"])
        assert sheets["bonus"] == bonus_moves
    order = numbers("hex-solo", "order")
    assert order["one_first"] > order["two_first"] == int(facts("hex-solo")["end"])
    pull, win = numbers("hex-duel", "pull"), numbers("hex-duel", "win")
    assert pull["b_after"] == int(facts("hex-duel")["end"])
    assert pull["bonus"] == 1
    assert win["count_1"] == win["count_2"]
    assert win["a_1"] == win["a_2"]
    assert win["b_1"] > win["b_2"]


def test_the_captions_of_the_square_are_true() -> None:
    pyramid = figure("square", "pyramid")
    values = numbers("square", "pyramid")
    assert values["pyramid"] == 4
    assert values["b"] == int(pyramid.values["b_sum"]) + 2, "two blues beside the pyramid"
    assert values["g"] == values["r"] == 1
    win = numbers("square", "win")
    assert win["a_1"] == win["a_2"] == win["a_3"]
    assert win["b_1"] == win["b_2"] > win["b_3"]
    assert win["c_1"] == win["c_2"]
    assert win["d_1"] > win["d_2"]
    pause = numbers("square-solo", "pause")
    assert pause["b_after"] == int(facts("square-solo")["end"])
    assert pause["lost"] == pause["b_before"] + pause["b"] - pause["b_after"]


def test_the_captions_of_the_cards_are_true() -> None:
    areas, win = numbers("cards", "areas"), numbers("cards", "win")
    known = {name: int(value) for name, value in facts("cards").items()}
    assert areas["r_after"] == areas["r_before"] + areas["r"]
    assert areas["p_after"] == known["last_2"]
    assert areas["lost"] == areas["p_before"] + areas["p"] - areas["p_after"] > 0
    assert known["first_1"] <= areas["b_at"] <= known["last_1"]
    assert win["a_1"] >= known["first_3"]
    assert win["a_2"] == win["a_3"]
    assert win["b_2"] == win["b_3"]
    assert win["c_2"] > win["c_3"]
