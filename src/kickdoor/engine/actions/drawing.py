"""Drawing cards: one by one, seen or unseen, with what may be drawn instead and what a drawn card does."""

from __future__ import annotations

from kickdoor.engine.actions import piles, reacting, rewards, tell
from kickdoor.engine.data import stack
from kickdoor.engine.data.abilities import ON_FACE_UP_DRAW, ON_GOT, ON_TREASURE_REWARD, Reaction
from kickdoor.engine.data.ids import NO_CARD, NO_FIGHT, NO_SEAT, Card, FightId, Seat, as_cards
from kickdoor.engine.data.options import card_of, code, second_of, verb_of
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.registers import (
    DRAW_APART,
    DRAW_DECK,
    DRAW_DRAWN,
    DRAW_FOLLOWED,
    DRAW_LEFT,
    DRAW_OWED,
    DRAW_REPLACING,
    DRAW_REWARD,
    DRAW_UP,
    DRAWN_UP,
    FIGHT_EARNER,
    FIGHT_GOT,
    FIGHT_POOL,
    NO,
    YES,
)
from kickdoor.engine.data.scripts import Script, Step
from kickdoor.engine.data.stack import DRAW_FLOW, FIGHT_FLOW, FINISH_FLOW
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import ALL_SEATS, BAN_TREASURES, DONE, IN_HAND, IN_LIMBO, OPEN, PLAY, TREASURE
from kickdoor.engine.questions.force import is_active, is_banned
from kickdoor.engine.questions.table import context, face


def begin(
    s: State,
    seat: Seat,
    deck: int,
    count: int,
    up: bool,
    *,
    into: int = -1,
    apart: bool = False,
    reward_of: FightId = NO_FIGHT,
    by: Seat = NO_SEAT,
    it: Card = NO_CARD,
) -> None:
    """Draw so many cards, to the hand or laid apart; by oneself, or because another or a card says so.

    Where asked for, they are stored in the frame below (`into`). Of `reward_of` they are the Treasures, a fight.
    """
    if s.players[seat].dead:
        return
    if deck == TREASURE and (is_banned(s, seat, BAN_TREASURES) or (reward_of < 0 and _is_unpaid(s, seat))):
        count = 0
    fight = reward_of if reward_of >= 0 else s.players[seat].fight
    frame = stack.push_flow(s, DRAW_FLOW, seat, by if by >= 0 else seat, it, fight, ret=into)
    frame.regs[DRAW_DECK] = (deck,)
    frame.regs[DRAW_LEFT] = (max(0, count),)
    if up:
        frame.regs[DRAW_UP] = YES
    if apart:
        frame.regs[DRAW_APART] = YES
    if reward_of >= 0:
        frame.regs[DRAW_REWARD] = YES


def draw_more(s: State, seat: Seat, deck: int, count: int) -> bool:
    """Cards drawn because of a card of a draw that is to be shared belong to that draw."""
    frame = stack.nearest(s, DRAW_FLOW)
    if frame is None or not frame.regs[DRAW_APART] or frame.regs[DRAW_DECK][0] != TREASURE or frame.you != seat:
        if deck == TREASURE and _is_being_shared(s, seat):
            begin(s, seat, deck, count, True, apart=True)
            return True
        return False
    if deck == TREASURE:
        frame.regs[DRAW_LEFT] = (frame.regs[DRAW_LEFT][0] + count,)
        return True
    if frame.regs[DRAW_REPLACING]:
        begin(s, seat, deck, count, True, apart=True)
        return True
    return False


def note_spoils(s: State, seat: Seat, cards: tuple[Card, ...], to_share: bool) -> None:
    """What somebody draws while a fight is paid, they got for it, whatever let them draw it: one list for all cards."""
    frame = stack.nearest(s, FIGHT_FLOW)
    fight = s.fight_by_id(frame.fight) if frame is not None else None
    if frame is None or fight is None or fight.outcome == OPEN:
        return
    if seat == fight.fighter:
        frame.regs[FIGHT_GOT] += cards
    if to_share:
        frame.regs[FIGHT_POOL] += cards


