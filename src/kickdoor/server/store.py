"""Storage: tables, answers and what was said. One writer; what comes in one tick is one transaction.

Reading is done off the event loop, in a thread. Writing is done in the loop for SQLite, where a commit costs less than
going to a thread and back, and in a thread for databases behind a network.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import NullPool

from kickdoor.server.stored import Change, StoredAnswer, StoredSaying, StoredTable

log = logging.getLogger("kickdoor.store")

METADATA = sa.MetaData()
TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("setup", sa.LargeBinary, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("snapshot", sa.LargeBinary),
    sa.Column("moment", sa.LargeBinary),
)
ANSWERS = sa.Table(
    "answers",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
SAYINGS = sa.Table(
    "sayings",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("said", sa.LargeBinary, nullable=False),
)

CHECKPOINT_SECONDS = 20.0
"""How often SQLite's log is worked into its file, by a thread of its own, so that no commit has to wait for that."""

LONG_LOG = 25_000
"""Pages of SQLite's log (4 KB each) from which on it is begun anew. All commits wait for that, so it is rarely done."""


class Store:
    """The database of a server."""

    def __init__(self, engine: Engine, durable: bool = False) -> None:
        self.engine = engine
        self.embedded = engine.dialect.name == "sqlite"
        self.commits = 0
        self.seconds = 0.0
        self._pending: list[Change] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._flushing = False
        self._threads = ThreadPoolExecutor(2, "store")
        self._script = Script(engine.dialect)
        self._writer = engine.raw_connection()
        self._tidier: asyncio.Task[None] | None = None
        if self.embedded:
            cursor = self._writer.cursor()
            cursor.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            cursor.execute("PRAGMA wal_autocheckpoint=0")
            cursor.close()

    @classmethod
    def open(cls, url: str, durable: bool = False) -> Store:
        """Open a database and bring it up to date."""
        engine = make_engine(url)
        migrate(engine)
        return cls(engine, durable)

    # Writing

    async def write(self, change: Change) -> None:
        """Store a change; returns when it is committed, together with all others of the moment."""
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._pending.append(change)
        self._waiting.append(done)
        if not self._flushing:
            self._flushing = True
            loop.call_soon(self._flush)
        await done

    def _flush(self) -> None:
        changes, self._pending = self._pending, []
        waiting, self._waiting = self._waiting, []
        if self.embedded:
            failure: BaseException | None = None
            try:
                self._commit(changes)
            except Exception as error:
                failure = error
            self._told(waiting, failure)
        else:
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(self._threads, self._commit, changes)
            running.add_done_callback(lambda future: self._told(waiting, future.exception()))

    def _told(self, waiting: list[asyncio.Future[None]], failure: BaseException | None) -> None:
        for done in waiting:
            if done.done():
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)
        self._flushing = bool(self._pending)
        if self._flushing:
            asyncio.get_running_loop().call_soon(self._flush)

    def _commit(self, changes: Sequence[Change]) -> None:
        began = time.perf_counter()
        cursor = self._writer.cursor()
        try:
            self._script.write(cursor, changes)
            self._writer.commit()
        except BaseException:
            self._writer.rollback()
            raise
        finally:
            cursor.close()
        self.commits += 1
        self.seconds += time.perf_counter() - began

    # Reading

    async def read(self, what: Any, *arguments: Any) -> Any:
        """Ask the database something, off the loop: a function of this module that takes a connection first."""

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
        while self._pending or self._flushing:
            await asyncio.sleep(0)
        self._writer.close()
        if self.embedded:
            with self.connected() as connection:
                checkpoint(connection)
        self._threads.shutdown()
        self.engine.dispose()


def look_at(url: str) -> None:
    """Raise whatever is wrong with the address of a database."""
    engine = make_engine(url)
    with engine.connect() as connection:
        ping(connection)
    engine.dispose()


