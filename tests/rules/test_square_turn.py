"""The square board game, a turn: place, score, pyramids, bonus moves, exchange, refill."""

from collections.abc import Sequence

import pytest

from composing import compose
from rules.acting import bag, draw, drawable, explained, legal, play, points, rack, settle
from rules.boards import nineteen_pyramids
from rules.reading import content, gained, markers, pyramids
from sixfold import CHANCE, Phase, Rules, State
from sixfold.core.views import BoardView

SINGLES = "pair_tiles=1,double_tiles=1"
"""One tile of each of the 15 kinds."""


def places(state: State) -> set[frozenset[str]]:
    """The pairs of cells that the seat to act may cover."""
    return {frozenset(move.split()[1:]) for move in legal(state)}


def side_by_side(rules: Rules) -> set[frozenset[str]]:
    """Every two cells that share a side."""
    cells = list(zip(rules.geometry.names, rules.geometry.coordinates, strict=True))
    return {frozenset((a, b)) for a, (x, y) in cells for b, (v, w) in cells if abs(x - v) + abs(y - w) == 1}


# ---------------------------------------------------------------- the first tile


@pytest.mark.parametrize(
    ("game", "count"), [("square(players=2)", 40), ("square(players=3)", 56), ("square(players=4)", 60)]
)
def test_Q5_the_first_tile_touches_a_printed_square_by_a_side(game: str, count: int) -> None:
    state = compose(game, turn=0, racks=["rr"])
    rules = state.rules
    pairs = side_by_side(rules)
    printed = {rules.geometry.names[cell] for cell in rules.printed}
    beside = {cell for pair in pairs if pair & printed for cell in pair - printed}
    assert places(state) == {pair for pair in pairs if pair & beside and not pair & printed}
    assert len(places(state)) == count


def test_Q5_touching_by_a_corner_is_not_enough() -> None:
    allowed = places(compose("square", turn=0, racks=["rg"]))
    assert frozenset(("d5", "d4")) in allowed
    assert not allowed & {frozenset(("d4", "d3")), frozenset(("f6", "g6")), frozenset(("b4", "b3"))}


def test_Q5_every_player_touches_a_different_printed_square() -> None:
    state = compose("square(players=4)", turn=0, racks=["rr", "gg", "bb", "oo"])
    counts = []
    for first in ("rr g8 f8", "gg c8 d8", "bb f11 e11"):
        play(state, first)
        settle(state)
        counts.append(len(places(state)))
    assert counts == [48, 36, 24]
    around = {cell for pair in places(state) for cell in pair}
    assert {"k6", "k8", "j7", "l7", "g2", "g4", "f3", "h3"} <= around
    assert not around & {"f7", "h7", "g6", "c6", "b7", "d7", "g10", "g12", "h11"}


def test_Q5_a_tile_claims_the_printed_square_whatever_its_colour() -> None:
    state = compose("square", turn=0, racks=["bb", "rr"])
    play(state, "bb e6 e7")
    settle(state)
    assert frozenset(("d5", "d4")) not in places(state)
    assert frozenset(("a4", "a3")) in places(state)


# ---------------------------------------------------------------- later tiles


@pytest.mark.parametrize(("tile", "count"), [("rr", 128), ("rg", 256)])
def test_Q6_later_any_two_empty_squares_side_by_side_will_do(tile: str, count: int) -> None:
    state = compose("square", racks=[tile])
    printed = {"e5", "a5", "e9", "i5", "e1"}
    assert places(state) == {pair for pair in side_by_side(state.rules) if not pair & printed}
    assert len(legal(state)) == count


def test_Q6_the_freedom_begins_with_the_second_turn() -> None:
    state = compose("square", turn=0, racks=["rr", "gg"])
    play(state, "rr d5 d4")
    settle(state)
    assert frozenset(("a1", "a2")) not in places(state)
    play(state, "gg a4 a3")
    settle(state)
    assert state.actor == 0
    assert frozenset(("a1", "a2")) in places(state)


