"""Intents: what somebody would like to do, in the words of the table, and why it cannot be done."""

from __future__ import annotations

import msgspec

from kickdoor.engine.actions import laying
from kickdoor.engine.data import ids
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.abilities import FROM_HAND
from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    EQUIP,
    IN_DUNGEONS,
    IN_HAND,
    IN_PLAY,
    LAY,
    NONE,
    ONE_SHOT,
    PLAY,
    VERBS,
)
from kickdoor.engine.questions.permission import not_now
from kickdoor.engine.questions.table import face
from kickdoor.engine.running import kernel
from kickdoor.engine.running.targets import refuse_target

#: Refusals for want of anything to aim at.
NO_TARGETS = (no.NO_TARGET.key, no.NOTHING_TO_AIM_AT.key, no.NO_MONSTER_TO_ENHANCE.key)


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """A verb of the options with a card, and perhaps on whom: ``Intent(verb="play", card=12, on=2)``."""

    verb: str
    card: int | None = None
    on: int | None = None
    ability: int | None = None


def refuse_intent(s: State, seat: int, intent: Intent) -> Refusal | None:
    """The reason and rule why the seat cannot do this now; None where it can."""
    if intent.verb not in VERBS:
        return Refusal("no_such_verb", about=(intent.verb,))
    verb = VERBS.index(intent.verb)
    card = NONE if intent.card is None else intent.card
    if intent.card is not None and not 0 <= intent.card < len(s.rules.defs):
        return no.NOT_YOURS
    if intent.on is not None and not 0 <= intent.on < NONE:
        return no.NOTHING_TO_AIM_AT
    if verb == PLAY and intent.card is not None:
        return _refuse_play(s, seat, intent)
    if verb == EQUIP and intent.card is not None and s.where[card] == IN_HAND + seat:
        return laying.refuse_lay(s, ids.Seat(seat), ids.Card(card))
    return kernel.why_not(s, seat, code(verb, card, NONE if intent.on is None else intent.on))


def _refuse_play(s: State, seat: int, intent: Intent) -> Refusal | None:
    card = intent.card
    assert card is not None
    d = face(s, ids.Card(card))
    mine = s.where[card] in (IN_HAND + seat, IN_PLAY + seat, IN_DUNGEONS)
    if not mine and not any(ability.by for ability in d.abilities):
        return no.NOT_YOURS
    lays = intent.ability is None and s.where[card] == IN_HAND + seat and d.layable and d.kind != ONE_SHOT
    if lays:
        why = kernel.why_not(s, seat, code(LAY, card))
        if why is None or not any(ability.from_zone & FROM_HAND for ability in d.abilities):
            return why
    if not d.abilities:
        return laying.refuse_lay(s, ids.Seat(seat), ids.Card(card)) or not_now(d)
    found: Refusal | None = None
    for ability in d.abilities:
        if intent.ability is not None and ability.index != intent.ability:
            continue
        why = kernel.why_not(s, seat, code(PLAY, card, ability.index))
        if why is None:
            if intent.on is None:
                return None
            why = refuse_target(s, seat, card, ability, intent.on)
            if why is None:
                return None
        elif why.key in NO_TARGETS:
            why = refuse_target(s, seat, card, ability, intent.on) or why
        if found is None or found in (no.WRONG_MOMENT, no.NOT_NOW, no.NO_COMBAT, no.NOT_IN_PLAY):
            found = why  # the ability whose moment it is says more than the others
    return found or not_now(d)
