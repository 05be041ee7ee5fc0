"""A table for programs that learn: a game, who is asked, what they see, which actions they have, what one does."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np
from msgspec import structs

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.terms import OVER
from kickdoor.engine.running import asking, kernel
from kickdoor.env import drafts
from kickdoor.env.actions import WAIT, Actions, UnknownAction
from kickdoor.env.drafts import Draft
from kickdoor.env.features import Lens
from kickdoor.env.history import History
from kickdoor.env.observation import Layout, Mask, Vector
from kickdoor.env.scene import Scene
from kickdoor.env.setup import Setup
from kickdoor.play.choices import Offer
from kickdoor.play.driver import SEATS
from kickdoor.play.game import Game


@lru_cache(maxsize=8)
def spaces_of(rules: Rules, seats: int) -> tuple[Actions, Layout]:
    """The actions and observations of a mix at a table of so many; all tables of it share what they have found out."""
    return Actions(rules, seats), Layout(len(rules.defs), seats)


class Table:
    """One game after the other, by actions. All environments are made of this."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seats = setup.seats
        self._header = setup.header("")
        rules = Game.before(self._header).state.rules
        self.rules = rules
        self._goal = rules.options.get("winning_level")
        self.actions, self.layout = spaces_of(rules, setup.seats)
        self.rng = Random(0)
        self.game: Game
        self.begin("0")

    # The course of a game

    def begin(self, seed: int | str) -> None:
        """Deal a new game; the same seed gives the game that the library has for it."""
        self.game = Game.before(structs.replace(self._header, seed=str(seed)))
        self.rng = Random(f"{seed}")
        self.spoke = self.seats - 1
        self.draft: Draft | None = None
        self.drafting = -1  #: who spells an offer
        self.unsaid = 0  #: who has unsaid a draft and not answered since, as a mask
        self.answers = 0
        self.happened = History()
        scene = Scene(self.seats)
        self._lenses = [Lens(scene, seat, self.seats, self.layout.cards) for seat in range(self.seats)]
        self._listed_for = -1
        self._options: list[int] = []
        self._lawful: list[int] = []
        self.happened.hear(self.game.begin())
        self.ended = False  #: whether it is over or out of time

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.game.over

    @property
    def out_of_time(self) -> bool:
        """Whether the game has gone on for longer than it may."""
        return self.game.turns > self.setup.max_turns

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that the game waits for; who spells an offer is heard to the end first."""
        return (self.drafting,) if self.draft is not None else SEATS[self.game.state.waiting]

    def next_seat(self) -> int:
        """Who is asked: of those whom the game waits for the first to the left of who spoke last, or one by chance."""
        if self.draft is not None:
            return self.drafting
        waiting = SEATS[self.game.state.waiting]
        if self.setup.order == "chance":
            return waiting[int(self.rng.random() * len(waiting))]
        for seat in waiting:
            if seat > self.spoke:
                return seat
        return waiting[0]

    # Actions

    def lawful(self, seat: int) -> list[int]:
        """The actions of a seat: those of its options in their order, then the words of an offer."""
        if self._listed_for == seat:
            return self._lawful
        s = self.game.state
        actions = self.actions
        if self.draft is not None:
            options: list[int] = []
            found = drafts.words(s, seat, self.draft, actions) if seat == self.drafting else [WAIT]
        elif not s.waiting >> seat & 1:
            options, found = [], [WAIT]
        else:
            options = kernel.options(s, seat)
            found = actions.of_options(s, seat, options)
            if self.setup.drafts and not self.unsaid >> seat & 1 and asking.open_window(s) is not None:
                found += drafts.beginnings(s, seat, actions)
        self._listed_for, self._options, self._lawful = seat, options, found
        return found

    def options(self, seat: int) -> list[int]:
        """The options of a seat in the engine, in its order: those of the first actions in `lawful`."""
        self.lawful(seat)
        return self._options

    def open_to(self, seat: int) -> bytearray:
        """The lawful actions of a seat as ones among zeros, as bytes."""
        return self.actions.mask(self.lawful(seat))

    def mask(self, seat: int) -> Mask:
        """The lawful actions of a seat as ones among zeros."""
        return np.frombuffer(self.open_to(seat), np.int8)

    def act(self, seat: int, action: int) -> list[Event]:
        """Take an action; raises UnknownAction, nothing changed, where it is not lawful. Returns what happened."""
        action = int(action)  # often one of numpy's
        try:
            place = self.lawful(seat).index(action)
        except ValueError:
            raise UnknownAction(f"{self.actions.meaning(action)} is not open to seat {seat} now") from None
        if place < len(self._options):
            return self.answer(seat, self._options[place])
        self._listed_for = -1
        if action == WAIT:
            return []
        if self.draft is None:
            self.draft, self.drafting = drafts.begin(self.actions, seat, action), seat
            return []
        return self._spell(seat, action)

    def _spell(self, seat: int, action: int) -> list[Event]:
        """Go on with an offer."""
        draft = self.draft
        assert draft is not None
        meant = self.actions.meaning(action)
        if meant.verb == "draft_speak":
            return self.answer(seat, draft.offer())
        if meant.verb == "draft_unsay":
            self.unsaid |= 1 << seat
            self.draft, self.drafting = None, -1
        else:
            draft.say(meant.verb, meant.first or 0)
        return []

    def answer(self, seat: int, choice: int | Offer) -> list[Event]:
        """Give an answer of the engine's own: an option's code or an offer. Returns what happened."""
        game = self.game
        events = game.apply(seat, choice)
        self.happened.hear(events)
        self.ended = game.state.over == OVER or game.state.turns > self.setup.max_turns
        self.draft, self.drafting = None, -1
        self.unsaid &= ~(1 << seat)
        self.spoke = seat
        self.answers += 1
        self._listed_for = -1
        return events

    def sample_offer(self, seat: int, rng: Random) -> Offer | None:
        """A lawful offer by chance; None where none is found."""
        return drafts.sample(self.game.state, seat, self.actions, rng)

    # Looking

    def look(self, seat: int) -> bytearray:
        """What a seat may know, as the bytes of a vector; not to be changed."""
        lens = self._lenses[seat]
        draft = self.draft
        if draft is not None and seat == self.drafting:
            return lens.look_drafting(self.game.state, self.happened, self.answers, draft)
        return lens.look(self.game.state, self.happened, self.answers)

    def observe(self, seat: int) -> Vector:
        """What a seat may know."""
        return np.frombuffer(bytearray(self.look(seat)), np.int16)

    # What it is worth

    def outcome(self) -> list[float]:
        """What each seat has won when the game is over: 1 for a winner, what that costs shared by all others."""
        winners = self.game.winners
        if not winners or len(winners) == self.seats:
            return [0.0] * self.seats
        loss = -len(winners) / (self.seats - len(winners))
        return [1.0 if seat in winners else loss for seat in range(self.seats)]

    def potentials(self) -> list[float]:
        """How far each seat has come, from 0 to 1: its Level of those that it needs."""
        return [player.level / self._goal for player in self.game.state.players]
