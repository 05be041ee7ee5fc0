"""kickdoor for a benchmark harness that compares game engines: random games, clone, dump, load.

An adapter is an object with `name`, `players`, `play(rng) -> decisions`, `middle(rng) -> state`, `clone`, `dump`
and `load`. A decision counts only if it has two options or more; all options are listed at each.
"""

from __future__ import annotations

import gc
import random

from kickdoor.engine.data.terms import OVER
from kickdoor.engine.running import kernel
from kickdoor.play.driver import SEATS
from kickdoor.play.game import Game


def play_out(game: Game, rng: random.Random, stop: int = 1 << 30) -> int:
    """Uniformly random play; returns how many decisions with two options or more were made."""
    s = game.state
    decisions = 0
    pick = rng.random
    while s.over != OVER and decisions < stop:
        asked = SEATS[s.waiting]
        seat = asked[int(pick() * len(asked))]
        options = kernel.options(s, seat)
        if len(options) > 1:
            decisions += 1
        kernel.apply(s, seat, options[int(pick() * len(options))])
    return decisions


class Kickdoor:
    """The base set at a table of four."""

    how = {"clone_by": "hand-written copy", "dump_by": "tuples through msgpack"}

    def __init__(self, seats: int = 4, packs: tuple[str, ...] = ("munchkin",)) -> None:
        self.players = seats
        self.packs = packs
        compiled = kernel.__file__.endswith(".so")
        self.name = f"kickdoor {'+'.join(packs)}{' compiled' if compiled else ''}"
        Game.new(packs=packs, seats=seats, seed="warm up")
        gc.collect()
        gc.freeze()

    def play(self, rng: random.Random) -> int:
        """One whole game."""
        game = Game.new(packs=self.packs, seats=self.players, seed=rng.getrandbits(60))
        return play_out(game, rng)

    def middle(self, rng: random.Random) -> Game:
        """A game about half way through."""
        game = Game.new(packs=self.packs, seats=self.players, seed=rng.getrandbits(60))
        play_out(game, rng, 700)
        return game

    def clone(self, game: Game) -> Game:
        """An independent copy."""
        return game.clone()

    def dump(self, game: Game) -> bytes:
        """The game as bytes."""
        return game.to_bytes()

    def load(self, data: bytes) -> Game:
        """The game of these bytes."""
        return Game.from_bytes(data)


ADAPTERS = [Kickdoor]
