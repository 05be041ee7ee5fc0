"""Life at a table: coming and going, time, orders, undo, rematch."""

import asyncio
from random import Random

import pytest

from kickdoor.bots import temper_of
from kickdoor.engine.data.refusals import Refusal
from kickdoor.play.choices import Offer
from kickdoor.play.intents import Intent
from kickdoor.play.record import commitment
from kickdoor.server.errors import Elsewhere, Forbidden
from kickdoor.server.protocol import (
    Answer,
    Arrange,
    Bargain,
    Chat,
    Consent,
    Hello,
    Intend,
    Join,
    Kick,
    Leave,
    Orders,
    Pass,
    React,
    Ready,
    Rematch,
    Rename,
    Show,
    Speak,
    Start,
    Undo,
)


async def to_first_turn(inn, table, guests):
    """All lay nothing down, and the first player is asked."""
    for guest in guests:
        await guest.say(Pass(window=guest.clock["window"]))
    await inn.settle()
    return next(guest for guest in guests if guest.decision["asked"])


async def go_on(guest):
    """Say how it goes on."""
    option = next(o for o in guest.decision["options"] if o["group"] == "go_on")
    reply = await guest.say(Answer(option=option["code"], window=guest.decision["window"]))
    assert reply["type"] == "taken", reply


