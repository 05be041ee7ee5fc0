"""Steps that ask players to pick: one of them, or several at once."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import piles, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import Card, Seat, as_cards
from kickdoor.engine.data.options import FIELD_BITS, code, first_of, verb_of
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import PRESET
from kickdoor.engine.data.scripts import Condition, Step, Value
from kickdoor.engine.data.stack import FLOWS, end, picks_of
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    CURSE,
    DONE,
    MONSTER_ENHANCER,
    NONE,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
)
from kickdoor.engine.questions.filters import Cards, gold_of
from kickdoor.engine.questions.items import gold
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who
from kickdoor.engine.steps.sources import Source

EVERY: Final = 99  # all of them, however many
ALL_OF_COUNT: Final = -1  # at least as many as may be picked
NOWHERE: Final = -1  # no register

KIND_OF_VERB: Final[dict[int, QuestionKind]] = {
    PICK: "choose_cards",
    PICK_PLAYER: "choose_players",
    PICK_MONSTER: "choose_monsters",
    PICK_OPTION: "choose_words",
    PICK_NUMBER: "choose_numbers",
    PICK_SIDE: "choose_side",
    PICK_PLAY: "choose_play",
}


def tell_pick(s: State, seat: int, verb: int, pick: int) -> None:
    """Tell a player of a pick that needed no asking."""
    is_number = verb not in (PICK, PICK_MONSTER, PICK_PLAYER)
    tell.picked(
        s,
        seat=seat,
        verb=verb,
        card=pick if verb == PICK else -1,
        monster=pick if verb == PICK_MONSTER else -1,
        player=pick if verb == PICK_PLAYER else -1,
        number=pick if is_number else -1,
        seen=1 << seat,
    )


class HowMany:
    """How much is to be picked: so many, or cards worth so much."""

    __slots__ = ("at_least", "count", "exactly", "most", "optional", "ordered", "worth")

    def __init__(
        self,
        count: Value,
        *,
        at_least: int = ALL_OF_COUNT,
        worth: Value | None = None,
        most: Value | None = None,
        exactly: bool = False,
        ordered: bool = False,
        optional: bool = False,
    ) -> None:
        self.count = count
        self.at_least = at_least
        self.worth = worth  # cards worth at least so much together
        self.most = most  # cards worth at most so much together, any number of them
        self.exactly = exactly  # so many cards that are worth so much, where there are such
        self.ordered = ordered  # asked for the order, even where all must be picked
        self.optional = optional  # … or none

    def least(self, s: State, f: Frame) -> int:
        """The fewest that may be picked by one who picks at all."""
        return self.at_least if self.at_least >= 0 else self.count.of(s, f)

    def affordable(self, s: State, rest: int, due: int, left: list[int]) -> list[int]:
        """Those that do not cost more than the rest, with the cheapest others where more are due."""
        more = max(0, due - 1)
        if len(left) <= more:
            return []
        worths = [gold(s, Card(card)) for card in left]
        cheap = sorted(worths)
        least = sum(cheap[:more])
        found = []
        for card, worth in zip(left, worths, strict=True):
            among = more > 0 and worth <= cheap[more - 1]  # then the next one takes its place among the others
            if least + (cheap[more] if among else worth) <= rest:
                found.append(card)
        return found

    def reaching(self, s: State, f: Frame, picked: tuple[int, ...], left: list[int]) -> list[int]:
        """Those with which the sum can still be reached by the right number of cards; all, where it cannot be."""
        assert self.worth is not None
        more = self.count.of(s, f) - len(picked) - 1
        due = self.worth.of(s, f) - gold_of(s, as_cards(picked))
        worths = [gold(s, Card(card)) for card in left]
        dear = sorted(worths, reverse=True)
        count = max(0, more)
        most = sum(dear[:count])
        found = []
        for card, worth in zip(left, worths, strict=True):
            among = count > 0 and worth >= dear[min(count, len(dear)) - 1]
            last = (dear[count] if count < len(dear) else 0) if among else worth
            if most + last >= due:
                found.append(card)
        return found or left


def nothing_to_pick(s: State, f: Frame) -> Refusal:
    """That there is nothing to pick from, by the rule that says so of such a card."""
    kind = face(s, f.it).kind if 0 <= f.it < len(s.where) else NONE
    if kind == CURSE:
        return no.NO_TARGET
    return no.NO_MONSTER_TO_ENHANCE if kind == MONSTER_ENHANCER else no.NOTHING_TO_AIM_AT


class Choose(Step):
    """Ask somebody to pick from a source: how many, on what condition, and where the picks are stored."""

    __slots__ = ("condition", "into", "leaves", "many", "one", "refusal", "source", "told", "verb", "who")

    def __init__(
        self,
        source: Source,
        who: Who,
        into: int,
        many: HowMany,
        condition: Condition | None = None,
        one: int = NOWHERE,
    ) -> None:
        self.source = source
        self.verb = source.verb
        self.who = who  # who picks
        self.into = into
        self.many = many
        self.condition = condition  # which of the source may be picked
        self.one = one  # where the one asked about stands while the condition is read
        self.refusal: Refusal | None = None  # the reason where there is nothing to pick, if the card has one
        self.leaves: Cards | None = None  # the last of these is not picked: it is needed besides
        self.told = NOWHERE  # where picks stand that were asked of several players at once

    def candidates(self, s: State, f: Frame) -> list[int]:
        """All that could be picked."""
        found = self.source.find(s, f, self.who)
        if self.condition is None:
            return found
        return [candidate for candidate in found if self._fits(s, f, candidate)]

    def _fits(self, s: State, f: Frame, candidate: int) -> bool:
        assert self.condition is not None
        if self.one < 0:
            return self.condition.holds(s, f)
        kept = f.regs[self.one]
        f.regs[self.one] = (candidate,)
        fits = self.condition.holds(s, f)
        f.regs[self.one] = kept
        return fits

    def _without_last(self, s: State, f: Frame, left: list[int], picked: tuple[int, ...] = ()) -> list[int]:
        """What is left to pick, but for one of those of which one must stay."""
        if self.leaves is None:
            return left
        needed = [card for card in self.leaves.find(s, f) if card not in picked]
        return [card for card in left if needed != [card]]

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """There must be enough to pick from."""
        many = self.many
        if many.optional:
            return None
        least = many.least(s, f)
        due = 1 if least >= EVERY else max(1, least)
        if self.leaves is None and many.most is None:
            enough = self._has(s, f, due)
        else:
            fitting = self._without_last(s, f, self.candidates(s, f))
            if many.most is not None:
                fitting = many.affordable(s, many.most.of(s, f), many.at_least, fitting)
            enough = len(fitting) >= due
        return None if enough else self.refusal or nothing_to_pick(s, f)

    def _has(self, s: State, f: Frame, due: int) -> bool:
        """Whether so many could be picked; no more are looked at than that takes."""
        if self.condition is None:
            return self.source.has(s, f, self.who, due)
        for candidate in self.source.find(s, f, self.who):
            if self._fits(s, f, candidate):
                due -= 1
                if due <= 0:
                    return True
        return False

    def run(self, s: State, f: Frame) -> None:
        """Ask, unless there is nothing to choose."""
        f.regs[self.into] = ()
        if self.told >= 0:
            seat = self.who.one(s, f)
            f.regs[self.into] = picks_of(f, self.told, seat)
            return
        agreed = f.regs[PRESET] if self.verb == PICK_PLAYER and f.script >= FLOWS else ()
        if agreed and agreed[0] not in self.candidates(s, f):
            piles.to_hand(s, f.it, f.by, ALL_SEATS)  # what was promised has become unlawful: nothing happens
            end(s, f)
            return
        if agreed:
            f.regs[self.into] = agreed
            tell_pick(s, self.who.one(s, f), self.verb, agreed[0])
            return
        self._go_on(s, f)

    def _left(self, s: State, f: Frame) -> list[int]:
        many = self.many
        picked = f.regs[self.into]
        left = self._without_last(s, f, [c for c in self.candidates(s, f) if c not in picked], picked)
        if many.exactly:
            return many.reaching(s, f, picked, left)
        if many.most is None:
            return left
        rest = many.most.of(s, f) - gold_of(s, as_cards(picked))
        return many.affordable(s, rest, many.at_least - len(picked), left)

    def _least(self, s: State, f: Frame) -> int:
        return 0 if self.many.optional and not f.regs[self.into] else self.many.least(s, f)

    def _go_on(self, s: State, f: Frame) -> None:
        s.waiting = 0
        seat = self.who.one(s, f)
        if self.wants_more(s, f, seat):
            s.waiting = 1 << seat

    def wants_more(self, s: State, f: Frame, seat: Seat) -> bool:
        """Whether the seat must be asked; what needs no asking is stored at once."""
        if seat < 0 or s.players[seat].dead:
            return False
        many = self.many
        left = self._left(s, f)
        picked = f.regs[self.into]
        if many.most is not None:
            if left and len(left) + len(picked) == many.at_least:
                self._pick_all(s, f, seat, left)
                return False
            return bool(left)
        if not left or len(left) + len(picked) < many.at_least:
            return False
        if many.optional and many.worth is None and len(left) + len(picked) < many.least(s, f):
            return False
        if many.worth is not None and not many.exactly:
            due = many.worth.of(s, f)
            if gold_of(s, as_cards(picked)) >= due:
                return False
            whole = gold_of(s, as_cards((*picked, *left)))
            if whole <= due and not many.optional:
                self._pick_all(s, f, seat, left if whole < due else [c for c in left if gold(s, Card(c))])
                return False
        else:
            more = many.count.of(s, f) - len(picked)
            if more <= 0:
                return False
            withheld = self.leaves is not None and bool(self.leaves.find(s, f))  # then nobody is paid for unasked
            in_order = withheld or (many.ordered and len(left) > 1)
            forced = many.at_least < 0 or len(left) + len(picked) == many.at_least
            if len(left) <= more and forced and not many.optional and not in_order:
                self._pick_all(s, f, seat, left)
                return False
        return True

    def _pick_all(self, s: State, f: Frame, seat: Seat, left: list[int]) -> None:
        """What is left needs no asking."""
        f.regs[self.into] = (*f.regs[self.into], *left)
        for only in left:
            self._tell(s, f, seat, only)

    def _tell(self, s: State, f: Frame, seat: Seat, only: int) -> None:
        """A pick that needed no asking is told to its player; one of plays by its card."""
        fight = s.fight_by_id(f.fight)
        if self.verb == PICK_PLAY and fight is not None:
            for play in fight.plays:
                if play.id == only and play.cards:
                    tell_pick(s, seat, PICK, play.cards[0])
            return
        tell_pick(s, seat, self.verb, only)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        kind = KIND_OF_VERB[self.verb]
        picked = f.regs[self.into]
        if self.many.worth is not None:
            due = max(0, self.many.worth.of(s, f) - gold_of(s, as_cards(picked)))
            return Question("choose_worth", f.you, f.by, f.it, f.fight, picked=len(picked), price=due)
        count = self.many.count.of(s, f)
        fewer = self.many.optional or 0 <= self.many.at_least < count
        more = max(1, count - len(picked))
        return Question(
            kind, f.you, f.by, f.it, f.fight, names=self.source.names, more=more, fewer=fewer, picked=len(picked)
        )

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """A pick for each candidate, and "done" where enough is picked."""
        many = self.many
        picked = len(f.regs[self.into])
        found = [code(self.verb, c) for c in self._left(s, f)]
        if many.most is not None:
            enough = picked >= many.at_least
        elif many.worth is None or many.exactly:
            enough = picked >= self._least(s, f)
        else:
            enough = many.optional and picked == 0
        if enough:
            found.append(code(DONE))
        return found

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Store the pick and ask on where more is due."""
        if verb_of(option) == DONE:
            s.waiting = 0
            return
        f.regs[self.into] = (*f.regs[self.into], first_of(option))
        self._go_on(s, f)


