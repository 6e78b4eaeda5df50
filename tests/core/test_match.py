"""A match: honest dealing, moves checked and explained, nothing changed by a mistake."""

import hashlib
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playing import ALL_RULES, any_rules, played_match, seeded_match, seeds
from sixfold import CHANCE, Dealer, DealingError, Match, Move, MoveError, Rules, Series, SixfoldError
from sixfold.core.dealer import SEED_BYTES, ScriptedDealer
from sixfold.core.moves import action_count


@pytest.mark.one_way
@given(any_rules(), st.data())
def test_moves_are_lossless_between_text_move_and_action(rules: Rules, data: st.DataObject) -> None:
    action = data.draw(st.integers(0, action_count(rules) - 1))
    move = Move.of(action, rules)
    parsed = Move.parse(str(move), rules)
    same = parsed.action(rules)
    assert Move.of(same, rules) == parsed
    is_turned_double = len(set(move.what)) == 1 and not rules.game.ordered_doubles and same != action
    assert same == action or is_turned_double


@pytest.mark.one_way
@pytest.mark.parametrize(
    ("game", "text", "same"),
    [
        ("hex", "gr e5 d5", "rg d5 e5"),
        ("hex", "  RG  D5 e5 ", "rg d5 e5"),
        ("hex", "rr e5 d5", "rr d5 e5"),
        ("hex-solo", "rr e5 d5", "rr e5 d5"),
        ("cards", "GR", "gr"),
        ("hex", "KEEP", "keep"),
    ],
)
def test_moves_are_read_generously_and_written_one_way(game: str, text: str, same: str) -> None:
    assert str(Move.parse(text, Rules.parse(game))) == same


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("", "'' does not read like a move: write a tile and two cells, like rg d5 e5"),
        ("rg d5", "does not read like a move"),
        ("rx d5 e5", "there is no tile 'rx' in this game: the colours are rgboyp"),
        ("rg d5 z9", "there is no cell 'z9': rows are a to k, numbers 1 to 11"),
        ("rg d5 d7", "d5 and d7 are not neighbours"),
        ("rg d5 d5", "d5 and d5 are not neighbours"),
        ("rg a6 a7", "a6 bears a printed symbol"),
        ("rr b7 b6", "seat 1 has no rr"),
        ("rg f5 f6", "the first tile must touch a printed symbol that no tile touches yet"),
        ("keep", "no exchange is open now"),
        ("pass", "one may not pass"),
        (10**9, "there is no action 1000000000"),
        (-1, "there is no action -1"),
    ],
)
def test_an_illegal_move_is_explained_and_changes_nothing(move: str | int, reason: str) -> None:
    rules = Rules.parse("hex(start=1)")
    racks = ["rg", "rb", "bo", "oy", "yp", "pp", "gg", "gg", "gb", "gb", "op", "op"]
    match = Match(rules, ScriptedDealer([rules.kind_of[tile] for tile in racks]))
    before = match.state
    with pytest.raises(MoveError, match=re.escape(reason)):
        match.play(move)
    assert match.state == before
    assert len(match.events) == 12


def test_a_seat_cannot_play_out_of_turn() -> None:
    match = seeded_match(Rules.parse("hex(start=2)"), 1)
    move = match.legal_moves()[0]
    with pytest.raises(MoveError, match="it is the turn of seat 2, not of seat 1"):
        match.play(move, seat=0)
    match.play(move, seat=1)


def test_a_taken_cell_and_a_finished_game_are_named() -> None:
    match = seeded_match(Rules.parse("hex(start=1)"), 1)
    event = match.play(match.legal_moves()[0])
    assert event.score
    tile = match.rules.kinds[match.state.rack(1)[0]]
    with pytest.raises(MoveError, match="is taken"):
        match.play(Move(tile, event.score.move.cells))
    with pytest.raises(MoveError, match="the game is over"):
        played_match(Rules.parse("hex-solo"), 1).play("rg d5 e5")


@settings(max_examples=100)
@given(
    any_rules(),
    seeds,
    st.text(max_size=20) | st.from_regex(r"[rgboyp]{2}( [a-p]\d{1,2}){0,3}", fullmatch=True),
)
def test_any_text_is_played_or_refused_with_the_state_unchanged(rules: Rules, seed: int, text: str) -> None:
    match = played_match(rules, seed, most_moves=seed % 40)
    before, events = match.state, match.events
    try:
        match.play(text)
    except MoveError:
        assert match.state == before
        assert match.events == events


# ---------------------------------------------------------------- dealing


@pytest.mark.one_way
def test_the_commitment_is_the_plain_sha256_of_the_seed() -> None:
    dealer = Dealer(bytes(range(32)))
    assert dealer.commitment == hashlib.sha256(bytes(range(32))).hexdigest()
    assert Dealer.from_hex(bytes(range(32)).hex()).commitment == dealer.commitment


@pytest.mark.one_way
def test_seeds_have_256_bits_and_come_from_the_system() -> None:
    assert len({Dealer().seed for _ in range(50)}) == 50
    assert {len(Dealer().seed) for _ in range(5)} == {SEED_BYTES}


