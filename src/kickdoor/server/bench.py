"""Measures a server under load: many tables of socket players, and in turn with them a plain echo on the same stack.

Only the ratio of the two carries over to another machine. They are measured in slices by turns, so that whatever else
the machine does befalls both. Servers and players have a core each, where there are two.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from kickdoor.server.protocol import NewTable, Opened, SeatPlan

SEATS = 4
THINK = (1.0, 3.0)
"""Seconds that a player takes before speaking, drawn with equal chances between these."""

WARM_UP = THINK[1]
"""Seconds before each slice in which tables come up to speed."""

SLICES = 5
LATE = 0.5
"""Seconds in which answers to what was said in a slice may still come."""

CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
"""Where this process may run, before it keeps to one of them."""


class NotMeasured(Exception):
    """Something kept the run from measuring anything."""


class RoundTrip(msgspec.Struct, frozen=True):
    """Round trips in microseconds."""

    messages: int
    per_second: float
    p50: float
    p99: float


class ServerReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a server does under load, beside an echo."""

    tables: int
    nodes: int  #: servers that share the database
    seconds: float
    moves: RoundTrip  #: answers, from sending to "taken": checked, played, committed
    presses: RoundTrip  #: "no objection"
    echo: RoundTrip  #: as many connections and messages a second
    p50_ratio: float
    p99_ratio: float
    server_cpu: float  #: share of a core, of all servers together
    stolen: float  #: share of all cores' time that other guests of the host took: a quiet machine has next to none
    milliseconds_a_message: float  #: of a core: what the servers take for an answer or a press
    kilobytes_a_table: float
    kilobytes_a_table_later: float  #: once as many moves again had been played
    errors: int


# What a player must know of the messages


class _Option(msgspec.Struct):
    code: int
    verb: str


class _Decision(msgspec.Struct):
    window: int
    asked: bool
    options: list[_Option]


class _Clock(msgspec.Struct):
    kind: str
    window: int
    pressed: list[int]


class _Table(msgspec.Struct):
    phase: str


class _Told(msgspec.Struct):
    type: str
    id: int = 0
    decision: _Decision | msgspec.UnsetType | None = msgspec.UNSET
    clock: _Clock | msgspec.UnsetType = msgspec.UNSET
    table: _Table | msgspec.UnsetType = msgspec.UNSET
    whole: Any = None


DECODER = msgspec.json.Decoder(_Told)


def masked(payload: bytes) -> bytes:
    """A frame of a client."""
    head = bytes([0x81, 0x80 | len(payload)]) if len(payload) < 126 else b"\x81\xfe" + len(payload).to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload  # a mask of zeros leaves the payload as it is


