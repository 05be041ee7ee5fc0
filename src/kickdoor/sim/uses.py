"""What became of each card in one game: how often it came to a seat, and what that seat did with it."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.events import Event, card_of
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import BY_DOOR, BY_SALE, IN_FIGHT, IN_HAND, IN_LIMBO, IN_PLAY, LAID_OUT

#: Events by which a card comes to the seat that they name from a deck or the dead …
COMES = frozenset({"drew", "turned_up", "looted"})

#: … those that tell of a card that may have been theirs before …
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

#: Events, and common ones, that leave their card where it is, or that another tells of as well.
STAYS = frozenset({"equipped", "unequipped", "picked", "strength_added", "drew_from_discards"})

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
        self._on_its_way: dict[int, int] = {}  # and who drew it to share it, or -1

    def hear(self, events: list[Event], s: State) -> None:
        """Count what has just happened; the state is that after it."""
        if not events and not self._on_its_way:
            return
        cards = len(s.where)
        named: set[int] = set()
        for event in events:
            what, card, seat = event.what, card_of(event), event.get("seat")
            if not 0 <= card < cards or what in STAYS:
                continue
            if event.get("shared") > 0:
                self._owner.pop(card, None)  # nobody's until it is shared out
                self._on_its_way[card] = seat
                continue
            named.add(card)
            if what in COMES:
                self._get(s, card, seat)
            elif what in COMES_OR_STAYS:
                self._get_or_keep(s, card, seat)
            elif what in COMES_TO_OTHER:
                self._get_or_keep(s, card, event.to)
            if what in USES:
                self._count(s, event, card)
        if self._on_its_way:
            self._settle(s, named)
        for card in named:
            self._see(s, card)

    def close(self, s: State) -> None:
        """Count what is in the hands at the end."""
        for seat, player in enumerate(s.players):
            for card in player.hand:
                self._use(s, card, seat).stuck += 1

    def _count(self, s: State, event: Event, card: int) -> None:
        what = event.what
        if (what == "cursed" and event.cause != BY_DOOR) or (what == "discarded" and event.cause != BY_SALE):
            return
        seat = event.fighter if what == "monster_joined" else event.seat  # whoever sent it
        if seat >= 0:
            use, name = self._use(s, card, seat), USES[what]
            setattr(use, name, getattr(use, name) + 1)

    def _settle(self, s: State, named: set[int]) -> None:
        """What was on its way and has arrived without a word is somebody's or nobody's."""
        for card in [card for card in self._on_its_way if s.where[card] not in ON_ITS_WAY]:
            drawer = self._on_its_way.pop(card)
            place = s.where[card]
            if place < IN_HAND:
                if drawer >= 0:
                    self._get(s, card, drawer)  # it was used up, or lost, before anybody took it
                self._owner.pop(card, None)
            elif card not in named:
                self._get_or_keep(s, card, _seat_of(place))

    def _see(self, s: State, card: int) -> None:
        """Look where a card is that something has happened to."""
        place = s.where[card]
        if place >= IN_HAND:
            self._owner[card] = _seat_of(place)
        elif place in ON_ITS_WAY:
            self._on_its_way.setdefault(card, -1)
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
