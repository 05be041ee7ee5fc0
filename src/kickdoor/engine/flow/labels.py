"""A flow with labels: written as steps and the names of places, put together once when the engine loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kickdoor.engine.data.scripts import Step

#: What a flow is written with: a name stands for the place of the step after it.
Written = list[str | Step]
To = Callable[[str], int]


class Flow:
    """Steps in order, and the places in them to which others may send a frame."""

    __slots__ = ("entries", "steps")

    def __init__(self, steps: tuple[Step, ...], entries: dict[str, int] | None = None) -> None:
        self.steps = steps
        self.entries = entries or {}

    def at(self, label: str) -> int:
        """The place of a label."""
        return self.entries[label]


class BadLabel(Exception):
    """A label that stands nowhere, stands twice, or is never used."""


#: A place that is not known yet.
UNKNOWN: Final = -1


def put_together(write: Callable[[To], Written], entries: tuple[str, ...] = ()) -> Flow:
    """Write a flow, its labels resolved; `entries` are those that others may ask for.

    It is written twice: the first time shows where the labels stand, the second time steps are told so.
    """
    places: dict[str, int] = {}
    used: set[str] = set(entries)

    def note(label: str) -> int:
        used.add(label)
        return UNKNOWN

    count = 0
    for part in write(note):
        if not isinstance(part, str):
            count += 1
        elif part in places:
            raise BadLabel(f"{part!r} stands twice")
        else:
            places[part] = count
    unknown, unused = used - places.keys(), places.keys() - used
    if unknown or unused:
        raise BadLabel(f"unknown labels {sorted(unknown)}, unused labels {sorted(unused)}")

    def place(label: str) -> int:
        return places[label]

    steps = tuple(part for part in write(place) if not isinstance(part, str))
    return Flow(steps, {label: places[label] for label in entries})
