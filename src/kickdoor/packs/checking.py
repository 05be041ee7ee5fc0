"""Checking a pack: all that is wrong with it at once, each with its place, what is possible there, and what to do."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import inspect

from kickdoor.packs import limits
from kickdoor.packs.advice import field_names, in_words, language, remedy_for, types_at, words_among
from kickdoor.packs.doubts import Doubt, doubts_of, doubts_of_card
from kickdoor.packs.guests import guest
from kickdoor.packs.language import Pack
from kickdoor.packs.loader import (
    Listed,
    PackError,
    Source,
    card_at,
    cards_of,
    descend,
    ids_beyond,
    parse,
    plain,
    read_text,
    split_path,
    taken_by,
    welcome,
)
from kickdoor.packs.meant import nearest
from kickdoor.packs.mending import errors_of
from kickdoor.packs.mixing import compile_cards
from kickdoor.packs.parts import overlap, way_to
from kickdoor.packs.sound import Mended, readable, uncompiled
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
        beyond = []
    except PackError as error:
        if not isinstance(error.__cause__, limits.Excess) or not error.line:
            return [_told(error)]
        raw = plain(text, path, trusted=True)
        beyond = list(islice(limits.values_beyond(raw), MOST))
    read = _read(raw, text, path, beyond)
    faults, source = read.faults, None
    if not faults:
        try:
            source = parse(text, path) if name else guest(text, path)
            faults = list(_miscompiled(source))
        except PackError as error:
            faults = [_told(error)]
    if source is None:
        more = [_told(error) for _, error in islice(uncompiled(raw, text, path, read.mended), MOST)]
        placed = {(fault.line, fault.column) for fault in faults}
        faults += [fault for fault in more if (fault.line, fault.column) not in placed]
    if source is not None and not faults:
        doubts = doubts_of(name or welcome(source), others)
    else:
        doubts = _doubts_besides(raw, {fault.card for fault in faults})
    told = _sorted(faults)
    more = [_fault(text, path, raw, doubt.place, doubt.problem, doubt.remedy, "warning") for doubt in doubts]
    return _sorted([*told, *more[: MOST - len(told)]])


def _doubts_besides(raw: object, wrong: Collection[str]) -> Iterator[Doubt]:
    """Doubts about the cards of a pack that has errors elsewhere."""
    head, cards = readable(raw)
    for place, card in cards.items():
        if card.id not in wrong:
            yield from doubts_of_card(card, f"cards[{place}]", head.book)


def _sorted(faults: Iterable[Fault]) -> list[Fault]:
    """Faults in the order of their lines, as many as are told."""
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


class _Read(NamedTuple):
    """A pack as far as it can be read: what is wrong, and the pack with something lawful in those places."""

    faults: list[Fault]
    mended: Mended


def _read(raw: object, text: str, path: str, beyond: Sequence[limits.Excess]) -> _Read:
    """What does not fit the card language: each is mended by something that does, and the rest is read again."""
    left = copy.deepcopy(raw)
    faults = [_fault(text, path, raw, each.place, each.problem, each.remedy) for each in beyond]
    told = [each.place for each in beyond]
    mended = Mended(left, list(told))
    for place in told:
        _replace(left, place)
    for _ in range(MOST):
        found = _first_fault(left)
        if found is None:
            shape = _misshapen(msgspec.convert(left, Pack), raw, text, path)
            faults += [fault for place, fault in shape if not any(overlap(place, each) for each in told)]
            break
        message, where = found
        place = _exact(left, where, message)
        if holder := _nameless(place):
            problem, remedy = _told_nameless(holder)
            faults.append(_fault(text, path, raw, holder, problem, remedy))
            told.append(holder)
            mended.note(holder)
            if not _wrap(left, holder):
                break
            continue
        field = re.search(r"field `(.*?)`", message)
        name = field[1] if field else ""
        at = f"{place}.{name}".lstrip(".") if name else place
        value = _value_at(left, place)
        remedy = remedy_for(place, message, name, value)
        if not _is_ours(at, told) and not ("missing" in message and _is_misspelt(name, _value_at(raw, place), place)):
            faults.append(_fault(text, path, raw, at, in_words(message, value, text, at), remedy))
        told.append(at)
        guessed = "enum value" in message and "Did you mean" not in remedy
        mended.note(
            _joined(way_to(at)[:-1]) if guessed else at,
            nameless=not re.match(r"Expected `int|Invalid enum|Object contains", message)
            or way_to(at)[-1:] == ["into"],
        )
        if "unknown field" in message and (meant := _rename(value, name, place)):
            told.append(f"{place}.{meant}".lstrip("."))
            mended.note(told[-1], nameless=False)
        elif not _mend(left, at, found, unknown="unknown field" in message):
            break
    return _Read(faults, mended)


def _is_ours(place: str, told: Iterable[str]) -> bool:
    """Whether a place lies where something was mended before."""
    return any(overlap(each, place) and len(way_to(each)) <= len(way_to(place)) for each in told)


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


def _misshapen(pack: Pack, raw: object, text: str, path: str) -> Iterator[tuple[str, Fault]]:
    """What fits the language and not the limits, each with its place."""
    for excess in limits.facts_beyond(pack):
        yield excess.place, _fault(text, path, raw, excess.place, excess.problem, excess.remedy)
    for excess in ids_beyond(pack):
        yield excess.place, _fault(text, path, raw, excess.place, excess.problem, excess.remedy)


def _miscompiled(source: Source) -> Iterator[Fault]:
    """What cannot be compiled: each card by itself, then all together."""
    taken = list(taken_by(source))
    wrong = [each for each in taken if isinstance(each, PackError)]
    own = (Listed(f"{source.pack.id}/{card.id}", card, card.copies, source) for card in source.pack.cards)
    lent = (each for each in taken if isinstance(each, Listed))
    wrong += islice((error for entry in (*own, *lent) for error in errors_of(entry)), MOST)
    yield from map(_told, wrong)
    if not wrong:
        entries = [(entry, entry.copies) for entry in cards_of(source)]
        try:
            compile_cards(entries, (source.path,), resolve(source.pack.book))
        except PackError as error:
            yield _told(error)


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


def _told_nameless(place: str) -> tuple[str, str]:
    field = way_to(place)[-1]
    return f"what stands in {field} has no name", f"Write {field}: {{any_name: {{…}}}}"


def _wrap(raw: object, place: str) -> bool:
    """Give a name to what has none."""
    *way, last = way_to(place)
    held = _value_at(raw, _joined(way))
    if not isinstance(held, dict):
        return False
    held[last] = {"x": held[last]}
    return True
