"""A card as its players read it: what it is, its numbers, and its words."""

from __future__ import annotations

from functools import cache

import msgspec

from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.terms import DECKS, KINDS, SLOTS
from kickdoor.packs.compiler import tags_of_name
from kickdoor.packs.loader import Listed, marks_of, mix
from kickdoor.text.words import listed_words


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a game, as it is printed. What a kind of card has no use for is 0, empty or False."""

    number: int  #: that of the card in this game, as options, views and events have it
    id: str  #: the pack and the card, such as munchkin/huge_rock; two copies have the same
    name: str
    deck: str  #: `door`, `treasure` or `dungeon`
    kind: str  #: `monster`, `item`, `curse`, `class` …, as in docs/cards.md
    level: int  #: of a monster
    treasures: int  #: of a monster
    levels_gained: int  #: for killing it
    bonus: int  #: strength that it adds by itself: to its owner, or to the monster that it enhances
    slot: str  #: where an Item is worn: `headgear`, `armor`, `footgear`, `hand`, or empty
    hands: int  #: that an Item takes
    big: bool
    price: int  #: in Gold Pieces
    tags: tuple[str, ...]  #: the sorts that it is of, such as undead
    traits: tuple[str, ...]  #: the Races, Classes and other traits that it gives its owner
    usable_by: tuple[str, ...]  #: who may use it: one of these; empty: all
    not_usable_by: tuple[str, ...]  #: … and none of these
    packs: tuple[str, ...]  #: those of the game

    @property
    def words(self) -> tuple[str, ...]:
        """What it says, line by line; empty for a card that no pack has, such as a scenario's own."""
        return words_of(self.packs, self.id)


def card_of(rules: Rules, number: int, d: CardDef) -> Card:
    """A card of a game that shows this definition."""
    fights = KINDS[d.kind] == "monster"
    return Card(
        number=number,
        id=d.id,
        name=d.name,
        deck=DECKS[d.deck],
        kind=KINDS[d.kind],
        level=d.level,
        treasures=d.treasures,
        levels_gained=d.levels_gained if fights else 0,
        bonus=d.bonus,
        slot=SLOTS[d.slot],
        hands=d.hands,
        big=d.big,
        price=d.gold,
        tags=tuple(sorted(d.tags - tags_of_name(d.name))),
        traits=tuple(dict.fromkeys([*([d.trait] if d.trait else []), *(trait for trait, _, _ in d.grants)])),
        usable_by=d.usable_by,
        not_usable_by=d.not_usable_by,
        packs=rules.packs,
    )


@cache
def listed_cards(packs: tuple[str, ...]) -> dict[str, Listed]:
    """The cards of a mix, and their Marks, by their full id."""
    cards = [entry for entry, _ in mix(packs)]
    return {entry.id: entry for entry in [*cards, *(mark for card in cards for mark in marks_of(card).values())]}


@cache
def words_of(packs: tuple[str, ...], id: str, language: str = "en") -> tuple[str, ...]:
    """The words of a card of a mix, line by line."""
    entry = listed_cards(packs).get(id)
    return tuple(listed_words(entry, language)) if entry is not None else ()
