"""Packs that people bring along: stored with their tables, within limits, and deleted when nobody needs them."""

from __future__ import annotations

import asyncio
import gc
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from databases import POSTGRESQL, schema_of_its_own
from litestar.testing import TestClient

from kickdoor.packs import loader
from kickdoor.packs.beginning import new_pack
from kickdoor.play.record import Record
from kickdoor.server.app import make_app
from kickdoor.server.archive import Archive
from kickdoor.server.craft import CheckOrder
from kickdoor.server.errors import BadRequest, Forbidden, NotThere, TooMuch
from kickdoor.server.protocol import CardTry, NewTable, PackCheck, PackDraft, SeatPlan, TryResult, TrySeat
from kickdoor.server.schema import PACKS, SHARES, TABLE_PACKS, TABLES
from kickdoor.server.settings import Settings
from kickdoor.server.workshop import Workshop

DAY = 86400.0
SEATS = ({"kind": "me"}, {"kind": "bot", "bot": "rookie"}, {"kind": "bot", "bot": "rookie"})


def forget_guests() -> None:
    """As in another process: no pack that was brought along is known."""
    loader._latest.clear()
    gc.collect()


def rows(inn, table: sa.Table) -> list[str]:
    with inn.lobby.store.connected() as connection:
        return list(connection.execute(sa.select(table.c.ref)).scalars())


async def played(inn, ref: str):
    """A game with a pack of its own that bots have played to its end."""
    options = {"winning_level": 3}
    table, _ = await inn.seat("rookie", "veteran", "rookie", packs=("munchkin", ref), options=options)
    await inn.greet(table, -1)
    for _ in range(3000):
        if table.session.phase == "over":
            return table
        await inn.pass_time(2)
    raise AssertionError("the game did not end")


def test_a_table_keeps_the_pack_that_it_was_made_with(inn_at, database):
    async def first() -> str:
        inn = inn_at(database)
        await inn.lobby.start()
        pack = await inn.lobby.library.bring(new_pack("hats", "Hats"), "10.0.0.1")
        table, _ = await inn.seat("me", "rookie", "rookie", packs=("munchkin", pack.ref))
        shown = table.session.info()
        assert [(guest.ref, guest.name, guest.own) for guest in shown.guests] == [(pack.ref, "Hats", 4)]
        await inn.lobby.close()
        return table.id

    async def second(id: str) -> None:
        inn = inn_at(database)
        await inn.lobby.start()
        table = inn.lobby.tables[id]
        ref = table.session.setup.packs[1]
        names = [card.name for card in table.session.playing.game.state.rules.defs]
        assert "Cork Helmet" in names
        written = await inn.lobby.library.written(ref, table.session.setup.packs)
        assert written.text == new_pack("hats", "Hats")
        with pytest.raises(NotThere):
            await inn.lobby.library.written(ref, ("munchkin",))
        await inn.lobby.close()

    id = asyncio.run(first())
    forget_guests()
    asyncio.run(second(id))


def test_a_finished_game_with_a_pack_of_its_own_replays_anywhere_and_goes_on(play):
    async def test(inn):
        pack = await inn.lobby.library.bring(new_pack("hats", "Hats"), "10.0.0.1")
        table = await played(inn, pack.ref)
        archive = Archive(inn.lobby)
        record = Record.parse((await archive.record(table.id)).to_json())
        assert list(record.texts) == [pack.ref]
        again = await inn.lobby.rematch(table.session.setup, "10.0.0.1")
        assert inn.lobby.tables[again].session.info().guests == table.session.info().guests
        chronicle = await archive.chronicle(table.id)
        cut, game = chronicle.branch(5, "other dice")
        new = NewTable(packs=cut.packs, seats=(SeatPlan(kind="me"), SeatPlan(kind="bot"), SeatPlan(kind="bot")))
        opened = await inn.lobby.branch(table.id, cut, game, new, "10.0.0.1")
        assert inn.lobby.tables[opened.table].session.info().guests == table.session.info().guests
        assert sorted(rows(inn, TABLE_PACKS)) == [pack.ref] * 3
        records.append(record)

    records: list[Record] = []
    play(test)
    forget_guests()
    (record,) = records
    last = None
    for _, game, _ in record.replay():
        last = game
    assert last is not None
    assert last.winners == record.winners


def test_a_pack_goes_when_neither_a_table_nor_a_link_needs_it(play):
    async def test(inn):
        library = inn.lobby.library
        used = await library.bring(new_pack("used", "Used"), "10.0.0.1")
        unused = await library.bring(new_pack("unused", "Unused"), "10.0.0.1")
        shared = await library.share(new_pack("shared", "Shared"), "10.0.0.1")
        assert len({used.ref, unused.ref, shared.pack.ref}) == 3
        table, _ = await inn.seat("me", "rookie", "rookie", packs=("munchkin", used.ref), start=False)
        await inn.lobby.sweep()
        assert len(rows(inn, PACKS)) == 3, "somebody may be about to make a table"
        inn.clock.time += 1.5 * DAY
        await library.sweep()
        assert sorted(rows(inn, PACKS)) == sorted([used.ref, shared.pack.ref])
        inn.clock.time += 100 * DAY
        with pytest.raises(NotThere):
            await library.shared(shared.share)
        await library.sweep()
        assert rows(inn, SHARES) == []
        assert rows(inn, PACKS) == [used.ref]
        with inn.lobby.store.engine.begin() as connection:
            connection.execute(sa.delete(TABLES).where(TABLES.c.id == table.id))
        await library.sweep()
        assert rows(inn, PACKS) == []

    play(test)


