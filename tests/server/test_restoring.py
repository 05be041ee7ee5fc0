"""Tables that come back: with their clocks, and from their answers where the save is of another version."""

import asyncio
import logging

import msgspec
import pytest
import sqlalchemy as sa

from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import Answer, Consent, Pass, Show, Speak, Undo
from kickdoor.server.store import ANSWERS, TABLES


async def crash(inn):
    """Stop without a word: only what is committed is left."""
    for table in inn.lobby.all():
        table.steward.close()
        table._task.cancel()
    await inn.lobby.store.close()


async def played_a_while(inn, **more):
    """A table in the middle of a game of three bots, and what one of them would see."""
    table, _ = await inn.seat("rookie", "veteran", "rookie", **more)
    watcher = await inn.greet(table, -1)
    for _ in range(600):
        if table.answers >= 60:
            break
        await inn.pass_time(1)
    await inn.settle()
    return table, watcher


def edit(inn, statement):
    with inn.lobby.store.engine.begin() as connection:
        connection.execute(statement)


def of_another_version(snapshot):
    head, state = msgspec.msgpack.decode(snapshot)
    return msgspec.msgpack.encode(([99, *head[1:]], state))


def test_a_press_and_a_hold_survive_a_crash(inn_at, database):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        window = guests[0].clock["window"]
        assert (await guests[1].say(Pass(window=window)))["type"] == "taken"
        assert (await guests[2].say(Speak()))["type"] == "taken"
        await crash(inn)
        return table.id, guests[0].clock

    async def second(id, clock):
        inn = inn_at(database)
        await inn.lobby.start()
        guest = await inn.greet(inn.lobby.tables[id], 0)
        assert guest.clock == clock
        assert (clock["pressed"], clock["held"]) == ([1], 2)
        await inn.lobby.close()

    asyncio.run(second(*asyncio.run(first())))


@pytest.mark.parametrize("readable", [True, False])
def test_an_undo_that_was_asked_for_survives_a_crash_where_the_saves_can_be_read(inn_at, database, readable):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        before = table.playing.to_bytes()
        await guests[1].say(Answer(option=guests[1].options("declare")[0]["code"]))
        assert (await guests[1].say(Undo()))["type"] == "taken"
        assert (await guests[0].say(Consent(yes=True)))["type"] == "taken"
        if not readable:
            edit(inn, sa.update(TABLES).values(snapshot=of_another_version(table.snapshot)))
        await crash(inn)
        return table, before, guests[2].state["undo"]

    async def second(table, before, undo):
        inn = inn_at(database)
        await inn.lobby.start()
        back = inn.lobby.tables[table.id]
        guests = [await inn.greet(back, seat) for seat in range(3)]
        if readable:
            assert guests[2].state["undo"] == undo
            assert (undo["by"], undo["agreed"], undo["missing"]) == (1, [0, 1], [2])
            assert (await guests[2].say(Consent(yes=True)))["type"] == "taken"
            assert back.playing.to_bytes() == before
        else:
            assert guests[2].state["undo"] is None
            assert back.playing.to_bytes() == table.playing.to_bytes()
        assert not back.undo.asked
        await inn.lobby.close()

    async def third(id):
        inn = inn_at(database)
        await inn.lobby.start()
        assert (await inn.greet(inn.lobby.tables[id], 0)).state["undo"] is None
        await inn.lobby.close()

    table, *more = asyncio.run(first())
    asyncio.run(second(table, *more))
    asyncio.run(third(table.id))


