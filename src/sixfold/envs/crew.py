"""Threads that share the games of an environment."""

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from time import sleep
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..core.compiling import compiled
from ..core.records import Int
from .kernel import sharing

Words = NDArray[np.uint64]
Work = Callable[[int, Words], None]
"""Is called with the number of a thread and the words that all of them share, and takes games to work on."""
Bell = SimpleQueue[bool]
"""What a helper sleeps at. It rings for work (true) or for the end."""

_NAP: Final = 0.0001
"""Seconds between looks at a helper that takes long: other programs may have its core."""


class Crew:
    """The caller's thread and helpers, who do jobs on all games together; `kernel.sharing` says how."""

    def __init__(self, games: int, threads: int, work: Work) -> None:
        self._words: Final = np.zeros(sharing.PARTS + sharing.LINE * threads, np.uint64)
        self._words[sharing.GAMES] = self._words[sharing.DONE] = games
        self._words[sharing.THREADS] = threads
        self._parts: Final = self._words[sharing.PARTS :: sharing.LINE]
        self._parts[:] = games
        self._parts[1:] += sharing.ASLEEP
        self._asleep: Final = np.zeros(threads, np.bool_)
        self._work: Final = work
        self._offer: Final = compiled(sharing.offer_games)
        self._all_done: Final = compiled(sharing.all_done)
        self._failures: Final[list[Exception]] = []
        self._bells: Final[list[Bell]] = [SimpleQueue() for _ in range(1, threads)]
        self._helpers: Final = [
            Thread(target=_help, args=(work, thread, self._words, bell, self._failures), daemon=True)
            for thread, bell in enumerate(self._bells, 1)
        ]
        for helper in self._helpers:
            helper.start()
        self._dismiss: Final = weakref.finalize(self, _send_home, self._bells)

    def run(self, job: Int, steps: int = 0) -> int:
        """Do a job on all games; returns the first game with which it was not possible, or their number."""
        self.finish()
        self._words[sharing.JOB] = job
        self._words[sharing.STEPS] = steps
        self._offer(self._words, self._asleep)
        for thread, bell in enumerate(self._bells, 1):
            if self._asleep[thread]:
                bell.put(True)
        self.finish()
        return int(self._words[sharing.OBJECTION])

    def finish(self) -> None:
        """Finish the present job, which an interrupt may have left undone."""
        if self._words[sharing.DONE] < self._words[sharing.GAMES]:
            _attempt(self._work, 0, self._words, self._failures)
            while not self._all_done(self._words) and not self._failures:
                sleep(_NAP)
            if self._failures:
                raise self._failures[0]

    @property
    def asleep(self) -> int:
        """How many helpers sleep until the next job."""
        return int(np.count_nonzero(self._parts >= sharing.ASLEEP))

    def close(self) -> None:
        """Send the helpers home; the caller can go on alone."""
        self._dismiss()
        for helper in self._helpers:
            helper.join()


def _help(work: Work, thread: int, words: Words, bell: Bell, failures: list[Exception]) -> None:
    """Work whenever the bell rings, until it rings for the end."""
    while bell.get():
        _attempt(work, thread, words, failures)


def _attempt(work: Work, thread: int, words: Words, failures: list[Exception]) -> None:
    """Work; whatever goes wrong is for the caller to raise, who would wait for ever otherwise."""
    try:
        work(thread, words)
    except Exception as error:
        failures.append(error)


def _send_home(bells: list[Bell]) -> None:
    for bell in bells:
        bell.put(False)
