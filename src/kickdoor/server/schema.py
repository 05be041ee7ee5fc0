"""The tables of the database, the statements by which a server writes, and how a database is opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine
from sqlalchemy.pool import NullPool

from kickdoor.server.stored import Change

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
    sa.Column("due", sa.Float),
    sa.Column("owner", sa.String(16)),
    sa.Column("term", sa.BigInteger, nullable=False),
    sa.Column("maker", sa.String(64), nullable=False),
)
ANSWERS = sa.Table(
    "answers",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("node", sa.String(16), nullable=False),
    sa.Column("term", sa.BigInteger, nullable=False),
)
SAYINGS = sa.Table(
    "sayings",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("said", sa.LargeBinary, nullable=False),
)
NOTES = sa.Table(
    "notes",
    METADATA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
"""What belongs to the server and to no table."""

PACKS = sa.Table(
    "packs",
    METADATA,
    sa.Column("ref", sa.String(80), primary_key=True),
    sa.Column("text", sa.LargeBinary, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("maker", sa.String(64), nullable=False),
    sa.Column("kept", sa.Float, nullable=False),
)
"""Packs that somebody brought along, compressed; `kept` is until when one stays that neither table nor link needs."""

TABLE_PACKS = sa.Table(
    "table_packs",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("ref", sa.String(80), primary_key=True),
)
SHARES = sa.Table(
    "shares",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("ref", sa.String(80), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

PULSE = sa.Table(
    "pulse",
    METADATA,
    sa.Column("node", sa.String(16), primary_key=True),
    sa.Column("serial", sa.BigInteger, nullable=False),
)
"""For each server the number of its last transaction: by it a commit of unknown outcome is settled."""

NODES = sa.Table(
    "nodes",
    METADATA,
    sa.Column("node", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(200), nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
)
"""The servers that share this database, each until its lease expires by the database's clock."""

