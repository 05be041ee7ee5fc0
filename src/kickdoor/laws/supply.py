"""The cards that laws are tried on: those of a pack, in the smallest mix in which they can be played."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import msgspec

from kickdoor.laws.games import places_of
from kickdoor.packs.card_tests import traits
from kickdoor.packs.language import Card
from kickdoor.packs.loader import cards_of, load, mix

T = TypeVar("T")

#: Sets that are played by themselves; the others are played with the base set.
BASES = frozenset({"munchkin", "munchkin-lite", "star", "bites", "babies"})


#: Where cards lie that count for a player.
IN_FORCE = ("equipped", "carried", "table", "curses", "races", "classes", "powers")

GAME_PLACES = 60
"""How many positions are taken from games with one pack."""


class Supply:
    """The cards of one pack, positions out of games with it, and chance for whoever tries only a sample.

    Several packs that are tried together stand with + between.
    """

    def __init__(self, pack: str, rng: Random, share: float = 1.0, seed: str = "laws") -> None:
        self.pack = pack
        self.seed = seed
        self.parts = [pack] if "/" in pack or pack.endswith(".yaml") else pack.split("+")
        first = self.parts[0]
        alone = first in BASES or "/" in first or first.endswith(".yaml")
        self.packs = self.parts if alone else ["munchkin", *self.parts]
        self.rng = rng
        self.share = share

    @cached_property
    def cards(self) -> list[Card]:
        """Every card of the pack itself, or of the packs, that can come into a game, once."""
        if len(self.parts) > 1:
            named = [(id.partition("/")[0], card) for id, card in self.mix.items()]
            return [card for pack, card in named if pack in self.parts and not card.epic]
        found: dict[str, Card] = {}
        for entry in cards_of(load(self.pack)):
            if not entry.card.epic and entry.id == f"{self.pack}/{entry.card.id}":
                found.setdefault(entry.card.id, entry.card)
        return list(found.values())

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """Positions taken from games with these packs."""
        return list(places_of(tuple(self.packs), self.seed, max(4, round(GAME_PLACES * self.share))))

    @cached_property
    def mix(self) -> dict[str, Card]:
        """Every card of the mix, by its full id."""
        return {entry.id: entry.card for entry, _ in mix(tuple(self.packs))}

    def bearer(self, card: Card) -> dict[str, Any]:
        """What a player must be to use a card: of a sex, a Class or a Race of the mix."""
        for word in traits(card.usable_by):
            if word in ("male", "female"):
                return {"sex": word}
            if self.of_trait(word):
                return self.of_trait(word)
        return {}

    def of_trait(self, word: str) -> dict[str, Any]:
        """The Class or Race of the mix that gives a trait."""
        for id, card in self.mix.items():
            if card.kind in ("class", "race") and word in (card.trait, card.id):
                return {"classes" if card.kind == "class" else "races": [id]}
        return {}

    def silent_about(self, word: str, place: dict[str, Any]) -> dict[str, Any]:
        """The position without those cards of players, and Dungeons, that speak of a word, and what lies on them."""
        speaking = {id for id, card in self.mix.items() if word in words_in(card)}
        found = copy.deepcopy(place)
        for seat in found["players"].values():
            attached = seat.get("attached", {})
            for card, hosts in attached.items():
                if speaking.intersection([hosts] if isinstance(hosts, str) else hosts):
                    speaking.add(card)
            seat["attached"] = {card: hosts for card, hosts in attached.items() if card not in speaking}
            for field in IN_FORCE:
                if field in seat:
                    seat[field] = [card for card in seat[field] if not isinstance(card, str) or card not in speaking]
        if "dungeons" in found:
            found["dungeons"] = [id for id in found["dungeons"] if id not in speaking]
        return found

    @cached_property
    def tags(self) -> frozenset[str]:
        """The sorts of cards that the mix has."""
        return frozenset(tag for card in self.mix.values() for tag in card.tags)

    def somebody(self) -> dict[str, Any]:
        """A Race and a Class of the mix, where it has any."""
        found: dict[str, Any] = {}
        for id, card in self.mix.items():
            if card.kind in ("race", "class"):
                found.setdefault("races" if card.kind == "race" else "classes", [id])
        return found

    def of_kind(self, *kinds: str) -> list[Card]:
        """The cards of these kinds."""
        return [card for card in self.cards if card.kind in kinds]

    def sampled(self, cases: list[T]) -> list[T]:
        """All cases, or that share of them that chance picks."""
        if self.share >= 1.0:
            return cases
        return [case for case in cases if self.rng.random() < self.share]

    @cached_property
    def traits(self) -> list[str]:
        """The races and classes that cards of the mix give."""
        found: dict[str, None] = {}
        for pack in self.packs:
            for entry in cards_of(load(pack)):
                if entry.card.kind in ("race", "class"):
                    found[entry.card.trait if isinstance(entry.card.trait, str) else entry.card.id] = None
        return list(found)


def words_in(value: Any) -> Iterator[str]:
    """Every word in a card's data, those of its steps and conditions too."""
    plain = msgspec.to_builtins(value)
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for key, inner in plain.items():
            yield str(key)
            yield from words_in(inner)
    elif isinstance(plain, list):
        for inner in plain:
            yield from words_in(inner)


def inline(card: Card, **changed: Any) -> dict[str, Any]:
    """A card as a position writes one itself, with other fields."""
    fields: dict[str, Any] = msgspec.to_builtins(card)
    for name in ("id", "copies", "origin"):
        fields.pop(name, None)
    return {**fields, **changed}


def full_name(supply: Supply, card: Card) -> str:
    """How scenarios name a card without doubt."""
    if len(supply.parts) > 1:
        return next(id for id, one in supply.mix.items() if one is card)
    return f"{supply.pack}/{card.id}"
