"""Bots at tables: they think off the event loop, so that no table waits for another's bots.

Quick ones think in threads. Those that search would keep all threads waiting, so they think in a process of their own,
`python -m kickdoor.server.thinking`, which is started when the first of them sits down; it gets the save of the game
with the packs of guests, and the bot in it sees its view alone.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import BinaryIO

import msgspec

from kickdoor.bots import is_searching, make_bot
from kickdoor.packs.loader import is_at_hand, take_in, texts_of
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.server import processes

MOST_AGENTS = 512

_agents: OrderedDict[str, Agent] = OrderedDict()
"""The bots of the process that searches."""


Elsewhere = Callable[[bytes, int, str, str], Awaitable[Option | Offer | None]]
"""What a bot answers that thinks in a process of another machine; None where none does."""


class SearchFailed(Exception):
    """A bot that searches came to no answer."""


class Order(msgspec.Struct, frozen=True):
    """What a bot that searches has to think about."""

    save: bytes  #: as `packed`
    seat: int
    name: str
    key: str


class Answered(msgspec.Struct, frozen=True):
    """What a bot has chosen, on its way back; or why it could not choose."""

    option: int | None = None
    offer: Offer | None = None
    failed: str = ""

    @classmethod
    def of(cls, choice: Option | Offer) -> Answered:
        """A choice, to be sent."""
        return cls(offer=choice) if isinstance(choice, Offer) else cls(option=choice.code)

    def choice(self) -> Option | Offer:
        """The choice that was sent; raises SearchFailed where there is none."""
        if self.offer is not None:
            return self.offer
        if self.option is None:
            raise SearchFailed(self.failed)
        return Option(self.option)


class Thinkers:
    """Where bots think; with no threads, at once."""

    def __init__(self, threads: int) -> None:
        self.elsewhere: Elsewhere | None = None  #: asked first where a bot searches
        self._threads = ThreadPoolExecutor(threads, "bot") if threads else None
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._searches: set[asyncio.Task[bytes]] = set()

    async def choose(
        self, agent: Agent, name: str, key: str, game: Game, seat: int, company: Sequence[str] = ()
    ) -> Option | Offer:
        """What a bot answers; the game is a copy for it alone. `key` tells its seat and game from all others."""
        if self._threads is None:
            return answer_of(agent, game, seat)
        loop = asyncio.get_running_loop()
        if not is_searching(name):
            return await loop.run_in_executor(self._threads, answer_of, agent, game, seat)
        order = Order(packed(game, company), seat, name, key)
        if self.elsewhere is not None:
            found = await self.elsewhere(order.save, seat, name, key)
            if found is not None:
                return found
        # What was begun is ended though nobody waits for it any more: the next who asks must not get its answer.
        searching = loop.create_task(self._search(msgspec.msgpack.encode(order)))
        self._searches.add(searching)
        searching.add_done_callback(self._searches.discard)
        answered = await asyncio.shield(searching)
        return msgspec.msgpack.decode(answered, type=Answered).choice()

    async def _search(self, order: bytes) -> bytes:
        async with self._turn:
            for _ in range(2):
                process = self._process
                if process is None:
                    process = self._process = await processes.start("kickdoor.server.thinking")
                try:
                    return await processes.ask(process, order)
                except (OSError, EOFError):  # somebody killed it; it gets a successor
                    self._process = None
                    await processes.end(process)
            raise SearchFailed("the process that searches ends again and again")

    async def close(self) -> None:
        """Let nobody think any more."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        for searching in self._searches:
            searching.cancel()
        await asyncio.gather(*self._searches, return_exceptions=True)
        process, self._process = self._process, None
        if process is not None:
            await processes.end(process)


def answer_of(agent: Agent, game: Game, seat: int) -> Option | Offer:
    """What a bot answers for a seat that is asked."""
    decision = game.decision(seat)
    assert decision is not None, "a seat that is waited for has something to decide"
    return agent.choose(game.view(seat), decision)


class Sent(msgspec.Struct, frozen=True, array_like=True):
    """A game for a process that knows only the packs that come with kickdoor, and who plays it."""

    save: bytes
    texts: dict[str, str]  #: of its other packs
    company: tuple[str, ...] = ()

    def game(self) -> Game:
        """The game; its packs are taken in where they are not at hand."""
        for name, text in self.texts.items():
            if not is_at_hand(name):
                take_in(text, name, self.texts)
        return Game.from_bytes(self.save)


def packed(game: Game, company: Sequence[str] = ()) -> bytes:
    """A game on its way to a process that thinks."""
    return msgspec.msgpack.encode(Sent(game.to_bytes(), texts_of(game.packs), tuple(company)))


def search(sent: bytes, seat: int, name: str, key: str) -> Option | Offer:
    """What a bot that searches answers; it remembers its game as long as the process lives."""
    given = msgspec.msgpack.decode(sent, type=Sent)
    game = given.game()
    agent = _agents.pop(key, None)
    if agent is None:
        agent = make_bot(name, Random(key), game.state.rules, calm=True, company=given.company)
    _agents[key] = agent
    if len(_agents) > MOST_AGENTS:
        _agents.popitem(last=False)
    return answer_of(agent, game, seat)


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Search, one order after the other, until there are no more."""
    for order in processes.orders(orders):
        given = msgspec.msgpack.decode(order, type=Order)
        try:
            answered = Answered.of(search(given.save, given.seat, given.name, given.key))
        except Exception as error:  # the next order may be better
            answered = Answered(failed=repr(error))
        processes.answer(answers, msgspec.msgpack.encode(answered))


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
