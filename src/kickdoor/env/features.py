"""What a seat may know, as plain numbers in a fixed order. It can be compiled.

Seats are counted from the observer: 0 is oneself, 1 sits to the left, -1 is nobody. Cards are numbers of the mix,
-1 is none or unknown. Everything is public or the seat's own; what it cannot know is not read.
"""

from __future__ import annotations

import sys
from struct import Struct
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
from kickdoor.engine.running import asking
from kickdoor.env.drafts import Draft
from kickdoor.env.history import EVENT, MOST_EVENTS, NOBODY, History, latest_of

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

# An observation is written as bytes, two for each number
NUMBER: Final = Struct("=h")
LOW: Final = 0 if sys.byteorder == "little" else 1  # where in a number its low byte is
DRAFT: Final = Struct("=5h")
DRAFTED: Final = 2 * len(HEAD) - DRAFT.size  # where the numbers of a draft begin
NO_DRAFT: Final = [NOBODY] * 5
FIGHT_NUMBERS: Final = Struct(f"={len(FIGHT) + MOST_MONSTERS * len(MONSTER) + MOST_LINES * len(LINE)}h")
NO_FIGHT_NUMBERS: Final = FIGHT_NUMBERS.pack(0, *[NOBODY] * (FIGHT_NUMBERS.size // 2 - 1))
OFFERS: Final = Struct(f"={MOST_OFFERS * len(OFFER)}h")
NO_OFFERS: Final = OFFERS.pack(*[NOBODY] * (OFFERS.size // 2))
RECENT: Final = [Struct(f"={number * len(EVENT)}h") for number in range(MOST_EVENTS + 1)]  # so many events
NO_HISTORY: Final = RECENT[MOST_EVENTS].pack(*[NOBODY] * (MOST_EVENTS * len(EVENT)))
AFTER_PLAYERS: Final = (FIGHT_NUMBERS.size + OFFERS.size + len(NO_HISTORY)) // 2

QUESTION_NUMBER: Final[dict[str, int]] = {kind: number for number, kind in enumerate(KINDS)}


# The table


def _head(s: State, viewer: int, question: Question | None, found: list[int]) -> None:
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
    found.extend(NO_DRAFT)


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


class Lens:
    """How one seat of a table sees: its observation, written anew only where something may have changed."""

    __slots__ = (
        "_at",
        "_fight",
        "_fight_at",
        "_heard",
        "_heard_at",
        "_hidden",
        "_history",
        "_known",
        "_marked",
        "_noted",
        "_of",
        "_seen",
        "_table",
        "_up",
        "_vector",
        "_where",
        "cards",
        "numbers",
        "seats",
        "viewer",
    )

    def __init__(self, viewer: int, seats: int, cards: int) -> None:
        self.viewer = viewer
        self.seats = seats
        self.cards = cards
        self._table = Struct(f"={len(HEAD) + seats * len(PLAYER)}h")
        self.numbers = self._table.size // 2 + AFTER_PLAYERS  #: before those of the cards
        self._vector = bytearray(2 * (self.numbers + 4 * cards))
        self._of: State | None = None
        self._at = -1
        self._fight = NO_FIGHT_NUMBERS
        self._fight_at = -1
        self._history = NO_HISTORY
        self._heard: History | None = None
        self._heard_at = 0
        self._hidden = _places(viewer, seats, False)
        self._seen = _places(viewer, seats, True)
        self._where = [-1] * cards  # nowhere yet
        self._known = [0] * cards
        self._up = [False] * cards
        self._marked = bytes(cards)
        self._noted = False

    def look(self, s: State, happened: History, answers: int) -> bytearray:
        """What the seat may know after so many answers, without a draft of its own; not to be changed."""
        if self._of is not s or self._at != answers:
            self._write_numbers(s, happened)
            self._write_cards(s)
            self._of, self._at = s, answers
        return self._vector

    def look_drafting(self, s: State, happened: History, answers: int, draft: Draft) -> bytearray:
        """The same with a draft of its own."""
        found = bytearray(self.look(s, happened, answers))
        to = (draft.to - self.viewer) % self.seats
        DRAFT.pack_into(found, DRAFTED, draft.kind, to, draft.treasures, draft.order, draft.pledge)
        marks = 2 * (self.numbers + 2 * self.cards) + LOW
        for card in draft.gives:
            found[marks + 2 * card] |= DRAFT_GIVEN
        for card in draft.takes:
            found[marks + 2 * card] |= DRAFT_TAKEN
        for card in draft.promises:
            found[marks + 2 * card] |= DRAFT_PROMISED
        return found

    def _write_numbers(self, s: State, happened: History) -> None:
        """Everything but the cards: head, players, fight, offers and history, one after the other."""
        found: list[int] = []
        _head(s, self.viewer, asking.question(s, self.viewer), found)
        _players(s, self.viewer, found)
        self._table.pack_into(self._vector, 0, *found)
        fight = current_fight(s)
        if fight is None:
            of_fight = NO_FIGHT_NUMBERS
        else:
            if self._fight_at != s.version:
                found = []
                _fight(s, fight, self.viewer, found)
                self._fight = FIGHT_NUMBERS.pack(*found)
                self._fight_at = s.version
            of_fight = self._fight
        offers = NO_OFFERS
        if s.offers:
            found = []
            _offers(s, self.viewer, found)
            offers = OFFERS.pack(*found)
        self._vector[self._table.size : 2 * self.numbers] = of_fight + offers + self._recall(happened)

    def _recall(self, happened: History) -> bytes:
        """The latest events, the newest first; those of before are not read again."""
        if self._heard is not happened:
            self._heard, self._heard_at, self._history = happened, 0, NO_HISTORY
        fresh = min(happened.count - self._heard_at, MOST_EVENTS)
        if fresh:
            latest = RECENT[fresh].pack(*latest_of(happened, self.viewer, self.seats, fresh))
            self._history = latest + self._history[: len(NO_HISTORY) - len(latest)]
            self._heard_at = happened.count
        return self._history

    def _write_cards(self, s: State) -> None:
        """Four numbers of each card: its place, whether it is equipped, its marks, and the number noted on it."""
        vector, cards = self._vector, self.cards
        start = 2 * self.numbers
        if self._where != s.where or self._known != s.known:
            self._write_places(s, start + LOW)
        start += 2 * cards
        if self._up != s.up:
            self._up = s.up.copy()
            vector[start + LOW : start + 2 * cards : 2] = bytes(s.up)
        start += 2 * cards
        marks = self._marks(s)
        if self._marked != marks:
            self._marked = marks
            vector[start + LOW : start + 2 * cards : 2] = marks
        start += 2 * cards
        if self._noted or s.note:
            self._noted = bool(s.note)
            vector[start:] = bytes(2 * cards)
            for card, note in s.note.items():
                if card < cards:
                    NUMBER.pack_into(vector, start + 2 * card, note)

    def _write_places(self, s: State, start: int) -> None:
        """The place of each card that was moved or shown, as far as the seat knows it."""
        viewer = self.viewer
        old_where, old_known = self._where, self._known
        where, known = s.where.copy(), s.known.copy()
        for card in range(self.cards):
            place = where[card]
            if place != old_where[card] or known[card] != old_known[card]:
                table = self._seen if known[card] >> viewer & 1 else self._hidden
                self._vector[start + 2 * card] = table[place]
        self._where, self._known = where, known

    def _marks(self, s: State) -> bytes:
        """What else there is to see of each card, as bits."""
        fresh = s.players[self.viewer].fresh
        if not s.host and not s.face and not fresh:
            return bytes(self.cards)
        found = bytearray(self.cards)
        for card in s.host:
            found[card] |= ON_ANOTHER
        for card in s.face:
            if card < self.cards:
                found[card] |= OTHER_FACE
        for card in fresh:
            found[card] |= JUST_GOT
        return bytes(found)


def _places(viewer: int, seats: int, seen: bool) -> list[int]:
    """From a place of the engine to one of an observation: of cards that the viewer has seen there, or of others."""
    table = [UNSEEN] * 256
    for place in (IN_DOOR_DISCARDS, IN_TREASURE_DISCARDS, IN_DUNGEON_DISCARDS):
        table[place] = DISCARDED
    table[OUT_OF_GAME] = GONE
    table[IN_FIGHT] = FIGHTING
    table[LAID_OUT] = LAID
    table[IN_DUNGEONS] = DUNGEON_UP
    if seen:
        table[IN_LIMBO] = LAID
        for place in (IN_DOOR_DECK, IN_TREASURE_DECK, IN_DUNGEON_DECK):
            table[place] = DECK
    for seat in range(seats):
        if seen or seat == viewer:
            table[IN_HAND + seat] = HELD + (seat - viewer) % seats
        table[IN_PLAY + seat] = BEFORE + (seat - viewer) % seats
    return table
