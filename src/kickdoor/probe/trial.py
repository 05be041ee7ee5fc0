"""One deal played once without a card, and once for each seat with it."""

from __future__ import annotations

import traceback
from collections.abc import Iterator

import msgspec

from kickdoor.engine.data.events import Event, card_of
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.options import first_of, verb_of
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.data.terms import EQUIP, JOIN, LAY, PASS, PLAY, TROUBLE
from kickdoor.play.choices import Offer
from kickdoor.play.game import Game
from kickdoor.probe.dealing import Way, copies_of, put_behind_door, put_in_hand, put_out, turn_of, way_of
from kickdoor.sim.runner import Plan, set_up
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Use, Uses

USING = frozenset({PLAY, LAY, EQUIP, TROUBLE, JOIN})
"""The verbs by which a player uses a card of theirs."""

SWINGS = frozenset({"level_gained", "level_lost"})

TURN_LIMIT = 400
"""A game that has not ended by then is nobody's; veterans take about thirty turns."""


class ProbePlan(Plan, frozen=True):
    """The deals of a probe; the series' seed is that of the header."""

    card: str = ""  #: by its full id
    turn_limit: int = TURN_LIMIT


class Trial(msgspec.Struct, frozen=True):
    """How a game went for the seat that had the card."""

    share: float  #: of the win
    level: int
    turns: int
    lead: float = 0.0  #: in levels before the mean of the others, on average over the turns with the card …
    might: float = 0.0  #: … and in strength, with what is equipped
    swing: int = 0  #: levels that the card itself moved: gained by its holder, lost by others
    came: bool = False  #: whether the seat got the card before the game was over
    lawful: int = 0  #: decisions in which it could have been laid, equipped, fought or played …
    chosen: int = 0  #: … and was
    playable: int = 0  #: those in which it, or an ability of it, could have been played …
    played: int = 0  #: … and was
    used: int = 0  #: uses of any sort: laid, played, an ability used, struck by it, fought
    sold: int = 0


class Deal(msgspec.Struct, frozen=True):
    """A deal of a plan: the levels by seat without the card, and the trial of each seat with it.

    `trace` says why there are no trials: a game broke off.
    """

    number: int
    way: Way
    turns: int = 0
    levels: tuple[int, ...] = ()
    trials: tuple[Trial, ...] = ()
    trace: str = ""


def play_deal(plan: Plan, number: int) -> Deal:
    """Play a deal without the card, and with it once for each seat; what breaks off is told."""
    assert isinstance(plan, ProbePlan)
    way: Way = "hand"
    try:
        game, rng = set_up(plan, number)
        s = game.state
        copies = copies_of(s, plan.card)
        way = way_of(s.rules.defs[copies[0]].deck, number)
        put_out(s, copies)
        game.begin()
        seating = Seating(plan.bots, game, rng)
        for seat, choice in seating.answers(game, plan.turn_limit):
            game.apply(seat, choice)
        levels = tuple(player.level for player in game.state.players)
        trials = tuple(_with_card(plan, number, seat, way) for seat in range(game.seats))
        return Deal(number, way, game.turns, levels, trials)
    except Endless as error:
        return Deal(number, way, trace=str(error))
    except Exception:
        return Deal(number, way, trace=traceback.format_exc())


def _with_card(plan: ProbePlan, number: int, seat: int, way: Way) -> Trial:
    """Play the deal with a copy of the card for a seat."""
    game, rng = set_up(plan, number)
    s = game.state
    copies = copies_of(s, plan.card)
    card = copies[0]
    put_out(s, copies)
    if way == "hand":
        put_in_hand(s, card, seat)
    uses, watch, standing = Uses(), Watch(card), Standing(seat)
    uses.hear(_about(card, game.begin()), game.state)
    seating = Seating(plan.bots, game, rng)
    arrival = Arrival(seat, turn_of(number) if way == "door" else 0)
    for asked, choice in seating.answers(game, plan.turn_limit):
        if asked == seat:
            watch.note(seating.offered, choice)
        events = _about(card, game.apply(asked, choice))
        uses.hear(events, game.state)
        standing.hear(events)
        if arrival.is_due(game.state.turn, game.turns):
            put_behind_door(game.state, card)
        if arrival.is_over:
            standing.look(game)
    use = uses.by_seat.get((seat, plan.card), Use())
    winners = game.winners
    return Trial(
        share=1 / len(winners) if seat in winners else 0.0 if winners else 1 / game.seats,
        level=game.state.players[seat].level,
        turns=game.turns,
        lead=standing.lead,
        might=standing.might,
        swing=standing.swing,
        came=use.drawn > 0,
        lawful=watch.lawful,
        chosen=watch.chosen,
        playable=watch.playable,
        played=watch.played,
        used=use.laid + use.played + use.used + use.struck + use.fought,
        sold=use.sold,
    )


class Standing:
    """How far the holder of the card is before the others, looked at once in each turn, and what the card did to it."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.swing = 0
        self._leads: list[float] = []
        self._mights: list[float] = []
        self._turn = 0

    @property
    def lead(self) -> float:
        """In levels."""
        return sum(self._leads) / max(1, len(self._leads))

    @property
    def might(self) -> float:
        """In strength."""
        return sum(self._mights) / max(1, len(self._mights))

    def hear(self, events: list[Event]) -> None:
        """Count the levels of events that the card has brought about."""
        for event in events:
            if event.what in SWINGS:
                gain = event.levels if event.what == "level_gained" else -event.levels
                self.swing += gain if event.seat == self.seat else -gain

    def look(self, game: Game) -> None:
        """See how everybody stands, where a turn has begun."""
        if game.turns == self._turn:
            return
        self._turn = game.turns
        self._leads.append(before_others([player.level for player in game.state.players], self.seat))
        self._mights.append(before_others(game.strengths(), self.seat))


def before_others(numbers: list[int], seat: int) -> float:
    """How far a seat is before the mean of the others."""
    own = numbers[seat]
    return own - (sum(numbers) - own) / (len(numbers) - 1)


class Watch:
    """Counts in how many decisions a card could be used, and was."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.lawful = self.chosen = self.playable = self.played = 0

    def note(self, offered: list[int], choice: int | Offer) -> None:
        """A decision among these, and what was chosen."""
        verbs = {verb_of(option) for option in offered if first_of(option) == self.card} & USING
        if not verbs:
            return
        of_it = not isinstance(choice, Offer) and first_of(choice) == self.card
        verb = verb_of(choice) if of_it and not isinstance(choice, Offer) else PASS
        self.lawful += 1
        self.chosen += verb in verbs
        self.playable += PLAY in verbs
        self.played += verb == PLAY


class Arrival:
    """Waits for the turn of a seat in which the card comes; never where that turn is 0."""

    def __init__(self, seat: int, turn: int) -> None:
        self.seat = seat
        self._left = turn
        self._seen = 0

    @property
    def is_over(self) -> bool:
        """Whether the card has come."""
        return self._left == 0

    def is_due(self, on_turn: int, turns: int) -> bool:
        """Whether that turn has just begun."""
        if not self._left or on_turn != self.seat or turns == self._seen:
            return False
        self._seen = turns
        self._left -= 1
        return self._left == 0


def _about(card: Card, events: list[Event]) -> list[Event]:
    """Those events that name the card: of others nothing is counted."""
    return [event for event in events if card_of(event) == card]


def trials_of(deals: list[Deal]) -> Iterator[Trial]:
    """All trials of some deals."""
    for deal in deals:
        yield from deal.trials
