"""The check of a pack: all faults at once, each at its very place, with what was meant; and doubts."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from kickdoor.packs.beginning import new_pack
from kickdoor.packs.checking import Fault, check_pack
from kickdoor.packs.loader import available, load, read_yaml
from kickdoor.text.faults import in_language

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


MIXED = """\
id: mixed
name: Mixed
include:
- pack: munchkin
  cards: {lame_goblinn: 1}
cards:
- id: a
  name: <b>Rat</b>
  deck: dor
  kind: monstr
  level: four
  bad_stuff:
  - if: {wears: hedgear}
    then:
    - lose_level: 1
    - choose: {cards: {from: inventory}, into: $x}
    - lose: $x
    - lose: $y
- id: b
  name: Hat
  deck: treasure
  kind: item
  abilities:
    one: {when: in_my_turn, do: [{lose: $event}]}
    two: {when: any_time, do: [{lose_levels: {who: enemies}}]}
- id: b
  name: Mat
  deck: treasure
  kind: item
  bonus: 1
- id: c
  name: Cat
  deck: treasure
  kind: item
  bonus: 1
"""


def test_what_cannot_be_read_does_not_hide_what_cannot_be_compiled_nor_what_is_doubtful(tmp_path: Path):
    faults = checked(tmp_path, MIXED)
    assert [(fault.line, fault.column, fault.card, fault.weight) for fault in faults] == [
        (8, 3, "a", "error"),
        (9, 3, "a", "error"),
        (10, 3, "a", "error"),
        (11, 3, "a", "error"),
        (13, 10, "a", "error"),
        (15, 7, "a", "error"),
        (16, 7, "a", "error"),
        (18, 7, "a", "error"),
        (24, 11, "b", "error"),
        (25, 32, "b", "error"),
        (26, 3, "b", "error"),
        (31, 3, "c", "warning"),
    ]


def test_every_card_that_is_taken_over_and_not_there_is_told(tmp_path: Path):
    taken = "include:\n- {pack: munchkin, cards: {lame_goblinn: 1, xyz: 1}}\n- {pack: munchkinn, cards: {cleric: 1}}\n"
    faults = checked(tmp_path, f"id: t\nname: T\n{taken}")
    assert [(fault.line, fault.column) for fault in faults] == [(4, 28), (4, 45), (5, 4)]
    assert "Did you mean lame_goblin?" in faults[0].remedy
    assert "Did you mean munchkin?" in faults[2].remedy


def test_a_field_that_is_needed_and_misspelt_is_told_once(tmp_path: Path):
    (fault,) = checked(
        tmp_path, "id: t\nname: T\ncards:\n- {id: a, name: A, deckk: door, kind: curse, play: [{die: you}]}\n"
    )
    assert "Did you mean deck?" in fault.remedy


@pytest.mark.parametrize(
    "wrong",
    [
        "[{choose: {cards: {from: hand}, intoo: $x}}, {lose: $x}]",
        "[{chose: {cards: {from: hand}, into: $x}}, {lose: $x}]",
        "[{choose: {cards: {from: hand}, into: 5}}, {lose: $x}]",
        "[lose, {lose: $x}]",
        "[{choose: {cards: {from: hand}, into: $x, worthh: <b>}}, {lose: $x}]",
        "[{lose: [hand]}]",
    ],
)
def test_what_comes_of_an_error_is_no_other(tmp_path: Path, wrong: str):
    card = f"- {{id: a, name: A, deck: door, kind: curse, play: {wrong}}}\n"
    assert len(checked(tmp_path, f"id: t\nname: T\ncards:\n{card}")) == 1


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("{trait: elf, not: {trait: elf}}", "something and the contrary"),
        ("{level_at_least: 12}", "nobody is Level 12 in a game to Level 10"),
        ("{level_at_most: 0}", "nobody is Level 0"),
        ("{level_at_least: 6, level_at_most: 4}", "at least 6 and at most 4"),
        ("{number: {of: {count: {from: hand}}, at_least: 8, at_most: 3}}", "at least 8 and at most 3"),
        ("{party_uses: {level_at_least: 6, level_at_most: 4}}", "at least 6 and at most 4"),
        ("{fighter: true, helper: true}", "nobody is fighter and helper at once"),
    ],
)
def test_a_condition_that_never_holds_is_doubted(tmp_path: Path, condition: str, why: str):
    card = f"- {{id: a, name: A, deck: door, kind: curse, play: [{{if: {condition}, then: [{{die: you}}]}}]}}\n"
    (fault,) = checked(tmp_path, f"id: t\nname: T\ncards:\n{card}")
    assert fault.weight == "warning"
    assert why in fault.problem
    assert in_language(fault.problem, "de").startswith("das trifft nie zu: ")
    assert why not in in_language(fault.problem, "de")


SEVERAL = """\
id: several
name: Several
cards:
- id: a
  name: A
  deck: door
  kind: curse
  cost: [{lose_levels: 1}]
  strength: [{add: 1, if: {winning: true}}, {add: 2}, {add: 1, if: {winning: true}}]
  play:
  - lose: $nothing
  - choose: {players: othrs, into: $who}
  - lose_levels: {who: $who}
  - if: {number: {of: $zero, at_least: 1}}
    then:
    - lose: $one_more
    - {lose_levels: 1, die: you}
  - for_each: {players: othes, as: $each, do: [{lose: $gone}, {lose_levels: {who: $each}}]}
- id: b
  name: B
  deck: treasure
  kind: item
  gold: 100
  abilities:
    one: {when: any_time, do: [{lose: $x}]}
    two: {when: any_time, if: {exists: $y}, do: [{lose: $z}]}
  reactions:
  - {to: got, of: others, do: [{lose_levels: 1}]}
  - {to: died, of: others, instead: true, do: [{lose: $w}]}
"""


def test_all_that_cannot_be_compiled_of_a_card_is_told_at_once(tmp_path: Path):
    faults = checked(tmp_path, SEVERAL)
    # What a step with an error would have stored is not missed besides.
    assert [fault.line for fault in faults] == [8, 9, 9, 11, 12, 14, 16, 17, 18, 18, 25, 26, 26, 28, 29, 29]
    assert {fault.weight for fault in faults} == {"error"}


def test_all_texts_with_markup_and_all_bad_names_are_told_at_once(tmp_path: Path):
    card = "- {id: %s, name: %s, deck: door, kind: curse, play: [{lose_levels: 1}]}\n"
    head = "id: p\nname: P\ncards:\n"
    marked = head + "".join(card % (id, name) for id, name in (("a", "<b>x"), ("b", "fine"), ("c", "x &amp; y")))
    assert [fault.line for fault in checked(tmp_path, marked)] == [4, 6]
    bad = head + "".join(card % (id, name) for id, name in (("a", '" "'), ("b", "fine"), ("c", '"  "')))
    assert [fault.line for fault in checked(tmp_path, bad)] == [4, 6]


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
    path.write_text(new_pack("more").replace("needs: {", 'needs: {hats: "1.5", caps: "", '))
    assert [fault.problem.partition(":")[0] for fault in check_pack(str(path))] == [
        "it needs the pack hats 1.5",
        "it needs the pack caps",
    ]
