"""Steps about Levels, life and sex."""

from __future__ import annotations

from kickdoor.engine.actions import levels, losing, reacting, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_SEX_CHANGED
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import DEATH_SURVIVED, DEATH_UNLOOTED, YES
from kickdoor.engine.data.scripts import Step, Value
from kickdoor.engine.data.state import ExtraTurn, Frame, LostTurn, State
from kickdoor.engine.data.terms import (
    BAN_NEXT_TURN,
    BY_COST,
    BY_DEATH,
    CLASS,
    FEMALE,
    IN_FIGHT,
    IN_HAND,
    IN_PLAY,
    MALE,
    RACE,
    SWAPPED,
)
from kickdoor.engine.flow.death import LAY_OUT
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.force import may_change_sex, sex_now
from kickdoor.engine.questions.table import face, owner
from kickdoor.engine.questions.who import Who


class GainLevels(Step):
    """Gain levels; the winning one only where the card says so [HIER-05]."""

    __slots__ = ("after_fight", "count", "may_win", "who")

    def __init__(self, count: Value, who: Who, may_win: bool) -> None:
        self.count = count
        self.who = who
        self.may_win = may_win
        self.after_fight = False  # it answers the end of a fight, and so needs a kill

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """Nobody is promised a level who can gain none: at the top, or without a kill [HIER-03, HIER-05]."""
        if self.who.register >= 0:
            return None
        able = [seat for seat in self.who.all(s, f) if levels.can_gain(s, seat, self.may_win)]
        if not able:
            return no.NO_LEVEL_TO_GAIN
        if self.after_fight and not any(levels.has_killed(s, f, seat) for seat in able):
            return no.NO_KILL
        return None

    def run(self, s: State, f: Frame) -> None:
        count = self.count.of(s, f)
        for seat in self.who.all(s, f):
            if not levels.lacks_kill(s, f, seat):
                levels.gain(s, seat, count, self.may_win, losing.cause_of(f), f.it)


class LoseLevels(Step):
    """Lose levels, never below the lowest [HIER-02]."""

    __slots__ = ("count", "pays", "who")

    def __init__(self, count: Value, who: Who, pays: bool) -> None:
        self.count = count
        self.who = who
        self.pays = pays  # it is the price of something

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """Who has no level to lose pays nothing with one."""
        if not self.pays:
            return None
        seat = self.who.one(s, f)
        return None if seat >= 0 and levels.can_lose(s, seat) else no.NO_LEVEL_TO_LOSE

    def run(self, s: State, f: Frame) -> None:
        count = self.count.of(s, f)
        for seat in self.who.all(s, f):
            levels.lose(s, seat, count, BY_COST if self.pays else losing.cause_of(f), f.it)


class SetLevel(Step):
    """A Level becomes a number."""

    __slots__ = ("to", "who")

    def __init__(self, to: Value, who: Who) -> None:
        self.to = to
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        to = self.to.of(s, f)
        for seat in self.who.all(s, f):
            now = s.players[seat].level
            if to < now:
                levels.lose(s, seat, now - to, losing.cause_of(f), f.it)
            elif not levels.lacks_kill(s, f, seat):
                levels.gain(s, seat, to - now, False, losing.cause_of(f), f.it)


def is_deathless(s: State, seat: Seat) -> bool:
    """Whether a character does not die: by a Class or Race of his, or by the book where he has none [DEATH-08]."""
    own = [face(s, card) for card in s.players[seat].table if face(s, card).kind in (CLASS, RACE)]
    return any(d.deathless for d in own) or (not own and bool(s.rules.options.get("nobody_dies")))


class Die(Step):
    """Somebody dies; who does not loses the hand or, if that is empty, a level [DEATH-08]."""

    __slots__ = ("looted", "who")

    def __init__(self, who: Who, looted: bool) -> None:
        self.who = who
        self.looted = looted  # by the others, or not at all

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            if s.players[seat].dead:
                continue
            if not is_deathless(s, seat):
                death = stack.push_flow(s, stack.DEATH_FLOW, seat, f.by, f.it, f.fight, f.cause)
                if not self.looted:
                    death.regs[DEATH_UNLOOTED] = YES
            elif s.players[seat].hand:
                losing.discard_hand(s, seat, BY_DEATH)
            else:
                levels.lose(s, seat, 1, BY_DEATH, f.it)


class LoseTurn(Step):
    """Somebody's next turn is left out."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            s.lost_turns = (*s.lost_turns, LostTurn(seat, f.it))
            s.version += 1
            tell.forbidden(s, seat=seat, ban=BAN_NEXT_TURN, source=f.it)


class GainTurn(Step):
    """Somebody has a turn more, after the one under way."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            s.extra_turns = (*s.extra_turns, ExtraTurn(seat, f.it))
            s.version += 1
            tell.turn_gained(s, seat=seat, source=f.it)


def give_sex(s: State, f: Frame, seat: Seat, sex: int) -> None:
    """A character becomes of another sex; those who react to it hear of it."""
    s.players[seat].sex = sex
    s.version += 1
    s.unsettled |= 1 << seat
    tell.sex_changed(s, seat=seat, sex=sex, source=f.it)
    reacting.happen(s, ON_SEX_CHANGED, seat, f.by, cause=f.cause, source=f.it)


class ChangeSex(Step):
    """A character's sex changes [CHAR-13]."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            if may_change_sex(s, seat):
                give_sex(s, f, seat, FEMALE if s.players[seat].sex == MALE else MALE)


class BeLooted(Step):
    """Somebody is looted like the dead, and plays on."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            frame = stack.push_flow(s, stack.DEATH_FLOW, seat, f.by, f.it, f.fight, f.cause)
            frame.regs[DEATH_SURVIVED] = YES
            frame.pc = LAY_OUT


class SwapSex(Step):
    """A Hireling's sex changes, and changes back the next time [HIRE-15]."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            s.note[card] = 0 if s.note.get(card, 0) == SWAPPED else SWAPPED
            s.version += 1
            tell.face_changed(s, seat=owner(s, card), card=card, shown=-1)


class SetSex(Step):
    """A character's sex becomes this; the pick of a named option, or another player, may say which."""

    __slots__ = ("like", "register", "sex", "who")

    def __init__(self, who: Who, sex: int, register: int, like: Who | None) -> None:
        self.who = who
        self.sex = sex
        self.register = register  # a stored pick: its number is the sex; -1: as given
        self.like = like

    def run(self, s: State, f: Frame) -> None:
        sex = f.regs[self.register][0] if self.register >= 0 and f.regs[self.register] else self.sex
        if self.like is not None:
            model = self.like.one(s, f)
            if model < 0:
                return
            sex = sex_now(s, model)
        for seat in self.who.all(s, f):
            if s.players[seat].sex != sex and may_change_sex(s, seat):
                give_sex(s, f, seat, sex)


class Note(Step):
    """Note a number on a card; it stays until the card leaves play. On one in a pile or a hand nothing is noted."""

    __slots__ = ("cards", "n")

    def __init__(self, cards: Cards, n: Value) -> None:
        self.cards = cards
        self.n = n

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            place = s.where[card] if card < len(s.where) else IN_FIGHT
            if place >= IN_PLAY or IN_FIGHT <= place < IN_HAND:
                s.note[card] = self.n.of(s, f)
                s.version += 1
