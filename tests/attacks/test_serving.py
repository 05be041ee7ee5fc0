"""What the attacks take for granted: servers are forked ready, and the proxy before them is the deployed one."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import nodes
import pytest
from nodes import Cluster
from players import Player
from serving import forking

CADDYFILE = Path(__file__).parents[2] / "deploy" / "Caddyfile"


def test_what_is_forked_has_all_modules_from_the_start(tmp_path: Path):
    """Else each start of a server takes a second of a core for its imports, beside all that is measured."""
    told = tmp_path / "told"
    script = f"import sys, pathlib; pathlib.Path({str(told)!r}).write_text(str('warmed' in sys.modules))"
    process = forking().Process(target=exec, args=(script,))
    process.start()
    process.join(120)
    assert process.exitcode == 0
    assert told.read_text() == "True"


def block(name: str) -> str:
    """A block of the Caddyfile that lists the servers."""
    found = re.search(rf"^\({name}\) \{{\n(.*?)^\}}", CADDYFILE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def seconds(text: str, name: str) -> float:
    """A duration of the Caddyfile."""
    found = re.search(rf"\b{name} (\d+)(ms|s)$", text, re.MULTILINE)
    assert found, name
    return int(found[1]) / (1000 if found[2] == "ms" else 1)


def test_the_proxy_of_the_attack_has_the_patience_of_the_caddyfile():
    listed = block("listed") + block("sent")
    assert seconds(listed, "health_interval") == nodes.HEALTH_SECONDS
    assert seconds(listed, "health_timeout") == nodes.HEALTH_PATIENCE
    assert seconds(listed, "lb_try_duration") == nodes.TRY_SECONDS
    assert seconds(CADDYFILE.read_text(encoding="utf-8"), "response_header_timeout") == nodes.ANSWER_SECONDS
    assert "fail_duration" not in listed, "the proxy of the attack leaves nobody out who says that they are well"


async def dialled(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """Whom a proxy sends visitors to after a well server kept one waiting, and how often each was called."""
    monkeypatch.setattr(nodes, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(nodes, "TRY_AGAIN_SECONDS", 0.01)
    called: list[str] = []
    left: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = "http://{}:{}".format(*writer.get_extra_info("sockname"))
        called.append(place)
        left.append(writer)
        if called.count(place) > 1 or place != first:
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")

    servers = [await asyncio.start_server(serve, "127.0.0.1", 0) for _ in range(2)]
    urls = ["http://{}:{}".format(*server.sockets[0].getsockname()) for server in servers]
    standing: Any = [SimpleNamespace(url=url) for url in urls]
    cluster = Cluster("", Path(), standing)
    before = cluster.ranked("table")
    first = before[0]
    player = Player(cluster, "table", "token", 0, Random(1), 1.0)
    async with asyncio.timeout(10):
        line = await cluster.dial("table", False, player)
        line.transport.abort()
        for writer in left:
            writer.close()
        for server in servers:
            server.close()
            await server.wait_closed()
        await asyncio.wait((line.gone,))
    assert cluster.ranked("table") == before
    return called, [first, first]


def test_a_busy_server_that_is_well_is_not_left_out(monkeypatch: pytest.MonkeyPatch):
    """It would be the last one, or its visitors would take their tables to one that is busier still."""
    called, expected = asyncio.run(dialled(monkeypatch))
    assert called == expected
