"""On whom an ability may be used, before anybody is asked."""

from __future__ import annotations

from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.abilities import Ability
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.stack import ASKED
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import CLASS, PICK_PLAYER
from kickdoor.engine.questions.force import must_spare
from kickdoor.engine.questions.permission import is_barred_from
from kickdoor.engine.questions.table import face
from kickdoor.engine.running.underway import current_fight
from kickdoor.engine.steps.choosing import Choose, nothing_to_pick


def refuse_target(s: State, seat: int, card: int, ability: Ability, on: int | None) -> Refusal | None:
    """Why a player cannot be the target of an ability that could be used on others; None: on nobody in particular."""
    if on is not None and 0 <= on < len(s.players) and s.players[on].dead:
        return no.DEAD
    asked = Frame(
        script=ASKED,
        pc=0,
        you=Seat(seat),
        by=Seat(seat),
        it=Card(card),
        fight=current_fight(s),
        cause=-1,
        ret=-1,
        regs=[()] * ability.script.registers,
    )
    for step in ability.checks:
        if not isinstance(step, Choose) or step.verb != PICK_PLAYER:
            continue
        if on is not None and on in step.candidates(s, asked):
            return None
        if on is not None and not 0 <= on < len(s.players):
            return no.NOTHING_TO_AIM_AT
        if step.condition is not None:
            asked.regs[step.one] = (seat if on is None else on,)
            why = step.condition.explain(s, asked)
            if why is not None:
                return _of_the_target(s, card, why) if on is not None and on != seat else why
        if on is not None and must_spare(s, Seat(seat), on):
            return no.FORBIDDEN
        if on is not None and is_barred_from(s, Seat(seat), Card(card), Seat(on)):
            return no.BARRED
        return nothing_to_pick(s, asked)
    return None


def _of_the_target(s: State, card: int, why: Refusal) -> Refusal:
    """ACT-12 is about who would act; that nobody who fights is stolen from, or aimed at, is said elsewhere."""
    if why.key != "if.in_combat.must_not":
        return why
    return no.VICTIM_FIGHTS if face(s, Card(card)).kind == CLASS else no.TARGET_FIGHTS
