"""The engine against a slow reference of the rules that shares no line of code with it, move by move."""

import random

import pytest
from hypothesis import given, settings

from playing import ALL_RULES, any_rules, draw_action, likely_action, seeds
from reference import Reference, make_reference
from sixfold import CHANCE, OVER, Rules, State, compiled_kernels
from sixfold.core.codes import EMPTY
from sixfold.core.state import BoardState, CardState
from sixfold.core.views import BoardView, CardView

pytestmark = pytest.mark.one_way


def play_side_by_side(rules: Rules, seed: int) -> None:
    """One game on both; every legal move, draw and visible thing is compared at every step."""
    rng = random.Random(seed)
    state = State.new(rules)
    reference = make_reference(rules.game.name, rules.players, dict(rules.options))
    while state.actor != OVER:
        assert reference.pending() == state.phase.name.lower()
        if state.actor == CHANCE:
            assert reference.actor() == "chance"
            outcomes = {state.action_text(action): weight for action, weight in state.chance_outcomes()}
            assert reference.chance() == outcomes
            action = draw_action(state, rng)
            reference.draw(state.action_text(action))
        else:
            assert reference.actor() == state.actor
            assert reference.legal() == {state.action_text(action) for action in state.legal_actions()}
            action = likely_action(state, rng)
            reference.play(state.action_text(action))
        state.apply(action)
        compare(state, reference)
    assert reference.actor() == "over"
    assert reference.places() == list(state.outcome().places)
    assert reference.reason() == state.outcome().reason.name.lower()


def compare(state: State, reference: Reference) -> None:
    """Everything that lies on the table is the same."""
    rules, truth = state.rules, state.everything()
    seats = range(rules.players)
    assert reference.tracks() == [list(state.seat_tracks(seat)) for seat in seats]
    assert reference.racks() == [sorted(rules.kinds[kind] for kind in state.rack(seat)) for seat in seats]
    assert counted(reference.bag()) == counted(dict(zip(rules.kinds, state.bag, strict=True)))
    if isinstance(state, BoardState):
        assert isinstance(truth, BoardView)
        signs = rules.colours.ljust(int(EMPTY)) + " ^"
        lying = zip(rules.geometry.names, state.board, strict=True)
        assert reference.board() == {name: signs[content] for name, content in lying if content != EMPTY}
        assert reference.tokens() == list(truth.tokens)
    elif isinstance(state, CardState):
        assert isinstance(truth, CardView)
        assert reference.open_cards() == [[rules.kinds[kind] for kind in row] for row in state.open_cards]
        assert counted(reference.discards()) == counted(dict(zip(rules.kinds, truth.discard, strict=True)))


def counted(tiles: dict[str, int]) -> dict[str, int]:
    return {tile: count for tile, count in tiles.items() if count}


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_reference_plays_the_same_game(rules: Rules) -> None:
    with compiled_kernels():
        for seed in range(2):
            play_side_by_side(rules, seed)


@settings(max_examples=40)
@given(any_rules(), seeds)
def test_the_reference_plays_the_same_game_with_any_options(rules: Rules, seed: int) -> None:
    with compiled_kernels():
        play_side_by_side(rules, seed)
