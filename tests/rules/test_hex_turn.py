"""The hex board game: a turn (H8-H20)."""

import random

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
    hex_around,
    hex_free_pairs,
    legal,
    look,
    lying,
    play,
    points,
    rack,
    settle,
)
from sixfold import CHANCE, OVER, Move, MoveError, Phase, Rules, State

AREAS = ("hex(players=2)", "hex(players=3)", "hex(players=4)")


def places(state: State, tile: str) -> set[frozenset[str]]:
    """Where a tile may lie."""
    return {frozenset(move.cells) for move in state.legal_moves() if move.what == tile}


# ---------------------------------------------------------------- placing


def test_H8_any_tile_of_the_own_rack_and_no_other_may_be_placed() -> None:
    state = compose("hex", racks=["rg rg bb bo yp pp", "rr gg oo yy gp rp"])
    assert {move.split()[0] for move in legal(state)} == {"rg", "bb", "bo", "yp", "pp"}


@pytest.mark.parametrize("game", AREAS)
def test_H8_a_tile_lies_on_any_two_adjacent_free_cells(game: str) -> None:
    state = compose(game, tiles=[*STAGE, "rb f5 f6"], racks=["yy rg rg rg rg rg"])
    assert places(state, "yy") == places(state, "rg") == hex_free_pairs(state)
    assert not {cell for pair in places(state, "yy") for cell in pair} & set(lying(state))


def test_H8_both_orientations_of_a_tile_are_allowed() -> None:
    state = compose("hex", racks=["rg rg bo bo yp yp"])
    assert {"rg d5 d6", "rg d6 d5", "rg d5 e5", "rg e5 d5", "rg d5 e4", "rg e4 d5"} <= legal(state)
    turned = state.copy()
    play(state, "rg d5 e5")
    play(turned, "rg e5 d5")
    assert (lying(state)["d5"], lying(state)["e5"]) == ("r", "g")
    assert (lying(turned)["d5"], lying(turned)["e5"]) == ("g", "r")


@pytest.mark.parametrize(
    "text",
    ["rg e5 f5", "rg f5 f4", "rg f5 f6", "rg a6 a7", "rg b6 a6", "rg k1 k2"],
    ids=["half taken", "taken and free", "both taken", "printed first", "printed second", "printed corner"],
)
def test_H8_a_cell_with_a_tile_half_or_a_printed_symbol_is_not_free(text: str) -> None:
    state = compose("hex", tiles=["bo f5 f6"], racks=["rg rg bo bo yp yp"])
    assert not state.is_legal(action(state, text))


@pytest.mark.parametrize("text", ["rg f5 f7", "rg e5 f6", "rg f5 f5"])
def test_H8_cells_that_are_not_adjacent_make_no_move(text: str) -> None:
    with pytest.raises(MoveError, match="not neighbours"):
        Move.parse(text, Rules.parse("hex"))


def test_H8_nothing_lies_outside_the_area_in_play() -> None:
    grey = Move.parse("rg a7 a8", Rules.parse("hex(players=3)"))
    assert compose("hex(players=3)", racks=["rg"]).is_legal(grey.action(Rules.parse("hex(players=3)")))
    with pytest.raises(MoveError, match="no cell 'a12'"):
        Move.parse("rg a11 a12", Rules.parse("hex(players=2)"))


def test_H8_the_tile_leaves_the_rack_for_the_board() -> None:
    state = compose("hex", racks=["rg rg bo bo yp yp"])
    before = lying(state)
    play(state, "bo f5 f6")
    assert rack(state, 0) == ["rg", "rg", "bo", "yp", "yp"]
    assert lying(state) == before | {"f5": "b", "f6": "o"}


def beside(state: State, printed: str) -> set[frozenset[str]]:
    """The free pairs that touch a printed symbol."""
    around = hex_around(state.rules, printed)
    return {pair for pair in hex_free_pairs(state) if pair & around}


