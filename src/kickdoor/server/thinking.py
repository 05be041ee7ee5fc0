"""Bots at tables: they think off the event loop, so that no table waits for another's bots."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

from kickdoor.bots import make_bot
from kickdoor.engine.cards import Rules
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View


class Thinkers:
    """Threads in which bots think; with none, they think at once."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, "bot") if threads else None

    async def choose(self, agent: Agent, view: View, decision: Decision) -> Option | Offer:
        """What the bot answers."""
        if self._pool is None:
            return agent.choose(view, decision)
        return await asyncio.get_running_loop().run_in_executor(self._pool, agent.choose, view, decision)

    def make(self, name: str, rules: Rules, seed: str) -> Agent:
        """A bot for one seat of one game."""
        return make_bot(name, Random(seed), rules, calm=True)

    def close(self) -> None:
        """Let nobody think any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
