"""What a seat may know, as plain numbers in a fixed order: the part of an observation that can be compiled.

Seats are counted from the observer: 0 is oneself, 1 sits to the left, -1 is nobody. Cards are numbers of the mix,
-1 is none or unknown. Everything is public or the seat's own; what it cannot know is not read.
"""

from __future__ import annotations

from array import array
from typing import Final

from kickdoor.engine.actions.sales import price_of_a_level
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.question import KINDS, Question
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import (
    DOOR,
    IN_DOOR_DECK,
    IN_DOOR_DISCARDS,
    IN_DUNGEON_DECK,
    IN_DUNGEON_DISCARDS,
    IN_DUNGEONS,
    IN_FIGHT,
    IN_HAND,
    IN_LIMBO,
    IN_PLAY,
    IN_TREASURE_DECK,
    IN_TREASURE_DISCARDS,
    LAID_OUT,
    MONSTERS,
    OUT_OF_GAME,
    OVER,
    WILLING,
)
from kickdoor.engine.questions.force import sex_now
from kickdoor.engine.questions.monsters import enhancers, treasures_of
from kickdoor.engine.questions.strength import is_winning, lacking, lines, sums
from kickdoor.engine.questions.table import current_fight
from kickdoor.engine.questions.values import value, winning_level
from kickdoor.env.history import EVENT, MOST_EVENTS, NO_HISTORY, NOBODY, History, latest_of

# Where a card is, as a number of the first plane of cards
UNSEEN: Final = 0  # in a deck, in another's hand or under way, and not known to the observer
DECK: Final = 1  # in a deck, and seen there
DISCARDED: Final = 2
GONE: Final = 3  # out of the game
FIGHTING: Final = 4
LAID: Final = 5  # laid out: of the dead, or seen under way
DUNGEON_UP: Final = 6
HELD: Final = 16  # in a hand: + the seat that holds it
BEFORE: Final = 32  # on the table: + the seat before whom it lies

# Bits of the third plane of cards
ON_ANOTHER: Final = 1
OTHER_FACE: Final = 2
DRAFT_GIVEN: Final = 4
DRAFT_TAKEN: Final = 8
DRAFT_PROMISED: Final = 16
JUST_GOT: Final = 32

HEAD: Final = (
    "seats",
    "on_turn",
    "turns",
    "moment",
    "met_monster",
    "asked",
    "question",
    "whom",
    "by",
    "about_card",
    "die",
    "added",
    "more",
    "fewer",
    "picked",
    "gold",
    "price",
    "owner",
    "doors_left",
    "treasures_left",
    "dungeons_left",
    "door_discards",
    "treasure_discards",
    "door_top",
    "treasure_top",
    "over",
    "draft_kind",
    "draft_to",
    "draft_treasures",
    "draft_order",
    "draft_pledge",
)
PLAYER: Final = (
    "level",
    "winning_level",
    "dead",
    "sex",
    "in_fight",
    "doors_held",
    "treasures_held",
    "hand_limit",
    "level_price",
    "loses_turn",
    "offers_made",
    "won",
)
FIGHT: Final = (
    "on",
    "fighter",
    "helper",
    "forced",
    "party",
    "monsters",
    "winning",
    "lacking",
    "declared",
    "helper_gets",
    "order",
    "plays",
)
MONSTER: Final = ("card", "face", "twin_of", "enhancers", "treasures")
LINE: Final = ("side", "owner", "source", "kind", "amount")
OFFER: Final = (
    "by",
    "to",
    "place",
    "kind",
    "treasures",
    "order",
    "pledge",
    "give",
    "give_2",
    "gives",
    "take",
    "take_2",
    "takes",
    "promise",
    "promises",
)

MOST_MONSTERS: Final = 6
MOST_LINES: Final = 20
MOST_OFFERS: Final = 6
NO_FIGHT_NUMBERS: Final[array[int]] = array(
    "h", [0] + [NOBODY] * (len(FIGHT) - 1 + MOST_MONSTERS * len(MONSTER) + MOST_LINES * len(LINE))
)
NO_DRAFT: Final = [NOBODY] * 5
NO_OFFERS: Final[array[int]] = array("h", [NOBODY] * (MOST_OFFERS * len(OFFER)))

QUESTION_NUMBER: Final[dict[str, int]] = {kind: number for number, kind in enumerate(KINDS)}


# The table


