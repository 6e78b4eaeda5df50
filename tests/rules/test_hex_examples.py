"""The printed examples of scoring in the hex board game (HX1-HX5, HX8).

The first four examples of the second edition follow each other on one board: three blues, one of them
printed, lie in a triangle; a double makes it a trapezium and the last tile closes a larger triangle.
"""

import pytest

from composing import compose
from rules.acting import explained, hex_around, lying, play, points, rack, settle
from sixfold import State

LAID = ("br f12 f11", "br g11 g10", "bb f13 g13", "br e13 e12")
"""The tiles of HX1 to HX4, beside the blue symbol printed on g12."""


def before_tile(number: int) -> State:
    """The position of an example, just before its tile is laid."""
    return compose("hex(players=3)", tiles=LAID[:number], racks=["rb bb"])


def lines(state: State, text: str) -> dict[str, set[tuple[str, ...]]]:
    """The lines that a move scores, by the cell of the half that they end at."""
    return {half.cell: set(half.lines) for half in explained(state, text).halves}


def test_HX1_blue_beside_a_printed_blue() -> None:
    state = before_tile(0)
    assert explained(state, LAID[0]).points == {"r": 0, "b": 1}
    assert lines(state, LAID[0]) == {"f11": set(), "f12": {("g12",)}}


def test_HX1_on_the_white_cells_as_a_first_tile() -> None:
    state = compose("hex", racks=["rb"], turn=0)
    assert explained(state, "rb f9 f10").points == {"r": 0, "b": 1}
    play(state, "rb f9 f10")
    assert state.tracks[0] == (0, 0, 1, 0, 0, 0)


def test_HX2_one_red_and_one_blue_in_each_of_two_directions() -> None:
    state = before_tile(1)
    assert explained(state, LAID[1]).points == {"r": 1, "b": 2}
    assert lines(state, LAID[1]) == {"g10": {("f11",)}, "g11": {("g12",), ("f12",)}}


def test_HX3_a_blue_double_whose_halves_do_not_count_each_other() -> None:
    """The upper half has a blue to the left and one to the lower left; to the lower right is its own half."""
    state = before_tile(2)
    assert explained(state, LAID[2]).points == {"b": 4}
    assert lines(state, LAID[2]) == {"f13": {("f12",), ("g12",)}, "g13": {("g12", "g11")}}


def test_HX4_lines_of_two_and_a_blue_off_the_straight_lines() -> None:
    state = before_tile(3)
    assert explained(state, LAID[3]).points == {"r": 2, "b": 4}
    assert lines(state, LAID[3]) == {"e12": {("f11", "g10")}, "e13": {("f12", "g11"), ("f13", "g13")}}
    assert lying(state)["g12"] == "b", "the middle of the lower row of three blues, which does not count"


def test_HX4_the_tiles_of_the_four_examples_laid_in_one_game_add_up() -> None:
    state = compose("hex(players=3)", racks=["rb rb rb bb yy yy"])
    far_away = iter(["k1 k2", "k4 k5", "j1 j2", "j4 j5", "m1 m2", "m5 m6"])
    tracks = []
    for tile in LAID:
        play(state, tile)
        tracks.append(state.tracks[0])
        settle(state)
        while tile != LAID[-1] and state.actor != 0:
            play(state, f"{rack(state, state.actor)[0]} {next(far_away)}")
            settle(state)
    assert tracks == [(0, 0, 1, 0, 0, 0), (1, 0, 3, 0, 0, 0), (1, 0, 7, 0, 0, 0), (3, 0, 11, 0, 0, 0)]


AROUND_THE_GAP = (
    "gg e6 e7",
    "gr e8 e9",
    "gr f5 f4",
    "gy f8 f9",
    "go g5 g4",
    "gg g6 h6",
    "by g7 g8",
    "gp h5 i4",
    "go i6 i7",
)


@pytest.mark.parametrize("text", ["gg f6 f7", "gg f7 f6"])
def test_HX5_a_green_double_in_a_gap(text: str) -> None:
    state = compose("hex", tiles=AROUND_THE_GAP, racks=["gg"])
    assert hex_around(state.rules, "f6") | hex_around(state.rules, "f7") <= set(lying(state)) | {"f6", "f7"}
    score = lines(state, text)
    assert score["f6"] == {("e7",), ("e6",), ("f5",), ("g5",), ("g6", "h6", "i6")}
    assert score["f7"] == {("e7",), ("e8",), ("f8",), ("g6", "h5")}
    assert lying(state)["i4"] == "p", "the purple ring that breaks the line of two"
    assert points(state, text) == {"g": 12}
    play(state, text)
    assert state.tracks[0] == (0, 12, 0, 0, 0, 0)


def test_HX5_without_the_purple_the_line_would_be_longer() -> None:
    tiles = [*AROUND_THE_GAP[:-2], "gg h5 i4", "go i6 i7"]
    state = compose("hex", tiles=tiles, racks=["gg"])
    assert points(state, "gg f6 f7") == {"g": 13}


def test_HX8_one_blue_in_each_of_two_directions() -> None:
    """Beside the printed blue and the blue half of a tile that lies there, too."""
    state = compose("hex", tiles=["rb e10 e11"], racks=["gb"])
    assert explained(state, "gb f9 f10").points == {"g": 0, "b": 2}
    assert lines(state, "gb f9 f10") == {"f9": set(), "f10": {("f11",), ("e11",)}}
