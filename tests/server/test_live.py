"""A server as a process of its own: killed and started again, attacked, looked over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

SETTINGS = ["--host", "127.0.0.1", "--port", "0", "--log-level", "warning"]


class Served:
    """A server that runs: its process and its address."""

    def __init__(self, database: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kickdoor", "serve", *SETTINGS, "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.url = line.split(" at ")[1].split()[0].rstrip("/").replace("localhost", "127.0.0.1")
        self.http = httpx.Client(base_url=self.url, timeout=20)
        for _ in range(400):
            try:
                if self.http.get("/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def socket(self, table: str) -> ClientConnection:
        return connect(f"{self.url.replace('http', 'ws')}/api/tables/{table}/play", max_size=None)

    def open(self, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        reply = self.http.post("/api/tables", json={"seats": seats, "start": True, **more})
        assert reply.status_code == 201, reply.text
        return reply.json()

    def figure(self, name: str) -> float:
        lines = self.http.get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=20)
        self.http.close()
        return errors


@contextmanager
def served(database: str) -> Iterator[Served]:
    server = Served(database)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Player:
    """One seat over a real socket."""

    def __init__(self, server: Served, table: str, token: str) -> None:
        self.socket = server.socket(table).__enter__()
        self.state: dict[str, Any] = {"view": {"players": {}}}
        self.replies: list[dict[str, Any]] = []
        self.socket.send(json.dumps({"type": "hello", "token": token}))
        self.read()

    def read(self, timeout: float = 20) -> None:
        told = json.loads(self.socket.recv(timeout))
        if told["type"] == "welcome":
            told = told["whole"]
        if told["type"] != "update":
            self.replies.append(told)
            return
        for name, section in told.items():
            if name == "view":
                self.state["view"]["players"].update(section.pop("players", {}))
                self.state["view"].update(section)
            elif name not in ("log", "events", "said", "type", "n"):
                self.state[name] = section

    def read_all(self) -> None:
        try:
            while True:
                self.read(0.05)
        except TimeoutError:
            pass

    def say(self, **message: Any) -> dict[str, Any]:
        count = len(self.replies)
        self.socket.send(json.dumps(message))
        while len(self.replies) == count:
            self.read()
        return self.replies[-1]

    def move(self, rng: Random) -> bool:
        """Answer or press, where there is something to say."""
        decision, clock, seat = self.state["decision"], self.state["clock"], self.state["view"]["seat"]
        if decision and decision["asked"]:
            option = rng.choice(decision["options"])["code"]
            self.say(type="answer", option=option, window=decision["window"])
            return True
        if clock["kind"] == "window" and seat not in clock["pressed"]:
            self.say(type="pass", window=clock["window"])
            return True
        return False


ME = {"kind": "me"}


def test_a_server_killed_in_a_fight_comes_back_with_the_table_and_its_clock(tmp_path: Path):
    database = f"sqlite:///{tmp_path}/tables.db"
    rng = Random(8)
    with served(database) as server:
        opened = server.open(ME, ME, ME, speed="relaxed", listed=True)
        tokens = [key["token"] for key in opened["keys"]]
        players = [Player(server, opened["table"], token) for token in tokens]
        for _ in range(400):
            for player in players:
                player.read_all()
            view = players[0].state["view"]
            if view["fight"] is not None and players[0].state["clock"]["kind"] == "turn":
                break
            for player in players:
                player.move(rng)
        else:
            pytest.fail("there was no fight")
        before = [dict(player.state) for player in players]
        server.stop(signal.SIGKILL)
    with served(database) as server:
        again = [Player(server, opened["table"], token) for token in tokens]
        for then, player in zip(before, again, strict=True):
            player.read_all()
            now = player.state
            assert now["view"] == then["view"]
            assert now["decision"] == then["decision"]
            assert now["clock"]["window"] == then["clock"]["window"]
            assert now["clock"]["for"] == then["clock"]["for"]
            assert 0 < now["clock"]["left"] < then["clock"]["left"], "the clock has run on"
            assert now["table"]["commitment"] == then["table"]["commitment"]
        asked = next(player for player in again if player.state["decision"]["asked"])
        assert asked.move(rng)
        assert asked.replies[-1]["type"] == "taken"


NONSENSE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff\xfe",
    b"{}",
    b'{"type": 3}',
    b'{"type": "answer"}',
    b'{"type": "answer", "option": "x"}',
    b'{"type": "answer", "option": -1}',
    b'{"type": "answer", "option": 1e400}',
    b'{"type": "answer", "option": 99999999999999999999}',
    b'{"type": "bargain", "offer": {"kind": "help", "to": 99}}',
    b'{"type": "bargain", "offer": {"kind": "x", "to": 1}}',
    b'{"type": "why", "intents": [{"verb": "play", "card": 99999999}]}',
    b'{"type": "chat", "text": ""}',
    b'{"type": "hello", "token": "x"}',
    b"[" * 5000,
]


def any_frame(rng: Random) -> str | bytes:
    """Something that a client might send: nonsense, or something lawful with any numbers in it."""
    number = rng.choice([0, 1, 3, 7, 8, 4095, 1 << 24, rng.randrange(1 << 30), -1, 2**60])
    card = rng.choice([0, 5, 100, 167, 168, 4095, 5000, -3])
    message = rng.choice(
        [
            {"type": "answer", "option": number, "window": rng.choice([0, 1, number])},
            {"type": "answer", "option": number},
            {"type": "bargain", "offer": {"kind": "help", "to": rng.randrange(-1, 9), "treasures": number}},
            {"type": "bargain", "offer": {"kind": "trade", "to": 1, "gives": [card], "takes": [card, card]}},
            {"type": "bargain", "offer": {"kind": "bribe", "to": 1, "gives": [card], "pledge": "favour", "order": "x"}},
            {"type": "bargain", "offer": {"kind": "help", "to": 2, "promises": [card], "order": "in_turn"}},
            {"type": "pass", "window": number},
            {"type": "pass", "window": rng.randrange(40), "back": True},
            {"type": "speak"},
            {"type": "why", "intents": [{"verb": rng.choice(["play", "equip", "x", "offer"]), "card": card, "on": 9}]},
            {"type": "intend", "intent": {"verb": "play", "card": card}},
            {"type": "intend", "intent": None},
            {"type": "orders", "unless": ["would_win"]},
            {"type": "show", "to": rng.randrange(9)},
            {"type": "chat", "text": "\u202e\x00 hello " + "x" * rng.randrange(600)},
            {"type": "react", "reaction": rng.choice(["laugh", "spit"])},
            {"type": "undo"},
            {"type": "consent", "yes": rng.random() < 0.5},
            {"type": "start"},
            {"type": "arrange", "seat": rng.randrange(9), "bot": "rookie"},
            {"type": "kick", "seat": rng.randrange(9)},
            {"type": "rename", "name": "\n"},
            {"type": "rematch"},
            {"type": "refresh"},
            {"type": "ping", "id": number},
        ]
    )
    if rng.random() >= 0.15:
        return json.dumps(message)
    frame = rng.choice(NONSENSE)
    return frame.decode("latin-1") if rng.random() < 0.5 else frame


def is_hung_up_on(socket: ClientConnection, frames: list[str]) -> bool:
    """Whether the server closes a socket that sends these frames."""
    try:
        for frame in frames:
            socket.send(frame)
        while True:
            socket.recv(5)
    except ConnectionClosed:
        return True
    except TimeoutError:
        return False


def test_whatever_is_sent_the_table_goes_on_and_nothing_leaks(tmp_path: Path):
    rng = Random(3)
    with served(f"sqlite:///{tmp_path}/tables.db") as server:
        opened = server.open(ME, ME, ME, {"kind": "bot", "bot": "rookie"}, speed="fast")
        table = opened["table"]
        _, guest, victim = (key["token"] for key in opened["keys"])
        honest = Player(server, table, victim)
        held = {card["card"] for card in honest.state["view"]["players"]["2"]["hand"]}
        for _ in range(30):
            with server.socket(table) as socket:
                try:
                    socket.send(json.dumps({"type": "hello", "token": guest}))
                    for _ in range(40):
                        socket.send(any_frame(rng))
                        time.sleep(0.001)
                    while True:
                        told = json.loads(socket.recv(0.05))
                        whole = told.get("whole") or told
                        for other in whole.get("view", {}).get("players", {}).get("2", {}).get("hand", []):
                            assert other["card"] not in held or whole["view"].get("moment") is None
                except (ConnectionClosed, TimeoutError):
                    pass
        for token in ("", "x", "0" * 64, opened["invite"][:-1], victim[:-1], victim.swapcase()):
            with server.socket(table) as socket:
                socket.send(json.dumps({"type": "hello", "token": token}))
                assert json.loads(socket.recv(5))["type"] == "closed"
        with server.socket(table) as socket:
            assert is_hung_up_on(socket, ["x" * 40_000])
        with server.socket(table) as socket:
            socket.send(json.dumps({"type": "hello", "token": guest}))
            assert is_hung_up_on(socket, ['{"type": "ping"}'] * 3000)
        assert server.figure("kickdoor_errors_total") == 0
        honest.read_all()
        assert honest.say(type="ping", id=5) == {"type": "pong", "id": 5}
        assert server.http.get(f"/api/tables/{table}").json()["phase"] in ("playing", "over")
        assert "Traceback" not in server.stop()


def test_another_page_cannot_open_a_socket(tmp_path: Path):
    from websockets.exceptions import InvalidStatus

    with served(f"sqlite:///{tmp_path}/tables.db") as server:
        table = server.open(ME, ME, ME, listed=True)["table"]
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/play"
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers={"Origin": "https://elsewhere.example"})
        with connect(address, additional_headers={"Origin": server.url}) as socket:
            socket.send('{"type": "hello"}')
            assert json.loads(socket.recv(5))["seat"] == -1
