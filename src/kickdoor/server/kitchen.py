"""The kitchen: what takes long and is no table's business is made here, off the event loop, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from kickdoor.server.errors import TooMuch

Dish = TypeVar("Dish")

MOST_ORDERS = 16
"""So many orders may wait; who comes later is told to come back."""


class Kitchen:
    """One thread, so that strangers who ask for much take at most a part of one core."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "kitchen")
        self._orders = 0

    async def make(self, what: Callable[..., Dish], *arguments: Any) -> Dish:
        """Make something when its turn comes; raises TooMuch where too many wait."""
        if self._orders >= MOST_ORDERS:
            raise TooMuch("table.busy")
        self._orders += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, what, *arguments)
        finally:
            self._orders -= 1

    def close(self) -> None:
        """Make nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
