"""Storage: tables, answers and what was said. One writer; what comes in one tick is one transaction.

Reading is done off the event loop, in a thread. So is writing (`writing.py`) to databases behind a network, and where
the disk is waited for. What happens at tables on SQLite is stored when it is in the journal (`journal.py`), and worked
in by the writer's thread before anybody reads; the rest, which is rare, is committed at once where nobody else writes.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from kickdoor.server import journal as journals
from kickdoor.server.journal import Journal
from kickdoor.server.schema import ANSWERS, NOTES, PACKS, SAYINGS, SHARES, TABLE_PACKS, TABLES, make_engine, migrate
from kickdoor.server.stored import Change, StoredAnswer, StoredNote, StoredSaying, StoredShare, StoredTable
from kickdoor.server.tracing import span
from kickdoor.server.writing import Busy, Failure, Fenced, Writer

log = logging.getLogger("kickdoor.store")

CHECKPOINT_SECONDS = 20.0
"""How often SQLite's log is worked into its file, by a thread of its own, so that no commit has to wait for that."""

LONG_LOG = 25_000
"""Pages of SQLite's log (4 KB each) from which on it is begun anew. All commits wait for that, so it is rarely done."""


FRESH_SECONDS = 1.0
"""So long the answer to whether the database can be written to is believed."""

UNWELL_SECONDS = 10.0
"""So long after a change that could not be stored the database counts as unwell."""

WORK_IN_SECONDS = 1.0
"""So long what is in the journal waits at most until it is worked in, and after a failure until that is tried again."""

WORKED_IN_AT_ONCE = 16
"""So many tables of the journal are worked in by one transaction …"""

BREATHER = 0.03
"""… and so many seconds the tables have the core to themselves before the next, unless somebody waits to read."""

DELETED_AT_ONCE = 20
"""So many tables are forgotten in one transaction: nobody waits long for it."""


class Unstored(Exception):
    """A change could not be stored, whosever fault that is."""


class Passed(Unstored):
    """The term of a table has passed: another server has it by now."""


