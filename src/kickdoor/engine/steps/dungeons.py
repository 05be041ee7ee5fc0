"""Steps about Dungeons."""

from __future__ import annotations

from kickdoor.engine import losing
from kickdoor.engine.cards import Step
from kickdoor.engine.flow import dungeon as flow
from kickdoor.engine.options import code, first_of
from kickdoor.engine.queries import value
from kickdoor.engine.state import Frame, State
from kickdoor.engine.terms import BY_EFFECT, PICK
from kickdoor.engine.who import ALL, Who


class EnterDungeon(Step):
    """New Dungeons are entered, and old ones left as this card says [PORT-04]."""

    __slots__ = ("back", "count", "leaving", "who")

    def __init__(self, who: Who, count: int, leaving: int, back: bool) -> None:
        self.who = who  # who goes; the others stay where they are
        self.count = count
        self.leaving = leaving
        self.back = back

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        frame = flow.begin(s, f.you, self.leaving, f.it, self.count)
        if self.who.word != ALL or self.who.register >= 0:
            frame.regs[flow.GOING] = (sum(1 << seat for seat in set(self.who.all(s, f))),)
        if self.back:
            frame.regs[flow.BACK] = (1,)


class DiscardToLimit(Step):
    """Somebody discards what is over his hand limit, outside Charity."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        """Ask while there are too many cards."""
        s.waiting = 0
        seat = self.who.one(s, f)
        if seat >= 0 and len(s.players[seat].hand) > value(s, "hand_limit", seat):
            s.waiting = 1 << seat

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """Any card of the hand."""
        return [code(PICK, card) for card in s.players[seat].hand]

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """It goes; look again."""
        losing.lose(s, first_of(option), BY_EFFECT, seat)
        self.run(s, f)
