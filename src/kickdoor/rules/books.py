"""The rulebooks as data: their numbers and switches, and house options on top."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import msgspec

from kickdoor.engine.data.refusals import Refusal

BOOKS = ("deluxe", "lite", "star", "bites", "babies")

#: One word for several options: what a book calls its faster play [TURN-11].
TOGETHER = {"faster_play": ("listen_at_door", "loot_treasure")}


class OptionOfRules(msgspec.Struct, frozen=True):
    """A house option: a number or switch of the rules, its values by book, and the rules behind it."""

    name: str
    kind: str  #: switch, number, setup or neutral
    values: dict[str, int]
    rules: tuple[str, ...]


class BadSetup(ValueError):
    """A game that cannot be begun so; `why` is what those are told who read no English."""

    def __init__(self, words: str, why: Refusal) -> None:
        super().__init__(words)
        self.why = why


class UnknownOption(BadSetup):
    """An option or book that does not exist, or a value that does not fit."""


def known_book(book: str) -> str:
    """The book, where there is one of this name."""
    if book not in BOOKS:
        why = Refusal("setup.no_book", "", (book[:40],))
        raise UnknownOption(f"unknown book {book!r}; there are {', '.join(BOOKS)}", why)
    return book


@cache
def options() -> dict[str, OptionOfRules]:
    """All options by name."""
    text = files("kickdoor.rules").joinpath("books.yaml").read_bytes()
    raw = msgspec.yaml.decode(text, type=dict[str, dict[str, int | str | list[str]]])
    found = {}
    for name, entry in raw.items():
        default = entry["default"]
        values = {book: entry.get(book, default) for book in BOOKS}
        rules = entry["rule"]
        found[name] = OptionOfRules(
            name=name,
            kind=str(entry["kind"]),
            values=msgspec.convert(values, dict[str, int]),
            rules=tuple(msgspec.convert(rules, list[str])),
        )
    return found


def differing(books: Iterable[str]) -> list[OptionOfRules]:
    """The options that do not have one value in all of these books."""
    named = list(books)
    return [option for option in options().values() if len({option.values[book] for book in named}) > 1]


def whole_number(name: str, value: object) -> int:
    """The value of an option, where it is a number or a switch."""
    if not isinstance(value, int):
        words = f"option {name!r} takes a whole number or true or false, not {value!r}"
        raise UnknownOption(words, Refusal("setup.number", "", (name[:40],)))
    return int(value)


def resolve(book: str, chosen: dict[str, int | bool] | None = None) -> dict[str, int]:
    """The book's values with house options on top; the highest Level without a kill follows the winning one."""
    known = options()
    values = {name: option.values[known_book(book)] for name, option in known.items()}
    for name, value in (chosen or {}).items():
        about = (name[:40],)
        for single in TOGETHER.get(name, (name,)):
            if single not in known:
                words = f"unknown option {name!r}; there are {', '.join(sorted([*known, *TOGETHER]))}"
                raise UnknownOption(words, Refusal("setup.no_option", "", about))
            value = whole_number(name, value)
            if known[single].kind == "switch" and value not in (0, 1):
                words = f"option {name!r} is a switch: true or false, not {value!r}"
                raise UnknownOption(words, Refusal("setup.switch", "", about))
            values[single] = value
    if "level_without_kill" not in (chosen or {}):
        values["level_without_kill"] = values["winning_level"] - 1
    if values["winning_level"] < 2:
        words = f"option 'winning_level' must be at least 2, not {values['winning_level']}"
        raise UnknownOption(words, Refusal("setup.winning_level"))
    return values
