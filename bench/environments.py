"""How fast the learning environments are, as ratios measured in one run.

python bench/environments.py             # a minute or two
python bench/environments.py --rounds 5  # rougher

Contestants take turns in short rounds, and a ratio is the median over the rounds: whatever else the machine
does falls on all alike. One thread is timed by its own clock, which stands still while others have the core;
two threads are timed by the wall clock and need two cores to themselves.
"""

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time, sleep, thread_time
from typing import Any

import numpy as np
from momaland.envs.ingenious import moingenious_v0
from rich.console import Console
from rich.table import Table

from sixfold import Rules
from sixfold.core.simulation import random_games
from sixfold.envs import BatchedEnv
from sixfold.envs.pettingzoo import env as aec_env

GAMES = 1024
FEW = 32  # fit into a core's own cache
STEPS = 100  # of all games in a round
HEX = Rules.parse("hex(players=2)")

Rate = Callable[[], float]
"""Runs one round and returns how many steps it took a second."""


def alternate(rounds: int, contestants: dict[str, Rate]) -> dict[str, list[float]]:
    """The rates of every contestant, round by round, after a round that does not count."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, contestant in contestants.items():
            rate = contestant()
            if number:
                rates[name].append(rate)
    return rates


def ratio(mine: list[float], theirs: list[float]) -> float:
    """How many times as fast, at the median of the rounds."""
    return median(a / b for a, b in zip(mine, theirs, strict=True))


def timed(clock: Callable[[], float], steps: int, work: Callable[[], object]) -> float:
    """Steps a second by a clock."""
    began = clock()
    work()
    return steps / (clock() - began)


# ---------------------------------------------------------------- agents that take turns


def recorded(env: Any, seed: int) -> list[int | None]:
    """The actions of a random game, those of agents whose game is over included."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    actions: list[int | None] = []
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        actions.append(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        env.step(actions[-1])
    return actions


def replaying(env: Any, games: int) -> Rate:
    """Steps a second with an observation and a mask at each; choosing actions is not in it."""
    script = {seed: recorded(env, seed) for seed in range(games)}

    def play() -> None:
        for seed, actions in script.items():
            env.reset(seed=seed)
            for action in actions:
                env.last()
                env.step(action)

    steps = sum(map(len, script.values()))
    return lambda: timed(thread_time, steps, play)


# ---------------------------------------------------------------- many games at once


def stepping(clock: Callable[[], float] = thread_time, **arguments: Any) -> Rate:
    """Steps a second as a learner takes them: actions are chosen at random, handed in, checked and taken."""
    env = BatchedEnv(HEX, GAMES, **arguments)
    env.play_randomly(100)

    def steps() -> None:
        for _ in range(STEPS):
            env.step(env.random_actions())

    return lambda: timed(clock, GAMES * STEPS, steps)


def playing(games: int = GAMES, **arguments: Any) -> Rate:
    """The same with actions that are chosen and taken within one kernel."""
    env = BatchedEnv(HEX, games, **arguments)
    env.play_randomly(100)
    steps = GAMES * STEPS // games
    return lambda: timed(thread_time, games * steps, lambda: env.play_randomly(steps))


def idling() -> float:
    """Milliseconds of processor time that two threads take in a second in which nobody steps."""
    env = BatchedEnv(HEX, GAMES, threads=2)
    env.play_randomly()
    began = process_time()
    sleep(1)
    return 1e3 * (process_time() - began)


def engine() -> float:
    """Plies a second of the engine's own random games."""
    games = 600
    plies = random_games(HEX, games, 1).plies
    return timed(thread_time, plies, lambda: random_games(HEX, games, 1))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="how fast the learning environments are")
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    console = Console()
    table = Table("what", "steps/s", "ratio", "goal", "", title="learning environments, hex, 2 players")

    def add(what: str, rate: float, value: float | None = None, goal: float | None = None) -> None:
        judged = value if value is not None else rate
        met = "" if goal is None else "ok" if judged >= goal else "MISSED"
        shown = "" if value is None else f"{value:.2f}x"
        target = "" if goal is None else f"{goal:,.0f}" if value is None else f"{goal:g}x"
        table.add_row(what, f"{rate:,.0f}", shown, target, met)

    with console.status("measuring agents that take turns ..."):
        rates = alternate(
            rounds,
            {
                "ours": replaying(aec_env(HEX), 20),
                "theirs": replaying(moingenious_v0.env(num_agents=2), 2),
            },
        )
    add("MOMAland's environment of this family", median(rates["theirs"]))
    add("PettingZoo AEC, against it", median(rates["ours"]), ratio(rates["ours"], rates["theirs"]), 20)

    with console.status("measuring many games at once ..."):
        nothing: dict[str, Any] = {"observe": False, "mask": False}
        rates = alternate(
            rounds,
            {
                "engine": engine,
                "step hidden": stepping(**nothing),
                "play hidden": playing(**nothing),
                "few hidden": playing(FEW, **nothing),
            },
        )
        rates |= alternate(
            rounds,
            {
                "slots": stepping(actions="slots"),
                "kinds": stepping(actions="kinds"),
                "both": playing(),
                "masks alone": playing(observe=False),
                "observations alone": playing(mask=False),
            },
        )
    own = median(rates["engine"])
    add("the engine's own random games, one thread", own)
    what = f"{GAMES:,} games at once, observations and masks"
    add(f"{what}, masks over slots", median(rates["slots"]), goal=300_000)
    add(f"{what}, masks over kinds", median(rates["kinds"]))
    for kind, words in (
        ("step", "actions handed in and checked"),
        ("play", "actions chosen in the same kernel"),
    ):
        mine = rates[f"{kind} hidden"]
        goal = 0.5 if kind == "play" else None
        add(f"neither, {words}, against the engine", median(mine), ratio(mine, rates["engine"]), goal)

    with console.status("measuring two threads ..."):
        both = alternate(
            rounds, {"two": stepping(perf_counter, threads=2), "one": stepping(perf_counter, threads=1)}
        )
    add("two threads against one, wall clock", median(both["two"]), ratio(both["two"], both["one"]), 1.8)
    console.print(table)

    few, game, mask, seen, all_of_it = (
        1e9 / median(rates[name])
        for name in ("few hidden", "play hidden", "masks alone", "observations alone", "both")
    )
    slots, kinds = (BatchedEnv(HEX, 1, actions=actions) for actions in ("slots", "kinds"))
    console.print(
        f"A step takes {all_of_it:,.0f} ns: {game:,.0f} for the game, {mask - game:,.0f} for a mask of "
        f"{slots.action_count:,} bytes ({kinds.action_count:,} over kinds), {seen - game:,.0f} for an "
        f"observation of {slots.layout.size:,}. With {FEW} games, which fit into a core's own cache, the "
        f"game takes {few:,.0f} ns; a ply of the engine takes {1e9 / own:,.0f}. In a second without steps "
        f"two threads take {idling():.1f} ms of processor time."
    )


if __name__ == "__main__":
    main()
