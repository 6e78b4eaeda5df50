"""The hex board game as a duel (D1-D6, DX1)."""

import pytest

from composing import compose
from rules.acting import (
    BO,
    RG,
    STAGE,
    YP,
    action,
    bag,
    begin,
    draw,
    drawable,
    explained,
    hex_fill,
    hex_finished,
    hex_free_pairs,
    legal,
    look,
    play,
    rack,
)
from sixfold import OVER, MoveError, Phase, Reason, Rules, State

DUEL = "hex-duel"
NOBODY = "0 0 0 0 0 0"
FULL_RACK = "rg bo yp go oy bp"
FREE = "------"


def staged(
    mine: str = NOBODY,
    theirs: str = NOBODY,
    *,
    tokens: str = FREE,
    racks: str = FULL_RACK,
    game: str = DUEL,
    mover: int = 0,
) -> State:
    """One seat to move before the stage: the markers on its side and on the other."""
    tracks = [mine, theirs] if mover == 0 else [theirs, mine]
    held = [racks] if mover == 0 else ["rb rb rb rb rb rb", racks]
    return compose(game, tiles=STAGE, racks=held, tracks=tracks, tokens=tokens, mover=mover)


def holders(state: State) -> str:
    """Who holds the tokens, as `staged` takes them."""
    return "".join("-" if holder is None else str(holder + 1) for holder in look(state).tokens)


# ---------------------------------------------------------------- markers


def test_D1_two_players_on_the_white_cells_with_six_markers_in_the_middle() -> None:
    state = begin(DUEL)
    assert (state.rules.players, len(state.rules.geometry.names), state.rules.track) == (2, 91, 9)
    assert state.tracks == ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))
    assert holders(state) == FREE


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(
    ("mine", "theirs", "then_mine", "then_theirs"),
    [(0, 0, 2, 0), (3, 0, 5, 0), (7, 0, 9, 0), (8, 0, 9, 0), (0, 1, 1, 0), (0, 2, 0, 0), (0, 5, 0, 3)],
    ids=["from 0", "on", "to 9", "past 9", "through the middle", "to the middle", "back"],
)
def test_D1_a_marker_moves_towards_the_player_who_scored(
    mine: int, theirs: int, then_mine: int, then_theirs: int, mover: int
) -> None:
    state = staged(f"{mine} 0 0 0 0 0", f"{theirs} 0 0 0 0 0", mover=mover)
    play(state, RG)
    assert state.tracks[mover] == (then_mine, 2, 0, 0, 0, 0)
    assert state.tracks[1 - mover] == (then_theirs, 0, 0, 0, 0, 0)


def test_D1_a_marker_leaves_the_other_players_9() -> None:
    state = staged(theirs="9 0 0 0 0 0", tokens="2-----")
    play(state, RG)
    assert state.tracks == ((0, 2, 0, 0, 0, 0), (7, 0, 0, 0, 0, 0))
    assert holders(state) == "2-----", "the token stays where it is"


@pytest.mark.parametrize(
    ("mine", "theirs", "lost"),
    [(8, 0, 1), (9, 0, 2), (7, 0, 0), (0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 5, 0)],
)
def test_D1_only_what_is_over_9_is_lost(mine: int, theirs: int, lost: int) -> None:
    tokens = "1-----" if mine == 9 else FREE
    state = staged(f"{mine} 0 0 0 0 0", f"{theirs} 0 0 0 0 0", tokens=tokens)
    assert explained(state, RG).lost == lost


# ---------------------------------------------------------------- tokens and bonus moves


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("red", [7, 8])
def test_D2_at_the_own_9_one_takes_the_token_and_a_bonus_move(red: int, mover: int) -> None:
    state = staged(f"{red} 0 0 0 0 0", mover=mover)
    assert explained(state, RG).bonus_moves == 1
    play(state, RG)
    assert holders(state) == f"{mover + 1}-----"
    assert (state.phase, state.actor, look(state).bonus) == (Phase.BONUS, mover, 1)
    play(state, BO)
    assert (state.phase, look(state).bonus) == (Phase.REFILL, 0)


def test_D2_below_9_there_is_neither_token_nor_bonus() -> None:
    state = staged("6 0 0 0 0 0")
    play(state, RG)
    assert (holders(state), state.phase) == (FREE, Phase.REFILL)


def test_D2_two_markers_at_9_are_two_tokens_and_two_bonus_moves() -> None:
    state = staged("7 8 0 0 0 0")
    play(state, RG)
    assert (holders(state), state.phase, look(state).bonus) == ("11----", Phase.BONUS, 2)


