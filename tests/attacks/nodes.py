"""Several servers on one PostgreSQL, killed, frozen and cut off while tables are played: python tests/attacks/nodes.py.

`--nodes 3 --tables 300 --faults 200` is the full size (`make nodes`). Ends with 1 where an acknowledged answer was
lost or doubled, two servers wrote in one term, somebody saw another's hand, or a game stood still. `--unfenced` takes
out what keeps a server from writing to a table that it has lost: then a fault must be found.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import httpx
import sqlalchemy as sa
from databases import POSTGRESQL, schema_of_its_own
from history import Deed, Row, faults
from serving import Forked, _serve
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kickdoor.play.checks import is_hidden_from
from kickdoor.play.game import Game
from kickdoor.server.claims import LEASE_SECONDS
from kickdoor.server.schema import ANSWERS, TABLES, Script, make_engine

REPLY_SECONDS = 2.0
"""A server that has not replied by then is taken for dead, and another one is asked."""

OPEN_SECONDS = 4.0
"""So long a page waits for a socket before it tries again."""

HEALTH_SECONDS = 1.0
"""So often a proxy asks each server how it is; one that does not say in as long gets nobody."""

FROZEN_SECONDS = LEASE_SECONDS + 2
SEATS = 3


class NodeProcess(Forked):
    """A server that shares its database."""

    unfenced = False

    def start(self, arguments: list[str], prefix: tuple[str, ...]) -> None:
        """Begin."""
        import multiprocessing

        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["kickdoor.cli", "kickdoor.server.running", "serving", "nodes"])
        serve = serve_unfenced if self.unfenced else _serve
        self.process = context.Process(target=serve, args=(arguments, str(self.said), str(self.log)))
        self.process.start()


def serve_unfenced(arguments: list[str], said: str, log: str) -> None:
    """A server that writes to tables which it has lost."""
    Script.passed = lambda self, cursor, changes: set()  # type: ignore[method-assign]
    _serve(arguments, said, log)


@dataclass
class Cluster:
    """The servers, and whom a proxy would send to which."""

    database: str
    folder: Path
    nodes: list[NodeProcess] = field(default_factory=list)
    frozen: set[int] = field(default_factory=set)
    broken: list[float] = field(default_factory=list)  #: when something happened to them
    unwell: set[str] = field(default_factory=set)  #: whom the proxy sends nobody to

    def begin(self) -> NodeProcess:
        """Start a server."""
        return NodeProcess(self.database, self.folder, "--shared", "--limit-scale", "10000")

    def url_for(self, table: str, tries: int, wrong: bool = False) -> str:
        """Where a proxy sends somebody: by rendezvous hash of the table, to the next best after a failure."""
        well = [node.url for node in self.nodes if node.url not in self.unwell] or [node.url for node in self.nodes]
        ranked = sorted(well, key=lambda url: hashlib.md5(f"{url} {table}".encode()).digest())
        return ranked[(tries + wrong) % len(ranked)]

    async def watch(self) -> None:
        """What a proxy does: ask every server now and then how it is."""
        async with httpx.AsyncClient(timeout=HEALTH_SECONDS) as client:

            async def ask(url: str) -> None:
                try:
                    well = (await client.get(f"{url}/api/health")).status_code == 200
                except httpx.HTTPError:
                    well = False
                (self.unwell.discard if well else self.unwell.add)(url)

            while True:
                urls = {node.url for node in self.nodes}
                self.unwell &= urls
                await asyncio.gather(asyncio.sleep(HEALTH_SECONDS), *map(ask, urls))


@dataclass
class Player:
    """Somebody at a seat who answers at random, and comes back whatever happens."""

    cluster: Cluster
    table: str
    token: str
    seat: int
    rng: Random
    pause: float
    deeds: list[Deed] = field(default_factory=list)
    signs: list[float] = field(default_factory=list)  #: when a server greeted or answered
    known: dict[str, Any] = field(default_factory=dict)
    leaks: list[str] = field(default_factory=list)
    over: bool = False

    async def play(self, until: float) -> None:
        """Answer until the game or the time is over."""
        tries = 0
        while time.monotonic() < until and not self.over:
            url = self.cluster.url_for(self.table, tries, wrong=self.rng.random() < 0.02)
            try:
                address = f"{url.replace('http', 'ws')}/api/tables/{self.table}/play"
                async with connect(address, max_size=None, open_timeout=OPEN_SECONDS, close_timeout=0.2) as line:
                    self.known = {}
                    await line.send(json.dumps({"type": "hello", "token": self.token}))
                    tries = 0 if await self.answer(line, until) else tries + 1
            except (WebSocketException, OSError, TimeoutError):
                tries += 1
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def answer(self, line: ClientConnection, until: float) -> bool:
        """Answer on one connection, as long as it stands; False where the server does not reply."""
        listening = asyncio.create_task(self.listen(line))
        number = 0
        self.replies: dict[int, asyncio.Future[str]] = {}
        try:
            while time.monotonic() < until and not self.over and not listening.done():
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pause)
                decision = self.known.get("decision")
                if not decision or not decision["options"]:
                    continue
                option = self.rng.choice(decision["options"])["code"]
                number += 1
                self.replies = {number: asyncio.get_running_loop().create_future()}
                said = time.monotonic()
                message = {"id": number, "type": "answer", "option": option, "window": decision["window"]}
                taken = 0.0
                try:
                    await line.send(json.dumps(message))
                    async with asyncio.timeout(REPLY_SECONDS):
                        await asyncio.wait([self.replies[number], listening], return_when=asyncio.FIRST_COMPLETED)
                    if self.replies[number].done():
                        taken = time.monotonic() if self.replies[number].result() == "taken" else -1.0
                        self.signs.append(time.monotonic())
                except TimeoutError:
                    return False
                finally:
                    if option >> 24:
                        self.deeds.append(Deed(self.seat, option, said, taken))
            return True
        finally:
            listening.cancel()

    async def listen(self, line: ClientConnection) -> None:
        """Keep what is told."""
        with suppress(WebSocketException):
            async for frame in line:
                told = json.loads(frame)
                if told["type"] in ("taken", "refused"):
                    waiting = self.replies.get(told["id"])
                    if waiting is not None and not waiting.done():
                        waiting.set_result(told["type"])
                if told["type"] == "welcome":
                    self.signs.append(time.monotonic())
                whole = told["whole"] or {} if told["type"] == "welcome" else told
                self.known.update({name: whole[name] for name in ("decision",) if name in whole})
                self.over = self.over or whole.get("table", {}).get("phase") == "over"
                self.look(whole)

    def look(self, whole: dict[str, Any]) -> None:
        """Nobody is told what is for another seat."""
        if whole.get("you", {}).get("seat", self.seat) != self.seat:
            self.leaks.append(f"seat {self.seat} was told what is for {whole['you']['seat']}")


async def break_things(cluster: Cluster, faults: int, every: float, rng: Random, restart: str) -> dict[str, int]:
    """Kill, freeze and wake servers one after the other; in the middle the database is started again."""
    done = {"killed": 0, "frozen": 0, "databases": 0}
    for number in range(faults):
        await asyncio.sleep(rng.uniform(0.5, 1.5) * every)
        cluster.broken.append(time.monotonic())
        if restart and number == faults // 2:
            await asyncio.to_thread(subprocess.run, restart, shell=True, check=True, capture_output=True)
            done["databases"] += 1
            continue
        index = rng.randrange(len(cluster.nodes))
        node = cluster.nodes[index]
        if index in cluster.frozen:
            continue
        if rng.random() < 0.3 and not cluster.frozen:
            os.kill(node.pid, signal.SIGSTOP)
            cluster.frozen.add(index)
            done["frozen"] += 1
            asyncio.get_running_loop().call_later(FROZEN_SECONDS, wake, cluster, index)
        else:
            await asyncio.to_thread(node.stop, signal.SIGKILL)
            done["killed"] += 1
            cluster.nodes[index] = await asyncio.to_thread(cluster.begin)
    for index in list(cluster.frozen):
        await asyncio.sleep(FROZEN_SECONDS)
        wake(cluster, index)
    return done


def wake(cluster: Cluster, index: int) -> None:
    """A frozen server goes on where it was."""
    if index in cluster.frozen:
        cluster.frozen.discard(index)
        with suppress(ProcessLookupError):
            os.kill(cluster.nodes[index].pid, signal.SIGCONT)


async def open_tables(cluster: Cluster, number: int) -> list[dict[str, Any]]:
    """Make tables, at all servers."""
    found = []
    async with httpx.AsyncClient(timeout=60) as client:
        for index in range(number):
            url = cluster.nodes[index % len(cluster.nodes)].url
            asked = {"seats": [{"kind": "me"}] * SEATS, "start": True, "speed": "none"}
            reply = await client.post(f"{url}/api/tables", json=asked)
            assert reply.status_code == 201, reply.text
            found.append(reply.json())
    return found


async def shown_secrets(cluster: Cluster, players: Sequence[Player]) -> list[str]:
    """Cards that somebody is shown, once all is quiet, and must not know: of decks and of others' hands."""
    shown: dict[tuple[str, int], set[int]] = {}
    async with httpx.AsyncClient(timeout=30) as client:
        for player in players:
            url = f"{cluster.url_for(player.table, 0)}/api/tables/{player.table}/view"
            reply = await client.get(url, headers={"authorization": f"Bearer {player.token}"})
            assert reply.status_code == 200, reply.text
            shown[player.table, player.seat] = cards_in(reply.json()["view"])
    engine = make_engine(cluster.database)
    found = []
    with engine.connect() as connection:
        for table, snapshot in connection.execute(sa.select(TABLES.c.id, TABLES.c.snapshot)):
            state = Game.from_bytes(snapshot).state
            for (where, seat), cards in shown.items():
                if where == table:
                    hidden = sorted(card for card in cards if is_hidden_from(state, seat, card))
                    found += [f"{table}: seat {seat} is shown card {card}" for card in hidden]
    engine.dispose()
    return found


