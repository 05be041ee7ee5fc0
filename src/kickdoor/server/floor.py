"""The floor: who may work next while others wait to be heard."""

from __future__ import annotations

import asyncio

ON_ITS_WAY = 2
"""Ticks of the loop until what was said is on the wire."""

PATIENCE = 8
"""Views wait so many ticks for answers, and no longer, lest nobody hear of anything under a flood."""


class Floor:
    """Views take long to make, answers are short: between two views all that came in is answered."""

    def __init__(self) -> None:
        self.answering = 0  #: messages that were heard and not answered yet, of all tables
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        """Wait for one's turn; it lasts until one waits for something again."""
        async with self._lock:
            for tick in range(PATIENCE):
                if tick >= ON_ITS_WAY and not self.answering:
                    break
                await asyncio.sleep(0)