def test_Q6_tiles_pyramids_and_printed_squares_are_not_empty() -> None:
    state = compose("square", tiles=["rg a2 a3", "bo b1 c1"], pyramids=["a1"], racks=["pp"])
    coverable = {cell for pair in places(state) for cell in pair}
    taken = {"a1", "a2", "a3", "b1", "c1", "e5", "a5", "e9", "i5", "e1"}
    assert coverable == set(state.rules.geometry.names) - taken


def test_Q6_a_tile_may_be_placed_for_no_points_and_may_not_be_kept() -> None:
    state = compose("square", racks=["rg"])
    assert points(state, "rg h8 h9") == {}
    assert not legal(state) & {"pass", "keep", "exchange"}


# ---------------------------------------------------------------- scoring


@pytest.mark.parametrize("other", ["c4", "e4", "d3", "d5"])
def test_Q7_a_half_looks_in_the_three_directions_away_from_its_other_half(other: str) -> None:
    arms = {"c4": "rr c4 b4", "e4": "rr e4 f4", "d3": "rr d3 d2", "d5": "rr d5 d6"}
    state = compose("square", tiles=[tile for cell, tile in arms.items() if cell != other], racks=["ro"])
    assert points(state, f"ro d4 {other}") == {"r": 6}
    assert gained(state, f"ro d4 {other}") == {"r": 6}


def test_Q7_the_halves_of_a_double_score_one_after_the_other_and_do_not_count_each_other() -> None:
    state = compose("square", tiles=["rr a3 b3", "rr c5 c6"], racks=["rr"])
    score = explained(state, "rr c3 c4")
    assert [(half.cell, half.lines) for half in score.halves] == [
        ("c3", (("b3", "a3"),)),
        ("c4", (("c5", "c6"),)),
    ]
    assert gained(state, "rr c3 c4") == {"r": 4}


def test_Q7_lines_are_straight() -> None:
    state = compose("square", tiles=["rr b2 b1", "rr d2 d1", "rr b4 b5"], racks=["ro"])
    assert points(state, "ro c3 d3") == {}


@pytest.mark.parametrize(
    ("tiles", "inside", "earned"),
    [
        pytest.param(["rr a3 a2", "rg a1 b1"], [], {"r": 3}, id="edge"),
        pytest.param(["rg a3 b3", "rg a1 b1"], [], {"r": 1}, id="empty"),
        pytest.param(["rr a2 a1"], [], {}, id="empty-at-once"),
        pytest.param(["rg a3 b3", "rg a1 b1", "go a2 b2"], [], {"r": 1}, id="foreign-colour"),
        pytest.param(["gb a3 b3", "rr a2 a1"], [], {}, id="foreign-colour-at-once"),
        pytest.param(["rg a3 b3", "rg a1 b1", "pb b2 c2"], ["a2"], {"r": 1}, id="pyramid"),
    ],
)
def test_Q7_what_ends_a_line(tiles: list[str], inside: list[str], earned: dict[str, int]) -> None:
    state = compose("square", tiles=tiles, pyramids=inside, racks=["ro"])
    assert points(state, "ro a4 b4") == earned
    assert gained(state, "ro a4 b4") == earned


def test_Q7_printed_squares_count_in_a_line() -> None:
    state = compose("square", tiles=["rr e4 e3"], racks=["rb"])
    assert points(state, "rb e6 e7") == {"r": 3}
    assert gained(state, "rb e6 e7") == {"r": 3}


# ---------------------------------------------------------------- pyramids


@pytest.mark.parametrize("game", ["square(players=2)", "square(players=3)", "square(players=4)"])
def test_Q8_a_pyramid_scores_each_coloured_square_beside_it(game: str) -> None:
    state = compose(game, tiles=["rg a2 a3"], racks=["bo"])
    score = explained(state, "bo b1 c1")
    assert [(p.cell, set(p.beside)) for p in score.pyramids] == [("a1", {("a2", "r"), ("b1", "b")})]
    assert gained(state, "bo b1 c1") == {"r": 1, "b": 1}
    play(state, "bo b1 c1")
    assert pyramids(state) == {"a1"}
    assert markers(state, 1) == dict.fromkeys("rgbop", 0)


