"""The one way out of play: a card is lost for a cause, and what is on it goes along, is parted or stays."""

from __future__ import annotations

from kickdoor.engine.actions import piles, reacting, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_HAND_LOST, ON_ITEM_LOST, ON_LOST
from kickdoor.engine.data.ids import NO_SEAT, Card, Seat
from kickdoor.engine.data.stack import LOSS_FLOW
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_DEATH,
    BY_EFFECT,
    BY_KILLING,
    BY_THEFT,
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    HAND,
    IN_PLAY,
    ITEM,
    ITEM_ENHANCER,
    LOST_CARD,
    RACE,
    RACE_ENHANCER,
)
from kickdoor.engine.questions.force import is_protected
from kickdoor.engine.questions.items import slots_of
from kickdoor.engine.questions.room import room_to_equip
from kickdoor.engine.questions.table import cards_of_kind, face, held_by, means_of, owner, seats


def cause_of(f: Frame) -> int:
    """How what a script takes or gives comes about: a Curse and Bad Stuff are told apart from all else."""
    return f.cause if f.cause == BY_CURSE or f.cause == BY_BAD_STUFF else BY_EFFECT


def lose(s: State, card: Card, cause: int, by: Seat = NO_SEAT) -> None:
    """A card of a hand or table goes to the discards."""
    seat = owner(s, card)
    in_hand = s.where[card] < IN_PLAY
    if not in_hand and is_protected(s, card, cause):
        tell.protected(s, seat=seat, card=card, cause=cause)
        return
    tell.discarded(s, seat=seat, card=card, cause=cause, by=by)
    if seat < 0 or in_hand:
        piles.to_discards(s, card)
        if seat >= 0:
            reacting.fire(s, s.rules.defs[card], card, ON_HAND_LOST, seat, by, cause)
        return
    part(s, card, seat, cause)
    d = face(s, card)
    worn_with = _worn_with(s, card, seat) if cause == BY_CURSE or cause == BY_BAD_STUFF else []
    cheated = s.host.get(card, ()) if d.lifts_limits else ()
    piles.to_discards(s, card)
    for item in cheated:
        _put_down(s, item, seat)
    after_losing(s, card, d.index, seat, cause, by)
    for other in worn_with:
        if s.where[other] == IN_PLAY + seat:
            lose(s, other, cause, by)


def _put_down(s: State, item: Card, seat: Seat) -> None:
    """An Item has lost its Cheat!: it is the one that is only carried, where it does not fit without [ITEM-12]."""
    if s.where[item] == IN_PLAY + seat and s.up[item] and room_to_equip(s, seat, item) is not None:
        s.up[item] = False
        s.version += 1
        tell.unequipped(s, seat=seat, card=item)


def _worn_with(s: State, card: Card, seat: Seat) -> list[Card]:
    """What is worn over or under an Item, and is lost together with it."""
    slots = slots_of(s, card) & ~(1 << HAND)
    if not s.up[card] or not slots:
        return []
    worn = [c for c in s.players[seat].table if c != card and s.up[c] and slots_of(s, c) & slots]
    layered = face(s, card).layered
    return [c for c in worn if layered or face(s, c).layered]


def hand_over(s: State, card: Card, to: Seat, cause: int, into_hand: bool) -> None:
    """A card goes from one player to another: given, traded, stolen or looted."""
    seat = owner(s, card)
    was_in_play = s.where[card] >= IN_PLAY
    along: list[tuple[Card, Card]] = []
    if was_in_play and seat >= 0:
        if not into_hand:
            _gather(s, card, along)
        for other, _ in along:
            del s.host[other]
        for moved in (card, *(other for other, _ in along)):
            part(s, moved, seat, cause)
    tell.handed_over(
        s,
        seat=seat,
        card=card,
        to=to,
        cause=cause,
        seen=ALL_SEATS if was_in_play or not into_hand else s.known[card] | 1 << to,
    )
    d = face(s, card)
    s.host.pop(card, None)
    if into_hand:
        piles.to_hand(s, card, to, ALL_SEATS if was_in_play else s.known[card])
    else:
        piles.to_table(s, card, to)
        for other, host in along:
            piles.to_table(s, other, to)
            s.host[other] = (host,)
            s.up[other] = face(s, other).kind == ITEM
    if was_in_play and seat >= 0:
        after_losing(s, card, d.index, seat, cause, to)


