"""Steps about Curses, Bad Stuff and what is forbidden."""

from __future__ import annotations

from kickdoor.engine.actions import piles, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Card
from kickdoor.engine.data.registers import STRIKE_CANCELLED, STRIKE_REPLACERS, YES
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.stack import STRIKE_FLOW, nearest
from kickdoor.engine.data.state import Ban, Frame, State
from kickdoor.engine.data.terms import (
    BAN_PLAYS_AGAINST,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_PLAY,
    CURSE,
    IN_DUNGEONS,
    IN_LIMBO,
    IN_PLAY,
    OUT_OF_GAME,
)
from kickdoor.engine.flow.curse import WORK
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who


def free_copy(s: State, card: Card) -> Card:
    """Something that stands for a Curse which stays with each of its victims, or -1."""
    copies = s.rules.tokens.get(face(s, card).copy, [])
    return next((copy for copy in copies if s.where[copy] == OUT_OF_GAME), NO_CARD)


class Strike(Step):
    """A Curse strikes somebody, once for each event: who has turned it aside does not again."""

    __slots__ = ("curse", "victim")

    def __init__(self, curse: Cards, victim: Who) -> None:
        self.curse = curse
        self.victim = victim

    def run(self, s: State, f: Frame) -> None:
        below = nearest(s, STRIKE_FLOW)
        for card in self.curse.find(s, f):
            if card == f.it and below is not None and card in below.regs[STRIKE_REPLACERS]:
                continue  # it spreads once
            for seat in self.victim.all(s, f):
                struck = self._copied(s, card) if s.where[f.it] == IN_DUNGEONS else card
                if struck < 0:
                    continue
                piles.to_place(s, struck, IN_LIMBO)
                frame = stack.push_flow(s, STRIKE_FLOW, seat, f.you, struck, s.players[seat].fight, BY_PLAY)
                if below is not None:
                    frame.regs[STRIKE_REPLACERS] = (*below.regs[STRIKE_REPLACERS], f.it)

    def _copied(self, s: State, card: Card) -> Card:
        """The Curse itself; where it stays with whom it has struck, something that stands for it, or -1."""
        return card if s.where[card] < IN_PLAY else free_copy(s, card)


class Suffer(Step):
    """The Bad Stuff of a monster card, or the effect of a Curse, strikes somebody without more ado."""

    __slots__ = ("cards", "who")

    def __init__(self, cards: Cards, who: Who) -> None:
        self.cards = cards
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            d = face(s, card)
            script = d.strike if d.kind == CURSE else d.bad_stuff
            cause = BY_CURSE if d.kind == CURSE else BY_BAD_STUFF
            for seat in self.who.all(s, f):
                copy = free_copy(s, card)
                if script is not None or copy >= 0:
                    tell.suffered(s, seat=seat, card=card, by=f.by)
                if copy >= 0:
                    piles.to_place(s, copy, IN_LIMBO)
                    frame = stack.push_flow(s, STRIKE_FLOW, seat, f.by, copy, s.players[seat].fight, BY_PLAY)
                    frame.pc = WORK
                elif script is not None:
                    stack.push(s, script, seat, f.by, card, f.fight, cause)


class CancelCurse(Step):
    """The Curse that is about to strike does not."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        strike = nearest(s, STRIKE_FLOW)
        if strike is not None:
            strike.regs[STRIKE_CANCELLED] = YES
            tell.curse_cancelled(s, seat=strike.you, card=strike.it, by=f.you)


class Forbid(Step):
    """Somebody may not do something for a while."""

    __slots__ = ("against", "until", "what", "who")

    def __init__(self, who: Who, what: int, until: int, against: Who) -> None:
        self.who = who
        self.what = what
        self.until = until
        self.against = against  # whom, where nothing may be played against somebody

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            against = self.against.one(s, f) if self.what == BAN_PLAYS_AGAINST else NO_SEAT
            s.bans = (*s.bans, Ban(seat, self.what, self.until, f.it, against))
            s.version += 1
            tell.forbidden(s, seat=seat, ban=self.what, source=f.it)