def test_Q8_only_the_edge_of_the_area_in_play_closes_a_square_in() -> None:
    """What is the corner for two players is b2 for three, with squares in play beyond it."""
    state = compose("square(players=3)", tiles=["rg b3 b4"], racks=["bo"])
    assert gained(state, "bo c2 d2") == {}
    play(state, "bo c2 d2")
    assert pyramids(state) == set()


def test_Q8_two_empty_squares_side_by_side_are_not_isolated() -> None:
    state = compose("square", tiles=["rg a2 b2"], racks=["bo"])
    play(state, "bo c1 d1")
    assert pyramids(state) == set()
    assert content(state, "a1") == content(state, "b1") == "."


def test_Q8_a_printed_square_closes_in_and_scores() -> None:
    state = compose("square", tiles=["rp a3 a2"], racks=["bo"])
    assert gained(state, "bo b4 c4") == {"r": 1, "b": 1, "g": 1}
    play(state, "bo b4 c4")
    assert pyramids(state) == {"a4"}


@pytest.mark.parametrize(
    ("option", "earned"),
    [
        ("", {"b": 3, "g": 1}),
        ("(pyramid_points=square)", {"b": 3, "g": 1}),
        ("(pyramid_points=colour)", {"b": 1, "g": 1}),
    ],
)
@pytest.mark.parametrize("game", ["square", "square-solo"])
def test_Q8_a_pyramid_between_squares_of_one_colour(game: str, option: str, earned: dict[str, int]) -> None:
    state = compose(game + option, tiles=["br b3 a3", "br d3 e3", "gr c2 c1"], racks=["bo"])
    assert points(state, "bo c4 c5") == earned
    assert gained(state, "bo c4 c5") == earned


def test_Q8_one_placement_may_make_several_pyramids() -> None:
    state = compose("square", tiles=["rr a2 a3", "gg c2 c3", "oo d1 d2"], racks=["bp"])
    assert points(state, "bp b1 b2") == {"r": 1, "b": 2, "g": 1, "o": 1}
    assert gained(state, "bp b1 b2") == {"r": 1, "b": 2, "g": 1, "o": 1}
    play(state, "bp b1 b2")
    assert pyramids(state) == {"a1", "c1"}


@pytest.mark.parametrize(
    ("option", "earned"),
    [("square", {"r": 2, "g": 3, "o": 1, "b": 1}), ("colour", {"r": 1, "g": 2, "o": 1, "b": 1})],
)
def test_Q8_each_half_may_make_a_pyramid_and_each_pyramid_counts_by_itself(
    option: str, earned: dict[str, int]
) -> None:
    tiles = ["ro a1 a2", "go c1 c2", "gp a4 a3", "go c4 c3", "ob b5 b6"]
    state = compose(f"square(pyramid_points={option})", tiles=tiles, racks=["rb"])
    assert points(state, "rb b2 b3") == earned
    assert gained(state, "rb b2 b3") == earned
    play(state, "rb b2 b3")
    assert pyramids(state) == {"b1", "b4"}


def test_Q8_a_pyramid_is_placed_at_once_and_always() -> None:
    """Even if it is worth nothing and spoils a square; nobody is asked."""
    state = compose("square", tiles=["rg a2 a3"], racks=["ro gb"], tracks=["18 0 0 0 0", "0 0 0 0 0"])
    assert "ro b1 c1" in legal(state)
    play(state, "ro b1 c1")
    assert pyramids(state) == {"a1"}
    assert markers(state, 0) == {"r": 18, "g": 0, "b": 0, "o": 0, "p": 0}
    assert state.phase is Phase.REFILL