def test_a_hand_that_is_shown_ends_what_could_be_taken_back(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        await guests[1].say(Answer(option=guests[1].options("declare")[0]["code"]))
        assert (await guests[1].say(Undo()))["type"] == "taken"
        assert guests[0].state["undo"]["missing"] == [0, 2]
        assert (await guests[0].say(Show(to=1)))["type"] == "taken"
        assert guests[0].state["undo"] is None
        assert (await guests[0].say(Consent(yes=True)))["type"] == "refused"

    play(test)


def test_a_table_of_another_format_is_played_again_from_its_answers(inn_at, database, caplog):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, watcher = await played_a_while(inn)
        edit(inn, sa.update(TABLES).values(snapshot=of_another_version(table.snapshot)))
        await crash(inn)
        return table, watcher

    async def second(table, watcher):
        inn = inn_at(database)
        inn.clock.time = table.clock.now()
        with caplog.at_level(logging.WARNING, "kickdoor.lobby"):
            await inn.lobby.start()
        (told,) = caplog.records
        assert (told.table, told.reason[:18]) == (table.id, "saved by format 99")
        back = inn.lobby.tables[table.id]
        assert back.playing.to_bytes() == table.playing.to_bytes()
        assert (back.answers, back.playing.pauses) == (table.answers, table.playing.pauses)
        again = await inn.greet(back, -1)
        assert again.view == watcher.view
        assert again.clock["window"] == watcher.clock["window"]
        assert again.log[-1] == watcher.log[-1]
        await inn.pass_time(20)
        assert back.answers > table.answers, "the game goes on"
        await inn.lobby.close()
        caplog.clear()

    async def third(id):
        inn = inn_at(database)
        with caplog.at_level(logging.WARNING, "kickdoor.lobby"):
            await inn.lobby.start()
        assert id in inn.lobby.tables
        assert not caplog.records, "the new save is stored"
        await inn.lobby.close()

    table, watcher = asyncio.run(first())
    asyncio.run(second(table, watcher))
    asyncio.run(third(table.id))


def test_a_new_engine_plays_a_table_again_from_its_answers_and_it_goes_on(inn_at, database, caplog, put_a_step_in):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "rookie")
        guests = [await inn.greet(table, seat) for seat in range(2)]
        await guests[1].say(Answer(option=guests[1].options("declare")[0]["code"]))
        await crash(inn)
        return table, guests[1]

    async def second(table, guest):
        inn = inn_at(database)
        with caplog.at_level(logging.WARNING, "kickdoor.lobby"):
            await inn.lobby.start()
        (told,) = caplog.records
        assert (told.table, told.reason[:18]) == (table.id, "saved by the rules")
        back = inn.lobby.tables[table.id]
        again = [await inn.greet(back, seat) for seat in range(2)]
        assert again[1].view == guest.view
        assert again[1].options("declare") == guest.options("declare")
        for each in again:
            assert (await each.say(Pass(window=each.clock["window"])))["type"] == "taken"
        await inn.pass_time(200)
        assert back.playing.turns > 0, "somebody was asked, and the bot did its part"
        assert inn.lobby.metrics.errors._value.get() == 0
        await inn.lobby.close()

    table, guest = asyncio.run(first())
    put_a_step_in()
    asyncio.run(second(table, guest))


def test_a_table_that_cannot_be_brought_back_is_kept_with_the_reason_and_the_others_are_served(
    inn_at, database, caplog
):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await played_a_while(inn)
        other, _ = await inn.seat("me", "me", "me")
        edit(
            inn,
            sa.update(TABLES).where(TABLES.c.id == table.id).values(snapshot=of_another_version(table.snapshot)),
        )
        edit(
            inn,
            sa.update(ANSWERS).where(ANSWERS.c.table_id == table.id, ANSWERS.c.number == 30).values(answer=b"4095"),
        )
        await crash(inn)
        return table.id, other.id

    async def second(lost, other):
        inn = inn_at(database)
        await inn.lobby.start()
        told = caplog.records[-1]
        assert (told.levelname, told.table, told.reason[:9]) == ("ERROR", lost, "answer 30")
        assert b"kickdoor_tables_unreadable 1.0" in inn.lobby.metrics.text()
        assert set(inn.lobby.tables) == {other}
        for _ in range(2):
            with pytest.raises(NotNow, match="answer 30"):
                await inn.lobby.find(lost)
        with inn.lobby.store.connected() as connection:
            kept = connection.execute(sa.select(sa.func.count()).where(ANSWERS.c.table_id == lost)).scalar_one()
        assert kept >= 60
        await inn.lobby.close()

    asyncio.run(second(*asyncio.run(first())))


def test_bots_by_correspondence_play_on_after_a_restart_though_nobody_is_there(inn_at, database):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("rookie", "rookie", "rookie", speed="correspondence")
        await crash(inn)
        return table.id

    async def second(id):
        inn = inn_at(database)
        await inn.lobby.start()
        await inn.pass_time(60)
        assert inn.lobby.tables[id].answers > 0
        await inn.lobby.close()

    asyncio.run(second(asyncio.run(first())))


def test_who_comes_back_just_after_his_time_does_not_stop_the_table(play, monkeypatch):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        for guest in guests:
            await guest.say(Pass(window=guest.clock["window"]))
        await inn.settle()
        asked = next(guest for guest in guests if guest.decision["asked"])
        thinking = asyncio.Event()
        choose = table.thinkers.choose

        async def slowly(*arguments):
            await thinking.wait()
            return await choose(*arguments)

        monkeypatch.setattr(table.thinkers, "choose", slowly)
        await inn.pass_time(91)
        assert asked.state["table"]["seats"][asked.seat]["away"]
        answers = table.answers
        again = await inn.greet(table, asked.seat)
        assert not again.state["table"]["seats"][asked.seat]["away"]
        thinking.set()
        await inn.pass_time(1)
        assert table.answers > answers, "the bot answers what was not answered in time"
        assert again.clock["kind"] == "window" or again.clock["left"] is not None

    play(test)


def test_a_refusal_is_the_only_reply(play):
    async def test(inn):
        table, _ = await inn.seat("me", "rookie", "rookie")
        guest = await inn.greet(table, 0)
        assert (await guest.say(Answer(id=5, option=1 << 24 | 4000 << 12)))["type"] == "refused"
        replies = len(guest.replies)
        await inn.pass_time(200)
        assert table.answers > 0
        assert len(guest.replies) == replies

    play(test)
