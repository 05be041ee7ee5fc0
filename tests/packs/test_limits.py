"""Packs of anybody: what they say of themselves, what they need, and what is too much."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kickdoor.packs.beginning import new_pack
from kickdoor.packs.loader import PackError, available, content_of, load, mix, parse
from kickdoor.play.game import Game

CARD = {"id": "hat", "name": "Hat", "deck": "treasure", "kind": "item", "gold": 100, "origin": "own"}


def written(**fields: object) -> str:
    """A pack file with these facts."""
    return msgspec.json.encode({"id": "own", "name": "Own", "cards": [CARD], **fields}).decode()


def refused(text: str) -> PackError:
    with pytest.raises(PackError) as caught:
        parse(text, "own.yaml")
    return caught.value


def test_a_pack_and_its_cards_say_who_made_them_and_in_which_languages():
    facts = {"version": "1.2", "author": "Ann", "licence": "CC0", "description": "Hats.", "languages": ["en", "de"]}
    card = {**CARD, "names": {"de": "Hut"}, "icon": "top-hat", "flavor": "It suits you.", "author": "Bo"}
    pack = parse(written(cards=[card], **facts), "own.yaml").pack
    assert (pack.version, pack.author, pack.licence, pack.languages) == ("1.2", "Ann", "CC0", ["en", "de"])
    assert content_of(pack.cards[0]) == content_of(parse(written(), "own.yaml").pack.cards[0]), "words only"


@pytest.mark.parametrize(
    "name",
    [
        "<b>Hat</b>",
        "Hat<script>",
        "&lt;Hat",
        "&#60;Hat",
        "&#x3C;Hat",
        "</Hat",
        "<!-- Hat",
        "Hat\u202e",
        "H\u2066at",
        "Hat\u0007",
        "Hat\u2028",
        "H\u200fat",
        "x" * 121,
        " ",
    ],
)
def test_no_name_has_markup_or_characters_that_cannot_be_shown(name: str):
    wrong = refused(written(cards=[CARD, {**CARD, "id": "other", "name": name}]))
    assert wrong.card == "other"
    refused(written(name=name))
    refused(written(cards=[{**CARD, "names": {"de": name}}]))


def test_names_of_all_languages_are_fine():
    for name in ("Größter Hut", "帽子", "Шапка", "קסדה", "Hat & Coat", "Curse! Don't"):
        assert parse(written(cards=[{**CARD, "name": name}]), "own.yaml").pack.cards[0].name == name


def test_signs_that_are_no_markup_are_fine():
    for name in ("1 < 2", "A < B", "Hat <3", "A > B", "Tom &Jerry;"):
        assert parse(written(cards=[{**CARD, "name": name}]), "own.yaml").pack.cards[0].name == name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (written(cards=[CARD] * 600), "twice"),
        (written(cards=[{**CARD, "id": f"c{i}"} for i in range(501)]), "more than 500 cards"),
        (written(cards=[{**CARD, "copies": 999_999}]), "more than 1000 copies"),
        (written(cards=[{**CARD, "gold": 10**9}]), "beyond 1,000,000"),
        (written(description="x" * 2001), "2000 characters"),
        (" " * 1_000_001, "1,000,000 bytes"),
        ("[" * 100_000, "60 deep"),
        ("a: " + "9" * 5000, "cannot be read as YAML"),
        ("a: \x00", "cannot be read as YAML"),
        (
            "a: &a ["
            + "x," * 99
            + "]\nb: &b ["
            + "*a," * 99
            + "]\nc: &c ["
            + "*b," * 99
            + "]\nd: ["
            + "*c," * 99
            + "]",
            "values",
        ),
        ("a: &a [" + "*a," * 500 + "]", "holds itself"),
        ("a: &a {b: [c, *a]}", "holds itself"),
        ("a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 80)), "60 deep"),
        (written(id="../own"), "the id of a pack"),
        (written(version="new"), "is no version"),
        (written(cards=[{**CARD, "icon": "../x"}]), "names no picture"),
    ],
)
def test_what_is_too_much_is_refused_at_once(text: str, problem: str):
    assert problem in str(refused(text))


def test_the_packs_of_the_house_keep_to_the_limits():
    for name in available():
        strange, house = parse(load(name).text, name).pack, load(name).pack
        assert [content_of(card) for card in strange.cards] == [content_of(card) for card in house.cards]


def test_a_card_that_does_not_say_where_it_is_from_is_own_and_in_packs_of_the_house_printed():
    silent = {field: value for field, value in CARD.items() if field != "origin"}
    assert parse(written(cards=[silent]), "own.yaml").pack.cards[0].origin == "own"
    assert parse(written(cards=[{**CARD, "origin": "printed"}]), "own.yaml").pack.cards[0].origin == "printed"
    assert {card.origin for card in load("munchkin").pack.cards} == {"printed"}
    assert {card.origin for card in load("star").pack.cards} == {"printed", "completed", "ours"}


def test_a_pack_is_not_played_without_those_that_it_needs(tmp_path: Path):
    hats, caps = tmp_path / "hats.yaml", tmp_path / "caps.yaml"
    hats.write_text(written(id="hats", needs={"munchkin": "", "caps": "1.10"}))
    with pytest.raises(PackError, match=r"hats.yaml:1: it needs the pack munchkin"):
        mix([str(hats)])
    with pytest.raises(PackError, match=r"it needs the pack caps 1.10"):
        Game.new(["munchkin", str(hats)], 3, 1)
    for version, fits in (("1.9", False), ("1.10", True), ("2", True)):
        caps.write_text(written(id="caps", version=version, cards=[{**CARD, "id": "cap", "name": "Cap"}]))
        if fits:
            assert mix(["munchkin", str(hats), str(caps)])
        else:
            with pytest.raises(PackError, match=r"caps 1.10 or later, not 1.9"):
                mix(["munchkin", str(hats), str(caps)])


@pytest.mark.parametrize("id", ["cellar", "My Größte Pack 2!", "???"])
def test_a_new_pack_checks_and_plays(id: str, tmp_path: Path):
    path = tmp_path / "new.yaml"
    path.write_text(new_pack(id, 'So "called"', "Ann: B"))
    assert parse(path.read_text(), str(path)).pack.author == "Ann: B"
    assert all(card.origin == "own" for card in load(str(path)).pack.cards)
    Game.new(["munchkin", str(path)], 3, 1)
