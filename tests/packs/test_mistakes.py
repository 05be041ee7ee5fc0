"""Mistakes of people who do not program: each is told at its place, with what to write instead, in every language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kickdoor.packs import checking
from kickdoor.packs.checking import Fault, check_text
from kickdoor.text.faults import in_language

HEAD = 'id: cellar\nname: The Cellar\nneeds: {munchkin: ""}\ncards:\n'
MONSTER = """\
- id: angry_barrel
  name: Angry Barrel
  deck: door
  kind: monster
  origin: own
  level: 4
  treasures: 2
  bad_stuff: [{lose_levels: 1}]
"""
ITEM = """\
- id: cork_helmet
  name: Cork Helmet
  deck: treasure
  kind: item
  origin: own
  slot: headgear
  bonus: 2
  gold: 300
"""
CURSE = """\
- id: hiccups
  name: Hiccups
  deck: door
  kind: curse
  origin: own
  play: [{lose_levels: 1}]
"""
STUFF = "[{lose_levels: 1}]"

# What is written, with which change, where the fault is told, what it says.
MISTAKES = [
    # What is no YAML
    (MONSTER, "  level: 4", "   level: 4", (10, 4), "begins at column 4, the one above it at column 3"),
    (MONSTER, "  level: 4", "\tlevel: 4", (10, 1), "indented with a tab"),
    (MONSTER, "  level: 4", "\u00a0\u00a0level: 4", (10, 1), "no ordinary one (U+00A0)"),
    (MONSTER, "level: 4", "level:4", (10, 9), "no blank after the colon. Write level: 4"),
    (
        MONSTER,
        "Angry Barrel",
        "Barrel: the Angry",
        (6, 9),
        'second colon in the line. Put the text in quotes: "Barrel:',
    ),
    (MONSTER, "name: Angry", 'name: "Angry', (6, 9), 'has no " at its end'),
    (MONSTER, "Angry Barrel", "'Barrel's Rage'", (6, 9), 'Use the other quotes: "Barrel\'s Rage"'),
    (MONSTER, "Angry Barrel", "@Barrel", (6, 9), 'cannot begin with @. Put it in quotes: "@Barrel"'),
    (MONSTER, "Angry Barrel", "*Barrel*", (6, 9), 'cannot begin with *. Put it in quotes: "*Barrel*"'),
    (CURSE, "Hiccups", "!Hiccups", (6, 9), 'cannot begin with !. Put it in quotes: "!Hiccups"'),
    (MONSTER, STUFF, "[{lose_levels: 1]", (12, 30), "the { of line 12 is not closed before this. Close it with }"),
    (MONSTER, STUFF, "[{lose_levels: 1},, {die: you}]", (12, 32), "a comma has nothing before it"),
    (MONSTER, STUFF, "\n  - lose_levels: 1\n    discard_hand", (14, 5), "no colon after discard_hand"),
    (MONSTER, "level: 4", "level: 4\n  level: 5", (11, 3), "the field level is given twice"),
    # Other sorts of values
    (ITEM, "bonus: 2", "bonus: three", (11, 3), "a whole number here, not the text 'three'. Write 3"),
    (ITEM, "bonus: 2", 'bonus: "2"', (11, 3), "not the text '2'. Write 2"),
    (ITEM, "gold: 300", "gold: 1,000", (12, 3), "not the text '1,000'. Write 1000"),
    (ITEM, "gold: 300", "gold: 1,5", (12, 3), "not the text '1,5'. Write digits"),
    (ITEM, "gold: 300", "gold: 1.5", (12, 3), "not the number 1.5. Write digits"),
    (ITEM, "gold: 300", "gold: 300 gold pieces", (12, 3), "Write 300"),
    (MONSTER, "level: 4", "level: 4-6", (10, 3), "not the text '4-6'. Write digits"),
    (ITEM, "gold: 300", "gold: 300\n  big: yes", (13, 3), "true or false here, not the text 'yes'. Write true"),
    (MONSTER, "Angry Barrel", "1000", (6, 3), 'a text here, not the number 1000. Put it in quotes: "1000"'),
    (MONSTER, "Angry Barrel", "#1 Barrel", (6, 3), "# hides it"),
    (MONSTER, STUFF, "{lose_levels: 1}", (12, 3), "put all of it in [ ], such as [{lose_levels: 1}]"),
    (MONSTER, STUFF, "lose a level", (12, 3), "a list here, not the text 'lose a level'"),
    (MONSTER, STUFF, "[lose a level]", (12, 15), "Write it such as {lose_levels: 1}. Did you mean lose_levels?"),
    (MONSTER, STUFF, "[{die}]", (12, 16), "Write whom it concerns, such as you"),
    (ITEM, "gold: 300", "gold: 300\n  abilities: [{when: any_time, do: []}]", (13, 3), "Leave the dash or [ ] out"),
    (
        ITEM,
        "gold: 300",
        "gold: 300\n  abilities: {when: any_time, do: []}",
        (13, 3),
        "what stands in abilities has no name",
    ),
    (MONSTER, "- id", "  id", (4, 1), "Begin each entry with a dash"),
    # Words
    (MONSTER, "level: 4", "lvl: 4", (10, 3), "there is no field `lvl` here. Did you mean level?"),
    (MONSTER, "level: 4", "stufe: 4", (10, 3), "Did you mean level?"),
    (ITEM, "slot: headgear", "slot: head", (10, 3), "Did you mean headgear? Possible: armor, footgear, hand, headgear"),
    (MONSTER, "kind: monster", "kind: Monster", (8, 3), "Did you mean monster? Possible: class, class_enhancer,"),
    (ITEM, "kind: item", "kind: weapon", (8, 3), "Did you mean item?"),
    (MONSTER, "origin: own", "origin: mine", (9, 3), "Did you mean own? Possible: completed, ours, own, printed"),
    (MONSTER, "lose_levels", "lose_level", (12, 16), "Did you mean lose_levels?"),
    (MONSTER, STUFF, "[{lose_levels: {who: enemies}}]", (12, 15), "unknown players 'enemies'. Did you mean others?"),
    (MONSTER, STUFF, "[{lose: {from: inventory}}]", (12, 15), "unknown zone 'inventory'. Did you mean items?"),
    (
        MONSTER,
        STUFF,
        "[{lose_levels: 1, discard_hand: you}]",
        (12, 15),
        "2 verbs (discard_hand, lose_levels). Make a step",
    ),
    (MONSTER, STUFF, f"[{{then: {STUFF}}}]", (12, 15), "then and else need an if"),
    (MONSTER, STUFF, "[{lose: $shoes}]", (12, 15), "such as a choose with into: $shoes"),
    (MONSTER, "- id: angry_barrel\n  name", "- name", (5, 3), "the field `id` is missing"),
    (
        MONSTER,
        "  kind: monster\n",
        "",
        (5, 3),
        "the field `kind` is missing. Write kind: and its value. Possible: class,",
    ),
    (MONSTER, "id: angry_barrel", "id: Angry Barrel", (5, 3), "Write id: angry_barrel"),
    (MONSTER, MONSTER, MONSTER + MONSTER, (13, 3), "its id is given twice. Write id: angry_barrel_2"),
    # What is lawful and surely not meant
    (
        ITEM,
        "gold: 300",
        "gold: 300\n  usable_by: elves",
        (13, 3),
        "no card gives the Race or Class elves. Did you mean elf?",
    ),
    (ITEM, "gold: 300", "gold: 300\n  usable_by: Elf", (13, 3), "Did you mean elf?"),
    (ITEM, "gold: 300", "gold: 300\n  usable_by: gnome", (13, 3), "Play it with one of: munchkin-3"),
    (
        ITEM,
        "gold: 300",
        "gold: 300\n  strength: [{add: 2, if: {monster_tag: demonic}}]",
        (13, 28),
        "no card has the tag demonic",
    ),
    (ITEM, "slot: headgear", "slot: hand", (10, 3), "it is held and takes no Hand"),
    (ITEM, "slot: headgear", "slot: hand\n  hands: 4", (11, 3), "nobody has 4 Hands"),
    (MONSTER, "deck: door", "deck: treasure", (7, 3), "a monster in the treasure deck"),
    (MONSTER, "level: 4", "level: -4", (10, 3), "a monster of Level -4"),
    (MONSTER, "level: 4", "level: 4\n  bonus: 3", (11, 3), "bonus means nothing on such a card"),
    (MONSTER, "Angry Barrel", "“Angry Barrel”", (6, 3), "the quotes around the name are printed with it"),
    (
        ITEM,
        "gold: 300",
        "gold: 300\n  abilities: {a: {when: own_turn, do: [{gain_levels: 1}], cost: "
        "[{choose: {cards: {from: hand}, optional: true, into: $p}}, {discard: $p}]}}",
        (13, 59),
        "the price may be nothing",
    ),
    (CURSE, "  play: [{lose_levels: 1}]\n", "", (5, 3), "it does nothing. Say what it does, with play"),
]


def told(card: str, old: str, new: str) -> list[Fault]:
    assert old in card
    return check_text(HEAD + card.replace(old, new, 1), "pack.yaml")


@pytest.mark.parametrize(("card", "old", "new", "place", "words"), MISTAKES, ids=[each[4][:40] for each in MISTAKES])
def test_a_mistake_is_told_once_at_its_place_with_what_to_do(
    card: str, old: str, new: str, place: tuple[int, int], words: str
):
    (fault,) = told(card, old, new)
    assert (fault.line, fault.column) == place
    assert words in f"{fault.problem}. {fault.remedy}"
    for said in (fault.problem, fault.remedy):
        assert in_language(said, "de") != said


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "Possible: author, book, cards,"),
        ("Angry Barrel, level 4\n", (1, 1), "not the text 'Angry Barrel, level 4'"),
        ("id: My Cellar\nname: C\n", (1, 1), "Write id: my-cellar"),
        ("id: c\nname: C\nversion: 1.0\n", (3, 1), 'Put it in quotes: "1.0"'),
        ("id: c\nname: C\nneeds: [munchkin]\n", (3, 1), "Leave the dash or [ ] out"),
        ('id: c\nname: C\nneeds: {munchkn: ""}\n', (3, 9), "Did you mean munchkin?"),
        ("id: c\nname: C\nbook: standard\n", (3, 1), "Possible: babies, bites, deluxe, lite, star"),
        ("id: c\nname: C\ncards:\n  rat:\n    name: Rat\n", (3, 1), "Begin each entry with a dash"),
    ],
)
def test_mistakes_about_the_whole_pack(text: str, place: tuple[int, int], words: str):
    (fault,) = check_text(text, "pack.yaml")
    assert (fault.line, fault.column) == place
    assert words in f"{fault.problem}. {fault.remedy}"


def test_days_and_yes_are_texts():
    assert told(MONSTER, "Angry Barrel", "2024-12-24") == []
    assert told(MONSTER, "Angry Barrel", "No") == []


RAISED = {"CompileError": (0, 1), "Excess": (1, 2), "Doubt": (1, 2), "SyntaxFault": (2, 3), "PackError": (3, 4)}
"""Where in their arguments these have what is wrong, and what to do."""


def sentence(node: ast.expr) -> str:
    """A text, with a word in place of all that is put into it."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "xyz" for part in node.values)
    return ""


def test_all_that_the_check_says_has_german_words():
    folder = Path(checking.__file__).parent
    calls = [node for file in folder.glob("*.py") for node in ast.walk(ast.parse(file.read_text()))]
    said = [
        sentence(call.args[at])
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in RAISED
        for at in RAISED[call.func.id]
        if at < len(call.args)
    ]
    said = [text for text in said if " " in text and not text.startswith("cannot be read (")]
    assert len(said) > 100
    assert [text for text in said if in_language(text, "de") == text] == []
