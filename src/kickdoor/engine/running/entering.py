"""Entering a game in the middle: a position says which phase it is, and the flows begin there."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import FIRST_SEAT, NO_CARD, NO_SEAT
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import LOST
from kickdoor.engine.flow import setup, turn
from kickdoor.engine.flow.fight import ALL_HAVE_RUN
from kickdoor.engine.questions.strength import margin

#: The phases that a position can name: of a turn, and before the first.
PHASES: Final[tuple[str, ...]] = tuple(turn.PHASES)
SETUP_PHASES: Final[tuple[str, ...]] = tuple(setup.PHASES)


def enter_setup(s: State, phase: str) -> None:
    """The game is about to begin: before the deal, or after it."""
    stack.push_flow(s, stack.SETUP_FLOW, FIRST_SEAT).pc = setup.PHASES[phase]


def enter_turn(s: State, phase: str) -> None:
    """It is a phase of the turn of the player on turn."""
    stack.push_flow(s, stack.TURN_FLOW, s.turn).pc = turn.PHASES[phase]


def enter_fight(s: State, fight: Fight) -> None:
    """A fight is open."""
    stack.push_flow(s, stack.FIGHT_FLOW, fight.fighter, fight.fighter, NO_CARD, fight.id)


def enter_flight(s: State, fight: Fight) -> None:
    """A fight is lost, and everybody in it is about to run."""
    fight.margin = margin(s, fight)
    fight.outcome = LOST
    lost = stack.push_flow(s, stack.FIGHT_FLOW, fight.fighter, fight.fighter, NO_CARD, fight.id)
    lost.pc = ALL_HAVE_RUN
    stack.push_flow(s, stack.RUN_FLOW, fight.fighter, NO_SEAT, NO_CARD, fight.id)
