"""How often somebody may do something: a bucket that fills up again, for each key."""

import ipaddress
from time import monotonic

from ..settings import Rate


class Bucket:
    """What one key has left of a rate."""

    __slots__ = ("_full_at", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full_at = 0.0

    def take(self, now: float) -> float:
        """0 if it may be done now, and then it counts; otherwise the seconds to wait."""
        each = self._rate.seconds / self._rate.count
        full_at = max(self._full_at, now) + each
        wait = full_at - now - self._rate.seconds
        if wait > 1e-9:
            return wait
        self._full_at = full_at
        return 0.0

    def is_full(self, now: float) -> bool:
        """Whether nothing of it is used, so that it need not be remembered."""
        return self._full_at <= now


class Limiter:
    """One rate for many keys. What it remembers is bounded: full buckets are forgotten, then the oldest."""

    def __init__(self, rate: Rate, most_keys: int = 50_000) -> None:
        self._rate = rate
        self._most_keys = most_keys
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> float:
        """0 if the key may do it now, and then it counts; otherwise the seconds to wait."""
        now = monotonic()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most_keys:
                self._forget(now)
            bucket = self._buckets[key] = Bucket(self._rate)
        return bucket.take(now)

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget(self, now: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        for key in list(self._buckets)[: len(self._buckets) - self._most_keys + 1]:
            del self._buckets[key]


def network_of(address: str) -> str:
    """What counts as one address: in IPv6 everybody has a whole /64 to choose from."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return address