def _is_unpaid(s: State, seat: Seat) -> bool:
    """Whether the seat gets no Treasure because of the fight that is being paid or run from."""
    frame = stack.nearest(s, FIGHT_FLOW)
    fight = s.fight_by_id(frame.fight) if frame is not None else None
    return fight is not None and fight.outcome != OPEN and rewards.gets_nothing(s, fight, seat)


def _is_being_shared(s: State, seat: Seat) -> bool:
    """Whether the seat's Treasures of a fight are about to be shared."""
    frame = stack.nearest(s, FIGHT_FLOW)
    if frame is None or frame.regs[FIGHT_EARNER] != (seat,):
        return False
    fight = s.fight_by_id(frame.fight)
    return fight is not None and rewards.was_helped(fight, seat)


def react_to_getting(s: State, seat: Seat, card: Card, up: bool) -> None:
    """A card that acts as soon as anybody gets it does; its script knows whether it came face up."""
    below = len(s.stack)
    reacting.fire(s, s.rules.defs[card], card, ON_GOT, seat, seat)
    if up:
        for frame in s.stack[below:]:
            frame.regs[DRAWN_UP] = YES


class DrawNext(Step):
    """Draw the next card; who may take a face-up one from the discards is asked [CLS-04]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        s.waiting = 0
        left = f.regs[DRAW_LEFT][0] if not s.players[f.you].dead else 0  # the dead receive nothing [DEATH-04]
        f.regs[DRAW_REPLACING] = NO
        if left <= 0:
            self._settle_up(s, f)
            return
        if (f.regs[DRAW_UP] or f.regs[DRAW_REWARD]) and self._replacers(s, f):
            s.waiting = 1 << f.you
            return
        self._receive(s, f, piles.top_of(s, f.regs[DRAW_DECK][0]))

    def _settle_up(self, s: State, f: Frame) -> None:
        """All are drawn: what was taken from the discards is paid for, card by card [CLS-04]."""
        if f.regs[DRAW_OWED]:
            card = Card(f.regs[DRAW_OWED][0])
            f.regs[DRAW_OWED] = f.regs[DRAW_OWED][1:]
            stack.restart(f)
            for reaction in face(s, card).reactions:
                if reaction.event == ON_FACE_UP_DRAW:
                    stack.push(s, reaction.script, f.you, f.you, card, f.fight)
            return
        got = tuple(c for c in as_cards(f.regs[DRAW_DRAWN]) if s.where[c] == IN_LIMBO or s.where[c] == IN_HAND + f.you)
        stack.give_back(s, f, got)  # without those that acted at once and are gone
        if f.regs[DRAW_DECK][0] == TREASURE or (f.regs[DRAW_APART] and f.ret < 0):
            note_spoils(s, f.you, got, bool(f.regs[DRAW_APART]))

    def _replacers(self, s: State, f: Frame) -> list[tuple[Card, Reaction]]:
        found: list[tuple[Card, Reaction]] = []
        events = 0
        if (
            f.regs[DRAW_UP]
            and piles.discards_of(s, f.regs[DRAW_DECK][0])
            and len(s.players[f.you].hand) > len(f.regs[DRAW_OWED])
        ):
            events |= 1 << ON_FACE_UP_DRAW
        if f.regs[DRAW_REWARD]:
            events |= 1 << ON_TREASURE_REWARD
        for card in s.players[f.you].table:
            d = face(s, card)
            if d.reacts & events and is_active(s, f.you, card):
                for reaction in d.reactions:
                    if events >> reaction.event & 1:
                        asked = context(f.you, card, f.fight)
                        asked.regs = [()] * reaction.script.registers
                        if reaction.condition is not None and not reaction.condition.holds(s, asked):
                            continue
                        if all(step.refuse(s, asked) is None for step in reaction.script.steps[:1]):
                            found.append((card, reaction))
        return found

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        for _, reaction in self._replacers(s, f):
            if reaction.event == ON_FACE_UP_DRAW:
                top = piles.discards_of(s, f.regs[DRAW_DECK][0])[-1]
                return Question("draw", f.you, f.by, f.it, f.fight, top=top)
        return Question("reward", f.you, f.by, f.it, f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """The deck, or what a card allows instead of it."""
        return [code(PLAY, card, reaction.index) for card, reaction in self._replacers(s, f)] + [code(DONE)]

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """Draw from where they said, or do what a card says instead."""
        s.waiting = 0
        if verb_of(option) == DONE:
            self._receive(s, f, piles.top_of(s, f.regs[DRAW_DECK][0]))
            return
        card = card_of(option)
        reaction = face(s, card).reactions[second_of(option)]
        if reaction.event == ON_TREASURE_REWARD:
            f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] - 1,)
            f.regs[DRAW_REPLACING] = YES
            stack.restart(f)
            tell.turned_aside(s, seat=f.you, card=card, against=-1)
            stack.push(s, reaction.script, f.you, f.you, card, f.fight)
            return
        f.regs[DRAW_OWED] = (*f.regs[DRAW_OWED], card)
        top = piles.discards_of(s, f.regs[DRAW_DECK][0])[-1]
        piles.to_place(s, top, IN_LIMBO)
        tell.drew_from_discards(s, seat=f.you, card=top, source=card)
        f.regs[DRAW_FOLLOWED] = tuple(c for c in f.regs[DRAW_FOLLOWED] if c != top)  # taken on purpose, at a price
        self._receive(s, f, top)

    def _receive(self, s: State, f: Frame, card: Card) -> None:
        f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] - 1,)
        stack.restart(f)
        if card < 0:
            f.regs[DRAW_LEFT] = (0,)
            return
        deck = f.regs[DRAW_DECK][0]
        up = bool(f.regs[DRAW_UP])
        follow = s.rules.defs[card].follow
        if up and follow is not None and s.where[card] == IN_LIMBO:
            self._follow(s, f, card, follow)
            return
        f.regs[DRAW_DRAWN] = (*f.regs[DRAW_DRAWN], card)
        if not f.regs[DRAW_APART]:
            seen = ALL_SEATS if up else s.known[card]  # who has looked at it in the deck knows it still
            tell.drew(s, seat=f.you, card=card, deck=deck, shared=0, seen=seen | 1 << f.you)
            piles.to_hand(s, card, f.you, seen)
            if follow is not None:
                player = s.players[f.you]
                player.portals = (*player.portals, card)
        else:
            if deck == TREASURE or f.ret < 0:
                tell.drew(s, seat=f.you, card=card, deck=deck, shared=1, seen=ALL_SEATS)
            else:
                tell.turned_up(s, seat=f.you, card=card, deck=deck)
            s.known[card] = ALL_SEATS
        react_to_getting(s, f.you, card, up)

    def _follow(self, s: State, f: Frame, card: Card, follow: Script) -> None:
        """A Portal drawn face up is followed at once, and another card is drawn [PORT-01].

        One that comes back in the same draw, its deck shuffled anew, is not followed again.
        """
        s.known[card] = ALL_SEATS
        tell.turned_up(s, seat=f.you, card=card, deck=f.regs[DRAW_DECK][0])
        if card in f.regs[DRAW_FOLLOWED]:
            piles.to_discards(s, card)
            return
        tell.followed(s, seat=f.you, card=card)
        f.regs[DRAW_FOLLOWED] = (*f.regs[DRAW_FOLLOWED], card)
        f.regs[DRAW_LEFT] = (f.regs[DRAW_LEFT][0] + 1,)
        stack.push_flow(s, FINISH_FLOW, f.you, f.you, card, f.fight)
        stack.push(s, follow, f.you, f.you, card, f.fight).regs[DRAWN_UP] = YES