def make_engine(url: str) -> Engine:
    """An engine for a URL; SQLite in WAL mode."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "postgresql" and parsed.get_driver_name() != "psycopg":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return sa.create_engine(parsed, pool_pre_ping=True)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"check_same_thread": False, "timeout": 10}, poolclass=NullPool)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def migrate(engine: Engine) -> None:
    """Bring a database up to date."""
    config = Config()
    config.set_main_option("script_location", "kickdoor.server:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Prepared:
    """A statement compiled once for a kind of database, and given to its driver as it is."""

    def __init__(self, statement: sa.Executable, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text = str(compiled)
        self.order: list[str] | None = compiled.positiontup if compiled.positional else None

    def run(self, cursor: Any, rows: Sequence[dict[str, Any]]) -> None:
        """Execute it for some rows."""
        if not rows:
            return
        order = self.order
        cursor.executemany(self.text, rows if order is None else [tuple(row[name] for name in order) for row in rows])


class Script:
    """The statements by which a server writes."""

    def __init__(self, dialect: sa.Dialect) -> None:
        here = TABLES.c.id == sa.bindparam("table_id")
        self.new_table = Prepared(sa.insert(TABLES), dialect)
        self.new_answer = Prepared(sa.insert(ANSWERS), dialect)
        self.new_saying = Prepared(sa.insert(SAYINGS), dialect)
        self.cut = Prepared(
            sa.delete(ANSWERS).where(
                ANSWERS.c.table_id == sa.bindparam("table_id"), ANSWERS.c.number >= sa.bindparam("first")
            ),
            dialect,
        )
        self.setup = Prepared(
            sa.update(TABLES).where(here).values(_bound("phase", "listed", "ended", "setup")), dialect
        )
        self.played = Prepared(
            sa.update(TABLES).where(here).values(_bound("updated", "answers", "snapshot", "moment")), dialect
        )
        self.waited = Prepared(sa.update(TABLES).where(here).values(_bound("updated", "moment")), dialect)

    def write(self, cursor: Any, changes: Sequence[Change]) -> None:
        """Put changes into the database."""
        self.new_table.run(cursor, [msgspec.structs.asdict(c.new) for c in changes if c.new is not None])
        self.cut.run(cursor, [{"table_id": c.table, "first": c.cut} for c in changes if c.cut is not None])
        self.setup.run(cursor, [_row(c.table, c.setup) for c in changes if c.setup is not None])
        self.new_answer.run(cursor, [_row(c.table, answer) for c in changes for answer in c.answers])
        self.played.run(cursor, [_row(c.table, c.played) for c in changes if c.played is not None])
        self.waited.run(cursor, [_row(c.table, c.waited) for c in changes if c.waited is not None])
        self.new_saying.run(cursor, [_row(c.table, saying) for c in changes for saying in c.said])


def _row(table: str, stored: msgspec.Struct) -> dict[str, Any]:
    return {"table_id": table, **msgspec.structs.asdict(stored)}


def _bound(*names: str) -> dict[str, sa.BindParameter[Any]]:
    return {name: sa.bindparam(name, type_=TABLES.c[name].type) for name in names}


def ping(connection: Connection) -> None:
    """Have the database say something."""
    connection.exec_driver_sql("SELECT 1")


def unfinished(connection: Connection) -> list[StoredTable]:
    """All tables that are still open."""
    rows = connection.execute(sa.select(TABLES).where(TABLES.c.phase != "over"))
    return [StoredTable(**row._mapping) for row in rows]


def stored_table(connection: Connection, id: str) -> StoredTable | None:
    """A table by its id."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).first()
    return None if row is None else StoredTable(**row._mapping)


def finished(connection: Connection, limit: int) -> list[StoredTable]:
    """Finished games of listed tables, the newest first."""
    asked = (
        sa.select(TABLES)
        .where(TABLES.c.phase == "over", TABLES.c.listed.is_(True))
        .order_by(TABLES.c.ended.desc())
        .limit(limit)
    )
    return [StoredTable(**row._mapping) for row in connection.execute(asked)]


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


def forget(connection: Connection, before: float) -> int:
    """Throw away unfinished tables that nobody has touched since then. Returns how many."""
    old = sa.and_(TABLES.c.phase != "over", TABLES.c.updated < before)
    if connection.execute(sa.select(TABLES.c.id).where(old).limit(1)).first() is None:
        return 0  # to delete nothing would still keep all commits waiting while it is looked for
    gone = connection.execute(sa.delete(TABLES).where(old))
    connection.commit()
    return gone.rowcount


def checkpoint(connection: Connection) -> None:
    """Work SQLite's log into its file. What is passive keeps no commit waiting, but cannot shorten a log in use."""
    _, pages, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
    if pages > LONG_LOG:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