class Store:
    """The database of a server."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.engine = engine
        self.writer = writer
        self.node = writer.node  #: the name of this server, where several share the database
        self.terms: dict[str, int] = {}  #: of the tables that this one of several servers has
        self.embedded = writer.embedded
        self._at_once = writer.embedded and not writer.durable
        self._pending: list[Change] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._flushing = False
        self._threads = ThreadPoolExecutor(2, "store")
        self._desk = ThreadPoolExecutor(1, "writer")
        self._tidier: asyncio.Task[None] | None = None
        self._checked = -FRESH_SECONDS
        self._found: Unstored | None = None
        self.promised = 0  #: changes that were put into the journal
        self._journal: Journal | None = None
        self._due: asyncio.TimerHandle | None = None  #: when the journal is worked in
        self._working_in: asyncio.Task[None] | None = None
        self._awaited = threading.Event()  #: somebody waits until the journal is worked in

    @classmethod
    def open(cls, url: str, durable: bool = False, node: str = "") -> Store:
        """Open a database and bring it up to date; raises InUse where another server works on it.

        One of several servers on a PostgreSQL has a name: `node`.
        """
        engine = make_engine(url)
        writer = Writer(engine, durable, node)
        try:
            migrate(engine)
            writer.begin()
            store = cls(engine, writer)
            if writer.embedded and engine.url.database not in (None, "", ":memory:"):
                store.catch_up(Journal(str(engine.url.database)), keep=not durable)
        except BaseException:
            writer.close()
            raise
        return store

    def catch_up(self, journal: Journal, keep: bool) -> None:
        """Work in what a server that was killed had promised; `keep` a journal from now on, or none."""
        with self.connected() as connection:
            settled = int(note_of(connection, journals.NOTE) or 0)
        promised = [[change] for change in journal.found(settled).values()]
        self._awaited.set()
        failed = self._work_in(promised, journal.serial)
        self._awaited.clear()
        if failed:
            raise OSError(f"what is in the journal cannot be stored: {next(iter(failed.values()))}")
        if keep:
            journal.open()
            self._journal = journal
        else:
            journal.throw_away()

    # Writing

    async def write(self, change: Change) -> None:
        """Store a change; returns when it is committed. Raises Unstored.

        A commit to SQLite that need not wait for the disk takes less than a turn of the loop; all others are made
        together with those of the moment. Where several servers share the database it raises Passed for a table that
        another one has taken.
        """
        if self.node:
            if change.new is not None:
                change.new.owner, change.new.term = self.node, 1
                self.terms[change.table] = 1
            change.term = self.terms.get(change.table, 0)
        with span("commit", table=change.table):
            await self._write(change)

    async def _write(self, change: Change) -> None:
        if self._journal is not None and journals.belongs(change):
            await self._promise(self._journal, change)
            return
        if self._at_once and not self._flushing:
            with suppress(Busy):
                _raise(self.writer.commit([change], patient=False)[0])
                return
        if self._working_in is not None:
            self._awaited.set()
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._pending.append(change)
        self._waiting.append(done)
        if not self._flushing:
            self._flushing = True
            loop.call_soon(self._flush)
        await done

    async def _promise(self, journal: Journal, change: Change) -> None:
        """Put a change into the journal; raises Unstored, nothing promised."""
        if journal.failing:
            await self.work_in()
        if journal.failing:
            raise Unstored(journal.failing)
        try:
            journal.append(change)
        except OSError as error:
            self.writer.note_failure(str(error))
            raise Unstored(str(error)) from error
        self.promised += 1
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(WORK_IN_SECONDS, self._begin_to_work_in)

    async def work_in(self) -> None:
        """Have all that the journal holds in the database, or learn why it cannot be."""
        while (running := self._working_in) is not None:
            self._awaited.set()
            await asyncio.shield(running)
        if self._journal is not None and self._journal.kept:
            running = self._begin_to_work_in()
            self._awaited.set()
            await asyncio.shield(running)

    def _begin_to_work_in(self) -> asyncio.Task[None]:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        if self._working_in is None:
            self._working_in = asyncio.get_running_loop().create_task(self._work_through())
        return self._working_in

    async def _work_through(self) -> None:
        journal = self._journal
        assert journal is not None
        while self._flushing:
            await asyncio.sleep(0.001)
        self._flushing = True
        loop = asyncio.get_running_loop()
        try:
            promised, serial = journal.take()
            failed = await loop.run_in_executor(self._desk, self._work_in, promised, serial)
            if failed:
                journal.give_back(set(failed), next(iter(failed.values())))
            else:
                journal.worked_in()
        finally:
            self._working_in = None
            self._awaited.clear()
            if journal.kept and self._due is None:
                self._due = loop.call_later(WORK_IN_SECONDS, self._begin_to_work_in)
            self._go_on()

    def _work_in(self, promised: list[list[Change]], serial: int) -> dict[str, str]:
        """Store what was promised. Returns the tables that have to wait, and why: the database takes nothing now.

        What the database would never take, since the table was deleted by hand, say, is given up.
        """
        if not promised:
            return {}
        failed: dict[str, str] = {}
        for start in range(0, len(promised), WORKED_IN_AT_ONCE):
            if start:
                self._awaited.wait(BREATHER)
            some = [journals.together(changes) for changes in promised[start : start + WORKED_IN_AT_ONCE]]
            failures = zip(some, self.writer.commit(some), strict=True)
            failed |= {change.table: str(why).partition("\n")[0] for change, why in failures if why is not None}
        noted = self.writer.commit([Change(table="", note=StoredNote(journals.NOTE, b"%d" % serial))])[0]
        if noted is not None:
            return failed or {changes[0].table: str(noted) for changes in promised}
        for table, why in failed.items():
            log.error("a table could not be stored, and is not as it was", extra={"table": table, "reason": why})
        return {}

    def _flush(self) -> None:
        changes, self._pending = self._pending, []
        waiting, self._waiting = self._waiting, []
        if self.embedded:
            try:
                self._told(waiting, self.writer.commit(changes, patient=False))
            except Busy:
                pass
            else:
                return
        running = asyncio.get_running_loop().run_in_executor(self._desk, self.writer.commit, changes)
        running.add_done_callback(lambda future: self._told(waiting, future.result()))

    def _told(self, waiting: list[asyncio.Future[None]], failures: list[Failure]) -> None:
        for done, failure in zip(waiting, failures, strict=True):
            if done.done():
                continue
            try:
                _raise(failure)
            except Unstored as unstored:
                done.set_exception(unstored)
            else:
                done.set_result(None)
        self._go_on()

    def _go_on(self) -> None:
        """Nobody writes: what has come meanwhile is next."""
        self._flushing = bool(self._pending)
        if self._flushing:
            asyncio.get_running_loop().call_soon(self._flush)

    async def check(self) -> None:
        """Raise Unstored where nothing can be written just now."""
        now = time.monotonic()
        if now - self._checked >= FRESH_SECONDS:
            self._checked = now
            self._found = None
            try:
                await self.write(Change(table=""))
            except Unstored as error:
                self._found = error
        if self._found is not None:
            raise Unstored(str(self._found))
        if self.writer.failing and now - self.writer.failed_at < UNWELL_SECONDS:
            raise Unstored(self.writer.failing)

    # Reading

    async def read(self, what: Any, *arguments: Any) -> Any:
        """Ask the database something, off the loop: a function of this module that takes a connection first."""
        await self.work_in()

        def asked() -> Any:
            with self.connected() as connection:
                return what(connection, *arguments)

        return await asyncio.get_running_loop().run_in_executor(self._threads, asked)

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection for reading."""
        with self.engine.connect() as connection:
            yield connection

    # From beginning to end

    def start(self) -> None:
        """Begin to tidy up now and then."""
        if self.embedded:
            self._tidier = asyncio.get_running_loop().create_task(self._tidy())

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(CHECKPOINT_SECONDS)
            try:
                await self.read(checkpoint)
            except sa.exc.SQLAlchemyError as error:
                log.warning("the log of SQLite could not be worked in; it is tried again", extra={"reason": str(error)})

    async def close(self) -> None:
        """Write what is left, and close."""
        if self._tidier is not None:
            self._tidier.cancel()
        await self.work_in()
        while self._pending or self._flushing:
            await asyncio.sleep(0.005)
        if self.embedded:
            with suppress(SQLAlchemyError), self.connected() as connection:
                checkpoint(connection)
        if self._due is not None:
            self._due.cancel()
        if self._journal is not None:
            self._journal.close()
        self.writer.close()
        self._desk.shutdown()
        self._threads.shutdown()
        self.engine.dispose()


