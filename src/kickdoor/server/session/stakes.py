"""What is at stake for a player: what they could do that matters, and what has struck them.

Asked of what a seat may know: its own options, which follow from its hand and the public table, and events that it saw.
"""

from __future__ import annotations

from collections.abc import Iterable

from kickdoor.engine.data import ids
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import first_of, second_of
from kickdoor.engine.data.state import Fight
from kickdoor.engine.data.terms import (
    ARRANGE,
    BETWEEN,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_THEFT,
    CLOSING,
    FIGHTING,
    GO_UP_A_LEVEL,
    OPEN_MOMENTS,
    ROLLED,
    RUNNING,
)
from kickdoor.engine.questions.strength import is_winning, sums, wins_ties
from kickdoor.engine.questions.table import current_fight, face
from kickdoor.engine.running.asking import question
from kickdoor.engine.running.underway import needed_to_escape
from kickdoor.play.choices import Decision, Option
from kickdoor.play.game import Game
from kickdoor.server.foretelling import MOST_OPTIONS, Rehearsal

IN_A_FIGHT = 1 << FIGHTING | 1 << CLOSING | 1 << RUNNING
ROUTINE = OPEN_MOMENTS & ~IN_A_FIGHT
"""Moments between which anything can be done as well in one as in the next."""

QUIET_TIMES = 1 << ARRANGE | 1 << BETWEEN

BLOWS = frozenset({"died", "taken_unseen", "turn_lost", "marked"})
"""What does a player harm, whatever brought it about …"""

LOSSES = frozenset({"level_lost", "handed_over", "discarded"})
"""… and what may as well be a price that they paid."""

HARM = frozenset({BY_CURSE, BY_BAD_STUFF, BY_THEFT})


def could_matter(game: Game, seat: int, *, early: bool) -> bool:
    """Whether a seat could do something now that matters, and that it could not do as well later.

    With `early`, in another's fight as soon as it is on; else not before it seems won.
    """
    return bool(what_matters(game, seat, early=early))


def what_matters(game: Game, seat: int, *, early: bool) -> list[Option]:
    """What a seat could do now that matters; once somebody says that they win, only what could still prevent it."""
    decision = game.decision(seat)
    if decision is None:
        return []
    found = [option for option in decision.options if _matters(game, decision, option, early)]
    fight = current_fight(game.state)
    if not found or game.state.moment != CLOSING or fight is None:
        return found
    return found if _could_turn(game, seat, found, fight) else []


def _could_turn(game: Game, seat: int, options: list[Option], fight: Fight) -> bool:
    """Whether a seat could turn a fight with all that it has against it, or do something else than turn it."""
    if len(options) > MOST_OPTIONS or any(option.verb != "play" for option in options):
        return True
    party, against = sums(game.state, fight)
    lead = party - against
    rehearsal = Rehearsal(game, seat)
    shifts: dict[int, int] = {}
    for option in options:
        after = rehearsal.outcome(option)
        if after is None or not after[2]:
            return True
        shift = lead - (after[0] - after[1])
        if not shift and not _is_for_quiet_times(game, option):
            return True
        card = first_of(option.code)
        shifts[card] = max(shift, shifts.get(card, 0))
    return sum(shifts.values()) >= lead + wins_ties(game.state, fight)


def _matters(game: Game, decision: Decision, option: Option, early: bool) -> bool:
    s = game.state
    if option.verb == "accept":
        return True
    moment = 1 << s.moment
    if moment & ROUTINE or option.verb not in ("play", "join"):
        return False
    if s.moment == ROLLED:
        return not _escapes(game, decision.seat)
    if not moment & IN_A_FIGHT:
        return True  # only cards that name such a moment can be played in it
    if s.moment == FIGHTING and not early and not _needed(game, decision.seat):
        return False
    if option.verb == "join":
        return True
    card = first_of(option.code)
    if card < len(s.where) and face(s, ids.Card(card)).kind == GO_UP_A_LEVEL:
        return False
    return s.moment == CLOSING or not _is_for_quiet_times(game, option)


def _escapes(game: Game, seat: int) -> bool:
    """Whether a seat has rolled to run away, and high enough: there is nothing to better."""
    asked = question(game.state, seat)
    return asked is not None and asked.whom == seat and 0 <= needed_to_escape(game.state) <= asked.shown


def _is_for_quiet_times(game: Game, option: Option) -> bool:
    """Whether a card could be played as well when nobody fights."""
    s = game.state
    card = first_of(option.code)
    if card >= len(s.where):
        return False
    return bool(face(s, ids.Card(card)).abilities[second_of(option.code)].moments & QUIET_TIMES)


def _needed(game: Game, seat: int) -> bool:
    """Whether a seat helps in a fight that is not won yet."""
    fight = current_fight(game.state)
    return fight is not None and fight.helper == seat and not is_winning(game.state, fight)


def has_been_struck(events: Iterable[Event], seat: int) -> bool:
    """Whether one of these events did a player harm."""
    return any(_strikes(event, seat) for event in events)


def _strikes(event: Event, seat: int) -> bool:
    if event.get("seat") != seat:
        return False
    return event.what in BLOWS or (event.what in LOSSES and event.get("cause") in HARM)
