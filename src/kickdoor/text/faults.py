"""What the check of a pack says, in other languages: by a table of its English sentences."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

PART = re.compile(r"%(\d)")
OR = " or "

Table = list[tuple[re.Pattern[str], str]]
"""Patterns of English sentences with what stands for them, those first that say the most."""


@cache
def _table(language: str) -> Table:
    source = files("kickdoor.text").joinpath("messages", "faults", f"{language}.yaml")
    if not source.is_file():
        return []
    said = msgspec.yaml.decode(source.read_bytes(), type=dict[str, str])
    ordered = sorted(said, key=lambda english: len(PART.sub("", english)), reverse=True)
    return [(_pattern(english), said[english]) for english in ordered]


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("".join("(.+?)" if i % 2 else re.escape(part) for i, part in enumerate(PART.split(english))))


def in_language(english: str, language: str) -> str:
    """A sentence of the check, or several, in a language; in English where that has no words for it."""
    table = _table(language)
    return english if not table else _said(english, table) or english


def _said(english: str, table: Table) -> str | None:
    """Sentence by sentence; None where the first is unknown."""
    for end in re.finditer(r"[.?] ", english):
        stop = end[0][0]
        first = _sentence(english[: end.start()] + stop.replace(".", ""), table)
        if first is not None:
            rest = english[end.end() :]
            return f"{first}{stop.replace('?', '')} {_said(rest, table) or rest}"
    return _sentence(english, table)


def _sentence(english: str, table: Table) -> str | None:
    for pattern, other in table:
        found = pattern.fullmatch(english)
        if found is not None:
            for number, part in enumerate(found.groups(), start=1):
                other = other.replace(f"%{number}", _part(part, table))
            return other
    return None


def _part(english: str, table: Table) -> str:
    """What is named within a sentence: a name as it is, a sort of value or a reason in words."""
    if " " not in english:
        return english
    whole = _sentence(english, table)
    sorts = [_sentence(sort, table) for sort in english.split(OR)]
    return whole or (" oder ".join(sort for sort in sorts if sort) if all(sorts) else english)
