"""A survey of all cards at once: in ordinary games everybody has cards in their first hand and kicks open others.

Which cards these are is chance, so what their holders have before the others is owing to the cards: the same measures
as of a probe, of all cards in the same games. It is the way to a yardstick; for one card a probe is far quicker.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Iterable

import msgspec

from kickdoor.engine.data.events import Event, card_of
from kickdoor.engine.data.terms import DOOR
from kickdoor.play.game import Game
from kickdoor.probe.dealing import FIRST_TURNS, Way
from kickdoor.probe.figures import Figure, Measures, figure_of
from kickdoor.probe.trial import SWINGS, before_others
from kickdoor.sim.runner import Plan, set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Uses

KICKED = "turned_up"
"""The event of a Door that is kicked open."""


class Sighting(msgspec.Struct, frozen=True):
    """A card that came to somebody early in a game, and how they fared with it."""

    card: str
    way: Way
    share: float  #: of the win, less what anybody has
    lead: float
    might: float
    swing: int
    used: bool


class Surveyed(msgspec.Struct, frozen=True):
    """All that was seen in a game; `trace` says why it is nothing."""

    number: int
    sightings: list[Sighting] = []
    trace: str = ""


def survey(plan: Plan, number: int) -> Surveyed:
    """Play a game of the plan and see how everybody fares with the cards that come to them early."""
    try:
        return Surveyed(number, _seen(plan, number))
    except Exception:
        return Surveyed(number, trace=traceback.format_exc())


class Course:
    """How far everybody is before the others in each turn, what came to whom, and which levels each card moved."""

    def __init__(self, game: Game, dealt: list[Event]) -> None:
        self.game = game
        self.came: dict[tuple[int, int], tuple[Way, int]] = {
            (event.seat, card_of(event)): ("hand", 0) for event in dealt if event.what == "drew"
        }
        self.leads: list[list[float]] = []
        self.mights: list[list[float]] = []
        self.swings: dict[int, list[tuple[int, int]]] = {}  # by card: seat, levels gained
        self._turn = 0
        self._own_turns = [0] * game.seats

    def hear(self, events: list[Event]) -> None:
        """Note Doors that are kicked open early, and levels that cards move."""
        s = self.game.state
        for event in events:
            card = card_of(event)
            if event.what == KICKED and s.turn == event.seat and self._own_turns[s.turn] <= FIRST_TURNS:
                if s.rules.defs[card].deck == DOOR:
                    self.came.setdefault((event.seat, card), ("door", len(self.leads)))
            elif event.what in SWINGS and card >= 0:
                gain = event.levels if event.what == "level_gained" else -event.levels
                self.swings.setdefault(card, []).append((event.seat, gain))
        if self.game.turns != self._turn:
            self._turn = self.game.turns
            self._own_turns[s.turn] += 1
            levels, mights = [player.level for player in s.players], self.game.strengths()
            self.leads.append([before_others(levels, seat) for seat in range(self.game.seats)])
            self.mights.append([before_others(mights, seat) for seat in range(self.game.seats)])

    def swing(self, card: int, holder: int) -> int:
        """The levels that a card has moved in favour of whoever had it."""
        return sum(gain if seat == holder else -gain for seat, gain in self.swings.get(card, ()))


def _seen(plan: Plan, number: int) -> list[Sighting]:
    game, rng = set_up(plan, number)
    uses = Uses()
    dealt = game.begin()
    uses.hear(dealt, game.state)
    course = Course(game, dealt)
    seating = Seating(plan.bots, game, rng)
    for seat, choice in seating.answers(game, plan.turn_limit):
        events = game.apply(seat, choice)
        uses.hear(events, game.state)
        course.hear(events)
    winners, defs = game.winners, game.state.rules.defs
    found = []
    for (seat, card), (way, since) in course.came.items():
        share = 1 / len(winners) if seat in winners else 0.0 if winners else 1 / game.seats
        use = uses.by_seat.get((seat, defs[card].id))
        found.append(
            Sighting(
                card=defs[card].id,
                way=way,
                share=share - 1 / game.seats,
                lead=_mean([leads[seat] for leads in course.leads[since:]]),
                might=_mean([mights[seat] for mights in course.mights[since:]]),
                swing=course.swing(card, seat),
                used=use is not None and use.laid + use.played + use.used + use.struck + use.fought > 0,
            )
        )
    return found


def measures_of(sightings: Iterable[Sighting]) -> Measures:
    """What a card was seen to do, both ways in which it comes counting alike, as in a probe."""
    by_way: dict[Way, list[Sighting]] = {}
    for each in sightings:
        by_way.setdefault(each.way, []).append(each)
    ways = list(by_way.values())
    return Measures(
        chance=_together([figure_of([each.share for each in seen]) for seen in ways]),
        lead=_together([figure_of([each.lead for each in seen]) for seen in ways]),
        might=_together([figure_of([each.might for each in seen]) for seen in ways]),
        swing=_together([figure_of([float(each.swing) for each in seen]) for seen in ways]),
    )


def _together(figures: list[Figure]) -> Figure:
    value = _mean([figure.value for figure in figures])
    reach = math.sqrt(sum(figure.reach**2 for figure in figures)) / len(figures)
    return Figure(round(value, 4), round(value - reach, 4), round(value + reach, 4))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / max(1, len(numbers))
