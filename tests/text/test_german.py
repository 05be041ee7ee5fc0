"""German: every card and every game can be told in it, in German words."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from kickdoor.engine.events import Event
from kickdoor.packs import loader
from kickdoor.packs.loader import load
from kickdoor.play.driver import draw_answer
from kickdoor.play.game import Game
from kickdoor.server import reference
from kickdoor.text import listed_words
from kickdoor.text.asking import option_words, question_words
from kickdoor.text.log import event_words

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
        "In deinem Kampf: du darfst bis zu 3 Karten ablegen, für je +1.",
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
    event = Event("drew", 2, 0, -1, 0, 1 << 2)
    assert event_words(event, game.state, 2, NAMES, "de") == f"Du ziehst {game.card_name(0)}."
    assert event_words(event, game.state, 0, NAMES, "de") == "Cy zieht eine Türkarte."
