"""Pushing frames, finding those below, going back and forth in one."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, NO_SEAT, Card, FightId, Seat, as_cards
from kickdoor.engine.data.options import FIELD_BITS, field_of
from kickdoor.engine.data.scripts import Holds, Script
from kickdoor.engine.data.state import Frame, State

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
    you: Seat,
    by: Seat = NO_SEAT,
    it: Card = NO_CARD,
    fight: FightId = NO_FIGHT,
    cause: int = -1,
    ret: int = -1,
) -> Frame:
    """Begin a script on top of the stack."""
    regs: list[tuple[int, ...]] = [()] * script.registers
    frame = Frame(script=script.id, pc=0, you=you, by=by, it=it, fight=fight, cause=cause, ret=ret, regs=regs)
    s.stack.append(frame)
    return frame


def push_flow(
    s: State,
    flow: int,
    you: Seat,
    by: Seat = NO_SEAT,
    it: Card = NO_CARD,
    fight: FightId = NO_FIGHT,
    cause: int = -1,
    ret: int = -1,
) -> Frame:
    """Begin one of the kernel's own scripts."""
    return push(s, s.rules.scripts[flow], you, by=by, it=it, fight=fight, cause=cause, ret=ret)


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


# Frames that are no script under way: something is asked of them
ASKED: Final = -1
ASKED_IN_PLAYING: Final = -2  # … of a card that will have left hand or table

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


def cards_under_way(s: State, f: Frame) -> list[Card]:
    """The cards that something under way has to do with: the one behind it, and those that it keeps."""
    found = [f.it] if f.it >= 0 else []
    for what, values in zip(s.rules.scripts[f.script].holds, f.regs, strict=True):
        if what is Holds.CARDS:
            found.extend(as_cards(values))
        elif what is Holds.PICKS:
            found.extend(Card(field_of(value)) for value in values)
    return found


def picks_of(f: Frame, register: int, seat: Seat) -> tuple[int, ...]:
    """What a player has picked, of what several picked at once."""
    return tuple(field_of(pick) for pick in f.regs[register] if pick >> FIELD_BITS == seat)


def again(f: Frame) -> None:
    """The step that runs, or takes an answer, runs once more when what it has begun is done."""
    f.pc -= 1


def restart(f: Frame) -> None:
    """A script goes on at its first step."""
    f.pc = 0


def end(s: State, f: Frame) -> None:
    """A script is through, whatever steps it still has."""
    f.pc = len(s.rules.scripts[f.script].steps)


def first(values: tuple[int, ...], otherwise: int = -1) -> int:
    """The first of some stored values."""
    return values[0] if values else otherwise
