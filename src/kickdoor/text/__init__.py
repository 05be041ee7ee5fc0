"""The words shown to players: message catalogues, and card texts made from card data."""

from kickdoor.text.messages import Messages, messages
from kickdoor.text.words import card_words, listed_words, misfits

__all__ = ["Messages", "card_words", "listed_words", "messages", "misfits"]