@pytest.mark.parametrize("option", ["", ",pyramid_supply=unlimited"])
def test_Q9_the_supply_of_twenty_pyramids_is_not_a_limit(option: str) -> None:
    state = nineteen_pyramids(f"square(players=4{option})", racks=["rp", "rp", "op", "op"])
    assert len(pyramids(state)) == 19
    assert gained(state, "rp g2 f2") == {"r": 1, "o": 1, "g": 1}
    play(state, "rp g2 f2")
    settle(state)
    assert len(pyramids(state)) == 20
    assert sum(points(state, "rp l13 l12").values()) == 2
    play(state, "rp l13 l12")
    assert len(pyramids(state)) == 21


def test_Q4_Q9_a_limited_supply_has_twenty_pyramids() -> None:
    state = nineteen_pyramids("square(players=4,pyramid_supply=limited)", racks=["rp", "rp", "op", "op"])
    assert gained(state, "rp g2 f2") == {"r": 1, "o": 1, "g": 1}
    play(state, "rp g2 f2")
    settle(state)
    assert len(pyramids(state)) == 20
    assert gained(state, "rp l13 l12") == {}
    play(state, "rp l13 l12")
    assert len(pyramids(state)) == 20
    assert content(state, "m13") == "."


# ---------------------------------------------------------------- exchange


RED_WEAKEST = ["0 5 5 5 5", "5 5 5 5 5"]


def exchanger(game: str = "square", tracks: Sequence[str] = RED_WEAKEST, last: str = "gb") -> State:
    """Seat 1 has laid a tile, four are left on its rack, the last as given; the bag has no green-blue."""
    state = compose(game, racks=[f"gb gb gb gb {last}", "gb gb gg rr oo"], tracks=tracks)
    play(state, "gb h8 h9")
    return state


def test_Q10_who_lacks_the_weakest_colour_may_exchange_the_rack() -> None:
    assert legal(exchanger()) == {"keep", "exchange"}


def test_Q10_keeping_goes_on_with_the_refill() -> None:
    state = exchanger()
    play(state, "keep")
    draw(state, "pp")
    assert rack(state, 0) == ["gb", "gb", "gb", "gb", "pp"]
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_Q10_five_are_drawn_before_the_old_ones_return() -> None:
    state = exchanger()
    play(state, "exchange")
    for tile in ("pp", "op", "rp", "bp", "gp"):
        assert "gb" not in drawable(state)
        draw(state, tile)
    assert rack(state, 0) == ["pp", "op", "rp", "bp", "gp"]
    assert bag(state)["gb"] == 4
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_Q10_everyone_sees_the_rack_that_is_exchanged() -> None:
    state = exchanger()
    play(state, "exchange")
    for view in (state.view(1), state.view(None)):
        assert isinstance(view, BoardView)
        assert [state.rules.kinds[tile] for tile in view.aside] == ["gb"] * 4


@pytest.mark.parametrize(
    ("tracks", "last", "offered"),
    [
        ("0 5 5 5 5", "gb", True),
        ("0 5 5 5 5", "rb", False),
        ("0 5 5 0 5", "gb", True),
        ("0 5 5 0 5", "go", False),
        ("0 5 5 0 5", "rp", False),
        ("5 0 5 5 5", "gb", False),
        ("5 5 5 5 5", "gb", False),
    ],
)
def test_Q10_the_rack_must_lack_all_of_the_weakest_colours(tracks: str, last: str, offered: bool) -> None:
    state = exchanger(tracks=[tracks, "5 5 5 5 5"], last=last)
    assert (state.phase is Phase.EXCHANGE) is offered
    assert (state.phase is Phase.REFILL) is not offered


def test_Q10_the_exchange_comes_after_the_bonus_moves() -> None:
    state = compose("square", racks=["gb gb gb gb gb"], tracks=["0 5 17 5 5", "5 5 5 5 5"])
    play(state, "gb e7 e8")
    assert state.phase is Phase.BONUS
    play(state, "gb h2 h3")
    assert legal(state) == {"keep", "exchange"}
    play(state, "exchange")
    settle(state)
    assert len(rack(state, 0)) == 5


