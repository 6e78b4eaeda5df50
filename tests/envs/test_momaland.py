"""MOMAland's own tests, and rewards that are the markers."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from envs.suites import LinearizeReward, api_test, momaland_api_test, momaland_wrapper_test, seed_test
from envs.test_pettingzoo import SEVERAL, Legal
from sixfold import Rules
from sixfold.envs import pettingzoo
from sixfold.envs.momaland import Scalarised, env

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("rules", SEVERAL, ids=str)
def test_momaland_api_test(rules: Rules) -> None:
    """At its end it takes an action of one deal in another, where it need not be legal."""
    momaland_api_test(Legal(env(rules)), num_cycles=30)


def test_seed_test() -> None:
    seed_test(lambda: env("hex(players=3)"), num_cycles=30)


def test_momaland_wrapper_tests() -> None:
    """Those for agents that take turns; they choose without looking at masks."""
    momaland_wrapper_test(SimpleNamespace(env=lambda: Legal(env("hex(players=2)"))))


def play(playing: Any, seed: int) -> dict[str, Any]:
    """A random game: what each agent got in all."""
    playing.reset(seed=seed)
    rng = np.random.default_rng(seed)
    totals: dict[str, Any] = dict.fromkeys(playing.possible_agents, 0)
    for agent in playing.agent_iter():
        seen, reward, terminated, truncated, _ = playing.last()
        totals[agent] = totals[agent] + reward
        if terminated or truncated:
            playing.step(None)
        else:
            playing.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return totals


@pytest.mark.parametrize("game", ["hex(players=3)", "hex-team", "square(players=2)", "cards(players=2)"])
def test_rewards_add_up_to_the_markers(game: str) -> None:
    playing = env(game)
    totals = play(playing, 5)
    state = playing.unwrapped._game.state
    for seat, agent in enumerate(playing.possible_agents):
        assert totals[agent].tolist() == list(state.seat_tracks(seat))
        assert totals[agent].dtype == np.float32


def test_in_the_duel_what_one_gains_the_other_loses() -> None:
    totals = play(env("hex-duel"), 5)
    assert totals["player_0"].tolist() == (-totals["player_1"]).tolist()


def test_scalarised_by_the_weakest_colour_rewards_add_up_to_the_score() -> None:
    playing = Scalarised(env("hex(players=2)"))
    totals = play(playing, 6)
    outcome = playing.unwrapped._game.state.outcome()
    assert tuple(totals.values()) == outcome.scores


def test_scalarised_is_a_pettingzoo_environment() -> None:
    api_test(Scalarised(env("hex(players=2)")), num_cycles=40)


def test_scalarised_by_weights_is_what_momalands_wrapper_says() -> None:
    weights = np.arange(6) / 15
    theirs = LinearizeReward(env("hex"), {f"player_{seat}": weights for seat in range(2)})
    ours = Scalarised(env("hex"), lambda markers: float(weights @ markers))
    assert play(ours, 3) == pytest.approx(play(theirs, 3))


def test_it_is_the_same_game_as_with_one_reward() -> None:
    ours, plain = env("cards(players=3)"), pettingzoo.env("cards(players=3)")
    play(ours, 2)
    play(plain, 2)
    assert ours.unwrapped._game.state == plain.unwrapped._game.state
