"""The parts of a card, each with its place in the file: one walk for all who look for something in cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec


def parts_of(model: object, place: str = "") -> Iterator[tuple[str, object]]:
    """A model and all that is in it, from the outside in, each with its place, such as play[1].then[0]."""
    yield place, model
    if isinstance(model, msgspec.Struct):
        for name, written in zip(model.__struct_fields__, model.__struct_encode_fields__, strict=True):
            yield from parts_of(getattr(model, name), f"{place}.{written}" if place else written)
    elif isinstance(model, list):
        for i, each in enumerate(model):
            yield from parts_of(each, f"{place}[{i}]")
    elif isinstance(model, dict):
        for key, each in model.items():
            yield from parts_of(each, f"{place}.{key}")


def way_to(place: str) -> list[str]:
    """The names and numbers that lead to a place, with [...] for any name."""
    return re.findall(r"[^.\[\]]+|\[\.\.\.\]", place)


def overlap(one: str, other: str) -> bool:
    """Whether of two places one lies within the other, or both are the same."""
    return all(a == b for a, b in zip(way_to(one), way_to(other), strict=False))
