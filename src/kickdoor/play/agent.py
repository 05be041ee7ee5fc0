"""Agents: whoever answers for a seat, seeing what the seat may see."""

from __future__ import annotations

from typing import Protocol

from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import View


class Agent(Protocol):
    """Answers for one seat. It is given a view and a decision, never the state of the game."""

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """One of the decision's options, or an offer where the moment allows offers."""
        ...
