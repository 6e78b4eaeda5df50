"""The bots in compiled code choose as those that people play against."""

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from playing import standoff
from sixfold import CHANCE, OVER, Move, Phase, State, compile_kernels
from sixfold.bots.simple import Worth, most_points, weakest_first
from sixfold.bots.thinking import Thinker
from sixfold.envs import BatchedEnv, mask_of

GAMES = ("hex(players=2)", "hex-duel", "hex-team", "square(players=3)", "cards(players=2,edition=pl)")


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    compile_kernels()
    yield
    compile_kernels(False)


def choices_of_bots(game: str, bot: str, steps: int) -> Iterator[tuple[State, int]]:
    """What bots chose against a learner who plays at random, and where."""
    env = BatchedEnv(game, 1, seed=21, opponents=bot, record=True)
    histories = []
    for _ in range(steps):
        if env.play_randomly().ended[0]:
            histories.append(env.history(0, last=True))
    for history in [*histories, env.history(0)]:
        state = State.new(env.rules)
        for action in history:
            if state.actor > 0:
                yield state, action
            state.apply(action)


@pytest.mark.parametrize(("bot", "worth"), [("greedy", most_points), ("lexmin", weakest_first)])
@pytest.mark.parametrize("game", GAMES)
def test_a_simple_bot_takes_a_move_that_it_finds_best(game: str, bot: str, worth: Worth) -> None:
    phases = set()
    for state, chosen in islice(choices_of_bots(game, bot, 40), None, None, 5):
        phases.add(state.phase)
        if state.phase is Phase.EXCHANGE:
            assert str(Move.of(chosen, state.rules)) == "exchange"
            continue
        values = {}
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action)
            values[action] = worth(after, state.actor)
        assert values[chosen] == max(values.values())
    assert Phase.PLACE in phases


@pytest.mark.parametrize("game", ["hex(players=2)", "cards(players=3)"])
def test_the_network_takes_the_move_that_it_takes_everywhere_else(game: str) -> None:
    thinker = None
    for state, chosen in choices_of_bots(game, "network", 25):
        thinker = thinker or Thinker(state.rules)
        view = state.view(state.actor)
        assert Move.of(chosen, state.rules) == thinker.instant(view, 0.0, random.Random(0))


def test_a_weaker_level_does_not_always_take_the_best_move() -> None:
    thinker = None
    agreed = []
    for state, chosen in choices_of_bots("cards(players=2)", "beginner", 25):
        thinker = thinker or Thinker(state.rules)
        best = thinker.instant(state.view(state.actor), 0.0, random.Random(0))
        agreed.append(Move.of(chosen, state.rules) == best)
    assert 0 < sum(agreed) < len(agreed)


@pytest.mark.parametrize(("turn", "gives_way"), [(148, False), (608, True)])
def test_in_a_card_game_that_does_not_end_the_network_chooses_less_strictly(
    turn: int, gives_way: bool
) -> None:
    start = standoff(turn)
    env = BatchedEnv(start.rules, 40, opponents="network", record=True, restart=False)
    begun = [len(env.history(game)) for game in range(env.games)]
    env._m.states[: env.games] = start.record.void
    env.step(np.full(env.games, mask_of(start).argmax()))
    answers = set()
    for game in range(env.games):
        state = start.copy()
        for action in env.history(game)[begun[game] :]:
            if state.actor == 1:
                answers.add(action)
                break
            state.apply(action)
    assert (len(answers) > 1) == gives_way


def test_ties_are_broken_evenly() -> None:
    """An empty board offers a first tile no points, so greedy chooses among all of its places."""
    env = BatchedEnv("hex(players=2,start=2)", 3000, opponents="greedy", record=True)
    states = [env.state(game) for game in range(0, env.games, 10)]
    cells = np.array([[content < 6 for content in state.everything().board] for state in states])  # type: ignore[attr-defined]
    often = cells[:, [c for c in range(cells.shape[1]) if 0 < cells[:, c].sum() < len(states)]].sum(axis=0)
    assert len(often) > 20
    assert often.max() < 4 * often.mean()


@pytest.mark.parametrize("game", ["cards(players=2,edition=pl)", "square-solo"])
def test_random_actions_are_all_legal_ones_equally_often(game: str) -> None:
    env = BatchedEnv(game, 1, seed=2)
    env.play_randomly(6)
    assert env.state(0).actor not in (CHANCE, OVER)
    legal = np.flatnonzero(env.batch.masks[0])
    drawn = np.array([env.random_actions()[0] for _ in range(200 * len(legal))])
    numbers, often = np.unique(drawn, return_counts=True)
    assert numbers.tolist() == legal.tolist()
    assert abs(often - 200).max() < 5 * 200**0.5
