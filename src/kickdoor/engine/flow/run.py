"""Running away: each runner from each monster, in an order of their own, Bad Stuff as each catches."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, fights, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_CAUGHT, ON_ESCAPED_FIGHT
from kickdoor.engine.data.cards import BY_ROLL, NEVER, NO_ROLL
from kickdoor.engine.data.ids import NO_SEAT, Seat
from kickdoor.engine.data.options import card_of, code, first_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import (
    CHOICE,
    FLEE_ESCAPED,
    FLEE_HELD,
    FLEE_MUST_ROLL,
    FLEE_REPLACERS,
    FLEE_ROLL,
    NO,
    ROLL_TO_RUN,
    RUN_CLEAN,
    RUN_COMING,
    RUN_FACED,
    RUN_HELD,
    RUN_LEFT,
    RUN_SPARED,
    RUN_SPARED_BY_ONE,
    RUN_SPARED_FOR_SURE,
    RUN_SPARING,
    YES,
)
from kickdoor.engine.data.scripts import Script, Step
from kickdoor.engine.data.stack import FLEE_FLOW, ROLL_FLOW
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BAN_ESCAPE, BY_BAD_STUFF, CAUGHT, ESCAPED, PICK_PLAYER, RUNNING
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.questions.escaping import lets_go, roll_to_escape
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.monsters import living, monster_face
from kickdoor.engine.questions.table import party
from kickdoor.engine.questions.values import value
from kickdoor.engine.running.windows import Window
from kickdoor.engine.steps.control import Jump


class LineUp(Step):
    """Fighter and helper both run, the fighter first; in some books a die settles who says so [RUN-05, RUN-06]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Line up, or ask whoever rolled higher."""
        s.waiting = 0
        fight = s.fight_by_id(f.fight)
        assert fight is not None
        f.regs[RUN_COMING] = tuple(party(s, fight))
        if len(f.regs[RUN_COMING]) > 1 and s.rules.options.get("run_order_by_die"):
            s.waiting = 1 << self._higher(s, fight.fighter, fight.helper)

    def _higher(self, s: State, fighter: Seat, helper: Seat) -> Seat:
        while True:
            rolls = [chance.die(s) + value(s, "die", seat) for seat in (fighter, helper)]
            tell.rolled(s, seat=fighter, roll=rolls[0], needed=-1)
            tell.rolled(s, seat=helper, roll=rolls[1], needed=-1)
            if rolls[0] != rolls[1]:
                return fighter if rolls[0] > rolls[1] else helper

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("run_order", f.you, fight=f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Who runs first."""
        return [code(PICK_PLAYER, runner) for runner in f.regs[RUN_COMING]]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """They do."""
        s.waiting = 0
        first = first_of(option)
        f.regs[RUN_COMING] = (first, *(runner for runner in f.regs[RUN_COMING] if runner != first))


class NextRunner(Step):
    """The next runner faces all monsters of the fight."""

    __slots__ = ("end",)

    def __init__(self, end: int) -> None:
        self.end = end

    def run(self, s: State, f: Frame) -> None:
        fight = s.fight_by_id(f.fight)
        if fight is None or not f.regs[RUN_COMING]:
            f.pc = self.end
            return
        f.you = Seat(f.regs[RUN_COMING][0])
        f.regs[RUN_COMING] = f.regs[RUN_COMING][1:]
        f.regs[RUN_FACED] = ()
        f.regs[RUN_CLEAN] = YES


def look_round(s: State, f: Frame) -> bool:
    """Whether the runner has something left to run from.

    Who runs runs from whatever is there, and from what joins meanwhile; who is through does not begin again.
    """
    fight = s.fight_by_id(f.fight)
    if fight is None or s.players[f.you].dead:  # the dead roll no more [DEATH-07]
        f.regs[RUN_LEFT] = ()
    else:
        f.regs[RUN_LEFT] = tuple(m.id for m in living(fight) if m.id not in f.regs[RUN_FACED])
    return bool(f.regs[RUN_LEFT])


