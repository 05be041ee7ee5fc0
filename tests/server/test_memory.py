"""What a table keeps in memory: nothing that grows with the length of its game."""

import asyncio
import gc
import sys
import time
from types import BuiltinFunctionType, FunctionType, ModuleType

from kickdoor.engine.data.rules import Rules
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import Hello
from kickdoor.server.store import Store
from kickdoor.server.stream import Link
from kickdoor.server.thinking import Thinkers
from kickdoor.server.wire import Frames

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, Lobby, Store, Thinkers, asyncio.BaseEventLoop)
"""What a table points at and does not own."""


class Listener(Link):
    """A connection that keeps nothing of what it is sent."""

    address = "10.0.0.1"
    token = ""
    language = "en"
    name = ""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.heard = 0

    def send(self, message: bytes) -> None:
        self.heard += 1

    def close(self, reason: str) -> None:
        pass


def reached(start, shared):
    """All objects that are reached from one, by their ids."""
    found = {}
    new = [start]
    while new:
        found |= {id(one): one for one in new}
        near = {id(one): one for one in gc.get_referents(*new) if not isinstance(one, shared)}
        new = [one for key, one in near.items() if key not in found]
    return found


def weight(table, shared):
    """The bytes of all objects of a table, without what all tables share."""
    gc.collect()
    cards = reached(table.session.playing.game.state.rules, shared)
    return sum(sys.getsizeof(one) for key, one in reached(table, (*shared, Rules)).items() if key not in cards)


def test_a_table_takes_no_more_memory_after_a_long_game_than_after_a_short_one(play):
    async def test(inn):
        table, _ = await inn.seat("rookie", "rookie", "rookie", options={"winning_level": 100})
        listeners = [Listener(seat) for seat in (0, 1, 2, -1)]
        for listener in listeners:
            await table.ask(lambda listener=listener: table.greet(listener, Hello()))
        weights = []
        for answers in range(200, 801, 75):
            while table.session.playing.answers < answers:
                assert table.session.phase == "playing"
                await inn.pass_time(5)
            await inn.settle()
            weights.append(weight(table, (*SHARED, type(inn.clock))))
        assert min(listener.heard for listener in listeners) > 500
        assert weights[0] > 100_000, "it is looked at"
        early, late = max(weights[:3]), max(weights[-3:])
        assert late < 1.1 * early, weights

    play(test)


def test_a_connection_that_is_over_leaves_nothing_that_would_have_to_be_looked_for(hurry):
    server = hurry(20.0)
    opened = server.open(*[{"kind": "me"}] * 3, speed="none")
    gc.collect()
    gc.disable()
    try:
        for _ in range(12):
            for player in server.sit(opened):
                player.say(type="chat", text="hello")
                player.hang_up()
        end = time.monotonic() + 20
        while (left := sum(type(one) is Frames for one in gc.get_objects())) > 2:  # the loop may hold its last ones
            assert time.monotonic() < end, f"{left} connections are still there"
            time.sleep(0.1)
    finally:
        gc.enable()
