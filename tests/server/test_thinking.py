"""Bots think off the event loop, on a copy of the game."""

import asyncio
from random import Random

import pytest

from kickdoor.bots import make_bot
from kickdoor.play.choices import Offer
from kickdoor.play.game import Game
from kickdoor.server.thinking import Thinkers


@pytest.mark.parametrize("name", ["veteran", "master:4w"])
def test_a_bot_answers_lawfully_from_elsewhere(name: str):
    async def think() -> None:
        thinkers = Thinkers(1)
        game = Game.new(seed="thinking")
        agent = make_bot(name, Random(1), game.state.rules)
        try:
            for _ in range(6):
                seat = game.waiting[0]
                choice = await thinkers.choose(agent, name, "table:0", game.clone(), seat)
                assert isinstance(choice, Offer) or choice in game.decisions[seat].options
                game.apply(seat, choice)
        finally:
            thinkers.close()

    asyncio.run(think())
