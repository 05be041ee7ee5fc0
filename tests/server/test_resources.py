"""What a server asks of its machine: descriptors, memory that is looked through, answers to pings, small deletions."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from kickdoor.server.protocol import Chat
from kickdoor.server.running import SPARE_DESCRIPTORS, with_descriptors
from kickdoor.server.settings import Settings
from kickdoor.server.store import DELETED_AT_ONCE, Store, forget, unfinished
from kickdoor.server.stored import Change, StoredTable

SETTINGS = Settings(database="sqlite://", most_sockets=4000)


@pytest.fixture
def descriptors(monkeypatch):
    """The limits of a process, which can be raised up to the hard one."""

    def limited(soft: int, hard: int) -> dict[str, tuple[int, int]]:
        now = {"limits": (soft, hard)}
        monkeypatch.setattr(resource, "getrlimit", lambda _: now["limits"])
        monkeypatch.setattr(resource, "setrlimit", lambda _, limits: now.update(limits=limits))
        return now

    return limited


def test_a_server_asks_for_as_many_descriptors_as_it_allows_sockets(descriptors):
    now = descriptors(1024, 1 << 20)
    assert with_descriptors(SETTINGS) == SETTINGS
    assert now["limits"] == (4000 + SPARE_DESCRIPTORS, 1 << 20)


def test_where_there_are_fewer_it_says_so_and_allows_fewer_sockets(descriptors, caplog):
    descriptors(256, 1024)
    assert with_descriptors(SETTINGS).most_sockets == 1024 - SPARE_DESCRIPTORS
    assert "too few descriptors" in caplog.text


def test_enough_descriptors_are_left_as_they_are(descriptors):
    now = descriptors(10_000, 10_000)
    assert with_descriptors(SETTINGS) == SETTINGS
    assert now["limits"] == (10_000, 10_000)


COLLECTED = """
import gc
from kickdoor.server.running import keep_collector_away
keep_collector_away()
whole = []
gc.callbacks.append(lambda phase, info: whole.append(info["generation"]) if phase == "stop" else None)
for _ in range(60_000):
    loop = []
    loop.append(loop)
print(gc.get_freeze_count() > 100_000, len(whole) > 3, max(whole) < 2, gc.get_count()[0] < 20_000)
"""


def test_garbage_is_collected_by_its_number_and_what_was_there_at_the_start_never_looked_through():
    found = subprocess.run([sys.executable, "-c", COLLECTED], capture_output=True, text=True, timeout=120, check=True)
    assert found.stdout.split() == ["True"] * 4


def test_who_pings_and_pings_is_cut_off_and_nobody_else(hurry):
    server = hurry(20.0)
    opened = server.open(*[{"kind": "me"}] * 3, speed="none")
    honest, *_ = server.sit(opened)
    with server.socket(opened["table"]) as flooder:
        flooder.send(json.dumps({"type": "hello", "token": opened["keys"][1]["token"]}))
        flooder.recv(timeout=20)
        for _ in range(10):
            flooder.ping().wait(20)
        with suppress(ConnectionClosed):
            for _ in range(2000):
                flooder.ping()
        with pytest.raises(ConnectionClosed):
            read_to_the_end(flooder)
    assert honest.say(type="chat", text="still here")["type"] == "taken"


def read_to_the_end(socket: ClientConnection) -> None:
    """Read what is still there; raises ConnectionClosed where the server has hung up, TimeoutError where not."""
    while True:
        socket.recv(timeout=20)


def old_table(id: str) -> StoredTable:
    return StoredTable(
        id=id,
        phase="lobby",
        listed=False,
        created=1.0,
        ended=None,
        setup=b"{}",
        updated=1.0,
        answers=0,
        snapshot=None,
        moment=None,
    )


def test_old_tables_are_forgotten_a_few_at_a_time(database):
    async def test() -> None:
        store = Store.open(database)
        count = 2 * DELETED_AT_ONCE + 3
        await asyncio.gather(*(store.write(Change(table=f"t{i}", new=old_table(f"t{i}"))) for i in range(count)))
        batches = []
        while gone := await store.read(forget, 2.0, 2.0):
            batches.append(gone)
            await store.write(Change(table=""))
        assert batches == [DELETED_AT_ONCE, DELETED_AT_ONCE, 3]
        assert await store.read(unfinished, 0.0) == []
        await store.close()

    asyncio.run(test())


def test_a_sweep_leaves_tables_their_turn_while_much_is_forgotten(play):
    async def test(inn):
        for i in range(3 * DELETED_AT_ONCE):
            await inn.lobby.store.write(Change(table=f"t{i}", new=old_table(f"t{i}")))
        table, _ = await inn.seat("me", "me", "me")
        guest = await inn.greet(table, 0)
        sweeping = asyncio.create_task(inn.lobby.sweep())
        said = 0
        while not sweeping.done():
            inn.clock.time += 1
            assert (await guest.say(Chat(text=f"line {said}")))["type"] == "taken"
            said += 1
            await asyncio.sleep(0.005)
        await sweeping
        assert said >= 3
        assert await inn.lobby.store.read(unfinished, 0.0) == [table.id]

    play(test)
