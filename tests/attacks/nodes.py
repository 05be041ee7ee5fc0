"""Several servers on one PostgreSQL, killed, frozen and cut off while tables are played: python tests/attacks/nodes.py.

`--nodes 3 --tables 300 --faults 200` is the full size (`make nodes`). Ends with 1 where an acknowledged answer was
lost or doubled, two servers wrote in one term, somebody saw another's hand, or somebody who wanted to play waited too
long. `--unfenced` takes out what keeps a server from writing to a table that it has lost: then a fault must be found.
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
from pathlib import Path
from random import Random
from typing import Any

import httpx
import sqlalchemy as sa
from databases import POSTGRESQL, schema_of_its_own
from history import Row, faults
from players import LONGEST_THOUGHT, Line, Player, Step
from serving import Forked, _serve, forking

from kickdoor.play.checks import is_hidden_from
from kickdoor.play.game import Game
from kickdoor.server.schema import ANSWERS, TABLES, Script, make_engine

HEALTH_SECONDS = 0.5
"""So often the proxy asks each server how it is …"""

HEALTH_PATIENCE = 1.0
"""… and one that does not say in as long gets nobody."""

ANSWER_SECONDS = 1.5
"""Who is not told in as long that their socket stands is sent on, to another server if that one is not well by then."""

TRY_SECONDS = 5.0
TRY_AGAIN_SECONDS = 0.25
"""So long, and so often, the proxy looks for a server that can be reached."""

FROZEN_SECONDS = 10.0
"""Longer than a lease, and than players hold on to a server that says nothing: others have its tables when it wakes."""

SEATS = 3


class NodeProcess(Forked):
    """A server that shares its database."""

    unfenced = False

    def start(self, arguments: list[str], prefix: tuple[str, ...]) -> None:
        """Begin."""
        serve = serve_unfenced if self.unfenced else _serve
        self.process = forking().Process(target=serve, args=(arguments, str(self.said), str(self.log)))
        self.process.start()


def serve_unfenced(arguments: list[str], said: str, log: str) -> None:
    """A server that writes to tables which it has lost."""
    Script.passed = lambda self, cursor, changes: set()  # type: ignore[method-assign]
    _serve(arguments, said, log)


@dataclass
class Cluster:
    """The servers, and a proxy before them that does what deploy/Caddyfile has Caddy do."""

    database: str
    folder: Path
    nodes: list[NodeProcess] = field(default_factory=list)
    frozen: set[int] = field(default_factory=set)
    unwell: set[str] = field(default_factory=set)  #: who did not say that they are well when they were asked last
    seconds: float = 0.0  #: of a core, of servers that are no more
    faults: list[Step] = field(default_factory=list)

    def note(self, what: str) -> None:
        """Something happens to the servers."""
        self.faults.append(Step(time.monotonic(), what))

    def begin(self) -> NodeProcess:
        """Start a server."""
        return NodeProcess(self.database, self.folder, "--shared", "--limit-scale", "10000")

    def ranked(self, table: str) -> list[str]:
        """The servers that may be asked, in the order of a table: a server that comes back has the tables it had."""
        well = [
            (hashlib.md5(f"{number} {table}".encode()).digest(), node.url)
            for number, node in enumerate(self.nodes)
            if node.url not in self.unwell
        ]
        return [url for _, url in sorted(well)]

    async def dial(self, table: str, wrong: bool, player: Player) -> Line:
        """A line to the first of the servers that can be reached, or to the second where the proxy is wrong."""
        end = time.monotonic() + TRY_SECONDS
        while True:
            ranked = self.ranked(table)
            if ranked:
                url = ranked[min(wrong, len(ranked) - 1)]
                player.note(f"is sent to {url}")
                try:
                    return await self.connect(url, table, player)
                except (ConnectionError, TimeoutError):
                    player.note("nobody answers there")
            if time.monotonic() > end:
                raise ConnectionError("there is no server")
            await asyncio.sleep(TRY_AGAIN_SECONDS)

    async def connect(self, url: str, table: str, player: Player) -> Line:
        """A line to a server."""
        place = url.removeprefix("http://")
        host, _, port = place.partition(":")
        path = f"/api/tables/{table}/play"
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(path, place, player), host, int(port))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await line.up
        except BaseException:
            line.transport.abort()
            raise
        player.note("has a line")
        return line

    async def watch(self) -> None:
        """What a proxy does: ask every server now and then how it is, whether or not others have answered."""
        async with httpx.AsyncClient(timeout=HEALTH_PATIENCE) as client, asyncio.TaskGroup() as asking:

            async def ask(url: str) -> None:
                try:
                    well = (await client.get(f"{url}/api/health")).status_code == 200
                except httpx.HTTPError:
                    well = False
                if well == (url in self.unwell):
                    self.note(f"{'well' if well else 'UNWELL'} {url}")
                (self.unwell.discard if well else self.unwell.add)(url)

            while True:
                urls = {node.url for node in self.nodes}
                self.unwell &= urls
                for url in urls:
                    asking.create_task(ask(url))
                await asyncio.sleep(HEALTH_SECONDS)


async def break_things(cluster: Cluster, asked: argparse.Namespace) -> dict[str, int]:
    """Kill, freeze and wake servers one after the other; in the middle the database is started again."""
    done = {"killed": 0, "frozen": 0, "databases": 0}
    rng = Random(asked.seed)
    for number in range(asked.faults):
        await asyncio.sleep(rng.uniform(0.5, 1.5) * asked.every)
        print(json.dumps({"fault": number + 1, **done}), file=sys.stderr, flush=True)
        if asked.restart and number == asked.faults // 2:
            cluster.note("THE DATABASE is started again")
            await asyncio.to_thread(subprocess.run, asked.restart, shell=True, check=True, capture_output=True)
            done["databases"] += 1
            continue
        index = rng.choice([number for number in range(len(cluster.nodes)) if number not in cluster.frozen])
        node = cluster.nodes[index]
        if rng.random() < asked.frozen and not cluster.frozen:
            cluster.note(f"FROZEN {node.url}")
            os.kill(node.pid, signal.SIGSTOP)
            cluster.frozen.add(index)
            done["frozen"] += 1
            asyncio.get_running_loop().call_later(FROZEN_SECONDS, wake, cluster, index)
        else:
            cluster.seconds += node.cpu()
            cluster.note(f"KILLED {node.url}")
            await asyncio.to_thread(node.stop, signal.SIGKILL)
            done["killed"] += 1
            cluster.nodes[index] = await asyncio.to_thread(cluster.begin)
            cluster.unwell.add(cluster.nodes[index].url)  # until the proxy has heard that it is well
            cluster.note(f"begun {cluster.nodes[index].url}")
    for index in list(cluster.frozen):
        await asyncio.sleep(FROZEN_SECONDS)
        wake(cluster, index)
    return done


def wake(cluster: Cluster, index: int) -> None:
    """A frozen server goes on where it was."""
    if index in cluster.frozen:
        cluster.frozen.discard(index)
        cluster.note(f"woken {cluster.nodes[index].url}")
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
            while not (ranked := cluster.ranked(player.table)):
                await asyncio.sleep(TRY_AGAIN_SECONDS)
            url = f"{ranked[0]}/api/tables/{player.table}/view"
            reply = await client.get(url, headers={"authorization": f"Bearer {player.token}"})
            assert reply.status_code == 200, reply.text
            shown[player.table, player.seat] = cards_in(reply.json()["view"])
    engine = make_engine(cluster.database)
    with engine.connect() as connection:  # no longer than that: who reads for seconds is cut off
        saves = connection.execute(sa.select(TABLES.c.id, TABLES.c.snapshot)).all()
    engine.dispose()
    found = []
    for table, snapshot in saves:
        state = Game.from_bytes(snapshot).state
        for (where, seat), cards in shown.items():
            if where == table:
                hidden = sorted(card for card in cards if is_hidden_from(state, seat, card))
                found += [f"{table}: seat {seat} is shown card {card}" for card in hidden]
    return found


def cards_in(told: Any) -> set[int]:
    """Every card that some part of a message shows."""
    if isinstance(told, list):
        return set().union(*map(cards_in, told))
    if not isinstance(told, dict):
        return set()
    here = {told["card"]} if "card" in told and "id" in told else set()
    return here.union(*map(cards_in, told.values()))


def standing(players: Sequence[Player], since: float) -> set[str]:
    """Tables that are not over, and at which nobody's answer was taken since then."""
    going = {player.table for player in players if player.over or player.taken > since}
    return {player.table for player in players} - going


