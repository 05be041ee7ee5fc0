"""Sets of cards: by where they are, and what they must be."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.ids import Card, Seat, as_cards
from kickdoor.engine.data.scripts import CardTest
from kickdoor.engine.data.stack import ASKED_IN_PLAYING, picks_of, stored
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    CLASS,
    CURSE,
    HIRELING,
    IN_PLAY,
    POWER,
    RACE,
    STEED,
)
from kickdoor.engine.questions.force import is_equipped, is_worn
from kickdoor.engine.questions.items import (
    bonus_in_force,
    gold,
    is_item_by_itself,
    is_spent,
    items,
)
from kickdoor.engine.questions.monsters import enhancers, shown_by
from kickdoor.engine.questions.table import face
from kickdoor.engine.questions.who import Who

# Zones
Z_HAND: Final = 0
Z_ITEMS: Final = 1
Z_EQUIPPED: Final = 2
Z_WORN: Final = 3
Z_RACES: Final = 4
Z_CLASSES: Final = 5
Z_POWERS: Final = 6
Z_CURSES: Final = 7
Z_HIRELINGS: Final = 8
Z_STEEDS: Final = 9
Z_TABLE: Final = 10
Z_ANY: Final = 11
Z_DOOR_DISCARDS: Final = 12
Z_TREASURE_DISCARDS: Final = 13
Z_DISCARDS: Final = 14
Z_ENHANCERS: Final = 15
Z_PLAYED: Final = 16
ZONES = {
    "hand": Z_HAND,
    "items": Z_ITEMS,
    "equipped": Z_EQUIPPED,
    "worn": Z_WORN,
    "races": Z_RACES,
    "classes": Z_CLASSES,
    "powers": Z_POWERS,
    "curses": Z_CURSES,
    "hirelings": Z_HIRELINGS,
    "steeds": Z_STEEDS,
    "table": Z_TABLE,
    "any": Z_ANY,
    "door_discards": Z_DOOR_DISCARDS,
    "treasure_discards": Z_TREASURE_DISCARDS,
    "discards": Z_DISCARDS,
    "enhancers": Z_ENHANCERS,
    "played": Z_PLAYED,
}

# Of several cards, the best
BEST_BONUS: Final = 1
BEST_GOLD: Final = 2


class Cards:
    """A set of cards: zones of players, or a stored name, and what they must be."""

    __slots__ = ("best", "by_slot", "of", "on", "picks", "register", "top", "where", "zones")

    def __init__(
        self,
        zones: tuple[int, ...],
        register: int,
        of: Who,
        where: CardTest | None,
        best: int,
        top: int,
        on: int = -1,
        by_slot: bool = False,
    ) -> None:
        self.zones = zones
        self.register = register
        self.of = of
        self.where = where
        self.best = best
        self.top = top
        self.on = on  # of enhancers: where the monster is stored, or -1
        self.picks = False  # stored is what several picked at once: of that, what these players picked
        self.by_slot = by_slot  # it picks what is worn or held somewhere

    def find(self, s: State, f: Frame) -> list[Card]:
        """The cards, in a fixed order; never the card that asks."""
        found: list[Card] = []
        if self.picks:
            for seat in self.of.all(s, f):
                found.extend(as_cards(picks_of(f, self.register, seat)))
        elif self.register != -1:
            found.extend(as_cards(stored(s, f, self.register)))
        for zone in self.zones:
            if zone == Z_DOOR_DISCARDS or zone == Z_DISCARDS:
                found.extend(reversed(s.door_discards))
            if zone == Z_TREASURE_DISCARDS or zone == Z_DISCARDS:
                found.extend(reversed(s.treasure_discards))
            if zone == Z_ENHANCERS or zone == Z_PLAYED:
                fight = s.fight_by_id(f.fight)
                if fight is not None:
                    for monster in fight.monsters:
                        if not monster.gone and (self.on == -1 or monster.id in stored(s, f, self.on)):
                            found.extend(c for c in enhancers(fight, monster) if c not in found)
                    if zone == Z_PLAYED:
                        for play in fight.plays:
                            found.extend(c for c in play.cards if c not in found)
            if zone <= Z_ANY:
                for seat in self.of.all(s, f):
                    found.extend(in_zone(s, seat, zone))
        if self.where is not None:
            cards = len(s.where)
            found = [card for card in found if self.where.fits(s, card if card < cards else shown_by(s, card))]
        if self.by_slot:
            found = [card for card in found if s.where[card] < IN_PLAY or not face(s, card).hidden_slot]
        if (
            self.zones
            and f.it >= 0
            and (f.it >= len(s.where) or s.where[f.it] < IN_PLAY or f.script == ASKED_IN_PLAYING)
        ):
            found = [card for card in found if card != f.it]
        if self.top >= 0:
            found = found[: self.top]
        if self.best and found:
            if self.best == BEST_BONUS:
                most = max(bonus_in_force(s, card) for card in found)
                found = [card for card in found if bonus_in_force(s, card) == most]
            else:
                most = max(gold(s, card) for card in found)
                found = [card for card in found if gold(s, card) == most]
        return found


def in_zone(s: State, seat: Seat, zone: int) -> list[Card]:
    """A player's cards in a zone."""
    if seat < 0:
        return []
    player = s.players[seat]
    if zone == Z_HAND:
        return player.hand.copy()
    if zone == Z_ITEMS:
        return items(s, seat)
    if zone == Z_EQUIPPED:
        return [c for c in player.table if s.up[c] and is_item_by_itself(s, c) and is_equipped(s, seat, c)]
    if zone == Z_WORN:
        return [c for c in player.table if s.up[c] and is_worn(s, seat, c)]
    if zone == Z_TABLE:
        return [c for c in player.table if not is_kept(s, c)]
    if zone == Z_ANY:
        return player.hand + [c for c in player.table if not is_kept(s, c)]
    if zone == Z_CURSES:
        return [c for c in player.table if is_kept(s, c) and not face(s, c).unliftable]
    kind = (
        RACE
        if zone == Z_RACES
        else CLASS
        if zone == Z_CLASSES
        else POWER
        if zone == Z_POWERS
        else HIRELING
        if zone == Z_HIRELINGS
        else STEED
    )
    return [c for c in player.table if face(s, c).kind == kind]


def is_kept(s: State, card: Card) -> bool:
    """Whether a card in play is a Curse that is kept, or ends as one."""
    d = face(s, card)
    return d.kind == CURSE or (d.lingers and is_spent(s, card))


def gold_of(s: State, cards: tuple[Card, ...]) -> int:
    """What Items are worth together."""
    return sum(gold(s, card) for card in cards)
