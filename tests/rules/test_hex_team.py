"""The hex board game, two against two (T1-T5, TX1)."""

from dataclasses import replace

import pytest

from composing import compose
from rules.acting import (
    BO,
    RG,
    STAGE,
    YP,
    bag,
    begin,
    draw,
    drawable,
    explained,
    hex_finished,
    hex_free_pairs,
    legal,
    look,
    play,
    rack,
    settle,
)
from sixfold import OVER, Phase, Reason, Rules, State

TEAM = "hex-team"
NOBODY = "0 0 0 0 0 0"
FULL_RACK = "rg bo yp go ry bp"


def staged(tracks: str, others: str = NOBODY, game: str = TEAM, racks: str = FULL_RACK) -> State:
    """Seat 1 before the stage; the markers of its team and of the others."""
    return compose(game, tiles=STAGE, racks=[racks], tracks=[tracks, others])


# ---------------------------------------------------------------- set-up


def test_T1_four_players_on_the_full_board_with_racks_of_six() -> None:
    state = begin(TEAM)
    assert (state.rules.players, len(state.rules.geometry.names)) == (4, 169)
    assert [len(rack(state, seat)) for seat in range(4)] == [6, 6, 6, 6]


def test_T1_partners_sit_opposite_and_share_one_track_of_two_sheets() -> None:
    state = begin(TEAM)
    assert state.rules.sides == (0, 1, 0, 1)
    assert state.rules.track == 36
    assert state.tracks == ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))


def test_T1_both_partners_move_the_markers_of_their_team() -> None:
    racks = ["rg bo yp go ry bp", "bo rg yp go ry bp", "yp rg bo go ry bp"]
    state = compose(TEAM, tiles=STAGE, racks=racks)
    played = []
    for move in (RG, BO, YP):
        played.append(state.actor)
        play(state, move)
        settle(state)
    assert (played, state.actor) == ([0, 1, 2], 3)
    assert state.tracks == ((2, 2, 0, 0, 2, 2), (0, 0, 2, 2, 0, 0))
    assert state.seat_tracks(0) == state.seat_tracks(2) == (2, 2, 0, 0, 2, 2)
    assert state.seat_tracks(1) == state.seat_tracks(3) == (0, 0, 2, 2, 0, 0)


@pytest.mark.parametrize("seat", range(4))
def test_T1_racks_are_hidden_from_the_partner_too(seat: int) -> None:
    state = begin(TEAM)
    racks = state.view(seat).racks
    assert racks == tuple(state.rack(other) if other == seat else (None,) * 6 for other in range(4))


# ---------------------------------------------------------------- sheets and bonus moves


@pytest.mark.parametrize(
    ("before", "after", "bonus"),
    [(15, 17, 0), (16, 18, 1), (17, 18, 1), (18, 20, 0), (33, 35, 0), (34, 36, 1), (35, 36, 1), (36, 36, 0)],
)
def test_T2_the_end_of_either_sheet_earns_a_bonus_move(before: int, after: int, bonus: int) -> None:
    state = staged(f"{before} 0 0 0 0 0")
    assert explained(state, RG).bonus_moves == bonus
    play(state, RG)
    assert state.tracks == ((after, 2, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))
    assert look(state).bonus == bonus
    assert (state.phase is Phase.BONUS) == (bonus == 1)


def test_T2_the_bonus_move_is_the_players_own_not_the_partners() -> None:
    state = staged("16 0 0 0 0 0")
    play(state, RG)
    assert (state.phase, state.actor) == (Phase.BONUS, 0)
    play(state, BO)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
    assert [len(rack(state, seat)) for seat in range(4)] == [6, 6, 6, 6]


def test_T2_the_next_move_scores_on_the_second_sheet() -> None:
    state = staged("17 0 0 0 0 0")
    play(state, RG)
    play(state, "ry f5 g5")
    assert state.tracks[0] == (20, 2, 0, 0, 0, 0), "red on f5 touches the reds on e5 and e6"