class StillRunning(Step):
    """Leave the loop when the runner has nothing left to run from."""

    __slots__ = ("done",)

    def __init__(self, done: int) -> None:
        self.done = done

    def run(self, s: State, f: Frame) -> None:
        if not look_round(s, f):
            f.pc = self.done


class BeforeRoll(Window):
    """The runner says from which monster; all may speak, and may take away what there was to run from."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask, as long as there is something to run from."""
        if look_round(s, f):
            super().run(s, f)
            return
        s.waiting = 0
        self.set_moment(s, f)
        f.regs[CHOICE] = ()
        self.close(s, f)


class RunFrom(Step):
    """Run from the monster that was named [RUN-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if not f.regs[CHOICE]:  # the runner has died, or nothing is left to run from
            return
        id = card_of(f.regs[CHOICE][0])
        f.regs[RUN_FACED] = (*f.regs[RUN_FACED], id)
        f.regs[RUN_LEFT] = tuple(m for m in f.regs[RUN_LEFT] if m != id)
        flee = stack.push_flow(s, FLEE_FLOW, f.you, f.you, id, f.fight)
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, id) if fight is not None else None
        escape = monster_face(s, monster).escape if monster is not None else BY_ROLL
        if f.you in f.regs[RUN_SPARED_FOR_SURE]:
            flee.regs[FLEE_ESCAPED] = YES  # whatever holds him [HIRE-03]
            return
        if escape != NEVER and self._is_spared(s, f, id, escape):
            flee.regs[FLEE_ESCAPED] = YES
        if f.you in f.regs[RUN_HELD] or is_banned(s, f.you, BAN_ESCAPE, fight=f.fight):
            flee.regs[FLEE_HELD] = YES

    def _is_spared(self, s: State, f: Frame, id: int, escape: int) -> bool:
        """Whether a card lets the runner escape without a roll.

        One that does so from all monsters stands for the roll, and needs one; one may also speak of this monster.
        """
        if escape != NO_ROLL and (f.you in f.regs[RUN_SPARED] or f.you in s.slipping):
            return True
        spared = zip(f.regs[RUN_SPARED_BY_ONE], f.regs[RUN_SPARING], strict=True)
        return any(seat == f.you and monster == id for seat, monster in spared)


class RanFromAll(Step):
    """A runner is through; who escaped them all may gain by it."""

    __slots__ = ("then",)

    def __init__(self, then: int) -> None:
        self.then = then

    def run(self, s: State, f: Frame) -> None:
        f.pc = self.then
        if s.players[f.you].dead or not f.regs[RUN_CLEAN]:
            return
        reacting.happen(s, ON_ESCAPED_FIGHT, f.you, f.you)


class EndOfRun(Step):
    """All rolls are made [RUN-07]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.version += 1


def _write_run(to: To) -> Written:
    return [
        LineUp(),
        "next runner",
        NextRunner(end=to("end")),
        "next monster",
        StillRunning(done=to("ran")),
        BeforeRoll(RUNNING),
        RunFrom(),
        Jump(to("next monster")),
        "ran",
        RanFromAll(then=to("next runner")),
        "end",
        EndOfRun(),
    ]


RUN: Final = put_together(_write_run)


