"""An option as one integer: verb, first and second field of twelve bits each."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.terms import NONE

#: Of each field.
FIELD_BITS: Final = 12


def code(verb: int, a: int = NONE, b: int = NONE) -> int:
    """Pack an option."""
    return verb << 24 | a << 12 | b


def verb_of(option: int) -> int:
    """The verb."""
    return option >> 24


def first_of(option: int) -> int:
    """The first field: mostly a card."""
    return option >> 12 & 4095


def card_of(option: int) -> Card:
    """The card of the first field."""
    return Card(option >> 12 & 4095)


def second_of(option: int) -> int:
    """The second field: mostly a seat or another card."""
    return option & 4095


def seat_of(option: int) -> Seat:
    """The seat of the second field."""
    return Seat(option & 4095)


def field_of(id: int) -> int:
    """An id, which grows as long as the game goes on, as it stands in a field."""
    return id & 4095
