"""How often abilities were used: counted by player, within a turn, a combat or a roll."""

from __future__ import annotations

from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.abilities import PER_ROLL, PER_TURN, Ability
from kickdoor.engine.data.ids import Card, Seat, as_seats
from kickdoor.engine.data.registers import ROLL_USED
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import ROLL_FLOW, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.uses import Use, use_of
from kickdoor.engine.questions.conditions import Part
from kickdoor.engine.questions.table import face


def key_of(s: State, seat: Seat, card: Card, ability: Ability, victim: Seat) -> Use:
    """The key under which uses of an ability are counted: by player, not by copy of the card [HELP-08]."""
    pools = s.rules.pools
    if pools and ability.name in pools:
        return use_of(seat, pools[ability.name], 0, victim)
    if card < len(s.where):
        return use_of(seat, face(s, card).index, ability.index, victim)
    return use_of(seat, len(s.rules.faces) + len(pools) + card, ability.index, victim)  # a twin has no card


def uses(s: State, f: Frame, ability: Ability, seat: Seat, card: Card, victim: Seat) -> int:
    """How often the ability was used within its span."""
    key = key_of(s, seat, card, ability, victim)
    if ability.per == PER_TURN:
        return s.used.get(key, 0)
    if ability.per == PER_ROLL:
        roll = nearest(s, ROLL_FLOW)
        return roll.regs[ROLL_USED].count(key) if roll is not None else 0
    fight = s.fight_by_id(f.fight)
    return fight.used.get(key, 0) if fight is not None else 0


def count_use(s: State, f: Frame, ability: Ability, seat: Seat, card: Card, victim: Seat) -> None:
    """Note one use of a limited ability."""
    key = key_of(s, seat, card, ability, victim)
    if ability.per == PER_TURN:
        s.used[key] = s.used.get(key, 0) + 1
    elif ability.per == PER_ROLL:
        roll = nearest(s, ROLL_FLOW)
        if roll is not None:
            roll.regs[ROLL_USED] = (*roll.regs[ROLL_USED], key)
    else:
        fight = s.fight_by_id(f.fight)
        if fight is not None:
            fight.used[key] = fight.used.get(key, 0) + 1
    s.version += 1


class CountVictim(Step):
    """Note that an ability has been used on this victim in this combat."""

    __slots__ = ("index", "victim")

    def __init__(self, index: int, victim: int) -> None:
        self.index = index
        self.victim = victim

    def run(self, s: State, f: Frame) -> None:
        ability = face(s, f.it).abilities[self.index]
        for seat in as_seats(f.regs[self.victim]):
            count_use(s, f, ability, f.by, f.it, seat)


class NotYetVictim(Part):
    """An ability has not been used on this player in this combat."""

    __slots__ = ("index", "one")

    def __init__(self, index: int, one: int) -> None:
        super().__init__(no.ONE_VICTIM)
        self.index = index
        self.one = one

    def holds(self, s: State, f: Frame) -> bool:
        """Whether it has not."""
        ability = face(s, f.it).abilities[self.index]
        return all(uses(s, f, ability, f.by, f.it, seat) < ability.limit for seat in as_seats(f.regs[self.one]))
