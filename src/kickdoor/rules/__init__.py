"""The rules of the game as statements with ids, and the ledger of the tests that prove them."""

from kickdoor.rules.catalogue import BOOKS, Rule, catalogue
from kickdoor.rules.ledger import Entry, ledger

__all__ = ["BOOKS", "Entry", "Rule", "catalogue", "ledger"]
