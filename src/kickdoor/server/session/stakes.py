"""What is at stake for a player: what they could do that matters, and what has struck them.

Asked of what a seat may know: its own options, which follow from its hand and the public table, and events that it saw.
"""

from __future__ import annotations

from collections.abc import Iterable

from kickdoor.engine.data import ids
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.options import first_of, second_of
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
    RUNNING,
)
from kickdoor.engine.questions.strength import is_winning
from kickdoor.engine.questions.table import current_fight, face
from kickdoor.play.choices import Decision, Option
from kickdoor.play.game import Game

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
    decision = game.decision(seat)
    return decision is not None and any(_matters(game, decision, option, early) for option in decision.options)


def _matters(game: Game, decision: Decision, option: Option, early: bool) -> bool:
    s = game.state
    if option.verb == "accept":
        return True
    moment = 1 << s.moment
    if moment & ROUTINE or option.verb not in ("play", "join"):
        return False
    if not moment & IN_A_FIGHT:
        return True  # only cards that name such a moment can be played in it
    if s.moment == FIGHTING and not early and not _needed(game, decision.seat):
        return False
    if option.verb == "join":
        return True
    card = first_of(option.code)
    if card >= len(s.where):
        return True
    d = face(s, ids.Card(card))
    if d.kind == GO_UP_A_LEVEL:
        return False
    return s.moment == CLOSING or not d.abilities[second_of(option.code)].moments & QUIET_TIMES


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
