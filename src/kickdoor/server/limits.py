"""Limits: how much one connection or address may ask for, and from which pages."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from urllib.parse import urlsplit

REFUSALS_AT_ONCE = 100.0
REFUSALS_PER_SECOND = 2.0
"""So many requests too many of one address are refused with a word."""

CUT_OFF_SECONDS = 10.0
"""So long whoever asks for more is cut off without one."""


class Bucket:
    """Tokens that come back with time: so many at once, so many a second."""

    __slots__ = ("at", "level")

    def __init__(self, level: float, at: float) -> None:
        self.level = level
        self.at = at

    def take(self, now: float, rate: float, burst: float, cost: float = 1.0) -> bool:
        """Take what something costs; False where there is not as much."""
        self.level = min(burst, self.level + max(0.0, now - self.at) * rate)
        self.at = now
        if self.level < cost:
            return False
        self.level -= cost
        return True

    def owe(self, now: float, rate: float, burst: float, cost: float) -> float:
        """Take what something costs in any case; how many seconds it takes until that is there."""
        self.level = min(burst, self.level + max(0.0, now - self.at) * rate) - cost
        self.at = now
        return max(0.0, -self.level / rate)


class Rates:
    """A bucket for each address, of which the ones longest unused are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str, cost: float = 1.0) -> bool:
        """Whether this address may ask once more, for what costs so much."""
        return self._bucket(address).take(self.now(), self.rate, self.burst, cost)

    def wait(self, address: str, cost: float) -> float:
        """How many seconds this address has to wait for what costs so much; it has been taken into account."""
        return self._bucket(address).owe(self.now(), self.rate, self.burst, cost)

    def left(self, address: str) -> float:
        """What this address could ask for at once."""
        bucket = self._buckets.get(address)
        return self.burst if bucket is None else bucket.level + (self.now() - bucket.at) * self.rate

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.burst, self.now())
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket


class Patience:
    """Who is refused again and again floods the server, and is cut off for a while before anything of it is read."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._rates = Rates(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE, now)

    def strain(self, address: str) -> None:
        """A request of this address was one too many."""
        if not self._rates.allow(address):
            self._rates.wait(address, CUT_OFF_SECONDS * REFUSALS_PER_SECOND)

    def is_lost(self, address: str) -> bool:
        """Whether this address is cut off."""
        return self._rates.left(address) < 0


class Crowd:
    """How many requests each address keeps open, asking or not: nobody takes all descriptors for themselves."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._here: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Somebody is connected; False where there are too many from there."""
        here = self._here.get(address, 0)
        if here >= self.most:
            return False
        self._here[address] = here + 1
        return True

    def leave(self, address: str) -> None:
        """Somebody who was let in is gone."""
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


@lru_cache(4096)
def visitor(address: str) -> str:
    """Whom an address stands for: of IPv6 the network of 64 bits, since whoever has one address has all of those."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def address_of(client: tuple[str, int] | None, headers: Iterable[tuple[bytes, bytes]], trust_proxy: bool) -> str:
    """Whose request it is; where a proxy is trusted, by its word: the last value of the last line that it wrote."""
    if trust_proxy:
        lines = [value for name, value in headers if name.lower() == b"x-forwarded-for"]
        if lines:
            return visitor(lines[-1].decode("latin-1").rpartition(",")[2].strip())
    return visitor(client[0]) if client else ""


def is_own_page(origin: str, host: str, others: Iterable[str]) -> bool:
    """Whether a socket is opened by our own page, by one that is allowed, or by no page at all."""
    if not origin:
        return True
    try:
        return urlsplit(origin).netloc == host or origin in others
    except ValueError:
        return False