ERRANDS = sa.Table(
    "errands",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("node", sa.String(16), nullable=False),
    sa.Column("bot", sa.String(40), nullable=False),
    sa.Column("key", sa.String(120), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("save", sa.LargeBinary, nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("taken", sa.Float),
    sa.Column("answer", sa.LargeBinary),
)
"""What bots that search have to think about, for processes that do nothing else."""


IDLE_MILLISECONDS = 3000
"""So long a transaction may stand still before PostgreSQL ends it, and the connection with it."""


def make_engine(url: str) -> Engine:
    """An engine for a URL; SQLite in WAL mode."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "postgresql" and parsed.get_driver_name() != "psycopg":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        # A network that swallows everything must not keep tables waiting for ever.
        patience = (
            {"connect_timeout": 5, "tcp_user_timeout": 10_000} if parsed.get_backend_name() == "postgresql" else {}
        )
        engine = sa.create_engine(parsed, pool_pre_ping=True, connect_args=patience)
        if engine.dialect.name == "postgresql":
            sa.event.listen(engine, "connect", _let_go)
        return engine
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(parsed, connect_args={"check_same_thread": False, "timeout": 10}, poolclass=NullPool)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def _let_go(connection: Any, _: Any) -> None:
    """Who is frozen in the middle of a transaction keeps nobody else waiting for what it has locked."""
    connection.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MILLISECONDS}")
    connection.commit()


def migrate(engine: Engine) -> None:
    """Bring a database up to date."""
    config = Config()
    config.set_main_option("script_location", "kickdoor.server:migrations")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('kickdoor migrations'))"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Prepared:
    """A statement compiled once for a kind of database, and given to its driver as it is."""

    def __init__(self, statement: sa.Executable, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        self.text = str(compiled)
        self.order: list[str] | None = compiled.positiontup if compiled.positional else None

    def run(self, cursor: Any, rows: Sequence[dict[str, Any]]) -> None:
        """Execute it for some rows.

        PostgreSQL is sent one after the other: in the midst of several together it does not end a transaction that
        stands still, and whoever froze there would keep what they have locked.
        """
        order = self.order
        if order is None:
            for row in rows:
                cursor.execute(self.text, row)
        elif rows:
            cursor.executemany(self.text, [tuple(row[name] for name in order) for row in rows])


class Script:
    """The statements by which a server writes."""

    def __init__(self, dialect: sa.Dialect) -> None:
        here = TABLES.c.id == sa.bindparam("table_id")
        self.new_table = Prepared(sa.insert(TABLES), dialect)
        self.new_answer = Prepared(sa.insert(ANSWERS), dialect)
        self.new_saying = Prepared(_unless_there(SAYINGS, dialect), dialect)
        self.unsaid = Prepared(
            sa.delete(SAYINGS).where(
                SAYINGS.c.table_id == sa.bindparam("table_id"), SAYINGS.c.number <= sa.bindparam("last")
            ),
            dialect,
        )
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
            sa.update(TABLES).where(here).values(_bound("updated", "answers", "snapshot", "moment", "due")), dialect
        )
        self.waited = Prepared(sa.update(TABLES).where(here).values(_bound("updated", "moment", "due")), dialect)
        self.no_note = Prepared(sa.delete(NOTES).where(NOTES.c.name == sa.bindparam("note_name")), dialect)
        self.new_note = Prepared(sa.insert(NOTES), dialect)
        self.new_pack = Prepared(_unless_there(PACKS, dialect), dialect)
        self.kept_pack = Prepared(
            sa.update(PACKS)
            .where(PACKS.c.ref == sa.bindparam("pack_ref"), PACKS.c.kept < sa.bindparam("pack_kept"))
            .values(kept=sa.bindparam("pack_kept")),
            dialect,
        )
        self.new_table_pack = Prepared(sa.insert(TABLE_PACKS), dialect)
        self.new_share = Prepared(sa.insert(SHARES), dialect)
        self.no_share = Prepared(sa.delete(SHARES).where(SHARES.c.id == sa.bindparam("share_id")), dialect)
        self.pulse = Prepared(
            sa.update(PULSE).where(PULSE.c.node == sa.bindparam("beating")).values(serial=sa.bindparam("serial_now")),
            dialect,
        )
        self.given_back = Prepared(
            sa.update(TABLES).where(here, TABLES.c.term == sa.bindparam("of_term")).values(owner=sa.null()), dialect
        )

    def passed(self, cursor: Any, changes: Sequence[Change]) -> set[str]:
        """Of the tables that are about to be changed those whose term has passed; the others are kept till then.

        Safety hangs on this alone: who has lost a table, by whatever clock, cannot write to it.
        """
        held = {change.table: change.term for change in changes if change.table and change.new is None}
        if not held:
            return set()
        cursor.execute("SELECT id, term FROM tables WHERE id = ANY(%s) ORDER BY id FOR UPDATE", [list(held)])
        terms = dict(cursor.fetchall())
        return {table for table, term in held.items() if terms.get(table) != term}

    def write(self, cursor: Any, changes: Sequence[Change], node: str) -> None:
        """Put changes into the database, by this server."""
        packs = [c.pack for c in changes if c.pack is not None]
        self.new_pack.run(cursor, [msgspec.structs.asdict(pack) for pack in packs])
        self.kept_pack.run(cursor, [{"pack_ref": pack.ref, "pack_kept": pack.kept} for pack in packs])
        self.new_share.run(cursor, [msgspec.structs.asdict(c.share) for c in changes if c.share is not None])
        self.no_share.run(cursor, [{"share_id": c.unshare} for c in changes if c.unshare])
        self.new_table.run(cursor, [msgspec.structs.asdict(c.new) for c in changes if c.new is not None])
        self.new_table_pack.run(cursor, [{"table_id": c.table, "ref": ref} for c in changes for ref in c.guests])
        self.cut.run(cursor, [{"table_id": c.table, "first": c.cut} for c in changes if c.cut is not None])
        self.setup.run(cursor, [_row(c.table, c.setup) for c in changes if c.setup is not None])
        self.new_answer.run(
            cursor, [{**_row(c.table, answer), "node": node, "term": c.term} for c in changes for answer in c.answers]
        )
        self.played.run(cursor, [_row(c.table, c.played) for c in changes if c.played is not None])
        self.waited.run(cursor, [_row(c.table, c.waited) for c in changes if c.waited is not None])
        notes = {c.note.name: c.note for c in changes if c.note is not None}
        self.no_note.run(cursor, [{"note_name": name} for name in notes])
        self.new_note.run(cursor, [msgspec.structs.asdict(note) for note in notes.values()])
        self.unsaid.run(cursor, [{"table_id": c.table, "last": c.unsaid} for c in changes if c.unsaid is not None])
        self.new_saying.run(cursor, [_row(c.table, saying) for c in changes for saying in c.said])
        self.given_back.run(cursor, [{"table_id": c.table, "of_term": c.term} for c in changes if c.give_back])

    def beat(self, cursor: Any, serial: int, node: str) -> None:
        """Note the number of a transaction of this server in it."""
        self.pulse.run(cursor, [{"serial_now": serial, "beating": node}])


def _unless_there(table: sa.Table, dialect: sa.Dialect) -> sa.Executable:
    """Insert a row, unless there is one with its key."""
    insert = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()


def _row(table: str, stored: msgspec.Struct) -> dict[str, Any]:
    return {"table_id": table, **msgspec.structs.asdict(stored)}


def _bound(*names: str) -> dict[str, sa.BindParameter[Any]]:
    return {name: sa.bindparam(name, type_=TABLES.c[name].type) for name in names}
