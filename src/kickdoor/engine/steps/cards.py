"""Steps that move cards."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions import chance, drawing, fights, laying, losing, piles, tell
from kickdoor.engine.data import refusals as no
from kickdoor.engine.data.ids import NO_SEAT, Seat
from kickdoor.engine.data.options import card_of, code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.refusals import Refusal
from kickdoor.engine.data.registers import DRAWN_UP, YES
from kickdoor.engine.data.scripts import CardTest, Step, Value
from kickdoor.engine.data.stack import again
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ALL_SEATS,
    AT_BOTTOM,
    BAN_TREASURES,
    BY_BAD_STUFF,
    BY_CURSE,
    BY_EFFECT,
    BY_KILLING,
    BY_PLAY,
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_FIGHT,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    IN_TREASURE_DECK,
    IN_TREASURE_DISCARDS,
    ON_TOP,
    ONE_SHOT,
    PICK,
    TREASURE,
    UNDER_DISCARDS,
)
from kickdoor.engine.questions.filters import Cards
from kickdoor.engine.questions.force import is_banned, is_protected
from kickdoor.engine.questions.room import room_to_carry
from kickdoor.engine.questions.suppose import in_the_way, would_win_without
from kickdoor.engine.questions.table import face, is_public, ring
from kickdoor.engine.questions.who import Who, living_of

FACE_DOWN: Final = 0
FACE_UP: Final = 1
AS_DRAWN: Final = 2


class Discard(Step):
    """Cards go to the discards: lost, or as the price of something."""

    __slots__ = ("cards", "cause")

    def __init__(self, cards: Cards, cause: int) -> None:
        self.cards = cards
        self.cause = cause  # -1: that of the script

    def run(self, s: State, f: Frame) -> None:
        cause = self.cause if self.cause >= 0 else losing.cause_of(f)
        for card in self.cards.find(s, f):
            if s.where[card] >= IN_HAND or s.where[card] == IN_LIMBO:
                losing.lose(s, card, cause, f.by)
            elif s.where[card] == IN_FIGHT:
                fights.take_out(s, card)
            elif s.where[card] in (IN_DOOR_DECK, IN_TREASURE_DECK):
                tell.discarded(s, seat=f.you, card=card, cause=cause, by=-1)
                piles.to_discards(s, card)


class KillHireling(Step):
    """A Hireling is killed; what it carried stays with its owner [HIRE-09]."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            losing.lose(s, card, BY_KILLING, f.by)


