"""The table on all sizes, in both themes, for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kickdoor.text.messages import messages

ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "bot": "rookie"}
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1366, 768), "wide": (1920, 1080)}


@pytest.fixture
def table(house: Any) -> tuple[Any, dict[str, Any]]:
    return house, house.table(ME, BOT, BOT, BOT, speed="fast", name="Friday night")


def test_nothing_sticks_out_sideways(table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any]) -> None:
    page = at_table(*table, touch=True)
    page.locator(".hand [data-card]").first.wait_for()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
        if size in ("laptop", "wide"):
            assert page.evaluate("document.documentElement.scrollHeight") <= height, size
    assert page.faults == []


def test_axe_finds_nothing_serious(
    table: tuple[Any, dict[str, Any]],
    at_table: Callable[..., Any],
    violations: Callable[[Any], list[str]],
) -> None:
    page = at_table(*table)
    page.locator(".hand [data-card]").first.wait_for()
    assert violations(page) == []

    page.locator(".hand [data-card]").first.click()
    page.locator("dialog").wait_for()
    assert violations(page) == []
    page.keyboard.press("Escape")

    page.get_by_role("tab", name="Bargains").click()
    page.get_by_role("button", name="Bargain with").first.click()
    assert violations(page) == []
    page.get_by_role("tab", name="Chat").click()
    assert violations(page) == []

    page.get_by_role("button", name="Menu").click()
    assert violations(page) == []


def test_a_first_visitor_is_shown_round_and_gets_hints(
    table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any], violations: Callable[[Any], list[str]]
) -> None:
    page = at_table(*table, toured=False, hints=True)
    tour = page.get_by_role("dialog", name="A look around the table")
    tour.wait_for()
    assert violations(page) == []
    for _ in range(5):
        tour.get_by_role("button", name="Next").click()
    tour.get_by_role("button", name="Let me play").click()
    tour.wait_for(state="detached")
    hint = page.get_by_role("region", name="A hint")
    hint.wait_for()
    hint.get_by_role("button", name="No more hints").click()
    hint.wait_for(state="detached")

    page.reload()
    page.locator(".board").wait_for()
    assert not tour.count()
    assert not hint.count()


def test_what_cannot_be_done_says_why(table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any]) -> None:
    page = at_table(*table)
    page.locator(".hand [data-card]").first.wait_for()
    dark = page.locator(".hand [data-card]:not(:has(.lit))").first
    dark.hover()
    reason = page.locator(".preview .reason").first
    reason.wait_for()
    assert reason.inner_text().strip()
    dark.click()
    rule = page.locator("dialog .rule").first
    rule.wait_for()
    assert rule.get_attribute("href") == f"/rules/{rule.inner_text()}"


def test_a_card_can_be_dragged_into_play(table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any]) -> None:
    page = at_table(*table)
    card = page.locator(".hand [data-card]:has(.lit)").first
    card.wait_for()
    number = card.get_attribute("data-card")
    card.drag_to(page.locator(".mine[data-drop=mine] header"))
    page.locator(f".mine [data-card='{number}']").wait_for()


def test_german_is_complete_on_the_table(table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any]) -> None:
    page = at_table(*table, language="de")
    page.get_by_role("heading", name="Meine Hand").wait_for()
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.get_by_role("tab", name="Handel").count()


def test_the_language_can_be_changed_in_the_middle_of_a_game(
    table: tuple[Any, dict[str, Any]], at_table: Callable[..., Any]
) -> None:
    page = at_table(*table)
    lines = page.locator("#side-log li")
    lines.filter(has_text="You draw").first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    page.keyboard.press("Escape")
    lines.filter(has_text="Du ziehst").first.wait_for()
    assert not lines.filter(has_text="You draw").count()
    dark = page.locator(".hand [data-card]:not(:has(.lit))").first
    dark.hover()
    reason = page.locator(".preview .reason").first
    reason.wait_for()
    german = messages("de", "refusals")
    begun = tuple(german.template(key).split("{")[0] or "{" for key in german)
    assert reason.inner_text().startswith(begun)
    assert page.faults == []


def test_a_player_by_correspondence_says_where_to_write_to(
    serve: Callable[..., Any], at_table: Callable[..., Any]
) -> None:
    server = serve("mail", "--smtp", "smtp://127.0.0.1:1", "--address", "https://example.org")
    table = server.table({"kind": "me"}, {"kind": "me"}, {"kind": "me"}, speed="correspondence")
    page = at_table(server, table)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Mail me when it is my turn").fill("ada@example.org")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("We have written to ada@example.org.").wait_for()
    page.get_by_label("Mail me when it is my turn").fill("")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("No mail will be sent.").wait_for()
    assert page.faults == []


def test_chat_reactions_and_orders(house: Any, at_table: Callable[..., Any], expect: Callable[..., Any]) -> None:
    page = at_table(house, house.table(ME, {"kind": "me", "name": "Ben"}, BOT, speed="fast"))
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Good evening!")
    page.get_by_role("button", name="Say it").click()
    page.locator("#side-chat li", has_text="Good evening!").wait_for()
    page.get_by_role("button", name="laughs").click()
    page.locator("#side-chat li [aria-label=laughs]").wait_for()
    page.get_by_text("Standing orders").click()
    page.get_by_label("Pass for me, unless").check()
    page.get_by_label("somebody would win").uncheck()
    expect(page.locator(".orders .menu")).to_have_attribute("aria-busy", "false")
    page.reload()
    page.get_by_text("Standing orders").click()
    expect(page.get_by_label("it concerns me")).to_be_checked()
    expect(page.get_by_label("somebody would win")).not_to_be_checked()


DRAWN = """() => Promise.all([...document.querySelectorAll('.faces use')]
  .map((one) => fetch(one.getAttribute('href')).then((answer) => answer.ok)))"""


def test_a_reaction_is_seen_beside_its_face_unless_that_is_turned_off(house: Any, at_table: Callable[..., Any]) -> None:
    """Drawn by the page: not every device has signs for faces."""
    table = house.table(ME, {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cy"}, speed="none")
    ben = at_table(house, table, 1)
    seen, unseen = at_table(house, table, 0), at_table(house, table, 2, emotes=False)
    for page in (ben, seen, unseen):
        page.get_by_role("tab", name="Chat").click()
    drawn = ben.evaluate(DRAWN)
    assert len(drawn) == 8
    assert all(drawn)
    ben.get_by_role("button", name="gasps").click()
    plate = "[data-drop='seat:1'] .voice"
    seen.locator(f"{plate} svg").wait_for()
    unseen.locator("#side-chat li [aria-label=gasps]").wait_for()
    assert unseen.locator(plate).count() == 0


def test_once_more_leads_to_the_next_game(
    laid_out: Any, at_table: Callable[..., Any], play_until: Callable[..., None]
) -> None:
    fight = {"fighter": "Ada", "monsters": ["Maul Rat"]}
    table = laid_out.lay_out(players={"Ada": {"level": 9}, "Ben": {}, "Cy": {}}, phase="combat", combat=fight)
    pages = [at_table(laid_out, table, seat, tempo="at_once") for seat in range(3)]
    play_until(pages, lambda: pages[0].locator(".end").count())
    before = pages[0].url
    pages[0].get_by_role("button", name="Once more").click()
    pages[0].wait_for_url(lambda url: url != before)
    pages[0].locator(".board .prompt").wait_for()
    assert pages[0].faults == []


def test_whoever_could_buy_a_level_sees_that(laid_out: Any, at_table: Callable[..., Any]) -> None:
    players = {"Ada": {"equipped": ["Helm of Courage"], "carried": ["Rapier of Unfairness", "Sandals of Protection"]}}
    table = laid_out.lay_out(players={**players, "Ben": {}, "Cy": {}}, phase="arrange")
    page = at_table(laid_out, table, size=PHONE)
    page.locator(".prompt [data-verb=sell]").click()
    page.locator(".prompt .picks").wait_for()
    assert page.faults == []
