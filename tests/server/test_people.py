"""People among each other: two rooms for chat, who hears whom, reports, chance of their own in the dice."""

from __future__ import annotations

import hashlib

import pytest

from kickdoor.engine.data.options import code
from kickdoor.engine.data.terms import OFFER
from kickdoor.play.choices import Offer
from kickdoor.play.record import Record, RecordError, commitment, stirred
from kickdoor.server.archive import Archive
from kickdoor.server.protocol import (
    Answer,
    Bargain,
    Chat,
    Join,
    Kick,
    Mute,
    React,
    Rematch,
    Rename,
    Report,
    Reveal,
    Start,
    Stir,
)
from kickdoor.server.store import sayings_of

SECRETS = ("a secret of Ann's own", "Bo's secret, quite long")


def promise(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def test_the_gallery_talks_by_name_and_players_do_not_hear_it(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        player = await inn.greet(table, 0)
        watcher = await inn.greet(table, -1)
        other = await inn.greet(table, -1)
        assert (await watcher.say(Chat(text="has no name")))["type"] == "refused"
        await watcher.say(Rename(name="  Wanda  "))
        assert (await watcher.say(Chat(text="his hand is weak")))["type"] == "taken"
        assert (await watcher.say(React(reaction="clap")))["type"] == "taken"
        await player.say(Chat(text="who helps me?"))
        assert [said["text"] for said in player.said] == ["who helps me?"]
        assert [said.get("name") for said in other.said] == ["Wanda", "Wanda", None]
        again = await inn.greet(table, 0)
        assert [said["text"] for said in again.said] == ["who helps me?"]
        await watcher.say(Rename(name="Somebody else"))
        await watcher.say(Chat(text="me again"))
        assert {said["who"] for said in other.said if "who" in said} == {other.said[0]["who"]}
        assert watcher.address not in str(other.said)

    play(test)


def test_nobody_shouts_the_others_down_and_only_the_last_words_are_stored(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        loud, other = await inn.greet(table, 0), await inn.greet(table, 1)
        replies = [(await loud.say(Chat(text=f"{number}")))["type"] for number in range(20)]
        assert replies == ["taken"] * 12 + ["refused"] * 8
        assert (await loud.say(React(reaction="clap")))["type"] == "refused"
        assert (await other.say(Chat(text="calm down")))["type"] == "taken"
        for _ in range(60):
            inn.clock.time += 1
            assert (await loud.say(Chat(text="once more")))["type"] == "taken"
        kept = await inn.lobby.store.read(sayings_of, table.id, 1000)
        assert [saying.number for saying in kept] == list(range(24, 74))

    play(test)


def test_whoever_is_muted_is_not_heard_and_who_is_blocked_makes_no_offers(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        guests = [await inn.greet(table, seat) for seat in range(3)]
        await guests[0].say(Mute(seat=1))
        await guests[1].say(Chat(text="hello"))
        assert (guests[0].said, [said["text"] for said in guests[2].said]) == ([], ["hello"])
        assert (await inn.greet(table, 0)).said == []
        assert guests[0].state["muted"] == {"muted": [1], "blocked": []}
        assert "muted" not in guests[1].state or guests[1].state["muted"]["muted"] == []
        offer = Bargain(offer=Offer(kind="trade", to=0, gives=(), takes=()))
        reply = await guests[1].say(offer)
        assert "no offers" not in reply.get("reason", "")
        await guests[0].say(Mute(seat=1, how="block"))
        assert "no offers" in (await guests[1].say(offer))["reason"]
        assert "no offers" in (await guests[1].say(Answer(option=offered_to(table, 0))))["reason"]
        assert "no offers" not in (await guests[2].say(offer)).get("reason", "")
        await guests[0].say(Mute(seat=1, how="off"))
        await guests[1].say(Chat(text="once more"))
        assert [said["text"] for said in guests[0].said] == ["once more"]
        assert (await guests[0].say(Mute(seat=0)))["type"] == "refused"
        await guests[2].say(Mute(seat=1))
        await guests[0].say(Kick(seat=1))
        assert table.session.setup.seats[2].muted == [], "who comes next is somebody else"

    play(test)


def offered_to(table, seat: int) -> int:
    """The number of an option that makes an offer to a seat."""
    return code(OFFER, 0, seat)


def test_a_report_comes_to_the_host_and_to_nobody_else(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me")
        host, rude, meek = [await inn.greet(table, seat) for seat in range(3)]
        assert (await meek.say(Report(text="shouts", seat=1)))["type"] == "taken"
        told = host.state["reports"]
        assert [(report["by"], report["seat"], report["text"]) for report in told] == [(2, 1, "shouts")]
        assert rude.state.get("reports") == []
        await meek.say(Report(text="the host does too", seat=0))
        assert len(host.state["reports"]) == 1, "but not what is said of them"
        assert [len(t.reports) for t in inn.lobby.warden.overview().tables] == [2]
        for _ in range(8):
            reply = await meek.say(Report(text="shouts", seat=1))
        assert reply["type"] == "refused"
        assert (await rude.say(Report(text="nobody")))["type"] == "refused"

    play(test)


def test_players_add_chance_of_their_own_that_nobody_knew(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me", start=False)
        guests = [await inn.greet(table, seat) for seat in range(3)]
        session = table.session
        shown = session.setup.commitment
        for guest, secret in zip(guests, SECRETS, strict=False):
            assert (await guest.say(Stir(promise=promise(secret))))["type"] == "taken"
        assert (await guests[0].say(Reveal(secret=SECRETS[0])))["type"] == "refused", "nobody can wait for the others"
        await guests[0].say(Start())
        assert (session.phase, guests[2].state["table"]["dice"]["revealing"]) == ("lobby", True)
        assert (await guests[2].say(Stir(promise=promise("too late for this one"))))["type"] == "refused"
        assert (await guests[0].say(Reveal(secret="another secret than promised")))["type"] == "refused"
        await guests[0].say(Reveal(secret=SECRETS[0]))
        assert session.phase == "lobby"
        assert SECRETS[0] not in str(guests[2].heard), "it is told when the game is over"
        await guests[1].say(Reveal(secret=SECRETS[1]))
        assert session.phase == "playing"
        header = session.setup.header()
        assert header.seed == stirred(session.setup.seed, dict(enumerate(SECRETS)))
        assert header.seed != session.setup.seed
        assert (session.setup.commitment, commitment(session.setup.salt, header.own_seed)) == (shown, shown)

    play(test)


def test_who_does_not_reveal_what_they_promised_adds_nothing_and_stops_nobody(play):
    async def test(inn):
        table, _ = await inn.seat("me", "me", "me", start=False)
        guests = [await inn.greet(table, seat) for seat in range(3)]
        for guest, secret in zip(guests, SECRETS, strict=False):
            await guest.say(Stir(promise=promise(secret)))
        await guests[0].say(Start())
        await guests[1].say(Reveal(secret=SECRETS[1]))
        await inn.pass_time(14)
        assert table.session.phase == "lobby"
        await inn.pass_time(2)
        assert table.session.phase == "playing"
        assert table.session.setup.header().secrets == {1: SECRETS[1]}

    play(test)


def test_a_rematch_of_those_who_added_to_the_dice_waits_for_them_to_do_so_again(play):
    async def test(inn):
        table, _ = await inn.seat("me", "rookie", "rookie", start=False, options={"winning_level": 2})
        guest = await inn.greet(table, 0)
        await guest.say(Stir(promise=promise(SECRETS[0])))
        await guest.say(Start())
        await guest.say(Reveal(secret=SECRETS[0]))
        table.session.phase = "over"
        assert (await guest.say(Rematch()))["type"] == "taken"
        new = inn.lobby.tables[guest.state["table"]["next"]]
        assert new.session.phase == "lobby"
        again = await inn.greet(new, 0)
        assert (await again.say(Stir(promise=promise(SECRETS[1]))))["type"] == "taken"
        await again.say(Start())
        await again.say(Reveal(secret=SECRETS[1]))
        assert new.session.phase == "playing"
        assert new.session.setup.header().secrets == {0: SECRETS[1]}

    play(test)


def test_the_record_of_a_stirred_game_can_be_checked_and_played_again(play):
    async def test(inn):
        table, _ = await inn.seat("me", "rookie", "rookie", start=False, options={"winning_level": 3})
        guest = await inn.greet(table, 0)
        await guest.say(Stir(promise=promise(SECRETS[0])))
        await guest.say(Start())
        await guest.say(Reveal(secret=SECRETS[0]))
        await guest.say(Kick(seat=0))
        session = table.session
        session.setup.vacate(0, to_bot=True)
        session.playing.pacer.brief((), "at_once", "never")
        session.thoughts.anew()
        for _ in range(3000):
            if session.phase == "over":
                break
            await inn.pass_time(2)
        record = Record.parse((await Archive(inn.lobby).record(table.id)).to_json())
        record.check_commitment()
        assert [number for number, _, _ in record.replay()][-1] == len(record.answers)
        assert record.secrets == {0: SECRETS[0]}
        record.secrets = {0: "something else that was never promised"}
        with pytest.raises(RecordError, match="players added"):
            record.check_commitment()

    play(test)


def test_whoever_was_sent_away_does_not_look_on_either(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "me")
        await inn.greet(table, 1)
        company = table.session.company
        assert company.authorise("", "10.0.0.1") == -1
        host = await inn.greet(table, 0)
        host.address = "10.0.0.2"
        await host.say(Kick(seat=1, ban=True))
        assert company.authorise("", "10.0.0.1") is None
        assert company.authorise(opened.gallery, "10.0.0.1") is None
        assert company.authorise("", "10.0.0.3") == -1

    play(test)


def test_nobody_takes_the_name_of_another_at_the_table(play):
    async def test(inn):
        table, opened = await inn.seat("me", "me", "rookie", "open", start=False)
        first, second = [await inn.greet(table, seat) for seat in range(2)]
        names = table.session.setup.names
        assert (await second.say(Rename(name=names[0].lower())))["type"] == "taken"
        assert table.session.setup.names[1] == f"{names[0].lower()} 2"
        assert (await second.say(Rename(name=f"{table.session.setup.names[1]}")))["type"] == "taken"
        assert table.session.setup.names[1] == f"{names[0].lower()} 2", "one's own name is one's own"
        await inn.lobby.join(table.id, Join(name="\uff30 0 ", invite=opened.invite), "10.0.0.9")
        assert table.session.setup.names[3] == "\uff30 0 3", "what reads alike is alike"
        await second.say(Rename(name=f"{names[2]}\u200b"))
        assert table.session.setup.names[1] == f"{names[2]} 2"
        await first.say(Rename(name="Wilhelmina von der Heide"))
        await second.say(Rename(name="Wilhelmina von der Heide"))
        assert table.session.setup.names[1] == "Wilhelmina von der Hei 2"

    play(test)
