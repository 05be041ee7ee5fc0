"""What is noted on a card is told by the name that the card gives it."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from kickdoor.packs import loader
from kickdoor.packs.language import Card
from kickdoor.text import card_words, listed_words
from kickdoor.text.messages import languages, messages

ENTRIES = [each for pack in loader.BUILT_IN for each in loader.cards_of(loader.load(pack))]


def card(**fields: Any) -> Card:
    return msgspec.convert({"id": "it", "name": "It", "deck": "door", "kind": "special", **fields}, Card)


def noted(part: Any) -> Iterator[Any]:
    """The numbers that a card notes or asks for."""
    if isinstance(part, list):
        for each in part:
            yield from noted(each)
    elif isinstance(part, dict):
        if "noted" in part:
            yield part["noted"]
        if isinstance(part.get("note"), dict) and isinstance(part["note"]["value"], int):
            yield part["note"]["value"]
        for each in part.values():
            yield from noted(each)


def test_every_number_that_a_card_notes_has_a_name():
    found = 0
    for entry in ENTRIES:
        numbers = set(noted(msgspec.to_builtins(entry.card)))
        found += bool(numbers)
        if entry.card.tally is UNSET:
            assert numbers <= {0, *entry.card.notes}, entry.id
            assert not numbers or len(entry.card.notes) == 1 or 0 not in numbers, entry.id
    assert found >= 8


@pytest.mark.parametrize("language", languages())
def test_every_name_of_a_note_has_words(language: str):
    told, english = messages(language), messages("en")
    names = {name for entry in ENTRIES for name in entry.card.notes.values()}
    names |= {entry.card.tally for entry in ENTRIES if entry.card.tally is not UNSET}
    assert names
    for name in names:
        forms = {key.removeprefix(f"noted.{name}.") for key in told if key.startswith(f"noted.{name}.")}
        assert forms, name
        assert forms == {key.removeprefix(f"noted.{name}.") for key in english if key.startswith(f"noted.{name}.")}
    for entry in ENTRIES:
        lines = listed_words(entry, language)
        assert not any(f"“{name.replace('_', ' ')}”" in line for line in lines for name in entry.card.notes.values())


def test_a_note_is_told_by_its_name():
    steps = [{"if": {"noted": 1}, "then": [{"lose_levels": 1}], "else": [{"note": {"value": 1}}]}]
    assert card_words(card(kind="curse", play=steps, notes={1: "spread"})) == [
        "Curse.",
        "If this Curse has already spread, lose 1 level; otherwise, this Curse spreads.",
    ]
    assert card_words(card(kind="curse", play=steps, notes={1: "warm_feet"})) == [
        "Curse.",
        "If “warm feet” is noted on this Curse, lose 1 level; otherwise, note “warm feet” on this Curse.",
    ]


def test_nothing_noted_is_the_opposite_of_the_only_name():
    line = [{"add": 2, "if": {"noted": 0}}]
    assert card_words(card(kind="item", gold=0, strength=line, notes={1: "in_use"}))[-1] == (
        "You get +2 if this Item is not in use."
    )


def test_a_tally_is_told_by_what_it_counts():
    count = [{"to": "fight_won", "do": [{"note": {"value": {"note": "$it", "plus": 2}}}]}]
    jacket = card(kind="item", gold=0, strength=[{"add": {"note": "$it"}}], reactions=count, tally="notches")
    assert card_words(jacket)[1:] == [
        "You get a bonus equal to the number of notches in this Item.",
        "When you win a combat, cut 2 more notches into this Item.",
    ]