def test_H9_the_first_tile_touches_a_printed_symbol() -> None:
    state = compose("hex", racks=["rg rg bo bo yp yp"], turn=0)
    corners = [beside(state, cell) for cell in ("a6", "a11", "f11", "k6", "k1", "f1")]
    assert places(state, "rg") == places(state, "yp") == set().union(*corners)
    assert corners[0] == {
        frozenset(pair.split())
        for pair in ("a7 a8", "a7 b6", "a7 b7", "b5 b6", "b5 c4", "b5 c5", "b6 b7", "b6 c5", "b6 c6")
    }
    assert len(places(state, "rg")) == 54
    assert len([move for move in legal(state) if move.startswith("rg")]) == 108


@pytest.mark.parametrize(("game", "red", "count"), [(AREAS[1], "b7", 17), (AREAS[2], "c8", 24)])
def test_H9_on_the_larger_boards_a_symbol_can_be_touched_from_all_sides(
    game: str, red: str, count: int
) -> None:
    state = compose(game, racks=["rg"], turn=0)
    assert len(hex_around(state.rules, red)) == 6
    assert beside(state, red) <= places(state, "rg")
    assert len(beside(state, red)) == count
    assert len(places(state, "rg")) == 6 * count


def test_H9_everybody_takes_a_symbol_that_no_tile_touches_yet() -> None:
    state = begin("hex(players=4,start=1)")
    unclaimed = {"c8", "c13", "h13", "m8", "m3", "h3"}
    for cells, symbol in (("c7 b8", "c8"), ("l9 m9", "m8"), ("i2 i3", "h3"), ("d12 d13", "c13")):
        tile = rack(state, state.actor)[0]
        assert places(state, tile) == set().union(*(beside(state, cell) for cell in unclaimed))
        play(state, f"{tile} {cells}")
        settle(state)
        unclaimed.remove(symbol)
    assert places(state, rack(state, 0)[0]) == hex_free_pairs(state)


def test_H9_a_claimed_symbol_is_closed_however_many_cells_beside_it_are_free() -> None:
    state = compose("hex", tiles=["bo a7 a8"], racks=[], mover=1, turn=1)
    tile = rack(state, 1)[0]
    assert frozenset(("b5", "b6")) in hex_free_pairs(state)
    assert not places(state, tile) & beside(state, "a6")
    assert len(places(state, tile)) == 45


def test_H9_one_half_beside_the_symbol_is_enough() -> None:
    state = compose("hex", racks=["rg"], turn=0)
    assert {"rg b6 c6", "rg c6 b6"} <= legal(state)
    assert not {"rg c6 c7", "rg c5 c6"} & legal(state)


def test_H9_binds_the_first_tile_only() -> None:
    state = compose("hex", racks=["rg bo yp rp ry ob"], tracks=["17 0 0 0 0 0", "0 0 0 0 0 0"], turn=0)
    assert len(places(state, "rg")) == 54
    play(state, "rg b6 b7")
    assert state.phase is Phase.BONUS, "even in the first turn a second tile is free to lie anywhere"
    assert places(state, "bo") == hex_free_pairs(state)
    play(state, "bo f6 f7")
    settle(state)
    assert len(places(state, rack(state, 1)[0])) == 45, "the other seat's first tile is bound"


def test_H10_from_the_second_turn_on_a_tile_needs_no_contact() -> None:
    state = begin("hex(players=2,start=1)")
    for cells in ("a7 a8", "k4 k5"):
        play(state, f"{rack(state, state.actor)[0]} {cells}")
        settle(state)
    for _ in range(2):
        assert places(state, rack(state, state.actor)[0]) == hex_free_pairs(state)
        play(state, f"{rack(state, state.actor)[0]} f{5 + 2 * state.actor} f{6 + 2 * state.actor}")
        settle(state)


def test_H10_no_match_is_needed() -> None:
    state = compose("hex", tiles=["rr f5 f6"], racks=["bo"])
    play(state, "bo e6 e7")
    assert lying(state)["e6"] == "b"
    assert state.tracks[0] == (0, 0, 0, 0, 0, 0)


def test_H10_single_free_cells_may_arise() -> None:
    """The six cells around f6 get covered, f6 itself stays free and can never be covered."""
    state = compose("hex", tiles=["bo e6 e7", "bo f5 g5"], racks=["rg rg"])
    play(state, "rg f7 g6")
    settle(state)
    assert "f6" not in lying(state)
    assert hex_around(state.rules, "f6") <= set(lying(state))
    assert not [pair for pair in places(state, rack(state, 1)[0]) if "f6" in pair]


