"""Group commit: one thread writes for everybody, and one sync of the disk serves all who wait for it."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from .appending import append_all, append_entries, append_one
from .interface import StoreError, StoreUnavailable, Writing

_LARGEST_BATCH = 512

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
"""Something to write; it runs inside a transaction, perhaps twice, so that it must not do anything else."""


class _Waiting(NamedTuple):
    job: Job[Any] | Writing
    future: asyncio.Future[Any]


class _Done(NamedTuple):
    future: asyncio.Future[Any]
    result: Any
    error: Exception | None


class Writer:
    """Owns the connection that writes. Jobs that come while the disk syncs are committed together next."""

    def __init__(self, connection: sqlite3.Connection, on_commit: Callable[[int], None]) -> None:
        self._connection = connection
        self._on_commit = on_commit
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="store writer", daemon=True)
        self._thread.start()
        self._closed = False

    async def run(self, job: Job[T]) -> T:
        """Do the job durably, or not at all; what it raises is raised here and touches nobody else's job."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._put(_Waiting(job, future))
        return await future

    async def append(self, writing: Writing) -> None:
        """The job done most, many at a time."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._put(_Waiting(writing, future))
        await future

    def _put(self, waiting: _Waiting) -> None:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        self._queue.put(waiting)

    async def close(self) -> None:
        """Finish the jobs that wait, then let go of the connection."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)

    # ---- everything below runs in the writer's thread

    def _serve(self) -> None:
        more = True
        while more:
            waiting, more = self._next_batch()
            if waiting:
                done = self._commit(waiting)
                self._loop.call_soon_threadsafe(_deliver, done)
        self._connection.close()

    def _next_batch(self) -> tuple[list[_Waiting], bool]:
        """Wait for a job, take all that have come by then, and say whether more will come."""
        batch: list[_Waiting] = []
        try:
            item = self._queue.get()
            while item is not None:
                batch.append(item)
                if len(batch) == _LARGEST_BATCH:
                    return batch, True
                item = self._queue.get_nowait()
        except Empty:
            return batch, True
        return batch, False

    def _commit(self, waiting: list[_Waiting]) -> list[_Done]:
        """All jobs in one transaction; if one of them is refused, all again one by one, to find out which.

        Refusals are rare, since callers check before they write.
        """
        try:
            try:
                return self._commit_entries(waiting) or self._transact(waiting, _run_together)
            except _Refused:
                return self._transact(waiting, _run_apart)
        except Exception as error:
            told = unavailable(error) if isinstance(error, sqlite3.Error) else error
            return [_Done(future, None, told) for _, future in waiting]

    def _commit_entries(self, waiting: list[_Waiting]) -> list[_Done] | None:
        """The usual case with the fewest statements; `None` if it is not that."""
        writings = [item.job for item in waiting if isinstance(item.job, Writing)]
        if len(writings) < len(waiting):
            return None
        with _refusing():
            if not append_entries(self._connection, writings):
                return None
        self._on_commit(len(waiting))
        return [_Done(item.future, None, None) for item in waiting]

    def _transact(
        self, waiting: list[_Waiting], run: Callable[[sqlite3.Connection, list[_Waiting]], list[_Done]]
    ) -> list[_Done]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            done = run(connection, waiting)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:  # not after COMMIT, nor where SQLite has rolled back by itself
                connection.execute("ROLLBACK")
        self._on_commit(len(waiting))
        return done


class _Refused(Exception):  # noqa: N818  (it says what is the case)
    """One job of a batch cannot be done; it says nothing about the others, nor about the disk."""


@contextmanager
def _refusing() -> Iterator[None]:
    """Tells a refusal from a failure of the disk."""
    try:
        yield
    except Exception as error:
        if _is_unavailable(error):
            raise
        raise _Refused from error


def _run_together(connection: sqlite3.Connection, waiting: list[_Waiting]) -> list[_Done]:
    with _refusing():
        append_all(connection, [item.job for item in waiting if isinstance(item.job, Writing)])
        return [
            _Done(item.future, None if isinstance(item.job, Writing) else item.job(connection), None)
            for item in waiting
        ]


def _run_apart(connection: sqlite3.Connection, waiting: list[_Waiting]) -> list[_Done]:
    return [_run_in_savepoint(connection, item) for item in waiting]


def _run_in_savepoint(connection: sqlite3.Connection, waiting: _Waiting) -> _Done:
    job, future = waiting
    connection.execute("SAVEPOINT job")
    try:
        if isinstance(job, Writing):
            append_one(connection, job)
            done = _Done(future, None, None)
        else:
            done = _Done(future, job(connection), None)
    except Exception as error:
        if _is_unavailable(error):
            raise
        connection.execute("ROLLBACK TO job")
        refusal = StoreError(str(error)) if isinstance(error, sqlite3.IntegrityError) else error
        done = _Done(future, None, refusal)
    connection.execute("RELEASE job")
    return done


def _is_unavailable(error: Exception) -> bool:
    """Whether it is the disk or the file that failed, and not what was asked for."""
    asked = sqlite3.IntegrityError | sqlite3.DataError | sqlite3.ProgrammingError | sqlite3.InterfaceError
    return isinstance(error, sqlite3.Error) and not isinstance(error, asked)


def unavailable(error: sqlite3.Error) -> StoreUnavailable:
    """What a caller is told when the disk or the file failed."""
    return StoreUnavailable(f"the store is not available: {error}")


def _deliver(done: list[_Done]) -> None:
    for future, result, error in done:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
