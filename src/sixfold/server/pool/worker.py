"""A process in which bots think: `python -m sixfold.server.pool.worker`, started by the bot pool.

It reads tasks line by line and answers them one after the other, on one core and with low priority. A review
is long: between two of its moves it looks whether something more urgent has come, and answers that first. It
ends when its input does, so that none is left behind when the server dies.
"""

import os
import random
import resource
import select
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any, BinaryIO, Final

import msgspec

from ...bots.documents import hint_document, review_document, short_names
from ...bots.hints import find_hint
from ...bots.levels import LEVELS, LevelBot
from ...bots.review import check_eyes, review_record
from ...bots.thinking import Budget, Thinker
from ...core.compiling import compile_kernels
from ...core.errors import SixfoldError, quoted
from ...core.rules import Rules
from ...core.simulation import warm_up
from ...core.views import View
from ...notation.position import parse_position
from ...notation.record import GameRecord
from .work import Done, Failed, Forget, Order, Progress, Ready, Report, Task, line_of, read_order

_NICENESS: Final = 10
_HINT: Final = Budget(samples=800, seconds=1.5)
_REVIEW: Final = Budget(samples=500, seconds=1.0)
"""For each move."""


class _ForgottenError(Exception):
    """Nobody waits for the task that is being worked on."""


class Inbox:
    """Orders from a pipe, to be waited for or only looked for."""

    def __init__(self, source: int) -> None:
        self._source: Final = source
        self._received = b""

    def next(self) -> Order:
        """The next order, however long it takes; `EOFError` when there will be none."""
        while b"\n" not in self._received:
            more = os.read(self._source, 1 << 16)
            if not more:
                raise EOFError
            self._received += more
        line, _, self._received = self._received.partition(b"\n")
        return read_order(line)

    def waiting(self) -> Iterator[Order]:
        """The orders that are there already."""
        while b"\n" in self._received or select.select([self._source], [], [], 0)[0]:
            yield self.next()


class Worker:
    """Answers orders."""

    def __init__(self, inbox: Inbox, sink: BinaryIO) -> None:
        self._inbox: Final = inbox
        self._sink: Final = sink
        self._counted = 0.0

    def serve(self) -> None:
        """Get ready, then work until the input ends."""
        compile_kernels()
        warm_up()
        for game in ("hex", "cards"):  # all board games use the same kernels
            _thinker(Rules.parse(game)).warm_up()
        self._say(Ready(self._cpu()))
        while True:
            self._answer(self._inbox.next())

    def _answer(self, order: Order) -> None:
        if isinstance(order, Forget):  # it came too late: the task is done
            return
        try:
            result = msgspec.json.encode(self._think(order))
        except _ForgottenError:
            report: Report = Failed(order.id, "forgotten", self._cpu())
        except SixfoldError as error:
            report = Failed(order.id, str(error), self._cpu())
        except EOFError:
            raise
        except Exception as error:  # a mistake of ours: other tasks are not to suffer from it
            traceback.print_exc()
            report = Failed(order.id, f"this should not happen: {type(error).__name__}", self._cpu())
        else:
            report = Done(order.id, msgspec.Raw(result), self._cpu(), _memory())
        self._say(report)

    def _think(self, task: Task) -> Any:
        match task.kind:
            case "move":
                if task.level not in LEVELS:
                    raise SixfoldError(f"there is no level {quoted(task.level)}, only {', '.join(LEVELS)}")
                view = _view(task.text)
                rng = random.Random(task.seed)
                return str(LevelBot(rng, LEVELS[task.level], thinker=_thinker(view.rules)).choose(view))
            case "hint":
                view = _view(task.text)
                return hint_document(find_hint(_thinker(view.rules), view, _HINT, task.seed))
            case "review":
                record = GameRecord.parse(task.text)
                rules = record.match.rules
                review = review_record(
                    record,
                    _REVIEW,
                    task.seed,
                    progress=lambda done, total: self._between(task, done, total),
                    thinker=_thinker(rules),
                )
                return review_document(review, short_names(rules, record.headers.get("players", "")))

    def _between(self, task: Task, done: int, total: int) -> None:
        """Tell how far a review is, and do first what has come meanwhile."""
        self._say(Progress(task.id, done, total, self._cpu()))
        for order in self._inbox.waiting():
            if order == Forget(task.id):
                raise _ForgottenError
            self._answer(order)

    def _say(self, report: Report) -> None:
        self._sink.write(line_of(report))
        self._sink.flush()

    def _cpu(self) -> float:
        """Seconds of computing since this was asked last."""
        before, self._counted = self._counted, process_time()
        return self._counted - before


def _view(text: str) -> View:
    """What the seat to act sees; a whole position is refused, because a bot must not see more than a seat."""
    position = parse_position(text)
    if not isinstance(position, View):
        raise SixfoldError("this is a whole position, not what a seat sees")
    check_eyes(position)
    return position


@lru_cache(maxsize=16)
def _thinker(rules: Rules) -> Thinker:
    """On one thread: another worker, and not another thread, is what takes another core."""
    return Thinker(rules, threads=1)


def _memory() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def _give_way() -> None:
    """Let everybody else compute first.

    Linux shares cores among sessions before it looks at how nice processes are, and a worker has its own.
    """
    os.nice(_NICENESS)
    with suppress(OSError):  # where sessions are not weighed
        Path("/proc/self/autogroup").write_text(str(_NICENESS))


def main() -> None:
    """Work for the process that started this one."""
    _give_way()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints by mistake must not end up between our lines
    try:
        Worker(Inbox(0), sink).serve()
    except (EOFError, BrokenPipeError):
        os._exit(0)  # the server has gone; nobody is left to tell


if __name__ == "__main__":
    main()
