"""What the bot pool has been asked and has not answered yet."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from .work import Kind, Task


@dataclass(slots=True, eq=False)
class Job:
    """A task, for whom it is, and who waits for it."""

    task: Task
    table: str
    future: asyncio.Future[msgspec.Raw]
    progress: Callable[[int, int], object] | None
    tries: int = 0

    @property
    def wanted(self) -> bool:
        """Whether anybody still waits for it."""
        return not self.future.done()


class Jobs:
    """Everything that is waiting or being thought about, counted by table and by kind."""

    def __init__(self) -> None:
        self._jobs: Final[set[Job]] = set()
        self._tables: Final = Counter[str]()
        self._kinds: Final = Counter[Kind]()

    def add(self, job: Job) -> None:
        """Note a new one."""
        self._jobs.add(job)
        self._tables[job.table] += 1
        self._kinds[job.task.kind] += 1

    def discard(self, job: Job) -> None:
        """Strike one off, if it is there."""
        if job in self._jobs:
            self._jobs.remove(job)
            self._kinds[job.task.kind] -= 1
            self._tables[job.table] -= 1
            if not self._tables[job.table]:
                del self._tables[job.table]

    def of_table(self, table: str) -> int:
        """How many there are for a table."""
        return self._tables[table]

    def of_kind(self, kind: Kind) -> int:
        """How many there are of a kind."""
        return self._kinds[kind]

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)
