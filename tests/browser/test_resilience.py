"""Nobody loses the game: reload, another device, a killed server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ME = {"kind": "me", "name": "Ada"}
BOT = {"kind": "bot", "bot": "rookie"}


def told(page: Any) -> tuple[str, str, list[str]]:
    """The fight and the hand, as the page shows them."""
    return (
        page.locator(".fight .sums").inner_text(),
        page.locator(".top .turn").inner_text(),
        page.locator(".hand [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)"),
    )


def test_reload_and_another_device_in_the_middle_of_a_fight(
    house: Any,
    at_table: Callable[..., Any],
    browse: Callable[..., Any],
    play_until: Callable[..., None],
) -> None:
    table = house.table(ME, ME, ME, speed="none")
    pages = [at_table(house, table, seat) for seat in range(3)]
    fought_at(pages, play_until)
    before = told(pages[0])

    pages[0].reload()
    pages[0].locator(".fight").wait_for()
    assert told(pages[0]) == before
    assert "token" not in pages[0].url
    assert "#" not in pages[0].url

    token = table["keys"][0]["token"]
    phone = browse(f"{house.url}/table/{table['table']}#seat={token}", {"width": 390, "height": 844}, True)
    phone.locator(".fight").wait_for()
    assert told(phone)[2] == before[2]
    assert all(page.faults == [] for page in (*pages, phone))


def test_a_server_killed_in_the_middle_of_a_fight_comes_back(
    serve: Callable[..., Any], at_table: Callable[..., Any], play_until: Callable[..., None]
) -> None:
    server = serve()
    table = server.table(ME, ME, ME, speed="none")
    pages = [at_table(server, table, seat) for seat in range(3)]
    fought_at(pages, play_until)
    before = [told(page) for page in pages]

    server.kill()
    pages[0].get_by_text("Connection lost").first.wait_for()
    server.start()
    for page in pages:
        page.locator(".link.open").wait_for(timeout=30_000)
    assert [told(page) for page in pages] == before

    log = pages[0].locator("#side-log li")
    lines = log.count()
    play_until(pages, lambda: log.count() > lines)
    assert all(page.faults == [] for page in pages)


def test_what_is_pressed_before_the_page_has_found_the_server_again_is_done(
    serve: Callable[..., Any], at_table: Callable[..., Any]
) -> None:
    server = serve()
    page = at_table(server, server.table(ME, BOT, BOT, speed="none"))
    ready = page.locator(".prompt [data-act=pass]")
    ready.wait_for()
    server.stop()
    page.get_by_text("Connection lost").first.wait_for()
    page.evaluate(  # the page tries again, and finds nobody until it was pressed
        """() => {
          window.WebSocket = class extends WebSocket {
            constructor(address) { super(window.found ? address : address.replace('/play', '/nowhere')); }
          };
        }"""
    )
    server.start()
    ready.click()
    page.locator(".notices p", has_text="What you pressed").wait_for()
    page.evaluate("window.found = true")
    page.locator("#side-log li", has_text="Turn 1").wait_for()
    assert page.faults == []


def test_a_table_whose_cards_do_not_come_asks_for_them_again(laid_out: Any, browse: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": {"hand": ["Maul Rat"]}, "Ben": {}, "Cy": {}})
    page = browse(f"{laid_out.url}/credits")
    lost: list[Any] = []
    page.route("**/cards?*", lambda route: lost.append(route.abort()) if len(lost) < 2 else route.continue_())
    page.goto(f"{laid_out.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
    page.locator(".hand [data-card]", has_text="Maul Rat").wait_for()
    assert len(lost) == 2
    assert page.faults == []


def test_whoever_comes_to_a_server_that_does_not_answer_is_told_so_until_it_does(
    laid_out: Any, browse: Callable[..., Any]
) -> None:
    table = laid_out.lay_out(players={"Ada": {}, "Ben": {}, "Cy": {}})
    page = browse(f"{laid_out.url}/credits")
    calls: list[Any] = []

    def answer(line: Any) -> None:
        calls.append(line)
        if len(calls) < 3:
            line.close(code=1012)
        else:
            line.connect_to_server()

    page.route_web_socket("**/play*", answer)
    page.goto(f"{laid_out.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
    page.get_by_text("The server does not answer").wait_for()
    page.locator(".board").first.wait_for()
    assert len(calls) == 3


def fought_at(pages: list[Any], play_until: Callable[..., None]) -> None:
    """Play on, all together, until somebody fights and all have seen it, and nothing is on its way any more."""
    play_until(pages, lambda: any(page.locator(".fight").count() for page in pages))
    for page in pages:
        page.locator(".fight").wait_for()
    now: list[Any] = []
    for _ in range(100):
        before, now = now, [(told(page), page.locator(".prompt").get_attribute("data-window")) for page in pages]
        asked = {window for _, window in now}
        if now == before and len(asked) == 1 and not any(page.locator("[aria-busy=true]").count() for page in pages):
            return
        pages[0].wait_for_timeout(300)
    raise AssertionError("the table does not come to rest")


def test_an_offer_keeps_its_terms_after_a_reload(
    laid_out: Any, at_table: Callable[..., Any], expect: Callable[..., Any]
) -> None:
    players = {
        "Ada": {"carried": ["Helm of Courage", "Eleven-Foot Pole"]},
        "Ben": {"carried": ["Leather Armor"]},
        "Cy": {},
    }
    table = laid_out.lay_out(players=players)
    ada, ben = (at_table(laid_out, table, seat) for seat in range(2))
    ada.locator(".mine [data-card]", has_text="Helm of Courage").drag_to(ada.locator(".plate h3", has_text="Ben"))
    form = ada.locator("form[aria-label='Bargain with Ben']")
    form.get_by_text("Trade", exact=True).click()
    expect(form.get_by_label("Helm of Courage"), "what is dragged to somebody is offered to them").to_be_checked()
    ada.locator(".mine [data-card]", has_text="Eleven-Foot Pole").drag_to(form.locator("h3"))
    expect(form.get_by_label("Eleven-Foot Pole")).to_be_checked()
    form.get_by_label("Leather Armor").check()
    form.get_by_role("button", name="Make the offer").click()
    offer = ben.locator(".prompt .offer > span").last
    offer.wait_for()
    terms = offer.inner_text()
    assert all(item in terms for item in ("Helm of Courage", "Eleven-Foot Pole", "Leather Armor"))
    ben.reload()
    offer.wait_for()
    assert offer.inner_text() == terms
    ben.locator(".prompt .offer [data-verb=accept]").click()
    ben.locator(".mine [data-card]", has_text="Helm of Courage").wait_for()
