"""The warden: what whoever runs the server may do: look at all tables, close one, ban somebody, announce a restart."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server import keys
from kickdoor.server.claims import Note
from kickdoor.server.errors import NotThere
from kickdoor.server.protocol import Ban, NoticeInfo, OperatorTable, OperatorView
from kickdoor.server.session.outcome import Outcome
from kickdoor.server.session.standing import CLOCK
from kickdoor.server.stored import Change, StoredNote

if TYPE_CHECKING:
    from kickdoor.server.lobby import Lobby

log = logging.getLogger("kickdoor.lobby")


class Warden:
    """Who keeps order at the tables of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._board = lobby.board

    def overview(self) -> OperatorView:
        """All tables, bans and what was announced."""
        tables = []
        for table in self._lobby.all():
            session = table.session
            gallery = {said.who: said.name for said in session.said if said.who}
            reports = session.setup.reports
            told = OperatorTable(info=session.info(), touched=int(session.touched), reports=reports, gallery=gallery)
            tables.append(told)
        sockets = sum(self._lobby.sockets.values())
        return OperatorView(tables=tables, bans=self._board.bans, sockets=sockets, notice=self._board.notice)

    async def close_table(self, id: str, why: str) -> None:
        """Close a table for good."""
        table = await self._lobby.find(id)
        await table.ask(lambda: table.carry_out(table.session.close_for_good(why)))
        del self._lobby.tables[id]
        await table.close(Refusal("table.closed_here", about=(why,)))
        log.info("table closed", extra={"table": id, "reason": why})

    async def ban(self, ban: Ban) -> None:
        """Send somebody away from all tables, for good."""
        session = (await self._lobby.find(ban.table)).session
        links = [link for table in self._lobby.all() for link in table.audience.links()]
        if ban.seat is not None and ban.seat < len(session.setup.seats):
            places = {session.setup.seats[ban.seat].place}
        else:
            places = {keys.hash_of(link.address) for link in links if session.known_as(link.address) == ban.who}
        if not places - {""}:
            raise NotThere("table.nobody_there")
        self._board.bans = {**self._board.bans, **dict.fromkeys(places, ban.reason)}
        await self.keep_board()
        self.send_away()

    def send_away(self) -> None:
        """Hang up on whoever is banned."""
        for table in self._lobby.all():
            for link in table.audience.links():
                why = self._board.bans.get(keys.hash_of(link.address))
                if why is not None:
                    link.close(Refusal("table.banned_here", about=(why,)))

    async def unban(self, place: str) -> None:
        """Lift a ban."""
        self._board.bans = {banned: why for banned, why in self._board.bans.items() if banned != place}
        await self.keep_board()

    async def announce(self, reason: str, minutes: float) -> None:
        """Tell all that the server will be started anew, and when; without a reason, that it will not."""
        at = int(self._lobby.clock.now() + minutes * 60)
        self._board.notice = NoticeInfo("restart", reason, at) if reason else None
        await self.keep_board()
        self.show_board()

    def show_board(self) -> None:
        """Tell all tables what is announced."""
        for table in self._lobby.all():
            table.post(partial(table.carry_out, Outcome(telling=CLOCK)))

    async def keep_board(self) -> None:
        """Store what is on the board; other servers are told to read it."""
        await self._lobby.store.write(Change(table="", note=StoredNote("board", self._board.stored())))
        if self._lobby.sharing is not None:
            await self._lobby.sharing.tell(Note())
