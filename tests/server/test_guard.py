"""The door of the server: odd requests are refused without a trace, and nothing strange runs on its pages."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from contextlib import suppress
from random import Random

import pytest

from kickdoor.bots import make_bot
from kickdoor.play.game import Game
from kickdoor.server import wire
from kickdoor.server.guard import is_own_name
from kickdoor.server.settings import Settings
from kickdoor.server.thinking import Thinkers


@pytest.fixture(scope="module")
def site(hurry):
    return hurry(21.0)


@pytest.mark.parametrize(
    "path", ["/%00", "/api/tables/%00", "/" + "x" * 3000, "/" + "y" * 256, "/%ff%fe", "/api/cards?packs=%ff", "/a%0ab"]
)
def test_an_address_that_makes_no_sense_is_refused(site, path):
    with socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])), 10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        assert line.recv(100).split(b" ")[1] == b"400"
    assert site.figure("kickdoor_errors_total") == 0


def test_numbers_of_twenty_digits_are_refused(site):
    seats = [{"kind": "me"}] * 3
    reply = site.http.post("/api/tables", json={"seats": seats, "options": {"winning_level": 10**20}})
    assert reply.status_code == 400


def test_only_json_is_posted(site):
    body = b'{"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "me"}]}'
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        assert site.http.post("/api/tables", content=body, headers={"content-type": kind}).status_code == 400
    json = site.http.post("/api/tables", content=body, headers={"content-type": "application/json; charset=utf-8"})
    assert json.status_code == 201


def test_every_answer_says_what_may_run_and_none_runs_from_elsewhere(site):
    for path in ("/", "/api/server", "/api/schema/openapi.json", "/api/tables/none", "/metrics"):
        headers = site.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "connect-src 'self';" in headers["content-security-policy"]
    for path in ("/api/schema", "/api/schema/scalar", "/api/schema/swagger", "/api/schema/redoc"):
        assert "<script" not in site.http.get(path).text


def test_a_server_answers_to_its_own_names():
    direct = Settings(database="", address="https://table.example.org")
    for host in ("localhost:8642", "127.0.0.1:8642", "[::1]:8642", "192.168.1.5", "pc.local", "table.example.org"):
        assert is_own_name(host, direct)
    for host in ("evil.example", "localhost.evil.example:8642", "table.example.org.evil.example"):
        assert not is_own_name(host, direct)
    assert is_own_name("evil.example", Settings(database="", trust_proxy=True)), "the proxy knows"


def test_half_a_request_is_cut_off(hurry, monkeypatch):
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 0.5)
    port = int(hurry(21.0).url.rpartition(":")[2])
    body = b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    for half in (b"", b"GET / HT", b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n" + body):
        with socket.create_connection(("127.0.0.1", port), 10) as line:
            line.sendall(half)
            began = time.monotonic()
            with suppress(ConnectionResetError):
                assert line.recv(100) == b""
            assert time.monotonic() - began < 5


def test_a_socket_may_be_silent_for_longer_than_a_request(hurry, monkeypatch):
    monkeypatch.setattr(wire, "REQUEST_SECONDS", 0.3)
    server = hurry(21.0)
    first, *_ = server.sit(server.open(*[{"kind": "me"}] * 3, speed="none"))
    time.sleep(0.8)
    assert first.say(type="chat", text="still here")["type"] == "taken"


def test_a_search_that_is_killed_gets_a_successor():
    game = Game.new(seed=5)
    seat = game.waiting[0]

    async def test() -> None:
        thinkers = Thinkers(1)
        agent = make_bot("rookie", Random(1), game.state.rules)

        async def think() -> object:
            return await thinkers.choose(agent, "master", "key", game.clone(), seat)

        await think()
        process = thinkers._process.pid
        os.kill(process, signal.SIGKILL)
        await think()
        assert thinkers._process.pid != process
        await thinkers.close()

    asyncio.run(test())
