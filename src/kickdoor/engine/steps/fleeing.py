"""Steps that decide whether somebody gets away."""

from __future__ import annotations

from kickdoor.engine.actions import tell
from kickdoor.engine.data.registers import (
    FLEE_ESCAPED,
    FLEE_HELD,
    FLEE_MUST_ROLL,
    NO,
    ROLL_ADDED,
    ROLL_NATURAL,
    RUN_HELD,
    RUN_SPARED,
    RUN_SPARED_BY_ONE,
    RUN_SPARED_FOR_SURE,
    RUN_SPARING,
    YES,
)
from kickdoor.engine.data.scripts import Step, Value
from kickdoor.engine.data.stack import FLEE_FLOW, ROLL_FLOW, RUN_FLOW, nearest, restart
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import TO_RUN
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.who import Who
from kickdoor.engine.steps.entering import lie_in
from kickdoor.engine.steps.fights import fight_at_hand


class Escape(Step):
    """Somebody escapes: from the monster at their heels, from one, or from all; before a flight, from all to come."""

    __slots__ = ("monster", "sure", "who")

    def __init__(self, who: Who, monster: Cards | None, sure: bool) -> None:
        self.who = who
        self.monster = monster
        self.sure = sure  # even where escape is impossible [HIRE-03]

    def run(self, s: State, f: Frame) -> None:
        flee = nearest(s, FLEE_FLOW)
        run = nearest(s, RUN_FLOW)
        for seat in self.who.all(s, f):
            if flee is not None and flee.you == seat:
                flee.regs[FLEE_ESCAPED] = YES
            elif run is not None:
                if self.monster is None:
                    spared = RUN_SPARED_FOR_SURE if self.sure else RUN_SPARED
                    run.regs[spared] = (*run.regs[spared], seat)
                else:
                    for id in self.monster.find(s, f):
                        run.regs[RUN_SPARED_BY_ONE] = (*run.regs[RUN_SPARED_BY_ONE], seat)
                        run.regs[RUN_SPARING] = (*run.regs[RUN_SPARING], id)
            elif s.players[seat].fight >= 0:
                s.slipping = (*s.slipping, seat)
            s.version += 1


class BeCaught(Step):
    """Somebody rolls no more: every monster that they have still to run from catches them."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        run = nearest(s, RUN_FLOW)
        if run is not None:
            run.regs[RUN_HELD] = (*run.regs[RUN_HELD], *self.who.all(s, f))
            s.version += 1


class UndoEscape(Step):
    """Who has just escaped must roll, even where they need not have."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        flee = nearest(s, FLEE_FLOW)
        if flee is not None:
            flee.regs[FLEE_ESCAPED] = NO
            flee.regs[FLEE_MUST_ROLL] = YES
            restart(flee)
            s.version += 1


class AddRun(Step):
    """Rolls to run away from this fight count more, or less."""

    __slots__ = ("count", "who")

    def __init__(self, count: Value, who: Who) -> None:
        self.count = count
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            amount = self.count.of(s, f)
            for seat in self.who.all(s, f):
                lie_in(s, f, fight, TO_RUN, seat, amount)
                tell.run_changed(s, seat=seat, source=f.it, amount=amount)


class FailRun(Step):
    """The flight at hand fails, whatever the die shows or a card adds."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_NATURAL] = (0,)
            roll.regs[ROLL_ADDED] = (-99,)
        else:
            flee = nearest(s, FLEE_FLOW)
            if flee is not None:
                flee.regs[FLEE_HELD] = YES
        s.version += 1
