"""After each outer step: limits that no longer hold are mended, until nothing changes."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import laying, levels, losing, sales
from kickdoor.engine.data import stack
from kickdoor.engine.data.options import code, first_of, second_of, verb_of
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    BY_EFFECT,
    BY_GIFT,
    CLASS,
    CLASS_ENHANCER,
    GIVE,
    GOES_ON,
    HAND,
    HIRELING,
    IN_PLAY,
    ITEM,
    PERMIT_ALL,
    PICK,
    POWER,
    RACE,
    RACE_ENHANCER,
    SEEMS_WON,
    SELL,
    STEED,
    UNEQUIP,
)
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.questions.force import has_fled, is_banned, is_usable
from kickdoor.engine.questions.items import is_lifted, is_reshaped
from kickdoor.engine.questions.room import (
    LIMITS,
    big_items,
    complex_count,
    equipped_with_limits,
    full_slots,
    ranks,
    room_to_carry,
    slots_of,
    steeds,
    uncarriable,
)
from kickdoor.engine.questions.table import cards_of_kind, face, in_combat, means_of
from kickdoor.engine.questions.values import value, winning_level


def surplus(s: State, seat: int) -> tuple[int, list[int]] | None:
    """The first limit that the seat is over: what must be done, and with which cards."""
    return None if is_sparse(s, seat) else surplus_of_many(s, seat)


def surplus_of_many(s: State, seat: int) -> tuple[int, list[int]] | None:
    """The same, for a seat with cards that a limit could set against each other."""
    if not has_fled(s, seat):  # what a Hireling allows is allowed again when he is back
        found = _too_many(s, seat)
        if found is not None:
            return found
    if s.bans and is_banned(s, seat, PERMIT_ALL):
        return None
    worn = equipped_with_limits(s, seat)
    full = full_slots(s, seat, worn)
    if full:
        return UNEQUIP, [c for c in worn if full & slots_of(s, c) & ~1]
    complex = complex_count(s, worn)
    if complex and complex > value(s, "complex_limit", seat):
        return UNEQUIP, [c for c in worn if face(s, c).complex]
    return None


def _too_many(s: State, seat: int) -> tuple[int, list[int]] | None:
    """Cards of which the seat has more than it may, and that must go."""
    big = big_items(s, seat)
    if big and len(big) > value(s, "big_limit", seat):
        return GIVE, big
    forbidden = uncarriable(s, seat)
    if forbidden:
        return GIVE, forbidden
    mounts = steeds(s, seat)
    if len(mounts) > 1 and len(mounts) > value(s, "steed_limit", seat):
        return GIVE, mounts
    kinds = means_of(s, seat).kinds
    for kind, limit in ((CLASS, "class_limit"), (RACE, "race_limit"), (HIRELING, "hireling_limit")):
        if not kinds >> kind & 1:
            continue
        have = [c for c in cards_of_kind(s, seat, kind) if not is_lifted(s, c)]
        if len(have) > 1 and len(have) > value(s, limit, seat):
            return PICK, have
    if kinds >> POWER & 1 and ranks(s, seat) > s.players[seat].level and not value(s, "keeps_powers", seat):
        return PICK, cards_of_kind(s, seat, POWER)
    return None


def is_sparse(s: State, seat: int) -> bool:
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


def tidy(s: State, seat: int) -> None:
    """What needs no choice: orphaned enhancers go, Items that cannot be used are turned sideways."""
    player = s.players[seat]
    for card in player.table.copy():
        d = face(s, card) if s.face else s.rules.defs[card]
        kind = d.kind
        if (kind == CLASS_ENHANCER and not cards_of_kind(s, seat, CLASS)) or (
            kind == RACE_ENHANCER and not cards_of_kind(s, seat, RACE)
        ):
            losing.lose(s, card, BY_EFFECT)
        elif s.host and card in s.host and all(s.where[on] < IN_PLAY for on in s.host[card]):
            del s.host[card]
            s.version += 1
            if kind != ITEM:
                losing.lose(s, card, BY_EFFECT)
        elif s.up[card] and (kind == ITEM or kind == STEED) and not in_combat(s, seat) and not is_usable(s, seat, card):
            laying.unequip(s, seat, card)


def settle_now(s: State) -> bool:
    """Mend what needs no choice; push a frame for the first seat that must choose. True if one was pushed."""
    seat = 0
    while s.unsettled:
        if not s.unsettled >> seat & 1:
            seat = (seat + 1) % len(s.players)
            continue
        s.unsettled &= ~(1 << seat)
        if s.players[seat].dead:
            continue
        tidy(s, seat)
        levels.raise_to_lowest(s, seat)
        if s.players[seat].level >= winning_level(s, seat) and seat not in s.winners and s.over == GOES_ON:
            s.winners.append(seat)
            s.over = SEEMS_WON
        if s.unsettled >> seat & 1:
            continue
        if surplus(s, seat) is not None:
            stack.push_flow(s, stack.SETTLE_FLOW, seat)
            return True
    return False


class Mend(Step):
    """Ask what goes: Big Items are given away or sold, second Classes discarded, Items unequipped."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask while a limit is broken."""
        s.waiting = 0
        if s.players[f.you].dead or surplus(s, f.you) is None:
            return
        options = self.options(s, f, f.you)
        if len(options) == 1:
            self.take(s, f, f.you, options[0])
        else:
            s.waiting = 1 << f.you

    def takers(self, s: State, seat: int, card: int) -> list[int]:
        """The lowest of those who can carry a surplus Big Item [ITEM-09]."""
        able = [i for i, p in enumerate(s.players) if i != seat and not p.dead and room_to_carry(s, i, card) is None]
        if not able:
            return []
        bottom = min(s.players[i].level for i in able)
        return [i for i in able if s.players[i].level == bottom]

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """One of the surplus cards, and where it can go."""
        found = surplus(s, seat)
        if found is None:
            return []
        verb, cards = found
        if verb == UNEQUIP:
            return [code(UNEQUIP, card) for card in cards]
        if verb == PICK:
            return [code(PICK, card) for card in cards]
        options: list[int] = []
        for card in cards:
            takers = self.takers(s, seat, card)
            options.extend(code(GIVE, card, other) for other in takers)
            if not takers:
                options.append(code(PICK, card))
        if s.turn == seat and sales.refuse_sale(s, seat) is None:
            options.append(code(SELL))
        return options

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """Do it, and look again."""
        s.waiting = 0
        stack.again(f)
        verb = verb_of(option)
        card = first_of(option)
        if verb == SELL:
            stack.push_flow(s, stack.SALE_FLOW, seat, seat)
        elif verb == GIVE:
            losing.hand_over(s, card, second_of(option), BY_GIFT, False)
        elif verb == UNEQUIP:
            laying.unequip(s, seat, card)
        else:
            losing.lose(s, card, BY_EFFECT, seat)


FLOW: Final = Flow((Mend(),))
