"""Every game for two and more as a PettingZoo environment: see docs/environments/pettingzoo.md.

An illegal action, or one at the wrong time, is an error that says what was wrong, and changes nothing. So
there is no need for PettingZoo's wrappers, which take longer than the game; they can be put around it all
the same.
"""

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, register

from ..core.catalogue import CATALOGUE
from ..core.codes import OVER
from ..core.errors import SixfoldError
from ..core.rules import Rules
from .rendering import FRAMES_A_SECOND, RENDER_MODES, Screen
from .single import SingleGame
from .spaces import mask_space, observation_space

Seen = dict[str, NDArray[Any]]
"""What an agent sees: `observation` and `action_mask`."""


class SeatsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """What environments of both libraries for agents that take turns have in common."""

    metadata: dict[str, Any]

    def __init__(
        self,
        rules: Rules | str = "hex",
        *,
        rewards: str | None = None,
        actions: str = "kinds",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """A game by its rules, to be `reset` before anything else.

        `rewards` is a scheme of `sixfold.envs.REWARDS`, `actions` what actions name (`kinds` or `slots`).
        With `max_cycles` a game is cut short after so many actions for each player.
        """
        super().__init__()
        self.rules: Final = Rules.parse(rules) if isinstance(rules, str) else rules
        if self.rules.players == 1:
            raise SixfoldError(f"{self.rules} is for one player: use sixfold.envs.gymnasium")
        if max_cycles is not None and max_cycles < 1:
            raise SixfoldError(f"max_cycles is at least 1, not {max_cycles}")
        self.metadata = {
            "name": f"sixfold_{self.rules.game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self._game: Final = SingleGame(self.rules, actions, rewards)
        self._screen: Final = Screen(render_mode)
        self._most_steps = None if max_cycles is None else max_cycles * self.rules.players
        self._seat: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = self._game.action_total
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": observation_space(self.rules), "action_mask": mask_space(size)})
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; there are no options."""
        self._game.deal(seed)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = {agent: self._nothing() for agent in self.agents}
        self._cumulative_rewards = {agent: self._nothing() for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.actor]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Take an action of the agent to act, `None` if the game is over for it."""
        if not self.agents:
            raise SixfoldError("there is no game: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise SixfoldError(f"{agent} has to act: None is for agents whose game is over")
        self._take(action)
        self._steps += 1
        self._cumulative_rewards[agent] = self._nothing()
        self._accumulate_rewards()
        actor = self._game.actor
        if actor == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            scores = self._game.scores.tolist()
            self.infos = {agent: {"score": scores[seat]} for agent, seat in self._seat.items()}
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[actor]
            if self._steps == self._most_steps:
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent may know, and do if it is to act."""
        observation, mask = self._game.observe(self._seat[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as the render mode says, all racks open."""
        return self._screen.show(self._game.state)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()

    def _nothing(self) -> Any:
        """No reward."""
        raise NotImplementedError

    def _take(self, action: int) -> None:
        """Take an action and write `rewards`."""
        raise NotImplementedError


class SixfoldEnv(SeatsEnv):
    """A game with a number as reward."""

    def _nothing(self) -> float:
        return 0.0

    def _take(self, action: int) -> None:
        self._game.act(action)
        self.rewards = dict(zip(self.possible_agents, self._game.rewards.tolist(), strict=True))


env = raw_env = SixfoldEnv
"""The names that PettingZoo's environments go by."""

for _game in CATALOGUE.values():
    if max(_game.players) > 1:
        register("aec", f"sixfold/{_game.name}-v0", f"{__name__}:env", kwargs={"rules": _game.name})
