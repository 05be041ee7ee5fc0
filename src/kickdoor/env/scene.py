"""What all seats see alike, as plain numbers in a fixed order: players, the fight, the offers. It can be compiled.

It is written once for all seats, and anew only when the state has changed. Seats are turned so that the observer is 0
when it is read.
"""

from __future__ import annotations

import sys
from struct import Struct
from typing import Final

from kickdoor.engine.actions.sales import price_of_a_level
from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.state import Fight, LostTurn, State
from kickdoor.engine.data.terms import DOOR, MONSTERS, OVER, WILLING
from kickdoor.engine.questions.force import sex_now
from kickdoor.engine.questions.monsters import enhancers, treasures_of
from kickdoor.engine.questions.strength import is_winning, lacking, lines, sums
from kickdoor.engine.questions.table import current_fight, seats
from kickdoor.engine.questions.values import value, winning_level
from kickdoor.env.history import NOBODY

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

# Numbers are written as bytes, two for each
LOW: Final = 0 if sys.byteorder == "little" else 1  # where in a number its low byte is
MOST: Final = MOST_LINES * len(LINE)  #: numbers that are packed at once
PACK: Final = [Struct(f"={count}h").pack for count in range(MOST + 1)]
BLANK: Final = PACK[MOST](*[NOBODY] * MOST)


def packed(numbers: list[int], size: int) -> bytes:
    """Numbers as bytes, filled up to so many with NOBODY."""
    count = len(numbers)
    written = PACK[count](*numbers)
    return written if count == size else written + BLANK[: 2 * (size - count)]


BEFORE_LINES: Final = len(FIGHT) + MOST_MONSTERS * len(MONSTER)  #: numbers of a fight
NO_FIGHT: Final = packed([0], BEFORE_LINES) + packed([], MOST_LINES * len(LINE))
NO_OFFERS: Final = packed([], MOST_OFFERS * len(OFFER))
SIZE: Final = len(NO_FIGHT) + len(NO_OFFERS)  #: of fight and offers together, in bytes


class Scene:
    """What all seats of a table see alike, as bytes.

    `players` has a row for each seat and then the same again, so that rows from any seat on can be cut out; `rest` has
    the fight and the offers. `turned` are the places in `rest` of bytes that say a seat, and `whom` those seats.
    """

    __slots__ = ("_lost", "_numbers", "_of", "_over", "_rows", "_version", "players", "rest", "turned", "whom")

    def __init__(self, seats: int) -> None:
        self._numbers: list[list[int]] = [[] for _ in range(seats)]  # of each player
        self._rows = [b""] * seats  # … and as bytes
        self._of: State | None = None
        self._version = -1
        self._lost: tuple[LostTurn, ...] = ()
        self._over = -1
        self.players = b""
        self.rest = b""
        self.turned: list[int] = []
        self.whom: list[int] = []

    def look(self, s: State) -> None:
        """Look again, if something may have changed."""
        if self._version != s.version or self._of is not s or self._over != s.over or self._lost is not s.lost_turns:
            self._of, self._version, self._over, self._lost = s, s.version, s.over, s.lost_turns
            for seat in seats(s):
                numbers = _player(s, seat)
                if numbers != self._numbers[seat]:
                    self._numbers[seat] = numbers
                    self._rows[seat] = packed(numbers, len(PLAYER))
            self.players = b"".join(self._rows + self._rows)
            self.turned = []
            self.whom = []
            fight = current_fight(s)
            self.rest = (NO_FIGHT if fight is None else self._fight(s, fight)) + (
                self._offers(s) if s.offers else NO_OFFERS
            )

    def _turn(self, place: int, seat: int) -> None:
        """Note that a seat stands at a place among the numbers."""
        self.turned.append(2 * place + LOW)
        self.whom.append(seat)

    def _fight(self, s: State, fight: Fight) -> bytes:
        ours, theirs = sums(s, fight)
        deal = fight.deal
        self._turn(1, fight.fighter)
        if fight.helper >= 0:
            self._turn(2, fight.helper)
        found = [
            1,
            fight.fighter,
            fight.helper if fight.helper >= 0 else NOBODY,
            int(fight.forced != WILLING),
            ours,
            theirs,
            int(is_winning(s, fight)),
            lacking(s, fight),
            fight.declared,
            deal.treasures if deal is not None else NOBODY,
            deal.order if deal is not None else NOBODY,
            len(fight.plays),
        ]
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
        of_lines: list[int] = []
        for line in lines(s, fight)[:MOST_LINES]:
            if line.side != MONSTERS and line.owner >= 0:
                self._turn(BEFORE_LINES + len(of_lines) + 1, line.owner)
            of_lines.append(line.side)
            of_lines.append(line.owner)
            of_lines.append(line.source)
            of_lines.append(line.kind)
            of_lines.append(line.amount)
        return packed(found, BEFORE_LINES) + packed(of_lines, MOST_LINES * len(LINE))

    def _offers(self, s: State) -> bytes:
        """The standing offers, the newest first; of more than there is room for only the newest."""
        found: list[int] = []
        before = len(NO_FIGHT) // 2
        at = len(s.offers) - 1
        while at >= 0 and len(found) < MOST_OFFERS * len(OFFER):
            self._turn(before + len(found), s.offers[at].by)
            self._turn(before + len(found) + 1, s.offers[at].to)
            _tell_offer(s, at, found)
            at -= 1
        return packed(found, MOST_OFFERS * len(OFFER))


def offers_for(s: State, viewer: int) -> bytes:
    """Of more offers than there is room for those to a seat, then its own, then the others, each the newest first."""
    offers, count = s.offers, len(s.players)
    ranked: list[tuple[int, int]] = []
    for at, deal in enumerate(offers):
        ranked.append((0 if deal.to == viewer else 1 if deal.by == viewer else 2, -at))
    ranked.sort()
    found: list[int] = []
    for _, at in ranked[:MOST_OFFERS]:
        start = len(found)
        _tell_offer(s, -at, found)
        found[start] = (found[start] - viewer) % count
        found[start + 1] = (found[start + 1] - viewer) % count
    return packed(found, MOST_OFFERS * len(OFFER))


def _tell_offer(s: State, at: int, found: list[int]) -> None:
    """An offer in numbers; `place` tells several of one player to another apart."""
    offers = s.offers
    deal = offers[at]
    place = 0
    for earlier in range(at):
        if offers[earlier].by == deal.by and offers[earlier].to == deal.to:
            place += 1
    gives, takes, promises = deal.gives, deal.takes, deal.promises
    found += [
        deal.by,
        deal.to,
        place,
        deal.kind,
        deal.treasures,
        deal.order,
        deal.pledge,
        gives[0] if gives else NOBODY,
        gives[1] if len(gives) > 1 else NOBODY,
        len(gives),
        takes[0] if takes else NOBODY,
        takes[1] if len(takes) > 1 else NOBODY,
        len(takes),
        promises[0] if promises else NOBODY,
        len(promises),
    ]


def _player(s: State, seat: Seat) -> list[int]:
    player = s.players[seat]
    defs = s.rules.defs
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
    return [
        player.level,
        winning_level(s, seat),
        int(player.dead),
        sex_now(s, seat),
        int(player.fight >= 0),
        doors,
        len(player.hand) - doors,
        value(s, "hand_limit", seat),
        price_of_a_level(s, seat),
        loses,
        made,
        int(s.over == OVER and seat in s.winners),
    ]
