"""Bots by their names: the level, and after colons a temper and a budget, as in `veteran:greedy` or `master:0.5s`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec

from kickdoor.bots.curious import Curious, strange_plays
from kickdoor.bots.master import BUDGET, Master
from kickdoor.bots.random import RandomBot
from kickdoor.bots.rookie import Rookie
from kickdoor.bots.temper import TEMPERS, Temper, draw_temper
from kickdoor.bots.veteran import Veteran
from kickdoor.engine.data.rules import Rules
from kickdoor.play.agent import Agent, Budget

BOTS = ("random", "rookie", "veteran", "master", "grandmaster")
"""The levels by name, the weakest first."""

SEARCHING = frozenset({"master", "grandmaster"})
"""Those that search, and can be given a time to think."""

BUDGET_FORM = re.compile(r"(\d+(?:\.\d+)?)(s|w)")


class UnknownBot(ValueError):
    """A name that no bot has, with those that there are."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class BotName(msgspec.Struct, frozen=True):
    """What the name of a bot says: its level, its temper if not by chance, how long it thinks if it does."""

    level: str
    temper: Temper | None = None
    budget: Budget | None = None


def read_name(name: str) -> BotName:
    """What a bot's name says: `master`, `master:24w` (worlds), `master:0.5s` (seconds), `veteran:greedy`."""
    level, *words = name.split(":")
    if level not in BOTS:
        raise UnknownBot(f"there is no bot {level!r}. Choose among {', '.join(BOTS)}")
    temper: Temper | None = None
    budget: Budget | None = None
    for word in words:
        form = BUDGET_FORM.fullmatch(word)
        if word in TEMPERS and level != "random":
            temper = TEMPERS[word]
        elif form is not None and level in SEARCHING and float(form[1]) > 0:
            budget = Budget(seconds=float(form[1])) if form[2] == "s" else Budget(worlds=max(1, int(float(form[1]))))
        else:
            raise UnknownBot(f"{name!r}: {word!r} does not go with {level}. {_advice(level)}")
    return BotName(level, temper, budget)


def is_searching(name: str) -> bool:
    """Whether a bot of this name searches, which takes a while."""
    return read_name(name).level in SEARCHING


def _advice(level: str) -> str:
    if level == "random":
        return "It has no temper and does not think"
    tempers = f"Tempers are {', '.join(TEMPERS)}"
    return f"{tempers}; a time to think is like 0.5s or 24w (worlds)" if level in SEARCHING else tempers


def temper_of(name: str, rng: Random) -> Temper:
    """What sort of player `make_bot` makes of this name and this generator."""
    said = read_name(name)
    return said.temper or (Temper() if said.level == "random" else draw_temper(rng))


def make_bot(name: str, rng: Random, rules: Rules, *, calm: bool = False, company: Sequence[str] = ()) -> Agent:
    """A bot by its name, for one seat of one game by these rules; a calm one is good company for people.

    `company` is who sits at the table, as far as that is known: for each seat the name of a bot, or "" for a person.
    """
    said = read_name(name)
    match said.level:
        case "random":
            return RandomBot(rng, calm=calm)
        case "rookie":
            return Rookie(rng, rules, said.temper)
        case "veteran":
            return Curious(rng, rules, said.temper) if strange_plays(rules) else Veteran(rng, rules, said.temper)
        case "grandmaster":
            try:
                from kickdoor.bots.grandmaster import Grandmaster
            except ModuleNotFoundError as error:  # NumPy comes with every command, not with the bare library
                need = 'grandmaster needs NumPy, not installed here: pip install "kickdoor[terminal]"'
                raise UnknownBot(need) from error
            return Grandmaster(rng, rules, said.temper, said.budget or BUDGET, company)
    return Master(rng, rules, said.temper, said.budget or BUDGET)
