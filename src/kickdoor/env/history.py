"""What has happened in a game, in numbers: the latest events, as an observation tells them. It can be compiled."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.events import EVENT_KINDS, Event, EventKind
from kickdoor.engine.data.terms import ALL_SEATS

NOBODY: Final = -1

EVENT: Final = ("kind", "seat", "other", "card", "number")
MOST_EVENTS: Final = 16

OTHERS: Final = ("to", "by", "helper", "victim", "player", "fighter")
CARDS: Final = ("card", "monster", "source")
AMOUNTS: Final = ("levels", "amount", "roll", "gold", "treasures", "number", "kills", "ban", "pledge", "cause", "turn")


def _first(kind: EventKind, names: tuple[str, ...]) -> str:
    for name in names:
        if name in kind.fields:
            return name
    return ""


class Telling:
    """Which fields of a kind of event are told as seat, other seat, card and number, and which of them are secret."""

    __slots__ = ("amount", "card", "hides", "number", "other", "seat")

    def __init__(self, number: int, kind: EventKind) -> None:
        self.number = number
        self.seat = "seat" if "seat" in kind.fields else ""
        self.other = _first(kind, OTHERS)
        self.card = _first(kind, CARDS)
        self.amount = _first(kind, AMOUNTS)
        hides = 0
        for bit, name in enumerate((self.other, self.card, self.amount)):
            if name in kind.secret:
                hides |= 1 << bit
        self.hides = hides


TELLINGS: Final[dict[str, Telling]] = {
    name: Telling(number, kind) for number, (name, kind) in enumerate(EVENT_KINDS.items())
}

Happened = tuple[int, int, int, int, int, int, int]
"""Kind, seat, other seat, card, number; who knows what is secret, and which of the last three that is."""


def told(event: Event) -> Happened:
    """An event in numbers."""
    telling = TELLINGS[event.kind.name]
    seat: int = getattr(event, telling.seat) if telling.seat else NOBODY
    other: int = getattr(event, telling.other) if telling.other else NOBODY
    card: int = getattr(event, telling.card) if telling.card else NOBODY
    number: int = getattr(event, telling.amount) if telling.amount else 0
    return (telling.number, seat, other, card, number, event.seen, telling.hides)


class History:
    """The latest events of a game in numbers, and how many there were in all."""

    __slots__ = ("count", "events")

    def __init__(self) -> None:
        self.events: list[Happened] = []
        self.count = 0

    def hear(self, events: list[Event]) -> None:
        """Note what has just happened."""
        for event in events:
            self.events.append(told(event))
        self.count += len(events)
        if len(self.events) > 4 * MOST_EVENTS:
            del self.events[:-MOST_EVENTS]


def latest_of(history: History, viewer: int, seats: int, most: int) -> list[int]:
    """The latest events as a seat may know them, so many at most, the newest first."""
    happened = history.events
    found: list[int] = []
    count = 0
    at = len(happened) - 1
    while at >= 0 and count < most:
        kind, seat, other, card, number, seen, hides = happened[at]
        if hides and seen != ALL_SEATS and not seen >> viewer & 1:
            if hides & 1:
                other = NOBODY
            if hides & 2:
                card = NOBODY
            if hides & 4:
                number = 0
        found.append(kind)
        found.append((seat - viewer) % seats if seat >= 0 else NOBODY)
        found.append((other - viewer) % seats if other >= 0 else NOBODY)
        found.append(card)
        found.append(number)
        count += 1
        at -= 1
    return found
