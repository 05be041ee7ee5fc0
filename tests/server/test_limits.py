"""Limits: by visitor, whatever way they come, and at one gate for all ways to make a table."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
import pytest
from litestar.testing import TestClient

from kickdoor.play.intents import Intent
from kickdoor.server import packing, reference
from kickdoor.server.app import make_app
from kickdoor.server.audience import Audience
from kickdoor.server.errors import BadRequest, TooMuch
from kickdoor.server.kitchen import MOST_ORDERS
from kickdoor.server.limits import CUT_OFF_SECONDS, REFUSALS_AT_ONCE, Patience, Rates, address_of, visitor
from kickdoor.server.protocol import Answer, Chat, Hello, NewTable, Pace, Pass, Ping, Refresh, Rename, SeatPlan, Why
from kickdoor.server.settings import Settings
from kickdoor.server.socket import Connection, cost_of
from kickdoor.server.store import Unstored
from kickdoor.server.telling import Showing

ME, BOT, OPEN = SeatPlan(kind="me"), SeatPlan(kind="bot", bot="rookie"), SeatPlan(kind="open")


@pytest.mark.parametrize(
    ("address", "whom"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
        ("x" * 500, "x" * 64),
    ],
)
def test_an_address_stands_for_a_visitor(address: str, whom: str):
    assert visitor(address) == whom


def test_only_a_trusted_proxy_says_who_it_is_and_its_last_word_counts():
    lines = [(b"x-forwarded-for", b"1.1.1.1"), (b"X-Forwarded-For", b"2.2.2.2, 3.3.3.3")]
    assert address_of(("9.9.9.9", 1), lines, trust_proxy=False) == "9.9.9.9"
    assert address_of(("9.9.9.9", 1), lines, trust_proxy=True) == "3.3.3.3"
    assert address_of(("9.9.9.9", 1), [], trust_proxy=True) == "9.9.9.9"
    assert address_of(None, lines, trust_proxy=False) == ""


def test_forged_headers_change_nothing_without_a_proxy(serve):
    server = serve()
    for n in range(5000):
        if server.http.get("/api/server", headers={"x-forwarded-for": f"10.0.0.{n}"}).status_code == 429:
            return
    pytest.fail("whoever names another address each time is not counted")


def test_a_table_by_correspondence_needs_a_person(play):
    async def test(inn) -> None:
        for seats in ((BOT, BOT, BOT), (OPEN, BOT, BOT)):
            with pytest.raises(BadRequest, match="somebody who plays"):
                await inn.lobby.open_table(NewTable(seats=seats, speed="correspondence", start=True))
        await inn.lobby.open_table(NewTable(seats=(ME, BOT, BOT), speed="correspondence", start=True))

    play(test)


def test_an_address_has_so_many_tables_that_are_not_over(play):
    async def test(inn) -> None:
        new = NewTable(seats=(ME, BOT, BOT))
        most = inn.lobby.settings.most_tables_of_address
        for number in range(most):
            inn.clock.time += 10
            await inn.lobby.open_table(new, "192.0.2.1")
            if number == 0:
                next(iter(inn.lobby.tables.values())).session.phase = "over"
        inn.clock.time += 10
        await inn.lobby.open_table(new, "192.0.2.1")
        with pytest.raises(TooMuch):
            await inn.lobby.open_table(new, "192.0.2.1")
        await inn.lobby.open_table(new, "192.0.2.2")

    play(test)


def test_an_address_makes_so_many_tables_in_a_day(play):
    async def test(inn) -> None:
        inn.lobby._makers_of_today.rate, inn.lobby._makers_of_today.burst = 3 / 86400, 3.0
        new = NewTable(seats=(ME, BOT, BOT))
        for _ in range(3):
            inn.clock.time += 60
            await inn.lobby.open_table(new, "192.0.2.1")
        inn.clock.time += 60
        with pytest.raises(TooMuch):
            await inn.lobby.open_table(new, "192.0.2.1")
        inn.clock.time += 86400 / 3
        await inn.lobby.open_table(new, "192.0.2.1")

    play(test)


def test_tables_are_brought_back_within_the_room_that_there_is(play):
    async def test(inn) -> None:
        tables = [(await inn.seat("me", "me", "me"))[0] for _ in range(4)]
        watched = await inn.greet(tables[0], 0)
        inn.clock.time += 20 * 60
        await inn.lobby.sweep()
        assert list(inn.lobby.tables) == [tables[0].id]
        inn.lobby.settings = msgspec.structs.replace(inn.lobby.settings, most_tables=2)
        for table in tables * 2:
            await inn.lobby.find(table.id)
            assert len(inn.lobby.tables) <= 2
        assert (await watched.say(Chat(text="still here")))["type"] == "taken"
        other = await inn.greet(await inn.lobby.find(tables[1].id), 0)
        with pytest.raises(TooMuch):
            await inn.lobby.find(tables[2].id)
        assert (await other.say(Chat(text="and here")))["type"] == "taken"

    play(test)


def test_who_orders_much_leaves_room_for_others(play):
    async def test(inn) -> None:
        kitchen = inn.lobby.kitchen
        go_on = threading.Event()
        orders = [asyncio.ensure_future(kitchen.make(go_on.wait, 20, by="192.0.2.1")) for _ in range(6)]
        await asyncio.sleep(0)
        try:
            assert [order.done() for order in orders] == [False] * 4 + [True] * 2
            assert isinstance(orders[-1].exception(), TooMuch)
            other = asyncio.ensure_future(kitchen.make(int, by="192.0.2.2"))
        finally:
            go_on.set()
        assert await asyncio.wait_for(other, 20) == 0
        assert await asyncio.wait_for(asyncio.gather(*orders[:4]), 20) == [True] * 4
        assert await kitchen.make(int, by="192.0.2.1") == 0

    play(test)


def test_who_is_told_to_come_back_is_told_when(database):
    app = make_app(Settings(database=database))
    with TestClient(app) as client:
        orders = app.state["lobby"].kitchen._orders
        orders["others"] = MOST_ORDERS
        busy = client.get("/api/rules")
        assert (busy.status_code, busy.headers["retry-after"]) == (429, "1")
        del orders["others"]
        found = client.get("/api/rules")
        missing = client.get("/api/nowhere")
    assert found.status_code == 200
    assert missing.status_code == 404
    assert "retry-after" not in {*found.headers, *missing.headers}


def test_a_server_that_is_unwell_says_when_to_come_back(database, monkeypatch):
    app = make_app(Settings(database=database))
    with TestClient(app) as client:

        async def broken() -> None:
            raise Unstored("the disk is full")

        monkeypatch.setattr(app.state["lobby"].store, "check", broken)
        unwell = client.get("/api/health")
    assert (unwell.status_code, unwell.headers["retry-after"]) == (503, "2")


def test_bots_that_need_not_wait_act_at_the_expense_of_who_is_alone_among_them(play):
    async def test(inn) -> None:
        inn.lobby.talk = Rates(10.0, 20.0, inn.clock.now)
        tables = [(await inn.seat("me", "rookie", "rookie", speed="none"))[0] for _ in range(2)]
        guests = [await inn.greet(table, 0) for table in tables]
        for guest in guests:
            await guest.say(Pace(stops="never", tempo="at_once"))

        async def play_on() -> int:
            """All that happens without time passing; how often bots have acted since."""
            for _ in range(60):
                for guest in guests:
                    asked = guest.decision is not None and guest.decision["asked"]
                    if asked:
                        await guest.say(Answer(option=guest.decision["options"][-1]["code"]))
                    elif guest.clock["kind"] == "window" and guest.seat not in guest.clock["pressed"]:
                        await guest.say(Pass(window=guest.clock["window"]))
                await inn.settle()
            return sum(table.session.playing.answers for table in tables)

        first = await play_on()
        for _ in range(10):
            await inn.pass_time(1)
            later = await play_on()
        own = sum(1 for guest in guests for reply in guest.replies if reply["type"] == "taken")
        assert later > first, "they do go on"
        assert later <= 20 + 10 * 10 + own + len(tables)

    play(test)


def test_bots_by_correspondence_rest_when_nobody_is_waited_for(play):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "rookie", "rookie", speed="correspondence")
        await inn.pass_time(8 * 86400)
        answers = table.session.playing.answers
        assert table.session.setup.seats[0].away
        await inn.pass_time(8 * 86400)
        assert table.session.playing.answers == answers
        guest = await inn.greet(table, 0)
        await inn.pass_time(60)
        assert guest.decision is not None

    play(test)


def test_a_table_by_correspondence_lies_in_the_database_until_it_is_due(play):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me", speed="correspondence")
        window = table.session.playing.pacer.window
        await inn.pass_time(20 * 60)
        await inn.lobby.sweep()
        assert table.id not in inn.lobby.tables
        await inn.pass_time(86400)
        await inn.lobby.sweep()
        assert table.id not in inn.lobby.tables, "three days are not over"
        await inn.pass_time(2 * 86400)
        await inn.lobby.sweep()
        await inn.pass_time(1)
        assert inn.lobby.tables[table.id].session.playing.pacer.window > window

    play(test)


def test_who_asks_for_much_is_slowed_down_on_all_their_sockets_together():
    now = [0.0]
    rates = Rates(10.0, 20.0, lambda: now[0])
    assert [rates.wait("a", 4.0) for _ in range(5)] == [0.0] * 5
    assert rates.wait("a", 4.0) == pytest.approx(0.4)
    assert rates.wait("a", 4.0) == pytest.approx(0.8)
    assert rates.wait("b", 4.0) == 0.0
    now[0] = 10.0
    assert rates.wait("a", 4.0) == 0.0
    assert cost_of(Refresh()) > cost_of(Answer(option=1)) > cost_of(Ping())
    assert cost_of(Why(intents=(Intent(verb="play"),) * 32)) > 8


def test_a_whole_view_is_made_once_for_a_moment(play, monkeypatch: pytest.MonkeyPatch):
    made = []
    own = Showing.own
    monkeypatch.setattr(Showing, "own", lambda showing, seat: made.append(seat) or own(showing, seat))

    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me", speed="relaxed")
        guest = await inn.greet(table, 1)
        other = await inn.greet(table, -1)
        await inn.settle()
        made.clear()
        for _ in range(20):
            guest.state = {"view": {"players": {}}}
            await table.ask(lambda: table.hear(guest, Refresh()))
            await table.ask(lambda: table.hear(other, Refresh()))
        assert len(made) <= 2
        assert guest.decision is not None
        assert len(guest.view["players"]["1"]["hand"]) == 8
        left = guest.clock["left"]
        await inn.pass_time(2)
        await table.ask(lambda: table.hear(guest, Refresh()))
        assert guest.clock["left"] == left - 2000, "the clock is never an old one"
        option = guest.options("declare")[0]["code"]
        await guest.say(Answer(option=option))
        fresh = await inn.greet(table, 1)
        assert fresh.view == guest.view
        assert fresh.decision == guest.decision

    play(test)


def test_a_full_inbox_swallows_neither_a_hello_nor_an_alarm(play, guest_at):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me", speed="fast")
        first = await inn.greet(table, 0)
        window = first.clock["window"]
        gate = asyncio.Event()
        table.post(gate.wait)
        await asyncio.sleep(0)
        while table.post(lambda: asyncio.sleep(0)):
            pass
        late = [guest_at(table, -1) for _ in range(30)]
        for guest in late:
            guest.waiting = asyncio.create_task(table.arrive(guest, Hello()))
        await asyncio.sleep(0)
        inn.clock.ring(inn.clock.time + 300)
        inn.clock.time += 300
        gate.set()
        await asyncio.gather(*(guest.waiting for guest in late))
        await inn.settle()
        assert all(guest.epoch for guest in late)
        assert table.session.playing.pacer.window > window

    play(test)


def test_hundreds_who_come_at_once_are_greeted_one_after_the_other_and_others_are_heard_meanwhile(
    play, guest_at, monkeypatch
):
    made = []
    whole = Audience.whole
    monkeypatch.setattr(Audience, "whole", lambda self, *at, **log: made.append(self) or whole(self, *at, **log))

    async def test(inn) -> None:
        tables = [(await inn.seat("me", "me", "me", speed="none"))[0] for _ in range(12)]
        await inn.settle()
        guests = [guest_at(table, seat) for table in tables for seat in (0, 1, 2)]
        arriving = [asyncio.create_task(guest.table.arrive(guest, Hello())) for guest in guests]
        made.clear()
        most = 0
        for _ in range(10_000):
            before = len(made)
            await asyncio.sleep(0)
            most = max(most, len(made) - before)
            if len(made) == len(guests):
                break
        await asyncio.gather(*arriving)
        await inn.settle()
        assert all(guest.epoch for guest in guests)
        assert most == 1, "in each turn of the loop all who have something to say are heard"

    play(test)


def test_who_has_gone_before_they_could_be_greeted_takes_nobodys_turn(play, guest_at, monkeypatch):
    """Whoever gives up comes again: the work for all their earlier calls would keep them waiting the longer."""

    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me")
        await inn.settle()
        turns = []
        turn = inn.lobby.floor.greeting
        monkeypatch.setattr(inn.lobby.floor, "greeting", lambda who: turns.append(who) or turn(who))
        gate = asyncio.Event()
        table.post(gate.wait)
        guests = [guest_at(table, 0) for _ in range(3)]
        for guest in guests:
            await table.arrive(guest, Hello())
        table.part(guests[0])
        table.part(guests[1])
        gate.set()
        await inn.settle()
        assert [bool(guest.epoch) for guest in guests] == [False, False, True]
        assert len(turns) == 1

    play(test)


class Silent:
    """A wire on which somebody says hello, and then hangs up."""

    unread = 0

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self.written: list[bytes] = []

    def listen(self, heard: Callable[[bytes], None]) -> None:
        heard(b'{"type": "hello"}')

    def write(self, *messages: bytes) -> None:
        self.written += messages

    async def gone(self) -> None:
        await self.ended.wait()


def test_who_hangs_up_before_they_are_greeted_is_not_waited_with(play):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me", speed="fast")
        gate = asyncio.Event()
        table.post(gate.wait)
        await asyncio.sleep(0)
        while table.post(lambda: asyncio.sleep(0)):
            pass
        wires = [Silent() for _ in range(30)]
        lines = [asyncio.create_task(Connection(wire, "::1", inn.lobby).run(table.id)) for wire in wires]
        for _ in range(6):
            await asyncio.sleep(0)
        assert not any(line.done() for line in lines), "they wait for their turn"
        for wire in wires:
            wire.ended.set()
        await asyncio.wait_for(asyncio.gather(*lines), 20)
        gate.set()
        await inn.settle()
        assert not any(wire.written for wire in wires), "nobody makes a view for who is gone"
        assert not table.audience.links()

    play(test)


def test_the_cards_of_a_table_are_made_off_the_loop_and_once_for_all_options(play):
    async def test(inn) -> None:
        asked = []

        def cards(packs: tuple[str, ...], language: str) -> bytes:
            asked.append(packs)
            return reference.cards_at_table(packs, language)

        for number in range(3):
            await inn.seat("me", "me", "me", options={"winning_level": 9 + number})
        for table in inn.lobby.all():
            assert await inn.lobby.kitchen.cards(cards, table.session.setup.packs, "en")
        assert len(asked) == 1
        orders = [inn.lobby.kitchen.make(time.sleep, 0.01) for _ in range(40)]
        done = await asyncio.gather(*orders, return_exceptions=True)
        assert sum(isinstance(found, TooMuch) for found in done) == 24

    play(test)


def test_whole_views_are_made_once_however_they_are_asked_for(play, monkeypatch):
    made = []

    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        watcher = await inn.greet(table, -1)
        await watcher.say(Rename(name="Wanda"))
        for i in range(3):
            await watcher.say(Chat(text=f"line {i}"))
        make = table.audience._make_whole
        monkeypatch.setattr(table.audience, "_make_whole", lambda *given: made.append(1) or make(*given))
        for _ in range(10):
            await watcher.say(Refresh())
            asked = msgspec.json.decode(table.whole(-1, "en"))
            assert (asked["n"], len(asked["said"])) == (0, 3)
        assert watcher.n == 4
        assert len(made) <= 1
        await watcher.say(Chat(text="something new"))
        await watcher.say(Refresh())
        assert (len(made), len(watcher.said)) == (2, 4 + 11 * 3 + 1)

    play(test)


def test_cards_are_compressed_off_the_loop_and_are_there_for_others_while_somebody_asks_for_much(play, monkeypatch):
    async def test(inn):
        kitchen = inn.lobby.kitchen
        where = []
        compress = packing.gzip.compress
        told = lambda *given: where.append(threading.current_thread().name) or compress(*given)  # noqa: E731
        monkeypatch.setattr(packing.gzip, "compress", told)
        found = await kitchen.cards(reference.cards_of_packs, ("munchkin",), "en")
        assert compress(found.plain, 6)[10:] == found.small[10:]
        assert [name.startswith("kitchen") for name in where] == [True]
        kitchen._orders["others"] = MOST_ORDERS
        assert await kitchen.cards(reference.cards_of_packs, ("munchkin",), "en") is found
        with pytest.raises(TooMuch):
            await kitchen.cards(reference.cards_of_packs, ("munchkin",), "de")
        kitchen._orders.clear()

    play(test)


def test_the_kitchen_keeps_so_many_bytes_and_no_more(play, monkeypatch):
    async def test(inn):
        monkeypatch.setattr("kickdoor.server.kitchen.KEPT_BYTES", 10_000)
        for number in range(50):
            await inn.lobby.kitchen.cards(lambda n: bytes([n]) * 700, number)
        assert len(inn.lobby.kitchen._shelf) == 14

    play(test)


def test_files_of_the_page_are_counted_too(database):
    with TestClient(make_app(Settings(database=database, request_burst=4.0, requests_per_second=0.01))) as client:
        found = [client.get("/rules").status_code for _ in range(30)]
    assert 429 not in found[:20]
    assert set(found[20:]) == {429}


def test_whoever_floods_is_cut_off_without_a_word_and_others_are_not():
    now = 0.0
    patience = Patience(lambda: now)
    for _ in range(int(REFUSALS_AT_ONCE)):
        patience.strain("flood")
        assert not patience.is_lost("flood")
    patience.strain("flood")
    assert patience.is_lost("flood")
    assert not patience.is_lost("honest")
    now += CUT_OFF_SECONDS + 1
    assert not patience.is_lost("flood")
    patience.strain("flood")
    patience.strain("flood")
    patience.strain("flood")
    assert patience.is_lost("flood"), "it has not been quiet for long"


def test_a_flood_of_requests_is_not_even_read(serve):
    server = serve()
    port = int(server.url.rpartition(":")[2])

    def ask(source: str) -> bytes:
        with (
            suppress(ConnectionResetError),
            socket.create_connection(("127.0.0.1", port), 10, source_address=(source, 0)) as line,
        ):
            line.sendall(b"GET /api/server HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return line.recv(100)
        return b""

    statuses = set()
    for _ in range(5000):
        heard = ask("127.0.0.9")
        if not heard:
            break
        statuses.add(heard.split()[1])
    assert statuses == {b"200", b"429"}
    assert ask("127.0.0.9") == b""
    assert b"200" in ask("127.0.0.1")
