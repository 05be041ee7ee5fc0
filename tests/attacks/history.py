"""What was said to several servers and what they replied, held against what is stored: a check of one table at a time.

Each seat says one thing after the other. What was acknowledged is stored once, in that order; what got no reply is
stored once or not at all; nothing else is stored. What was acknowledged before something else was said stands
before it. In each term one server alone has written, and terms only rise.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Deed(NamedTuple):
    """An answer of a seat: what was said and when, and when it was acknowledged; -1: refused, 0: no reply."""

    seat: int
    option: int
    said: float
    taken: float


class Row(NamedTuple):
    """An answer as it is stored."""

    number: int
    seat: int
    answer: Any
    node: str
    term: int


def faults(deeds: list[Deed], rows: list[Row]) -> list[str]:
    """All that does not fit."""
    rows = sorted(rows)
    found = _terms(rows)
    numbers: dict[Deed, int] = {}
    for seat in sorted({deed.seat for deed in deeds} | {row.seat for row in rows}):
        theirs = [row for row in rows if row.seat == seat and not is_pass(row.answer)]
        found += _fit([deed for deed in deeds if deed.seat == seat and deed.taken >= 0], theirs, numbers)
    return found + _order(numbers)


def is_pass(answer: Any) -> bool:
    """Whether an answer says nothing: it is stored when a window ends, not when it was pressed."""
    return isinstance(answer, int) and answer >> 24 == 0


def _terms(rows: list[Row]) -> list[str]:
    found = []
    writers: dict[int, str] = {}
    last = 0
    for row in rows:
        if writers.setdefault(row.term, row.node) != row.node:
            found.append(f"two servers wrote in term {row.term}")
        if row.term < last:
            found.append(f"answer {row.number} was written in term {row.term}, after one of term {last}")
        last = max(last, row.term)
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        found.append("the numbers of answers have gaps")
    return found


def _fit(deeds: list[Deed], rows: list[Row], numbers: dict[Deed, int]) -> list[str]:
    """Match the deeds of a seat with its rows, in order: who got no reply may be missing."""
    # For each number of rows matched so far the last deed by which; what was acknowledged cannot be passed over.
    ways: list[dict[int, list[tuple[Deed, int]]]] = [{0: []}]
    for deed in deeds:
        following: dict[int, list[tuple[Deed, int]]] = {}
        for matched, pairs in ways[-1].items():
            if matched < len(rows) and rows[matched].answer == deed.option:
                following.setdefault(matched + 1, [*pairs, (deed, rows[matched].number)])
            if deed.taken == 0:
                following.setdefault(matched, pairs)
        if not following:
            where = f"after {max(ways[-1])} of {len(rows)}"
            return [f"seat {deed.seat}: option {deed.option}, acknowledged, is not stored {where}"]
        ways.append(following)
    if len(rows) not in ways[-1]:
        seat = rows[0].seat
        return [f"seat {seat}: {len(rows)} answers are stored, {max(ways[-1])} of which were given"]
    numbers.update(ways[-1][len(rows)])
    return []


def _order(numbers: dict[Deed, int]) -> list[str]:
    """What was acknowledged before something else was said has a smaller number."""
    found = []
    latest, of = 0.0, None
    for deed, _ in sorted(numbers.items(), key=lambda pair: -pair[1]):
        if of is not None and deed.said > latest > 0:
            found.append(f"{deed} was said after {of} was acknowledged, and is stored before it")
        if deed.taken > 0 and (of is None or deed.taken < latest):
            latest, of = deed.taken, deed
    return found
