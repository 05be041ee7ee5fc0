"""Attacks on servers of its own, on loopback only, and a table of what came of them: python tests/attacks/attack.py.

ATTACK=small takes seconds; without it the sizes are those of docs/attacks.md. ATTACK_ONLY=fuzz,kills names some.
KICKDOOR_TEST_POSTGRESQL names a PostgreSQL in which schemas may be made; .ci/postgresql starts one.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import oracle
import sqlalchemy as sa
from databases import POSTGRESQL, cut_off, schema_of_its_own
from serving import HEALTH, HTTP, Forked, Server, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kickdoor.server.schema import ANSWERS, make_engine

SMALL = os.environ.get("ATTACK") == "small"


def size(small: int, full: int) -> int:
    """How much of an attack is carried out; ATTACK_SHARE takes a part of the full size."""
    return small if SMALL else max(small, int(full * float(os.environ.get("ATTACK_SHARE", "1"))))


def so_far(**found: Any) -> None:
    """How far a long attack has come, on stderr."""
    print(json.dumps(found), file=sys.stderr, flush=True)


class Seat:
    """One connection that answers whatever it is asked, one message after the other."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.known: dict[str, Any] = {}
        self.replies: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.number = 0
        self.welcomed = asyncio.Event()
        self.listening = asyncio.create_task(self.listen())

    @classmethod
    async def sit(cls, url: str, table: str, token: str) -> Seat:
        """Connect and say hello."""
        line = await connect(f"{url.replace('http', 'ws')}/api/tables/{table}/play", max_size=None, open_timeout=30)
        await line.send(json.dumps({"type": "hello", "token": token}))
        return cls(line)

    async def listen(self) -> None:
        """Keep what is told."""
        with suppress(WebSocketException):
            async for frame in self.line:
                told = json.loads(frame)
                if told["type"] in ("taken", "refused", "pong", "reasons"):
                    self.replies.put_nowait(told)
                if told["type"] == "welcome":
                    self.welcomed.set()
                whole = told["whole"] or {} if told["type"] == "welcome" else told
                self.known.update({name: whole[name] for name in ("decision", "clock") if name in whole})
        self.replies.put_nowait({"type": "closed"})

    async def say(self, timeout: float = 20, **message: Any) -> tuple[dict[str, Any], float]:
        """Say something; the reply, and how many seconds it took."""
        self.number += 1
        began = time.perf_counter()
        await self.line.send(json.dumps({"id": self.number, **message}))
        async with asyncio.timeout(timeout):
            while True:
                reply = await self.replies.get()
                if reply["type"] == "closed":
                    raise ConnectionError("the server hung up")
                if reply.get("id") == self.number:
                    return reply, time.perf_counter() - began

    def move(self, rng: Random) -> dict[str, Any] | None:
        """What to say now, if anything."""
        decision = self.known.get("decision")
        if decision and decision["options"]:
            option = rng.choice(decision["options"])
            return {"type": "answer", "option": option["code"], "window": decision["window"]}
        return None


def fuzz(folder: Path) -> dict[str, Any]:
    """Messages of every kind with anything in them, to seats of tables of all packs."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
    import fuzz as frames

    wanted = size(3000, 1_000_000)
    rng = Random(wanted)
    counted = {"sent": 0, "closed": 0, "tables": 8}

    def open_table(server: Server) -> dict[str, Any]:
        return server.open({"kind": "me"}, {"kind": "me"}, {"kind": "me"}, speed="none")

    async def attack(server: Server) -> None:
        tables = [open_table(server) for _ in range(8)]

        async def client(number: int) -> None:
            place = number % len(tables)
            while counted["sent"] < wanted:
                opened = tables[place]
                key = rng.choice(opened["keys"])
                seat: Seat | None = None
                with suppress(WebSocketException, OSError, TimeoutError):
                    seat = await Seat.sit(server.url, opened["table"], key["token"])
                    for _ in range(400):
                        move = seat.move(rng) if rng.random() < 0.2 else None
                        await seat.line.send(json.dumps(move) if move else frames.any_frame(rng))
                        counted["sent"] += 1
                        await asyncio.sleep(0.001)
                        if seat.listening.done():
                            break
                    await seat.line.close()
                if seat is not None and not seat.known and key in opened["keys"]:  # left, or shown the door
                    opened["keys"].remove(key)
                if not opened["keys"] and tables[place] is opened:
                    tables[place] = open_table(server)
                    counted["tables"] += 1
                counted["closed"] += 1
                if counted["closed"] % 100 == 0:
                    so_far(**counted)
                await asyncio.sleep(0)

        await asyncio.gather(*(client(number) for number in range(16)))

    with serving(f"sqlite:///{folder}/fuzz.db", folder, "--limit-scale", "1000") as server:
        asyncio.run(attack(server))
        errors = server.figure("kickdoor_errors_total")
        received = server.figure("kickdoor_messages_total")
    return {**counted, "received": int(received), "errors": int(errors), "ok": errors == 0}


def secrets(folder: Path) -> dict[str, Any]:
    """Questions of every kind to games that differ only in what the asker cannot know."""
    wanted = size(5000, 10_000_000)
    questions = moments = failed = 0
    while questions < wanted and not failed:
        found = oracle.interrogate(min(100_000, wanted - questions), f"attack {questions}")
        questions += found.questions
        moments += found.moments
        failed += len(found.leaks) + len(found.failures)
        so_far(questions=questions, leaks=found.leaks, failures=found.failures)
    return {"questions": questions, "moments": moments, "failures": failed, "ok": not failed}


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """A database of its own."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/{uuid4().hex}.db"
        return
    with schema_of_its_own() as url:
        yield url


