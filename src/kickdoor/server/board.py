"""The board: what whoever runs the server says to all, and whom they have sent away from all tables."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server import keys
from kickdoor.server.errors import Forbidden
from kickdoor.server.protocol import NoticeInfo

SHOWN_SECONDS = 15 * 60.0
"""So long after a restart its reason is shown."""


class Kept(msgspec.Struct, kw_only=True):
    """What of the board is stored: reasons of bans by the hash of an address, and what was announced last."""

    bans: dict[str, str] = {}
    notice: NoticeInfo | None = None


class Board:
    """What is told to all, and who is banned."""

    def __init__(self) -> None:
        self.bans: dict[str, str] = {}
        self.notice: NoticeInfo | None = None

    def take_up(self, stored: bytes | None, now: float) -> None:
        """The server has been started again: who comes back is told why."""
        kept = msgspec.json.decode(stored, type=Kept) if stored else Kept()
        self.bans = kept.bans
        if kept.notice is not None and kept.notice.kind == "restart":
            self.notice = NoticeInfo("restarted", kept.notice.reason, int(now))

    def follow(self, stored: bytes | None) -> None:
        """Another server has changed it."""
        kept = msgspec.json.decode(stored, type=Kept) if stored else Kept()
        self.bans, self.notice = kept.bans, kept.notice

    def stored(self) -> bytes:
        """What is to be stored of it."""
        return msgspec.json.encode(Kept(bans=self.bans, notice=self.notice))

    @property
    def farewell(self) -> Refusal:
        """Why the server hangs up on everybody."""
        if self.notice is not None and self.notice.kind == "restart":
            return Refusal("table.restarting", about=(self.notice.reason,))
        return Refusal("table.going_down")

    def tidy(self, now: float) -> bool:
        """Take down what is old by now. True where something was."""
        old = self.notice is not None and self.notice.kind == "restarted" and now - self.notice.at > SHOWN_SECONDS
        if old:
            self.notice = None
        return old

    def refuse(self, address: str) -> None:
        """Raise Forbidden where whoever is there is banned."""
        if self.bans and (why := self.bans.get(keys.hash_of(address))) is not None:
            raise Forbidden("table.banned_here", about=(why,))