def _gather(s: State, card: Card, along: list[tuple[Card, Card]]) -> None:
    """What goes where a card goes, each with its host: what a Hireling carries [HIRE-09], enhancers [ITEM-13]."""
    for other in piles.attached_to(s, card):
        if face(s, other).kind in (ITEM, ITEM_ENHANCER) or face(s, other).lingers:
            along.append((other, card))
            _gather(s, other, along)


def part(s: State, card: Card, seat: Seat, cause: int) -> None:
    """What is attached to a lost card goes to the discards; what it carried stays or goes along [HIRE-09]."""
    for other in piles.attached_to(s, card):
        left = tuple(on for on in s.host[other] if on != card)
        if left:
            s.host[other] = left
            continue
        del s.host[other]
        o = face(s, other)
        host = face(s, card)
        parted = cause == BY_DEATH or (cause == BY_KILLING and not host.takes_items)
        if o.kind == ITEM and (parted or host.carries == 0):
            continue
        tell.discarded(s, seat=seat, card=other, cause=cause, by=-1)
        piles.to_discards(s, other)


def after_losing(s: State, card: Card, definition: int, seat: Seat, cause: int, by: Seat) -> None:
    """Whatever follows from the loss: Curses that go with it, the card's own last word, others' reactions."""
    d = s.rules.faces[definition]
    if d.frees and seat in s.unbound:
        s.unbound = tuple(other for other in s.unbound if other != seat)
        s.unsettled |= 1 << seat
    tell_loss(s, card, seat, cause, by)
    if cause == BY_CURSE or cause == BY_BAD_STUFF:
        for kept in s.players[seat].table.copy():
            k = face(s, kept)
            if k.kind == CURSE and k.lost_with is not None and k.lost_with.fits(s, card):
                tell.curse_lifted(s, seat=seat, card=kept)
                piles.to_discards(s, kept)
    if d.kind == CLASS or d.kind == RACE:
        _lose_enhancers(s, seat, d.kind)
    reacting.fire(s, d, card, ON_LOST, seat, by, cause)
    if d.is_item and cause != BY_THEFT:
        reacting.happen(s, ON_ITEM_LOST, seat, by, cause, card)


def tell_loss(s: State, card: Card, seat: Seat, cause: int, by: Seat = NO_SEAT) -> None:
    """Whoever can act on the loss of a card is asked, once what took it is done; a patient game asks all the same."""
    bit = 1 << LOST_CARD
    if (
        s.rules.watched & bit
        and cause != BY_DEATH
        and (s.patient or any((held_by(s, i) | means_of(s, i).moments) & bit for i in seats(s)))
    ):
        stack.push_flow(s, LOSS_FLOW, seat, by, card, s.players[seat].fight, cause)


def _lose_enhancers(s: State, seat: Seat, kind: int) -> None:
    """Enhancers that need several Classes (Races) go when too few are left; for one there may be another at once."""
    left = max(1, len(cards_of_kind(s, seat, kind)))
    for card in s.players[seat].table.copy():
        d = face(s, card)
        if d.lost_below > left and d.kind == (CLASS_ENHANCER if kind == CLASS else RACE_ENHANCER):
            lose(s, card, BY_EFFECT)


def discard_hand(s: State, seat: Seat, cause: int) -> None:
    """A whole hand goes to the discards."""
    for card in s.players[seat].hand.copy():
        lose(s, card, cause)


def take_unseen(s: State, card: Card, from_seat: Seat, to: Seat) -> None:
    """A card drawn blindly from a hand: only the two know it, and nobody else is sure of the rest."""
    piles.forget_hand(s, from_seat)
    tell.taken_unseen(s, seat=from_seat, card=card, to=to, seen=1 << from_seat | 1 << to)
    piles.to_hand(s, card, to, 1 << from_seat)
