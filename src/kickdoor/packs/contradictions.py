"""Contradictions: conditions that cannot hold, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Card, CardIs, Compare, If
from kickdoor.packs.parts import parts_of

BOUNDS: Final = {Compare: ("",), If: ("level_",), CardIs: ("level_", "hands_")}
"""What is asked to lie between two bounds, by the beginnings of their names."""

APART: Final = (
    ("fighter", "helper"),
    ("alone", "helper"),
    ("alone", "is_fighter_with_helper"),
    ("unaided", "is_fighter_with_helper"),
    ("unaided", "helper"),
)
"""What is never true of one player at a time."""

ABOUT: Final = ("who", "card")
"""Whom and what a condition is about."""

LOWEST_LEVEL: Final = 1


class Never(NamedTuple):
    """A condition that never holds: its place, and why."""

    place: str
    why: str


def contradictions_of(card: Card, place: str, highest: int) -> Iterator[Never]:
    """All conditions of a card that never hold; nobody has a higher Level than the highest."""
    for at, part in parts_of(card, place):
        if isinstance(part, Compare | If | CardIs) and (crossed := _crossed(part)):
            yield Never(at, crossed)
        elif isinstance(part, If) and (why := _impossible(part, highest)):
            yield Never(at, why)


def _crossed(part: Compare | If | CardIs) -> str:
    """Why nothing lies between two bounds."""
    for begin in BOUNDS[type(part)]:
        low, high = getattr(part, f"{begin}at_least"), getattr(part, f"{begin}at_most")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            return f"nothing is at least {low} and at most {high}"
    return ""


def _impossible(condition: If, highest: int) -> str:
    if condition.level_at_least is not UNSET and condition.level_at_least > highest:
        return f"nobody is Level {condition.level_at_least} in a game to Level {highest}"
    if condition.level_at_most is not UNSET and condition.level_at_most < LOWEST_LEVEL:
        return f"nobody is Level {condition.level_at_most}"
    for one, other in APART:
        if condition.who == "you" and getattr(condition, one) is True and getattr(condition, other) is True:
            return f"nobody is {one} and {other} at once"
    if condition.not_ is not UNSET and (said := _said(condition.not_)) and said <= _said(condition):
        return "it says something and the contrary"
    return ""


def _said(condition: If) -> set[tuple[str, bytes]]:
    """The parts of a condition that can be held against those of another; none where it asks what another cannot."""
    given = {
        name: getattr(condition, name)
        for name in condition.__struct_fields__
        if name not in (*ABOUT, "not_") and getattr(condition, name) is not UNSET
    }
    about = [getattr(condition, name) for name in ABOUT]
    return {(name, msgspec.json.encode([value, *about])) for name, value in given.items()}
