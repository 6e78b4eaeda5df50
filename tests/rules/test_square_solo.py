"""The square board game alone."""

import random

import pytest

from composing import compose
from rules.acting import draw, explained, legal, play, points, rack, settle
from rules.boards import almost_full
from rules.reading import gained, markers, pyramids
from sixfold import OVER, Phase, Reason, Rules, RulesError, State

SOLO = "square-solo"


def test_Q15_one_tile_at_a_time_without_a_rack() -> None:
    state = State.new(Rules.parse(SOLO))
    assert state.phase is Phase.DEAL
    draw(state, "rr")
    assert (state.phase, rack(state, 0)) == (Phase.PLACE, ["rr"])
    play(state, "rr e4 e3")
    assert (state.phase, rack(state, 0)) == (Phase.REFILL, [])
    draw(state, "gb")
    assert (state.phase, rack(state, 0)) == (Phase.PLACE, ["gb"])
    assert markers(state, 0)["r"] == 1


def test_Q15_the_board_has_81_squares() -> None:
    assert len(Rules.parse(SOLO).geometry.names) == 81


def test_Q15_only_the_first_tile_must_touch_a_printed_square() -> None:
    state = State.new(Rules.parse(SOLO))
    draw(state, "rr")
    assert len(legal(state)) == 40
    assert "rr a1 a2" not in legal(state)
    play(state, "rr e3 e4")
    draw(state, "gg")
    assert "gg a1 a2" in legal(state)
    assert "gg d5 d6" in legal(state)


def test_Q15_pyramids_are_raised_and_scored() -> None:
    state = compose(SOLO, tiles=["rg a2 a3"], racks=["bo"])
    assert gained(state, "bo b1 c1") == {"r": 1, "b": 1}
    play(state, "bo b1 c1")
    assert pyramids(state) == {"a1"}


@pytest.mark.parametrize(
    "option", ["exchange_short_bag=on", "exchange_empty_rack=on", "end_check=turn", "start=1", "players=2"]
)
def test_Q15_there_is_nothing_to_exchange_and_nobody_else(option: str) -> None:
    with pytest.raises(RulesError):
        Rules.parse(f"{SOLO}({option})")


def test_Q15_a_whole_game_has_no_exchange_and_no_bonus_move_and_ends_without_room() -> None:
    rng = random.Random(1)
    state = State.new(Rules.parse(SOLO))
    settle(state, rng)
    placed = 0
    while state.actor != OVER:
        assert (state.phase, len(rack(state, 0))) == (Phase.PLACE, 1)
        state.apply(rng.choice(state.legal_actions()))
        placed += 1
        settle(state, rng)
    assert state.outcome().reason is Reason.FULL
    assert 2 * placed + len(pyramids(state)) == 76


@pytest.mark.parametrize(
    ("before", "after"),
    [(14, 17), (15, 18), (16, 18), (17, 18), (18, 21), (32, 35), (33, 36), (34, 36), (36, 36)],
)
def test_Q15_a_marker_goes_to_the_second_sheet_and_what_is_over_is_lost(before: int, after: int) -> None:
    state = compose(SOLO, tiles=["bb e8 e7"], racks=["bg"], tracks=[f"0 0 {before} 0 0"])
    assert points(state, "bg e6 f6") == {"b": 3}
    play(state, "bg e6 f6")
    assert markers(state, 0)["b"] == after


@pytest.mark.parametrize(("before", "after"), [(13, 17), (15, 18), (16, 18), (17, 18), (18, 22)])
def test_Q15_the_other_half_does_not_score_on_the_second_sheet_in_the_same_turn(
    before: int, after: int
) -> None:
    state = compose(SOLO, tiles=["bb b3 a3", "bb c5 c6"], racks=["bb"], tracks=[f"0 0 {before} 0 0"])
    assert [half.points for half in explained(state, "bb c3 c4").halves] == [2, 2]
    play(state, "bb c3 c4")
    assert markers(state, 0)["b"] == after


