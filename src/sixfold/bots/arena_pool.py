"""The games of a plan, played by several processes side by side."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import Final

from ..core.compiling import compile_kernels
from ..core.simulation import warm_up
from .arena import ArenaError, GameResult, Plan, Task, play_deal
from .external import end_programs
from .roster import warm_up_bots

_GLANCE: Final = 0.1  # seconds between looks at whether to stop
_DEATHS: Final = 3  # of processes in a row, without a deal finished in between, until we give up


def play_plan(
    plan: Plan, jobs: int, stop: threading.Event, skip: Collection[int] = ()
) -> Iterator[list[GameResult]]:
    """Play the plan in so many processes, and hand out each deal of a pairing as soon as it is finished.

    Deals whose numbers are in `skip` are left out: they were played before.

    When a process is killed, what the processes were about is played anew by others. Once `stop` is set, they
    are ended at once and what they were about is lost. To be called from the main thread, since it decides
    what a Ctrl-C means to the processes.
    """
    tasks = (task for task in plan.tasks if task.deal not in skip)
    lost: list[Task] = []
    deaths = 0
    while not stop.is_set():
        work = chain(lost, tasks)
        lost = []
        for deal in _play_tasks(plan, work, jobs, stop, lost):
            yield deal
            deaths = 0
        if not lost or stop.is_set():  # the signal that stops us may have reached the processes as well
            return
        deaths += 1
        if deaths == _DEATHS:
            raise ArenaError("the processes that play games keep dying; is there enough memory?")


def _play_tasks(
    plan: Plan, tasks: Iterator[Task], jobs: int, stop: threading.Event, lost: list[Task]
) -> Iterator[list[GameResult]]:
    """Play tasks until all are done, or a process dies: then those begun and not finished are `lost`."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _get_ready, (plan,))
    pending: dict[Future[list[GameResult]], Task] = {}

    def submit(count: int) -> None:
        for task in islice(tasks, count):
            pending[pool.submit(play_deal, task)] = task

    try:
        with _interrupts_ignored():
            submit(2 * jobs)  # two for each, so that no process waits for work; all processes start now
        while pending and not stop.is_set():
            done, _ = wait(pending, _GLANCE, FIRST_COMPLETED)
            for future in done:
                deal = future.result()
                del pending[future]
                submit(1)
                yield deal
    except BrokenProcessPool:
        lost += pending.values()
        pending.clear()
    finally:
        if pending:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _get_ready(plan: Plan) -> None:
    """Prepare a new process for playing."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    compile_kernels()
    warm_up()
    warm_up_bots([entrant.name for entrant in plan.entrants], plan.rules)
    signal.signal(signal.SIGTERM, lambda *_: _end())


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work forever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _end()


def _end() -> None:
    """End this process at once, together with the programs that play in it."""
    end_programs()
    os._exit(1)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile never see a Ctrl-C, which a terminal sends to all: the caller does."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