def _raise(failure: Failure) -> None:
    if isinstance(failure, Fenced):
        raise Passed(str(failure)) from failure
    if failure is not None:
        raise Unstored(str(failure).partition("\n")[0]) from failure


def look_at(url: str, node: str = "") -> None:
    """Raise whatever is wrong with the address of a database, or that another server works on it alone."""
    engine = make_engine(url)
    try:
        Writer(engine, node=node).close()
    finally:
        engine.dispose()


def unfinished(connection: Connection, since: float) -> list[str]:
    """The tables that are still open and were touched since then."""
    asked = sa.select(TABLES.c.id).where(TABLES.c.phase != "over", TABLES.c.updated >= since)
    return list(connection.execute(asked.order_by(TABLES.c.updated.desc())).scalars())


def due(connection: Connection, now: float, most: int) -> list[str]:
    """Tables that have something to do though nobody is there, the longest due first."""
    asked = sa.select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due).limit(most)
    return list(connection.execute(asked).scalars())


def as_stored(row: sa.Row[Any]) -> StoredTable:
    """A table of which all columns were read."""
    return StoredTable(**row._mapping)


def stored_table(connection: Connection, id: str) -> StoredTable | None:
    """A table by its id."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).first()
    return None if row is None else as_stored(row)


def finished(connection: Connection, limit: int) -> list[StoredTable]:
    """Finished games of listed tables, the newest first."""
    asked = (
        sa.select(TABLES)
        .where(TABLES.c.phase == "over", TABLES.c.listed.is_(True))
        .order_by(TABLES.c.ended.desc())
        .limit(limit)
    )
    return [as_stored(row) for row in connection.execute(asked)]


def answers_of(connection: Connection, id: str) -> list[StoredAnswer]:
    """All answers of a game, in order."""
    asked = (
        sa.select(ANSWERS.c.number, ANSWERS.c.seat, ANSWERS.c.answer, ANSWERS.c.at)
        .where(ANSWERS.c.table_id == id)
        .order_by(ANSWERS.c.number)
    )
    return [StoredAnswer(*row) for row in connection.execute(asked)]


def sayings_of(connection: Connection, id: str, most: int) -> list[StoredSaying]:
    """The last things said at a table, in order."""
    asked = (
        sa.select(SAYINGS.c.number, SAYINGS.c.said)
        .where(SAYINGS.c.table_id == id)
        .order_by(SAYINGS.c.number.desc())
        .limit(most)
    )
    return [StoredSaying(*row) for row in connection.execute(asked)][::-1]


def pack_text(connection: Connection, ref: str) -> bytes | None:
    """The text of a pack that somebody brought along, compressed."""
    found = connection.execute(sa.select(PACKS.c.text).where(PACKS.c.ref == ref)).scalar()
    return None if found is None else bytes(found)


def stored_share(connection: Connection, id: str) -> StoredShare | None:
    """What is shared by a link."""
    row = connection.execute(sa.select(SHARES).where(SHARES.c.id == id)).first()
    return None if row is None else StoredShare(**row._mapping)


def pack_room(connection: Connection, ref: str, maker: str) -> tuple[bool, int, int]:
    """Whether a pack is there, how many bytes of packs are from one maker, and how many from all."""
    there = connection.execute(sa.select(PACKS.c.ref).where(PACKS.c.ref == ref)).first() is not None
    size = sa.select(sa.func.coalesce(sa.func.sum(PACKS.c.size), 0))
    own = int(connection.execute(size.where(PACKS.c.maker == maker)).scalar() or 0)
    return there, own, int(connection.execute(size).scalar() or 0)


def forget_packs(connection: Connection, now: float) -> int:
    """Throw away links that have run out, and some packs that neither a table nor a link needs; returns how many."""
    links = list(connection.execute(sa.select(SHARES.c.id).where(SHARES.c.until < now)).scalars())
    unused = sa.and_(
        PACKS.c.kept < now,
        ~sa.exists().where(TABLE_PACKS.c.ref == PACKS.c.ref),
        ~sa.exists().where(SHARES.c.ref == PACKS.c.ref, SHARES.c.until >= now),
    )
    refs = list(connection.execute(sa.select(PACKS.c.ref).where(unused).limit(DELETED_AT_ONCE)).scalars())
    connection.commit()
    if links or refs:
        connection.execute(sa.delete(SHARES).where(SHARES.c.id.in_(links)))
        connection.execute(sa.delete(PACKS).where(PACKS.c.ref.in_(refs), unused))
        connection.commit()
    return len(refs)


def note_of(connection: Connection, name: str) -> bytes | None:
    """What is noted of the server under a name."""
    found = connection.execute(sa.select(NOTES.c.value).where(NOTES.c.name == name)).scalar()
    return None if found is None else bytes(found)


def forget(connection: Connection, before: float, unbegun_before: float) -> int:
    """Throw away some unfinished tables that nobody has touched since then, sooner those without a game.

    Returns how many; none is left where it is less than `DELETED_AT_ONCE`.
    """
    old = sa.or_(
        sa.and_(TABLES.c.phase != "over", TABLES.c.updated < before),
        sa.and_(TABLES.c.phase == "lobby", TABLES.c.updated < unbegun_before),
    )
    ids = list(connection.execute(sa.select(TABLES.c.id).where(old).limit(DELETED_AT_ONCE)).scalars())
    connection.commit()
    if ids:  # to delete nothing would still keep all commits waiting while it is looked for
        connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(ids)))
        connection.commit()
    return len(ids)


def checkpoint(connection: Connection) -> None:
    """Work SQLite's log into its file. What is passive keeps no commit waiting, but cannot shorten a log in use."""
    _, pages, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    if pages > LONG_LOG:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
