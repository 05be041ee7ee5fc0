"""kickdoor: Munchkin, the card game, as a rules engine, a table and a laboratory.

Unofficial fan project; Munchkin is a trademark of Steve Jackson Games.
"""

from kickdoor.play import Decision, Game, Offer, Option, Record
from kickdoor.play.record import VERSION

__version__ = VERSION
__all__ = ["Decision", "Game", "Offer", "Option", "Record"]
