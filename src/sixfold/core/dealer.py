"""Honest dealing: every draw follows from a secret seed that was committed to before the game.

The seed is 32 random bytes and its SHA-256 is published at the start. Chance event number i (from 0) with
outcomes of whole-number weights w0, w1, ... takes the number

    HMAC-SHA256(key=seed, message="sixfold draw i.a")      as an unsigned big-endian integer

modulo the sum of the weights, with attempt a = 0; if the integer is not below the largest multiple of that
sum, it would be biased, and a = 1, 2, ... is tried. The outcome is the one in whose stretch of the weights,
laid end to end in their order, the number falls. Whoever learns the seed can check every draw.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import Final, Protocol

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


class Dealer:
    """Turns a 256-bit seed into draws."""

    def __init__(self, seed: bytes | None = None) -> None:
        """A dealer with this seed, or with one from the system's generator."""
        if seed is not None and len(seed) != SEED_BYTES:
            raise DealingError(f"a seed has {SEED_BYTES} bytes, this one has {len(seed)}")
        self.seed: Final = seed if seed is not None else secrets.token_bytes(SEED_BYTES)

    @classmethod
    def from_hex(cls, text: str) -> "Dealer":
        """A dealer whose seed is written as 64 hexadecimal digits."""
        if not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
            raise DealingError(f"a seed is written as {2 * SEED_BYTES} hexadecimal digits")
        return cls(bytes.fromhex(text))

    @property
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
        unbiased = _RANGE - _RANGE % bound
        attempt = 0
        while True:
            message = f"sixfold draw {index}.{attempt}".encode()
            # Not `hmac.digest`: that lets go of the interpreter's lock for a microsecond of work.
            number = int.from_bytes(hmac.new(self.seed, message, "sha256").digest())
            if number < unbiased:
                return number % bound
            attempt += 1


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
