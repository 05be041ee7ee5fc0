"""What others do in a fight that a veteran would not: masters and people do, so a thought had better reckon with it."""

from __future__ import annotations

import msgspec

from kickdoor.bots.veteran import Veteran
from kickdoor.engine.data.options import first_of, verb_of
from kickdoor.engine.data.terms import ACCEPT, PASS, PLAY, REFUSE
from kickdoor.play.choices import Decision, Option
from kickdoor.play.view import View


class Whims(msgspec.Struct, frozen=True):
    """How often somebody departs from a veteran's choice in a fight, each between 0 and 1."""

    rash: float = 0.0  #: plays the card that they want to play most, instead of passing
    wary: float = 0.0  #: refuses a bargain that they would accept
    idle: float = 0.0  #: passes instead of playing a card, as if others would see to it

    def sway(self, player: Veteran, view: View, decision: Decision, choice: Option) -> Option:
        """What a player does instead of their choice; mostly it stays."""
        verb = verb_of(choice.code)
        chance = self.rash if verb == PASS else self.wary if verb == ACCEPT else self.idle if verb == PLAY else 0.0
        if not chance or player.rng.random() >= chance:
            return choice
        if verb == PASS:
            plays = [(wish[0], option) for option, wish in player.wishes if verb_of(option.code) == PLAY]
            other = max(plays, key=lambda each: each[0])[1] if plays else None
        elif verb == ACCEPT:
            other = next((each for each in decision.options if _refuses(each, choice)), None)
        else:
            other = next((each for each in decision.options if verb_of(each.code) == PASS), None)
        if other is None:
            return choice
        player.note(view, decision, other)
        return other


def _refuses(option: Option, acceptance: Option) -> bool:
    return verb_of(option.code) == REFUSE and first_of(option.code) == first_of(acceptance.code)


NONE = Whims()
"""Everybody does what a veteran would."""
