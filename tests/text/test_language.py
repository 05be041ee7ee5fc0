"""Every field, verb and word of the card language has words for players."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from kickdoor.packs import language
from kickdoor.packs.language import Card
from kickdoor.text import card_words
from kickdoor.text.choices import CHOOSE_PARTS, PHRASES, PICKS
from kickdoor.text.conditions import IF, IF_SUBJECTS, NUMBER, NUMBER_PARTS
from kickdoor.text.effects import LINE, LINE_PARTS
from kickdoor.text.facts import FACTS
from kickdoor.text.messages import languages
from kickdoor.text.phrases import CARD_IS
from kickdoor.text.scripts import CONTROL
from kickdoor.text.steps import VERBS
from kickdoor.text.words import LINES, TOLD_WITH, UNTOLD

Faults = Callable[[list[str]], list[str]]

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
    "winners",
    "here",
    "others_rising",
    "others_falling",
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


# For each model that is told as a whole: how to put one into a card, what it must have, and for each field a
# value that must change the words. Fields that change nothing that a player reads have None.
SAMPLES: dict[type[msgspec.Struct], tuple[Any, dict[str, Any], dict[str, Any]]] = {
    Card: (
        lambda value: card(**value),
        {"tags": ["fire"]},
        {
            **dict.fromkeys(UNTOLD),
            "kind": "class",
            "epic": True,
            "tags": ["undead"],
            "level": 3,
            "treasures": 2,
            "levels_gained": 2,
            "bonus": 4,
            "treasure_bonus": 2,
            "least_treasures": 1,
            "most_treasures": 0,
            "treasure_times": 2,
            "fixed_treasures": True,
            "excludes": {"tag": "undead"},
            "slots": ["armor"],
            "layered": True,
            "hidden_slot": True,
            "uncounted": True,
            "any_sex": True,
            "no_sex": True,
            "spares": "race",
            "dulls": "class",
            "kept_at_death": True,
            "deathless": True,
            "forbids": [{"what": "help"}],
            "bars": [{}],
            "immune_to": ["theft"],
            "protects": [{"cards": "itself"}],
            "half_price": {"big": True},
            "marks": {"stench": {"strength": [{"add": -2}]}},
            "faces": {"rock": {"kind": "item", "bonus": 1}},
            "host": {"big": False},
            "makes": ["undead"],
            "enhances": None,  # of an Item Enhancer only
            "onto": None,
            "enhanced_by": {"steed": "any", "hireling": 1},
            "refuses": ["wings"],
            "slot": "armor",
            "hands": 1,
            "big": True,
            "complex": True,
            "gold": 100,
            "usable_by": "elf",
            "not_usable_by": ["male", "elf"],
            "trait": "elf",
            "rank": 3,
            "carries": 1,
            "sex": "female",
            "takes_items": True,
            "strength": [{"add": 1}],
            "modifiers": [{"value": "run", "add": 1}],
            "attaches": True,
            "lost_below": 2,
            "purifies": "race",
            "lends": ["fire"],
            "lifts_limits": True,
            "lingers": True,
            "run": 1,
            "pursues": ELF,
            "escape": "never",
            "no_help": True,
            "no_hirelings": True,
            "extra_levels": [{"value": 1}],
            "extra_treasures": [{"value": 1}],
            "bad_stuff": [{"die": "you"}],
            "on_meet": [{"die": "you"}],
            "on_flight": [{"die": "you"}],
            "on_escape": [{"die": "you"}],
            "on_kill": [{"die": "you"}],
            "on_decide": [{"die": "you"}],
            "on_enter": [{"die": "you"}],
            "on_leave": [{"die": "you"}],
            "as_monster": {"level": 7},
            "amplifies": 3,
            "grants": [{"trait": "elf"}],
            "hides": ["own", "items", "monsters"],
            "untradeable": True,
            "stuck": True,
            "stills": ["sacrifice"],
            "lasting": "next_turn",
            "lost_with": {"slot": "armor"},
            "when": "any_time",
            "if": ELF,
            "on": ELF,
            "target": [HIT],
            "cost": PAY,
            "play": [{"die": "you"}],
            "notes": None,
            "tally": None,
            "wording": None,
            "stays": True,
            "abilities": {"act": {"when": "any_time", "do": [{"die": "you"}]}},
            "reactions": [{"to": "got", "do": [{"die": "you"}]}],
        },
    ),
    language.Ability: (
        acting,
        {"limit": 4},
        {
            "when": "own_turn",
            "from": "hand",
            "by": "anyone",
            "if": ELF,
            "limit": 2,
            "shared": True,
            "per": "turn",
            "target": [HIT],
            "cost": PAY,
            "do": [{"lose_levels": 1}],
        },
    ),
    language.Reaction: (
        reacting,
        {},
        {
            "to": "got",
            "of": "others",
            "from_hand": True,
            "once_laid": True,
            "instead": True,
            "may": True,
            "if": ELF,
            "cost": PAY,
            "do": [{"lose_levels": 1}],
        },
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
            "drop_cards": {"kind": "hireling"},
            "level_as": 1,
            "multiply": {"tag": "fire"},
            "by": None,
        },
    ),
    language.Cards: (
        step("discard"),
        {"from": "items", "where": {"big": True}},
        {"from": "hand", "of": "left", "where": {"big": False}, "best": "gold", "top": 2, "on": "$it"},
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
            "worth_at_most": 700,
            "exactly": None,
            "ordered": True,
            "optional": True,
            "would_win": True,
            "leaves": {"from": "items"},
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
        {"deck": "treasure", "count": 2, "who": "left", "face": "up", "into": None, "round": True},
    ),
    language.Peek: (
        step("peek"),
        {"deck": "door", "count": 3},
        {"deck": "treasure", "count": {"level": "you"}, "who": "left", "into": None},
    ),
    language.ToDeck: (step("to_deck", [TOOK]), {"cards": "$it"}, {"cards": "$took", "at": "bottom"}),
    language.Take: (
        step("take", [TOOK]),
        {"cards": "$took", "to": "left"},
        {"cards": {"from": "items"}, "to": "right", "into": "table", "cause": None, "equip": True},
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
        {"players": "others", "cards": None, "as": None, "at_once": None, "do": [{"change_sex": "$one"}]},
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
    language.Twin: (
        step("twin", [GANG, TOOK]),
        {"monster": "$it"},
        {"monster": "$gang", "add": 5, "treasures": 1, "levels": 1, "without": "$took"},
    ),
    language.Attach: (step("attach", [TOOK]), {"to": "$it"}, {"to": "$took", "also": True}),
    language.Escape: (step("escape"), {}, {"who": "left", "monster": "$it", "even_if_impossible": True}),
    language.ForceHelp: (
        step("force_help"),
        {"who": "left"},
        {"who": "right", "may_win": True, "forgoes_win": True},
    ),
    language.PutInPlay: (step("put_in_play", [TOOK]), {"card": "$it"}, {"card": "$took", "who": "left"}),
    language.Strike: (
        step("strike", [TOOK]),
        {"curse": "$it", "victim": "you"},
        {"curse": "$took", "victim": "left"},
    ),
    language.StartFight: (
        step("start_fight", [TOOK]),
        {"card": "$it", "who": "you"},
        {"card": "$took", "who": "left", "enhanced": True},
    ),
    language.Forbid: (
        step("forbid"),
        {"who": "left", "what": "plays"},
        {"who": "right", "what": "help", "against": None, "until": "fight_end"},
    ),
    language.Forbidding: (
        lambda value: card(forbids=[value]),
        {"what": "help"},
        {"what": "win", "on": "others", "cards": None, "like_host": None, "if": ELF},
    ),
    language.Bar: (
        lambda value: monster(bars=[value]),
        {},
        {"who": "others", "cards": {"tag": "potion"}, "from": "hand", "players": True},
    ),
    language.Protection: (
        lambda value: card(protects=[value]),
        {"cards": "itself"},
        {"cards": {"big": True}, "from": ["curse"]},
    ),
    language.MarkPlayer: (
        lambda value: card(
            marks={"one": {"strength": [{"add": 1}]}, "two": {"strength": [{"add": 2}]}},
            when="any_time",
            play=[{"mark": value}],
        ),
        {"with": "one"},
        {"with": "two", "who": "left"},
    ),
    language.TurnInto: (
        lambda value: card(
            faces={"rock": {"kind": "item", "bonus": 1}}, when="any_time", play=[TOOK, {"turn_into": value}]
        ),
        {"face": "rock"},
        {"face": "front", "card": "$took"},
    ),
    language.Mark: (
        lambda value: card(marks={"one": value}),
        {"strength": [{"add": -1}]},
        {
            "lasting": "next_combat",
            "curse": True,
            "strength": [{"add": -2}],
            "modifiers": [{"value": "run", "add": 1}],
            "forbids": [{"what": "help"}],
            "hides": ["own", "items", "monsters"],
            "no_sex": True,
            "spares": "race",
            "half_price": {"big": True},
            "reactions": [{"to": "rolls", "do": [{"discard": "$it"}, {"lose": "$marker"}]}],
        },
    ),
    language.Face: (
        lambda value: card(faces={"one": value}),
        {"kind": "item", "bonus": 1},
        {
            "kind": "steed",
            "bonus": 2,
            "slot": "armor",
            "hands": 1,
            "big": True,
            "gold": 100,
            "tags": ["fire"],
            "strength": [{"add": 3, "if": ELF}],
            "modifiers": [{"value": "run", "add": 1}],
            "abilities": {"act": {"when": "any_time", "do": [{"die": "you"}]}},
            "reactions": [{"to": "got", "do": [{"die": "you"}]}],
        },
    ),
    language.HostIs: (
        lambda value: card(host=value),
        {"big": True},
        {"big": False, "slots": ["headgear", "footgear"], "tags": ["fire"], "muted": True, "stuck": True},
    ),
    language.TakeBack: (
        step("take_back", [{"choose": {"plays": True, "into": "$play"}}]),
        {},
        {"play": "$play", "by": "left", "against": "left", "one_shots": True, "out_of_game": True},
    ),
    language.ChangeFace: (
        step("change_face", [GANG, TOOK]),
        {"monster": "$it", "to": "$it"},
        {"monster": "$gang", "to": "$took"},
    ),
    language.Tame: (
        step("tame", [GANG]),
        {"monster": "$it", "bonus": 2},
        {"monster": "$gang", "bonus": {"monster_treasures": "$gang"}, "who": "left"},
    ),
    language.SetSex: (
        step("set_sex", [{"choose": {"options": ["male", "female", "neither"], "into": "$sex"}}]),
        {"to": "neither"},
        {"to": "$sex", "like": None, "who": "left"},
    ),
    language.Die: (step("die"), {}, {"who": "left", "looted": False}),
    language.Suffer: (step("suffer", [TOOK]), {"card": "$it"}, {"card": "$took", "who": "left"}),
    language.RollOff: (
        lambda value: played({"roll_off": value}, {"die": "$loser"}),
        {"players": "others", "into": "$loser"},
        {"players": "all", "if": {"who": "$one", "trait": "elf"}, "lowest": True, "into": None},
    ),
    language.AddRun: (step("add_run"), {"count": 1}, {"count": -1, "who": "left"}),
    language.Poll: (
        lambda value: played({"poll": value}, {"most": {"players": "all", "of": {"votes": "$votes"}, "into": "$won"}}),
        {"players": "all", "into": "$votes"},
        {
            "who": "others",
            "as": None,
            "players": "others",
            "numbers": None,
            "options": None,
            "cards": None,
            "if": {"who": "$one", "trait": "elf"},
            "count": None,
            "optional": True,
            "into": None,
        },
    ),
    language.Most: (
        lambda value: played({"most": value}, {"die": "$won"}),
        {"players": "all", "of": {"strength": "$one"}, "into": "$won"},
        {
            "players": ["you", "left"],
            "of": {"level": "$one"},
            "into": None,
            "others": None,
            "if": {"who": "$one", "trait": "elf"},
            "lowest": True,
            "at_least": 3,
            "ties": "all",
        },
    ),
    language.PassHands: (step("pass_hands"), {}, {"to": "right", "who": "party"}),
    language.Copy: (step("copy", [TOOK]), {"card": "$took"}, {"card": "$it", "until": "fight_end", "who": "left"}),
    language.CountLeft: (
        lambda value: played({"roll": {}}, {"count_left": value}, {"die": "$reached"}),
        {"steps": 2, "into": "$reached"},
        {"steps": "$roll", "into": None},
    ),
    language.EnterDungeon: (
        step("enter_dungeon"),
        {},
        {"count": 2, "leaving": "all", "who": "left", "back": True},
    ),
    language.Note: (step("note", [TOOK]), {"value": 2}, {"value": {"level": "you"}, "card": "$took"}),
    language.AsMonster: (
        lambda value: card(as_monster=value),
        {"level": 7},
        {
            "level": 8,
            "treasures": 2,
            "levels_gained": 2,
            "tags": ["undead"],
            "strength": [{"add": 3, "if": {"party_has": "elf"}}],
            "run": 1,
            "pursues": ELF,
            "escape": "never",
            "bad_stuff": [{"die": "you"}],
        },
    ),
    language.Grant: (
        lambda value: card(grants=[value]),
        {"trait": "elf"},
        {"trait": "dwarf", "for": ["items", "monsters"], "if": {"noted": 1}},
    ),
}
# These have tables of their own, checked above, or are no part of a card.
APART = {
    language.Wording,
    language.Model,
    language.Step,
    language.If,
    language.CardIs,
    language.Number,
    language.Include,
    language.Pack,
}


def models() -> set[type[msgspec.Struct]]:
    found = {value for value in vars(language).values() if isinstance(value, type)}
    return {value for value in found if issubclass(value, language.Model)}


def test_each_model_has_samples():
    assert models() - APART == SAMPLES.keys()


@pytest.mark.parametrize("tongue", languages())
@pytest.mark.parametrize("model", SAMPLES, ids=lambda model: model.__name__)
def test_each_field_changes_the_words(model: type[msgspec.Struct], tongue: str, faults: Faults):
    make, least, changes = SAMPLES[model]
    assert changes.keys() == fields(model)
    plain = card_words(make(least), tongue)
    assert faults(plain) == []
    for name, value in changes.items():
        if value is None:
            continue
        changed = card_words(make({**least, name: value}), tongue)
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
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "add": -2, "on": "all"}])),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "set": 2, "on": "all"}])),
    (language.ValueName, lambda word: card(modifiers=[{"value": word, "set": "any"}])),
    (language.When, lambda word: acting({"when": word, "if": {"monster_tag": "undead"}})),
    (language.When, lambda word: played({"draw": {"deck": "door"}}, when=word)),
    (language.Event, lambda word: reacting({"to": word})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "may": True})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "do": []})),
    (language.Event, lambda word: reacting({"to": word, "instead": True, "cost": PAY, "do": []})),
    (language.Event, lambda word: reacting({"to": word, "do": [{"discard": "$event"}, {"die": "by"}]})),
    (language.Cause, lambda word: reacting({"if": {"cause": word}})),
    (language.Cause, lambda word: reacting({"to": "lost", "if": {"cause": [word, "sold"]}})),
    (language.Purpose, lambda word: card(grants=[{"trait": "elf", "for": [word]}])),
    (language.Purpose, lambda word: card(hides=[word])),
    (language.Ban, lambda word: card(forbids=[{"what": word, "cards": {"big": True}}])),
    (language.Ban, lambda word: monster(forbids=[{"what": word, "if": ELF}])),
    (language.Ban, lambda word: card(forbids=[{"what": word, "on": "others", "like_host": True}])),
    (language.Ban, lambda word: acting({"do": [{"forbid": {"who": "left", "what": word}}]})),
]


@pytest.mark.parametrize("tongue", languages())
@pytest.mark.parametrize(
    ("make", "word"),
    [pytest.param(make, word, id=word) for kind, make in OF_WORDS for word in dict.fromkeys(literals(kind))],
)
def test_each_word_of_the_language_is_told(make: Any, word: str, tongue: str, faults: Faults):
    lines = card_words(make(word), tongue)
    assert lines
    assert faults(lines) == []


# Words that stand in the fields of models.
OF_FIELDS: dict[tuple[type[msgspec.Struct], str], Any] = {
    (language.Ability, "from"): lambda word: acting({"from": word}),
    (language.Ability, "by"): lambda word: acting({"by": word}),
    (language.Ability, "per"): lambda word: acting({"limit": 2, "per": word}),
    (language.Line, "side"): lambda word: card(
        strength=[{"multiply": {"big": True}, "side": word}, *([{"add": 1, "side": word}] if word != "both" else [])]
    ),
    (language.Line, "multiply"): lambda word: card(strength=[{"multiply": word, "by": 3}]),
    (language.CardIs, "limited_to"): lambda word: played({"lose": {"from": "items", "where": {"limited_to": word}}}),
    (language.CardIs, "owed_to"): lambda word: played({"lose": {"from": "items", "where": {"owed_to": word}}}),
    (language.Line, "drop"): lambda word: card(strength=[{"drop": word}]),
    (language.Modifier, "on"): lambda word: card(modifiers=[{"value": "run", "add": 1, "on": word}]),
    (language.Cards, "best"): lambda word: played({"lose": {"from": "items", "best": word}}),
    (language.If, "sex"): lambda word: monster(pursues={"sex": word}),
    (language.Draw, "face"): lambda word: played({"draw": {"deck": "door", "face": word}}),
    (language.ToDeck, "at"): lambda word: played(TOOK, {"to_deck": {"cards": "$took", "at": word}}),
    (language.Take, "into"): lambda word: played(TOOK, {"take": {"cards": "$took", "to": "you", "into": word}}),
    (language.RemoveMonster, "treasures"): lambda word: acting(
        {"do": [{"remove_monster": {"monster": "$it", "treasures": word}}]}
    ),
    (language.Forbid, "until"): lambda word: played({"forbid": {"who": "you", "what": "help", "until": word}}),
    (language.Modifier, "set"): lambda word: card(modifiers=[{"value": "big_limit", "set": word}]),
    (language.AsMonster, "escape"): lambda word: card(as_monster={"level": 1, "escape": word}),
    (language.Card, "enhances"): lambda word: card(kind="item_enhancer", enhances=word, onto={"bonus_at_least": 1}),
    (language.Card, "enhanced_by"): lambda word: card(
        kind="steed", enhanced_by={"steed": word} if word == "any" else {word: 2}
    ),
    (language.Card, "purifies"): lambda word: card(purifies=word),
    (language.Card, "escape"): lambda word: monster(escape=word),
    (language.Card, "lasting"): lambda word: card(kind="curse", lasting=word, strength=[{"add": -1}]),
}


@pytest.mark.parametrize("tongue", languages())
@pytest.mark.parametrize(("model", "name"), OF_FIELDS, ids=str)
def test_each_word_of_a_field_is_told(model: type[msgspec.Struct], name: str, tongue: str, faults: Faults):
    (field,) = [field for field in msgspec.structs.fields(model) if field.encode_name == name]
    found = list(literals(field.type))
    assert found
    for word in found:
        lines = card_words(OF_FIELDS[model, name](word), tongue)
        assert lines, word
        assert faults(lines) == [], word


@pytest.mark.parametrize("tongue", languages())
@pytest.mark.parametrize("who", WHO)
def test_each_word_for_players_is_told(who: str, tongue: str, faults: Faults):
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
    assert faults(card_words(tested, tongue)) == []


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
    "noted": 2,
    "attached_to": 2,
    "same_race": "right",
    "opposite_sex": "right",
    "is_player": "right",
    "enhanced": {"tag": "word_baby"},
}
NAMES = {"trait", "suffers", "party_has", "party_suffers", "monster_tag"}


@pytest.mark.parametrize("part", IF)
def test_each_part_of_a_condition_is_told_both_ways(part: str, faults: Faults):
    value = IF_SAMPLES.get(part, "elf" if part in NAMES else True)
    texts = []
    for asked in ({part: value}, {"not": {part: value}}, {"who": "left", part: value}):
        lines = card_words(played(TOOK, {"lose": "$took"}, {"if": asked, "then": [{"die": "you"}]}))
        assert faults(lines) == []
        texts.append(lines)
    assert texts[0] != texts[1]


def test_that_nothing_is_noted_is_told_both_ways(faults: Faults):
    asked = [{"noted": 2}, {"noted": 0}, {"not": {"noted": 0}}]
    texts = [card_words(card(strength=[{"add": 1, "if": each}])) for each in asked]
    assert faults([line for lines in texts for line in lines]) == []
    assert len({tuple(lines) for lines in texts}) == 3


CARD_IS_SAMPLES: dict[str, Any] = {
    "kind": ["monster", "curse"],
    "deck": "door",
    "tag": ["fire", "never_heard_of"],
    "slot": ["armor", "hand"],
    "trait": "elf",
    "sex": "female",
    "takes": "steed",
    "refuses": ["wings"],
    "usable_by": "elf",
    "limited_to": ["race", "sex"],
    "owed_to": "class",
    "enhanced": {"tag": "word_baby"},
    "noted": 1,
    "enhances": "steed",
    "hands_at_least": 2,
    "hands_at_most": 1,
    "not": {"slot": "armor"},
    "any": [{"big": True}, {"slot": "armor"}],
}


@pytest.mark.parametrize("part", CARD_IS)
def test_each_question_about_a_card_changes_the_words(part: str, faults: Faults):
    default = 300 if part.endswith(("_least", "_most")) else True
    plain = card_words(played({"lose": {"from": "table"}}))
    lines = card_words(played({"lose": {"from": "table", "where": {part: CARD_IS_SAMPLES.get(part, default)}}}))
    assert faults(lines) == []
    assert lines != plain


NUMBER_SAMPLES: dict[str, Any] = {
    "count": {"from": "items"},
    "players": "others",
    "level": "left",
    "value": "$roll",
    "fight_treasures": True,
    "margin": True,
    "monsters": {"tag": "undead"},
    "killed": {"tag": "undead"},
    "free_hands": "you",
    "strength": "you",
    "history": "kills",
}


@pytest.mark.parametrize("part", NUMBER)
def test_each_number_is_told(part: str, faults: Faults):
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
        ({"cards": {"from": "hand"}, "count": 3, "worth": 300, "exactly": True}, {"discard": "$x"}),
        ({"monsters": True, "count": "all"}, {"kill_monster": "$x"}),
        ({"players": "others", "count": "all", "ordered": True}, {"die": "$x"}),
        ({"cards": {"from": "hand"}, "count": "all", "at_least": 1}, {"discard": "$x"}),
        ({"cards": {"from": "hand"}, "if": {"number": {"of": {"gold": "$one"}, "at_most": 3}}}, {"discard": "$x"}),
        ({"cards": {"from": "hand", "where": {"tag": ["word_baby", "letter_j"]}}}, {"discard": "$x"}),
        ({"options": ["fight", "flee"]}, {"stop": True}),
        ({"numbers": [1, 2, 3]}, {"set_roll": "$x"}),
        ({"numbers": [2, 4]}, {"add_roll": "$x"}),
        ({"side": True}, {"add_strength": {"count": 2, "side": "$x"}}),
        ({"plays": True}, {"out_of_game": "$x"}),
    ],
)
def test_each_choice_is_told(choice: dict[str, Any], use: dict[str, Any], faults: Faults):
    lines = card_words(played({"choose": {**choice, "into": "$x"}}, use))
    assert faults(lines) == []


# Verbs that take no more than a player, a card, a number or a yes.
PLAIN_VERBS: dict[str, list[Any]] = {
    **{verb: ["you", "left"] for verb in ("die", "change_sex", "transfer_fight", "may_loot")},
    **{verb: ["you", "left"] for verb in ("discard_hand", "discard_to_limit", "free_use", "be_looted", "be_caught")},
    **{verb: ["you", "left"] for verb in ("show_hand", "lose_turn", "gain_turn", "leave_fight")},
    **{verb: [True] for verb in ("enter", "fail_run", "no_spoils")},
    **{verb: ["$it", "$took"] for verb in ("enhance", "count_as_race")},
    "add_spoils": [2, -1],
    **{verb: [True] for verb in ("roll_again", "undo_escape", "cancel_curse", "restage_fight", "stop")},
    **{
        verb: ["$it", "$took"]
        for verb in ("attach_to_enhancer", "make_room", "count_as_class", "kill_hireling", "swap_sex")
    },
    **{verb: [2, 3] for verb in ("set_roll", "add_roll")},
    **{verb: ["$it", "$took"] for verb in ("discard", "lose", "out_of_game", "kill_monster")},
}


@pytest.mark.parametrize("verb", PLAIN_VERBS)
def test_each_plain_verb_is_told_as_an_order_and_after_may(verb: str, faults: Faults):
    texts = []
    for value in PLAIN_VERBS[verb]:
        for told in (
            played(TOOK, {verb: value}),
            acting({"target": [TOOK], "do": [{verb: value}]}),
            reacting({"instead": True, "may": True, "do": [TOOK, {verb: value}]}),
        ):
            lines = card_words(told)
            assert faults(lines) == []
            texts.append(lines)
    assert len({tuple(lines) for lines in texts}) == len(texts)


def test_each_verb_has_samples():
    of_models = {
        field.encode_name
        for field in msgspec.structs.fields(language.Step)
        if any(kind in SAMPLES for kind in get_args(field.type))
    }
    assert of_models | PLAIN_VERBS.keys() >= VERBS.keys()
    assert PLAIN_VERBS.keys() <= VERBS.keys()
