"""Storage: on SQLite always, on PostgreSQL where the address of one is given."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from kickdoor.server.store import (
    METADATA,
    Store,
    answers_of,
    checkpoint,
    finished,
    forget,
    make_engine,
    migrate,
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

POSTGRESQL = os.environ.get("KICKDOOR_TEST_POSTGRESQL", "")
"""URL of a database for tests; `.ci/run` starts one."""


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    if not POSTGRESQL:
        pytest.skip("KICKDOOR_TEST_POSTGRESQL names no database")
    engine = make_engine(POSTGRESQL)
    schema = f"test_{uuid4().hex}"
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {schema}"))
    yield f"{POSTGRESQL}?options=-csearch_path%3D{schema}"
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


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


def test_what_is_written_is_read_and_a_moment_is_one_transaction(any_database: str):
    async def test() -> None:
        store = Store.open(any_database)
        await asyncio.gather(*(store.write(Change(table=f"t{i}", new=a_table(f"t{i}"))) for i in range(5)))
        assert store.commits == 1
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
        assert {table.id for table in await store.read(unfinished)} == {"t0", "t1", "t3", "t4"}
        assert [table.id for table in await store.read(finished, 9)] == ["t2"]
        await store.write(Change(table="t1", cut=2, played=StoredGame(3.0, 1, b"back", b"clock")))
        assert await store.read(answers_of, "t1") == rows[:1]
        assert await store.read(forget, 2.5) == 3
        assert {table.id for table in await store.read(unfinished)} == {"t1"}
        await store.close()

    asyncio.run(test())


def test_a_failed_commit_is_told_and_leaves_nothing(any_database: str):
    async def test() -> None:
        store = Store.open(any_database)
        await store.write(Change(table="t", new=a_table("t")))
        twice = [StoredAnswer(1, 0, b"1", 2.0), StoredAnswer(1, 0, b"1", 2.0)]
        results = await asyncio.gather(
            store.write(Change(table="t", answers=twice)),
            store.write(Change(table="u", new=a_table("u"))),
            return_exceptions=True,
        )
        assert all(isinstance(result, Exception) for result in results)
        assert await store.read(answers_of, "t") == []
        assert await store.read(stored_table, "u") is None
        await store.write(Change(table="u", new=a_table("u")))
        assert await store.read(stored_table, "u") is not None
        await store.close()

    asyncio.run(test())


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
        store = Store.open(f"sqlite:///{file}")
        await store.write(Change(table="t", new=a_table("t")))
        for number in range(50):
            await store.write(Change(table="t", played=StoredGame(2.0, number, b"%d" % number * 3000, b"clock")))
        long, small = log.stat().st_size, file.stat().st_size
        # A writer in the middle of something holds nothing up, and need not wait.
        cursor = store._writer.cursor()
        cursor.execute("UPDATE tables SET answers = 99")
        await store.read(checkpoint)
        store._writer.commit()
        assert file.stat().st_size > small
        assert log.stat().st_size >= long
        monkeypatch.setattr("kickdoor.server.store.LONG_LOG", 10)
        await store.read(checkpoint)
        assert log.stat().st_size == 0
        assert (await store.read(stored_table, "t")).answers == 99
        await store.close()

    asyncio.run(test())
