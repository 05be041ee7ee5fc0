"""How a lobby shares its database with those of other servers: it takes tables, gives them back, and hears of bans."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server import claims
from kickdoor.server.claims import Held, Note
from kickdoor.server.errands import Desk, heard
from kickdoor.server.errors import Elsewhere, NotThere
from kickdoor.server.nodes import Node
from kickdoor.server.protocol import TableInfo
from kickdoor.server.session import Session
from kickdoor.server.session.seating import Setup
from kickdoor.server.store import Passed, Unstored, note_of
from kickdoor.server.stored import Change, StoredTable
from kickdoor.server.tracing import span

if TYPE_CHECKING:
    from kickdoor.server.lobby import Lobby
    from kickdoor.server.table import Table

log = logging.getLogger("kickdoor.nodes")

MOVED = Refusal("table.moved")

TAKE_SECONDS = 8.0
"""So long a visitor waits for a table that another server has: a lease has expired by then."""

ASK_SECONDS = 0.5
"""So often the other server is asked for it."""

LOOK_SECONDS = 0.02
"""A lease that is about to expire is looked at again so late."""

HOLD_SECONDS = 3.0
"""A table that was just taken, and at which somebody is, is kept so long, whoever else wants it."""

MOST_AT_ONCE = 32
"""So many tables are taken by one statement: when a server is gone, the visitors of all its tables come at once."""

MOST_LISTED = 200
MADE_SECONDS = 300.0


class Sharing:
    """One lobby among several."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.store = lobby.store
        self.node = Node(lobby.store.engine, lobby.store.node, lobby.settings.place, self._heard, self._overslept)
        self.desk = Desk(lobby.store)
        self._since: dict[str, float] = {}  #: when tables were taken
        self._wanted: dict[str, asyncio.Event] = {}  #: tables that visitors here wait for
        self._asked: dict[str, asyncio.Future[StoredTable | None]] = {}  #: tables that are to be taken together
        self._taking = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._checking = asyncio.Lock()

    async def start(self) -> None:
        """Be known to the others."""
        await self.node.start()

    async def stop(self) -> None:
        """All tables are given back: be gone."""
        for task in self._tasks:
            task.cancel()
        await self.node.stop()
        with suppress(Exception):  # what is left expires by itself
            await self.store.read(claims.leave, self.node.name)

    # Tables

    async def take(self, id: str) -> StoredTable:
        """Take a table; where another server has it, ask for it, or wait for the end of its lease."""
        with span("take", table=id):
            return await self._take(id)

    async def _take(self, id: str) -> StoredTable:
        end = time.monotonic() + TAKE_SECONDS
        free = self._wanted[id] = asyncio.Event()
        try:
            found: StoredTable | Held | None = await self._take_with_others(id)
            while True:
                if found is None:
                    found = await self.store.read(claims.take, self.node.name, id)
                if found is None:
                    raise NotThere("table.no_such_table")
                if isinstance(found, StoredTable):
                    self.taken(found)
                    return found
                if time.monotonic() > end or not self.lobby.is_sought(id):  # else it is taken from others for nobody
                    raise Elsewhere("table.elsewhere")
                await self.tell(Note(found.owner, id, self.node.name))
                await heard(free, min(ASK_SECONDS, max(0.0, found.lease) + LOOK_SECONDS))
                free.clear()
                found = None
        finally:
            del self._wanted[id]

    async def _take_with_others(self, id: str) -> StoredTable | None:
        """Take a table by one statement with all that are wanted in the meantime; None where another has it."""
        asked: asyncio.Future[StoredTable | None] = asyncio.get_running_loop().create_future()
        self._asked[id] = asked
        if not self._taking:
            self._taking = True
            self._soon(self._take_what_is_asked())
        return await asked

    async def _take_what_is_asked(self) -> None:
        some: dict[str, asyncio.Future[StoredTable | None]] = {}
        try:
            while self._asked:
                some = {id: self._asked.pop(id) for id in list(self._asked)[:MOST_AT_ONCE]}
                try:
                    found = await self.store.read(claims.take_all, self.node.name, list(some))
                except Exception as error:
                    for asked in some.values():
                        if not asked.done():
                            asked.set_exception(error)
                    continue
                for id, asked in some.items():
                    if not asked.done():
                        asked.set_result(found.get(id))
        finally:
            self._taking = False
            for asked in (*some.values(), *self._asked.values()):
                asked.cancel()

    def taken(self, stored: StoredTable) -> None:
        """This server has a table from now on."""
        self.store.terms[stored.id] = stored.term
        self._since[stored.id] = time.monotonic()
        self.lobby.metrics.moved.labels("taken").inc()
        log.info("table taken", extra={"table": stored.id, "term": stored.term})

    async def take_due(self, now: float, most: int) -> list[StoredTable]:
        """Take tables that have something to do though nobody is there."""
        await self.store.read(claims.bury)
        found: list[StoredTable] = await self.store.read(claims.take_due, self.node.name, now, most)
        for stored in found:
            self.taken(stored)
        return found

    async def give_back(self, change: Change) -> None:
        """Store the last of a table, which is not this server's any more."""
        self._since.pop(change.table, None)
        if change.table in self.store.terms:
            change.give_back = True
            self.lobby.metrics.moved.labels("given").inc()
            try:
                await self.store.write(change)
            except Passed:
                log.info("table was taken already", extra={"table": change.table})
            except Unstored as error:
                told = {"table": change.table, "reason": str(error)}
                log.error("table could not be given back; it is free when this server is gone", extra=told)
            self.store.terms.pop(change.table, None)

    async def make_sure(self) -> None:
        """This server may have slept: what another one has taken meanwhile is not shown here any more."""
        async with self._checking:
            if not self.node.is_sure:
                self.node.doubtful = False  # who sleeps again doubts again
                before = {id: self.store.terms.get(id) for id in self.lobby.tables}
                try:
                    kept = await self.store.read(claims.terms_of, self.node.name)
                except BaseException:
                    self.node.doubtful = True
                    raise
                for id, term in before.items():
                    table = self.lobby.tables.get(id)
                    if table is not None and kept.get(id) != term == self.store.terms.get(id):
                        self.lost(table)

    def _overslept(self) -> None:
        self._soon(self.make_sure())

    def lost(self, table: Table) -> None:
        """Another server has taken a table while this one slept: nothing more comes of it here."""
        log.warning("table lost to another server", extra={"table": table.id})
        self.lobby.metrics.moved.labels("lost").inc()
        if self.lobby.tables.get(table.id) is table:
            del self.lobby.tables[table.id]
            self.store.terms.pop(table.id, None)
            self._since.pop(table.id, None)
        self._soon(table.close(MOVED))

    async def listed(self) -> list[TableInfo]:
        """Listed tables of all servers that have not ended, the newest first."""
        found = []
        for stored in await self.store.read(claims.open_and_listed, MOST_LISTED):
            table = self.lobby.tables.get(stored.id)
            session = table.session if table is not None else of_stored(stored)
            if session is not None and session.phase != "over":
                found.append(session.info())
        return found

    # What concerns all servers

    async def has_made_enough(self, maker: str, now: float) -> bool:
        """Whether somebody has made as many tables at all servers as one may."""
        settings = self.lobby.settings
        made, live = await self.store.read(claims.made_by, maker, now - MADE_SECONDS)
        most = settings.table_burst + settings.tables_per_second * MADE_SECONDS
        return bool(live >= settings.most_tables_of_address or made >= most)

    async def tell(self, note: Note) -> None:
        """Tell the other servers something."""
        await self.store.read(claims.tell, note)

    def _heard(self, note: Note) -> None:
        if note.errand:
            self.desk.done(note.errand)
        elif note.by:
            self._soon(self._give(note.table, note.by))
        elif note.table:
            if (free := self._wanted.get(note.table)) is not None:
                free.set()
        else:
            self._soon(self._read_board())

    async def _give(self, id: str, to: str) -> None:
        """Somebody is at another server and wants a table that this one has."""
        table = self.lobby.tables.get(id)
        if table is None:
            if not self.lobby.is_moving(id):  # it could not be given back, or was taken for somebody who had gone
                log.warning("table let go that was not in memory", extra={"table": id})
                await self.store.read(claims.let_go, self.node.name, id)
                await self.tell(Note(to, id))
            return
        if not table.is_attended or time.monotonic() - self._since.get(id, 0.0) >= HOLD_SECONDS:
            log.info("table given to another server", extra={"table": id})
            await self.lobby.put_out(table, MOVED)
            await self.tell(Note(to, id))

    async def _read_board(self) -> None:
        """Another server has changed the board."""
        self.lobby.board.follow(await self.store.read(note_of, "board"))
        self.lobby.warden.send_away()
        self.lobby.warden.show_board()

    def _soon(self, what: object) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(what)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def of_stored(stored: StoredTable) -> Session | None:
    """A table of another server, as it is stored; None where it cannot be read."""
    try:
        session = Session(stored.id, msgspec.json.decode(stored.setup, type=Setup), stored.created)
        session.resume(stored)
    except (msgspec.MsgspecError, ValueError, LookupError):
        return None
    return session
