"""Steps about the die."""

from __future__ import annotations

from kickdoor.engine import stack
from kickdoor.engine.cards import Step, Value
from kickdoor.engine.queries import value
from kickdoor.engine.stack import (
    FLEE_AGAIN,
    FLEE_ESCAPED,
    FLEE_FLOW,
    ROLL_ADDED,
    ROLL_FLOW,
    ROLL_NATURAL,
    nearest,
)
from kickdoor.engine.state import Frame, State
from kickdoor.engine.who import Who


class Roll(Step):
    """Roll the die; others may turn it before it counts."""

    __slots__ = ("into", "who")

    def __init__(self, who: Who, into: int) -> None:
        self.who = who
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        seat = self.who.one(s, f)
        if seat >= 0:
            stack.push_flow(s, ROLL_FLOW, seat, f.by, f.it, f.fight, -1, self.into)


class SetRoll(Step):
    """Turn the die just rolled to a number."""

    __slots__ = ("to",)

    def __init__(self, to: Value) -> None:
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_NATURAL] = (self.to.of(s, f),)
            if not roll.regs[ROLL_ADDED]:
                roll.regs[ROLL_ADDED] = (value(s, "die", roll.you),)
            s.version += 1
            s.emit("die_turned", roll.you, f.it, n=roll.regs[ROLL_NATURAL][0])


class AddRoll(Step):
    """Add to the roll just made."""

    __slots__ = ("by",)

    def __init__(self, by: Value) -> None:
        self.by = by

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_ADDED] = (roll.regs[ROLL_ADDED][0] + self.by.of(s, f),)
            s.version += 1


class RollAgain(Step):
    """A failed flight is rolled anew, or the die just thrown is thrown again."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.pc = 1
            return
        flee = nearest(s, FLEE_FLOW)
        if flee is not None:
            flee.regs[FLEE_AGAIN] = (1,)
            flee.regs[FLEE_ESCAPED] = ()
            flee.pc = 0
            s.version += 1