def test_D2_a_bonus_move_may_earn_another() -> None:
    state = staged("7 0 7 0 0 0")
    play(state, RG)
    play(state, BO)
    assert (holders(state), state.phase, look(state).bonus) == ("1-1---", Phase.BONUS, 1)


@pytest.mark.parametrize("mover", [0, 1])
def test_D2_the_token_is_taken_from_the_opponent(mover: int) -> None:
    theirs, mine = f"{2 - mover}-----", f"{mover + 1}-----"
    state = staged("7 0 0 0 0 0", tokens=theirs, mover=mover)
    play(state, RG)
    assert (holders(state), state.phase, look(state).bonus) == (mine, Phase.BONUS, 1)


@pytest.mark.parametrize("red", [7, 8, 9])
def test_D2_who_holds_the_token_gets_no_further_bonus(red: int) -> None:
    state = staged(f"{red} 0 0 0 0 0", tokens="1-----")
    assert explained(state, RG).bonus_moves == 0
    play(state, RG)
    assert (state.tracks[0][0], holders(state)) == (9, "1-----")
    assert (state.phase, look(state).bonus) == (Phase.REFILL, 0)


def test_D2_a_token_that_was_taken_back_can_be_won_again_with_a_bonus() -> None:
    """The same colour three times: won, taken by the opponent, won again; between, the marker moves."""
    won = ""
    tokens = FREE
    for mover in (0, 1, 0):
        state = staged("8 0 0 0 0 0", tokens=tokens, mover=mover)
        play(state, RG)
        assert (state.phase, state.actor) == (Phase.BONUS, mover)
        tokens = holders(state)
        won += tokens[0]
    assert won == "121"


def test_D2_marker_pulled_off_and_back_to_9_in_one_game_earns_nothing_new() -> None:
    """Seat 1 holds red; seat 2 pulls the marker from 9 to 7, seat 1 brings it back."""
    racks = [FULL_RACK, "rg rb rb rb rb rb"]
    state = compose(
        DUEL, tiles=STAGE, racks=racks, tracks=["9 0 0 0 0 0", NOBODY], tokens="1-----", mover=1, turn=5
    )
    play(state, RG)
    assert state.tracks == ((7, 0, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0))
    draw(state, "pp")
    play(state, "rg f5 g5")
    assert (state.tracks[0][0], holders(state), state.phase) == (9, "1-----", Phase.REFILL)


def test_D2_the_bonus_move_is_mandatory() -> None:
    state = staged("7 0 0 0 0 0")
    play(state, RG)
    assert "pass" not in legal(state)
    with pytest.raises(MoveError):
        state.apply(action(state, "pass"))


def test_D2_as_an_option_a_bonus_move_may_be_declined() -> None:
    state = staged("7 7 0 0 0 0", game="hex-duel(bonus_optional=on)", racks="rg bo yp bo oy bp")
    assert "pass" not in legal(state), "the move itself may not"
    play(state, RG)
    assert {"pass", BO} <= legal(state)
    play(state, "pass")
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 1)
    play(state, "pass")
    assert (state.phase, holders(state)) == (Phase.REFILL, "11----")
    draw(state, "pp")
    assert (state.phase, state.actor, len(rack(state, 0))) == (Phase.PLACE, 1, 6)


# ---------------------------------------------------------------- exchange


def at_nine(held: str, game: str = DUEL, mine: str = "9 0 0 0 0 0", theirs: str = NOBODY) -> State:
    """Seat 1 has laid a tile far from everything, its rack now being `held`."""
    tokens = "".join(
        "1" if own == "9" else "2" if other == "9" else "-"
        for own, other in zip(mine.split(), theirs.split(), strict=True)
    )
    state = compose(game, racks=[f"oy {held}"], tracks=[mine, theirs], tokens=tokens)
    play(state, "oy f5 f6")
    return state


def test_D3_with_a_marker_on_the_own_9_tiles_of_its_colour_may_be_exchanged() -> None:
    state = at_nine("rb rr gg gy op")
    assert state.phase is Phase.EXCHANGE
    assert legal(state) == {"keep", "exchange"}


@pytest.mark.parametrize("eyes", [0, 1, None])
def test_D3_exactly_the_tiles_that_show_it_are_shown_and_put_aside(eyes: int | None) -> None:
    state = at_nine("rb gg rr gy op")
    play(state, "exchange")
    assert [state.rules.kinds[kind] for kind in look(state, eyes).aside] == ["rb", "rr"]
    assert rack(state, 0) == ["gg", "gy", "op"]


