"""A deal with a card and without it: all other cards lie as they would, and the dice fall as they would.

Without it, all its copies are out of the game. With it, one seat gets a copy in place of another card of the same deck,
which is out of the game instead: so the decks are the same from the first card to the last.
"""

from __future__ import annotations

from typing import Literal

from kickdoor.engine.actions import piles
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import DOOR, IN_DOOR_DECK

Way = Literal["hand", "door"]
"""How a seat gets the card: in the first hand, or behind a door that it kicks open."""

WAYS: tuple[Way, ...] = ("hand", "door")

FIRST_TURNS = 3
"""A card that is kicked open is so in one of so many first turns of the seat."""


def way_of(deck: int, number: int) -> Way:
    """How the card comes in the deal of this number: Treasures in the first hand, Doors as often behind a door."""
    return WAYS[number % 2] if deck == DOOR else "hand"


def turn_of(number: int) -> int:
    """In which of its turns a seat kicks the card open, counted from 1."""
    return 1 + number // 2 % FIRST_TURNS


def copies_of(s: State, id: str) -> list[Card]:
    """All copies of a card, by number."""
    return [Card(number) for number, card in enumerate(s.rules.defs) if card.id == id]


def put_out(s: State, copies: list[Card]) -> None:
    """Nobody gets the card: its copies are out of the game before anything is dealt."""
    for card in copies:
        piles.to_out(s, card)


def put_in_hand(s: State, card: Card, seat: int) -> None:
    """A seat is going to be dealt the card in place of the first of its deck; nothing is dealt yet [SETUP-04]."""
    deck = s.rules.defs[card].deck
    each = s.rules.options.get("starting_doors" if deck == DOOR else "starting_treasures")
    _put_in_place(s, card, deck, len(piles.deck_of(s, deck)) - 1 - seat * each)


def put_behind_door(s: State, card: Card) -> None:
    """The card is the next that is drawn of its deck."""
    deck = s.rules.defs[card].deck
    _put_in_place(s, card, deck, len(piles.deck_of(s, deck)) - 1)


def _put_in_place(s: State, card: Card, deck: int, at: int) -> None:
    """Lay a card that is out of the game where another lies in a deck, which is out of the game then."""
    cards = piles.deck_of(s, deck)
    if 0 <= at < len(cards):
        piles.to_out(s, cards[at])
    piles.lift(s, card)
    cards.insert(max(0, at), card)
    s.where[card] = IN_DOOR_DECK + deck
    s.known[card] = 0
