"""Connections: limits, and clients that do not read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec

from kickdoor.play.view import View
from kickdoor.server.limits import Bucket, Rates, is_own_page
from kickdoor.server.protocol import Chat, Pass, ViewChange
from kickdoor.server.reference import asked_language
from kickdoor.server.socket import Connection, serve_socket
from kickdoor.server.wire import WIRE


class Wire:
    """The server side of a socket: messages to hear, and what was sent; who does not read leaves it unread."""

    def __init__(self, messages: list[Any]) -> None:
        self.messages = [m if isinstance(m, str) else json.dumps(m) for m in messages]
        self.sent: list[dict[str, Any]] = []
        self.written: list[int] = []  #: how many messages at a time
        self.closed: int | None = None
        self.reads = True
        self.unread = 0
        self.paused = 0
        self.over = asyncio.Event()

    def listen(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        for message in self.messages:
            heard(message.encode())

    def write(self, *messages: bytes) -> None:
        self.written.append(len(messages))
        for message in messages:
            if not self.reads:
                self.unread += len(message)
            self.sent.append(msgspec.json.decode(message))

    def pause(self) -> None:
        self.paused += 1

    def resume(self) -> None:
        pass

    def hang_up(self, code: int) -> None:
        self.closed = code
        self.over.set()

    async def gone(self) -> None:
        await self.over.wait()


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits_for_it(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "me")
        wire = Wire([{"type": "hello", "token": opened.keys[2].token}])
        slow = Connection(wire, "10.0.0.7", inn.lobby)
        running = asyncio.create_task(slow.run(table.id))
        while not wire.sent:
            await asyncio.sleep(0)
        wire.reads = False
        talker = await inn.greet(table, 0)
        said = 0
        while wire.closed is None:
            said += 1
            inn.clock.time += 1
            assert (await talker.say(Chat(text="word " * 30)))["type"] == "taken"
            assert wire.unread < inn.lobby.settings.unread + 5000
        assert said > 20
        assert slow.closing
        assert wire.closed == 1013
        assert wire.sent[-1]["type"] == "closed"
        await asyncio.wait_for(running, 20)
        assert (await talker.say(Chat(text="gone")))["type"] == "taken"
        assert 2 not in table.session.company.online

    play(test)


def test_sockets_that_come_while_their_table_is_looked_for_are_all_counted(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "me")
        lobby, find = inn.lobby, inn.lobby.find
        come = asyncio.Event()

        async def find_slowly(id: str) -> Any:
            await come.wait()
            return await find(id)

        async def nothing(*_: Any) -> None:
            pass

        lobby.find = find_slowly
        wires = [Wire([{"type": "hello", "token": key.token}]) for key in opened.keys[:2]]
        scopes = [{"headers": [], "query_string": b"", "extensions": {WIRE: wire}} for wire in wires]
        serving = [
            asyncio.create_task(serve_socket(lobby, table.id, scope, nothing, nothing, "10.0.0.1")) for scope in scopes
        ]
        await asyncio.sleep(0)
        come.set()
        for _ in range(20):
            await asyncio.sleep(0)
        assert lobby.sockets == {"10.0.0.1": 2}
        for wire in wires:
            wire.over.set()
        await asyncio.wait_for(asyncio.gather(*serving), 10)
        assert lobby.sockets == {}

    play(test)


def test_a_socket_is_accepted_at_once_and_its_table_looked_for_when_it_says_hello(play):
    async def test(inn):
        asked: list[str] = []
        sent: list[str] = []

        async def find(id: str) -> Any:
            asked.append(id)
            await asyncio.Event().wait()

        async def receive() -> None:
            pass

        async def send(message: dict[str, Any]) -> None:
            sent.append(message["type"])

        inn.lobby.find = find
        gone, here = Wire([]), Wire([{"type": "hello"}])
        for wire, table in ((gone, "left"), (here, "wanted")):
            scope = {"headers": [], "query_string": b"", "extensions": {WIRE: wire}}
            serving = asyncio.create_task(serve_socket(inn.lobby, table, scope, receive, send, "10.0.0.1"))
            for _ in range(20):
                await asyncio.sleep(0)
            assert sent == ["websocket.accept"], "whoever waits for a table has a line"
            sent.clear()
            wire.over.set()
            await asyncio.wait_for(serving, 10)
        assert asked == ["wanted"], "who called a frozen server and is gone asks for nothing"

    play(test)


def test_who_waits_for_a_welcome_hears_that_it_comes_until_it_is_there(play, monkeypatch):
    """Else they would take the server for a silent one, and call another."""
    monkeypatch.setattr("kickdoor.server.socket.SOON_SECONDS", 0.01)

    async def test(inn):
        table, opened = await inn.seat("me", "me", "me")
        find = inn.lobby.find
        looked_up = asyncio.Event()

        async def find_slowly(id: str) -> Any:
            await looked_up.wait()
            return await find(id)

        inn.lobby.find = find_slowly
        wire = Wire([{"type": "hello", "token": opened.keys[0].token}])
        waiting, gone = Connection(wire, "10.0.0.7", inn.lobby), Wire([{"type": "hello"}])
        serving = [asyncio.create_task(waiting.run(table.id))]
        serving.append(asyncio.create_task(Connection(gone, "10.0.0.7", inn.lobby).run(table.id)))
        async with asyncio.timeout(20):
            while len(wire.sent) < 3 or not gone.sent:
                await asyncio.sleep(0.001)
            gone.over.set()
            await serving[1]
            told = len(gone.sent)
            assert {message["type"] for message in wire.sent + gone.sent} == {"soon"}
            looked_up.set()
            while wire.sent[-1]["type"] == "soon":
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.1)
        assert [message["type"] for message in wire.sent if message["type"] in ("soon", "welcome")][-1] == "welcome"
        assert len(gone.sent) == told, "who has gone is told nothing more"
        wire.over.set()
        await asyncio.wait_for(serving[0], 20)

    play(test)


def test_a_press_is_answered_with_what_it_changed_and_the_last_one_is_told_with_what_follows(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "me", speed="none")
        wire = Wire([{"type": "hello", "token": opened.keys[0].token}])
        running = asyncio.create_task(Connection(wire, "10.0.0.7", inn.lobby).run(table.id))
        while not wire.sent:
            await asyncio.sleep(0)
        guests = [await inn.greet(table, seat) for seat in (1, 2)]
        window = guests[0].clock["window"]
        wire.written.clear()
        wire.heard(b'{"type": "pass", "id": 1, "window": %d}' % window)
        await inn.settle()
        assert wire.written == [2], "one writing: it was taken, and who has pressed"
        assert [told["type"] for told in wire.sent[-2:]] == ["update", "taken"]
        await guests[0].say(Pass(window=window))
        before = len(guests[0].heard)
        await guests[1].say(Pass(window=window))
        await inn.settle()
        told = [message for _, message in guests[0].heard[before:]]
        assert len(told) == 1, "nobody is told of the last press by itself"
        assert guests[0].clock["window"] > window
        wire.hang_up(1000)
        await asyncio.wait_for(running, 20)

    play(test)


def test_nonsense_is_answered_a_few_times_and_then_hung_up_on(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "me")
        hello = {"type": "hello", "token": opened.keys[0].token}
        wire = Wire([hello, *["{" for _ in range(20)]])
        await asyncio.wait_for(Connection(wire, "10.0.0.7", inn.lobby).run(table.id), 20)
        assert [told["type"] for told in wire.sent].count("refused") == 7
        assert wire.closed == 1008

    play(test)


def test_what_is_said_before_the_hello_is_in_the_language_of_the_address_and_the_details_in_english(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        wire = Wire(["{"])
        connection = Connection(wire, "10.0.0.7", inn.lobby, asked_language(b"x=1&lang=de"))
        await asyncio.wait_for(connection.run(table.id), 20)
        refused, closed = wire.sent
        assert refused["reason"] == "Das ist keine Nachricht nach dem Protokoll dieses Tisches"
        assert "truncated" in refused["details"]
        assert closed == {"type": "closed", "reason": "Sag zuerst Hallo"}

    play(test)


def test_tokens_come_back_with_time():
    bucket = Bucket(2, 0.0)
    assert [bucket.take(0.0, 1.0, 2.0) for _ in range(3)] == [True, True, False]
    assert bucket.take(1.0, 1.0, 2.0)
    assert not bucket.take(1.5, 1.0, 2.0)


def test_addresses_have_buckets_of_their_own_and_old_ones_are_forgotten():
    rates = Rates(0.0, 1.0, lambda: 0.0, most=2)
    assert rates.allow("a")
    assert not rates.allow("a")
    assert rates.allow("b")
    assert rates.allow("c")
    assert rates.allow("a"), "there is room for two"


def test_only_our_own_page_and_those_named_may_connect():
    assert is_own_page("", "table.example.org", ())
    assert is_own_page("https://table.example.org", "table.example.org", ())
    assert not is_own_page("https://elsewhere.example", "table.example.org", ())
    assert is_own_page("https://elsewhere.example", "table.example.org", ("https://elsewhere.example",))
    assert not is_own_page("https://[", "table.example.org", ())


def test_changes_of_a_view_are_described_part_by_part():
    assert set(View.__struct_fields__) - set(ViewChange.__struct_fields__) == {"options"}
