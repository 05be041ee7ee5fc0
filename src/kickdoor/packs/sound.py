"""What is sound in a pack that has errors: the cards that can be read and compiled, whatever is wrong with others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from kickdoor.packs import limits
from kickdoor.packs.language import Card, Pack
from kickdoor.packs.loader import Listed, PackError, Source, plain
from kickdoor.packs.mending import errors_of
from kickdoor.packs.parts import overlap

BLANK = Card(id="", name="", deck="door", kind="special")
"""Stands where a card cannot be read, so that the others keep their places."""


STORING: Final = ("into", "others", "as")
"""Fields of steps that store something under a name, as they are written."""

EVENT: Final = "$event"
"""What a card answers to: there is one at some moments, and a moment may be what cannot be read."""


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


@dataclass
class Mended:
    """A pack with something lawful where its text has what cannot be read."""

    raw: object
    places: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)  #: those of the places where names may have been stored

    def note(self, place: str, *, nameless: bool = True) -> None:
        """Something else stands at a place now."""
        self.places.append(place)
        if nameless:
            self.nameless.append(place)


def uncompiled(raw: object, text: str, path: str, mended: Mended | None = None) -> Iterator[tuple[int, PackError]]:
    """What cannot be compiled of the cards that can be read, each by itself: their places, and all that is wrong.

    What comes of something mended alone is no error.
    """
    mended = mended or Mended(raw)
    head, cards = readable(mended.raw)
    if not cards:
        return
    placed = [cards.get(place, BLANK) for place in range(max(cards) + 1)]
    source = Source(msgspec.structs.replace(head, cards=placed), path, "", text)
    for place, card in cards.items():
        begin = f"cards[{place}]"
        touching = [each for each in mended.places if overlap(each, begin)]
        if any(not each.startswith(f"{begin}.") for each in touching):
            continue
        within = [each.removeprefix(f"{begin}.") for each in touching]
        lost: set[str] = set()
        if within and isinstance(raw, dict):
            any_lost = any(overlap(each, begin) for each in mended.nameless)
            lost = {EVENT, *_names_in(raw["cards"][place], stored=not any_lost)}
        for error in errors_of(Listed(f"{head.id}/{card.id}", card, 1, source), within, lost):
            yield place, error


def _names_in(written: object, *, stored: bool) -> Iterator[str]:
    """The names that steps of a card speak of, as it is written; or those alone under which they store something."""
    if isinstance(written, list):
        for each in written:
            yield from _names_in(each, stored=stored)
    elif isinstance(written, dict):
        for key, each in written.items():
            if key in STORING and isinstance(each, str):
                yield f"${each.lstrip('$')}"
            yield from _names_in(each, stored=stored)
    elif isinstance(written, str) and written.startswith("$") and not stored:
        yield written


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
