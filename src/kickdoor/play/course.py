"""How one game goes: Levels, the lead, fights, help, interference and deaths, counted from its events."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kickdoor.engine.data.deals import HELP
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.terms import (
    BY_DOOR,
    BY_HELP,
    BY_KILLING,
    BY_SALE,
    TO_MONSTER,
    TO_MONSTERS,
    TO_PARTY,
    TO_SEAT,
)

NINE = 9
"""Who reaches this Level first is noted."""

WAYS_UP = {BY_KILLING: "levels_by_kill", BY_SALE: "levels_by_sale", BY_HELP: "levels_by_help"}
"""As what levels are counted, by what they were gained; all others as those by cards."""


class Deeds(msgspec.Struct):
    """What one player did in a game, and what befell them."""

    level: int = 1
    levels_by_kill: int = 0
    levels_by_card: int = 0
    levels_by_sale: int = 0
    levels_by_help: int = 0
    levels_lost: int = 0
    helped: int = 0
    help_treasures: int = 0  #: promised to them for helping
    help_items: int = 0  #: given to them for helping
    asked_help: int = 0
    hindered: int = 0
    deaths: int = 0
    turns_last: int = 0


class Bout(msgspec.Struct):
    """A fight as its events tell it: who is in it."""

    fighter: int
    helper: int = -1

    def has(self, seat: int) -> bool:
        """Whether the seat is of the party."""
        return seat in (self.fighter, self.helper)


class Course:
    """Counts how a game goes, from the events as they come."""

    def __init__(self, seats: int) -> None:
        self.deeds = [Deeds() for _ in range(seats)]
        self.first_player = -1
        self.first_at_nine = -1
        self.lead_changes = 0
        self.fights_won = 0
        self.fights_lost = 0
        self.fights_nobodys = 0
        self.helps = 0
        self.interferences = 0
        self._leader = -1
        self._bouts: dict[int, Bout] = {}  # that are not decided, by the number of the fight
        self._meddlers: set[int] = set()
        self.hindered: list[tuple[int, int]] = []  #: by what was heard last: who plays against whose fight

    def hear(self, events: list[Event]) -> None:
        """Count what has just happened."""
        self._meddlers.clear()
        self.hindered.clear()
        moved = False
        for event in events:
            heard = HEARD.get(event.what)
            if heard is not None:
                heard(self, event)
                moved = moved or event.what in ("level_gained", "level_lost")
        if moved:
            self._see_who_leads()

    @property
    def deaths(self) -> int:
        """All deaths of the game."""
        return sum(deeds.deaths for deeds in self.deeds)

    # Levels

    def _gained(self, event: Event) -> None:
        deeds = self.deeds[event.seat]
        deeds.level += event.levels
        if deeds.level >= NINE and self.first_at_nine < 0:
            self.first_at_nine = event.seat
        way = WAYS_UP.get(event.cause, "levels_by_card")
        setattr(deeds, way, getattr(deeds, way) + event.levels)

    def _lost_levels(self, event: Event) -> None:
        deeds = self.deeds[event.seat]
        deeds.level -= event.levels
        deeds.levels_lost += event.levels

    def _see_who_leads(self) -> None:
        levels = [deeds.level for deeds in self.deeds]
        top = max(levels)
        if levels.count(top) > 1:
            return
        leader = levels.index(top)
        if self._leader >= 0 and leader != self._leader:
            self.lead_changes += 1
        self._leader = leader

    def _turn_begun(self, event: Event) -> None:
        if self.first_player < 0:
            self.first_player = event.seat
        self._bouts.clear()
        levels = [deeds.level for deeds in self.deeds]
        lowest = min(levels)
        if lowest < max(levels):
            for deeds in self.deeds:
                deeds.turns_last += deeds.level == lowest

    # Fights

    def _fight_begun(self, event: Event) -> None:
        self._bouts[event.fight] = Bout(event.seat)

    def _transferred(self, event: Event) -> None:
        self._bouts[event.fight] = Bout(event.to)

    def _won(self, event: Event) -> None:
        self._bouts.pop(event.fight, None)
        if event.kills:
            self.fights_won += 1
        else:
            self.fights_nobodys += 1

    def _lost(self, event: Event) -> None:
        self._bouts.pop(event.fight, None)
        self.fights_lost += 1

    # Help

    def _offered(self, event: Event) -> None:
        if event.bargain == HELP and event.helper == event.to:
            self.deeds[event.seat].asked_help += 1

    def _accepted(self, event: Event) -> None:
        if event.bargain == HELP:
            helper = self.deeds[event.helper]
            helper.help_treasures += event.treasures
            helper.help_items += event.items

    def _helped(self, event: Event) -> None:
        self._bouts[event.fight] = Bout(event.fighter, event.seat)
        self.helps += 1
        self.deeds[event.seat].helped += 1

    def _walked_out(self, event: Event) -> None:
        self._bouts[event.fight] = Bout(event.fighter)

    # Interference

    def _strength_added(self, event: Event) -> None:
        self._meddle(event.seat, event.fight, counts_against(event))

    def _enhanced(self, event: Event) -> None:
        self._meddle(event.seat, event.fight, event.amount >= 0)

    def _monster_joined(self, event: Event) -> None:
        self._meddle(event.seat, event.fight, True)

    def _cursed(self, event: Event) -> None:
        """A Curse cast on a fighter is a play against their party."""
        if event.cause != BY_DOOR:
            for fight, bout in self._bouts.items():
                if bout.has(event.seat):
                    self._meddle(event.by, fight, True)

    def _meddle(self, seat: int, fight: int, against: bool) -> None:
        """Somebody plays into a fight that is not theirs; what one play does is heard as several events."""
        bout = self._bouts.get(fight)
        if seat < 0 or bout is None or bout.has(seat) or seat in self._meddlers:
            return
        self._meddlers.add(seat)
        self.interferences += 1
        if against:
            self.deeds[seat].hindered += 1
            self.hindered.append((seat, bout.fighter))

    def _died(self, event: Event) -> None:
        self.deeds[event.seat].deaths += 1


def counts_against(event: Event) -> bool:
    """Whether strength was added against the party."""
    if event.counts_for in (TO_PARTY, TO_SEAT):
        return event.amount < 0
    return event.counts_for in (TO_MONSTERS, TO_MONSTER) and event.amount > 0


HEARD: dict[str, Callable[[Course, Event], None]] = {
    "accepted": Course._accepted,
    "cursed": Course._cursed,
    "died": Course._died,
    "enhanced": Course._enhanced,
    "fight_begun": Course._fight_begun,
    "fight_lost": Course._lost,
    "fight_transferred": Course._transferred,
    "fight_won": Course._won,
    "helper_joined": Course._helped,
    "level_gained": Course._gained,
    "level_lost": Course._lost_levels,
    "monster_joined": Course._monster_joined,
    "offered": Course._offered,
    "strength_added": Course._strength_added,
    "turn_begun": Course._turn_begun,
    "walked_out": Course._walked_out,
}
"""What is counted when an event is heard."""
