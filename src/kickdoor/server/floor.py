"""The floor: who may work next while others wait to be heard."""

from __future__ import annotations

import asyncio
import time

ON_ITS_WAY = 2
"""Ticks of the loop until what was said is on the wire."""

PATIENCE = 8
"""Views wait so many ticks for answers, and no longer, lest nobody hear of anything under a flood."""


AT_A_TIME = 0.0004
"""Seconds for which views are made before others are heard: to look for them takes a while, too."""


class Floor:
    """Views take long to make, answers are short: between two views all that came in is answered."""

    def __init__(self) -> None:
        self.answering = 0  #: messages that were heard and not answered yet, of all tables
        self._lock = asyncio.Lock()
        self._since = 0.0  #: when the last turn began

    async def go_on(self) -> None:
        """Keep the floor for another view, or wait for one's next turn where this one has lasted long enough."""
        if time.perf_counter() - self._since > AT_A_TIME:
            await self.turn()

    async def turn(self) -> None:
        """Wait for one's turn; it lasts until one waits for something again."""
        async with self._lock:
            for tick in range(PATIENCE):
                if tick >= ON_ITS_WAY and not self.answering:
                    break
                await asyncio.sleep(0)
            self._since = time.perf_counter()
