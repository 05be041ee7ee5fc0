"""Where people begin: the game in three minutes, the rules by asking, and one device that goes round."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

PHONE = {"width": 360, "height": 640}


def test_the_game_in_three_minutes_explains_its_words_in_both_languages(
    laid_out: Any, browse: Callable[..., Any]
) -> None:
    for language, title in (("en", "Munchkin in three minutes"), ("de", "Munchkin in drei Minuten")):
        page = browse(f"{laid_out.url}/learn", PHONE, language=language)
        page.get_by_role("heading", level=1, name=title).wait_for()
        page.locator("section .card").nth(17).wait_for()
        assert page.locator("section .cards").count() == 9
        term = page.locator("[data-term=level]").first
        explained = page.locator(".meaning:popover-open")
        assert explained.count() == 0
        term.click()
        explained.wait_for()
        box = explained.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert len(explained.inner_text()) > 30
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.faults == []


def test_a_question_is_answered_and_stands_in_the_address(
    laid_out: Any, browse: Callable[..., Any], expect: Callable[..., Any]
) -> None:
    page = browse(f"{laid_out.url}/ask", PHONE)
    page.get_by_role("searchbox").fill("Can I sell items in combat?")
    page.get_by_role("heading", name="Rules", exact=True).wait_for()
    expect(page.get_by_role("link", name="ACT-09")).to_have_count(1)
    page.wait_for_url("**/ask?q=Can*")
    page.reload()
    page.get_by_role("link", name="ACT-09").wait_for()
    page.get_by_role("searchbox").fill("xyzzy")
    page.get_by_text("Nothing was found.").wait_for()
    assert page.faults == []


def test_any_card_leads_to_its_rules(laid_out: Any, browse: Callable[..., Any]) -> None:
    page = browse(f"{laid_out.url}/cards/munchkin/pit_bull")
    page.get_by_role("link", name="Rules about this card").click()
    page.get_by_text("RUL-03").wait_for()


def test_in_german_a_card_keeps_its_name_set_apart_and_has_german_words(
    laid_out: Any, browse: Callable[..., Any]
) -> None:
    page = browse(f"{laid_out.url}/cards/munchkin/helm_of_courage", language="de")
    name = page.locator("article .card .name[lang=en]").first
    name.wait_for()
    assert name.inner_text() == "Helm of Courage"
    assert name.evaluate("one => getComputedStyle(one).fontStyle") == "italic"
    assert "Kopfbedeckung" in page.locator("article .card").first.inner_text()


def test_one_device_goes_from_person_to_person_and_shows_nobody_s_hand(house: Any, browse: Callable[..., Any]) -> None:
    names = ("Ada", "Ben", "Cleo")
    table = house.table(*[{"kind": "me", "name": name} for name in names], speed="none")
    page = browse(house.url, PHONE)
    keys = {table["table"]: {"seats": table["keys"], "invite": table["invite"], "gallery": table["gallery"]}}
    page.evaluate("keys => localStorage.setItem('kickdoor.seats', keys)", json.dumps(keys))
    page.goto(f"{house.url}/table/{table['table']}")
    seen: list[str] = []
    for name, after in zip(names, (*names[1:], ""), strict=True):
        page.locator(".curtain").wait_for()
        assert page.locator("[data-card]").count() == 0, "the curtain shows nobody's hand"
        page.get_by_role("button", name=f"I am {name}").click()
        page.locator(".held [data-card]").nth(7).wait_for()
        seen.append(page.locator(".held").inner_text())
        device = page.locator(".device")
        assert device.get_by_role("button", name="Nobody").count() == 0, "nobody is made ready unseen"
        assert device.locator(".next button").count() == 0
        page.locator(".prompt [data-act=pass]").click()
        if after:
            device.locator(".next button").wait_for()
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the bar pushes nothing"
            device.locator(".next button").click()
            page.get_by_role("heading", name=after).wait_for()
    assert len(set(seen)) == 3
    page.wait_for_function("() => !document.querySelector('.prompt [data-act=pass][aria-pressed=true]')")
    assert page.faults == []


def into(held: list[Any]) -> Callable[[Any], None]:
    """Keep requests back."""
    return lambda route: held.append(route)


def test_nothing_moves_on_the_first_page_when_the_lessons_come(laid_out: Any, browse: Callable[..., Any]) -> None:
    for size in ({"width": 1366, "height": 768}, {"width": 390, "height": 844}):
        page = browse(f"{laid_out.url}/credits", size)
        held: list[Any] = []
        page.route("**/api/lessons*", into(held))
        with page.expect_request("**/api/lessons*"):
            page.get_by_role("link", name="kickdoor").first.click()
        ways = page.locator(".hero .ways")
        ways.wait_for()
        before = ways.bounding_box()
        held[0].continue_()
        page.locator(".learn").wait_for()
        assert ways.bounding_box() == before


def test_a_key_that_fits_nothing_leads_to_an_offer_to_join(laid_out: Any, browse: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": {}, "Ben": {}, "Cy": {}})
    page = browse(f"{laid_out.url}/table/{table['table']}#seat=of-some-other-table")
    page.get_by_role("button", name="Join or watch this table").click()
    page.get_by_role("heading", name="Join a table").wait_for()
    page.get_by_label("Link that you were sent").fill(table["keys"][1]["token"].join(("/x#seat=", "")))
    page.get_by_role("button", name="Use this link").click()
    page.locator(".board").wait_for()
    assert page.faults == []
