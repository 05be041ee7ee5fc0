"""What the cards of a mix can give each other: traits, kinds, tags; and what none of them ever can.

Everything here errs on one side: where the data do not say, a thing counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.card_tests import traits
from kickdoor.packs.compiler import tags_of_name
from kickdoor.packs.implied import as_fought, implied_enhancers, implied_trait
from kickdoor.packs.language import Card, CardIs, Cards, If

#: Traits that need no card.
INBORN = frozenset({"human", "classless", "male", "female"})

#: Zones that hold cards of certain kinds only.
ZONE_KINDS = {
    "races": ("race",),
    "classes": ("class",),
    "powers": ("power",),
    "curses": ("curse",),
    "hirelings": ("hireling",),
    "steeds": ("steed",),
}

#: Zones that hold cards of one deck only.
ZONE_DECKS = {"door_discards": "door", "treasure_discards": "treasure"}

#: Parts of a condition that hold only while somebody fights.
IN_FIGHTS = ("in_combat", "fighter", "helper", "must_run", "can_escape", "current_runner")

#: Parts of a question about a card that its definition alone answers.
FIXED_PARTS: dict[str, Callable[[Any, Card], bool]] = {
    "kind": lambda asked, card: card.kind in traits(asked),
    "deck": lambda asked, card: card.deck == asked,
    "tag": lambda asked, card: bool(tags_of(card) & set(traits(asked))),
    "slot": lambda asked, card: card.slot in traits(asked),
    "item": lambda asked, card: (card.gold is not UNSET and card.kind != "item_enhancer") == asked,
    "big": lambda asked, card: card.big == asked,
    "complex": lambda asked, card: card.complex == asked,
    "one_shot": lambda asked, card: (card.kind == "one_shot") == asked,
    "gold_at_least": lambda asked, card: (card.gold or 0) >= asked,
    "level_at_most": lambda asked, card: (card.level or 0) <= asked,
    "level_at_least": lambda asked, card: (card.level or 0) >= asked,
    "trait": lambda asked, card: implied_trait(card) == asked,
    "sex": lambda asked, card: bool(card.sex),
    "takes": lambda asked, card: asked in implied_enhancers(card),
    "refuses": lambda asked, card: bool(set(asked) & set(card.refuses)),
}


def tags_of(card: Card) -> frozenset[str]:
    """The tags of a card, those of its name included."""
    return frozenset(card.tags) | tags_of_name(card.name)


def parts_of(question: CardIs | If) -> dict[str, Any]:
    """The parts of a question that are given."""
    names = question.__struct_fields__
    return {name: value for name in names if (value := getattr(question, name)) is not UNSET}


def told(question: CardIs) -> str:
    """A question about a card in short."""
    return _told(msgspec.to_builtins(question))


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(part)}" for name, part in value.items())
    return " or ".join(_told(part) for part in value) if isinstance(value, list) else str(value)


def fields_of(card: Card) -> set[str]:
    """Every field that some part of a card uses, steps among them."""
    return set(_keys(msgspec.to_builtins(card)))


def _keys(plain: object) -> Iterator[str]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield str(key)
            yield from _keys(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _keys(value)


class Supply:
    """What a mix provides. Methods give the reason why something can never be, or nothing where it could."""

    def __init__(self, cards: Iterable[Card], numbers: Mapping[str, int]) -> None:
        cards = list(cards)
        self.numbers = numbers
        fields = [fields_of(card) for card in cards]
        self.fields = set().union(*fields)
        self.freeing = [card.name for card, used in zip(cards, fields, strict=True) if "free_use" in used]
        self.makes = {tag for card in cards for tag in card.makes}
        self.faces = [face for card in cards for face in self._faces(card)]
        self.kinds = {face.kind for face in self.faces}
        given = {implied_trait(card) for card in cards if card.kind in ("class", "race", "power")}
        self.for_items = INBORN | given | {g.trait for card in cards for g in card.grants if "items" in g.for_}
        self.of_players = INBORN | given | {grant.trait for card in cards for grant in card.grants}
        self.of_parties = self.of_players | {card.trait or "" for card in cards if card.kind == "hireling"}
        self.lifting = [card.name for card in cards if card.lifts_limits or card.carries]

    def _faces(self, card: Card) -> Iterator[Card]:
        """All that a card can show."""
        yield card
        fought = as_fought(card)
        if fought is not None:
            yield fought
        if card.kind == "monster" and "tame" in self.fields:
            yield Card(id=card.id, name=card.name, deck=card.deck, kind="steed", big=True)
        if card.kind == "race" and "count_as_class" in self.fields:
            yield msgspec.structs.replace(card, kind="class", trait=implied_trait(card))

    # Traits and kinds

    def lacks_traits(self, asked: str | list[str] | UnsetType, given: frozenset[str] | set[str]) -> str:
        """Why nobody has any of these traits."""
        wanted = traits(asked)
        if not wanted or any(trait in given for trait in wanted):
            return ""
        return f"needs {' or '.join(wanted)}, which no card here gives"

    def lacks_kind(self, kind: str) -> str:
        """Why there is no card of a kind."""
        return "" if kind in self.kinds else f"needs a card of the kind {kind}, and there is none here"

    # Cards

    def could_fit(self, question: CardIs, card: Card) -> bool:
        """Whether a card, as it shows, could ever be this."""
        for name, asked in parts_of(question).items():
            if name == "tag" and card.kind == "monster" and self.makes & set(traits(asked)):
                continue
            if name in FIXED_PARTS and not FIXED_PARTS[name](asked, card):
                return False
            if name == "not_" and self.must_fit(asked, card):
                return False
            if name == "any" and not any(self.could_fit(part, card) for part in asked):
                return False
        return True

    def must_fit(self, question: CardIs, card: Card) -> bool:
        """Whether a card, as it shows, is always this."""
        for name, asked in parts_of(question).items():
            if name == "not_":
                holds = not self.could_fit(asked, card)
            elif name == "any":
                holds = any(self.must_fit(part, card) for part in asked)
            else:
                holds = name in FIXED_PARTS and FIXED_PARTS[name](asked, card)
            if not holds:
                return False
        return True

    def lacks_card(self, question: CardIs | UnsetType, among: Iterable[Card] | None = None) -> str:
        """Why no card ever is this."""
        faces = self.faces if among is None else list(among)
        if any(isinstance(question, UnsetType) or self.could_fit(question, face) for face in faces):
            return ""
        if isinstance(question, UnsetType):
            return "needs a card of a sort that is not here"
        return f"needs a card with {told(question)}, and there is none here"

    def lacks_monster(self, question: CardIs | bool | UnsetType) -> str:
        """Why no monster ever is this."""
        why = self.lacks_kind("monster")
        if why or not isinstance(question, CardIs):
            return why
        return self.lacks_card(question, [face for face in self.faces if face.kind == "monster"])

    def lacks_cards(self, cards: Cards) -> str:
        """Why a set of cards is always empty."""
        zones = [cards.from_] if isinstance(cards.from_, str) else cards.from_
        if any(zone.startswith("$") for zone in zones):
            return self.lacks_card(cards.where)
        found = [face for face in self.faces if any(in_zone(face, zone) for zone in zones)]
        if not found and len(zones) == 1 and zones[0] in ZONE_KINDS:
            return self.lacks_kind(ZONE_KINDS[zones[0]][0])
        return self.lacks_card(cards.where, found)

    # Conditions

    def lacks(self, condition: If | UnsetType) -> str:
        """Why a condition never holds."""
        if isinstance(condition, UnsetType):
            return ""
        for name, asked in parts_of(condition).items():
            why = self._lacks_part(name, asked)
            if why:
                return why
        return ""

    def _lacks_part(self, name: str, asked: Any) -> str:
        if name in ("trait", "suffers"):
            return self.lacks_traits(asked, self.of_players)
        if name in ("party_has", "party_suffers"):
            return self.lacks_traits(asked, self.of_parties)
        if name == "has":
            return self.lacks_cards(asked)
        if name == "wears":
            return self.lacks_card(CardIs(slot=asked))
        if name == "monster_tag":
            return self.lacks_monster(CardIs(tag=asked))
        if name in ("party_uses", "is_"):
            return self.lacks_card(asked)
        if name in IN_FIGHTS:
            return self.lacks_kind("monster") if asked else ""
        if name == "not_":
            return "needs what is never so here" if self.always(asked) else ""
        if name == "any":
            reasons = [self.lacks(part) for part in asked]
            return reasons[0] if reasons and all(reasons) else ""
        return ""

    def always(self, condition: If) -> bool:
        """Whether a condition holds at all times: only what says that something is not there can."""
        parts = {name: asked for name, asked in parts_of(condition).items() if name not in ("who", "card")}
        return all(
            (name == "not_" and self.lacks(asked) != "") or (name == "any" and any(self.always(part) for part in asked))
            for name, asked in parts.items()
        )


def in_zone(card: Card, zone: str) -> bool:
    """Whether a card, as it shows, could lie in a zone."""
    if zone == "items":
        return card.gold is not UNSET
    if zone in ZONE_DECKS:
        return card.deck == ZONE_DECKS[zone]
    return zone not in ZONE_KINDS or card.kind in ZONE_KINDS[zone]
