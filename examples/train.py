"""Training with a well-known library: MaskablePPO alone, or in one seat against a bot.

python examples/train.py hex-solo --minutes 15
python examples/train.py 'hex(players=2)' --opponents greedy --minutes 15

Writes the agent (.zip), the learning curve (.png) and its figures (.json). See docs/environments/training.md.
"""

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from learning import SixfoldVecEnv, WaysPolicy
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from sixfold.envs import BatchedEnv

EVALUATED = 200  # games for each point of the curve


class Clock(BaseCallback):  # type: ignore[misc]
    """Stops when the time is up, and measures the agent every now and then."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__()
        self.arguments = arguments
        self.curve: list[dict[str, float]] = []
        self.spent = 0.0  # on measuring
        self.began = perf_counter()

    def minutes(self) -> float:
        """How long it has been training."""
        return (perf_counter() - self.began - self.spent) / 60

    def measure(self) -> None:
        """Add a point to the curve."""
        began = perf_counter()
        point = {
            "minutes": self.minutes(),
            "steps": self.num_timesteps,
            **evaluate(self.model, self.arguments),
        }
        self.curve.append(point)
        print({key: round(value, 3) for key, value in point.items()}, flush=True)
        self.spent += perf_counter() - began

    def _on_rollout_start(self) -> None:
        if len(self.curve) <= self.minutes() / self.arguments.minutes * 15:
            self.measure()

    def _on_step(self) -> bool:
        return self.minutes() < float(self.arguments.minutes)


def evaluate(model: MaskablePPO, arguments: argparse.Namespace) -> dict[str, float]:
    """The mean score, and against bots the share of the win, in games that are the same each time."""
    env = BatchedEnv(
        arguments.game, EVALUATED, seed=1, opponents=arguments.opponents, rewards=final(arguments)
    )
    first = np.ones(EVALUATED, bool)
    scores, returns = np.zeros(EVALUATED), np.zeros(EVALUATED)
    while first.any():
        batch = env.batch
        actions, _ = model.predict(batch.observations, action_masks=batch.masks, deterministic=True)
        batch = env.step(actions)
        done = first & batch.ended
        scores[done], returns[done] = batch.scores[done, 0], batch.rewards[done, 0]
        first &= ~done
    result = {"score": float(scores.mean())}
    return result if arguments.opponents is None else result | {"share": float(returns.mean())}


def final(arguments: argparse.Namespace) -> str:
    """What counts in the end."""
    return "weakest" if arguments.opponents is None else "win"


def draw(curve: list[dict[str, float]], arguments: argparse.Namespace, path: Path) -> None:
    """The learning curve, with bots to compare it with."""
    figure, axes = plt.subplots(figsize=(7, 4))
    key, label = (
        ("score", "mean weakest colour") if arguments.opponents is None else ("share", "share of the win")
    )
    axes.plot([p["minutes"] for p in curve], [p[key] for p in curve], marker="o", label="MaskablePPO")
    lines: dict[str, float] = json.loads(arguments.lines)
    for number, (name, value) in enumerate(lines.items()):
        axes.axhline(value, linestyle="--", color=f"C{number + 1}", label=name)
    axes.set(xlabel="minutes of training", ylabel=label, title=title(arguments))
    axes.legend()
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def title(arguments: argparse.Namespace) -> str:
    """What was learned."""
    return str(arguments.game) + (f" against {arguments.opponents}" if arguments.opponents else "")


def main() -> None:
    """Learn until the time is up, and write down what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--opponents")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=64, help="side by side")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("agent"))
    parser.add_argument("--lines", default="{}", help='lines in the picture: {"greedy": 10.0}')
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    env = BatchedEnv(
        arguments.game,
        arguments.games,
        seed=2,
        threads=arguments.threads,
        opponents=arguments.opponents,
        rewards="shaped",
    )
    env.play_randomly(30)  # so that not all games end at once
    settings: dict[str, Any] = {"learning_rate": 1e-3, "gamma": 0.995, "gae_lambda": 0.95, "ent_coef": 0.003}
    model = MaskablePPO(
        WaysPolicy, SixfoldVecEnv(env), n_steps=32, batch_size=256, n_epochs=3, seed=0,
        policy_kwargs={"game": str(arguments.game)}, **settings,
    )  # fmt: skip
    clock = Clock(arguments)
    model.learn(10**9, callback=clock)
    clock.measure()
    model.save(arguments.out.with_suffix(".zip"))
    arguments.out.with_suffix(".json").write_text(json.dumps(clock.curve, indent=1) + "\n", encoding="utf-8")
    draw(clock.curve, arguments, arguments.out.with_suffix(".png"))


if __name__ == "__main__":
    main()
