"""The card game: the deal, and a turn."""

import random

import pytest

from composing import compose_cards
from rules.acting import (
    STARTS,
    assert_starts,
    assert_the_lot_decides,
    bag,
    draw,
    explained,
    legal,
    play,
    points,
    rack,
    settle,
)
from rules.reading import discards, gained, markers, open_row
from sixfold import OVER, Phase, Rules, State
from sixfold.core.catalogue import COLOUR_NAMES
from sixfold.core.views import CardView

ALL_AT_NOUGHT = "0 0 0 0 0 0"


# ---------------------------------------------------------------- set-up


@pytest.mark.parametrize("edition", ["de", "pl"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_C0_by_default_the_lot_decides_who_starts(players: int, edition: str) -> None:
    assert_the_lot_decides(Rules.of("cards", players=players, edition=edition))


@pytest.mark.parametrize(("players", "start"), STARTS)
def test_C0_the_rules_may_name_the_starter(players: int, start: int) -> None:
    assert_starts(Rules.of("cards", players=players, start=start), start)


def test_C0_play_goes_clockwise() -> None:
    state = State.new(Rules.parse("cards(players=3,start=3)"))
    settle(state)
    movers: list[int] = []
    while len(movers) < 5:
        if state.phase is Phase.PLACE:
            movers.append(state.actor)
        state.apply(state.legal_actions()[0])
        settle(state)
    assert movers == [2, 0, 1, 2, 0]


def test_C1_sixty_cards_four_of_each_pair_of_different_symbols() -> None:
    cards = bag(State.new(Rules.parse("cards")))
    pairs = "rg rb ro ry rp gb go gy gp bo by bp oy op yp"
    assert cards == dict.fromkeys(pairs.split(), 4)
    assert sum(cards.values()) == 60


def test_C1_the_six_colours_of_the_hex_game() -> None:
    colours = [COLOUR_NAMES[letter] for letter in Rules.parse("cards").colours]
    assert colours == ["red", "green", "blue", "orange", "yellow", "purple"]
    assert Rules.parse("cards").colours == Rules.parse("hex").colours


def test_C2_two_players_have_two_open_cards_the_first_nearer_the_middle() -> None:
    state = State.new(Rules.parse("cards(start=1)"))
    draw(state, *["rg", "rb", "ro", "ry", "rp", "gb"], *["go", "gy", "gp", "bo", "by", "bp"])
    assert (open_row(state, 0), open_row(state, 1)) == ([], [])
    draw(state, "oy", "op", "yp", "rg")
    assert (open_row(state, 0), open_row(state, 1)) == (["oy", "op"], ["yp", "rg"])
    assert rack(state, 0) == ["rg", "rb", "ro", "ry", "rp", "gb"]
    assert rack(state, 1) == ["go", "gy", "gp", "bo", "by", "bp"]
    assert state.phase is Phase.PLACE


@pytest.mark.parametrize(("players", "shown"), [(2, 2), (3, 1), (4, 1)])
def test_C2_everyone_has_six_hidden_cards_and_the_open_ones(players: int, shown: int) -> None:
    state = State.new(Rules.of("cards", players=players, start=1))
    settle(state)
    for seat in range(players):
        assert len(rack(state, seat)) == 6
        assert len(open_row(state, seat)) == shown
    assert sum(state.bag) == 60 - players * (6 + shown)
    assert discards(state) == {}


def test_C2_hands_are_hidden_and_open_cards_are_not() -> None:
    state = compose_cards("cards(players=3)", open_cards=["rg", "bo", "yp"])
    hidden = (None,) * 6
    view = state.view(1)
    assert isinstance(view, CardView)
    assert view.racks == (hidden, state.rack(1), hidden)
    assert state.view(None).racks == (hidden, hidden, hidden)
    assert view.open_cards == tuple((state.rules.kind_of[card],) for card in ("rg", "bo", "yp"))


def test_C2_all_markers_start_at_nought() -> None:
    state = State.new(Rules.parse("cards(players=3,start=1)"))
    settle(state)
    assert state.tracks == ((0,) * 6,) * 3


# ---------------------------------------------------------------- scoring


@pytest.mark.parametrize(
    ("others", "before", "after"),
    [
        (0, 0, 3),
        (0, 1, 3),
        (0, 3, 3),
        (1, 1, 5),
        (1, 2, 6),
        (1, 3, 6),
        (3, 3, 6),
        (3, 6, 6),
        (4, 4, 8),
        (4, 6, 10),
        (6, 6, 10),
        (6, 7, 10),
        (6, 10, 10),
    ],
)
def test_C3_C6_the_areas_end_at_0_3_6_and_10(others: int, before: int, after: int) -> None:
    """Four matches for a red marker; all the others stand together."""
    tracks = f"{before} {others} {others} {others} {others} {others}"
    state = compose_cards(
        "cards", open_cards=["rg rb", "ro rp"], racks=["ry"], tracks=[tracks, ALL_AT_NOUGHT]
    )
    assert points(state, "ry") == {"r": 4}
    play(state, "ry")
    assert markers(state, 0)["r"] == after


def test_C3_a_track_has_ten_steps() -> None:
    assert Rules.parse("cards").track == 10


def test_C4_each_symbol_scores_its_matches_on_all_other_open_cards() -> None:
    """Red on the own earlier card and on one of another; purple on one; the card itself does not count."""
    state = compose_cards("cards(players=4)", open_cards=["rg", "rb", "oy", "yp"], racks=["rp rp"])
    score = explained(state, "rp")
    assert [(s.colour, s.cards) for s in score.symbols] == [("r", ((0, 0), (1, 0))), ("p", ((3, 0),))]
    assert gained(state, "rp") == {"r": 2, "p": 1}


def test_C4_only_open_cards_count() -> None:
    state = compose_cards(
        "cards(players=3)", open_cards=["gb", "oy", "oy"], racks=["rp rg rb", "rp rp"], discard="rp ro rg"
    )
    assert points(state, "rp") == {}
    assert gained(state, "rp") == {}


def test_C4_with_two_players_four_other_cards_are_compared() -> None:
    state = compose_cards("cards", open_cards=["rg rb", "ry rg"], racks=["rg"], tracks=["1 1 1 1 1 1"] * 2)
    assert points(state, "rg") == {"r": 4, "g": 2}
    assert gained(state, "rg") == {"r": 4, "g": 2}


def test_C4_the_played_card_lies_open_for_the_next_player() -> None:
    state = compose_cards("cards(players=3)", open_cards=["gb", "gb", "gb"], racks=["ro ry", "rp"])
    play(state, "ro")
    settle(state)
    assert state.actor == 1
    assert gained(state, "rp") == {"r": 1}


@pytest.mark.parametrize(("order", "red", "yellow"), [("ry", 1, 4), ("yr", 1, 3)])
def test_C5_the_symbol_scored_first_may_free_the_second(order: str, red: int, yellow: int) -> None:
    state = compose_cards(
        "cards(players=3)",
        open_cards=["rg", "yb", "op"],
        racks=["ry go"],
        tracks=["0 1 1 1 3 1", ALL_AT_NOUGHT, ALL_AT_NOUGHT],
    )
    assert {"ry", "yr"} <= legal(state)
    assert points(state, order) == {"r": 1, "y": 1}
    play(state, order)
    assert (markers(state, 0)["r"], markers(state, 0)["y"]) == (red, yellow)


def test_C5_every_card_can_be_played_in_both_orders() -> None:
    state = compose_cards("cards(players=3)", open_cards=["rg", "yb", "op"], racks=["ry go go"])
    assert legal(state) == {"ry", "yr", "go", "og"}


@pytest.mark.parametrize(
    ("tracks", "matches", "after"),
    [
        pytest.param("3 1 1 1 1 0", 1, 3, id="one-left-at-0-bars-4"),
        pytest.param("2 1 1 1 1 0", 4, 3, id="the-points-that-would-cross-are-lost"),
        pytest.param("0 1 1 1 1 0", 4, 3, id="another-at-0-bars-4"),
        pytest.param("0 1 1 1 1 1", 4, 4, id="the-last-one-walks-through-the-next-area"),
        pytest.param("6 4 4 4 4 3", 1, 6, id="one-left-at-3-bars-7"),
        pytest.param("6 4 4 4 4 4", 1, 7, id="all-at-4-open-7"),
        pytest.param("4 7 7 7 7 6", 4, 8, id="into-the-last-area"),
        pytest.param("9 6 6 6 6 6", 4, 10, id="nothing-beyond-10"),
        pytest.param("10 6 6 6 6 6", 4, 10, id="10-stays-10"),
    ],
)
def test_C6_how_far_a_marker_may_go(tracks: str, matches: int, after: int) -> None:
    cards = ["rg", "rb", "ro", "rp"][:matches] + ["gb", "bo", "go", "gb"][matches:]
    state = compose_cards(
        "cards(players=4)", open_cards=cards, racks=["ry"], tracks=[tracks, *[ALL_AT_NOUGHT] * 3]
    )
    assert points(state, "ry") == {"r": matches}
    play(state, "ry")
    assert markers(state, 0)["r"] == after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_C6_markers_never_lie_more_than_one_area_apart(players: int) -> None:
    area = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    rng = random.Random(players)
    state = State.new(Rules.of("cards", players=players, start=1))
    seen = set()
    while state.actor != OVER:
        settle(state, rng)
        state.apply(rng.choice(state.legal_actions()))
        for track in state.tracks:
            areas = {area[marker] for marker in track}
            assert max(areas) - min(areas) <= 1
            seen |= areas
    assert seen == {0, 1, 2, 3}


# ---------------------------------------------------------------- bonus moves


def about_to_reach_10(
    game: str = "cards(players=3)", tracks: str = "9 4 4 4 4 4", hand: str = "ry gy bo go gp yp"
) -> State:
    """Red has two matches, blue one, green one on the own card."""
    cards = ["rg", "rb", "op"] if "3" in game else ["rg go", "rb op"]
    others = ["4 4 4 4 4 4"] * (len(cards) - 1)
    return compose_cards(game, open_cards=cards, racks=[hand], tracks=[tracks, *others])


def test_C7_reaching_10_earns_a_move_without_drawing() -> None:
    state = about_to_reach_10()
    assert explained(state, "ry").bonus_moves == 1
    play(state, "ry")
    assert markers(state, 0)["r"] == 10
    assert (state.phase, state.actor) == (Phase.BONUS, 0)
    assert rack(state, 0) == ["gy", "bo", "go", "gp", "yp"]


def test_C7_the_oldest_card_goes_only_when_the_bonus_card_is_played() -> None:
    state = about_to_reach_10()
    play(state, "ry")
    assert open_row(state, 0) == ["rg", "ry"]
    assert discards(state) == {}
    play(state, "gy")
    settle(state)
    assert open_row(state, 0) == ["gy"]
    assert discards(state) == {"rg": 1, "ry": 1}
    assert len(rack(state, 0)) == 6
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_C7_the_bonus_card_scores_against_the_card_just_played_and_not_the_cleared_one() -> None:
    state = about_to_reach_10()
    play(state, "ry")
    assert [(s.colour, s.cards) for s in explained(state, "gy").symbols] == [("g", ()), ("y", ((0, 1),))]
    assert points(state, "gy") == {"y": 1}
    assert gained(state, "gy") == {"y": 1}


def test_C7_with_two_players_the_younger_open_card_stays_and_counts() -> None:
    state = about_to_reach_10("cards")
    play(state, "ry")
    assert open_row(state, 0) == ["rg", "go", "ry"]
    assert gained(state, "gy") == {"g": 1, "y": 1}
    play(state, "gy")
    settle(state)
    assert open_row(state, 0) == ["ry", "gy"]
    assert discards(state) == {"rg": 1, "go": 1}


def test_C7_bonus_moves_may_chain() -> None:
    state = about_to_reach_10(tracks="9 4 9 4 9 4")
    play(state, "ry")
    play(state, "gy")
    assert markers(state, 0)["y"] == 10
    assert (state.phase, open_row(state, 0)) == (Phase.BONUS, ["ry", "gy"])
    play(state, "bo")
    assert markers(state, 0)["b"] == 10
    assert (state.phase, open_row(state, 0)) == (Phase.BONUS, ["gy", "bo"])
    play(state, "yp")
    assert state.phase is Phase.REFILL
    assert (open_row(state, 0), rack(state, 0)) == (["yp"], ["go", "gp"])
    settle(state)
    assert len(rack(state, 0)) == 6


def test_C7_two_colours_reaching_10_with_one_card_earn_two_bonus_moves() -> None:
    state = about_to_reach_10(tracks="9 4 9 4 4 4", hand="rb oy oy oy go")
    assert explained(state, "rb").bonus_moves == 2
    play(state, "rb")
    assert state.everything().bonus == 2
    play(state, "oy")
    assert (state.phase, state.everything().bonus) == (Phase.BONUS, 1)
    play(state, "oy")
    assert state.phase is Phase.REFILL


def test_C7_a_colour_earns_a_bonus_move_only_once() -> None:
    state = about_to_reach_10(tracks="10 4 4 4 4 4")
    assert points(state, "ry") == {"r": 2}
    assert explained(state, "ry").bonus_moves == 0
    play(state, "ry")
    assert state.phase is Phase.REFILL


@pytest.mark.parametrize(
    ("options", "optional"),
    [
        ("", False),
        (",edition=de", False),
        (",edition=pl", True),
        (",bonus_optional=on", True),
        (",bonus_optional=off", False),
        (",edition=de,bonus_optional=on", True),
        (",edition=pl,bonus_optional=off", False),
    ],
)
def test_C7_whether_a_bonus_move_may_be_declined(options: str, optional: bool) -> None:
    state = about_to_reach_10(f"cards(players=3{options})")
    assert "pass" not in legal(state)
    play(state, "ry")
    assert ("pass" in legal(state)) is optional
    assert legal(state) - {"pass"} == {"gy", "yg", "bo", "ob", "go", "og", "gp", "pg", "yp", "py"}


def test_C7_declining_ends_the_turn() -> None:
    state = about_to_reach_10("cards(players=3,edition=pl)")
    play(state, "ry")
    play(state, "pass")
    assert state.phase is Phase.REFILL
    assert (open_row(state, 0), discards(state)) == (["ry"], {"rg": 1})
    settle(state)
    assert (len(rack(state, 0)), state.actor) == (6, 1)


def test_C7_a_pass_declines_one_bonus_move() -> None:
    state = about_to_reach_10("cards(players=3,edition=pl)", tracks="9 4 9 4 4 4", hand="rb oy oy go")
    play(state, "rb")
    play(state, "pass")
    assert (state.phase, state.everything().bonus) == (Phase.BONUS, 1)
    assert open_row(state, 0) == ["rg", "rb"]
    play(state, "oy")
    assert state.phase is Phase.REFILL


# ---------------------------------------------------------------- end of a turn


@pytest.mark.parametrize(
    ("game", "cards", "row"),
    [
        ("cards(players=3)", ["rg", "by", "op"], ["bo"]),
        ("cards(players=4)", ["rg", "by", "op", "op"], ["bo"]),
        ("cards(players=2)", ["rg gp", "by op"], ["gp", "bo"]),
    ],
)
def test_C8_the_oldest_open_card_is_discarded_and_the_played_one_takes_its_place(
    game: str, cards: list[str], row: list[str]
) -> None:
    state = compose_cards(game, open_cards=cards, racks=["bo rg rb ry rp gy"])
    play(state, "bo")
    assert open_row(state, 0) == row
    assert [open_row(state, seat) for seat in range(1, len(cards))] == [card.split() for card in cards[1:]]
    assert discards(state) == {"rg": 1}
    draw(state, "yp")
    assert rack(state, 0) == ["rg", "rb", "ry", "rp", "gy", "yp"]
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_C8_a_discarded_card_no_longer_matches() -> None:
    state = compose_cards("cards(players=3)", open_cards=["rg", "by", "op"], racks=["bo yp", "rg"])
    play(state, "bo")
    settle(state)
    assert points(state, "rg") == {}


def test_C8_one_draws_up_to_six() -> None:
    state = compose_cards("cards(players=3)", open_cards=["rg", "by", "op"], racks=["bo rg rb"])
    play(state, "bo")
    draw(state, "yp", "yp", "op", "op")
    assert rack(state, 0) == ["rg", "rb", "yp", "yp", "op", "op"]
    assert state.actor == 1


# ---------------------------------------------------------------- exchange


def exchanger(tracks: str = "0 1 1 1 1 1", hand: str = "gb gb gb go by yp") -> State:
    """Seat 1 has played green-blue for no points and could exchange if the hand lacks red."""
    state = compose_cards(
        "cards(players=3)", open_cards=["ro", "op", "op"], racks=[hand], tracks=[tracks, *["1 1 1 1 1 1"] * 2]
    )
    play(state, "gb")
    return state


def test_C9_who_lacks_the_weakest_colour_may_exchange_before_drawing() -> None:
    state = exchanger()
    assert legal(state) == {"keep", "exchange"}
    assert len(rack(state, 0)) == 5


def test_C9_keeping_goes_on_with_the_draw() -> None:
    state = exchanger()
    play(state, "keep")
    draw(state, "rg")
    assert rack(state, 0) == ["gb", "gb", "go", "by", "yp", "rg"]
    assert discards(state) == {"ro": 1}
    assert state.actor == 1


def test_C9_the_whole_hand_is_shown_and_discarded_and_six_are_drawn() -> None:
    state = exchanger()
    play(state, "exchange")
    assert rack(state, 0) == []
    assert discards(state) == {"ro": 1, "gb": 2, "go": 1, "by": 1, "yp": 1}
    view = state.view(1)
    assert isinstance(view, CardView)
    assert {state.rules.kinds[kind]: n for kind, n in enumerate(view.discard) if n} == discards(state)
    draw(state, "rg", "rb", "ro", "ry", "rp", "rg")
    assert rack(state, 0) == ["rg", "rb", "ro", "ry", "rp", "rg"]
    assert state.actor == 1


@pytest.mark.parametrize(
    ("tracks", "hand", "offered"),
    [
        ("0 1 1 1 1 1", "gb gb gb go by yp", True),
        ("0 1 1 1 1 1", "gb gb gb go by rp", False),
        ("0 1 1 1 0 1", "gb gb gb go bp op", True),
        ("0 1 1 1 0 1", "gb gb gb go bp oy", False),
        ("0 1 1 1 0 1", "gb gb gb go bp ro", False),
        ("1 1 1 1 1 0", "gb gb gb go by oy", True),
        ("1 0 1 1 1 1", "gb gb gb go by yp", False),
        ("1 1 1 1 1 1", "gb gb gb go by yp", False),
    ],
)
def test_C9_the_hand_must_lack_all_of_the_weakest_colours(tracks: str, hand: str, offered: bool) -> None:
    state = exchanger(tracks, hand)
    assert state.phase is (Phase.EXCHANGE if offered else Phase.REFILL)


def test_C9_the_markers_count_after_the_scoring() -> None:
    """Red scores with the card that is played and leaves blue as the weakest."""
    state = compose_cards(
        "cards(players=3)", open_cards=["ro", "op", "op"], racks=["rg ro yp"], tracks=["0 1 0 1 1 1"] * 3
    )
    play(state, "rg")
    assert state.phase is Phase.EXCHANGE


def test_C9_without_a_card_there_is_nothing_to_exchange() -> None:
    state = exchanger(hand="gb")
    assert state.phase is Phase.REFILL
    settle(state)
    assert len(rack(state, 0)) == 6


def test_C9_the_exchange_comes_after_the_bonus_moves() -> None:
    state = about_to_reach_10(tracks="9 5 5 5 5 4", hand="ry gy bo go")
    play(state, "ry")
    assert state.phase is Phase.BONUS
    play(state, "gy")
    assert legal(state) == {"keep", "exchange"}