def short_bag(option: str, left: int) -> State:
    """Seat 1 has laid a tile and lacks red; so many tiles, all with red, are in the bag."""
    reds = ["rr a1 a2", "rg a8 a9", "rb i1 i2", "ro i8 i9", "rp g1 g2"]
    state = compose(
        f"square({SINGLES}{option})",
        tiles=reds[: 5 - left],
        racks=["gg gb go gp bb", "bo bp oo op pp"],
        tracks=RED_WEAKEST,
    )
    play(state, "gg c2 c3")
    assert sum(state.bag) == left
    return state


@pytest.mark.parametrize("option", ["", ",exchange_short_bag=off"])
@pytest.mark.parametrize(("left", "offered"), [(5, True), (4, False), (1, False), (0, False)])
def test_Q10_only_while_the_bag_holds_five(option: str, left: int, offered: bool) -> None:
    assert (short_bag(option, left).phase is Phase.EXCHANGE) is offered


@pytest.mark.parametrize(("left", "offered"), [(5, True), (4, True), (1, True), (0, False)])
def test_Q10_a_short_bag_may_be_allowed(left: int, offered: bool) -> None:
    assert (short_bag(",exchange_short_bag=on", left).phase is Phase.EXCHANGE) is offered


def test_Q10_from_a_short_bag_one_draws_what_it_holds_then_the_old_ones_return() -> None:
    state = short_bag(",exchange_short_bag=on", 3)
    play(state, "exchange")
    draw(state, "rp", "rb", "ro")
    assert rack(state, 0) == ["rp", "rb", "ro"]
    assert {tile for tile, count in bag(state).items() if count} == {"gb", "go", "gp", "bb"}
    assert state.actor == 1


@pytest.mark.parametrize("option", ["", "(exchange_empty_rack=off)"])
def test_Q10_with_an_empty_rack_there_is_nothing_to_exchange(option: str) -> None:
    state = compose(f"square{option}", racks=["gb"], tracks=RED_WEAKEST)
    play(state, "gb h8 h9")
    assert state.phase is Phase.REFILL


def test_Q10_an_empty_rack_may_be_allowed_to_exchange() -> None:
    state = compose("square(exchange_empty_rack=on)", racks=["gb"], tracks=RED_WEAKEST)
    play(state, "gb h8 h9")
    assert legal(state) == {"keep", "exchange"}
    play(state, "exchange")
    draw(state, "rr", "rr", "rr", "rr", "rr")
    assert rack(state, 0) == ["rr"] * 5
    assert state.actor == 1


# ---------------------------------------------------------------- refill


def test_Q11_the_rack_is_refilled_to_five() -> None:
    state = compose("square", racks=["rg rb ro rp gg"])
    play(state, "rg h8 h9")
    assert (state.phase, state.actor) == (Phase.REFILL, CHANCE)
    draw(state, "bb")
    assert rack(state, 0) == ["rb", "ro", "rp", "gg", "bb"]
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_Q11_after_bonus_moves_several_tiles_are_drawn() -> None:
    state = compose("square", racks=["gb rb ro rp gg"], tracks=["0 0 17 0 0", "0 0 0 0 0"])
    play(state, "gb e7 e8")
    play(state, "rp h2 h3")
    draw(state, "oo", "pp")
    assert rack(state, 0) == ["rb", "ro", "gg", "oo", "pp"]
    assert state.actor == 1


def test_Q11_a_bag_that_holds_too_few_gives_what_it_has() -> None:
    state = compose(
        f"square({SINGLES})",
        tiles=["rg a8 a9", "rb i1 i2", "ro i8 i9", "rp g1 g2"],
        racks=["gg gb go gp bb", "bo bp oo op pp"],
        tracks=["5 5 17 5 5", "5 5 5 5 5"],
    )
    play(state, "gb e7 e8")
    play(state, "gg c2 c3")
    draw(state, "rr")
    assert rack(state, 0) == ["go", "gp", "bb", "rr"]
    assert state.actor == 1
    play(state, "oo b2 b3")
    assert rack(state, 1) == ["bo", "bp", "op", "pp"]
    assert (state.phase, state.actor) == (Phase.PLACE, 0)


