"""The floor: who may work next while others wait to be heard."""

from __future__ import annotations

import asyncio

WAY_OF_AN_ANSWER = 8
"""Ticks of the loop from a frame that came in to the one that says it is taken."""


class Floor:
    """Views take long to make, answers are short: no answer of any table has to wait for more than one view."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        """Wait for one's turn; it lasts until one waits for something again."""
        async with self._lock:
            for _ in range(WAY_OF_AN_ANSWER):
                await asyncio.sleep(0)