def answers_in(url: str, table: str) -> int:
    """How many answers of a table are stored."""
    engine = make_engine(url)
    with engine.connect() as connection:
        count = sa.select(sa.func.count()).where(ANSWERS.c.table_id == table)
        found = int(connection.execute(count).scalar_one())
    engine.dispose()
    return found


def kills(folder: Path, kind: str) -> dict[str, Any]:
    """A server is killed in the middle of answers; what was acknowledged must be there after it."""
    rounds = size(2, 1000)
    rng = Random(kind)
    lost = acknowledged = idle = 0

    async def play(server: Server, opened: dict[str, Any], seconds: float) -> int:
        seats = [await Seat.sit(server.url, opened["table"], key["token"]) for key in opened["keys"]]
        async with asyncio.timeout(60):  # on a busy machine a life could end before anybody is welcomed
            await asyncio.gather(*(seat.welcomed.wait() for seat in seats))
        taken = 0
        timer = asyncio.get_running_loop().call_later(seconds, os.kill, server.pid, signal.SIGKILL)
        try:
            while not any(seat.listening.done() for seat in seats):
                for seat in seats:
                    move = seat.move(rng)
                    if move is not None:
                        reply, _ = await seat.say(timeout=5, **move)
                        taken += reply["type"] == "taken" and move["option"] >> 24 != 0
                await asyncio.sleep(0.001)
        except (WebSocketException, OSError, TimeoutError):
            pass
        finally:
            timer.cancel()
            server.stop(signal.SIGKILL)
            for seat in seats:
                await seat.line.close()
        return taken

    with database(kind, folder) as url:
        opened: dict[str, Any] | None = None
        expected = 0
        for number in range(rounds + 1):
            server = Forked(url, folder, "--limit-scale", "1000")  # what was promised is in the database once it is up
            now = 0 if opened is None else answers_in(url, opened["table"])
            # A pass that ends no window is stored with the clock and is no answer, so there may be fewer "taken".
            lost += max(0, expected - now)
            if number == rounds:
                break
            me = {"kind": "me"}
            if opened is None or HTTP.get(f"{server.url}/api/tables/{opened['table']}").json()["phase"] == "over":
                opened = server.open(me, me, me, speed="none")
                now = 0
            taken = asyncio.run(asyncio.wait_for(play(server, opened, rng.uniform(0.1, 0.5)), 120))
            acknowledged += taken
            idle += not taken
            expected = now + taken
            if number % 50 == 49:
                so_far(kills=number + 1, database=kind, acknowledged=acknowledged, lost=lost, idle=idle)
        assert opened is not None
        back = HTTP.get(f"{server.url}/api/tables/{opened['table']}").status_code == 200
        server.stop()
    told = {"kills": rounds, "of them with nothing acknowledged": idle, "acknowledged": acknowledged, "lost": lost}
    return {**told, "ok": back and lost == 0 and idle < rounds / 2}


