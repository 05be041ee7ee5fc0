"""How strong the sides of a fight are, and who would win it: the sums of its lines.

Lines are gathered (`lines`), then operators change them (`operators`), then the sides are added up.
"""

from __future__ import annotations

from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import BAN_WIN, OPEN, PARTY
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.lines import OF_LEVEL, gather
from kickdoor.engine.questions.monsters import living
from kickdoor.engine.questions.operators import operate
from kickdoor.engine.questions.table import party
from kickdoor.engine.questions.values import value


def lines(s: State, fight: Fight) -> list[StrengthLine]:
    """All lines of both sides as they count; kept with their sums, and not to be changed."""
    found = fight.lines
    if found is None or fight.sums_at != s.version:
        found = _reckon(s, fight)
    return found


def sums(s: State, fight: Fight) -> tuple[int, int]:
    """Strength of party and monsters; kept until something changes."""
    if fight.sums_at == s.version:
        return fight.sums
    _reckon(s, fight)
    return fight.sums


def _reckon(s: State, fight: Fight) -> list[StrengthLine]:
    """Gather the lines and add them up."""
    reckoning = gather(s, fight)
    operate(s, reckoning)
    ours = 0
    theirs = 0
    for line in reckoning.lines:
        if line.side == PARTY:
            ours += line.amount
        else:
            theirs += line.amount
    fight.sums = (ours, theirs)
    fight.sums_at = s.version
    fight.lines = reckoning.lines
    return reckoning.lines


def is_winning(s: State, fight: Fight) -> bool:
    """Whether the party would win now: it must exceed the monsters, unless somebody wins ties [CMB-01]."""
    alive = False
    for m in fight.monsters:
        if not m.gone:
            alive = True
    if not alive:
        return True
    if not may_win(s, fight):
        return False
    ours, theirs = sums(s, fight)
    if ours != theirs:
        return ours > theirs
    return wins_ties(s, fight)


def may_win(s: State, fight: Fight) -> bool:
    """Whether no card keeps the party from winning by strength, however strong it is."""
    if s.bans or s.rules.forbidden >> BAN_WIN & 1:
        for seat in party(s, fight):
            if is_banned(s, seat, BAN_WIN, fight=fight.id):
                return False
    return True


def wins_ties(s: State, fight: Fight) -> bool:
    """Whether somebody in the party wins ties [CMB-01]."""
    for seat in party(s, fight):
        if value(s, "wins_ties", seat) > 0:
            return True
    return False


def lacking(s: State, fight: Fight) -> int:
    """How much the party lacks to win; 0 where it would win now [CMB-01]."""
    if is_winning(s, fight):
        return 0
    ours, theirs = sums(s, fight)
    return theirs - ours + (0 if wins_ties(s, fight) else 1)


def is_unaided(s: State, fight: Fight) -> bool:
    """Whether the fighter has neither help nor any bonus; penalties do not count."""
    if len(party(s, fight)) > 1:
        return False
    counted = [line for line in lines(s, fight) if line.side == PARTY and line.amount > 0]
    return all(line.kind == OF_LEVEL for line in counted) and len(counted) <= 1


def margin(s: State, fight: Fight) -> int:
    """By how much the stronger side exceeds the weaker: now, or when it was decided.

    Where no monster is left there was nothing to exceed: a kill by a card has no margin.
    """
    if fight.outcome != OPEN:
        return fight.margin
    if not living(fight):
        return 0
    ours, theirs = sums(s, fight)
    return abs(ours - theirs)
