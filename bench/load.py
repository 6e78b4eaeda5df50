"""The server under load: a thousand games with five thousand sockets, on this machine alone.

python -m bench.load                     # about two minutes
python -m bench.load --quick             # a tenth of it, in under a minute
python -m bench.load --plot load.png     # the latencies as a picture, too

The real server runs in a process of its own with durable commits, crowds of clients (bench/crowd.py) in
others. Moves are due at a steady rate, and late ones count from when they were due.
"""

import argparse
import asyncio
import multiprocessing
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.crowd import Counts, Orders, run_crowd
from bench.lean_http import LeanHttp
from bench.serving import ServerProcess, cpu_of, running_server
from bench.storing import sync_alone

_BOT_TABLES: Final = 12
"""Enough four-player games of masters to keep a worker busy."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How large and how long."""

    games: int
    watchers: int
    rate: float
    seconds: float
    crowds: int


FULL: Final = Scale(games=1000, watchers=3, rate=200, seconds=30, crowds=2)
QUICK: Final = Scale(games=100, watchers=3, rate=50, seconds=6, crowds=1)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report."""

    what: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def goal(self) -> str:
        """The goal in words; empty if there is none."""
        if self.most is not None:
            return f"at most {self.most:g}"
        return f"at least {self.least:g}" if self.least is not None else ""

    @property
    def met(self) -> bool:
        """Whether the goal is met; without one it always is."""
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )


class Crowds:
    """All crowds, told the same things at the same time."""

    def __init__(self, port: int, scale: Scale) -> None:
        context = multiprocessing.get_context("spawn")
        self._lines: Final[list[Connection]] = []
        self._processes = []
        for number in range(scale.crowds):
            ours, theirs = context.Pipe()
            orders = Orders(port, scale.games // scale.crowds, scale.watchers, number)
            process = context.Process(target=run_crowd, args=(orders, theirs), daemon=True)
            process.start()
            self._lines.append(ours)
            self._processes.append(process)

    def tell(self, what: str, *arguments: object) -> list[Any]:
        """Have all do something, and wait for what they say."""
        for line in self._lines:
            line.send((what, *arguments))
        return [line.recv() for line in self._lines]

    def play(self, rate: float, seconds: float) -> Counts:
        """Moves at this rate, of all crowds together."""
        return _together(self.tell("play", rate / len(self._lines), seconds))

    def saturate(self, seconds: float) -> Counts:
        """Moves as fast as they go."""
        return _together(self.tell("saturate", 64 // len(self._lines), seconds))

    def leave(self) -> None:
        """Send everybody home."""
        for line, process in zip(self._lines, self._processes, strict=True):
            line.send(("leave",))
            process.join(10)


def _together(counts: Sequence[Counts]) -> Counts:
    return Counts(
        [time for one in counts for time in one.acknowledged],
        [time for one in counts for time in one.seen],
        [time for one in counts for time in one.own],
        sum(one.refused for one in counts),
        sum(one.late for one in counts),
        sum(one.lost for one in counts),
    )


def measure(scale: Scale, say: Callable[[str], None]) -> tuple[list[Figure], dict[str, Counts]]:
    """Everything, one thing after the other."""
    figures, played = list[Figure](), dict[str, Counts]()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        say("the disk alone")
        syncs = 1000 * np.array(sync_alone(Path(folder)))
        figures.append(Figure("the disk alone, a sync, p50", float(np.percentile(syncs, 50)), "ms"))
        figures.append(Figure("the disk alone, a sync, p99", float(np.percentile(syncs, 99)), "ms"))

        say("people arrive")
        crowds = Crowds(server.port, scale)
        crowds.tell("arrive")
        sockets = scale.games * (2 + scale.watchers)
        figures.append(
            Figure(f"memory with {scale.games} games, {sockets} sockets", _megabytes(server), "MB")
        )

        say(f"{scale.rate:g} moves a second")
        crowds.play(scale.rate, 2)  # to warm up
        cpu, waited, began = server.cpu, server.waited, monotonic()
        counts = played["steady"] = crowds.play(scale.rate, scale.seconds)
        took = monotonic() - began
        figures += _latencies(f"{scale.rate:g} moves/s", counts, most=25)
        figures.append(Figure("of a core used by the server meanwhile", 100 * (server.cpu - cpu) / took, "%"))
        figures.append(
            Figure("of the time it had to wait for a core", 100 * (server.waited - waited) / took, "%")
        )
        figures.append(Figure("memory then", _megabytes(server), "MB", most=300))

        say("as fast as it goes")
        cpu, waited, began = server.cpu, server.waited, monotonic()
        counts = played["saturated"] = crowds.saturate(scale.seconds / 2)
        moves, took = len(counts.acknowledged), monotonic() - began
        figures.append(
            Figure("durable moves a second, saturated", moves / (scale.seconds / 2), "/s", least=1500)
        )
        figures.append(
            Figure("saturated: the server computes for a move", 1000 * (server.cpu - cpu) / moves, "ms")
        )
        figures.append(
            Figure(
                "saturated: of the time it had to wait for a core", 100 * (server.waited - waited) / took, "%"
            )
        )
        figures += _latencies("saturated", counts, most=None)

        say("the same while bots think")
        asyncio.run(_bots_play(server.port))
        sleep(2)
        bots = server.bots
        cpu, began = sum(map(cpu_of, bots)), monotonic()
        counts = played["with bots"] = crowds.play(scale.rate, scale.seconds)
        used = (sum(map(cpu_of, bots)) - cpu) / (monotonic() - began)
        figures += _latencies(f"{scale.rate:g} moves/s while bots think", counts, most=60)
        figures.append(Figure("of a core used by bots meanwhile", 100 * used, "%"))

        say("all sockets come back at once")
        figures.append(Figure(f"{sockets} sockets in step again", max(crowds.tell("storm")), "s", most=10))

        figures.append(Figure("memory in the end", _megabytes(server), "MB", most=300))
        crowds.leave()
    return figures, played


def _latencies(name: str, counts: Counts, most: float | None) -> list[Figure]:
    acknowledged, seen, own = (
        1000 * np.array(times) for times in (counts.acknowledged, counts.seen, counts.own)
    )
    wrong = counts.refused + counts.late + counts.lost
    return [
        Figure(f"{name}: acknowledged", len(acknowledged), "moves"),
        Figure(f"{name}: acknowledged p50", float(np.percentile(acknowledged, 50)), "ms"),
        Figure(f"{name}: acknowledged p99", float(np.percentile(acknowledged, 99)), "ms", most=most),
        Figure(f"{name}: of that until the clients had sent it p99", float(np.percentile(own, 99)), "ms"),
        Figure(f"{name}: seen by all at the table p99", float(np.percentile(seen, 99)), "ms"),
        Figure(f"{name}: refused, not made, or sockets lost", wrong, "", most=0),
    ]


async def _bots_play(port: int) -> None:
    """Start games in which only masters play."""
    http = LeanHttp(port)
    token = (await http.post("/api/guests", {"name": "Host", "bearer": True}))["token"]
    for _ in range(_BOT_TABLES):
        seats = ["me", "master", "master", "master"]
        made = await http.post("/api/tables", {"game": "hex(players=4)", "seats": seats}, token)
        path = f"/api/tables/{made['table']}"
        await http.post(path, {"do": "start", "key": "start"}, token)
        await http.post(path, {"do": "hand", "key": "hand", "seat": 0, "level": "master"}, token)
    http.close()


def _megabytes(server: ServerProcess) -> float:
    return server.memory / 1e6


def allow_many_files(need: int) -> None:
    """Every socket is an open file: raise the limit, or say that it cannot be raised."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= need:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (need, max(need, hard)))
    except (ValueError, OSError):
        sys.exit(f"this needs {need} open files and the limit is {hard}: raise it (ulimit -n {need})")


