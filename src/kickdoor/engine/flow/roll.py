"""A die roll: thrown, open to those who can turn it, then counted."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, fights, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_ROLL, ON_ROLLED
from kickdoor.engine.data.registers import ROLL_ADDED, ROLL_NATURAL, ROLL_REPLACERS, ROLL_TO_RUN, ROLL_USED
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ROLLED
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
from kickdoor.engine.questions.escaping import die_to_escape
from kickdoor.engine.questions.values import runs_bare, value
from kickdoor.engine.running.windows import Window


class BeforeThrow(Step):
    """What speaks before the roll does so, once."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        reacting.fire_all(s, ON_ROLL, f.you, f.by, fight=f.fight)


class Throw(Step):
    """Throw the die; of several thrown to run away the best counts."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        rolled = chance.die(s)
        to_run = bool(f.regs[ROLL_TO_RUN])
        bare = to_run and runs_bare(s, f.you)
        added = value(s, "die", f.you, bare)
        needed = self._needed(s, f, added) if to_run else -1
        if to_run:
            for _ in range(value(s, "run_dice", f.you) - 1):
                tell.rolled(s, seat=f.you, roll=rolled, needed=needed)
                rolled = max(rolled, chance.die(s))
        f.regs[ROLL_NATURAL] = (rolled,)
        f.regs[ROLL_ADDED] = (added,)
        f.regs[ROLL_USED] = ()
        s.version += 1
        tell.rolled(s, seat=f.you, roll=rolled, needed=needed)

    def _needed(self, s: State, f: Frame, added: int) -> int:
        """What the die itself must show to get away, where somebody is told of it."""
        if not s.is_heard:
            return -1
        fight = s.fight_by_id(f.fight)
        monster = fights.monster_by_id(fight, f.it) if fight is not None else None
        return die_to_escape(s, f.you, fight, monster, added)


class Count(Step):
    """The roll counts: what it shows and what was added."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        stack.give_back(s, f, (f.regs[ROLL_NATURAL][0] + f.regs[ROLL_ADDED][0],))
        reacting.happen(s, ON_ROLLED, f.you, f.by, about=f.regs[ROLL_NATURAL][0], fight=f.fight)


def _write(to: To) -> Written:
    return [
        Replace(ON_ROLL, ROLL_REPLACERS, then=to("rolled")),
        BeforeThrow(),
        "throw",
        Throw(),
        "rolled",
        Window(ROLLED),
        Count(),
    ]


FLOW: Final = put_together(_write, entries=("throw",))

#: Where a die is thrown again.
THROW: Final = FLOW.at("throw")
