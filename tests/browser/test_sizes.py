"""Every size of screen: what a player needs is in sight or one plain gesture away, and a finger can touch it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1194, 834),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
PHONES = SIZES[:3]
ALL = ["munchkin", *(f"munchkin-{n}" for n in range(2, 9)), "game-changers"]
HAND = ["Maul Rat", "Magic Missile", "Wandering Monster", "Potion of Halitosis", "Cleric"]
LADEN = {
    "level": 4,
    "races": ["Elf"],
    "classes": ["Wizard"],
    "equipped": ["Helm of Courage", "Slimy Armor", "Staff of Napalm"],
    "carried": ["Leather Armor", "Boots of Butt-Kicking", "Eleven-Foot Pole"],
    "hand": HAND,
}
SIX = {name: {"level": 3, "equipped": []} for name in ("Cy", "Dee", "Eve", "Maximilian-A. Knusperkek")}
POSITIONS: dict[str, dict[str, Any]] = {
    "quiet": {"players": {"Ada": LADEN, "Ben": {"equipped": ["Rat on a Stick"]}, "Cy": {}}},
    "fight": {
        "players": {"Ada": LADEN, "Ben": {"level": 6}, "Cy": {}},
        "phase": "combat",
        "combat": {"fighter": "Ada", "monsters": ["Plutonium Dragon"]},
    },
    "fight of another": {
        "players": {"Ben": {"level": 6, "hand": HAND}, "Ada": {**LADEN, "hand": []}, "Cy": {}},
        "turn": "Ada",
        "phase": "combat",
        "combat": {"fighter": "Ada", "monsters": [{"card": "Stoned Golem", "enhancers": ["Intelligent"]}]},
    },
    "six in a fight with Dungeons": {
        "packs": ALL,
        "players": {"Ada": LADEN, "Ben": {"level": 6, "equipped": ["Rat on a Stick"]}, **SIX},
        "dungeons": ["Dungeon of Even More Rampant Cheating Than Usual", "Wight Club"],
        "phase": "combat",
        "combat": {
            "fighter": "Ada",
            "helper": "Ben",
            "monsters": [{"card": "Wannabe Vampire", "enhancers": ["Intelligent"]}, "Stoned Golem", "Plutonium Dragon"],
        },
    },
}
SEEN = """(where) => {
  const inside = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
    if (box.width < 8 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  return [...document.querySelectorAll(where)].some(inside);
}"""
"""Whether one of these is within the window, not scrolled away and not covered."""

WHOLLY_SEEN = """(where) => {
  const one = document.querySelector(where);
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const y = (top + bottom) / 2;
  return [left + 4, (left + right) / 2, right - 4].every((x) => one.contains(document.elementFromPoint(x, y)));
}"""
"""Whether nothing covers it from one side to the other."""

CUT_LEVELS = """() => [...document.querySelectorAll('.plate .level')].filter((level) =>
  level.getBoundingClientRect().right > level.closest('.plate').getBoundingClientRect().right - 2).length"""
"""How many Levels stick out of their plate."""

SMALL_TARGETS = """() => {
  const found = [];
  for (const one of document.querySelectorAll('button, a, select, summary, input, [role=tab]')) {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!box.width || !top || !one.contains(top)) continue;
    const area = one.closest('label') ?? one;
    const reach = area.getBoundingClientRect();
    if (Math.min(reach.width, reach.height) < 43.5) {
      const name = `${one.className.replace(/svelte-\\w+/, '')} ${one.getAttribute('aria-label') ?? one.innerText}`;
      found.push(`${name}: ${Math.round(reach.width)} x ${Math.round(reach.height)}`);
    }
  }
  return found;
}"""
TRAYS = {"hand": "Hand", "mine": "My side"}


def needed(position: str) -> dict[str, str]:
    """What has to be in sight without any gesture, by name."""
    found = {
        "the prompt": ".prompt .question p",
        "an answer": ".prompt .answers :is(.button, summary)",
        "whose turn": ".top .turn b",
    }
    if POSITIONS[position].get("combat"):
        for at in range(1, len(POSITIONS[position]["combat"]["monsters"]) + 1):
            found[f"monster {at}"] = f".fight .monster:nth-child({at}) [data-card]"
        found["our sum"] = ".fight .stand .number:first-of-type"
        found["their sum"] = ".fight .stand .number:last-of-type"
    if position == "fight":
        found["help"] = ".prompt [data-act=help]"
    return found


def unfolded(page: Any) -> list[str]:
    """What is out of sight of what unfolds: how the game goes on, what else could be done, a sale."""
    missing = []
    more = page.locator(".prompt .more")
    if more.is_visible():
        more.click()
        if not page.evaluate(SEEN, ".prompt .wishes summary, .prompt .wishes label"):
            missing.append("how it goes on")
        more.click()
    page.locator(".prompt .answers summary").click()
    sell = page.locator(".prompt [data-verb=sell]").first
    if not page.evaluate(SEEN, ".prompt .answers details li .button"):
        missing.append("what else could be done")
    sell.evaluate("(button) => button.click()")
    page.locator(".prompt [data-pick]").first.wait_for()
    for what, where in {
        "a card to sell": ".prompt [data-pick]",
        "the running sum": ".prompt .sum",
        "the button that sells": ".prompt [data-act=confirm]",
        "the way back": ".prompt [data-verb=withdraw]",
    }.items():
        if not page.evaluate(SEEN, where):
            missing.append(what)
    page.locator(".prompt [data-verb=withdraw]").evaluate("(button) => button.click()")
    page.locator(".prompt [data-verb=proceed]").wait_for()
    return missing


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_needed_is_in_sight_on_every_size(laid_out: Any, at_table: Callable[..., Any], position: str) -> None:
    page = at_table(laid_out, laid_out.lay_out(**POSITIONS[position]))
    page.locator(".hand [data-card]").first.wait_for()
    missing = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        missing += [
            f"{what} at {width}x{height}" for what, where in needed(position).items() if not page.evaluate(SEEN, where)
        ]
        if (
            width > 1000
            and position != "fight of another"
            and not page.evaluate(SEEN, "section.mine .carried [data-card]")
        ):
            missing.append(f"what is carried at {width}x{height}")
        if page.evaluate(CUT_LEVELS):
            missing.append(f"a Level at {width}x{height}")
        for tray, name in TRAYS.items():
            button = page.locator(".trays button", has_text=name)
            if button.is_visible():
                button.click()
            where = ".hand [data-card]" if tray == "hand" else "section.mine header"
            if not page.evaluate(SEEN, where):
                missing.append(f"{tray} at {width}x{height}")
        if page.locator(".trays").is_visible():
            page.locator(".trays button", has_text=TRAYS["hand"]).click()
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            missing.append(f"room at {width}x{height}")
        if position == "quiet":
            missing += [f"{what} at {width}x{height}" for what in unfolded(page)]
    assert missing == []
    assert page.faults == []


PILES = (
    "() => [...document.querySelectorAll('.pile')].map((one) => Object.values(one.getBoundingClientRect().toJSON()))"
)


def test_an_offer_hides_no_answer_on_any_size(laid_out: Any, at_table: Callable[..., Any]) -> None:
    players = {"Ada": LADEN, "Ben": {"carried": ["Spiky Knees"]}, "Cy": {}}
    table = laid_out.lay_out(players=players)
    ada, ben = (at_table(laid_out, table, seat) for seat in range(2))
    ada.set_viewport_size({"width": 1366, "height": 768})
    piles = ada.evaluate(PILES)
    ben.locator(".mine [data-card]", has_text="Spiky Knees").drag_to(ben.locator(".plate h3", has_text="Ada"))
    ben.get_by_role("button", name="Make the offer").click()
    ada.locator(".prompt .offer").wait_for()
    assert ada.evaluate(PILES) == piles, "what lies there stays where it is"
    hidden = []
    for width, height in SIZES:
        ada.set_viewport_size({"width": width, "height": height})
        ada.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for where in (".prompt .offer [data-verb=accept]", ".prompt .answers > .main"):
            if not ada.evaluate(SEEN, where):
                hidden.append(f"{where} at {width}x{height}")
    assert hidden == []


FREE_BELOW = """() => {
  const [table, aside] = ['.middle', '.aside'].map((one) => document.querySelector(one).getBoundingClientRect());
  return Math.round((aside.left >= table.right - 2 ? innerHeight : aside.top) - table.bottom);
}"""
"""How much room lies idle below the table, of who only looks on."""


def test_who_looks_on_sees_the_table_in_the_whole_window(laid_out: Any, browse: Callable[..., Any]) -> None:
    table = laid_out.lay_out(**POSITIONS["fight"])
    page = browse(f"{laid_out.url}/table/{table['table']}#gallery={table['gallery']}")
    page.locator(".fight").wait_for()
    idle = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if (free := page.evaluate(FREE_BELOW)) > 50:
            idle[f"{width}x{height}"] = free
    assert idle == {}


def test_somebody_s_cards_are_looked_at_from_the_first_one(laid_out: Any, at_table: Callable[..., Any]) -> None:
    page = at_table(laid_out, laid_out.lay_out(players={"Ada": {}, "Ben": LADEN, "Cy": {}}))
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Ben", exact=True).click()
        page.locator("dialog .cards li").first.wait_for()
        missing = [
            where for where in ("dialog h2", "dialog .cards li", "dialog .close") if not page.evaluate(SEEN, where)
        ]
        assert missing == [], f"at {width}x{height}"
        page.keyboard.press("Escape")


@pytest.mark.parametrize("position", ["quiet", "six in a fight with Dungeons"])
def test_whatever_can_be_touched_on_a_phone_is_large_enough(
    laid_out: Any, at_table: Callable[..., Any], position: str
) -> None:
    width, height = PHONES[0]
    page = at_table(
        laid_out, laid_out.lay_out(**POSITIONS[position]), size={"width": width, "height": height}, touch=True
    )
    page.locator(".hand [data-card]").first.wait_for()
    small = set()
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for tray in page.locator(".trays button").all():
            tray.click()
            small |= {f"{width}x{height} {each}" for each in page.evaluate(SMALL_TARGETS)}
    assert "\n".join(sorted(small)) == ""


def test_a_hint_leaves_a_fight_in_sight_on_a_phone(laid_out: Any, at_table: Callable[..., Any]) -> None:
    size = {"width": 390, "height": 844}
    page = at_table(laid_out, laid_out.lay_out(**POSITIONS["fight"]), size=size, touch=True, hints=True)
    hint, region = page.get_by_role("button", name="A hint"), page.get_by_role("region", name="A hint")
    hint.wait_for()
    assert region.count() == 0
    page.locator(".prompt [data-act=help]").tap()
    page.locator("[data-helper]").first.wait_for()
    assert page.evaluate(SMALL_TARGETS) == [], "where help is asked for"
    page.locator(".trays button", has_text=TRAYS["hand"]).tap()
    hint.tap()
    region.wait_for()
    assert page.evaluate(SMALL_TARGETS) == [], "of the hint"
    page.locator(".prompt .more").tap()
    page.locator(".prompt .wishes").wait_for()
    assert page.evaluate(WHOLLY_SEEN, ".prompt .wishes"), "how the game goes on, which lies over the hint"
    page.locator(".prompt .more").tap()
    region.get_by_role("button", name="Got it").tap()
    region.wait_for(state="detached")
    assert page.faults == []
