"""The journal: what is in it is stored, whatever becomes of the server before it is worked in."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from kickdoor.server.journal import together
from kickdoor.server.schema import ANSWERS, SAYINGS, TABLES
from kickdoor.server.store import Store, Unstored, answers_of, sayings_of, stored_table
from kickdoor.server.stored import (
    Change,
    StoredAnswer,
    StoredGame,
    StoredMoment,
    StoredSaying,
    StoredSetup,
    StoredTable,
)


def a_table(id: str) -> StoredTable:
    return StoredTable(
        id=id,
        phase="lobby",
        listed=True,
        created=1.0,
        ended=None,
        setup=b"{}",
        updated=1.0,
        answers=0,
        snapshot=None,
        moment=None,
    )


def an_answer(number: int, at: float = 2.0) -> Change:
    answers = [StoredAnswer(number, 0, b"%d" % number, at)]
    return Change(table="t", answers=answers, played=StoredGame(at, number, b"save %d" % number, b"clock"))


def kill(store: Store) -> None:
    """What is left of a server that was killed: its files, and no lock."""
    if store._due is not None:
        store._due.cancel()
    assert store._journal is not None
    for file in store._journal._files:
        file.close()
    store.writer.close()


def rows(file: Path) -> dict[str, list[Any]]:
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = {t.name: sorted(map(tuple, connection.execute(sa.select(t)))) for t in (TABLES, ANSWERS, SAYINGS)}
    engine.dispose()
    return found


def test_what_is_promised_is_there_after_a_kill_and_no_turn_of_the_loop_is_waited_for(database: str, tmp_path: Path):
    async def test() -> None:
        store = Store.open(database)
        await store.write(Change(table="t", new=a_table("t")))
        turns: list[int] = []
        asyncio.get_running_loop().call_soon(turns.append, 1)
        for number in range(1, 4):
            await store.write(an_answer(number))
        await store.write(Change(table="t", waited=StoredMoment(3.0, b"pressed")))
        assert (turns, store.writer.commits) == ([], 1), "nothing was committed"
        kill(store)
        assert rows(tmp_path / "tables.db")["answers"] == []
        again = Store.open(database)
        found = await again.read(stored_table, "t")
        assert (found.answers, found.snapshot, found.moment, found.updated) == (3, b"save 3", b"pressed", 3.0)
        assert [row.number for row in await again.read(answers_of, "t")] == [1, 2, 3]
        await again.close()
        assert not list(tmp_path.glob("*-kept-*")), "nothing is left in the journal"

    asyncio.run(test())


def some_change(rng: Random, table: str, told: dict[str, int]) -> Change:
    """What might happen at a table that has had so many answers and sayings."""
    now = rng.random() * 9
    kind = rng.choice(("answers", "answers", "answers", "undo", "waited", "setup", "said", "over"))
    if kind == "undo" and told["answers"]:
        told["answers"] -= rng.randint(1, min(3, told["answers"]))
        game = StoredGame(now, told["answers"], b"undone %d" % rng.getrandbits(16), b"clock")
        return Change(table=table, cut=told["answers"] + 1, played=game)
    if kind == "waited":
        return Change(table=table, waited=StoredMoment(now, b"waited %d" % rng.getrandbits(16), now))
    if kind == "setup":
        return Change(table=table, setup=StoredSetup("playing", False, None, b"setup %d" % rng.getrandbits(16)))
    if kind == "said":
        told["said"] += 1
        forgotten = told["said"] - 3
        said = [StoredSaying(told["said"], b"said %d" % rng.getrandbits(16))]
        return Change(table=table, said=said, unsaid=forgotten if forgotten > 0 else None)
    first = told["answers"] + 1
    told["answers"] += rng.randint(1, 3)
    answers = [
        StoredAnswer(number, rng.randrange(4), b"%d" % rng.getrandbits(16), now)
        for number in range(first, told["answers"] + 1)
    ]
    setup = StoredSetup("over", True, now, b"over") if kind == "over" else None
    return Change(
        table=table, setup=setup, answers=answers, played=StoredGame(now, told["answers"], b"save %d" % first, b"c")
    )


class Stopped(Exception):
    """The server was stopped in the middle of something."""


def stop_after(store: Store, steps: int) -> None:
    """Let the writer commit so often, and no more."""
    commit, left = store.writer.commit, [steps]

    def stopping(changes: Any, *, patient: bool = True) -> Any:
        if not left[0]:
            raise Stopped
        left[0] -= 1
        return commit(changes, patient=patient)

    store.writer.commit = stopping  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(6))
def test_the_rows_are_those_of_one_commit_after_the_other(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rng = Random(seed)
    monkeypatch.setattr("kickdoor.server.store.WORKED_IN_AT_ONCE", 1)
    plain, kept = tmp_path / "plain.db", tmp_path / "kept.db"
    told = {f"t{n}": {"answers": 0, "said": 0} for n in range(3)}

    async def test() -> None:
        one, other = Store.open(f"sqlite:///{plain}", durable=True), Store.open(f"sqlite:///{kept}")
        for table in told:
            for store in (one, other):
                await store.write(Change(table=table, new=a_table(table)))
        for _ in range(120):
            table = rng.choice(list(told))
            change = some_change(rng, table, told[table])
            await asyncio.gather(one.write(change), other.write(change))
            if rng.random() < 0.1:
                await other.work_in()
            if rng.random() < 0.05:
                kill(other)
                other = Store.open(f"sqlite:///{kept}")
            if rng.random() < 0.05:
                stop_after(other, rng.randrange(3))
                with suppress(Stopped):
                    await other.work_in()
                kill(other)
                other = Store.open(f"sqlite:///{kept}")
        await asyncio.gather(one.close(), other.close())

    asyncio.run(test())
    assert rows(kept) == rows(plain)


def test_what_was_worked_in_in_part_before_a_kill_is_not_doubled(database: str):
    async def test() -> None:
        store = Store.open(database)
        await store.write(Change(table="t", new=a_table("t")))
        await store.write(an_answer(1))
        await store.write(Change(table="t", said=[StoredSaying(1, b"hello")]))
        assert store._journal is not None
        [changes], _ = store._journal.take()  # killed before the database knows up to which line that was
        assert store.writer.commit([together(changes)]) == [None]
        kill(store)
        again = Store.open(database)
        assert [row.number for row in await again.read(answers_of, "t")] == [1]
        assert len(await again.read(sayings_of, "t", 9)) == 1
        await again.close()

    asyncio.run(test())


def test_a_line_that_is_not_whole_was_not_promised_and_what_follows_a_gap_is_not_taken_up(
    database: str, tmp_path: Path
):
    async def left_behind() -> Path:
        """The journal of a server that was killed after three answers."""
        store = Store.open(database)
        if await store.read(stored_table, "t") is None:
            await store.write(Change(table="t", new=a_table("t")))
        first = (await store.read(stored_table, "t")).answers + 1
        for number in range(first, first + 3):
            await store.write(an_answer(number))
        kill(store)
        return next(file for file in tmp_path.glob("*-kept-*") if file.stat().st_size)

    async def answers() -> int:
        store = Store.open(database)
        count = len(await store.read(answers_of, "t"))
        await store.close()
        return count

    async def test() -> None:
        file = await left_behind()
        file.write_bytes(file.read_bytes()[:-1])
        assert await answers() == 2
        file = await left_behind()
        data = file.read_bytes()
        file.write_bytes(data[8 + int.from_bytes(data[:4], "big") :])
        assert await answers() == 2

    asyncio.run(test())


def test_a_disk_on_which_the_journal_finds_no_room_is_told_and_survived(database: str):
    async def test() -> None:
        store = Store.open(database)
        await store.write(Change(table="t", new=a_table("t")))
        await store.write(an_answer(1))
        journal = store._journal
        assert journal is not None
        real = journal._files[journal._turn]

        class Full:
            seek = real.seek

            def write(self, line: bytes) -> int:
                return real.write(line[: len(line) // 2])

        journal._files[journal._turn] = Full()  # type: ignore[call-overload]
        for _ in range(2):
            with pytest.raises(Unstored, match="full"):
                await store.write(an_answer(2))
        with pytest.raises(Unstored, match="full"):
            await store.check()
        journal._files[journal._turn] = real
        await store.write(an_answer(2))
        kill(store)
        again = Store.open(database)
        assert [row.number for row in await again.read(answers_of, "t")] == [1, 2]
        await again.close()

    asyncio.run(test())


def test_a_database_that_takes_nothing_loses_nothing_and_nothing_more_is_promised(database: str):
    async def test() -> None:
        store = Store.open(database)
        await store.write(Change(table="t", new=a_table("t")))
        cursor = store.writer._connection.cursor()
        cursor.execute("PRAGMA query_only=ON")
        await store.write(an_answer(1))
        await store.work_in()
        for _ in range(2):
            with pytest.raises(Unstored, match="readonly"):
                await store.write(an_answer(2))
        with pytest.raises(Unstored):
            await store.check()
        cursor.execute("PRAGMA query_only=OFF")
        await store.write(an_answer(2))
        assert [row.number for row in await store.read(answers_of, "t")] == [1, 2]
        await store.close()

    asyncio.run(test())


def test_a_table_that_was_deleted_by_hand_fails_no_other(database: str, caplog: pytest.LogCaptureFixture):
    async def test() -> None:
        store = Store.open(database)
        for id in ("t", "u"):
            await store.write(Change(table=id, new=a_table(id)))
        with store.connected() as connection:
            connection.execute(sa.delete(TABLES).where(TABLES.c.id == "t"))
            connection.commit()
        await store.write(an_answer(1))
        await store.write(Change(table="u", waited=StoredMoment(7.0, b"clock")))
        with caplog.at_level(logging.ERROR):
            assert (await store.read(stored_table, "u")).updated == 7.0
        assert [record.__dict__["table"] for record in caplog.records] == ["t"]
        await store.check()
        await store.close()

    asyncio.run(test())