def test_guests_join_by_invite_and_the_host_starts(play):
    async def test(inn):
        table, opened = await inn.seat("me", "open", "open", "open", start=False, listed=False)
        host = await inn.greet(table, 0)
        with pytest.raises(Forbidden):
            await inn.lobby.join(table.id, Join(name="Eve", invite="wrong"), "10.0.0.9")
        key = await inn.lobby.join(table.id, Join(name=" Eve\n", invite=opened.invite), "10.0.0.9")
        assert host.state["table"]["seats"][key.seat]["name"] == "Eve"
        assert table.session.company.authorise(key.token) == key.seat
        assert table.session.company.authorise(key.token[:-1]) is None
        guest = await inn.greet(table, key.seat)
        assert (await guest.say(Start()))["type"] == "refused"
        assert (await host.say(Arrange(seat=2, bot="rookie")))["type"] == "taken"
        assert (await host.say(Arrange(seat=2, bot="nobody")))["type"] == "refused"
        assert (await guest.say(Rename(name="Eva", sex="female", face=7)))["type"] == "taken"
        assert [seat["face"] for seat in host.state["table"]["seats"]] == [0, 7, 0, 0]
        assert (await host.say(Start()))["type"] == "taken"
        seats = host.state["table"]["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "bot", "bot"]
        setup = table.session.setup
        drawn = [temper_of(setup.seats[seat].bot, Random(setup.chance_of(seat))).word for seat in (2, 3)]
        assert [seat["temper"] for seat in seats] == ["", "", *drawn]
        assert host.view["players"]["1"]["sex"] == "female"
        assert host.state["table"]["commitment"] == commitment(table.session.setup.salt, table.session.setup.seed)
        assert host.state["table"]["seed"] == ""

    play(test)


def test_who_comes_back_gets_what_he_missed_and_after_long_everything(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        gone = guests[2]
        table.part(gone)
        await table.ask(lambda: None)
        await guests[0].say(Chat(text="Where is he?"))
        await guests[0].say(React(reaction="laugh"))
        back = await inn.greet(table, 2, epoch=gone.epoch, last=gone.n)
        assert b'"whole":null' in back.heard[0][1]
        missed = [message for _, message in back.heard[1:]]
        assert any(b"Where is he?" in message for message in missed)
        assert any(b"laugh" in message for message in missed)
        for i in range(60):
            inn.clock.time += 1
            await guests[0].say(Chat(text=f"line {i}"))
        late = await inn.greet(table, 2, epoch=gone.epoch, last=gone.n)
        assert late.n == back.n
        assert late.view["players"]["2"]["hand"], "everything is there"
        other = await inn.greet(table, 2, epoch="another", last=gone.n)
        assert other.view == late.view

    play(test)


def test_who_comes_from_another_server_is_told_the_log_after_all_others_are_greeted(play):
    """Its words are most of the work of a greeting, and whoever was there has them."""

    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        fresh = await inn.greet(table, 0)
        assert fresh.log
        back = [await inn.greet(table, seat, epoch="another", last=9) for seat in (0, 1, 2)]
        assert all(b'"log"' not in guest.heard[0][1] for guest in back)
        assert all(guest.view["players"] for guest in back)
        await inn.settle()
        assert back[0].log == fresh.log
        assert all(guest.log for guest in back)

    play(test)


def test_a_window_lasts_its_time_and_ends_when_all_have_pressed(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(4)]
        asked, *others = guests
        clock = asked.clock
        assert (clock["kind"], clock["whole"]) == ("window", 270_000), "three minutes to look round, then 90 seconds"
        for guest in guests:
            assert (await guest.say(Ready()))["type"] == "taken"
        assert asked.clock["left"] == 90_000
        window = clock["window"]
        await asked.say(Pass(window=window))
        await inn.pass_time(89)
        assert asked.clock["window"] == window
        await others[0].say(Pass(window=window))
        assert others[1].clock["pressed"] == sorted([asked.seat, others[0].seat])
        await others[0].say(Pass(window=window, back=True))
        assert others[1].clock["pressed"] == [asked.seat]
        assert (await others[1].say(Speak()))["type"] == "taken"
        assert others[0].clock["held"] == others[1].seat
        await inn.pass_time(5)
        assert asked.clock["window"] == window, "it is held"
        assert (await others[2].say(Speak()))["type"] == "refused"
        for guest in others:
            await guest.say(Pass(window=window))
        assert asked.clock["window"] > window
        assert (await others[0].say(Pass(window=window)))["type"] == "taken", "late, and no mistake"

    play(test)


def test_the_clock_runs_out_and_a_bot_takes_the_seat_until_its_person_returns(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        asked = await to_first_turn(inn, table, guests)
        assert asked.clock["left"] == 90_000
        await inn.pass_time(89)
        assert not table.session.setup.seats[asked.seat].away
        await inn.pass_time(3)
        assert asked.state["table"]["seats"][asked.seat]["away"]
        window = table.session.playing.window
        await inn.pass_time(5)
        assert table.session.playing.window > window, "the bot plays on"
        await asked.say(Chat(text="I am back"))
        assert not asked.state["table"]["seats"][asked.seat]["away"]

    play(test)


def test_a_table_without_anybody_sleeps(play):
    async def test(inn):
        table, _ = await inn.seat("rookie", "rookie", "rookie")
        await inn.pass_time(600)
        assert table.session.playing.answers == 0
        watcher = await inn.greet(table, -1)
        await inn.pass_time(20)
        assert table.session.playing.answers > 0
        table.part(watcher)
        await table.ask(lambda: None)
        answers = table.session.playing.answers
        await inn.pass_time(600)
        assert table.session.playing.answers == answers

    play(test)


def test_standing_orders_hide_ones_own_prompts_and_change_no_wait(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        asked = await to_first_turn(inn, table, guests)
        other = next(guest for guest in guests if guest is not asked)
        assert other.decision["quiet"] is False
        heard = len(asked.heard)
        await other.say(Orders(unless=("concerns_me",)))
        assert other.decision["quiet"] is True
        assert len(asked.heard) == heard, "nobody else hears of it"
        assert asked.decision["quiet"] is False
        await go_on(asked)
        assert asked.clock["whole"] == 1000

    play(test)


def test_an_intent_waits_until_it_is_lawful(play):
    async def test(inn):
        for _ in range(12):  # somebody may be dealt cards all of which he can play at once
            table, _ = await inn.seat("me", "me", "me")
            guests = [await inn.greet(table, seat) for seat in range(3)]
            asked = await to_first_turn(inn, table, guests)
            now = {card for option in asked.decision["options"] for card in option["cards"]}
            hand = [card["card"] for card in asked.view["players"][str(asked.seat)]["hand"]]
            later = next((card for card in hand if card not in now), None)
            if later is not None:
                break
        await asked.say(Intend(intent=Intent(verb="play", card=later)))
        assert asked.state["intent"]["card"] == later
        assert table.session.setup.seats[asked.seat].intent is not None
        lays = asked.options("lay")
        if lays:
            await asked.say(Intend(intent=Intent(verb="lay", card=lays[0]["cards"][0])))
            assert asked.state["intent"] is None, "it could be done at once"
            laid = [card["card"] for card in asked.view["players"][str(asked.seat)]["table"]]
            assert lays[0]["cards"][0] in laid
        await asked.say(Intend(intent=None))
        assert asked.state["intent"] is None

    play(test)


def test_undo_needs_consent_and_is_for_what_revealed_nothing(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        for guest in guests:
            while guest.options("lay"):
                assert (await guest.say(Answer(option=guest.options("lay")[0]["code"])))["type"] == "taken"
        asked = await to_first_turn(inn, table, guests)
        carrier = next(guest for guest in guests if guest.options("unequip"))
        before = table.session.playing.game.to_bytes()
        answers = table.session.playing.answers
        await carrier.say(Answer(option=carrier.options("unequip")[0]["code"]))
        assert table.session.playing.game.to_bytes() != before
        german = await inn.greet(table, carrier.seat, language="de")
        assert (await carrier.say(Undo()))["type"] == "taken"
        assert carrier.state["undo"]["by"] == carrier.seat
        assert carrier.state["undo"]["what"].startswith("Turn ")
        assert german.state["undo"]["what"].endswith(" quer drehen")
        others = [guest for guest in guests if guest is not carrier]
        await others[0].say(Consent(yes=True))
        assert table.session.playing.game.to_bytes() != before
        await others[1].say(Consent(yes=True))
        assert table.session.playing.game.to_bytes() == before
        assert (table.session.playing.answers, carrier.state["undo"]) == (answers, None)
        await go_on(asked)
        window = asked.clock["window"]
        for guest in guests:
            if guest.seat not in guest.clock["pressed"] and guest.clock["window"] == window:
                await guest.say(Pass(window=window))
        assert table.session.playing.game.view(-1).turns == 1
        assert (await carrier.say(Undo()))["type"] == "refused", "the door was opened since"

    play(test)


def test_the_host_sends_somebody_away_and_a_ban_holds(play):
    async def test(inn):
        table, _ = await inn.seat("me", "open", "open", start=False)
        host = await inn.greet(table, 0)
        key = await inn.lobby.join(table.id, Join(name="Rude"), "10.0.0.1")
        guest = await inn.greet(table, key.seat)
        assert (await guest.say(Kick(seat=0)))["type"] == "refused"
        assert (await host.say(Kick(seat=key.seat, ban=True)))["type"] == "taken"
        assert guest.closed == "table.sent_away"
        assert table.session.company.authorise(key.token) is None
        with pytest.raises(Forbidden):
            await inn.lobby.join(table.id, Join(name="Rude"), "10.0.0.1")
        await inn.lobby.join(table.id, Join(name="Polite"), "10.0.0.2")

    play(test)


def test_who_leaves_is_played_by_a_bot_and_the_next_person_is_host(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        await guests[0].say(Leave())
        seats = guests[1].state["table"]["seats"]
        assert [(seat["kind"], seat["host"]) for seat in seats] == [("bot", False), ("person", True), ("person", False)]

    play(test)


def test_a_hand_is_shown_to_one_player_only(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        await guests[0].say(Show(to=1))
        shown = guests[1].view["players"]["0"]
        assert len(shown["hand"]) == shown["doors"] + shown["treasures"] >= 7
        assert guests[2].view["players"]["0"]["hand"] == []

    play(test)


def test_an_offer_reaches_the_one_it_is_for_and_can_be_accepted(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        for guest in guests:
            while guest.options("lay"):
                assert (await guest.say(Answer(option=guest.options("lay")[0]["code"])))["type"] == "taken"
        await to_first_turn(inn, table, guests)
        giver = next(guest for guest in guests if guest.options("unequip"))
        item = giver.options("unequip")[0]["cards"][0]
        taker = guests[(giver.seat + 1) % 3]
        reply = await giver.say(Bargain(offer=Offer(kind="trade", to=taker.seat, gives=(item,))))
        assert reply["type"] == "taken", reply
        assert taker.options("accept")[0]["cards"] == [item]
        assert not giver.options("accept")
        await taker.say(Answer(option=taker.options("accept")[0]["code"]))
        assert item in [card["card"] for card in giver.view["players"][str(taker.seat)]["table"]]

    play(test)


def test_a_rematch_is_a_new_table_to_which_the_old_tokens_fit(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "rookie", options={"winning_level": 2})
        guest = await inn.greet(table, 0)
        assert (await guest.say(Rematch()))["type"] == "refused"
        for _ in range(400):
            if table.session.phase == "over":
                break
            await inn.pass_time(60)
        assert (await guest.say(Rematch()))["type"] == "taken"
        new = inn.lobby.tables[guest.state["table"]["next"]]
        assert new.session.phase == "playing"
        assert new.session.company.authorise(opened.keys[0].token) == 0
        assert new.session.setup.seed != table.session.setup.seed

    play(test)


def test_tables_come_back_from_the_database(inn_at, database):
    import asyncio

    async def first():
        inn = inn_at(database)
        await inn.lobby.start()
        table, opened = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        asked = await to_first_turn(inn, table, guests)
        await guests[0].say(Chat(text="good night"))
        await inn.lobby.close()
        return table.id, opened, asked.view, asked.clock, asked.seat, asked.log

    async def second(id, opened, view, clock, seat, log):
        inn = inn_at(database)
        inn.clock.time += 30
        await inn.lobby.start()
        table = inn.lobby.tables[id]
        assert table.session.company.authorise(opened.keys[1].token) == 1
        guest = await inn.greet(table, seat)
        assert guest.view == view
        assert guest.clock["left"] == clock["left"] - 30_000
        assert guest.log[-1] == log[-1]
        assert guest.said[-1]["text"] == "good night"
        assert (await guest.say(Chat(text="good morning")))["type"] == "taken"
        await inn.pass_time(61)
        assert table.session.setup.seats[seat].away, "the clock went on"
        await inn.lobby.close()

    asyncio.run(second(*asyncio.run(first())))


def test_a_table_that_closes_leaves_nobody_waiting(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        new_guest = type(await inn.greet(table, -1))
        under_way = asyncio.create_task(table.ask(asyncio.Event().wait))
        await asyncio.sleep(0)
        behind_it = asyncio.create_task(table.ask(lambda: None))
        guest = new_guest(table, 0)
        await table.arrive(guest, Hello())
        await table.close(Refusal("table.moved"))
        del inn.lobby.tables[table.id]
        for waiting in (under_way, behind_it):
            with pytest.raises(Elsewhere):
                await asyncio.wait_for(waiting, 10)
        assert guest.closed == "table.moved"
        with pytest.raises(Elsewhere):
            await asyncio.wait_for(table.arrive(new_guest(table, 1), Hello()), 10)

    play(test)


def test_a_full_table_that_closes_leaves_nobody_before_its_door(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        under_way = asyncio.create_task(table.ask(asyncio.Event().wait))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(table.ask(lambda: None)) for _ in range(2 * inn.lobby.settings.inbox + 2)]
        await asyncio.sleep(0)
        await table.close(Refusal("table.moved"))
        del inn.lobby.tables[table.id]
        found = await asyncio.wait_for(asyncio.gather(under_way, *waiting, return_exceptions=True), 10)
        assert {type(each) for each in found} == {Elsewhere}

    play(test)
