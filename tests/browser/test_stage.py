"""The stage plays on top of the table, and keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

MOST_BYTES = 300_000
"""So much at most comes over the line until a table is there, compressed."""


@pytest.fixture(scope="module")
def staged() -> ModuleType:
    """Great moments to order."""
    spec = spec_from_file_location("browser_staged", Path(__file__).parent / "staged.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sat_down(laid_out: Any, browse: Callable[..., Any], staged: ModuleType) -> Callable[..., tuple[Any, Any]]:
    """At a table in a fight, with a line into which something can be put and a clock that stands still."""

    def sat(**settings: Any) -> tuple[Any, Any]:
        table = laid_out.lay_out(**staged.POSITION, **staged.FIGHT)
        page = browse(f"{laid_out.url}/api/health", **settings)
        line = staged.Line(page)
        page.clock.install(time=0)
        page.goto(f"{laid_out.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
        page.locator(".fight").wait_for()
        # Within a second: a longer leap would end the time that the server has to say something.
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
        return page, line

    return sat


def test_an_answer_does_not_wait_for_the_stage(sat_down, staged, until):
    """Time stands still, so nothing on the stage can come to its end: the answer is sent and taken all the same."""
    page, line = sat_down(motion="on")
    line.tell(**staged.Words().sections(staged.BUSY))
    shown = page.locator("[data-act-shown]")
    shown.wait_for(state="attached")
    card = page.locator(".hand [data-card]").first
    card.click()
    option = page.locator("dialog [data-option], .prompt [data-option]").first
    if "answer" not in line.said:
        option.click()
    until(page, lambda: "answer" in line.said)
    shown.wait_for(state="detached")  # who answers has seen enough
    assert page.faults == []


HELD_UP = """() => {
  for (const one of document.getAnimations()) {
    one.pause();
    one.currentTime = 500;
  }
  const box = (selector) => {
    const found = document.createRange();
    found.selectNodeContents(document.querySelector(selector));
    const {left, top, right, bottom} = found.getBoundingClientRect();
    return {left, top, right, bottom};
  };
  const lies = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const caption = document.querySelector('.caption').getBoundingClientRect();
  const face = document.querySelector('.ghost .token svg').getBoundingClientRect();
  return {name: lies(box('.ghost .name'), face), kind: lies(box('.ghost .kind'), caption)};
}"""


@pytest.mark.parametrize("size", [{"width": 1366, "height": 768}, {"width": 390, "height": 844}])
def test_a_card_that_is_held_up_can_be_read(sat_down, staged, size):
    """Neither the face of who plays it nor the caption hides what it is called and what it is."""
    page, line = sat_down(motion="on", size=size)
    line.tell(**staged.Words().sections(staged.SCENES["curse"]))
    page.locator("[data-act-shown]").wait_for(state="attached")
    page.clock.run_for(100)
    page.locator(".caption").wait_for()
    page.locator(".ghost .token svg").first.wait_for()
    page.wait_for_function("document.querySelector('.ghost').getAnimations().length > 0")
    assert page.evaluate(HELD_UP) == {"name": False, "kind": False}


TOUCHED = """(until) => {
  const face = (selector) => document.querySelector(selector).getBoundingClientRect();
  const touched = [];
  for (let now = 0; now < until; now += 50) {
    for (const one of document.getAnimations()) {
      one.pause();
      one.currentTime = now;
    }
    const [die, runner] = [face('.scene .die'), face('.scene .runner svg')];
    if (die.left < runner.right && runner.left < die.right && die.bottom > runner.top) touched.push(now);
  }
  return touched;
}"""


@pytest.mark.parametrize("scene", ["escape", "caught"])
def test_on_a_phone_the_die_stays_clear_of_who_runs(sat_down, staged, scene):
    page, line = sat_down(motion="on", size={"width": 390, "height": 844})
    line.tell(**staged.Words().sections(staged.SCENES[scene]))
    page.locator("[data-act-shown]").wait_for(state="attached")
    page.clock.run_for(100)
    page.locator(".scene .runner svg").first.wait_for()
    assert page.evaluate(TOUCHED, 2000) == []


REDRAWN = """() => {
  const seen = (window.redrawn = {frames: 0, places: new Set()});
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (then) => (seen.frames++, ask(then));
  new MutationObserver((changes) => {
    for (const {target} of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      seen.places.add(element?.closest('[data-drop], [data-token], .fight, .prompt, .hand')?.className ?? 'elsewhere');
    }
  }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def test_where_one_thing_changes_the_rest_is_left_alone(sat_down):
    """What a phone draws anew is what has changed; sums that stay the same are not counted again."""
    page, line = sat_down(motion="on")
    page.evaluate(REDRAWN)
    line.tell(view={"players": line.levels(**{"3": 9})})
    page.locator(".others .level", has_text="9").wait_for(state="attached")
    places = {name.split()[0] for name in page.evaluate("[...window.redrawn.places]")}
    assert places == {"plate", "standing"}
    assert page.evaluate("window.redrawn.frames") == 0
    assert page.faults == []


def test_what_is_on_can_be_skipped_and_told_again(sat_down, staged):
    page, line = sat_down(motion="on")
    line.tell(**staged.Words().sections(staged.SCENES["betrayal"]))
    page.locator("[data-act-shown]").wait_for(state="attached")
    page.get_by_role("button", name="Skip").click()
    page.locator("[data-act-shown]").wait_for(state="detached")
    page.locator("[data-act=happened]").click()
    told = page.locator("dialog ol").inner_text()
    assert "Bo plays Ancient" in told
    page.get_by_role("button", name="Show it again").click()
    page.locator("[data-act-shown]").wait_for(state="attached")
    assert page.faults == []


def test_the_end_is_shown_when_the_win_has_been_told(sat_down, staged):
    page, line = sat_down(motion="on")
    line.tell(view={"winners": [3], "fight": None}, **staged.Words().sections(staged.SCENES["win"]))
    page.locator("[data-act-shown]").wait_for(state="attached")
    assert page.locator(".end").count() == 0
    page.get_by_role("button", name="Skip").click()
    page.locator(".end").wait_for()
    assert page.faults == []


def test_without_motion_the_same_is_told_by_banners_that_stand_still(sat_down, staged):
    page, line = sat_down(motion="off")
    line.tell(**staged.Words().sections(staged.SCENES["curse"]))
    banner = page.locator("[data-act-shown] .caption")
    banner.wait_for(state="attached")
    assert "Chicken on Your Head" in banner.inner_text()
    line.tell(**staged.Words().sections(staged.SCENES["death"]))
    page.clock.run_for(4000)
    page.locator(".scene.death").wait_for(state="attached")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.faults == []


def test_on_a_phone_what_is_said_leaves_the_sums_in_sight(sat_down, staged):
    page, line = sat_down(size={"width": 390, "height": 844}, motion="on", language="de")
    line.tell(**staged.Words("de").sections(staged.SCENES["betrayal"]))
    caption, skip = page.locator("[data-act-shown] .caption"), page.locator("button.skip")
    page.locator("[data-act-shown]").wait_for(state="attached")
    page.clock.run_for(100)  # words come a frame after what they tell of
    caption.wait_for(state="attached")
    said, way, sums = caption.bounding_box(), skip.bounding_box(), page.locator(".fight .score").bounding_box()
    assert said["y"] > sums["y"] + sums["height"]
    assert said["x"] + said["width"] <= way["x"], "and the way to skip stands beside it"
    assert way["y"] > sums["y"] + sums["height"]


def test_a_table_is_there_with_little(house, at_table):
    bot = {"kind": "bot", "bot": "random"}
    table = house.table({"kind": "me", "name": "Ada"}, bot, bot, bot, speed="none")
    page = at_table(house, table)
    page.locator(".hand [data-card]").first.wait_for()
    page.wait_for_load_state("networkidle")
    got = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map((one) => [one.name, one.encodedBodySize])"
    )
    whole = sum(size for _, size in got)
    assert 0 < whole < MOST_BYTES, sorted(got, key=lambda one: -one[1])[:12]
