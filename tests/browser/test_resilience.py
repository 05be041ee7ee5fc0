"""Nobody loses the game: reload, another device, a killed server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "bot": "rookie"}
PATIENCE = 400


GO_ON = """() => {
  const pass = document.querySelector('.prompt [data-act=pass]');
  if (pass?.getAttribute('aria-pressed') === 'true') return;
  const first = (where) => document.querySelector(`${where} [data-option]`);
  (first('.prompt .answers') ?? pass ?? first('.prompt'))?.click();
}"""
"""Take the first answer that the page offers, or let it pass; once it has, wait for the others."""


def told(page: Any) -> tuple[str, str, list[str]]:
    """The fight and the hand, as the page shows them."""
    return (
        page.locator(".fight .sums").inner_text(),
        page.locator(".top .turn").inner_text(),
        page.locator(".hand [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)"),
    )


def test_reload_and_another_device_in_the_middle_of_a_fight(
    serve: Callable[..., Any], at_table: Callable[..., Any], browse: Callable[..., Any]
) -> None:
    server = serve()
    table = server.table(ME, ME, ME, speed="none")
    pages = [at_table(server, table, seat) for seat in range(3)]
    fought_at(pages)
    before = told(pages[0])

    pages[0].reload()
    pages[0].locator(".fight").wait_for()
    assert told(pages[0]) == before
    assert "token" not in pages[0].url
    assert "#" not in pages[0].url

    token = table["keys"][0]["token"]
    phone = browse(f"{server.url}/table/{table['table']}#seat={token}", {"width": 390, "height": 844}, True)
    phone.locator(".fight").wait_for()
    assert told(phone)[2] == before[2]
    assert all(page.faults == [] for page in (*pages, phone))


def test_a_server_killed_in_the_middle_of_a_fight_comes_back(
    serve: Callable[..., Any], at_table: Callable[..., Any]
) -> None:
    server = serve()
    table = server.table(ME, ME, ME, speed="none")
    pages = [at_table(server, table, seat) for seat in range(3)]
    fought_at(pages)
    before = [told(page) for page in pages]

    server.kill()
    pages[0].get_by_text("Connection lost").first.wait_for()
    server.start()
    for page in pages:
        page.locator(".link.open").wait_for(timeout=30_000)
    assert [told(page) for page in pages] == before

    log = pages[0].locator("#side-log li")
    lines = log.count()
    for _ in range(PATIENCE):
        if log.count() > lines:
            break
        go_on(pages)
    assert log.count() > lines, "the game does not go on"
    assert all(page.faults == [] for page in pages)


def go_on(pages: list[Any]) -> None:
    """Everybody does something, or nothing."""
    for page in pages:
        page.evaluate(GO_ON)
        page.wait_for_timeout(30)


def fought_at(pages: list[Any]) -> None:
    """Play on, all together, until somebody fights and all have seen it."""
    for _ in range(PATIENCE):
        if any(page.locator(".fight").count() for page in pages):
            break
        go_on(pages)
    for page in pages:
        page.locator(".fight").wait_for()
        page.wait_for_timeout(300)
