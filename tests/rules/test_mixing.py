"""Sets shuffled together, by any of their books."""

from collections import Counter

import pytest

from kickdoor import Game
from kickdoor.packs.loader import cards_of, load
from kickdoor.rules.books import BOOKS, resolve
from kickdoor.sim.runner import Plan, play_one
from kickdoor.text import card_words

SETS = ("munchkin", "star", "bites")
SHORT: dict[str, int | bool] = {"winning_level": 3}


@pytest.mark.parametrize("book", BOOKS)
def test_MIX_01_three_sets_play_by_any_book(book: str):
    header = Game.header(SETS, 4, f"mix {book}", book, SHORT)
    assert header.book == book
    plan = Plan(header, 3, checked=1)
    for number in range(plan.games):
        outcome = play_one(plan, number)
        assert outcome.tally is not None, outcome.trace
        assert outcome.tally.winners


def test_MIX_01_all_cards_of_all_sets_are_in_the_decks():
    state = Game.before(Game.header(SETS, 4, 1)).state
    for deck, cards in (("door", state.door), ("treasure", state.treasure)):
        found = Counter(state.rules.defs[card].name for card in cards)
        expected: Counter[str] = Counter()
        for name in SETS:
            for entry in cards_of(load(name)):
                if entry.card.deck == deck:
                    expected[entry.card.name] += entry.copies
        assert found == expected


def test_MIX_01_the_first_set_or_a_named_book_rules():
    for packs in (("star", "munchkin"), ("bites", "munchkin"), ("munchkin", "star")):
        book = load(packs[0]).pack.book
        assert Game.new(packs, 3, 1).state.rules.options.numbers == resolve(book)
        assert Game.new(packs, 3, 1, book="lite").state.rules.options.numbers == resolve("lite")


@pytest.mark.parametrize(
    ("pack", "kind", "word"),
    [("star", "curse", "Trap"), ("star", "hireling", "Sidekick"), ("bites", "hireling", "Minion")],
)
def test_MIX_02_a_set_has_words_of_its_own_for_one_kind(pack: str, kind: str, word: str):
    source = load(pack)
    assert source.pack.words[kind] == word
    cards = [card for card in source.pack.cards if card.kind == kind]
    assert cards
    for card in cards:
        assert card_words(card, words=source.pack.words)[0].startswith(word)
