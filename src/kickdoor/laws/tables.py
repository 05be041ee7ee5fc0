"""Tables laid out from positions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from kickdoor.play.position import Layout, Position
from kickdoor.play.table import Table


def lay_out(place: dict[str, Any]) -> Table:
    """A table at a position; raises PositionError. What was laid out last is kept, since cases share positions."""
    kept = _laid_out(msgspec.json.encode(place))
    return Table(kept.game.clone(), kept.seats)


@lru_cache(maxsize=64)
def _laid_out(place: bytes) -> Table:
    layout = Layout(msgspec.json.decode(place, type=Position))
    return Table(layout.lay_out(), layout.seats)
