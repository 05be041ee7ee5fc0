"""The one step that asks a player to pick."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import piles
from kickdoor.engine.actions.laying import is_stuck
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.options import code, first_of, verb_of
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import PRESET
from kickdoor.engine.data.scripts import CardTest, Condition, Step, Value
from kickdoor.engine.data.stack import FLOWS, end
from kickdoor.engine.data.state import Fight, Frame, Monster, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    BAN_AGAINST,
    BAN_DROP,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_THEFT,
    DONE,
    IN_HAND,
    IN_PLAY,
    PICK,
    PICK_MONSTER,
    PICK_NUMBER,
    PICK_OPTION,
    PICK_PLAY,
    PICK_PLAYER,
    PICK_SIDE,
)
from kickdoor.engine.questions.filters import Cards, gold_of
from kickdoor.engine.questions.force import is_banned, is_immune, is_protected
from kickdoor.engine.questions.items import gold
from kickdoor.engine.questions.monsters import enhancers, living, monster_face
from kickdoor.engine.questions.suppose import would_win_with
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who

EVERY: Final = 99  # all of them, however many

KIND_OF_VERB: Final[dict[int, QuestionKind]] = {
    PICK: "choose_cards",
    PICK_PLAYER: "choose_players",
    PICK_MONSTER: "choose_monsters",
    PICK_OPTION: "choose_words",
    PICK_NUMBER: "choose_numbers",
    PICK_SIDE: "choose_side",
    PICK_PLAY: "choose_play",
}


class Choose(Step):
    """Ask somebody to pick among cards, players, monsters, options, numbers, sides or plays."""

    __slots__ = (
        "ability",
        "at_least",
        "cards",
        "condition",
        "count",
        "exactly",
        "into",
        "monsters",
        "most",
        "names",
        "numbers",
        "one",
        "optional",
        "ordered",
        "pays",
        "players",
        "refusal",
        "robs",
        "told",
        "verb",
        "who",
        "worth",
        "would_win",
    )

    def __init__(
        self,
        verb: int,
        who: Who,
        into: int,
        count: Value,
        at_least: int,
        worth: Value | None,
        optional: bool,
        would_win: bool,
        cards: Cards | None,
        players: Who | None,
        monsters: CardTest | None,
        names: tuple[str, ...],
        numbers: tuple[int, ...],
        condition: Condition | None,
        one: int,
        ordered: bool = False,
        most: Value | None = None,
    ) -> None:
        self.verb = verb
        self.ordered = ordered  # asked for the order, even where all must be picked
        self.most = most  # cards worth at most so much together, any number of them
        self.who = who
        self.into = into
        self.count = count
        self.at_least = at_least  # -1: all of count
        self.worth = worth
        self.optional = optional
        self.would_win = would_win
        self.cards = cards
        self.players = players
        self.monsters = monsters
        self.names = names
        self.numbers = numbers
        self.condition = condition
        self.refusal = no.NO_TARGET  # the reason where there is nothing to pick
        self.exactly = False  # so many cards that are worth so much, where there are such
        self.pays = False  # what is picked is a price
        self.robs = False  # what is picked is stolen
        self.ability = ""  # the name of the ability that picks a player or a monster
        self.told = -1  # where picks stand that were asked of several players at once
        self.one = one  # where the one asked about stands while the condition is read

    def candidates(self, s: State, f: Frame) -> list[int]:
        """All that could be picked."""
        if self.verb == PICK:
            assert self.cards is not None
            found = self.cards.find(s, f)
            if self.pays and (s.rules.forbidden >> BAN_DROP & 1 or s.rules.barring or s.rules.reshaping):
                found = [card for card in found if self._can_pay(s, f, card)]
            if s.rules.protecting and f.cause in (BY_CURSE, BY_BAD_STUFF):
                found = [card for card in found if s.where[card] < IN_PLAY or not is_protected(s, card, f.cause)]
            if s.rules.protecting and self.robs:
                found = [card for card in found if not is_protected(s, card, BY_THEFT)]
            if self.would_win:
                found = [card for card in found if would_win_with(s, self.who.one(s, f), card, f.fight)]
            if self.condition is not None:
                found = [card for card in found if self._fits(s, f, card)]
            return found
        if self.verb == PICK_PLAYER:
            assert self.players is not None
            seats = [seat for seat in self.players.all(s, f) if not s.players[seat].dead]
            if self.ability and self.ability in s.rules.immunities:
                seats = [seat for seat in seats if not is_immune(s, seat, self.ability)]
            if s.bans:
                picker = self.who.one(s, f)
                seats = [seat for seat in seats if not is_banned(s, picker, BAN_AGAINST + seat)]
            if self.condition is None:
                return seats
            return [seat for seat in seats if self._fits(s, f, seat)]
        if self.verb == PICK_MONSTER:
            fight = s.fight_by_id(f.fight)
            if fight is None:
                return []
            return [
                m.id
                for m in living(fight)
                if not self._is_immune(s, fight, m)
                and (self.monsters is None or self._monster_fits(s, m.id, monster_face(s, m).index))
                and (self.condition is None or self._fits(s, f, m.id))
            ]
        if self.verb == PICK_OPTION:
            return list(range(len(self.names)))
        if self.verb == PICK_NUMBER:
            return list(self.numbers)
        if self.verb == PICK_SIDE:
            return [0, 1]
        fight = s.fight_by_id(f.fight)
        return [play.id for play in fight.plays] if fight is not None else []

    def _can_pay(self, s: State, f: Frame, card: int) -> bool:
        """Whether a card may leave as a price: none that is held fast, none of the hand where that is barred."""
        place = s.where[card]
        if place >= IN_PLAY:
            return not is_stuck(s, place - IN_PLAY, card)
        fight = s.fight_by_id(f.fight) if s.rules.barring else None
        if fight is None or place < IN_HAND:
            return True
        return not any(bar.from_hand for m in living(fight) for bar in monster_face(s, m).bars)

    def _is_immune(self, s: State, fight: Fight, monster: Monster) -> bool:
        if not self.ability or self.ability not in s.rules.immunities:
            return False
        cards = [monster_face(s, monster), *(face(s, card) for card in enhancers(fight, monster))]
        return any(self.ability in d.immune_to for d in cards)

    def _monster_fits(self, s: State, id: int, index: int) -> bool:
        assert self.monsters is not None
        if id < len(s.rules.defs) and s.rules.defs[id].index == index:
            return self.monsters.fits(s, id)
        before = s.face.get(id, -1)
        s.face[id] = index
        fits = self.monsters.fits(s, id)
        if before < 0:
            del s.face[id]
        else:
            s.face[id] = before
        return fits

    def _fits(self, s: State, f: Frame, candidate: int) -> bool:
        assert self.condition is not None
        if self.one < 0:
            return self.condition.holds(s, f)
        kept = f.regs[self.one]
        f.regs[self.one] = (candidate,)
        fits = self.condition.holds(s, f)
        f.regs[self.one] = kept
        return fits

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """There must be enough to pick from."""
        if self.optional:
            return None
        fitting = self.candidates(s, f)
        if self.most is not None:
            fitting = self._affordable(s, self.most.of(s, f), self.at_least, fitting)
        found = len(fitting)
        count = self.at_least if self.at_least >= 0 else self.count.of(s, f)
        enough = found >= (1 if count >= EVERY else max(1, count))
        return None if enough else self.refusal

    def run(self, s: State, f: Frame) -> None:
        """Ask, unless there is nothing to choose."""
        f.regs[self.into] = ()
        if self.told >= 0:
            seat = self.who.one(s, f)
            f.regs[self.into] = tuple(pick & 4095 for pick in f.regs[self.told] if pick >> 12 == seat)
            return
        agreed = f.regs[PRESET] if self.verb == PICK_PLAYER and f.script >= FLOWS else ()
        if agreed and agreed[0] not in self.candidates(s, f):
            piles.to_hand(s, f.it, f.by, ALL_SEATS)  # what was promised has become unlawful: nothing happens
            end(s, f)
            return
        if agreed:
            f.regs[self.into] = agreed
            s.emit("picked", self.who.one(s, f), agreed[0], other=self.verb, seen=1 << self.who.one(s, f))
            return
        self._go_on(s, f)

    def _left(self, s: State, f: Frame) -> list[int]:
        picked = f.regs[self.into]
        left = [c for c in self.candidates(s, f) if c not in picked]
        if self.exactly:
            return self._reaching(s, f, left)
        if self.most is None:
            return left
        return self._affordable(s, self.most.of(s, f) - gold_of(s, list(picked)), self.at_least - len(picked), left)

    def _affordable(self, s: State, rest: int, due: int, left: list[int]) -> list[int]:
        """Those that do not cost more than the rest, with the cheapest others where more are due."""
        more = max(0, due - 1)
        if len(left) <= more:
            return []
        worths = [gold(s, card) for card in left]
        cheap = sorted(worths)
        least = sum(cheap[:more])
        found = []
        for card, worth in zip(left, worths, strict=True):
            among = more > 0 and worth <= cheap[more - 1]  # then the next one takes its place among the others
            if least + (cheap[more] if among else worth) <= rest:
                found.append(card)
        return found

    def _reaching(self, s: State, f: Frame, left: list[int]) -> list[int]:
        """Those with which the sum can still be reached by the right number of cards; all, where it cannot be."""
        assert self.worth is not None
        picked = f.regs[self.into]
        more = self.count.of(s, f) - len(picked) - 1
        due = self.worth.of(s, f) - gold_of(s, list(picked))
        worths = [gold(s, card) for card in left]
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

    def _least(self, s: State, f: Frame) -> int:
        return 0 if self.optional and not f.regs[self.into] else self._least_of_some(s, f)

    def _least_of_some(self, s: State, f: Frame) -> int:
        """The fewest that may be picked by one who picks at all."""
        return self.at_least if self.at_least >= 0 else self.count.of(s, f)

    def _go_on(self, s: State, f: Frame) -> None:
        s.waiting = 0
        seat = self.who.one(s, f)
        if self.wants_more(s, f, seat):
            s.waiting = 1 << seat

    def wants_more(self, s: State, f: Frame, seat: int) -> bool:
        """Whether the seat must be asked; what needs no asking is stored at once."""
        if seat < 0 or s.players[seat].dead:
            return False
        left = self._left(s, f)
        picked = f.regs[self.into]
        if self.most is not None:
            if left and len(left) + len(picked) == self.at_least:
                f.regs[self.into] = (*picked, *left)
                for only in left:
                    self._tell(s, f, seat, only)
                return False
            return bool(left)
        if not left or len(left) + len(picked) < self.at_least:
            return False
        if self.optional and self.worth is None and len(left) + len(picked) < self._least_of_some(s, f):
            return False
        if self.worth is not None and not self.exactly:
            due = self.worth.of(s, f)
            if gold_of(s, list(picked)) >= due:
                return False
            whole = gold_of(s, [*picked, *left])
            if whole <= due and not self.optional:
                needed = left if whole < due else [c for c in left if gold_of(s, [c])]
                f.regs[self.into] = (*picked, *needed)
                for only in needed:
                    self._tell(s, f, seat, only)
                return False
        else:
            more = self.count.of(s, f) - len(picked)
            if more <= 0:
                return False
            chosen = self.ordered and len(left) > 1
            if len(left) <= more and self.at_least < 0 and not self.optional and not chosen:
                f.regs[self.into] = (*picked, *left)
                for only in left:
                    self._tell(s, f, seat, only)
                return False
        return True

    def _tell(self, s: State, f: Frame, seat: int, only: int) -> None:
        """A pick that needed no asking is told to its player; one of plays by its card."""
        fight = s.fight_by_id(f.fight)
        if self.verb == PICK_PLAY and fight is not None:
            for play in fight.plays:
                if play.id == only and play.cards:
                    s.emit("picked", seat, play.cards[0], other=PICK, seen=1 << seat)
            return
        s.emit("picked", seat, only, other=self.verb, seen=1 << seat)

    def question(self, s: State, f: Frame, seat: int) -> Question:
        kind = KIND_OF_VERB[self.verb]
        picked = f.regs[self.into]
        if self.worth is not None:
            due = max(0, self.worth.of(s, f) - gold_of(s, list(picked)))
            return Question("choose_worth", f.you, f.by, f.it, f.fight, picked=len(picked), price=due)
        count = self.count.of(s, f)
        fewer = self.optional or 0 <= self.at_least < count
        more = max(1, count - len(picked))
        return Question(kind, f.you, f.by, f.it, f.fight, names=self.names, more=more, fewer=fewer, picked=len(picked))

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """A pick for each candidate, and "done" where enough is picked."""
        found = [code(self.verb, c) for c in self._left(s, f)]
        if self.most is not None:
            if len(f.regs[self.into]) >= self.at_least:
                found.append(code(DONE))
        elif self.worth is None or self.exactly:
            if len(f.regs[self.into]) >= self._least(s, f):
                found.append(code(DONE))
        elif self.optional and not f.regs[self.into]:
            found.append(code(DONE))
        return found

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """Store the pick and ask on where more is due."""
        if verb_of(option) == DONE:
            s.waiting = 0
            return
        f.regs[self.into] = (*f.regs[self.into], first_of(option))
        self._go_on(s, f)


class AskEach(Step):
    """Ask several players the same at once, each for himself; nobody sees what the others pick before he has picked."""

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

    def _ask(self, s: State, f: Frame, seat: int) -> bool:
        """Whether the seat has more to pick; what it has picked so far is kept by player."""
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        asked = self.choose.wants_more(s, f, seat)
        others = tuple(pick for pick in f.regs[self.into] if pick >> 12 != seat)
        f.regs[self.into] = (*others, *(seat << 12 | pick for pick in f.regs[self.choose.into]))
        return asked

    def _picked(self, f: Frame, seat: int) -> tuple[int, ...]:
        return tuple(pick & 4095 for pick in f.regs[self.into] if pick >> 12 == seat)

    def question(self, s: State, f: Frame, seat: int) -> Question:
        kept = f.regs.copy()
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        found = self.choose.question(s, f, seat)
        f.regs = kept
        return found

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """His own picks."""
        kept = f.regs.copy()
        f.regs[self.one] = (seat,)
        f.regs[self.choose.into] = self._picked(f, seat)
        found = self.choose.options(s, f, seat)
        f.regs = kept
        return found

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """Keep his pick; go on when all have answered."""
        if verb_of(option) == DONE:
            asked = False
        else:
            f.regs[self.into] = (*f.regs[self.into], seat << 12 | first_of(option))
            asked = self._ask(s, f, seat)
        if not asked:
            f.regs[self.open] = (f.regs[self.open][0] & ~(1 << seat),)
        s.waiting = f.regs[self.open][0]
