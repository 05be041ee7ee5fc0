"""What was said to several servers and what they replied, held against what is stored: a check of one table at a time.

Each seat says one thing after the other. What was acknowledged is stored once, in that order; what got no reply is
stored once or not at all; nothing else is stored. What was acknowledged before something else was said stands
before it. In each term one server alone has written, and terms only rise.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
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
    told = [row for row in rows if not is_pass(row.answer)]
    given: dict[int, list[Deed]] = {seat: [] for seat in sorted({each.seat for each in (*deeds, *told)})}
    for deed in deeds:
        if deed.taken >= 0:
            given[deed.seat].append(deed)
    unfit = [fault for seat, theirs in given.items() for fault in _fit(theirs, [r for r in told if r.seat == seat])]
    return found + (unfit or _order(given, told))


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


def _may_be(deeds: list[Deed], at: int, answer: Any) -> Iterator[int]:
    """Which of a seat's deeds from a place on may be the next answer: what was acknowledged cannot be passed over."""
    for place in range(at, len(deeds)):
        if deeds[place].option == answer:
            yield place
        if deeds[place].taken > 0:
            return


def _fit(deeds: list[Deed], rows: list[Row]) -> list[str]:
    """Match the deeds of a seat with its rows, in order: who got no reply may be missing."""
    settled = {0}
    for number, row in enumerate(rows):
        before, settled = settled, {place + 1 for at in settled for place in _may_be(deeds, at, row.answer)}
        if not settled:
            return _missing(deeds[max(before) :], rows[number:], number) or [
                f"seat {row.seat}: {len(rows)} answers are stored, {number} of which were given"
            ]
    return [] if any(_is_done(deeds[at:]) for at in settled) else _missing(deeds[max(settled) :], [], len(rows))


def _is_done(left: list[Deed]) -> bool:
    """Whether nothing of what is left had to be stored."""
    return all(deed.taken == 0 for deed in left)


def _missing(left: list[Deed], rows: list[Row], number: int) -> list[str]:
    """The next that was acknowledged, where no row has it."""
    deed = next((deed for deed in left if deed.taken > 0), None)
    if deed is None or any(row.answer == deed.option for row in rows):
        return []
    return [f"seat {deed.seat}: option {deed.option}, acknowledged, is not stored after {number} of its answers"]


def _order(given: dict[int, list[Deed]], rows: list[Row]) -> list[str]:
    """What was acknowledged before something else was said has a smaller number.

    Somebody who says the same several times, and gets no reply to some of it, leaves open which of it is stored. So all
    ways are followed: how many deeds of each seat are settled, and when the last of those that are stored was said.
    """
    seats = {seat: index for index, seat in enumerate(given)}
    ways: dict[tuple[int, ...], float] = {(0,) * len(given): 0.0}
    for row in rows:
        index, deeds = seats[row.seat], given[row.seat]
        following: dict[tuple[int, ...], float] = {}
        for settled, latest in ways.items():
            for place in _may_be(deeds, settled[index], row.answer):
                deed = deeds[place]
                if deed.taken > 0 and deed.taken < latest:
                    continue
                here = (*settled[:index], place + 1, *settled[index + 1 :])
                following[here] = min(max(latest, deed.said), following.get(here, inf))
        if not following:
            return [f"{row} was acknowledged before something was said that is stored before it"]
        ways = following
    if any(all(_is_done(given[seat][settled[index] :]) for seat, index in seats.items()) for settled in ways):
        return []
    return ["what was acknowledged can be stored in no order that all saw"]
