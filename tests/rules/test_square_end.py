"""The square board game: how it ends and who wins."""

import pytest

from composing import compose
from rules.acting import draw, explained, legal, play, rack, settle
from rules.boards import almost_full
from rules.reading import content, markers, pyramids
from sixfold import OVER, Phase, Reason, State

SINGLES = "pair_tiles=1,double_tiles=1"
AT_TURN = "square(end_check=turn)"
RED_WEAKEST = ["0 5 5 5 5", "5 5 5 5 5"]


def finished(*tracks: str) -> State:
    """A game whose last tile has just been laid, for no points."""
    state = almost_full(f"square(players={len(tracks)})", racks=["rr"], tracks=tracks)
    play(state, "rr a1 a2")
    assert state.outcome().reason is Reason.FULL
    return state


# ---------------------------------------------------------------- no room


@pytest.mark.parametrize("game", ["square", "square(end_check=placement)"])
def test_Q13_the_game_ends_with_the_last_placement_and_nothing_is_drawn_or_exchanged(game: str) -> None:
    state = almost_full(game, racks=["rr gg gg gb gb"], tracks=RED_WEAKEST)
    assert legal(state) == {"rr a1 a2", "gg a1 a2", "gb a1 a2", "gb a2 a1"}
    before = state.bag
    play(state, "rr a1 a2")
    assert (state.phase, state.actor) == (Phase.OVER, OVER)
    assert state.outcome().reason is Reason.FULL
    assert rack(state, 0) == ["gg", "gg", "gb", "gb"]
    assert state.bag == before
    assert legal(state) == set()


def test_Q13_checked_at_the_next_turn_there_is_still_an_exchange_and_a_refill() -> None:
    state = almost_full(AT_TURN, racks=["rr gg gg gb gb"], tracks=RED_WEAKEST)
    play(state, "rr a1 a2")
    assert legal(state) == {"keep", "exchange"}
    play(state, "keep")
    draw(state, "rp")
    assert rack(state, 0) == ["gg", "gg", "gb", "gb", "rp"]
    assert (state.phase, state.outcome().reason) == (Phase.OVER, Reason.FULL)


def test_Q13_both_checks_give_the_same_result() -> None:
    outcomes = []
    for check in ("placement", "turn"):
        state = almost_full(f"square(end_check={check})", racks=["rg"], tracks=["9 3 9 9 9", "8 8 5 8 8"])
        play(state, "rg a1 a2")
        settle(state)
        outcomes.append(state.outcome())
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].scores == (7, 5)
    assert outcomes[0].places == (1, 2)


def test_Q13_a_bonus_move_that_finds_no_room_lapses() -> None:
    state = almost_full("square", racks=["rg gg"], tracks=["5 17 5 5 5", "0 0 0 0 0"])
    assert explained(state, "rg a1 a2").bonus_moves == 0
    play(state, "rg a1 a2")
    assert markers(state, 0)["g"] == 18
    assert (state.phase, state.everything().bonus) == (Phase.OVER, 0)
    assert rack(state, 0) == ["gg"]


def test_Q13_a_bonus_move_without_room_lapses_before_the_refill_too() -> None:
    state = almost_full(AT_TURN, racks=["rg pp pp rr rr"], tracks=["5 17 5 5 5", "0 0 0 0 0"])
    play(state, "rg a1 a2")
    assert (state.phase, state.everything().bonus) == (Phase.REFILL, 0)
    settle(state)
    assert (state.phase, state.mover) == (Phase.OVER, 0)


@pytest.mark.parametrize(("last", "gap"), [("rr a1 a2", "a3"), ("rr a2 a3", "a1")])
@pytest.mark.parametrize("supply", ["unlimited", "limited"])
def test_Q13_a_single_square_that_remains_is_no_room(supply: str, last: str, gap: str) -> None:
    state = almost_full(f"square(pyramid_supply={supply})", racks=["rr"], room=["a1", "a2", "a3"])
    assert legal(state) == {"rr a1 a2", "rr a2 a3"}
    assert gap not in pyramids(state)
    play(state, last)
    assert state.outcome().reason is Reason.FULL
    assert content(state, gap) == "^"


def test_Q13_while_there_is_room_the_game_goes_on() -> None:
    state = almost_full("square", racks=["rr", "rp"], room=["a1", "a2", "b1", "b2"])
    play(state, "rr a1 a2")
    settle(state)
    assert legal(state) == {"rp b1 b2", "rp b2 b1"}


# ---------------------------------------------------------------- no tiles