def test_a_link_is_taken_back_by_its_key_alone(play):
    async def test(inn):
        library = inn.lobby.library
        first = await library.share(new_pack("hats"), "10.0.0.1")
        second = await library.share(new_pack("hats"), "10.0.0.2")
        assert (await library.shared(first.share)).text == new_pack("hats")
        for key in ("", "x" * 32, second.key):
            with pytest.raises(Forbidden):
                await library.unshare(first.share, key)
        await library.unshare(first.share, first.key)
        with pytest.raises(NotThere):
            await library.shared(first.share)
        assert (await library.shared(second.share)).pack.ref == first.pack.ref

    play(test)


def test_what_one_visitor_and_all_may_ask_for_and_store_is_bounded_and_a_host_may_want_none(play):
    async def test(inn):
        library = inn.lobby.library
        text = new_pack("hats")
        library.settings = msgspec.structs.replace(
            library.settings, most_pack_bytes_of_address=len(text) + 10, most_pack_bytes=2 * len(text) + 20
        )
        first = await library.bring(text, "10.0.0.1")
        assert (await library.bring(text, "10.0.0.1")).ref == first.ref, "what is there takes no more room"
        with pytest.raises(TooMuch):
            await library.bring(new_pack("capes"), "10.0.0.1")
        await library.bring(new_pack("capes"), "10.0.0.2")
        with pytest.raises(TooMuch):
            await library.bring(new_pack("boots"), "10.0.0.3")
        asked = [library.check(PackDraft(text=text), "10.0.0.4") for _ in range(200)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert any(isinstance(answer, TooMuch) for answer in answers)
        assert isinstance(answers[0], bytes)
        library.settings = msgspec.structs.replace(library.settings, largest_pack=len(text) - 1)
        with pytest.raises(BadRequest):
            await library.check(PackDraft(text=text), "10.0.0.5")
        library.settings = msgspec.structs.replace(library.settings, guests=False, largest_pack=len(text))
        with pytest.raises(Forbidden):
            await library.check(PackDraft(text=text), "10.0.0.5")
        with pytest.raises(Forbidden):
            await inn.seat("me", "rookie", "rookie", packs=("munchkin", first.ref))

    play(test)


def test_no_file_of_the_server_is_read_and_no_id_of_another_pack_taken(play):
    async def test(inn):
        library = inn.lobby.library
        for more in (
            "include: [{pack: /etc/passwd.yaml, cards: {root: 1}}]",
            "reprint: [{pack: ../secret.yaml, cards: {root: 1}}]",
            "include: [{pack: other, cards: {root: 1}}]",
        ):
            text = f"{new_pack('hats')}\n{more}\n"
            found = msgspec.json.decode(await library.check(PackDraft(text=text), "10.0.0.1"), type=PackCheck)
            assert found.pack is None
            (fault,) = found.faults
            assert "does not come with kickdoor" in fault.problem
            assert fault.line == text.count("\n"), "the line of the include"
            with pytest.raises(BadRequest):
                await library.bring(text, "10.0.0.1")
        text = new_pack("munchkin")
        found = msgspec.json.decode(await library.check(PackDraft(text=text), "10.0.0.1"), type=PackCheck)
        assert (found.pack, found.faults[0].line) == (None, 1)

    play(test)


@pytest.mark.parametrize("ref", ["nothing@" + "0" * 32, "../../x.yaml", "/etc/passwd.yaml", "x@y", "munchkin@"])
def test_a_table_takes_no_other_names_for_packs(play, ref):
    async def test(inn):
        with pytest.raises((BadRequest, NotThere)):
            await inn.seat("me", "rookie", "rookie", packs=("munchkin", ref))
        with pytest.raises((BadRequest, NotThere)):
            await inn.lobby.library.check(PackDraft(text="", packs=(ref,)), "10.0.0.1")

    play(test)


def test_packs_can_need_each_other(play):
    async def test(inn):
        library = inn.lobby.library
        base = await library.bring(new_pack("hats").replace('"0.1"', '"2.0"'), "10.0.0.1")
        more = new_pack("more-hats").replace("needs: {munchkin: ", 'needs: {hats: "1.5", munchkin: ')
        more = more.replace("angry_barrel", "angrier_barrel").replace("level: 4", "level: 5")
        addition = await library.bring(more, "10.0.0.1")
        assert addition.needs == {"hats": "1.5", "munchkin": ""}
        await inn.seat("me", "rookie", "rookie", packs=("munchkin", base.ref, addition.ref))
        with pytest.raises(BadRequest) as refused:
            await inn.seat("me", "rookie", "rookie", packs=("munchkin", addition.ref))
        assert "it needs the pack hats 1.5" in refused.value.details
        assert refused.value.why.key == "table.needs_pack"

    play(test)


def test_a_draft_that_takes_too_long_ends_its_process_and_nothing_else():
    async def test() -> None:
        workshop = Workshop(longest=60)
        order = CheckOrder(PackDraft(text=new_pack("hats")), {})
        found = await workshop.order(order)
        assert b'"hats@' in found
        workshop.longest = 0.001
        with pytest.raises(BadRequest):
            await workshop.order(CheckOrder(PackDraft(text=new_pack("capes")), {}))
        assert await workshop.order(order) == found, "what was found is kept"
        workshop.longest = 60
        assert b'"capes@' in await workshop.order(CheckOrder(PackDraft(text=new_pack("capes")), {}))
        await workshop.close()

    asyncio.run(test())


def test_an_order_has_so_much_of_a_processor_and_no_more():
    code = "from kickdoor.server import craft; craft.MOST_SECONDS = 1; craft.limit_time()\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", code], timeout=250, check=False)
    assert ended.returncode == -signal.SIGXCPU


