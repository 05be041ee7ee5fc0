"""Positions that games come to: of random players, who do anything, and of rookies, who do what makes sense."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kickdoor.bots import make_bot
from kickdoor.play.game import Game

TURNS = 40


def games(packs: list[str], rng: Random, number: int, bot: str) -> Iterator[Game]:
    """Games of these packs at each of their decisions; what is yielded goes on when the next is asked for."""
    for _ in range(number):
        game = Game.new(packs=packs, seats=rng.choice((3, 4)), seed=rng.randrange(1 << 30))
        agents = [make_bot(bot, Random(rng.random()), game.state.rules) for _ in range(game.seats)]
        while not game.over and game.turns <= TURNS:
            yield game
            seat = rng.choice(game.waiting)
            decision = game.decision(seat)
            assert decision is not None
            game.apply(seat, agents[seat].choose(game.view(seat), decision))