class AskEach(Step):
    """Ask several players the same at once; nobody sees what the others pick before they have picked."""

    __slots__ = ("choose", "guard", "into", "one", "open", "players")

    def __init__(self, players: Who, one: int, guard: Condition | None, choose: Choose, into: int, open: int) -> None:
        self.players = players
        self.one = one  # where the player asked stands
        self.guard = guard  # who is asked at all
        self.choose = choose
        self.into = into  # all picks, each with its player
        self.open = open  # players still to answer, one mask

    def run(self, s: State, f: Frame) -> None:
        """Ask all who have something to choose."""
        f.regs[self.into] = ()
        waiting = 0
        for seat in self.players.all(s, f):
            f.regs[self.one] = (seat,)
            if (self.guard is None or self.guard.holds(s, f)) and self._ask(s, f, seat):
                waiting |= 1 << seat
        f.regs[self.open] = (waiting,)
        s.waiting = waiting

    def _ask(self, s: State, f: Frame, seat: Seat) -> bool:
        """Whether the seat has more to pick; what it has picked so far is kept by player."""
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        asked = self.choose.wants_more(s, f, seat)
        others = tuple(pick for pick in f.regs[self.into] if pick >> FIELD_BITS != seat)
        f.regs[self.into] = (*others, *(seat << FIELD_BITS | pick for pick in f.regs[self.choose.into]))
        return asked

    def _picked(self, f: Frame, seat: Seat) -> tuple[int, ...]:
        return picks_of(f, self.into, seat)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        kept = f.regs.copy()
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        found = self.choose.question(s, f, seat)
        f.regs = kept
        return found

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Their own picks."""
        kept = f.regs.copy()
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        found = self.choose.options(s, f, seat)
        f.regs = kept
        return found

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Keep their pick; go on when all have answered."""
        if verb_of(option) == DONE:
            asked = False
        else:
            f.regs[self.into] = (*f.regs[self.into], seat << FIELD_BITS | first_of(option))
            asked = self._ask(s, f, seat)
        if not asked:
            f.regs[self.open] = (f.regs[self.open][0] & ~(1 << seat),)
        s.waiting = f.regs[self.open][0]
