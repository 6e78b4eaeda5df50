"""The printed examples of the card game; their pictures are lost, the positions fit the words and numbers."""

import pytest

from composing import compose_cards
from rules.acting import play, points
from rules.reading import markers


@pytest.mark.parametrize("order", ["by", "yb"])
def test_CX1_yellow_has_two_matches_and_blue_one(order: str) -> None:
    """Yellow goes from 1 to 3, blue from the first area to 1."""
    state = compose_cards(
        "cards(players=3)", open_cards=["gy", "oy", "rb"], racks=["by"], tracks=["1 0 0 1 1 0"] * 3
    )
    assert points(state, order) == {"y": 2, "b": 1}
    play(state, order)
    assert markers(state, 0) == {"r": 1, "g": 0, "b": 1, "o": 1, "y": 3, "p": 0}


@pytest.mark.parametrize("order", ["rp", "pr"])
def test_CX2_purple_may_not_leave_its_area_while_blue_is_behind(order: str) -> None:
    """Red goes 2 further to 4, purple has two matches and goes only from 5 to 6."""
    state = compose_cards(
        "cards(players=3)", open_cards=["rg", "rp", "op"], racks=["rp"], tracks=["2 4 3 5 4 5"] * 3
    )
    assert points(state, order) == {"r": 2, "p": 2}
    play(state, order)
    assert markers(state, 0) == {"r": 4, "g": 4, "b": 3, "o": 5, "y": 4, "p": 6}


def test_CX2_with_blue_in_the_third_area_purple_would_go_on() -> None:
    state = compose_cards(
        "cards(players=3)", open_cards=["rg", "rp", "op"], racks=["rp"], tracks=["2 4 4 5 4 5"] * 3
    )
    play(state, "rp")
    assert (markers(state, 0)["r"], markers(state, 0)["p"]) == (4, 7)


def test_CX3_blue_first_then_purple_one_step_though_two_match() -> None:
    """Blue goes from 2 to 4, purple from 5 to 6: other markers are still in the second area."""
    state = compose_cards(
        "cards(players=3,edition=pl)", open_cards=["gb", "bp", "yp"], racks=["bp"], tracks=["3 1 2 4 2 5"] * 3
    )
    assert points(state, "bp") == {"b": 2, "p": 2}
    play(state, "bp")
    assert markers(state, 0) == {"r": 3, "g": 1, "b": 4, "o": 4, "y": 2, "p": 6}