def test_a_card_is_tried_move_by_move(play):
    async def test(inn):
        async def tried(**more: object) -> TryResult:
            wanted = CardTry(text=new_pack("hats"), card="angry_barrel", **more)
            return msgspec.json.decode(await inn.lobby.library.try_card(wanted, "10.0.0.1", "en"), type=TryResult)

        won = await tried(ann=TrySeat(level=5))
        assert (won.place, won.strengths) == ("fought", (5, 4))
        claim = next(option.code for option in won.choices[0].options if option.verb == "claim")
        over = await tried(ann=TrySeat(level=5), answers=((0, claim),))
        assert over.players[0].level == 6
        assert "Ann goes up a level." in over.lines
        lost = await tried(ann=TrySeat(level=2))
        assert lost.strengths == (2, 4)
        helmet = CardTry(text=new_pack("hats"), card="cork_helmet", monster="munchkin/plutonium_dragon")
        worn = msgspec.json.decode(await inn.lobby.library.try_card(helmet, "10.0.0.1", "en"), type=TryResult)
        assert (worn.place, worn.monster, worn.strengths) == ("equipped", "Plutonium Dragon", (7, 20))
        assert (await tried(answers=((0, 123456),))).problem

    play(test)


def test_a_folder_is_offered_and_its_packs_travel_with_the_table(database: str, tmp_path: Path):
    folder = tmp_path / "packs"
    folder.mkdir()
    (folder / "hats.yaml").write_text(new_pack("hats", "Hats"))
    (folder / "broken.yaml").write_text("id: [")
    with TestClient(make_app(Settings(database=database, packs=str(folder), guests=False))) as client:
        hats = next(pack for pack in client.get("/api/packs").json() if pack["id"] == "hats")
        assert (hats["name"], hats["own"]) == ("Hats", 4)
        cards = client.get("/api/cards", params={"packs": hats["ref"]}).json()
        assert {card["name"] for card in cards} == {"Angry Barrel", "Cork Helmet", "Curse! Hiccups"}
        text = client.get(f"/api/packs/{hats['ref']}/text").json()["text"]
        assert text == new_pack("hats", "Hats")
        made = client.post("/api/tables", json={"packs": ["munchkin", hats["ref"]], "seats": SEATS, "start": True})
        table = made.json()["table"]
        assert client.post("/api/packs", json={"text": text}).status_code == 403
    forget_guests()
    with TestClient(make_app(Settings(database=database, guests=False))) as client:
        info = client.get(f"/api/tables/{table}").json()
        assert [guest["name"] for guest in info["guests"]] == ["Hats"], "the folder is gone, the table is not"
        assert client.get(f"/api/tables/{table}/packs/{hats['ref']}").json()["text"] == text
        names = {card["name"] for card in client.get(f"/api/tables/{table}/cards").json()}
        assert "Cork Helmet" in names


@pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")
def test_packs_are_stored_in_postgresql(inn_at):
    async def test(url: str) -> None:
        inn = inn_at(url)
        await inn.lobby.start()
        shared = await inn.lobby.library.share(new_pack("hats"), "10.0.0.1")
        await inn.lobby.library.bring(new_pack("hats"), "10.0.0.2")
        await inn.seat("me", "rookie", "rookie", packs=("munchkin", shared.pack.ref), start=False)
        await inn.lobby.library.unshare(shared.share, shared.key)
        inn.clock.time += 1.5 * DAY
        await inn.lobby.library.sweep()
        assert rows(inn, PACKS) == rows(inn, TABLE_PACKS) == [shared.pack.ref]
        await inn.lobby.close()

    with schema_of_its_own() as url:
        asyncio.run(test(url))
