"""Driving games to their end: with agents at a table, or bare and fast with random answers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import ALL_SEATS, OVER
from kickdoor.engine.running import kernel
from kickdoor.play.agent import Agent
from kickdoor.play.game import Game

TURN_LIMIT = 2000
"""A game that has not ended by then is given up."""

ANSWERS_PER_TURN = 500
"""A game that takes more answers than this for each turn of its limit goes round in circles."""

#: The seats of each mask.
SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(ALL_SEATS + 1))


class Tally(msgspec.Struct, frozen=True):
    """How a game went: answers given, decisions between two or more options, turns, and who won."""

    answers: int
    decisions: int
    turns: int
    winners: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Whether somebody won."""
        return bool(self.winners)


def draw_answer(s: State, rng: Random) -> tuple[int, list[int], int]:
    """A seat that is waited for, its options, and one of them, each drawn with equal chances."""
    waiting = SEATS[s.waiting]
    seat = waiting[int(rng.random() * len(waiting))]
    options = kernel.options(s, seat)
    return seat, options, options[int(rng.random() * len(options))]


def rush(s: State, rng: Random, turn_limit: int = TURN_LIMIT) -> Tally:
    """Play a state on with random answers until it ends: no events, no views, no record."""
    answers = 0
    decisions = 0
    most = turn_limit * ANSWERS_PER_TURN
    while s.over != OVER and s.turns <= turn_limit and answers < most:
        seat, options, option = draw_answer(s, rng)
        kernel.apply(s, seat, option)
        answers += 1
        if len(options) > 1:
            decisions += 1
    return Tally(answers, decisions, s.turns, tuple(s.winners) if s.over == OVER else ())


def play_out(game: Game, agents: Sequence[Agent], rng: Random, limit: int = TURN_LIMIT) -> Tally:
    """Play a game to its end with an agent on each seat; of those asked at once, chance says who speaks."""
    if len(agents) != game.seats:
        raise ValueError(f"{game.seats} seats need {game.seats} agents, not {len(agents)}")
    answers = 0
    decisions = 0
    most = limit * ANSWERS_PER_TURN
    while not game.over and game.turns <= limit and answers < most:
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None, "a seat that is waited for has something to decide"
        game.apply(seat, agents[seat].choose(game.view(seat), decision))
        answers += 1
        if len(decision.options) > 1:
            decisions += 1
    return Tally(answers, decisions, game.turns, tuple(game.winners))
