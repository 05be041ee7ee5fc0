"""Random games by actions beside the same games by the engine alone: they must end in the same state."""

from __future__ import annotations

from random import Random

from kickdoor.engine.data import codec
from kickdoor.env.table import Table
from kickdoor.play.driver import rush
from kickdoor.play.game import Game


def unlike(table: Table, seed: int) -> str:
    """Play a game both ways with the same chance; say what differs, or nothing.

    The table must ask by chance, so that it draws who is asked just as the driver of random games does.
    """
    assert table.setup.order == "chance"
    limit = table.setup.max_turns
    chance = Random(seed)
    table.begin(seed)
    table.rng = chance
    while not table.over and not table.out_of_time:
        seat = table.next_seat()
        options = table.options(seat)
        mask, seen = table.mask(seat), table.observe(seat)
        action = table.lawful(seat)[int(chance.random() * len(options))]
        if not mask[action] or seen.shape != (table.layout.size,):
            return f"seed {seed}: action {action} is masked"
        table.act(seat, action)
    chance = Random(seed)
    bare = Game.new(table.setup.packs, table.seats, seed, table.setup.book, dict(table.setup.options)).state
    tally = rush(bare, chance, limit)
    if tally.answers != table.answers:
        return f"seed {seed}: {table.answers} answers by actions, {tally.answers} by the engine"
    if codec.dump(bare) != codec.dump(table.game.state):
        return f"seed {seed}: the games end otherwise"
    return ""
