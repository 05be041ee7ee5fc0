"""Observations: one vector of fixed size, and its named parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kickdoor.env.features import HEAD
from kickdoor.env.history import EVENT, MOST_EVENTS
from kickdoor.env.scene import FIGHT, LINE, MONSTER, MOST_LINES, MOST_MONSTERS, MOST_OFFERS, OFFER, PLAYER

Vector = NDArray[np.int16]
Mask = NDArray[np.int8]

PLANES = ("place", "equipped", "marks", "note")
"""What is told of each card."""


class Part(NamedTuple):
    """A part of an observation: where it lies in the vector, how many rows it has, and the names of its columns."""

    start: int
    rows: int
    columns: tuple[str, ...]

    @property
    def stop(self) -> int:
        """Where the next begins."""
        return self.start + self.rows * len(self.columns)


class Layout:
    """Where everything stands in the observations of a mix at a table of so many."""

    def __init__(self, cards: int, seats: int) -> None:
        self.cards = cards
        self.parts: dict[str, Part] = {}
        self.size = 0
        self._add("head", 1, HEAD)
        self._add("players", seats, PLAYER)
        self._add("fight", 1, FIGHT)
        self._add("monsters", MOST_MONSTERS, MONSTER)
        self._add("lines", MOST_LINES, LINE)
        self._add("offers", MOST_OFFERS, OFFER)
        self._add("history", MOST_EVENTS, EVENT)
        self._add("cards", len(PLANES), tuple(str(card) for card in range(cards)))

    def _add(self, name: str, rows: int, columns: tuple[str, ...]) -> None:
        self.parts[name] = part = Part(self.size, rows, columns)
        self.size = part.stop

    def unpack(self, vector: Vector) -> dict[str, NDArray[np.int16]]:
        """The parts by name, each as rows and columns; those of `cards` are a row for each of `PLANES`."""
        return {
            name: vector[part.start : part.stop].reshape(part.rows, len(part.columns))
            for name, part in self.parts.items()
        }

    def look(self, vector: Vector, part: str, column: str, row: int = 0) -> int:
        """One number of an observation by its names."""
        found = self.parts[part]
        return int(vector[found.start + row * len(found.columns) + found.columns.index(column)])
