"""What is sound in a pack that has errors: the cards that can be read and compiled, whatever is wrong with others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from kickdoor.packs import limits
from kickdoor.packs.language import Card, Pack
from kickdoor.packs.loader import Listed, PackError, Source, plain
from kickdoor.packs.mixing import compile_cards
from kickdoor.rules.books import resolve

BLANK = Card(id="", name="", deck="door", kind="special")
"""Stands where a card cannot be read, so that the others keep their places."""


def readable(raw: object) -> tuple[Pack, dict[int, Card]]:
    """A pack with its facts and no card, or one without facts where those cannot be read; and its cards by place."""
    given: dict[str, Any] = raw if isinstance(raw, dict) else {}
    try:
        head = msgspec.convert({**given, "cards": [], "include": [], "reprint": []}, Pack)
    except msgspec.ValidationError:
        head = Pack(id="draft", name="Draft")
    entries = given.get("cards")
    found = {}
    for place, entry in enumerate(entries[: limits.MOST_CARDS] if isinstance(entries, list) else []):
        try:
            found[place] = msgspec.convert(entry, Card)
        except msgspec.ValidationError:
            continue
    return head, found


def uncompiled(raw: object, text: str, path: str) -> Iterator[tuple[int, PackError]]:
    """Of the cards that can be read, those that cannot be compiled by themselves: their places, and why."""
    head, cards = readable(raw)
    if not cards:
        return
    placed = [cards.get(place, BLANK) for place in range(max(cards) + 1)]
    source = Source(msgspec.structs.replace(head, cards=placed), path, "", text)
    numbers = resolve(head.book)
    for place, card in cards.items():
        try:
            compile_cards([(Listed(f"{head.id}/{card.id}", card, 1, source), 1)], (path,), numbers)
        except PackError as error:
            yield place, error


def without_broken(text: str, path: str, needed: Collection[str]) -> str:
    """A pack that leaves out all cards with an error; raises PackError where one of those that are needed has one."""
    raw = plain(text, path)
    _, cards = readable(raw)
    broken = {place for place, _ in uncompiled(raw, text, path)}
    kept = {card.id: place for place, card in reversed(cards.items()) if place not in broken}
    for id in needed:
        if id not in kept:
            raise PackError(path, 0, id, "there is an error in this card", "Mend it first")
    assert isinstance(raw, dict)
    return msgspec.json.encode({**raw, "cards": [raw["cards"][place] for place in sorted(kept.values())]}).decode()