@pytest.mark.one_way
@pytest.mark.parametrize("bad", [b"", b"short", bytes(33)])
def test_a_seed_of_another_length_is_refused(bad: bytes) -> None:
    with pytest.raises(DealingError, match="a seed has 32 bytes"):
        Dealer(bad)


@pytest.mark.one_way
def test_draws_follow_the_published_formula() -> None:
    """The formula of the docstring, written out once more."""
    import hmac

    seed = bytes(range(32))
    for index, outcomes in enumerate([[(0, 1), (1, 1)], [(3, 5), (7, 2)], [(k, k + 1) for k in range(20)]]):
        number = int.from_bytes(hmac.new(seed, f"sixfold draw {index}.0".encode(), "sha256").digest(), "big")
        number %= sum(weight for _, weight in outcomes)
        laid_end_to_end = [action for action, weight in outcomes for _ in range(weight)]
        assert Dealer(seed).pick(index, outcomes) == laid_end_to_end[number]


@pytest.mark.one_way
def test_who_plays_on_keeps_the_draws_that_were_made_and_the_others_are_a_new_secret() -> None:
    first = Dealer(bytes(32))
    second = first.continued(10)
    third = second.continued(20)
    assert third.earlier == ((10, first.seed.hex()), (20, second.seed.hex()))
    assert [third.below(i, 10**9) for i in range(30)] == [
        (first if i < 10 else second if i < 20 else Dealer(third.seed)).below(i, 10**9) for i in range(30)
    ]
    assert len({first.commitment, second.commitment, third.commitment}) == 3
    assert third.continued(10).earlier == second.earlier
    assert third.continued(4).earlier == ((4, first.seed.hex()),)


@pytest.mark.one_way
def test_draws_are_fair() -> None:
    """Twelve thousand draws from a bag of 1 : 2 : 3 lie within five standard deviations of it."""
    dealer = Dealer(bytes(32))
    drawn = [dealer.pick(index, [(0, 1), (1, 2), (2, 3)]) for index in range(12_000)]
    for action, share in enumerate((1 / 6, 2 / 6, 3 / 6)):
        spread = (12_000 * share * (1 - share)) ** 0.5
        assert abs(drawn.count(action) - 12_000 * share) < 5 * spread


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_same_seed_deals_the_same_game(rules: Rules) -> None:
    first, second = (seeded_match(rules, 5) for _ in range(2))
    assert first.events == second.events
    assert first.events != seeded_match(rules, 6).events
    assert all(event.actor == CHANCE for event in first.events)


@pytest.mark.one_way
def test_a_match_cannot_be_changed_through_what_it_gives_away() -> None:
    match = seeded_match(Rules.parse("hex"), 1)
    before = match.state
    match.state.apply(match.state.legal_actions()[0])
    assert match.state == before


@given(any_rules(), seeds, st.integers(0, 10))
@settings(max_examples=15)
def test_a_resumed_match_is_the_one_that_was_played(rules: Rules, seed: int, explained: int) -> None:
    played = played_match(rules, seed, 25)
    moves = [event.text for event in played.events if event.actor != CHANCE]
    resumed = Match.resume(rules, Dealer(seed.to_bytes(32)), moves, explained)
    assert (resumed.state, resumed.made, resumed.draws) == (played.state, len(moves), played.draws)
    latest = next(resumed.moves_backwards(), None)
    assert latest == next(played.moves_backwards(), None)
    assert resumed.events == played.events
    numbered = [(number, event.text) for number, event in resumed.moves_backwards()]
    assert numbered == list(reversed(list(enumerate(moves))))


def test_the_match_after_a_move_leaves_the_one_before_it_alone() -> None:
    match = seeded_match(Rules.parse("hex"), 1)
    before, events = match.state, match.events
    after = match.after(match.legal_moves()[0])
    assert (match.state, match.events) == (before, events)
    assert (match.made, after.made) == (0, 1)
    with pytest.raises(MoveError):
        match.after("keep")


# ---------------------------------------------------------------- series


@pytest.mark.one_way
def test_a_series_of_any_game_adds_up() -> None:
    for game in ("hex-duel", "square(players=3)", "hex-solo", "cards(players=2)"):
        rng = random.Random(1)
        series = Series(Rules.parse(game), 2, dealing=lambda i: Dealer(bytes([i] * 32)))
        with pytest.raises(SixfoldError, match="game 1 of the series is not over yet"):
            series.next_match()
        while not series.is_over:
            if series.match.is_over:
                series.next_match()
            series.match.play(rng.choice(series.match.legal_moves()))
        scores = [match.outcome().scores for match in series.matches]
        assert series.points == tuple(map(sum, zip(*scores, strict=True)))
        with pytest.raises(SixfoldError, match="all 2 games of the series have been played"):
            series.next_match()


@pytest.mark.one_way
def test_a_series_has_at_least_one_game() -> None:
    with pytest.raises(SixfoldError, match="at least one game, not 0"):
        Series(Rules.parse("hex"), 0)
