"""Several servers on one PostgreSQL: a table is one server's, and who has lost it writes no more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from unittest.mock import ANY, AsyncMock

import pytest
import sqlalchemy as sa
from databases import POSTGRESQL, schema_of_its_own
from history import faults
from nodes import stored_rows

from kickdoor.engine.data.refusals import Refusal
from kickdoor.play.choices import Option
from kickdoor.play.game import Game
from kickdoor.server import claims, errands, schema, sharing
from kickdoor.server.claims import Held
from kickdoor.server.errors import Elsewhere, NotThere, TooMuch
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import NewTable, SeatPlan
from kickdoor.server.schema import ERRANDS, NODES, PULSE, TABLES, Script, make_engine, migrate
from kickdoor.server.settings import Settings
from kickdoor.server.store import Passed, Store, Unstored
from kickdoor.server.stored import Change, StoredAnswer, StoredTable
from kickdoor.server.table import Table
from kickdoor.server.thinking import packed
from kickdoor.server.writing import InUse

pytestmark = pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")

PLAY = 5 << 24
NEW = NewTable(seats=(SeatPlan(kind="me"), SeatPlan(kind="me"), SeatPlan(kind="me")), start=True, listed=True)


@pytest.fixture
def database() -> Iterator[str]:
    with schema_of_its_own() as url:
        yield url


def a_table(id: str) -> StoredTable:
    empty = {"phase": "play", "listed": True, "created": 1.0, "ended": None, "setup": b"{}", "updated": 1.0}
    return StoredTable(id=id, answers=0, snapshot=None, moment=None, **empty)  # type: ignore[arg-type]


def expire(store: Store, *, node: str) -> None:
    """A server has been silent for too long."""
    with store.engine.begin() as connection:
        connection.execute(sa.delete(NODES).where(NODES.c.node == node))


def live(store: Store) -> None:
    """A server gives a sign of life."""
    with store.engine.begin() as connection:
        claims.beat(connection.connection.cursor(), store.node, "here")


async def write(store: Store, number: int) -> None:
    await store.write(Change(table="t", answers=[StoredAnswer(number, 0, b"%d" % (PLAY + number), 1.0)]))


async def taken_over(database: str) -> tuple[Store, Store]:
    """The first of two servers has a table and is silent; the second takes it and writes."""
    one, two = Store.open(database, node="one"), Store.open(database, node="two")
    live(one)
    live(two)
    await one.write(Change(table="t", new=a_table("t")))
    assert await two.read(claims.take, "two", "t") == Held("one", ANY)
    expire(one, node="one")
    found = await two.read(claims.take, "two", "t")
    assert (found.owner, found.term) == ("two", 2)
    two.terms["t"] = found.term
    await write(two, 1)
    return one, two


def test_who_has_lost_a_table_writes_no_more(database: str):
    async def test() -> None:
        one, two = await taken_over(database)
        with pytest.raises(Passed):
            await write(one, 2)
        await write(two, 2)
        await one.close()
        await two.close()
        assert faults([], stored_rows(database)["t"]) == ["seat 0: 2 answers are stored, 0 of which were given"]

    asyncio.run(test())


def test_without_the_fence_the_history_shows_that_two_wrote(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Script, "passed", lambda *_: set())

    async def test() -> None:
        one, two = await taken_over(database)
        await write(one, 2)
        await one.close()
        await two.close()
        found = faults([], stored_rows(database)["t"])
        assert "answer 2 was written in term 1, after one of term 2" in found

    asyncio.run(test())


def test_one_that_lost_a_table_fails_no_other_table_of_its_batch(database: str):
    async def test() -> None:
        one, two = await taken_over(database)
        lost, made = await asyncio.gather(
            write(one, 2), one.write(Change(table="u", new=a_table("u"))), return_exceptions=True
        )
        assert isinstance(lost, Passed)
        assert made is None
        await one.check()
        await one.close()
        await two.close()

    asyncio.run(test())


def test_what_a_dead_server_had_is_free_at_once(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(claims, "LEASE_SECONDS", 3600.0)

    async def test() -> None:
        one, two = Store.open(database, node="one"), Store.open(database, node="two")
        live(one)
        await one.write(Change(table="t", new=a_table("t")))
        assert await two.read(claims.take, "two", "t") == Held("one", ANY)
        await one.close()
        async with asyncio.timeout(20):
            while isinstance(found := await two.read(claims.take, "two", "t"), Held):
                await asyncio.sleep(0.01)  # PostgreSQL has yet to see that the connection is gone
        assert (found.owner, found.term) == ("two", 2)
        await two.close()

    asyncio.run(test())


def test_who_is_frozen_in_the_middle_of_a_write_keeps_nobody_waiting(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(schema, "IDLE_MILLISECONDS", 700)

    async def test() -> None:
        one, two = Store.open(database, node="one"), Store.open(database, node="two")
        live(one)
        await one.write(Change(table="t", new=a_table("t")))
        with one.engine.connect() as frozen:
            frozen.execute(sa.text("SELECT 1 FROM tables WHERE id = 't' FOR UPDATE"))
            expire(one, node="one")
            held = await two.read(claims.take, "two", "t")
            assert isinstance(held, Held), "it is locked, and that is not waited for"
            assert held.lease <= 0
            for _ in range(100):
                if isinstance(found := await two.read(claims.take, "two", "t"), StoredTable):
                    break
            assert found.owner == "two", "PostgreSQL has ended the transaction that stood still"
            frozen.invalidate()
        await one.close()
        await two.close()

    asyncio.run(test())


class Frozen(list[dict[str, object]]):
    """Rows to be written, by somebody who freezes after the first of them."""

    def __init__(self, *rows: dict[str, object]) -> None:
        super().__init__(rows)
        self.woken = threading.Event()

    def __iter__(self) -> Iterator[dict[str, object]]:
        yield self[0]
        self.woken.wait(30)
        yield from self[1:]


def test_who_is_frozen_between_two_rows_keeps_nobody_waiting(database: str, monkeypatch: pytest.MonkeyPatch):
    """Of several statements that are sent together PostgreSQL awaits the last for as long as it takes."""
    monkeypatch.setattr(schema, "IDLE_MILLISECONDS", 700)

    async def test() -> None:
        one, two = Store.open(database, node="one"), Store.open(database, node="two")
        live(one)
        await one.write(Change(table="t", new=a_table("t")))
        expire(one, node="one")
        rows = Frozen(*({"serial_now": serial, "beating": "one"} for serial in (7, 8)))
        connection = one.engine.raw_connection()

        def write() -> None:
            cursor = connection.cursor()
            cursor.execute("SELECT 1 FROM tables WHERE id = 't' FOR UPDATE")
            Script(one.engine.dialect).pulse.run(cursor, rows)

        writing = asyncio.ensure_future(asyncio.to_thread(write))
        await asyncio.sleep(0.3)
        try:
            for _ in range(20):
                if isinstance(found := await two.read(claims.take, "two", "t"), StoredTable):
                    break
            assert isinstance(found, StoredTable), "PostgreSQL has ended the transaction that stood still"
        finally:
            rows.woken.set()
            await asyncio.wait((writing,))
            writing.exception()
            connection.invalidate()
            await one.close()
            await two.close()

    asyncio.run(test())


def test_a_table_that_is_lost_while_it_is_put_away_can_be_found_again(database: str):
    async def test() -> None:
        async with lobbies(database, 1) as (one,):
            opened = await one.open_table(NEW, "10.0.0.1")
            table = one.tables[opened.table]
            under_way = asyncio.create_task(table.ask(asyncio.Event().wait))
            await asyncio.sleep(0)
            leaving = asyncio.create_task(one.put_out(table, sharing.MOVED))
            await asyncio.sleep(0)
            one.lose(table)
            await asyncio.wait_for(leaving, 10)
            assert (await asyncio.wait_for(one.find(opened.table), 10)) is not table
            with pytest.raises(Elsewhere):
                await under_way

    asyncio.run(test())


def test_one_server_alone_and_several_keep_each_other_away(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kickdoor.server.writing.LOCK_SECONDS", 0.2)

    async def test() -> None:
        shared = Store.open(database, node="one")
        with pytest.raises(InUse):
            Store.open(database)
        await shared.close()
        alone = Store.open(database)
        with pytest.raises(InUse):
            Store.open(database, node="one")
        await alone.close()

    asyncio.run(test())


@contextmanager
def a_thinker(database: str) -> Iterator[sa.Connection]:
    """A connection of a process that thinks."""
    engine = make_engine(database)
    migrate(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@asynccontextmanager
async def lobbies(database: str, number: int) -> AsyncIterator[list[Lobby]]:
    """Several servers, without a network."""
    found = []
    for name in range(number):
        settings = Settings(database=database, shared=True, place=f"place {name}")
        lobby = Lobby(settings, Store.open(database, node=f"node{name}"))
        await lobby.start()
        found.append(lobby)
    try:
        yield found
    finally:
        for lobby in found:
            await lobby.close()


def test_a_table_goes_to_the_server_that_is_asked_for_it(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sharing, "HOLD_SECONDS", 0.0)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            opened = await one.open_table(NEW, "10.0.0.1")
            answers = one.tables[opened.table].session.playing.answers
            assert [info.table for info in await two.listed()] == [opened.table]
            there = await two.find(opened.table)
            assert there.session.playing.answers == answers
            assert (opened.table in one.tables, opened.table in two.tables) == (False, True)
            assert (await one.find(opened.table)).session.phase == "playing"
            with pytest.raises(NotThere):
                await two.find("nowhere")
        after = Store.open(database, node="after")
        with after.connected() as connection:
            assert connection.execute(sa.select(NODES)).all() == []
            assert [row.node for row in connection.execute(sa.select(PULSE))] == ["after"]
        await after.close()

    asyncio.run(test())


def test_tables_of_a_server_that_is_gone_are_taken_together_and_those_of_a_living_one_are_not(database: str):
    async def test() -> None:
        one, two = Store.open(database, node="one"), Store.open(database, node="two")
        live(one)
        live(two)
        for id in "tuv":
            await one.write(Change(table=id, new=a_table(id)))
        assert await two.read(claims.take_all, "two", ["t", "u"]) == {}
        expire(one, node="one")
        with one.connected() as writing:
            writing.execute(sa.select(TABLES.c.id).where(TABLES.c.id == "v").with_for_update())
            found = await two.read(claims.take_all, "two", ["t", "u", "v", "nowhere"])
            assert {id: (table.owner, table.term) for id, table in found.items()} == {"t": ("two", 2), "u": ("two", 2)}
        await one.close()
        await two.close()

    asyncio.run(test())


def test_when_all_visitors_of_a_server_come_at_once_their_tables_are_taken_by_few_statements(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    taken: list[int] = []
    take_all = claims.take_all

    def counted(connection: sa.Connection, node: str, tables: list[str]) -> dict[str, StoredTable]:
        taken.append(len(tables))
        return take_all(connection, node, tables)

    monkeypatch.setattr(claims, "take_all", counted)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            ids = [(await one.open_table(NEW, f"10.0.0.{number}")).table for number in range(9)]
            with one.store.engine.begin() as connection:
                connection.execute(sa.update(TABLES).values(owner=None))
            found = await asyncio.gather(*map(two.find, ids), two.find("nowhere"), return_exceptions=True)
            assert [table.id for table in found[:-1]] == ids
            assert isinstance(found[-1], NotThere)
            assert sum(taken) == 10
            assert len(taken) <= 2

    asyncio.run(test())


async def robbed(one: Lobby, two: Lobby) -> tuple[str, str]:
    """Two tables of a server: another takes the first, as from one that sleeps, and the second is left."""
    taken, kept = [(await one.open_table(NEW, "10.0.0.1")).table for _ in range(2)]
    with one.store.engine.begin() as connection:
        later = {"owner": two.store.node, "term": TABLES.c.term + 1}
        connection.execute(sa.update(TABLES).where(TABLES.c.id == taken).values(later))
    return taken, kept


def test_a_server_that_has_overslept_shows_nobody_a_table_that_was_taken_meanwhile(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sharing, "TAKE_SECONDS", 0.0)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            taken, kept = await robbed(one, two)
            assert one.sharing is not None
            await one.sharing.node.stop()
            assert await one.find(taken) is one.tables[taken], "as long as its lease lasts it is sure"
            one.sharing.node._alive -= claims.LEASE_SECONDS
            with pytest.raises(Elsewhere):
                await one.find(taken)
            assert await one.find(kept) is one.tables[kept]

    asyncio.run(test())


def test_a_server_that_wakes_up_sends_away_whom_it_cannot_serve_any_more(database: str):
    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            taken, kept = await robbed(one, two)
            assert one.sharing is not None
            one.sharing.node._alive -= claims.LEASE_SECONDS
            async with asyncio.timeout(20):
                while taken in one.tables or not one.sharing.node.is_sure:
                    await asyncio.sleep(0.05)
            assert kept in one.tables

    asyncio.run(test())


async def just_taken(lobby: Lobby) -> str:
    """A table that a server has got just now."""
    opened = await lobby.open_table(NEW, "10.0.0.1")
    assert lobby.sharing is not None
    lobby.sharing.taken(await lobby.store.read(claims.take, lobby.store.node, opened.table))
    return opened.table


def test_a_server_that_does_not_let_go_keeps_its_table(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sharing, "TAKE_SECONDS", 0.3)
    monkeypatch.setattr(Table, "is_attended", True)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            table = await just_taken(one)
            with pytest.raises(Elsewhere):
                await two.find(table)
            assert table in one.tables

    asyncio.run(test())


def test_a_table_at_which_nobody_is_goes_at_once(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sharing, "HOLD_SECONDS", 3600.0)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            table = await just_taken(one)
            assert (await two.find(table)).id == table
            assert table not in one.tables

    asyncio.run(test())


def test_a_table_that_a_server_has_by_name_only_goes_to_who_wants_it(database: str, monkeypatch: pytest.MonkeyPatch):
    """It could not be given back, say: nobody has it in memory, and its owner is alive."""
    monkeypatch.setattr(sharing, "ASK_SECONDS", 0.1)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            table = await just_taken(one)
            with pytest.MonkeyPatch.context() as broken:
                broken.setattr(one.store, "write", AsyncMock(side_effect=Unstored("the database is gone")))
                await one.put_out(one.tables[table], Refusal("table.moved"))
            assert table not in one.tables
            async with asyncio.timeout(3):
                assert (await two.find(table)).id == table

    asyncio.run(test())


def test_a_table_that_nobody_waits_for_any_more_stays_where_it_is(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sharing, "HOLD_SECONDS", 0.5)
    monkeypatch.setattr(sharing, "ASK_SECONDS", 0.1)
    monkeypatch.setattr(sharing, "TAKE_SECONDS", 1.0)
    monkeypatch.setattr(Table, "is_attended", True)

    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            table = await just_taken(one)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(two.find(table), 0.2)
            async with asyncio.timeout(20):
                while two._loading:
                    await asyncio.sleep(0.02)
            assert table in one.tables

    asyncio.run(test())


def test_a_process_that_only_thinks_answers_for_a_bot_that_searches(database: str):
    game = Game.new(packs=["munchkin"], seats=3, seed=3)
    seat = game.waiting[0]
    with a_thinker(database) as connection:

        async def test() -> None:
            async with lobbies(database, 1) as (one,):
                desk = one.sharing.desk  # type: ignore[union-attr]
                asked = asyncio.create_task(desk.choose(packed(game), seat, "master:0.01s", "key"))
                for _ in range(400):
                    if await asyncio.to_thread(errands.do_one, connection):
                        break
                    await asyncio.sleep(0.01)
                chosen = await asked
                assert isinstance(chosen, Option)
                assert chosen in game.decisions[seat].options
                assert connection.execute(sa.select(ERRANDS)).all() == []

        asyncio.run(test())


def test_an_errand_that_nobody_takes_is_done_at_home(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(errands, "TAKEN_SECONDS", 0.05)
    monkeypatch.setattr(errands, "ALONE_SECONDS", 3600.0)  # however slow the machine is

    async def test() -> None:
        async with lobbies(database, 1) as (one,):
            desk = one.sharing.desk  # type: ignore[union-attr]
            assert await desk.choose(b"save", 0, "master", "key") is None
            monkeypatch.setattr(errands, "leave", lambda *_: pytest.fail("it is left again at once"))
            assert await desk.choose(b"save", 0, "master", "key") is None

    asyncio.run(test())


def test_tables_made_and_bans_count_at_all_servers(database: str):
    async def test() -> None:
        async with lobbies(database, 2) as (one, two):
            for _ in range(3):
                await one.open_table(NEW, "10.0.0.1")
            tight = Settings(database=database, most_tables_of_address=3)
            two.settings = tight
            with pytest.raises(TooMuch):
                await two.open_table(NEW, "10.0.0.1")
            await two.open_table(NEW, "10.0.0.2")
            one.board.bans = {"somebody": "for a reason"}
            await one.warden.keep_board()
            for _ in range(200):
                if two.board.bans:
                    break
                await asyncio.sleep(0.05)
            assert two.board.bans == {"somebody": "for a reason"}

    asyncio.run(test())
