"""Honest dealing: every draw follows from a secret seed that was committed to before the game.

The seed is 32 random bytes and its SHA-256 is published at the start. Chance event number i (from 0) with
outcomes of whole-number weights w0, w1, ... takes the number

    HMAC-SHA256(key=seed, message="sixfold draw i.a")      as an unsigned big-endian integer

modulo the sum of the weights, with attempt a = 0; if the integer is not below the largest multiple of that
sum, it would be biased, and a = 1, 2, ... is tried. The outcome is the one in whose stretch of the weights,
laid end to end in their order, the number falls. Whoever learns the seed can check every draw.

A game that is played on from the middle of a finished one has that one's draws up to there, whose seed is
known by now, and a secret seed of its own for all further ones.
"""

import hashlib
import hmac
import itertools
import re
import secrets
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, Protocol

from .errors import DealingError

SEED_BYTES: Final = 32
_RANGE: Final = 1 << 256

Weighted = Sequence[tuple[int, int]]
"""Chance outcomes: (action, weight) pairs."""


class Deals(Protocol):
    """Anything that decides chance events."""

    def pick(self, index: int, outcomes: Weighted) -> int:
        """The action that chance event number `index` takes."""
        ...


class Earlier(NamedTuple):
    """Draws that a game took over from one that was finished: all before `until` that no other has."""

    until: int
    seed: str
    """Known to everyone, as 64 hexadecimal digits."""


class Dealer:
    """Turns a 256-bit seed into draws."""

    def __init__(self, seed: bytes | None = None, earlier: Iterable[Earlier] = ()) -> None:
        """A dealer with this seed, or with one from the system's generator.

        `earlier` has the seeds of draws that were taken over, in their order.
        """
        if seed is not None and len(seed) != SEED_BYTES:
            raise DealingError(f"a seed has {SEED_BYTES} bytes, this one has {len(seed)}")
        self.seed: Final = seed if seed is not None else secrets.token_bytes(SEED_BYTES)
        self.earlier: Final = tuple(earlier)
        ends = [0, *(stretch.until for stretch in self.earlier)]
        if any(end >= after for end, after in itertools.pairwise(ends)):
            raise DealingError("draws that were taken over are numbered upwards")
        self._earlier: Final = [(until, _read_seed(text)) for until, text in self.earlier]

    @classmethod
    def from_hex(cls, text: str, earlier: Iterable[Earlier] = ()) -> "Dealer":
        """A dealer whose seed is written as 64 hexadecimal digits."""
        return cls(_read_seed(text), earlier)

    def continued(self, draws: int) -> "Dealer":
        """A dealer for playing on after so many draws: those stay as they were, all others are secret."""
        kept = [stretch for stretch in self.earlier if stretch.until < draws]
        return Dealer(earlier=[*kept, Earlier(draws, self._seed_of(draws - 1).hex())])

    @property
    def taken_over(self) -> int:
        """How many draws were taken over from a finished game."""
        return self.earlier[-1].until if self.earlier else 0

    @cached_property
    def commitment(self) -> str:
        """SHA-256 of the seed: shown at the start, it binds the dealer and tells nothing."""
        return hashlib.sha256(self.seed).hexdigest()

    def pick(self, index: int, outcomes: Weighted) -> int:
        """The action that chance event number `index` takes."""
        number = self.below(index, sum(weight for _, weight in outcomes))
        for action, weight in outcomes:
            if number < weight:
                return action
            number -= weight
        raise DealingError("there is nothing to draw")

    def below(self, index: int, bound: int) -> int:
        """An unbiased number from 0 to bound - 1."""
        if bound < 1:
            raise DealingError("there is nothing to draw")
        seed = self._seed_of(index)
        unbiased = _RANGE - _RANGE % bound
        attempt = 0
        while True:
            message = f"sixfold draw {index}.{attempt}".encode()
            # Not `hmac.digest`: that lets go of the interpreter's lock for a microsecond of work.
            number = int.from_bytes(hmac.new(seed, message, "sha256").digest())
            if number < unbiased:
                return number % bound
            attempt += 1

    def _seed_of(self, index: int) -> bytes:
        for until, seed in self._earlier:
            if index < until:
                return seed
        return self.seed


def _read_seed(text: str) -> bytes:
    if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
        raise DealingError(f"a seed is written as {2 * SEED_BYTES} hexadecimal digits")
    return bytes.fromhex(text)


class ScriptedDealer:
    """Deals what it is told to: how records are replayed and tests force a draw."""

    def __init__(self, script: Sequence[int] = ()) -> None:
        self.script = list(script)

    def pick(self, index: int, outcomes: Weighted) -> int:
        """The next action of the script."""
        if index >= len(self.script):
            raise DealingError("a draw is missing")
        action = self.script[index]
        if all(action != possible for possible, _ in outcomes):
            raise DealingError("a draw is not possible: there is none of that kind left")
        return action
