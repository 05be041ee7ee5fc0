"""Levels: gained by kills and cards, lost, never below the lowest nor to the winning one without a kill."""

from __future__ import annotations

from kickdoor.engine.actions import reacting, tell
from kickdoor.engine.data.abilities import ON_LEVEL_GAINED, ON_LEVEL_LOST
from kickdoor.engine.data.ids import NO_CARD, Card, Seat
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BY_EFFECT, ENDED_BY_CARD, MONSTER, OPEN, OVER, SEEMS_WON
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.values import level_cap, value, winning_level


def set_level(s: State, seat: Seat, level: int) -> None:
    """Move the counted Level [CHAR-12]; limits that hang on it are looked at again."""
    player = s.players[seat]
    if player.level == level:
        return
    player.level = level
    s.version += 1
    s.unsettled |= 1 << seat


def can_gain(s: State, seat: Seat, may_win: bool = False) -> bool:
    """Whether a level would do the seat any good [HIER-05]."""
    player = s.players[seat]
    if player.dead or value(s, "only_kills", seat):
        return False
    return player.level < (winning_level(s, seat) if may_win else level_cap(s, seat))


def can_lose(s: State, seat: Seat) -> bool:
    """Whether the seat has a level to lose [HIER-02]."""
    return s.players[seat].level > value(s, "lowest_level", seat)


def gain(s: State, seat: Seat, count: int, may_win: bool, cause: int, source: Card = NO_CARD) -> int:
    """Gain levels, up to what is allowed; returns how many [WIN-03, DEATH-04]."""
    player = s.players[seat]
    if player.dead or count <= 0:
        return 0
    top = winning_level(s, seat)
    cap = top if may_win else min(top, level_cap(s, seat))
    gained = min(player.level + count, cap) - player.level
    if gained <= 0:
        return 0
    set_level(s, seat, player.level + gained)
    tell.level_gained(s, seat=seat, levels=gained, cause=cause, source=source)
    if not see_whether_won(s, seat):
        reacting.happen(s, ON_LEVEL_GAINED, seat, seat, source=source)
    return gained


def lacks_kill(s: State, f: Frame, seat: Seat) -> bool:
    """Whether no level is gained by a script, for want of a kill, whatever its card says.

    The end of a fight gives one only to those who have killed in it, or helped to; so does a card that has just ended
    it [HIER-03]. Where only kills give
    levels, nothing gives one but a monster's card and what is due for winning.
    """
    if (f.script in s.rules.after_combat or _is_ended(s, f)) and not has_killed(s, f, seat):
        return True
    if f.script in s.rules.on_winning or not value(s, "only_kills", seat):
        return False
    return f.it < len(s.where) and face(s, f.it).kind != MONSTER


def _is_ended(s: State, f: Frame) -> bool:
    fight = s.fight_by_id(f.fight)
    return fight is not None and fight.declared == ENDED_BY_CARD and fight.outcome == OPEN


def has_killed(s: State, f: Frame, seat: Seat) -> bool:
    """Whether somebody has killed in a fight, or helped to."""
    fight = s.fight_by_id(f.fight)
    return fight is not None and any(r.face >= 0 and seat in (r.seat, r.helper) for r in fight.rewards)


def see_whether_won(s: State, seat: Seat) -> bool:
    """Note who stands on the winning Level, moved there or under them: all who do win [WIN-01]."""
    player = s.players[seat]
    if player.dead or player.level < winning_level(s, seat):
        return False
    if seat not in s.winners and s.over != OVER:
        s.winners.append(seat)
        s.over = SEEMS_WON
    return True


def lose(s: State, seat: Seat, count: int, cause: int, source: Card = NO_CARD) -> int:
    """Lose levels, never below the lowest [HIER-02]; returns how many."""
    player = s.players[seat]
    lost = min(count, player.level - value(s, "lowest_level", seat))
    if lost <= 0:
        return 0
    set_level(s, seat, player.level - lost)
    tell.level_lost(s, seat=seat, levels=lost, cause=cause, source=source)
    reacting.happen(s, ON_LEVEL_LOST, seat, seat, cause, source=source)
    return lost


def raise_to_lowest(s: State, seat: Seat) -> None:
    """Nobody stands below the lowest Level that their cards allow; nobody wins by it [HIER-05]."""
    lowest = min(value(s, "lowest_level", seat), level_cap(s, seat))
    player = s.players[seat]
    if player.level < lowest:
        gained = lowest - player.level
        set_level(s, seat, lowest)
        tell.level_gained(s, seat=seat, levels=gained, cause=BY_EFFECT, source=-1)
