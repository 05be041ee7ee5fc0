"""The lobby: all tables of a server, made, joined, restored, swept."""

from __future__ import annotations

import asyncio
import gc
import itertools
import logging
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kickdoor.engine.data.refusals import Refusal
from kickdoor.packs.loader import Source, available, load
from kickdoor.packs.report import pack_info
from kickdoor.play.game import Game
from kickdoor.play.lesson import NoSuchLesson, find_lesson
from kickdoor.play.record import Record
from kickdoor.rules.books import BadSetup
from kickdoor.server import keys
from kickdoor.server.board import Board
from kickdoor.server.clock import Clock, WallClock
from kickdoor.server.errors import BadRequest, Elsewhere, NotNow, NotThere, TooMuch
from kickdoor.server.floor import Floor
from kickdoor.server.kitchen import Kitchen
from kickdoor.server.library import Library
from kickdoor.server.limits import Rates
from kickdoor.server.mailing import Postman
from kickdoor.server.metrics import Metrics
from kickdoor.server.protocol import (
    Join,
    NewLesson,
    NewTable,
    Opened,
    Said,
    SeatKey,
    SeatPlan,
    TableInfo,
)
from kickdoor.server.restoring import restore
from kickdoor.server.session import Session, teaching
from kickdoor.server.session.outcome import Outcome
from kickdoor.server.session.seating import Origin, Setup, set_up
from kickdoor.server.session.standing import KEPT_SAYINGS
from kickdoor.server.settings import Settings
from kickdoor.server.sharing import MOVED, Sharing
from kickdoor.server.store import Store, Unstored, due, forget, note_of, sayings_of, stored_table, unfinished
from kickdoor.server.stored import Change, StoredTable
from kickdoor.server.table import Table
from kickdoor.server.thinking import Thinkers
from kickdoor.server.warden import Warden

log = logging.getLogger("kickdoor.lobby")

SWEEP_SECONDS = 60.0
SWEEPS_TO_ALL = 60
"""After so many sweeps garbage is looked for among all objects."""
IDLE_SECONDS = 15 * 60.0
"""A table without anybody is put out of memory after so long; its next visitor brings it back."""

ARRIVING_SECONDS = 60.0
"""So long after a table was looked for somebody may still be about to sit down at it."""

MOST_LISTED = 200
"""So many tables are told to whoever looks for one: the newest."""

MOST_WOKEN = 50
"""So many tables by correspondence are taken up at once."""

BOT_COSTS = 1.0
"""What an act of a bot takes, an answer being one."""

BREATH_SECONDS = 0.05
"""Between two batches of tables that are forgotten."""

DAY = 86400.0


