"""What is shown is what the rules say, and nothing that an eye may not know."""

import random

import pytest
from hypothesis import given

from playing import ALL_RULES, any_rules, position_of, seeds, shuffle_hidden
from sixfold import Dealer, Match, Move, Rules, State, explain
from sixfold.core.codes import OVER
from sixfold.server.protocol.messages import encode
from sixfold.server.protocol.sights import GameSight, Settings
from sixfold.server.store.interface import Entry
from sixfold.server.tables.entries import Chair, Created, Started
from sixfold.server.tables.explaining import rules_sight, score_sight
from sixfold.server.tables.looking import digits, game_sight, own_sight
from sixfold.server.tables.table import Table


def numbers(text: str) -> list[int]:
    return [ord(character) - 48 for character in text]


def table_at(rules: Rules, state: State) -> tuple[Table, Match]:
    """A table with a game that has come to this position."""
    chairs = tuple(Chair(who=f"guest{seat}") for seat in range(rules.players))
    table = Table(Entry("t", 0, "guest0", None, 0, b""), Created(Settings(game=str(rules)), chairs))
    table.apply(Entry("t", 1, "guest0", None, 0, b""), Started(bytes(32).hex()))
    assert table.match
    match = Match(rules, Dealer(bytes(32)))
    match._state = state
    table.match = match
    return table, match


def sight_of(rules: Rules, state: State) -> GameSight:
    table, match = table_at(rules, state)
    return game_sight(table, 0, match, match.view(None), ())


@given(any_rules(), seeds)
def test_what_the_client_may_do_is_exactly_what_is_legal(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    if state.actor == OVER:
        return
    sight = sight_of(rules, state)
    meant = rules_sight(rules)
    offered = {Move(word).action(rules) for word in sight.words}
    for kind in set(state.rack(state.actor)) if sight.phase in ("place", "bonus") else ():
        tile = meant.kinds[kind]
        if not rules.is_board_game:
            offered |= {Move(tile).action(rules), Move(tile[::-1]).action(rules)}
        for edge, (tail, head) in enumerate(meant.edges):
            if numbers(sight.places)[edge]:
                cells = (meant.names[tail], meant.names[head])
                offered |= {Move(tile, cells).action(rules), Move(tile, cells[::-1]).action(rules)}
    assert offered == set(state.legal_actions())


@given(any_rules(), seeds)
def test_the_potentials_add_up_to_what_a_move_scores(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    if state.actor == OVER:
        return
    potentials = numbers(sight_of(rules, state).potentials)
    actions = state.legal_actions()
    for action in random.Random(seed).sample(actions, min(10, len(actions))):
        score = score_sight(rules, explain(state, action))
        if score is None:
            continue
        for half in score.halves:
            assert potentials[half.cell * len(rules.colours) + half.colour] == sum(map(len, half.lines))
        for symbol in score.symbols:
            assert potentials[symbol.colour] == len(symbol.cards)


@given(any_rules(), seeds)
def test_nothing_that_an_eye_sees_depends_on_what_it_may_not_know(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    if state.actor == OVER:
        return
    for seat in (None, *range(rules.players)):
        seen = set()
        for imagined in (state, shuffle_hidden(state, seat, random.Random(seed))):
            table, match = table_at(rules, imagined)
            public = match.view(None)
            own = own_sight(match, public, () if seat is None else (seat,), seat)
            seen.add(encode(game_sight(table, 0, match, public, ())) + encode(own))
        assert len(seen) == 1


@given(any_rules(), seeds)
def test_what_a_seat_has_not_seen_is_what_its_view_says(rules: Rules, seed: int) -> None:
    state = position_of(rules, seed)
    _, match = table_at(rules, state)
    for seat in range(rules.players):
        view = match.view(seat)
        own = own_sight(match, match.view(None), (seat,), seat)
        assert own.rack == view.racks[seat]
        assert numbers(own.unseen) == list(view.pool)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_rules_sight_says_what_all_numbers_mean(rules: Rules) -> None:
    sight = rules_sight(rules)
    assert Rules.parse(sight.game) == rules
    assert sum(sight.counts) == rules.tiles
    assert len(sight.cells) == len(sight.names)
    assert all(0 <= tail < head < len(sight.cells) for tail, head in sight.edges)
    assert len(sight.sides) == sight.players


def test_digits_are_codes_less_48() -> None:
    assert digits(bytes([0, 7, 10, 43])) == "07:["
