"""The rules of the game as statements with ids, and the numbers and switches of the books."""

from kickdoor.rules.catalogue import BOOKS, Rule, catalogue

__all__ = ["BOOKS", "Rule", "catalogue"]
