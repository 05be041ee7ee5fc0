"""The workshop: drafts of strangers are checked and tried in a process of its own, one after the other, within limits.

So neither a draft that takes long nor one that takes much memory costs the tables anything: where it does the process
is ended, and the next order starts another.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict

import msgspec

from kickdoor.server import processes
from kickdoor.server.craft import CheckOrder, Order
from kickdoor.server.errors import BadRequest, Busy

log = logging.getLogger("kickdoor.workshop")

MOST_ORDERS = 16
"""So many orders may wait; who comes later is told to come back."""

LONGEST_SECONDS = 60.0
"""So long an order is waited for on a busy machine; the process itself ends where it takes too much of a processor."""

IDLE_SECONDS = 300.0
"""The process is ended where nobody needed it for so long."""

KEPT_BYTES = 8 << 20
"""So much of what was found is kept, for who asks about the same draft again."""


class Workshop:
    """Keeps the process, and what it has found."""

    def __init__(self, longest: float = LONGEST_SECONDS, idle: float = IDLE_SECONDS) -> None:
        self.longest = longest
        self.idle = idle
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._orders = 0
        self._shelf: OrderedDict[bytes, bytes] = OrderedDict()
        self._kept = 0
        self._closing: asyncio.TimerHandle | None = None

    async def order(self, order: Order) -> bytes:
        """What comes of an order, as JSON; raises Busy where too many wait, BadRequest where it takes too long."""
        encoded = msgspec.json.encode(order)
        name = hashlib.sha256(encoded).digest()
        found = self._shelf.get(name)
        if found is not None:
            self._shelf.move_to_end(name)
            return found
        if self._orders >= MOST_ORDERS:
            raise Busy("table.busy")
        self._orders += 1
        try:
            async with self._turn:
                answer = await self._ask(encoded)
        finally:
            self._orders -= 1
        if answer.startswith(b'{"refused":'):
            raise BadRequest("table.bad_pack", details=str(msgspec.json.decode(answer)["refused"]))
        if isinstance(order, CheckOrder):
            self._keep(name, answer)
        return answer

    def _keep(self, name: bytes, answer: bytes) -> None:
        self._shelf[name] = answer
        self._kept += len(answer)
        while self._kept > KEPT_BYTES:
            self._kept -= len(self._shelf.popitem(last=False)[1])

    async def _ask(self, order: bytes) -> bytes:
        if self._closing is not None:
            self._closing.cancel()
        if self._process is None or self._process.returncode is not None:
            self._process = await processes.start("kickdoor.server.craft")
        try:
            return await asyncio.wait_for(processes.ask(self._process, order), self.longest)
        except (TimeoutError, OSError, EOFError, asyncio.IncompleteReadError) as error:
            log.warning("a draft took too long or too much", extra={"bytes": len(order), "reason": repr(error)})
            await self._end()
            raise BadRequest("table.heavy_pack") from error
        except BaseException:  # nobody waits for the answer any more, and the next order must not get it
            await self._end()
            raise
        finally:
            loop = asyncio.get_running_loop()
            self._closing = loop.call_later(self.idle, lambda: loop.create_task(self._rest()))

    async def _rest(self) -> None:
        async with self._turn:
            await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await processes.end(process)

    async def close(self) -> None:
        """Take no more orders."""
        if self._closing is not None:
            self._closing.cancel()
        await self._end()
