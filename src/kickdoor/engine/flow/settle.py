"""After each outer step: limits that no longer hold are mended, until nothing changes."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import bargains, laying, levels, losing, piles, plays, sales, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import FIRST_SEAT, Card, Seat
from kickdoor.engine.data.options import card_of, code, seat_of, second_of, verb_of
from kickdoor.engine.data.question import Question, QuestionKind
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    BY_EFFECT,
    BY_GIFT,
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    DROP,
    ENTRUST,
    EQUIP,
    GIVE,
    IN_PLAY,
    ITEM,
    LAY,
    PICK,
    PLAY,
    RACE,
    RACE_ENHANCER,
    SELL,
    STEED,
    UNEQUIP,
)
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.flow.remedies import remedies
from kickdoor.engine.questions.force import can_strike, is_usable
from kickdoor.engine.questions.room import (
    room_to_carry,
)
from kickdoor.engine.questions.surplus import surplus
from kickdoor.engine.questions.table import cards_of_kind, face, in_combat, seats


def tidy(s: State, seat: Seat) -> None:
    """What needs no choice: orphaned enhancers and Curses without their reason go, Items that cannot be used are
    turned sideways."""
    player = s.players[seat]
    for card in player.table.copy():
        d = face(s, card) if s.face else s.rules.defs[card]
        kind = d.kind
        if (kind == CLASS_ENHANCER and not cards_of_kind(s, seat, CLASS)) or (
            kind == RACE_ENHANCER and not cards_of_kind(s, seat, RACE)
        ):
            losing.lose(s, card, BY_EFFECT)
        elif s.host and card in s.host and all(s.where[on] < IN_PLAY for on in s.host[card]):
            del s.host[card]
            s.version += 1
            if kind != ITEM:
                losing.lose(s, card, BY_EFFECT)
        elif s.up[card] and (kind == ITEM or kind == STEED) and not in_combat(s, seat) and not is_usable(s, seat, card):
            laying.unequip(s, seat, card)
        elif kind == CURSE and d.on is not None and not can_strike(s, seat, card):
            tell.curse_ended(s, seat=seat, card=card)
            piles.to_discards(s, card)


def settle_now(s: State) -> bool:
    """Mend what needs no choice; push a frame for the first seat that must choose. True if one was pushed."""
    seat = FIRST_SEAT
    while s.unsettled:
        if not s.unsettled >> seat & 1:
            seat = Seat((seat + 1) % len(s.players))
            continue
        s.unsettled &= ~(1 << seat)
        if s.players[seat].dead:
            continue
        tidy(s, seat)
        levels.raise_to_lowest(s, seat)
        levels.see_whether_won(s, seat)
        if s.unsettled >> seat & 1:
            continue
        if surplus(s, seat) is not None and not is_mending(s, seat):
            stack.push_flow(s, stack.SETTLE_FLOW, seat, seat, fight=s.players[seat].fight)
            return True
    return False


def is_mending(s: State, seat: Seat) -> bool:
    """Whether the seat is asked already, and is about what it chose to do: then it is looked at again afterwards."""
    return any(f.script == stack.SETTLE_FLOW and f.you == seat for f in s.stack)


class Mend(Step):
    """Ask how a limit is kept again: a lawful play puts it right; or Big Items are given away or sold, second Classes
    discarded, Items unequipped [ITEM-09, ITEM-10]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask while a limit is broken."""
        s.waiting = 0
        if s.players[f.you].dead or surplus(s, f.you) is None:
            return
        options = self.options(s, f, f.you)
        if len(options) == 1:
            self.take(s, f, f.you, options[0])
        else:
            s.waiting = 1 << f.you

    def takers(self, s: State, seat: Seat, card: Card) -> list[Seat]:
        """The lowest of those who can carry a surplus Big Item [ITEM-09]; nobody gets what cannot change hands."""
        able = [
            i
            for i in seats(s)
            if i != seat
            and not s.players[i].dead
            and room_to_carry(s, i, card) is None
            and bargains.refuse_items(s, seat, (card,), i) is None
        ]
        if not able:
            return []
        bottom = min(s.players[i].level for i in able)
        return [i for i in able if s.players[i].level == bottom]

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        found = surplus(s, f.you)
        verb = found.verb if found is not None else PICK
        kind: QuestionKind = "surplus_discard"
        if verb == GIVE:
            kind = "surplus_give"
        elif verb == UNEQUIP:
            kind = "surplus_unequip"
        return Question(kind, f.you)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """What puts it right; one of the surplus cards, and where it can go; a sale."""
        found = surplus(s, seat)
        if found is None:
            return []
        options = remedies(s, f, seat)
        if found.verb != GIVE:
            options.extend(code(found.verb, card) for card in found.cards)
            return options
        loose = [card for card in found.cards if not laying.is_stuck(s, seat, card)]
        for card in loose or found.cards:
            takers = self.takers(s, seat, card)
            options.extend(code(GIVE, card, other) for other in takers)
            if not takers:
                options.append(code(PICK, card))
        if s.turn == seat and sales.refuse_sale(s, seat) is None:
            options.append(code(SELL))
        return options

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Do it, and look again."""
        s.waiting = 0
        stack.again(f)
        verb = verb_of(option)
        card = card_of(option)
        if verb == SELL:
            stack.push_flow(s, stack.SALE_FLOW, seat, seat)
        elif verb == GIVE:
            losing.hand_over(s, card, seat_of(option), BY_GIFT, False)
        elif verb == UNEQUIP:
            laying.unequip(s, seat, card)
        elif verb == LAY:
            laying.lay(s, seat, card)
        elif verb == PLAY:
            plays.begin(s, f, seat, card, face(s, card).abilities[second_of(option)])
        elif verb == EQUIP:
            laying.equip(s, seat, card)
        elif verb == ENTRUST:
            laying.entrust(s, seat, card, Card(second_of(option)))
        elif verb == DROP:
            laying.drop(s, seat, card)
        else:
            losing.lose(s, card, BY_EFFECT, seat)


FLOW: Final = Flow((Mend(),))
