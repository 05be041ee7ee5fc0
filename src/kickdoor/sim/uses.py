"""What became of each card in one game: who got it, and how often it was laid, played, used, struck or fought."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kickdoor.engine.events import Event
from kickdoor.engine.state import State
from kickdoor.engine.terms import IN_HAND, IN_LIMBO, IN_PLAY

#: Events by which a card comes to the seat that they name …
COMES = frozenset({"drew", "turned_up", "drew_from_discards", "kept", "looted", "picked_treasure", "laid", "tamed"})

#: … and to the other seat that they name.
COMES_TO_OTHER = frozenset({"handed_over", "taken_unseen", "gave_charity"})

#: Which use of its card an event tells of. A Curse played from the hand counts as played, not as struck too.
USES = {
    "laid": "laid",
    "played": "played",
    "used": "used",
    "cursed": "struck",
    "fight_begun": "fought",
    "monster_joined": "fought",
}


class Use(msgspec.Struct):
    """What became of a card, all its copies together; `holders` is a mask of the seats that got it."""

    holders: int = 0
    laid: int = 0
    played: int = 0
    used: int = 0
    struck: int = 0
    fought: int = 0


class Uses:
    """Counts the uses of each card of a game, by its id, from the events as they come."""

    def __init__(self) -> None:
        self.by_id: dict[str, Use] = {}
        self._shared: set[int] = set()  # drawn face up, and not yet anybody's

    def hear(self, events: Iterable[Event], s: State) -> None:
        """Count what has just happened; the state is that after it."""
        cards = len(s.where)
        for card in [card for card in self._shared if s.where[card] != IN_LIMBO]:
            self._shared.remove(card)
            place = s.where[card]
            if place >= IN_HAND:
                self._get(s, card, place - (IN_PLAY if place >= IN_PLAY else IN_HAND))
        for event in events:
            what, card = event.what, event.card
            if not 0 <= card < cards:
                continue
            if what in COMES:
                if s.where[card] == IN_LIMBO:
                    self._shared.add(card)
                else:
                    self._get(s, card, event.seat)
            elif what in COMES_TO_OTHER:
                self._get(s, card, event.other)
            if what in USES and not (what == "cursed" and event.n):
                use = self._use(s, card)
                name = USES[what]
                setattr(use, name, getattr(use, name) + 1)

    def _use(self, s: State, card: int) -> Use:
        return self.by_id.setdefault(s.rules.defs[card].id, Use())

    def _get(self, s: State, card: int, seat: int) -> None:
        self._use(s, card).holders |= 1 << seat
