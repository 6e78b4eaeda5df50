"""The square board game: who starts, the board, the tiles and the set-up."""

from itertools import permutations, product

import pytest

from composing import compose
from rules.acting import STARTS, assert_starts, assert_the_lot_decides, bag, legal, play, rack, settle
from sixfold import Rules, RulesError, State
from sixfold.core.catalogue import COLOUR_NAMES, SYMBOLS

AREAS = [
    ("square-solo", 81),
    ("square(players=2)", 81),
    ("square(players=3)", 121),
    ("square(players=4)", 169),
]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Q0_by_default_the_lot_decides_who_starts(players: int) -> None:
    assert_the_lot_decides(Rules.of("square", players=players))


@pytest.mark.parametrize(("players", "start"), STARTS)
def test_Q0_the_rules_may_name_the_starter(players: int, start: int) -> None:
    assert_starts(Rules.of("square", players=players, start=start), start)


def test_Q0_nobody_starts_who_does_not_play() -> None:
    with pytest.raises(RulesError, match="start"):
        Rules.parse("square(players=3,start=4)")


def test_Q0_play_goes_clockwise() -> None:
    state = State.new(Rules.parse("square(players=3,start=2)"))
    movers = []
    for _ in range(7):
        settle(state)
        movers.append(state.actor)
        state.apply(state.legal_actions()[0])
    assert movers == [1, 2, 0, 1, 2, 0, 1]


def test_Q0_racks_are_hidden_from_the_others() -> None:
    state = compose("square(players=3)", racks=["rr rg rb ro rp", "gg gb go gp bb", "bo bp oo op pp"])
    hidden = (None,) * 5
    assert state.view(1).racks == (hidden, state.rack(1), hidden)
    assert state.view(None).racks == (hidden, hidden, hidden)
    assert sum(state.view(1).pool) == 95
    assert state.view(1).bag_size == 85


@pytest.mark.parametrize(("game", "squares"), AREAS)
def test_Q1_the_area_in_play_is_a_square_about_the_same_centre(game: str, squares: int) -> None:
    board = Rules.parse(game).geometry
    reach = {81: 4, 121: 5, 169: 6}[squares]
    assert len(set(board.names)) == len(board.coordinates) == squares
    assert set(board.coordinates) == set(product(range(-reach, reach + 1), repeat=2))


@pytest.mark.parametrize(("game", "squares"), AREAS)
def test_Q1_every_square_of_the_area_but_the_printed_can_be_covered(game: str, squares: int) -> None:
    state = compose(game, racks=["rr"])
    covered = {cell for move in legal(state) for cell in move.split()[1:]}
    assert len(covered) == squares - 5


@pytest.mark.parametrize("game", [game for game, _ in AREAS])
def test_Q2_five_squares_are_printed_at_the_same_places_for_every_player_count(game: str) -> None:
    rules = Rules.parse(game)
    printed = {rules.geometry.coordinates[cell]: rules.colours[c] for cell, c in rules.printed.items()}
    assert printed == {(0, 0): "r", (0, -4): "g", (4, 0): "b", (0, 4): "o", (-4, 0): "p"}


@pytest.mark.parametrize(
    ("game", "cells"),
    [
        ("square-solo", "e5 a5 e9 i5 e1"),
        ("square(players=2)", "e5 a5 e9 i5 e1"),
        ("square(players=3)", "f6 b6 f10 j6 f2"),
        ("square(players=4)", "g7 c7 g11 k7 g3"),
    ],
)
def test_Q2_the_printed_squares_by_name(game: str, cells: str) -> None:
    rules = Rules.parse(game)
    printed = {rules.geometry.names[cell]: rules.colours[c] for cell, c in rules.printed.items()}
    assert printed == dict(zip(cells.split(), "rgbop", strict=True))


@pytest.mark.parametrize("game", ["square", "square-solo"])
def test_Q2_the_colours_may_be_printed_in_any_order(game: str) -> None:
    """Centre, north, east, south, west."""
    for order in map("".join, permutations("rgbop")):
        rules = Rules.of(game, printed=order)
        names = ("e5", "a5", "e9", "i5", "e1")
        assert "".join(rules.colours[rules.printed[rules.geometry.cell_of[cell]]] for cell in names) == order


@pytest.mark.parametrize("order", ["rgbo", "rgbor", "rgboy", "rgbopp"])
def test_Q2_each_colour_is_printed_once(order: str) -> None:
    with pytest.raises(RulesError, match="printed"):
        Rules.of("square", printed=order)


def test_Q2_five_colours_each_with_a_symbol_of_its_own() -> None:
    symbols = {COLOUR_NAMES[letter]: SYMBOLS["square"][letter] for letter in Rules.parse("square").colours}
    assert symbols == {"green": "disc", "blue": "star", "orange": "square", "purple": "ring", "red": "sun"}


def test_Q3_a_hundred_tiles_seven_of_each_pair_and_six_of_each_double() -> None:
    tiles = bag(State.new(Rules.parse("square")))
    assert tiles == {
        **dict.fromkeys(["rg", "rb", "ro", "rp", "gb", "go", "gp", "bo", "bp", "op"], 7),
        **dict.fromkeys(["rr", "gg", "bb", "oo", "pp"], 6),
    }
    assert sum(tiles.values()) == 100


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("game", ["square", "square-solo"])
def test_Q3_the_split_is_an_option(game: str, number: int) -> None:
    pairs = Rules.of(game, pair_tiles=number)
    doubles = Rules.of(game, double_tiles=number)
    assert sorted(pairs.tile_counts) == sorted([number] * 10 + [6] * 5)
    assert sorted(doubles.tile_counts) == sorted([7] * 10 + [number] * 5)
    assert (pairs.tiles, doubles.tiles) == (30 + 10 * number, 70 + 5 * number)
    assert bag(State.new(pairs))["rg"] == bag(State.new(doubles))["rr"] == number


def test_Q3_too_few_tiles_for_the_racks_are_refused() -> None:
    assert Rules.parse("square(players=3,pair_tiles=1,double_tiles=1)").tiles == 15
    with pytest.raises(RulesError, match="15 tiles are too few"):
        Rules.parse("square(players=4,pair_tiles=1,double_tiles=1)")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Q4_everyone_has_five_tiles_and_five_markers_at_nought(players: int) -> None:
    state = State.new(Rules.of("square", players=players, start=1))
    settle(state)
    assert [len(rack(state, seat)) for seat in range(players)] == [5] * players
    assert state.tracks == ((0,) * 5,) * players
    assert sum(state.bag) == 100 - 5 * players


def test_Q4_a_track_ends_at_18() -> None:
    state = compose("square", tiles=["bb e8 e7"], racks=["bg"], tracks=["0 0 16 0 0"] * 2)
    play(state, "bg e6 f6")
    assert state.tracks == ((0, 0, 18, 0, 0), (0, 0, 16, 0, 0))
