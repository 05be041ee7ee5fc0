"""The floor: one after the other, and next is where somebody waits to be heard."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from kickdoor.server.floor import Floor


def test_all_have_their_turn_in_order_and_who_is_in_a_hurry_is_next():
    async def test() -> list[str]:
        floor, heard = Floor(), []

        async def tell(who: str) -> None:
            for _ in range(2):
                await floor.turn(who)
                heard.append(who)

        tasks = [asyncio.create_task(tell(who)) for who in "abc"]
        await asyncio.sleep(0)
        floor.hurry("c")
        floor.hurry("nobody")
        await asyncio.wait_for(asyncio.gather(*tasks), 5)
        return heard

    heard = asyncio.run(test())
    assert heard[:3] == ["a", "c", "b"]
    assert sorted(heard) == ["a", "a", "b", "b", "c", "c"]


def test_who_is_sent_away_while_they_wait_or_have_been_called_keeps_nobody_from_the_floor():
    async def test() -> None:
        floor = Floor()
        for ticks in range(12):
            tasks = [asyncio.create_task(floor.turn(number)) for number in range(3)]
            for _ in range(ticks):
                await asyncio.sleep(0)
            tasks[0].cancel()
            tasks[1].cancel()
            await asyncio.wait(tasks, timeout=5)
            assert all(task.done() for task in tasks)
            await asyncio.wait_for(floor.turn("later"), 5)

    asyncio.run(test())


def test_one_is_greeted_in_each_tick_though_others_are_owed_an_answer():
    """Where hundreds call at once each tick takes long, and always somebody is owed an answer."""

    async def test() -> list[int]:
        floor = Floor()
        floor.answering = 1
        tasks = [asyncio.create_task(floor.greeting(number)) for number in range(20)]
        greeted = []
        while len(greeted) < 40 and not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            greeted.append(sum(task.done() for task in tasks))
        await asyncio.wait_for(asyncio.gather(*tasks), 5)
        return greeted

    greeted = asyncio.run(test())
    assert len(greeted) <= 23
    assert all(now - before <= 1 for before, now in pairwise(greeted))
