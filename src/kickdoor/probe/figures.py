"""Figures with their intervals: what many deals say, each deal as one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from kickdoor.sim.balance import Z


class Figure(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval goes to either side."""
        return (self.high - self.low) / 2


UNKNOWN = Figure(0.0, -math.inf, math.inf)


def figure_of(numbers: Sequence[float]) -> Figure:
    """The mean of numbers that are independent of each other; nothing is known from fewer than two."""
    count = len(numbers)
    if count < 2:
        return UNKNOWN
    mean = math.fsum(numbers) / count
    spread = math.sqrt(math.fsum((number - mean) ** 2 for number in numbers) / (count - 1) / count)
    return Figure(round(mean, 4), round(mean - Z * spread, 4), round(mean + Z * spread, 4))
