"""The bot pool: bots, hints and reviews in processes of their own, so that no answer waits for thinking.

    pool = BotPool()
    await pool.start()
    move = await pool.move(write_position(match.view(seat)), "expert", table=table_id)

Moves come before hints, and hints before reviews; each table has a budget of computing (see `fairness`).
Cancel the awaiting task when nobody needs the answer any more. A worker that dies or hangs is replaced, and
what it was asked is asked again. Bots get a seat's view as text and nothing else.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final

import msgspec

from ...core.errors import SixfoldError
from .fairness import Accounts, FairQueue
from .jobs import Job, Jobs
from .work import Done, Failed, Kind, Progress, Ready, Report, Task
from .worker_process import WorkerProcess

_URGENCY: Final[dict[Kind, int]] = {"move": 0, "hint": 1, "review": 2}
_TRIES: Final = 2  # of a task; then it is probably the task that kills workers
_SHORTEST_PAUSE: Final = 0.1  # seconds before a worker that died young is replaced; doubled each time
_LONGEST_PAUSE: Final = 30.0


class ThinkingError(SixfoldError):
    """There is no answer: the question was wrong, or too many are waiting, or the pool is closed."""


class BusyError(ThinkingError):
    """Too much is waiting; ask again later."""


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """How much bots may use."""

    workers: int = 1
    """Processes, each of which uses a core at most."""
    share: float = 0.5
    """How much of a core a table may use in the long run,"""
    credit: float = 20.0
    """and how many seconds of computing it may use at once."""
    patience: float = 30.0
    """Seconds without a sign of life after which a worker with work to do is replaced."""
    warm_up_patience: float = 300.0
    """The same for its start: compiling, once after an installation, takes long."""
    memory: int = 600 * 2**20
    """A worker that has grown to so many bytes is replaced when it has nothing to do."""
    waiting: int = 200
    """Hints and reviews that may wait; moves always may, since there is one for a table at most."""
    waiting_each: int = 8
    """Tasks of one table that may wait."""


@dataclass(frozen=True, slots=True)
class PoolState:
    """How the pool is doing."""

    workers: tuple[int, ...]
    """Their process numbers."""
    ready: int
    """Workers that have warmed up. With none, bots play as soon as one has."""
    waiting: dict[Kind, int]
    """Tasks that are waiting or being thought about."""
    answered: int
    failed: int
    """Tasks that got no answer."""
    replaced: int
    """Workers that died or were ended because they hung."""
    cpu: float
    """Seconds of computing."""


@dataclass(slots=True, eq=False)
class _Worker:
    """A worker has at most one short task and one review in hand; it does the short one in between."""

    process: WorkerProcess
    jobs: dict[int, Job] = field(default_factory=dict)
    retired: bool = False

    def has_room(self, for_review: bool) -> bool:
        return (
            self.process.ready
            and not self.retired
            and all((job.task.kind == "review") != for_review for job in self.jobs.values())
        )


class BotPool:
    """Bots that think elsewhere. Start it in the event loop in which it is used, and close it there."""

    def __init__(self, limits: PoolLimits | None = None) -> None:
        self.limits: Final = limits or PoolLimits()
        self._accounts: Final = Accounts(self.limits.share, self.limits.credit)
        self._short: Final = FairQueue[Job](self._accounts, lambda job: job.wanted)
        self._reviews: Final = FairQueue[Job](self._accounts, lambda job: job.wanted)
        self._jobs: Final = Jobs()
        self._workers: Final[list[_Worker]] = []
        self._keepers: list[asyncio.Task[None]] = []
        self._warm: Final = asyncio.Event()
        self._alarm: asyncio.TimerHandle | None = None
        self._numbers = 0
        self._answered = self._failed = self._replaced = 0
        self._cpu = 0.0

    async def start(self) -> None:
        """Start the workers. They take a second or two to warm up, and much longer after an installation."""
        self._keepers = [asyncio.create_task(self._keep_a_worker()) for _ in range(self.limits.workers)]

    async def ready(self) -> None:
        """Wait until a worker has warmed up."""
        await self._warm.wait()

    async def close(self) -> None:
        """End the workers at once; what is still asked gets a `ThinkingError`."""
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        if self._alarm is not None:
            self._alarm.cancel()
        for job in list(self._jobs):
            self._fail(job, ThinkingError("the bots have stopped"))

    async def move(self, view: str, level: str, seed: int | None = None, *, table: str = "") -> str:
        """The move, as text, of a bot of this level in what a seat sees. By default nobody knows the seed."""
        result = await self._ask("move", view, seed, table, level=level)
        return msgspec.json.decode(result, type=str)

    async def hint(self, view: str, seed: int | None = None, *, table: str = "") -> msgspec.Raw:
        """A hint for what a seat sees: JSON as docs/review.md describes it."""
        return await self._ask("hint", view, seed, table)

    async def review(
        self, record: str, progress: Callable[[int, int], object] | None = None, *, table: str = ""
    ) -> msgspec.Raw:
        """The review of a record: JSON as docs/review.md describes it.

        `progress` is told how many moves are judged, and how many there are.
        """
        return await self._ask("review", record, 0, table, progress=progress)

    @property
    def state(self) -> PoolState:
        """How it is doing now."""
        return PoolState(
            workers=tuple(worker.process.pid for worker in self._workers),
            ready=sum(worker.process.ready for worker in self._workers),
            waiting={kind: self._jobs.of_kind(kind) for kind in _URGENCY},
            answered=self._answered,
            failed=self._failed,
            replaced=self._replaced,
            cpu=self._cpu,
        )

    # ------------------------------------------------------------ asking

    async def _ask(
        self,
        kind: Kind,
        text: str,
        seed: int | None,
        table: str,
        level: str = "",
        progress: Callable[[int, int], object] | None = None,
    ) -> msgspec.Raw:
        self._check_room(kind, table)
        self._numbers += 1
        # JSON numbers above 2**53 are not safe everywhere, and no player can guess 53 bits either.
        task = Task(self._numbers, kind, text, secrets.randbits(53) if seed is None else seed, level)
        job = Job(task, table, asyncio.get_running_loop().create_future(), progress)
        self._jobs.add(job)
        self._put(job)
        try:
            return await job.future
        except asyncio.CancelledError:
            self._jobs.discard(job)
            for worker in self._workers:
                if task.id in worker.jobs:
                    worker.process.forget(task.id)
            raise

    def _check_room(self, kind: Kind, table: str) -> None:
        if not self._keepers:
            raise ThinkingError("the bots have stopped")
        if self._jobs.of_table(table) >= self.limits.waiting_each:
            raise BusyError("this table has asked for too much at once")
        others = self._jobs.of_kind("hint") + self._jobs.of_kind("review")
        if kind != "move" and others >= self.limits.waiting:
            raise BusyError("too many ask at once")

    def _put(self, job: Job) -> None:
        queue = self._reviews if job.task.kind == "review" else self._short
        queue.put(job, _URGENCY[job.task.kind], job.table, monotonic())
        self._hand_out()

    def _hand_out(self) -> None:
        """Give work to all workers that have room for it; if some are left, wake up when more falls due."""
        waits = list[float]()
        for queue, for_review in ((self._short, False), (self._reviews, True)):
            for worker in self._workers:
                if not worker.has_room(for_review):
                    continue
                if job := queue.take(monotonic()):
                    job.tries += 1
                    worker.jobs[job.task.id] = job
                    worker.process.give(job.task)
                elif (wait := queue.wait(monotonic())) is not None:
                    waits.append(wait)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if waits:
            self._alarm = asyncio.get_running_loop().call_later(min(waits), self._hand_out)

    # ------------------------------------------------------------ workers

    async def _keep_a_worker(self) -> None:
        """Keep one worker running: when it ends, another takes its place."""
        pause = _SHORTEST_PAUSE
        while True:
            try:
                process = await WorkerProcess.start(self.limits.patience, self.limits.warm_up_patience)
            except OSError:  # too many processes, or no memory for one more
                await asyncio.sleep(_LONGEST_PAUSE)
                continue
            worker = _Worker(process)
            self._workers.append(worker)
            try:
                await process.listen(partial(self._hear, worker))
            finally:
                self._workers.remove(worker)
                if not any(other.process.ready for other in self._workers):
                    self._warm.clear()
            pause = _SHORTEST_PAUSE if process.ready else min(2 * pause, _LONGEST_PAUSE)
            if not worker.retired:
                self._replaced += 1
                self._repeat(list(worker.jobs.values()))
                await asyncio.sleep(pause)

    def _repeat(self, jobs: list[Job]) -> None:
        """Ask again what a worker has left undone."""
        for job in jobs:
            if job.wanted and job.tries >= _TRIES:
                self._fail(job, ThinkingError(f"{job.tries} workers died over this {job.task.kind}"))
            elif job.wanted:
                self._put(job)

    def _hear(self, worker: _Worker, report: Report) -> None:
        self._cpu += report.cpu
        if isinstance(report, Ready):
            self._warm.set()
        else:
            job = worker.jobs[report.id]
            self._accounts.charge(job.table, report.cpu, monotonic())
            match report:
                case Progress() if job.progress and job.wanted:
                    # Not called from here: its mistakes are not the worker's.
                    asyncio.get_running_loop().call_soon(job.progress, report.done, report.total)
                case Done():
                    del worker.jobs[report.id]
                    worker.retired |= report.memory > self.limits.memory
                    self._finish(job, report.result)
                case Failed():
                    del worker.jobs[report.id]
                    self._fail(job, ThinkingError(report.error))
        if worker.retired and not worker.jobs:
            worker.process.kill()
        self._hand_out()

    def _finish(self, job: Job, result: msgspec.Raw) -> None:
        self._answered += 1
        self._jobs.discard(job)
        if job.wanted:
            job.future.set_result(result)

    def _fail(self, job: Job, error: ThinkingError) -> None:
        self._failed += job.wanted
        self._jobs.discard(job)
        if job.wanted:
            job.future.set_exception(error)
