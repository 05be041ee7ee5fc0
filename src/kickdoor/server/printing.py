"""Printing drafts of visitors: in a process of its own, one after the other, within limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec

from kickdoor.press.errand import REFUSED, PrintErrand
from kickdoor.server import processes
from kickdoor.server.errors import BadRequest, Busy

log = logging.getLogger("kickdoor.printing")

MOST_WAITING = 4
"""So many prints may wait; who comes later is told to come back."""

LONGEST_SECONDS = 120.0
"""So long a print is waited for on a busy machine."""


class PrintRoom:
    """Prints one draft at a time."""

    def __init__(self, longest: float = LONGEST_SECONDS) -> None:
        self.longest = longest
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def order(self, errand: PrintErrand) -> bytes:
        """The PDF of a draft; raises Busy where too many wait, BadRequest with the reason where it is refused."""
        if self._waiting >= MOST_WAITING:
            raise Busy("table.busy")
        self._waiting += 1
        try:
            async with self._turn, asyncio.timeout(self.longest):
                made = await _printed(errand)
        except (TimeoutError, OSError) as error:
            log.warning("a print took too long", extra={"reason": repr(error)})
            raise BadRequest("table.heavy_pack") from error
        finally:
            self._waiting -= 1
        if made.startswith(REFUSED):
            raise BadRequest("table.bad_pack", details=made.removeprefix(REFUSED).decode())
        if not made:
            raise BadRequest("table.heavy_pack")
        return made


async def _printed(errand: PrintErrand) -> bytes:
    process = await processes.start("kickdoor.press.errand")
    try:
        return (await process.communicate(msgspec.json.encode(errand)))[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
