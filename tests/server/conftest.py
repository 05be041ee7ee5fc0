"""Servers for tests: one without a network, with a clock that is turned by hand, and real ones with sockets."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import os
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kickdoor.engine.data.refusals import Refusal
from kickdoor.server.app import make_app
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import Hello, Message, NewTable, Opened, SeatPlan
from kickdoor.server.running import listen, serve_app
from kickdoor.server.settings import Settings
from kickdoor.server.store import Store
from kickdoor.server.stream import Link
from kickdoor.server.table import Table

SEEDED = Path(__file__).parents[1] / "seeded.py"
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


class Guest(Link):
    """A connection: keeps what it was sent, and what follows from it."""

    def __init__(self, table: Table, seat: int, address: str = "10.0.0.1", language: str = "en") -> None:
        self.table = table
        self.seat = seat
        self.address = address
        self.language = language
        self.token = ""
        self.name = ""
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
                before = [] if update.get("back") else self.log
                self.log = before + [line["words"] for line in section]
            elif name == "said":
                self.said += section
            elif name not in ("type", "n", "back", "events"):
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


class Site:
    """A server that is reached over the network."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=20)
        for _ in range(400):
            try:
                if self.http.get("/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def socket(self, table: str, **headers: str) -> ClientConnection:
        table, _, query = table.partition("?")
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/play?{query}"
        return connect(address, max_size=None, additional_headers=headers, open_timeout=30, ping_interval=None)

    def open(self, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        """Make a table."""
        reply = self.http.post("/api/tables", json={"seats": seats, "start": True, **more})
        assert reply.status_code == 201, reply.text
        return reply.json()

    def sit(self, opened: dict[str, Any], **hello: Any) -> list[Player]:
        """Connect with each key of a table that was made."""
        return [Player(self, opened["table"], key["token"], **hello) for key in opened["keys"]]

    def figure(self, name: str) -> float:
        lines = self.http.get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


class Process(Site):
    """A server as a process of its own."""

    def __init__(self, database: str, seed: str, log: Path, *more: str) -> None:
        settings = ["--host", "127.0.0.1", "--port", "0", "--log-level", "warning", "--database", database, *more]
        self.log = log
        with log.open("w") as errors:  # a pipe that nobody reads would fill up and stop the server
            self.process = subprocess.Popen(
                [sys.executable, SEEDED, seed, "serve", *settings],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        too_late = threading.Timer(60, self.process.kill)
        too_late.start()
        line = self.process.stdout.readline()
        too_late.cancel()
        assert " at " in line, log.read_text()
        super().__init__(line.split(" at ")[1].split()[0].rstrip("/").replace("localhost", "127.0.0.1"))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End it; what it wrote to its log."""
        self.process.send_signal(how)
        self.process.communicate(timeout=20)
        self.http.close()
        return self.log.read_text()


class HurriedClock:
    """A clock that runs so many times as fast."""

    def __init__(self, times: float) -> None:
        self.times = times
        self.began = time.time()

    def now(self) -> float:
        return self.began + (time.time() - self.began) * self.times

    def at(self, when: float, do: Callable[[], None]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(max(0.0, (when - self.now()) / self.times), do)


class Hurried(Site):
    """A server in a thread whose tables live so many times as fast."""

    def __init__(self, settings: Settings, times: float) -> None:
        listening = listen("127.0.0.1", 0)
        self.server = serve_app(make_app(settings, HurriedClock(times)), settings)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]})
        self.thread.start()
        super().__init__(f"http://127.0.0.1:{listening.getsockname()[1]}")

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(20)


class Player:
    """One seat over a real socket."""

    def __init__(self, site: Site, table: str, token: str, **hello: Any) -> None:
        self.socket = site.socket(table).__enter__()
        self.state: dict[str, Any] = {"view": {"players": {}}}
        self.replies: list[dict[str, Any]] = []
        self.updates: list[dict[str, Any]] = []
        self.log: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self.closed = ""
        self.n = hello.get("last", 0)
        self.socket.send(json.dumps({"type": "hello", "token": token, **hello}))
        self.read()

    def read(self, timeout: float = 20) -> None:
        told = json.loads(self.socket.recv(timeout))
        if told["type"] == "welcome":
            self.welcome = told
            told = told["whole"]
            if told is None:
                return
        elif told["type"] == "soon":
            return self.read(timeout)
        elif told["type"] == "closed":
            self.closed = told["reason"]
            return
        elif told["type"] != "update":
            self.replies.append(told)
            return
        else:
            self.updates.append(told)
        self.n = told["n"]
        for name, section in told.items():
            if name == "view":
                self.state["view"]["players"].update(section.get("players", {}))
                self.state["view"].update({part: what for part, what in section.items() if part != "players"})
            elif name == "log":
                before = [] if told.get("back") else self.log
                self.log = before + [line["words"] for line in section]
            elif name == "said":
                self.said += section
            elif name not in ("events", "type", "n", "back"):
                self.state[name] = section

    def read_all(self) -> None:
        """Read all that the table has told by now: a ping is answered after that."""
        with suppress(ConnectionClosed):
            self.say(type="ping")

    def until(self, wanted: Callable[[Player], Any], seconds: float = 30) -> None:
        """Read until something is so."""
        end = time.monotonic() + seconds
        while not wanted(self):
            left = end - time.monotonic()
            assert left > 0, "it did not come"
            self.read(left)

    def say(self, **message: Any) -> dict[str, Any]:
        """Say something; the reply."""
        count = len(self.replies)
        self.socket.send(json.dumps(message))
        self.until(lambda one: len(one.replies) > count)
        return self.replies[-1]

    def move(self, rng: Random) -> bool:
        """Answer or press, where there is something to say."""
        decision, clock = self.state["decision"], self.state["clock"]
        if decision and decision["asked"]:
            option = rng.choice(decision["options"])["code"]
            self.say(type="answer", option=option, window=decision["window"])
            return True
        if clock["kind"] == "window" and self.seat not in clock["pressed"]:
            self.say(type="pass", window=clock["window"])
            return True
        return False

    @property
    def seat(self) -> int:
        return int(self.welcome["seat"])

    @property
    def clock(self) -> dict[str, Any]:
        return self.state["clock"]

    @property
    def seats(self) -> list[dict[str, Any]]:
        return self.state["table"]["seats"]

    @property
    def asked(self) -> bool:
        return bool(self.state["decision"] and self.state["decision"]["asked"])

    def options(self, verb: str) -> list[dict[str, Any]]:
        return [option for option in (self.state["decision"] or {"options": []})["options"] if option["verb"] == verb]

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand, as far as this seat knows them."""
        return [card["card"] for card in self.state["view"]["players"][str(seat)]["hand"]]

    def hang_up(self) -> None:
        self.socket.close()


class Mailbox(socketserver.StreamRequestHandler):
    """Enough of SMTP to take a mail."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                self.server.mails.append(text.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"250 fine\r\n")


@pytest.fixture
def mailbox() -> Iterator[socketserver.TCPServer]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox) as server:
        server.mails = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def serve(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., Process]]:
    """Start servers as processes, on one database; each of their tables is dealt the same cards."""
    started: list[Process] = []

    def start(*more: str) -> Process:
        started.append(Process(database, request.node.name, tmp_path / f"log {len(started)}", *more))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="module")
def hurry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Hurried]]:
    """Servers whose tables live faster; one for each pace."""
    started: dict[float, Hurried] = {}

    def start(times: float, **more: Any) -> Hurried:
        if times not in started:
            database = f"sqlite:///{tmp_path_factory.mktemp('hurried') / 'tables.db'}"
            settings = Settings(**{"database": database, "trust_proxy": True, **more}).scaled(20)
            started[times] = Hurried(settings, times)
        return started[times]

    yield start
    for server in started.values():
        server.stop()


@pytest.fixture(scope="session")
def fuzz() -> ModuleType:
    """Anything that a client might send."""
    spec = spec_from_file_location("fuzz", Path(__file__).with_name("fuzz.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def player_at() -> type[Player]:
    """A way to connect to a real server."""
    return Player


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
                async with asyncio.timeout(240):
                    await test(inn)
            finally:
                errors = inn.lobby.metrics.errors._value.get()
                await inn.lobby.close()
            assert errors == 0, "the server failed; see the log"

        asyncio.run(main())

    return run


@pytest.fixture(autouse=True)
def known_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of this process are dealt the same cards whenever a test runs."""
    number = itertools.count()
    monkeypatch.setattr("kickdoor.server.keys.new_seed", lambda: f"{request.node.name} {next(number)}")


@pytest.fixture
def inn_at() -> Callable[[str], Inn]:
    """A way to make servers of one's own."""
    return lambda database: Inn(database, HandClock())


@pytest.fixture
def guest_at() -> type[Guest]:
    """A way to make connections of one's own."""
    return Guest
