"""The kitchen: what takes long and is no table's business is made here, off the event loop, one after the other."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from kickdoor.server.errors import Busy
from kickdoor.server.packing import Packed, file_at, packed

Dish = TypeVar("Dish")

MOST_ORDERS = 16
"""So many orders may wait; who comes later is told to come back."""

MOST_OF_ONE = 4
"""So many of them may be of one visitor, so that there is room for the others."""

KEPT_BYTES = 32 << 20
"""So much is kept ready, of cards in whatever mix somebody asks for and of files."""


class Kitchen:
    """One thread, so that strangers who ask for much take at most a part of one core."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "kitchen")
        self._orders: Counter[str] = Counter()  #: by visitor
        self._kept = 0
        self._shelf: OrderedDict[tuple[object, ...], Packed] = OrderedDict()

    async def cards(self, what: Callable[..., bytes], *arguments: Any, by: str = "") -> Packed:
        """What a function makes of its arguments, compressed; once it is there nobody has to wait for it."""
        found = self._on_shelf(what, *arguments)
        if found is None:
            found = self._put(await self.make(lambda: packed(what(*arguments)), by=by), what, *arguments)
        return found

    async def file(self, path: Path, changed: float) -> Packed:
        """A file of the page; there are so many of them and no more, so nobody is sent away."""
        found = self._on_shelf(path, changed)
        if found is None:
            loop = asyncio.get_running_loop()
            found = self._put(await loop.run_in_executor(self._thread, file_at, path, changed), path, changed)
        return found

    def _on_shelf(self, *name: object) -> Packed | None:
        found = self._shelf.get(name)
        if found is not None:
            self._shelf.move_to_end(name)
        return found

    def _put(self, dish: Packed, *name: object) -> Packed:
        if name not in self._shelf:
            self._shelf[name] = dish
            self._kept += dish.size
        while self._kept > KEPT_BYTES:
            self._kept -= self._shelf.popitem(last=False)[1].size
        return dish

    async def make(self, what: Callable[..., Dish], *arguments: Any, by: str = "") -> Dish:
        """Make something for a visitor when its turn comes; raises Busy where too many wait."""
        if self._orders.total() >= MOST_ORDERS or (by and self._orders[by] >= MOST_OF_ONE):
            raise Busy("table.busy")
        self._orders[by] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, what, *arguments)
        finally:
            self._orders[by] -= 1
            if not self._orders[by]:
                del self._orders[by]

    def close(self) -> None:
        """Make nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
