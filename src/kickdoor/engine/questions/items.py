"""Items, with what lies on them: their size, slot, bonus and worth now."""

from __future__ import annotations

from kickdoor.engine.data.cards import DROP_ITSELF, ITS_HOST, OWN, HostChange
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import HAND, ITEM_ENHANCER, NO_SLOT, ONE_SHOT
from kickdoor.engine.questions.table import context, face, owner


def is_lifted(s: State, card: Card) -> bool:
    """Whether a limit-lifting card is on the Item, or a Hireling carries it; or it is a copy [ITEM-12, HIRE-07]."""
    if s.copies and is_copy(s, card):
        return True
    if not s.host:
        return False
    for carrier in s.host.get(card, ()):
        if face(s, carrier).carries > 0:
            return True
    return is_cheated(s, card)


def is_copy(s: State, card: Card) -> bool:
    """Whether a card shows another's face for a while, beyond all limits."""
    return any(copied.card == card for copied in s.copies) and card in s.face


def is_cheated(s: State, card: Card) -> bool:
    """Whether a limit-lifting card is on the Item: whoever has it counts as one whom it serves best."""
    for attached, hosts in s.host.items():
        if card in hosts and face(s, attached).lifts_limits:
            return True
    return False


def changes_on(s: State, card: Card) -> list[tuple[Card, HostChange]]:
    """What cards on this one make of it, each with its card."""
    found: list[tuple[Card, HostChange]] = []
    if not s.rules.reshaping or not s.host:
        return found
    for attached, on in s.host.items():
        if card in on:
            change = face(s, attached).host
            if change is not None:
                found.append((attached, change))
    return found


def is_reshaped(s: State, seat: Seat) -> bool:
    """Whether something before the seat is made into something else by what lies on it."""
    if not s.rules.reshaping or not s.host:
        return False
    for attached, on in s.host.items():
        if face(s, attached).host is not None:
            for card in on:
                if owner(s, card) == seat:
                    return True
    return False


def is_big(s: State, card: Card) -> bool:
    """Whether a card is Big now [ITEM-07]."""
    big = face(s, card).big
    if not s.rules.reshaping or not s.host:
        return big
    for _, change in changes_on(s, card):
        if change.big >= 0:
            big = change.big == 1
    return big


def slot_of(s: State, card: Card) -> int:
    """Where an Item is worn or held now."""
    slot = face(s, card).slot
    if not s.rules.reshaping or not s.host:
        return slot
    for attached, change in changes_on(s, card):
        if change.slots:
            slot = change.slots[s.note.get(attached, 0) % len(change.slots)]
    return slot


def fills(s: State, card: Card, slot: int) -> bool:
    """Whether an Item is worn or held in a slot, or also in it: what takes Hands is held, wherever it is worn."""
    d = face(s, card)
    return slot_of(s, card) == slot or slot in d.slots or (slot == HAND and d.hands > 0)


def slots_of(s: State, card: Card) -> int:
    """All slots that an Item fills, as a mask."""
    d = face(s, card)
    mask = 1 << slot_of(s, card) & ~(1 << NO_SLOT)
    for further in d.slots:
        mask |= 1 << further
    return mask | 1 << HAND if d.hands else mask


def whole(s: State, card: Card) -> Card:
    """The Item, Steed or Hireling that a card is part of, where it is an enhancer on one; otherwise itself [ITEM-13].

    Whoever asks what sort of thing a bonus comes from asks this card.
    """
    if s.host and card < len(s.where) and face(s, card).kind == ITEM_ENHANCER:
        for host in s.host.get(card, ()):
            return host
    return card


def bonus_in_force(s: State, card: Card) -> int:
    """The bonus that an Item gives its owner now: with what it adds on conditions and all that lies on it [ITEM-13]."""
    if _is_left_out(s, card):
        return 0
    total = _bonus_by_itself(s, card)
    if not s.host:
        return total
    times = 1
    sorts = face(s, card).enhanced_by
    for other, hosts in s.host.items():
        if card in hosts:
            d = face(s, other)
            if d.kind != ITEM_ENHANCER:
                if not counts_now(s, other):
                    continue
                for rule in d.strength:
                    if rule.multiplies == ITS_HOST:
                        times *= rule.by
            elif d.enhances in sorts:
                total += _bonus_by_itself(s, other)
    return total * times


def _bonus_by_itself(s: State, card: Card) -> int:
    """The bonus that a card gives its owner now, without what lies on it."""
    d = face(s, card)
    total = d.bonus
    seat = owner(s, card)
    if seat >= 0:
        for rule in d.strength:
            if rule.side == OWN and rule.amount is not None:
                asked = context(seat, card, s.players[seat].fight)
                if rule.condition is None or rule.condition.holds(s, asked) or (rule.for_some and is_cheated(s, card)):
                    total += rule.amount.of(s, asked)
    return total


def _is_left_out(s: State, card: Card) -> bool:
    """Whether a card says of itself that it does not count now."""
    seat = owner(s, card)
    if seat < 0:
        return False
    for rule in face(s, card).strength:
        if rule.drop == DROP_ITSELF:
            asked = context(seat, card, s.players[seat].fight)
            if rule.condition is None or rule.condition.holds(s, asked):
                return True
    return False


def items(s: State, seat: Seat) -> list[Card]:
    """Items that the seat carries, equipped or not; an enhancer is part of its Item."""
    return [card for card in s.players[seat].table if is_item_by_itself(s, card)]


def is_item_by_itself(s: State, card: Card) -> bool:
    """Whether a card is an Item, and not an enhancer or a used one-shot that is part of one [ITEM-13]."""
    d = face(s, card)
    return d.is_item and d.kind != ITEM_ENHANCER and not (d.kind == ONE_SHOT and is_spent(s, card))


def is_spent(s: State, card: Card) -> bool:
    """Whether a one-shot was used already, and lies on what it was used on."""
    return bool(s.host) and card in s.host


def counts_now(s: State, card: Card) -> bool:
    """Whether a one-shot on an Item counts: one that was used for a fight does in that fight alone."""
    used_in = s.note.get(card, 0) if face(s, card).kind == ONE_SHOT else 0
    seat = owner(s, card)
    return not used_in or (seat >= 0 and s.players[seat].fight == used_in)


def gold(s: State, card: Card) -> int:
    """What an Item is worth, with the enhancers on it."""
    worth = face(s, card).gold
    if s.host:
        for other, hosts in s.host.items():
            if card in hosts and face(s, other).kind == ITEM_ENHANCER:
                worth += face(s, other).gold
    return worth
