"""Questions asked of a copy with some moves made."""

from __future__ import annotations

from kickdoor.engine import losing
from kickdoor.engine.queries import face, is_usable, owner, room_to_equip
from kickdoor.engine.state import State
from kickdoor.engine.strength import is_winning
from kickdoor.engine.terms import BY_THEFT, ITEM


def would_win_with(s: State, seat: int, card: int, fight_id: int) -> bool:
    """Whether taking this Item of another, and using it at once, would turn defeat into victory."""
    fight = s.fight_by_id(fight_id)
    if fight is None or seat < 0 or owner(s, card) in (seat, -1) or is_winning(s, fight):
        return False
    d = face(s, card)
    if d.kind != ITEM or (d.bonus <= 0 and not d.lines):
        return False
    t = s.copy()
    losing.hand_over(t, card, seat, BY_THEFT, False)
    if not is_usable(t, seat, card):
        return False
    t.up[card] = 1
    t.version += 1
    in_the_way = [c for c in t.players[seat].table if c != card and t.up[c] and face(t, c).slot == d.slot]
    while room_to_equip(t, seat, card) is not None and in_the_way:
        t.up[min(in_the_way, key=lambda c: face(t, c).bonus)] = 0
        t.version += 1
        in_the_way = [c for c in in_the_way if t.up[c]]
    then = t.fight_by_id(fight_id)
    return then is not None and is_winning(t, then)