class Socket(asyncio.Protocol):
    """A WebSocket client that costs little."""

    def __init__(self, path: str, host: str, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.up = asyncio.get_running_loop().create_future()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._buffer = bytearray()
        self.lost = False

    def connection_made(self, transport: Any) -> None:
        """Ask for a socket."""
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that it is gone."""
        self.lost = True
        if not self.up.done():
            self.up.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        """Take frames out of what came in."""
        buffer = self._buffer
        buffer += data
        if not self.up.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:end].split(b"\r\n", 1)[0]:
                self.up.set_exception(ConnectionError(bytes(buffer[:80]).decode("latin-1")))
                return
            del buffer[: end + 4]
            self.up.set_result(None)
        while len(buffer) >= 2:
            size = buffer[1] & 127
            at = 2
            if size == 126:
                if len(buffer) < 4:
                    return
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                if len(buffer) < 10:
                    return
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[at : at + size])
            del buffer[: at + size]
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self.transport.write(b"\x8a" + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload)
            elif kind == 8:
                self.transport.close()

    def say(self, payload: bytes) -> None:
        """Send a text frame."""
        self.transport.write(masked(payload))


class Times:
    """Round trips of one kind, while they are noted."""

    def __init__(self) -> None:
        self.noted: list[float] = []

    def report(self, seconds: float) -> RoundTrip:
        """In microseconds."""
        found = sorted(self.noted)
        count = len(found)
        if not count:
            return RoundTrip(0, 0.0, 0.0, 0.0)
        return RoundTrip(
            count, round(count / seconds, 1), round(found[count // 2] * 1e6), round(found[count * 99 // 100] * 1e6)
        )


class Player:
    """A seat played over a socket: thinks a while, then answers by chance; presses where a window is open."""

    def __init__(self, load: Load, token: str, seat: int) -> None:
        self.load = load
        self.token = token
        self.seat = seat
        self.socket: Socket | None = None
        self.decision: _Decision | None = None
        self.clock: _Clock | None = None
        self.over = False
        self._sent: dict[int, tuple[float, Times | None]] = {}
        self._count = 0
        self._due = False

    @property
    def is_waiting(self) -> bool:
        """Whether something that was said has no answer yet."""
        return bool(self._sent)

    def heard(self, payload: bytes) -> None:
        """A message of the server."""
        told = DECODER.decode(payload)
        if told.type == "taken" or told.type == "refused":
            sent = self._sent.pop(told.id, None)
            if sent is not None and sent[1] is not None:
                sent[1].noted.append(time.perf_counter() - sent[0])
            return
        if told.type == "welcome":
            told = msgspec.convert(told.whole, _Told)
        if told.decision is not msgspec.UNSET:
            self.decision = told.decision
        if told.clock is not msgspec.UNSET:
            self.clock = told.clock
        if told.table is not msgspec.UNSET:
            self.over = told.table.phase == "over"
        if not self._due and not self.over and self._has_something():
            self._due = True
            asyncio.get_running_loop().call_later(self.load.rng.uniform(*THINK), self.speak)

    def _has_something(self) -> bool:
        asked = self.decision is not None and self.decision.asked
        open_window = self.clock is not None and self.clock.kind == "window" and self.seat not in self.clock.pressed
        return asked or open_window

    def speak(self) -> None:
        """Say what there is to say; not while all keep silent."""
        if self.load.silent:
            self.load.kept.append(self)
            return
        self._due = False
        if self.socket is None or self.socket.lost or self.over or not self._has_something():
            return
        self._count += 1
        decision, clock = self.decision, self.clock
        if decision is not None and decision.asked:
            option = self.load.rng.choice([o for o in decision.options if o.verb != "offer"] or decision.options)
            message = b'{"type":"answer","id":%d,"option":%d,"window":%d}' % (self._count, option.code, decision.window)
            times = self.load.moves
        else:
            assert clock is not None
            message = b'{"type":"pass","id":%d,"window":%d}' % (self._count, clock.window)
            times = self.load.presses
        self._sent[self._count] = (time.perf_counter(), times if self.load.noting else None)
        self.socket.say(message)


class Load:
    """All players of a run."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(seed)
        self.moves = Times()
        self.presses = Times()
        self.noting = False
        self.silent = False
        self.kept: list[Player] = []  # who would have spoken
        self.players: list[Player] = []

    def go_on(self) -> None:
        """Speak again, not all at once."""
        self.silent = False
        kept, self.kept = self.kept, []
        for player in kept:
            asyncio.get_running_loop().call_later(self.rng.uniform(0, THINK[1]), player.speak)

    async def play(self, seconds: float) -> None:
        """A slice: what is said in it is noted, then all keep silent."""
        self.go_on()
        await asyncio.sleep(WARM_UP)
        self.noting = True
        await asyncio.sleep(seconds)
        self.noting, self.silent = False, True
        await asyncio.sleep(LATE)


class Echoes:
    """Connections to an echo."""

    def __init__(self) -> None:
        self.rng = Random("echo")
        self.times = Times()
        self.sockets: list[Socket] = []
        self._sent: dict[int, float] = {}
        self._count = 0

    def heard(self, payload: bytes) -> None:
        """What was said comes back."""
        number = int(payload[payload.index(b'"id":') + 5 : payload.index(b',"option"')])
        self.times.noted.append(time.perf_counter() - self._sent.pop(number))

    async def call(self, rate: float, seconds: float) -> None:
        """A slice: so many messages a second, which come as by chance, as those of players do."""
        end = time.perf_counter() + seconds
        due = time.perf_counter()
        while (due := due + self.rng.expovariate(rate)) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self._count += 1
            self._sent[self._count] = time.perf_counter()
            self.rng.choice(self.sockets).say(b'{"type":"answer","id":%d,"option":33607680,"window":41}' % self._count)
        await asyncio.sleep(LATE)


def port_in(line: str) -> int:
    """The port that a server says it listens on."""
    found = re.search(r"http://[^/]*:(\d+)/", line) or re.fullmatch(r"(\d+)\s*", line)
    if found is None:
        raise NotMeasured(f"the server does not say its port but {line.strip()!r}")
    return int(found[1])


class Child:
    """A server in a process of its own, on the first core, or on another one."""

    def __init__(self, arguments: list[str], core: int = 0) -> None:
        self.process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)
        if CORES:
            os.sched_setaffinity(self.process.pid, {sorted(CORES)[core % len(CORES)]})
        assert self.process.stdout is not None
        try:
            self.port = port_in(self.process.stdout.readline())
            self._wait()
        except NotMeasured:
            self.stop()
            raise

    def _wait(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=2).close()
                return
            except OSError:
                time.sleep(0.05)
        raise NotMeasured("the server does not answer")

    def memory(self) -> float:
        """Kilobytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.split("VmRSS:")[1].split()[0])

    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.communicate(timeout=20)


def open_table(port: int) -> Opened:
    """A table of four socket players that wait for each other."""
    new = NewTable(seats=tuple(SeatPlan(kind="me") for _ in range(SEATS)), speed="none", start=True)
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", msgspec.json.encode(new), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as reply:
        return msgspec.json.decode(reply.read(), type=Opened)


async def connect(port: int, path: str, heard: Callable[[bytes], None]) -> Socket:
    """A socket that is up."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, f"127.0.0.1:{port}", heard), "127.0.0.1", port)
    await asyncio.wait_for(socket.up, 20)
    return socket


