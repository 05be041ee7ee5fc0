"""A bot that answers by chance."""

from __future__ import annotations

from random import Random

from kickdoor.play.choices import Decision, Option
from kickdoor.play.view import View

RESTLESS = frozenset({"offer", "drop", "unequip", "entrust"})
"""Acts that by chance alone would fill the log with bargains and second thoughts."""

SELDOM = 0.1
"""How often a calm bot considers such an act at all."""


class RandomBot:
    """Takes any option with equal chances; a calm one seldom bargains and seldom undoes what it did."""

    def __init__(self, rng: Random, *, calm: bool = False) -> None:
        self.rng = rng
        self.calm = calm
        self.why = "by chance"

    def choose(self, view: View, decision: Decision) -> Option:
        """Any option."""
        options = decision.options
        if self.calm and self.rng.random() >= SELDOM:
            options = [option for option in options if option.verb not in RESTLESS] or options
        return self.rng.choice(options)
