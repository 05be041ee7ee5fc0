"""What the small numbers of the state stand for. They are plain integers; only the type checker tells them apart."""

from __future__ import annotations

from typing import Final, NewType, cast

#: A player's place at the table.
Seat = NewType("Seat", int)
#: A card of the game. A monster is known by its card; a twin without one has a number past all cards.
Card = NewType("Card", int)
#: A fight.
FightId = NewType("FightId", int)

NO_SEAT: Final = Seat(-1)
NO_CARD: Final = Card(-1)
NO_FIGHT: Final = FightId(-1)

#: Who sits first.
FIRST_SEAT: Final = Seat(0)

_SEATS: Final[list[list[Seat]]] = [[Seat(seat) for seat in range(count)] for count in range(17)]


def seats_of(count: int) -> list[Seat]:
    """The seats of a table of so many; one list for all such tables, so it must not be changed."""
    return _SEATS[count]


def as_cards(values: tuple[int, ...]) -> tuple[Card, ...]:
    """What a register of cards or monsters holds."""
    return cast("tuple[Card, ...]", values)


def as_seats(values: tuple[int, ...]) -> tuple[Seat, ...]:
    """What a register of seats holds."""
    return cast("tuple[Seat, ...]", values)
