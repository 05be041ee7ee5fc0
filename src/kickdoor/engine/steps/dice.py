"""Steps about the die."""

from __future__ import annotations

from kickdoor.engine.actions import tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.registers import FLEE_AGAIN, FLEE_ESCAPED, NO, ROLL_ADDED, ROLL_NATURAL, ROLL_TO_RUN, YES
from kickdoor.engine.data.scripts import Condition, Step, Value
from kickdoor.engine.data.stack import FLEE_FLOW, ROLL_FLOW, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.flow.roll import THROW
from kickdoor.engine.questions.values import runs_bare, value
from kickdoor.engine.questions.who import Who


class Roll(Step):
    """Roll the die; others may turn it before it counts."""

    __slots__ = ("into", "who")

    def __init__(self, who: Who, into: int) -> None:
        self.who = who
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        if seat >= 0:
            stack.push_flow(s, ROLL_FLOW, seat, f.by, f.it, f.fight, ret=self.into)


def is_bare(s: State, roll: Frame) -> bool:
    """Whether a roll is one to run away for which no bonus counts."""
    return bool(roll.regs[ROLL_TO_RUN]) and runs_bare(s, roll.you)


class SetRoll(Step):
    """Turn the die just rolled to a number."""

    __slots__ = ("to",)

    def __init__(self, to: Value) -> None:
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_NATURAL] = (self.to.of(s, f),)
            if not roll.regs[ROLL_ADDED]:
                roll.regs[ROLL_ADDED] = (value(s, "die", roll.you, is_bare(s, roll)),)
            s.version += 1
            tell.die_turned(s, seat=roll.you, source=f.it, roll=roll.regs[ROLL_NATURAL][0])


class AddRoll(Step):
    """Add to the roll just made."""

    __slots__ = ("by",)

    def __init__(self, by: Value) -> None:
        self.by = by

    def run(self, s: State, f: Frame) -> None:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            by = self.by.of(s, f)
            roll.regs[ROLL_ADDED] = (roll.regs[ROLL_ADDED][0] + (min(by, 0) if is_bare(s, roll) else by),)
            s.version += 1


class RollOff(Step):
    """Several roll; who rolled highest, or lowest, is stored. Ties roll again."""

    __slots__ = ("condition", "into", "left", "lowest", "one", "players", "rolled", "rolls")

    def __init__(
        self,
        players: tuple[Who, ...],
        condition: Condition | None,
        one: int,
        lowest: bool,
        into: int,
        left: int,
        rolls: int,
        rolled: int,
    ) -> None:
        self.players = players
        self.condition = condition
        self.one = one  # where the player asked about stands while the condition is read
        self.lowest = lowest
        self.into = into
        self.left = left  # who has still to roll
        self.rolls = rolls  # what was rolled: seat and roll, in pairs
        self.rolled = rolled  # the last roll

    def _rollers(self, s: State, f: Frame) -> tuple[Seat, ...]:
        named = dict.fromkeys([seat for who in self.players for seat in who.all(s, f)])
        seats = [seat for seat in named if not s.players[seat].dead]
        if self.condition is None:
            return tuple(seats)
        found = []
        for seat in seats:
            f.regs[self.one] = (seat,)
            if self.condition.holds(s, f):
                found.append(seat)
        return tuple(found)

    def run(self, s: State, f: Frame) -> None:
        """Let the next one roll; when all have, look who it is."""
        if not f.regs[self.left] and not f.regs[self.rolls]:
            f.regs[self.into] = ()
            f.regs[self.left] = self._rollers(s, f)
        elif f.regs[self.left]:
            f.regs[self.rolls] += (f.regs[self.left][0], f.regs[self.rolled][0])
            f.regs[self.left] = f.regs[self.left][1:]
        if not f.regs[self.left] and f.regs[self.rolls]:
            pairs = f.regs[self.rolls]
            most = min(pairs[1::2]) if self.lowest else max(pairs[1::2])
            best = tuple(seat for seat, roll in zip(pairs[::2], pairs[1::2], strict=True) if roll == most)
            f.regs[self.rolls] = ()
            if len(best) == 1:
                f.regs[self.into] = best
                return
            f.regs[self.left] = best
        if len(f.regs[self.left]) == 1 and not f.regs[self.rolls]:
            f.regs[self.into] = f.regs[self.left]
            f.regs[self.left] = ()
        elif f.regs[self.left]:
            stack.again(f)
            stack.push_flow(s, ROLL_FLOW, Seat(f.regs[self.left][0]), f.by, f.it, f.fight, ret=self.rolled)


class CountLeft(Step):
    """Count players to the left; the one reached is stored."""

    __slots__ = ("into", "steps")

    def __init__(self, steps: Value, into: int) -> None:
        self.steps = steps
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        f.regs[self.into] = ((f.you + self.steps.of(s, f)) % len(s.players),)


class RollAgain(Step):
    """A failed flight is rolled anew, or the die just thrown is thrown again."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.pc = THROW
            return
        flee = nearest(s, FLEE_FLOW)
        if flee is not None:
            flee.regs[FLEE_AGAIN] = YES
            flee.regs[FLEE_ESCAPED] = NO
            stack.restart(flee)
            s.version += 1
