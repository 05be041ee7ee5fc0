"""The steward of a table: watches its clock, and has bots play for those who are bots or away."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING

from kickdoor.bots import make_bot
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.server.clock import Alarm

if TYPE_CHECKING:
    from kickdoor.server.table import Table

log = logging.getLogger("kickdoor.steward")


class Steward:
    """The clock and the bots of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._agents: dict[int, Agent] = {}
        self._thoughts: dict[int, Option | Offer] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._serial = 0
        self._bots_due = False
        self._alarm: Alarm | None = None
        self._ticking = False

    def close(self) -> None:
        """Watch no longer."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._thinking is not None:
            self._thinking.cancel()

    def go_on(self) -> None:
        """Something has changed: bots think about it, and the alarm is set."""
        self.think()
        self.arm()

    def is_asleep(self) -> bool:
        """Whether nobody is there to wait for: the clock stands still, except by correspondence."""
        if self.table.phase != "playing":
            return True
        return self.table.pacer.speed != "correspondence" and not self.table.audience.links()

    def arm(self) -> None:
        """Set the alarm for whatever is due next."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.is_asleep():
            return
        now = self.table.clock.now()
        if self.table.pacer.is_over(now) or self.table.pacer.is_late(now):
            self.tick_soon()
            return
        due = self.table.pacer.next(self._bots_due)
        if due is not None:
            self._alarm = self.table.clock.at(due, self.tick_soon)

    def tick_soon(self) -> None:
        """Look at the clock when the table's turn comes."""
        if not self._ticking:
            self._ticking = self.table.post(self._tick)

    async def _tick(self) -> None:
        self._ticking = False
        if self.is_asleep():
            return
        now = self.table.clock.now()
        if now >= self.table.pacer.ready and await self._let_bots_speak(now):
            return
        if self.table.pacer.is_over(now):
            await self.table.end_window()
        elif self.table.pacer.is_late(now):
            for seat in self.table.pacer.asked:
                self.table.setup.seats[seat].away = True
            self.table.pacer.lapse()
            await self.table.save()
            await self.table.audience.tell()
            self.go_on()
        else:
            self.arm()

    def think(self) -> None:
        """Have bots think about what they are asked now; what they thought before is old."""
        self._serial += 1
        self._bots_due = True
        self._thoughts = {}
        if self.is_asleep():
            return
        game = self.table.playing
        pacer = self.table.pacer
        late = pacer.asked if pacer.lapsed else ()
        seats = [seat for seat in game.waiting if seat in late or self.table.setup.seats[seat].played_by_bot]
        if seats:
            # What is thought about must not change meanwhile.
            thinking = self._think(self._serial, game.clone(), seats, self._thinking)
            self._thinking = asyncio.get_running_loop().create_task(thinking)

    async def _think(self, serial: int, game: Game, seats: list[int], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])  # a bot has one thought at a time
        for seat in seats:
            if serial != self._serial:
                return
            name = self.table.setup.seats[seat].bot
            key = f"{self.table.id}:{self.table.setup.salt}:{seat}"
            try:
                choice = await self.table.thinkers.choose(self._agent(seat), name, key, game, seat)
            except Exception:
                self.table.lobby.metrics.errors.inc()
                log.exception("a bot failed", extra={"table": self.table.id})
                choice = game.decisions[seat].options[-1]
            if serial == self._serial:
                self._thoughts[seat] = choice
        if serial == self._serial and self.table.clock.now() >= self.table.pacer.ready:
            self.tick_soon()

    def _agent(self, seat: int) -> Agent:
        agent = self._agents.get(seat)
        if agent is None:
            setup = self.table.setup
            rules = self.table.playing.state.rules
            agent = make_bot(setup.seats[seat].bot, Random(f"{setup.salt}:{seat}"), rules, calm=True)
            self._agents[seat] = agent
        return agent

    async def _let_bots_speak(self, now: float) -> bool:
        """The bots have thought: one speaks, or they have no objection. True where something was done."""
        for seat in sorted(self._thoughts, key=lambda seat: seat not in self.table.pacer.asked):
            choice = self._thoughts.pop(seat)
            if isinstance(choice, Option) and choice.verb == "pass":
                continue
            try:
                await self.table.play(seat, choice)
            except IllegalMove:
                if seat in self.table.pacer.asked:
                    await self.table.play(seat, self.table.playing.decisions[seat].options[0])
                    return True
                continue
            return True
        if self._thinking is not None and not self._thinking.done():
            return True  # it says so when it is done
        self._bots_due = False
        if self.table.pacer.kind != "window":
            return False
        pressed = False
        for seat in self.table.pacer.speakers:
            if self.table.setup.seats[seat].played_by_bot:
                pressed = self.table.pacer.press(seat, now) or pressed
        if pressed and not self.table.pacer.is_over(now):
            await self.table.audience.tell(game=False)
        return False
