"""Steps about Dungeons."""

from __future__ import annotations

from kickdoor.engine.data import stack
from kickdoor.engine.data.registers import CHANGE_BACK, CHANGE_GOING, CROWD_SEATS, YES
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.flow import dungeon as flow
from kickdoor.engine.questions.who import ALL, Who


class EnterDungeon(Step):
    """New Dungeons are entered, and old ones left as this card says [PORT-04]."""

    __slots__ = ("back", "count", "leaving", "who")

    def __init__(self, who: Who, count: int, leaving: int, back: bool) -> None:
        self.who = who  # who goes; the others stay where they are
        self.count = count
        self.leaving = leaving
        self.back = back

    def run(self, s: State, f: Frame) -> None:
        frame = flow.begin(s, f.you, self.leaving, f.it, self.count)
        if self.who.word != ALL or self.who.register >= 0:
            frame.regs[CHANGE_GOING] = (sum(1 << seat for seat in set(self.who.all(s, f))),)
        if self.back:
            frame.regs[CHANGE_BACK] = YES


class DiscardToLimit(Step):
    """Players discard what is over their hand limit, outside Charity; before that all may play what they can."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        """Let it be done, but not before old Dungeons are left [DUNG-05]."""
        crowd = stack.push_flow(s, stack.CROWD_FLOW, f.you, f.you, f.it, s.players[f.you].fight)
        crowd.regs[CROWD_SEATS] = tuple(self.who.all(s, f))
        change = stack.nearest(s, stack.CHANGE_FLOW)
        if change is not None:
            s.stack.remove(crowd)
            s.stack.insert(s.stack.index(change), crowd)