def test_D3_the_rack_is_refilled_to_6_before_they_return_to_the_bag() -> None:
    """All five red doubles are exchanged: none can be drawn now, all are in the bag afterwards."""
    state = at_nine("rr rr rr rr rr")
    full = sum(bag(state).values())
    play(state, "exchange")
    drawn = ["rg", "bb", "bo", "yy", "pp", "pp"]
    for tile in drawn:
        assert "rr" not in drawable(state)
        draw(state, tile)
    assert rack(state, 0) == drawn
    assert (bag(state)["rr"], sum(bag(state).values())) == (5, full - 6 + 5)
    assert (state.phase, state.actor, look(state).aside) == (Phase.PLACE, 1, ())


def test_D3_tiles_without_the_colour_stay() -> None:
    state = at_nine("gg rr by rp bb")
    play(state, "exchange")
    draw(state, "yy", "yy", "yy")
    assert rack(state, 0) == ["gg", "by", "bb", "yy", "yy", "yy"]
    assert state.actor == 1


def test_D3_one_may_keep_all() -> None:
    state = at_nine("gg rr by rp bb")
    play(state, "keep")
    draw(state, "yy")
    assert rack(state, 0) == ["gg", "rr", "by", "rp", "bb", "yy"]
    assert state.actor == 1


def test_D3_several_nines_count_together() -> None:
    state = at_nine("gg rr by rp bb", mine="9 0 9 8 0 0")
    play(state, "exchange")
    assert [state.rules.kinds[kind] for kind in look(state).aside] == ["rr", "by", "rp", "bb"]
    assert rack(state, 0) == ["gg"]


@pytest.mark.parametrize(
    ("mine", "held"),
    [
        ("9 0 0 0 0 0", "gg gg by op bb"),
        ("8 0 0 0 0 0", "rr rr rg rb ro"),
        (NOBODY, "rr rr rg rb ro"),
        ("0 5 5 5 5 5", "gg gg by op bb"),
    ],
    ids=["no such tile", "only at 8", "nothing at 9", "weakest colour lacking as in H18"],
)
def test_D3_otherwise_there_is_no_exchange(mine: str, held: str) -> None:
    assert at_nine(held, mine=mine).phase is Phase.REFILL


@pytest.mark.parametrize(
    ("game", "aside"),
    [
        (DUEL, ["rr", "rb"]),
        ("hex-duel(duel_exchange_side=own)", ["rr", "rb"]),
        ("hex-duel(duel_exchange_side=any)", ["rr", "rb", "gp"]),
    ],
)
def test_D3_whose_nines_count_is_an_option(game: str, aside: list[str]) -> None:
    """Red stands on the own 9, green on the opponent's."""
    state = at_nine("rr rb gp by bb", game, theirs="0 9 0 0 0 0")
    play(state, "exchange")
    assert [state.rules.kinds[kind] for kind in look(state).aside] == aside


@pytest.mark.parametrize(("side", "phase"), [("own", Phase.REFILL), ("any", Phase.EXCHANGE)])
def test_D3_the_opponents_nine_alone_allows_it_only_as_an_option(side: str, phase: Phase) -> None:
    game = f"hex-duel(duel_exchange_side={side})"
    assert at_nine("gg gp by bb bb", game, mine=NOBODY, theirs="0 9 0 0 0 0").phase is phase


def test_D3_the_exchange_comes_after_the_bonus_moves() -> None:
    state = staged("7 0 0 0 0 0", racks="rg bo rr rr go op")
    play(state, RG)
    assert state.phase is Phase.BONUS
    assert not {"keep", "exchange"} & legal(state)
    play(state, BO)
    assert legal(state) == {"keep", "exchange"}
    play(state, "exchange")
    assert [state.rules.kinds[kind] for kind in look(state).aside] == ["rr", "rr"]
    draw(state, "yy", "yy", "yp", "yp")
    assert rack(state, 0) == ["go", "op", "yy", "yy", "yp", "yp"]


# ---------------------------------------------------------------- the end


def test_D4_the_duel_ends_when_the_board_is_full() -> None:
    tiles = hex_fill(DUEL, ["e6", "e7"], tiles=STAGE, without="rg")
    state = compose(DUEL, tiles=tiles, racks=["rg rg rr rb ro ry"], tracks=["7 0 0 0 0 0", NOBODY])
    before = bag(state)
    play(state, RG)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.FULL)
    assert (len(rack(state, 0)), bag(state)) == (5, before), "no bonus move, exchange or refill"
    assert state.outcome().places == (1, 2)


