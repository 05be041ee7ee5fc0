"""A card as it is shown and drawn: its numbers, its words, and the set whose look it has."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from kickdoor.packs.loader import Listed, pack_of
from kickdoor.text.words import listed_words

NUMBERS: Final = ("level", "treasures", "levels_gained", "bonus", "treasure_bonus", "gold", "hands", "rank", "run")
"""Fields of a card that are shown as numbers, where it has them."""

SETS: Final = {"deluxe": "dungeon", "lite": "dungeon", "star": "space", "bites": "night", "babies": "nursery"}
"""The look of a card, by the book that its pack is written for."""


def shown_card(entry: Listed, language: str) -> dict[str, Any]:
    """What is shown of a card of a pack, with its words in a language. What it has not is left out."""
    model = entry.card
    numbers: dict[str, Any] = {name: getattr(model, name) for name in NUMBERS}
    shown = {name: value for name, value in numbers.items() if value is not UNSET and value != 0}
    if model.kind != "monster":
        shown.pop("levels_gained", None)
    name = model.names.get(language, model.name)
    if name != model.name:
        shown["english"] = model.name
    for field in ("slot", "trait", "icon", "flavor", "author"):
        if (value := getattr(model, field)) is not UNSET:
            shown[field] = value
    return {
        "id": entry.id,
        "name": name,
        "pack": pack_of(entry.id),
        "set": SETS[entry.source.pack.book],
        "deck": model.deck,
        "kind": model.kind,
        "origin": model.origin,
        "words": listed_words(entry, language),
        "tags": list(model.tags),
        "big": model.big,
        "complex": model.complex,
        **shown,
    }
