"""Positions that no game can come to fail, and say why; those on purpose say that they are."""

from typing import Any

import pytest

from kickdoor.play.scenario import run_one

HATS = [{"name": "cap", "slot": "headgear"}, {"name": "hood", "slot": "headgear"}]
POLES = [{"name": "pole", "slot": "hand", "hands": 2}, {"name": "club", "slot": "hand", "hands": 1}]
BIG = [{"name": "sofa", "big": True}, {"name": "oven", "big": True}]


def run(a: dict[str, Any], **given: Any) -> str:
    return run_one({"id": "x", "players": {"A": a, "B": {}, "C": {}}, "expect": {"levels": {"B": 1}}, **given}).why


@pytest.mark.parametrize(
    ("a", "given", "said"),
    [
        ({}, {"rolls": [3, 7]}, "a die cannot show 7"),
        ({}, {"rolls": [0]}, "a die cannot show 0"),
        ({"level": 0}, {}, "A is at Level 0, and the lowest is 1"),
        ({"level": 10}, {}, "A is at Level 10, and has won with 10"),
        ({"equipped": HATS}, {}, "more equipped than they have slots and Hands for: cap, hood"),
        ({"equipped": POLES}, {}, "more equipped than they have slots and Hands for: pole, club"),
        ({"carried": BIG}, {}, "more Big Items than they may carry: sofa, oven"),
        ({"classes": ["Warrior", "Wizard"]}, {}, "more Classes than they may: Warrior, Wizard"),
        ({"races": ["Elf", "Dwarf"]}, {}, "more Races than they may: Elf, Dwarf"),
        ({"races": ["Elf", "Elf"], "table": ["Half-Breed"]}, {}, "the same Class or Race twice: Elf"),
        ({"dead": True}, {"combat": {"fighter": "A", "monsters": ["Maul Rat"]}}, "A is dead and fights"),
        ({}, {"door": ["Magic Missile"]}, "in the door deck lies what is of another: Magic Missile"),
        ({"table": ["Maul Rat"]}, {}, "A has a monster in play: Maul Rat"),
        ({"curses": ["Curse! Duck of Doom"]}, {}, "A has a Curse that does not stay: Curse! Duck of Doom"),
        ({"table": ["Half-Breed"]}, {}, "A has Half-Breed with too few Classes or Races for it"),
        (
            {"carried": ["Huge Rock"], "attached": {"Helm of Courage": "Huge Rock"}},
            {},
            "A has an Item on what carries none: Helm of Courage on Huge Rock",
        ),
    ],
)
def test_what_no_game_comes_to_fails_unless_it_is_meant(a: dict[str, Any], given: dict[str, Any], said: str) -> None:
    why = run(a, **given)
    assert "the position is unlawful: " in why
    assert said in why
    assert why.endswith("If that is meant, say `unlawful: true`")
    assert run(a, **given, unlawful=True) == ""


@pytest.mark.parametrize(
    ("a", "given"),
    [
        ({"level": 9}, {"rolls": [1, 6]}),
        ({"level": 10}, {"options": {"winning_level": 20}}),
        ({"carried": HATS}, {}),
        ({"classes": ["Warrior", "Wizard"], "table": ["Super Munchkin"]}, {}),
        ({"races": ["Dwarf"], "carried": BIG}, {}),
        ({"races": ["Elf", "Dwarf"], "table": ["Half-Breed"]}, {}),
        ({"level": 3, "carried": BIG, "dead": True}, {}),
        ({}, {"door": [{"name": "duck", "bonus": 2}]}),
        ({"table": ["Hireling"], "carried": ["Huge Rock"], "attached": {"Huge Rock": "Hireling"}}, {}),
    ],
)
def test_what_the_cards_allow_is_lawful(a: dict[str, Any], given: dict[str, Any]) -> None:
    assert run(a, **given) == ""


def test_more_copies_than_the_packs_have_are_never_laid_out() -> None:
    assert "copies of 'Wishing Ring' are already placed" in run({"hand": ["Wishing Ring"] * 9}, unlawful=True)


@pytest.mark.parametrize(
    ("a", "given", "said"),
    [
        ({"classes": ["Helm of Courage"]}, {}, "'Helm of Courage' is no Class"),
        ({"curses": ["Elf"]}, {}, "'Elf' is no Curse"),
        ({}, {"combat": {"fighter": "A", "monsters": ["Elf"]}}, "'Elf' is no monster"),
        ({}, {"combat": {"fighter": "A", "helper": "A", "monsters": ["Maul Rat"]}}, "A cannot help themselves"),
        (
            {},
            {"phase": "kick_open", "combat": {"fighter": "A", "monsters": ["Maul Rat"]}},
            "in a fight `phase` is `combat` or `running_away`, not 'kick_open'",
        ),
    ],
)
def test_what_makes_no_sense_is_never_laid_out(a: dict[str, Any], given: dict[str, Any], said: str) -> None:
    assert said in run(a, **given, unlawful=True)
