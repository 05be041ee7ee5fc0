"""How one game goes: Levels, the lead, fights, help, interference and deaths, counted from its events."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kickdoor.engine.data.deals import HELP, Deal
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import Play, State
from kickdoor.engine.data.terms import TO_MONSTER, TO_MONSTERS, TO_NOTHING, TO_PARTY, TO_SEAT
from kickdoor.engine.questions.table import face

NINE = 9
"""Who reaches this Level first is noted."""


class Deeds(msgspec.Struct):
    """What one player did in a game, and what befell him."""

    level: int = 1
    levels_by_kill: int = 0
    levels_by_card: int = 0
    levels_by_sale: int = 0
    levels_by_help: int = 0
    levels_lost: int = 0
    helped: int = 0
    help_treasures: int = 0  #: promised to him for helping
    help_items: int = 0  #: given to him for helping
    asked_help: int = 0
    hindered: int = 0
    deaths: int = 0
    turns_last: int = 0


class Bout(msgspec.Struct):
    """A fight as its events tell it: who is in it, and how many monsters each fighter has killed."""

    fighter: int
    helper: int = -1
    kills: dict[int, int] = {}

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
        self._bouts: list[Bout] = []  # that are not decided, the newest last
        self._unpaid: list[Bout] = []  # decided: the levels for them are still to be gained
        self._offers: dict[int, Deal] = {}
        self._seller = -1
        self._meddlers: set[int] = set()

    def hear(self, events: list[Event], s: State) -> None:
        """Count what has just happened; the state is that after it."""
        if not events:
            return
        self._meddlers.clear()
        self._seller = -1
        moved = False
        for event in events:
            heard = HEARD.get(event.what)
            if heard is not None:
                heard(self, event, s)
                moved = moved or event.what in ("level_gained", "level_lost")
        if moved:
            self._see_who_leads()

    @property
    def deaths(self) -> int:
        """All deaths of the game."""
        return sum(deeds.deaths for deeds in self.deeds)

    # Levels

    def _gained(self, event: Event, s: State) -> None:
        deeds = self.deeds[event.seat]
        deeds.level += event.n
        if deeds.level >= NINE and self.first_at_nine < 0:
            self.first_at_nine = event.seat
        way = self._way_up(event)
        setattr(deeds, way, getattr(deeds, way) + event.n)

    def _way_up(self, event: Event) -> str:
        """By what levels were gained: those for fights and sales name no card."""
        seat = event.seat
        if event.card >= 0:
            return "levels_by_card"
        if seat == self._seller:
            self._seller = -1
            return "levels_by_sale"
        for bout in self._unpaid:
            if bout.kills.get(seat, 0):
                bout.kills[seat] -= 1
                return "levels_by_kill"
            if bout.helper == seat:
                bout.helper = -1
                return "levels_by_help"
        return "levels_by_card"  # one that nobody is below the Level of

    def _lost_levels(self, event: Event, s: State) -> None:
        deeds = self.deeds[event.seat]
        deeds.level -= event.n
        deeds.levels_lost += event.n

    def _sold(self, event: Event, s: State) -> None:
        self._seller = event.seat

    def _see_who_leads(self) -> None:
        levels = [deeds.level for deeds in self.deeds]
        top = max(levels)
        if levels.count(top) > 1:
            return
        leader = levels.index(top)
        if self._leader >= 0 and leader != self._leader:
            self.lead_changes += 1
        self._leader = leader

    def _turn_begun(self, event: Event, s: State) -> None:
        if self.first_player < 0:
            self.first_player = event.seat
        self._bouts.clear()
        self._unpaid.clear()
        self._offers.clear()
        levels = [deeds.level for deeds in self.deeds]
        lowest = min(levels)
        if lowest < max(levels):
            for deeds in self.deeds:
                deeds.turns_last += deeds.level == lowest

    # Fights

    def _fight_begun(self, event: Event, s: State) -> None:
        self._bouts.append(Bout(event.seat))

    def _transferred(self, event: Event, s: State) -> None:
        bout = self._bout_of(event.seat)
        if bout is not None:
            bout.fighter, bout.helper = event.other, -1

    def _killed(self, event: Event, s: State) -> None:
        bout = self._bout_of(event.seat)
        if bout is not None:
            bout.kills[event.seat] = bout.kills.get(event.seat, 0) + 1

    def _won(self, event: Event, s: State) -> None:
        bout = self._decide(event)
        if bout is not None and bout.kills:
            self.fights_won += 1
        else:
            self.fights_nobodys += 1

    def _lost(self, event: Event, s: State) -> None:
        bout = self._decide(event)
        if bout is not None:  # only those are paid who killed and then left the fight to another [CMB-11]
            bout.kills.pop(bout.fighter, None)
            bout.helper = -1
        self.fights_lost += 1

    def _decide(self, event: Event) -> Bout | None:
        bout = self._bout_of(event.seat)
        if bout is not None:
            self._bouts.remove(bout)
            self._unpaid.append(bout)
        return bout

    def _bout_of(self, fighter: int) -> Bout | None:
        return next((bout for bout in reversed(self._bouts) if bout.fighter == fighter), None)

    # Help

    def _offered(self, event: Event, s: State) -> None:
        for deal in s.offers:
            if deal.id == event.n:
                self._offers[deal.id] = deal
                if deal.kind == HELP and self._bout_of(deal.by) is not None:
                    self.deeds[deal.by].asked_help += 1

    def _accepted(self, event: Event, s: State) -> None:
        deal = self._offers.get(event.n)
        if deal is None or deal.kind != HELP:
            return
        asked = self._bout_of(deal.by) is not None
        helper = self.deeds[deal.to if asked else deal.by]
        helper.help_treasures += deal.treasures
        helper.help_items += len(deal.gives if asked else deal.takes)

    def _helped(self, event: Event, s: State) -> None:
        bout = self._bout_of(event.other)
        if bout is not None:
            bout.helper = event.seat
        self.helps += 1
        self.deeds[event.seat].helped += 1

    def _walked_out(self, event: Event, s: State) -> None:
        bout = self._bout_of(event.other)
        if bout is not None:
            bout.helper = -1

    # Interference

    def _strength_added(self, event: Event, s: State) -> None:
        self._meddle(event.seat, _counts_against(event, s))

    def _enhanced(self, event: Event, s: State) -> None:
        self._meddle(event.seat, face(s, event.card).bonus >= 0)

    def _monster_joined(self, event: Event, s: State) -> None:
        self._meddle(event.seat, True)

    def _cursed(self, event: Event, s: State) -> None:
        """A Curse cast on one who fights is a play against his party."""
        if event.n and self._bouts and self._bouts[-1].has(event.seat):
            self._meddle(event.other, True)

    def _meddle(self, seat: int, against: bool) -> None:
        """Somebody plays into the newest fight; what one play does is heard as several events."""
        if seat < 0 or not self._bouts or self._bouts[-1].has(seat) or seat in self._meddlers:
            return
        self._meddlers.add(seat)
        self.interferences += 1
        self.deeds[seat].hindered += against

    def _died(self, event: Event, s: State) -> None:
        self.deeds[event.seat].deaths += 1


def _counts_against(event: Event, s: State) -> bool:
    """Whether strength was added against the party: the event does not say for whom, the fight's entry does."""
    to = next((play.to for fight in reversed(s.fights) for play in fight.plays if _tells_of(event, play)), TO_NOTHING)
    if to in (TO_PARTY, TO_SEAT):
        return event.n < 0
    return to in (TO_MONSTERS, TO_MONSTER) and event.n > 0


def _tells_of(event: Event, play: Play) -> bool:
    return event.card in play.cards and play.target == event.other and play.amount == event.n


HEARD: dict[str, Callable[[Course, Event, State], None]] = {
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
    "monster_killed": Course._killed,
    "offered": Course._offered,
    "sold": Course._sold,
    "strength_added": Course._strength_added,
    "turn_begun": Course._turn_begun,
    "walked_out": Course._walked_out,
}
"""What is counted when an event is heard."""
