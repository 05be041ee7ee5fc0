"""Who sits at a simulated table, and what they answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from kickdoor.bots import make_bot
from kickdoor.engine.data.terms import OVER
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Offer
from kickdoor.play.driver import ANSWERS_PER_TURN, Tally, draw_answer
from kickdoor.play.game import Game

CHANCE = "random"
"""The bot that needs no view: its answers are drawn from the bare options."""


class Seating:
    """The bots of a game, by seat; one name is for all seats."""

    def __init__(self, names: Sequence[str], game: Game, rng: Random) -> None:
        if len(names) == 1:
            names = list(names) * game.seats
        if len(names) != game.seats:
            raise ValueError(f"{game.seats} seats need {game.seats} bots or one for all, not {len(names)}")
        self.rng = rng
        self.agents: list[Agent | None] = [
            None if name == CHANCE else make_bot(name, rng, game.state.rules, company=names) for name in names
        ]
        self.given = 0  # answers
        self.decisions = 0  # those of them between two or more options
        self.chosen = False  # whether the last answer was one of several
        self.offered: list[int] = []  # what the last answer was chosen among

    def answers(self, game: Game, turn_limit: int) -> Iterator[tuple[int, int | Offer]]:
        """Seat and answer, one after the other until the game ends; each is to be applied before the next is taken."""
        s = game.state
        most = turn_limit * ANSWERS_PER_TURN
        while s.over != OVER and s.turns <= turn_limit and self.given < most:
            seat, options, drawn = draw_answer(s, self.rng)
            agent = self.agents[seat]
            self.offered = options
            self.chosen = several = len(options) > 1
            self.given += 1
            self.decisions += several
            yield seat, self._ask(game, seat, agent) if agent is not None and several else drawn

    def _ask(self, game: Game, seat: int, agent: Agent) -> int | Offer:
        decision = game.decision(seat)
        assert decision is not None, "a seat that is waited for has something to decide"
        choice = agent.choose(game.view(seat), decision)
        return choice if isinstance(choice, Offer) else choice.code

    def tally(self, game: Game) -> Tally:
        """How the game has gone."""
        return Tally(self.given, self.decisions, game.turns, tuple(game.winners))
