"""Moving cards: the one way between decks, hands, tables, fights and discards, with who knows what."""

from __future__ import annotations

from kickdoor.engine.actions import chance, tell
from kickdoor.engine.data.ids import NO_CARD, Card, Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    DOOR,
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_DUNGEON_DECK,
    IN_DUNGEON_DISCARDS,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    IN_TREASURE_DECK,
    IN_TREASURE_DISCARDS,
    OUT_OF_GAME,
    STEED,
    TREASURE,
)
from kickdoor.engine.questions.table import face


def deck_of(s: State, deck: int) -> list[Card]:
    """The cards of a deck, the top one last."""
    return s.door if deck == DOOR else s.treasure if deck == TREASURE else s.dungeon


def discards_of(s: State, deck: int) -> list[Card]:
    """The face-up discards of a deck, the top one last."""
    return s.door_discards if deck == DOOR else s.treasure_discards if deck == TREASURE else s.dungeon_discards


def stir(s: State, seat: Seat) -> None:
    """The cards before a player have changed, or what one of them shows: what is kept about them no longer holds."""
    s.players[seat].means = None
    s.altered = None


def lift(s: State, card: Card) -> None:
    """Take a card out of where it lies; the caller puts it somewhere at once."""
    place = s.where[card]
    s.version += 1
    if place >= IN_PLAY:
        seat = Seat(place - IN_PLAY)
        player = s.players[seat]
        player.table.remove(card)
        stir(s, seat)
        s.up[card] = False
        s.unsettled |= 1 << seat
        _touch_all(s, card)
    elif place >= IN_HAND:
        player = s.players[place - IN_HAND]
        player.hand.remove(card)
        player.held = -1
        if card in player.fresh:
            player.fresh.remove(card)
    elif place == IN_DOOR_DECK:
        s.door.remove(card)
    elif place == IN_TREASURE_DECK:
        s.treasure.remove(card)
    elif place == IN_DUNGEON_DECK:
        s.dungeon.remove(card)
    elif place == IN_DOOR_DISCARDS:
        s.door_discards.remove(card)
    elif place == IN_TREASURE_DISCARDS:
        s.treasure_discards.remove(card)
    elif place == IN_DUNGEON_DISCARDS:
        s.dungeon_discards.remove(card)
    elif place == IN_DUNGEONS:
        s.dungeons.remove(card)
        s.altered = None
        s.unsettled = (1 << len(s.players)) - 1
    elif place == OUT_OF_GAME:
        s.out.remove(card)
    s.where[card] = IN_LIMBO


def to_hand(s: State, card: Card, seat: Seat, seen: int) -> None:
    """Into a hand; `seen` are the seats besides the owner that know the card."""
    lift(s, card)
    _forget_face(s, card)
    player = s.players[seat]
    player.hand.append(card)
    player.fresh.append(card)
    player.held = -1
    s.where[card] = IN_HAND + seat
    s.known[card] = seen | 1 << seat


def to_table(s: State, card: Card, seat: Seat) -> None:
    """Before a player, not equipped; a Steed is ridden at once."""
    lift(s, card)
    player = s.players[seat]
    player.table.append(card)
    stir(s, seat)
    s.where[card] = IN_PLAY + seat
    if face(s, card).kind == STEED:
        s.up[card] = True
    s.known[card] = ALL_SEATS
    s.unsettled |= 1 << seat
    _touch_all(s, card)


def to_dungeons(s: State, card: Card) -> None:
    """Among the face-up Dungeons, the last one; everybody's limits are looked at."""
    lift(s, card)
    s.dungeons.append(card)
    s.altered = None
    s.where[card] = IN_DUNGEONS
    s.known[card] = ALL_SEATS
    s.unsettled = (1 << len(s.players)) - 1


def _forget_face(s: State, card: Card) -> None:
    """A card that leaves table and fight shows its own face again, and nothing is noted on it."""
    if s.face:
        s.face.pop(card, None)
    if s.note:
        s.note.pop(card, None)


def _touch_all(s: State, card: Card) -> None:
    """A card that changes a number for everybody makes everybody's limits be looked at."""
    if s.rules.for_all:
        values = face(s, card).values
        if values and not values.isdisjoint(s.rules.for_all):
            s.unsettled = (1 << len(s.players)) - 1


def to_place(s: State, card: Card, place: int) -> None:
    """Into the fight, limbo or another place that keeps no list."""
    lift(s, card)
    s.where[card] = place
    s.known[card] = ALL_SEATS


def to_discards(s: State, card: Card) -> None:
    """Onto the discards of its own deck, with its own face [CARD-01]; a Mark is gone."""
    if s.rules.defs[card].is_mark:
        to_out(s, card)
        return
    lift(s, card)
    _forget_face(s, card)
    if s.host:
        s.host.pop(card, None)
        for other in [c for c, on in s.host.items() if card in on and s.where[c] == IN_FIGHT]:
            to_discards(s, other)
    deck = s.rules.defs[card].deck
    discards_of(s, deck).append(card)
    s.where[card] = IN_DOOR_DISCARDS + deck
    s.known[card] = ALL_SEATS


def to_deck(s: State, card: Card, bottom: bool) -> None:
    """Onto its own deck or under it, with its own face."""
    lift(s, card)
    _forget_face(s, card)
    deck = s.rules.defs[card].deck
    cards = deck_of(s, deck)
    cards.insert(0 if bottom else len(cards), card)
    s.where[card] = IN_DOOR_DECK + deck


def disturb_deck(s: State, deck: int, by: Seat) -> None:
    """Somebody has moved cards of a deck as only they know: nobody else is sure of any card there."""
    for card in deck_of(s, deck):
        s.known[card] &= 1 << by


def top_cards(s: State, deck: int, count: int) -> list[Card]:
    """The first cards of a deck, the top one first; the discards are not shuffled in for a look."""
    return deck_of(s, deck)[: -count - 1 : -1]


def to_out(s: State, card: Card) -> None:
    """Out of the game."""
    lift(s, card)
    _forget_face(s, card)
    s.host.pop(card, None)
    s.out.append(card)
    s.where[card] = OUT_OF_GAME
    s.known[card] = ALL_SEATS


def top_of(s: State, deck: int) -> Card:
    """Take the top card of a deck into limbo; discards are shuffled in when it is empty [CARD-02].

    -1 where neither deck nor discards have a card [CARD-03].
    """
    cards = deck_of(s, deck)
    if not cards:
        discards = discards_of(s, deck)
        if not discards:
            return NO_CARD
        cards.extend(discards)
        discards.clear()
        for card in cards:
            s.where[card] = IN_DOOR_DECK + deck
            s.known[card] = 0
        chance.shuffle(s, cards)
        tell.reshuffled(s, deck=deck)
    card = cards.pop()
    s.where[card] = IN_LIMBO
    s.version += 1
    return card


def forget_hand(s: State, seat: Seat) -> None:
    """After an unseen draw nobody else is sure any more which cards the hand holds."""
    for card in s.players[seat].hand:
        s.known[card] = 1 << seat


def attached_to(s: State, host: Card) -> list[Card]:
    """Cards that are on a card."""
    return [card for card, on in s.host.items() if host in on] if s.host else []
