"""Bots at tables: they think off the event loop, so that no table waits for another's bots.

Quick ones think in threads. Those that search would keep all threads waiting, so they think in a process of their own,
which is started when the first of them sits down; it gets the save of the game with the packs of
guests, and the bot in it sees its view alone.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random

import msgspec

from kickdoor.bots import is_searching, make_bot
from kickdoor.packs.loader import is_at_hand, take_in, texts_of
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game

MOST_AGENTS = 512

_agents: OrderedDict[str, Agent] = OrderedDict()
"""The bots of the process that searches."""


Elsewhere = Callable[[bytes, int, str, str], Awaitable[Option | Offer | None]]
"""What a bot answers that thinks in a process of another machine; None where none does."""


class Thinkers:
    """Where bots think; with no threads, at once."""

    def __init__(self, threads: int) -> None:
        self.elsewhere: Elsewhere | None = None  #: asked first where a bot searches
        self._threads = ThreadPoolExecutor(threads, "bot") if threads else None
        self._processes: Executor | None = None

    async def choose(self, agent: Agent, name: str, key: str, game: Game, seat: int) -> Option | Offer:
        """What a bot answers; the game is a copy for it alone. `key` tells its seat and game from all others."""
        if self._threads is None:
            return answer_of(agent, game, seat)
        loop = asyncio.get_running_loop()
        if is_searching(name):
            sent = packed(game)
            if self.elsewhere is not None:
                found = await self.elsewhere(sent, seat, name, key)
                if found is not None:
                    return found
            for _ in range(2):
                processes = self._processes
                if processes is None:
                    context = multiprocessing.get_context("spawn")
                    processes = self._processes = ProcessPoolExecutor(1, context, end_with, (os.getpid(),))
                try:
                    return await loop.run_in_executor(processes, search, sent, seat, name, key)
                except BrokenProcessPool:  # somebody killed it; it gets a successor
                    if self._processes is processes:
                        self._processes = None
            raise BrokenProcessPool("the process that searches ends again and again")
        return await loop.run_in_executor(self._threads, answer_of, agent, game, seat)

    def close(self) -> None:
        """Let nobody think any more."""
        for pool in (self._threads, self._processes):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)


def end_with(server: int) -> None:
    """Let a process end with its server, however that ends."""

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def answer_of(agent: Agent, game: Game, seat: int) -> Option | Offer:
    """What a bot answers for a seat that is asked."""
    decision = game.decision(seat)
    assert decision is not None, "a seat that is waited for has something to decide"
    return agent.choose(game.view(seat), decision)


def packed(game: Game) -> bytes:
    """A game for a process that knows only the packs that come with kickdoor."""
    return msgspec.msgpack.encode((game.to_bytes(), texts_of(game.packs)))


def unpacked(sent: bytes) -> Game:
    """The game that was sent; its packs are taken in where they are not at hand."""
    save, texts = msgspec.msgpack.decode(sent, type=tuple[bytes, dict[str, str]])
    for name, text in texts.items():
        if not is_at_hand(name):
            take_in(text, name, texts)
    return Game.from_bytes(save)


def search(sent: bytes, seat: int, name: str, key: str) -> Option | Offer:
    """What a bot that searches answers; it remembers its game as long as the process lives."""
    game = unpacked(sent)
    agent = _agents.pop(key, None) or make_bot(name, Random(key), game.state.rules, calm=True)
    _agents[key] = agent
    if len(_agents) > MOST_AGENTS:
        _agents.popitem(last=False)
    return answer_of(agent, game, seat)
