"""Rulings: what we decided where the rulebooks are silent. docs/rulings.md is where they are written."""

from functools import cache
from importlib.resources import files

import msgspec


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of ours, with its reason."""

    id: str
    chapter: str
    ruling: str
    why: str


@cache
def rulings() -> tuple[Ruling, ...]:
    """All rulings, in the order of their page."""
    source = files("kickdoor.rules").joinpath("rulings.yaml").read_bytes()
    return msgspec.yaml.decode(source, type=tuple[Ruling, ...])
