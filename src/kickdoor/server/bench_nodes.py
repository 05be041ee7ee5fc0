"""Measures what it takes to share a database: one server alone, one of several, and two of them, by turns.

Servers, players and PostgreSQL are on one machine, with fewer cores than they would like. So what two servers carry is
not tried but worked out, from the seconds of a core that a server takes for a message at equal load: two on a core
each, with players and database on others, carry twice as many tables as one, over how much dearer a message became.
That holds as long as a server's core is what there is too little of, and each is busy to the same degree: then messages
wait as long. Round trips of one server alone and one of several are of the same machine, by turns, and are compared.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import msgspec
import sqlalchemy as sa

from kickdoor.server.bench import (
    CORES,
    LATE,
    SLICES,
    Child,
    Load,
    NotMeasured,
    check_system,
    errors_of,
    open_table,
    sit_down,
)
from kickdoor.server.schema import make_engine


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Some servers under load. Milliseconds are of a core, for an answer or a press."""

    servers: int
    tables: int
    messages: int
    p50: float  #: of answers, in microseconds
    p99: float
    server_milliseconds: float
    database_milliseconds: float | None  #: None: PostgreSQL runs elsewhere
    players_milliseconds: float


class NodesReport(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to share a database."""

    alone: Arrangement  #: a server that has its database to itself
    one: Arrangement  #: one of several
    two: Arrangement
    p50_ratio: float  #: of one that shares to one that is alone
    two_carry: float  #: times the tables of one of several, by what a message takes


class Company:
    """Servers on a schema of their own, and players at their tables."""

    def __init__(self, database: Database, servers: Sequence[Child]) -> None:
        self.servers = servers
        self.load = Load("bench")
        self.tables = 0
        self._database = database
        self._seconds = 0.0
        self._used = [0.0, 0.0, 0.0]

    async def open(self, tables: int) -> None:
        """Fill so many tables of each server."""
        loop = asyncio.get_running_loop()
        for server in self.servers:
            for _ in range(tables):
                await sit_down(self.load, server.port, await loop.run_in_executor(None, open_table, server.port))
        self.tables = tables * len(self.servers)
        self.load.silent = True

    async def play(self, seconds: float) -> None:
        """A slice, in which all others keep silent."""
        began, before = time.perf_counter(), self._spent()
        await self.load.play(seconds)
        self._seconds += time.perf_counter() - began - LATE
        self._used = [used + now - then for used, now, then in zip(self._used, self._spent(), before, strict=True)]

    def _spent(self) -> tuple[float, float, float]:
        """Seconds of a core until now: of the servers, the database and the players."""
        return sum(server.cpu() for server in self.servers), self._database.cpu(), time.process_time()

    def report(self, seconds: float) -> Arrangement:
        """What came of all slices."""
        if any(player.socket is None or player.socket.lost for player in self.load.players):
            raise NotMeasured("a server hung up on some players")
        if failed := sum(map(errors_of, self.servers)):
            raise NotMeasured(f"a server failed {failed} times")
        moves, presses = self.load.moves.report(seconds), self.load.presses.report(seconds)
        if not moves.messages:
            raise NotMeasured("nobody had anything to say: take more --tables or more --seconds")
        share = 1000 / self._seconds / (moves.per_second + presses.per_second)
        server, base, players = (round(used * share, 3) for used in self._used)
        return Arrangement(
            servers=len(self.servers),
            tables=self.tables,
            messages=moves.messages + presses.messages,
            p50=moves.p50,
            p99=moves.p99,
            server_milliseconds=server,
            database_milliseconds=base if self._database.is_here else None,
            players_milliseconds=players,
        )


class Database:
    """A PostgreSQL in which schemas may be made."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = make_engine(url)
        self._postmaster = 0
        with self._engine.connect() as connection:
            backend = connection.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
            with suppress(OSError):  # it runs elsewhere
                if Path(f"/proc/{backend}/comm").read_text().startswith("postgres"):
                    self._postmaster = int(_fields(backend)[1])

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine."""
        return self._postmaster > 0

    def cpu(self) -> float:
        """Seconds of a core that it has used, with all that serve its connections or have served them."""
        if not self.is_here:
            return 0.0
        ticks = sum(map(int, _fields(self._postmaster)[11:15]))
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended meanwhile
                fields = _fields(int(folder.name))
                if int(fields[1]) == self._postmaster:
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def schema(self) -> Iterator[str]:
        """The URL of an empty schema, which is gone afterwards."""
        name = f"bench_{uuid4().hex}"
        with self._engine.begin() as connection:
            connection.execute(sa.text(f"CREATE SCHEMA {name}"))
        try:
            yield f"{self.url}{'&' if '?' in self.url else '?'}options=-csearch_path%3D{name}"
        finally:
            with self._engine.begin() as connection:
                connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))

    def close(self) -> None:
        """Ask it nothing more."""
        self._engine.dispose()


def _fields(process: int) -> list[str]:
    """What is counted of a process: [1] is its parent, [11:15] are its ticks and those of its children that ended."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


async def measure_by_turns(companies: Sequence[Company], tables: int, seconds: float) -> list[Arrangement]:
    """Let one company after the other play, again and again: whatever else the machine does befalls all."""
    for company in companies:
        await company.open(tables)
    for _ in range(SLICES):
        for company in companies:
            await company.play(seconds / SLICES)
    return [company.report(seconds) for company in companies]


def measure(tables: int, seconds: float, database: str) -> NodesReport:
    """Measure servers of so many tables each for so many seconds, on a PostgreSQL in which schemas may be made."""
    check_system()
    import uvloop

    if CORES:
        os.sched_setaffinity(0, {max(CORES)})
    found = Database(database)
    with ExitStack() as stack:
        stack.callback(found.close)
        companies = []
        for nodes in (0, 1, 2):
            url = stack.enter_context(found.schema())
            asked = ["-u", "-m", "kickdoor", "serve", "--port", "0", "--log-level", "error", "--limit-scale", "1000"]
            asked += ["--database", url, *(["--shared"] if nodes else [])]
            servers = []
            for number in range(max(1, nodes)):
                servers.append(Child(asked, number))
                stack.callback(servers[-1].stop)
            companies.append(Company(found, servers))
        alone, one, two = uvloop.run(measure_by_turns(companies, tables, seconds))
    return NodesReport(
        alone=alone,
        one=one,
        two=two,
        p50_ratio=round(one.p50 / alone.p50, 2),
        two_carry=round(2 * one.server_milliseconds / two.server_milliseconds, 2),
    )
