"""Drawing cards: one by one, seen or unseen, with what may be drawn instead and what a drawn card does."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import piles, reacting
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FACE_UP_DRAW, ON_GOT, ON_TREASURE_REWARD, Reaction
from kickdoor.engine.data.options import code, first_of, second_of, verb_of
from kickdoor.engine.data.scripts import Script, Step
from kickdoor.engine.data.stack import DRAW_FLOW, DRAW_FOLLOWED, DRAW_LEFT, DRAW_OWED, DRAW_REWARD, DRAWN, FINISH_FLOW
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ALL_SEATS, BAN_TREASURES, DONE, IN_HAND, IN_LIMBO, PLAY, TREASURE
from kickdoor.engine.questions.force import is_active, is_banned
from kickdoor.engine.questions.table import context, face

FACE_DOWN: Final = 20  # beyond all causes
FACE_UP: Final = 21

TO_HAND: Final = 0
TO_LIMBO: Final = 1

# What a draw of Treasures for a fight notes
AS_REWARD: Final = 1
REPLACING: Final = 2  # a card does something else instead of the next one


def begin(
    s: State, seat: int, deck: int, count: int, up: bool, ret: int = -1, to: int = TO_HAND, fight: int = -1
) -> None:
    """Draw so many cards; where asked for, store them in the frame below. `fight`: as its reward."""
    if s.players[seat].dead == 1:
        return
    if deck == TREASURE and is_banned(s, seat, BAN_TREASURES):
        count = 0
    during = fight if fight >= 0 else s.players[seat].fight
    frame = stack.push_flow(s, DRAW_FLOW, seat, to, deck, during, FACE_UP if up else FACE_DOWN, ret)
    frame.regs[DRAW_LEFT] = (max(0, count),)
    if fight >= 0:
        frame.regs[DRAW_REWARD] = (AS_REWARD,)


def draw_more(s: State, seat: int, deck: int, count: int) -> bool:
    """Cards drawn because of a card of a draw that is to be shared belong to that draw."""
    frame = stack.nearest(s, DRAW_FLOW)
    if frame is None or frame.by != TO_LIMBO or frame.it != TREASURE or frame.you != seat:
        return False
    if frame.it == deck:
        frame.regs[DRAW_LEFT] = (frame.regs[DRAW_LEFT][0] + count,)
        return True
    if frame.regs[DRAW_REWARD] == (REPLACING,):
        begin(s, seat, deck, count, True, -1, TO_LIMBO)
        return True
    return False


def drawn_key(card: int, seat: int) -> int:
    """Below all keys of abilities: that a seat drew this Portal face down, so that it may turn it up [PORT-02]."""
    return -2 - (card << 4 | seat)


def react_to_getting(s: State, seat: int, card: int, how: int) -> None:
    """A card that acts as soon as anybody gets it does."""
    reacting.fire(s, s.rules.defs[card], card, ON_GOT, seat, seat, how)


class DrawNext(Step):
    """Draw the next card; who may take a face-up one from the discards is asked [CLS-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.waiting = 0
        left = f.regs[DRAW_LEFT][0]
        if f.regs[DRAW_REWARD]:
            f.regs[DRAW_REWARD] = (AS_REWARD,)
        if left <= 0:
            self._settle_up(s, f)
            return
        if (f.cause == FACE_UP or f.regs[DRAW_REWARD]) and self._replacers(s, f):
            s.waiting = 1 << f.you
            return
        self._receive(s, f, piles.top_of(s, f.it))

    def _settle_up(self, s: State, f: Frame) -> None:
        """All are drawn: what was taken from the discards is paid for, card by card [CLS-04]."""
        if f.regs[DRAW_OWED]:
            card = f.regs[DRAW_OWED][0]
            f.regs[DRAW_OWED] = f.regs[DRAW_OWED][1:]
            f.pc = 0
            for reaction in face(s, card).reactions:
                if reaction.event == ON_FACE_UP_DRAW:
                    stack.push(s, reaction.script, f.you, f.you, card, f.fight, f.cause)
            return
        if f.by == TO_LIMBO and f.ret < 0:  # drawn instead of a Treasure that is to be shared
            shared = next(frame for frame in reversed(s.stack) if frame.script == DRAW_FLOW and frame is not f)
            shared.regs[DRAWN] += f.regs[DRAWN]
        got = tuple(c for c in f.regs[DRAWN] if s.where[c] == IN_LIMBO or s.where[c] == IN_HAND + f.you)
        stack.give_back(s, f, got)  # without those that acted at once and are gone

    def _replacers(self, s: State, f: Frame) -> list[tuple[int, Reaction]]:
        found: list[tuple[int, Reaction]] = []
        events = 0
        if f.cause == FACE_UP and piles.discards_of(s, f.it) and len(s.players[f.you].hand) > len(f.regs[DRAW_OWED]):
            events |= 1 << ON_FACE_UP_DRAW
        if f.regs[DRAW_REWARD]:
            events |= 1 << ON_TREASURE_REWARD
        for card in s.players[f.you].table:
            d = face(s, card)
            if d.reacts & events and is_active(s, f.you, card):
                for reaction in d.reactions:
                    if events >> reaction.event & 1:
                        asked = context(f.you, card, f.fight)
                        asked.regs = [()] * reaction.script.names
                        if reaction.condition is not None and not reaction.condition.holds(s, asked):
                            continue
                        if all(step.refuse(s, asked) is None for step in reaction.script.steps[:1]):
                            found.append((card, reaction))
        return found

    def options(self, s: State, f: Frame, seat: int) -> list[int]:
        """The deck, or what a card allows instead of it."""
        return [code(PLAY, card, reaction.index) for card, reaction in self._replacers(s, f)] + [code(DONE)]

    def take(self, s: State, f: Frame, seat: int, option: int) -> None:
        """Draw from where he said, or do what a card says instead."""
        s.waiting = 0
        if verb_of(option) == DONE:
            self._receive(s, f, piles.top_of(s, f.it))
            return
        card = first_of(option)
        reaction = face(s, card).reactions[second_of(option)]
        if reaction.event == ON_TREASURE_REWARD:
            f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] - 1,)
            f.regs[DRAW_REWARD] = (REPLACING,)
            f.pc = 0
            s.emit("turned_aside", f.you, card)
            stack.push(s, reaction.script, f.you, f.you, card, f.fight, f.cause)
            return
        f.regs[DRAW_OWED] = (*f.regs[DRAW_OWED], card)
        top = piles.discards_of(s, f.it)[-1]
        piles.to_place(s, top, IN_LIMBO)
        s.emit("drew_from_discards", f.you, top, other=card)
        self._receive(s, f, top)

    def _receive(self, s: State, f: Frame, card: int) -> None:
        f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] - 1,)
        f.pc = 0
        if card < 0:
            f.regs[DRAW_LEFT] = (0,)
            return
        up = f.cause == FACE_UP
        follow = s.rules.defs[card].follow
        if up and follow is not None and s.where[card] == IN_LIMBO:
            self._follow(s, f, card, follow)
            return
        f.regs[DRAWN] = (*f.regs[DRAWN], card)
        if f.by == TO_HAND:
            seen = ALL_SEATS if up else s.known[card]  # who has looked at it in the deck knows it still
            s.emit("drew", f.you, card, n=f.it, seen=seen | 1 << f.you)
            piles.to_hand(s, card, f.you, seen)
            if follow is not None:
                s.used[drawn_key(card, f.you)] = 1
        else:
            s.emit("drew" if f.it == TREASURE or f.ret < 0 else "turned_up", f.you, card, n=f.it)
            s.known[card] = ALL_SEATS
        react_to_getting(s, f.you, card, f.cause)

    def _follow(self, s: State, f: Frame, card: int, follow: Script) -> None:
        """A Portal drawn face up is followed at once, and another card is drawn [PORT-01].

        One that comes back in the same draw, its deck shuffled anew, is not followed again.
        """
        s.known[card] = ALL_SEATS
        s.emit("turned_up", f.you, card, n=f.it)
        if card in f.regs[DRAW_FOLLOWED]:
            piles.to_discards(s, card)
            return
        s.emit("followed", f.you, card)
        f.regs[DRAW_FOLLOWED] = (*f.regs[DRAW_FOLLOWED], card)
        f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] + 1,)
        stack.push_flow(s, FINISH_FLOW, f.you, f.you, card, f.fight)
        stack.push(s, follow, f.you, f.you, card, f.fight, FACE_UP)
