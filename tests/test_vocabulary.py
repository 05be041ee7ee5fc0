"""The words of the card language and those of the engine are the same words."""

from typing import get_args

from kickdoor.engine.data import terms
from kickdoor.engine.data.abilities import EVENTS
from kickdoor.engine.questions.filters import ZONES
from kickdoor.packs import language
from kickdoor.rules.books import options


def test_closed_lists_agree():
    assert get_args(language.Kind) == terms.KINDS
    assert get_args(language.Deck) == terms.DECKS
    assert get_args(language.Slot) == terms.SLOTS[1:]
    assert set(get_args(language.Cause)) == set(terms.CAUSES) - {"helped"}  # no card asks for it
    assert set(get_args(language.Zone)) == set(ZONES)
    assert set(get_args(language.Event)) == set(EVENTS)


def test_every_number_that_cards_change_is_an_option_of_the_books():
    assert set(get_args(language.ValueName)) <= set(options())
