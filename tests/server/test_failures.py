"""Failures of the server's own: a table goes on as if nothing had been said, with its clock, and names who did it."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from kickdoor.play.game import Game
from kickdoor.server.protocol import Answer, Kick, Pass, Rematch, Speak
from kickdoor.server.schema import TABLES
from kickdoor.server.session.match import Match


def broken(*_: object) -> None:
    """Fail half way, with everything changed already."""
    raise IndexError("list index out of range")


def test_a_message_that_fails_leaves_clock_and_presses_and_is_the_last_of_its_client(inn_at, database, monkeypatch):
    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me", "rookie", speed="fast")
        first, second, third = [await inn.greet(table, seat) for seat in range(3)]
        await first.say(Pass(window=first.clock["window"]))
        await inn.pass_time(6)  # the bot has pressed by now, and that is stored nowhere
        await second.say(Speak())
        before = table.session.playing.pacer.copy()
        assert before.pressed == [0, 3]
        assert before.held == 1
        apply = Game.apply

        def half_done(game: Game, seat: int, choice: object) -> None:
            apply(game, seat, choice)
            broken()

        monkeypatch.setattr(Game, "apply", half_done)
        for _ in range(3):
            option = third.options("declare")[0]["code"]
            third.closed = ""
            table.post(lambda option=option: table.hear(third, Answer(option=option, id=7)))
            await inn.settle()
            assert third.replies[-1]["type"] == "refused"
            assert third.closed == "table.failed"
        monkeypatch.undo()
        pacer = table.session.playing.pacer
        assert msgspec.structs.replace(pacer, ready=before.ready) == before, "bots think anew, and that is all"
        assert inn.lobby.metrics.errors._value.get() == 3
        await inn.pass_time(300)
        assert table.session.playing.pacer.window > before.window, "its time is over all the same"
        await inn.lobby.close()

    asyncio.run(test())


def test_numbers_beyond_the_table_are_refused(play):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me", "rookie")
        guest = await inn.greet(table, 0)
        for verb in range(40):
            for field in (0x004009, 0xFFEFFE, 0x009FFE, 0xFFF009):
                assert (await guest.say(Answer(option=verb << 24 | field)))["type"] == "refused"
        assert guest.closed == ""

    play(test)


def test_what_cannot_be_stored_is_undone_with_those_who_are_here(inn_at, database, monkeypatch):
    def full(*_: object) -> None:
        raise OSError("the disk is full")

    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me", speed="none")
        first, second = [await inn.greet(table, seat) for seat in range(2)]
        with monkeypatch.context() as now:
            now.setattr(inn.lobby.store._journal, "append", full)
            table.post(lambda: table.hear(first, Kick(seat=1, ban=True, id=3)))
            await inn.settle()
        assert first.replies[-1] == {"type": "refused", "id": 3, "reason": "The database does not answer", "rule": ""}
        assert (first.closed, second.closed) == ("", "")
        assert table.session.setup.seats[1].kind == "person"
        assert table.session.company.online == {0, 1}
        option = second.options("declare")[0]["code"]
        assert (await second.say(Answer(option=option)))["type"] == "taken"
        assert inn.lobby.metrics.errors._value.get() == 0, "it is not the server that failed"
        await inn.lobby.close()

    asyncio.run(test())


def test_one_unreadable_row_stops_nobody(inn_at, database):
    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        good, _ = await inn.seat("me", "me", "me")
        bad, _ = await inn.seat("me", "me", "me")
        await inn.lobby.store.work_in()
        with inn.lobby.store.connected() as connection:
            connection.execute(TABLES.update().where(TABLES.c.id == bad.id).values(setup=b'{"packs": 3'))
            connection.commit()
        await inn.lobby.close()
        again = inn_at(database)
        await again.lobby.start()
        assert set(again.lobby.tables) == {good.id}
        await again.lobby.close()

    asyncio.run(test())


def test_a_rematch_that_is_refused_is_refused_to_who_asked(play, monkeypatch: pytest.MonkeyPatch):
    async def test(inn) -> None:
        table, _ = await inn.seat("me", "me", "me")
        guest = await inn.greet(table, 0)
        table.session.phase = "over"
        monkeypatch.setattr(inn.lobby._makers, "allow", lambda *_: False)
        assert (await guest.say(Rematch()))["reason"] == "You have made a lot of tables; wait a little"

    play(test)


def test_a_save_that_fails_on_its_way_into_memory_is_looked_at_once(inn_at, database, monkeypatch):
    async def test() -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me")
        await inn.lobby.close()
        monkeypatch.setattr(Match, "of_save", broken)
        again = inn_at(database)
        await again.lobby.start()
        assert table.id not in again.lobby.tables
        await again.lobby.close()

    asyncio.run(test())
