"""Tables that come back: with their clocks, and from their answers where the save is of another version."""

import asyncio
import logging

import msgspec
import pytest
import sqlalchemy as sa

from kickdoor.play.fingerprint import fingerprint_of
from kickdoor.play.game import Game
from kickdoor.server.errors import NotNow
from kickdoor.server.protocol import Answer, Chat, Consent, Pass, Show, Speak, Undo
from kickdoor.server.running import warm_up
from kickdoor.server.schema import ANSWERS, TABLES


async def crash(inn):
    """Stop without a word: only what is committed is left."""
    for table in inn.lobby.all():
        table.steward.close()
        table._task.cancel()
    await inn.lobby.store.close()


async def played_a_while(inn, *kinds):
    """A table in the middle of a game of three bots, and what the gallery sees."""
    table, _ = await inn.seat(*(kinds or ("rookie", "veteran", "rookie")))
    watcher = await inn.greet(table, -1)
    for _ in range(600):
        if table.session.playing.answers >= 60:
            break
        await inn.pass_time(1)
    await inn.settle()
    return table, watcher


async def edit(inn, statement):
    await inn.lobby.store.work_in()
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
        before = table.session.playing.game.to_bytes()
        await guests[1].say(Answer(option=guests[1].options("declare")[0]["code"]))
        assert (await guests[1].say(Undo()))["type"] == "taken"
        assert (await guests[0].say(Consent(yes=True)))["type"] == "taken"
        if not readable:
            await edit(inn, sa.update(TABLES).values(snapshot=of_another_version(table.session.playing.snapshot)))
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
            assert back.session.playing.game.to_bytes() == before
        else:
            assert guests[2].state["undo"] is None
            assert back.session.playing.game.to_bytes() == table.session.playing.game.to_bytes()
        assert not back.session.playing.past.asked
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
        await edit(inn, sa.update(TABLES).values(snapshot=of_another_version(table.session.playing.snapshot)))
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
        assert back.session.playing.game.to_bytes() == table.session.playing.game.to_bytes()
        assert back.session.playing.answers == table.session.playing.answers
        assert back.session.playing.game.pauses == table.session.playing.game.pauses
        again = await inn.greet(back, -1)
        assert again.view == watcher.view
        assert again.clock["window"] == watcher.clock["window"]
        assert again.log[-1] == watcher.log[-1]
        await inn.pass_time(20)
        assert back.session.playing.answers > table.session.playing.answers, "the game goes on"
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
        assert back.session.playing.game.turns > 0, "somebody was asked, and the bot did its part"
        assert inn.lobby.metrics.errors._value.get() == 0
        await inn.lobby.close()

    table, guest = asyncio.run(first())
    put_a_step_in()
    asyncio.run(second(table, guest))


def test_a_table_whose_answers_do_not_fit_any_more_says_so_and_can_be_looked_at(
    inn_at, database, caplog, put_a_step_in
):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await played_a_while(inn, "me", "me", "rookie")
        other, _ = await inn.seat("me", "me", "me")
        wrong = (ANSWERS.c.table_id == table.id, ANSWERS.c.number == 30)
        await edit(inn, sa.update(ANSWERS).where(*wrong).values(answer=b"4095"))
        await crash(inn)
        return table, other.id

    async def second(table, other):
        inn = inn_at(database)
        await inn.lobby.start()
        (told,) = (record for record in caplog.records if record.levelname == "ERROR")
        assert (told.levelname, told.table, told.fits, told.reason[:9]) == ("ERROR", table.id, 29, "answer 30")
        assert "played by the rules" in told.reason
        assert b"kickdoor_tables_unreadable 1.0" in inn.lobby.metrics.text()
        back = inn.lobby.tables[table.id]
        for language, words in (("en", "The rules have changed since"), ("de", "Die Regeln haben sich geändert")):
            guest = await inn.greet(back, 0, language=language)
            assert guest.log[-1].startswith(words)
            assert f"(29/{table.session.playing.answers})" in guest.log[-1]
            assert len(guest.log) > 20
            assert guest.view["players"]["0"]["hand"]
            assert (guest.decision, guest.clock["kind"]) == (None, "idle")
            for message in (Answer(option=0), Pass(window=1), Undo(), Consent(yes=True)):
                refused = await guest.say(message)
                assert (refused["type"], refused["reason"]) == ("refused", guest.log[-1])
            assert (await guest.say(Chat(text="What a pity")))["type"] == "taken"
        await inn.pass_time(600)
        assert inn.lobby.metrics.errors._value.get() == 0
        await inn.lobby.store.work_in()
        with inn.lobby.store.connected() as connection:
            kept = connection.execute(sa.select(TABLES).where(TABLES.c.id == table.id)).one()
        assert kept.snapshot == table.session.playing.snapshot, "rules by which it fits may come back"
        assert kept.answers == table.session.playing.answers
        assert (await inn.greet(inn.lobby.tables[other], 0)).decision is not None, "the others are served"
        await inn.lobby.close()

    table, other = asyncio.run(first())
    put_a_step_in()
    asyncio.run(second(table, other))