async def sit_down(load: Load, port: int, opened: Opened) -> None:
    """Four players at a table."""
    for key in opened.keys:
        player = Player(load, key.token, key.seat)
        player.socket = await connect(port, f"/api/tables/{opened.table}/play", player.heard)
        player.socket.say(json.dumps({"type": "hello", "token": key.token}).encode())
        load.players.append(player)


async def measure_in_turn(servers: Sequence[Child], plain: Child, tables: int, seconds: float) -> ServerReport:
    """Play at many tables of all servers, and by turns call an echo as often over as many connections."""
    load, echoes = Load("bench"), Echoes()
    loop = asyncio.get_running_loop()
    for server in servers:
        await loop.run_in_executor(None, open_table, server.port)  # what is loaded once
    before = _memory(servers)
    ports = [servers[number % len(servers)].port for number in range(tables)]
    for port, table in [(port, await loop.run_in_executor(None, open_table, port)) for port in ports]:
        await sit_down(load, port, table)
    echoes.sockets = [await connect(plain.port, "/echo", echoes.heard) for _ in range(tables * SEATS)]
    await asyncio.sleep(WARM_UP)
    early = _memory(servers)
    used = took = 0.0
    ticks, stolen = machine_time()
    for number in range(SLICES):
        began, spent = time.perf_counter(), _cpu(servers)
        await load.play(seconds / SLICES)
        used += _cpu(servers) - spent
        took += time.perf_counter() - began - LATE
        said = len(load.moves.noted) + len(load.presses.noted)
        if not said:
            raise NotMeasured("nobody had anything to say in a slice: take more --tables or more --seconds")
        await echoes.call(said / (seconds / SLICES * (number + 1)), seconds / SLICES)
    if any(player.socket is None or player.socket.lost for player in load.players):
        raise NotMeasured("the server hung up on some players")
    later, stolen_later = machine_time()
    moves, presses, echo = load.moves.report(seconds), load.presses.report(seconds), echoes.times.report(seconds)
    return ServerReport(
        tables=tables,
        nodes=len(servers),
        seconds=seconds,
        moves=moves,
        presses=presses,
        echo=echo,
        p50_ratio=round(moves.p50 / echo.p50, 2),
        p99_ratio=round(moves.p99 / echo.p99, 2),
        server_cpu=round(used / took, 3),
        stolen=round((stolen_later - stolen) / (later - ticks), 4),
        milliseconds_a_message=round(used / took / (moves.per_second + presses.per_second) * 1000, 3),
        kilobytes_a_table=round((early - before) / tables, 1),
        kilobytes_a_table_later=round((_memory(servers) - before) / tables, 1),
        errors=sum(map(errors_of, servers)),
    )


def _memory(servers: Sequence[Child]) -> float:
    return sum(server.memory() for server in servers)


def _cpu(servers: Sequence[Child]) -> float:
    return sum(server.cpu() for server in servers)


PROCESSES = Path("/proc/stat")
"""Where Linux tells what its processes and cores do."""


def check_system() -> None:
    """Refuse to measure where nothing tells what a server takes."""
    if not PROCESSES.is_file():
        raise NotMeasured("servers are measured on Linux only, which tells what each process takes")


def machine_time() -> tuple[int, int]:
    """Ticks of all cores since the machine started, and those of them that its host gave to others."""
    spent = [int(field) for field in PROCESSES.read_text().split(maxsplit=9)[1:9]]
    return sum(spent), spent[7]


def errors_of(server: Child) -> int:
    """How often a server has failed."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=20).read().decode()
    line = next(line for line in text.splitlines() if line.startswith("kickdoor_errors_total"))
    return int(float(line.split()[1]))


def measure(tables: int, seconds: float, database: str = "", nodes: int = 0) -> ServerReport:
    """Measure tables and echo in one run, on a SQLite of its own or a database which `nodes` servers share."""
    check_system()
    import uvloop

    if CORES:
        os.sched_setaffinity(0, {max(CORES)})
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        quiet = ["--port", "0", "--log-level", "error", "--limit-scale", "1000"]
        quiet += ["--database", database or f"sqlite:///{folder}/bench.db", *(["--shared"] if nodes else [])]
        servers = []
        for number in range(max(1, nodes)):
            servers.append(Child(["-u", "-m", "kickdoor", "serve", *quiet], number))
            stack.callback(servers[-1].stop)
        plain = Child(["-u", "-m", "kickdoor.server.bench"])
        stack.callback(plain.stop)
        return uvloop.run(measure_in_turn(servers, plain, tables, seconds))


def serve_echo() -> None:
    """An echo on the stack that tables are served on."""
    from litestar import Litestar, WebSocket, get, websocket

    from kickdoor.server.running import listen, serve_app, set_up_logs
    from kickdoor.server.settings import Settings

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.receive()
        await socket.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        while True:
            frame: Any = await socket.receive()
            if frame["type"] != "websocket.receive":
                return
            await socket.send({"type": "websocket.send", "text": frame["text"], "bytes": None})

    @get("/api/health")
    async def health() -> str:
        return "ok"

    set_up_logs("error", False)
    listening = listen("127.0.0.1", 0)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    serve_app(Litestar([echo, health], openapi_config=None), Settings(database="")).run(sockets=[listening])


if __name__ == "__main__":
    serve_echo()