async def flood(url: str, opened: dict[str, Any], until: float) -> dict[str, int]:
    """From 127.0.0.2, which is another address of loopback: refreshes, requests and handshakes until a time is over."""
    count = {"messages": 0, "requests": 0, "handshakes": 0}
    address = f"{url.replace('http', 'ws')}/api/tables/{opened['table']}/play"
    here = ("127.0.0.2", 0)

    async def refreshing() -> None:
        while time.monotonic() < until:
            with suppress(WebSocketException, OSError, TimeoutError):
                async with connect(address, max_size=None, local_addr=here) as line:
                    count["handshakes"] += 1
                    await line.send(json.dumps({"type": "hello", "token": opened["gallery"]}))
                    reading = asyncio.create_task(_read(line))
                    while time.monotonic() < until:
                        await line.send('{"type": "refresh"}')
                        count["messages"] += 1
                        await asyncio.sleep(0.06)
                    reading.cancel()
            await asyncio.sleep(0.05)

    async def asking() -> None:
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(transport=transport, base_url=url, timeout=20) as client:
            while time.monotonic() < until:
                for path in ("cards", "view"):
                    with suppress(httpx.TransportError):
                        await client.get(f"/api/tables/{opened['table']}/{path}")
                        count["requests"] += 1
                await asyncio.sleep(0.02)

    await asyncio.gather(*(refreshing() for _ in range(size(10, 60))), *(asking() for _ in range(4)))
    return count


def flood_apart(url: str, opened: dict[str, Any], seconds: float, counted: Any) -> None:
    """The same in a process of its own: what the attackers take of theirs is not taken of the honest player's."""
    counted.put({})  # here we are
    counted.put(asyncio.run(flood(url, opened, time.monotonic() + seconds)))


def floods(folder: Path) -> dict[str, Any]:
    """One address floods in every way while an honest player elsewhere asks that server and an idle one by turns.

    So whatever else takes from this machine, the attackers themselves included, befalls both.
    """
    seconds = size(3, 60)
    me = {"kind": "me"}

    async def honest(*servers: Server) -> list[list[float]]:
        opened = [server.open(me, me, me, speed="none") for server in servers]
        seats = [
            await Seat.sit(server.url, table["table"], table["keys"][0]["token"])
            for server, table in zip(servers, opened, strict=True)
        ]
        times: list[list[float]] = [[] for _ in seats]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for seat, took in zip(seats, times, strict=True):
                took.append((await seat.say(type="why", intents=[{"verb": "play", "card": 1}]))[1])
                await asyncio.sleep(0.04)
        for seat in seats:
            await seat.line.close()
        return [sorted(took) for took in times]

    with (
        serving(f"sqlite:///{folder}/flood.db", folder) as server,
        serving(f"sqlite:///{folder}/other.db", folder) as other,
    ):
        theirs = server.open(me, me, me, speed="none", listed=True)
        context = multiprocessing.get_context("spawn")
        counted = context.Queue()
        attackers = context.Process(target=flood_apart, args=(server.url, theirs, seconds + 2, counted))
        attackers.start()
        counted.get(True, 60)
        time.sleep(0.5)
        began, spent = time.monotonic(), server.cpu()
        busy, idle = asyncio.run(honest(server, other))
        share = (server.cpu() - spent) / (time.monotonic() - began)
        count: dict[str, int] = counted.get(True, 60)
        attackers.join(20)
        errors = server.figure("kickdoor_errors_total")

    def part(times: list[float], share: float) -> float:
        return round(1000 * times[min(len(times) - 1, int(len(times) * share))], 2)

    ratio = part(busy, 0.99) / part(idle, 0.99)
    return {
        **count,
        "idle p50/p99 ms": f"{part(idle, 0.5)}/{part(idle, 0.99)}",
        "flooded p50/p99 ms": f"{part(busy, 0.5)}/{part(busy, 0.99)}",
        "p99 ratio": round(ratio, 2),
        "share of a core": round(share, 3),
        "ok": errors == 0 and (SMALL or ratio <= 3),
    }


async def _read(line: ClientConnection) -> None:
    with suppress(WebSocketException):
        async for _ in line:
            pass


def restarts(folder: Path) -> dict[str, Any]:
    """The connections of a server to PostgreSQL are ended again and again while it is played."""
    rounds = size(2, 50)
    rng = Random(1)
    taken = refused = cut = 0

    async def play(server: Server, url: str) -> None:
        nonlocal taken, refused, cut
        opened = server.open({"kind": "me"}, {"kind": "me"}, {"kind": "me"}, speed="none")
        seats = [await Seat.sit(server.url, opened["table"], key["token"]) for key in opened["keys"]]
        for _ in range(rounds):
            cut += cut_off(url)
            for _ in range(10):
                for seat in seats:
                    move = seat.move(rng)
                    if move is not None:
                        reply, _ = await seat.say(**move)
                        taken += reply["type"] == "taken"
                        refused += "database" in reply.get("reason", "")
                await asyncio.sleep(0.01)
        for seat in seats:
            await seat.line.close()

    with database("postgresql", folder) as url, serving(url, folder, "--limit-scale", "1000") as server:
        asyncio.run(play(server, url))
        health = HTTP.get(server.url + HEALTH).status_code
        errors = server.figure("kickdoor_errors_total")
    found = {"cut off": rounds, "connections": cut, "taken": taken, "refused": refused, "health": health}
    return {**found, "ok": not refused and health == 200 and errors == 0 and taken > 0 and cut >= rounds}


