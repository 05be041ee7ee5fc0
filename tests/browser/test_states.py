"""The states of a table that seldom last: axe finds nothing at all in them, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DESK = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
ON_A_PHONE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "rules": {"color-contrast": {"enabled": False}},  # its colours are those of the desk
    "preload": False,
}
RICH: dict[str, Any] = {
    "level": 4,
    "races": ["Elf"],
    "classes": ["Wizard"],
    "equipped": ["Helm of Courage", "Staff of Napalm"],
    "carried": ["Leather Armor", "Eleven-Foot Pole", "Boots of Butt-Kicking"],
    "hand": [
        "Maul Rat",
        "Magic Missile",
        "Wandering Monster",
        "Potion of Halitosis",
        "Cleric",
        "Dwarf",
        "Halfling",
        "Thief",
    ],
}
FIGHT = {"fighter": "Ada", "monsters": [{"card": "Plutonium Dragon", "enhancers": ["Intelligent"]}]}


class Looking:
    """Has axe look at a page at both sizes, and keeps what it finds in each state."""

    def __init__(self, page: Any, violations: Callable[[Any], list[str]]) -> None:
        self.page = page
        self.found: dict[str, list[str]] = {}
        self._violations = violations

    def at(self, state: str) -> None:
        for name, size in (("desk", DESK), ("phone", PHONE)):
            self.page.set_viewport_size(size)
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            if name == "desk":
                told = self._violations(self.page)  # both themes, and loads axe
            else:
                result = self.page.evaluate("options => axe.run(document, options)", ON_A_PHONE)
                told = [f"{each['id']}: {node['target']}" for each in result["violations"] for node in each["nodes"]]
            if self.page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                told.append("sticks out sideways")
            if told:
                self.found[f"{state} on a {name}"] = told
        self.page.set_viewport_size(DESK)


TAXED: dict[str, Any] = {
    "Ada": {"carried": ["Helm of Courage", "Staff of Napalm", "Eleven-Foot Pole"]},
    "Ben": {"carried": ["Flaming Armor"]},  # worth 400 gold
    "Cy": {},
}


def sit_down(laid_out: Any, page: Any, **position: Any) -> None:
    """Look at a position as who plays first."""
    others = {"Ben": {"level": 6, "equipped": ["Rat on a Stick"]}, "Cy": {}}
    table = laid_out.lay_out(**{"players": {"Ada": RICH, **others}, **position})
    page.goto(f"{laid_out.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
    page.locator(".mine [data-card]").first.wait_for()


def test_axe_finds_nothing_in_any_state(
    laid_out: Any,
    browse: Callable[..., Any],
    violations: Callable[[Any], list[str]],
    expect: Callable[..., Any],
) -> None:
    page = browse(f"{laid_out.url}/credits", size=DESK)
    looking = Looking(page, violations)
    sit_down(laid_out, page, phase="end")
    page.locator(".prompt [data-verb=proceed]").click()
    page.locator(".prompt [data-pick]").first.click()
    looking.at("charity")
    sit_down(laid_out, page)
    page.locator(".prompt .answers summary").click()
    page.locator(".prompt [data-verb=sell]").first.click()
    page.locator(".prompt [data-pick]").first.click()
    looking.at("selling")
    # The cards themselves are selected too: nothing is sold before that is confirmed.
    log = page.locator("#side-log li").all_inner_texts()
    page.locator(".mine [data-card][aria-pressed=false]").first.click()
    page.locator(".mine [data-card][aria-pressed=true]").nth(1).wait_for()
    assert page.locator(".prompt [data-pick][aria-pressed=true]").count() == 2
    assert page.locator("#side-log li").all_inner_texts() == log
    page.locator(".plate .who").first.click()
    page.locator("dialog").wait_for()
    looking.at("somebody's side")
    sit_down(laid_out, page, players=TAXED, turn="Ben", phase="kick_open", door=["Curse! Income Tax"])
    page.locator(".prompt [data-pick]").first.click()
    assert page.locator(".prompt .sum").inner_text() == "200 of 400 gold"
    assert page.locator(".prompt [data-act=confirm]").is_disabled()
    page.locator(".mine [data-card]", has_text="Staff of Napalm").click()
    assert page.locator(".prompt .sum").inner_text() == "1,000 of 400 gold"
    looking.at("paying")
    page.locator(".prompt [data-act=confirm]").click()
    page.locator(".prompt .picks").wait_for(state="detached")
    expect(page.locator(".mine [data-card]")).to_have_count(1)
    sit_down(laid_out, page, phase="combat", combat=FIGHT)
    page.locator(".fight .lines").first.wait_for()
    page.locator(".prompt [data-act=help]").click()
    looking.at("asking for help")
    page.get_by_role("button", name="Bargain with Ben").first.click()
    page.locator("form[aria-label^='Bargain with']").wait_for()
    looking.at("a bargain")
    sit_down(laid_out, page, phase="running_away", combat=FIGHT)
    page.locator(".strip [data-card]").first.wait_for()
    looking.at("running away")
    assert looking.found == {}
    assert page.faults == []


def test_axe_finds_nothing_where_somebody_begins(
    house: Any, browse: Callable[..., Any], violations: Callable[[Any], list[str]]
) -> None:
    page = browse(f"{house.url}/learn", size=DESK)
    looking = Looking(page, violations)
    page.locator("section .cards").first.wait_for()
    looking.at("Munchkin in three minutes")
    page.goto(f"{house.url}/ask?q=can+I+help+twice")
    page.locator("#found-rules").wait_for()
    looking.at("found by asking")
    page.goto(f"{house.url}/operator")
    page.locator("form").first.wait_for()
    looking.at("the operator's page")
    page.goto(house.url)
    page.get_by_role("button", name="New here?").click()
    page.locator(".teacher").wait_for()
    page.locator(".hand [data-card]").first.wait_for()
    looking.at("a lesson")
    assert looking.found == {}
    assert page.faults == []


def test_axe_finds_nothing_around_a_game(
    laid_out: Any, browse: Callable[..., Any], violations: Callable[[Any], list[str]]
) -> None:
    page = browse(f"{laid_out.url}/settings", size=DESK, contrast="high", hints=True)
    looking = Looking(page, violations)
    page.get_by_role("group", name="Your face").wait_for()
    looking.at("faces to choose from, in high contrast")
    sit_down(laid_out, page, phase="combat", combat=FIGHT)
    page.get_by_role("region", name="A hint").wait_for()
    looking.at("a fight with a hint, in high contrast")
    page.locator("[data-act=happened]").click()
    page.locator("dialog").wait_for()
    looking.at("what happened")
    table = laid_out.lay_out(players={"Ada": RICH, "Ben": {}, "Cy": {}}, phase="combat", combat=FIGHT)
    where = f"{laid_out.url}/table/{table['table']}"
    page.goto(f"{where}#gallery={table['gallery']}")
    page.locator(".board.watching .fight").wait_for()
    looking.at("looking on")
    for key in table["keys"][:2]:
        page.goto(f"{laid_out.url}/credits")
        page.goto(f"{where}#seat={key['token']}")
    page.get_by_role("heading", name="Who holds the device?").wait_for()
    looking.at("handing over")
    assert looking.found == {}
    assert page.faults == []