def _head(s: State, viewer: int, question: Question | None, drafted: list[int], found: list[int]) -> None:
    seats = len(s.players)
    found.append(seats)
    found.append((s.turn - viewer) % seats)
    found.append(s.turns)
    found.append(s.moment)
    found.append(int(s.met))
    found.append(s.waiting >> viewer & 1)
    if question is None:
        found.extend([NOBODY] * 12)
    else:
        found.append(QUESTION_NUMBER[question.kind])
        found.append((question.whom - viewer) % seats if question.whom >= 0 else NOBODY)
        found.append((question.by - viewer) % seats if question.by >= 0 else NOBODY)
        found.append(question.card)
        found.append(question.shown)
        found.append(question.added)
        found.append(question.more)
        found.append(int(question.fewer))
        found.append(question.picked)
        found.append(question.gold)
        found.append(question.price)
        found.append((question.owner - viewer) % seats if question.owner >= 0 else NOBODY)
    found.append(len(s.door))
    found.append(len(s.treasure))
    found.append(len(s.dungeon))
    found.append(len(s.door_discards))
    found.append(len(s.treasure_discards))
    found.append(s.door_discards[-1] if s.door_discards else NOBODY)
    found.append(s.treasure_discards[-1] if s.treasure_discards else NOBODY)
    found.append(int(s.over == OVER))
    found.extend(drafted)


def _players(s: State, viewer: int, found: list[int]) -> None:
    seats = len(s.players)
    defs = s.rules.defs
    over = s.over == OVER
    for distance in range(seats):
        seat = Seat((viewer + distance) % seats)
        player = s.players[seat]
        doors = 0
        for card in player.hand:
            if defs[card].deck == DOOR:
                doors += 1
        loses = 0
        for lost in s.lost_turns:
            if lost.seat == seat:
                loses += 1
        made = 0
        for deal in s.offers:
            if deal.by == seat:
                made += 1
        found.append(player.level)
        found.append(winning_level(s, seat))
        found.append(int(player.dead))
        found.append(sex_now(s, seat))
        found.append(int(player.fight >= 0))
        found.append(doors)
        found.append(len(player.hand) - doors)
        found.append(value(s, "hand_limit", seat))
        found.append(price_of_a_level(s, seat))
        found.append(loses)
        found.append(made)
        found.append(int(over and seat in s.winners))


def _fight(s: State, fight: Fight, viewer: int, found: list[int]) -> None:
    seats = len(s.players)
    ours, theirs = sums(s, fight)
    deal = fight.deal
    found.append(1)
    found.append((fight.fighter - viewer) % seats)
    found.append((fight.helper - viewer) % seats if fight.helper >= 0 else NOBODY)
    found.append(int(fight.forced != WILLING))
    found.append(ours)
    found.append(theirs)
    found.append(int(is_winning(s, fight)))
    found.append(lacking(s, fight))
    found.append(fight.declared)
    found.append(deal.treasures if deal is not None else NOBODY)
    found.append(deal.order if deal is not None else NOBODY)
    found.append(len(fight.plays))
    count = 0
    for monster in fight.monsters:
        if monster.gone or count == MOST_MONSTERS:
            continue
        found.append(monster.id)
        found.append(monster.face)
        found.append(monster.twin_of)
        found.append(len(enhancers(fight, monster)))
        found.append(treasures_of(s, fight, monster))
        count += 1
    found.extend([NOBODY] * ((MOST_MONSTERS - count) * len(MONSTER)))
    count = 0
    for line in lines(s, fight):
        if count < MOST_LINES:
            _line(line, viewer, seats, found)
            count += 1
    found.extend([NOBODY] * ((MOST_LINES - count) * len(LINE)))


def _line(line: StrengthLine, viewer: int, seats: int, found: list[int]) -> None:
    owner = line.owner
    if line.side != MONSTERS and owner >= 0:
        owner = (owner - viewer) % seats
    found.append(line.side)
    found.append(owner)
    found.append(line.source)
    found.append(line.kind)
    found.append(line.amount)


def _offers(s: State, viewer: int, found: list[int]) -> None:
    """The standing offers, the newest first; `place` tells several of one player to another apart."""
    seats = len(s.players)
    offers = s.offers
    count = 0
    at = len(offers) - 1
    while at >= 0 and count < MOST_OFFERS:
        deal = offers[at]
        place = 0
        for earlier in range(at):
            if offers[earlier].by == deal.by and offers[earlier].to == deal.to:
                place += 1
        found.append((deal.by - viewer) % seats)
        found.append((deal.to - viewer) % seats)
        found.append(place)
        found.append(deal.kind)
        found.append(deal.treasures)
        found.append(deal.order)
        found.append(deal.pledge)
        gives, takes, promises = deal.gives, deal.takes, deal.promises
        found.append(gives[0] if gives else NOBODY)
        found.append(gives[1] if len(gives) > 1 else NOBODY)
        found.append(len(gives))
        found.append(takes[0] if takes else NOBODY)
        found.append(takes[1] if len(takes) > 1 else NOBODY)
        found.append(len(takes))
        found.append(promises[0] if promises else NOBODY)
        found.append(len(promises))
        count += 1
        at -= 1
    if count < MOST_OFFERS:
        found.extend([NOBODY] * ((MOST_OFFERS - count) * len(OFFER)))


