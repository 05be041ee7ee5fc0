"""The floor: who may work next while others wait to be heard."""

from __future__ import annotations

import asyncio


class Floor:
    """Views take long to make, answers are short: one view is made in a tick, and what came in is heard in between."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        """Wait for one's turn; it lasts until one waits for something again."""
        async with self._lock:
            await asyncio.sleep(0)