def full_disk(folder: Path) -> dict[str, Any]:
    """A server whose files may not grow any more says so, fails nothing else, and goes on afterwards."""
    most = 600 * 1024
    file = folder / "full.db"
    Server(f"sqlite:///{file}", folder).stop()
    command = ("prlimit", f"--fsize={most}:unlimited")
    server = Server(f"sqlite:///{file}", folder, "--limit-scale", "1000", prefix=command)
    me = {"kind": "me"}
    made = refused = 0
    for _ in range(400):
        reply = HTTP.post(f"{server.url}/api/tables", json={"seats": [me] * 3, "start": True}, timeout=30)
        made += reply.status_code == 201
        refused += reply.status_code == 503
        if refused >= 5:
            break
    unwell = HTTP.get(server.url + HEALTH).status_code
    subprocess.run(["prlimit", f"--pid={server.pid}", "--fsize=unlimited:unlimited"], check=True)
    time.sleep(1.2)
    server.open(me, me, me)
    well = HTTP.get(server.url + HEALTH).status_code
    errors = server.figure("kickdoor_errors_total")
    server.stop()
    found = {"made": made, "refused": refused, "health when full": unwell, "health after": well}
    return {**found, "ok": refused > 0 and (unwell, well) == (503, 200) and errors == 0}


def churn(folder: Path) -> dict[str, Any]:
    """People come and go, sockets without a word too; memory must not grow with them."""
    seconds = size(4, 600)
    rng = Random(1)
    count = 0

    async def come_and_go(server: Server, opened: dict[str, Any], until: float) -> None:
        nonlocal count
        port = int(server.url.rpartition(":")[2])
        while time.monotonic() < until:
            with suppress(WebSocketException, OSError, TimeoutError):
                seat = await Seat.sit(server.url, opened["table"], rng.choice(opened["keys"])["token"])
                await seat.say(type="ping")
                await seat.line.close()
                with socket.create_connection(("127.0.0.1", port), 5) as half:
                    half.sendall(b"GET /")
            count += 1

    with serving(f"sqlite:///{folder}/churn.db", folder, "--limit-scale", "1000") as server:
        me = {"kind": "me"}
        tables = [server.open(me, me, me, speed="none") for _ in range(4)]

        async def all_of(until: float) -> None:
            await asyncio.gather(*(come_and_go(server, opened, until) for opened in tables * 2))

        asyncio.run(all_of(time.monotonic() + seconds / 4))
        before = server.memory()
        asyncio.run(all_of(time.monotonic() + seconds * 3 / 4))
        after = server.memory()
        errors = server.figure("kickdoor_errors_total")
    grown = (after - before) / (seconds * 3 / 4 / 60)
    found = {"connections": count, "MB before": round(before, 1), "MB after": round(after, 1)}
    return {**found, "MB a minute": round(grown, 2), "ok": errors == 0 and (SMALL or grown < 0.5)}


ATTACKS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "fuzz": fuzz,
    "secrets": secrets,
    "kills sqlite": lambda folder: kills(folder, "sqlite"),
    "kills postgresql": lambda folder: kills(folder, "postgresql"),
    "floods": floods,
    "restarts postgresql": restarts,
    "full disk": full_disk,
    "churn": churn,
}


def main() -> int:
    """Carry out the attacks that are named, or all; a line of JSON for each, and 1 where one succeeded."""
    wanted = [name for name in os.environ.get("ATTACK_ONLY", "").split(",") if name]
    failed = 0
    for name, attack in ATTACKS.items():
        if wanted and not any(name.startswith(one) for one in wanted):
            continue
        if "postgresql" in name and not POSTGRESQL:
            print(json.dumps({"attack": name, "skipped": "KICKDOOR_TEST_POSTGRESQL names no database"}), flush=True)
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            found = attack(Path(folder))
        print(json.dumps({"attack": name, **found, "seconds": round(time.monotonic() - began)}), flush=True)
        failed += not found["ok"]
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
