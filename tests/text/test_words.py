"""The words of cards: clean, readable, and from the catalogue only."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from kickdoor.packs import language, loader
from kickdoor.packs.language import Card
from kickdoor.packs.loader import load
from kickdoor.text import Messages, card_words, listed_words, messages, words

HARD = Path(__file__).parents[1] / "packs" / "hard-cards.yaml"
PACKS = [*sorted((Path(loader.__file__).parent / "data").glob("*.yaml")), HARD]
Faults = Callable[[list[str]], list[str]]


def card(**fields: Any) -> Card:
    """Make a card from what a pack file would say."""
    return msgspec.convert({"id": "it", "name": "It", "deck": "door", "kind": "special", **fields}, Card)


def cards_of(path: Path) -> list[Card]:
    return load(str(path)).pack.cards


# The cards that there are.


def test_packs_are_found():
    assert any(cards_of(path) for path in PACKS if path != HARD)
    assert len(cards_of(HARD)) > 20


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_each_card_of_a_pack_has_clean_words(path: Path, faults: Faults):
    for each in loader.cards_of(load(str(path))):
        lines = listed_words(each)
        assert lines, each.id
        assert faults(lines) == [], each.id


def scrambled() -> Messages:
    """Give a language that has English keys and no English words: each letter of a message is an X."""
    english = messages()
    templates = {}
    for key in english:
        shown = english.template(key).replace("{title}", "X").replace("{name}", "X")
        pieces = shown.replace("{", "\0{").replace("}", "}\0").split("\0")
        hidden = [
            piece if piece.startswith("{") else "".join("X" if c.isalpha() else c for c in piece) for piece in pieces
        ]
        templates[key] = "".join(hidden)
    return Messages("xx", templates)


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_no_word_stands_in_the_code(path: Path, monkeypatch: pytest.MonkeyPatch):
    other = scrambled()
    monkeypatch.setattr(words, "messages", lambda language: other)
    for each in cards_of(path):
        for line in card_words(each, "xx"):
            assert set(filter(str.isalpha, line)) <= {"X"}, each.id


# How cards read.

GOLDEN = msgspec.yaml.decode(Path(__file__).with_name("golden.yaml").read_bytes())


def test_golden_cards_are_found():
    assert len(GOLDEN) >= 15


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["words"][-1])
def test_a_card_reads_as_it_should(golden: dict[str, Any]):
    assert card_words(card(**golden["card"])) == golden["words"]


def test_a_card_says_the_words_of_its_pack():
    trap = card(kind="curse", play=[{"lose": {"from": "hirelings"}}])
    assert card_words(trap) == ["Curse.", "Lose all your Hirelings."]
    assert card_words(trap, words={"curse": "Trap", "hireling": "Minion"}) == ["Trap.", "Lose all your Minions."]
    assert card_words(trap, words={}) == card_words(trap)


def test_every_kind_that_may_be_renamed_has_a_plain_word():
    for kind in get_args(language.RenamedKind):
        renamed = messages().renamed({kind: "Thing"})
        assert [renamed.get(f"kind.{kind}", n=n) for n in (1, 2)] == ["Thing", "Things"]
        assert renamed.get(f"kind_fact.{kind}") == "Thing"


def test_a_race_goes_by_its_name_and_counts_as_its_trait():
    elfling = card(id="elfling", name="Elfling", kind="race", trait="elf")
    assert card_words(elfling) == ["Race. Counts as an Elf."]
    assert card_words(card(kind="item", usable_by="elf", gold=100)) == ["100 gold. Usable by Elves only."]


def test_a_power_is_had_and_not_been():
    powers = {"rodomontade": "Rodomontade", "moon": "Moon Cycle"}
    horn = card(kind="item", usable_by="rodomontade", gold=100)
    assert card_words(horn, powers=powers) == ["100 gold. Usable only with the Power Rodomontade."]
    mute = card(kind="item", not_usable_by=["rodomontade", "moon"], gold=100)
    assert card_words(mute, powers=powers) == ["100 gold. Not usable with the Power Rodomontade or Moon Cycle."]
    mixed = card(kind="item", usable_by=["elf", "moon"], gold=100)
    assert card_words(mixed, powers=powers) == ["100 gold. Usable by Elves and players with the Power Moon Cycle only."]


def test_a_listed_card_says_the_words_of_its_pack():
    source = load("bites")
    names = {each.name for each in source.pack.cards if each.kind == "power"}
    told = [line for each in loader.cards_of(source) for line in listed_words(each) if "with the Power" in line]
    assert told
    assert all(any(name in line for name in names) for line in told)
    assert not any("Hireling" in line for each in loader.cards_of(source) for line in listed_words(each))


def test_a_pack_calls_races_and_classes_by_its_own_names():
    entries = {each.id: listed_words(each) for each in loader.cards_of(load("babies"))}
    assert entries["babies/werecub"][1] == "+3 against Elflings."
    assert "if you are a Holy Terror" in entries["babies/princess_tut"][1]
    assert entries["babies/footie_pyjamas_of_silence"][0].endswith("Usable by Crumb Snatchers only.")
    assert entries["babies/elfling"][0].startswith("Race. Counts as an Elf.")


def test_a_trap_is_no_curse_by_name():
    trap = card(kind="curse", tags=["trap"], play=[{"lose_levels": 1}])
    assert card_words(trap) == ["Trap.", "Lose 1 level."]


def test_lasers_say_that_they_snap_together():
    laser = card(kind="item", slot="hand", hands=2, bonus=2, gold=400, tags=["laser"])
    assert "(it snaps together with other Lasers: 2 Hands for all of them)" in card_words(laser)[0]


def test_what_can_be_done_again_and_again_says_so():
    pay = [{"choose": {"cards": {"from": "hand"}, "into": "$paid"}}, {"discard": "$paid"}]
    again = {"when": "any_combat", "cost": pay, "do": [{"add_strength": {"count": 2, "monster": "$it"}}]}
    once = again | {"limit": 1, "per": "combat"}
    spent = again | {"cost": [{"discard": "$it"}]}
    told = [
        card_words(card(kind="monster", level=1, treasures=1, abilities={"pay": each}))[1]
        for each in (again, once, spent)
    ]
    assert ["any number of times" in line for line in told] == [True, False, False]


def test_a_card_that_hangs_on_classes_says_when_it_is_lost():
    assert card_words(card(kind="class_enhancer"))[-1] == "Lost when you have no Class left."
    assert card_words(card(kind="race_enhancer", lost_below=2))[-1] == "Lost when fewer than 2 of your Races are left."


DASH = "\N{EN DASH}"
FACES = [
    (1, "on a 1"),
    (2, f"on 1{DASH}2"),
    (5, f"on 1{DASH}5"),
]


@pytest.mark.parametrize(("most", "told"), FACES)
def test_a_die_is_told_as_it_falls(most: int, told: str):
    bad = [{"roll": {}}, {"if": {"number": {"of": "$roll", "at_most": most}}, "then": [{"lose_levels": 1}]}]
    assert card_words(card(kind="curse", play=bad))[1] == f"Roll a die: {told}, lose 1 level."


def test_what_a_die_decides_is_a_table():
    rest = [{"if": {"number": {"of": "$roll", "at_least": 6}}, "then": [{"gain_levels": 1}], "else": [{"die": "you"}]}]
    steps = [
        {"roll": {}},
        {"if": {"number": {"of": "$roll", "at_most": 2}}, "then": [{"lose_levels": 1}], "else": rest},
    ]
    told = f"Roll a die: on 1{DASH}2, lose 1 level; on 3{DASH}5, you die; on a 6, gain 1 level."
    assert card_words(card(play=steps)) == [told]


def test_a_swap_reads_as_a_swap():
    play = [
        {"choose": {"players": "others", "into": "$other"}},
        {"choose": {"cards": {"from": "items", "of": "$other"}, "into": "$theirs"}},
        {"choose": {"cards": {"from": "items"}, "into": "$mine"}},
        {"take": {"cards": "$theirs", "to": "you", "into": "table"}},
        {"take": {"cards": "$mine", "to": "$other", "into": "table"}},
    ]
    told = card_words(card(play=play))
    assert told == ["Take 1 Item of another player. Give that player 1 of your Items in return."]
