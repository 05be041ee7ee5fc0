"""Agents: whoever answers for a seat, seeing what the seat may see."""

from __future__ import annotations

from typing import Protocol

import msgspec

from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How long an agent may think about one decision: seconds of processor time, or worlds tried, or both.

    By worlds, the same chance makes the same choice on any machine.
    """

    seconds: float | None = None
    worlds: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.worlds is None:
            raise ValueError("a budget needs seconds, worlds or both: a thought must end")


class Agent(Protocol):
    """Answers for one seat. It is given a view and a decision, never the state of the game.

    One that thinks ahead deals itself worlds as they might be (`Decision.worlds`), within a budget.
    """

    @property
    def why(self) -> str:
        """Why it made its last choice, in words, as far as its seat can know."""
        ...

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """One of the decision's options, or an offer where the moment allows offers."""
        ...
