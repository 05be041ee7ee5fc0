"""Every card has a look of its own, made of its facts, and all are of one hand."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, get_args
from xml.etree import ElementTree

import pytest

from kickdoor.packs.language.words import Kind
from kickdoor.packs.loader import available, cards_of, load

pytest.importorskip("py_mini_racer", reason="not installed: kickdoor[studio]")
from kickdoor.press.drawing import Artist, icon_body, static_folder, svg
from kickdoor.text.showing import shown_card

pytestmark = pytest.mark.skipif(
    not (static_folder() / "drawing.js").exists(), reason="the page is not built: make page"
)

HOSTILE = '"/><script>alert(1)</script>'


@pytest.fixture(scope="module")
def artist() -> Artist:
    return Artist()


@pytest.fixture(scope="module")
def cards() -> list[dict[str, Any]]:
    found = {entry.id: entry for name in available() for entry in cards_of(load(name))}
    return [shown_card(entry, "en") for entry in found.values()]


def own(**facts: object) -> dict[str, Any]:
    """A card of somebody's own."""
    plain = {"id": "mine/card", "name": "Thing", "deck": "door", "kind": "monster", "set": "dungeon", "tags": []}
    return {**plain, **facts}


def test_no_two_cards_look_alike(artist: Artist, cards: list[dict[str, Any]]):
    assert len(cards) > 1000
    pictures = Counter(artist.picture(card) for card in cards)
    assert [count for count in pictures.values() if count > 1] == []


def test_cards_with_the_same_icon_differ_in_what_is_seen_at_a_glance(artist: Artist, cards: list[dict[str, Any]]):
    """The set, the kind, the place behind it, or a second icon: a slightly other hue would not do."""
    seen: dict[tuple[object, ...], list[str]] = {}
    for card in cards:
        made = artist.composition(card)
        glance = (made["icon"], made["companion"], made["backdrop"], made["set"], card["kind"], card.get("slot"))
        seen.setdefault(glance, []).append(card["id"])
    assert [ids for ids in seen.values() if len(ids) > 1] == []


def test_every_icon_is_there(artist: Artist, cards: list[dict[str, Any]]):
    missing = [card["id"] for card in cards if not icon_body(artist.composition(card)["icon"])]
    assert missing == []


def test_every_kind_has_a_frame_and_colours_of_its_own(artist: Artist):
    kinds = get_args(Kind)
    assert len({artist.tones(own(kind=kind))["kind"] for kind in kinds}) == len(kinds)
    openings = {kind: re.findall(r'stroke-width[^>]*d="([^"]+)"', artist.picture(own(kind=kind))) for kind in kinds}
    assert len({tuple(found) for found in openings.values()}) == len(kinds)


def test_every_set_has_its_own_paper_and_corners(artist: Artist):
    sets = ("dungeon", "space", "night", "nursery")
    assert len({artist.tones(own(set=name))["paper"] for name in sets}) == 4
    assert len({artist.corners(own(set=name), 10) for name in sets}) == 4


def test_a_monster_stands_as_tall_as_its_level(artist: Artist):
    heights = [artist.height(own(level=level)) for level in range(1, 21)]
    assert heights == sorted(set(heights))
    assert heights[-1] > 2 * heights[0]


def test_an_item_is_framed_by_where_it_is_worn(artist: Artist):
    worn = {
        artist.picture(own(kind="item", deck="treasure", slot=slot)) for slot in ("headgear", "armor", "hand", None)
    }
    assert len(worn) == 4


def test_a_card_looks_the_same_in_every_language(artist: Artist):
    assert artist.picture(own(name="Drache", english="Dragon")) == artist.picture(own(name="Dragon"))


def test_an_author_may_choose_the_icon(artist: Artist):
    assert artist.composition(own(icon="rat"))["icon"] == "rat"
    assert icon_body("rat") in artist.picture(own(icon="rat"))


@pytest.mark.parametrize("field", ["name", "icon", "set", "slot", "id", "english"])
def test_markup_in_the_words_of_a_card_does_nothing(artist: Artist, field: str):
    card = own(tags=["constructor", HOSTILE], **{field: HOSTILE})
    drawn = svg(artist.picture(card) + artist.corners(card, 10), 100, 100)
    assert "script" not in drawn
    assert "NaN" not in drawn
    ElementTree.fromstring(drawn)
