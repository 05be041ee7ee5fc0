"""The steward of a table: sets its alarm for whatever is due, and has its bots think."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random

from kickdoor.bots import make_bot
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer, Option
from kickdoor.server.clock import Alarm, Clock
from kickdoor.server.metrics import Metrics
from kickdoor.server.session import Session, Thinking
from kickdoor.server.thinking import Thinkers

log = logging.getLogger("kickdoor.steward")


class Steward:
    """The alarm and the bots of a table; `ring` is called when its session has something to do."""

    def __init__(
        self, session: Session, *, clock: Clock, thinkers: Thinkers, metrics: Metrics, ring: Callable[[], None]
    ) -> None:
        self._session = session
        self._clock = clock
        self._thinkers = thinkers
        self._metrics = metrics
        self._ring = ring
        self._alarm: Alarm | None = None
        self._rests = 0.0  #: until when it rings for nothing
        self._agents: dict[int, Agent] = {}
        self._thinking: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Watch no longer."""
        self._disarm()
        if self._thinking is not None:
            self._thinking.cancel()

    def rest(self, seconds: float) -> None:
        """Do nothing more for a while."""
        self._rests = self._clock.now() + seconds

    def is_due(self, now: float) -> bool:
        """Whether the session has something to do now."""
        due = self._session.due(now)
        return due is not None and due <= now

    def go_on(self) -> None:
        """Something may have changed: bots think about what is new, and the alarm is set for what is due next."""
        wanted = self._session.thinking()
        if wanted is not None:
            self._thinking = asyncio.get_running_loop().create_task(self._think(wanted, self._thinking))
        self._disarm()
        now = self._clock.now()
        due = self._session.due(now)
        if due is None:
            return
        due = max(due, self._rests)
        if due <= now:
            self._ring()
        else:
            self._alarm = self._clock.at(due, self._ring)

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _think(self, wanted: Thinking, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])  # a bot has one thought at a time
        thoughts = self._session.thoughts
        for seat, name in wanted.bots.items():
            if wanted.serial != thoughts.serial:
                return
            thoughts.take(wanted.serial, seat, await self._choice(wanted, seat, name))
        if wanted.serial == thoughts.serial:
            thoughts.end(wanted.serial)
            self.go_on()

    async def _choice(self, wanted: Thinking, seat: int, name: str) -> Option | Offer:
        session = self._session
        scripted = session.scripted(seat, wanted.game)
        if scripted is not None:
            return scripted
        setup, agent = session.setup, self._agent(wanted, seat, name)
        try:
            return await self._thinkers.choose(agent, name, setup.chance_of(seat), wanted.game, seat, setup.bots)
        except Exception:
            self._metrics.errors.inc()
            log.exception("a bot failed", extra={"table": session.id})
            return wanted.game.decisions[seat].options[-1]

    def _agent(self, wanted: Thinking, seat: int, name: str) -> Agent:
        agent = self._agents.get(seat)
        if agent is None:
            setup = self._session.setup
            rng = Random(setup.chance_of(seat))
            agent = make_bot(name, rng, wanted.game.state.rules, calm=True, company=setup.bots)
            self._agents[seat] = agent
        return agent
