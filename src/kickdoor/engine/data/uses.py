"""Uses of limited abilities, counted by player."""

from __future__ import annotations

from typing import NewType

from kickdoor.engine.data.ids import Seat

#: What is counted together: uses of one ability by one seat, on one victim where that matters.
Use = NewType("Use", int)


def use_of(seat: Seat, source: int, ability: int, victim: Seat) -> Use:
    """The key of uses; the source is a definition, or a number past all of them; no victim is -1."""
    return Use(((seat << 16 | source) << 8 | ability) << 4 | (victim + 1))
