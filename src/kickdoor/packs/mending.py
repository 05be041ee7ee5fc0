"""All errors of one card: each is put out of the way, and the rest is compiled again."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from kickdoor.packs.expressions import CompileError
from kickdoor.packs.language import Card, If, Step
from kickdoor.packs.loader import Listed, PackError, descend
from kickdoor.packs.mixing import compile_cards, place_in, where_of
from kickdoor.packs.parts import overlap, parts_of, way_to
from kickdoor.rules.books import resolve

MOST: Final = 20
"""So many errors of a card are told; what comes after is mostly a consequence."""

STORING: Final = ("into", "others", "as_")
"""Fields of steps that store something under a name."""

WITHIN: Final = frozenset({"do", "then", "else", "together"})
"""Fields of steps in which other steps stand."""

NEEDED: Final = ("id", "name", "deck", "kind")

Part = tuple[str, int | str | None]
"""A field of a card, and the entry of it that is meant, if it has several."""


def errors_of(entry: Listed, mended: Sequence[str] = (), unread: Collection[str] = ()) -> Iterator[PackError]:
    """What cannot be compiled of a card, each with its place; the card stays as it is.

    Where something lawful stands for what could not be read, at the places mended, nothing is told; nor that nothing
    was stored under names that are unread.
    """
    card = copy.deepcopy(entry.card)
    numbers = resolve(entry.source.pack.book)
    trial = msgspec.structs.replace(entry, card=card, source=msgspec.structs.replace(entry.source, text=""))
    lost = set(unread)
    places = _Places()
    for _ in range(MOST):
        error = _first_error(trial, numbers)
        if error is None:
            return
        if error.step is not None:
            place = places.within(place_in(card, error.step))
            if _unstored(error) not in lost and not any(_comes_of(each, place) for each in mended):
                yield _told(entry, error, place)
            lost |= _stored_by(error.step)
            _empty(error.step)
            continue
        part = _culprit(trial, numbers, error)
        place = places.of(part) or error.where
        if _unstored(error) not in lost and not any(overlap(each, place) for each in mended):
            yield _told(entry, error, place)
        if not part[0]:
            return
        places.note(part)
        _take_out(card, part)


def _comes_of(mended: str, place: str) -> bool:
    """Whether what is wrong with a step may come of what was mended; not where that lies in a step within it."""
    return overlap(mended, place) and not WITHIN & set(way_to(mended)[len(way_to(place)) :])


def _first_error(entry: Listed, numbers: dict[str, int]) -> CompileError | None:
    try:
        compile_cards([(entry, 1)], (entry.source.path,), numbers)
    except PackError as error:
        if not isinstance(error.__cause__, CompileError):
            raise
        return error.__cause__
    return None


def _told(entry: Listed, error: CompileError, place: str) -> PackError:
    line, column, _ = descend(entry.source.text, where_of(entry, place))
    return PackError(entry.source.path, line, entry.card.id, str(error), error.remedy, column)


def _unstored(error: CompileError) -> str:
    """The name of which an error says that nothing was stored so, or nothing that fits."""
    found = re.search(r"\$\w+", str(error))
    return found[0] if found else ""


def _stored_by(step: Step) -> set[str]:
    """The names that a step would have stored: that they are missing is no error of its own."""
    parts = [part for _, part in parts_of(step) if isinstance(part, msgspec.Struct)]
    names = [getattr(part, field, UNSET) for part in parts for field in STORING]
    return {f"${name.lstrip('$')}" for name in names if isinstance(name, str)}


def _empty(step: Step) -> None:
    """Let a step say nothing, in its place; the steps within it stay where they are."""
    kept: dict[str, Any] = {}
    if step.for_each is not UNSET:
        kept["for_each"] = msgspec.structs.replace(step.for_each, players="all", cards=UNSET, at_once=False)
        kept["for_each"].as_ = f"${step.for_each.as_.lstrip('$')}"
    elif step.repeat is not UNSET:
        kept["repeat"] = msgspec.structs.replace(step.repeat, times=1)
    elif step.if_ is not UNSET:
        kept = {"if_": If(exists="$it"), "then": step.then, "else_": step.else_}
    else:
        kept["together"] = []
    for field in step.__struct_fields__:
        setattr(step, field, kept.get(field, UNSET))


def _culprit(entry: Listed, numbers: dict[str, int], error: CompileError) -> Part:
    """The part of a card, no step, that an error is about: one that is wrong by itself, or without which it is gone."""
    card = entry.card
    fields = [name for name in card.__struct_fields__ if name not in NEEDED and getattr(card, name) is not UNSET]

    def is_left(**changed: object) -> bool:
        trial = msgspec.structs.replace(card, **changed)
        found = _first_error(msgspec.structs.replace(entry, card=copy.deepcopy(trial)), numbers)
        return found is not None and str(found) == str(error)

    bare = {name: getattr(_blank(card), name) for name in fields}
    alone = (name for name in fields if is_left(**{**bare, name: getattr(card, name)}))
    gone = (name for name in fields if not is_left(**{name: bare[name]}))
    name = next(alone, next(gone, ""))
    held = getattr(card, name) if name else None
    if isinstance(held, dict):
        return name, next((key for key, each in held.items() if is_left(**{name: {key: each}})), None)
    if isinstance(held, list):
        return name, next((at for at, each in enumerate(held) if is_left(**{name: [each]})), None)
    return name, None


def _take_out(card: Card, part: Part) -> None:
    name, key = part
    if key is None:
        setattr(card, name, getattr(_blank(card), name))
    else:
        del getattr(card, name)[key]


def _blank(card: Card) -> Card:
    return Card(id=card.id, name=card.name, deck=card.deck, kind=card.kind)


class _Places:
    """Where parts of a card stood before entries of its lists were taken out."""

    def __init__(self) -> None:
        self._gone: dict[str, list[int]] = {}

    def note(self, part: Part) -> None:
        """An entry of a list has been taken out."""
        name, key = part
        if isinstance(key, int):
            self._gone.setdefault(name, []).append(self._before(name, key))

    def of(self, part: Part) -> str:
        """Where a part stands in the file."""
        name, key = part
        written = dict(zip(Card.__struct_fields__, Card.__struct_encode_fields__, strict=True)).get(name, "")
        if key is None:
            return written
        return f"{written}[{self._before(name, key)}]" if isinstance(key, int) else f"{written}.{key}"

    def within(self, place: str) -> str:
        """Where something stands in the file that stands here now."""
        found = re.match(r"(\w+)\[(\d+)\]", place)
        return f"{found[1]}[{self._before(found[1], int(found[2]))}]{place[found.end() :]}" if found else place

    def _before(self, name: str, at: int) -> int:
        for gone in sorted(self._gone.get(name, [])):
            at += gone <= at
        return at
