"""One table without a network: games, views, records, agents, scenarios."""

from kickdoor.play.game import Decision, Game, Offer, Option
from kickdoor.play.record import Record

__all__ = ["Decision", "Game", "Offer", "Option", "Record"]
