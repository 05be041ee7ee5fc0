"""Tables: playing, waiting, telling."""

import asyncio
from random import Random

import pytest

from kickdoor.play.game import Game
from kickdoor.play.intents import Intent
from kickdoor.play.record import VERSION, Record
from kickdoor.server.protocol import Answer, Pass, Refresh, Show, Why
from kickdoor.server.reference import known_language


async def play_on(inn, table, guests, rng, most=4000):
    """People who press at once and answer by chance, until the game is over."""
    for _ in range(most):
        if table.session.phase == "over":
            return
        acted = False
        for guest in guests:
            decision = guest.decision
            if decision is not None and decision["asked"]:
                option = rng.choice(decision["options"])
                reply = await guest.say(Answer(option=option["code"], window=decision["window"]))
                assert reply["type"] == "taken", reply
                acted = True
            elif guest.clock["kind"] == "window" and guest.seat not in guest.clock["pressed"]:
                # The dead have no say.
                acted = (await guest.say(Pass(window=guest.clock["window"])))["type"] == "taken" or acted
        if not acted:
            await inn.pass_time(1)
    raise AssertionError(f"not over after {most} rounds, turn {table.session.playing.game.turns}")


def test_two_people_and_two_bots_play_a_game_to_its_end(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "rookie", "veteran", options={"winning_level": 3})
        guests = [await inn.greet(table, 0), await inn.greet(table, 1)]
        gallery = await inn.greet(table, -1)
        await play_on(inn, table, guests, Random(5))
        assert table.session.setup.winners
        for guest in [*guests, gallery]:
            assert guest.state["table"]["phase"] == "over"
            assert guest.state["table"]["seed"] == table.session.setup.seed
            fresh = await inn.greet(table, guest.seat)
            assert fresh.view == guest.view, "what was told bit by bit is the whole"
        late = [(await guest.say(Pass(window=guest.clock["window"])))["type"] for guest in (*guests, gallery)]
        assert late == ["taken", "taken", "refused"], "whoever pressed twice has made no mistake"
        assert (await guests[0].say(Answer(option=1)))["type"] == "refused"

    play(test)


def test_bots_alone_play_a_game_whose_record_plays_again(play):
    async def test(inn):
        from kickdoor.server.archive import Archive

        table, _ = await inn.seat("rookie", "veteran", "veteran", "rookie", options={"winning_level": 4})
        await inn.greet(table, -1)
        for _ in range(3000):
            if table.session.phase == "over":
                break
            await inn.pass_time(2)
        assert table.session.phase == "over"
        record = await Archive(inn.lobby).record(table.id)
        *_, (number, game, _) = Record.parse(record.to_json()).replay()
        assert number == len(record.answers) == table.session.playing.answers
        assert tuple(game.winners) == table.session.setup.winners
        assert (record.version, record.rules) == (VERSION, game.rules), "by which it was played"

    play(test)


def test_a_refusal_is_told_in_the_language_of_who_listens(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        told = {}
        for language in ("en", "de", "xx"):
            guest = await inn.greet(table, 1, language=known_language(language))
            reply = await guest.say(Why(intents=(Intent(verb="play", card=4000),)))
            refused = [await guest.say(Answer(option=63 << 24, window=0)), await guest.say(Show(to=1))]
            told[language] = [reply["reasons"][0]["reason"], *(each["reason"] for each in refused)]
        assert told["en"] == [
            "You do not hold that card",
            "There is no such option",
            "You can show your hand to another player at this table",
        ]
        assert told["de"] == [
            "Diese Karte hast du nicht",
            "So eine Möglichkeit gibt es nicht",
            "Deine Hand kannst du jemand anderem an diesem Tisch zeigen",
        ]
        assert told["xx"] == told["en"]

    play(test)


def test_a_refusal_names_the_rule_and_changes_nothing(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guest = await inn.greet(table, 1)
        before = table.session.playing.game.to_bytes()
        held = guest.view["players"]["1"]["hand"]
        can = {card for option in guest.decision["options"] for card in option["cards"]}
        cannot = [card["card"] for card in held if card["card"] not in can]
        reply = await guest.say(Why(id=4, intents=tuple(Intent(verb="play", card=card) for card in cannot)))
        assert reply["type"] == "reasons"
        assert all(reason["reason"] for reason in reply["reasons"])
        reply = await guest.say(Answer(id=9, option=1 << 24 | cannot[0] << 12))
        assert reply["type"] == "refused"
        assert reply["id"] == 9
        assert reply["reason"]
        assert table.session.playing.game.to_bytes() == before
        assert (await guest.say(Refresh()))["type"] == "taken"

    play(test)


@pytest.mark.parametrize("broken", ["the engine", "the database"])
def test_a_failure_leaves_the_table_and_its_clock_as_they_were(inn_at, database, monkeypatch, broken):
    async def test():
        inn = inn_at(database)
        await inn.lobby.start()
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        await guests[2].say(Pass(window=guests[2].clock["window"]))
        await inn.pass_time(30)
        clock, save = guests[0].clock, table.session.playing.snapshot

        def fails(*_):
            raise RuntimeError("as in a test")

        with monkeypatch.context() as patched:
            patched.setattr(*((Game, "apply") if broken == "the engine" else (inn.lobby.store, "write")), fails)
            answer = Answer(id=7, option=guests[1].options("declare")[0]["code"])
            assert table.post(lambda: table.hear(guests[1], answer))
            await inn.settle()
        assert [(reply["type"], reply["id"]) for reply in guests[1].replies] == [("refused", 7)]
        assert inn.lobby.metrics.errors._value.get() == 1
        again = await inn.greet(table, 0)
        assert again.clock == {**clock, "left": clock["left"] - 30_000}
        assert again.clock["pressed"] == [2]
        assert table.session.playing.game.to_bytes() == save
        assert (await guests[1].say(answer))["type"] == "taken"
        await inn.lobby.close()

    asyncio.run(test())
