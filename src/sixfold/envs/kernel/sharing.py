"""The games of an environment shared out among threads, without a lock.

Each thread has a part of the games and works on that first, so that its core's own cache keeps them from step
to step. Then it helps with the parts of the others: whoever comes late costs no more than its help, and all
are done at about the same time. Games are taken some at a time, the fewer the fewer are left.

Threads other than the caller's, the helpers, then look out for the next job for a while before they sleep: to
wake one takes as long as a hundred games. A helper says that it sleeps in the very word in which its part is
offered to it, so that it cannot miss the offer.
"""

import numpy as np

from ...core.compiling import entry, kernel
from ...core.records import Int, Record
from .machine import look, swap

# Words that all threads see. Those that they write while they work are on cache lines of their own.
DONE = np.uint64(0)  # with how many games the job is done
OBJECTION = np.uint64(8)  # the first game with which it was not possible; the number of games if none
GAMES = np.uint64(16)  # how many there are,
THREADS = np.uint64(17)  # and among how many they are shared
JOB = np.uint64(18)  # what is to be done with each game,
STEPS = np.uint64(19)  # and how often
PARTS = np.uint64(24)  # for each thread: the first game of its part that nobody has, and whether it sleeps
LINE = np.uint64(8)

ASLEEP = np.uint64(2**32)
CALLER = np.uint64(0)
"""The thread that is no helper."""

_ONE = np.uint64(1)
_GAME = ASLEEP - _ONE
_PORTIONS = np.uint64(4)
_PATIENCE = np.uint64(30_000)  # looks: some tenths of a millisecond


@kernel
def part_begin(words: Record, part: Int) -> Int:
    """The first game of a part, or the first after the part before it."""
    return words[GAMES] * part // words[THREADS]


@entry
def offer_games(words: Record, asleep: Record) -> None:
    """Begin a job, and note which threads sleep and have to be woken."""
    words[DONE] = 0
    words[OBJECTION] = words[GAMES]
    for thread in range(words[THREADS]):
        place = PARTS + LINE * thread
        seen = look(words, place)
        while swap(words, place, seen, part_begin(words, thread)) != seen:
            seen = look(words, place)
        asleep[thread] = seen >= ASLEEP


@kernel
def take_from(words: Record, part: Int) -> tuple[Int, Int]:
    """The first and the number of games that nobody else has, of a part; none if it has no more."""
    place = PARTS + LINE * part
    end = part_begin(words, part + _ONE)
    while True:
        seen = look(words, place)
        first = seen & _GAME
        if first >= end:
            return first, np.uint64(0)
        size = (end - first + _PORTIONS - _ONE) // _PORTIONS if words[THREADS] > 1 else end - first
        if swap(words, place, seen, seen + size) == seen:
            return first, size


@kernel
def falls_asleep(words: Record, helper: Int) -> bool:
    """Look out for the next job; if none comes for a while, the helper is noted as asleep."""
    place = PARTS + LINE * helper
    end = part_begin(words, helper + _ONE)
    seen = look(words, place)
    for _ in range(_PATIENCE):
        if seen < end:
            return False
        seen = look(words, place)
    return swap(words, place, seen, seen + ASLEEP) == seen


@kernel
def take_games(words: Record, thread: Int) -> tuple[Int, Int]:
    """The first and the number of games to work on: none if all are taken, and then a helper is to sleep."""
    threads = words[THREADS]
    while True:
        for other in range(threads):
            first, size = take_from(words, (thread + other) % threads)
            if size > 0:
                return first, size
        if thread == CALLER or falls_asleep(words, thread):
            return np.uint64(0), np.uint64(0)


@kernel
def finish_games(words: Record, size: Int) -> None:
    """Say that so many games are done."""
    seen = look(words, DONE)
    while swap(words, DONE, seen, seen + size) != seen:
        seen = look(words, DONE)


@entry
def all_done(words: Record) -> bool:
    """Whether the job is done with all games; looks out for that for a while."""
    for _ in range(_PATIENCE):
        if look(words, DONE) == words[GAMES]:
            return True
    return False


@kernel
def object_to(words: Record, game: Int) -> None:
    """Say that the job is not possible with a game; the first of these games is remembered."""
    seen = look(words, OBJECTION)
    while game < seen:
        if swap(words, OBJECTION, seen, game) == seen:
            return
        seen = look(words, OBJECTION)