def cards_in(told: Any) -> set[int]:
    """Every card that some part of a message shows."""
    if isinstance(told, list):
        return set().union(*map(cards_in, told))
    if not isinstance(told, dict):
        return set()
    here = {told["card"]} if "card" in told and "id" in told else set()
    return here.union(*map(cards_in, told.values()))


def longest_still(signs: Sequence[float], end: float, over: bool) -> float:
    """The longest time in which nobody at a table was greeted or answered, their own thinking included."""
    times = sorted(signs)
    if not over:
        times.append(end)
    return max((after - before for before, after in pairwise(times)), default=0.0)


def stored_rows(database: str) -> dict[str, list[Row]]:
    """All answers that are stored, by table."""
    engine = make_engine(database)
    found: dict[str, list[Row]] = {}
    with engine.connect() as connection:
        for row in connection.execute(sa.select(ANSWERS)):
            answer = json.loads(row.answer)
            if isinstance(answer, dict) and "pause" in answer:  # it was given in a window in which nobody could speak
                answer = answer["answer"]
            found.setdefault(row.table_id, []).append(Row(row.number, row.seat, answer, row.node, row.term))
        terms = dict(connection.execute(sa.select(TABLES.c.id, TABLES.c.term)).all())
    engine.dispose()
    for table, rows in found.items():
        assert all(row.term <= terms[table] for row in rows)
    return found