class Lobby:
    """All tables of a server."""

    def __init__(self, settings: Settings, store: Store, clock: Clock | None = None) -> None:
        self.settings = settings
        self.store = store
        self.clock: Clock = clock or WallClock()
        self.metrics = Metrics(store)
        self.floor = Floor()
        self.board = Board()
        self.warden = Warden(self)
        self.kitchen = Kitchen()
        self.library = Library(settings, store, self.clock, self.kitchen)
        self.talk = Rates(settings.cost_per_second, settings.cost_burst, time.monotonic)
        self.thinkers = Thinkers(settings.bot_threads)
        self.postman = Postman(settings.smtp, settings.address, time.monotonic)
        self.tables: dict[str, Table] = {}
        self.sockets: dict[str, int] = {}  #: by address
        self._makers = Rates(settings.tables_per_second, settings.table_burst, self.clock.now)
        self._makers_of_today = Rates(settings.tables_per_day / DAY, settings.tables_per_day, self.clock.now)
        self._unreadable: dict[str, str] = {}  #: tables that cannot be brought back, and why
        self._stuck: set[str] = set()  #: tables that can be looked at and not played on
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._sought: Counter[str] = Counter()  #: how many wait for a table that is being brought back
        self._leaving: dict[str, asyncio.Future[None]] = {}  #: tables that are just being put out of memory
        self.sharing = Sharing(self) if store.node else None
        if self.sharing is not None:
            self.thinkers.elsewhere = self.sharing.desk.choose
        self._sweeper: asyncio.Task[None] | None = None

    # From beginning to end

    async def start(self) -> None:
        """Bring back the tables that were open."""
        self.store.start()
        now = self.clock.now()
        if self.sharing is not None:
            # Tables wait in the database for whoever comes back to them; another server may have them.
            self.board.follow(await self.store.read(note_of, "board"))
            await self.sharing.start()
        else:
            self.board.take_up(await self.store.read(note_of, "board"), now)
            await self.warden.keep_board()
            # The others wait in the database for whoever comes back to them, or until they are due.
            for id in (await self.store.read(unfinished, now - DAY))[: self.settings.most_tables]:
                with suppress(NotNow):  # the log says why; the others are served
                    await self.find(id)
        await self.wake()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        log.info("server started", extra={"tables": len(self.tables)})

    async def close(self) -> None:
        """Hang up on everybody; all tables are stored."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self.sharing is not None:
            await asyncio.gather(*(self.put_out(table, MOVED) for table in self.all()))
            await self.sharing.stop()
        else:
            await asyncio.gather(*(table.close(self.board.farewell) for table in self.all()))
        await self.thinkers.close()
        self.kitchen.close()
        await self.library.close()
        await self.store.close()
        log.info("server stopped")

    def all(self) -> list[Table]:
        """All tables in memory."""
        return list(self.tables.values())

    def charge_for_bot(self, session: Session) -> float:
        """A bot has acted for whoever is alone at a table; for how many seconds all theirs have to rest."""
        return 0.0 if session.served is None else self.talk.wait(session.served, BOT_COSTS)

    def hear_of(self, session: Session, outcome: Outcome) -> None:
        """Something happened at a table: send its letters, count it."""
        self.postman.send(session.id, outcome.letters)
        self.metrics.count(outcome.counted)
        if "finished" in outcome.counted:
            match = session.playing
            log.info("game over", extra={"table": session.id, "turns": match.game.turns, "answers": match.answers})

    async def _sweep(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
                # `running` has new garbage looked for by its number; among what is old there is little to find.
                if number % SWEEPS_TO_ALL == 0:
                    gc.collect()
            except Exception:  # the next one may go well
                self.metrics.errors.inc()
                log.exception("tables could not be swept")

    async def sweep(self) -> None:
        """Put tables without anybody out of memory, and forget those that nobody came back to."""
        now = self.clock.now()
        for table in self.all():
            session = table.session
            if table.audience.links() or now - session.touched < IDLE_SECONDS:
                continue
            due = session.due(now)
            if due is None or due - now > IDLE_SECONDS:
                await self.put_out(table, Refusal("table.nobody_here"))
        self.metrics.tables.set(len(self.tables))
        if self.board.tidy(now):
            await self.warden.keep_board()
        await self.wake()
        old, unbegun = self.settings.forget_after_days, self.settings.forget_unbegun_after_days
        while await self.store.read(forget, now - old * DAY, now - unbegun * DAY):
            await asyncio.sleep(BREATH_SECONDS)
        await self.library.sweep()

    async def _make_room(self) -> None:
        """Before a table is brought back: where memory is full, the one that was longest without anybody goes."""
        now = self.clock.now()
        while len(self.tables) >= self.settings.most_tables:
            idle = [
                table
                for table in self.all()
                if not table.audience.links()
                and table.session.due(now) is None
                and now - table.session.touched > ARRIVING_SECONDS
            ]
            if not idle:
                raise TooMuch("table.full")
            longest = min(idle, key=lambda table: table.session.touched)
            await self.put_out(longest, Refusal("table.nobody_here"))

    async def put_out(self, table: Table, why: Refusal) -> None:
        """Put a table out of memory; it is stored."""
        id, now = table.id, self.clock.now()
        if self.tables.get(id) is not table:
            return
        del self.tables[id]
        gone = self._leaving[id] = asyncio.get_running_loop().create_future()
        try:
            change: Change | None = None
            with suppress(Elsewhere):  # another server has taken it just now
                change = await table.ask(partial(table.session.put_away, now))
            await table.close(why)
            if self.sharing is not None:
                await self.sharing.give_back(change or Change(table=id))
            elif change is not None:
                await self.store.write(change)
        finally:
            del self._leaving[id]
            gone.set_result(None)

    def lose(self, table: Table) -> None:
        """Another server has taken a table."""
        assert self.sharing is not None
        self.sharing.lost(table)

    async def wake(self) -> None:
        """Take up tables by correspondence that have something to do though nobody is there."""
        if self.sharing is not None:
            for stored in await self.sharing.take_due(self.clock.now(), MOST_WOKEN):
                with suppress(NotNow):  # the log says why
                    (await self._take_up(stored)).session.touched = self.clock.now()
            return
        for id in await self.store.read(due, self.clock.now(), MOST_WOKEN):
            if id not in self.tables and id not in self._unreadable and id not in self._stuck:
                with suppress(NotNow):  # the log says why
                    (await self.find(id)).session.touched = self.clock.now()

    # Tables

    async def find(self, id: str) -> Table:
        """A table by its id, from memory or from the database."""
        if self.sharing is not None and not self.sharing.node.is_sure and id in self.tables:
            with suppress(Unstored, SQLAlchemyError):  # whoever writes is told
                await self.sharing.make_sure()
        table = self.tables.get(id)
        if table is not None:
            return table
        if (leaving := self._leaving.get(id)) is not None:
            await asyncio.shield(leaving)
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.get_running_loop().create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        self._sought[id] += 1
        try:
            return await asyncio.shield(loading)
        finally:
            self._sought[id] -= 1
            if not self._sought[id]:
                del self._sought[id]

    def is_sought(self, id: str) -> bool:
        """Whether somebody waits until a table is here."""
        return id in self._sought

    def is_moving(self, id: str) -> bool:
        """Whether a table is just being brought back or put out of memory."""
        return id in self._loading or id in self._leaving

    async def _load(self, id: str) -> Table:
        if len(id) > 32 or "\0" in id:
            raise NotThere("table.no_such_table")
        if self.sharing is not None:
            await self._make_room()
            return await self._take_up(await self.sharing.take(id))
        stored = await self.store.read(stored_table, id)
        if stored is None:
            raise NotThere("table.no_such_table")
        await self._make_room()
        return await self._take_up(stored)

    async def _take_up(self, stored: StoredTable) -> Table:
        try:
            return self._put(await self._read(stored))
        except Exception:
            if self.sharing is not None:
                await self.sharing.give_back(Change(table=stored.id))
            raise

    async def _read(self, stored: StoredTable) -> Session:
        if stored.id in self._unreadable:
            raise NotNow("table.lost", details=self._unreadable[stored.id])
        try:
            session = await restore(stored, self.store, self.library, self.clock.now())
            if session.setup.closed:
                raise NotThere("table.closed_here", about=(session.setup.closed,))
            for saying in await self.store.read(sayings_of, stored.id, KEPT_SAYINGS):
                session.remember(saying.number, msgspec.json.decode(saying.said, type=Said))
        except NotThere:
            raise
        except NotNow as error:
            self._unreadable[stored.id] = error.details
            self._count_unreadable()
            raise
        except (Unstored, SQLAlchemyError):
            raise  # the table may be all right
        except Exception as error:  # whatever is wrong with one table, the others are served
            self._unreadable[stored.id] = str(error)
            self._count_unreadable()
            told = {"table": stored.id, "reason": str(error)}
            log.error("a table cannot be read; it is kept as it is", extra=told)
            raise NotNow("table.lost", details=str(error)) from error
        if session.stuck is not None:
            self._stuck.add(session.id)
            self._count_unreadable()
        return session

    def _count_unreadable(self) -> None:
        self.metrics.unreadable.set(len(self._unreadable) + len(self._stuck))

    def _put(self, session: Session) -> Table:
        table = self.tables[session.id] = Table(session, self)
        self.metrics.tables.set(len(self.tables))
        table.open()
        return table

    async def listed(self) -> list[TableInfo]:
        """Listed tables that have not ended, the newest first."""
        if self.sharing is not None:
            return await self.sharing.listed()
        sessions = [table.session for table in self.all()]
        found = [session for session in sessions if session.setup.listed and session.phase != "over"]
        return [session.info() for session in sorted(found, key=lambda session: -session.created)[:MOST_LISTED]]

    async def _admit(self, new: NewTable | Setup, address: str) -> None:
        """The gate for all ways to make a table."""
        self.board.refuse(address)
        if isinstance(new, NewTable) and new.speed == "correspondence" and all(p.kind != "me" for p in new.seats):
            raise BadRequest("table.needs_person")
        made = keys.hash_of(address)
        live = sum(1 for table in self.all() if table.session.setup.maker == made and table.session.phase != "over")
        if live >= self.settings.most_tables_of_address:
            raise TooMuch("table.many_made")
        if not (self._makers.allow(address) and self._makers_of_today.allow(address)):
            raise TooMuch("table.many_made")
        if self.sharing is not None and await self.sharing.has_made_enough(made, self.clock.now()):
            raise TooMuch("table.many_made")
        if len(self.tables) >= self.settings.most_tables:
            raise TooMuch("table.full")

    async def open_table(self, new: NewTable, address: str = "", language: str = "en") -> Opened:
        """Make a table."""
        await self._admit(new, address)
        guests = await self.library.guests_of(new.packs)
        there = {*new.packs, *(source.pack.id for source in guests)}
        for source in guests:
            if lacking := [name for name in source.pack.needs if name not in there]:
                needed = load(lacking[0]).pack.name if lacking[0] in available() else lacking[0]
                details = f"{source.pack.id}: it needs the pack {lacking[0]} {source.pack.needs[lacking[0]]}".rstrip()
                raise BadRequest("table.needs_pack", about=(f"{source.pack.name}: {needed}",), details=details)
        try:
            sexes = [plan.sex or ("male", "female")[i % 2] for i, plan in enumerate(new.seats)]
            packs = tuple(dict.fromkeys(new.packs))
            header = await self.kitchen.make(
                Game.header, packs, len(new.seats), keys.new_seed(), new.book, dict(new.options), sexes, by=address
            )
            setup, tokens, invite, gallery = set_up(new, header, language)
        except BadSetup as error:
            raise BadRequest(error.why.key, error.why.rule, error.why.about, str(error)) from error
        except (ValueError, OverflowError) as error:
            raise BadRequest("table.bad_setup", details=str(error)) from error
        table = await self.add(setup, address, guests)
        if new.start:
            await table.ask(lambda: table.carry_out(table.session.begin(self.clock.now())))
        return Opened(table=table.id, keys=[SeatKey(*key) for key in tokens], invite=invite, gallery=gallery)

    async def open_lesson(self, name: str, new: NewLesson, address: str = "", language: str = "en") -> Opened:
        """Make a table at which somebody plays a lesson with bots, and begin."""
        try:
            lesson = find_lesson(name)
        except NoSuchLesson as error:
            raise NotThere("table.no_such_lesson") from error
        bots = tuple(SeatPlan(kind="bot", bot="rookie") for _ in lesson.seats[1:])
        title = lesson.facts.title.get(language) or lesson.facts.title["en"]
        plan = NewTable(seats=(SeatPlan(kind="me", name=new.name), *bots), name=title)
        await self._admit(plan, address)
        header = await self.kitchen.make(lesson.header, keys.new_seed(), by=address)
        setup, tokens, invite, gallery = set_up(plan, header, language)
        setup.learning = teaching.begin(lesson.id)
        table = await self.add(setup, address)
        await table.ask(lambda: table.carry_out(table.session.begin(self.clock.now())))
        return Opened(table=table.id, keys=[SeatKey(*key) for key in tokens], invite=invite, gallery=gallery)

    async def add(self, setup: Setup, address: str = "", guests: Sequence[Source] | None = None) -> Table:
        """Put a new table into the lobby, stored with the packs that it brings along."""
        now = self.clock.now()
        setup.maker = keys.hash_of(address)
        if guests is None:
            guests = await self.library.guests_of(setup.packs)
        refs = await self.library.stored(setup.packs, address)
        setup.guests = [
            await self.kitchen.make(pack_info, source, ref) for source, ref in zip(guests, refs, strict=True)
        ]
        session = Session(keys.new_id(), setup, now)
        session.guests = tuple(guests)
        stored = StoredTable(
            id=session.id,
            phase="lobby",
            listed=setup.listed,
            created=now,
            ended=None,
            setup=msgspec.json.encode(setup),
            updated=now,
            answers=0,
            snapshot=None,
            moment=None,
            maker=setup.maker,
        )
        await self.store.write(Change(table=session.id, new=stored, guests=refs))
        table = self._put(session)
        log.info("table made", extra={"table": table.id, "packs": setup.packs, "seats": len(setup.seats)})
        return table

    async def join(self, id: str, join: Join, address: str) -> SeatKey:
        """Somebody takes an open seat."""
        self.board.refuse(address)
        table = await self.find(id)

        async def sit_down() -> SeatKey:
            key, outcome = table.session.sit_down(join, address)
            await table.carry_out(outcome)
            return key

        key = await table.ask(sit_down)
        assert isinstance(key, SeatKey)
        return key

    def allow_mail(self, address: str, visitor: str) -> None:
        """Raise NotNow where this server has no mail, or may not ask this address."""
        if not self.settings.smtp:
            raise NotNow("table.no_mail")
        if address:
            self.postman.allow_question(address, visitor)

    async def confirm_mail(self, id: str, code: str) -> None:
        """Somebody confirms the address that they gave at a table."""
        table = await self.find(id)
        await table.ask(lambda: table.carry_out(table.session.confirm_mail(code)))

    async def rematch(self, old: Setup, address: str) -> str:
        """The same people at a new table, where their tokens fit as well.

        Who added to the dice may want to do so again: then it waits until the host begins.
        """
        await self._admit(old, address)
        seats = [
            msgspec.structs.replace(seat, away=False, intent=None) if seat.kind == "person" else seat
            for seat in old.seats
        ]
        setup = msgspec.structs.replace(
            old,
            seats=[msgspec.structs.replace(seat) for seat in seats],
            seed=keys.new_seed(),
            salt=keys.new_token(),
            began=0.0,
            winners=(),
            turns=0,
            next="",
            origin=None,
            reports=[],
            banned=list(old.banned),
            learning=None if old.learning is None else teaching.begin(old.lesson),
        )
        setup.forget_chance()
        new = await self.add(setup, address)
        if not any(seat.promise for seat in old.seats):
            await new.ask(lambda: new.carry_out(new.session.begin(self.clock.now())))
        return new.id

    async def branch(
        self, origin: str, record: Record, game: Game, new: NewTable, address: str, language: str = "en"
    ) -> Opened:
        """A new table that goes on from the end of a record, which is this game; it was branched off another."""
        if len(new.seats) != record.seats:
            raise BadRequest("table.other_seats", about=(str(record.seats),))
        await self._admit(new, address)
        setup, tokens, invite, gallery = set_up(new, record, language)
        dice = record.new_dice[-1]
        setup.origin = Origin(origin, dice.after, record.seed, tuple(record.new_dice))
        setup.seed = dice.seed
        for seat, sex in zip(setup.seats, record.sexes, strict=True):
            seat.sex = sex
        table = await self.add(setup, address)
        await table.ask(lambda: table.carry_out(table.session.begin_from(record, game, self.clock.now())))
        return Opened(table=table.id, keys=[SeatKey(*key) for key in tokens], invite=invite, gallery=gallery)