@pytest.mark.parametrize(("before", "after"), [(17, (19, 20)), (16, (19, 18)), (34, (36, 36))])
def test_T2_the_order_of_a_doubles_halves_is_a_choice(before: int, after: tuple[int, int]) -> None:
    """The half on e6 scores 2, that on e7 scores 1; either order earns one bonus move."""
    tiles = ["bb e4 e5", "by e8 e9"]
    for text, value in zip(("bb e6 e7", "bb e7 e6"), after, strict=True):
        state = compose(TEAM, tiles=tiles, racks=["bb bo"], tracks=[f"0 0 {before} 0 0 0", NOBODY])
        play(state, text)
        assert state.tracks[0][2] == value
        assert (state.phase, look(state).bonus) == (Phase.BONUS, 1)


BLUE_RAYS = (
    *("bb h7 h6", "bb h5 h4"),
    *("bb g8 f8", "bb e8 d8"),
    *("bo g9 f9", "bo f10 e10", "by e11 d11", "by d12 c12"),
    *("bo i7 i6", "bo j6 j5", "by k5 k4"),
    *("br i8 i9", "br j8 j9", "bp k8 k9"),
)
"""Lines of 4, 4, 4, 3 and 3 blues that meet on h8; two of the blues also touch h9."""


@pytest.mark.parametrize(("text", "after", "bonus"), [("bb h9 h8", 36, 2), ("bb h8 h9", 20, 1)])
def test_T2_one_double_may_earn_two_bonus_moves_in_one_colour(text: str, after: int, bonus: int) -> None:
    state = compose(TEAM, tiles=BLUE_RAYS, racks=["bb gy gp"], tracks=["0 0 17 0 0 0", NOBODY])
    score = explained(state, text)
    assert {half.cell: half.points for half in score.halves} == {"h8": 18, "h9": 2}
    assert score.bonus_moves == bonus
    play(state, text)
    assert state.tracks[0][2] == after
    assert (state.phase, look(state).bonus) == (Phase.BONUS, bonus)


# ---------------------------------------------------------------- exchange

WITHOUT_RED = "bo gg gg by yp bp"
WITH_RED = "rr rr rg rb ro ry"


@pytest.mark.parametrize(
    ("tracks", "own", "partners", "allowed"),
    [
        (["0 5 5 5 5 5", "5 5 5 5 5 0"], WITHOUT_RED, WITH_RED, True),
        (["0 5 5 5 5 5", "5 5 5 5 5 0"], "bo gg gg by yp ro", WITHOUT_RED, False),
        (["5 5 5 5 5 0", "0 5 5 5 5 5"], WITHOUT_RED, WITH_RED, False),
        (["20 25 25 25 25 25", NOBODY], WITHOUT_RED, WITH_RED, True),
        (["18 0 18 18 18 18", NOBODY], WITHOUT_RED, WITH_RED, False),
    ],
    ids=[
        "own rack lacks it",
        "own rack shows it",
        "the others' weakest",
        "on the second sheet",
        "green weakest",
    ],
)
def test_T3_the_exchange_looks_at_the_teams_weakest_and_the_own_rack(
    tracks: list[str], own: str, partners: str, allowed: bool
) -> None:
    state = compose(TEAM, racks=[own, "op op op op op op", partners], tracks=tracks)
    play(state, "bo f6 f7")
    assert (state.phase is Phase.EXCHANGE) == allowed
    assert state.may_exchange() == allowed


def test_T3_only_the_players_own_tiles_are_exchanged() -> None:
    state = compose(TEAM, racks=["bo gg gg gg gg gg"], tracks=["0 5 5 5 5 5", NOBODY])
    others = [rack(state, seat) for seat in (1, 2, 3)]
    play(state, "bo f6 f7")
    assert legal(state) == {"keep", "exchange"}
    play(state, "exchange")
    for _ in range(6):
        assert "gg" not in drawable(state)
        draw(state, max(drawable(state)))
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
    assert (len(rack(state, 0)), bag(state)["gg"]) == (6, 5)
    assert [rack(state, seat) for seat in (1, 2, 3)] == others


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("tracks", "places"),
    [
        (["19 30 30 30 30 30", "18 36 36 36 36 36"], (1, 2, 1, 2)),
        (["17 36 36 36 36 36", "18 18 18 18 18 18"], (2, 1, 2, 1)),
        (["18 20 30 30 30 30", "18 21 21 21 21 21"], (2, 1, 2, 1)),
        (["18 20 22 24 26 28", "28 26 24 22 20 18"], (1, 1, 1, 1)),
    ],
)
def test_T4_the_team_with_the_higher_weakest_colour_wins(tracks: list[str], places: tuple[int, ...]) -> None:
    outcome = hex_finished(TEAM, tracks).outcome()
    weakest = [min(map(int, side.split())) for side in tracks]
    assert outcome.places == places
    assert outcome.scores == (*weakest, *weakest)


