"""The solo games, and one seat against bots, for Gymnasium: see docs/environments/gymnasium.md.

Importing this module registers `sixfold/HexSolo-v0`, `sixfold/SquareSolo-v0` and `sixfold/Against-v0`, one by
one for `gymnasium.make` and thousands at once for `gymnasium.make_vec`.
"""

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..core.errors import MoveError, SixfoldError
from ..core.rules import Rules
from .batched import BatchedEnv
from .layout import Mask, Observation
from .rendering import FRAMES_A_SECOND, RENDER_MODES, Screen
from .spaces import observation_space

ILLEGAL: Final = -1.0
"""The reward of an action that is not legal, which ends the episode."""


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game: alone, or with bots in the others."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str = "hex-solo",
        *,
        opponents: str | Sequence[str] | None = None,
        rewards: str | None = None,
        actions: str = "slots",
        render_mode: str | None = None,
    ) -> None:
        """A game by its rules; one for several players needs `opponents`: a bot's name, or one each."""
        self.rules: Final = seated_rules(rules, opponents)
        self._screen: Final = Screen(render_mode)
        self.render_mode = render_mode
        self._env: Final = BatchedEnv(
            self.rules, 1, opponents=opponents, rewards=rewards, actions=actions, restart=False
        )
        self.observation_space: Any = observation_space(self.rules)
        self.action_space = Discrete(self._env.action_count)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game; there are no options."""
        super().reset(seed=seed)
        self._env.reset(int(self.np_random.integers(2**63)))
        self._over = False
        self._watch()
        return self._env.batch.observations[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots answer. One that is not legal loses at once."""
        if self._over:
            raise SixfoldError("the game is over: call reset() first")
        batch = self._env.batch
        try:
            self._env.step(np.array([action], np.int64))
        except MoveError:
            self._over = True
            return batch.observations[0].copy(), ILLEGAL, True, False, self._info() | {"illegal": True}
        self._over = bool(batch.ended[0])
        self._watch()
        info = self._info() | ({"score": int(batch.scores[0, 0])} if self._over else {})
        return batch.observations[0].copy(), float(batch.rewards[0, 0]), self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal: the method that MaskablePPO asks."""
        legal: NDArray[np.bool_] = self._env.batch.masks[0] != 0
        return legal

    def render(self) -> Any:
        """The position as the render mode says, all racks open."""
        return self._screen.show(self._env.state(0))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._env.batch.masks[0].copy()}

    def _watch(self) -> None:
        if self.render_mode == "human":
            self.render()


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """One seat of many games, stepped at once by a `BatchedEnv`. A game that ends is dealt anew at once."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = "hex-solo",
        *,
        opponents: str | Sequence[str] | None = None,
        rewards: str | None = None,
        actions: str = "slots",
        threads: int = 1,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        """So many games; without `copy` the same arrays are returned each time, and change with each step."""
        if render_mode is not None:
            raise SixfoldError("many games at once cannot be rendered")
        self.rules: Final = seated_rules(rules, opponents)
        self.num_envs = num_envs
        self._env: Final = BatchedEnv(
            self.rules, num_envs, opponents=opponents, rewards=rewards, actions=actions, threads=threads,
            finals=True,
        )  # fmt: skip
        self._copy: Final = copy
        self.single_observation_space = observation_space(self.rules)
        self.single_action_space = Discrete(self._env.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all: Final = np.ones(num_envs, np.bool_)
        self._none: Final = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games; there are no options."""
        super().reset(seed=seed)
        self._env.reset(int(self.np_random.integers(2**63)))
        return self._own(self._env.batch.observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in each game; one that is not legal is an error, and nothing has changed."""
        batch = self._env.step(actions)
        info = self._info()
        if batch.ended.any():
            ended = batch.ended.copy()
            finals = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(ended):
                finals[game] = batch.finals[game].copy()
            info |= {
                "final_obs": finals,
                "_final_obs": ended,
                "final_info": {"score": batch.scores[:, 0].copy(), "_score": ended},
                "_final_info": ended,
            }
        return (
            self._own(batch.observations),
            self._own(batch.rewards[:, 0]),
            self._own(batch.ended),
            self._none.copy(),
            info,
        )

    def action_masks(self) -> Mask:
        """1 for each legal action of each game; the environment's own array."""
        return self._env.batch.masks

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._env.close()

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._own(self._env.batch.masks), "_action_mask": self._all}


def seated_rules(rules: Rules | str, opponents: str | Sequence[str] | None) -> Rules:
    """The rules, if they leave no seat empty."""
    read = Rules.parse(rules) if isinstance(rules, str) else rules
    if read.players > 1 and opponents is None:
        raise SixfoldError(
            f"{read} has {read.players} seats: name the opponents, or use sixfold.envs.pettingzoo"
        )
    return read


def _register(name: str, **arguments: Any) -> None:
    gymnasium.register(
        id=f"sixfold/{name}",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:SeatVectorEnv",
        kwargs=arguments,
    )


_register("HexSolo-v0", rules="hex-solo")
_register("SquareSolo-v0", rules="square-solo")
_register("Against-v0", rules="hex(players=2)", opponents="greedy")
