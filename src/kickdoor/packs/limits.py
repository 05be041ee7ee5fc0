"""Limits for packs of anybody: how large they are, and which characters stand in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5
from typing import Any, Final

import yaml

MOST_BYTES: Final = 1_000_000
MOST_CARDS: Final = 500  #: different ones
MOST_COPIES: Final = 1000  #: of all of them together
MOST_DEPTH: Final = 60  #: lists in lists
MOST_VALUES: Final = 200_000  #: what aliases stand for included
HIGHEST: Final = 1_000_000  #: and, negative, the lowest number
LONGEST_NAME: Final = 120
LONGEST_TEXT: Final = 2000

TAG = re.compile(r"<[/!?a-zA-Z]")
REFERENCE = re.compile(r"&(#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z]\w*);")
PACK_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")
ICON = re.compile(r"[a-z0-9][a-z0-9_/-]{0,79}")

DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters by which a text says in which direction it is read."""


class Excess(ValueError):
    """Something beyond a limit: the place, such as cards[3].name, what is wrong, and what to do."""

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.place = place
        self.problem = problem
        self.remedy = remedy


def check_text(text: str, loader: type) -> None:
    """A file must be small enough to be read at all; raises Excess."""
    if len(text.encode()) > MOST_BYTES:
        raise Excess("", f"is larger than {MOST_BYTES:,} bytes", "Make two packs of it")
    meant: dict[str, tuple[int, int]] = {}  # of each anchor: how many values it stands for, and how deep they go
    unended: list[_Unended] = []
    count = 0
    for event in yaml.parse(text, Loader=loader):
        depth = 0
        if isinstance(event, yaml.AliasEvent):
            if any(each.anchor == event.anchor for each in unended):
                raise Excess("", f"has a list that holds itself (*{event.anchor})", "Write out what is meant")
            more, depth = meant.get(event.anchor or "", (1, 0))
            count += more
        elif isinstance(event, yaml.CollectionEndEvent):
            ended = unended.pop()
            depth = ended.depth + 1
            if ended.anchor:
                meant[ended.anchor] = count - ended.before, depth
        elif isinstance(event, yaml.NodeEvent):
            if isinstance(event, yaml.CollectionStartEvent):
                unended.append(_Unended(event.anchor, count))
            count += 1
        if unended:
            unended[-1].depth = max(unended[-1].depth, depth)
        if count > MOST_VALUES:
            raise Excess("", f"holds more than {MOST_VALUES:,} values", "Make two packs of it")
        if len(unended) + depth > MOST_DEPTH:
            raise Excess("", f"has lists in lists, {MOST_DEPTH} deep", "Write it plainer")


@dataclass
class _Unended:
    """A list that is being read: its anchor, how many values came before it, how deep its own lists go."""

    anchor: str | None
    before: int
    depth: int = 0


def check_values(raw: object) -> None:
    """Every text and number must be one that can be shown and reckoned with; raises Excess."""
    for excess in values_beyond(raw):
        raise excess


def values_beyond(raw: object) -> Iterator[Excess]:
    """All texts and numbers that cannot be shown or reckoned with."""
    for place, value in _values(raw):
        if isinstance(value, str):
            yield from _words_beyond(place, value)
        elif isinstance(value, int | float) and not -HIGHEST <= value <= HIGHEST:
            yield Excess(place, f"the number is beyond {HIGHEST:,}", "Give a smaller one")


def check_pack(pack: Any) -> None:
    """The facts of a pack must be within the limits; raises Excess."""
    for excess in facts_beyond(pack):
        raise excess


def facts_beyond(pack: Any) -> Iterator[Excess]:
    """What is beyond the limits of a pack: its id, its version, its names, its size."""
    if not PACK_ID.fullmatch(pack.id):
        yield Excess("id", "the id of a pack has 1 to 40 of a-z, 0-9, _ and -", f"Write id: {_pack_id(pack.id)}")
    if pack.version and not VERSION.fullmatch(pack.version):
        yield Excess("version", f"{pack.version!r} is no version", "Write numbers with dots, such as 1.2")
    for id, version in pack.needs.items():
        if version and not VERSION.fullmatch(version):
            yield Excess(f"needs.{id}", f"{version!r} is no version", 'Write numbers with dots, such as 1.2, or ""')
    if len(pack.name) > LONGEST_NAME or not pack.name.strip():
        yield Excess("name", f"a name has 1 to {LONGEST_NAME} characters", "Give it such a name")
    if len(pack.cards) > MOST_CARDS:
        yield Excess("cards", f"there are more than {MOST_CARDS} cards", "Make two packs of it")
    if sum(card.copies for card in pack.cards) > MOST_COPIES:
        yield Excess("cards", f"there are more than {MOST_COPIES} copies of all cards", "Let there be fewer")
    for i, card in enumerate(pack.cards):
        names = {"name": card.name, **{f"names.{language}": name for language, name in card.names.items()}}
        for place, name in names.items():
            if len(name) > LONGEST_NAME or not name.strip():
                yield Excess(f"cards[{i}].{place}", f"a name has 1 to {LONGEST_NAME} characters", "Give it such a name")
        if card.icon and not ICON.fullmatch(card.icon):
            yield Excess(f"cards[{i}].icon", f"{card.icon!r} names no picture", "Write the name of one, such as barrel")


def _pack_id(given: str) -> str:
    """An id that a pack may have, made of one that it may not."""
    return "-".join(re.findall(r"[a-z0-9]+", given.casefold()))[:40].strip("-") or "my-pack"


def _words_beyond(place: str, text: str) -> Iterator[Excess]:
    if len(text) > LONGEST_TEXT:
        yield Excess(place, f"the text has more than {LONGEST_TEXT} characters", "Shorten it")
        return
    if TAG.search(text):
        remedy = "Write plain words, and a blank after a < that means less"
        yield Excess(place, "there is markup in the text", remedy)
    elif any(found[1][0] == "#" or f"{found[1]};" in html5 for found in REFERENCE.finditer(text)):
        yield Excess(place, "there is markup in the text", "Write the character itself")
    for character in text:
        if character in DIRECTIONS or (unicodedata.category(character) in BAD and character != "\n"):
            yield Excess(place, f"there is a character that cannot be shown (U+{ord(character):04X})", "Take it out")
            return


BAD: Final = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Sorts of characters that no text of a card has: controls, halves of others, private ones, separators of lines."""


def _values(raw: object) -> Iterator[tuple[str, object]]:
    """All texts and numbers, those that name fields too, with their places."""
    left = [("", raw)]
    while left:
        place, value = left.pop()
        if isinstance(value, dict):
            for key, inner in value.items():
                yield place, key
                left.append((f"{place}.{key}" if place else str(key), inner))
        elif isinstance(value, list):
            left.extend((f"{place}[{i}]", inner) for i, inner in enumerate(value))
        else:
            yield place, value
