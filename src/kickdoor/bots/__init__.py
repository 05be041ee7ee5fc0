"""Players that are programs: each sees a view and a decision, and answers."""

from __future__ import annotations

from random import Random

from kickdoor.bots.master import BUDGET, Master
from kickdoor.bots.random import RandomBot
from kickdoor.bots.rookie import Rookie
from kickdoor.bots.veteran import Veteran
from kickdoor.engine.cards import Rules
from kickdoor.play.agent import Agent, Budget

__all__ = ["BOTS", "Master", "RandomBot", "Rookie", "Veteran", "make_bot"]

BOTS = ("random", "rookie", "veteran", "master")
"""The bots by name, the weakest first."""


def make_bot(name: str, rng: Random, rules: Rules, *, calm: bool = False, budget: Budget = BUDGET) -> Agent:
    """A bot by its name, for one seat of one game by these rules; a calm one is good company for people.

    The budget is for those that think ahead.
    """
    match name:
        case "random":
            return RandomBot(rng, calm=calm)
        case "rookie":
            return Rookie(rng, rules)
        case "veteran":
            return Veteran(rng, rules)
        case "master":
            return Master(rng, rules, budget=budget)
    raise ValueError(f"there is no bot {name!r}. Choose among {', '.join(BOTS)}")
