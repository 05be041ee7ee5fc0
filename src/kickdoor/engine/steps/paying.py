"""What a way out of several would cost: who must pay one of them is offered none that takes nothing."""

from __future__ import annotations

from kickdoor.engine.actions import levels
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.steps.cards import Discard, DiscardHand
from kickdoor.engine.steps.choosing import Choose
from kickdoor.engine.steps.control import Jump, JumpUnless, Stop
from kickdoor.engine.steps.levels import LoseLevels, SetLevel
from kickdoor.engine.steps.sources import IN_FULL, IN_PART, NOT_AT_ALL, Way


class Branch(Way):
    """The steps that follow where a word is picked."""

    __slots__ = ("steps",)

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = steps

    def can_be_paid(self, s: State, f: Frame) -> int:
        """In full, in part or not at all, by whom it concerns now."""
        found: dict[int, bool] = {}  # by register: whether there is something to pick
        full = True
        takes = False
        for step in self.steps:
            if isinstance(step, Choose):
                found[step.into] = bool(step.candidates(s, f))
                full = full and step.refuse(s, f) is None
            elif not isinstance(step, (Jump, JumpUnless, Stop)):
                takes = takes or self._takes(s, f, step, found)
        if not takes:
            return NOT_AT_ALL
        return IN_FULL if full else IN_PART

    def _takes(self, s: State, f: Frame, step: Step, found: dict[int, bool]) -> bool:
        """Whether a step would take something; what cannot be told beforehand would."""
        if isinstance(step, Discard):
            register = step.cards.register
            return found[register] if register in found else bool(step.cards.find(s, f))
        if isinstance(step, DiscardHand):
            return any(s.players[seat].hand for seat in step.who.all(s, f))
        if isinstance(step, LoseLevels):
            return any(levels.can_lose(s, seat) for seat in step.who.all(s, f))
        if isinstance(step, SetLevel):
            return any(s.players[seat].level != step.to.of(s, f) for seat in step.who.all(s, f))
        return True
