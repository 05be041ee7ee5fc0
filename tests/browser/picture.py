"""Takes the picture of the README from a real game: `make picture`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "table.png"
SIZE = {"width": 1440, "height": 900}
PATIENCE = 1200


def test_a_picture_of_a_fight(serve: Callable[..., Any], at_table: Callable[..., Any]) -> None:
    server = serve("picture")
    seats = [{"kind": "me", "name": "Ada"}, *({"kind": "bot", "bot": "veteran"} for _ in range(3))]
    page = at_table(server, server.table(*seats, speed="fast", name="Friday night"), size=SIZE)

    def is_worth_it() -> bool:
        return page.locator(".fight .lines li").count() >= 7 and page.locator(".hand [data-card]").count() >= 4

    for _ in range(PATIENCE):
        if is_worth_it():
            break
        lay = page.locator(".prompt [data-verb=lay], .prompt [data-verb=equip]").first
        if lay.count():
            lay.dispatch_event("click")
        else:
            page.evaluate("document.querySelector('.prompt .answers button.main:not(:disabled)')?.click()")
        page.wait_for_timeout(120)
    assert is_worth_it(), "no such fight came"
    taken = page.screenshot()
    assert page.faults == []
    PICTURE.write_bytes(taken)
