"""Reactions that follow an event: each card that reacts runs its script, if its condition holds."""

from __future__ import annotations

from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import HEARD, TO_ANOTHER, Reaction
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, NO_SEAT, Card, FightId, Seat
from kickdoor.engine.data.registers import EVENT
from kickdoor.engine.data.state import State
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.table import context, face, is_reached, means_of, ring


def fire(
    s: State,
    d: CardDef,
    card: Card,
    event: int,
    seat: Seat,
    by: Seat = NO_SEAT,
    cause: int = -1,
    about: int = -1,
    fight: FightId = NO_FIGHT,
    cards: tuple[Card, ...] = (),
) -> None:
    """One card's reactions to an event; what the event concerns is stored for its script."""
    if not d.reacts >> event & 1:
        return
    for reaction in d.reactions:
        if not reaction.hears >> event & 1 or reaction.instead:
            continue
        run_reaction(s, reaction, card, seat, by, cause=cause, about=about, fight=fight, cards=cards)


def run_reaction(
    s: State,
    reaction: Reaction,
    card: Card,
    seat: Seat,
    by: Seat = NO_SEAT,
    cause: int = -1,
    about: int = -1,
    fight: FightId = NO_FIGHT,
    cards: tuple[Card, ...] = (),
) -> None:
    """One reaction, if its condition holds."""
    asked = context(seat, card, fight if fight >= 0 else s.players[seat].fight)
    asked.by = by
    asked.cause = cause
    asked.regs = [()] * reaction.script.registers
    asked.regs[EVENT] = (about,) if about >= 0 else ()
    if reaction.promises and all(step.refuse(s, asked) is not None for step in reaction.promises):
        return
    if reaction.condition is None or reaction.condition.holds(s, asked):
        frame = stack.push(s, reaction.script, seat, by, card, asked.fight, cause)
        frame.regs[EVENT] = (about,) if about >= 0 else cards


def reactions_of(s: State, event: int, seat: Seat) -> list[tuple[Card, Reaction]]:
    """The reactions to an event of all cards in force before a player, and of Dungeons, each with its card."""
    cards = [c for c in s.players[seat].table if face(s, c).reacts >> event & 1 and is_active(s, seat, c)]
    cards += [c for c in s.dungeons if s.rules.defs[c].reacts >> event & 1 and is_reached(s, c, seat)]
    return [(card, r) for card in cards for r in face(s, card).reactions if r.event == event and not r.instead]


def happen(
    s: State,
    event: int,
    seat: Seat,
    by: Seat = NO_SEAT,
    cause: int = -1,
    about: int = -1,
    fight: FightId = NO_FIGHT,
    source: Card = NO_CARD,
    cards: tuple[Card, ...] = (),
    but: tuple[int, ...] = (),
) -> None:
    """Something happens to a player: their own cards react first, then those of the others round the table.

    To the others it was brought about by whom it happens to.
    """
    heard = s.rules.reacts >> event & HEARD
    if not heard:
        return
    if heard > 1:
        tell_others(s, event, seat, cause=cause, about=about, fight=fight, source=source, cards=cards)
    if heard & 1:
        fire_all(s, event, seat, by, cause=cause, about=about, fight=fight, source=source, cards=cards, but=but)


def tell_others(
    s: State,
    event: int,
    seat: Seat,
    cause: int = -1,
    about: int = -1,
    fight: FightId = NO_FIGHT,
    source: Card = NO_CARD,
    cards: tuple[Card, ...] = (),
) -> None:
    """The reactions of all others to what happens to a player, round the table."""
    if not s.rules.reacts >> event + TO_ANOTHER & 1:
        return
    for other in reversed(ring(s, seat)):  # the last to be told acts first
        if not s.players[other].dead:
            heard = event + TO_ANOTHER
            fire_all(s, heard, other, seat, cause=cause, about=about, fight=fight, source=source, cards=cards)


def fire_all(
    s: State,
    event: int,
    seat: Seat,
    by: Seat = NO_SEAT,
    cause: int = -1,
    about: int = -1,
    fight: FightId = NO_FIGHT,
    source: Card = NO_CARD,
    cards: tuple[Card, ...] = (),
    but: tuple[int, ...] = (),
) -> None:
    """The reactions of all cards in force before a player, and of Dungeons; never of the card that is its source."""
    if not s.rules.reacts >> event & 1:
        return
    if means_of(s, seat).reacts >> event & 1:
        for card in s.players[seat].table.copy():
            d = face(s, card)
            if d.reacts >> event & 1 and card != source and card not in but and is_active(s, seat, card):
                fire(s, d, card, event=event, seat=seat, by=by, cause=cause, about=about, fight=fight, cards=cards)
    if s.dungeons and s.rules.dungeon_reacts >> event & 1:
        for card in s.dungeons:
            if card != source and is_reached(s, card, seat):
                fire(
                    s,
                    s.rules.defs[card],
                    card,
                    event=event,
                    seat=seat,
                    by=by,
                    cause=cause,
                    about=about,
                    fight=fight,
                    cards=cards,
                )
