"""What became of each card in one game: how often it came to a seat, and what that seat did with it."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import BY_GIFT, BY_SALE, IN_FIGHT, IN_HAND, IN_LIMBO, IN_PLAY, LAID_OUT

#: Events by which a card comes to the seat that they name from a deck, a discard pile or the dead …
COMES = frozenset({"drew", "turned_up", "drew_from_discards", "looted"})

#: … those that tell of a card that may have been his before …
COMES_OR_STAYS = frozenset({"kept", "picked_treasure", "laid", "tamed"})

#: … and those by which it comes to the other seat that they name.
COMES_TO_OTHER = frozenset({"handed_over", "taken_unseen", "gave_charity"})

#: Which use of its card an event tells of. A Curse played from the hand counts as played, not as struck too.
USES = {
    "laid": "laid",
    "played": "played",
    "used": "used",
    "cursed": "struck",
    "fight_begun": "fought",
    "monster_joined": "fought",
    "discarded": "sold",
    "followed": "played",
    "dungeon_entered": "played",
}

#: Events, and common ones, that leave their card where it is, or whose number is no card's.
STAYS = frozenset({"equipped", "unequipped", "picked", "strength_added"})

#: Where a card is on its way: it may still become anybody's.
ON_ITS_WAY = frozenset({IN_LIMBO, IN_FIGHT, LAID_OUT})


class Use(msgspec.Struct):
    """What one seat had of a card, all its copies together; `stuck` is how many are in the hand at the end."""

    drawn: int = 0
    laid: int = 0
    played: int = 0
    used: int = 0
    struck: int = 0
    fought: int = 0
    sold: int = 0
    stuck: int = 0


class Uses:
    """Counts the uses of each card of a game, by seat and the card's id, from the events as they come."""

    def __init__(self) -> None:
        self.by_seat: dict[tuple[int, str], Use] = {}
        self._owner: dict[int, int] = {}
        self._on_its_way: set[int] = set()
        self._fighter = -1  # whoever has begun the last fight, or taken it over

    def hear(self, events: list[Event], s: State) -> None:
        """Count what has just happened; the state is that after it."""
        if not events and not self._on_its_way:
            return
        cards = len(s.where)
        named: set[int] = set()
        drawn: set[tuple[int, int]] = set()
        for event in events:
            what, card, seat = event.what, event.card, event.seat
            if what == "fight_transferred":
                self._fighter = event.other
            if not 0 <= card < cards or what in STAYS:
                continue
            named.add(card)
            if what in COMES:
                if what != "turned_up" and s.where[card] == IN_LIMBO:
                    self._owner.pop(card, None)  # a Treasure that is to be shared: nobody's yet
                else:
                    self._get(s, card, seat)
                    drawn.add((seat, card))
            elif what in COMES_OR_STAYS:
                self._get_or_keep(s, card, seat)
            elif what in COMES_TO_OTHER:
                if event.n == BY_GIFT and (seat, card) in drawn:
                    self._use(s, card, seat).drawn -= 1  # the whole share was the helper's
                self._get_or_keep(s, card, event.other)
            if what == "fight_begun":
                self._fighter = seat
            if what in USES:
                self._count(s, event)
        if self._on_its_way:
            self._settle(s, named)
        for card in named:
            self._see(s, card)

    def close(self, s: State) -> None:
        """Count what is in the hands at the end."""
        for seat, player in enumerate(s.players):
            for card in player.hand:
                self._use(s, card, seat).stuck += 1

    def _count(self, s: State, event: Event) -> None:
        what, seat = event.what, event.seat
        if (what == "cursed" and event.n) or (what == "discarded" and event.n != BY_SALE):
            return
        if what == "monster_joined":
            seat = self._fighter  # whoever sent it
        if seat >= 0:
            use, name = self._use(s, event.card, seat), USES[what]
            setattr(use, name, getattr(use, name) + 1)

    def _settle(self, s: State, named: set[int]) -> None:
        """What was on its way and has arrived without a word is somebody's or nobody's."""
        for card in [card for card in self._on_its_way if s.where[card] not in ON_ITS_WAY]:
            self._on_its_way.remove(card)
            place = s.where[card]
            if place < IN_HAND:
                self._owner.pop(card, None)
            elif card not in named:
                self._get_or_keep(s, card, _seat_of(place))

    def _see(self, s: State, card: int) -> None:
        """Look where a card is that something has happened to."""
        place = s.where[card]
        if place >= IN_HAND:
            self._owner[card] = _seat_of(place)
        elif place in ON_ITS_WAY:
            self._on_its_way.add(card)
        else:
            self._owner.pop(card, None)

    def _use(self, s: State, card: int, seat: int) -> Use:
        key = (seat, s.rules.defs[card].id)
        found = self.by_seat.get(key)
        if found is None:
            found = self.by_seat[key] = Use()
        return found

    def _get(self, s: State, card: int, seat: int) -> None:
        self._use(s, card, seat).drawn += 1
        self._owner[card] = seat

    def _get_or_keep(self, s: State, card: int, seat: int) -> None:
        if self._owner.get(card) != seat:
            self._get(s, card, seat)


def _seat_of(place: int) -> int:
    return place - (IN_PLAY if place >= IN_PLAY else IN_HAND)
