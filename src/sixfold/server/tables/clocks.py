"""A table's clock: how long each seat may think. All times are milliseconds, given by the caller.

There is one scheme. A decision has some time for itself; what it takes longer comes off the seat's reserve,
which lasts for the whole game. By post a decision has days, and there is no reserve.
"""

from typing import Final

from ..protocol.sights import Days, Live

_SECOND: Final = 1000
_DAY: Final = 24 * 3600 * _SECOND


class Clock:
    """The clock of a table; `each` is `None` where time does not count."""

    __slots__ = ("_full", "each", "reserves", "since")

    def __init__(self, each: int | None, reserve: int, seats: int) -> None:
        self.each: Final = each
        self._full: Final = reserve
        self.reserves: list[int] = [reserve] * seats
        self.since = 0
        """When the present decision began."""

    @classmethod
    def of(cls, setting: Live | Days | None, seats: int) -> "Clock":
        """The clock that the settings of a table name."""
        match setting:
            case Live():
                return cls(setting.move * _SECOND, setting.reserve * _SECOND, seats)
            case Days():
                return cls(setting.days * _DAY, 0, seats)
        return cls(None, 0, seats)

    def begin_game(self, at: int) -> None:
        """A game is dealt: full reserves, and the first decision begins."""
        self.reserves = [self._full] * len(self.reserves)
        self.since = at

    def moved(self, seat: int, spent: int, at: int) -> None:
        """A seat has decided after so long; the next decision begins."""
        if self.each is not None:
            self.reserves[seat] -= min(max(0, spent - self.each), self.reserves[seat])
        self.since = at

    def credit(self, ms: int) -> None:
        """The present decision began so much later, for nobody could decide in between."""
        self.since += ms

    def spent(self, at: int) -> int:
        """How long the present decision has taken by now."""
        return max(0, at - self.since)

    def deadline(self, seat: int) -> int | None:
        """When the time of the seat to act runs out."""
        return None if self.each is None else self.since + self.each + self.reserves[seat]
