"""A table: one task owns its game, its seats and its clock; messages come to it one at a time.

An answer is checked and carried out by the engine, stored, and only then told: to each seat what it may know.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import verb_of
from kickdoor.engine.data.refusals import GAME_OVER, IllegalMove, Refusal
from kickdoor.engine.data.terms import DECLARE, ENTRUST, EQUIP, OFFER, REFUSE, UNEQUIP
from kickdoor.engine.running import underway
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.server import keys, life, moves, undoing
from kickdoor.server.audience import Audience
from kickdoor.server.clock import Clock
from kickdoor.server.errors import NotNow
from kickdoor.server.pacer import Pacer
from kickdoor.server.protocol import (
    PROTOCOL,
    Answer,
    Bargain,
    Hello,
    Intend,
    Message,
    Pass,
    Phase,
    Ping,
    Pong,
    Reasons,
    Refresh,
    Refused,
    Said,
    Show,
    Speak,
    Taken,
    Why,
)
from kickdoor.server.restoring import Moment
from kickdoor.server.seating import Setup
from kickdoor.server.situation import Situation, situation_of
from kickdoor.server.steward import Steward
from kickdoor.server.store import Change, Store, StoredAnswer, StoredGame, StoredMoment, StoredSetup
from kickdoor.server.stream import Link, Stream
from kickdoor.server.telling import encoded
from kickdoor.server.thinking import Thinkers
from kickdoor.text.refusing import refusal_words

if TYPE_CHECKING:
    from kickdoor.server.lobby import Lobby

log = logging.getLogger("kickdoor.table")

KEPT_EVENTS = 60
KEPT_SAYINGS = 50
GRACE = 3.0
"""Seconds that somebody who comes back has at least."""

FREE = frozenset({EQUIP, UNEQUIP, ENTRUST, OFFER, REFUSE, DECLARE})
"""Acts that leave a window as it is: nobody has to think again for them."""


class Table:
    """A table with its game."""

    def __init__(
        self,
        id: str,
        setup: Setup,
        *,
        lobby: Lobby,
        store: Store,
        clock: Clock,
        thinkers: Thinkers,
        created: float,
        inbox: int = 256,
    ) -> None:
        self.id = id
        self.setup = setup
        self.lobby = lobby
        self.store = store
        self.clock = clock
        self.thinkers = thinkers
        self.created = created
        self.ended: float | None = None
        self.phase: Phase = "lobby"
        self.game: Game | None = None
        self.snapshot = b""
        self.pauses = 0  #: the game's, with the snapshot
        self.answers = 0
        self.window = 0
        self.pacer = Pacer(speed=setup.speed)
        self.recent: deque[Event] = deque(maxlen=KEPT_EVENTS)
        self.said: deque[Said] = deque(maxlen=KEPT_SAYINGS)
        self.sayings = 0
        self.undo = undoing.Past()
        self.epoch = keys.new_id()
        self.audience = Audience(self)
        self.steward = Steward(self)
        self.touched = clock.now()
        self.closed = False
        self._meanings: dict[int, tuple[object, ...]] = {}
        self._unanswered: tuple[Link, int] | None = None
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(inbox)
        self._task: asyncio.Task[None] | None = None

    # From beginning to end

    def open(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.id}")

    async def close(self, why: Refusal) -> None:
        """Hang up on everybody and stop; the game is stored."""
        for link in self.audience.links():
            link.close(why)
        self.closed = True
        self._owe(None)
        self.steward.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            job = await self._inbox.get()
            try:
                await job()
            except asyncio.CancelledError:
                raise
            except Exception:
                self.lobby.metrics.errors.inc()
                log.exception("a message could not be handled", extra={"table": self.id})
                await self._recover()

    async def _recover(self) -> None:
        """After a failure of our own: go on from what is stored."""
        if self._unanswered is not None:
            link, id = self._unanswered
            self._owe(None)
            link.send(encoded(Refused(id, refusal_words(Refusal("table.failed"), link.language))))
        if self.phase != "playing" or not self.snapshot:
            return
        self.load(self.snapshot, self.pauses)
        self.wait_anew()
        await self.audience.tell()
        self.steward.go_on()

    def post(self, job: Callable[[], Awaitable[None]]) -> bool:
        """Have something done when its turn comes; False where too much waits already."""
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            return False
        return True

    async def ask(self, what: Callable[[], Any]) -> Any:
        """Have something done or looked up between messages, and wait for it."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            try:
                found = what()
                if asyncio.iscoroutine(found):
                    found = await found
                if not done.done():
                    done.set_result(found)
            except Exception as error:
                if not done.done():
                    done.set_exception(error)

        await self._inbox.put(job)
        return await done

    # Connections

    def authorise(self, token: str) -> int | None:
        """The seat of a token, -1 for the gallery, None where it fits nothing."""
        seat = self.setup.seat_of(token) if token else None
        if seat is not None:
            return seat
        if keys.fits(token, self.setup.gallery) or keys.fits(token, self.setup.invite):
            return -1
        return -1 if not token and self.setup.listed else None

    async def greet(self, link: Link, hello: Hello) -> None:
        """Let a connection listen, and tell it what it missed or everything."""
        now = self.clock.now()
        asleep = not self.audience.links()
        key = (link.seat, link.language)
        stream = self.audience.streams.get(key)
        missed = None
        if stream is None:
            stream = self.audience.streams[key] = Stream(*key)
        elif hello.epoch == self.epoch:
            missed = stream.since(hello.last)
        host = link.seat >= 0 and self.setup.seats[link.seat].host
        head = {"type": "welcome", "protocol": PROTOCOL, "epoch": self.epoch, "seat": link.seat, "host": host}
        whole = b"null" if missed is not None else self.audience.whole(stream)
        link.send(encoded(head)[:-1] + b',"whole":' + whole + b"}")
        for message in missed or ():
            link.send(message)
        stream.links.append(link)
        stream.silent_since = None
        if asleep and self.pacer.speed != "correspondence":
            self.pacer.wake(now, GRACE)
        await self._returned(link.seat)
        await self.audience.tell()
        self.steward.go_on()

    async def part(self, link: Link) -> None:
        """A connection is gone."""
        for stream in self.audience.streams.values():
            if link in stream.links:
                stream.links.remove(link)
                if not stream.links:
                    stream.silent_since = self.clock.now()
        self.touched = self.clock.now()
        await self.audience.tell(game=False)

    async def _returned(self, seat: int) -> None:
        """A person does something: his bot hands the seat back."""
        if seat < 0:
            return
        self.setup.seats[seat].mailed = False
        if self.setup.seats[seat].away:
            self.setup.seats[seat].away = False
            await self.save()
            await self.audience.tell()

    # Hearing

    async def hear(self, link: Link, message: Message) -> None:
        """A message of a connection."""
        self.touched = self.clock.now()
        if isinstance(message, Ping):
            link.send(encoded(Pong(message.id)))
            return
        self._owe((link, message.id))
        try:
            if not isinstance(message, Refresh | Why):
                await self._returned(link.seat)
            match message:
                case Answer() | Bargain() | Pass() | Speak() | Show() | Intend() | Why():
                    await moves.move(self, link, message)
                case Refresh():
                    self._send_whole(link)
                case _:
                    await life.live(self, link, message)
        except (IllegalMove, NotNow) as error:
            self._owe(None)
            link.send(encoded(Refused(message.id, refusal_words(error.why, link.language), error.why.rule)))
            if isinstance(error, IllegalMove):
                self._send_whole(link)
        else:
            self.acknowledge()

    def _owe(self, whom: tuple[Link, int] | None) -> None:
        """Note who waits for an answer; until he has it no table of the server makes views."""
        self.lobby.floor.answering += (whom is not None) - (self._unanswered is not None)
        self._unanswered = whom

    def reply(self, message: Reasons | Taken) -> None:
        """Give whoever spoke his answer, where he has none yet."""
        if self._unanswered is not None:
            link, _ = self._unanswered
            self._owe(None)
            link.send(encoded(message))

    def acknowledge(self) -> None:
        """Tell whoever spoke that it is done and stored; before all the others are told what came of it."""
        if self._unanswered is not None:
            self.reply(Taken(self._unanswered[1]))

    def _send_whole(self, link: Link) -> None:
        for stream in self.audience.streams.values():
            if link in stream.links:
                link.send(self.audience.whole(stream))

    @property
    def playing(self) -> Game:
        """The game that is on."""
        assert self.game is not None, "no game is on"
        return self.game

    # Playing

    async def begin(self, game: Game, answers: int = 0) -> None:
        """Start the game, from the deal or from a moment of another game."""
        self.game = game
        self.phase = "playing"
        self.answers = answers
        self.setup.began = self.clock.now()
        events = game.begin() if not game.begun else []
        self.lobby.metrics.games.inc()
        await self._changed(events, setup=True)

    async def begin_from(self, record: Record) -> None:
        """Start from the end of a record."""
        *_, (_, game, _) = record.replay()
        now = self.clock.now()
        answers = [
            StoredAnswer(number, seat, encoded(answer), now)
            for number, (seat, answer) in enumerate(record.answers, start=1)
        ]
        await self.store.write(Change(table=self.id, answers=answers))
        self.load(game.to_bytes(), game.pauses)
        await self.begin(self.playing, len(answers))

    async def take_back(self) -> None:
        """Undo the last answer, which all agreed to."""
        before = self.undo.before.pop()
        self.undo.asked = None
        self.load(before.snapshot, before.pauses)
        now = self.clock.now()
        self.answers = before.answers
        self._wait(situation_of(self.playing), now)
        await self._store(now, False, cut=before.answers + 1)
        await self.audience.tell()
        self.steward.go_on()

    async def play(self, seat: int, choice: Option | Offer) -> None:
        """Take an answer; raises IllegalMove, nothing changed, where it is not lawful."""
        game = self.playing
        if game.over:
            raise IllegalMove(GAME_OVER)
        option = choice.code if isinstance(choice, Option) else None
        before = undoing.Before(self.snapshot, self.answers, game.pauses, seat, option)
        events = game.apply(seat, choice)
        self.undo.note(before)
        free = option is None or verb_of(option) in FREE
        self.lobby.metrics.answers.inc()
        offered = [event.other for event in events if event.what == "offered"]
        await self._changed(events, free=free, offered=offered)

    async def show_hand(self, seat: int, to: int) -> None:
        """A player shows another his hand; who has seen it cannot unsee it."""
        events = self.playing.show_hand(seat, to)
        self.undo.forget()
        await self._changed(events, free=True)

    async def end_window(self) -> None:
        """A window has ended."""
        self.undo.forget()
        await self._changed(self.playing.silence())

    async def _changed(
        self, events: Sequence[Event], *, free: bool = False, offered: Iterable[int] = (), setup: bool = False
    ) -> None:
        """The game has changed: start the clock, store it, then tell it."""
        game = self.playing
        now = self.clock.now()
        self.recent.extend(events)
        if any(event.what == "turn_begun" for event in events):
            self.pacer.new_turn()
        if game.over:
            self.phase = "over"
            self.ended = now
            self.setup.winners = tuple(game.winners)
            self.setup.turns = game.turns
            self.pacer.rest()
            setup = True
        else:
            situation = situation_of(self.playing)
            if not free or not self.pacer.awaits(situation):
                self._wait(situation, now)
        for seat in offered:
            self.pacer.heed(seat, now)
        await self._store(now, setup)
        self.acknowledge()
        await self.audience.tell(events)
        if game.over:
            self.lobby.metrics.finished.inc()
            log.info("game over", extra={"table": self.id, "turns": game.turns, "answers": self.answers})
            return
        self.lobby.postman.remind(self)
        await moves.fulfil(self)
        self.steward.go_on()

    def _wait(self, situation: Situation, now: float) -> None:
        """Open a new window, or ask whoever is asked."""
        self.window += 1
        self.pacer.wait(self.window, situation, now)
        place = underway.place(self.playing.state)
        self._meanings[self.window] = (situation.moment, self.playing.turns, situation.asked, *place)
        self._meanings.pop(self.window - 16, None)

    def still_means(self, window: int) -> bool:
        """Whether what was asked in a window is what is asked now."""
        return self._meanings.get(window) == self._meanings.get(self.window)

    async def _store(self, now: float, setup: bool, cut: int | None = None) -> None:
        """Commit what has happened; where that fails, the game goes back to what is stored."""
        game = self.playing
        rows = [
            StoredAnswer(self.answers + i, seat, encoded(answer), now)
            for i, (seat, answer) in enumerate(game.drain(), start=1)
        ]
        snapshot = game.to_bytes()
        change = Change(
            table=self.id,
            answers=rows,
            cut=cut,
            played=StoredGame(now, self.answers + len(rows), snapshot, self.moment()),
            setup=self._stored_setup() if setup else None,
        )
        try:
            await self.store.write(change)
        except Exception:
            if self.snapshot:
                self.load(self.snapshot, self.pauses)
            raise
        self.snapshot = snapshot
        self.pauses = game.pauses
        self.answers += len(rows)

    def moment(self) -> bytes:
        """What is stored beside the game."""
        recent = [event.as_tuple() for event in self.recent]
        undo = self.undo if self.undo.asked is not None else None
        return msgspec.msgpack.encode(Moment(self.pacer, self.window, self.playing.pauses, recent, undo))

    def load(self, snapshot: bytes, pauses: int = 0) -> None:
        """Put the game back to a snapshot."""
        self.game = Game.from_bytes(snapshot, patient=True)
        self.game.pauses = pauses
        self.game.drain()
        self.snapshot = snapshot
        self.pauses = pauses

    def _stored_setup(self) -> StoredSetup:
        return StoredSetup(self.phase, self.setup.listed, self.ended, msgspec.json.encode(self.setup))

    async def save(self) -> None:
        """Store how the table is set up."""
        await self.store.write(Change(table=self.id, setup=self._stored_setup()))

    async def save_moment(self) -> None:
        """Store what is kept beside the game."""
        await self.store.write(Change(table=self.id, waited=StoredMoment(self.clock.now(), self.moment())))

    def take_up(self, moment: Moment) -> None:
        """Go on from a moment that was stored; where it does not fit the game, with a new clock."""
        self.pacer = moment.pacer
        self.window = moment.window
        if not self.recent:
            self.recent.extend(Event(*fields) for fields in moment.recent)
        if self.phase == "playing" and not self.pacer.awaits(situation_of(self.playing)):
            self.wait_anew()

    def wait_anew(self) -> None:
        """Start the clock for whatever the game waits for."""
        if self.phase == "playing":
            self._wait(situation_of(self.playing), self.clock.now())
