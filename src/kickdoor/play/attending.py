"""Who is asked: whoever could speak and has not passed, and nobody else. Each check lists what it found wrong."""

from __future__ import annotations

from collections.abc import Sequence

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import seat_of, verb_of
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ACCEPT,
    CLAIM,
    DECLARE,
    DROP,
    ENTRUST,
    EQUIP,
    LOOT,
    OFFER,
    OVER,
    PASS,
    PAUSE,
    PROCEED,
    REFUSE,
    RUN,
    TROUBLE,
    UNEQUIP,
)
from kickdoor.engine.questions.strength import sums
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import not_offered, open_window
from kickdoor.engine.running.underway import stands_like

#: What nobody is waited for: changes of equipment, offers, and how it goes on.
QUIET = frozenset((EQUIP, UNEQUIP, DROP, ENTRUST, OFFER, PASS, PROCEED, LOOT, TROUBLE, CLAIM, RUN, DECLARE))
#: By these somebody is done, and the others go on where they were.
DONE = frozenset((PASS, PROCEED, LOOT, TROUBLE))
#: By these nobody's silence is broken but that of who is spoken to.
ASIDE = frozenset((EQUIP, UNEQUIP, ENTRUST, OFFER, REFUSE))


def not_asked(s: State, events: Sequence[Event]) -> list[str]:
    """Whoever could speak in the open window and has not passed is asked, and nobody who is dead or has passed."""
    window = open_window(s)
    if window is None or s.waiting == PAUSE:
        return []
    passed = window.passed()
    found = []
    for seat, player in enumerate(s.players):
        asked = bool(s.waiting >> seat & 1)
        if player.dead or passed >> seat & 1:
            found += [f"seat {seat} is {'dead' if player.dead else 'done'} and is asked"] if asked else []
            continue
        speaks = [option for option in kernel.options(s, seat) if verb_of(option) not in QUIET]
        if speaks and not asked:
            found.append(f"seat {seat} could speak and is not asked")
    return found


def not_heard(before: State, after: State, seat: int, option: int) -> list[str]:
    """Who passes is done, and a window stays open while others are asked; what changes something asks all anew."""
    verb = verb_of(option)
    window = open_window(before)
    others = before.waiting & ~(1 << seat)
    if window is None or after.over == OVER or before.waiting == PAUSE:
        return []
    now = open_window(after)
    same = now is not None and stands_like(before, after)
    if verb in DONE:
        if not others:
            return []
        if not same or after.waiting != others:
            return [f"others are still asked ({others:b}), and then {after.waiting:b} are"]
        return []
    if not same or now is None:
        return []
    passes = now.passed()
    if verb in ASIDE:
        due = window.passed() & ~(1 << seat_of(option) if verb == OFFER else 0)
        return [] if passes == due else [f"{due:b} had passed, and now {passes:b} have"]
    if verb in (CLAIM, RUN, DECLARE, ACCEPT):
        return []
    return [f"something was done, and {passes:b} are not asked anew"] if passes else []


def forgotten(s: State) -> list[str]:
    """What is kept for speed is what a fresh look finds, and what nothing is said against is offered."""
    found = [
        f"nothing is said against {s.rules.defs[card].name} of seat {seat}, and it is not offered"
        for seat, card in not_offered(s)
    ]
    fresh = s.copy()
    fresh.version += 1
    fresh.altered = None
    for player in fresh.players:
        player.means, player.held = None, -1
    for seat in range(len(s.players)):
        if sorted(kernel.options(s, seat)) != sorted(kernel.options(fresh, seat)):
            found.append(f"seat {seat} has other options at a fresh look")
    for kept, anew in zip(s.fights, fresh.fights, strict=True):
        if sums(s, kept) != sums(fresh, anew):
            found.append(f"strength is {list(sums(fresh, anew))} at a fresh look, and {list(sums(s, kept))} was kept")
    return found
