"""A long search: worlds are dealt, each answer is tried in each, and veterans play on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from kickdoor.bots import make_bot
from kickdoor.bots.prospects import prospects_of
from kickdoor.engine.data.terms import OVER
from kickdoor.play.choices import Offer, Option
from kickdoor.play.driver import SEATS
from kickdoor.play.game import Game
from kickdoor.play.looking import Onlooker
from kickdoor.sim.balance import mean_of

LONGEST = 2000
"""Answers after which a world is left as it is."""


class Value(msgspec.Struct, frozen=True):
    """How likely an answer wins, with the 95 % interval, and in how many worlds it was tried."""

    mean: float
    low: float
    high: float
    worlds: int


def value_of(values: Sequence[float]) -> Value:
    """The mean of at least two tries with its interval."""
    mean, interval = mean_of(values)
    return Value(mean, interval.low, interval.high, len(values))


def search(
    game: Game, seat: int, choices: Sequence[Option | Offer], worlds: int, rng: Random, turns: int = 1
) -> list[list[float]]:
    """The chance to win of each choice in each of so many worlds; all are tried with the same cards and dice."""
    decision = game.decision(seat)
    assert decision is not None, "only who may answer can think about it"
    assert decision.worlds is not None, "the decision comes from a game"
    found: list[list[float]] = [[] for _ in choices]
    for _ in range(worlds):
        world = decision.worlds.deal(rng)
        if world is None:
            break
        luck = rng.getrandbits(64)
        for choice, values in zip(choices, found, strict=True):
            values.append(_try(world.clone(), seat, choice, Random(luck), turns))
    return found


def _try(game: Game, seat: int, choice: Option | Offer, rng: Random, turns: int) -> float:
    """Give the answer, let veterans play on until so many turns have begun, and see how likely the seat wins then."""
    s = game.state
    bots = [make_bot("veteran", rng, s.rules) for _ in s.players]
    until = s.turns + turns
    game.apply(seat, choice)
    onlooker = Onlooker(s)
    for _ in range(LONGEST):
        if s.over == OVER or s.turns >= until:
            break
        waiting = s.waiting
        each = s.turn if waiting >> s.turn & 1 else SEATS[waiting][0]
        decision = game.decision(each)
        assert decision is not None, "a seat that is waited for has something to decide"
        if len(decision.options) == 1:
            game.apply(each, decision.options[0])
        else:
            game.apply(each, bots[each].choose(onlooker.view(each), decision))
    return prospects_of(s.rules).chances(s)[seat]
