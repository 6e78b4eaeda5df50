"""Gymnasium's own checks, and what they do not look at."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import sixfold.envs.gymnasium as registered
from sixfold import SixfoldError
from sixfold.envs import BatchedEnv

gymnasium.register_envs(registered)

IDS = ("sixfold/HexSolo-v0", "sixfold/SquareSolo-v0", "sixfold/Against-v0")


@pytest.mark.parametrize("identity", IDS)
@pytest.mark.parametrize("actions", ["slots", "kinds"])
def test_gymnasium_check_env(identity: str, actions: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a display that nobody sees
    check_env(make(identity, actions=actions))


def test_it_can_be_made_by_its_name_alone() -> None:
    assert make("sixfold.envs.gymnasium:sixfold/HexSolo-v0").rules.game.name == "hex-solo"


def make(identity: str, **arguments: Any) -> Any:
    """The environment itself, without Gymnasium's wrappers."""
    return gymnasium.make(identity, **arguments).unwrapped


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], int]:
    """A random episode: its return, the last info, and how many steps it took."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    total, steps, over = 0.0, 0, False
    while not over:
        seen, reward, over, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert env.observation_space.contains(seen)
        assert not truncated
        total += reward
        steps += 1
    return total, info, steps


def test_alone_the_reward_is_the_weakest_colour() -> None:
    total, info, steps = play(make("sixfold/HexSolo-v0"), 4)
    assert total == pytest.approx(info["score"] / 36)
    assert steps > 25


def test_shaped_rewards_come_with_every_action() -> None:
    env = make("sixfold/SquareSolo-v0", rewards="shaped")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    rewards = []
    for _ in range(20):
        _, reward, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
        rewards.append(reward)
    assert sum(reward > 0 for reward in rewards) > 3


def test_against_bots_ranks_are_those_of_the_learner() -> None:
    env = make("sixfold/Against-v0", opponents="lexmin")
    returns = [play(env, seed)[0] for seed in range(5)]
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert -1.0 in returns


def test_an_illegal_action_loses_at_once() -> None:
    env = make("sixfold/HexSolo-v0")
    _, info = env.reset(seed=2)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(SixfoldError, match=r"call reset\(\) first"):
        env.step(illegal)


def test_masks_are_where_maskable_ppo_looks() -> None:
    env = make("sixfold/HexSolo-v0")
    _, info = env.reset(seed=2)
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_a_game_for_several_needs_opponents() -> None:
    with pytest.raises(SixfoldError, match=r"hex\(players=2\) has 2 seats: name the opponents"):
        registered.SeatEnv("hex(players=2)")


# ---------------------------------------------------------------- many at once


@pytest.mark.parametrize(
    ("identity", "arguments"), [(IDS[0], {}), (IDS[1], {"threads": 2}), (IDS[2], {"rewards": "shaped"})]
)
def test_a_vector_keeps_to_its_spaces_and_to_gymnasiums_ways(
    identity: str, arguments: dict[str, Any]
) -> None:
    envs: Any = RecordEpisodeStatistics(gymnasium.make_vec(identity, num_envs=6, **arguments))
    single = make(identity)
    assert envs.unwrapped.single_observation_space == single.observation_space
    assert envs.unwrapped.single_action_space == single.action_space
    seen, infos = envs.reset(seed=3)
    finished = 0
    while finished < 6:
        assert envs.observation_space.contains(seen)
        legal = infos["action_mask"].astype(bool)
        assert legal.any(axis=1).all()
        actions = legal.argmax(axis=1)
        seen, rewards, terminated, truncated, infos = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
        assert not truncated.any()
        for number in np.flatnonzero(terminated):
            final = infos["final_obs"][number]
            assert single.observation_space.contains(final)
            assert infos["_final_obs"][number]
            phase = envs.unwrapped._env.layout.split(final)["phase"]
            assert phase.tolist() == [0, 0, 0, 1]  # over
            assert infos["episode"]["l"][number] > 10
            finished += 1
    envs.close()


def test_a_vector_plays_the_games_of_the_batched_environment() -> None:
    envs = gymnasium.make_vec("sixfold/HexSolo-v0", num_envs=3, copy=False)
    envs.reset(seed=8)
    batched = BatchedEnv("hex-solo", 3)
    batched.reset(int(np.random.default_rng(8).integers(2**63)))
    for _ in range(50):
        actions = batched.random_actions().copy()
        seen, rewards, ended, _, _ = envs.step(actions)
        batch = batched.step(actions)
        assert np.array_equal(seen, batch.observations)
        assert np.array_equal(rewards, batch.rewards[:, 0])
        assert np.array_equal(ended, batch.ended)


def test_copies_stay_as_they_were_and_the_arrays_themselves_do_not() -> None:
    for copy in (True, False):
        envs = gymnasium.make_vec("sixfold/HexSolo-v0", num_envs=2, copy=copy)
        first, infos = envs.reset(seed=1)
        before = first.copy()
        envs.step(infos["action_mask"].argmax(axis=1))
        assert np.array_equal(first, before) == copy
