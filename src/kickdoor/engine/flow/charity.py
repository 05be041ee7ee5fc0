"""Charity: what is over the hand limit goes to the lowest, shared as evenly as can be, or away."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import losing, piles, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import card_of, code, seat_of, verb_of
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.registers import CHARITY_RECEIVED, CHARITY_TOTAL
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BAN_TREASURES, BY_EFFECT, GIVE, PICK, TREASURE
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.questions.force import is_banned
from kickdoor.engine.questions.table import lowest_level, seats
from kickdoor.engine.questions.values import value


class Give(Step):
    """Ask card by card which goes to whom [CHAR-20, CHAR-21, CHAR-22]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask while there are too many cards."""
        s.waiting = 0
        over = len(s.players[f.you].hand) - value(s, "hand_limit", f.you)
        if over <= 0:
            return
        f.regs[CHARITY_TOTAL] = (over + len(f.regs[CHARITY_RECEIVED]),)
        s.waiting = 1 << f.you

    def receivers(self, s: State, f: Frame) -> list[Seat]:
        """The lowest who may still get a card; none where the giver is among the lowest."""
        lowest = lowest_level(s)
        if s.players[f.you].level == lowest:
            return []
        alive = [i for i in seats(s) if i != f.you and not s.players[i].dead]
        if not alive:
            return []
        bottom = min(s.players[i].level for i in alive)
        if s.players[f.you].level <= bottom:
            return []
        poorest = [i for i in alive if s.players[i].level == bottom]
        total = f.regs[CHARITY_TOTAL][0]
        even, odd = divmod(total, len(poorest))
        got = f.regs[CHARITY_RECEIVED]
        with_odd = sum(1 for seat in poorest if got.count(seat) > even)
        return [seat for seat in poorest if got.count(seat) < even or (got.count(seat) == even and with_odd < odd)]

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        kind: QuestionKind = "charity" if self.receivers(s, f) else "charity_discard"
        return Question(kind, f.you, held=len(s.players[f.you].hand), limit=value(s, "hand_limit", f.you))

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Each card to each who may get it, or away."""
        to = self.receivers(s, f)
        hand = s.players[seat].hand
        if not to:
            return [code(PICK, card) for card in hand]
        found = [code(GIVE, card, other) for card in hand for other in to if self._may_get(s, card, other)]
        return found or [code(PICK, card) for card in hand]

    def _may_get(self, s: State, card: Card, seat: Seat) -> bool:
        return s.rules.defs[card].deck != TREASURE or not is_banned(s, seat, BAN_TREASURES)

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Give or discard a card, and ask on."""
        card = card_of(option)
        if verb_of(option) == GIVE:
            to = seat_of(option)
            f.regs[CHARITY_RECEIVED] = (*f.regs[CHARITY_RECEIVED], to)
            tell.gave_charity(s, seat=seat, card=card, to=to, seen=1 << seat | 1 << to | s.known[card])
            piles.to_hand(s, card, to, s.known[card] | 1 << seat)
        else:
            losing.lose(s, card, BY_EFFECT, seat)
        stack.again(f)
        s.waiting = 0


FLOW: Final = Flow((Give(),))
