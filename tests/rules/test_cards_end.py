"""The card game: its piles, its end, and a series of games."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from composing import compose_cards
from rules.acting import bag, draw, drawable, explained, legal, play, rack
from rules.reading import discards, markers, open_row
from sixfold import OVER, Dealer, Match, Phase, Reason, Rules, Series, SixfoldError, State

BEHIND = "6 6 6 6 6 6"


# ---------------------------------------------------------------- the piles


def with_draw_pile(pile: str, racks: Sequence[str], tracks: str = "0 1 1 1 1 1") -> State:
    """A game for three with these cards to draw; all that are nowhere else are discarded."""
    cards = ["ro", "op", "op"]
    rules = Rules.parse("cards(players=3)")
    rest = Counter(dict.fromkeys(rules.kinds, 4))
    rest.subtract([*pile.split(), *cards, *" ".join(racks).split()])
    return compose_cards(
        str(rules),
        open_cards=cards,
        racks=racks,
        tracks=[tracks, *["1 1 1 1 1 1"] * 2],
        discard=" ".join(rest.elements()),
    )


def test_C10_as_soon_as_the_last_card_is_drawn_the_discard_pile_becomes_the_draw_pile() -> None:
    state = with_draw_pile("yp", ["gb rg", "gy gy", "gy gy"])
    before = discards(state)
    play(state, "gb")
    assert drawable(state) == {"yp"}
    draw(state, "yp")
    assert discards(state) == {}
    assert {card: count for card, count in bag(state).items() if count} == Counter(before) + Counter(["ro"])


def test_C10_the_draw_goes_on_from_the_shuffled_pile() -> None:
    state = with_draw_pile("yp", ["gb rg", "gy gy", "gy gy"])
    play(state, "gb")
    draw(state, "yp", "rb", "rb", "rb", "rb")
    assert rack(state, 0) == ["rg", "yp", "rb", "rb", "rb", "rb"]
    assert "rb" not in {card for card, count in bag(state).items() if count}
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


def test_C10_the_pile_is_shuffled_even_if_no_more_card_is_needed() -> None:
    state = with_draw_pile("yp", ["gb rg rg rg rg ry", "gy gy", "gy gy"])
    play(state, "gb")
    draw(state, "yp")
    assert (state.phase, state.actor) == (Phase.PLACE, 1)
    assert discards(state) == {}
    assert sum(state.bag) == 60 - 3 - 6 - 4


def test_C10_while_a_card_is_left_nothing_is_shuffled() -> None:
    state = with_draw_pile("yp yp", ["gb rg rg rg rg ry", "gy gy", "gy gy"])
    play(state, "gb")
    draw(state, "yp")
    assert sum(state.bag) == 1
    assert sum(discards(state).values()) == 60 - 3 - 6 - 4 - 1


def test_C10_an_exchanged_hand_can_be_drawn_again_after_the_shuffle() -> None:
    state = with_draw_pile("rg rg", ["gb gb gb gb go by", "gy gy", "gy gy"])
    play(state, "gb")
    play(state, "exchange")
    assert drawable(state) == {"rg"}
    draw(state, "rg", "rg")
    assert bag(state)["gb"] == 3
    draw(state, "gb", "gb", "gb", "go")
    assert rack(state, 0) == ["rg", "rg", "gb", "gb", "gb", "go"]


def test_C10_with_both_piles_empty_one_draws_what_there_is() -> None:
    """Sixty cards are too many for it to happen, so the rest is taken out of the game."""
    view = compose_cards(
        "cards(players=3)", open_cards=["ro", "op", "op"], racks=["gb rg", "gy gy", "gy"]
    ).everything()
    one_card = tuple(int(kind == "yp") for kind in view.rules.kinds)
    state = State.of(replace(view, pool=one_card))
    play(state, "gb")
    draw(state, "yp")
    assert drawable(state) == {"ro"}
    draw(state, "ro")
    assert rack(state, 0) == ["rg", "yp", "ro"]
    assert (sum(state.bag), discards(state)) == (0, {})
    assert (state.phase, state.actor) == (Phase.PLACE, 1)


# ---------------------------------------------------------------- the end


def about_to_win(tracks: str, options: str = "") -> State:
    """Red has one match, blue one."""
    return compose_cards(
        f"cards(players=3{options})",
        open_cards=["gy", "ro", "bo"],
        racks=["rb gy gy"],
        tracks=[tracks, BEHIND, "5 5 5 5 5 5"],
    )


def test_C11_all_six_markers_at_7_or_more_win_at_once() -> None:
    """Nothing is cleared, exchanged or drawn, and a bonus move lapses."""
    state = about_to_win("6 7 9 7 10 8")
    before = state.bag
    assert explained(state, "rb").bonus_moves == 0
    play(state, "rb")
    assert (state.phase, state.actor, state.everything().bonus) == (Phase.OVER, OVER, 0)
    assert state.outcome().reason is Reason.COMPLETE
    assert state.outcome().scores == (7, 6, 5)
    assert state.outcome().places == (1, 2, 3)
    assert (open_row(state, 0), discards(state)) == (["gy", "rb"], {})
    assert state.bag == before
    assert legal(state) == set()


@pytest.mark.parametrize("tracks", ["5 7 7 7 7 7", "6 6 7 7 7 7", "6 7 5 7 7 7"])
def test_C11_one_marker_short_of_7_and_the_game_goes_on(tracks: str) -> None:
    state = about_to_win(tracks)
    play(state, "rb")
    assert state.outcome().reason is Reason.NONE
    assert state.phase is not Phase.OVER


def test_C11_a_bonus_move_may_win() -> None:
    state = compose_cards(
        "cards(players=3)",
        open_cards=["gy", "ro", "bo"],
        racks=["ry bp"],
        tracks=["9 7 6 7 7 7", BEHIND, BEHIND],
    )
    play(state, "ry")
    assert state.phase is Phase.BONUS
    play(state, "bp")
    assert state.outcome().reason is Reason.COMPLETE


@pytest.mark.parametrize(
    ("options", "order", "blue"),
    [
        ("", "rb", 9),
        (",win_check=both", "rb", 9),
        (",win_check=each", "rb", 8),
        (",win_check=both", "br", 9),
        (",win_check=each", "br", 9),
    ],
)
def test_C11_the_win_is_looked_for_after_both_symbols_or_after_each(
    options: str, order: str, blue: int
) -> None:
    state = about_to_win("6 7 8 7 7 7", options)
    play(state, order)
    assert state.outcome().reason is Reason.COMPLETE
    assert (markers(state, 0)["r"], markers(state, 0)["b"]) == (7, blue)


@pytest.mark.parametrize("check", ["both", "each"])
def test_C11_the_second_symbol_may_win(check: str) -> None:
    state = about_to_win("6 7 6 7 7 7", f",win_check={check}")
    play(state, "br")
    assert state.outcome().reason is Reason.COMPLETE
    assert (markers(state, 0)["r"], markers(state, 0)["b"]) == (7, 7)


def won(*others: str) -> State:
    """A game that the first seat has just won; the others' markers are given."""
    cards = ["gy", "ry", "bo", "bo"][: 1 + len(others)]
    state = compose_cards(
        f"cards(players={1 + len(others)})",
        open_cards=cards,
        racks=["yp"],
        tracks=["9 7 7 10 6 8", *others],
    )
    play(state, "yp")
    assert state.outcome().reason is Reason.COMPLETE
    return state