def plot(played: dict[str, Counts], path: Path) -> None:
    """How many moves were acknowledged within which time, for each part of the run."""
    import matplotlib.pyplot as plt  # the extra `plot`

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name, counts in played.items():
        times = np.sort(1000 * np.array(counts.acknowledged))
        axes.plot(times, 100 * (1 - np.arange(len(times)) / len(times)), label=name)
    axes.set(
        xscale="log", yscale="log", xlabel="ms until acknowledged", ylabel="% of moves that took longer",
        title="Durable moves under load",
    )  # fmt: skip
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Measure and print; the exit code is 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="The server under load.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the load; its figures have no goals")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the latencies; needs sixfold[plot]")
    options = parser.parse_args()
    console, scale = Console(), QUICK if options.quick else FULL
    allow_many_files(2 * scale.games * (2 + scale.watchers) + 1000)
    load = os.getloadavg()[0]
    with console.status("") as status:
        figures, played = measure(scale, status.update)
    if options.quick:
        figures = [replace(figure, most=None, least=None) for figure in figures]
    table = Table("what", "measured", "", "goal", "")
    for figure in figures:
        verdict = "" if not figure.goal else "met" if figure.met else "[red]missed"
        table.add_row(figure.what, f"{figure.value:,.1f}", figure.unit, figure.goal, verdict)
    console.print(table)
    console.print(f"{os.cpu_count()} cores; load average {load:.1f} before the run: others' work counts, too")
    if options.plot:
        plot(played, options.plot)
    sys.exit(not all(figure.met for figure in figures))


if __name__ == "__main__":
    main()
