"""Steps by which cards come into a fight without strength of their own, and what strikes or spares who is in it."""

from __future__ import annotations

from kickdoor.engine import fights, piles, stack
from kickdoor.engine.cards import Step, Value
from kickdoor.engine.filters import Cards
from kickdoor.engine.queries import face
from kickdoor.engine.stack import FLEE_FLOW, FLEE_HELD, FROM_HAND, ROLL_ADDED, ROLL_FLOW, ROLL_NATURAL, nearest
from kickdoor.engine.state import TO_NOTHING, TO_RUN, Fight, Frame, State
from kickdoor.engine.steps.fights import fight_at_hand
from kickdoor.engine.terms import BY_BAD_STUFF, BY_CURSE, CURSE, IN_FIGHT, IN_LIMBO
from kickdoor.engine.who import Who


def _lie_in(s: State, f: Frame, fight: Fight, to: int, target: int, amount: int) -> None:
    """The card of a script is noted in the fight; one that is being played lies there."""
    cards: tuple[int, ...] = (f.it,) if f.it < len(s.where) else ()
    if cards and s.where[f.it] == IN_LIMBO:
        piles.to_place(s, f.it, IN_FIGHT)
    fights.note_play(s, fight, cards, f.by, stack.first(f.regs[FROM_HAND], 0), to, target, amount)


class Enter(Step):
    """This card lies in the fight till its end, and its lines of strength are in force there."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        fight = fight_at_hand(s, f)
        if fight is not None:
            _lie_in(s, f, fight, TO_NOTHING, -1, 0)
            s.emit("entered", f.by, f.it)


class AddRun(Step):
    """Rolls to run away from this fight count more, or less."""

    __slots__ = ("count", "who")

    def __init__(self, count: Value, who: Who) -> None:
        self.count = count
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        fight = fight_at_hand(s, f)
        if fight is not None:
            amount = self.count.of(s, f)
            for seat in self.who.all(s, f):
                _lie_in(s, f, fight, TO_RUN, seat, amount)
                s.emit("run_changed", seat, f.it, n=amount)


class AddSpoils(Step):
    """Whoever wins the fight draws more Treasures, or fewer."""

    __slots__ = ("count",)

    def __init__(self, count: Value) -> None:
        self.count = count

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        fight = fight_at_hand(s, f)
        if fight is not None:
            fight.rows.append((fight.fighter, 0, self.count.of(s, f), -1, -1, -1))
            s.version += 1


class NoSpoils(Step):
    """Nobody draws the Treasures of the fight."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            fight.rows = [(row[0], row[1], 0, row[3], row[4], row[5]) for row in fight.rows]
            s.version += 1


class LeaveFight(Step):
    """A helper is out of the fight, without penalty."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        fight = fight_at_hand(s, f)
        if fight is not None:
            for seat in self.who.all(s, f):
                if fight.helper == seat:
                    fights.walk_out(s, seat, fight)


class FailRun(Step):
    """The flight at hand fails, whatever the die shows or a card adds."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_NATURAL] = (0,)
            roll.regs[ROLL_ADDED] = (-99,)
        else:
            flee = nearest(s, FLEE_FLOW)
            if flee is not None:
                flee.regs[FLEE_HELD] = (1,)
        s.version += 1


class Suffer(Step):
    """The Bad Stuff of a monster card, or the effect of a Curse, strikes somebody without more ado."""

    __slots__ = ("cards", "who")

    def __init__(self, cards: Cards, who: Who) -> None:
        self.cards = cards
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        for card in self.cards.find(s, f):
            d = face(s, card)
            script = d.strike if d.kind == CURSE else d.bad_stuff
            if script is None:
                continue
            cause = BY_CURSE if d.kind == CURSE else BY_BAD_STUFF
            for seat in self.who.all(s, f):
                s.emit("suffered", seat, card, other=f.by)
                stack.push(s, script, seat, f.by, card, f.fight, cause)
