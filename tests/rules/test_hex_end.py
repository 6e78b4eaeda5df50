"""The hex board game: the end and the ranking (H21-H24, HX6, HX7)."""

import pytest

from composing import compose
from rules.acting import (
    BO,
    RG,
    STAGE,
    YP,
    bag,
    explained,
    hex_fill,
    hex_finished,
    hex_free_pairs,
    legal,
    look,
    lying,
    play,
    rack,
    settle,
)
from sixfold import OVER, Phase, Reason, State

NOBODY = "0 0 0 0 0 0"
GAP = ("e6", "e7")
OTHER_GAP = ("h6", "h7")


def almost_full(*leaving: str, racks: str, tracks: str) -> State:
    """Seat 1 to move on a board that is full but for these cells; no red or green is added to the stage."""
    tiles = hex_fill("hex", leaving, tiles=STAGE, without="rg")
    return compose("hex", tiles=tiles, racks=[racks], tracks=[tracks, "3 3 3 3 3 3"])


def assert_over(state: State, reason: Reason, size: int, tiles: dict[str, int]) -> None:
    """The game is over; seat 1 still has so many tiles and nothing has been drawn or returned."""
    assert (state.phase, state.actor, state.outcome().reason) == (Phase.OVER, OVER, reason)
    assert (len(rack(state, 0)), bag(state)) == (size, tiles)
    assert look(state).bonus == 0
    assert legal(state) == set()
    assert state.chance_outcomes() == []


def test_H21_the_game_ends_when_no_two_adjacent_cells_are_free() -> None:
    state = almost_full(*GAP, racks="rg rg rg rb ro rr", tracks=NOBODY)
    assert hex_free_pairs(state) == {frozenset(GAP)}
    before = bag(state)
    play(state, RG)
    assert_over(state, Reason.FULL, 5, before)
    assert hex_free_pairs(state) == set()
    assert len(lying(state)) < 91, "single cells may be free"


def test_H21_the_last_tile_is_scored() -> None:
    state = almost_full(*GAP, racks="rg rg rg rb ro rr", tracks="0 1 5 5 5 5")
    play(state, RG)
    assert state.tracks[0] == (2, 3, 5, 5, 5, 5)
    assert state.outcome().scores == (2, 3)
    assert state.outcome().places == (2, 1)


def test_H21_while_two_adjacent_cells_are_free_the_game_goes_on() -> None:
    state = almost_full(*GAP, *OTHER_GAP, racks="rg rg rg rb ro rr", tracks=NOBODY)
    play(state, RG)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
    assert {frozenset(move.split()[1:]) for move in legal(state)} == {frozenset(OTHER_GAP)}


def test_H21_a_bonus_move_that_finds_no_room_ends_with_the_game() -> None:
    state = almost_full(*GAP, racks="rg rg rg rb ro rr", tracks="16 16 0 0 0 0")
    before = bag(state)
    play(state, RG)
    assert state.tracks[0] == (18, 18, 0, 0, 0, 0)
    assert_over(state, Reason.FULL, 5, before)


def test_H21_the_game_may_end_with_a_bonus_move() -> None:
    state = almost_full(*GAP, *OTHER_GAP, racks="rg rg rg rb ro rr", tracks="16 16 0 0 0 0")
    before = bag(state)
    play(state, RG)
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 2)
    play(state, "rg h6 h7")
    assert_over(state, Reason.FULL, 4, before)


def test_H21_nothing_is_exchanged_after_the_last_tile() -> None:
    held, tracks = "rg rr rr ro ro rb", "5 5 5 5 5 0"
    going_on = almost_full(*GAP, *OTHER_GAP, racks=held, tracks=tracks)
    play(going_on, RG)
    assert going_on.phase is Phase.EXCHANGE
    ending = almost_full(*GAP, racks=held, tracks=tracks)
    before = bag(ending)
    play(ending, RG)
    assert_over(ending, Reason.FULL, 5, before)


@pytest.mark.parametrize(
    ("tracks", "places"),
    [
        (["5 5 5 5 5 5", "4 9 9 9 9 9"], (1, 2)),
        (["4 9 9 9 9 9", "5 5 5 5 5 5"], (2, 1)),
        (["4 5 9 9 9 9", "4 6 6 6 6 6"], (2, 1)),
        (["4 4 9 9 9 9", "4 5 5 5 5 5"], (2, 1)),
        (["4 5 6 9 9 9", "4 5 7 7 7 7"], (2, 1)),
        (["4 5 6 7 9 9", "4 5 6 8 8 8"], (2, 1)),
        (["4 5 6 7 8 9", "4 5 6 7 9 9"], (2, 1)),
        (["4 5 6 7 8 9", "4 5 6 7 8 8"], (1, 2)),
        (["4 5 6 7 8 9", "4 5 6 7 8 9"], (1, 1)),
    ],
)
def test_H22_the_lowest_marker_decides_then_the_next_lowest(
    tracks: list[str], places: tuple[int, ...]
) -> None:
    outcome = hex_finished("hex", tracks).outcome()
    assert outcome.reason is Reason.FULL
    assert outcome.places == places
    assert outcome.scores == tuple(min(map(int, side.split())) for side in tracks)


