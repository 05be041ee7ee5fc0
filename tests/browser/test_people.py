"""People among each other, as the page shows it: mute, report, the gallery's own chat, the operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def chat(page: Any) -> Any:
    page.locator("#tab-chat").click()
    return page.locator(".chat")


def say(page: Any, text: str) -> None:
    chat(page)
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Say it").click()


def test_a_table_keeps_order(
    laid_out: Any,
    at_table: Callable[..., Any],
    browse: Callable[..., Any],
    violations: Callable[[Any], list[str]],
) -> None:
    table = laid_out.lay_out(players={"Ada": {}, "Ben": {}, "Cy": {}})
    ada, ben = at_table(laid_out, table, 0), at_table(laid_out, table, 1)
    ada.get_by_role("button", name="Ben", exact=False).first.click()
    ada.get_by_role("button", name="Mute").click()
    ada.get_by_role("button", name="Hear them again").wait_for()
    ada.get_by_label("Report to the host").fill("too loud")
    ada.get_by_role("button", name="Report", exact=True).click()
    ada.get_by_text("The host has been told.").wait_for()
    ada.keyboard.press("Escape")
    say(ben, "can you hear me?")
    chat(ben).get_by_text("can you hear me?").wait_for()
    watcher = browse(f"{laid_out.url}/table/{table['table']}#gallery={table['gallery']}")
    watcher.locator(".board").wait_for()
    chat(watcher).get_by_text("can you hear me?").wait_for()
    watcher.get_by_label("Your name").fill("Wanda")
    say(watcher, "just looking")
    chat(watcher).get_by_text("just looking").wait_for()
    assert chat(ada).get_by_text("can you hear me?").count() == 0
    assert chat(ben).get_by_text("just looking").count() == 0

    operator = browse(f"{laid_out.url}/operator")
    operator.get_by_text("too loud").wait_for()
    operator.get_by_label("Reason").fill("new cards")
    operator.get_by_role("button", name="Tell everybody").click()
    ben.get_by_text("new cards").wait_for()
    operator.get_by_text("new cards").wait_for()
    assert violations(operator) == []
    operator.get_by_label("Reason").fill("")
    operator.get_by_role("button", name="Take it back").click()
    ben.get_by_text("new cards").wait_for(state="detached")
    assert [page.faults for page in (ada, ben, watcher, operator)] == [[], [], [], []]
