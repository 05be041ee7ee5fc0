"""Checking a pack: all that is wrong with it at once, each with its place, what is possible there, and what to do."""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import inspect

from kickdoor.packs import limits
from kickdoor.packs.doubts import doubts_of
from kickdoor.packs.guests import guest
from kickdoor.packs.language import Pack
from kickdoor.packs.loader import (
    PackError,
    Source,
    card_at,
    cards_of,
    check_ids,
    descend,
    parse,
    plain,
    read_text,
    split_path,
    welcome,
)
from kickdoor.packs.mixing import compile_cards
from kickdoor.rules.books import resolve

MOST = 50
"""How many faults are told at most: what comes after is mostly a consequence."""

MOST_WORDS = 12
"""How many possible words are named."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong in a pack, or surely not meant."""

    file: str
    line: int
    column: int
    card: str
    problem: str
    remedy: str
    weight: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        lead = "warning: " if self.weight == "warning" else ""
        return f"{place}: {lead}{f'card {self.card}: ' if self.card else ''}{self.problem}. {self.remedy}"


def check_pack(name: str, others: Sequence[str] = ()) -> list[Fault]:
    """All that is wrong with a pack file, in the order of its lines; with other packs, in a mix with them."""
    return check_text(*read_text(name), others, name)


def check_text(text: str, path: str, others: Sequence[str] = (), name: str = "") -> list[Fault]:
    """All that is wrong with the text of a pack; one that has no name by which it is loaded is a guest."""
    try:
        raw = plain(text, path)
    except PackError as error:
        return [_told(error)]
    faults = list(_misread(raw, text, path))
    if not faults:
        try:
            source = parse(text, path) if name else guest(text, path)
        except PackError as error:
            return [_told(error)]
        faults = list(_miscompiled(source))
    if not faults:
        faults = [
            _fault(text, path, raw, doubt.place, doubt.problem, doubt.remedy, "warning")
            for doubt in doubts_of(name or welcome(source), others)
        ]
    return sorted(faults, key=lambda fault: (fault.line, fault.column))[:MOST]


def _told(error: PackError) -> Fault:
    return Fault(
        file=error.file,
        line=error.line,
        column=error.column or 1,
        card=error.card,
        problem=error.problem,
        remedy=error.remedy,
    )


def _fault(
    text: str,
    path: str,
    raw: object,
    place: str,
    problem: str,
    remedy: str,
    weight: Literal["error", "warning"] = "error",
) -> Fault:
    line, column, _ = descend(text, place)
    card = card_at(raw, place)
    return Fault(file=path, line=line, column=column, card=card, problem=problem, remedy=remedy, weight=weight)


def _misread(raw: object, text: str, path: str) -> Iterator[Fault]:
    """What does not fit the card language: each is mended by something that does, and the rest is read again."""
    left = copy.deepcopy(raw)
    mended = False
    for _ in range(MOST):
        found = _first_fault(left)
        if found is None:
            yield from _misshapen(msgspec.convert(left, Pack), raw, text, path, whole=not mended)
            return
        message, where = found
        place = _exact(left, where, message)
        field = re.search(r"field `(.*?)`", message)
        at = f"{place}.{field[1]}".lstrip(".") if field else place
        yield _fault(text, path, raw, at, _in_words(message), _remedy(place, message, field[1] if field else ""))
        mended = True
        if not _mend(left, at, found, unknown="unknown field" in message):
            return


def _misshapen(pack: Pack, raw: object, text: str, path: str, whole: bool) -> Iterator[Fault]:
    """What fits the language and not the limits."""
    try:
        limits.check_pack(pack)
        if whole:
            check_ids(Source(pack, path, "", text))
    except limits.Excess as excess:
        yield _fault(text, path, raw, excess.place, excess.problem, excess.remedy)
    except PackError as error:
        yield _told(error)


def _miscompiled(source: Source) -> Iterator[Fault]:
    """What cannot be compiled: each card by itself, then all together."""
    numbers = resolve(source.pack.book)
    sound = True
    entries = cards_of(source)
    for entry in entries:
        try:
            compile_cards([(entry, entry.copies)], (source.path,), numbers)
        except PackError as error:
            sound = False
            yield _told(error)
    if sound:
        try:
            compile_cards([(entry, entry.copies) for entry in entries], (source.path,), numbers)
        except PackError as error:
            yield _told(error)


# Places


def _parts(place: str) -> list[str]:
    return re.findall(r"[^.\[\]]+|\[\.\.\.\]", place)


def _joined(parts: Sequence[str]) -> str:
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in parts).lstrip(".")


def _inner(value: Any, part: str) -> Any:
    if isinstance(value, list) and part.isdigit() and int(part) < len(value):
        return value[int(part)]
    return value.get(part) if isinstance(value, dict) else None


