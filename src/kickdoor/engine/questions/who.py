"""Players named by a word or a stored name."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.ids import NO_SEAT, Seat, as_seats
from kickdoor.engine.data.stack import FLEE_FLOW, LOSS_FLOW, ROLL_FLOW, STRIKE_FLOW, nearest
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.questions.table import highest_level, is_reached, lowest_level, owner, party, ring, seats

YOU: Final = 0
BY: Final = 1
OWNER: Final = 2
FIGHTER: Final = 3
HELPER: Final = 4
TURN: Final = 5
LEFT: Final = 6
RIGHT: Final = 7
OTHERS: Final = 8
OTHERS_RIGHT: Final = 9
ALL: Final = 10
PARTY: Final = 11
HIGHEST: Final = 12
LOWEST: Final = 13
HIGHEST_OTHERS: Final = 14
LOWEST_OTHERS: Final = 15
ROLLER: Final = 16
RUNNER: Final = 17
VICTIM: Final = 18
WINNERS: Final = 19
HERE: Final = 20
OTHERS_RISING: Final = 21
OTHERS_FALLING: Final = 22
WORDS = {
    "you": YOU,
    "by": BY,
    "owner": OWNER,
    "fighter": FIGHTER,
    "helper": HELPER,
    "turn": TURN,
    "left": LEFT,
    "right": RIGHT,
    "others": OTHERS,
    "others_right": OTHERS_RIGHT,
    "all": ALL,
    "party": PARTY,
    "highest": HIGHEST,
    "lowest": LOWEST,
    "highest_others": HIGHEST_OTHERS,
    "lowest_others": LOWEST_OTHERS,
    "roller": ROLLER,
    "runner": RUNNER,
    "victim": VICTIM,
    "winners": WINNERS,
    "here": HERE,
    "others_rising": OTHERS_RISING,
    "others_falling": OTHERS_FALLING,
}
GROUPS: Final = frozenset({OTHERS, OTHERS_RIGHT, OTHERS_RISING, OTHERS_FALLING, ALL, PARTY, HERE})
"""Words for players who are counted together; those of the highest Level, say, are alike."""


def living_of(s: State, named: list[Seat]) -> list[Seat]:
    """Those who live: what a card says of all, or of others, is not said of the dead [DEATH-04]."""
    for seat in named:
        if s.players[seat].dead:
            return [other for other in named if not s.players[other].dead]
    return named.copy()


class Who:
    """A word (register -1) or a stored name."""

    __slots__ = ("register", "word")

    def __init__(self, word: int, register: int) -> None:
        self.word = word
        self.register = register

    def is_public(self) -> bool:
        """Whether they are named by what all see, and not by where the asking card is."""
        return self.register < 0 and self.word != OWNER and self.word != HERE

    def one(self, s: State, f: Frame) -> Seat:
        """The first player named, or -1."""
        if self.register >= 0:
            values = f.regs[self.register]
            return Seat(values[0]) if values else NO_SEAT
        if self.word == YOU:
            return f.you
        if self.word == BY:
            return f.by
        found = self.all(s, f)
        return found[0] if found else NO_SEAT

    def counted(self, s: State, f: Frame) -> list[Seat]:
        """Those whose numbers are added up: all of a group, otherwise the first player named."""
        if self.register < 0 and self.word in GROUPS:
            return self.all(s, f)
        seat = self.one(s, f)
        return [seat] if seat >= 0 else []

    def all(self, s: State, f: Frame) -> list[Seat]:
        """All players named, in the order in which they act."""
        if self.register >= 0:
            return list(as_seats(f.regs[self.register]))
        word = self.word
        if word == YOU:
            return [f.you]
        if word == BY:
            return [f.by] if f.by >= 0 else []
        if word == OTHERS:
            return living_of(s, ring(s, f.you))
        if word == OTHERS_RIGHT:
            return living_of(s, ring(s, f.you, -1))
        if word == ALL:
            return living_of(s, [f.you, *ring(s, f.you)] if f.you >= 0 else seats(s))
        if word == HERE:
            return living_of(s, [seat for seat in (f.you, *ring(s, f.you)) if is_reached(s, f.it, seat)])
        if word == LEFT:
            return [Seat((f.you + 1) % len(s.players))]
        if word == RIGHT:
            return [Seat((f.you - 1) % len(s.players))]
        if word == TURN:
            return [s.turn]
        if word == WINNERS:
            return s.winners.copy()
        if word == OWNER:
            seat = owner(s, f.it)
            return [seat] if seat >= 0 else [f.you]
        if word in (FIGHTER, HELPER, PARTY):
            fight = s.fight_by_id(f.fight)
            if fight is None:
                return []
            if word == FIGHTER:
                return [fight.fighter]
            if word == HELPER:
                return [fight.helper] if fight.helper >= 0 else []
            return party(s, fight)
        others = living_of(s, ring(s, f.you))
        around = living_of(s, [f.you]) + others
        if word == HIGHEST:
            top = highest_level(s)
            return [i for i in around if s.players[i].level == top]
        if word == LOWEST:
            bottom = lowest_level(s)
            return [i for i in around if s.players[i].level == bottom]
        if word == HIGHEST_OTHERS:
            top = max((s.players[i].level for i in others), default=0)
            return [i for i in others if s.players[i].level == top]
        if word == LOWEST_OTHERS:
            bottom = lowest_level(s, f.you)
            return [i for i in others if s.players[i].level == bottom]
        if word == OTHERS_RISING:
            return sorted(others, key=lambda seat: s.players[seat].level)
        if word == OTHERS_FALLING:
            return sorted(others, key=lambda seat: -s.players[seat].level)
        flow = ROLL_FLOW if word == ROLLER else FLEE_FLOW if word == RUNNER else STRIKE_FLOW
        frame = nearest(s, flow)
        if word == VICTIM:
            loss = nearest(s, LOSS_FLOW)
            if loss is not None and (frame is None or s.stack.index(loss) > s.stack.index(frame)):
                frame = loss
        return [frame.you] if frame is not None else []
