"""The words of cards: complete, clean, and readable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from kickdoor.packs import language
from kickdoor.packs.language import Card, Pack
from kickdoor.text import Messages, card_words, messages, words
from kickdoor.text.abilities import paid_cards
from kickdoor.text.choices import CHOOSE_PARTS, PHRASES, PICKS
from kickdoor.text.conditions import IF, IF_SUBJECTS, NUMBER, NUMBER_PARTS
from kickdoor.text.phrases import CARD_IS
from kickdoor.text.scripts import CONTROL
from kickdoor.text.steps import VERBS
from kickdoor.text.words import FACTS, LINE, LINE_PARTS, LINES, TOLD_WITH, UNTOLD

DATA = Path(language.__file__).parent / "data"
PACKS = sorted(DATA.glob("*.yaml"))

# The words for players that the language knows.
WHO = [
    "you",
    "by",
    "owner",
    "fighter",
    "helper",
    "turn",
    "left",
    "right",
    "others",
    "others_right",
    "all",
    "party",
    "highest",
    "lowest",
    "highest_others",
    "lowest_others",
    "roller",
    "runner",
    "victim",
]


def card(**fields: Any) -> Card:
    """Make a card from what a pack file would say."""
    return msgspec.convert({"id": "it", "name": "It", "deck": "door", "kind": "special", **fields}, Card)


def played(*steps: dict[str, Any], **fields: Any) -> Card:
    return card(play=list(steps), **fields)


def monster(**fields: Any) -> Card:
    return card(kind="monster", level=1, treasures=1, **fields)


def fields(model: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(model)}


def cards_of(path: Path) -> list[Card]:
    return msgspec.yaml.decode(path.read_bytes(), type=Pack).cards


def faults(lines: list[str]) -> list[str]:
    """List the lines that show how they were made, or are no sentences."""
    return [
        line
        for line in lines
        if set("${}_") & set(line)
        or not line.endswith(".")
        or line[0].islower()
        or any(sign in line for sign in ("  ", "..", " .", " ,", ",,", ",:", ". .", "()"))
    ]


# Every field and verb of the language has words.


def test_each_verb_has_words():
    assert fields(language.Step) == CONTROL.keys() | {"then", "else"}
    assert CONTROL.keys() >= VERBS.keys()


def test_each_part_of_a_condition_has_words():
    assert fields(language.If) == IF.keys() | IF_SUBJECTS


def test_each_question_about_a_card_has_words():
    assert fields(language.CardIs) == CARD_IS.keys()


def test_each_part_of_a_number_has_words():
    assert fields(language.Number) == NUMBER.keys() | NUMBER_PARTS


def test_each_part_of_a_choice_has_words():
    assert fields(language.Choose) == PICKS.keys() | CHOOSE_PARTS
    assert PICKS.keys() == PHRASES.keys()


def test_each_part_of_a_line_has_words():
    assert fields(language.Line) == LINE.keys() | LINE_PARTS


def test_each_field_of_a_card_has_words():
    told = [*FACTS, *LINES, *TOLD_WITH, *UNTOLD]
    assert len(told) == len(set(told))
    assert set(told) == fields(Card)
    assert set(TOLD_WITH.values()) <= FACTS.keys() | LINES.keys()


PAY = [{"choose": {"cards": {"from": "hand"}, "into": "$paid"}}, {"discard": "$paid"}]
ELF = {"trait": "elf"}
HIT = {"choose": {"players": "others", "into": "$victim"}}
TOOK = {"choose": {"cards": {"from": "hand"}, "into": "$took"}}
GANG = {"choose": {"monsters": True, "into": "$gang"}}


def acting(ability: dict[str, Any]) -> Card:
    return card(abilities={"act": {"when": "any_time", "do": [{"draw": {"deck": "door"}}], **ability}})


def reacting(reaction: dict[str, Any]) -> Card:
    return card(reactions=[{"to": "died", "do": [{"draw": {"deck": "door"}}], **reaction}])


def step(verb: str, first: list[dict[str, Any]] | None = None) -> Any:
    """Give what puts the fields of a verb into a card."""
    return lambda value: played(*(first or []), {verb: value})


def choosing(choice: dict[str, Any]) -> Card:
    return played({"choose": {"into": "$it_is", **choice}}, {"discard": "$it_is"})


# For each model that is told as a whole: how to put one into a card, what it must have, and for each field a value that
# must change the words. Fields that change nothing that a player reads have None.
SAMPLES: dict[type[msgspec.Struct], tuple[Any, dict[str, Any], dict[str, Any]]] = {
    language.Ability: (
        acting,
        {"limit": 4},
        {
            "when": "own_turn",
            "from": "hand",
            "by": "anyone",
            "if": ELF,
            "limit": 2,
            "per": "turn",
            "target": [HIT],
            "cost": PAY,
            "do": [{"lose_levels": 1}],
        },
    ),
    language.Reaction: (
        reacting,
        {},
        {"to": "got", "instead": True, "may": True, "if": ELF, "cost": PAY, "do": [{"lose_levels": 1}]},
    ),
    language.Modifier: (
        lambda value: card(modifiers=[value]),
        {"value": "hand_limit", "add": 2},
        {"value": "run", "add": 3, "set": None, "on": "all", "if": ELF},
    ),
    language.Line: (
        lambda value: card(strength=[value]),
        {"add": 2},
        {
            "add": 3,
            "side": "monsters",
            "each": "elf",
            "if": ELF,
            "drop": "levels",
            "scale": 2,
            "negate": {"big": True},
        },
    ),
    language.Cards: (
        step("discard"),
        {"from": "items", "where": {"big": True}},
        {"from": "hand", "of": "left", "where": {"big": False}, "best": "gold", "top": 2},
    ),
    language.Choose: (
        choosing,
        {"cards": {"from": "items"}, "count": 3},
        {
            "who": "left",
            "cards": {"from": "hand"},
            "players": None,
            "monsters": None,
            "options": None,
            "numbers": None,
            "side": None,
            "plays": None,
            "if": None,
            "into": None,
            "count": 2,
            "at_least": 1,
            "worth": 500,
            "optional": True,
            "would_win": True,
        },
    ),
    language.Compare: (
        lambda value: card(when="any_time", play=[{"die": "you"}], **{"if": {"number": value}}),
        {"of": {"level": "you"}, "at_least": 3},
        {"of": {"level": "left"}, "at_least": 4, "at_most": 5},
    ),
    language.Draw: (
        step("draw"),
        {"deck": "door"},
        {"deck": "treasure", "count": 2, "who": "left", "face": "up"},
    ),
    language.Take: (
        step("take", [TOOK]),
        {"cards": "$took", "to": "left"},
        {"cards": {"from": "items"}, "to": "right", "into": "table", "cause": None},
    ),
    language.TakeUnseen: (
        step("take_unseen"),
        {"from": "you", "to": "left"},
        {"from": "right", "to": "right", "count": 2, "where": {"deck": "door"}},
    ),
    language.GainLevels: (step("gain_levels"), {}, {"count": 2, "who": "left", "may_win": True}),
    language.LoseLevels: (step("lose_levels"), {}, {"count": 2, "who": "left"}),
    language.SetLevel: (step("set_level"), {"to": 1}, {"to": "lowest", "who": "left"}),
    language.Roll: (step("roll"), {}, {"who": "left", "into": None}),
    language.ForEach: (
        step("for_each"),
        {"players": "all", "as": "$one", "do": [{"die": "$one"}]},
        {"players": "others", "cards": None, "as": None, "do": [{"change_sex": "$one"}]},
    ),
    language.Repeat: (
        step("repeat"),
        {"times": 2, "do": [{"die": "you"}]},
        {"times": 3, "do": [{"draw": {"deck": "door"}}]},
    ),
    language.AddStrength: (
        step("add_strength"),
        {"count": 1},
        {"count": 2, "side": "monsters", "to": "left", "monster": "$it"},
    ),
    language.RemoveMonster: (
        step("remove_monster", [GANG]),
        {"monster": "$it"},
        {"monster": "$gang", "treasures": "all"},
    ),
    language.EndFight: (step("end_fight"), {}, {"treasures": 2, "may_loot": True}),
    language.AddMonster: (step("add_monster", [TOOK]), {"card": "$it"}, {"card": "$took"}),
    language.ReplaceMonster: (
        step("replace_monster", [GANG, TOOK]),
        {"monster": "$it", "with": "$it"},
        {"monster": "$gang", "with": "$took"},
    ),
    language.Twin: (step("twin", [GANG]), {"monster": "$it"}, {"monster": "$gang", "add": 5, "treasures": 1}),
    language.Attach: (step("attach", [TOOK]), {"to": "$it"}, {"to": "$took"}),
    language.Escape: (step("escape"), {}, {"who": "left", "monster": "$it"}),
    language.ForceHelp: (step("force_help"), {"who": "left"}, {"who": "right", "may_win": True}),
    language.PutInPlay: (step("put_in_play", [TOOK]), {"card": "$it"}, {"card": "$took", "who": "left"}),
    language.Strike: (
        step("strike", [TOOK]),
        {"curse": "$it", "victim": "you"},
        {"curse": "$took", "victim": "left"},
    ),
    language.StartFight: (
        step("start_fight", [TOOK]),
        {"card": "$it", "who": "you"},
        {"card": "$took", "who": "left"},
    ),
    language.Forbid: (
        step("forbid"),
        {"who": "left", "what": "plays"},
        {"who": "right", "what": "help", "until": "fight_end"},
    ),
}
# These have tables of their own, checked above, or are no part of a card.
APART = {
    language.Model,
    language.Step,
    language.If,
    language.CardIs,
    language.Number,
    language.Card,
    language.Include,
    language.Pack,
}


def models() -> set[type[msgspec.Struct]]:
    found = {value for value in vars(language).values() if isinstance(value, type)}
    return {value for value in found if issubclass(value, language.Model)}


def test_each_model_has_samples():
    assert models() - APART == SAMPLES.keys()


@pytest.mark.parametrize("model", SAMPLES, ids=lambda model: model.__name__)
def test_each_field_changes_the_words(model: type[msgspec.Struct]):
    make, least, changes = SAMPLES[model]
    assert changes.keys() == fields(model)
    plain = card_words(make(least))
    assert faults(plain) == []
    for name, value in changes.items():
        if value is None:
            continue
        changed = card_words(make({**least, name: value}))
        assert changed != plain, name
        assert faults(changed) == [], name


def literals(annotation: object) -> Iterator[str]:
    """Give the words that a type allows, however deep they stand."""
    for argument in get_args(annotation):
        if get_origin(annotation) is Literal:
            if isinstance(argument, str):
                yield argument
        else:
            yield from literals(argument)


def test_literals_are_found_in_a_union():
    assert list(literals(language.Kind | list[language.Slot]))[-4:] == [
        "headgear",
        "armor",
        "footgear",
        "hand",
    ]


OF_WORDS: list[tuple[Any, Any]] = [
    (language.Kind, lambda word: played({"discard": {"from": "hand", "where": {"kind": word}}}, kind=word)),
    (language.Deck, lambda word: played({"discard": {"from": "hand", "where": {"deck": word}}}, deck=word)),
    (language.Slot, lambda word: card(kind="item", slot=word, gold=1, strength=[{"negate": {"slot": word}}])),
    (language.Slot, lambda word: monster(bad_stuff=[{"if": {"wears": word}, "then": [{"die": "you"}]}])),
    (language.Zone, lambda word: played({"discard": {"from": word}})),
    (language.Zone, lambda word: played({"discard": {"from": word, "of": "left", "where": {"big": True}}})),
    (language.Zone, lambda word: played({"discard": {"from": [word, "hand"]}})),
    (language.Zone, lambda word: played({"lose_levels": {"count": {"count": {"from": word}}}})),
    (
        language.Zone,
        lambda word: played({"draw": {"deck": "door", "count": {"count": {"from": word}, "plus": 1}}}),
    ),
    (language.Zone, lambda word: played({"if": {"has": {"from": word}}, "then": [{"die": "you"}]})),
    (language.Zone, lambda word: played({"if": {"not": {"has": {"from": word}}}, "then": [{"die": "you"}]})),
    (
        language.Zone,
        lambda word: played({"for_each": {"cards": {"from": word}, "as": "$c", "do": [{"lose": "$c"}]}}),
    ),
    (
        language.Zone,
        lambda word: played({"choose": {"cards": {"from": word}, "into": "$c"}}, {"discard": "$c"}),
    ),
    (
        language.Zone,
        lambda word: played(
            {"choose": {"cards": {"from": word, "of": "left"}, "into": "$c"}},
            {"take": {"cards": "$c", "to": "you"}},
        ),
    ),
    (
        language.Zone,
        lambda word: played(
            HIT,
            {"choose": {"cards": {"from": word, "of": "$victim"}, "into": "$c"}},
            {"take": {"cards": "$c", "to": "you"}},
        ),
    ),
    (
        language.Zone,
        lambda word: played(HIT, {"take": {"cards": {"from": word, "of": "$victim"}, "to": "you"}}),
    ),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "add": 1}])),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "add": -2, "on": "party"}])),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "set": 2, "on": "all"}])),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "set": 99}])),
    (language.When, lambda word: acting({"when": word, "if": {"monster_tag": "undead"}})),
    (language.When, lambda word: played({"draw": {"deck": "door"}}, when=word)),
    (language.Event, lambda word: reacting({"to": word})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "may": True})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "do": []})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "cost": PAY, "do": []})),
    (language.Cause, lambda word: reacting({"if": {"cause": word}})),
]


@pytest.mark.parametrize(
    ("make", "word"),
    [pytest.param(make, word, id=word) for kind, make in OF_WORDS for word in dict.fromkeys(literals(kind))],
)
def test_each_word_of_the_language_is_told(make: Any, word: str):
    lines = card_words(make(word))
    assert lines
    assert faults(lines) == []


# Words that stand in the fields of models.
OF_FIELDS: dict[tuple[type[msgspec.Struct], str], Any] = {
    (language.Ability, "from"): lambda word: acting({"from": word}),
    (language.Ability, "by"): lambda word: acting({"by": word}),
    (language.Ability, "per"): lambda word: acting({"limit": 2, "per": word}),
    (language.Line, "side"): lambda word: card(strength=[{"add": 1, "side": word}]),
    (language.Line, "drop"): lambda word: card(strength=[{"drop": word}]),
    (language.Modifier, "on"): lambda word: card(modifiers=[{"value": "run", "add": 1, "on": word}]),
    (language.Cards, "best"): lambda word: played({"lose": {"from": "items", "best": word}}),
    (language.If, "sex"): lambda word: monster(pursues={"sex": word}),
    (language.Draw, "face"): lambda word: played({"draw": {"deck": "door", "face": word}}),
    (language.Take, "into"): lambda word: played(
        TOOK, {"take": {"cards": "$took", "to": "you", "into": word}}
    ),
    (language.RemoveMonster, "treasures"): lambda word: acting(
        {"do": [{"remove_monster": {"monster": "$it", "treasures": word}}]}
    ),
    (language.Forbid, "what"): lambda word: acting({"do": [{"forbid": {"who": "left", "what": word}}]}),
    (language.Forbid, "until"): lambda word: played(
        {"forbid": {"who": "you", "what": "help", "until": word}}
    ),
    (language.Card, "purifies"): lambda word: card(purifies=word),
    (language.Card, "escape"): lambda word: monster(escape=word),
    (language.Card, "lasting"): lambda word: card(kind="curse", lasting=word, strength=[{"add": -1}]),
}


@pytest.mark.parametrize(("model", "name"), OF_FIELDS, ids=str)
def test_each_word_of_a_field_is_told(model: type[msgspec.Struct], name: str):
    (field,) = [field for field in msgspec.structs.fields(model) if field.encode_name == name]
    found = list(literals(field.type))
    assert found
    for word in found:
        lines = card_words(OF_FIELDS[model, name](word))
        assert lines, word
        assert faults(lines) == [], word


@pytest.mark.parametrize("who", WHO)
def test_each_word_for_players_is_told(who: str):
    tested = played(
        {"lose_levels": {"who": who}},
        {"discard_hand": who},
        {"discard": {"from": "items", "of": who}},
        {"take_unseen": {"from": who, "to": "you"}},
        {"choose": {"players": who, "into": "$one_of_them"}},
        {"die": "$one_of_them"},
        {"choose": {"cards": {"from": "items", "of": who}, "who": who, "into": "$card"}},
        {"take": {"cards": "$card", "to": "you"}},
        {"for_each": {"players": who, "as": "$each", "do": [{"die": "$each"}]}},
        {"if": {"who": who, "trait": "elf"}, "then": [{"die": who}]},
        {"lose_levels": {"count": {"players": who, "with_trait": "elf"}}},
        {"lose_levels": {"count": {"level": who}}},
    )
    assert faults(card_words(tested)) == []


IF_SAMPLES: dict[str, Any] = {
    "has": {"from": "items"},
    "party_uses": {"tag": "fire"},
    "is": {"big": True},
    "number": {"of": {"level": "you"}, "at_least": 3},
    "option": {"$way": "run"},
    "cause": ["sold", "stolen"],
    "not": {"any": [{"trait": "elf"}, {"highest": True}]},
    "any": [{"trait": "elf"}, {"not": {"lowest": True}}],
    "wears": "armor",
    "sex": "male",
    "level_at_most": 3,
    "level_at_least": 3,
    "exists": "$took",
}
NAMES = {"trait", "suffers", "party_has", "party_suffers", "monster_tag"}


@pytest.mark.parametrize("part", IF)
def test_each_part_of_a_condition_is_told_both_ways(part: str):
    value = IF_SAMPLES.get(part, "elf" if part in NAMES else True)
    texts = []
    for asked in ({part: value}, {"not": {part: value}}, {"who": "left", part: value}):
        lines = card_words(played(TOOK, {"lose": "$took"}, {"if": asked, "then": [{"die": "you"}]}))
        assert faults(lines) == []
        texts.append(lines)
    assert texts[0] != texts[1]


CARD_IS_SAMPLES: dict[str, Any] = {
    "kind": ["monster", "curse"],
    "deck": "door",
    "tag": ["fire", "never_heard_of"],
    "slot": ["armor", "hand"],
    "trait": "elf",
    "not": {"slot": "armor"},
    "any": [{"big": True}, {"slot": "armor"}],
}


@pytest.mark.parametrize("part", CARD_IS)
def test_each_question_about_a_card_changes_the_words(part: str):
    default = 300 if part.endswith(("_least", "_most")) else True
    plain = card_words(played({"lose": {"from": "table"}}))
    lines = card_words(
        played({"lose": {"from": "table", "where": {part: CARD_IS_SAMPLES.get(part, default)}}})
    )
    assert faults(lines) == []
    assert lines != plain


NUMBER_SAMPLES: dict[str, Any] = {
    "count": {"from": "items"},
    "players": "others",
    "level": "left",
    "value": "$roll",
}


@pytest.mark.parametrize("part", NUMBER)
def test_each_number_is_told(part: str):
    base = {part: NUMBER_SAMPLES.get(part, "$took")}
    for more in ({}, {"times": 2}, {"times": -1, "plus": 2}, {"if": ELF}, {"if": ELF, "else": 3}):
        number = {**base, **more}
        told = played(
            TOOK,
            {"roll": {}},
            {"lose_levels": {"count": number}},
            {"add_strength": {"count": number, "to": "you"}},
            {"set_level": {"to": number}},
        )
        assert faults(card_words(told)) == []


@pytest.mark.parametrize(
    ("choice", "use"),
    [
        ({"players": "others"}, {"die": "$x"}),
        ({"monsters": True}, {"kill_monster": "$x"}),
        ({"monsters": {"tag": "undead"}, "count": 2}, {"kill_monster": "$x"}),
        ({"options": ["fight", "flee"]}, {"stop": True}),
        ({"numbers": [1, 2, 3]}, {"set_roll": "$x"}),
        ({"numbers": [2, 4]}, {"add_roll": "$x"}),
        ({"side": True}, {"add_strength": {"count": 2, "side": "$x"}}),
        ({"plays": True}, {"out_of_game": "$x"}),
    ],
)
def test_each_choice_is_told(choice: dict[str, Any], use: dict[str, Any]):
    lines = card_words(played({"choose": {**choice, "into": "$x"}}, use))
    assert faults(lines) == []


# The cards that there are.


def test_packs_are_found():
    assert PACKS
    assert any(cards_of(path) for path in PACKS)


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_each_card_of_a_pack_has_clean_words(path: Path):
    for each in cards_of(path):
        lines = card_words(each)
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
            piece if piece.startswith("{") else "".join("X" if c.isalpha() else c for c in piece)
            for piece in pieces
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

GOLDEN: list[tuple[Card, list[str]]] = [
    (
        monster(
            strength=[{"add": 4, "if": {"party_suffers": "elf"}}],
            bad_stuff=[
                {
                    "if": {"wears": "footgear"},
                    "then": [
                        {
                            "choose": {
                                "cards": {"from": "worn", "where": {"slot": "footgear"}},
                                "into": "$worn",
                            }
                        },
                        {"lose": "$worn"},
                    ],
                    "else": [{"lose_levels": 1}],
                }
            ],
        ),
        [
            "Level 1. 1 Treasure.",
            "+4 against Elves.",
            "Bad Stuff: Lose the Footgear you wear; if you have none, lose 1 level.",
        ],
    ),
    (
        card(
            kind="monster",
            tags=["undead"],
            level=16,
            treasures=4,
            levels_gained=2,
            pursues={"any": [{"level_at_least": 4}, {"trait": "dwarf"}]},
            bad_stuff=[{"lose": {"from": "items"}}, {"discard_hand": "you"}],
            on_escape=[{"lose_levels": 2}],
        ),
        [
            "Level 16. Undead. 4 Treasures. Gives 2 levels.",
            "Does not pursue a player who is Level 3 or lower and who is not a Dwarf.",
            "Bad Stuff: Lose all your Items. Discard your hand.",
            "Even if you escape, lose 2 levels.",
        ],
    ),
    (
        monster(
            run=-1,
            no_help=True,
            extra_levels=[{"value": 1, "if": {"unaided": True}}],
            bad_stuff=[
                {"roll": {}},
                {
                    "if": {"number": {"of": "$roll", "at_most": 2}},
                    "then": [{"die": "you"}],
                    "else": [{"lose_levels": {"count": "$roll"}}],
                },
            ],
        ),
        [
            "Level 1. 1 Treasure.",
            "-1 to Run Away from it.",
            "Nobody may help you against it.",
            "Killing it gives 1 extra level if you have neither help nor any bonus.",
            "Bad Stuff: Roll a die: on 2 or less, you die; otherwise, lose as many levels as the number rolled.",
        ],
    ),
    (
        monster(
            bad_stuff=[
                {
                    "for_each": {
                        "players": "highest_others",
                        "as": "$taker",
                        "do": [
                            {"choose": {"who": "$taker", "cards": {"from": "items"}, "into": "$item"}},
                            {"take": {"cards": "$item", "to": "$taker", "into": "table"}},
                        ],
                    }
                }
            ]
        ),
        [
            "Level 1. 1 Treasure.",
            "Bad Stuff: Each player with the highest Level among the others takes 1 of your Items.",
        ],
    ),
    (
        monster(
            bad_stuff=[
                {"choose": {"who": "left", "cards": {"from": "items"}, "into": "$first"}},
                {"lose": "$first"},
                {"choose": {"who": "right", "cards": {"from": "items"}, "into": "$second"}},
                {"lose": "$second"},
            ]
        ),
        [
            "Level 1. 1 Treasure.",
            "Bad Stuff: Lose 1 Item chosen by the player to your left and 1 Item chosen by the player to your right.",
        ],
    ),
    (
        monster(
            bad_stuff=[
                {"choose": {"options": ["hand", "levels"], "into": "$price"}},
                {
                    "if": {"option": {"$price": "hand"}},
                    "then": [{"discard_hand": "you"}],
                    "else": [{"lose_levels": 2}],
                },
            ]
        ),
        ["Level 1. 1 Treasure.", "Bad Stuff: Choose one: discard your hand; or lose 2 levels."],
    ),
    (
        monster(
            on_meet=[
                {
                    "choose": {
                        "cards": {"from": "items", "where": {"gold_at_least": 200}},
                        "optional": True,
                        "into": "$fee",
                    }
                },
                {
                    "if": {"exists": "$fee"},
                    "then": [{"discard": "$fee"}, {"remove_monster": {"monster": "$it"}}],
                },
            ]
        ),
        [
            "Level 1. 1 Treasure.",
            "When you meet it, you may discard 1 Item worth at least 200 gold to remove this monster from the combat.",
        ],
    ),
    (
        card(kind="monster_enhancer", bonus=-5, treasure_bonus=-1, least_treasures=1),
        ["Monster enhancer. -5 to a monster. 1 Treasure fewer. Never fewer than 1 Treasure."],
    ),
    (
        card(kind="item", bonus=1, slot="headgear", gold=600, strength=[{"add": 2, "if": {"trait": "elf"}}]),
        ["+1. Headgear. 600 gold.", "+3 instead for Elves."],
    ),
    (
        card(kind="item", bonus=4, slot="hand", hands=2, big=True, gold=0, not_usable_by=["wizard", "thief"]),
        ["+4. 2 Hands. Big. No value. Not usable by Wizards and Thieves."],
    ),
    (
        card(kind="one_shot", bonus=3, gold=1300, tags=["fire"]),
        ["One-shot. +3 to either side in any combat. Fire. 1,300 gold."],
    ),
    (
        card(
            kind="class",
            modifiers=[{"value": "wins_ties", "set": 1}],
            abilities={
                "rage": {
                    "when": "own_combat",
                    "limit": 3,
                    "cost": [{"choose": {"cards": {"from": "any"}, "into": "$paid"}}, {"discard": "$paid"}],
                    "do": [{"add_strength": {"count": 1, "to": "you"}}],
                }
            },
        ),
        ["Class.", "You win ties in combat.", "In your combat, you may discard up to 3 cards for +1 each."],
    ),
    (
        card(
            kind="class",
            abilities={
                "stab": {
                    "when": "any_combat",
                    "limit": 1,
                    "per": "victim",
                    "target": [{"choose": {"players": "party", "into": "$victim"}}],
                    "cost": PAY,
                    "do": [{"add_strength": {"count": -2, "to": "$victim"}}],
                }
            },
        ),
        [
            "Class.",
            "In any combat, you may discard 1 card from your hand to give a player in the combat -2 "
            "(once per player and combat).",
        ],
    ),
    (
        card(
            kind="curse",
            lasting="lasting",
            modifiers=[{"value": "die", "add": -1}],
            lost_with={"slot": "headgear"},
        ),
        [
            "Curse.",
            "-1 to all your die rolls.",
            "Lasts until something removes it. It also ends when you lose Headgear.",
        ],
    ),
    (
        card(kind="curse", lasting="next_combat", strength=[{"add": -5}], play=[{"change_sex": "you"}]),
        ["Curse.", "Change your sex.", "In your next combat only, you get -5."],
    ),
    (
        played(
            {
                "for_each": {
                    "players": "all",
                    "as": "$one",
                    "do": [
                        {
                            "if": {"who": "$one", "trait": "cleric"},
                            "then": [{"gain_levels": {"who": "$one", "may_win": True}}],
                        }
                    ],
                }
            }
        ),
        ["Each player who is a Cleric gains 1 level, even the winning level."],
    ),
    (
        played(
            {"gain_levels": 1},
            {"lose_levels": {"who": "$victim"}},
            when="any_time",
            target=[{"choose": {"players": "others", "into": "$victim"}}],
        ),
        ["Play at any time: Gain 1 level. Another player loses 1 level."],
    ),
    (
        played(
            {"choose": {"cards": {"from": "items"}, "into": "$item"}},
            {
                "if": {"is": {"big": True}, "card": "$item"},
                "then": [{"discard": "$item"}],
                "else": [{"die": "you"}],
            },
        ),
        ["Choose 1 Item. If that Item is a Big Item, discard that Item; otherwise, you die."],
    ),
    (
        card(
            kind="item",
            slot="footgear",
            gold=700,
            reactions=[{"to": "struck", "instead": True, "if": {"cause": "door"}}],
        ),
        [
            "Footgear. 700 gold.",
            "When a Curse would strike you, if it comes from a kicked-open door, it has no effect.",
        ],
    ),
]


@pytest.mark.parametrize(("told", "lines"), GOLDEN, ids=range(len(GOLDEN)))
def test_a_card_reads_as_it_should(told: Card, lines: list[str]):
    assert card_words(told) == lines


def test_a_cost_of_one_card_is_seen():
    cost = msgspec.convert(PAY, list[language.Step])
    assert paid_cards(cost) == language.Cards(from_="hand")
    assert paid_cards(cost[:1]) is None
