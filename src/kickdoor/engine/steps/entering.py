"""Steps by which cards come into a fight without strength of their own; its Treasures, and a helper who leaves."""

from __future__ import annotations

from kickdoor.engine.actions import fights, piles, rewards, tell
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.scripts import Step, Value
from kickdoor.engine.data.state import Fight, Frame, State
from kickdoor.engine.data.terms import IN_FIGHT, IN_LIMBO, TO_NOTHING
from kickdoor.engine.questions.who import Who
from kickdoor.engine.steps.fights import fight_at_hand


def lie_in(s: State, f: Frame, fight: Fight, to: int, target: int, amount: int) -> None:
    """The card of a script is noted in the fight; one that is being played lies there."""
    cards: tuple[Card, ...] = (f.it,) if f.it < len(s.where) else ()
    if cards and s.where[f.it] == IN_LIMBO:
        piles.to_place(s, f.it, IN_FIGHT)
    fights.note_play(s, fight, cards, f.by, to, target, amount)


class Enter(Step):
    """This card lies in the fight till its end, and its lines of strength are in force there."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            lie_in(s, f, fight, TO_NOTHING, -1, 0)
            tell.entered(s, seat=f.by, card=f.it, fight=fight.id)


class AddSpoils(Step):
    """Whoever wins the fight draws more Treasures, or fewer."""

    __slots__ = ("count",)

    def __init__(self, count: Value) -> None:
        self.count = count

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            rewards.earn(s, fight, self.count.of(s, f))


class NoSpoils(Step):
    """Nobody draws the Treasures of the fight."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            fight.rewards = [reward.without_treasures() for reward in fight.rewards]
            s.version += 1


class LeaveFight(Step):
    """A helper is out of the fight, without penalty."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        fight = fight_at_hand(s, f)
        if fight is not None:
            for seat in self.who.all(s, f):
                if fight.helper == seat:
                    fights.walk_out(s, seat, fight)
