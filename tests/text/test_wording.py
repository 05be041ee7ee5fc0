"""Sentences written by hand: used where they fit, and found where they do not."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from kickdoor.packs import loader
from kickdoor.packs.language import Card
from kickdoor.text import card_words, listed_words, misfits
from kickdoor.text.messages import languages
from kickdoor.text.wording import FOLDER, fingerprint, strangers

CURSE = {"id": "it", "name": "It", "deck": "door", "kind": "curse", "play": [{"lose_levels": 2}]}
BY_HAND = "Down you go, 2 levels."


def card(**fields: Any) -> Card:
    return msgspec.convert({**CURSE, **fields}, Card)


def worded(text: str, fits: str | None = None, **fields: Any) -> Card:
    wording = {"fits": fits or fingerprint(card(**fields)), "said": {"en": {"play": text}}}
    return card(wording=wording, **fields)


def listed(path: Path, *cards: Card) -> list[loader.Listed]:
    pack = {"id": "ours", "name": "Ours", "cards": [msgspec.to_builtins(each) for each in cards]}
    path.write_text(yaml.safe_dump(pack), encoding="utf-8")
    return loader.cards_of(loader.load(str(path)))


def test_words_by_hand_stand_for_those_that_are_made():
    assert card_words(card()) == ["Curse.", "Lose 2 levels."]
    assert card_words(worded(BY_HAND)) == ["Curse.", BY_HAND]
    assert card_words(worded("")) == ["Curse."]
    assert card_words(worded(BY_HAND), "de") == card_words(card(), "de")


def test_words_that_were_written_for_another_effect_are_not_used():
    fits = fingerprint(card())
    changed = worded(BY_HAND, fits, play=[{"lose_levels": 3}])
    assert card_words(changed) == ["Curse.", "Lose 3 levels."]


def test_a_fingerprint_is_of_what_a_card_does():
    assert (
        fingerprint(card()) == fingerprint(card(id="other", copies=3, notes={1: "spread"})) == fingerprint(worded(""))
    )
    assert fingerprint(card()) != fingerprint(card(play=[{"lose_levels": 1}]))
    assert fingerprint(card()).isalpha()


@pytest.mark.parametrize(
    ("one", "problem"),
    [
        (worded(BY_HAND), ""),
        (worded(BY_HAND, "abcdefgh"), "written for abcdefgh"),
        (worded("Down you go."), "leave out 2"),
        (card(wording={"fits": fingerprint(card()), "said": {"en": {"bad_stuff": "Ouch."}}}), "nothing is told"),
        (card(wording={"fits": fingerprint(card()), "said": {"xx": {"play": "Xx 2."}}}), "no such language"),
    ],
)
def test_words_that_do_not_fit_are_found(one: Card, problem: str, tmp_path: Path):
    found = misfits(listed(tmp_path / "ours.yaml", one))
    assert len(found) == bool(problem)
    assert all(problem in each for each in found)


@pytest.mark.parametrize("pack", loader.BUILT_IN)
def test_words_by_hand_fit_their_cards(pack: str):
    assert misfits(loader.cards_of(loader.load(pack))) == []


def test_languages_have_words_for_cards_that_there_are():
    entries = {each.id: each for pack in loader.BUILT_IN for each in loader.cards_of(loader.load(pack))}
    assert "de" in languages(FOLDER)
    assert strangers(entries) == []
    assert strangers(()) != []
    engine = entries["munchkin-2/siege_engine"]
    assert "Benutzt, gibt sie -1 auf Weglaufen." in listed_words(engine, "de")
    assert "In use, it gives -1 to Run Away." in listed_words(engine)