class Seen:
    """What there is to look at: the state, what is asked, what has happened, and the seat's own draft of an offer."""

    __slots__ = ("drafted", "gives", "happened", "promises", "question", "state", "takes")

    def __init__(self, state: State, question: Question | None, happened: History) -> None:
        self.state = state
        self.question = question
        self.happened = happened
        self.drafted: list[int] = NO_DRAFT
        self.gives: tuple[int, ...] = ()
        self.takes: tuple[int, ...] = ()
        self.promises: tuple[int, ...] = ()


class Lens:
    """How one seat of a table sees: what it takes from one look to the next where nothing has changed."""

    __slots__ = ("fight", "fight_at", "heard", "heard_at", "history", "places", "seats", "viewer")

    def __init__(self, viewer: int, seats: int) -> None:
        self.viewer = viewer
        self.seats = seats
        self.fight = NO_FIGHT_NUMBERS
        self.fight_at = -1
        self.history = NO_HISTORY
        self.heard: History | None = None
        self.heard_at = 0
        self.places = _places(viewer, seats)

    def numbers(self, seen: Seen) -> array[int]:
        """Everything but the cards: head, players, fight, offers and history, one after the other."""
        s = seen.state
        found: list[int] = []
        _head(s, self.viewer, seen.question, seen.drafted, found)
        _players(s, self.viewer, found)
        numbers = array("h", found)
        fight = current_fight(s)
        if fight is None:
            numbers.extend(NO_FIGHT_NUMBERS)
        else:
            if self.fight_at != s.version:
                of_fight: list[int] = []
                _fight(s, fight, self.viewer, of_fight)
                self.fight = array("h", of_fight)
                self.fight_at = s.version
            numbers.extend(self.fight)
        if s.offers:
            offers: list[int] = []
            _offers(s, self.viewer, offers)
            numbers.extend(array("h", offers))
        else:
            numbers.extend(NO_OFFERS)
        numbers.extend(self.recall(seen.happened))
        return numbers

    def recall(self, happened: History) -> array[int]:
        """The latest events, the newest first; those of before are not read again."""
        if self.heard is not happened:
            self.heard, self.heard_at, self.history = happened, 0, NO_HISTORY
        fresh = happened.count - self.heard_at
        if fresh:
            latest = array("h", latest_of(happened, self.viewer, self.seats, min(fresh, MOST_EVENTS)))
            latest.extend(self.history[: MOST_EVENTS * len(EVENT) - len(latest)])
            self.history = latest
            self.heard_at = happened.count
        return self.history

    def planes(self, seen: Seen) -> bytearray:
        """Three numbers of each card, one after the other: its place, whether it is equipped, and its marks."""
        found = self.where(seen)
        found.extend(bytes(seen.state.up))
        found.extend(self.marks(seen))
        return found

    def where(self, seen: Seen) -> bytearray:
        """The place of each card, as far as the seat knows it."""
        s = seen.state
        viewer, known = self.viewer, s.known
        bit = 1 << viewer
        found = bytearray(bytes(s.where).translate(self.places))
        for seat, player in enumerate(s.players):
            place = HELD + (seat - viewer) % self.seats
            for card in player.hand:
                if seat == viewer or known[card] & bit:
                    found[card] = place
        for cards in (s.door, s.treasure, s.dungeon):
            for card in cards:
                if known[card] & bit:
                    found[card] = DECK
        if IN_LIMBO in s.where:
            for number, place in enumerate(s.where):
                if place == IN_LIMBO and known[number] & bit:
                    found[number] = LAID
        return found

    def marks(self, seen: Seen) -> bytearray:
        """What else there is to see of each card, as bits."""
        s = seen.state
        found = bytearray(len(s.where))
        for card in s.host:
            found[card] |= ON_ANOTHER
        for card in s.face:
            if card < len(found):
                found[card] |= OTHER_FACE
        for card in s.players[self.viewer].fresh:
            found[card] |= JUST_GOT
        for named in seen.gives:
            found[named] |= DRAFT_GIVEN
        for named in seen.takes:
            found[named] |= DRAFT_TAKEN
        for named in seen.promises:
            found[named] |= DRAFT_PROMISED
        return found


def _places(viewer: int, seats: int) -> bytes:
    """From a place of the engine to one of an observation, as far as it is public."""
    table = bytearray(256)
    for place in (IN_DOOR_DISCARDS, IN_TREASURE_DISCARDS, IN_DUNGEON_DISCARDS):
        table[place] = DISCARDED
    table[OUT_OF_GAME] = GONE
    table[IN_FIGHT] = FIGHTING
    table[LAID_OUT] = LAID
    table[IN_DUNGEONS] = DUNGEON_UP
    for place in (IN_DOOR_DECK, IN_TREASURE_DECK, IN_DUNGEON_DECK, IN_LIMBO):
        table[place] = UNSEEN
    for seat in range(seats):
        table[IN_HAND + seat] = UNSEEN
        table[IN_PLAY + seat] = BEFORE + (seat - viewer) % seats
    return bytes(table)
