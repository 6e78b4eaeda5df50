"""Observations and masks hold what a seat may know: all of it, and nothing else."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from envs.telling import expected_observation
from playing import ALL_RULES, position_of, shuffle_hidden, steps
from sixfold import CHANCE, OVER, Phase, Rules, View, compile_kernels
from sixfold.envs import mask_of, move_of, observation_of


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    compile_kernels()
    yield
    compile_kernels(False)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_hidden_tiles_change_no_observation_and_no_mask(rules: Rules) -> None:
    rng = random.Random(3)
    for seed in range(8):
        state = position_of(rules, seed)
        for seat in range(rules.players):
            told = observation_of(state, seat)
            views = state.view(seat).samples(rng)
            others = [next(views), next(views), next(views)]
            if state.phase is not Phase.EXCHANGE:  # an offer tells something about a rack
                others.append(shuffle_hidden(state, seat, rng))
            for other in others:
                assert np.array_equal(observation_of(other, seat), told)
                if seat == state.actor:
                    for actions in ("slots", "kinds"):
                        assert np.array_equal(mask_of(other, actions), mask_of(state, actions))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_an_observation_is_made_from_the_view_of_any_seat(rules: Rules) -> None:
    for seed in range(3):
        state = position_of(rules, seed)
        for seat in range(rules.players):
            view = state.view(seat)
            assert np.array_equal(observation_of(state, seat), expected_observation(view))
            assert np.array_equal(observation_of(view), expected_observation(view))


@pytest.mark.parametrize("game", ["hex(players=2)", "square(players=3)", "cards(players=2)", "hex-duel"])
def test_different_knowledge_gives_different_observations(game: str) -> None:
    """Seen from one seat, so that turning the table does not make two views look alike."""
    rules = Rules.parse(game)
    views: dict[bytes, View] = {}
    for seed in range(4):
        for state, _ in steps(rules, seed):
            if state.actor not in (CHANCE, OVER):
                view = state.view(0)
                assert views.setdefault(observation_of(state, 0).tobytes(), view) == view
    assert len(views) > 100


def test_a_move_is_read_from_an_action_of_a_view() -> None:
    state = position_of(Rules.parse("hex(players=2)"), 5)
    for actions in ("slots", "kinds"):
        mask = mask_of(state.view(state.actor), actions)
        moves = {str(move_of(state, int(action), actions)) for action in np.flatnonzero(mask)}
        assert moves == set(map(str, state.legal_moves()))
