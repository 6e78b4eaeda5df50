"""The hex board game: board, tiles, deal and start (H1-H7)."""

from itertools import pairwise

import pytest

from composing import compose
from rules.acting import bag, begin, draw, drawable, hex_around, legal, look, lying, play, rack, settle
from sixfold import CHANCE, Phase, Rules, State
from sixfold.core.catalogue import COLOUR_NAMES, SYMBOLS
from sixfold.core.codes import EMPTY

GAMES = ("hex(players=2)", "hex(players=3)", "hex(players=4)", "hex-solo", "hex-duel", "hex-team")


@pytest.mark.parametrize(
    ("game", "side", "cells", "edges"),
    [
        ("hex(players=2)", 6, 91, 240),
        ("hex-solo", 6, 91, 240),
        ("hex-duel", 6, 91, 240),
        ("hex(players=3)", 7, 127, 342),
        ("hex(players=4)", 8, 169, 462),
        ("hex-team", 8, 169, 462),
    ],
)
def test_H1_the_area_in_play_grows_with_the_players(game: str, side: int, cells: int, edges: int) -> None:
    rules = Rules.parse(game)
    board = rules.geometry
    hexagon = {(q, r) for q in range(1 - side, side) for r in range(1 - side, side) if -side < q + r < side}
    assert len(board.names) == len(set(board.names)) == len(hexagon) == cells
    assert set(board.coordinates) == hexagon
    pairs = {frozenset((cell, other)) for cell in board.names for other in hex_around(rules, cell)}
    assert {frozenset(board.names[cell] for cell in edge) for edge in board.edges} == pairs
    assert len(board.edges) == len(pairs) == edges


