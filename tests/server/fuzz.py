"""Anything that a client might send: to sockets and to HTTP.

As a script it attacks a server of its own for so many minutes, at tables with all packs, and tells what came of it:
python tests/server/fuzz.py MINUTES [SEED]
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from msgspec import inspect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kickdoor.engine.data.terms import VERBS
from kickdoor.packs.loader import available
from kickdoor.server.protocol import Branch, Inbound, Join, NewTable

NUMBERS = (0, 1, 2, 3, 5, 7, 8, 41, 100, 167, 168, 4095, 4096, 5000, 1 << 24, 2**31, 2**53, 2**63, -1, -3, -(2**70))
WORDS = ("", "x", "\n", "\u202e\x00 hello ", "\ud800", "é" * 40, "y" * 700, "en", "de", "munchkin", "rookie", *VERBS)
WRONG = (None, True, 0.5, -1, "x", [], {}, [[]], {"type": "x"}, 1e300)
NONSENSE = (
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff\xfe",
    b"{}",
    b'{"type": 3}',
    b'{"type": "answer", "option": 1e400}',
    b'{"type": "answer", "option": 99999999999999999999}',
    b'{"type": "hello", "token": "x"}',
    b"[" * 5000,
)

MESSAGES = [inspect.type_info(kind) for kind in Inbound.__args__]
RARE = frozenset({"leave", "kick"})
"""Messages that end what could be tried with a seat."""


def made(kind: inspect.Type, rng: Random, wrong: float = 0.03) -> Any:
    """Some value of a type, now and then of another."""
    if rng.random() < wrong:
        return rng.choice(WRONG)
    match kind:
        case inspect.StructType():
            found = {} if kind.tag is None else {kind.tag_field: kind.tag}
            for field in kind.fields:
                if field.required or rng.random() < 0.6:
                    found[field.encode_name] = made(field.type, rng, wrong)
            return found
        case inspect.UnionType():
            return made(rng.choice(kind.types), rng, wrong)
        case inspect.LiteralType():
            return rng.choice(kind.values)
        case inspect.ListType() | inspect.VarTupleType():
            most = 4 if kind.max_length is None else min(4, kind.max_length)
            return [made(kind.item_type, rng, wrong) for _ in range(rng.randint(min(kind.min_length or 0, most), most))]
        case inspect.DictType():
            return {rng.choice(WORDS): made(kind.value_type, rng, wrong) for _ in range(rng.randrange(3))}
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType() | inspect.FloatType():
            return rng.choice([*NUMBERS, rng.randrange(1 << 30), rng.randrange(200)])
        case inspect.StrType():
            return rng.choice(WORDS)
        case inspect.NoneType():
            return None
    raise AssertionError(f"the protocol has something new: {kind}")


def any_frame(rng: Random) -> str | bytes:
    """A message of any type with anything in it, or nonsense."""
    if rng.random() < 0.9:
        kind = rng.choice(MESSAGES)
        if kind.tag in RARE and rng.random() < 0.95:
            kind = rng.choice(MESSAGES)
        return json.dumps(made(kind, rng))
    frame = rng.choice(NONSENSE)
    return frame.decode("latin-1") if rng.random() < 0.5 else frame


class Attack:
    """Clients of all kinds at some tables of one server."""

    def __init__(self, url: str, rng: Random) -> None:
        self.url = url
        self.rng = rng
        self.http = httpx.AsyncClient(base_url=url, timeout=60)
        self.tables: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self.ending = False

    async def open_table(self) -> None:
        """One more table: all packs, or some that go together."""
        rng = self.rng
        names = sorted(available())
        packs = names if rng.random() < 0.5 else ["munchkin", *rng.sample(names, rng.randrange(4))]
        me = {"kind": "me"}
        bot = {"kind": "bot", "bot": rng.choice(["rookie", "veteran"])}
        new = {
            "packs": list(dict.fromkeys(packs)),
            "seats": rng.choice([[me, me, me, bot], [me, me, bot], [me, me, me, me, bot, bot]]),
            "speed": rng.choice(["fast", "fast", "normal", "none", "correspondence"]),
            "options": {"winning_level": rng.choice([3, 10])},
            "listed": rng.random() < 0.5,
            "start": True,
        }
        reply = await self.http.post("/api/tables", json=new)
        if reply.status_code != 201:
            self.failures.append(f"a table was refused: {reply.text}")
            return
        self.tables.append(reply.json())

    async def play(self) -> None:
        """Sit down somewhere again and again, and send lawful and unlawful things."""
        while not self.ending:
            opened = self.rng.choice(self.tables)
            if not opened["keys"]:
                self.tables.remove(opened)
                await self.open_table()
                continue
            token = self.rng.choice(
                [*(key["token"] for key in opened["keys"]), opened["gallery"], opened["invite"], "x"]
            )
            address = f"{self.url.replace('http', 'ws')}/api/tables/{opened['table']}/play"
            with suppress(WebSocketException, OSError, TimeoutError):
                async with connect(address, max_size=None, open_timeout=60) as socket:
                    self.counts["sockets"] += 1
                    await socket.send(json.dumps({"type": "hello", "token": token}))
                    await self._session(socket, opened, token)

    async def _session(self, socket: ClientConnection, opened: dict[str, Any], token: str) -> None:
        rng = self.rng
        known: dict[str, Any] = {}
        listening = asyncio.create_task(self._listen(socket, known))
        try:
            for _ in range(rng.randrange(5, 120)):
                if self.ending or listening.done():
                    return
                await socket.send(self._lawful(known) if rng.random() < 0.6 else any_frame(rng))
                self.counts["sent"] += 1
                await asyncio.sleep(rng.choice([0, 0.02, 0.1, 0.3]))
            match rng.randrange(12):
                case 0:
                    await socket.send("x" * 40_000)
                case 1:
                    for _ in range(400):
                        await socket.send('{"type": "ping"}')
                case 2:
                    socket.transport.abort()
                case 3:
                    listening.cancel()  # a client that does not read
                    await asyncio.sleep(2)
        finally:
            if "fit" in known.get("closed", ""):
                opened["keys"] = [key for key in opened["keys"] if key["token"] != token]
            listening.cancel()

    async def _listen(self, socket: ClientConnection, known: dict[str, Any]) -> None:
        with suppress(WebSocketException):
            async for frame in socket:
                told = json.loads(frame)
                self.counts[told["type"]] += 1
                if told["type"] == "refused" and "failed" in told["reason"]:
                    self.failures.append(str(told))
                if told["type"] == "closed":
                    known["closed"] = told["reason"]
                whole = told.get("whole") or told
                known.update({name: whole[name] for name in ("decision", "clock", "table") if name in whole})

    def _lawful(self, known: dict[str, Any]) -> str:
        decision, clock, table = known.get("decision"), known.get("clock"), known.get("table")
        if table and table["phase"] == "over":
            return '{"type": "rematch"}'
        if decision and self.rng.random() < 0.7:
            option = self.rng.choice(decision["options"])
            return json.dumps({"type": "answer", "option": option["code"], "window": decision["window"]})
        return json.dumps({"type": "pass", "window": clock["window"] if clock else 0})

    async def ask(self) -> None:
        """Ask for anything by HTTP."""
        rng = self.rng
        described = (await self.http.get("/api/schema/openapi.json")).json()["paths"]
        routes = [(path, method) for path, methods in described.items() for method in methods]
        bodies = {"tables": NewTable, "join": Join, "branch": Branch}
        kinds = {name: inspect.type_info(body) for name, body in bodies.items()}
        while not self.ending:
            path, method = rng.choice([*routes, ("/", "get"), ("/metrics", "get"), ("/table/../../etc/passwd", "get")])
            games = [game["game"] for game in (await self.http.get("/api/games")).json()]
            ids = [*(opened["table"] for opened in self.tables), *games, "x", "%00", "..", "é" * 30]
            for name in ("{table}", "{game}"):
                path = path.replace(name, rng.choice(ids))
            names = ("packs", "book", "lang", "from", "to", "seat", "at", "limit", "x")
            query = {rng.choice(names): str(rng.choice([*NUMBERS, *WORDS[:4]])) for _ in range(rng.randrange(3))}
            tokens = [key["token"] for opened in self.tables for key in opened["keys"]]
            headers = {"authorization": f"Bearer {rng.choice([*tokens, 'x'])}"}
            body: bytes | None = None
            if method == "post":
                body = json.dumps(made(kinds[path.rpartition("/")[2]], rng)).encode()
                body = rng.choice([*[body] * 12, *NONSENSE, b"x" * 100_000])
                headers["content-type"] = rng.choice([*["application/json"] * 9, "text/plain"])
            try:
                reply = await self.http.request(method, path, params=query, headers=headers, content=body)
            except httpx.InvalidURL:
                continue
            except httpx.TransportError:  # a body that is too large may be cut off before it is read
                self.counts["http cut off"] += 1
                if body is None or len(body) < 64 * 1024:
                    self.failures.append(f"{method} {path} {query} {body!r}: no answer")
                continue
            self.counts[f"http {reply.status_code}"] += 1
            self.counts["posts understood"] += method == "post" and reply.status_code not in (400, 413, 429)
            if reply.status_code >= 500:
                self.failures.append(f"{method} {path} {query} {body!r}: {reply.status_code} {reply.text}")
            await asyncio.sleep(rng.choice([0, 0.05, 0.2]))

    async def figures(self) -> dict[str, float]:
        """What the server says of itself."""
        lines = (await self.http.get("/metrics")).text.splitlines()
        return {line.split()[0]: float(line.split()[1]) for line in lines if not line.startswith("#")}


def resident(process: int) -> float:
    """The memory of a process, in MB."""
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


async def main(minutes: float, seed: str) -> int:
    """Attack a server for so long; the number of failures."""
    with tempfile.TemporaryDirectory() as folder:
        settings = ["--port", "0", "--log-level", "warning", "--limit-scale", "3"]
        log = Path(folder, "log")
        with log.open("w") as errors:  # a pipe that nobody reads would fill up and stop the server
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kickdoor", "serve", *settings, "--database", f"sqlite:///{folder}/tables.db"),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        attack = Attack(line.split(" at ")[1].split()[0].rstrip("/").replace("localhost", "127.0.0.1"), Random(seed))
        for _ in range(200):
            with suppress(httpx.TransportError):
                await attack.http.get("/api/health")
                break
            await asyncio.sleep(0.2)
        for _ in range(8):
            await attack.open_table()
        clients = [asyncio.create_task(attack.play()) for _ in range(16)]
        clients += [asyncio.create_task(attack.ask()) for _ in range(2)]
        began = time.monotonic()
        while time.monotonic() - began < minutes * 60:
            await asyncio.sleep(min(30.0, minutes * 60))
            told = await attack.figures()
            shown = {name: told[f"kickdoor_{name}"] for name in ("tables", "sockets", "answers_total", "errors_total")}
            size = resident(process.pid)
            print(f"{time.monotonic() - began:4.0f} s: {size:.0f} MB, {shown}, {dict(attack.counts)}", flush=True)
            attack.failures += [f"{task}" for task in clients if task.done()]
        attack.ending = True
        await asyncio.gather(*clients, return_exceptions=True)
        told = await attack.figures()
        process.send_signal(signal.SIGTERM)
        await process.communicate()
        attack.failures += [] if "Traceback" not in log.read_text() else [log.read_text()]
        for failure in attack.failures:
            print(failure)
        print({name: told[name] for name in sorted(told) if "dropped" in name or "errors" in name})
        return len(attack.failures) + int(told["kickdoor_errors_total"])


if __name__ == "__main__":
    sys.exit(asyncio.run(main(float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1")) > 0)
