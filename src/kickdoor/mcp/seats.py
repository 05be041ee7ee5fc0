"""A seat at a table as a model plays it: look, answer, offer, chat; and the seat at a new table with bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Protocol

import msgspec

from kickdoor.bots import make_bot
from kickdoor.engine.data.events import Event, redact
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.env.words import Facts, Words, facts_of, options_of
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.view import CardView, View
from kickdoor.text.asking import question_words
from kickdoor.text.log import log_lines

NEWS = 30
"""So many of the latest lines are told."""


class CannotDo(ValueError):
    """What a model asked for cannot be done; the words say why."""


class Told(msgspec.Struct, frozen=True):
    """What a seat is told: what happened since it last looked, the table, what is asked, and the options."""

    news: list[str]
    situation: str
    question: str
    options: list[str]
    over: bool

    def __str__(self) -> str:
        lines = [*(["Since you last looked:", *(f"- {line}" for line in self.news), ""] if self.news else [])]
        lines += [self.situation, "", self.listed()]
        return "\n".join(lines)

    def listed(self) -> str:
        """What is asked, and the numbered options."""
        if self.over:
            return "The game is over."
        if not self.options:
            return "Nothing is asked of you now. Look again later."
        return "\n".join([self.question, *(f"{number}. {words}" for number, words in enumerate(self.options, 1))])


class OfferWords(msgspec.Struct, frozen=True, kw_only=True):
    """An offer as a model makes it: players and cards by their names."""

    kind: str
    to: str
    gives: list[str] = []
    takes: list[str] = []
    treasures: int = 0
    order: str = "helper_first"
    promises: list[str] = []
    pledge: str = ""


class Seat(Protocol):
    """One seat at one table."""

    async def look(self) -> Told:
        """What the seat may know now."""
        ...

    async def asked(self) -> Told:
        """The same, but what happened will be told again."""
        ...

    async def answer(self, number: int) -> Told:
        """Take an option by its number, and wait for what is asked next."""
        ...

    async def offer(self, offer: OfferWords) -> Told:
        """Make an offer."""
        ...

    async def chat(self, text: str) -> None:
        """Say something to the table."""
        ...


def offer_of(said: OfferWords, view: View, names: Sequence[str], facts: dict[str, Facts]) -> Offer:
    """The offer that is meant: players by name, Items by name among those before whoever gives them.

    What is promised is named among the cards of the fighter's hand that the seat knows.
    """
    called = [name.lower() for name in names]
    if said.to.lower() not in called or called.index(said.to.lower()) == view.seat:
        others = [name for seat, name in enumerate(names) if seat != view.seat]
        raise CannotDo(f"There is no other player {said.to!r}. They are {', '.join(others)}.")
    to = called.index(said.to.lower())
    fighter = view.fight.fighter if view.fight is not None else view.seat
    try:
        return Offer(
            kind=said.kind,
            to=to,
            gives=_cards(said.gives, view.players[view.seat].table, facts),
            takes=_cards(said.takes, view.players[to].table, facts),
            treasures=said.treasures,
            order=said.order,
            promises=_cards(said.promises, view.players[fighter].hand, facts),
            pledge=said.pledge,
        )
    except LookupError as error:
        raise CannotDo(f"There is no card {error.args[0]!r} there.") from error


def _cards(wanted: Sequence[str], cards: Sequence[CardView], facts: dict[str, Facts]) -> tuple[int, ...]:
    lying = [(facts[card.id].name.lower(), card.card) for card in cards if card.id in facts]
    found: list[int] = []
    for name in wanted:
        fitting = [card for called, card in lying if called == name.lower() and card not in found]
        if not fitting:
            raise LookupError(name)
        found.append(fitting[0])
    return tuple(found)


class OwnTable:
    """A seat at a table of its own, with bots on all other seats."""

    def __init__(self, game: Game, seat: int, names: Sequence[str], bots: Sequence[str], rng: Random) -> None:
        self.game = game
        self.seat = seat
        self.names = names
        self._rng = rng
        company = [*bots[:seat], "", *bots[seat:]]
        others = [make_bot(name, rng, game.state.rules, company=company) for name in bots]
        self._bots = [*others[:seat], None, *others[seat:]]
        self._news: list[str] = []
        self._turns = asyncio.Lock()  #: only one call at a time has the table
        self._acted = 0
        self._shown = 0  #: after how many acts it was last told
        self._go_on()

    def _hear(self, events: list[Event]) -> None:
        told = [redact(event, self.seat) for event in events]
        self._news += [words for words, _ in log_lines(told, self.game.state, self.seat, self.names)]

    def _go_on(self) -> None:
        """Let the bots answer until this seat is asked."""
        game = self.game
        while not game.over and self.seat not in game.waiting:
            seat = self._rng.choice(game.waiting)
            decision, bot = game.decision(seat), self._bots[seat]
            assert decision is not None, "a seat that is waited for has something to decide"
            assert bot is not None, "every other seat has a bot"
            self._hear(game.apply(seat, bot.choose(game.view(seat), decision)))

    async def look(self) -> Told:
        """What the seat may know now."""
        async with self._turns:
            return self._look()

    async def asked(self) -> Told:
        """The same, but what happened will be told again."""
        async with self._turns:
            return self._told()

    def _look(self) -> Told:
        told = self._told()
        self._news = []
        return told

    def _told(self) -> Told:
        game = self.game
        words = Words.of_game(game, self.seat, self.names)
        question = "" if game.over else question_words(game.state, self.seat, self.names)
        options = options_of(game, self.seat, self.names)
        self._shown = self._acted
        return Told(self._news[-NEWS:], words.situation(), question, options, game.over)

    async def answer(self, number: int) -> Told:
        """Take an option by its number."""
        async with self._turn():
            decision = self.game.decision(self.seat)
            options = decision.options if decision is not None else []
            if not 1 <= number <= len(options):
                raise CannotDo(f"There is no option {number}: they go from 1 to {len(options)}.")
            return await self._apply(options[number - 1])

    async def offer(self, offer: OfferWords) -> Told:
        """Make an offer."""
        async with self._turn():
            facts = facts_of(self.game.state.rules.packs)
            return await self._apply(offer_of(offer, self.game.view(self.seat), self.names, facts))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """The table to oneself, if it still stands as the seat was told when it asked for that."""
        shown = self._shown
        async with self._turns:
            if shown != self._acted:
                raise CannotDo("The table has moved on. Look again.")
            yield

    async def _apply(self, choice: Option | Offer) -> Told:
        try:
            self._hear(self.game.apply(self.seat, choice))
        except IllegalMove as error:
            raise CannotDo(str(error)) from error
        self._acted += 1
        await asyncio.to_thread(self._go_on)
        return self._look()

    async def chat(self, text: str) -> None:
        """Bots do not listen; what was said stands in the news."""
        async with self._turns:
            self._news.append(f"{self.names[self.seat]}: {text}")
