"""Playing any card in a position, by whatever it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.laws.tables import lay_out
from kickdoor.play.naming import Failure
from kickdoor.play.position import PositionError


def openings(place: dict[str, Any], by: str, card: str) -> Iterator[list[dict[str, Any]]]:
    """The ways in which a player can play a card there at all: by itself, or on a player."""
    for on in (None, *place["players"]):
        action: dict[str, Any] = {"play": card} if on is None else {"play": card, "on": on}
        if can_do(place, [{by: action}]):
            yield [{by: action}]


def can_do(place: dict[str, Any], steps: list[dict[str, Any]]) -> bool:
    """Whether these steps can be taken there."""
    try:
        table = lay_out(place)
        for step in steps:
            table.do(step)
    except (Failure, IllegalMove, PositionError):
        return False
    return True