def test_H11_one_must_place_even_for_no_points() -> None:
    state = compose("hex", racks=["rr rr rr rr rr ro"], tiles=["bo a7 b6", "by b5 c4"])
    assert {sum(points(state, move).values()) for move in legal(state) if move.startswith("rr")} == {0}
    assert not {"pass", "keep", "exchange"} & legal(state)
    for word in ("pass", "keep", "exchange"):
        with pytest.raises(MoveError):
            state.apply(action(state, word))


# ---------------------------------------------------------------- scoring

RAYS = {
    "right": "f7 f8 f9",
    "lower right": "g6 h6 i6",
    "lower left": "g5 h4 i3",
    "left": "f5 f4 f3",
    "upper left": "e6 d6 c6",
    "upper right": "e7 d8 c9",
}
"""The first three cells in each direction from f6."""


@pytest.mark.parametrize("direction", RAYS)
def test_H12_a_half_looks_along_the_five_directions_away_from_its_other_half(direction: str) -> None:
    """Reds lie two deep in the five directions, and also behind the other half, where they do not count."""
    other, *behind = RAYS[direction].split()
    lines = {tuple(ray.split()[:2]) for name, ray in RAYS.items() if name != direction}
    tiles = [f"rr {near} {far}" for near, far in lines]
    state = compose("hex", tiles=[*tiles, f"ro {' '.join(behind)}"], racks=["rg"])
    score = explained(state, f"rg f6 {other}")
    assert score.points == {"r": 10, "g": 0}
    assert [half.cell for half in score.halves] == ["f6", other]
    assert set(score.halves[0].lines) == lines
    play(state, f"rg f6 {other}")
    assert state.tracks == ((10, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0))


def test_H12_the_halves_of_a_double_do_not_count_each_other() -> None:
    state = compose("hex", racks=["bb"])
    assert points(state, "bb f6 f7") == {}


def test_H12_both_halves_of_a_double_are_scored_but_not_through_each_other() -> None:
    state = compose("hex", tiles=["bo f5 f4", "bb f8 f9"], racks=["bb"])
    score = explained(state, "bb f6 f7")
    assert [half.lines for half in score.halves] == [(("f5",),), (("f8", "f9"),)]
    assert score.points == {"b": 3}
    play(state, "bb f6 f7")
    assert state.tracks[0] == (0, 0, 3, 0, 0, 0)


def test_H12_one_cell_counts_for_both_halves_of_a_double() -> None:
    state = compose("hex", tiles=["bo e7 d7"], racks=["bb"])
    assert points(state, "bb f6 f7") == {"b": 2}


@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        (["rr f7 f8", "rr f10 e10"], ("f7", "f8")),
        (["rr f7 f8", "bo f9 e9", "rr f10 e10"], ("f7", "f8")),
        (["ro f8 e8"], ()),
        (["rr f7 f8", "rr f9 f10"], ("f7", "f8", "f9", "f10")),
    ],
    ids=["empty cell", "another symbol", "empty cell at once", "printed blue"],
)
def test_H12_an_empty_cell_or_another_symbol_ends_the_line(tiles: list[str], line: tuple[str, ...]) -> None:
    state = compose("hex", tiles=tiles, racks=["rg"])
    assert explained(state, "rg f6 f5").halves[0].lines == ((line,) if line else ())


def test_H12_the_edge_ends_the_line() -> None:
    state = compose("hex", tiles=["rr d9 d10", "ro d11 c11"], racks=["rg"])
    assert explained(state, "rg d8 d7").halves[0].lines == (("d9", "d10", "d11"),)


def test_H12_printed_symbols_count_like_tiles() -> None:
    state = compose("hex", tiles=["rr b6 c6"], racks=["rg"])
    score = explained(state, "rg d6 e6")
    assert score.halves[0].lines == (("c6", "b6", "a6"),)
    assert score.points == {"r": 3, "g": 0}


def test_H12_each_half_scores_in_its_own_colour_and_for_the_mover_only() -> None:
    state = compose("hex(players=3)", tiles=STAGE, racks=["", "rg"], tracks=["1 1 1 1 1 1"] * 3, mover=1)
    play(state, RG)
    assert state.tracks == ((1, 1, 1, 1, 1, 1), (3, 3, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1))


