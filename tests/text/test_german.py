"""German: every card and every game can be told in it, in German words."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.terms import DOOR
from kickdoor.packs import loader
from kickdoor.packs.implied import implied_abilities
from kickdoor.packs.language import Card
from kickdoor.packs.loader import load
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.server import reference
from kickdoor.text import listed_words
from kickdoor.text.asking import option_words, question_words
from kickdoor.text.log import event_words
from kickdoor.text.messages import MADE_UP, Messages, messages

HARD = Path(__file__).parents[1] / "packs" / "hard-cards.yaml"
PACKS = [*sorted((Path(loader.__file__).parent / "data").glob("*.yaml")), HARD]
NAMES = ("Ann", "Bo", "Cy")
ENGLISH = frozenset(
    ("the", "your", "you", "their", "discard", "lose", "draw", "level", "levels", "treasures", "each", "player")
)
"""Words that no German line has, but for the names of cards."""

EXAMPLES = {
    "munchkin/maul_rat": ["Stufe 1. 1 Schatz.", "+3 gegen Priester.", "Schlimme Dinge: 1 Stufe verlieren."],
    "munchkin/flaming_armor": ["+2. Rüstung. Feuer. 400 Gold."],
    "munchkin/warrior": [
        "Klasse.",
        "Du gewinnst bei Gleichstand im Kampf.",
        "In deinem Kampf: du darfst bis zu 3 Karten aus Hand oder Spiel ablegen, für je +1.",
    ],
    "munchkin/curse_lose_the_headgear_you_are_wearing": ["Fluch.", "Getragene Kopfbedeckung verlieren."],
    "munchkin/king_tut": [
        "Stufe 16. Untot. 4 Schätze. Gibt 2 Stufen.",
        "Verfolgt keine Person, die höchstens Stufe 3 hat.",
        "Schlimme Dinge: Alle deine Gegenstände verlieren. Deine Hand ablegen.",
        "Auch wenn du entkommst: wenn du mindestens Stufe 4 hast: 2 Stufen verlieren.",
    ],
}


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_each_card_of_a_pack_has_clean_words(path: Path, faults: Callable[[list[str]], list[str]]):
    for each in loader.cards_of(load(str(path))):
        lines = listed_words(each, "de")
        assert not faults(lines), each.id
        for line in lines:
            assert not set("<>°") & set(line), line
            assert not ENGLISH & set(line.lower().replace(".", "").split()), line


def made_up(card: Card) -> Iterator[tuple[str, str]]:
    """Give the names that a card makes up for abilities, and for what can be chosen."""
    yield from (("ability_name", name) for name in implied_abilities(card))
    parts: list[Any] = [msgspec.to_builtins(msgspec.structs.replace(card, wording=msgspec.UNSET))]
    while parts:
        part = parts.pop()
        if isinstance(part, list):
            parts += part
        elif isinstance(part, dict):
            parts += part.values()
            for field, family in (("abilities", "ability_name"), ("options", "option")):
                yield from ((family, name) for name in part.get(field, ()))


@pytest.mark.parametrize("pack", loader.available())
def test_each_name_that_a_pack_makes_up_has_a_word(pack: str, monkeypatch: pytest.MonkeyPatch):
    missed = set()
    first = Messages.first

    def spied(told: Messages, *keys: str, **values: object) -> str:
        if keys[-1].endswith(".unknown") and keys[0].split(".")[0] in MADE_UP and keys[0] not in told:
            missed.add(keys[0])
        return first(told, *keys, **values)

    monkeypatch.setattr(Messages, "first", spied)
    for each in loader.cards_of(load(pack)):
        listed_words(each, "de")
        for family, name in made_up(each.card):
            messages("de").word(family, name)
    assert not missed


def test_names_of_abilities_and_choices_are_told():
    names = {name for each in loader.cards_of(load("munchkin-7")) for name in made_up(each.card)}
    assert {("ability_name", "stand_in"), ("option", "left")} <= names
    assert messages("de").word("option", "left") == "links"
    assert messages("de").word("option", "none_such") == "none such"


@pytest.mark.parametrize("card", EXAMPLES)
def test_a_card_reads_as_it_should(card: str):
    entries = {each.id: each for each in loader.cards_of(load("munchkin"))}
    assert listed_words(entries[card], "de") == EXAMPLES[card]


def test_a_table_is_given_german_words():
    known = reference.known_language("de")
    cards = {card["id"]: card for card in msgspec.json.decode(reference.cards_of_packs(("munchkin",), known))}
    assert cards["munchkin/maul_rat"]["words"] == EXAMPLES["munchkin/maul_rat"]


def test_a_game_can_be_told():
    told = set()
    for number in range(4):
        game = Game.new(seats=3, seed=f"de:{number}", options={"winning_level": 5})
        rng = Random(number)
        while not game.over:
            seat, options, option = draw_answer(game.state, rng)
            told.add(question_words(game.state, seat, NAMES, "de"))
            told.update(option_words(each, game.state, seat, NAMES, "de") for each in options)
            for event in game.apply(seat, option):
                told.update(event_words(event, game.state, viewer, NAMES, "de") for viewer in (None, -1, 0, 1))
    assert len(told) > 500
    for text in told:
        assert text
        assert not set("{}_$<>") & set(text), text
        assert "  " not in text, text
        assert ".." not in text, text


def test_the_viewer_is_told_of_himself():
    game = Game.new(seats=3, seed=1)
    event = Event.of("drew", seat=2, card=0, deck=DOOR, shared=0, seen=1 << 2)
    assert event_words(event, game.state, 2, NAMES, "de") == f"Du ziehst {game.card_name(0)}."
    assert event_words(event, game.state, 0, NAMES, "de") == "Cy zieht eine Türkarte."
