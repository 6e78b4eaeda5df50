"""What train.py and arena_agent.py share: Sixfold for Stable-Baselines3, and a network for any board game.

pip install 'sixfold[plot]' sb3-contrib
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import FlattenExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from sixfold import Rules
from sixfold.envs import BatchedEnv, layout_for
from sixfold.envs.spaces import observation_space

WIDTH = 16


class SixfoldVecEnv(VecEnv):  # type: ignore[misc]
    """A `BatchedEnv` in the form that Stable-Baselines3 knows."""

    def __init__(self, env: BatchedEnv) -> None:
        super().__init__(env.games, observation_space(env.rules), Discrete(env.action_count))
        self.env = env

    def reset(self) -> NDArray[np.uint8]:
        """The first observations: games have been dealt already."""
        return self.env.batch.observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take note of the actions."""
        self.actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Take them."""
        batch = self.env.step(self.actions)
        observations = batch.observations.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(batch.ended):  # games end by themselves, so nothing is read from it
            infos[game]["terminal_observation"] = observations[game]
        return observations, batch.rewards[:, 0].copy(), batch.ended.copy(), infos

    def env_method(self, name: str, *_: Any, **__: Any) -> Any:
        """The masks, which is all that MaskablePPO asks for."""
        assert name == "action_masks"
        return self.env.batch.masks

    def has_attr(self, name: str) -> bool:
        """Whether there are masks."""
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """Such as render_mode: there is none."""
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> Sequence[bool]:
        """There are no wrappers."""
        return [False] * self.num_envs

    def close(self) -> None:
        """End the threads."""
        self.env.close()


class Ways(nn.Module):  # type: ignore[misc]
    """Looks at every way to lay every tile of the rack with the same small network.

    Half a tile on a cell is described by what it scores, how far its colour is (and how far ahead of one's
    lowest, and of the opponent's), and by what it covers. A way is the sum of its two halves.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.layout = layout_for(rules)
        board = rules.geometry
        width = 2 * board.radius + 1
        place = [(y + board.radius) * width + x + board.radius for x, y in board.coordinates]
        ways = [(place[a], place[b]) for tail, head in board.edges for a, b in ((tail, head), (head, tail))]
        self.register_buffer("ends", torch.tensor(ways).T)
        self.colours, self.track = len(rules.colours), rules.track
        self.first = nn.Linear(9, WIDTH)
        self.second = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, 1)
        self.words = nn.Linear(2 * WIDTH, 3)
        self.value = nn.Sequential(
            nn.Linear(2 * WIDTH + 2 * self.colours + 2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU()
        )
        self.latent_dim_pi = rules.hand * len(ways) + 3
        self.latent_dim_vf = 64

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """A logit for each action, and what the value is made from."""
        told: dict[str, Any] = self.layout.split(observations)  # torch's arrays are cut like numpy's
        batch = len(observations)
        points = told["points"].reshape(batch, self.colours, -1) / 4
        empty = told["board"][:, self.colours].reshape(batch, 1, -1)
        levels = torch.sort(told["tracks"] / self.track, dim=2).values[:, :, :1]
        own = told["tracks"][:, 0] / self.track
        above = (told["tracks"] / self.track - levels).flip(1)[:, 0]  # of the last side: alone, one's own
        facts = torch.stack(
            (own, own - levels[:, 0], (own == levels[:, 0]).float(), above, (above == 0).float()), dim=2
        )  # colours x 5
        covered = points.sum(1)
        lowest = (points * (own == levels[:, 0]).float()[:, :, None]).sum(1)
        left = empty[:, 0].mean(1, keepdim=True).expand_as(covered)
        of_cells = torch.stack((covered, lowest, left), dim=2)[:, None]
        first = 0
        for half, ends in enumerate(self.ends):
            colour = told["rack"][:, :, half]  # slots x colours, one of them 1
            scored = (colour @ points)[..., None]  # slots x cells
            fact = (colour @ facts)[:, :, None].expand(-1, -1, scored.shape[2], -1)
            halves = torch.cat((scored, fact, of_cells.expand(-1, scored.shape[1], -1, -1)), dim=3)
            first = first + self.first(halves)[:, :, ends]
        hidden = torch.relu(self.second(torch.relu(first)))
        pooled = torch.cat((hidden.mean((1, 2)), hidden.amax((1, 2))), dim=1)
        logits = torch.cat((self.out(hidden).reshape(batch, -1), self.words(pooled)), dim=1)
        table = torch.cat((pooled, own, above, empty.mean(2), told["turn"] / 40), dim=1)
        return logits, self.value(table)

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """The logits."""
        return self(observations)[0]

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        """What the value is made from."""
        return self(observations)[1]


class WaysPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """Stable-Baselines3's policy with that network in the place of its own."""

    def __init__(self, *arguments: Any, game: str, **others: Any) -> None:
        self.game = game
        super().__init__(
            *arguments, **others | {"features_extractor_class": FlattenExtractor, "normalize_images": False}
        )

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Ways(Rules.parse(self.game)).to(self.device)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the network has said it all
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
