"""What the server and a bot worker say to each other: one JSON object a line, in both directions."""

from typing import Final, Literal

import msgspec

Kind = Literal["move", "hint", "review"]


class Task(msgspec.Struct, frozen=True, tag="task"):
    """Something to think about. It carries no more than a seat may know."""

    id: int
    kind: Kind
    text: str
    """A seat's view in notation; for a review the record of a game."""
    seed: int
    level: str = ""
    """How strong a move is to be."""


class Forget(msgspec.Struct, frozen=True, tag="forget"):
    """Nobody waits for this task any more."""

    id: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The worker has warmed up."""

    cpu: float


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """So many moves of a review are judged."""

    id: int
    done: int
    total: int
    cpu: float
    """Seconds of computing since the worker's last line."""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The result of a task: a move as text, or a document (docs/review.md)."""

    id: int
    result: msgspec.Raw
    cpu: float
    memory: int
    """The most bytes that the worker has ever held."""


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A task that cannot be answered, such as a text that is not a view."""

    id: int
    error: str
    cpu: float


Order = Task | Forget
Report = Ready | Progress | Done | Failed

_encoder: Final = msgspec.json.Encoder()
_orders: Final = msgspec.json.Decoder(Order)
_reports: Final = msgspec.json.Decoder(Report)


def line_of(message: Order | Report) -> bytes:
    """A message as the line that is sent."""
    return _encoder.encode(message) + b"\n"


def read_order(line: bytes) -> Order:
    """What the server wants."""
    order: Order = _orders.decode(line)
    return order


def read_report(line: bytes) -> Report:
    """What a worker says; a `ValueError` if that is nonsense."""
    report: Report = _reports.decode(line)
    return report