@pytest.mark.parametrize(
    ("tracks", "tokens", "scores", "places"),
    [
        (["1 1 1 0 0 0", "0 0 0 9 9 0"], "---22-", (3, 2), (1, 2)),
        (["0 0 1 0 0 0", "1 1 0 0 0 0"], "111111", (1, 2), (2, 1)),
        (["0 0 0 0 0 0", "1 0 0 0 0 0"], FREE, (0, 1), (2, 1)),
        ([NOBODY, NOBODY], "1111--", (0, 0), (1, 1)),
    ],
    ids=["more markers", "tokens do not count", "markers at 0 do not count", "all at 0"],
)
def test_D4_more_markers_on_the_own_side_win(
    tracks: list[str], tokens: str, scores: tuple[int, int], places: tuple[int, int]
) -> None:
    outcome = hex_finished(DUEL, tracks, tokens).outcome()
    assert (outcome.scores, outcome.places) == (scores, places)


@pytest.mark.parametrize(
    ("tracks", "places"),
    [
        (["3 3 3 0 0 0", "0 0 0 2 8 8"], (1, 2)),
        (["2 3 3 0 0 0", "0 0 0 2 4 4"], (2, 1)),
        (["2 3 5 0 0 0", "0 0 0 4 3 2"], (1, 2)),
        (["2 3 5 0 0 0", "0 0 0 5 3 2"], (1, 1)),
        (["0 6 0 0 0 0", "0 0 0 0 0 5"], (1, 2)),
    ],
    ids=["weakest", "next weakest", "the third", "a draw", "one each"],
)
def test_D5_with_as_many_markers_the_weakest_decide(tracks: list[str], places: tuple[int, int]) -> None:
    assert hex_finished(DUEL, tracks).outcome().places == places


@pytest.mark.parametrize("theirs", [0, 1])
def test_D6_all_six_markers_on_the_own_side_win_at_once(theirs: int) -> None:
    state = staged("1 1 1 1 1 0", f"0 0 0 0 0 {theirs}")
    before = bag(state)
    play(state, YP)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.COMPLETE)
    assert state.tracks == ((1, 1, 1, 1, 3, 2 - theirs), (0, 0, 0, 0, 0, 0))
    assert state.outcome().places == (1, 2)
    assert (len(rack(state, 0)), bag(state)) == (5, before)
    assert hex_free_pairs(state)


def test_D6_a_marker_in_the_middle_is_on_nobodys_side() -> None:
    state = staged("1 1 1 1 1 0", "0 0 0 0 0 2")
    play(state, YP)
    assert state.tracks == ((1, 1, 1, 1, 3, 0), (0, 0, 0, 0, 0, 0))
    assert (state.phase, state.outcome().reason) == (Phase.REFILL, Reason.NONE)


def test_D6_the_second_seat_may_win_at_once() -> None:
    state = staged("1 1 1 1 1 0", mover=1)
    play(state, YP)
    assert (state.actor, state.outcome().places) == (OVER, (2, 1))


@pytest.mark.parametrize(("check", "purple"), [("both", 3), ("each", 1)])
def test_D6_the_win_is_looked_for_after_both_halves(check: str, purple: int) -> None:
    """Yellow brings the last marker over; the purple half is scored only with `both`, the default."""
    state = staged("1 1 1 1 0 1", game=f"hex-duel(win_check={check})")
    assert Rules.parse(DUEL)["win_check"] == "both"
    play(state, YP)
    assert state.tracks[0] == (1, 1, 1, 1, 2, purple)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.COMPLETE)


def test_D6_a_bonus_move_may_win_at_once() -> None:
    state = staged("7 1 1 1 0 0")
    play(state, RG)
    assert state.phase is Phase.BONUS
    play(state, YP)
    assert (state.actor, state.outcome().reason) == (OVER, Reason.COMPLETE)


@pytest.mark.parametrize("tokens", [FREE, "1-22--"])
def test_DX1_two_markers_each_the_weakest_equal_the_4_beats_the_3(tokens: str) -> None:
    """Ola: red 2, green 4. Krzys: blue 2, yellow 3. Orange and purple stand at 0."""
    ola, krzys = "2 4 0 0 0 0", "0 0 2 0 3 0"
    outcome = hex_finished(DUEL, [ola, krzys], tokens).outcome()
    assert (outcome.scores, outcome.places) == ((2, 2), (1, 2))
    assert hex_finished(DUEL, [krzys, ola], tokens).outcome().places == (2, 1)
