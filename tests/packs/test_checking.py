"""The check of a pack: all faults at once, each at its very place, with what was meant; and doubts."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from kickdoor.cli.cards import changes
from kickdoor.packs.beginning import new_pack
from kickdoor.packs.checking import Fault, check_pack
from kickdoor.packs.loader import available, load, read_yaml

BROKEN = """\
id: broken
name: Broken
cards:
- id: rat
  name: Rat
  deck: dor
  kind: monster
  levle: 3
  treasures: two
  bad_stuff:
  - lose_levels: 1
  - lose_level: 2
- id: hat
  name: Hat
  deck: treasure
  kind: itm
  slot: head
  abilities:
    plug:
      when: before_runs
      do: [{escape: {monstr: $m}}]
    other:
      when: any_time
      do: [{draw: {deck: trasure}}]
- name: Nobody
  deck: door
  kind: curse
"""

UNCOMPILED = """\
id: broken
name: Broken
cards:
- id: rat
  name: Rat
  deck: door
  kind: monster
  level: 3
  bad_stuff:
  - lose_levels: 1
  - if: {exists: $x}
    then: [{lose_levels: 1}]
- id: cat
  name: Cat
  deck: door
  kind: curse
  play:
  - lose_levels: 1
  - repeat:
      times: 2
      do:
      - {lose_levels: 1, gain_levels: 1}