class DiscardHand(Step):
    """A whole hand goes to the discards."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def refuse(self, s: State, f: Frame) -> Refusal | None:
        """An empty hand pays nothing [POW-05]."""
        seat = self.who.one(s, f)
        return None if seat >= 0 and any(card != f.it for card in s.players[seat].hand) else no.CANNOT_PAY

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            losing.discard_hand(s, seat, losing.cause_of(f))


class Take(Step):
    """Cards go from one player to another, or from a pile to a player."""

    __slots__ = ("cards", "cause", "equip", "into_hand", "to")

    def __init__(self, cards: Cards, to: Who, into_hand: bool, cause: int, equip: bool) -> None:
        self.cards = cards
        self.to = to
        self.into_hand = into_hand
        self.cause = cause
        self.equip = equip

    def run(self, s: State, f: Frame) -> None:
        to = self.to.one(s, f)
        if to >= 0 and s.players[to].dead and self.cause in (BY_BAD_STUFF, BY_CURSE):
            for card in self.cards.find(s, f):
                losing.lose(s, card, self.cause, f.by)  # the victim has lost it, whoever was to have it
            return
        if to < 0 or s.players[to].dead:
            return
        for card in self.cards.find(s, f):
            if s.rules.defs[card].deck == TREASURE and is_banned(s, to, BAN_TREASURES):
                continue
            if is_protected(s, card, self.cause) or (not self.into_hand and s.where[card] == IN_PLAY + to):
                continue
            if not self.into_hand and room_to_carry(s, to, card) is not None:
                losing.lose(s, card, self.cause, f.by)  # what they cannot carry is lost to both
                continue
            from_pile = s.where[card] in (IN_DOOR_DISCARDS, IN_TREASURE_DISCARDS)
            if s.where[card] in (IN_DOOR_DECK, IN_TREASURE_DECK):
                s.known[card] = 1 << to
                piles.disturb_deck(s, s.rules.defs[card].deck, to)
            losing.hand_over(s, card, to, self.cause, self.into_hand)
            if from_pile:
                drawing.react_to_getting(s, to, card, True)
            if self.equip and not self.into_hand:
                laying.equip_if_possible(s, to, card)


class TakeUnseen(Step):
    """Cards of a hand, drawn blindly, go to another hand or to the discards."""

    __slots__ = ("count", "from_who", "to", "where")

    def __init__(self, from_who: Who, to: Who | None, count: Value, where: CardTest | None) -> None:
        self.from_who = from_who
        self.to = to
        self.count = count
        self.where = where  # what the backs can show

    def run(self, s: State, f: Frame) -> None:
        victim = self.from_who.one(s, f)
        to = self.to.one(s, f) if self.to is not None else NO_SEAT
        if victim < 0 or victim == to or (self.to is not None and (to < 0 or s.players[to].dead)):
            return
        for _ in range(self.count.of(s, f)):
            hand = s.players[victim].hand
            if self.where is not None:
                hand = [card for card in hand if self.where.fits(s, card)]
            if not hand:
                return
            card = hand[chance.below(s, len(hand))]
            if to >= 0 and s.rules.defs[card].deck == TREASURE and is_banned(s, to, BAN_TREASURES):
                continue
            if to >= 0:
                losing.take_unseen(s, card, victim, to)
            else:
                losing.lose(s, card, losing.cause_of(f), f.by)


class ShowHand(Step):
    """Everybody sees a hand."""

    __slots__ = ("who",)

    def __init__(self, who: Who) -> None:
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        for seat in self.who.all(s, f):
            for card in s.players[seat].hand:
                s.known[card] = ALL_SEATS
                tell.revealed(s, seat=seat, card=card)
            s.version += 1


class Draw(Step):
    """Draw cards from a deck."""

    __slots__ = ("count", "deck", "face", "into", "round", "who")

    def __init__(self, deck: int, count: Value, who: Who, face: int, into: int, round: bool) -> None:
        self.deck = deck
        self.count = count
        self.who = who
        self.face = face
        self.into = into  # where the cards drawn are stored, or -1
        self.round = round  # one at a time round the table

    def run(self, s: State, f: Frame) -> None:
        up = self.face == FACE_UP or (self.face == AS_DRAWN and f.regs[DRAWN_UP] == YES)
        if self.round:
            start = self.who.one(s, f)
            order = living_of(s, [start, *ring(s, start)])  # the dead are passed over [DEATH-04]
            for number in reversed(range(self.count.of(s, f) if order else 0)):
                drawing.begin(s, order[number % len(order)], self.deck, 1, up, by=f.by, it=f.it)
            return
        for seat in reversed(self.who.all(s, f)):
            count = self.count.of(s, f)
            if self.into >= 0 or not drawing.draw_more(s, seat, self.deck, count):
                drawing.begin(s, seat, self.deck, count, up, into=self.into, by=f.by, it=f.it)


class Peek(Step):
    """Somebody looks at the top cards of a deck, and nobody else does."""

    __slots__ = ("count", "deck", "into", "who")

    def __init__(self, deck: int, count: Value, who: Who, into: int) -> None:
        self.deck = deck
        self.count = count
        self.who = who
        self.into = into

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        count = self.count.of(s, f)
        cards = piles.top_cards(s, self.deck, count) if seat >= 0 and count > 0 else []
        for card in cards:
            s.known[card] |= 1 << seat
            tell.looked(s, seat=seat, card=card, deck=self.deck, seen=1 << seat)
        s.version += 1
        f.regs[self.into] = tuple(cards)


class ToDeck(Step):
    """Cards go back onto their deck, the first of them on top, or under it, or under its discards."""

    __slots__ = ("cards", "place")

    def __init__(self, cards: Cards, place: int) -> None:
        self.cards = cards
        self.place = place

    def run(self, s: State, f: Frame) -> None:
        found = self.cards.find(s, f)
        for card in found[::-1] if self.place == ON_TOP else found:
            if self.place == UNDER_DISCARDS:
                s.known[card] = ALL_SEATS
            elif not is_public(s, card):
                s.known[card] = 1 << f.you
            tell.put_back(s, seat=f.you, card=card, place=self.place, seen=s.known[card])
            if self.place == UNDER_DISCARDS:
                piles.to_discards(s, card)
                pile = piles.discards_of(s, face(s, card).deck)
                pile.insert(0, pile.pop())
            else:
                piles.to_deck(s, card, self.place == AT_BOTTOM)
                if s.known[card] != ALL_SEATS:
                    piles.disturb_deck(s, s.rules.defs[card].deck, f.you)


class AttachToEnhancer(Step):
    """This card goes onto an enhancer in the fight and shares its fate."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        for host in self.cards.find(s, f)[:1]:
            piles.to_place(s, f.it, IN_FIGHT)
            s.host[f.it] = (host,)
            s.version += 1
            tell.attached(s, seat=f.by, card=f.it, on=host)


