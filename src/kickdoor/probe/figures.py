"""Figures with their intervals: what many deals say, each deal as one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kickdoor.sim.balance import mean_of


class Figure(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval goes to either side."""
        return (self.high - self.low) / 2


class Measures(msgspec.Struct, frozen=True):
    """What a card does for whoever draws it early, by four measures; each would be 0 without it.

    Every seat has the card once in each deal, so what somebody has more than the others for other reasons adds up to
    nothing.
    """

    chance: Figure  #: to win
    lead: Figure  #: in levels before the mean of the others, on average over the turns with the card
    might: Figure  #: the same in strength, with what is equipped
    swing: Figure  #: levels that the card itself moved in a game: gained by its holder, lost by others


MEASURES = Measures.__struct_fields__

FAR = 1e6
UNKNOWN = Figure(0.0, -FAR, FAR)
"""Nothing is known; it goes into JSON, which has no infinity."""


def figure_of(numbers: Sequence[float]) -> Figure:
    """The mean of numbers that are independent of each other; nothing is known from fewer than two."""
    if len(numbers) < 2:
        return UNKNOWN
    mean, interval = mean_of(numbers)
    return Figure(mean, interval.low, interval.high)
