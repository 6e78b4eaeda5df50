"""The hex board game alone (S1-S5, SX1)."""

import pytest

from composing import compose
from rules.acting import (
    RG,
    STAGE,
    YP,
    bag,
    draw,
    explained,
    hex_fill,
    hex_finished,
    hex_free_pairs,
    legal,
    look,
    play,
    rack,
    settle,
)
from sixfold import OVER, Phase, Reason, Rules, State

SOLO = "hex-solo"


def staged(tile: str, tracks: str, game: str = SOLO) -> State:
    return compose(game, tiles=STAGE, racks=[tile], tracks=[tracks])


def test_S1_solo_is_played_on_the_white_cells_without_a_rack() -> None:
    rules = Rules.parse(SOLO)
    assert (rules.players, len(rules.geometry.names), rules.hand, rules.tiles) == (1, 91, 1, 120)


def test_S1_one_tile_is_drawn_placed_and_scored_then_the_next() -> None:
    state = State.new(Rules.parse(SOLO))
    assert state.phase is Phase.DEAL
    draw(state, "rb")
    assert (state.phase, state.actor, rack(state, 0)) == (Phase.PLACE, 0, ["rb"])
    assert {move.split()[0] for move in legal(state)} == {"rb"}
    play(state, "rb f9 f10")
    assert state.tracks == ((0, 0, 1, 0, 0, 0),)
    assert (state.phase, rack(state, 0), sum(bag(state).values())) == (Phase.REFILL, [], 119)
    draw(state, "gg")
    assert (state.phase, state.actor, rack(state, 0)) == (Phase.PLACE, 0, ["gg"])
    assert sum(bag(state).values()) == 118


def test_S1_only_the_first_tile_must_touch_a_printed_symbol() -> None:
    state = State.new(Rules.parse(SOLO))
    draw(state, "rb")
    assert len({frozenset(move.split()[1:]) for move in legal(state)}) == 54
    assert "rb f6 f7" not in legal(state)
    play(state, "rb b6 b7")
    draw(state, "go")
    assert {frozenset(move.split()[1:]) for move in legal(state)} == hex_free_pairs(state)
    assert "go f6 f7" in legal(state)


def test_S1_the_game_ends_when_the_board_is_full() -> None:
    tiles = hex_fill(SOLO, ["e6", "e7"], tiles=STAGE, without="rg")
    state = compose(SOLO, tiles=tiles, racks=["rg"], tracks=["1 1 1 1 1 1"])
    before = bag(state)
    play(state, RG)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.FULL)
    assert state.tracks == ((3, 3, 1, 1, 1, 1),)
    assert (rack(state, 0), bag(state)) == ([], before)


def test_S2_the_track_is_two_sheets_of_18() -> None:
    rules = Rules.parse(SOLO)
    assert (rules.game.sheet, rules.game.sheets, rules.track) == (18, 2, 36)
    assert State.new(rules).tracks == ((0, 0, 0, 0, 0, 0),)


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [(15, 17, 0), (16, 18, 0), (17, 18, 1), (18, 20, 0), (33, 35, 0)],
)
def test_S3_at_18_the_marker_goes_to_the_second_sheet_and_what_is_over_is_lost(
    before: int, after: int, lost: int
) -> None:
    state = staged("rb", f"{before} 0 0 0 0 0")
    assert explained(state, "rb e6 e7").points == {"r": 2, "b": 0}
    assert explained(state, "rb e6 e7").lost == lost
    play(state, "rb e6 e7")
    assert state.tracks == ((after, 0, 0, 0, 0, 0),)


def test_S3_the_next_turn_scores_on_the_second_sheet() -> None:
    state = staged("rb", "17 0 0 0 0 0")
    play(state, "rb e6 e7")
    draw(state, "rr")
    play(state, "rr d7 c7")
    assert state.tracks[0][0] == 18 + 1, "the red on d7 touches that on e6"


