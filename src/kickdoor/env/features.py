"""What a seat may know, as plain numbers in a fixed order. It can be compiled.

Seats are counted from the observer: 0 is oneself, 1 sits to the left, -1 is nobody. Cards are numbers of the mix,
-1 is none or unknown. Everything is public or the seat's own; what it cannot know is not read.
"""

from __future__ import annotations

from functools import cache
from struct import Struct
from typing import Any, Final

from kickdoor.engine.data.question import KINDS, Question
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
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
    OUT_OF_GAME,
    OVER,
)
from kickdoor.engine.running import asking
from kickdoor.env.drafts import Draft
from kickdoor.env.history import EVENT, MOST_EVENTS, NOBODY, History, latest_of
from kickdoor.env.scene import LOW, MOST_OFFERS, NO_FIGHT, NO_OFFERS, PLAYER, SIZE, Scene, offers_for, packed

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

# An observation is written as bytes, two for each number
NUMBER: Final = Struct("=h")
DRAFT: Final = Struct("=5h")
DRAFTED: Final = 2 * len(HEAD) - DRAFT.size  # where the numbers of a draft begin
NO_DRAFT: Final = [NOBODY] * 5
NO_HISTORY: Final = packed([], MOST_EVENTS * len(EVENT))

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


class Lens:
    """How one seat of a table sees: its observation, written anew only where something may have changed."""

    __slots__ = (
        "_at",
        "_heard",
        "_heard_at",
        "_hidden",
        "_history",
        "_known",
        "_marked",
        "_noted",
        "_of",
        "_scene",
        "_seen",
        "_up",
        "_vector",
        "_where",
        "cards",
        "numbers",
        "seats",
        "viewer",
    )

    def __init__(self, scene: Scene, viewer: int, seats: int, cards: int) -> None:
        self._scene = scene
        self.viewer = viewer
        self.seats = seats
        self.cards = cards
        self.numbers = len(HEAD) + seats * len(PLAYER) + (SIZE + len(NO_HISTORY)) // 2  #: before those of the cards
        self._vector = bytearray(2 * (self.numbers + 4 * cards))
        self._of: State | None = None
        self._at = -1
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
        viewer, seats, scene = self.viewer, self.seats, self._scene
        scene.look(s)
        head: list[int] = []
        _head(s, viewer, asking.question(s, viewer), head)
        row = 2 * len(PLAYER)
        players = scene.players[viewer * row : (viewer + seats) * row]
        vector = self._vector
        vector[: 2 * self.numbers] = packed(head, len(HEAD)) + players + scene.rest + self._recall(happened)
        start = 2 * len(HEAD) + seats * row
        for at, place in enumerate(scene.turned):
            vector[start + place] = (scene.whom[at] - viewer) % seats
        if len(s.offers) > MOST_OFFERS:
            start += len(NO_FIGHT)
            vector[start : start + len(NO_OFFERS)] = offers_for(s, viewer)

    def _recall(self, happened: History) -> bytes:
        """The latest events, the newest first; those of before are not read again."""
        if self._heard is not happened:
            self._heard, self._heard_at, self._history = happened, 0, NO_HISTORY
        fresh = min(happened.count - self._heard_at, MOST_EVENTS)
        if fresh:
            latest = packed(latest_of(happened, self.viewer, self.seats, fresh), fresh * len(EVENT))
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
            for card in _changed(self._up, s.up):
                self._up[card] = s.up[card]
                vector[start + LOW + 2 * card] = int(s.up[card])
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
        where, known = s.where, s.known
        for card in _changed(self._where, where) + _changed(self._known, known):
            self._where[card], self._known[card] = where[card], known[card]
            table = self._seen if known[card] >> viewer & 1 else self._hidden
            self._vector[start + 2 * card] = table[where[card]]

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


def _changed(before: list[Any], now: list[Any]) -> list[int]:
    """The cards of which something else is noted now: small numbers are always the same objects."""
    found: list[int] = []
    for card, old in enumerate(before):
        if now[card] is not old:
            found.append(card)
    return found


@cache
def _places(viewer: int, seats: int, seen: bool) -> bytes:
    """From a place of the engine to one of an observation: of cards that the viewer has seen there, or of others."""
    table = bytearray([UNSEEN] * 256)
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
    return bytes(table)
