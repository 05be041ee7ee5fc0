"""What is said of what cannot be read: in words for people who do not program, with what may stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import inspect

from kickdoor.packs.language import Pack
from kickdoor.packs.loader import descend
from kickdoor.packs.meant import choice, number_in
from kickdoor.packs.parts import way_to

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


def in_words(message: str, value: object, text: str, place: str) -> str:
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


def remedy_for(place: str, message: str, field: str, value: object) -> str:
    """What to do: the word that was meant, or those that are possible there."""
    types = types_at(way_to(place), language())
    names = field_names(types)
    if "unknown field" in message:
        return choice(field, names)
    if "enum value" in message:
        found = re.search(r"'(.*)'", message)
        return choice(found[1] if found else "", words_among(types))
    if "missing required" in message:
        words = words_among(types_at([*way_to(place), field], language()))
        return f"Write {field}: and its value" + (f". Possible: {', '.join(words)}" if words else "")
    wanted = re.match(r"Expected `(.*?)`", message)
    sorts = set(wanted[1].split(" | ")) if wanted else set()
    return _other_sort(sorts, value, types, names) or "See docs/cards.md for what may stand there"


def field_names(types: Sequence[inspect.Type]) -> list[str]:
    """The fields that something may have in a place."""
    fields = [type.fields for type in types if isinstance(type, inspect.StructType)]
    return sorted({each.encode_name for of_type in fields for each in of_type})


def words_among(types: Sequence[inspect.Type]) -> list[str]:
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
def language() -> inspect.Type:
    """What may stand where in a pack."""
    return inspect.type_info(Pack)


def types_at(parts: Sequence[str], type: inspect.Type) -> list[inspect.Type]:
    """What the language has at a place: one type, or several."""
    if isinstance(type, inspect.UnionType):
        return [found for each in type.types for found in types_at(parts, each)]
    if not parts:
        return [type]
    if isinstance(type, inspect.StructType):
        fields = [each for each in type.fields if each.encode_name == parts[0]]
        return [found for each in fields for found in types_at(parts[1:], each.type)]
    if isinstance(type, inspect.ListType):
        return types_at(parts[1:], type.item_type)
    if isinstance(type, inspect.DictType):
        return types_at(parts[1:], type.value_type)
    return []
