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
    instead: str = ""
    """The rule of the other books that its own have this one for."""


class _Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as catalog.yaml writes it."""

    books: Literal["all"] | list[Literal["D", "L", "B", "S", "K"]]
    rule: str
    instead: str = ""


@cache
def catalogue() -> dict[str, Rule]:
    """Give all rules by id, in the order of the catalogue."""
    source = files("kickdoor.rules").joinpath("catalog.yaml").read_bytes()
    areas = msgspec.yaml.decode(source, type=dict[str, dict[str, _Statement]])
    rules: dict[str, Rule] = {}
    for area, statements in areas.items():
        for rule_id, statement in statements.items():
            # Two areas share the prefix CHAR (character and charity), so an id could slip in twice.
            if rule_id in rules:
                raise ValueError(f"catalog.yaml: {rule_id} stands in {rules[rule_id].area} and in {area}")
            letters = _BOOK_OF_LETTER if statement.books == "all" else statement.books
            books = tuple(_BOOK_OF_LETTER[letter] for letter in letters)
            rules[rule_id] = Rule(rule_id, area, books, statement.rule, statement.instead)
    return rules


@cache
def said_by(book: str) -> dict[str, str]:
    """The rules that a book does not have, each with its own one on the same point."""
    return {rule.instead: rule.id for rule in catalogue().values() if rule.instead and book in rule.books}
