"""A server as a process of its own: killed and started again, attacked, looked over."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from copy import deepcopy
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

ME = {"kind": "me"}


def test_a_server_killed_in_a_fight_comes_back_with_the_table_and_its_clock(serve):
    rng = Random(8)
    server = serve("--limit-scale", "100")
    opened = server.open(ME, ME, ME, speed="relaxed", listed=True)
    players = server.sit(opened)
    for _ in range(400):
        for player in players:
            player.read_all()
        view = players[0].state["view"]
        if view["fight"] is not None and players[0].clock["kind"] == "turn":
            break
        for player in players:
            player.move(rng)
    else:
        pytest.fail("there was no fight")
    before = [dict(player.state) for player in players]
    server.stop(signal.SIGKILL)
    again = serve().sit(opened)
    for then, player in zip(before, again, strict=True):
        player.read_all()
        now = player.state
        assert now["view"] == then["view"]
        assert now["decision"] == then["decision"]
        assert now["clock"]["window"] == then["clock"]["window"]
        assert now["clock"]["for"] == then["clock"]["for"]
        assert 0 < now["clock"]["left"] < then["clock"]["left"], "the clock has run on"
        assert now["table"]["commitment"] == then["table"]["commitment"]
    asked = next(player for player in again if player.asked)
    assert asked.move(rng)
    assert asked.replies[-1]["type"] == "taken"


def test_a_server_killed_in_a_window_comes_back_with_who_pressed_and_who_holds_it(serve):
    server = serve()
    opened = server.open(ME, ME, ME, speed="relaxed")
    first, second, third = server.sit(opened)
    window = first.clock["window"]
    assert first.say(type="speak")["type"] == "taken"
    assert second.say(type="pass", window=window)["type"] == "taken"
    server.stop(signal.SIGKILL)
    server = serve()
    first, second, third = server.sit(opened)
    assert (third.clock["window"], third.clock["pressed"], third.clock["held"]) == (window, [1], 0)
    assert third.say(type="speak")["type"] == "refused", "somebody holds it already"
    assert third.say(type="pass", window=window)["type"] == "taken"
    assert first.say(type="pass", window=window)["type"] == "taken"
    # All have pressed, one of them before the kill.
    first.until(lambda one: one.clock["window"] > window)


def test_a_server_killed_while_all_are_asked_comes_back_with_who_agreed_to_take_back_what(serve):
    server = serve()
    opened = server.open(ME, ME, ME, speed="none")
    first, second, third = server.sit(opened)
    before = deepcopy(third.state["view"])
    told = list(third.log)
    assert second.say(type="answer", option=second.options("declare")[0]["code"])["type"] == "taken"
    assert second.say(type="undo")["type"] == "taken"
    assert first.say(type="consent", yes=True)["type"] == "taken"
    third.until(lambda one: one.state.get("undo") and one.state["undo"]["missing"] == [2])
    asked = third.state["undo"]
    assert (asked["by"], asked["agreed"]) == (1, [0, 1])
    server.stop(signal.SIGKILL)
    first, second, third = serve().sit(opened)
    third.read_all()
    assert third.state["undo"] == asked
    # All have agreed, two of them before the kill.
    assert third.say(type="consent", yes=True)["type"] == "taken"
    for player in (first, second, third):
        player.until(lambda one: one.state["undo"] is None)
    assert third.state["view"] == before
    assert third.log == told


def is_hung_up_on(socket: ClientConnection, frames: list[str]) -> bool:
    """Whether the server closes a socket that sends these frames."""
    try:
        for frame in frames:
            socket.send(frame)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            socket.recv(5)
    except ConnectionClosed:
        return True
    except TimeoutError:
        pass
    return False


def test_whatever_is_sent_the_table_goes_on_and_nothing_leaks(serve, player_at, fuzz):
    rng = Random(3)
    server = serve()
    opened = server.open(ME, ME, ME, {"kind": "bot", "bot": "rookie"}, speed="fast")
    table = opened["table"]
    _, guest, victim = (key["token"] for key in opened["keys"])
    honest = player_at(server, table, victim)
    held = set(honest.hand(2))
    for _ in range(30):
        with server.socket(table) as socket:
            try:
                socket.send(json.dumps({"type": "hello", "token": guest}))
                for _ in range(40):
                    socket.send(fuzz.any_frame(rng))
                    time.sleep(0.001)
                end = time.monotonic() + 5
                while time.monotonic() < end:
                    told = json.loads(socket.recv(0.05))
                    whole = (told.get("whole") if told["type"] == "welcome" else told) or told
                    for other in whole.get("view", {}).get("players", {}).get("2", {}).get("hand", []):
                        assert other["card"] not in held or whole["view"].get("moment") is None
            except (ConnectionClosed, TimeoutError):
                pass
    for token in ("", "x", "0" * 64, opened["invite"][:-1], victim[:-1], victim.swapcase()):
        with server.socket(table) as socket:
            socket.send(json.dumps({"type": "hello", "token": token}))
            assert json.loads(socket.recv(5))["type"] == "closed"
    with server.socket("nosuchtable") as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(5)) == {"type": "closed", "reason": "There is no such table"}
        assert is_hung_up_on(socket, [])
    with server.socket("nosuchtable") as socket:
        socket.send('{"type": "hello", "language": "de"}')
        assert json.loads(socket.recv(5)) == {"type": "closed", "reason": "So einen Tisch gibt es nicht"}
    with server.socket(table) as socket:
        assert is_hung_up_on(socket, ["x" * 40_000])
    with server.socket(table) as socket:
        socket.send(json.dumps({"type": "hello", "token": guest}))
        assert is_hung_up_on(socket, ['{"type": "ping"}'] * 3000)
    deep = server.http.post("/api/tables", content=b"[" * 5000, headers={"content-type": "application/json"})
    assert deep.status_code == 400
    assert server.figure("kickdoor_errors_total") == 0
    honest.read_all()
    assert honest.say(type="ping", id=5) == {"type": "pong", "id": 5}
    assert server.http.get(f"/api/tables/{table}").json()["phase"] in ("playing", "over")
    assert "Traceback" not in server.stop()


def test_another_page_cannot_open_a_socket(serve):
    server = serve()
    table = server.open(ME, ME, ME, listed=True)["table"]
    with pytest.raises(InvalidStatus):
        server.socket(table, Origin="https://elsewhere.example")
    with server.socket(table, Origin=server.url) as socket:
        socket.send('{"type": "hello"}')
        assert json.loads(socket.recv(5))["seat"] == -1


def test_a_second_server_on_a_database_says_why_it_does_not_start(serve, tmp_path):
    server = serve()
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    command = [sys.executable, "-m", "kickdoor", "serve", "--port", "0", "--database", database]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 2
    assert "another server works on" in second.stderr
    assert server.http.get("/api/health").status_code == 200
