"""A server without a network, with a clock that is turned by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kickdoor.engine.refusals import Refusal
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import Hello, Message, NewTable, Opened, SeatPlan
from kickdoor.server.settings import Settings
from kickdoor.server.store import Store
from kickdoor.server.table import Table

BEGINNING = 1_800_000_000.0


class HandClock:
    """A clock that stands still until it is turned."""

    def __init__(self, now: float = BEGINNING) -> None:
        self.time = now
        self._alarms: list[tuple[float, int, HandAlarm]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def at(self, when: float, do: Callable[[], None]) -> HandAlarm:
        alarm = HandAlarm(do)
        heapq.heappush(self._alarms, (when, next(self._count), alarm))
        return alarm

    def ring(self, until: float) -> bool:
        """Turn to the next alarm before a time, and let it ring. False where there is none."""
        while self._alarms and self._alarms[0][0] <= until:
            when, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                self.time = max(self.time, when)
                alarm.do()
                return True
        return False


class HandAlarm:
    def __init__(self, do: Callable[[], None]) -> None:
        self.do = do
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Guest:
    """A connection: keeps what it was sent, and what follows from it."""

    def __init__(self, table: Table, seat: int, address: str = "10.0.0.1", language: str = "en") -> None:
        self.table = table
        self.seat = seat
        self.address = address
        self.language = language
        self.heard: list[tuple[float, bytes]] = []
        self.closed = ""
        self.state: dict[str, Any] = {"view": {"players": {}}}
        self.log: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.replies: list[dict[str, Any]] = []
        self.n = 0
        self.epoch = ""

    def send(self, message: bytes) -> None:
        self.heard.append((self.table.clock.now(), message))
        told = msgspec.json.decode(message)
        if told["type"] == "welcome":
            self.epoch = told["epoch"]
            if told["whole"] is not None:
                self.state = {"view": {"players": {}}}
                self._take(told["whole"])
        elif told["type"] == "update":
            assert told["n"] in (self.n, self.n + 1), "updates are numbered without gaps"
            self._take(told)
        else:
            self.replies.append(told)

    def close(self, why: Refusal) -> None:
        self.closed = why.key

    def _take(self, update: dict[str, Any]) -> None:
        self.n = update["n"]
        for name, section in update.items():
            if name == "view":
                players = section.pop("players", {})
                self.state["view"].update(section)
                self.state["view"]["players"].update(players)
            elif name == "log":
                self.log += [line["words"] for line in section]
            elif name == "said":
                self.said += section
            elif name not in ("type", "n", "events"):
                self.state[name] = section

    async def say(self, message: Message) -> dict[str, Any]:
        """Say something to the table; the reply."""
        await self.table.ask(lambda: self.table.hear(self, message))
        return self.replies[-1]

    @property
    def view(self) -> dict[str, Any]:
        return self.state["view"]

    @property
    def decision(self) -> dict[str, Any] | None:
        return self.state["decision"]

    @property
    def clock(self) -> dict[str, Any]:
        return self.state["clock"]

    def options(self, verb: str) -> list[dict[str, Any]]:
        return [option for option in (self.decision or {"options": []})["options"] if option["verb"] == verb]


class Inn:
    """A lobby on a database of its own, with helpers for tests."""

    def __init__(self, database: str, clock: HandClock) -> None:
        settings = Settings(database=database, bot_threads=0)
        self.clock = clock
        self.lobby = Lobby(settings, Store.open(database), clock)

    async def seat(self, *kinds: str, **more: Any) -> tuple[Table, Opened]:
        """A table: `me`, `open`, or a bot by name."""
        plans = tuple(
            SeatPlan(kind=kind, name=f"P{i}") if kind in ("me", "open") else SeatPlan(kind="bot", bot=kind)
            for i, kind in enumerate(kinds)
        )
        opened = await self.lobby.open_table(NewTable(seats=plans, **{"start": True, "listed": True, **more}))
        return self.lobby.tables[opened.table], opened

    async def greet(self, table: Table, seat: int, **hello: Any) -> Guest:
        guest = Guest(table, seat, language=hello.get("language", "en"))
        guest.n = hello.get("last", 0)
        await table.ask(lambda: table.greet(guest, Hello(**hello)))
        return guest

    async def settle(self) -> None:
        """Let all that is under way be done."""
        for _ in range(6):
            await asyncio.sleep(0)
        for table in self.lobby.all():
            await table.ask(lambda: None)

    async def pass_time(self, seconds: float) -> None:
        """Turn the clock, alarm by alarm."""
        until = self.clock.time + seconds
        await self.settle()
        while self.clock.ring(until):
            await self.settle()
        self.clock.time = until


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def play(database: str) -> Callable[[Callable[[Inn], Awaitable[None]]], None]:
    """Run a test within a server."""

    def run(test: Callable[[Inn], Awaitable[None]]) -> None:
        async def main() -> None:
            inn = Inn(database, HandClock())
            await inn.lobby.start()
            try:
                await test(inn)
            finally:
                errors = inn.lobby.metrics.errors._value.get()
                await inn.lobby.close()
            assert errors == 0, "the server failed; see the log"

        asyncio.run(main())

    return run


@pytest.fixture
def inn_at() -> Callable[[str], Inn]:
    """A way to make servers of one's own."""
    return lambda database: Inn(database, HandClock())


@pytest.fixture
def guest_at() -> type[Guest]:
    """A way to make connections of one's own."""
    return Guest
