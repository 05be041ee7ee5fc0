"""The floor: who may work next while others wait to be heard."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress

ON_ITS_WAY = 2
"""Ticks of the loop until what was said is on the wire."""

PATIENCE = 8
"""Views wait so many ticks for answers, and no longer, lest nobody hear of anything under a flood."""

AT_A_TIME = 0.0002
"""Seconds for which views are made before others are heard: to look for them takes a while, too."""


class Floor:
    """Views take long to make, answers are short: between two views all that came in is answered.

    One after the other has the floor; who is in a hurry, since somebody waits to be heard there, is next.
    """

    def __init__(self) -> None:
        self.answering = 0  #: messages that were heard and not answered yet, of all tables
        self._waiting: OrderedDict[object, asyncio.Future[None]] = OrderedDict()
        self._taken = False
        self._since = 0.0  #: when the last turn began

    async def turn(self, who: object) -> None:
        """Wait for one's turn; it lasts until one waits for something again."""
        if self._taken:
            await self._wait(who)
        await self._listen(0, PATIENCE)

    async def greeting(self, who: object) -> None:
        """Wait for one's turn to greet somebody: one in each tick, whoever else is to be answered.

        Where hundreds come at once a tick takes long, for it hears all who call.
        """
        called = self._taken
        if called:
            await self._wait(who)
        await self._listen(int(called), 1)

    async def _listen(self, begun: int, patience: int) -> None:
        """Let what came in be answered before one's turn begins."""
        self._taken = True
        try:
            for tick in range(begun, patience):
                if tick >= ON_ITS_WAY and not self.answering:
                    break
                await asyncio.sleep(0)
        finally:
            self._pass_on()
        self._since = time.perf_counter()

    async def go_on(self, who: object) -> None:
        """Keep the floor for another view, or wait for one's next turn where this one has lasted long enough."""
        if time.perf_counter() - self._since > AT_A_TIME:
            await self.turn(who)

    def hurry(self, who: object) -> None:
        """Let them have the next turn, where they wait for one."""
        if who in self._waiting:
            self._waiting.move_to_end(who, last=False)

    async def _wait(self, who: object) -> None:
        called = asyncio.get_running_loop().create_future()
        self._waiting[who] = called
        try:
            await called
        except asyncio.CancelledError:
            with suppress(KeyError):
                del self._waiting[who]
            if called.done() and not called.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Call whoever is next, but for those who have been sent away; nobody comes between."""
        self._taken = False
        while self._waiting and not self._taken:
            _, called = self._waiting.popitem(last=False)
            if not called.cancelled():
                called.set_result(None)
                self._taken = True
