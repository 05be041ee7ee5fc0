"""The card studio: a pack is written, looked at, tried and brought to a table; what strangers write stays text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Browse = Callable[..., Any]
Violations = Callable[[Any], list[str]]
PHONE = {"width": 390, "height": 844}
EVIL = "<img src=x onerror=\"document.body.dataset.hit='1'\">"


def field(page: Any, label: str) -> Any:
    """The field of the form with this label."""
    return page.locator(".bench .form").get_by_label(label, exact=True)


def test_a_pack_is_written_tried_and_brought_to_a_table(house: Any, browse: Browse, violations: Violations) -> None:
    page = browse(f"{house.url}/studio")
    page.get_by_label("Name of the pack").fill("Barrels")
    page.get_by_role("button", name="Begin").click()
    page.locator(".state", has_text="all well").wait_for()
    field(page, "Name").fill(f"Barrel {EVIL}")
    page.get_by_role("list", name="What is wrong").get_by_text("there is markup").first.wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.body.dataset.hit ?? ''") == ""
    assert violations(page) == []
    field(page, "Name").fill("Furious Barrel")
    field(page, "Level").fill("7")
    page.locator(".state", has_text="all well").wait_for()
    page.locator(".look", has_text="Level 7").wait_for()
    page.locator(".look", has_text="Stufe 7").wait_for()
    assert "id: furious_barrel\n  name: Furious Barrel" in page.locator(".cm-content").inner_text()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n- oops")
    page.get_by_role("list", name="What is wrong").get_by_role("button").first.wait_for()
    for _ in range(20):
        if "oops" not in page.locator(".cm-content").inner_text():
            break
        page.get_by_role("button", name="Undo").click()
    page.locator(".state", has_text="all well").wait_for()
    page.locator(".try").get_by_role("button", name="Try it").click()
    page.locator(".try .sums", has_text="5 : 7").wait_for()
    page.get_by_role("button", name="Play with it").click()
    page.locator(".own input:checked").wait_for()
    page.get_by_role("button", name="Open the table").click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Barrels").click()
    pack = opened.value
    pack.locator(".cards", has_text="Furious Barrel").wait_for()
    assert violations(pack) == []
    assert page.faults == []


def test_the_studio_fits_a_phone(house: Any, browse: Browse) -> None:
    page = browse(f"{house.url}/studio", size=PHONE, touch=True)
    page.get_by_role("button", name="Begin").click()
    page.locator(".state", has_text="all well").wait_for()
    for side in ("Cards", "Text", "Look", "Try it", "Worth", "Form"):
        page.locator(".tabs").get_by_role("button", name=side).click()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, side
    field(page, "Level").fill("9")
    page.locator(".tabs").get_by_role("button", name="Look").click()
    page.locator(".look", has_text="Level 9").wait_for()
    assert page.faults == []


def test_a_card_lies_on_its_curves_and_is_probed_with_progress(house: Any, browse: Browse) -> None:
    page = browse(f"{house.url}/studio")
    page.get_by_role("button", name="Begin").click()
    page.locator(".state", has_text="all well").wait_for()
    worth = page.locator(".worth")
    worth.get_by_role("img", name="Treasures by Level: Angry Barrel Level 4, Treasures 2").wait_for()
    worth.get_by_role("button", name="Probe it").click()
    worth.get_by_role("progressbar").wait_for()
    worth.get_by_role("button", name="Stop").click()
    worth.get_by_role("button", name="Probe it").wait_for()
    assert page.faults == []


def test_a_pack_with_an_endless_name_stays_in_its_place_among_the_sets(house: Any, browse: Browse) -> None:
    page = browse(f"{house.url}/")

    def lengthen(route: Any) -> None:
        answer = route.fetch()
        packs = answer.json()
        packs[1] |= {"ref": f"{packs[1]['id']}@0", "name": "w" * 120, "author": "m" * 120}
        packs[2] |= {"ref": f"{packs[2]['id']}@0", "author": ""}
        route.fulfill(response=answer, json=packs)

    page.route("**/api/packs*", lengthen)
    page.goto(f"{house.url}/new")
    page.locator(".set", has_text="w" * 120).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.locator(".set", has_text="by ?").count() == 0
