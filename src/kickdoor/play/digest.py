"""Fingerprints of games: whether two builds of the engine play the same, seen in a few words and counts."""

from __future__ import annotations

import hashlib

import msgspec

from kickdoor.engine.data import codec
from kickdoor.engine.data.events import Event
from kickdoor.engine.data.state import State
from kickdoor.engine.running import kernel
from kickdoor.play.game import Game, redacted


class Digest:
    """Hashes that grow with a game: its states, the views of all seats, its events as each seat hears them."""

    def __init__(self) -> None:
        self._hashes = {name: hashlib.sha256() for name in ("states", "views", "events")}

    def look(self, game: Game, events: list[Event]) -> None:
        """Take in the game as it is now and what has just happened."""
        seats = range(-1, game.seats)
        self._hashes["states"].update(msgspec.msgpack.encode(codec.dump(game.state)))
        self._hashes["views"].update(msgspec.json.encode([game.view(seat) for seat in seats]))
        heard = [[event.as_tuple() for event in redacted(events, seat)] for seat in seats]
        self._hashes["events"].update(msgspec.json.encode(heard))

    @property
    def words(self) -> dict[str, str]:
        """A word for each hash, of all that was taken in so far."""
        return {name: hashed.hexdigest()[:12] for name, hashed in self._hashes.items()}


def count_courses(state: State, depth: int) -> int:
    """How many courses the game can take in so many answers, whoever of those waited for speaks (chess: perft)."""
    if depth == 0 or not state.waiting:
        return 1
    found = 0
    for seat in range(len(state.players)):
        if state.waiting >> seat & 1:
            for option in kernel.options(state, seat):
                after = state.copy()
                kernel.apply(after, seat, option)
                found += count_courses(after, depth - 1)
    return found
