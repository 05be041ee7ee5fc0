"""What bots have thought: about what is asked now, and not about anything older."""

from __future__ import annotations

from collections.abc import Collection

from kickdoor.play.choices import Offer, Option


class Thoughts:
    """The answers that bots have found and not given yet."""

    __slots__ = ("_found", "asked", "due", "pending", "serial")

    def __init__(self) -> None:
        self.serial = 0
        self.asked = True  #: whether bots know that they are to think about this
        self.pending = False  #: whether one of them still does
        self.due = False  #: whether they have neither spoken nor passed
        self._found: dict[int, Option | Offer] = {}

    def anew(self) -> None:
        """There is something new to think about; what was thought before is old."""
        self.serial += 1
        self.asked = False
        self.pending = False
        self.due = True
        self._found = {}

    def take(self, serial: int, seat: int, choice: Option | Offer) -> bool:
        """A bot has found its answer. False where it is too late."""
        if serial != self.serial:
            return False
        self._found[seat] = choice
        return True

    def end(self, serial: int) -> None:
        """All bots have thought."""
        if serial == self.serial:
            self.pending = False

    def give_up(self) -> None:
        """Wait no longer for those who are still thinking: they say nothing to this."""
        self.serial += 1
        self.pending = False

    def next(self, first: Collection[int]) -> tuple[int, Option | Offer] | None:
        """Who has something to say, and what: those who are asked by name come first."""
        for seat in sorted(self._found, key=lambda seat: seat not in first):
            choice = self._found.pop(seat)
            if not (isinstance(choice, Option) and choice.verb == "pass"):
                return seat, choice
        return None
