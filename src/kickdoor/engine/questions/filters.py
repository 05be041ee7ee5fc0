"""Questions about cards, and sets of cards."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.stack import ASKED_IN_PLAYING, stored
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    BY_THEFT,
    CLASS,
    CURSE,
    HIRELING,
    IN_FIGHT,
    IN_PLAY,
    ITEM_ENHANCER,
    ONE_SHOT,
    POWER,
    RACE,
    STEED,
)
from kickdoor.engine.questions.force import has_trait, is_equipped, is_protected, is_worn, sex_of
from kickdoor.engine.questions.items import (
    bonus_in_force,
    changes_on,
    fills,
    gold,
    is_big,
    is_item_by_itself,
    is_lifted,
    is_spent,
    items,
)
from kickdoor.engine.questions.monsters import body_of, enhancers, level_of
from kickdoor.engine.questions.table import face, owner
from kickdoor.engine.questions.who import Who


class CardIs(CardTest):
    """All parts given must hold. -1 (or an empty tuple) means that a part is not asked."""

    __slots__ = (
        "any_of",
        "asks_more",
        "big",
        "bonus_at_least",
        "cheated",
        "complex",
        "deck",
        "enhanced",
        "enhances",
        "equipped",
        "gold_at_least",
        "hands_at_least",
        "hands_at_most",
        "item",
        "kinds",
        "level_at_least",
        "level_at_most",
        "limited_to",
        "never",
        "noted",
        "one_shot",
        "owed_to",
        "refuses",
        "sex",
        "slots",
        "stealable",
        "tags",
        "takes",
        "trait",
        "unique",
        "usable_by",
    )

    def __init__(
        self,
        kinds: tuple[int, ...],
        deck: int,
        tags: tuple[str, ...],
        slots: tuple[int, ...],
        item: int,
        big: int,
        complex: int,
        equipped: int,
        one_shot: int,
        gold_at_least: int,
        bonus_at_least: int,
        level_at_most: int,
        level_at_least: int,
        trait: str,
        sex: str,
        takes: int,
        refuses: tuple[str, ...],
        hands_at_least: int,
        hands_at_most: int,
        usable_by: str,
        limited_to: int,
        owed_to: int,
        enhanced: CardTest | None,
        noted: int,
        unique: int,
        cheated: int,
        stealable: int,
        enhances: int,
        never: CardTest | None,
        any_of: tuple[CardTest, ...],
    ) -> None:
        self.kinds = sum(1 << kind for kind in set(kinds))  # mask
        self.deck = deck
        self.tags = tags
        self.slots = slots
        self.item = item
        self.big = big
        self.complex = complex
        self.equipped = equipped
        self.one_shot = one_shot
        self.gold_at_least = gold_at_least
        self.bonus_at_least = bonus_at_least
        self.level_at_most = level_at_most
        self.level_at_least = level_at_least
        self.trait = trait
        self.sex = sex  # a Hireling's
        self.takes = takes  # the sort of an enhancer
        self.refuses = refuses
        self.hands_at_least = hands_at_least
        self.hands_at_most = hands_at_most
        self.usable_by = usable_by
        self.limited_to = limited_to  # mask; 0: not asked
        self.owed_to = owed_to  # RACE or CLASS
        self.enhanced = enhanced  # what is on the monster
        self.noted = noted
        self.unique = unique
        self.cheated = cheated
        self.stealable = stealable
        self.enhances = enhances  # the sort of an enhancer
        self.never = never
        self.any_of = any_of
        self.asks_more = (
            max(complex, one_shot, gold_at_least, bonus_at_least, level_at_most, level_at_least, takes, hands_at_least)
            >= 0
            or max(hands_at_most, owed_to, noted, unique, cheated, stealable, enhances) >= 0
            or bool(trait or sex or refuses or usable_by or limited_to or any_of)
            or enhanced is not None
            or never is not None
        )  # anything beyond kind, deck, tags, slots, and what it is as an Item

    def fits(self, s: State, card: int, lent: frozenset[str] = NO_TAGS) -> bool:
        """Whether the card, as it shows now, is this; lent are tags that it has for now, besides its own."""
        d = face(s, card)
        if self.kinds and not self.kinds >> d.kind & 1:
            return False
        if self.deck >= 0 and d.deck != self.deck:
            return False
        if (
            self.tags
            and d.tags.isdisjoint(self.tags)
            and not (lent and not lent.isdisjoint(self.tags))
            and not self._made_so(s, card)
        ):
            return False
        if self.slots and (d.hidden_slot or not any(fills(s, card, slot) for slot in self.slots)):
            return False
        if self.item >= 0 and int(d.is_item and is_item_by_itself(s, card)) != self.item:
            return False
        if self.big >= 0 and int(is_big(s, card)) != self.big:
            return False
        if self.equipped >= 0:
            seat = owner(s, card)
            if int(seat >= 0 and is_equipped(s, seat, card)) != self.equipped:
                return False
        return not self.asks_more or self._fits_more(s, card, d, lent)

    def _fits_more(self, s: State, card: int, d: CardDef, lent: frozenset[str]) -> bool:
        """The rarer parts."""
        if self.complex >= 0 and int(d.complex) != self.complex:
            return False
        if self.one_shot >= 0 and int(d.kind == ONE_SHOT) != self.one_shot:
            return False
        if self.gold_at_least >= 0 and gold(s, card) < self.gold_at_least:
            return False
        if self.bonus_at_least >= 0 and bonus_in_force(s, card) < self.bonus_at_least:
            return False
        if self.level_at_most >= 0 and monster_level(s, card) > self.level_at_most:
            return False
        if self.level_at_least >= 0 and monster_level(s, card) < self.level_at_least:
            return False
        if self.trait and d.trait != self.trait:
            return False
        if self.sex and sex_of(s, card) != self.sex:
            return False
        if self.takes >= 0 and not takes_enhancer(s, card, self.takes):
            return False
        if self.refuses and not any(tag in d.refuses for tag in self.refuses):
            return False
        if self.hands_at_least >= 0 and d.hands < self.hands_at_least:
            return False
        if self.hands_at_most >= 0 and (d.hands == 0 or d.hands > self.hands_at_most):
            return False
        if self.usable_by and self.usable_by not in d.usable_by:
            return False
        if self.limited_to and not d.limited_to & self.limited_to:
            return False
        if self.owed_to >= 0 and not owes(s, owner(s, card), d, self.owed_to):
            return False
        if self.unique >= 0 and int(is_unique(s, card)) != self.unique:
            return False
        if self.cheated >= 0 and int(is_lifted(s, card)) != self.cheated:
            return False
        if self.stealable >= 0 and int(not is_protected(s, card, BY_THEFT)) != self.stealable:
            return False
        if self.enhances >= 0 and (d.kind != ITEM_ENHANCER or d.enhances != self.enhances):
            return False
        if self.noted >= 0 and s.note.get(card, 0) != self.noted:
            return False
        if self.enhanced is not None and not any(self.enhanced.fits(s, on) for on in enhancers_on(s, card)):
            return False
        if self.never is not None and self.never.fits(s, card, lent):
            return False
        return not self.any_of or any(test.fits(s, card, lent) for test in self.any_of)

    def _made_so(self, s: State, card: int) -> bool:
        """Whether a monster of a fight has a tag by an enhancer, or an Item by what lies on it."""
        if card < len(s.where) and s.where[card] >= IN_PLAY:
            return any(tag in change.tags for _, change in changes_on(s, card) for tag in self.tags)
        if card < len(s.where) and s.where[card] != IN_FIGHT:
            return False
        return any(tag in face(s, on).makes for on in enhancers_on(s, card) for tag in self.tags)


def owes(s: State, seat: int, d: CardDef, kind: int) -> bool:
    """Whether an Item is usable, or better, by a Race (Class) that its owner has."""
    kinds = s.rules.trait_kinds
    for word in d.favors:
        if kinds.get(word, RACE) == kind and seat >= 0 and has_trait(s, seat, word):
            return True
    return False


def is_unique(s: State, card: int) -> bool:
    """Whether nobody but its owner has the race or class that a card gives."""
    trait = face(s, card).trait
    seat = owner(s, card)
    return not any(
        face(s, other).trait == trait
        for i, player in enumerate(s.players)
        if i != seat
        for other in player.table
        if face(s, other).kind in (RACE, CLASS)
    )


def shown_by(s: State, card: int) -> int:
    """The card itself; for a monster without one, the card of the monster that it is a twin of."""
    if card < len(s.where):
        return card
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return body_of(s, fight, monster)
    return card


def monster_level(s: State, card: int) -> int:
    """The Level of a monster: as it is in its fight, elsewhere as printed."""
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return level_of(s, fight, monster)
    return face(s, card).level


def enhancers_on(s: State, card: int) -> list[int]:
    """The enhancers on a monster, or on that which this enhancer is on."""
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card or card in monster.attached:
                return enhancers(fight, monster)
    return []


def takes_enhancer(s: State, card: int, sort: int) -> bool:
    """Whether one more enhancer of a sort can be put on a card [ITEM-13, STEED-06]."""
    most = face(s, card).enhanced_by.get(sort, 0)
    return most > sum(1 for other in attached_to(s, card) if face(s, other).enhances == sort)


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
BEST_BONUS: Final = 1
BEST_GOLD: Final = 2


class Cards:
    """A set of cards: zones of players, or a stored name, and what they must be."""

    __slots__ = ("best", "of", "on", "register", "top", "where", "zones")

    def __init__(
        self, zones: tuple[int, ...], register: int, of: Who, where: CardTest | None, best: int, top: int, on: int = -1
    ) -> None:
        self.zones = zones
        self.register = register
        self.of = of
        self.where = where
        self.best = best
        self.top = top
        self.on = on  # of enhancers: where the monster is stored, or -1

    def find(self, s: State, f: Frame) -> list[int]:
        """The cards, in a fixed order; never the card that asks."""
        found: list[int] = []
        if self.register != -1:
            found.extend(stored(s, f, self.register))
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
                            found.extend(play.cards)
            if zone <= Z_ANY:
                for seat in self.of.all(s, f):
                    found.extend(in_zone(s, seat, zone))
        if self.where is not None:
            cards = len(s.where)
            found = [card for card in found if self.where.fits(s, card if card < cards else shown_by(s, card))]
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


def in_zone(s: State, seat: int, zone: int) -> list[int]:
    """A player's cards in a zone."""
    if seat < 0:
        return []
    player = s.players[seat]
    if zone == Z_HAND:
        return player.hand.copy()
    if zone == Z_ITEMS:
        return items(s, seat)
    if zone == Z_EQUIPPED:
        return [c for c in player.table if s.up[c] and is_equipped(s, seat, c)]
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


def is_kept(s: State, card: int) -> bool:
    """Whether a card in play is a Curse that is kept, or ends as one."""
    d = face(s, card)
    return d.kind == CURSE or (d.lingers and is_spent(s, card))


def gold_of(s: State, cards: list[int]) -> int:
    """What Items are worth together."""
    return sum(gold(s, card) for card in cards)