@pytest.mark.parametrize(("before", "after"), [(13, 17), (14, 18), (15, 18), (16, 18), (17, 18), (18, 22)])
def test_Q15_nor_does_the_pyramid_of_the_same_turn(before: int, after: int) -> None:
    """QX4's placement: 3 blue for the tile, then 1 blue for the pyramid; the other colours score on."""
    tiles = ["ro a7 a6", "gb a9 b9", "bb b7 b6"]
    state = compose(SOLO, tiles=tiles, racks=["bg"], tracks=[f"5 17 {before} 5 18"])
    play(state, "bg b8 c8")
    assert markers(state, 0) == {"r": 6, "g": 18, "b": after, "o": 5, "p": 18}


@pytest.mark.parametrize(("before", "after"), [(15, 17), (16, 18), (17, 18), (18, 20)])
def test_Q15_nor_does_a_second_pyramid_of_the_same_turn(before: int, after: int) -> None:
    state = compose(
        SOLO, tiles=["rr a2 a3", "gg c2 c3", "oo d1 d2"], racks=["bp"], tracks=[f"0 0 {before} 0 0"]
    )
    assert points(state, "bp b1 b2")["b"] == 2
    play(state, "bp b1 b2")
    assert markers(state, 0)["b"] == after


def test_Q15_from_the_next_turn_on_it_scores_on_the_second_sheet() -> None:
    state = compose(SOLO, tiles=["bb b3 a3", "bb c5 c6"], racks=["bb"], tracks=["0 0 17 0 0"])
    play(state, "bb c3 c4")
    draw(state, "bp")
    assert markers(state, 0)["b"] == 18
    assert points(state, "bp d3 d2") == {"b": 3}
    play(state, "bp d3 d2")
    assert markers(state, 0)["b"] == 21


def test_Q15_the_order_of_the_halves_never_matters_so_a_double_has_one_move_for_two_squares() -> None:
    assert len(legal(compose(SOLO, racks=["bb"]))) == 128
    assert len(legal(compose(SOLO, racks=["rb"]))) == 256


@pytest.mark.parametrize("before", [17, 35])
def test_Q15_no_bonus_move_at_the_end_of_either_sheet(before: int) -> None:
    state = compose(SOLO, racks=["bg"], tracks=[f"0 0 {before} 0 0"])
    assert explained(state, "bg e8 e7").bonus_moves == 0
    play(state, "bg e8 e7")
    assert markers(state, 0)["b"] == before + 1
    assert (state.phase, state.everything().bonus) == (Phase.REFILL, 0)


@pytest.mark.parametrize(
    ("option", "phase", "reason"),
    [
        ("", Phase.OVER, Reason.COMPLETE),
        ("(complete_ends=on)", Phase.OVER, Reason.COMPLETE),
        ("(complete_ends=off)", Phase.REFILL, Reason.NONE),
    ],
)
def test_Q15_all_five_at_36_end_the_game(option: str, phase: Phase, reason: Reason) -> None:
    state = compose(SOLO + option, racks=["bg"], tracks=["36 36 35 36 36"])
    play(state, "bg e8 e7")
    assert (state.phase, state.outcome().reason) == (phase, reason)
    assert state.outcome().scores == (36,)


def test_Q15_all_five_at_18_do_not_end_the_game() -> None:
    state = compose(SOLO, racks=["bg"], tracks=["18 18 17 18 18"])
    play(state, "bg e8 e7")
    assert state.phase is Phase.REFILL


def test_Q15_without_room_the_game_is_over_and_nothing_is_drawn() -> None:
    state = almost_full(SOLO, racks=["rr"])
    play(state, "rr a1 a2")
    assert (state.phase, state.outcome().reason, rack(state, 0)) == (Phase.OVER, Reason.FULL, [])


@pytest.mark.parametrize(("tracks", "result"), [("20 19 36 17 25", 17), ("20 19 36 27 25", 19)])
def test_Q15_the_result_is_the_weakest_colour_over_both_sheets(tracks: str, result: int) -> None:
    state = almost_full(SOLO, racks=["rr"], tracks=[tracks])
    play(state, "rr a1 a2")
    assert state.outcome().scores == (result,)
