"""What a table keeps in memory: nothing that grows with the length of its game."""

import asyncio
import gc
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

from kickdoor.engine.data.rules import Rules
from kickdoor.server.lobby import Lobby
from kickdoor.server.protocol import Hello
from kickdoor.server.store import Store
from kickdoor.server.thinking import Thinkers

SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, Lobby, Store, Thinkers, asyncio.BaseEventLoop)
"""What a table points at and does not own."""


class Listener:
    """A connection that keeps nothing of what it is sent."""

    address = "10.0.0.1"
    token = ""
    language = "en"

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
        for answers in range(300, 1501, 100):
            while table.session.playing.answers < answers:
                assert table.session.phase == "playing"
                await inn.pass_time(5)
            await inn.settle()
            weights.append(weight(table, (*SHARED, type(inn.clock))))
        assert min(listener.heard for listener in listeners) > 1000
        assert weights[0] > 100_000, "it is looked at"
        early, late = max(weights[:4]), max(weights[-4:])
        assert late < 1.1 * early, weights

    play(test)