async def attack(arguments: argparse.Namespace, database: str, folder: Path) -> dict[str, Any]:
    """Play, break, and look."""
    rng = Random(arguments.seed)
    cluster = Cluster(database, folder)
    cluster.nodes += [await asyncio.to_thread(cluster.begin) for _ in range(arguments.nodes)]
    try:
        opened = await open_tables(cluster, arguments.tables)
        until = time.monotonic() + 1e9
        players = [
            Player(cluster, table["table"], key["token"], seat, Random(f"{table['table']} {seat}"), arguments.pause)
            for table in opened
            for seat, key in enumerate(table["keys"])
        ]
        playing = [asyncio.create_task(player.play(until)) for player in players]
        watching = asyncio.create_task(cluster.watch())
        await asyncio.sleep(1)
        done = await break_things(cluster, arguments.faults, arguments.every, rng, arguments.restart)
        await asyncio.sleep(arguments.still + 2)
        end = time.monotonic()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        secrets = await shown_secrets(cluster, players)
        watching.cancel()
    finally:
        for index in list(cluster.frozen):
            wake(cluster, index)
        for node in cluster.nodes:
            node.stop(signal.SIGKILL)
    rows = stored_rows(database)
    found = secrets
    still = []
    histories = {}
    for table in opened:
        here = [player for player in players if player.table == table["table"]]
        deeds = [deed for player in here for deed in player.deeds]
        histories[table["table"]] = (deeds, rows.get(table["table"], []))
        found += [f"{table['table']}: {fault}" for fault in faults(*histories[table["table"]])]
        found += [leak for player in here for leak in player.leaks]
        signs = [sign for player in here for sign in player.signs]
        still.append(longest_still(signs, end, any(player.over for player in here)))
    if arguments.history:
        arguments.history.write_text(json.dumps(histories), encoding="utf-8")
    terms = [row.term for answers in rows.values() for row in answers]
    return {
        **done,
        "acknowledged": sum(deed.taken > 0 for player in players for deed in player.deeds),
        "unknown": sum(deed.taken == 0 for player in players for deed in player.deeds),
        "stored": sum(len(answers) for answers in rows.values()),
        "highest term": max(terms, default=0),
        "longest still": [round(each, 1) for each in sorted(still)[-5:]],
        "faults": found[:10],
        "ok": not found and max(still) <= arguments.still,
    }


def main() -> int:
    """Attack, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two faults, in the mean")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a player thinks, in the mean")
    parser.add_argument("--still", type=float, default=10.0, help="seconds that a game may stand still")
    parser.add_argument("--restart", default="", help="a command that starts the database again, in the middle")
    parser.add_argument("--seed", default="nodes")
    parser.add_argument("--history", type=Path, help="a file for what was said and what is stored, table by table")
    parser.add_argument("--unfenced", action="store_true")
    arguments = parser.parse_args()
    if not POSTGRESQL:
        print("KICKDOOR_TEST_POSTGRESQL names no database", file=sys.stderr)
        return 2
    NodeProcess.unfenced = arguments.unfenced
    with schema_of_its_own() as database, tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(attack(arguments, database, Path(folder)))
    print(json.dumps(found), flush=True)
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
