"""From one Dungeon to the next: what is new is entered before what is old is left; and discovering an exit."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import dungeons, losing, piles, tell
from kickdoor.engine.actions.dungeons import EXIT_PRICE, LEAVE_ALL, LEAVE_LAST, LEAVE_ONE
from kickdoor.engine.data import stack
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Card, Seat, as_cards, as_seats
from kickdoor.engine.data.options import card_of, code, first_of, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import (
    CHANGE_BACK,
    CHANGE_COUNT,
    CHANGE_GOING,
    CHANGE_LEAVING,
    CHANGE_NEW,
    CHANGE_OLD,
    CROWD_SEATS,
    EXIT_PAID,
)
from kickdoor.engine.data.scripts import Step
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import BY_COST, BY_EFFECT, CROWDED, DONE, DUNGEON, IN_LIMBO, PICK
from kickdoor.engine.flow.labels import Flow
from kickdoor.engine.questions.values import value
from kickdoor.engine.running.windows import Window


def begin(s: State, seat: Seat, leaving: int, portal: Card = NO_CARD, count: int = 1) -> Frame:
    """Somebody leads all into new Dungeons."""
    frame = stack.push_flow(s, stack.CHANGE_FLOW, seat, seat, portal, s.players[seat].fight)
    frame.regs[CHANGE_LEAVING] = (leaving,)
    frame.regs[CHANGE_COUNT] = (count,)
    return frame


class Arrive(Step):
    """Dungeons are turned up; till the old ones are left nothing is looked at: nobody is ever in neither [DUNG-05]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.hold += 1
        old = dungeons.leavable(s)
        for _ in range(f.regs[CHANGE_COUNT][0]):
            card = self._next(s, f)
            if card < 0:
                break
            f.regs[CHANGE_NEW] = (*f.regs[CHANGE_NEW], card)
            dungeons.lay_open(s, card, f.you)
        if f.regs[CHANGE_NEW] and f.it >= 0 and s.rules.defs[f.it].stays and s.where[f.it] == IN_LIMBO:
            piles.to_dungeons(s, f.it)
            s.host[f.it] = (Card(f.regs[CHANGE_NEW][0]),)
        leaving = f.regs[CHANGE_LEAVING][0]
        if leaving == LEAVE_ALL:
            f.regs[CHANGE_OLD] = tuple(old)
        elif leaving == LEAVE_LAST:
            f.regs[CHANGE_OLD] = tuple(old[-1:])
        if f.regs[CHANGE_GOING] and f.regs[CHANGE_NEW]:
            empty = dungeons.split(s, list(as_cards(f.regs[CHANGE_NEW])), f.regs[CHANGE_GOING][0])
            f.regs[CHANGE_OLD] = tuple(dict.fromkeys((*f.regs[CHANGE_OLD], *empty)))

    def _next(self, s: State, f: Frame) -> Card:
        if f.regs[CHANGE_BACK] and s.dungeon_discards:
            return s.dungeon_discards[-1]
        return piles.top_of(s, DUNGEON)


class Depart(Step):
    """Old Dungeons are left: as the Portal says, or one that the player picks [PORT-04, DUNG-06]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask where there is a choice, or leave them."""
        s.waiting = 0
        if f.regs[CHANGE_LEAVING][0] == LEAVE_ONE and len(self.options(s, f, f.you)) > 1:
            s.waiting = 1 << f.you
        else:
            self._leave(s, f)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("leave_dungeon", f.you, f.by, f.it)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """An old Dungeon, or none."""
        return [code(PICK, card) for card in dungeons.leavable(s) if card not in f.regs[CHANGE_NEW]] + [code(DONE)]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Leave it."""
        s.waiting = 0
        if verb_of(option) != DONE:
            f.regs[CHANGE_OLD] = (first_of(option),)
        self._leave(s, f)

    def _leave(self, s: State, f: Frame) -> None:
        """What the old ones say of leaving comes first, then what the new ones say of entering [DUNG-04]."""
        for card in reversed(as_cards(f.regs[CHANGE_NEW])):
            script = s.rules.defs[card].on_enter
            if script is not None:
                stack.push(s, script, f.you, f.you, card, f.fight)
        for card in reversed(as_cards(f.regs[CHANGE_OLD])):
            dungeons.close(s, card, f.you)
            script = s.rules.defs[card].on_leave
            if script is not None:
                stack.push(s, script, f.you, f.you, card, f.fight)


class Settle(Step):
    """Now everybody's limits are looked at again."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.hold -= 1
        dungeons.rejoin(s, as_cards(f.regs[CHANGE_OLD]))
        s.unsettled = (1 << len(s.players)) - 1
        s.version += 1


CHANGE: Final = Flow((Arrive(), Depart(), Settle()))


class PayForExit(Step):
    """Four cards of the hand are discarded [DUNG-06]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask which, unless all go."""
        s.waiting = 0
        hand = s.players[f.you].hand
        if len(hand) <= EXIT_PRICE:
            f.regs[EXIT_PAID] = tuple(hand)
        if len(f.regs[EXIT_PAID]) < EXIT_PRICE:
            s.waiting = 1 << f.you
            return
        for card in as_cards(f.regs[EXIT_PAID]):
            losing.lose(s, card, BY_COST, f.you)
        tell.exit_discovered(s, seat=f.you)
        begin(s, f.you, LEAVE_ONE)

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("exit", f.you, more=EXIT_PRICE - len(f.regs[EXIT_PAID]), picked=len(f.regs[EXIT_PAID]))

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any card of the hand."""
        return [code(PICK, card) for card in s.players[seat].hand if card not in f.regs[EXIT_PAID]]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Note it, and ask on."""
        f.regs[EXIT_PAID] = (*f.regs[EXIT_PAID], first_of(option))
        self.run(s, f)


EXIT: Final = Flow((PayForExit(),))


class Crowd(Step):
    """Nothing more is to be done where nobody's hand is over its limit."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """See whether anybody has too many."""
        if overfull(s, f) < 0:
            stack.end(s, f)


class Thin(Step):
    """One after the other discards what is over the hand limit, outside Charity."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        """Ask while somebody has too many cards."""
        seat = overfull(s, f)
        s.waiting = 1 << seat if seat >= 0 else 0

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        whom = overfull(s, f)
        return Question("over_limit", whom, held=len(s.players[whom].hand), limit=value(s, "hand_limit", whom))

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Any card of the hand."""
        return [code(PICK, card) for card in s.players[seat].hand]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """It goes; look again."""
        losing.lose(s, card_of(option), BY_EFFECT, seat)
        self.run(s, f)


def overfull(s: State, f: Frame) -> Seat:
    """The next seat of those concerned whose hand is over its limit, or -1."""
    for seat in as_seats(f.regs[CROWD_SEATS]):
        if not s.players[seat].dead and len(s.players[seat].hand) > value(s, "hand_limit", seat):
            return seat
    return NO_SEAT


CROWD: Final = Flow((Crowd(), Window(CROWDED), Thin()))
