"""Room: what fits beside what is carried and equipped, and which Powers fit a Level."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import ARMOR, BAN_CARRY, HAND, POWER, STEED
from kickdoor.engine.questions.force import is_banned, might_be_banned
from kickdoor.engine.questions.items import is_big, is_lifted, slot_of, slots_of
from kickdoor.engine.questions.table import cards_of_kind, face
from kickdoor.engine.questions.values import value

SLOT_LIMITS: Final = ("", "headgear_limit", "armor_limit", "footgear_limit", "hands")
#: The numbers that a card must modify to change what can be equipped at once.
LIMITS: Final = frozenset((*SLOT_LIMITS[1:], "complex_limit", "spare_slots"))


def equipped_with_limits(s: State, seat: Seat) -> list[Card]:
    """Equipped Items that the limits apply to: none that Cheat! or a Hireling takes out of them [ITEM-12]."""
    return [card for card in s.players[seat].table if s.up[card] and not is_lifted(s, card)]


def full_slots(s: State, seat: Seat, cards: list[Card]) -> int:
    """The slots that these Items would fill beyond what the seat has, as a mask; 0 where all fit [ITEM-03]."""
    used = [0, 0, 0, 0, 0]
    barrels = 0
    for card in cards:
        d = face(s, card)
        slot = slot_of(s, card)
        if slot != HAND and not d.layered:
            used[slot] += 1
            for further in d.slots:
                used[further] += 1
        if slot == HAND and d.laser:
            barrels = max(barrels, d.hands)  # snapped together: one weapon [LASER-01]
        else:
            used[HAND] += d.hands
    used[HAND] += barrels
    full = 0
    beyond = 0
    for slot in range(1, 5):
        if used[slot]:
            over = used[slot] - value(s, SLOT_LIMITS[slot], seat)
            if over > 0:
                full |= 1 << slot
                beyond += over
    if full and not full >> ARMOR & 1 and beyond <= value(s, "spare_slots", seat):
        return 0
    return full


def free_hands(s: State, seat: Seat) -> int:
    """Hands that nothing equipped uses."""
    held = [face(s, card) for card in equipped_with_limits(s, seat)]
    barrels = max((d.hands for d in held if d.laser), default=0)
    return max(0, value(s, "hands", seat) - barrels - sum(d.hands for d in held if not d.laser))


def complex_count(s: State, cards: list[Card]) -> int:
    """How many Complex Items these are; lasers that are snapped together count as one [LASER-03]."""
    count = 0
    lasers = 0
    for card in cards:
        d = face(s, card)
        if d.complex:
            if d.laser:
                lasers = 1
            else:
                count += 1
    return count + lasers


def room_to_equip(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Whether an Item could be equipped beside what is equipped now [ITEM-03, ITEM-10]."""
    d = face(s, card)
    if (not d.slot and not d.complex) or is_lifted(s, card) or seat in s.unbound:
        return None
    cards = [c for c in equipped_with_limits(s, seat) if c != card]
    cards.append(card)
    if d.slot:
        up = s.up[card]
        s.up[card] = True  # the room that it brings counts
        full = full_slots(s, seat, cards)
        s.up[card] = up
        if full & slots_of(s, card):
            return no.SLOT_FULL
    if d.complex and complex_count(s, cards) > value(s, "complex_limit", seat):
        return no.TOO_COMPLEX
    return None


def big_items(s: State, seat: Seat) -> list[Card]:
    """Big Items that count against the limit: no Steeds, none with its limits lifted [ITEM-07, STEED-02]."""
    return [
        card
        for card in s.players[seat].table
        if is_big(s, card) and face(s, card).kind != STEED and not face(s, card).uncounted and not is_lifted(s, card)
    ]


def steeds(s: State, seat: Seat) -> list[Card]:
    """Steeds that count against the limit: none with its limits lifted [STEED-01]."""
    return [card for card in cards_of_kind(s, seat, STEED) if not is_lifted(s, card)]


def room_to_carry(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Whether the seat could carry the Item, or have the Steed, too [ITEM-07, STEED-01]."""
    d = face(s, card)
    if is_banned(s, seat, BAN_CARRY, card):
        return no.CANNOT_CARRY
    if d.kind == STEED:
        return None if len(steeds(s, seat)) < value(s, "steed_limit", seat) else no.ONE_STEED
    if not is_big(s, card) or d.uncounted:
        return None
    if len(big_items(s, seat)) < value(s, "big_limit", seat):
        return None
    return no.TOO_BIG


def uncarriable(s: State, seat: Seat) -> list[Card]:
    """Items before the seat that a card forbids it to carry; not what Cheat! or a Hireling takes out [ITEM-12]."""
    if not might_be_banned(s, seat, BAN_CARRY):
        return []
    table = s.players[seat].table
    return [c for c in table if face(s, c).is_item and is_banned(s, seat, BAN_CARRY, c) and not is_lifted(s, c)]


def ranks(s: State, seat: Seat) -> int:
    """The Ranks of the Powers in play together [POW-01]."""
    return sum(face(s, card).rank for card in cards_of_kind(s, seat, POWER) if not is_lifted(s, card))


def room_for_power(s: State, seat: Seat, card: Card) -> Refusal | None:
    """Whether the Level allows another Power [POW-01]."""
    return None if ranks(s, seat) + face(s, card).rank <= s.players[seat].level else no.RANKS
