"""Every word of the engine's closed lists is known wherever it has to be, or the exception has a reason.

A word that is added to a list and forgotten elsewhere fails here, with the names of the files to touch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
import yaml

from kickdoor.bots import lore
from kickdoor.engine.data import events, question, terms
from kickdoor.engine.data.deals import DEAL_KINDS, ORDERS, PLEDGES
from kickdoor.packs import language
from kickdoor.rules.books import options
from kickdoor.text.messages import languages

ROOT = Path(__file__).parents[1]
LANGUAGES = languages()
MESSAGES = ROOT / "src/kickdoor/text/messages"
PAGE = ROOT / "web/src/lib"


def flat(tree: dict[str, Any], above: str = "") -> Iterable[str]:
    for key, value in tree.items():
        yield f"{above}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")


def yaml_keys(path: Path) -> frozenset[str]:
    return frozenset(flat(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)))


def json_keys(path: Path) -> frozenset[str]:
    return frozenset(flat(json.loads(path.read_text(encoding="utf-8"))))


CARD_WORDS = {f"src/kickdoor/text/messages/{each}.yaml": yaml_keys(MESSAGES / f"{each}.yaml") for each in LANGUAGES}
GAME_WORDS = {
    f"src/kickdoor/text/messages/log/{each}.yaml": yaml_keys(MESSAGES / "log" / f"{each}.yaml") for each in LANGUAGES
}
PAGE_WORDS = {f"web/src/lib/messages/{each}.json": json_keys(PAGE / "messages" / f"{each}.json") for each in LANGUAGES}
PICTURES = {"web/src/lib/icons/pictures.json": json_keys(PAGE / "icons/pictures.json")}
DOCS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("docs/cards.md", "docs/library.md")}


class Family(NamedTuple):
    """A closed list, and for each file what must be in it for a word of the list."""

    words: tuple[str, ...]
    known: dict[str, Callable[[str], bool]]


def keyed(files: dict[str, frozenset[str]], *patterns: str) -> dict[str, Callable[[str], bool]]:
    """In each of the files one of the keys, or something below it, must stand."""

    def knows(keys: frozenset[str]) -> Callable[[str], bool]:
        return lambda word: any(
            key == pattern.format(word) or key.startswith(pattern.format(word) + ".")
            for pattern in patterns
            for key in keys
        )

    return {name: knows(keys) for name, keys in files.items()}


def told_in(*names: str) -> dict[str, Callable[[str], bool]]:
    """In each of the documents the word stands as code."""
    return {name: lambda word, name=name: f"`{word}`" in DOCS[name] for name in names}  # type: ignore[misc]


FAMILIES: dict[str, Family] = {
    "kind of card": Family(
        terms.KINDS,
        {
            **keyed(CARD_WORDS, "kind.{}"),
            **keyed(PAGE_WORDS, "kind.{}"),
            **told_in("docs/cards.md"),
        },
    ),
    "slot": Family(
        terms.SLOTS[1:],
        {**keyed(CARD_WORDS, "slot_noun.{}"), **keyed(PAGE_WORDS, "slot.{}"), **told_in("docs/cards.md")},
    ),
    "sex": Family(terms.SEXES, keyed(CARD_WORDS, "sex.{}")),
    "cause": Family(terms.CAUSES, {**keyed(CARD_WORDS, "cause.{}"), **told_in("docs/cards.md")}),
    "moment": Family(terms.MOMENTS, {**keyed(GAME_WORDS, "phase.{}"), **told_in("docs/library.md")}),
    "verb": Family(terms.VERBS, {**keyed(GAME_WORDS, "option.{}"), **told_in("docs/library.md")}),
    "question": Family(question.KINDS, {**keyed(GAME_WORDS, "question.{}"), **told_in("docs/library.md")}),
    "event": Family(
        tuple(events.EVENT_KINDS), {**keyed(GAME_WORDS, "event.{}", "log.{}"), **told_in("docs/library.md")}
    ),
    "event that cards react to": Family(
        get_args(language.Event), {**keyed(CARD_WORDS, "event.{}"), **told_in("docs/cards.md")}
    ),
    "time of an ability": Family(get_args(language.When), {**keyed(CARD_WORDS, "when.{}"), **told_in("docs/cards.md")}),
    "ban": Family(get_args(language.Ban), {**keyed(CARD_WORDS, "ban.{}"), **told_in("docs/cards.md")}),
    "number that cards change": Family(
        get_args(language.ValueName),
        {
            **keyed(CARD_WORDS, "modifier.{}"),
            **told_in("docs/cards.md"),
            "src/kickdoor/bots/lore.py": lambda word: word in lore.EASES,
        },
    ),
    "number of the books": Family(tuple(options()), keyed(PAGE_WORDS, "option.{}")),
    "step": Family(
        language.Step.__struct_fields__,
        {
            **keyed(CARD_WORDS, "step.{}"),
            **told_in("docs/cards.md"),
            "src/kickdoor/bots/lore.py": lambda word: any(word in verbs for _, verbs in lore.PURPOSES),
        },
    ),
    "bargain": Family(DEAL_KINDS, {**keyed(PAGE_WORDS, "bargain.kind.{}"), **told_in("docs/library.md")}),
    "order of sharing": Family(ORDERS, told_in("docs/library.md")),
    "pledge": Family(PLEDGES[1:], told_in("docs/library.md")),
}

#: What a file need not know, and why. An entry that is no longer needed fails, too.
EXCEPTIONS: dict[tuple[str, str], dict[str, str]] = {
    **{
        ("cause", file): {"helped": "no card asks for levels that a helper was paid"}
        for file in (*CARD_WORDS, "docs/cards.md")
    },
    **{
        ("number that cards change", file): dict.fromkeys(
            ("headgear_limit", "armor_limit", "footgear_limit", "complex_limit"),
            "told by the word `limit` with the thing that it limits",
        )
        for file in CARD_WORDS
    },
    ("number that cards change", "src/kickdoor/bots/lore.py"): {
        **dict.fromkeys(
            ("headgear_limit", "armor_limit", "footgear_limit", "complex_limit", "hireling_limit", "steed_limit"),
            "more room is worth nothing until something fills it, and that has its own worth",
        ),
        **dict.fromkeys(
            ("spare_slots", "die", "monster_one_shots", "run_dice", "bare_run", "sure_escape", "unpursued"),
            "on a few cards only: no bot weighs it",
        ),
        **dict.fromkeys(
            ("winning_level", "level_without_kill", "turn_step", "lowest_level", "keeps_powers"),
            "changed for all alike, so worth nothing to one of them",
        ),
        **dict.fromkeys(("kill_treasures", "win_treasures"), "on a few cards only: no bot weighs it"),
    },
    **{
        ("number of the books", file): {
            **dict.fromkeys(("min_players", "max_players"), "the form has a list of seats instead"),
            **dict.fromkeys(
                [name for name, option in options().items() if option.kind == "neutral"],
                "no house rule: only cards change it",
            ),
        }
        for file in PAGE_WORDS
    },
    **{
        ("step", file): {
            **dict.fromkeys(
                ("if_", "then", "else_", "for_each", "repeat", "together"),
                "joins other steps: its words are the clauses of these",
            ),
            "discard_hand": "told as losing the whole hand",
            "lose_levels": "told as losing so many levels",
        }
        for file in CARD_WORDS
    },
    ("step", "docs/cards.md"): dict.fromkeys(("if_", "else_"), "written `if` and `else` in a pack"),
    ("step", "src/kickdoor/bots/lore.py"): {
        **dict.fromkeys(
            (
                "choose",
                "if_",
                "then",
                "else_",
                "for_each",
                "repeat",
                "together",
                "roll",
                "roll_off",
                "count_left",
                "poll",
                "most",
                "stop",
            ),
            "says how, not what for: the other steps of the script tell its purpose",
        ),
        **dict.fromkeys(
            ("discard", "to_deck", "out_of_game", "show_hand", "lose_turn", "kill_hireling", "discard_to_limit"),
            "a price or an aside, never what an ability is for",
        ),
        **dict.fromkeys(
            (
                "change_sex",
                "set_sex",
                "swap_sex",
                "note",
                "mark",
                "turn_into",
                "count_as_class",
                "count_as_race",
                "peek",
                "pass_hands",
                "copy",
            ),
            "may be good or bad: no purpose by itself",
        ),
        **dict.fromkeys(
            ("enter", "enhance", "add_spoils", "no_spoils", "take_back", "restage_fight", "leave_fight", "start_fight"),
            "helps or hinders by what it is done to: no purpose by itself",
        ),
        **dict.fromkeys(
            ("be_caught", "fail_run", "add_run", "suffer", "be_looted", "enter_dungeon"),
            "stands in Bad Stuff, Curses and Dungeons, which nobody plays for a purpose",
        ),
    },
}


def missing(name: str, file: str) -> list[str]:
    family = FAMILIES[name]
    return [word for word in family.words if not family.known[file](word)]


PAIRS = [(name, file) for name, family in FAMILIES.items() for file in family.known]


@pytest.mark.parametrize(("name", "file"), PAIRS)
def test_every_word_is_known_where_it_has_to_be(name: str, file: str) -> None:
    excused = EXCEPTIONS.get((name, file), {})
    lacking = [word for word in missing(name, file) if word not in excused]
    assert not lacking, f"{file} does not know the {name} {', '.join(lacking)}: add it there, or excuse it here"


@pytest.mark.parametrize(("name", "file"), EXCEPTIONS)
def test_every_exception_is_needed_and_has_a_reason(name: str, file: str) -> None:
    excused = EXCEPTIONS[name, file]
    assert set(excused) <= set(missing(name, file))
    assert all(len(reason) > 10 for reason in excused.values())
