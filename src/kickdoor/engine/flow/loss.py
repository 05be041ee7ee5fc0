"""A card in play is lost or used up: who has a card for that may speak."""

from __future__ import annotations

from kickdoor.engine.cards import Step
from kickdoor.engine.state import Frame, State
from kickdoor.engine.terms import LOST_CARD
from kickdoor.engine.windows import Window


class Name(Step):
    """It is about this card now; what could be said of one that was lost with it is looked at anew."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Do it."""
        s.version += 1


STEPS: tuple[Step, ...] = (Name(), Window(LOST_CARD))
