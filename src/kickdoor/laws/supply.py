"""The cards that laws are tried on: those of a pack, in the smallest mix in which they can be played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, TypeVar

import msgspec

from kickdoor.laws.games import places_of
from kickdoor.packs.language import Card
from kickdoor.packs.loader import cards_of, load

T = TypeVar("T")

#: Sets that are played by themselves; the others are played with the base set.
BASES = frozenset({"munchkin", "munchkin-lite", "star", "bites", "babies"})


GAME_PLACES = 60
"""How many positions are taken from games with one pack."""


class Supply:
    """The cards of one pack, positions out of games with it, and chance for whoever tries only a sample."""

    def __init__(self, pack: str, rng: Random, share: float = 1.0, seed: str = "laws") -> None:
        self.pack = pack
        self.seed = seed
        self.packs = [pack] if pack in BASES or "/" in pack or pack.endswith(".yaml") else ["munchkin", pack]
        self.rng = rng
        self.share = share

    @cached_property
    def cards(self) -> list[Card]:
        """Every card of the pack that can come into a game, once."""
        found: dict[str, Card] = {}
        for entry in cards_of(load(self.pack)):
            if not entry.card.epic:
                found.setdefault(entry.card.id, entry.card)
        return list(found.values())

    @cached_property
    def games(self) -> list[dict[str, Any]]:
        """Positions taken from games with these packs."""
        return list(places_of(tuple(self.packs), self.seed, max(4, round(GAME_PLACES * self.share))))

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


def full_name(supply: Supply, card: Card) -> str:
    """How scenarios name a card without doubt."""
    return f"{supply.pack}/{card.id}"
