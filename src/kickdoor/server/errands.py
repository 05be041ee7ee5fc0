"""Bots that search think in processes of their own, on any machine: these take errands from the servers' PostgreSQL.

A server leaves an errand and is told when it is done. One that nobody takes at once, or that is not done in time, it
takes back and does itself, so games go on whether anybody thinks elsewhere or not.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from kickdoor.play.choices import Offer, Option
from kickdoor.server import claims
from kickdoor.server.claims import NOW, Note
from kickdoor.server.schema import ERRANDS, make_engine, migrate
from kickdoor.server.store import Store
from kickdoor.server.thinking import Answered, search

log = logging.getLogger("kickdoor.errands")

TAKEN_SECONDS = 0.5
"""An errand that nobody has taken by then is not for others."""

DONE_SECONDS = 15.0
"""An errand that is not done by then has been taken by somebody who is gone."""

ALONE_SECONDS = 30.0
"""So long no errand is left after one that nobody took."""

LOOK_SECONDS = 1.0
"""So often a process that thinks looks for errands that it was not told of."""


class Errand(msgspec.Struct, frozen=True):
    """What one bot has to think about."""

    id: str
    node: str
    bot: str
    key: str
    seat: int
    save: bytes


class Desk:
    """Where a server leaves errands and hears that they are done."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, asyncio.Event] = {}
        self._alone_until = 0.0  #: nobody took the last errand

    async def choose(self, save: bytes, seat: int, bot: str, key: str) -> Option | Offer | None:
        """What a bot answers; None where nobody thinks for it elsewhere."""
        if time.monotonic() < self._alone_until:
            return None
        errand = Errand(secrets.token_urlsafe(12), self._store.node, bot, key, seat, save)
        told = self._waiting[errand.id] = asyncio.Event()
        try:
            await self._store.read(leave, errand)
            if not await heard(told, TAKEN_SECONDS) and not await self._store.read(is_taken, errand.id):
                self._alone_until = time.monotonic() + ALONE_SECONDS
                return None
            await heard(told, DONE_SECONDS)
            answer = await self._store.read(answer_of, errand.id)
            return None if answer is None else msgspec.msgpack.decode(answer, type=Answered).choice()
        finally:
            del self._waiting[errand.id]
            await asyncio.shield(self._store.read(forget, errand.id))

    def done(self, id: str) -> None:
        """An errand is done."""
        if (told := self._waiting.get(id)) is not None:
            told.set()


async def heard(told: asyncio.Event, seconds: float) -> bool:
    """Whether it was told in time."""
    try:
        async with asyncio.timeout(seconds):
            await told.wait()
    except TimeoutError:
        return False
    return True


def leave(connection: Connection, errand: Errand) -> None:
    """Leave an errand for whoever takes it first."""
    connection.execute(sa.insert(ERRANDS).values(**msgspec.structs.asdict(errand), asked=NOW))
    connection.commit()
    claims.tell(connection, Note(to=claims.THINKERS))


def take(connection: Connection) -> Errand | None:
    """Take the oldest errand that nobody has taken."""
    free = sa.select(ERRANDS.c.id).where(ERRANDS.c.taken.is_(None)).order_by(ERRANDS.c.asked)
    free = free.limit(1).with_for_update(skip_locked=True)
    columns = [ERRANDS.c[name] for name in Errand.__struct_fields__]
    row = connection.execute(
        sa.update(ERRANDS).where(ERRANDS.c.id == free.scalar_subquery()).values(taken=NOW).returning(*columns)
    ).first()
    connection.commit()
    return None if row is None else Errand(*row)


def is_taken(connection: Connection, id: str) -> bool:
    """Whether somebody has taken an errand; from now on nobody takes it who has not."""
    row = connection.execute(sa.select(ERRANDS.c.taken).where(ERRANDS.c.id == id).with_for_update()).first()
    taken = row is not None and row[0] is not None
    if not taken:
        connection.execute(sa.delete(ERRANDS).where(ERRANDS.c.id == id))
    connection.commit()
    return taken


def answer_of(connection: Connection, id: str) -> bytes | None:
    """What came of an errand."""
    found = connection.execute(sa.select(ERRANDS.c.answer).where(ERRANDS.c.id == id)).scalar()
    return None if found is None else bytes(found)


def forget(connection: Connection, id: str) -> None:
    """An errand is over."""
    connection.execute(sa.delete(ERRANDS).where(ERRANDS.c.id == id))
    connection.commit()


def finish(connection: Connection, errand: Errand, answer: bytes) -> None:
    """An errand is done: tell the server that left it."""
    connection.execute(sa.update(ERRANDS).where(ERRANDS.c.id == errand.id).values(answer=answer))
    connection.commit()
    claims.tell(connection, Note(to=errand.node, errand=errand.id))


# The other side: a process that thinks


def think(database: str, told: Callable[[str], None]) -> None:
    """Do errands until a signal ends it."""
    engine = make_engine(database)
    migrate(engine)
    over = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: over.set())
    told("kickdoor: thinking for the servers on this database (Ctrl-C ends it)")
    while not over.is_set():
        try:
            _serve(engine, over)
        except Exception as error:  # the database is gone for a while
            log.warning("no errands can be taken", extra={"reason": str(error).partition("\n")[0]})
            engine.dispose()
            over.wait(LOOK_SECONDS)
    engine.dispose()


def _serve(engine: Engine, over: threading.Event) -> None:
    with engine.connect() as connection:
        listener: Any = engine.raw_connection()
        try:
            driver = listener.driver_connection
            driver.autocommit = True
            driver.execute("LISTEN " + driver.execute(f"SELECT {claims.CHANNEL}").fetchone()[0])
            while not over.is_set():
                while not over.is_set() and do_one(connection):
                    pass
                for _ in driver.notifies(timeout=LOOK_SECONDS, stop_after=1):
                    pass
        finally:
            listener.invalidate()


def do_one(connection: Connection) -> bool:
    """Do an errand; False where there is none."""
    errand = take(connection)
    if errand is None:
        return False
    try:
        choice = search(errand.save, errand.seat, errand.bot, errand.key)
    except Exception:  # its server does it then, and says what is wrong
        log.exception("an errand failed", extra={"bot": errand.bot})
    else:
        finish(connection, errand, msgspec.msgpack.encode(Answered.of(choice)))
    return True