def _exact(raw: object, where: str, message: str) -> str:
    """A place in which every key is named: of those that could be meant, the one without which the fault is gone."""
    parts = _parts(where)
    while "[...]" in parts:
        at = parts.index("[...]")
        held: Any = raw
        for part in parts[:at]:
            held = _inner(held, part)
        for key in list(held) if isinstance(held, dict) else []:
            kept = held.pop(key)
            gone = _first_fault(raw) != (message, where)
            held[key] = kept
            if gone:
                parts[at] = str(key)
                break
        else:
            return _joined(parts[:at])
    return _joined(parts)


def _first_fault(raw: object) -> tuple[str, str] | None:
    try:
        msgspec.convert(raw, Pack)
    except msgspec.ValidationError as error:
        return split_path(str(error))
    return None


def _mend(raw: object, place: str, fault: tuple[str, str], *, unknown: bool) -> bool:
    """Put something lawful at a place, or nothing where nothing belongs; False where the fault stays."""
    parts = _parts(place)
    if not parts:
        return False
    held: Any = raw
    for part in parts[:-1]:
        held = _inner(held, part)
    key: Any = int(parts[-1]) if isinstance(held, list) else parts[-1]
    if unknown and isinstance(held, dict):
        held.pop(key, None)
        return _first_fault(raw) != fault
    types = _types_at(parts, _language())
    words = [type.values[0] for type in types if isinstance(type, inspect.LiteralType)]
    lawful: list[Any] = [*words, 1, "x", {}, [], True]
    for value in lawful:
        if not isinstance(held, list | dict):
            return False
        held[key] = value
        found = _first_fault(raw)
        if found is None or (found != fault and not found[1].startswith(fault[1] or place)):
            return True
    return _first_fault(raw) != fault


# In words

SORTS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "object": "fields with values",
    "array": "a list",
    "null": "nothing",
}

SAYINGS = (
    (re.compile(r"Object contains unknown field `(.*)`"), r"there is no field `\1` here"),
    (re.compile(r"Object missing required field `(.*)`"), r"the field `\1` is missing"),
    (re.compile(r"Invalid enum value (.*)"), r"\1 is no word that may stand here"),
)


def _in_words(message: str) -> str:
    """What the reader of files says, for people who do not program."""
    expected = re.fullmatch(r"Expected `(.*)`, got `(.*)`", message)
    if expected:
        wanted = " or ".join(SORTS.get(sort, sort) for sort in expected[1].split(" | "))
        return f"there should be {wanted} here, not {SORTS.get(expected[2], expected[2])}"
    for pattern, words in SAYINGS:
        if pattern.fullmatch(message):
            return pattern.sub(words, message)
    return message


# What is possible


def _remedy(place: str, message: str, field: str) -> str:
    """What to do: the word that was meant, or those that are possible there."""
    types = _types_at(_parts(place), _language())
    if "unknown field" in message:
        names = sorted(
            {each.encode_name for type in types if isinstance(type, inspect.StructType) for each in type.fields}
        )
        return _choice(field, names)
    if "enum value" in message:
        found = re.search(r"'(.*)'", message)
        words = sorted({str(value) for type in types if isinstance(type, inspect.LiteralType) for value in type.values})
        return _choice(found[1] if found else "", words)
    if "missing required" in message:
        return f"Give it {field}; see docs/cards.md or `kickdoor pack schema`"
    return "See docs/cards.md for what may stand there, or run `kickdoor pack schema`"


def _choice(given: str, words: Sequence[str]) -> str:
    if not words:
        return "See docs/cards.md for what may stand there, or run `kickdoor pack schema`"
    close = difflib.get_close_matches(given, words, 1, 0.6)
    meant = f"Did you mean {close[0]}? " if close else ""
    if len(words) > MOST_WORDS:
        words = [*(difflib.get_close_matches(given, words, MOST_WORDS, 0.4) or words[:MOST_WORDS]), "…"]
    return f"{meant}Possible: {', '.join(words)}; see `kickdoor pack schema`"


@cache
def _language() -> inspect.Type:
    """What may stand where in a pack."""
    return inspect.type_info(Pack)


def _types_at(parts: Sequence[str], type: inspect.Type) -> list[inspect.Type]:
    """What the language has at a place: one type, or several."""
    if isinstance(type, inspect.UnionType):
        return [found for each in type.types for found in _types_at(parts, each)]
    if not parts:
        return [type]
    if isinstance(type, inspect.StructType):
        fields = [each for each in type.fields if each.encode_name == parts[0]]
        return [found for each in fields for found in _types_at(parts[1:], each.type)]
    if isinstance(type, inspect.ListType):
        return _types_at(parts[1:], type.item_type)
    if isinstance(type, inspect.DictType):
        return _types_at(parts[1:], type.value_type)
    return []