class PutInPlay(Step):
    """A card goes on the table before a player."""

    __slots__ = ("cards", "who")

    def __init__(self, cards: Cards, who: Who) -> None:
        self.cards = cards
        self.who = who

    def run(self, s: State, f: Frame) -> None:
        seat = self.who.one(s, f)
        for card in self.cards.find(s, f):
            if seat >= 0:
                tell.laid(s, seat=seat, card=card)
                piles.to_table(s, card, seat)
                laying.equip_if_possible(s, seat, card)


class Attach(Step):
    """This card goes onto a card in play; one of the hand comes into play with it [ITEM-12]."""

    __slots__ = ("also", "cards")

    def __init__(self, cards: Cards, also: bool) -> None:
        self.cards = cards
        self.also = also  # beside what it is on already; all that it was ever put on is counted

    def run(self, s: State, f: Frame) -> None:
        hosts = self.cards.find(s, f)
        for host in hosts:
            place = s.where[host]
            if place >= IN_HAND and place < IN_PLAY:
                tell.laid(s, seat=f.you, card=host)
                piles.to_table(s, host, f.you)
        hosts = [host for host in hosts if s.where[host] >= IN_PLAY]
        if not hosts:
            return
        seat = Seat(s.where[hosts[0]] - IN_PLAY)
        before = s.host.get(f.it, ()) if self.also else ()
        if not before:
            piles.to_table(s, f.it, seat)
        s.host[f.it] = (*before, *hosts)
        if face(s, f.it).kind == ONE_SHOT and f.fight >= 0 and s.players[seat].fight == f.fight:
            s.note[f.it] = f.fight
        if self.also:
            s.note[f.it] = s.note.get(f.it, 0) + len(hosts)
        for host in hosts:
            tell.attached(s, seat=seat, card=f.it, on=host)
            if face(s, host).is_item and face(s, f.it).lifts_limits:
                laying.equip_if_possible(s, seat, host)
        s.version += 1


class MakeRoom(Step):
    """Discard Items until another one could be carried and equipped; in a fight such that it wins."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        """Ask while there is no room."""
        s.waiting = 0
        options = self.options(s, f, f.you)
        if len(options) == 1:
            self.take(s, f, f.you, options[0])
        elif options:
            s.waiting = 1 << f.you

    def question(self, s: State, f: Frame, seat: Seat) -> Question:
        return Question("make_room", f.you, f.by, f.it, f.fight)

    def options(self, s: State, f: Frame, seat: Seat) -> list[int]:
        """Items that stand in the way."""
        for card in self.cards.find(s, f):
            obstacles = in_the_way(s, f.you, card)
            winning = [c for c in obstacles if would_win_without(s, f.you, card, f.fight, c)]
            return [code(PICK, c) for c in winning or obstacles]
        return []

    def take(self, s: State, f: Frame, seat: Seat, option: int) -> None:
        """It goes; look again."""
        s.waiting = 0
        again(f)
        losing.lose(s, card_of(option), BY_EFFECT, seat)


class Recast(Step):
    """A Race in play counts as a Class from now on, or a Class as a Race."""

    __slots__ = ("cards", "to_race")

    def __init__(self, cards: Cards, to_race: bool) -> None:
        self.cards = cards
        self.to_race = to_race

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            other = face(s, card).as_race if self.to_race else face(s, card).as_class
            if other >= 0 and s.where[card] >= IN_PLAY:
                s.face[card] = other
                s.version += 1
                piles.stir(s, Seat(s.where[card] - IN_PLAY))
                s.unsettled |= 1 << (s.where[card] - IN_PLAY)
                tell.face_changed(s, seat=f.by, card=card, shown=-1)


class OutOfGame(Step):
    """Cards leave the game for good."""

    __slots__ = ("cards",)

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def run(self, s: State, f: Frame) -> None:
        for card in self.cards.find(s, f):
            if card >= len(s.where):
                continue  # a twin without a card of its own
            tell.removed_from_game(s, seat=f.you, card=card)
            if s.where[card] >= IN_PLAY:
                losing.part(s, card, Seat(s.where[card] - IN_PLAY), BY_EFFECT)
            piles.to_out(s, card)


class Finish(Step):
    """A played card that lies nowhere yet goes to the discards [TREAS-02]."""

    __slots__ = ()

    def run(self, s: State, f: Frame) -> None:
        if s.where[f.it] == IN_LIMBO:
            piles.to_discards(s, f.it)
            if s.rules.defs[f.it].is_item:
                losing.tell_loss(s, f.it, f.you, BY_PLAY)
