"""Pushing frames, and finding those below."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.scripts import Script
from kickdoor.engine.data.state import Frame, State

# Names that every script stores: what the event concerns; flows keep their window's notes beside it.
EVENT: Final = 0
PASSES: Final = 1  # seats that have passed since the last change, one mask
SEEN: Final = 2  # arrangements of Items already seen in this window
CHOICE: Final = 3  # what the owner of the window has chosen to go on with
FIRST_OWN: Final = 4

# An ability's script keeps beside the event whether its card came from the hand.
FROM_HAND: Final = 1
PRESET: Final = 2  # … and a player on whom it was agreed to be played

# What the kernel's own scripts store
FLEE_AGAIN: Final = 4  # not empty: the flight was rolled anew
FLEE_ROLL: Final = 5
FLEE_ESCAPED: Final = 6
FLEE_MUST_ROLL: Final = 7
FLEE_HELD: Final = 8  # not empty: he does not roll and is caught
ROLL_NATURAL: Final = 4
ROLL_ADDED: Final = 7
ROLL_USED: Final = 8
STRIKE_CANCELLED: Final = 4
USED_REPLACERS: Final = 10
REPLACED: Final = 11
RUN_LEFT: Final = 4  # monsters that the runner still has to run from
RUN_AUTO: Final = 5  # seats that escape without a roll
RUN_AUTO_FROM: Final = 6  # seat and monster, likewise
RUN_COMING: Final = 7  # runners to come
RUN_HELD: Final = 9  # seats that do not roll and are caught
DRAW_LEFT: Final = 4
DRAW_OWED: Final = 5  # cards by whose leave one was taken from the discards
DRAW_REWARD: Final = 6  # not empty: the Treasures of a fight
DRAWN: Final = 7
DRAW_FOLLOWED: Final = 8  # Portals that were followed in this draw
UNLOOTED: Final = 9  # not empty: nobody takes a card of the dead

# Scripts of the kernel itself, by their fixed number; card scripts come after.
SETUP_FLOW: Final = 0
TURN_FLOW: Final = 1
FIGHT_FLOW: Final = 2
RUN_FLOW: Final = 3
FLEE_FLOW: Final = 4
ROLL_FLOW: Final = 5
STRIKE_FLOW: Final = 6
DEATH_FLOW: Final = 7
DRAW_FLOW: Final = 8
SALE_FLOW: Final = 9
CHARITY_FLOW: Final = 10
SETTLE_FLOW: Final = 11
WIN_FLOW: Final = 12
FINISH_FLOW: Final = 13
CHANGE_FLOW: Final = 14
EXIT_FLOW: Final = 15
LOSS_FLOW: Final = 16
CROWD_FLOW: Final = 17
FLOWS: Final = 18


def push(
    s: State,
    script: Script,
    you: int,
    by: int = -1,
    it: int = -1,
    fight: int = -1,
    cause: int = -1,
    ret: int = -1,
) -> Frame:
    """Begin a script on top of the stack."""
    regs: list[tuple[int, ...]] = [()] * script.names
    frame = Frame(script.id, 0, you, by, it, fight, cause, ret, regs)
    s.stack.append(frame)
    return frame


def push_flow(
    s: State, flow: int, you: int, by: int = -1, it: int = -1, fight: int = -1, cause: int = -1, ret: int = -1
) -> Frame:
    """Begin one of the kernel's own scripts."""
    return push(s, s.rules.scripts[flow], you, by, it, fight, cause, ret)


def give_back(s: State, f: Frame, result: tuple[int, ...]) -> None:
    """Store a result in the frame below, where that asked for one."""
    if f.ret >= 0:
        below = s.stack[s.stack.index(f) - 1]
        below.regs[f.ret] = result


def nearest(s: State, flow: int) -> Frame | None:
    """The topmost frame of a flow."""
    for frame in reversed(s.stack):
        if frame.script == flow:
            return frame
    return None


BEING_PLAYED: Final = -2  # where a result would go: asked of a card that will have left hand or table

LOOTED_ALIVE: Final = 30  # beyond all causes: looted like the dead, and plays on

# Names that stand for something of the frame rather than for a stored list
IT: Final = -2
CHASER: Final = -3  # the monster of the flight at hand
HOST: Final = -4  # what the card itself lies on
MARKER: Final = -5  # of a Mark: the card that it is of


def stored(s: State, f: Frame, register: int) -> tuple[int, ...]:
    """What a name stands for."""
    if register >= 0:
        return f.regs[register]
    if register == IT:
        return (f.it,)
    if register == CHASER:
        flee = nearest(s, FLEE_FLOW)
        return (flee.it,) if flee is not None else ()
    if register == HOST:
        return s.host.get(f.it, ())
    if register == MARKER:
        return (s.note[f.it],) if f.it in s.note else ()
    return ()


def first(values: tuple[int, ...], otherwise: int = -1) -> int:
    """The first of some stored values."""
    return values[0] if values else otherwise