@pytest.mark.parametrize(("game", "side"), [("hex(players=2)", 6), ("hex(players=3)", 7), ("hex-team", 8)])
def test_H1_cells_lie_in_horizontal_rows(game: str, side: int) -> None:
    board = Rules.parse(game).geometry
    widths = [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
    assert [len(row) for row in board.rows] == widths
    for row in board.rows:
        for left, right in pairwise(row):
            assert right in board.neighbours[left], "pointy-top cells touch their neighbours in the row"


def test_H1_an_inner_cell_has_six_neighbours_a_corner_three_and_a_border_cell_four() -> None:
    rules = Rules.parse("hex(players=2)")
    assert hex_around(rules, "f6") == {"f5", "f7", "e6", "e7", "g5", "g6"}
    neighbours = [sum(n is not None for n in around) for around in rules.geometry.neighbours]
    assert [neighbours.count(n) for n in (3, 4, 6)] == [6, 24, 61]


@pytest.mark.parametrize("game", GAMES)
def test_H2_six_symbols_are_printed_at_the_corners_of_the_side_6_hexagon(game: str) -> None:
    rules = Rules.parse(game)
    printed = {rules.geometry.coordinates[cell]: rules.colours[c] for cell, c in rules.printed.items()}
    assert printed == {(0, -5): "r", (5, -5): "g", (5, 0): "b", (0, 5): "o", (-5, 5): "y", (-5, 0): "p"}


@pytest.mark.parametrize(
    ("game", "printed"),
    [
        ("hex(players=2)", {"a6": "r", "a11": "g", "f11": "b", "k6": "o", "k1": "y", "f1": "p"}),
        ("hex(players=3)", {"b7": "r", "b12": "g", "g12": "b", "l7": "o", "l2": "y", "g2": "p"}),
        ("hex(players=4)", {"c8": "r", "c13": "g", "h13": "b", "m8": "o", "m3": "y", "h3": "p"}),
    ],
)
def test_H2_a_new_board_shows_the_printed_symbols_and_nothing_else(
    game: str, printed: dict[str, str]
) -> None:
    assert lying(begin(game)) == printed


def test_H3_every_colour_has_a_shape_of_its_own() -> None:
    shapes = {COLOUR_NAMES[letter]: shape for letter, shape in SYMBOLS["hex"].items()}
    assert shapes == {
        "red": "12-point star",
        "green": "disc",
        "blue": "6-point star",
        "orange": "hexagon",
        "yellow": "sun",
        "purple": "ring",
    }
    assert len(set(shapes.values())) == 6


@pytest.mark.parametrize("game", GAMES)
def test_H4_there_are_120_tiles_six_of_each_pair_and_five_of_each_double(game: str) -> None:
    tiles = bag(State.new(Rules.parse(game)))
    doubles = {kind: count for kind, count in tiles.items() if kind[0] == kind[1]}
    pairs = {kind: count for kind, count in tiles.items() if kind not in doubles}
    assert doubles == dict.fromkeys(["rr", "gg", "bb", "oo", "yy", "pp"], 5)
    assert set(pairs.values()) == {6}
    assert {frozenset(kind) for kind in pairs} == {
        frozenset((a, b)) for a in "rgboyp" for b in "rgboyp" if a < b
    }
    assert len(pairs) == 15
    assert sum(tiles.values()) == 120


@pytest.mark.parametrize("players", [2, 3, 4])
def test_H5_everybody_draws_six_tiles_from_the_bag(players: int) -> None:
    state = begin(f"hex(players={players})")
    assert [len(rack(state, seat)) for seat in range(players)] == [6] * players
    assert sum(bag(state).values()) == 120 - 6 * players
    held = [tile for seat in range(players) for tile in rack(state, seat)]
    assert all(bag(state)[kind] + held.count(kind) in (5, 6) for kind in bag(state))


def test_H5_nobody_places_before_all_have_drawn() -> None:
    state = State.new(Rules.parse("hex(players=2,start=1)"))
    draw(state, *["rg"] * 6, *["bo"] * 5)
    assert (state.phase, state.actor) == (Phase.DEAL, CHANCE)
    assert "rg" not in drawable(state)
    draw(state, "yy")
    assert (state.phase, state.actor) == (Phase.PLACE, 0)
    assert (rack(state, 0), rack(state, 1)) == (["rg"] * 6, ["bo"] * 5 + ["yy"])


@pytest.mark.parametrize("eyes", [0, 1, 2, None])
def test_H5_only_ones_own_rack_is_seen(eyes: int | None) -> None:
    state = begin("hex(players=3)")
    racks = state.view(eyes).racks
    assert racks == tuple(state.rack(seat) if seat == eyes else (None,) * 6 for seat in range(3))


def test_H5_a_view_is_the_same_whatever_the_others_hold() -> None:
    mine = "rg rg bo bo yp yp"
    one, other = (
        compose("hex", racks=[mine, theirs]) for theirs in ("rr gg bb oo yy pp", "rb ro go gy by op")
    )
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_H6_six_markers_a_player_start_at_0(players: int) -> None:
    assert begin(f"hex(players={players})").tracks == ((0, 0, 0, 0, 0, 0),) * players


@pytest.mark.parametrize(("players", "start"), [(2, 1), (2, 2), (3, 3), (4, 2)])
def test_H7_the_starter_can_be_named_when_the_game_is_made(players: int, start: int) -> None:
    state = begin(f"hex(players={players},start={start})")
    assert state.actor == look(state).starter == start - 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_H7_by_default_every_seat_starts_with_the_same_chance(players: int) -> None:
    rules = Rules.parse(f"hex(players={players})")
    assert rules["start"] == "random"
    state = State.new(rules)
    assert (state.phase, state.mover) == (Phase.START, None)
    assert state.chance_outcomes() == [(seat, 1) for seat in range(players)]
    state.apply(players - 1)
    settle(state)
    assert state.actor == players - 1


def test_H7_play_goes_clockwise() -> None:
    state = begin("hex(players=4,start=3)")
    order = []
    for _ in range(9):
        order.append(state.actor)
        play(state, min(legal(state)))
        settle(state)
    assert order == [2, 3, 0, 1, 2, 3, 0, 1, 2]
    assert list(look(state).board).count(int(EMPTY)) == 169 - 6 - 2 * 9
