"""The writer: the one connection by which a server writes, and the lock that keeps a second server away.

Several servers share a PostgreSQL where all of them say so: then each writes only to tables that it has (`claims.py`).

Changes that are given together are one transaction. Where that fails each is tried alone, so that one cannot fail the
others; where the connection was lost another is made, and what had become of the transaction is read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from kickdoor.server.schema import PULSE, Script
from kickdoor.server.stored import Change

log = logging.getLogger("kickdoor.store")

GIVE_UP_SECONDS = 8.0
"""So long a lost connection is tried again while tables wait; then they are told, and the next change tries anew."""

FIRST_WAIT = 0.05
LONGEST_WAIT = 1.0

BUSY_SECONDS = 10
"""How long another writer of a SQLite file is waited for, off the event loop."""

LOCK_SECONDS = 10.0
"""A server that was killed may hold the lock of PostgreSQL for a moment after its end."""

OURS = "hashtextextended('kickdoor ' || current_schema(), 0)"
"""The number of the advisory lock, of its own for each schema of a database. Who is alone has it for themselves."""

OWN = "hashtextextended('kickdoor ' || current_schema() || ' ' || %s, 0)"
"""The lock of one of several servers: it goes with the connection by which that one writes."""


class InUse(Exception):
    """Another server works on the database."""


class Fenced(Exception):
    """Another server has taken the table that was to be written to."""


class Busy(Exception):
    """Somebody else writes just now, so this has to wait, and not on the event loop."""


Failure = BaseException | None


class Writer:
    """The connection by which a server writes. Used by one thread at a time. `node`: its name among several."""

    def __init__(self, engine: Engine, durable: bool = False, node: str = "") -> None:
        self.engine = engine
        self.node = node
        self.embedded = engine.dialect.name == "sqlite"
        self.commits = 0
        self.seconds = 0.0
        self.reconnected = 0
        self.failing = ""  #: why the last change could not be stored; empty: it could
        self.failed_at = 0.0
        self.durable = durable
        self._script = Script(engine.dialect)
        self._errors: Any = engine.dialect.loaded_dbapi.Error
        self._lock_file: Any = None
        self._connection: Any = None
        self._serial = 0
        if self.embedded:
            self._lock_file = locked_file(engine.url.database)
        self._open(time.monotonic() + LOCK_SECONDS)

    def _open(self, until: float) -> None:
        """Connect, alone."""
        try:
            connection: Any = self.engine.raw_connection()
        except self._errors as error:
            raise OSError(str(error).partition("\n")[0]) from error
        try:
            cursor = connection.cursor()
            if self.embedded:
                cursor.execute(f"PRAGMA synchronous={'FULL' if self.durable else 'NORMAL'}")
                cursor.execute("PRAGMA wal_autocheckpoint=0")
                cursor.execute("PRAGMA busy_timeout=0")
            elif self.engine.dialect.name == "postgresql":
                self._lock(connection, cursor, until)
            cursor.close()
        except BaseException:
            _discard(connection)
            raise
        self._connection = connection

    def _lock(self, connection: Any, cursor: Any, until: float) -> None:
        """The lock goes with the connection. Who holds it is alone, so what the last holder began has ended by now."""
        while True:
            if self.node:
                cursor.execute(
                    f"SELECT pg_try_advisory_lock_shared({OURS}) AND pg_try_advisory_lock({OWN})", [self.node]
                )
            else:
                cursor.execute(f"SELECT pg_try_advisory_lock({OURS})")
            found = cursor.fetchone()[0]
            connection.commit()
            if found:
                return
            if time.monotonic() > until:
                raise InUse("another server works on this database")
            time.sleep(FIRST_WAIT)

    def begin(self) -> None:
        """The database is up to date: transactions of this server are counted from here on."""
        with self.engine.begin() as connection:
            serial = connection.execute(sa.select(PULSE.c.serial).where(PULSE.c.node == self.node)).scalar()
            if serial is None:
                serial = 0
                connection.execute(sa.insert(PULSE).values(node=self.node, serial=serial))
        self._serial = serial

    def _read_serial(self) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(sa.select(PULSE.c.serial).where(PULSE.c.node == self.node)).scalar_one())

    # Writing

    def commit(self, changes: Sequence[Change], *, patient: bool = True) -> list[Failure]:
        """Store changes; for each why it could not be, or None. Raises Busy where it would wait and may not."""
        began = time.perf_counter()
        try:
            failures = self._settle(changes, patient)
        except Busy:
            raise
        except Exception as error:
            failures = [error] * len(changes)
        for change, failure in zip(changes, failures, strict=True):
            if change.table and not isinstance(failure, Fenced):
                self.failing = "" if failure is None else str(failure).partition("\n")[0]
                self.failed_at = time.monotonic() if failure is not None else self.failed_at
        self.seconds += time.perf_counter() - began
        return failures

    def note_failure(self, why: str) -> None:
        """Something could not be stored."""
        self.failing = why.partition("\n")[0]
        self.failed_at = time.monotonic()

    def _settle(self, changes: Sequence[Change], patient: bool) -> list[Failure]:
        failure = self._try(changes, patient)
        if failure is not None and self._is_lost():
            self._reconnect(failure)
            if self._is_stored():
                return [None] * len(changes)
            failure = self._try(changes, patient)
        if failure is None or len(changes) == 1:
            return [failure] * len(changes)
        return [self._settle([change], True)[0] for change in changes]

    def _try(self, changes: Sequence[Change], patient: bool) -> Failure:
        """One transaction; why it failed, or None. What failed has left nothing, unless the connection was lost."""
        if self._connection is None:
            return OSError("there is no connection to the database")
        try:
            cursor = self._connection.cursor()
            if self.embedded and patient:
                cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
            try:
                if self.node and (passed := self._script.passed(cursor, changes)):
                    raise Fenced(f"another server has {', '.join(sorted(passed))}")
                self._script.write(cursor, changes, self.node)
                if not self.embedded or not all(change.table for change in changes):
                    self._script.beat(cursor, self._serial + 1, self.node)
                self._connection.commit()
            finally:
                if self.embedded and patient:
                    cursor.execute("PRAGMA busy_timeout=0")
                cursor.close()
        except Exception as error:
            with suppress(Exception):  # a lost connection has nothing to roll back
                self._connection.rollback()
            if self.embedded and not patient and "locked" in str(error):
                raise Busy from error
            return error
        self._serial += 1
        self.commits += 1
        return None

    def _is_lost(self) -> bool:
        """Whether the connection is of no more use."""
        if self.embedded:
            return False
        if self._connection is None:
            return True
        driver = self._connection.driver_connection
        return driver is None or bool(driver.closed)

    def _reconnect(self, why: BaseException) -> None:
        """Connect again, with longer and longer waits; raises the last failure where that takes too long."""
        log.warning("the connection to the database was lost", extra={"reason": str(why)})
        end = time.monotonic() + GIVE_UP_SECONDS
        wait = FIRST_WAIT
        if self._connection is not None:
            _discard(self._connection)
            self._connection = None
        while True:
            try:
                self._open(end)
            except (SQLAlchemyError, InUse, OSError, self._errors) as error:
                if time.monotonic() + wait > end:
                    raise
                log.info("the database is not there yet", extra={"reason": str(error).partition("\n")[0]})
                time.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                self.reconnected += 1
                log.warning("connected to the database again")
                return

    def _is_stored(self) -> bool:
        """Whether the transaction that was under way when the connection was lost is stored after all."""
        serial = self._read_serial()
        if serial == self._serial + 1:
            self._serial = serial
            self.commits += 1
            return True
        return False

    def close(self) -> None:
        """Write no more."""
        if self._connection is not None:
            with suppress(SQLAlchemyError):  # a database that is gone need not be told
                self._connection.close()
        if self._lock_file is not None:
            self._lock_file.close()


def _discard(connection: Any) -> None:
    """Never use a connection again."""
    with suppress(Exception):
        connection.invalidate()
    with suppress(Exception):
        connection.close()


def locked_file(database: str | None) -> Any:
    """A lock beside a SQLite file, as long as it is open; None where there is no file, or no such locks."""
    if not database or database == ":memory:":
        return None
    try:
        import fcntl
    except ImportError:  # Windows keeps no such locks
        return None
    found = Path(f"{database}.lock").open("w")  # noqa: SIM115 - it is the lock, and is closed with the writer
    try:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        found.close()
        raise InUse(f"another server works on {database}") from error
    return found
