"""What can be set about a server."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server, with what is right for a few tables of friends."""

    database: str  #: URL of the database
    shared: bool = False  #: with other servers, in PostgreSQL
    place: str = ""  #: where this one of several servers is, for whoever runs them
    traces: bool = False  #: by OpenTelemetry, to where its own variables say
    durable: bool = False  #: SQLite: wait for the disk with each commit, against power cuts
    origins: tuple[str, ...] = ()  #: pages of other hosts that may connect; the server's own page always may
    trust_proxy: bool = False  #: take a visitor's address from X-Forwarded-For
    most_tables: int = 2000
    most_tables_of_address: int = 40  #: that are not over, in memory
    most_sockets: int = 4000
    most_sockets_of_address: int = 64
    most_requests_of_address: int = 64  #: connections that are no sockets, or not yet; behind a proxy it counts them
    largest_message: int = 16 * 1024
    messages_per_second: float = 20.0
    burst: float = 60.0
    cost_per_second: float = 60.0  #: of all messages of one address: what takes longer costs more than one
    cost_burst: float = 300.0
    requests_per_second: float = 20.0  #: of one address, by HTTP
    request_burst: float = 120.0
    tables_per_second: float = 0.1  #: that one address may make
    table_burst: float = 30.0
    tables_per_day: float = 500.0  #: … and so many in a day, since each of them is stored
    unread: int = 1 << 20  #: bytes that may wait for a slow client before it is dropped
    inbox: int = 256  #: messages that may wait for a table
    bot_threads: int = 2
    forget_after_days: float = 30.0  #: unfinished tables that nobody comes back to
    forget_unbegun_after_days: float = 2.0  #: tables whose game nobody has begun
    smtp: str = ""  #: smtp://user:password@host:port/?from=address, for play by correspondence
    operator_token: str = ""  #: of whoever runs the server; without one, only from this computer
    address: str = ""  #: what links in mails begin with
    packs: str = ""  #: a folder whose packs are offered to all
    guests: bool = True  #: whether people may bring packs along, and work on them here
    largest_pack: int = 256 * 1024  #: bytes of such a pack …
    most_pack_bytes_of_address: int = 4 << 20  #: … of all that came from one address …
    most_pack_bytes: int = 256 << 20  #: … and of all
    drafts_per_second: float = 2.0  #: that one address may have checked or tried
    draft_burst: float = 60.0
    probes: bool = True  #: whether people may have their cards probed …
    probe_seconds: float = 60.0  #: … for so long each
    keep_pack_days: float = 1.0  #: a pack that neither a table nor a link needs
    share_days: float = 90.0  #: a link to a pack

    def at(self, place: str) -> Settings:
        """The same for a server at this place."""
        return msgspec.structs.replace(self, place=place[:200])

    def scaled(self, times: float) -> Settings:
        """The same with so many times as much allowed to tables, sockets and messages."""
        return msgspec.structs.replace(
            self,
            most_tables=int(self.most_tables * times),
            most_tables_of_address=int(self.most_tables_of_address * times),
            most_sockets=int(self.most_sockets * times),
            most_sockets_of_address=int(self.most_sockets_of_address * times),
            most_requests_of_address=int(self.most_requests_of_address * times),
            messages_per_second=self.messages_per_second * times,
            burst=self.burst * times,
            cost_per_second=self.cost_per_second * times,
            cost_burst=self.cost_burst * times,
            requests_per_second=self.requests_per_second * times,
            request_burst=self.request_burst * times,
            tables_per_second=self.tables_per_second * times,
            table_burst=self.table_burst * times,
            tables_per_day=self.tables_per_day * times,
            drafts_per_second=self.drafts_per_second * times,
            draft_burst=self.draft_burst * times,
        )


def user_database() -> str:
    """The URL of the database in the user's data directory, which is made where it is not there."""
    home = Path.home()
    if sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = base / "kickdoor"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"
