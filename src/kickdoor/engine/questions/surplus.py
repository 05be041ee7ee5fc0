"""Surplus: the limits that a player is over, and what must be done about it."""

from __future__ import annotations

from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import CLASS, GIVE, HAND, HIRELING, PICK, POWER, RACE, STEED, UNEQUIP
from kickdoor.engine.questions.force import has_fled
from kickdoor.engine.questions.items import is_lifted, is_reshaped, slots_of
from kickdoor.engine.questions.room import (
    LIMITS,
    big_items,
    complex_count,
    equipped_with_limits,
    full_slots,
    ranks,
    steeds,
    uncarriable,
)
from kickdoor.engine.questions.table import cards_of_kind, face, means_of
from kickdoor.engine.questions.values import value


class Surplus:
    """A limit that a seat is over: what must be done, with which cards, and by how much it is over."""

    __slots__ = ("cards", "limit", "over", "verb")

    def __init__(self, limit: str, verb: int, cards: list[Card], over: int) -> None:
        self.limit = limit
        self.verb = verb  # GIVE, PICK or UNEQUIP
        self.cards = cards
        self.over = over


def surplus(s: State, seat: Seat) -> Surplus | None:
    """The first limit that the seat is over."""
    return None if is_sparse(s, seat) else surplus_of_many(s, seat)


def surplus_of_many(s: State, seat: Seat) -> Surplus | None:
    """The same, for a seat with cards that a limit could set against each other."""
    if not has_fled(s, seat):  # what a Hireling allows is allowed again when it is back
        found = _too_many(s, seat)
        if found is not None:
            return found
    if seat in s.unbound:
        return None
    worn = equipped_with_limits(s, seat)
    full = full_slots(s, seat, worn)
    if full:
        cards = [c for c in worn if full & slots_of(s, c)]
        return Surplus("slots", UNEQUIP, cards, len(cards))
    complex = complex_count(s, worn)
    if complex:
        over = complex - value(s, "complex_limit", seat)
        if over > 0:
            return Surplus("complex_limit", UNEQUIP, [c for c in worn if face(s, c).complex], over)
    return None


def _too_many(s: State, seat: Seat) -> Surplus | None:
    """Cards of which the seat has more than it may, and that must go."""
    big = big_items(s, seat)
    if big:
        over = len(big) - value(s, "big_limit", seat)
        if over > 0:
            return Surplus("big_limit", GIVE, big, over)
    forbidden = uncarriable(s, seat)
    if forbidden:
        return Surplus("carry", GIVE, forbidden, len(forbidden))
    mounts = steeds(s, seat)
    if len(mounts) > 1:
        over = len(mounts) - value(s, "steed_limit", seat)
        if over > 0:
            return Surplus("steed_limit", GIVE, mounts, over)
    kinds = means_of(s, seat).kinds
    for kind, limit in ((CLASS, "class_limit"), (RACE, "race_limit"), (HIRELING, "hireling_limit")):
        if not kinds >> kind & 1:
            continue
        have = [c for c in cards_of_kind(s, seat, kind) if not is_lifted(s, c)]
        if len(have) > 1:
            over = len(have) - value(s, limit, seat)
            if over > 0:
                return Surplus(limit, PICK, have, over)
    if kinds >> POWER & 1:
        over = ranks(s, seat) - s.players[seat].level
        if over > 0 and not value(s, "keeps_powers", seat):
            return Surplus("ranks", PICK, cards_of_kind(s, seat, POWER), over)
    return None


def is_sparse(s: State, seat: Seat) -> bool:
    """A quick look: nothing Big, no Power, and no two cards that a limit could set against each other."""
    if s.rules.is_tight or s.rules.for_all & LIMITS or uncarriable(s, seat):
        return False
    means = means_of(s, seat)
    if means.kinds >> POWER & 1 or (means.values and means.values & LIMITS) or is_reshaped(s, seat):
        return False
    for card in s.dungeons:
        if s.rules.defs[card].values & LIMITS:
            return False
    kinds = slots = 0
    for card in s.players[seat].table:
        d = face(s, card) if s.face else s.rules.defs[card]
        if d.big and d.kind != STEED:
            return False
        if d.slots or d.layered or (d.hands and d.slot != HAND):
            return False
        if s.up[card] and (d.slot or d.complex):
            taken = 1 << d.slot | d.complex << 5
            if slots & taken & ~1:
                return False
            slots |= taken
        elif d.kind == CLASS or d.kind == RACE or d.kind == HIRELING or d.kind == STEED:
            if kinds >> d.kind & 1:
                return False
            kinds |= 1 << d.kind
    return True
