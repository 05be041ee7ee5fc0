"""Undo: the last answers can be taken back by consent, as long as no secret was revealed since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import IN_DUNGEON_DECK, IN_HAND, IN_PLAY
from kickdoor.play.checks import hidden_from
from kickdoor.play.game import Game
from kickdoor.text.asking import option_words
from kickdoor.text.messages import languages

MOST_REQUESTS = 3
"""So often a seat may ask in a turn."""

MOST = 24
"""So many answers are kept that can be taken back, one after the other; those of bots are among them."""


class Before(msgspec.Struct, frozen=True):
    """A game as it was before an answer, and the answer: the number of an option, None for an offer.

    `told` is how many events there had been.
    """

    snapshot: bytes
    answers: int
    pauses: int
    seat: int
    option: int | None
    told: int = 0


class Asked(msgspec.Struct):
    """Somebody asks to take the last answer back; `what` it was, by language."""

    by: int
    what: dict[str, str]
    agreed: set[int]


class Past(msgspec.Struct):
    """What can be taken back; stored with the table while somebody asks for it."""

    before: list[Before] = []
    asked: Asked | None = None
    requests: dict[int, int] = {}  #: how often each seat has asked this turn

    @property
    def last_seat(self) -> int:
        """Whose answer would be taken back, or -1."""
        return self.before[-1].seat if self.before else -1

    @property
    def stored(self) -> Past | None:
        """What is stored of it: an undo that is asked for, with the one answer that it would take back."""
        return None if self.asked is None else Past(self.before[-1:], self.asked, self.requests)

    def new_turn(self) -> None:
        """Everybody may ask again."""
        self.requests = {}

    def note(self, before: Before) -> None:
        """An answer was given."""
        self.asked = None
        self.before = [*self.before[1 - MOST :], before]

    def forget(self) -> None:
        """Nothing before this can be taken back."""
        self.before.clear()
        self.asked = None

    def _last(self, seat: int | None) -> int:
        """The number of the last answer, or of the last one of a seat; -1 where there is none."""
        return next((i for i in reversed(range(len(self.before))) if seat in (None, self.before[i].seat)), -1)

    def could(self, seat: int, now: State) -> bool:
        """Whether the last answer of a seat can be taken back: nothing was revealed since."""
        number = self._last(seat)
        return number >= 0 and has_seen_nothing(Game.from_bytes(self.before[number].snapshot).state, now, seat)

    def ask(self, seat: int, now: State, names: Sequence[str], *, own: bool = False) -> bool:
        """Somebody asks to take the last answer back, or the last one of their own with whatever followed it.

        False where there is none, or it revealed something.
        """
        number = self._last(seat if own else None)
        if number < 0:
            return False
        last = self.before[number]
        then = Game.from_bytes(last.snapshot).state
        if not (has_seen_nothing(then, now, seat) if own else is_as_hidden(then, now)):
            self.forget()
            return False
        self.requests[seat] = self.requests.get(seat, 0) + 1
        what = {}
        if last.option is not None:
            what = {each: option_words(last.option, then, last.seat, names, each) for each in languages()}
        self.asked = Asked(seat, what, {seat})
        self.before = self.before[: number + 1]
        return True

    def take_back(self) -> Before:
        """All have agreed: go back to before that answer."""
        self.asked = None
        return self.before.pop()


def has_seen_nothing(then: State, now: State, seat: int) -> bool:
    """Whether nothing was revealed to a seat in between; bots forget."""
    return then.draws == now.draws and hidden_from(then, seat) == hidden_from(now, seat)


def is_as_hidden(then: State, now: State) -> bool:
    """Whether nothing was revealed in between: no card, no die, no shuffle."""
    return then.draws == now.draws and hidden_cards(then) == hidden_cards(now)


def hidden_cards(s: State) -> list[tuple[int, int]]:
    """Which cards lie hidden where, and who knows them: while this stays the same, nothing was revealed."""
    return [
        (place, s.known[card]) if 0 < place <= IN_DUNGEON_DECK or IN_HAND <= place < IN_PLAY else (0, 0)
        for card, place in enumerate(s.where)
    ]