def test_H12_a_neighbour_of_another_colour_scores_nothing() -> None:
    state = compose("hex", tiles=STAGE, racks=["gr"])
    assert points(state, "gr e6 e7") == {}


UNEVEN = ("bb e4 e5", "by e8 e9")
"""A blue double on e6 e7 scores 2 for its half on e6 and 1 for its half on e7."""


@pytest.mark.parametrize("game", ["hex-solo", "hex-team"])
def test_H13_where_the_order_matters_every_double_has_two_moves_for_the_same_cells(game: str) -> None:
    state = compose(game, tiles=UNEVEN, racks=["bb"])
    assert {"bb e6 e7", "bb e7 e6"} <= legal(state)
    assert len(legal(state)) == 2 * len(hex_free_pairs(state))


@pytest.mark.parametrize("game", [*AREAS, "hex-duel"])
def test_H13_elsewhere_a_double_has_one_move_for_two_cells(game: str) -> None:
    state = compose(game, tiles=UNEVEN, racks=["bb"])
    assert len(legal(state)) == len(hex_free_pairs(state))
    assert action(state, "bb e6 e7") == action(state, "bb e7 e6")


@pytest.mark.parametrize("game", ["hex-solo", "hex-team"])
@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        (17, "bb e6 e7", 19),
        (17, "bb e7 e6", 20),
        (16, "bb e6 e7", 19),
        (16, "bb e7 e6", 18),
        (15, "bb e6 e7", 18),
        (15, "bb e7 e6", 18),
        (14, "bb e6 e7", 17),
        (14, "bb e7 e6", 17),
        (18, "bb e6 e7", 21),
        (18, "bb e7 e6", 21),
    ],
)
def test_H13_the_half_named_first_is_scored_first(game: str, before: int, text: str, after: int) -> None:
    """It matters only when the first sheet's end is passed; what the first half has over is lost."""
    state = compose(game, tiles=UNEVEN, racks=["bb"], tracks=[f"0 0 {before} 0 0 0"] * len(sides_of(game)))
    assert explained(state, text).halves[0].cell == text.split()[1]
    play(state, text)
    assert state.seat_tracks(0)[2] == after


def sides_of(game: str) -> set[int]:
    return set(Rules.parse(game).sides)


def test_H14_a_marker_never_passes_18() -> None:
    state = compose("hex", tiles=STAGE, racks=["rg"], tracks=["17 18 0 0 0 0", "0 0 0 0 0 0"])
    score = explained(state, RG)
    assert score.points == {"r": 2, "g": 2}
    assert (score.before, score.after) == ((17, 18, 0, 0, 0, 0), (18, 18, 0, 0, 0, 0))
    assert score.lost == 1 + 2
    play(state, RG)
    assert state.tracks[0] == (18, 18, 0, 0, 0, 0)


@pytest.mark.parametrize("before", [15, 16, 17])
def test_H14_the_second_half_of_a_double_adds_up_to_18_at_most(before: int) -> None:
    state = compose("hex", tiles=UNEVEN, racks=["bb"], tracks=[f"0 0 {before} 0 0 0", "0 0 0 0 0 0"])
    assert explained(state, "bb e6 e7").lost == before - 15
    play(state, "bb e6 e7")
    assert state.tracks[0][2] == 18


# ---------------------------------------------------------------- bonus moves

FULL_RACK = "rg bo yp go ry bp"


def staged(tracks: str, racks: str = FULL_RACK, game: str = "hex") -> State:
    """Seat 1 stands before the stage with these markers; the others have none."""
    others = ["0 0 0 0 0 0"] * (len(sides_of(game)) - 1)
    return compose(game, tiles=STAGE, racks=[racks], tracks=[tracks, *others])


@pytest.mark.parametrize(
    ("tracks", "bonus"),
    [
        ("15 0 0 0 0 0", 0),
        ("16 0 0 0 0 0", 1),
        ("17 0 0 0 0 0", 1),
        ("18 0 0 0 0 0", 0),
        ("16 17 0 0 0 0", 2),
        ("18 16 0 0 0 0", 1),
        ("0 0 16 16 16 16", 0),
    ],
)
def test_H15_each_marker_that_reaches_18_earns_a_bonus_move(tracks: str, bonus: int) -> None:
    state = staged(tracks)
    assert explained(state, RG).bonus_moves == bonus
    play(state, RG)
    assert look(state).bonus == bonus
    assert (state.phase is Phase.BONUS) == (bonus > 0)
    assert state.mover == 0


