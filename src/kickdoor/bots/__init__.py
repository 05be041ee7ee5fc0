"""Players that are programs: each sees a view and a decision, and answers."""

from kickdoor.bots.random import RandomBot

__all__ = ["RandomBot"]
