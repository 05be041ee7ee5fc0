"""What is remembered of players, for cards that count it."""

from __future__ import annotations

from kickdoor.engine.data.ids import Seat
from kickdoor.engine.data.state import State


def remember(s: State, seat: Seat, deed: int) -> None:
    """Something that is remembered has happened once more to a player; the caller sees to the version."""
    player = s.players[seat]
    deeds = list(player.deeds)
    deeds[deed] += 1
    player.deeds = tuple(deeds)
