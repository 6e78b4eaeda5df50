"""The printed examples of the square board game; their pictures are lost, the positions fit the words."""

from composing import compose
from rules.acting import explained, play, points
from rules.reading import gained, pyramids


def test_QX1_one_blue() -> None:
    state = compose("square", tiles=["bo d4 c4", "rp c6 c7"], racks=["bg"])
    assert points(state, "bg d5 d6") == {"b": 1}
    assert gained(state, "bg d5 d6") == {"b": 1}


def test_QX2_three_blue_and_two_red() -> None:
    state = compose("square", tiles=["bb b3 a3", "bo c2 c1", "rr c5 c6"], racks=["rb"])
    assert points(state, "br c3 c4") == {"b": 3, "r": 2}
    assert gained(state, "br c3 c4") == {"b": 3, "r": 2}


def test_QX3_four_blue_and_two_red() -> None:
    tiles = ["bb b3 a3", "bo c2 c1", "bo d3 d2", "rp b4 a4", "rg c5 c6"]
    state = compose("square", tiles=tiles, racks=["rb"])
    assert points(state, "br c3 c4") == {"b": 4, "r": 2}
    assert gained(state, "br c3 c4") == {"b": 4, "r": 2}


def test_QX4_a_placement_and_its_pyramid() -> None:
    """A blue-green tile: 3 blue; the pyramid it makes: 1 blue, 1 green, 1 red."""
    state = compose("square", tiles=["ro a7 a6", "gb a9 b9", "bb b7 b6"], racks=["bg"])
    score = explained(state, "bg b8 c8")
    assert {half.colour: half.points for half in score.halves} == {"b": 3, "g": 0}
    assert [(p.cell, sorted(c for _, c in p.beside)) for p in score.pyramids] == [("a8", ["b", "g", "r"])]
    assert gained(state, "bg b8 c8") == {"b": 4, "g": 1, "r": 1}
    play(state, "bg b8 c8")
    assert pyramids(state) == {"a8"}
