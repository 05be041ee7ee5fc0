"""A table on the network: one task takes messages for its session one at a time, commits what came of each, and tells.

An answer is checked and carried out by the session, stored, and only then told: to each seat what it may know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.server import keys
from kickdoor.server.audience import Audience
from kickdoor.server.clock import Clock
from kickdoor.server.errors import Elsewhere, NotNow
from kickdoor.server.protocol import PROTOCOL, Hello, Mail, Message, Ping, Pong, Reasons, Refresh, Refused, Taken, Why
from kickdoor.server.session import Outcome, Session, Telling
from kickdoor.server.session.standing import CLOCK
from kickdoor.server.steward import Steward
from kickdoor.server.store import Passed, Unstored
from kickdoor.server.stream import Link, Stream
from kickdoor.server.telling import encoded
from kickdoor.text.refusing import refusal_words

if TYPE_CHECKING:
    from kickdoor.server.lobby import Lobby

log = logging.getLogger("kickdoor.table")


class Table:
    """The mailbox of a session: what comes in waits in a bounded inbox, what goes out was stored before."""

    def __init__(self, session: Session, lobby: Lobby) -> None:
        self.session = session
        self.epoch = keys.new_id()
        self.closed = False
        self.audience = Audience(session, lobby.floor, lobby.board)
        self.steward = Steward(
            session, clock=lobby.clock, thinkers=lobby.thinkers, metrics=lobby.metrics, ring=self._ring
        )
        self._lobby = lobby
        self._rung = False  #: the alarm rang, and what is due has not been looked at
        self._late: Telling | None = None  #: what is told with whatever is due now, lest all be told twice
        self._unanswered: tuple[Link, int] | None = None
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(lobby.settings.inbox)
        self._task: asyncio.Task[None] | None = None
        self._arriving: set[Link] = set()  #: who said hello and was not greeted yet
        self._gone: list[Link] = []  #: who hung up and was not seen off yet

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.session.id

    @property
    def clock(self) -> Clock:
        """By which its session is told the time."""
        return self._lobby.clock

    # From beginning to end

    def open(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.id}")

    async def close(self, why: Refusal) -> None:
        """Hang up on everybody and stop; the game is stored."""
        for link in (*self.audience.links(), *self._arriving):
            link.close(why)
        self.closed = True
        self._owe(None)
        self.steward.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        self.steward.go_on()
        while True:
            self.session.steady()  # after what is done, so that nobody waits for it
            job = await self._inbox.get()
            try:
                await job()
                if self._gone:
                    await self._see_off()
                if self._rung:
                    await self._tick()
            except asyncio.CancelledError:
                raise
            except Passed:
                continue  # another server has the table, and this one hangs up
            except Unstored as error:
                log.error("a table could not be stored", extra={"table": self.id, "reason": str(error)})
                await self._recover(Refusal("table.no_database"))
            except Exception:
                self._lobby.metrics.errors.inc()
                log.exception("a message could not be handled", extra={"table": self.id})
                await self._recover(Refusal("table.failed"), hang_up=True)
            self.steward.go_on()
            if not self._inbox.empty():
                await asyncio.sleep(0)  # the others' turn

    async def _recover(self, why: Refusal, *, hang_up: bool = False) -> None:
        """After a failure: go on from what is stored, with the clock as it was."""
        if self._unanswered is not None:
            link, id = self._unanswered
            self._owe(None)
            link.send(encoded(Refused(id, refusal_words(why, link.language))))
            if hang_up:
                link.close(why)
        await self._carry_out(self.session.revert(self.clock.now()))

    def post(self, job: Callable[[], Awaitable[None]]) -> bool:
        """Have something done when its turn comes; False where too much waits already."""
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            return False
        self._lobby.floor.hurry(self.audience)
        return True

    async def _bring(self, job: Callable[[], Awaitable[None]]) -> None:
        """Have something done when its turn comes, and wait until there is room for it."""
        if self.closed:
            raise Elsewhere("table.elsewhere")
        if not self.post(job):
            room = asyncio.ensure_future(self._inbox.put(job))
            try:
                await self._while_open(room)
            finally:
                room.cancel()

    async def _while_open(self, what: asyncio.Future[Any]) -> None:
        """Wait for something that comes of what waits here; raises Elsewhere where the table closes first."""
        assert self._task is not None
        await asyncio.wait((what, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not what.done():
            raise Elsewhere("table.elsewhere")

    async def ask(self, what: Callable[[], Any]) -> Any:
        """Have something done or looked up between messages; raises Elsewhere where the table closes first."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                found = what()
                if asyncio.iscoroutine(found):
                    found = await found
                if not done.done():
                    done.set_result(found)
            except Exception as error:
                if not isinstance(error, IllegalMove | NotNow):
                    self.session.revert(self.clock.now())
                if not done.done():
                    done.set_exception(error)

        await self._bring(job)
        await self._while_open(done)
        return done.result()

    # Connections

    async def arrive(self, link: Link, hello: Hello) -> None:
        """A connection says hello, and is greeted when its turn comes; raises Elsewhere where the table closed."""
        self._arriving.add(link)

        async def job() -> None:
            # Hundreds may come at once, and others want to be heard. Whoever is gone by then takes nobody's turn.
            if link in self._arriving:
                await self._lobby.floor.greeting(self.audience)
            if link in self._arriving:
                await self.greet(link, hello)

        await self._bring(job)

    async def greet(self, link: Link, hello: Hello) -> None:
        """Let a connection listen, and tell it what it missed or everything."""
        session = self.session
        now = self.clock.now()
        known = hello.epoch == self.epoch
        missed = self.audience.missed(link.seat, link.language, hello.last) if known else None
        host = link.seat >= 0 and session.setup.seats[link.seat].host
        head = {"type": "welcome", "protocol": PROTOCOL, "epoch": self.epoch, "seat": link.seat, "host": host}
        # Whoever was here before has a log, which is long: they can play on before they have all of it.
        later = missed is None and bool(hello.epoch)
        whole = b"null" if missed is not None else self._whole(link, log=not later)
        link.send(encoded(head)[:-1] + b',"whole":' + whole + b"}")
        link.welcomed()
        for message in missed or ():
            link.send(message)
        self.audience.add(link)
        if later:
            self._owe_log(link)
        self._arriving.discard(link)
        await self._carry_out(session.arrive(link.seat, link.address, now))

    def _owe_log(self, link: Link) -> None:
        """Tell the log after all others who wait to be greeted."""
        self.audience.stream(link.seat, link.language).lacks_log = True

        async def job() -> None:
            await self._lobby.floor.turn(self.audience)
            self.audience.tell_logs()

        if not self.post(job):
            self.audience.tell_logs()

    @property
    def is_attended(self) -> bool:
        """Whether somebody is here, or about to be greeted."""
        return bool(self._arriving or self.audience.links())

    def part(self, link: Link) -> None:
        """A connection is gone, and is seen off after what is under way: nobody waits for that."""
        self._arriving.discard(link)
        self._gone.append(link)
        self._wake()

    async def _see_off(self) -> None:
        while self._gone:
            link = self._gone.pop()
            now = self.clock.now()
            if self.audience.remove(link, now):
                await self._carry_out(self.session.depart(link.seat, link.address, now))

    def whole(self, seat: int, language: str) -> bytes:
        """Everything that a seat may know now, for somebody who does not listen."""
        return self.audience.whole(Stream(seat, language), self.clock.now())

    # Hearing

    async def hear(self, link: Link, message: Message) -> None:
        """A message of a connection."""
        if isinstance(message, Ping):
            link.send(encoded(Pong(message.id)))
            return
        self._owe((link, message.id))
        try:
            if not isinstance(message, Refresh | Why):
                await self._return(link)
            if isinstance(message, Mail):
                self._lobby.allow_mail(message.address, link.address)
            outcome = self.session.hear(link, message, self.clock.now())
            if outcome.rematch:
                outcome = self.session.rematched(await self._lobby.rematch(self.session.setup, link.address))
        except (IllegalMove, NotNow) as error:
            self._owe(None)
            link.send(encoded(Refused(message.id, refusal_words(error.why, link.language), error.why.rule)))
            if isinstance(error, IllegalMove):
                self._send_whole(link)
            return
        if outcome.whole:
            self._send_whole(link)
        await self.carry_out(outcome)

    async def _return(self, link: Link) -> None:
        returned = self.session.returned(link.seat)
        if returned is not None:
            await self._carry_out(returned)

    def _owe(self, whom: tuple[Link, int] | None) -> None:
        """Note who waits for an answer; until they have it no table of the server makes views."""
        self._lobby.floor.answering += (whom is not None) - (self._unanswered is not None)
        self._unanswered = whom

    def _answer(self, reply: Reasons | None) -> None:
        """Give whoever spoke their answer, where they have none yet: it is done and stored."""
        if self._unanswered is not None:
            link, id = self._unanswered
            self._owe(None)
            link.send(encoded(reply or Taken(id)))

    def _send_whole(self, link: Link) -> None:
        link.send(self._whole(link))

    def _whole(self, link: Link, *, log: bool = True) -> bytes:
        return self.audience.whole(self.audience.stream(link.seat, link.language), self.clock.now(), log=log)

    # What comes of it

    async def carry_out(self, outcome: Outcome) -> None:
        """Store what came of something, answer whoever spoke, tell the others; then whatever follows from it."""
        while True:
            await self._carry_out(outcome, answers=True)
            follows = self.session.follow(self.clock.now()) if outcome.follows else None
            if follows is None:
                return
            outcome = follows

    async def _carry_out(self, outcome: Outcome, *, answers: bool = False) -> None:
        if outcome.change is not None:
            try:
                await self._lobby.store.write(outcome.change)
            except Passed:
                self._owe(None)
                self._lobby.lose(self)
                raise
            self.session.committed(outcome)
        telling = outcome.telling
        views = telling is not None and telling.game
        if answers and outcome.at_once and views:
            self._answer(outcome.reply)
        now = self.clock.now()
        if outcome.dismissed is not None:
            for link in self.audience.links():
                if link.seat == outcome.dismissed.seat:
                    self.audience.remove(link, now)
                    link.close(outcome.dismissed.why)
        if telling == CLOCK and self.steward.is_due(now):
            self._late, self._rung, telling = telling, True, None
        spoke = None if views or self._unanswered is None else self._unanswered[0]
        if spoke is not None:
            spoke.hold()
        try:
            if telling is not None:
                await self.audience.tell(telling, now)
            if answers:
                self._answer(outcome.reply)
        finally:
            if spoke is not None:
                spoke.release()
        self._lobby.hear_of(self.session, outcome)

    # Time

    def _ring(self) -> None:
        """Look at the clock after what is under way, however much waits behind it."""
        self._rung = True
        self._wake()

    def _wake(self) -> None:
        """Have what does not stand in line looked at, if nothing does."""
        if self._inbox.empty():
            self._inbox.put_nowait(_nothing)

    async def _tick(self) -> None:
        self._rung = False
        late, self._late = self._late, None
        outcome = self.session.tick(self.clock.now())
        if outcome is None and late is not None:
            outcome = Outcome(telling=late)
        if outcome is not None:
            self._charge(outcome)
            await self.carry_out(outcome)

    def _charge(self, outcome: Outcome) -> None:
        """Bots that need not wait act at the expense of who is alone among them: at all their tables together."""
        if outcome.change is not None and (wait := self._lobby.charge_for_bot(self.session)):
            self.steward.rest(wait)


async def _nothing() -> None:
    """There is nothing to do but to look at what does not stand in line."""
