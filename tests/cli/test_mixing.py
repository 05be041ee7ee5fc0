"""Commands about mixes: equal cards, cards of one name, dead cards, options in which books differ."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kickdoor.rules.books import BOOKS, options, resolve

Run = Callable[..., Result]
RunJson = Callable[..., Any]
PackFile = Callable[..., Path]

SWORD = """\
id: mine
name: Mine
words: {curse: Trap}
cards:
- {id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1, copies: 12, bad_stuff: [{lose_levels: 1}]}
- {id: oops, name: Oops, deck: door, kind: curse, copies: 12, play: [{lose_levels: 1}]}
- {id: sword, name: Elf Sword, deck: treasure, kind: item, bonus: 3, gold: 400, usable_by: elf, copies: 2}
- {id: hat, name: Hat, deck: treasure, kind: item, bonus: 1, gold: 200, slot: headgear, copies: 30}
"""


def test_a_mix_is_looked_through(run: Run, run_json: RunJson, pack_file: PackFile):
    path = pack_file(SWORD)
    report = run_json("packs", "--packs", path)
    assert (report["packs"], report["book"]) == ([str(path)], "deluxe")
    assert (report["cards"], report["doors"], report["treasures"], report["dungeons"]) == (56, 24, 32, 0)
    (sword,) = report["dead"]
    assert (sword["id"], sword["copies"]) == ("mine/sword", 2)
    assert sword["why"] == "needs elf, which no card here gives"
    assert "munchkin" in sword["woken_by"]
    shown = run("packs", "--packs", path).stdout
    assert "mine/sword" in shown
    assert "woken by munchkin" in shown
    assert run_json("packs", "--packs", f"{path},munchkin")["dead"] == []


def test_a_mix_of_sets(run: Run, run_json: RunJson):
    report = run_json("packs", "--packs", "munchkin,star,bites", "--book", "bites")
    assert report["book"] == "bites"
    assert report["cards"] == report["doors"] + report["treasures"] == 3 * 168
    assert "star/half_breed" in report["merged"]["munchkin/half_breed"]
    assert report["same_names"]["Half-Breed"] == ["munchkin/half_breed", "bites/half_breed"]
    assert report["dead"] == report["only_through"] == []
    shown = run("packs", "--packs", "munchkin,star,bites").stdout
    assert "bites/half_breed" in shown
    assert run("packs", "--book", "star").exit_code == 2


@pytest.mark.parametrize("command", [["sim", "--games", "1"], ["play", "--people", "0", "--seed", "1"]])
def test_dead_cards_are_warned_of(run: Run, pack_file: PackFile, command: list[str]):
    path = pack_file(SWORD)
    result = run(*command, "--packs", path, "--seats", "3", "--option", "winning_level=3")
    assert result.exit_code == 0, result.stderr
    asked = f"`kickdoor packs --packs {path} --book deluxe`"
    assert result.stderr == f"kickdoor: 1 card can never do anything in this mix: Elf Sword. {asked} says why\n"


def test_a_living_mix_is_played_without_a_word(run: Run):
    result = run("sim", "--games", "1", "--packs", "munchkin-lite", "--seats", "3", "--option", "winning_level=3")
    assert (result.exit_code, result.stderr) == (0, "")


def test_cards_of_one_name_are_all_shown_and_equal_ones_once(run_json: RunJson):
    both = run_json("show", "Half-Breed")
    assert [card["id"] for card in both] == ["munchkin/half_breed", "bites/half_breed"]
    for id in ("munchkin/half_breed", "star/half_breed", "bites/half_breed"):
        assert run_json("show", id)["id"] == id


def test_a_card_is_shown_in_the_words_of_its_pack(run: Run, run_json: RunJson, pack_file: PackFile):
    assert run("show", "Oops", "--packs", pack_file(SWORD)).stdout.splitlines()[1:3] == ["Trap.", "Lose 1 level."]
    assert run_json("show", "mine/oops", "--packs", pack_file(SWORD))["words"] == ["Trap.", "Lose 1 level."]


# Options


def test_options_in_which_the_books_of_a_mix_differ(run: Run, run_json: RunJson):
    found = {option["name"]: option for option in run_json("options", "--packs", "munchkin,star,bites")}
    for name, option in options().items():
        values = {book: option.values[book] for book in ("deluxe", "star", "bites")}
        assert (name in found) == (len(set(values.values())) > 1), name
        if name in found:
            assert found[name]["values"] == values
            assert found[name]["in_force"] == option.values["deluxe"]
            assert found[name]["rules"] == list(option.rules)
    assert {"listen_at_door", "loot_treasure", "death_takes_classes"} <= set(found)
    by_star = {o["name"]: o["in_force"] for o in run_json("options", "--packs", "munchkin,star", "--book", "star")}
    assert by_star["listen_at_door"] == resolve("star")["listen_at_door"]
    shown = run("options", "--packs", "munchkin,star").stdout
    assert "in force" in shown
    assert "Played by the book deluxe" in shown
    assert "bites" not in shown


def test_one_book_leaves_nothing_to_choose(run: Run, run_json: RunJson):
    assert run_json("options", "--packs", "munchkin") == []
    assert "Nothing to choose" in run("options", "--packs", "munchkin").stdout
    assert run("options", "--packs", "munchkin", "--book", "heavy").exit_code == 2


DIFFERING = [name for name, option in options().items() if len(set(option.values.values())) > 1]


@pytest.mark.parametrize("name", DIFFERING)
def test_every_option_that_differs_can_be_chosen_alone(run: Run, tmp_path: Path, name: str):
    option = options()[name]
    path = tmp_path / "record.json"
    for value in set(option.values.values()):
        said = {0: "off", 1: "on"}.get(value, value) if option.kind == "switch" else value
        chosen = ["--packs", "munchkin-lite", "--seats", "3", "--option", f"{name}={said}"]
        played = run("play", "--people", "0", *chosen, "--option", "winning_level=2", "--record", path, "--seed", "1")
        assert played.exit_code == 0, played.output
        assert json.loads(path.read_text(encoding="utf-8"))["options"][name] == value


def test_all_options_that_differ_together(run: Run, run_json: RunJson):
    for book in BOOKS:
        words = [w for name in DIFFERING for w in ("--option", f"{name}={options()[name].values[book]}")]
        report = run_json("sim", "--games", "1", "--seats", "3", "--packs", "munchkin-lite", *words)
        assert report["crashes"] == 0


def test_show_speaks_other_languages(run: Run, run_json: RunJson):
    assert run("show", "Maul Rat", "--lang", "de").stdout.splitlines()[3] == "Schlimme Dinge: 1 Stufe verlieren."
    assert run_json("show", "Maul Rat", "--lang", "de")["words"][0] == "Stufe 1. 1 Schatz."
    refused = run("show", "Maul Rat", "--lang", "xx")
    assert refused.exit_code == 2
    assert "only in de, en" in refused.stderr