"""

DOUBTFUL = """\
id: odd
name: Odd
cards:
- {id: rat, name: Rat, deck: treasure, kind: monster, level: 3, bad_stuff: [{if: {wears: armor}}]}
- {id: hat, name: Hat, deck: treasure, kind: item, slot: hand, bonus: 2, level: 3}
- {id: ham, name: Ham, deck: treasure, kind: item, slot: armor, bonus: 2, gold: 300, usable_by: ninja}
- {id: sp, name: Sp, deck: door, kind: special, when: any_time, play: [{repeat: {times: 1000000, do: [{die: you}]}}]}
- {id: esc, name: Esc, deck: door, kind: monster, level: 9, treasures: 1, bad_stuff: [{suffer: {card: $it, who: left}}]}
"""


def checked(folder: Path, text: str, *others: str) -> list[Fault]:
    path = folder / "pack.yaml"
    path.write_text(text, encoding="utf-8")
    return check_pack(str(path), others)


def test_all_faults_are_told_at_once_each_at_its_place(tmp_path: Path):
    faults = checked(tmp_path, BROKEN)
    assert [(fault.line, fault.column, fault.card) for fault in faults] == [
        (6, 3, "rat"),
        (8, 3, "rat"),
        (9, 3, "rat"),
        (12, 5, "rat"),
        (16, 3, "hat"),
        (17, 3, "hat"),
        (20, 7, "hat"),
        (21, 22, "hat"),
        (24, 20, "hat"),
        (25, 3, "Nobody"),
    ]
    meant = ["door", "level", "lose_levels", "item", "before_run", "monster", "treasure"]
    assert [word for word in meant if any(f"Did you mean {word}?" in fault.remedy for fault in faults)] == meant
    assert "Possible: door, dungeon, treasure" in faults[0].remedy
    assert faults[2].problem == "there should be a whole number here, not the text 'two'"
    assert faults[-1].problem == "the field `id` is missing"


def test_what_cannot_be_compiled_is_told_of_every_card_at_the_very_step(tmp_path: Path):
    faults = checked(tmp_path, UNCOMPILED)
    assert [(fault.line, fault.column) for fault in faults] == [(11, 5), (22, 9)]
    assert "nothing was stored as '$x'" in str(faults[0])
    assert "2 verbs" in str(faults[1])


def test_what_cannot_be_compiled_is_told_beside_what_cannot_be_read(tmp_path: Path):
    faults = checked(tmp_path, UNCOMPILED + "- {id: odd, name: Odd, deck: dor, kind: curse}\n")
    assert [(fault.line, fault.column) for fault in faults][:2] == [(11, 5), (22, 9)]
    assert [fault.card for fault in faults][2:] == ["odd"]


def test_what_is_lawful_and_surely_not_meant_is_a_warning(tmp_path: Path):
    faults = checked(tmp_path, DOUBTFUL, "munchkin")
    assert {fault.weight for fault in faults} == {"warning"}
    told = "\n".join(map(str, faults))
    for words in (
        "4:24: warning: card rat: a monster in the treasure deck",
        "an if without then",
        "an Item without gold",
        "it is held and takes no Hand",
        "level means nothing on such a card",
        "1000000 times would never end",
        "card esc: it strikes again with itself each time",
        "card ham: no card gives the Race or Class ninja",
    ):
        assert words in told, words


IGNORED = """\
id: odd
name: Odd
cards:
- {id: a, name: A, deck: door, kind: monster_enhancer, bonus: 5, modifiers: [{value: run, add: -1, "on": all}]}
- {id: b, name: B, deck: door, kind: monster_enhancer, bonus: 5, no_help: true}
- {id: c, name: C, deck: door, kind: monster_enhancer, bonus: 5, on_kill: [{draw: {deck: treasure}}]}
- {id: d, name: D, deck: door, kind: monster, level: 3, treasures: 1, modifiers: [{value: run, add: -2}]}
- {id: e, name: E, deck: door, kind: curse, strength: [{add: -3}]}
- {id: f, name: F, deck: treasure, kind: one_shot, gold: 100, bonus: 3, strength: [{add: 2, if: {trait: cleric}}]}
- {id: g, name: G, deck: treasure, kind: one_shot, gold: 100, reactions: [{to: died, instead: true, do: [{die: you}]}]}
- {id: h, name: H, deck: treasure, kind: go_up_a_level, play: [{gain_levels: 1}], forbids: [{what: help}]}
- {id: i, name: I, deck: door, kind: curse, lasting: lasting, strength: [{add: -3}]}
"""


def test_what_a_kind_of_card_does_not_read_is_a_warning(tmp_path: Path):
    faults = checked(tmp_path, IGNORED)
    assert {fault.weight for fault in faults} == {"warning"}
    told = [(fault.card, fault.problem.split()[0]) for fault in faults]
    assert told == [
        ("a", "modifiers"),
        ("b", "no_help"),
        ("c", "on_kill"),
        ("d", "modifiers"),
        ("e", "strength"),
        ("f", "strength"),
        ("g", "reactions"),
        ("h", "forbids"),
    ]


def test_the_packs_of_the_house_are_above_doubt():
    assert [str(fault) for name in available() for fault in check_pack(name)] == []


def test_a_file_is_looked_at_again_when_it_is_saved(tmp_path: Path):
    path = tmp_path / "pack.yaml"
    path.write_text(DOUBTFUL)
    seen = changes(path, 0.0)
    next(seen)
    path.write_text(BROKEN)
    path.touch()
    next(seen)


def places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places of plain data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(found for key, each in inner for found in places(each, (*place, key)))]


def mutated(raw: Any, rng: Random) -> Any:
    """The same with one or a few things spoilt."""
    raw = copy.deepcopy(raw)
    for _ in range(rng.randint(1, 3)):
        *way, last = rng.choice([place for place in places(raw) if place])
        held = raw
        for key in way:
            held = held[key]
        match rng.randrange(4):
            case 0:
                held.pop(last)
            case 1:
                held[last] = rng.choice([None, -1, "$x", "", [], {}, True, [[]], 10**7, "<b>", {"a": 1}, 1.5])
            case 2 if isinstance(held, dict):
                held[f"{last}x"] = held.pop(last)
            case _:
                held[last] = [held[last]]
    return raw


@pytest.mark.parametrize("pack", ["munchkin", "bites", "munchkin-6"])
def test_no_spoilt_pack_breaks_the_check(pack: str, tmp_path: Path):
    rng = Random(pack)
    whole: Any = read_yaml(load(pack).text)
    told = 0
    for _ in range(40):
        few = {**whole, "id": "spoilt", "include": [], "reprint": [], "cards": rng.sample(whole["cards"], 6)}
        told += bool(checked(tmp_path, yaml.safe_dump(mutated(few, rng), sort_keys=False)))
    assert told > 20


def test_a_pack_that_needs_another_of_ones_own_is_checked_without_it(tmp_path: Path):
    path = tmp_path / "more.yaml"
    path.write_text(new_pack("more").replace("needs: {", 'needs: {hats: "1.5", '))
    (fault,) = check_pack(str(path))
    assert (fault.weight, fault.line) == ("warning", 8)
    assert "it needs the pack hats 1.5" in fault.problem
