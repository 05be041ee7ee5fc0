"""Jumps, loops and holds: what `if`, `for_each`, `repeat` and `together` become."""

from __future__ import annotations

from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.scripts import MOST_STEPS, Condition, Step, Value
from kickdoor.engine.data.stack import end
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.who import Who


class Jump(Step):
    """Go on elsewhere."""

    __slots__ = ("to",)

    def __init__(self, to: int) -> None:
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        f.pc = self.to


class JumpUnless(Step):
    """Go on elsewhere unless a condition holds."""

    __slots__ = ("condition", "to")

    def __init__(self, condition: Condition, to: int) -> None:
        self.condition = condition
        self.to = to

    def run(self, s: State, f: Frame) -> None:
        if not self.condition.holds(s, f):
            f.pc = self.to


class EachPlayer(Step):
    """Store the players that a loop goes over, found once."""

    __slots__ = ("into", "who")

    def __init__(self, who: Who, into: int) -> None:
        self.who = who
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        f.regs[self.into] = tuple(seat for seat in self.who.all(s, f) if not s.players[seat].dead)


class EachCard(Step):
    """Store the cards that a loop goes over, found once."""

    __slots__ = ("cards", "into")

    def __init__(self, cards: Cards, into: int) -> None:
        self.cards = cards
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        f.regs[self.into] = tuple(self.cards.find(s, f))


class CountDown(Step):
    """Store as many numbers as a loop has rounds."""

    __slots__ = ("into", "times")

    def __init__(self, times: Value, into: int) -> None:
        self.times = times
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        f.regs[self.into] = tuple(range(max(0, min(self.times.of(s, f), MOST_STEPS))))


class Next(Step):
    """Take the next of a loop, or leave it."""

    __slots__ = ("end", "into", "left")

    def __init__(self, left: int, into: int, end: int) -> None:
        self.left = left
        self.into = into
        self.end = end

    def run(self, s: State, f: Frame) -> None:
        left = f.regs[self.left]
        if not left:
            f.pc = self.end
            return
        f.regs[self.into] = left[:1]
        f.regs[self.left] = left[1:]


class Hold(Step):
    """Steps from here count as one: nothing settles and nobody wins meanwhile."""

    __slots__ = ("by",)

    def __init__(self, by: int) -> None:
        self.by = by

    def run(self, s: State, f: Frame) -> None:
        s.hold += self.by


class Stop(Step):
    """End the script."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        end(s, f)


class SetYou(Step):
    """From here on the script concerns a player who was picked."""

    __slots__ = ("register",)

    def __init__(self, register: int) -> None:
        self.register = register

    def run(self, s: State, f: Frame) -> None:
        if f.regs[self.register]:
            f.you = Seat(f.regs[self.register][0])
