"""kickdoor: Munchkin, the card game, as a rules engine, a table and a laboratory.

Unofficial fan project; Munchkin is a trademark of Steve Jackson Games.
"""

from kickdoor.play import Decision, Game, Offer, Option, Record

__version__ = "0.1.0"
__all__ = ["Decision", "Game", "Offer", "Option", "Record"]
