"""A card in play is lost or used up: who has a card for that may speak."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.registers import LOSS_MOMENT
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import LOST_CARD
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.running.windows import Window


class Name(Step):
    """It is about this card now; what could be said of one that was lost with it is looked at anew."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        f.regs[LOSS_MOMENT] = (s.moment,)
        s.version += 1


class Return(Step):
    """It is again the moment in which the card was lost: nobody need have been asked."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.moment = f.regs[LOSS_MOMENT][0]
        s.version += 1


FLOW: Final = Flow((Name(), Window(LOST_CARD), Return()))