# ---------------------------------------------------------------- bonus moves


@pytest.mark.parametrize(("before", "after"), [(14, 17), (15, 18), (16, 18), (17, 18), (18, 18)])
def test_Q12_a_marker_never_passes_18(before: int, after: int) -> None:
    state = compose("square", tiles=["bb e8 e7"], racks=["bg rr"], tracks=[f"0 0 {before} 0 0", "0 0 0 0 0"])
    assert points(state, "bg e6 f6") == {"b": 3}
    play(state, "bg e6 f6")
    assert markers(state, 0)["b"] == after
    assert (state.phase is Phase.BONUS) is (before < 18 == after)


def test_Q12_reaching_18_earns_a_move_at_once_that_must_be_made() -> None:
    state = compose("square", racks=["bg rr ro"], tracks=["0 0 17 0 0", "0 0 0 0 0"])
    assert explained(state, "bg e8 e7").bonus_moves == 1
    play(state, "bg e8 e7")
    assert (state.phase, state.actor) == (Phase.BONUS, 0)
    assert rack(state, 0) == ["rr", "ro"]
    assert {move.split()[0] for move in legal(state)} == {"rr", "ro"}
    play(state, "rr e4 e3")
    assert markers(state, 0)["r"] == 1
    assert state.phase is Phase.REFILL


def test_Q12_two_colours_reaching_18_with_one_tile_earn_two_bonus_moves() -> None:
    state = compose("square", tiles=["bg e8 d8"], racks=["rb oo gg pp"], tracks=["17 0 16 0 0", "0 0 0 0 0"])
    assert explained(state, "rb e6 e7").bonus_moves == 2
    play(state, "rb e6 e7")
    play(state, "oo h1 h2")
    assert (state.phase, state.actor) == (Phase.BONUS, 0)
    play(state, "pp h8 h9")
    assert state.phase is Phase.REFILL
    assert rack(state, 0) == ["gg"]


def test_Q12_a_bonus_move_may_earn_another() -> None:
    state = compose("square", racks=["rp gp gg"], tracks=["17 17 0 0 0", "0 0 0 0 0"])
    play(state, "rp e6 f6")
    play(state, "gp b5 c5")
    assert (state.phase, state.actor) == (Phase.BONUS, 0)
    play(state, "gg h1 h2")
    assert state.phase is Phase.REFILL


def test_Q12_points_from_a_pyramid_that_bring_a_marker_to_18_earn_a_bonus_move() -> None:
    state = compose("square", tiles=["rg a2 a3"], racks=["bo pp"], tracks=["17 0 0 0 0", "0 0 0 0 0"])
    assert explained(state, "bo b1 c1").bonus_moves == 1
    play(state, "bo b1 c1")
    assert markers(state, 0)["r"] == 18
    assert (state.phase, state.actor) == (Phase.BONUS, 0)


def test_Q12_a_bonus_move_makes_pyramids_too() -> None:
    state = compose("square", tiles=["rg a2 a3"], racks=["bg bo"], tracks=["0 0 17 0 0", "0 0 0 0 0"])
    play(state, "bg e8 e7")
    play(state, "bo b1 c1")
    assert pyramids(state) == {"a1"}
    assert markers(state, 0) == {"r": 1, "g": 0, "b": 18, "o": 0, "p": 0}


def test_Q12_a_bonus_move_without_a_tile_lapses() -> None:
    state = compose("square", racks=["bg"], tracks=["0 0 17 0 0", "0 0 0 0 0"])
    play(state, "bg e8 e7")
    assert (state.phase, state.everything().bonus) == (Phase.REFILL, 0)
    settle(state)
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
