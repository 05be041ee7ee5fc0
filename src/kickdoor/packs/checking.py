"""Checking a pack: all that is wrong with it at once, each with its place, what is possible there, and what to do."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, Literal

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
from kickdoor.packs.meant import choice, number_in
from kickdoor.packs.mixing import compile_cards
from kickdoor.packs.sound import uncompiled
from kickdoor.rules.books import resolve

MOST = 50
"""How many faults are told at most: what comes after is mostly a consequence."""


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
    source = None
    if not faults:
        try:
            source = parse(text, path) if name else guest(text, path)
        except PackError as error:
            faults = [_told(error)]
    if source is None:
        placed = {(fault.line, fault.column) for fault in faults}
        more = [_told(error) for _, error in uncompiled(raw, text, path)]
        faults += [fault for fault in more if (fault.line, fault.column) not in placed]
    else:
        faults = list(_miscompiled(source))
    if source is not None and not faults:
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
        mended = True
        if holder := _nameless(place):
            problem, remedy = _told_nameless(holder)
            yield _fault(text, path, raw, holder, problem, remedy)
            if not _wrap(left, holder):
                return
            continue
        field = re.search(r"field `(.*?)`", message)
        at = f"{place}.{field[1]}".lstrip(".") if field else place
        value = _value_at(left, place)
        problem = _in_words(message, value, text, at)
        yield _fault(text, path, raw, at, problem, _remedy(place, message, field[1] if field else "", value))
        if not _mend(left, at, found, unknown="unknown field" in message):
            return


def _misshapen(pack: Pack, raw: object, text: str, path: str, whole: bool) -> Iterator[Fault]:
    """What fits the language and not the limits; only of a pack in which nothing had to be mended."""
    if not whole:
        return
    try:
        limits.check_pack(pack)
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


def _value_at(raw: object, place: str) -> Any:
    value: Any = raw
    for part in _parts(place):
        value = _inner(value, part)
    return value


# Things without a name


def _nameless(place: str) -> str:
    """Where things are listed by their names: that place, where a field of such a thing stands in place of a name."""
    parts = _parts(place)
    for at in range(len(parts), 0, -1):
        for type in _types_at(parts[: at - 1], _language()):
            inner = type.value_type if isinstance(type, inspect.DictType) else None
            fields = inner.fields if isinstance(inner, inspect.StructType) else ()
            if parts[at - 1] in {field.encode_name for field in fields}:
                return _joined(parts[: at - 1])
    return ""


def _told_nameless(place: str) -> tuple[str, str]:
    field = _parts(place)[-1]
    return f"what stands in {field} has no name", f"Write {field}: {{any_name: {{…}}}}"


def _wrap(raw: object, place: str) -> bool:
    """Give a name to what has none."""
    *way, last = _parts(place)
    held = _value_at(raw, _joined(way))
    if not isinstance(held, dict):
        return False
    held[last] = {"x": held[last]}
    return True


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


def _in_words(message: str, value: object, text: str, place: str) -> str:
    """What the reader of files says, for people who do not program."""
    expected = re.fullmatch(r"Expected `(.*)`, got `(.*)`", message)
    if expected:
        wanted = " or ".join(SORTS.get(sort, sort) for sort in expected[1].split(" | "))
        if expected[2] == "null":
            (line,) = text.split("\n")[descend(text, place)[0] - 1 :][:1] or [""]
            unread = re.search(r":\s+([#&])", line)
            return f"there should be {wanted} here, and {f'{unread[1]} hides it' if unread else 'there is nothing'}"
        if isinstance(value, str) and len(value) <= 40:
            return f"there should be {wanted} here, not the text {value!r}"
        if isinstance(value, int | float) and not isinstance(value, bool):
            return f"there should be {wanted} here, not the number {value}"
        return f"there should be {wanted} here, not {SORTS.get(expected[2], expected[2])}"
    for pattern, words in SAYINGS:
        if pattern.fullmatch(message):
            return pattern.sub(words, message)
    return message


# What is possible


def _remedy(place: str, message: str, field: str, value: object) -> str:
    """What to do: the word that was meant, or those that are possible there."""
    types = _types_at(_parts(place), _language())
    fields = [type.fields for type in types if isinstance(type, inspect.StructType)]
    names = sorted({each.encode_name for of_type in fields for each in of_type})
    if "unknown field" in message:
        return choice(field, names)
    if "enum value" in message:
        found = re.search(r"'(.*)'", message)
        return choice(found[1] if found else "", _words(types))
    if "missing required" in message:
        words = _words(_types_at([*_parts(place), field], _language()))
        return f"Write {field}: and its value" + (f". Possible: {', '.join(words)}" if words else "")
    wanted = re.match(r"Expected `(.*?)`", message)
    sorts = set(wanted[1].split(" | ")) if wanted else set()
    return _other_sort(sorts, value, types, names) or "See docs/cards.md for what may stand there"


def _words(types: Sequence[inspect.Type]) -> list[str]:
    """The words that may stand in a place."""
    return sorted({str(word) for type in types if isinstance(type, inspect.LiteralType) for word in type.values})


EXAMPLES: Final = {
    "Step": "{lose_levels: 1}",
    "If": "{trait: elf}",
    "Line": "{add: 3}",
    "Modifier": "{value: run, add: 1}",
    "Cards": "{from: items}",
    "CardIs": "{slot: headgear}",
    "Pack": "id: cellar",
    "Ability": "{when: any_time, do: [{gain_levels: 1}]}",
    "Card": "{id: rat, name: Rat, deck: door, kind: monster}",
    "Reaction": "{to: fight_won, do: [{gain_levels: 1}]}",
    "Choose": "{players: others, into: $other}",
    "Draw": "{deck: treasure}",
    "Forbidding": "{what: help}",
}
"""What stands in a place of a sort, by the name of the sort."""


def _other_sort(sorts: set[str], value: object, types: Sequence[inspect.Type], names: Sequence[str]) -> str:
    """What to write where a value of another sort stands."""
    example = _example(types)
    if "int" in sorts and (number := number_in(value)) is not None:
        return f"Write {number}"
    if "int" in sorts and not isinstance(value, dict | list):
        return "Write digits, such as 3"
    if "bool" in sorts:
        return "Write true, or leave it out"
    if "str" in sorts and isinstance(value, int | float) and not isinstance(value, bool):
        return f'Put it in quotes: "{value}"'
    if "who" in names and "str" in sorts:
        return "Write whom it concerns, such as you"
    if "str" in sorts and value is None:
        return 'Write a text, in quotes if it begins with a sign, such as "#1"'
    if "array" in sorts:
        return f"Begin each entry with a dash, or put all of it in [ ], such as [{example}]"
    if "object" in sorts and isinstance(value, list):
        return f"Leave the dash or [ ] out, and write names with values, such as {example}"
    if "object" in sorts:
        return f"Write it such as {example}. {choice(value if isinstance(value, str) else '', names)}"
    return ""


def _example(types: Sequence[inspect.Type]) -> str:
    """What might stand in a place, or in the list there."""
    for type in types:
        if isinstance(type, inspect.ListType):
            return _example([type.item_type])
        if isinstance(type, inspect.UnionType):
            return _example(type.types)
        if isinstance(type, inspect.DictType):
            return f"{{any_name: {_example([type.value_type])}}}"
        if isinstance(type, inspect.StructType):
            return EXAMPLES.get(type.cls.__name__, "{name: value}")
    return "value"


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
