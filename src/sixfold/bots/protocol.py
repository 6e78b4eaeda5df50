"""The engine protocol as it goes over the line: JSON objects, one a line; see docs/engine.md.

What comes from another program is read here, strictly: whatever it is, the outcome is an object with checked
values or a `ProtocolError`.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from ..core.errors import SixfoldError, quoted
from .roster import LEVEL_NAMES

PROTOCOL: Final = 1
"""Raised when an old program would no longer understand a new one."""
LONGEST_LINE: Final = 2**20
"""In bytes: more than any position or record needs."""
MOST_SECONDS: Final = 120.0
"""For one answer. All worlds that moves were tried in are kept meanwhile: these limits bound the memory."""
MOST_SAMPLES: Final = 200_000
_MOST_MOVES: Final = 1000
_LARGEST_SEED: Final = 2**64 - 1

Identity = str | int | float | bool | None
"""What a program may name its requests by."""


class ProtocolError(SixfoldError):
    """A line that says nothing in this protocol."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which moves are good for a seat in a position."""

    position: str | None
    record: str | None
    """Exactly one of the two is given."""
    seat: int | None
    """From 0; `None` for the seat to act."""
    level: str
    time: float | None
    samples: int | None
    moves: int
    seed: int

    @classmethod
    def of(cls, request: Mapping[str, Any]) -> "Question":
        """Check a request, key by key."""
        known_keys(request, "position", "record", "seat", "level", "time", "samples", "moves", "seed")
        if ("position" in request) == ("record" in request):
            raise ProtocolError("expected either a position or a record")
        level = text(request, "level") if "level" in request else LEVEL_NAMES[-1]
        if level not in LEVEL_NAMES:
            raise ProtocolError(f"level: {quoted(level)} is none of {', '.join(LEVEL_NAMES)}")
        seat = _whole(request, "seat", 1, 9)
        moves, seed = _whole(request, "moves", 1, _MOST_MOVES), _whole(request, "seed", 0, _LARGEST_SEED)
        return cls(
            position=text(request, "position") if "position" in request else None,
            record=text(request, "record") if "record" in request else None,
            seat=None if seat is None else seat - 1,
            level=level,
            time=_seconds(request),
            samples=_whole(request, "samples", 1, MOST_SAMPLES),
            moves=1 if moves is None else moves,
            seed=0 if seed is None else seed,
        )


# ---------------------------------------------------------------- values


def known_keys(request: Mapping[str, Any], *keys: str) -> None:
    """Refuse a key that means nothing here: a misspelt option would go unnoticed otherwise."""
    for key in request:
        if key not in keys and key != "id":
            raise ProtocolError(f"there is no key {quoted(key)} here; there are id, {', '.join(keys)}")


def identity_of(request: Mapping[str, Any]) -> Identity:
    """The request's `id`, which goes back with the answer."""
    identity = request.get("id")
    if isinstance(identity, dict | list) or (isinstance(identity, float) and not math.isfinite(identity)):
        raise ProtocolError("id: expected a text, a number, true, false or null")
    return identity


def text(request: Mapping[str, Any], key: str) -> str:
    """A value that has to be a text."""
    value = request[key]
    if not isinstance(value, str):
        raise ProtocolError(f"{key}: expected a text")
    return value


def _whole(request: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    value = request.get(key)
    if key not in request:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ProtocolError(f"{key}: expected a whole number from {least} to {most}")
    return value


def _seconds(request: Mapping[str, Any]) -> float | None:
    value = request.get("time")
    if "time" not in request:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_SECONDS:
        raise ProtocolError(f"time: expected seconds, more than 0 and at most {MOST_SECONDS:.0f}")
    return float(value)


# ---------------------------------------------------------------- lines


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object of a line; a `ProtocolError` says why there is none."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        raise ProtocolError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        value = json.loads(
            line.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_without_repetition
        )
    except UnicodeDecodeError:
        raise ProtocolError("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise ProtocolError(f"the line is not JSON: {error.msg} at character {error.pos + 1}") from None
    except ProtocolError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise ProtocolError("the line has a number that is too long") from None
    except RecursionError:
        raise ProtocolError("the line is nested too deeply") from None
    if not isinstance(value, dict):
        raise ProtocolError("the line is not a JSON object")
    return value


def write_object(value: Mapping[str, Any]) -> bytes:
    """An object as a line, in ASCII."""
    return json.dumps(value, allow_nan=False).encode() + b"\n"


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream. Of one that is too long only so much that it will be refused."""
    while line := source.readline(LONGEST_LINE + 2):
        part = line
        while len(part) > LONGEST_LINE and not part.endswith(b"\n"):
            part = source.readline(LONGEST_LINE + 2)
        yield line


def _no_constant(name: str) -> None:
    raise ProtocolError(f"{name} is not JSON")


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ProtocolError("a key is given twice")
    return found
