"""Events: past tense, one for each observable change, each with its audience."""

from __future__ import annotations

from kickdoor.engine.data.terms import ALL_SEATS


class Event:
    """Something that happened.

    `card` is known to the seats of the mask `seen`; everybody else learns of the event, not of the card.
    """

    __slots__ = ("card", "n", "other", "seat", "seen", "what")

    def __init__(self, what: str, seat: int, card: int, other: int, n: int, seen: int) -> None:
        self.what = what
        self.seat = seat
        self.card = card
        self.other = other
        self.n = n
        self.seen = seen

    def as_tuple(self) -> tuple[str, int, int, int, int, int]:
        """All fields, in order."""
        return (self.what, self.seat, self.card, self.other, self.n, self.seen)


def redact(event: Event, seat: int) -> Event:
    """The event as this seat may know it (seat -1: the gallery)."""
    if event.seen == ALL_SEATS:
        return event
    if seat >= 0 and event.seen >> seat & 1:
        return Event(event.what, event.seat, event.card, event.other, event.n, 1 << seat)
    return Event(event.what, event.seat, -1, event.other, event.n, 0)