def clashes(folder: Path) -> list[str]:
    """Where a server tried to write what another had written: the key of answers held where the fence should have."""
    told = [line for log in folder.glob("log-*") for line in log.read_text(encoding="utf-8").splitlines()]
    return [f"two servers wrote: {line.strip()}" for line in told if "duplicate key" in line]


def unsaved(database: str) -> list[str]:
    """Tables whose save is of another moment than their answers: what it lacks is lost to whoever plays on."""
    counted = sa.select(sa.func.count()).where(ANSWERS.c.table_id == TABLES.c.id).scalar_subquery()
    engine = make_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(sa.select(TABLES.c.id, TABLES.c.answers, counted)).all()
    engine.dispose()
    return [f"{table}: its save has {saved} of {stored} answers" for table, saved, stored in rows if saved != stored]


def told_waits(cluster: Cluster, players: Sequence[Player]) -> list[str]:
    """The waits that were too long, each with what befell the servers meanwhile and shortly before."""
    lines = []
    for player in players:
        for steps in player.longest:
            since, end = steps[0].at, steps[-1].at
            meanwhile = [step for step in cluster.faults if since - 5 < step.at < end]
            lines.append(f"\n{end - since:.1f} seconds: seat {player.seat} of {player.table}")
            lines += [f"{step.at - since:7.2f}  {step.what}" for step in sorted([*steps, *meanwhile])]
    return lines


