"""The kernel's own scripts: setup, turn, fight, flight, death, Curses, Charity, settling, winning."""

from __future__ import annotations

from kickdoor.engine.actions.drawing import DrawNext
from kickdoor.engine.actions.sales import Sale
from kickdoor.engine.data.registers import OF_FLOWS
from kickdoor.engine.data.scripts import Script, Step
from kickdoor.engine.data.stack import (
    CHANGE_FLOW,
    CHARITY_FLOW,
    CROWD_FLOW,
    DEATH_FLOW,
    DRAW_FLOW,
    EXIT_FLOW,
    FIGHT_FLOW,
    FINISH_FLOW,
    FLEE_FLOW,
    FLOWS,
    LOSS_FLOW,
    ROLL_FLOW,
    RUN_FLOW,
    SALE_FLOW,
    SETTLE_FLOW,
    SETUP_FLOW,
    STRIKE_FLOW,
    TURN_FLOW,
    WIN_FLOW,
)
from kickdoor.engine.flow import charity, curse, death, dungeon, fight, loss, roll, run, settle, setup, turn, win
from kickdoor.engine.steps.cards import Finish


def kernel_scripts() -> list[Script]:
    """All scripts of the kernel, each at its number."""
    steps: list[tuple[Step, ...]] = [()] * FLOWS
    steps[SETUP_FLOW] = setup.STEPS
    steps[TURN_FLOW] = turn.STEPS
    steps[FIGHT_FLOW] = fight.STEPS
    steps[RUN_FLOW] = run.RUN_STEPS
    steps[FLEE_FLOW] = run.FLEE_STEPS
    steps[ROLL_FLOW] = roll.STEPS
    steps[STRIKE_FLOW] = curse.STEPS
    steps[DEATH_FLOW] = death.STEPS
    steps[DRAW_FLOW] = (DrawNext(),)
    steps[SALE_FLOW] = (Sale(),)
    steps[CHARITY_FLOW] = charity.STEPS
    steps[SETTLE_FLOW] = settle.STEPS
    steps[WIN_FLOW] = win.STEPS
    steps[FINISH_FLOW] = (Finish(),)
    steps[CHANGE_FLOW] = dungeon.CHANGE_STEPS
    steps[EXIT_FLOW] = dungeon.EXIT_STEPS
    steps[LOSS_FLOW] = loss.STEPS
    steps[CROWD_FLOW] = dungeon.CROWD_STEPS
    return [Script(flow, steps[flow], tuple(holds for _, holds in OF_FLOWS[flow])) for flow in range(FLOWS)]
