import re
from importlib.resources import files

from kickdoor.rules import BOOKS, catalogue


def test_catalogue_has_every_rule_once():
    # Read from the text as well: YAML would silently let a later key replace an earlier one.
    source = files("kickdoor.rules").joinpath("catalog.yaml").read_text(encoding="utf-8")
    written = re.findall(r"^  ([A-Z]+-\d\d): ", source, re.MULTILINE)
    assert len(written) == 230
    assert list(catalogue()) == written
    assert len(set(written)) == 230


def test_catalogue_rules_are_complete():
    for rule_id, rule in catalogue().items():
        assert rule.id == rule_id
        assert rule.area
        assert rule.text
        assert rule.books
        assert set(rule.books) <= set(BOOKS)


def test_catalogue_names_the_books():
    assert catalogue()["SETUP-02"].books == ("lite",)
    assert catalogue()["SETUP-01"].books == ("deluxe", "bites", "star", "babies")
    assert catalogue()["CMB-01"].books == ("deluxe", "lite", "bites", "star", "babies")


def test_character_and_charity_share_a_prefix():
    assert catalogue()["CHAR-01"].area == "character"
    assert catalogue()["CHAR-20"].area == "charity"