def test_a_table_that_cannot_even_begin_is_kept_with_the_reason_and_the_others_are_served(inn_at, database, caplog):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await played_a_while(inn)
        other, _ = await inn.seat("me", "me", "me")
        snapshot = of_another_version(table.session.playing.snapshot)
        setup = msgspec.json.encode(msgspec.structs.replace(table.session.setup, packs=("gone",)))
        await edit(inn, sa.update(TABLES).where(TABLES.c.id == table.id).values(snapshot=snapshot, setup=setup))
        await crash(inn)
        return table.id, other.id

    async def second(lost, other):
        inn = inn_at(database)
        await inn.lobby.start()
        (told,) = (record for record in caplog.records if record.levelname == "ERROR")
        assert (told.levelname, told.table) == ("ERROR", lost)
        assert "gone" in told.reason
        assert b"kickdoor_tables_unreadable 1.0" in inn.lobby.metrics.text()
        assert set(inn.lobby.tables) == {other}
        for _ in range(2):
            with pytest.raises(NotNow, match="gone"):
                await inn.lobby.find(lost)
        await inn.lobby.store.work_in()
        with inn.lobby.store.connected() as connection:
            kept = connection.execute(sa.select(sa.func.count()).where(ANSWERS.c.table_id == lost)).scalar_one()
        assert kept >= 60
        await inn.lobby.close()

    asyncio.run(second(*asyncio.run(first())))


def test_bots_by_correspondence_play_on_after_a_restart_though_nobody_is_there(inn_at, database):
    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "rookie", "rookie", speed="correspondence")
        await crash(inn)
        return table.id

    async def second(id):
        inn = inn_at(database)
        await inn.lobby.start()
        await inn.pass_time(60)
        assert inn.lobby.tables[id].session.playing.answers > 0
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
        choose = inn.lobby.thinkers.choose

        async def slowly(*arguments):
            await thinking.wait()
            return await choose(*arguments)

        monkeypatch.setattr(inn.lobby.thinkers, "choose", slowly)
        await inn.pass_time(91)
        assert asked.state["table"]["seats"][asked.seat]["away"]
        answers = table.session.playing.answers
        again = await inn.greet(table, asked.seat)
        assert not again.state["table"]["seats"][asked.seat]["away"]
        thinking.set()
        await inn.pass_time(1)
        assert table.session.playing.answers > answers, "the bot answers what was not answered in time"
        assert again.clock["kind"] == "window" or again.clock["left"] is not None

    play(test)


def test_a_refusal_is_the_only_reply(play):
    async def test(inn):
        table, _ = await inn.seat("me", "rookie", "rookie")
        guest = await inn.greet(table, 0)
        assert (await guest.say(Answer(id=5, option=1 << 24 | 4000 << 12)))["type"] == "refused"
        replies = len(guest.replies)
        await inn.pass_time(200)
        assert table.session.playing.answers > 0
        assert len(guest.replies) == replies

    play(test)


def test_a_server_knows_before_it_serves_what_the_numbers_of_a_save_mean():
    """To work that out takes a fifth of a second, and visitors of a server that is gone come all at once."""
    save = Game.before(Game.header(("munchkin",), 3)).to_bytes()
    fingerprint_of.cache_clear()
    warm_up()
    worked_out = fingerprint_of.cache_info().misses
    Game.from_bytes(save)
    assert fingerprint_of.cache_info().misses == worked_out
