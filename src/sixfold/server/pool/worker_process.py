"""A bot worker as the server sees it: a process that is given tasks, watched, and ended."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from .work import Forget, Progress, Ready, Report, Task, line_of, read_report

COMMAND: Final = (sys.executable, "-m", "sixfold.server.pool.worker")
_LONGEST_LINE: Final = 1 << 23  # the review of a long game has some 100 kB


class WorkerProcess:
    """One process, from its start to its end."""

    def __init__(self, process: Process, patience: float, warm_up_patience: float) -> None:
        self.ready = False
        """Whether it has warmed up."""
        self.pid: Final = process.pid
        self._process: Final = process
        self._patience: Final = patience
        self._busy: Final[set[int]] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._expect_word_within(warm_up_patience)

    @classmethod
    async def start(cls, patience: float, warm_up_patience: float) -> "WorkerProcess":
        """Start a process; it is killed if it says nothing for so many seconds while it should.

        A Ctrl-C at the terminal is for the server, so the process has a session of its own.
        """
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE, start_new_session=True
        )
        return cls(process, patience, warm_up_patience)

    def give(self, task: Task) -> None:
        """Give it something to do."""
        self._busy.add(task.id)
        self._send(line_of(task))
        self._expect_word_within(self._patience)

    def forget(self, task_id: int) -> None:
        """Let it leave off a task, if that is a long one; it will say so."""
        self._send(line_of(Forget(task_id)))

    async def listen(self, hear: Callable[[Report], None]) -> None:
        """Pass on what it reports, until it ends."""
        assert self._process.stdout is not None
        try:
            while line := await self._process.stdout.readline():
                self._note(report := read_report(line))
                hear(report)
        except ValueError:  # neither too long a line nor nonsense comes from a process in its right mind
            self.kill()
        finally:
            await self._end()

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    def _note(self, report: Report) -> None:
        if isinstance(report, Ready):
            self.ready = True
        elif not isinstance(report, Progress):
            self._busy.discard(report.id)
        if self._busy:
            self._expect_word_within(self._patience)
        else:
            self._quiet()

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line)

    def _expect_word_within(self, seconds: float) -> None:
        self._quiet()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self.kill)

    def _quiet(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _end(self) -> None:
        self._quiet()
        self.kill()
        assert self._process.stdin is not None
        self._process.stdin.close()
        gone = asyncio.create_task(self._process.wait())
        try:
            await asyncio.shield(gone)
        finally:  # cancelled just now, as when the pool closes, it is waited for all the same
            await gone