def stored_rows(database: str) -> dict[str, list[Row]]:
    """All answers that are stored, by table."""
    engine = make_engine(database)
    found: dict[str, list[Row]] = {}
    with engine.connect() as connection:
        for row in connection.execute(sa.select(ANSWERS)).all():
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
    cluster = Cluster(database, folder)
    cluster.nodes += [await asyncio.to_thread(cluster.begin) for _ in range(arguments.nodes)]
    try:
        opened = await open_tables(cluster, arguments.tables)
        players = [
            Player(
                cluster,
                table["table"],
                key["token"],
                seat,
                Random(f"{table['table']} {seat}"),
                arguments.pause,
                arguments.still,
            )
            for table in opened
            for seat, key in enumerate(table["keys"])
        ]
        playing = [asyncio.create_task(player.play()) for player in players]
        watching = asyncio.create_task(cluster.watch())
        began = time.process_time()
        await asyncio.sleep(1)
        done = await break_things(cluster, arguments)
        quiet = time.monotonic()
        end = quiet + LONGEST_THOUGHT * arguments.pause + arguments.still
        while standing(players, quiet) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        stuck = standing(players, quiet)
        for task in playing:
            task.cancel()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        failed = [repr(end) for end in ends if isinstance(end, Exception)]
        for player in players:
            player.settle()
        own = time.process_time() - began
        secrets = await shown_secrets(cluster, players)
        watching.cancel()
    finally:
        for index in list(cluster.frozen):
            wake(cluster, index)
        for node in cluster.nodes:
            cluster.seconds += node.cpu()
            node.stop(signal.SIGKILL)
    rows = stored_rows(database)
    found = failed + secrets + clashes(folder) + unsaved(database)
    found += [f"{table}: nothing was taken after the last fault" for table in sorted(stuck)]
    histories = {}
    for table in opened:
        here = [player for player in players if player.table == table["table"]]
        deeds = [deed for player in here for deed in player.deeds]
        histories[table["table"]] = (deeds, rows.get(table["table"], []))
        found += [f"{table['table']}: {fault}" for fault in faults(*histories[table["table"]])]
        found += [leak for player in here for leak in player.leaks]
    if arguments.history:
        arguments.history.write_text(json.dumps(histories), encoding="utf-8")
    if arguments.long:
        arguments.long.write_text("\n".join(told_waits(cluster, players)), encoding="utf-8")
    terms = [row.term for answers in rows.values() for row in answers]
    waits = sorted(wait for player in players for wait in player.waits)
    return {
        **done,
        "acknowledged": sum(deed.taken > 0 for player in players for deed in player.deeds),
        "unknown": sum(deed.taken == 0 for player in players for deed in player.deeds),
        "stored": sum(len(answers) for answers in rows.values()),
        "highest term": max(terms, default=0),
        "waits": len(waits),
        "waits p50, p99": [round(waits[len(waits) * share // 100], 3) for share in (50, 99)],
        "longest waits": [round(each, 1) for each in waits[-5:]],
        "too long": sum(wait > arguments.still for wait in waits),
        "seconds of a core": {"servers": round(cluster.seconds, 1), "players": round(own, 1)},
        "faults": found[:10],
        "ok": not found and (arguments.unfenced or waits[-1] <= arguments.still),
    }


def main() -> int:
    """Attack, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two faults, in the mean")
    parser.add_argument("--pause", type=float, default=12.0, help="seconds that a player thinks, in the mean")
    parser.add_argument("--still", type=float, default=10.0, help="seconds that a player may have to wait for a server")
    parser.add_argument("--frozen", type=float, default=0.3, help="the share of servers that are frozen, not killed")
    parser.add_argument("--restart", default="", help="a command that starts the database again, in the middle")
    parser.add_argument("--seed", default="nodes")
    parser.add_argument("--history", type=Path, help="a file for what was said and what is stored, table by table")
    parser.add_argument("--long", type=Path, help="a file for the waits that were too long, step by step")
    parser.add_argument("--unfenced", action="store_true", help="without the fence: end with 0 where a fault is found")
    arguments = parser.parse_args()
    if not POSTGRESQL:
        print("KICKDOOR_TEST_POSTGRESQL names no database", file=sys.stderr)
        return 2
    NodeProcess.unfenced = arguments.unfenced
    with schema_of_its_own() as database, tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(attack(arguments, database, Path(folder)))
    print(json.dumps(found), flush=True)
    return 0 if found["ok"] != arguments.unfenced else 1


if __name__ == "__main__":
    sys.exit(main())
