"""Undo: the last answers can be taken back by consent, as long as no secret was revealed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from kickdoor.engine.state import State
from kickdoor.engine.terms import IN_DUNGEON_DECK, IN_HAND, IN_PLAY
from kickdoor.play.choices import Offer, Option
from kickdoor.play.game import Game
from kickdoor.text.asking import option_words
from kickdoor.text.messages import languages

MOST = 8
"""So many answers can be taken back one after the other."""


class Before(msgspec.Struct, frozen=True):
    """A game as it was before an answer, and the answer."""

    snapshot: bytes
    answers: int
    pauses: int
    seat: int
    choice: Option | Offer


class Asked:
    """Somebody asks to take the last answer back; `what` it was, by language."""

    def __init__(self, by: int, what: Mapping[str, str]) -> None:
        self.by = by
        self.what = what
        self.agreed = {by}


class Past:
    """What can be taken back."""

    def __init__(self) -> None:
        self.before: list[Before] = []
        self.asked: Asked | None = None

    def note(self, before: Before) -> None:
        """An answer was given."""
        self.asked = None
        self.before = [*self.before[1 - MOST :], before]

    def forget(self) -> None:
        """Nothing before this can be taken back."""
        self.before.clear()
        self.asked = None

    def ask(self, seat: int, now: State, names: Sequence[str]) -> bool:
        """Somebody asks to take the last answer back. False where there is none, or it revealed something."""
        if not self.before:
            return False
        last = self.before[-1]
        then = Game.from_bytes(last.snapshot).state
        if then.draws != now.draws or hidden_cards(then) != hidden_cards(now):
            self.forget()
            return False
        what = dict.fromkeys(languages(), "")
        if isinstance(last.choice, Option):
            what = {each: option_words(last.choice.code, then, last.seat, names, each) for each in what}
        self.asked = Asked(seat, what)
        return True


def hidden_cards(s: State) -> list[tuple[int, int]]:
    """Which cards lie hidden where, and who knows them: while this stays the same, nothing was revealed."""
    return [
        (place, s.known[card]) if 0 < place <= IN_DUNGEON_DECK or IN_HAND <= place < IN_PLAY else (0, 0)
        for card, place in enumerate(s.where)
    ]
