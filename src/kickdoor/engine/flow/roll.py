"""A die roll: thrown, open to those who can turn it, then counted."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_ROLL, ON_ROLLED
from kickdoor.engine.data.registers import ROLL_ADDED, ROLL_NATURAL, ROLL_REPLACERS, ROLL_TO_RUN, ROLL_USED
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ROLLED
from kickdoor.engine.flow.labels import To, Written, put_together
from kickdoor.engine.flow.replacing import Replace
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
        if to_run:
            for _ in range(value(s, "run_dice", f.you) - 1):
                tell.rolled(s, seat=f.you, roll=rolled)
                rolled = max(rolled, chance.die(s))
        f.regs[ROLL_NATURAL] = (rolled,)
        f.regs[ROLL_ADDED] = (value(s, "die", f.you, bare),)
        f.regs[ROLL_USED] = ()
        s.version += 1
        tell.rolled(s, seat=f.you, roll=rolled)


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
