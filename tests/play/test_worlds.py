"""Worlds as a seat might think of them: they fit what it knows, and come from nothing else."""

from random import Random

import msgspec
import pytest

from kickdoor.bots import make_bot
from kickdoor.engine.data import codec
from kickdoor.engine.running import kernel
from kickdoor.play.checks import conserved, hidden_from, swappable, swapped
from kickdoor.play.driver import rush
from kickdoor.play.game import Game
from kickdoor.play.looking import view_of
from kickdoor.play.worlds import determinise
from kickdoor.testing import table


def positions(packs: list[str], bot: str, seed: int, every: int):
    """Games on the way, with a seat that is asked: every so many decisions."""
    game = Game.new(packs, seats=4, seed=seed, options={"winning_level": 7})
    rng = Random(seed)
    agents = [make_bot(bot, rng, game.state.rules) for _ in range(4)]
    asked = 0
    while not game.over and asked < 3000:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        asked += 1
        if asked % every == 0:
            yield game, seat
        game.apply(seat, agents[seat].choose(game.view(seat), decision))


@pytest.mark.parametrize("packs", [["munchkin"], ["munchkin", "star", "bites"]])
@pytest.mark.parametrize("bot", ["random", "rookie"])
def test_a_world_looks_the_same_to_the_seat_and_to_nobody_else(packs: list[str], bot: str):
    rng = Random(1)
    looked = dealt = changed = 0
    for game, seat in positions(packs, bot, 3, 5):
        looked += 1
        world = determinise(game.state, seat, rng)
        if world is None:
            continue
        dealt += 1
        assert msgspec.msgpack.encode(view_of(world, seat)) == msgspec.msgpack.encode(game.view(seat))
        assert not conserved(world)
        assert all(world.waiting >> other & 1 == 0 or kernel.options(world, other) for other in range(4))
        changed += any(
            sorted(here.hand) != sorted(there.hand)
            for here, there in zip(world.players, game.state.players, strict=True)
        )
        assert rush(world, rng, world.turns + 3).answers
    assert looked > 30
    assert dealt > 0.98 * looked
    assert changed > 0.9 * dealt


@pytest.mark.parametrize("packs", [["munchkin"], ["munchkin", "star", "bites"]])
def test_a_world_comes_from_nothing_that_the_seat_cannot_know(packs: list[str]):
    """With unseen cards swapped, other dice in store and others' passes forgotten, the same chance deals the same."""
    rng = Random(2)
    compared = 0
    for game, seat in positions(packs, "rookie", 5, 11):
        other = game.state.copy()
        for _ in range(12):
            pair = swappable(other, hidden_from(other, seat), rng)
            if pair is not None:
                other = swapped(other, *pair)
        other.key = bytes(16)
        other.draws += 5
        one, two = determinise(game.state, seat, Random(7)), determinise(other, seat, Random(7))
        assert (one is None) == (two is None)
        if one is not None and two is not None:
            assert codec.dump(one) == codec.dump(two)
            compared += 1
    assert compared > 20


def test_what_the_seat_knows_stays():
    t = table(players={"A": {}, "B": {"hand": ["Elf", "Magic Missile"]}, "C": {"hand": ["Wizard"]}}, phase="arrange")
    elf, missile, wizard = t.card_of(1, "Elf"), t.card_of(1, "Magic Missile"), t.card_of(2, "Wizard")
    t.game.state.known[elf] |= 1
    top = t.game.state.treasure[-1]
    t.game.state.known[top] |= 1
    worlds = [determinise(t.game.state, 0, Random(seed)) for seed in range(20)]
    assert all(world is not None and elf in world.players[1].hand for world in worlds)
    assert all(world is not None and world.treasure[-1] == top for world in worlds)
    assert any(world is not None and missile not in world.players[1].hand for world in worlds)
    assert any(world is not None and wizard not in world.players[2].hand for world in worlds)


def test_who_has_passed_is_not_told():
    """B holds something to say and has passed; C holds nothing: to A both are alike."""
    t = table(
        players={"A": {}, "B": {"hand": ["Ancient"]}, "C": {"hand": ["Elf"]}},
        phase="combat",
        combat={"fighter": "A", "monsters": [{"name": "X", "level": 9}]},
    )
    before = determinise(t.game.state, 0, Random(3))
    t.do({"B": "pass"})
    after = determinise(t.game.state, 0, Random(3))
    assert before is not None
    assert after is not None
    assert codec.dump(before) == codec.dump(after)


def test_there_is_no_world_of_a_game_that_is_over():
    game = Game.new(seats=3, seed=1, options={"winning_level": 2})
    rush(game.state, Random(1))
    assert determinise(game.state, 0, Random(1)) is None
