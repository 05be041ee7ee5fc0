"""What scripts look like: questions about steps that need no words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET

from kickdoor.packs.language import Cards, Choose, If, Number, Step
from kickdoor.text.conditions import IF_SUBJECTS, fixed
from kickdoor.text.phrases import given


def verb_of(step: Step) -> str:
    """Give the verb of a step."""
    return next(name for name in given(step) if name not in ("then", "else"))


def _models(value: object) -> Iterator[object]:
    """Go through a value and all that it holds."""
    yield value
    if isinstance(value, msgspec.Struct):
        for part in given(value).values():
            yield from _models(part)
    elif isinstance(value, list):
        for part in value:
            yield from _models(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _models(part)


def names_in(value: object) -> list[str]:
    """Give the stored names that stand anywhere in a value."""
    return [part for part in _models(value) if isinstance(part, str) and part.startswith("$")]


def names_asked(step: Step) -> list[str]:
    """Give the names that a step asks something about, so that their choice must have been told."""
    if step.if_ is not UNSET:
        # What both branches speak of cannot be told in one of them.
        both = set(names_in(steps_of(step.then))) & set(names_in(steps_of(step.else_)))
        return [*names_in(step.if_), *sorted(both)]
    if step.for_each is not UNSET:
        return names_in(step.for_each.do)
    if step.repeat is not UNSET:
        return names_in(step.repeat)
    # A step that names the monster first can speak of its numbers afterwards.
    if step.tame is not UNSET:
        return [name for name in names_in(step.tame.bonus) if name != step.tame.monster]
    return [name for part in _models(step) if isinstance(part, Number) for name in names_in(part)]


def steps_of(steps: list[Step] | msgspec.UnsetType) -> list[Step]:
    """Give the steps of a branch, none where there is no branch."""
    return [] if steps is UNSET else steps


def asked_alone(step: Step) -> If | None:
    """Give the condition of a step that does something only if it holds, and nothing otherwise."""
    return None if step.if_ is UNSET or step.else_ is not UNSET else step.if_


FACES = frozenset(range(1, 7))
"""What a die can show."""


def faces_asked(asked: If | msgspec.UnsetType, name: str) -> frozenset[int] | None:
    """Give the faces of the die under a name that a condition asks for, if it asks for nothing else."""
    if asked is UNSET:
        return None
    parts = given(asked, IF_SUBJECTS)
    if set(parts) == {"any"} and asked.any is not UNSET:
        found = [faces_asked(each, name) for each in asked.any]
        return None if None in found else frozenset().union(*(each for each in found if each is not None))
    if set(parts) != {"number"} or asked.number is UNSET or asked.number.of != name:
        return None
    compare = asked.number
    low = 1 if compare.at_least is UNSET else fixed(compare.at_least)
    high = len(FACES) if compare.at_most is UNSET else fixed(compare.at_most)
    return None if low is None or high is None else FACES & frozenset(range(low, high + 1))


Row = tuple[frozenset[int], list[Step]]
"""Faces of a die, and what is done on them."""


def rows_of(step: Step, name: str, left: frozenset[int] = FACES) -> list[Row] | None:
    """Give what a step does by the faces of a die, if it asks for these alone."""
    faces = faces_asked(step.if_, name)
    if faces is None:
        return None
    rows = [(faces & left, steps_of(step.then))]
    rest, otherwise = left - faces, steps_of(step.else_)
    more = rows_of(otherwise[0], name, rest) if len(otherwise) == 1 else None
    rows += [(rest, otherwise)] if more is None else more
    return [row for row in rows if row[0] and row[1]]


def table_of(steps: Sequence[Step], name: str) -> tuple[list[Row], int]:
    """Give what the first steps do by the faces of a die, and how many steps that are."""
    rows: list[Row] = []
    used = 0
    for step in steps:
        more = rows_of(step, name)
        taken = frozenset[int]().union(*(faces for faces, _ in rows))
        if more is None or any(faces & taken for faces, _ in more):
            break
        rows += more
        used += 1
    return sorted(rows, key=lambda row: min(row[0])), used


def option_asked(step: Step, name: str) -> str | None:
    """Give the option that a step asks for and nothing else, if it does."""
    if step.if_ is UNSET or step.if_.option is UNSET or set(given(step.if_, IF_SUBJECTS)) != {"option"}:
        return None
    return step.if_.option.get(name) if len(step.if_.option) == 1 else None


def sort_branches(step: Step, choose: Choose, ways: dict[str, list[Step]]) -> None:
    """Put what a step does on each option of a choice to what is known of its ways."""
    option = option_asked(step, choose.into)
    assert option is not None
    assert isinstance(choose.options, list)
    ways[option] = steps_of(step.then)
    otherwise = steps_of(step.else_)
    if len(otherwise) == 1 and option_asked(otherwise[0], choose.into) is not None:
        sort_branches(otherwise[0], choose, ways)
    elif otherwise:
        ways.update({each: otherwise for each in choose.options if each not in ways})


def first_cards(steps: Sequence[Step]) -> Cards | None:
    """Give the cards that a script picks from, or parts with, first."""
    first = steps[0]
    if first.choose is not UNSET:
        return first.choose.cards if isinstance(first.choose.cards, Cards) else None
    found = first.lose if first.lose is not UNSET else first.discard
    return found if isinstance(found, Cards) else None


def is_same_set(had: Cards, cards: Cards, who: str) -> bool:
    """Tell whether a player is asked to have one of just the cards that they then pick from."""
    mine = msgspec.structs.replace(had, of=who) if had.of == "you" else had
    return mine == msgspec.structs.replace(cards, best=UNSET)


def asks_worth(asked: If, step: Step) -> bool:
    """Tell whether a condition asks that a choice of cards worth so much is possible."""
    compare, choose = asked.number, step.choose
    if compare is UNSET or choose is UNSET or not isinstance(compare.of, Number):
        return False
    return compare.of == Number(gold=choose.cards) and compare.at_least == choose.worth is not UNSET
