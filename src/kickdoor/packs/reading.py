"""Reading a pack that may have errors: what does not fit the language is told, mended, and the rest is read again."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from kickdoor.packs import limits
from kickdoor.packs.advice import field_names, in_words, language, remedy_for, types_at, words_among
from kickdoor.packs.language import Pack
from kickdoor.packs.loader import ids_beyond, split_path
from kickdoor.packs.meant import nearest
from kickdoor.packs.parts import overlap, way_to
from kickdoor.packs.sound import Mended


class Wrong(NamedTuple):
    """What is wrong at a place, such as cards[3].level, and what to do."""

    place: str
    problem: str
    remedy: str


class Reading:
    """A pack as far as it can be read: what is wrong, and the pack with something lawful in those places."""

    def __init__(self, raw: object, text: str, beyond: Sequence[limits.Excess]) -> None:
        self.wrong = [Wrong(each.place, each.problem, each.remedy) for each in beyond]
        self.mended = Mended(copy.deepcopy(raw), [each.place for each in beyond])
        self._raw = raw
        self._text = text
        self._told = list(self.mended.places)
        for place in self._told:
            _replace(self.mended.raw, place)

    def read(self, most: int) -> None:
        """Go through the pack until nothing is wrong, or so much that the rest would be a consequence."""
        for _ in range(most):
            fault = _first_fault(self.mended.raw)
            if fault is None:
                self._tell_beyond(msgspec.convert(self.mended.raw, Pack))
                return
            if not self._get_past(*fault):
                return

    def _get_past(self, message: str, where: str) -> bool:
        """Tell what is wrong and mend it; False where it cannot be mended."""
        place = _exact(self.mended.raw, where, message)
        if holder := _nameless(place):
            return self._give_name(holder)
        field = re.search(r"field `(.*?)`", message)
        name = field[1] if field else ""
        at = f"{place}.{name}".lstrip(".") if name else place
        value = _value_at(self.mended.raw, place)
        remedy = remedy_for(place, message, name, value)
        if not self._is_ours(at) and not (
            "missing" in message and _is_misspelt(name, _value_at(self._raw, place), place)
        ):
            self.wrong.append(Wrong(at, in_words(message, value, self._text, at), remedy))
        self._told.append(at)
        self._note(at, message, remedy)
        unknown = "unknown field" in message
        if unknown and (meant := _rename(value, name, place)):
            self._told.append(f"{place}.{meant}".lstrip("."))
            self.mended.note(self._told[-1], nameless=False)
            return True
        return _mend(self.mended.raw, at, (message, where), unknown=unknown)

    def _note(self, at: str, message: str, remedy: str) -> None:
        """Something else will stand at a place; where a word is only guessed, all around it is in doubt."""
        guessed = "enum value" in message and "Did you mean" not in remedy
        stores = way_to(at)[-1:] == ["into"]
        nameless = stores or not re.match(r"Expected `int|Invalid enum|Object contains", message)
        self.mended.note(_joined(way_to(at)[:-1]) if guessed else at, nameless=nameless)

    def _give_name(self, holder: str) -> bool:
        """Tell that something has no name, and give it one."""
        field = way_to(holder)[-1]
        remedy = f"Write {field}: {{any_name: {{…}}}}"
        self.wrong.append(Wrong(holder, f"what stands in {field} has no name", remedy))
        self._told.append(holder)
        self.mended.note(holder)
        return _wrap(self.mended.raw, holder)

    def _tell_beyond(self, pack: Pack) -> None:
        """Tell what fits the language and not the limits."""
        for excess in (*limits.facts_beyond(pack), *ids_beyond(pack)):
            if not any(overlap(excess.place, each) for each in self._told):
                self.wrong.append(Wrong(excess.place, excess.problem, excess.remedy))

    def _is_ours(self, place: str) -> bool:
        """Whether a place lies where something was mended before."""
        return any(overlap(each, place) and len(way_to(each)) <= len(way_to(place)) for each in self._told)


def _is_misspelt(field: str, held: object, place: str) -> bool:
    """Whether a field that is missing stands there under a name that is almost its own."""
    names = field_names(types_at(way_to(place), language()))
    given = [key for key in held if isinstance(key, str) and key not in names] if isinstance(held, dict) else []
    return any(nearest(key, names) == field for key in given)


def _rename(held: object, field: str, place: str) -> str:
    """Give a field the name that was surely meant; the name, or nothing where none is near."""
    meant = nearest(field, field_names(types_at(way_to(place), language())))
    if not meant or not isinstance(held, dict) or meant in held or field not in held:
        return ""
    held[meant] = held.pop(field)
    return meant


def _replace(raw: object, place: str) -> None:
    """Put a plain value in place of one that is beyond the limits."""
    *way, last = way_to(place)
    held = _value_at(raw, _joined(way))
    value = _inner(held, last)
    if isinstance(value, str | int | float):
        held[int(last) if isinstance(held, list) else last] = "x" if isinstance(value, str) else 1


# Places


def _joined(parts: Sequence[str]) -> str:
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in parts).lstrip(".")


def _inner(value: Any, part: str) -> Any:
    if isinstance(value, list) and part.isdigit() and int(part) < len(value):
        return value[int(part)]
    return value.get(part) if isinstance(value, dict) else None


def _exact(raw: object, where: str, message: str) -> str:
    """A place in which every key is named: of those that could be meant, the one without which the fault is gone."""
    parts = way_to(where)
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
    parts = way_to(place)
    if not parts:
        return False
    held: Any = raw
    for part in parts[:-1]:
        held = _inner(held, part)
    key: Any = int(parts[-1]) if isinstance(held, list) else parts[-1]
    if unknown and isinstance(held, dict):
        held.pop(key, None)
        return _first_fault(raw) != fault
    types = types_at(parts, language())
    words = [type.values[0] for type in types if isinstance(type, inspect.LiteralType)]
    given = _inner(held, parts[-1])
    meant = nearest(given, words_among(types)) if isinstance(given, str) else ""
    lawful: list[Any] = [*([meant] if meant else []), *words, 1, "x", {}, [], True]
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
    for part in way_to(place):
        value = _inner(value, part)
    return value


# Things without a name


def _nameless(place: str) -> str:
    """Where things are listed by their names: that place, where a field of such a thing stands in place of a name."""
    parts = way_to(place)
    for at in range(len(parts), 0, -1):
        for type in types_at(parts[: at - 1], language()):
            inner = type.value_type if isinstance(type, inspect.DictType) else None
            fields = inner.fields if isinstance(inner, inspect.StructType) else ()
            if parts[at - 1] in {field.encode_name for field in fields}:
                return _joined(parts[: at - 1])
    return ""


def _wrap(raw: object, place: str) -> bool:
    """Give a name to what has none."""
    *way, last = way_to(place)
    held = _value_at(raw, _joined(way))
    if not isinstance(held, dict):
        return False
    held[last] = {"x": held[last]}
    return True
