"""Time, as tables know it: real, or turned by hand in tests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will be done, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not do it."""


class Clock(Protocol):
    """Tells the time in seconds since 1970, and does something at a time."""

    def now(self) -> float:
        """The time."""

    def at(self, when: float, do: Callable[[], None]) -> Alarm:
        """Do something then."""


class WallClock:
    """The time of day when it was made, and what has passed since: whoever sets the computer's clock ends no turn."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def now(self) -> float:
        """The time."""
        return self._ahead + time.monotonic()

    def at(self, when: float, do: Callable[[], None]) -> Alarm:
        """Do something then."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), do)
