"""`sixfold bench`: how fast the engine is, as ratios measured in one run.

Rates of two contestants are taken in alternating rounds and compared round by round, so that whatever else
the machine does falls on both alike.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from .core.compiling import compiled
from .core.kernel.playout import copy_often
from .core.match import Match
from .core.records import BOARD_STATE, CARD_STATE
from .core.rules import Rules
from .core.simulation import random_games, two_states, warm_up
from .core.state import State

_YARDSTICK = Path(__file__).parents[2] / "bench" / "playout.cpp"
_PLAYERS = (2, 3, 4)

Rate = Callable[[], float]
"""Runs one round and returns how many a second it did."""


@dataclass(frozen=True)
class Line:
    """One row of the table."""

    what: str
    figure: str
    value: float | None = None
    goal: str = ""
    met: bool | None = None


def main(quick: bool = False, output: Path | None = None) -> bool:
    """Run everything, print the table, and say whether every goal that could be measured was met."""
    progress = Console(stderr=True)
    lines: list[Line] = []
    rounds = 3 if quick else 9
    with progress.status("warming up ..."):
        warm_up()
    for title, section in _SECTIONS.items():
        with progress.status(f"measuring {title} ..."):
            lines += section(rounds)
    table = Table("what", "figure", "goal", "", title="sixfold bench")
    for line in lines:
        mark = "" if line.met is None else "ok" if line.met else "MISSED"
        table.add_row(line.what, line.figure, line.goal, mark)
    Console().print(table)
    if output:
        output.write_text(json.dumps([asdict(line) for line in lines], indent=1) + "\n", encoding="utf-8")
    return all(line.met is not False for line in lines)


# ---------------------------------------------------------------- measuring


def _alternate(rounds: int, *contestants: Rate) -> list[list[float]]:
    """The rates of every contestant, round by round."""
    results: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds):
        for contestant, rates in zip(contestants, results, strict=True):
            rates.append(contestant())
    return results


def _ratio(mine: list[float], theirs: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(mine, theirs, strict=True))


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _games_rate(rules: Rules, games: int) -> Rate:
    return lambda: games / _seconds(lambda: random_games(rules, games))


# ---------------------------------------------------------------- the sections


def _against_cpp(rounds: int) -> Iterator[Line]:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None or not _YARDSTICK.exists():
        reason = "no C++ compiler" if _YARDSTICK.exists() else "bench/playout.cpp is only in a checkout"
        yield Line("hex playouts against C++", f"not measured: {reason}")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "playout"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, _YARDSTICK], check=True)
        for players in _PLAYERS:
            rules = Rules.of("hex", players=players)
            games = 60_000 // players
            yardstick = partial(_run_cpp, program, players, games)
            mine, theirs = _alternate(rounds, _games_rate(rules, games), yardstick)
            ratio = _ratio(mine, theirs)
            rate = statistics.median(mine)
            yield Line(
                f"hex, {players} players: playouts/s, one thread, against C++",
                f"{rate:,.0f}  {ratio:.2f}x",
                ratio,
                "1.0x",
                ratio >= 1,
            )


def _run_cpp(program: Path, players: int, games: int) -> float:
    result = subprocess.run([program, str(players), str(games)], check=True, capture_output=True, text=True)
    return float(result.stdout.split(" playouts/s")[0].split()[-1])


def _other_games(rounds: int) -> Iterator[Line]:
    """Playouts and plies a second of every game; square and cards with the plies of hex beside them."""
    hexes = [Rules.of("hex", players=players) for players in _PLAYERS]
    others = [Rules.of(name) for name in ("hex-solo", "hex-team", "hex-duel", "square-solo")]
    compared = [Rules.of(name, players=players) for name in ("square", "cards") for players in _PLAYERS]
    for rules in (*others, *compared):
        hexagon = hexes[max(rules.players, 2) - 2]
        games = 12_000
        mine, theirs = _alternate(rounds, _games_rate(rules, games), _games_rate(hexagon, games))
        plies = random_games(rules, 1000).plies / 1000
        hex_plies = random_games(hexagon, 1000).plies / 1000
        rate = statistics.median(mine)
        ratio = _ratio(mine, theirs) * plies / hex_plies
        has_goal = rules in compared
        yield Line(
            f"{rules}: playouts/s, plies/s, plies of hex",
            f"{rate:,.0f}  {rate * plies / 1e6:.2f} M  {ratio:.2f}x",
            ratio,
            "0.5x" if has_goal else "",
            ratio >= 0.5 if has_goal else None,
        )


def _two_threads(rounds: int) -> Iterator[Line]:
    rules = Rules.of("hex")
    two, one = _alternate(rounds, _threads_rate(rules, 100_000), _games_rate(rules, 100_000))
    ratio = _ratio(two, one)
    yield Line(
        "hex, 2 players: two threads against one",
        f"{statistics.median(two):,.0f}  {ratio:.2f}x",
        ratio,
        "1.8x",
        ratio >= 1.8 if _cores() > 1 else None,
    )


def _threads_rate(rules: Rules, games: int) -> Rate:
    """Two threads, each playing so many games."""

    def both() -> None:
        threads = [threading.Thread(target=random_games, args=(rules, games, seed)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return lambda: 2 * games / _seconds(both)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _peers(rounds: int) -> Iterator[Line]:
    yield from _against_momaland(rounds)
    yield from _against_open_spiel(rounds)


def _against_momaland(rounds: int) -> Iterator[Line]:
    what = "MOMAland MOIngenious, 2 players: games/s, ours against it"
    try:
        theirs = _momaland()
    except ImportError as error:
        yield Line(what, f"not measured: {error.name} is not installed (extra: bench)")
        return
    rules = Rules.of("hex")
    one, two, peer = _alternate(rounds, _games_rate(rules, 40_000), _threads_rate(rules, 40_000), theirs)
    rate, ratio = statistics.median(peer), _ratio(one, peer)
    yield Line(what, f"{rate:,.0f}  {ratio:,.0f}x", ratio, "5,000x", ratio >= 5000)
    if _cores() > 1:
        yield Line("the same with two of our threads", f"{_ratio(two, peer):,.0f}x", _ratio(two, peer))


def _against_open_spiel(rounds: int) -> Iterator[Line]:
    what = "OpenSpiel havannah(board_size=6), C++ rollouts: plies/s, ours against it"
    try:
        theirs, their_plies = _open_spiel()
    except ImportError as error:
        yield Line(what, f"not measured: {error.name} is not installed (extra: bench)")
        return
    rules = Rules.of("hex")
    mine, peer = _alternate(rounds, _games_rate(rules, 40_000), theirs)
    plies = random_games(rules, 1000).plies / 1000
    ratio = _ratio(mine, peer) * plies / their_plies
    yield Line(what, f"{statistics.median(peer) * their_plies:,.0f}  {ratio:.2f}x", ratio, "1.0x", ratio > 1)


def _momaland() -> Rate:
    """Random games, chosen in the way that its documentation shows."""
    from momaland.envs.ingenious import moingenious_v0

    env = moingenious_v0.env(num_agents=2)
    games = 10

    def play() -> None:
        for seed in range(games):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                done = terminated or truncated
                env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

    return lambda: games / _seconds(play)


def _open_spiel() -> tuple[Rate, float]:
    """Its own C++ rollouts, asked for through a search of a single simulation; and the plies of a game."""
    import pyspiel

    game = pyspiel.load_game("havannah(board_size=6)")
    start = game.new_initial_state()
    rng = random.Random(0)
    plies = 0
    for _ in range(100):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    rollouts = 10_000

    def rate() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot: Any = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        return rollouts / _seconds(lambda: bot.step(start))

    return rate, plies / 100


def _small_things(rounds: int) -> Iterator[Line]:
    size = max(BOARD_STATE.itemsize, CARD_STATE.itemsize)
    yield Line("a state's size", f"{size:,} bytes", size, "4,096 bytes", size <= 4096)
    _, raw = two_states(State.new(Rules.of("hex")))
    copy = compiled(copy_often)
    copy(raw, 1)
    times = 1_000_000
    nanoseconds = min(_seconds(lambda: copy(raw, times)) for _ in range(rounds)) / times * 1e9
    yield Line("copying a state, compiled", f"{nanoseconds:.0f} ns", nanoseconds, "300 ns", nanoseconds < 300)
    for game in ("hex(players=4)", "square(players=4)", "cards(players=4)"):
        milliseconds = statistics.median(_play_times(Rules.parse(game))) * 1e3
        yield Line(
            f"one checked Match.play, uncompiled, {game}",
            f"{milliseconds:.2f} ms",
            milliseconds,
            "2 ms",
            milliseconds < 2,
        )


def _play_times(rules: Rules) -> list[float]:
    times: list[float] = []
    match = Match(rules)
    while not match.is_over and len(times) < 60:
        times.append(_seconds(partial(match.play, match.legal_moves()[0])))
    return times


def _start_up(rounds: int) -> Iterator[Line]:
    load = "import time; t = time.perf_counter(); import sixfold; print(time.perf_counter() - t)"
    seconds = min(_in_new_process(load, {}) for _ in range(rounds))
    yield Line("import sixfold", f"{seconds:.2f} s", seconds, "0.3 s", seconds < 0.3)
    warm = (
        "import time; t = time.perf_counter(); from sixfold.core.simulation import warm_up; warm_up();"
        "print(time.perf_counter() - t)"
    )
    with tempfile.TemporaryDirectory() as folder:
        cold, *cached = (_in_new_process(warm, {"NUMBA_CACHE_DIR": folder}) for _ in range(3))
    yield Line("all kernels compiled, cold", f"{cold:.1f} s", cold, "10 s", cold < 10)
    yield Line("all kernels from the cache", f"{min(cached):.2f} s", min(cached), "1 s", min(cached) < 1)


def _in_new_process(code: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | environment)
    return float(result.stdout)


_SECTIONS: dict[str, Callable[[int], Iterator[Line]]] = {
    "hex against C++": _against_cpp,
    "the other games": _other_games,
    "two threads": _two_threads,
    "peers": _peers,
    "single operations": _small_things,
    "start-up": _start_up,
}
