"""Limits: by visitor, whatever way they come, and at one gate for all ways to make a table."""

from __future__ import annotations

import pytest

from kickdoor.server.errors import BadRequest, TooMuch
from kickdoor.server.limits import address_of, visitor
from kickdoor.server.protocol import NewTable, SeatPlan

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
    statuses = [
        server.http.get("/api/server", headers={"x-forwarded-for": f"10.0.0.{n}"}).status_code for n in range(250)
    ]
    assert 429 in statuses


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