class Pursue(Step):
    """Does the monster pursue at all, can it be escaped, must the die decide [RUN-02]."""

    __slots__ = ("caught", "escaped", "over")

    def __init__(self, escaped: int, caught: int, over: int) -> None:
        self.escaped = escaped
        self.caught = caught
        self.over = over

    def run(self, s: State, f: Frame) -> None:
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, f.it) if fight is not None else None
        if monster is None or monster.gone or s.players[f.you].dead:
            f.pc = self.over
            return
        d = monster_face(s, monster)
        if f.regs[FLEE_HELD]:
            f.regs[FLEE_ESCAPED] = NO
        if not f.regs[FLEE_MUST_ROLL] and (f.regs[FLEE_ESCAPED] or lets_go(s, f.you, f.fight, monster)):
            if not f.regs[FLEE_ESCAPED]:
                tell.not_pursued(s, seat=f.you, monster=f.it)
            f.regs[FLEE_ESCAPED] = YES
            f.pc = self.escaped
            return
        if f.regs[FLEE_HELD] or d.escape in (NEVER, NO_ROLL):
            f.pc = self.caught
            return
        roll = stack.push_flow(s, ROLL_FLOW, f.you, f.you, f.it, f.fight, ret=FLEE_ROLL)
        roll.regs[ROLL_TO_RUN] = YES


class Judge(Step):
    """5 or more escapes, with the runner's bonuses and the monster's own modifier [RUN-02]; or a card lets them."""

    __slots__ = ("escaped",)

    def __init__(self, escaped: int) -> None:
        self.escaped = escaped

    def run(self, s: State, f: Frame) -> None:
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, f.it) if fight is not None else None
        needed = roll_to_escape(s, f.you, fight, monster)
        f.regs[FLEE_MUST_ROLL] = NO
        if f.regs[FLEE_ESCAPED] or stack.first(f.regs[FLEE_ROLL], 0) >= needed:
            f.regs[FLEE_ESCAPED] = YES
            f.pc = self.escaped


class BadStuff(Step):
    """The monster catches and does its worst at once [RUN-03]."""

    __slots__ = ("escaped", "over")

    def __init__(self, escaped: int, over: int) -> None:
        self.escaped = escaped
        self.over = over

    def run(self, s: State, f: Frame) -> None:
        if f.regs[FLEE_ESCAPED]:
            f.pc = self.escaped
            return
        f.pc = self.over
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, f.it) if fight is not None else None
        if monster is None or monster.gone or s.players[f.you].dead:
            return
        d = monster_face(s, monster)
        if f.regs[FLEE_REPLACERS]:
            hurt(s, f, d.on_flight)
            return
        run = s.stack[-2] if len(s.stack) > 1 else f
        if run.script == stack.RUN_FLOW:
            run.regs[RUN_CLEAN] = NO
        tell.caught(s, seat=f.you, monster=f.it)
        reacting.happen(s, ON_CAUGHT, f.you, NO_SEAT, BY_BAD_STUFF, f.it, f.fight)
        hurt(s, f, d.bad_stuff)
        hurt(s, f, d.on_flight)  # comes first: it asks who had to run, not what has become of them


def hurt(s: State, f: Frame, script: Script | None) -> None:
    """What the monster at the runner's heels does to them."""
    if script is not None:
        stack.push(s, script, f.you, NO_SEAT, f.it, f.fight, BY_BAD_STUFF)


class Escaping(Step):
    """Escaped, unless somebody undoes it."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        tell.escaped(s, seat=f.you, monster=f.it)


class HurtAllTheSame(Step):
    """Some monsters hurt even who escapes, and some are for those who do [RUN-08]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, f.it) if fight is not None else None
        if monster is None or monster.gone:
            return
        d = monster_face(s, monster)
        hurt(s, f, d.on_escape)
        hurt(s, f, d.on_flight)


def _write_flee(to: To) -> Written:
    return [
        Pursue(escaped=to("escaped"), caught=to("caught"), over=to("over")),
        Judge(escaped=to("escaped")),
        "caught",
        Replace(ON_CAUGHT, FLEE_REPLACERS, then=to("bad stuff")),
        Window(CAUGHT),
        "bad stuff",
        BadStuff(escaped=to("escaped"), over=to("over")),
        "escaped",
        Escaping(),
        Window(ESCAPED),
        HurtAllTheSame(),
        "over",
    ]


FLEE: Final = put_together(_write_flee)