@pytest.mark.parametrize(
    ("others", "places"),
    [
        (["4 4 4 4 4 4", "3 6 6 6 6 6"], (1, 2, 3)),
        (["6 6 6 6 3 6", "4 4 4 4 4 4"], (1, 3, 2)),
        (["4 4 4 4 4 5", "4 5 5 5 5 5"], (1, 3, 2)),
        (["4 5 6 4 5 6", "6 5 4 6 5 4"], (1, 2, 2)),
        (["10 10 10 10 10 6", "6 7 7 7 7 7"], (1, 2, 3)),
        (["4 4 4 4 4 4", "5 5 5 5 5 5", "4 4 4 4 4 4"], (1, 3, 2, 3)),
    ],
)
def test_C12_the_others_rank_by_their_weakest_colour_then_the_next(
    others: list[str], places: tuple[int, ...]
) -> None:
    outcome = won(*others).outcome()
    assert outcome.places == places
    assert outcome.scores[1:] == tuple(min(map(int, track.split())) for track in others)


def test_CX4_four_players_in_order() -> None:
    """Sandra brings yellow to 8 and wins; Vedat 5, 6, 7; Elisabeth 5, 6, 6; Bastian 4 in blue."""
    state = won("7 8 5 7 6 9", "6 5 7 6 9 8", "6 7 4 8 7 6")
    assert markers(state, 0)["y"] == 8
    assert state.outcome().places == (1, 2, 3, 4)
    assert state.outcome().scores == (7, 5, 5, 4)


# ---------------------------------------------------------------- a series


def play_out(match: Match) -> None:
    """The same cards from the starter on make the same game."""
    rng = random.Random(7)
    while not match.is_over:
        match.play(rng.choice(match.legal_moves()))