def test_H15_a_double_that_reaches_18_earns_one_bonus_move() -> None:
    state = compose("hex", tiles=UNEVEN, racks=["bb bo"], tracks=["0 0 15 0 0 0", "0 0 0 0 0 0"])
    play(state, "bb e6 e7")
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 1)


def test_H15_the_bonus_tile_comes_from_the_rack_and_goes_to_any_free_cells() -> None:
    state = staged("16 0 0 0 0 0")
    play(state, RG)
    assert state.actor == 0
    assert {move.split()[0] for move in legal(state)} == {"bo", "yp", "go", "ry", "bp"}
    assert places(state, "go") == hex_free_pairs(state)


def test_H15_the_bonus_tile_is_scored_by_the_same_rules() -> None:
    state = staged("16 0 0 0 0 0")
    play(state, RG)
    play(state, BO)
    assert state.tracks[0] == (18, 2, 2, 2, 0, 0)
    settle(state)
    assert state.actor == 1


def test_H15_two_bonus_moves_of_one_tile_are_played_one_after_the_other() -> None:
    state = staged("16 17 0 0 0 0")
    left = []
    for move in (RG, "go c6 c7", "ry b6 b7"):
        play(state, move)
        left.append((state.mover, look(state).bonus))
    assert left == [(0, 2), (0, 1), (0, 0)]
    assert state.phase is Phase.REFILL


def test_H15_bonus_moves_may_earn_more() -> None:
    state = staged("16 0 16 16 0 16")
    left = []
    for move in (RG, BO, YP, "go c6 c7"):
        play(state, move)
        left.append(look(state).bonus)
    assert left == [1, 2, 2, 1]
    assert state.tracks[0] == (18, 2, 18, 18, 2, 18)
    assert (state.phase, state.actor) == (Phase.BONUS, 0)


def test_H15_a_bonus_move_cannot_be_declined() -> None:
    state = staged("16 0 0 0 0 0")
    play(state, RG)
    assert not {"pass", "keep", "exchange"} & legal(state)
    with pytest.raises(MoveError):
        state.apply(action(state, "pass"))


def test_H16_the_rack_is_refilled_only_after_all_bonus_moves() -> None:
    state = staged("16 16 0 0 0 0")
    full = sum(bag(state).values())
    sizes = []
    for move in (RG, BO, "go c6 c7"):
        play(state, move)
        sizes.append((len(rack(state, 0)), sum(bag(state).values())))
    assert sizes == [(5, full), (4, full), (3, full)]
    assert (state.phase, state.actor) == (Phase.REFILL, CHANCE)
    draw(state, "rr", "gg", "pp")
    assert rack(state, 0) == ["yp", "ry", "bp", "rr", "gg", "pp"]
    assert sum(bag(state).values()) == full - 3
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_H17_a_bonus_move_without_a_tile_lapses() -> None:
    state = staged("16 0 0 0 0 0", racks="rg", game="hex-team")
    play(state, RG)
    assert (state.phase, look(state).bonus, rack(state, 0)) == (Phase.REFILL, 0, [])
    draw(state, *["op"] * 3, *["yp"] * 3)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_H17_only_the_bonus_moves_that_find_no_tile_lapse() -> None:
    state = staged("16 16 0 0 0 0", racks="rg bo", game="hex-team")
    play(state, RG)
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 2)
    play(state, BO)
    assert (state.phase, look(state).bonus) == (Phase.REFILL, 0)
    settle(state)
    assert state.actor == 1
    assert state.seat_tracks(0) == (18, 18, 2, 2, 0, 0)


def test_H17_as_an_option_the_rack_is_refilled_for_the_bonus_move() -> None:
    state = staged("16 16 0 0 0 0", racks="rg bo", game="hex-team(bonus_without_tile=refill)")
    play(state, RG)
    play(state, BO)
    assert (state.phase, look(state).bonus, rack(state, 0)) == (Phase.REFILL, 1, [])
    draw(state, *["op"] * 5, "yp")
    assert (state.phase, state.actor, look(state).bonus) == (Phase.BONUS, 0, 1)
    play(state, YP)
    assert rack(state, 0) == ["op"] * 5
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


