"""Rules, rulings and cards are found by asking in plain words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kickdoor.rules.catalogue import catalogue
from kickdoor.rules.rulings import rulings
from kickdoor.server.search import Index, search

ROOT = Path(__file__).parents[2]
FIRST = 4


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Can I sell items in combat?", "ACT-09"),
        ("How do I run away?", "RUN-02"),
        ("what happens when I die", "DEATH-01"),
        ("what is a tie", "CMB-01"),
        ("How many cards may I hold in my hand?", "CARD-07"),
        ("when can I steal as a thief", "CHAR-11"),
        ("who wins the game", "WIN-01"),
        ("does my helper gain a level", "HELP-05"),
        ("do I get a level for helping", "HELP-05"),
        ("cmb-15", "CMB-15"),
    ],
)
def test_a_question_finds_its_rule(question: str, rule: str) -> None:
    assert rule in [found.id for found in search(question, "en").rules[:FIRST]]


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Wann darf ich verkaufen?", "SELL-02"),
        ("weglaufen Würfel", "RUN-02"),
        ("Wie viele Karten auf der Hand?", "CARD-07"),
        ("Fluch ohne Wirkung", "CURSE-05"),
    ],
)
def test_a_german_question_finds_it_too(question: str, rule: str) -> None:
    assert rule in [found.id for found in search(question, "de").rules[:FIRST]]


@pytest.mark.parametrize("question", ["can I help twice", "can two players help me"])
def test_a_question_is_about_its_noun_and_not_about_how_many(question: str) -> None:
    found = [rule.id for rule in search(question, "en").rules]
    assert "HELP-01" in found[:2]
    assert "STEED-05" not in found[:FIRST], "which has no more than the word"


def test_a_card_is_found_by_its_name_and_by_what_it_does() -> None:
    assert search("helm of courage", "en").cards[0].title == "Helm of Courage"
    assert "Boots of Running Really Fast" in [card.title for card in search("run away faster", "en").cards]
    german = search("Helm of Courage", "de").cards[0]
    assert "Kopfbedeckung" in german.text, "its words are those of the language"


def test_a_ruling_is_found_with_its_reason() -> None:
    found = search("Does the Pit Bull take a polearm or a stick?", "en").rulings[0]
    assert found.id == "RUL-03"
    assert found.why


def test_rules_and_names_are_known_before_the_words_of_cards_are_read() -> None:
    fresh = Index("en")
    early = fresh.find("how do I run away")
    assert not early.whole
    assert "RUN-02" in [rule.id for rule in early.rules[:FIRST]]
    assert "Headgear" in fresh.find("helm of courage").cards[0].text, "what is shown has its words"
    while not fresh.whole:
        fresh.read_on(500)
    assert fresh.find("can I help twice") == search("can I help twice", "en")


def test_nothing_is_found_where_nothing_is_asked() -> None:
    for question in ("", "  ", "the of and", "xyzzy", "?" * 200, "ß" * 200):
        found = search(question, "en")
        assert not found.rules + found.rulings + found.cards


def test_every_rule_is_found_by_its_own_words() -> None:
    missed = [
        rule.id for rule in catalogue().values() if rule.id not in [one.id for one in search(rule.text, "en").rules]
    ]
    assert missed == []


def test_the_rulings_are_those_of_the_page() -> None:
    tool = ROOT / "tools" / "rulings.py"
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert len(rulings()) > 200
