"""Which of several servers has which table, in a PostgreSQL that they share.

A server takes a table by one statement, which raises its term. Whatever it writes names that term (`writing.py`), so
whoever has lost a table can write no more, whatever their clock says. The lease, by the database's clock, and the lock
of a server's connection only decide when others may take what it has: at once from one that is dead, after some seconds
from one that is silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import OperationalError

from kickdoor.server.schema import NODES, PULSE, TABLES
from kickdoor.server.store import as_stored
from kickdoor.server.stored import StoredTable

LEASE_SECONDS = 3.0
"""So long after its last sign of life a server keeps its tables."""

LOCKED_MILLISECONDS = 300
"""So long a table is waited for that is just being written to: whoever writes may be frozen in the middle of it."""

NOW = sa.cast(sa.func.extract("epoch", sa.func.clock_timestamp()), sa.Float)
CHANNEL = "'kickdoor_' || md5(current_schema())"
"""What the servers of one schema listen to."""


THINKERS = "thinkers"
"""Whom errands are for."""


class Held(msgspec.Struct, frozen=True):
    """Another server has the table, and is alive."""

    owner: str
    lease: float  #: seconds until it expires, unless there is another sign of life


class Note(msgspec.Struct, frozen=True):
    """What servers tell each other: a table is wanted, or given back; an errand is done; else: look at the board."""

    to: str = ""
    table: str = ""
    by: str = ""  #: who wants the table; empty: it was given back
    errand: str = ""


CONNECTED = sa.text(
    "EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND ((classid::bigint << 32) | objid::bigint)"
    " = hashtextextended('kickdoor ' || current_schema() || ' ' || nodes.node, 0))"
)
"""Whether the connection by which a server writes stands: it holds the lock of `writing.py`."""


def _free(node: str) -> sa.ColumnElement[bool]:
    """Whether this server may take a table: nobody has it, itself, or somebody who is silent or cut off."""
    alive = sa.select(NODES.c.node).where(NODES.c.expires > NOW, CONNECTED)
    return sa.or_(TABLES.c.owner.is_(None), TABLES.c.owner == node, TABLES.c.owner.not_in(alive))


def _taken(node: str) -> sa.Update:
    return sa.update(TABLES).values(owner=node, term=TABLES.c.term + 1)


def take(connection: Connection, node: str, table: str) -> StoredTable | Held | None:
    """Take a table; None where there is none of this id."""
    asked = _taken(node).where(TABLES.c.id == table, _free(node)).returning(*TABLES.c)
    connection.execute(sa.text(f"SET LOCAL lock_timeout = {LOCKED_MILLISECONDS}"))
    try:
        row = connection.execute(asked).first()
        connection.commit()
    except OperationalError:  # it was locked all the time
        connection.rollback()
        row = None
    if row is not None:
        return as_stored(row)
    left = sa.func.coalesce(NODES.c.expires - NOW, 0.0)
    owner = sa.select(TABLES.c.owner, left).outerjoin(NODES, NODES.c.node == TABLES.c.owner)
    held = connection.execute(owner.where(TABLES.c.id == table)).first()
    return None if held is None else Held(held[0] or "", held[1])


def take_all(connection: Connection, node: str, tables: Sequence[str]) -> dict[str, StoredTable]:
    """Take those of these tables that are free and that nobody writes to just now."""
    free = sa.select(TABLES.c.id).where(TABLES.c.id.in_(tables), _free(node)).with_for_update(skip_locked=True)
    rows = connection.execute(_taken(node).where(TABLES.c.id.in_(free)).returning(*TABLES.c)).all()
    connection.commit()
    return {row.id: as_stored(row) for row in rows}


def take_due(connection: Connection, node: str, now: float, most: int) -> list[StoredTable]:
    """Take tables that have something to do though nobody is there; what another takes just now is left to it."""
    due = sa.select(TABLES.c.id).where(TABLES.c.due <= now, _free(node), TABLES.c.owner.is_distinct_from(node))
    due = due.order_by(TABLES.c.due).limit(most).with_for_update(skip_locked=True)
    rows = connection.execute(_taken(node).where(TABLES.c.id.in_(due)).returning(*TABLES.c)).all()
    connection.commit()
    return [as_stored(row) for row in rows]


def let_go(connection: Connection, node: str, table: str) -> None:
    """This server does not want a table that is its own."""
    connection.execute(sa.update(TABLES).where(TABLES.c.id == table, TABLES.c.owner == node).values(owner=None))
    connection.commit()


def terms_of(connection: Connection, node: str) -> dict[str, int]:
    """The tables that a server has, each with its term."""
    rows = connection.execute(sa.select(TABLES.c.id, TABLES.c.term).where(TABLES.c.owner == node))
    return {row.id: row.term for row in rows}


def open_and_listed(connection: Connection, most: int) -> list[StoredTable]:
    """Listed tables of all servers that have not ended, the newest first."""
    asked = sa.select(TABLES).where(TABLES.c.phase != "over", TABLES.c.listed.is_(True))
    rows = connection.execute(asked.order_by(TABLES.c.created.desc()).limit(most))
    return [as_stored(row) for row in rows]


def made_by(connection: Connection, maker: str, since: float) -> tuple[int, int]:
    """How many tables somebody has made at all servers since then, and how many of all theirs are not over."""
    theirs = TABLES.c.maker == maker
    made = sa.select(sa.func.count()).where(theirs, TABLES.c.created >= since)
    live = sa.select(sa.func.count()).where(theirs, TABLES.c.phase != "over", TABLES.c.owner.is_not(None))
    return int(connection.execute(made).scalar() or 0), int(connection.execute(live).scalar() or 0)


def tell(connection: Connection, note: Note) -> None:
    """Tell the other servers something."""
    words = msgspec.json.encode(note).decode()
    connection.execute(sa.text(f"SELECT pg_notify({CHANNEL}, :words)"), {"words": words})
    connection.commit()


def beat(cursor: Any, node: str, address: str) -> None:
    """A sign of life."""
    cursor.execute(
        "INSERT INTO nodes (node, address, expires) VALUES (%(node)s, %(address)s,"
        " extract(epoch FROM clock_timestamp()) + %(lease)s)"
        " ON CONFLICT (node) DO UPDATE SET expires = excluded.expires",
        {"node": node, "address": address, "lease": LEASE_SECONDS},
    )


def leave(connection: Connection, node: str) -> None:
    """This server has no tables any more, and is gone."""
    connection.execute(sa.update(TABLES).where(TABLES.c.owner == node).values(owner=None))
    connection.execute(sa.delete(NODES).where(NODES.c.node == node))
    connection.execute(sa.delete(PULSE).where(PULSE.c.node == node))
    connection.commit()


def bury(connection: Connection) -> None:
    """Forget servers that have given no sign of life for an hour."""
    dead = sa.select(NODES.c.node).where(NODES.c.expires < NOW - 3600)
    connection.execute(sa.delete(PULSE).where(PULSE.c.node.in_(dead)))
    connection.execute(sa.delete(NODES).where(NODES.c.expires < NOW - 3600))
    connection.commit()
