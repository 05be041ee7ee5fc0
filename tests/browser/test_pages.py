"""The pages beside the table: finding, making and joining tables, looking things up, finished games."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from kickdoor.play.record import Record, commitment
from kickdoor.server.network import own_address
from kickdoor.server.protocol import NewTable, SeatPlan

PHONE = {"width": 390, "height": 844}
NAMES = ("Mara", "Otto", "Jun", "Ines")
Serve = Callable[..., Any]
Browse = Callable[..., Any]
Violations = Callable[[Any], list[str]]


def inn(database: str) -> Any:
    """A server without a network and with a clock turned by hand, as its own tests use it."""
    path = Path(__file__).parents[1] / "server" / "conftest.py"
    spec = spec_from_file_location("server_conftest", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Inn(database, module.HandClock())


async def play_out(database: str) -> tuple[str, str]:
    """A game that bots play to its end, in no time: its id and its seed."""
    here = inn(database)
    await here.lobby.start()
    plans = tuple(SeatPlan(kind="bot", name=name, bot="rookie") for name in NAMES)
    new = NewTable(seats=plans, start=True, listed=True, name="The old game", options={"winning_level": 5})
    opened = await here.lobby.open_table(new)
    table = here.lobby.tables[opened.table]
    await here.greet(table, -1)
    for _ in range(5000):
        if table.session.phase == "over":
            break
        await here.pass_time(5)
    await here.lobby.close()
    assert table.session.phase == "over"
    return table.id, table.session.setup.seed


@pytest.fixture(scope="module")
def finished(serve_in: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    """A server that has a finished game in its database, and the id of that game."""
    folder = tmp_path_factory.mktemp("finished")
    # In a thread of its own: Playwright has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        id, seed = thread.submit(lambda: asyncio.run(play_out(f"sqlite:///{folder / 'tables.db'}"))).result()
    server = serve_in(folder, seed, "--limit-scale", "100")  # all tests that ask it are one visitor
    server.start()
    yield server, id
    server.stop()


def open_table(server: Any, *kinds: str, **more: Any) -> Any:
    """A listed table in its waiting room, with guests still to come."""
    seats = [{"kind": kind, **({"name": "Ada"} if kind == "me" else {})} for kind in kinds]
    return server.ask("/api/tables", {"seats": seats, "listed": True, "name": "Friday night", **more})


def test_no_page_shuts_anybody_out_or_sticks_out_sideways(
    browse: Browse, violations: Violations, finished: tuple[Any, str]
) -> None:
    server, game = finished
    waiting = open_table(server, "me", "open", "bot")
    shared = server.table(*({"kind": "me"} for _ in range(3)), speed="none")
    kept = {shared["table"]: {"seats": shared["keys"], "invite": "", "gallery": ""}}
    host = waiting["keys"][0]["token"]
    pages = {
        "/": ".games a",
        "/new": "form",
        "/new?hotseat": "form",
        f"/join/{waiting['table']}": "form",
        f"/table/{shared['table']}": ".curtain .people",
        "/cards?kind=steed": ".cards li",
        "/cards/munchkin/wannabe_vampire": "article",
        "/rules": "section li",
        "/rules/CMB-15": "article",
        "/settings": "fieldset",
        "/studio": "form",
        "/credits": "article",
        "/nothing/here": "h1",
        f"/game/{game}?at=60": ".figures .panel",
        f"/table/{game}": ".ways a",
        f"/table/{game}#watch": ".end",
        f"/table/{waiting['table']}#seat={host}": ".room .invite svg",
    }
    desk = browse(f"{server.url}/credits")
    phone = browse(f"{server.url}/credits", size=PHONE, touch=True)
    for page in (desk, phone):
        page.evaluate("kept => localStorage.setItem('kickdoor.seats', JSON.stringify(kept))", kept)
    for path, there in pages.items():
        for page in (desk, phone):
            page.goto(server.url + path)
            page.locator(there).first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        if path.startswith("/new"):
            desk.locator("summary").click()
        assert violations(desk) == [], path
        assert page.title().endswith("kickdoor"), path
    assert desk.faults == phone.faults == []


def test_a_table_is_made_found_and_joined(serve: Serve, browse: Browse) -> None:
    server = serve()
    host = browse(f"{server.url}/new", nickname="Ada")
    host.get_by_label("Munchkin Lite").check()
    host.get_by_label("Seat 3: who").select_option("bot")
    host.get_by_label("Seat 3: how the bot plays").select_option("rookie")
    host.get_by_text("House options").click()
    host.get_by_label("Level that wins").fill("5")
    host.get_by_label("Shared victory").check()
    host.get_by_text("2 changed").wait_for()
    host.get_by_label("Name of the table").fill("The deep cellar")
    host.get_by_role("button", name="Open the table").click()
    host.get_by_role("heading", name="The deep cellar").wait_for()
    assert "Shared victory" in host.locator("#facts + dl").inner_text()
    link = host.get_by_label("Link for players").input_value()
    assert "#invite=" in link
    host.get_by_role("img", name="QR code of the invitation").wait_for()

    stranger = browse(server.url)
    stranger.get_by_text("No listed table is open").wait_for()
    stranger.goto(link.partition("#")[0])
    stranger.get_by_role("heading", name="This table is private").wait_for()
    assert stranger.get_by_label("Your name").count() == 0

    guest = browse(link)
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("Ada begins the game.").wait_for()
    host.get_by_text("Bob", exact=True).wait_for()
    gallery = browse(host.get_by_label("Link for spectators").input_value())
    gallery.get_by_text("Ada begins the game.").wait_for()
    host.get_by_text("1 watching.").wait_for()

    host.get_by_role("button", name="Deal the cards").click()
    for page in (host, guest):
        page.locator(".hand [data-card]").first.wait_for()
    gallery.locator(".board").wait_for()
    assert gallery.locator(".hand").count() == 0

    guest.goto(server.url)
    guest.get_by_role("heading", name="Your tables").wait_for()
    guest.get_by_role("link", name="To your seat").click()
    guest.locator(".hand [data-card]").first.wait_for()
    assert host.faults == guest.faults == gallery.faults == stranger.faults == []


def test_who_sits_at_the_server_lets_their_network_join(
    serve: Serve, browse: Browse, monkeypatch: pytest.MonkeyPatch, expect: Callable[..., Any]
) -> None:
    address = own_address()
    if not address:
        pytest.skip("this computer is in no network")
    monkeypatch.setenv("BROWSER", "true")  # no window on the desk of who runs the tests
    server = serve("browser", "--open")
    host = browse(f"{server.url}/new", nickname="Ada")
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link for players")
    host.get_by_role("button", name="Let people in my network join").click()
    host.get_by_text("People in your network can join by this link.").wait_for()
    expect(link).to_have_value(re.compile(f"^http://{re.escape(address)}:{server.port}/"))

    guest = browse(link.input_value())
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("Ada begins the game.").wait_for()
    host.get_by_text("Bob", exact=True).wait_for()
    assert host.faults == guest.faults == []


def test_the_first_page_leads_straight_into_a_game(house: Any, browse: Browse) -> None:
    page = browse(house.url, size=PHONE, touch=True)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play now against three bots").click()
    page.locator(".hand [data-card]").first.wait_for()
    assert page.get_by_label("The other players").locator("section").count() == 3
    assert page.faults == []


def test_people_who_share_a_device_do_not_see_each_others_hands(house: Any, browse: Browse) -> None:
    page = browse(f"{house.url}/new?hotseat", nickname="Ada")
    page.get_by_label("Seat 2: name").fill("Bob")
    page.get_by_label("Seat 3: name").fill("Cleo")
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("heading", name="Who holds the device?").wait_for()
    assert page.locator("[data-card]").count() == 0
    page.get_by_role("button", name="I am Bob").click()
    page.locator(".hand [data-card]").first.wait_for()
    bobs = {card.get_attribute("data-card") for card in page.locator(".hand [data-card]").all()}
    page.get_by_label("People on this device").get_by_role("button", name="Cleo").click()
    page.get_by_role("heading", name="Hand the device to Cleo").wait_for()
    assert page.locator("[data-card]").count() == 0
    page.get_by_role("button", name="I am Cleo").click()
    page.locator(".hand [data-card]").first.wait_for()
    cleos = {card.get_attribute("data-card") for card in page.locator(".hand [data-card]").all()}
    assert bobs
    assert cleos
    assert not bobs & cleos
    page.reload()
    page.get_by_role("heading", name="Who holds the device?").wait_for()
    assert page.locator("[data-card]").count() == 0
    page.get_by_role("button", name="I am Ada").click()
    for other in ("Bob", "Cleo"):
        page.locator(".prompt [data-act=pass]").click()
        page.locator(".device .next button").click()
        page.get_by_role("button", name=f"I am {other}").click()
    page.locator(".prompt [data-act=pass]").click()
    # Whoever begins holds the device, or is next to have it.
    page.locator(".device .next button").or_(page.get_by_text("Kick open the door")).first.wait_for()
    assert page.faults == []


def test_cards_and_rules_are_found(house: Any, browse: Browse, expect: Callable[..., Any]) -> None:
    page = browse(f"{house.url}/cards")
    page.get_by_label("Search cards").fill("vampire")
    page.get_by_label(re.compile("^Set")).select_option("munchkin")
    page.wait_for_url(re.compile(r"q=vampire.*set=munchkin"))
    page.get_by_role("link", name=re.compile("Wannabe Vampire")).click()
    page.get_by_role("heading", name="Wannabe Vampire").wait_for()
    assert "Bad Stuff: Lose 3 levels." in page.locator("article").inner_text()
    page.go_back()
    page.locator(".cards li").first.wait_for()
    expect(page.get_by_label("Search cards")).to_have_value("vampire")
    page.get_by_label("Search cards").fill("no such card at all")
    page.get_by_text("No card matches.").wait_for()

    page.goto(f"{house.url}/rules")
    page.get_by_role("status").filter(has_text=f"{len(house.ask('/api/rules'))} rules").wait_for()
    page.get_by_label("Search rules").fill("cmb-15")
    page.get_by_role("link", name="Rule CMB-15").click()
    page.get_by_role("heading", name="CMB-15").wait_for()
    page.goto(f"{house.url}/rules/WIN-02")
    page.get_by_text("Shared victory: the helper").wait_for()
    page.goto(f"{house.url}/rules/XXX-99")
    page.get_by_role("heading", name="There is no rule XXX-99.").wait_for()
    assert page.faults == []


def test_filters_are_folded_on_a_phone_and_open_on_a_desk(house: Any, browse: Browse) -> None:
    phone = browse(f"{house.url}/cards?kind=monster", size=PHONE, touch=True)
    first = phone.locator(".cards li").first
    first.wait_for()
    assert first.bounding_box()["y"] < PHONE["height"] * 0.75
    assert not phone.get_by_label("Deck").is_visible()
    assert phone.locator("summary .number").inner_text() == "1"
    phone.get_by_text("Filters and order").click()
    phone.get_by_label("Deck").select_option("dungeon")
    phone.get_by_text("No card matches.").wait_for()
    desk = browse(f"{house.url}/cards")
    desk.locator(".cards li").first.wait_for()
    assert desk.get_by_label("Deck").is_visible()
    assert not desk.get_by_text("Filters and order").is_visible()
    assert phone.faults == desk.faults == []


def test_language_and_theme_are_kept(house: Any, browse: Browse) -> None:
    page = browse(f"{house.url}/settings")
    page.get_by_text("Deutsch", exact=True).click()
    page.get_by_role("heading", name="Einstellungen").wait_for()
    page.get_by_text("hell", exact=True).click()
    page.goto(house.url)
    page.get_by_role("button", name="Jetzt gegen drei Bots spielen").wait_for()
    root = page.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("data-theme")) == ("de", "light")
    assert page.faults == []


SHOWN_WHOLE = """(plate) => {
  const {top, bottom} = plate.querySelector('.token').getBoundingClientRect();
  const around = plate.getBoundingClientRect();
  return top >= around.top - 8 && bottom <= around.bottom && plate.querySelector('.cards').checkVisibility();
}"""


def test_a_phone_shows_the_cards_of_a_finished_game(browse: Browse, finished: tuple[Any, str]) -> None:
    """A plate says the rest at a touch where somebody plays; here nothing can be touched."""
    server, game = finished
    page = browse(f"{server.url}/game/{game}", size=PHONE, touch=True)
    page.locator(".players .plate").last.wait_for()
    shown = [plate.evaluate(SHOWN_WHOLE) for plate in page.locator(".players .plate").all()]
    assert shown == [True] * len(NAMES)
    assert page.locator(".players .chip").first.is_visible()


def test_a_finished_game_is_wound_through_checked_and_gone_on_with(
    browse: Browse, finished: tuple[Any, str], tmp_path: Path, expect: Callable[..., Any]
) -> None:
    server, id = finished
    game = server.ask(f"/api/games/{id}")
    page = browse(server.url)
    page.get_by_role("link", name="The old game").click()
    page.get_by_role("heading", name="The old game").wait_for()
    page.get_by_text(f"Answer {game['answers']} of {game['answers']}").wait_for()

    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One turn on").click()
    page.wait_for_url(re.compile(r"at=\d+"))
    slider = page.get_by_role("slider", name="Moment")
    slider.focus()
    at = int(slider.input_value())
    page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) == at + 1

    # All hands are open; a seat sees its own, the gallery none.
    middle = game["answers"] // 2
    page.goto(f"{server.url}/game/{id}?at={middle}")
    held = server.ask(f"/api/games/{id}/view?at={middle}")["players"]
    assert all(len(player["hand"]) == player["doors"] + player["treasures"] for player in held)
    page.get_by_label("Seen by").select_option("Otto")
    page.locator(".hand").wait_for()
    own = server.ask(f"/api/games/{id}/view?at={middle}&seat=1")["players"][1]["hand"]
    expect(page.locator(".hand [data-card]")).to_have_count(len(own))
    page.get_by_label("Seen by").select_option("the gallery")
    page.locator(".hand").wait_for(state="detached")

    # A link to the moment shows the moment.
    link = page.get_by_label("Link to this moment").input_value()
    assert link == f"{server.url}/game/{id}?at={middle}&seat=-1"
    elsewhere = browse(link)
    elsewhere.get_by_text(f"Answer {middle} of {game['answers']}").wait_for()
    expect(elsewhere.get_by_label("Seen by")).to_have_value("-1")

    # Figures are those of the server, and lead to their moment.
    statistics = server.ask(f"/api/games/{id}/statistics")
    levels = page.locator("figure", has=page.get_by_role("heading", name="Levels over time"))
    levels.locator("summary").click()
    expect(levels.locator("tbody tr")).to_have_count(len(statistics["levels"]))
    assert [cell.inner_text() for cell in levels.locator("tbody tr").last.locator("td").all()] == [
        str(level) for level in statistics["levels"][-1]["levels"]
    ]
    fights = page.locator("figure", has=page.get_by_role("heading", name="Combat strengths"))
    fights.locator("summary").click()
    expect(fights.locator("tbody tr")).to_have_count(len(statistics["fights"]))
    fights.locator("tbody button").first.click()
    page.get_by_text(f"Answer {statistics['fights'][0]['at']} of").wait_for()
    page.locator("section.fight").wait_for()

    # A game can be won by the answer that began its last turn: two rows of one moment.
    statistics["levels"][-2]["at"] = statistics["levels"][-1]["at"]
    elsewhere.route("**/statistics?*", lambda route: route.fulfill(json=statistics))
    elsewhere.reload()
    told = elsewhere.locator("figure", has=elsewhere.get_by_role("heading", name="Levels over time"))
    told.locator("summary").click()
    expect(told.locator("tbody tr")).to_have_count(len(statistics["levels"]))

    # The dice can be checked, here and with the record.
    page.get_by_role("button", name="Check the fingerprint here").click()
    page.get_by_text("It matches.").wait_for()
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download the record").click()
    loading.value.save_as(tmp_path / "record.json")
    record = Record.parse((tmp_path / "record.json").read_bytes())
    assert record.commitment == commitment(record.salt, record.seed) == game["commitment"]

    # Somebody plays on from here.
    page.get_by_label("Seen by").select_option("Jun")
    page.get_by_text("Play on from here").click()
    page.get_by_role("button", name="Open that table").click()
    page.locator(".board .hand").wait_for()
    assert page.faults == elsewhere.faults == []


def test_several_tabs_of_one_visitor_show_a_finished_game_though_the_server_is_busy(
    browse: Browse, finished: tuple[Any, str], expect: Callable[..., Any]
) -> None:
    server, id = finished
    answers = server.ask(f"/api/games/{id}")["answers"]
    tabs = [browse(server.url) for _ in range(5)]
    for tab in tabs:
        tab.evaluate("address => { setTimeout(() => location.assign(address)); }", f"{server.url}/game/{id}")
    for tab in tabs:
        tab.get_by_text(f"Answer {answers} of {answers}").wait_for()
        expect(tab.locator(".players .plate")).to_have_count(len(NAMES))
        tab.locator(".figures .panel").first.wait_for()
        expect(tab.get_by_role("alert")).to_have_count(0)
        assert tab.faults == []


def test_what_does_not_come_of_a_finished_game_is_said_and_can_be_asked_for_again(
    browse: Browse, finished: tuple[Any, str], expect: Callable[..., Any]
) -> None:
    server, id = finished
    page = browse(server.url)
    page.route("**/steps?*", lambda route: route.fulfill(status=429, json={"reason": "Not today.", "rule": ""}))
    page.goto(f"{server.url}/game/{id}?at=60")
    page.get_by_text("Not today.").wait_for()
    page.locator(".players .plate").first.wait_for()
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url(re.compile("at=59"))
    expect(page.get_by_role("alert")).to_have_text(re.compile("Not today."))
    page.unroute("**/steps?*")
    page.get_by_role("alert").get_by_role("button", name="Try again").click()
    page.get_by_text("Answer 59 of").wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.faults == []
