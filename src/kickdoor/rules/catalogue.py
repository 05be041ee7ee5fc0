"""The catalogue: every rule of the five rulebooks under its id."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

_BOOK_OF_LETTER = {"D": "deluxe", "L": "lite", "B": "bites", "S": "star", "K": "babies"}

BOOKS = tuple(_BOOK_OF_LETTER.values())
"""The names of the five rulebooks."""


class Rule(msgspec.Struct, frozen=True):
    """One checkable statement of the rulebooks, in our own words."""

    id: str
    area: str
    books: tuple[str, ...]
    text: str


class _Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as catalog.yaml writes it."""

    books: Literal["all"] | list[Literal["D", "L", "B", "S", "K"]]
    rule: str
    instead: str = ""
    """The rule of the other books that its own have this one for."""


@cache
def _areas() -> dict[str, dict[str, _Statement]]:
    """The catalogue as it is written."""
    source = files("kickdoor.rules").joinpath("catalog.yaml").read_bytes()
    return msgspec.yaml.decode(source, type=dict[str, dict[str, _Statement]])


@cache
def catalogue() -> dict[str, Rule]:
    """Give all rules by id, in the order of the catalogue."""
    rules: dict[str, Rule] = {}
    for area, statements in _areas().items():
        for rule_id, statement in statements.items():
            # Two areas share the prefix CHAR (character and charity), so an id could slip in twice.
            if rule_id in rules:
                raise ValueError(f"catalog.yaml: {rule_id} stands in {rules[rule_id].area} and in {area}")
            letters = _BOOK_OF_LETTER if statement.books == "all" else statement.books
            books = tuple(_BOOK_OF_LETTER[letter] for letter in letters)
            rules[rule_id] = Rule(rule_id, area, books, statement.rule)
    return rules


@cache
def said_by(book: str) -> dict[str, str]:
    """The rules that a book does not have, each with its own one on the same point."""
    statements = [(id, one) for area in _areas().values() for id, one in area.items()]
    return {one.instead: id for id, one in statements if one.instead and book in catalogue()[id].books}