# ---------------------------------------------------------------- exchange and refill

NOBODY = "0 0 0 0 0 0"


def lacking(racks: str, tracks: str = "0 5 5 5 5 5", game: str = "hex") -> State:
    """Seat 1 with these tiles and markers on an empty board: by default red is weakest."""
    return compose(game, racks=[racks], tracks=[tracks, NOBODY])


def test_H18_who_lacks_the_weakest_colour_may_exchange_or_keep() -> None:
    state = lacking("ro gg gg by by bp")
    assert not {"keep", "exchange"} & legal(state)
    play(state, "ro f5 f6")
    assert (state.phase, state.actor) == (Phase.EXCHANGE, 0)
    assert legal(state) == {"keep", "exchange"}


@pytest.mark.parametrize("tile", ["rr", "ry", "rp"])
def test_H18_a_single_tile_with_the_weakest_colour_rules_it_out(tile: str) -> None:
    state = lacking(f"ro gg gg by by {tile}")
    play(state, "ro f5 f6")
    assert state.phase is Phase.REFILL


@pytest.mark.parametrize(
    ("held", "phase"),
    [("gg yy oo bb pp", Phase.REFILL), ("rr yy oo bb pp", Phase.EXCHANGE)],
    ids=["shows the new weakest", "shows only the old weakest"],
)
def test_H18_the_weakest_colour_is_that_after_scoring(held: str, phase: Phase) -> None:
    """Red goes from 3 to 5, so that green with 4 is weakest."""
    state = compose("hex", tiles=["rr e4 e5"], racks=[f"rb {held}"], tracks=["3 4 9 9 9 9", NOBODY])
    play(state, "rb e6 e7")
    assert state.tracks[0] == (5, 4, 9, 9, 9, 9)
    assert state.phase is phase


def test_H18_the_exchange_comes_after_all_bonus_moves() -> None:
    state = staged("16 16 0 5 5 5", racks="rg yp oo oo yy pp")
    full = sum(bag(state).values())
    play(state, RG)
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 2)
    assert not {"keep", "exchange"} & legal(state)
    play(state, "oo c6 c7")
    assert (state.phase, look(state).bonus) == (Phase.BONUS, 1)
    play(state, "yp b6 b7")
    assert (state.phase, look(state).bonus) == (Phase.EXCHANGE, 0)
    play(state, "exchange")
    for _ in range(6):
        assert state.phase is Phase.REFILL
        state.apply(state.legal_actions()[0])
    assert len(rack(state, 0)) == 6
    assert sum(bag(state).values()) == full - 6 + 3
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_H18_everyone_sees_the_tiles_put_aside(eyes: int | None) -> None:
    state = compose("hex(players=3)", racks=["ro gg gg by by bp"], tracks=["0 5 5 5 5 5", NOBODY, NOBODY])
    play(state, "ro f5 f6")
    assert look(state, eyes).aside == ()
    play(state, "exchange")
    assert [state.rules.kinds[kind] for kind in look(state, eyes).aside] == ["gg", "gg", "by", "by", "bp"]
    assert look(state).racks[0] == ()
    settle(state)
    assert look(state, eyes).aside == ()


def test_H18_six_tiles_are_drawn_before_the_old_ones_return() -> None:
    """All five green doubles are exchanged: none can come back at once, and all are in the bag afterwards."""
    state = lacking("ro gg gg gg gg gg")
    full = sum(bag(state).values())
    play(state, "ro f5 f6")
    play(state, "exchange")
    drawn = ["rr", "rr", "rg", "bb", "bb", "yp"]
    for tile in drawn:
        assert "gg" not in drawable(state)
        assert bag(state)["gg"] == 0
        draw(state, tile)
    assert rack(state, 0) == drawn
    assert bag(state)["gg"] == 5
    assert sum(bag(state).values()) == full - 6 + 5
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_H18_an_exchange_is_no_second_turn_and_cannot_be_repeated() -> None:
    state = lacking("ro gg gg gg gg gg")
    play(state, "ro f5 f6")
    play(state, "exchange")
    draw(state, "bb", "bb", "bo", "bo", "yp", "yp")
    assert state.actor == 1, "the new rack lacks red, too, but the turn is over"


