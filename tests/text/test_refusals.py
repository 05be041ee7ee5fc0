"""Why something cannot be done, in every language: each refusal has its words, and no words are left over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import kickdoor
from kickdoor.engine.data.refusals import IllegalMove, Refusal
from kickdoor.packs.expressions import STANDINGS, standing
from kickdoor.text.messages import languages, messages
from kickdoor.text.refusing import FAMILIES, refusal_words

SOURCE = Path(kickdoor.__file__).parent
MAKERS = frozenset({"Refusal", "NotNow", "BadRequest", "Failed", "Forbidden", "NotThere", "TooMuch"})
BY_NAME = {standing(name, must, rule).key for name, _, rule in STANDINGS for must in (True, False)}


def made(source: str) -> Iterator[str]:
    """Give the keys of all refusals that a module makes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("table."):
            yield node.value


def keys() -> set[str]:
    paths = [path for path in SOURCE.rglob("*.py") if path.parent.name != "cli"]
    return BY_NAME | {key for path in paths for key in made(path.read_text(encoding="utf-8"))}


def test_a_refusal_is_seen():
    source = 'raise NotNow("a", "WIN-01")\nx = Refusal("b")\nlink.close("table.c")\nsay("d")\nRefusal(key)'
    assert set(made(source)) == {"a", "b", "table.c"}


@pytest.mark.parametrize("language", languages())
def test_each_refusal_has_words_and_all_words_are_used(language: str):
    words = {key for key in messages(language, "refusals") if not key.startswith("grammar.")}
    assert words == keys()


@pytest.mark.parametrize("language", languages())
def test_words_are_a_sentence_and_ask_for_nothing_but_what_it_is_about(language: str):
    told = messages(language, "refusals")
    for key in keys():
        text = told.template(key)
        assert text[0].isupper() or text[0] == "{", key
        assert text[-1] not in ".!?", key
        names = {name for _, name, _, _ in Formatter().parse(text) if name}
        english = {name for _, name, _, _ in Formatter().parse(messages("en", "refusals").template(key)) if name}
        assert names == english <= {"what"}, key


def test_words_are_told_by_language():
    why = Refusal("not_yours", "CARD-05")
    assert refusal_words(why) == "You do not hold that card"
    assert refusal_words(why, "de") == "Diese Karte hast du nicht"
    assert (why.reason, str(why)) == ("You do not hold that card", "You do not hold that card [CARD-05]")
    assert str(IllegalMove(why)) == str(why)


@pytest.mark.parametrize(
    ("why", "english", "german"),
    [
        (Refusal("if.trait", "", ("elf", "dwarf")), "Only for Elves and Dwarves", "Nur für Elfen und Zwerge"),
        (Refusal("if.not_trait", "", ("male",)), "Not for male characters", "Nicht für männliche Charaktere"),
        (Refusal("if.level_at_most", "", ("3",)), "Only up to Level 3", "Nur bis Stufe 3"),
        (
            Refusal("if.monster_tag", "", ("undead",)),
            "Only against such monsters: Undead",
            "Nur gegen solche Monster: untot",
        ),
        (
            Refusal("if.wears", "", ("headgear",)),
            "Only while this is worn: Headgear",
            "Nur wenn das getragen wird: Kopfbedeckung",
        ),
    ],
)
def test_words_name_what_the_refusal_is_about(why: Refusal, english: str, german: str):
    assert refusal_words(why) == english
    assert refusal_words(why, "de") == german


def test_what_is_named_in_other_words_is_a_refusal():
    assert FAMILIES.keys() <= keys()
