"""Every game for two and more with a reward for each colour, for MOMAland: see docs/environments/momaland.md.

The objectives are the colours: an agent's reward is how far each of its markers moved. What a player makes of
that is a utility, and `Scalarised` turns it into numbers; the game's own is the weakest colour.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box
from momaland.utils.env import MOAECEnv
from numpy.typing import NDArray
from pettingzoo.utils.wrappers import BaseWrapper

from ..core.rules import Rules
from .pettingzoo import SeatsEnv

Utility = Callable[[NDArray[np.float32]], float]
"""What a vector of markers is worth."""


class MOSixfoldEnv(SeatsEnv, MOAECEnv):  # type: ignore[misc]  # MOMAland has no types
    """A game with a vector as reward."""

    def __init__(
        self,
        rules: Rules | str = "hex",
        *,
        actions: str = "kinds",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The arguments are those of `sixfold.envs.pettingzoo`, without the rewards."""
        super().__init__(rules, actions=actions, max_cycles=max_cycles, render_mode=render_mode)
        self.metadata["name"] = "mo" + self.metadata["name"]
        least = -2 * self.rules.track if self.rules.game.duel else 0
        most = 2 * self.rules.track if self.rules.game.duel else self.rules.track
        shape = (len(self.rules.colours),)
        self.reward_spaces = {agent: Box(least, most, shape, np.float32) for agent in self.possible_agents}

    def reward_space(self, agent: str) -> Box:
        """The space of an agent's rewards: a number for each colour."""
        return self.reward_spaces[agent]

    def _nothing(self) -> NDArray[np.float32]:
        return np.zeros(len(self.rules.colours), np.float32)

    def _take(self, action: int) -> None:
        before = self._levels()
        self._game.act(action)
        gained = self._levels() - before
        self.rewards = {agent: gained[self.rules.sides[seat]].copy() for agent, seat in self._seat.items()}

    def _levels(self) -> NDArray[np.float32]:
        """How far each side's markers are; in the duel, how far they are on its side and not on the other."""
        markers = self._game.tracks.astype(np.float32)
        return markers - markers[::-1] if self.rules.game.duel else markers


env = raw_env = MOSixfoldEnv
"""The names that MOMAland's environments go by."""


class Scalarised(BaseWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """A multi-objective environment with numbers as rewards: how much each action raised an agent's utility.

    So an agent's rewards add up to the utility of where its markers are in the end, whatever the utility is:
    `min`, the weakest colour, is the game's own, and for weights w there is `lambda markers: w @ markers`.
    """

    def __init__(self, env: MOAECEnv, utility: Utility = min) -> None:
        """The utility is that of all agents."""
        super().__init__(env)
        self._utility: Final = utility

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        super().reset(seed, options)
        self._totals = {agent: np.zeros_like(reward) for agent, reward in self.env.rewards.items()}
        self.rewards = dict.fromkeys(self._totals, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._totals, 0.0)

    def step(self, action: int | None) -> None:
        """Take an action of the agent to act."""
        agent = self.env.agent_selection
        was_over = self.env.terminations[agent] or self.env.truncations[agent]
        super().step(action)
        if was_over:
            del self._cumulative_rewards[agent], self._totals[agent]
            self.rewards = dict.fromkeys(self._totals, 0.0)
            return
        self._cumulative_rewards[agent] = 0.0
        for other, gained in self.env.rewards.items():
            before = float(self._utility(self._totals[other]))
            self._totals[other] = self._totals[other] + gained
            self.rewards[other] = float(self._utility(self._totals[other])) - before
            self._cumulative_rewards[other] += self.rewards[other]
