"""Players that are programs: each sees a view and a decision, and answers."""

from __future__ import annotations

from kickdoor.bots.master import Master
from kickdoor.bots.naming import BOTS, UnknownBot, is_searching, make_bot, read_name, temper_of
from kickdoor.bots.random import RandomBot
from kickdoor.bots.rookie import Rookie
from kickdoor.bots.veteran import Veteran

__all__ = [
    "BOTS",
    "Master",
    "RandomBot",
    "Rookie",
    "UnknownBot",
    "Veteran",
    "is_searching",
    "make_bot",
    "read_name",
    "temper_of",
]
