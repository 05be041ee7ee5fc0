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
        try:
            table = lay_out(place)
            table.do({by: action})
        except (Failure, IllegalMove, PositionError):
            continue
        yield [{by: action}]
