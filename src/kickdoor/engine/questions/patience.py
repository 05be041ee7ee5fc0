"""Patience: whether, by what everybody knows, somebody might speak in the window that is open."""

from __future__ import annotations

from kickdoor.engine.actions.plays import sought_at
from kickdoor.engine.data.abilities import FROM_HAND
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    ANY_TIME_LAY,
    IN_DOOR_DECK,
    IN_DUNGEON_DECK,
    IN_HAND,
    IN_PLAY,
    MAY_JOIN,
    OPEN_MOMENTS,
)
from kickdoor.engine.questions.permission import as_asked
from kickdoor.engine.questions.table import seats


def might_speak(s: State, f: Frame, passes: int) -> bool:
    """Whether some hand that has not passed could hold a card for this moment.

    Only public knowledge counts: how many cards of which back are in a hand, which cards lie where nobody or not
    everybody sees them, and what everybody sees of what such a card asks. So whoever waits for this learns nothing
    about what is really there.
    """
    bit = 1 << s.moment
    sought = sought_at(s.moment)
    holders: list[list[Seat]] = [[], [], []]  # of hidden cards, by their back
    for seat in seats(s):
        player = s.players[seat]
        if player.dead or passes >> seat & 1:
            continue
        for card in player.hand:
            if s.known[card] == ALL_SEATS:
                continue
            if OPEN_MOMENTS & bit and (s.turn == seat or player.fresh):
                return True  # they might lay the card down, or sell it
            having = holders[s.rules.defs[card].deck]
            if seat not in having:
                having.append(seat)
    for number, place in enumerate(s.where):
        card = Card(number)
        if s.known[card] != ALL_SEATS and (
            IN_DOOR_DECK <= place <= IN_DUNGEON_DECK or (place >= IN_HAND and place < IN_PLAY)
        ):
            d = s.rules.defs[card]
            if d.moments & sought and any(_might_act(s, f, seat, card, sought) for seat in holders[d.deck]):
                return True
    return False


def _might_act(s: State, f: Frame, seat: Seat, card: Card, sought: int) -> bool:
    """Whether the seat could act with this card, if it held it."""
    d = s.rules.defs[card]
    if d.moments & sought & (ANY_TIME_LAY | MAY_JOIN):
        return True
    for ability in d.abilities:
        if ability.moments & sought and ability.from_zone & FROM_HAND:
            condition = ability.condition
            if condition is None or condition.might_hold(s, as_asked(f, seat, card, ability)):
                return True
    return False
