"""Who sits where in a tournament: all play equally often, against each other and on every seat, as far as that goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations


class Seating:
    """Seats the players of one game after the other."""

    def __init__(self, players: Sequence[str], seats: int) -> None:
        self._players = tuple(players)
        self._seats = seats
        self._games: list[tuple[str, ...]] = []
        self._played: Counter[str] = Counter()
        self._met: Counter[frozenset[str]] = Counter()
        self._sat: Counter[tuple[str, int]] = Counter()

    def of_game(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game, counted from 0."""
        while len(self._games) <= number:
            self._games.append(self._next())
        return self._games[number]

    def _next(self) -> tuple[str, ...]:
        """Those who have played least, then those who have met least; turned so that all come to sit everywhere."""
        chosen: list[str] = []
        for _ in range(self._seats):
            chosen.append(min(self._players, key=lambda player: self._worn(player, chosen)))
        turned = [tuple(chosen[first:] + chosen[:first]) for first in range(self._seats)]
        order = min(turned, key=lambda order: sum(self._sat[player, seat] for seat, player in enumerate(order)))
        self._played.update(order)
        self._met.update(frozenset(pair) for pair in combinations(order, 2))
        self._sat.update((player, seat) for seat, player in enumerate(order))
        return order

    def _worn(self, player: str, chosen: list[str]) -> tuple[int, int, int]:
        """How little a player is due: at this table already, in all games, with who sits here."""
        met = sum(self._met[frozenset((player, other))] for other in chosen)
        return chosen.count(player), self._played[player], met
