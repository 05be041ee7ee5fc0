"""A Curse strikes: it may be turned aside or cancelled, then it works and goes or stays."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import history, laying, piles, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_STRUCK
from kickdoor.engine.data.registers import STRIKE_CANCELLED, STRIKE_REPLACED, STRIKE_REPLACERS
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BY_CURSE, CURSED, CURSES, IN_LIMBO, NOT_KEPT
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.questions.force import can_strike
from kickdoor.engine.questions.table import face, is_reached
from kickdoor.engine.running.windows import Window


class Announce(Step):
    """Say whom the Curse is about to strike."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        tell.cursed(s, seat=f.you, card=f.it, cause=f.cause, by=f.by)
        f.fight = s.players[f.you].fight
        s.version += 1  # who could act on the Curse before this one may not on this


class Work(Step):
    """The Curse works, before anything that it forbids from now on is put right."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if f.regs[STRIKE_CANCELLED] or f.regs[STRIKE_REPLACED] or not can_strike(s, f.you, f.it):
            return
        history.remember(s, f.you, CURSES)
        s.version += 1
        reacting.tell_others(s, ON_STRUCK, f.you, f.cause, f.it)
        d = face(s, f.it)
        if d.strike is not None:
            stack.push(s, d.strike, f.you, f.by, f.it, f.fight, BY_CURSE)


class PutAway(Step):
    """A Curse that lasts or waits lies before its victim, another is discarded [CURSE-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if s.where[f.it] != IN_LIMBO:
            return
        if any(self._is_to_come(frame, f) for frame in s.stack):
            return  # it is not through with all whom it strikes
        spared = f.regs[STRIKE_CANCELLED] or f.regs[STRIKE_REPLACED] or not can_strike(s, f.you, f.it)
        if face(s, f.it).lasting != NOT_KEPT and not spared:
            laying.keep(s, f.you, f.it, face(s, f.it).lasting)
        else:
            piles.to_discards(s, f.it)

    def _is_to_come(self, frame: Frame, f: Frame) -> bool:
        """Whether the same Curse is still about to strike somebody else."""
        if frame.script != stack.STRIKE_FLOW or frame.it != f.it or frame.pc >= f.pc:
            return False
        return not frame.regs[STRIKE_REPLACED] and not frame.regs[STRIKE_CANCELLED]


class Spread(Step):
    """A Dungeon may pass on a Curse that has struck; of one that stays each victim has a copy."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if f.regs[STRIKE_CANCELLED] or f.regs[STRIKE_REPLACED]:
            return
        if not s.dungeons or not s.rules.dungeon_reacts >> ON_STRUCK & 1:
            return
        for card in s.dungeons:
            if card not in f.regs[STRIKE_REPLACERS] and is_reached(s, card, f.you):
                reacting.fire(
                    s, s.rules.defs[card], card, event=ON_STRUCK, seat=f.you, by=f.by, cause=BY_CURSE, about=f.it
                )


def _write(to: To) -> Written:
    return [
        Announce(),
        Replace(ON_STRUCK, STRIKE_REPLACERS, then=to("put away"), noted=STRIKE_REPLACED),
        Window(CURSED),
        "work",
        Work(),
        "put away",
        PutAway(),
        Spread(),
    ]


FLOW: Final = put_together(_write, entries=("work",))

#: Where a Curse begins that takes effect without more ado.
WORK: Final = FLOW.at("work")
