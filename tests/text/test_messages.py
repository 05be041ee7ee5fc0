"""Message catalogues."""

import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

import kickdoor.text
from kickdoor.text.messages import MADE_UP, MEND, Messages, languages, messages
from kickdoor.text.teller import log_messages

MESSAGES = Path(kickdoor.text.__file__).parent / "messages"
ALIKE = {
    **dict.fromkeys(("whom", "whose"), "who"),
    **dict.fromkeys(("other_whose", "other_takes"), "other"),
    "nouns": "noun",
    "where": "place",
}
"""Values that are always given together, so that a language may pick the one that its grammar needs."""


def held(told: Messages) -> dict[str, set[str]]:
    """Give the values that messages hold, by key.

    Plural forms, what a language mends and words for names that packs make up may differ from language to language.
    """
    found: dict[str, set[str]] = {}
    for key in told:
        if key.startswith(MEND) or (key.split(".")[0] in MADE_UP and ".unknown" not in key):
            continue
        names = {ALIKE.get(name, name) for _, name, _, _ in Formatter().parse(told.template(key)) if name}
        found.setdefault(re.sub(r"\.(one|other)$", "", key), set()).update(names)
    return found


def test_values_are_put_in():
    told = Messages("xx", {"greet": {"all": "{who}, {n} gold"}, "grammar": {"thousands": "."}})
    assert told.get("greet.all", who="Bo", n=1300) == "Bo, 1.300 gold"


def test_the_number_picks_the_form():
    told = Messages("xx", {"level": {"one": "{n} level", "other": "{n} levels"}})
    assert [told.get("level", n=n) for n in (0, 1, 2)] == ["0 levels", "1 level", "2 levels"]
    assert told.get("level", n=1) == "1 level"
    assert "level" in told


def test_a_missing_message_names_key_and_language():
    with pytest.raises(KeyError, match=r"'no\.such'.*'xx'"):
        Messages("xx", {}).get("no.such")


def test_the_first_message_there_is_is_taken():
    told = Messages("xx", {"a": {"unknown": "{name}?"}})
    assert told.first("a.b", "a.unknown", name="b") == "b?"
    with pytest.raises(KeyError, match=r"'a\.d'"):
        told.first("a.c", "a.d")


@pytest.mark.parametrize("tree", [{True: "yes"}, {"a": {"n": 1}}])
def test_what_yaml_misreads_is_refused(tree: dict[str, object]):
    with pytest.raises(TypeError, match="quote it"):
        Messages("xx", tree)


def test_a_language_is_a_file():
    assert "en" in languages()
    assert messages("en") is messages("en")
    with pytest.raises(KeyError, match="'xx'"):
        messages("xx")


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_messages(language: str):
    assert held(messages(language)).keys() == held(messages("en")).keys()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("catalogue", [messages, log_messages])
def test_no_language_asks_for_what_is_not_given(language: str, catalogue: Callable[[str], Messages]):
    ours, english = held(catalogue(language)), held(catalogue("en"))
    for key, names in ours.items():
        assert names <= english[key], key
        # A language may say without a noun or a person what English says with one, and refer back as by "davon".
        back = {"those"} if key in ("zone.stored.own", "zone.stored.of", "zone.stored.from", "choose.of") else set()
        assert english[key] - names <= {"noun", "who"} | back, key


@pytest.mark.parametrize("language", languages())
def test_a_language_is_one_for_all(language: str):
    assert language in languages("log")
    assert language in languages("refusals")


def test_a_text_is_mended_by_the_rules_of_its_language():
    told = Messages("xx", {"grammar": {"mend": {"a": "\\b([Aa]) (?=[aeiou]) => \\1n ", "b": "owl => auk"}}})
    assert told.mended("A owl is a bird") == "An auk is a bird"
    assert messages("en").mended("a owl") == "a owl"


def test_other_words_for_kinds_are_put_in_everywhere():
    told = messages("en").renamed({"curse": "Imp", "hireling": "Sidekick"})
    assert told.get("kind_fact.curse") == "Imp"
    assert told.get("event.struck.instead") == "when an Imp would strike you"
    assert [told.get("kind.hireling", n=n) for n in (1, 2)] == ["Sidekick", "Sidekicks"]
    for key in told:
        assert "Hireling" not in told.template(key), key
        assert ("Imp" in told.template(key)) == ("Curse" in messages("en").template(key)), key
    assert set(told) == set(messages("en"))


@pytest.mark.parametrize("path", sorted(MESSAGES.rglob("*.yaml")), ids=lambda path: str(path.relative_to(MESSAGES)))
def test_messages_have_no_key_twice(path: Path):
    # YAML would silently let a later key replace an earlier one.
    class Loader(yaml.SafeLoader):
        pass

    def mapping(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[Any, Any]:
        keys = [loader.construct_object(key) for key, _ in node.value]
        assert len(keys) == len(set(keys)), keys
        return {loader.construct_object(k): loader.construct_object(v, deep=True) for k, v in node.value}

    Loader.add_constructor("tag:yaml.org,2002:map", mapping)
    assert yaml.load(path.read_text(encoding="utf-8"), Loader=Loader)
