"""Message catalogues."""

import pytest

from kickdoor.text.messages import Messages, languages, messages


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
    # Plural forms may differ, so the keys are compared without them.
    def keys(name: str) -> set[str]:
        return {key.removesuffix(".one").removesuffix(".other") for key in messages(name)}

    assert keys(language) == keys("en")


def test_other_words_for_kinds_are_put_in_everywhere():
    told = messages("en").renamed({"curse": "Imp", "hireling": "Sidekick"})
    assert told.get("kind_fact.curse") == "Imp"
    assert told.get("event.struck.instead") == "when an Imp would strike you"
    assert [told.get("kind.hireling", n=n) for n in (1, 2)] == ["Sidekick", "Sidekicks"]
    for key in told:
        assert "Hireling" not in told.template(key), key
        assert ("Imp" in told.template(key)) == ("Curse" in messages("en").template(key)), key
    assert set(told) == set(messages("en"))