def test_T4_partners_share_the_win() -> None:
    assert hex_finished(TEAM, ["19 19 19 19 19 19", NOBODY]).outcome().shares == (0.5, 0, 0.5, 0)


def test_T4_all_six_at_the_end_of_the_second_sheet_win_at_once() -> None:
    state = staged("36 36 36 36 34 35", "36 36 36 36 36 35")
    before = bag(state)
    play(state, YP)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.COMPLETE)
    assert state.outcome().places == (1, 2, 1, 2)
    assert (len(rack(state, 0)), bag(state)) == (5, before)
    assert hex_free_pairs(state)


def test_T4_as_an_option_the_game_goes_on_with_all_six_at_the_end() -> None:
    state = staged("36 36 36 36 34 35", game="hex-team(complete_ends=off)")
    play(state, YP)
    assert state.tracks[0] == (36,) * 6
    assert (state.phase, look(state).bonus, state.outcome().reason) == (Phase.BONUS, 2, Reason.NONE)


@pytest.mark.parametrize("game", [TEAM, "hex-team(complete_ends=off)"])
def test_T4_all_six_at_the_end_of_the_first_sheet_do_not_end_the_game(game: str) -> None:
    state = staged("18 18 18 18 16 16", game=game)
    play(state, YP)
    assert state.tracks[0] == (18,) * 6
    assert (state.phase, state.outcome().reason) == (Phase.BONUS, Reason.NONE)


# ---------------------------------------------------------------- talk


def test_T5_talk_is_closed_unless_the_table_agreed() -> None:
    assert Rules.parse(TEAM)["talk"] == "closed"
    assert Rules.parse("hex-team(talk=open)")["talk"] == "open"
    assert str(Rules.parse("hex-team(talk=open)")) == "hex-team(talk=open)"


@pytest.mark.parametrize("game", ["hex(players=4)", "hex-duel", "hex-solo"])
def test_T5_only_teams_can_agree_to_talk(game: str) -> None:
    assert "talk" not in dict(Rules.parse(game).options)


@pytest.mark.parametrize("eyes", [0, 1, 2, 3, None])
def test_T5_racks_stay_hidden_in_open_talk(eyes: int | None) -> None:
    closed, talking = begin("hex-team(start=1)"), begin("hex-team(start=1,talk=open)")
    view = talking.view(eyes)
    assert view.racks == tuple(talking.rack(seat) if seat == eyes else (None,) * 6 for seat in range(4))
    assert replace(view, rules=closed.rules) == closed.view(eyes)
    assert legal(talking) == legal(closed)


def test_TX1_green_and_yellow_earn_a_bonus_move_each() -> None:
    """SX1: green +2 from 16, yellow +4 from 17."""
    state = compose(
        TEAM,
        tiles=["gg e4 e5", "yy e8 e9", "yy d8 c9"],
        racks=["gy rr oo bb pp rb"],
        tracks=["5 16 5 5 17 5", NOBODY],
    )
    score = explained(state, "gy e6 e7")
    assert (score.points, score.bonus_moves) == ({"g": 2, "y": 4}, 2)
    play(state, "gy e6 e7")
    assert state.tracks == ((5, 18, 5, 5, 18, 5), (0, 0, 0, 0, 0, 0))
    for left, move in ((2, "rr k5 k6"), (1, "oo l5 l6")):
        assert (state.phase, state.actor, look(state).bonus) == (Phase.BONUS, 0, left)
        play(state, move)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