def test_H18_one_may_keep_the_rack_and_refill() -> None:
    state = lacking("ro gg gg gg gg gg")
    full = sum(bag(state).values())
    play(state, "ro f5 f6")
    play(state, "keep")
    assert look(state).aside == ()
    draw(state, "pp")
    assert rack(state, 0) == ["gg"] * 5 + ["pp"]
    assert sum(bag(state).values()) == full - 1
    assert state.actor == 1


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        ("hex", Phase.REFILL),
        ("hex(exchange_empty_rack=off)", Phase.REFILL),
        ("hex(exchange_empty_rack=on)", Phase.EXCHANGE),
        ("hex-team", Phase.REFILL),
        ("hex-team(exchange_empty_rack=on)", Phase.EXCHANGE),
    ],
)
def test_H18_with_an_empty_rack_there_is_nothing_to_exchange(game: str, phase: Phase) -> None:
    state = lacking("ro", game=game)
    play(state, "ro f5 f6")
    assert state.phase is phase


@pytest.mark.parametrize(
    ("tracks", "held", "allowed"),
    [
        ("2 2 5 5 5 5", "bb oo yy pp bo", True),
        ("2 2 5 5 5 5", "bb oo yy pp ro", False),
        ("2 2 5 5 5 5", "bb oo yy pp gy", False),
        ("2 3 5 5 5 5", "bb oo yy pp gy", True),
        ("2 2 2 2 2 5", "pp pp pp pp pp", True),
        ("2 2 2 2 2 5", "pp pp pp pp yp", False),
        ("2 2 2 2 2 2", "pp pp pp pp pp", False),
    ],
)
def test_H19_the_rack_must_lack_all_of_several_weakest_colours(tracks: str, held: str, allowed: bool) -> None:
    state = lacking(f"rg {held}", tracks)
    play(state, "rg f5 f6")
    assert state.tracks[0] == tuple(map(int, tracks.split()))
    assert (state.phase is Phase.EXCHANGE) == allowed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_H20_the_rack_is_refilled_to_6_and_the_player_to_the_left_is_next(players: int) -> None:
    state = compose(f"hex(players={players})", racks=["bo bo bo yp yp yp", "rg rb ry gb gy by"], mover=1)
    others = [rack(state, seat) for seat in range(players) if seat != 1]
    full = bag(state)
    play(state, "rg f5 f6")
    assert (state.phase, state.actor, state.mover) == (Phase.REFILL, CHANCE, 1)
    draw(state, "pp")
    assert rack(state, 1) == ["rb", "ry", "gb", "gy", "by", "pp"]
    assert [rack(state, seat) for seat in range(players) if seat != 1] == others
    assert bag(state) == full | {"pp": full["pp"] - 1}
    assert (state.phase, state.actor) == (Phase.PLACE, 2 % players)


def test_H20_every_tile_in_the_bag_is_equally_likely() -> None:
    state = compose("hex", racks=["rg rb ry gb gy by"])
    play(state, "rg f5 f6")
    drawn = {state.action_text(kind): weight for kind, weight in state.chance_outcomes()}
    assert drawn == {kind: count for kind, count in bag(state).items() if count}


@pytest.mark.parametrize(("players", "most"), [(2, 42), (3, 60), (4, 81)])
def test_H20_the_bag_cannot_run_out(players: int, most: int) -> None:
    rules = Rules.parse(f"hex(players={players})")
    assert (len(rules.geometry.names) - len(rules.printed)) // 2 == most
    assert most + 6 * players < rules.tiles


def test_H20_racks_are_full_between_turns_to_the_end() -> None:
    state, rng = State.new(Rules.parse("hex")), random.Random(20)
    settle(state, rng)
    while state.actor != OVER:
        if state.phase is Phase.PLACE:
            assert (len(rack(state, 0)), len(rack(state, 1))) == (6, 6)
        state.apply(rng.choice(state.legal_actions()))
        settle(state, rng)
    laid = (len(lying(state)) - 6) // 2
    assert 28 <= laid <= 42
    assert laid + len(rack(state, 0)) + len(rack(state, 1)) + sum(bag(state).values()) == 120
