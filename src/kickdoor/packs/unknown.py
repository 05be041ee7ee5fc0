"""Names that nothing has: tags, Races and Classes that a card speaks of and that no card gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, Literal, NamedTuple

from msgspec import UNSET

from kickdoor.packs.card_tests import traits
from kickdoor.packs.implied import implied_trait
from kickdoor.packs.language import Card, CardIs, If, Line, Number
from kickdoor.packs.loader import available, cards_of, load
from kickdoor.packs.meant import nearest
from kickdoor.packs.parts import parts_of
from kickdoor.packs.supply import INBORN, tags_of

Sort = Literal["tag", "trait"]

NAMING: Final[dict[type, dict[str, Sort]]] = {
    Card: {"usable_by": "trait", "not_usable_by": "trait", "refuses": "tag"},
    If: {
        "trait": "trait",
        "suffers": "trait",
        "party_has": "trait",
        "party_suffers": "trait",
        "monster_tag": "tag",
    },
    CardIs: {"tag": "tag", "refuses": "tag", "trait": "trait", "usable_by": "trait"},
    Number: {"with_trait": "trait"},
    Line: {"each": "trait"},
}
"""Fields in which cards name tags, and Races and Classes; all are called so in files."""

EACH_MONSTER: Final = "monster"
"""Of a Dungeon: each monster."""

OF_NAMES: Final = ("word_", "letter_")
"""Tags that cards have by their names; those of packs yet unwritten may have any."""


class Names(NamedTuple):
    """All that some cards have or give."""

    tag: frozenset[str]
    trait: frozenset[str]

    def joined(self, other: Names) -> Names:
        """What either has."""
        return Names(self.tag | other.tag, self.trait | other.trait)


class Unknown(NamedTuple):
    """A name that nothing has: its place, what sort it is of, what was meant, and packs in which something has it."""

    place: str
    sort: Sort
    word: str
    meant: str
    packs: tuple[str, ...]


def unknown_names(name: str, others: Sequence[str]) -> Iterator[Unknown]:
    """Names in a pack that nothing has in a mix with others; where none are given, in any pack."""
    own = _names_of(name)
    known = own
    for other in others or available():
        known = known.joined(_names_of(other))
    for i, card in enumerate(load(name).pack.cards):
        for place, sort, word in _named(card, f"cards[{i}]"):
            if word in getattr(known, sort) or word.startswith(("$", *OF_NAMES)):
                continue
            having = tuple(pack for pack in available() if word in getattr(_names_of(pack), sort)) if others else ()
            yield Unknown(place, sort, word, nearest(word, getattr(known, sort)), having)


def _named(card: Card, at: str) -> Iterator[tuple[str, Sort, str]]:
    """All tags and traits that a card speaks of, each with its place and what it is."""
    for place, part in parts_of(card, at):
        for field, usual in NAMING.get(type(part), {}).items():
            value = getattr(part, field)
            sort: Sort = "tag" if isinstance(part, Line) and part.side == "monsters" else usual
            if value is not UNSET:
                yield from ((f"{place}.{field}", sort, word) for word in traits(value) if word != EACH_MONSTER)


def _names_of(name: str) -> Names:
    return _of_house(name) if name in available() else _gathered(name)


@cache
def _of_house(name: str) -> Names:
    return _gathered(name)


def _gathered(name: str) -> Names:
    tags: set[str] = set()
    given: set[str] = set(INBORN)
    for entry in cards_of(load(name)):
        card = entry.card
        tags |= tags_of(card) | set(card.makes) | set(card.lends)
        for face in (*card.faces.values(), *((card.as_monster,) if card.as_monster else ()), card.host or None):
            tags |= set(face.tags) if face is not None else set()
        if card.kind in ("class", "race", "power"):
            given.add(implied_trait(card))
        if card.kind == "hireling" and card.trait:
            given.add(card.trait)
        given |= {grant.trait for grant in card.grants}
    return Names(frozenset(tags), frozenset(given))
