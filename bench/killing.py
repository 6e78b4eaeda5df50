"""The server killed again and again under load: nothing that was acknowledged may be lost.

    python -m bench.killing                  # 20 times, about two minutes
    python -m bench.killing --kills 3        # a try

The real server runs in a process of its own, clients that survive (bench/survivors.py) in others. At random
moments it gets SIGKILL and is started anew at once. In the end every acknowledged action is looked up in the
database.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.lean_http import LeanHttp
from bench.serving import ServerProcess, running_server
from bench.survivors import Action, Memory, run_survivors
from sixfold.server.store.sqlite import SqliteStore
from sixfold.server.tables.entries import Moved, read_body

SERVING_SECONDS: Final = 2.0
IN_STEP_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Options:
    """How large and how often."""

    kills: int
    tables: int
    processes: int
    pause: float
    seed: int


@dataclass(frozen=True, slots=True)
class Kill:
    """What came of one kill; seconds are counted from it."""

    under_way: int
    """Actions that clients had sent and that were not answered."""
    serving: float
    in_step: float

    @property
    def is_good(self) -> bool:
        """Whether everything was back in time."""
        return self.serving <= SERVING_SECONDS and self.in_step <= IN_STEP_SECONDS


class Crowds:
    """Processes of clients, told the same things at the same time."""

    def __init__(self, port: int, processes: int, pause: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._lines: Final[list[Connection]] = []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            context.Process(target=run_survivors, args=(port, pause, theirs), daemon=True).start()
            self._lines.append(ours)

    def tell(self, what: str, *arguments: object) -> list[Any]:
        """Have all do something, and wait for what they say."""
        for line in self._lines:
            line.send((what, *arguments))
        return [line.recv() for line in self._lines]


def kill(server: ServerProcess, crowds: Crowds) -> tuple[ServerProcess, Kill]:
    """Kill the server, start another, and wait until everybody is in step with it."""
    under_way = sum(crowds.tell("under_way"))
    server.kill()
    killed = monotonic()
    server = server.again()
    asyncio.run(_ask(server.port))
    serving = monotonic() - killed
    in_step = max(crowds.tell("come_back", killed)) - killed
    return server, Kill(under_way, serving, in_step)


async def _ask(port: int) -> None:
    http = LeanHttp(port)
    await http.get("/health")
    http.close()


async def missing(data: Path, acknowledged: list[Action]) -> list[str]:
    """What the database lacks of what was acknowledged, and every gap in a log."""
    store = await SqliteStore.open(data)
    problems = []
    for action in acknowledged:
        entry = await store.by_key(action.table, action.guest, action.key)
        if entry is None:
            problems.append(f"lost: {action}")
        elif entry.version != action.v or (action.move and not _is_move(entry.body, action.move)):
            problems.append(f"changed: {action} is {entry}")
    for table in sorted({action.table for action in acknowledged}):
        versions = [entry.version for entry in await store.log(table)]
        if versions != list(range(len(versions))):
            problems.append(f"the log of {table} has a gap: {versions}")
    await store.close()
    return problems


def _is_move(body: bytes, move: str) -> bool:
    moved = read_body(body)
    return isinstance(moved, Moved) and moved.move == move


@dataclass(frozen=True, slots=True)
class Report:
    """What came of all kills."""

    kills: list[Kill]
    acknowledged: int
    problems: list[str]
    """Anything lost, changed, refused or seen to go backwards."""


def torment(options: Options, say: Callable[[str], None]) -> Report:
    """Kill the server as often as is asked, and look for what is missing."""
    rng = random.Random(options.seed)
    kills: list[Kill] = []
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), bots=0) as server:
        say("people arrive")
        crowds = Crowds(server.port, options.processes, options.pause)
        crowds.tell("arrive", options.tables // options.processes)
        try:
            for number in range(options.kills):
                say(f"kill {number + 1} of {options.kills}")
                sleep(rng.uniform(0.5, 2.5))
                server, killed = kill(server, crowds)
                kills.append(killed)
            say("the last answers")
            memories: list[Memory] = crowds.tell("finish")
        finally:
            server.stop()
        acknowledged = [action for memory in memories for action in memory.acknowledged]
        problems = [problem for memory in memories for problem in memory.wrong]
        return Report(kills, len(acknowledged), problems + asyncio.run(missing(server.data, acknowledged)))


def show(report: Report, console: Console) -> None:
    """Print it."""
    table = Table("kill", "actions under way", "serving again", "all clients in step")
    for number, one in enumerate(report.kills, 1):
        seconds = (f"{one.serving:.2f} s", f"{one.in_step:.2f} s")
        table.add_row(f"{number}", f"{one.under_way}", *seconds, style="" if one.is_good else "red")
    console.print(table)
    for problem in report.problems[:20]:
        console.print(problem, style="red", highlight=False, markup=False)
    slow = sum(not one.is_good for one in report.kills)
    console.print(
        f"{report.acknowledged:,} actions acknowledged, {len(report.problems)} problems. "
        f"{slow} of {len(report.kills)} times it took longer than {SERVING_SECONDS:g} s to serve, or "
        f"{IN_STEP_SECONDS:g} s to be in step again."
    )
    console.print(
        f"{os.cpu_count()} cores; load average now {os.getloadavg()[0]:.1f}: others' work counts, too"
    )


def main() -> None:
    """Kill and look; the exit code is 1 if anything was lost or too slow."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.killing", description="The server killed under load."
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument(
        "--tables", type=int, default=100, help="with two who play and one who watches at each"
    )
    parser.add_argument("--processes", type=int, default=2, help="of clients")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds that a player thinks, on average")
    parser.add_argument("--seed", type=int, default=0, help="other moments for another number")
    options = Options(**vars(parser.parse_args()))
    console = Console()
    with console.status("") as status:
        report = torment(options, status.update)
    show(report, console)
    good = report.acknowledged and not report.problems and all(one.is_good for one in report.kills)
    sys.exit(not good)


if __name__ == "__main__":
    main()
