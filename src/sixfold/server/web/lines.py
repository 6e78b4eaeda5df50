"""Connections that stay open, sockets and event streams: how many there may be, which are silent."""

from collections import Counter
from collections.abc import Iterator
from time import monotonic
from typing import Literal, Protocol

from ..metrics import Metrics
from ..protocol.messages import PROTOCOL, Closing, encode
from ..protocol.refusals import Refusal
from ..settings import Limits
from .limits import Bucket


class Line(Protocol):
    """One connection of a guest to a table."""

    guest: str
    network: str
    kind: str
    heard: float
    """When something last came from the other side, by the monotonic clock."""

    def send(self, message: bytes) -> None:
        """Pass a message on at once, or drop the line if it cannot keep up."""
        ...

    def hang_up(self) -> None:
        """End the connection now; doing it again does nothing."""
        ...


class Lines:
    """All lines of this server."""

    def __init__(self, limits: Limits, metrics: Metrics) -> None:
        self._limits = limits
        self._metrics = metrics
        self._lines: dict[Line, None] = {}
        self._networks = Counter[str]()
        self._guests: dict[str, dict[Line, None]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Line]:
        return iter(list(self._lines))

    def has_room(self, network: str) -> bool:
        """Whether one more line from this address is welcome."""
        limits = self._limits
        return len(self._lines) < limits.sockets and self._networks[network] < limits.sockets_per_address

    def add(self, line: Line) -> None:
        """Count a new line. A guest with too many loses the oldest, which is most likely a dead one."""
        own = self._guests.setdefault(line.guest, {})
        if len(own) >= self._limits.sockets_per_guest:
            self.drop(next(iter(own)), "replaced")
        self._lines[line] = own[line] = None
        self._networks[line.network] += 1
        self._metrics.sockets_opened.labels(line.kind).inc()

    def remove(self, line: Line) -> None:
        """Count a line no more; once is enough."""
        if line not in self._lines:
            return
        del self._lines[line]
        own = self._guests[line.guest]
        del own[line]
        if not own:
            del self._guests[line.guest]
        self._networks[line.network] -= 1
        if not self._networks[line.network]:
            del self._networks[line.network]

    def drop(self, line: Line, why: Literal["gone", "replaced", "silent", "slow"]) -> None:
        """End a line from here; one that is silent or too slow would not hear why."""
        if line in self._lines:
            self._metrics.sockets_dropped.labels(why).inc()
            self.remove(line)
            if why in ("gone", "replaced"):
                line.send(encode(Closing(code=why)))
            line.hang_up()

    def drop_guest(self, guest: str) -> None:
        """End all lines of a guest who has left for good."""
        for line in list(self._guests.get(guest, ())):
            self.drop(line, "gone")

    def reap(self, seconds: float) -> None:
        """End all lines from which nothing has come for so long."""
        long_ago = monotonic() - seconds
        for line in [line for line in self._lines if line.heard < long_ago]:
            self.drop(line, "silent")


def check_protocol(protocol: int | None) -> None:
    """Refuse a client that speaks another version of the protocol."""
    if protocol not in (None, PROTOCOL):
        raise Refusal("bad_message", f"this server speaks protocol {PROTOCOL}, not {protocol}")


class Courtesy:
    """Patience with a line that sends too much: what is over the rate is refused, and then it ends."""

    __slots__ = ("_bucket", "_patience", "_refused")

    def __init__(self, limits: Limits) -> None:
        self._bucket = Bucket(limits.socket_messages)
        self._patience = 5 * limits.socket_messages.count
        self._refused = 0

    def wait(self, now: float) -> float:
        """0 if one more message is welcome; otherwise the seconds to wait."""
        wait = self._bucket.take(now)
        self._refused = self._refused + 1 if wait else 0
        return wait

    @property
    def is_over(self) -> bool:
        """Whether the line has sent on and on without waiting."""
        return self._refused > self._patience