def without_bag(*racks: str) -> State:
    """A three-player game with one tile of each kind: what is on no rack lies in the rows d to h."""
    kinds = ["rr", "rg", "rb", "ro", "rp", "gg", "gb", "go", "gp", "bb", "bo", "bp", "oo", "op", "pp"]
    laid = [kind for kind in kinds if kind not in " ".join(racks).split()]
    cells = [f"{row}{column} {row}{column + 1}" for row in "dgh" for column in (1, 3, 5, 7, 9)]
    tiles = [f"{kind} {place}" for kind, place in zip(laid, cells, strict=False)]
    state = compose(f"square(players=3,{SINGLES})", tiles=tiles, racks=racks)
    assert sum(state.bag) == 0
    return state


def test_Q13_a_player_with_an_empty_rack_is_passed_over() -> None:
    state = without_bag("gg rr", "", "pp")
    play(state, "gg a1 a2")
    assert (state.phase, state.actor) == (Phase.PLACE, 2)
    assert state.everything().turn == 8
    play(state, "pp a4 a5")
    assert state.actor == 0
    assert rack(state, 0) == ["rr"]


def test_Q13_without_any_tile_left_the_game_is_over() -> None:
    state = without_bag("gg", "", "")
    play(state, "gg a1 a2")
    assert (state.phase, state.outcome().reason) == (Phase.OVER, Reason.TILES)


# ---------------------------------------------------------------- who wins


@pytest.mark.parametrize(
    ("tracks", "places"),
    [
        (["3 9 9 9 9", "4 4 4 4 4"], (2, 1)),
        (["18 18 18 18 6", "7 7 7 7 7"], (2, 1)),
        (["4 9 9 9 5", "9 4 6 4 9"], (1, 2)),
        (["4 5 6 7 8", "8 7 6 5 4"], (1, 1)),
        (["4 5 6 7 8", "4 5 6 7 9"], (2, 1)),
        (["5 6 6 6 6", "6 6 5 6 6", "4 9 9 9 9"], (1, 1, 3)),
        (["5 6 6 6 6", "6 6 6 6 6", "6 6 5 6 6"], (2, 1, 2)),
        (["5 5 5 5 5"] * 3, (1, 1, 1)),
    ],
)
def test_Q14_the_weakest_colour_decides_then_the_next_weakest(
    tracks: list[str], places: tuple[int, ...]
) -> None:
    outcome = finished(*tracks).outcome()
    assert outcome.places == places
    assert outcome.scores == tuple(min(map(int, track.split())) for track in tracks)


def test_Q14_with_all_five_equal_the_victory_is_shared() -> None:
    assert finished("4 5 6 7 8", "8 7 6 5 4", "9 9 9 9 3").outcome().shares == (0.5, 0.5, 0)


def test_Q14_all_five_at_18_win_at_once() -> None:
    """No bonus move, no exchange and no refill comes after it."""
    state = compose("square", racks=["bg rr ro"], tracks=["18 18 17 18 18", "18 18 18 17 18"])
    before = state.bag
    play(state, "bg e8 e7")
    assert (state.phase, state.everything().bonus) == (Phase.OVER, 0)
    assert state.outcome().reason is Reason.COMPLETE
    assert (state.outcome().scores, state.outcome().places) == ((18, 17), (1, 2))
    assert rack(state, 0) == ["rr", "ro"]
    assert state.bag == before


def test_Q14_a_pyramid_may_bring_the_last_marker_to_18() -> None:
    state = compose("square", tiles=["rg a2 a3"], racks=["bo pp"], tracks=["17 18 18 18 18", "0 0 0 0 0"])
    play(state, "bo b1 c1")
    assert state.outcome().reason is Reason.COMPLETE


def test_Q14_a_bonus_move_may_win_at_once() -> None:
    state = compose("square", racks=["bp rp oo"], tracks=["17 18 17 18 18", "0 0 0 0 0"])
    play(state, "bp e8 e7")
    assert state.phase is Phase.BONUS
    play(state, "rp e6 f6")
    assert state.outcome().reason is Reason.COMPLETE


def test_Q14_four_at_18_do_not_end_the_game() -> None:
    state = compose("square", racks=["bg rr ro"], tracks=["18 17 17 18 18", "0 0 0 0 0"])
    play(state, "bg e8 e7")
    assert state.phase is Phase.BONUS


# ---------------------------------------------------------------- printed examples


def test_QX5_eleven_beats_eight() -> None:
    """Ania's weakest colour is red with 11, Kasia's is blue with 8."""
    outcome = finished("11 14 12 16 13", "12 18 8 15 18").outcome()
    assert outcome.scores == (11, 8)
    assert outcome.places == (1, 2)


def test_QX6_three_players_tie_on_nine() -> None:
    """Ania's next colour has 11, Kasia's and Julia's 12; then Kasia has another 12, Julia 15."""
    outcome = finished("9 18 11 17 18", "12 9 16 12 18", "15 16 12 9 15").outcome()
    assert outcome.scores == (9, 9, 9)
    assert outcome.places == (3, 2, 1)
