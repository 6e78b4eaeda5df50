"""Positions as text: lossless both ways, for the truth and for every view; a mistake is named."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from composing import compose_cards
from playing import ALL_RULES, any_rules, position_of, seeds, steps
from sixfold import PositionError, Rules, State, View, compiled_kernels
from sixfold.notation import parse_position, write_position

START = (
    "hex(players=2,start=1) R4G/7/8/9/10/P9B/10/9/8/7/Y4O 1:place 1+0 rr,rg,rg,rb,yy,pp/rb,ro,ry,gg,gb,pp "
    "0,0,0,0,0,0/0,0,0,0,0,0 444556456665666566463"
)


def test_a_position_reads_as_documented() -> None:
    state = parse_position(START)
    assert isinstance(state, State)
    assert write_position(state) == START
    assert state.actor == 0
    assert [state.rules.kinds[kind] for kind in state.rack(1)] == ["rb", "ro", "ry", "gg", "gb", "pp"]


def test_a_view_hides_with_question_marks() -> None:
    state = parse_position(START)
    assert isinstance(state, State)
    text = write_position(state.view(1))
    assert "??,??,??,??,??,??/rb,ro,ry,gg,gb,pp" in text
    assert text.endswith("eyes=2")
    assert write_position(state.view(None)).endswith("eyes=-")
    assert isinstance(parse_position(text), View)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_position_of_a_game_and_every_view_of_it_comes_back(rules: Rules) -> None:
    with compiled_kernels():
        for number, (state, _) in enumerate(steps(rules, seed=2)):
            if number % 5 == 0:
                text = write_position(state)
                assert parse_position(text) == state
                for seat in (None, *range(rules.players)):
                    view = state.view(seat)
                    assert parse_position(write_position(view)) == view


@given(any_rules(), seeds)
def test_positions_with_any_options_come_back_and_play_on_alike(rules: Rules, seed: int) -> None:
    with compiled_kernels():
        state = position_of(rules, seed)
        back = parse_position(write_position(state))
        assert back == state
        assert isinstance(back, State)
        assert back.legal_actions() == state.legal_actions()
        for action in random.Random(seed).sample(state.legal_actions(), min(5, len(state.legal_actions()))):
            one, other = state.copy(), back.copy()
            one.apply(action)
            other.apply(action)
            assert one == other


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("hex(players=2,start=1) ", "", "a position has the fields rules, board"),
        ("hex(players=2,start=1)", "chess", "rules: no game is called 'chess'"),
        ("R4G/", "R3G/", "board: row a has 5 cells instead of 6"),
        ("R4G/", "r4G/", "board: a6: capitals are for printed symbols, and only for them"),
        ("R4G/", "G4R/", "board: a6 must show its printed symbol"),
        ("R4G/", "R3xG/", "board: row a has a sign that is no colour"),
        ("R4G/", "R999999999G/", "board: row a has a sign that is no colour"),
        ("/7/8/", "/7/", "board: 10 rows instead of 11"),
        ("R4G/7", "R4G/6r", "tiles: 0 halves of r must lie on the board, there are 1"),
        ("1:place", "3:place", "phase: '3' is not a seat from 1 to 2"),
        ("1:place", "1:dance", "phase: '1:dance' does not read like 1:place"),
        ("1:place", "2:place", "turn: after 0 turns it is the turn of seat 1"),
        ("1:place", "1:bonus", "phase: bonus moves are open"),
        ("1:place", "1:exchange", "phase: no exchange is open"),
        ("1:place", "1:deal", "phase: this is not a position to deal in"),
        ("1:place", "?:start", "turn: these rules name the starter"),
        ("1+0", "2+0", "turn: these rules name another starter"),
        ("1+0", "1+x", "turn: 'x' is not a number"),
        ("rr,rg,rg", "rr,rg,rx", "racks: 'rx' is not a tile"),
        ("rr,rg,rg", "rr,rg,rg,rg", "racks: 7 tiles, at most 6 are possible"),
        ("rr,rg,rg", "rr,rg,??", "racks: the tiles of seat 1 are known to these eyes"),
        (" 0,0,0,0,0,0/", " 0,0,0,0,0/", "tracks: expected 2 tracks of 6 numbers"),
        (" 0,0,0,0,0,0/", " 0,0,0,0,0,19/", "tracks: '19' is not a number from 0 to 18"),
        ("444556456665666566463", "44455645666566656646", "pool: expected 21 digits"),
        ("444556456665666566463", "944556456665666566463", "pool: expected 21 digits from 0 to 8"),
        ("444556456665666566463", "544556456665666566463", "tiles: there are only 5 rr"),
        ("566463", "566463 eyes=3", "eyes: '3' is not a seat"),
        ("566463", "566463 eyes=1", "racks: the tiles of seat 2 are hidden from these eyes"),
        ("566463", "566463 tokens=------", "tokens: hex has none"),
        ("566463", "566463 nonsense", "'nonsense': expected one each of tokens"),
        ("566463", "566463 memory=1;0/0;-", "memory: one epoch a tile on the rack"),
        ("566463", "566463 memory=0;0/0;-", "memory: nothing has gone back into the bag yet"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_field(old: str, new: str, reason: str) -> None:
    damaged = START.replace(old, new, 1)
    assert damaged != START
    with pytest.raises(PositionError, match=re.escape(reason)):
        parse_position(damaged)


CARDS = write_position(compose_cards("cards(players=3,start=1)", open_cards=["rg", "by", "op"]))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rg/by/op", "rg,/by/op", "board: '' is not a tile"),
        ("rg/by/op", "??/by/op", "board: '??' is not a tile"),
        ("rg/by/op", "rg/by", "board: 2 seats instead of 3"),
        ("rg/by/op", "-/by/op", "tiles: "),
        ("rg/by/op 1:place", "rg/by/op 1:bonus:1", "board: seat 1 has 1 open cards"),
        ("rg/by/op", "rg,rg,rg,rg/by/op", "board: 4 tiles, at most 3 are possible"),
    ],
)
def test_open_cards_that_cannot_be_are_refused(old: str, new: str, reason: str) -> None:
    assert old in CARDS
    with pytest.raises(PositionError, match=re.escape(reason)):
        parse_position(CARDS.replace(old, new, 1))


def test_a_row_without_its_open_card_is_refused_although_all_cards_are_there() -> None:
    moved = CARDS.replace("rg/by/op", "-/by/op").replace(" 222222", " 322222")
    with pytest.raises(PositionError, match="board: seat 1 has 0 open cards, not 1"):
        parse_position(moved)


@settings(max_examples=300)
@given(any_rules(), seeds, st.data())
def test_a_damaged_position_is_read_or_refused_and_what_is_read_can_be_played(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    with compiled_kernels():
        state = position_of(rules, seed % 50)
        seat = data.draw(st.sampled_from(["all", None, *range(rules.players)]))
        text = write_position(state if seat == "all" else state.view(seat))
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 4))
        damaged = (
            text[:at] + data.draw(st.text("rgboyp?0123456789,/:+-=@; ^RGX", max_size=4)) + text[at + cut :]
        )
        try:
            position = parse_position(damaged)
        except PositionError:
            return
        again = position if isinstance(position, State) else position.sample(random.Random(0))
        for _ in range(30):
            actions = again.legal_actions()
            if not actions:
                break
            again.apply(actions[len(actions) // 2])


@given(st.text(max_size=200))
def test_any_text_is_refused_as_a_position(text: str) -> None:
    with pytest.raises(PositionError):
        parse_position(text)