@pytest.mark.parametrize(("text", "value"), [("bb f5 f6", 18 + 3), ("bb f6 f5", 18 + 1)])
def test_S3_the_second_half_of_a_double_scores_on_the_second_sheet(text: str, value: int) -> None:
    """The half on f5 scores 1, that on f6 scores 3; blue stands at 17."""
    state = compose(SOLO, tiles=["by f4 f3", "bb f7 f8", "by f9 e9"], racks=["bb"], tracks=["0 0 17 0 0 0"])
    assert explained(state, text).points == {"b": 4}
    assert {half.cell: half.points for half in explained(state, text).halves} == {"f5": 1, "f6": 3}
    play(state, text)
    assert state.tracks[0][2] == value


@pytest.mark.parametrize("tracks", ["16 16 0 0 0 0", "34 34 0 0 0 0"])
def test_S4_there_are_no_bonus_moves(tracks: str) -> None:
    state = staged("rg", tracks)
    assert explained(state, RG).bonus_moves == 0
    play(state, RG)
    assert (state.phase, look(state).bonus) == (Phase.REFILL, 0)
    settle(state)
    assert (state.phase, len(rack(state, 0))) == (Phase.PLACE, 1)


def test_S4_there_is_no_exchange() -> None:
    state = staged("rg", "5 5 0 5 5 5")
    assert not state.may_exchange(), "though the tile lacks blue, the weakest colour"
    play(state, RG)
    assert state.phase is Phase.REFILL
    assert not state.may_exchange()
    assert "exchange_empty_rack" not in dict(state.rules.options)


@pytest.mark.parametrize(("before", "lost"), [(34, 0), (35, 1), (36, 2)])
def test_S4_the_second_sheet_ends_at_36(before: int, lost: int) -> None:
    state = staged("rb", f"{before} 0 0 0 0 0")
    assert explained(state, "rb e6 e7").lost == lost
    play(state, "rb e6 e7")
    assert state.tracks[0][0] == 36


def test_S4_all_six_at_36_end_the_game_at_once() -> None:
    state = staged("yp", "36 36 36 36 34 35")
    before = bag(state)
    play(state, YP)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.COMPLETE)
    assert state.outcome().scores == (36,)
    assert bag(state) == before
    assert hex_free_pairs(state)


def test_S4_all_six_at_the_end_of_the_first_sheet_do_not_end_the_game() -> None:
    state = staged("yp", "18 18 18 18 16 16")
    play(state, YP)
    assert state.tracks == ((18,) * 6,)
    assert state.phase is Phase.REFILL


def test_S4_as_an_option_the_game_goes_on_with_all_six_at_36() -> None:
    state = staged("yp", "36 36 36 36 34 35", game="hex-solo(complete_ends=off)")
    play(state, YP)
    assert state.tracks == ((36,) * 6,)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 0)


@pytest.mark.parametrize(
    ("tracks", "result"), [("20 19 25 36 18 30", 18), ("20 19 25 36 17 30", 17), ("36 36 36 36 36 21", 21)]
)
def test_S5_the_result_is_the_weakest_colour_over_both_sheets(tracks: str, result: int) -> None:
    outcome = hex_finished(SOLO, [tracks]).outcome()
    assert (outcome.scores, outcome.places) == ((result,), (1,))


def test_SX1_green_and_yellow_go_to_the_second_sheet() -> None:
    """Green +2 from 16; yellow +4 from 17, of which 3 are lost. Then the next tile is drawn."""
    state = compose(SOLO, tiles=["gg e4 e5", "yy e8 e9", "yy d8 c9"], racks=["gy"], tracks=["5 16 5 5 17 5"])
    score = explained(state, "gy e6 e7")
    assert score.points == {"g": 2, "y": 4}
    assert (score.lost, score.bonus_moves) == (3, 0)
    play(state, "gy e6 e7")
    assert state.tracks == ((5, 18, 5, 5, 18, 5),)
    assert state.phase is Phase.REFILL
    draw(state, "pp")
    assert (state.phase, state.actor) == (Phase.PLACE, 0)
