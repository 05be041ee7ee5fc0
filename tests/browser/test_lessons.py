"""Somebody who has never played begins at the home page and does nothing but touch what is pointed at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kickdoor.play.lesson import lessons

#: Where pictures of each step are kept, for who wants to look at them.
PICTURES = os.environ.get("KICKDOOR_LESSON_PICTURES", "")
MOST_TOUCHES = 90


POINTED = """() => [...document.querySelectorAll('[data-pointed]')].find(
    one => one.checkVisibility({visibilityProperty: true}) && !one.disabled)"""
#: What somebody sees who waits whether their touch did something.
SEEN = (
    "() => [document.querySelector('.teacher')?.innerText, document.querySelector('[data-pointed]')?.outerHTML].join()"
)


def touch_what_is_pointed_at(page: Any) -> bool:
    """Touch it when it is there, and wait until something comes of it; False where the game is over."""
    page.wait_for_function(f"() => document.querySelector('.winners') || ({POINTED})()")
    if page.locator(".winners").count():
        return False
    before = page.evaluate(SEEN)
    page.locator("[data-pointed]").click()
    page.wait_for_function(f"before => ({SEEN})() !== before", arg=before)
    return True


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1366, 768)])
def test_the_first_game_is_won_by_touching_what_is_pointed_at(
    width: int, height: int, house: Any, browse: Callable[..., Any], expect: Callable[..., Any]
) -> None:
    size = {"width": width, "height": height}
    page = browse(house.url, size, width < 1000, tempo="at_once", toured=False, hints=True)
    page.get_by_role("button", name="New here?").click()
    page.locator(".teacher").wait_for()
    wanted = lessons()["first-game"].words(0, "en")
    expect(page.locator(".teacher [role=status]")).to_have_text(wanted)
    for number in range(MOST_TOUCHES):
        if PICTURES:
            page.wait_for_timeout(400)
            page.screenshot(path=Path(PICTURES) / f"lesson-{width}-{number:02}.png")
        if not touch_what_is_pointed_at(page):
            break
    else:
        raise AssertionError("the lesson does not end")
    done = lessons()["first-game"].facts.done["en"]
    expect(page.locator(".teacher [role=status]")).to_have_text(done)
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"lesson-{width}-end.png")
    page.locator(".teacher .main").click()
    page.locator(".prompt [data-act=pass]").wait_for()
    assert page.locator(".teacher").count() == 0, "what comes next is a real game"
