"""The games of a plan, played by several processes side by side."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Final

from ..core.compiling import compile_kernels
from ..core.simulation import warm_up
from .arena import ArenaError, GameResult, Plan, play_deal
from .external import end_programs
from .roster import warm_up_bots

_GLANCE: Final = 0.1  # seconds between looks at whether to stop


def play_plan(plan: Plan, jobs: int, stop: threading.Event) -> Iterator[list[GameResult]]:
    """Play the plan in so many processes, and hand out each deal of a pairing as soon as it is finished.

    Once `stop` is set, the processes are ended at once and what they were about is lost. To be called from
    the main thread, since it decides what a Ctrl-C means to the processes.
    """
    others = set(multiprocessing.active_children())
    tasks = plan.tasks
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _get_ready, (plan,))
    with _interrupts_ignored():
        # Two for each, so that no process waits for work; all processes start now.
        pending = {pool.submit(play_deal, task) for task in islice(tasks, 2 * jobs)}
    try:
        while pending and not stop.is_set():
            done, pending = wait(pending, _GLANCE, FIRST_COMPLETED)
            pending |= {pool.submit(play_deal, task) for task in islice(tasks, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        if not stop.is_set():  # otherwise the signal that stops us has reached the processes as well
            raise ArenaError("a process that played games has died; is there enough memory?") from None
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
