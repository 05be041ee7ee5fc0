"""The kernel's own scripts: setup, turn, fight, flight, death, Curses, Charity, settling, winning."""

from __future__ import annotations

from kickdoor.engine.actions.drawing import DrawNext
from kickdoor.engine.actions.sales import Sale
from kickdoor.engine.data.registers import OF_FLOWS
from kickdoor.engine.data.scripts import Script
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
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.steps.cards import Finish


def kernel_scripts() -> list[Script]:
    """All scripts of the kernel, each at its number."""
    flows = {
        SETUP_FLOW: setup.FLOW,
        TURN_FLOW: turn.FLOW,
        FIGHT_FLOW: fight.FLOW,
        RUN_FLOW: run.RUN,
        FLEE_FLOW: run.FLEE,
        ROLL_FLOW: roll.FLOW,
        STRIKE_FLOW: curse.FLOW,
        DEATH_FLOW: death.FLOW,
        DRAW_FLOW: Flow((DrawNext(),)),
        SALE_FLOW: Flow((Sale(),)),
        CHARITY_FLOW: charity.FLOW,
        SETTLE_FLOW: settle.FLOW,
        WIN_FLOW: win.FLOW,
        FINISH_FLOW: Flow((Finish(),)),
        CHANGE_FLOW: dungeon.CHANGE,
        EXIT_FLOW: dungeon.EXIT,
        LOSS_FLOW: loss.FLOW,
        CROWD_FLOW: dungeon.CROWD,
    }
    return [Script(flow, flows[flow].steps, tuple(holds for _, holds in OF_FLOWS[flow])) for flow in range(FLOWS)]
