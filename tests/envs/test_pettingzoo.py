"""PettingZoo's own suite, and what it does not look at."""

from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import aec_to_parallel
from pettingzoo.utils.wrappers import BaseWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from envs.suites import api_test, max_cycles_test, render_test, seed_test
from playing import ALL_RULES
from sixfold import MoveError, Rules, SixfoldError
from sixfold.envs.pettingzoo import env

SEVERAL = [rules for rules in ALL_RULES if rules.players > 1]

pytestmark = [
    # PettingZoo's suite says this of every dictionary that is not from its own environments.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("rules", SEVERAL, ids=str)
def test_pettingzoo_api_test(rules: Rules) -> None:
    api_test(env(rules), num_cycles=60)


def test_pettingzoo_api_test_with_its_wrappers() -> None:
    api_test(OrderEnforcingWrapper(TerminateIllegalWrapper(env("hex"), illegal_reward=-1)), num_cycles=30)


def test_it_is_in_pettingzoos_registry() -> None:
    assert pettingzoo.make("aec", "sixfold/hex-duel-v0").unwrapped.rules == Rules.parse("hex-duel")
    made = pettingzoo.make("aec", "sixfold/hex-v0", rules="hex(players=4)", max_cycles=3)
    assert made.possible_agents == ["player_0", "player_1", "player_2", "player_3"]


@pytest.mark.parametrize("rules", SEVERAL, ids=str)
def test_pettingzoo_seed_test(rules: Rules) -> None:
    seed_test(lambda: env(rules), num_cycles=40)


class Legal(BaseWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """For tests that choose without looking at the mask: takes the first legal action instead."""

    metadata: ClassVar = {"is_parallelizable": True, "name": "legal"}

    def step(self, action: int | None) -> None:
        if action is not None:
            mask = self.env.observe(self.env.agent_selection)["action_mask"]
            action = action if mask[action] else int(np.flatnonzero(mask)[0])
        super().step(action)


class OneGame(Legal):
    """Always the same game, in which both play one tile a turn, as the test expects of environments."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(1, options)

    def step(self, action: int | None) -> None:
        super().step(None if action is None else self.action_space(self.agent_selection).n - 1)


def test_pettingzoo_max_cycles_test() -> None:
    def game(max_cycles: int) -> Any:
        return OneGame(env("hex(players=2,start=1)", max_cycles=max_cycles))

    max_cycles_test(
        SimpleNamespace(env=game, parallel_env=lambda max_cycles: aec_to_parallel(game(max_cycles)))
    )


@pytest.mark.parametrize("game", ["hex(players=2)", "square(players=2)", "cards(players=3)"])
def test_pettingzoo_render_test(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a display that nobody sees
    render_test(lambda render_mode: env(game, render_mode=render_mode))


def test_without_a_display_a_window_is_refused_with_what_can_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.delenv("DISPLAY", raising=False)
    watched = env("hex", render_mode="human")
    watched.reset(seed=0)
    with pytest.raises(SixfoldError, match=r"no display for a window .*rgb_array and ansi need none"):
        watched.render()
    watched.close()


def played(game: str, **arguments: Any) -> tuple[Any, dict[str, float], list[str]]:
    """A random game: the environment at its end, what each agent got, and who acted."""
    playing = env(game, **arguments)
    playing.reset(seed=7)
    for agent in playing.possible_agents:
        playing.action_space(agent).seed(3)
    totals = dict.fromkeys(playing.possible_agents, 0.0)
    actors = []
    for agent in playing.agent_iter():
        seen, reward, terminated, truncated, info = playing.last()
        totals[agent] += reward
        if terminated or truncated:
            assert "score" in info or truncated
            playing.step(None)
        else:
            actors.append(agent)
            playing.step(int(playing.action_space(agent).sample(seen["action_mask"])))
    return playing, totals, actors


@pytest.mark.parametrize("game", ["hex(players=4)", "hex-team", "cards(players=3)"])
def test_ranks_add_up_to_nothing_and_shares_of_the_win_to_one(game: str) -> None:
    assert sum(played(game)[1].values()) == pytest.approx(0)
    assert sum(played(game, rewards="win")[1].values()) == pytest.approx(1)


def test_partners_are_rewarded_alike() -> None:
    totals = played("hex-team", rewards="shaped")[1]
    assert totals["player_0"] == totals["player_2"] == -totals["player_1"]


def test_only_the_agent_to_act_has_legal_actions() -> None:
    playing = env("hex(players=3)")
    playing.reset(seed=1)
    for agent in playing.agents:
        assert playing.observe(agent)["action_mask"].any() == (agent == playing.agent_selection)


def test_what_is_seen_stays_as_it_was() -> None:
    playing = env("hex")
    playing.reset(seed=1)
    first = playing.last()[0]
    copies = {key: value.copy() for key, value in first.items()}
    playing.step(int(np.flatnonzero(first["action_mask"])[0]))
    playing.last()
    assert all(np.array_equal(first[key], copies[key]) for key in copies)


def test_mistakes_are_explained_and_change_nothing() -> None:
    playing = env("hex")
    with pytest.raises(SixfoldError, match=r"call reset\(\) first"):
        playing.step(0)
    playing.reset(seed=1)
    before = playing.last()[0]
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(MoveError, match=f"action {illegal} is not legal now"):
        playing.step(illegal)
    with pytest.raises(MoveError, match="there is no action 99999"):
        playing.step(99999)
    with pytest.raises(SixfoldError, match="has to act: None is for agents whose game is over"):
        playing.step(None)
    after = playing.last()[0]
    assert all(np.array_equal(before[key], after[key]) for key in before)


@pytest.mark.parametrize(
    ("game", "arguments", "message"),
    [
        ("hex-solo", {}, "hex-solo is for one player: use sixfold.envs.gymnasium"),
        ("hex", {"max_cycles": 0}, "max_cycles is at least 1"),
        ("hex", {"render_mode": "film"}, "there is no render mode 'film'; there are ansi"),
        ("hex", {"actions": "tiles"}, "actions name slots or kinds"),
        ("chess", {}, "no game is called 'chess'"),
    ],
)
def test_what_cannot_be_is_explained(game: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SixfoldError, match=message):
        env(game, **arguments)