@cache
def played(game: str, games: int, *, start_passes: bool = True) -> Series:
    """A series in which every game has the same cards, and so the same course from its starter on."""
    series = Series(
        Rules.parse(game), games, start_passes=start_passes, dealing=lambda _: Dealer(bytes(range(32)))
    )
    play_out(series.match)
    while not series.is_over:
        play_out(series.next_match())
    return series


@pytest.fixture(autouse=True, scope="module")
def played_afresh(kernels: str) -> None:
    """What one kind of kernels has played says nothing about the other."""
    played.cache_clear()


def scores(match: Match) -> tuple[int, ...]:
    """Every seat's lowest marker."""
    return tuple(map(min, match.state.tracks))


def starters(series: Series) -> list[int | None]:
    return [match.view(None).starter for match in series.matches]


THREE_GAMES = ("cards(players=3,start=2)", 3)


def test_C13_each_game_gives_everyone_points_equal_to_their_lowest_marker() -> None:
    series = played(*THREE_GAMES)
    results = [scores(match) for match in series.matches]
    assert series.points == tuple(map(sum, zip(*results, strict=True)))
    assert all(sorted(result)[-1] >= 7 > sorted(result)[-2] > 0 for result in results)


def test_C13_a_game_gives_its_points_when_it_is_over() -> None:
    series = Series(Rules.parse("cards"), 2, dealing=lambda game: Dealer(bytes([game]) * 32))
    assert (series.points, series.places, series.is_over) == ((0, 0), (1, 1), False)
    play_out(series.match)
    first = scores(series.match)
    second = series.next_match()
    while not all(scores(second)):
        second.play(second.legal_moves()[0])
    assert not second.is_over
    assert (series.points, series.is_over) == (first, False)
    play_out(second)
    assert series.points == tuple(map(sum, zip(first, scores(second), strict=True)))
    assert series.is_over


def test_C13_the_number_of_games_is_agreed() -> None:
    series = played(*THREE_GAMES)
    assert len(series.matches) == 3
    with pytest.raises(SixfoldError, match="all 3 games"):
        series.next_match()


def test_C13_the_next_game_waits_for_the_end_of_this_one() -> None:
    series = Series(Rules.parse("cards"), 2)
    with pytest.raises(SixfoldError, match="not over"):
        series.next_match()


def test_C13_most_points_win() -> None:
    """The same game twice, from the same starter: who wins one wins the series."""
    series = played("cards(start=1)", 2, start_passes=False)
    first = scores(series.matches[0])
    assert starters(series) == [0, 0]
    assert series.points == (2 * first[0], 2 * first[1])
    assert series.places == ((1, 2) if first[0] > first[1] else (2, 1))


@pytest.mark.parametrize(("game", "games"), [("cards(start=1)", 2), THREE_GAMES])
def test_C13_equal_points_share_the_win(game: str, games: int) -> None:
    """The same game once from every seat: everybody has had every part in it."""
    series = played(game, games)
    first = scores(series.matches[0])
    assert len(set(first)) > 1
    assert series.points == (sum(first),) * games
    assert series.places == (1,) * games


def test_C13_behind_a_shared_first_place_comes_the_third() -> None:
    series = played("cards(players=3,start=2)", 2)
    a, b, c = scores(series.matches[0])
    assert scores(series.matches[1]) == (c, a, b)
    assert series.points == (a + c, a + b, b + c)
    assert a == b < c
    assert series.places == (1, 3, 1)


@pytest.mark.parametrize(
    ("game", "games", "order"), [("cards(start=1)", 2, [0, 1]), (*THREE_GAMES, [1, 2, 0])]
)
def test_C13_the_start_passes_to_the_left(game: str, games: int, order: list[int]) -> None:
    assert starters(played(game, games)) == order


def test_C13_after_a_start_by_lot_it_passes_to_the_left_too() -> None:
    first, second = starters(played("cards(players=4)", 2))
    assert first is not None
    assert second == (first + 1) % 4


def test_C13_the_other_options_stay_as_agreed() -> None:
    series = played("cards(players=3,edition=pl,bonus_optional=off,win_check=each,start=3)", 2)
    assert str(series.match.rules) == "cards(players=3,start=1,edition=pl,bonus_optional=off,win_check=each)"


def test_C13_any_other_game_can_be_played_as_a_series() -> None:
    series = played("square(start=1)", 2)
    first, second = (scores(match) for match in series.matches)
    assert first[0] != first[1]
    assert second == first[::-1]
    assert series.points == (sum(first), sum(first))
    assert (starters(series), series.places) == ([0, 1], (1, 1))


def test_C13_alone_a_series_adds_up_too() -> None:
    series = played("square-solo", 2)
    assert scores(series.matches[0])[0] > 0
    assert series.points == (2 * scores(series.matches[0])[0],)
