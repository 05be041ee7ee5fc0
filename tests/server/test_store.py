"""Storage: on SQLite always, on PostgreSQL where the address of one is given."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from databases import POSTGRESQL, schema_of_its_own

from kickdoor.server.schema import METADATA, make_engine, migrate
from kickdoor.server.store import (
    Store,
    Unstored,
    answers_of,
    checkpoint,
    due,
    finished,
    forget,
    sayings_of,
    stored_table,
    unfinished,
)
from kickdoor.server.stored import (
    Change,
    StoredAnswer,
    StoredGame,
    StoredMoment,
    StoredSaying,
    StoredSetup,
    StoredTable,
)
from kickdoor.server.writing import InUse

needs_postgresql = pytest.mark.skipif(not POSTGRESQL, reason="KICKDOOR_TEST_POSTGRESQL names no database")


@pytest.fixture
def postgresql() -> Iterator[str]:
    """A schema of its own in PostgreSQL."""
    with schema_of_its_own() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgresql)])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("postgresql"))


def a_table(id: str, **more: object) -> StoredTable:
    fields = {
        "phase": "lobby",
        "listed": True,
        "created": 1.0,
        "ended": None,
        "setup": b"{}",
        "updated": 1.0,
        "answers": 0,
        "snapshot": None,
        "moment": None,
    }
    return StoredTable(id=id, **{**fields, **more})


def test_a_commit_that_waits_for_nothing_is_made_at_once(database: str):
    async def test() -> None:
        store = Store.open(database)
        turns = []
        asyncio.get_running_loop().call_soon(turns.append, 1)
        await store.write(Change(table="t", new=a_table("t")))
        assert (store.writer.commits, turns) == (1, [])
        await store.close()

    asyncio.run(test())


def test_what_is_written_is_read_and_a_moment_is_one_transaction(any_database: str):
    async def test() -> None:
        store = Store.open(any_database, durable=True)
        await asyncio.gather(*(store.write(Change(table=f"t{i}", new=a_table(f"t{i}"))) for i in range(5)))
        assert store.writer.commits == 1
        rows = [StoredAnswer(n, 0, b"%d" % n, 2.0) for n in (1, 2, 3)]
        await store.write(
            Change(
                table="t1", answers=rows, played=StoredGame(2.0, 3, b"save", b"clock"), said=[StoredSaying(1, b"hello")]
            )
        )
        await store.write(Change(table="t2", setup=StoredSetup("over", True, 9.0, b"{2}")))
        found = await store.read(stored_table, "t1")
        assert (found.answers, found.snapshot, found.moment, found.updated) == (3, b"save", b"clock", 2.0)
        await store.write(Change(table="t1", waited=StoredMoment(2.5, b"pressed")))
        found = await store.read(stored_table, "t1")
        assert (found.answers, found.snapshot, found.moment, found.updated) == (3, b"save", b"pressed", 2.5)
        assert await store.read(answers_of, "t1") == rows
        assert await store.read(sayings_of, "t1", 9) == [StoredSaying(1, b"hello")]
        assert set(await store.read(unfinished, 0.0)) == {"t0", "t1", "t3", "t4"}
        assert [table.id for table in await store.read(finished, 9)] == ["t2"]
        await store.write(Change(table="t1", cut=2, played=StoredGame(3.0, 1, b"back", b"clock")))
        assert await store.read(answers_of, "t1") == rows[:1]
        assert await store.read(forget, 2.5, 2.5) == 3
        assert await store.read(forget, 2.5, 2.5) == 0
        assert set(await store.read(unfinished, 0.0)) == {"t1"}
        await store.close()

    asyncio.run(test())


def test_a_change_that_cannot_be_stored_is_told_and_fails_no_other(any_database: str):
    async def test() -> None:
        store = Store.open(any_database, durable=True)
        await store.write(Change(table="t", new=a_table("t")))
        twice = [StoredAnswer(1, 0, b"1", 2.0), StoredAnswer(1, 0, b"1", 2.0)]
        failed, stored = await asyncio.gather(
            store.write(Change(table="t", answers=twice)),
            store.write(Change(table="u", new=a_table("u"))),
            return_exceptions=True,
        )
        assert isinstance(failed, Unstored)
        assert stored is None
        assert await store.read(answers_of, "t") == []
        assert await store.read(stored_table, "u") is not None
        await store.write(Change(table="t", answers=twice[:1]))
        assert await store.read(answers_of, "t") == twice[:1]
        await store.close()

    asyncio.run(test())


def test_a_second_server_on_the_same_database_is_refused(any_database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kickdoor.server.writing.LOCK_SECONDS", 0.2)

    async def test() -> None:
        first = Store.open(any_database)
        with pytest.raises(InUse):
            Store.open(any_database)
        await first.write(Change(table="t", new=a_table("t")))
        await first.close()
        second = Store.open(any_database)
        assert await second.read(stored_table, "t") is not None
        await second.close()

    asyncio.run(test())


def cut_off(store: Store) -> None:
    """End the connection of a writer from the other side, as a restart of PostgreSQL does."""
    process = store.writer._connection.driver_connection.info.backend_pid
    with store.connected() as connection:
        connection.execute(sa.text(f"SELECT pg_terminate_backend({process})"))


@needs_postgresql
def test_a_connection_that_is_lost_is_made_again(postgresql: str):
    async def test() -> None:
        store = Store.open(postgresql)
        await store.write(Change(table="t", new=a_table("t")))
        for number in range(1, 4):
            cut_off(store)
            await store.write(Change(table="t", answers=[StoredAnswer(number, 0, b"1", 2.0)]))
            await store.check()
        assert len(await store.read(answers_of, "t")) == 3
        assert store.writer.reconnected == 3
        with pytest.raises(InUse):
            Store.open(postgresql)
        await store.close()

    asyncio.run(test())


@needs_postgresql
def test_a_commit_of_unknown_outcome_is_settled_by_reading(postgresql: str, monkeypatch: pytest.MonkeyPatch):
    async def test(committed: bool) -> None:
        store = Store.open(postgresql)
        await store.write(Change(table=f"t{committed}", new=a_table(f"t{committed}")))
        connection = store.writer._connection

        class Cut:
            """A connection that is lost with a commit: before or after it."""

            driver_connection = connection.driver_connection
            cursor = connection.cursor
            rollback = connection.rollback
            invalidate = connection.invalidate
            close = connection.close

            def commit(self) -> None:
                if committed:
                    connection.commit()
                self.driver_connection.close()
                raise OSError("the line is dead")

        store.writer._connection = Cut()
        answer = StoredAnswer(1, 0, b"1", 2.0)
        # Written twice, the answer would be refused for its number.
        await store.write(Change(table=f"t{committed}", answers=[answer]))
        assert await store.read(answers_of, f"t{committed}") == [answer]
        assert store.writer.reconnected == 1
        await store.close()

    asyncio.run(test(True))
    asyncio.run(test(False))


def test_a_full_disk_is_told_and_survived(tmp_path: Path):
    async def test() -> None:
        store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}", durable=True)
        await store.write(Change(table="t", new=a_table("t")))
        cursor = store.writer._connection.cursor()
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages}")
        big = StoredGame(2.0, 1, b"x" * 100_000, b"clock")
        with pytest.raises(Unstored, match="full"):
            await store.write(Change(table="t", played=big))
        with pytest.raises(Unstored, match="full"):
            await store.check()
        assert (await store.read(stored_table, "t")).answers == 0
        cursor.execute(f"PRAGMA max_page_count={pages + 1000}")
        await store.write(Change(table="t", played=big))
        await store.check()
        assert (await store.read(stored_table, "t")).answers == 1
        await store.close()

    asyncio.run(test())


def test_nobody_on_the_loop_waits_for_another_writer_of_the_file(tmp_path: Path):
    async def test() -> None:
        file = tmp_path / "tables.db"
        store = Store.open(f"sqlite:///{file}")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.write(Change(table="t", new=a_table("t"))))
        longest = 0.0
        for _ in range(30):
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            longest = max(longest, time.perf_counter() - began)
        assert not writing.done()
        assert longest < 0.25
        other.execute("ROLLBACK")
        await writing
        assert await store.read(stored_table, "t") is not None
        other.close()
        await store.close()

    asyncio.run(test())


def test_what_is_due_is_found_in_order(any_database: str):
    async def test() -> None:
        store = Store.open(any_database)
        for id, when in (("late", 9.0), ("soon", 3.0), ("now", 2.0), ("never", None)):
            await store.write(Change(table=id, new=a_table(id, due=when)))
        assert await store.read(due, 4.0, 9) == ["now", "soon"]
        await store.write(Change(table="now", waited=StoredMoment(5.0, b"clock", None)))
        assert await store.read(due, 4.0, 9) == ["soon"]
        await store.close()

    asyncio.run(test())


def test_migrations_follow_one_another_in_one_line():
    config = Config()
    config.set_main_option("script_location", "kickdoor.server:migrations")
    scripts = ScriptDirectory.from_config(config)
    assert len(scripts.get_heads()) == 1, "two were written on the same one: let one follow the other"
    line = list(scripts.walk_revisions())
    assert [step.down_revision for step in line] == [*(step.revision for step in line[1:]), None]


def test_migrations_make_what_the_server_uses(any_database: str):
    engine = make_engine(any_database)
    migrate(engine)
    migrate(engine)
    inspector = sa.inspect(engine)
    for table in METADATA.tables.values():
        columns = {column["name"]: column["nullable"] for column in inspector.get_columns(table.name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
    engine.dispose()


def test_a_game_is_played_stored_and_taken_up_again(any_database: str, inn_at):
    async def first() -> tuple[str, bytes, int]:
        inn = inn_at(any_database)
        await inn.lobby.start()
        table, _ = await inn.seat("rookie", "rookie", "veteran")
        await inn.greet(table, -1)
        for _ in range(200):
            await inn.pass_time(1)
            await asyncio.sleep(0.002)
            if table.session.playing.answers > 30:
                break
        await inn.settle()
        await inn.lobby.close()
        return table.id, table.session.playing.snapshot, table.session.playing.answers

    async def second(id: str, snapshot: bytes, answers: int) -> None:
        inn = inn_at(any_database)
        await inn.lobby.start()
        table = inn.lobby.tables[id]
        assert (table.session.playing.game.to_bytes(), table.session.playing.answers) == (snapshot, answers)
        assert len(await inn.lobby.store.read(answers_of, id)) == answers > 30
        await inn.lobby.close()

    asyncio.run(second(*asyncio.run(first())))


def test_the_log_of_sqlite_is_worked_in_while_others_write_and_begun_anew_when_it_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "tables.db"
    log = tmp_path / "tables.db-wal"

    async def test() -> None:
        store = Store.open(f"sqlite:///{file}", durable=True)
        await store.write(Change(table="t", new=a_table("t")))
        for number in range(50):
            await store.write(Change(table="t", played=StoredGame(2.0, number, b"%d" % number * 3000, b"clock")))
        long, small = log.stat().st_size, file.stat().st_size
        # A writer in the middle of something holds nothing up, and need not wait.
        cursor = store.writer._connection.cursor()
        cursor.execute("UPDATE tables SET answers = 99")
        await store.read(checkpoint)
        store.writer._connection.commit()
        assert file.stat().st_size > small
        assert log.stat().st_size >= long
        monkeypatch.setattr("kickdoor.server.store.LONG_LOG", 10)
        await store.read(checkpoint)
        assert log.stat().st_size == 0
        assert (await store.read(stored_table, "t")).answers == 99
        await store.close()

    asyncio.run(test())
