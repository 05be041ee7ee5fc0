"""Limits: how much one connection or address may ask for, and from which pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit


class Bucket:
    """Tokens that come back with time: so many at once, so many a second."""

    __slots__ = ("at", "level")

    def __init__(self, level: float, at: float) -> None:
        self.level = level
        self.at = at

    def take(self, now: float, rate: float, burst: float) -> bool:
        """Take one; False where there is none."""
        self.level = min(burst, self.level + max(0.0, now - self.at) * rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Rates:
    """A bucket for each address, of which the ones longest unused are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Whether this address may ask once more."""
        now = self.now()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.burst, now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(now, self.rate, self.burst)


def is_own_page(origin: str, host: str, others: Iterable[str]) -> bool:
    """Whether a socket is opened by our own page, by one that is allowed, or by no page at all."""
    if not origin:
        return True
    try:
        return urlsplit(origin).netloc == host or origin in others
    except ValueError:
        return False
