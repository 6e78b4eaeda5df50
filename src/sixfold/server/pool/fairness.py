"""Who comes next: urgent work first, and among equals the table that has used least.

Every table has an account of the computing that was done for it. What it has used is forgiven at a steady
rate, its share of a core; a table that has used more than its credit waits until enough is forgiven.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final, Generic, TypeVar

T = TypeVar("T")
_TIDY: Final = 1000  # accounts that are kept before settled ones are looked for


class Accounts:
    """What tables have used lately, in seconds of computing. Times are given by the caller, in seconds."""

    def __init__(self, share: float, credit: float) -> None:
        """A table is forgiven `share` seconds a second, and may use so much `credit` at once."""
        self._share: Final = share
        self._credit: Final = credit
        self._used: Final[dict[str, tuple[float, float]]] = {}  # how much, and as of when

    def used(self, table: str, now: float) -> float:
        """What a table has used and has not been forgiven yet."""
        used, since = self._used.get(table, (0.0, now))
        return max(0.0, used - self._share * (now - since))

    def charge(self, table: str, seconds: float, now: float) -> None:
        """Note what was done for a table."""
        self._used[table] = self.used(table, now) + seconds, now
        if len(self._used) > _TIDY:
            for settled in [name for name in self._used if not self.used(name, now)]:
                del self._used[settled]

    def wait(self, table: str, now: float) -> float:
        """Seconds until a table may use more; 0 if it may now."""
        return max(0.0, self.used(table, now) - self._credit) / self._share


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    priority: int
    table: str
    order: int
    item: T


class FairQueue(Generic[T]):
    """Items that wait, each for a table."""

    def __init__(self, accounts: Accounts, wanted: Callable[[T], bool]) -> None:
        """Items that are not `wanted` any more are skipped."""
        self._accounts: Final = accounts
        self._wanted: Final = wanted
        self._order: Final = count()
        self._due: Final[list[tuple[int, int, int, _Entry[T]]]] = []
        self._later: Final[list[tuple[float, int, _Entry[T]]]] = []

    def put(self, item: T, priority: int, table: str, now: float) -> None:
        """Let an item wait; a smaller priority comes sooner."""
        self._put(_Entry(priority, table, next(self._order), item), now)

    def _put(self, entry: _Entry[T], now: float) -> None:
        if wait := self._accounts.wait(entry.table, now):
            heapq.heappush(self._later, (now + wait, entry.order, entry))
        else:
            # In whole seconds, so that tables that have used about the same come in the order of asking.
            used = int(self._accounts.used(entry.table, now))
            heapq.heappush(self._due, (entry.priority, used, entry.order, entry))

    def take(self, now: float) -> T | None:
        """The item that comes next; `None` if there is none, or all have to wait."""
        while self._later and self._later[0][0] <= now:
            self._put(heapq.heappop(self._later)[-1], now)
        while self._due:
            entry = heapq.heappop(self._due)[-1]
            if not self._wanted(entry.item):
                continue
            if not self._accounts.wait(entry.table, now):
                return entry.item
            self._put(entry, now)  # the table has used up its credit since it asked
        return None

    def wait(self, now: float) -> float | None:
        """Seconds until an item that waits for its table's account is due; `None` if there is none."""
        return max(0.0, self._later[0][0] - now) if self._later else None
