"""Other programs as bots: they are asked in the engine protocol, see docs/engine.md.

A program can be slow, wrong or dead. The game goes on all the same: a random move is played in its place, and
the fault is counted.
"""

import os
import random
import select
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final, Literal

from ..core.errors import SixfoldError, quoted
from ..core.moves import Move, action_of
from ..core.rules import Rules
from ..core.views import View
from ..notation.position import write_position
from .protocol import LONGEST_LINE, read_object, write_object
from .roster import PROGRAM

_START_SECONDS: Final = 60.0  # programs may have to compile something first
_PATIENCE: Final = 1.0  # seconds that a program has for ending by itself
_PART_FOR_THINKING: Final = 0.8  # of the time limit; the rest is for the way there and back
_LABEL: Final = 24  # letters

Kind = Literal["late", "illegal", "died"]


@dataclass(frozen=True, slots=True)
class Faults:
    """How often a program did not play a move of its own."""

    late: int = 0
    """No answer in time."""
    illegal: int = 0
    """An answer that is not a legal move, or no answer at all in this protocol."""
    died: int = 0
    """The program ended, or could not be started."""

    def __add__(self, other: "Faults") -> "Faults":
        return Faults(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    def with_one_more(self, kind: Kind) -> "Faults":
        """Count one more."""
        return replace(self, **{kind: getattr(self, kind) + 1})


class _FailedError(Exception):
    """The program has failed in one of the ways that are counted."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind: Final[Kind] = kind


class ExternalBot:
    """Asks another program for its moves. It has to be closed, which ends the program.

    The program is started for the first move and, after a fault, again for the next. If it does not even
    answer a greeting, it is not started again.
    """

    def __init__(
        self, command: str, rng: random.Random, seconds: float, start_seconds: float = _START_SECONDS
    ) -> None:
        """It may take so many seconds for a move, and to start."""
        self.faults = Faults()
        self._words: Final = command_words(command)
        self._rng: Final = rng
        self._seconds: Final = seconds
        self._start_seconds: Final = start_seconds
        self._program: _Program | None = None
        self._asked = 0
        self._hopeless: Kind | None = None

    def choose(self, view: View) -> Move:
        """The program's move; if it has none to offer, a random one."""
        legal = view.legal_actions()
        try:
            action = self._ask(view, legal)
        except _FailedError as failed:
            self.faults = self.faults.with_one_more(failed.kind)
            self._end(patience=0)
            action = self._rng.choice(legal)
        return Move.of(action, view.rules)

    def close(self) -> None:
        """End the program."""
        self._end(_PATIENCE)

    def __enter__(self) -> "ExternalBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _end(self, patience: float) -> None:
        if self._program is not None:
            self._program.end(patience)
            self._program = None

    def _ask(self, view: View, legal: list[int]) -> int:
        if self._program is None:
            self._program = self._start(view.rules)
        question = {
            "position": write_position(view),
            "seat": view.actor + 1,
            "time": round(_PART_FOR_THINKING * self._seconds, 3),
            "seed": self._rng.getrandbits(32),
        }
        answer = self._exchange(self._program, question, self._seconds)
        match answer.get("moves"):
            case [{"move": str(text)}, *_]:
                with suppress(SixfoldError):
                    action = action_of(text, view.rules)
                    if action in legal:
                        return action
        raise _FailedError("illegal")

    def _start(self, rules: Rules) -> "_Program":
        if self._hopeless is not None:
            raise _FailedError(self._hopeless)
        program = None
        try:
            program = _Program(self._words)
            self._exchange(program, {"command": "hello", "game": str(rules)}, self._start_seconds)
        except _FailedError as failed:
            self._hopeless = failed.kind
            if program is not None:
                program.end(patience=0)
            raise
        return program

    def _exchange(self, program: "_Program", request: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._asked += 1
        deadline = monotonic() + seconds
        program.send(write_object({"id": self._asked, **request}))
        try:
            answer = read_object(program.receive(deadline))
        except SixfoldError:
            raise _FailedError("illegal") from None
        if answer.get("id") != self._asked:
            raise _FailedError("illegal")
        return answer


def command_words(command: str) -> list[str]:
    """A command in words, as a shell would split it; a `SixfoldError` if there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SixfoldError(f"{PROGRAM}{command}: {error}") from None
    if not words:
        raise SixfoldError(f"{PROGRAM} has to be followed by a program, like {PROGRAM}./mybot")
    if shutil.which(words[0]) is None:
        raise SixfoldError(f"{PROGRAM}{command}: there is no program {quoted(words[0])}")
    return words


def command_label(command: str) -> str:
    """A short name for a command, without blanks: `.venv/bin/python bots/mine.py` is `python_mine.py`."""
    label = "_".join("_".join(Path(word).name.split()) for word in command_words(command))
    return label if len(label) <= _LABEL else label[: _LABEL - 3] + "..."


# ---------------------------------------------------------------- processes

_running: set["_Program"] = set()


def end_programs() -> None:
    """Kill all programs of this process, which is about to end itself."""
    for program in list(_running):
        program.kill()


class _Program:
    """A running program, with pipes that never make us wait."""

    def __init__(self, words: list[str]) -> None:
        try:
            # A session of its own: whatever the program starts in turn can be ended together with it, and a
            # Ctrl-C at the terminal is not for it. What it complains about would break up the arena's lines.
            self._process: Final = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            raise _FailedError("died") from None
        _running.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: Final = self._process.stdin
        self._output: Final = self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        self._poll: Final = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._received = b""

    def send(self, line: bytes) -> None:
        """Send a line."""
        try:
            sent = self._input.write(line)
        except OSError:  # nobody reads any more
            raise _FailedError("died") from None
        if sent != len(line):  # it has never read what it was sent before
            raise _FailedError("late")

    def receive(self, deadline: float) -> bytes:
        """The next line, if it comes in time."""
        while b"\n" not in self._received:
            if len(self._received) > LONGEST_LINE:
                raise _FailedError("illegal")
            left = deadline - monotonic()
            if left <= 0 or not self._poll.poll(1000 * left):
                raise _FailedError("late")
            more = os.read(self._output.fileno(), 2**16)
            if not more:
                raise _FailedError("died")
            self._received += more
        line, _, self._received = self._received.partition(b"\n")
        return line

    def end(self, patience: float) -> None:
        """End it: by closing its pipes, and if it does not take the hint, by force."""
        self._input.close()
        self._output.close()
        if patience:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        self.kill()
        self._process.wait()
        _running.discard(self)

    def kill(self) -> None:
        """Kill it, and everything that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
