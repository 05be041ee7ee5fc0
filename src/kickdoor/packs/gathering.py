"""Compiling steps that several take part in: picks at once, who has the most, hands passed on."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from kickdoor.engine.data import terms
from kickdoor.engine.data.cards import FOR_OWN
from kickdoor.engine.data.scripts import Condition, Holds, Step
from kickdoor.engine.questions import numbers
from kickdoor.engine.questions.who import YOU, Who
from kickdoor.engine.steps import dice, gathering, sources
from kickdoor.engine.steps.choosing import ALL_OF_COUNT, EVERY, NOWHERE, AskEach, Choose, HowMany
from kickdoor.packs import language as lang
from kickdoor.packs.expressions import CompileError, Names, Reader, all_of

#: What can be picked at once.
POLLED = ("players", "numbers", "options", "cards")


class Gathering(Reader):
    """Writes the steps that several take part in."""

    def __init__(self, names: Names, purpose: int = FOR_OWN) -> None:
        super().__init__(names, purpose)
        self.steps: list[Step] = []

    def how_many(self, count: lang.Amount, at_least: int | UnsetType = UNSET, *, optional: bool = False) -> HowMany:
        """How many are to be picked: of all of them, who need not pick any may pick any number."""
        least = ALL_OF_COUNT if isinstance(at_least, UnsetType) else at_least
        if count == "all":
            free = optional and least == ALL_OF_COUNT
            return HowMany(numbers.Fixed(EVERY), at_least=0 if free else least, optional=optional and not free)
        return HowMany(self.number(count), at_least=least, optional=optional)

    def _poll(self, given: lang.Poll, step: lang.Step) -> None:
        named = [name for name in POLLED if getattr(given, name) is not UNSET]
        if len(named) != 1:
            raise CompileError(f"a poll is among {len(named)} sorts of things", f"Give one of {', '.join(POLLED)}")
        if given.count != 1 and not given.cards:
            raise CompileError("only of cards can several be picked at once", "Leave count out", "poll")
        voter = self.names.store(given.as_, Holds.SEATS)
        picked = Holds.CARDS if given.cards else Holds.SEATS if given.players else Holds.NUMBERS
        condition, one = self._asked_of_one(given, picked)
        mine = self.names.hidden(picked)
        many = self.how_many(given.count, optional=given.optional)
        source = self._polled(given)
        choose = Choose(source, self.who(given.as_), mine, many, condition, one)
        picks = self.names.store(given.into, Holds.PICKS if given.cards else Holds.NUMBERS)
        self.names.polls.add(given.into)
        if given.options:
            self.names.options[given.into] = list(given.options)
        asked = self.names.hidden(Holds.MASK)
        self.steps.append(AskEach(self.who(given.who), voter, None, choose, picks, asked))
        self.steps.append(gathering.Reveal(picks, source.verb))

    def _polled(self, given: lang.Poll) -> sources.Source:
        """What each can pick from."""
        if given.cards:
            return sources.FromCards(self.cards(given.cards), False)
        if given.players:
            return sources.FromPlayers(self.who("all" if given.players == "others" else given.players))
        if given.options:
            return sources.FromWords(tuple(given.options))
        if not given.numbers or not all(0 <= n < terms.NONE for n in given.numbers):
            raise CompileError("a number to pick is missing, below 0 or too high", "Give numbers from 0 on")
        return sources.FromNumbers(tuple(given.numbers))

    def _asked_of_one(self, given: lang.Poll, holds: Holds) -> tuple[Condition | None, int]:
        """What is asked of each candidate, and where it stands meanwhile; others are others than who picks."""
        parts = [given.if_] if given.if_ else []
        if given.players == "others":
            parts.append(lang.If(not_=lang.If(who="$one", is_player=given.as_)))
        if not parts:
            return None, NOWHERE
        one = self.names.store("$one", holds)
        return all_of([self.condition(part) for part in parts]), one

    def _most(self, given: lang.Most, step: lang.Step) -> None:
        one = self.names.store("$one", Holds.SEATS)
        condition = self.condition(given.if_) if given.if_ else None
        players = [given.players] if isinstance(given.players, str) else given.players
        found = tuple(self.who(word) for word in players)
        number = self.number(given.of)
        into = self.names.store(given.into, Holds.SEATS)
        others = self.names.store(given.others, Holds.SEATS) if given.others else NOWHERE
        rolls = given.ties == "roll"
        tied = self.names.hidden(Holds.SEATS) if rolls else into
        self.steps.append(
            gathering.Most(
                found,
                number,
                one,
                condition=condition,
                lowest=given.lowest,
                least=None if isinstance(given.at_least, UnsetType) else given.at_least,
                ties=gathering.TIES_NOBODY if given.ties == "nobody" else gathering.TIES_ALL,
                into=tied,
                others=others,
            )
        )
        if rolls:
            hidden = [self.names.hidden(holds) for holds in (Holds.SEATS, Holds.NUMBERS, Holds.NUMBERS)]
            self.steps.append(dice.RollOff((Who(YOU, tied),), None, NOWHERE, False, into, *hidden))
            if others >= 0:
                self.steps.append(gathering.WithoutWinner(tied, into, others))

    def _pass_hands(self, given: lang.PassHands, step: lang.Step) -> None:
        words = [given.who] if isinstance(given.who, str) else given.who
        self.steps.append(gathering.PassHands(tuple(self.who(word) for word in words), 1 if given.to == "left" else -1))