@pytest.mark.parametrize(
    ("tracks", "places", "shares"),
    [
        (["6 6 6 6 6 7", "6 6 6 6 7 6", "5 9 9 9 9 9"], (1, 1, 3), (0.5, 0.5, 0)),
        (["5 9 9 9 9 9", "6 6 6 6 6 6", "6 6 6 6 6 6"], (3, 1, 1), (0, 0.5, 0.5)),
        (["7 7 7 7 7 7", "6 6 6 6 6 6", "6 6 6 6 6 6"], (1, 2, 2), (1, 0, 0)),
        (["7 7 7 7 7 7"] * 3, (1, 1, 1), (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_H22_equals_share_a_place_and_the_next_is_left_out(
    tracks: list[str], places: tuple[int, ...], shares: tuple[float, ...]
) -> None:
    outcome = hex_finished("hex(players=3)", tracks).outcome()
    assert outcome.places == places
    assert outcome.shares == pytest.approx(shares)


def test_H22_two_pairs_of_equals_among_four() -> None:
    outcome = hex_finished("hex(players=4)", ["5 5 5 5 5 5", "8 8 8 8 8 8"] * 2).outcome()
    assert outcome.places == (3, 1, 3, 1)


def test_H23_it_does_not_matter_which_colour_is_the_weakest() -> None:
    turned = ["4 5 6 7 8 9", "5 6 7 8 9 4", "9 8 7 6 5 4", "7 4 9 5 8 6"]
    assert hex_finished("hex(players=4)", turned).outcome().places == (1, 1, 1, 1)


def test_H23_markers_at_18_do_not_win() -> None:
    outcome = hex_finished("hex(players=3)", ["18 18 18 18 18 5", "6 6 6 6 6 6", "18 5 5 5 5 5"]).outcome()
    assert outcome.places == (2, 1, 3)
    assert outcome.scores == (5, 6, 5)


def staged(tracks: str, other: str = NOBODY) -> State:
    return compose("hex", tiles=STAGE, racks=["rg bo yp go ry bp"], tracks=[tracks, other])


def test_H24_all_six_markers_at_18_win_at_once() -> None:
    state = staged("16 18 18 18 18 18", "18 18 18 18 18 17")
    before = bag(state)
    play(state, RG)
    assert state.tracks[0] == (18,) * 6
    assert_over(state, Reason.COMPLETE, 5, before)
    assert hex_free_pairs(state), "though there is room"
    assert state.outcome().places == (1, 2)


def test_H24_both_halves_may_bring_the_last_markers_home() -> None:
    state = staged("17 16 18 18 18 18")
    before = bag(state)
    play(state, RG)
    assert_over(state, Reason.COMPLETE, 5, before)


def test_H24_a_bonus_move_may_win_at_once() -> None:
    state = staged("16 16 16 16 16 17")
    before = bag(state)
    for move, bonus in ((RG, 2), (BO, 3)):
        play(state, move)
        assert look(state).bonus == bonus
    assert explained(state, YP).after == (18,) * 6
    play(state, YP)
    assert_over(state, Reason.COMPLETE, 3, before)
    assert state.outcome().shares == (1, 0)


def test_H24_five_markers_at_18_do_not_end_the_game() -> None:
    state = staged("16 15 18 18 18 18")
    play(state, RG)
    assert state.tracks[0] == (18, 17, 18, 18, 18, 18)
    assert (state.phase, state.outcome().reason) == (Phase.BONUS, Reason.NONE)


def test_H24_the_winner_by_all_six_is_first_also_on_the_last_free_cells() -> None:
    state = almost_full(*GAP, racks="rg rg rg rb ro rr", tracks="16 17 18 18 18 18")
    before = bag(state)
    play(state, RG)
    assert_over(state, Reason.COMPLETE, 5, before)
    assert state.outcome().places == (1, 2)


def test_HX6_the_single_12_ranks_before_two_12s() -> None:
    """Stach, Aga, Kuba, Dominika: their weakest are red 10, blue 9, purple 9 and green 7.

    Aga's next is orange 12; Kuba has red and yellow at 12.
    """
    stach, aga, kuba, dominika = (
        "10 14 13 16 18 12",
        "15 14 9 12 13 16",
        "12 18 17 18 12 9",
        "18 7 18 18 18 18",
    )
    outcome = hex_finished("hex(players=4)", [stach, aga, kuba, dominika]).outcome()
    assert outcome.scores == (10, 9, 9, 7)
    assert outcome.places == (1, 2, 3, 4)
    turned = hex_finished("hex(players=4)", [dominika, kuba, aga, stach]).outcome()
    assert turned.places == (4, 3, 2, 1)


def test_HX7_after_9_and_12_the_14_ranks_before_the_13() -> None:
    a, b, c = "10 10 11 11 10 12", "14 18 9 14 15 12", "18 18 13 9 12 18"
    outcome = hex_finished("hex(players=3)", [a, b, c]).outcome()
    assert outcome.scores == (10, 9, 9)
    assert outcome.places == (1, 2, 3)
    assert hex_finished("hex(players=3)", [c, a, b]).outcome().places == (3, 1, 2)
