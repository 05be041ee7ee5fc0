"""Whatever is refused, the page says why and plays on: nothing is asked again and again, nothing is told twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

PLAYERS: dict[str, Any] = {
    "Ada": {"hand": ["Flying Frogs", "Potion of Halitosis"], "equipped": ["Helm of Courage"]},
    "Ben": {"equipped": ["Leather Armor"]},
    "Cy": {},
}
FIGHT = {"phase": "combat", "combat": {"fighter": "Ada", "monsters": ["Maul Rat"]}}


class Wire:
    """What goes over the socket of a page, by kind; the beat that shows that the line is there is none of it."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()

    def follow(self, page: Any) -> None:
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self._count(self.sent, frame))
        socket.on("framereceived", lambda frame: self._count(self.heard, frame))

    @staticmethod
    def _count(kinds: Counter[str], frame: str) -> None:
        kind = json.loads(frame)["type"]
        if kind not in {"ping", "pong"}:
            kinds[kind] += 1


@pytest.fixture
def wired(at_table: Callable[..., Any]) -> Callable[..., tuple[Any, Wire]]:
    """Sit down, and count what goes over the wire."""

    def sat(server: Any, table: dict[str, Any], seat: int = 0) -> tuple[Any, Wire]:
        page = at_table(server, table, seat)
        wire = Wire()
        wire.follow(page)
        page.reload()
        page.locator(".link.open").wait_for()
        page.locator(".hand, .hand [data-card]").first.wait_for()
        return page, wire

    return sat


class Doorkeeper:
    """Stands between a page and its server: what the page orders is kept until it is let through, or refused."""

    def __init__(self, page: Any, kind: str) -> None:
        self.kind = kind
        self.refuses = False
        self.kept: list[str] = []
        self._server: Any = None
        page.route_web_socket("**/play*", self._route)
        page.reload()

    def _route(self, socket: Any) -> None:
        server = self._server = socket.connect_to_server()

        def said(text: str) -> None:
            message = json.loads(text)
            if message["type"] != self.kind:
                server.send(text)
            elif self.refuses:
                refused = {"type": "refused", "id": message["id"], "reason": "Not now.", "rule": ""}
                socket.send(json.dumps(refused))
            else:
                self.kept.append(text)
                socket.send('{"type": "pong", "id": 0}')  # the server is slow, and not dead

        socket.on_message(said)

    def let_through(self) -> None:
        """All that was kept reaches the server."""
        while self.kept:
            self._server.send(self.kept.pop(0))


def log_of(page: Any) -> list[str]:
    return page.locator("#side-log li").all_inner_texts()


def offer(page: Any, name: str, kind: str) -> None:
    page.get_by_role("button", name=f"Bargain with {name}").click()
    form = page.locator("form[aria-label^='Bargain with']")
    form.get_by_text(kind, exact=True).click()
    if kind == "Help":
        form.get_by_label("Treasures for the helper").fill("19")
    form.get_by_role("button", name="Make the offer").click()


def calm(page: Any, wire: Wire, log: list[str], refusals: int = 1) -> None:
    """After so many refusals: it is said, once; nothing was asked anew, and the log is what it was."""
    for _ in range(100):
        if wire.heard["refused"] >= refusals:
            break
        page.wait_for_timeout(100)
    assert wire.heard["refused"] == refusals
    page.locator(".notices p").first.wait_for()
    before = (sum(wire.sent.values()), sum(wire.heard.values()))
    page.wait_for_timeout(1500)
    assert wire.sent["refresh"] == 0
    assert sum(wire.sent.values()) - before[0] <= 1
    assert sum(wire.heard.values()) - before[1] <= 2
    assert log_of(page) == log
    assert page.locator(".link.open").count() == 1


@pytest.mark.parametrize(("kind", "position"), [("Help", FIGHT), ("Trade", {})])
def test_an_offer_that_is_refused_changes_nothing_and_another_is_made(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]], kind: str, position: dict[str, Any]
) -> None:
    table = laid_out.lay_out(players=PLAYERS, **position)
    page, wire = wired(laid_out, table)
    log = log_of(page)
    for refusals in (1, 2):
        offer(page, "Ben", kind)
        calm(page, wire, log, refusals)
        page.get_by_role("button", name="Cancel").click()
    form = page.locator("form[aria-label^='Bargain with']")
    page.get_by_role("button", name="Bargain with Ben").click()
    form.get_by_text("Trade", exact=True).click()
    form.get_by_label("Helm of Courage").check()
    form.get_by_label("Leather Armor").check()
    if kind == "Trade":
        form.get_by_role("button", name="Make the offer").click()
        page.locator(".offers li").first.wait_for(state="attached")
    assert page.faults == []


def test_an_offer_that_is_pressed_twice_is_made_once(
    laid_out: Any, at_table: Callable[..., Any], until: Callable[..., None]
) -> None:
    page = at_table(laid_out, laid_out.lay_out(players=PLAYERS, **FIGHT))
    door = Doorkeeper(page, "bargain")
    page.get_by_role("button", name="Bargain with Ben").click()
    form = page.locator("form[aria-label^='Bargain with']")
    form.get_by_role("button", name="Make the offer").dblclick()
    until(page, lambda: door.kept)
    page.wait_for_timeout(300)
    assert len(door.kept) == 1
    door.let_through()
    page.locator(".offers li").first.wait_for(state="attached")
    form.wait_for(state="detached")
    assert page.locator(".notices p").count() == 0
    assert page.faults == []


def test_a_key_pressed_twice_is_one_answer(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]], until: Callable[..., None]
) -> None:
    table = laid_out.lay_out(players=PLAYERS, door=["Maul Rat"])
    page, wire = wired(laid_out, table)
    page.locator(".prompt [data-verb=proceed]").wait_for()
    page.wait_for_timeout(1000)  # a key counts once the question has been seen for a moment
    page.keyboard.press("1")
    page.keyboard.press("1")
    until(page, lambda: wire.sent["answer"])
    page.wait_for_timeout(2000)
    assert wire.sent["answer"] == 1
    assert wire.sent["refresh"] == 0
    assert page.locator(".notices p").count() == 0
    assert len(log_of(page)) == len(set(log_of(page)))
    assert page.faults == []


def test_an_answer_that_is_no_longer_asked_is_refused_and_the_game_goes_on(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]]
) -> None:
    """Two windows of one seat: the second answers what the first has answered already."""
    table = laid_out.lay_out(players=PLAYERS)
    page, wire = wired(laid_out, table)
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            send.call(this, said.type === 'answer' ? JSON.stringify({...said, option: 33607680}) : text);
            if (said.type === 'answer') WebSocket.prototype.send = send;
          };
        }"""
    )
    log = log_of(page)
    page.locator(".prompt [data-verb=proceed]").click()
    calm(page, wire, log)
    page.locator(".prompt [data-verb=proceed]").click()
    page.locator("#side-log li", has_text="You kick open the door").wait_for()
    assert page.faults == []


def test_a_pass_that_comes_too_late_is_no_mistake(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]], until: Callable[..., None]
) -> None:
    table = laid_out.lay_out(players=PLAYERS, phase="combat", combat={"fighter": "Ben", "monsters": ["Maul Rat"]})
    page, wire = wired(laid_out, table)
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            send.call(this, said.type === 'pass' ? JSON.stringify({...said, window: 999}) : text);
          };
        }"""
    )
    ben, _ = wired(laid_out, table, 1)
    ben.locator(".prompt [data-verb=run], .prompt [data-verb=claim]").first.click()
    page.locator(".prompt [data-act=pass]").click()
    until(page, lambda: wire.sent["pass"])
    page.wait_for_timeout(800)
    assert wire.sent["pass"] == 1
    assert page.locator(".notices p").count() == 0


def test_the_lamp_knows_that_the_network_is_gone(laid_out: Any, wired: Callable[..., tuple[Any, Wire]]) -> None:
    table = laid_out.lay_out(players=PLAYERS)
    page, _ = wired(laid_out, table)
    page.context.set_offline(True)
    page.locator(".link:not(.open)").wait_for(timeout=3000)
    page.locator(".prompt [data-verb=proceed]").click()
    page.locator(".notices p", has_text="Connection lost").wait_for()
    assert page.locator(".notices p a").count() == 0, "no rule says more about that"
    page.context.set_offline(False)
    page.locator(".link.open").wait_for()
    page.locator("#side-log li", has_text="You kick open the door").wait_for()
    assert page.locator(".notices p").count() == 0, "what was pressed has been done"
    assert page.faults == []


def test_of_what_is_pressed_without_a_line_the_last_is_done(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]]
) -> None:
    table = laid_out.lay_out(players={"Ada": {"hand": ["Maul Rat"]}, "Ben": {}, "Cy": {}}, phase="second")
    page, wire = wired(laid_out, table)
    page.locator(".prompt [data-verb=trouble]").wait_for()
    page.context.set_offline(True)
    page.locator(".link:not(.open)").wait_for()
    page.locator(".prompt [data-verb=loot]").click()
    page.locator(".notices p", has_text="What you pressed").wait_for()
    page.locator(".prompt [data-verb=trouble]").click()
    page.context.set_offline(False)
    page.locator(".fight").wait_for()
    assert wire.sent["answer"] == 1
    assert page.locator(".notices p").count() == 0
    assert page.faults == []


def test_what_is_no_longer_asked_when_the_line_is_back_is_not_done_and_that_is_said(
    laid_out: Any, wired: Callable[..., tuple[Any, Wire]]
) -> None:
    """Another window of the same seat has answered meanwhile."""
    table = laid_out.lay_out(players={"Ada": {"hand": ["Maul Rat"]}, "Ben": {}, "Cy": {}}, phase="second")
    page, wire = wired(laid_out, table)
    page.locator(".prompt [data-verb=loot]").wait_for()
    page.context.set_offline(True)
    page.locator(".link:not(.open)").wait_for()
    page.locator(".prompt [data-verb=loot]").click()
    other, _ = wired(laid_out, table)
    other.locator(".prompt [data-verb=trouble]").click()
    other.locator(".fight").wait_for()
    page.context.set_offline(False)
    page.locator(".fight").wait_for()
    page.locator(".notices p", has_text="has gone on").wait_for()
    assert wire.sent["answer"] == 1
    assert page.faults == []


def opened_orders(page: Any) -> tuple[Any, Any, dict[str, Any]]:
    """The menu of standing orders, its first box, and the others by what they are called."""
    page.get_by_text("Standing orders").click()
    menu = page.locator(".orders .menu")
    cases = ("it concerns me", "somebody would win", "I hold something playable")
    return menu, menu.get_by_label("Pass for me, unless"), {name: menu.get_by_label(name) for name in cases}


def test_standing_orders_given_quickly_one_after_the_other_are_all_kept(
    laid_out: Any, at_table: Callable[..., Any], expect: Callable[..., Any], until: Callable[..., None]
) -> None:
    page = at_table(laid_out, laid_out.lay_out(players=PLAYERS))
    door = Doorkeeper(page, "orders")
    menu, standing, cases = opened_orders(page)
    expect(menu).to_have_attribute("aria-busy", "false")
    standing.check()
    cases["somebody would win"].uncheck()
    cases["I hold something playable"].uncheck()
    expect(menu).to_have_attribute("aria-busy", "true")
    until(page, lambda: len(door.kept) == 3)
    assert [json.loads(text)["unless"] for text in door.kept] == [
        ["concerns_me", "would_win", "can_play"],
        ["concerns_me", "can_play"],
        ["concerns_me"],
    ]
    door.let_through()
    expect(menu).to_have_attribute("aria-busy", "false")
    page.reload()
    menu, standing, cases = opened_orders(page)
    for name, box in cases.items():
        expect(box).to_be_checked(checked=name == "it concerns me")
    assert page.faults == []


def test_standing_orders_that_do_not_arrive_are_not_shown_as_if_they_had(
    laid_out: Any, at_table: Callable[..., Any], expect: Callable[..., Any]
) -> None:
    page = at_table(laid_out, laid_out.lay_out(players=PLAYERS))
    door = Doorkeeper(page, "orders")
    door.refuses = True
    menu, standing, cases = opened_orders(page)
    standing.click()
    page.locator(".notices p", has_text="Not now.").wait_for()
    expect(standing).not_to_be_checked()
    expect(menu).to_have_attribute("aria-busy", "false")

    page.context.set_offline(True)
    page.locator(".link:not(.open)").wait_for()
    standing.click()
    page.locator(".notices p", has_text="Connection lost").wait_for()
    expect(standing).not_to_be_checked()
    expect(menu).to_have_attribute("aria-busy", "false")
    assert not any(box.is_enabled() for box in cases.values())
    assert page.faults == []


def test_chance_of_ones_own_that_is_refused_is_not_shown_as_promised(
    house: Any, browse: Callable[..., Any], expect: Callable[..., Any]
) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "bot": "rookie"}]
    table = house.ask("/api/tables", {"seats": seats})
    page = browse(f"{house.url}/table/{table['table']}#seat={table['keys'][0]['token']}")
    box = page.locator(".chance input")
    box.wait_for()
    Doorkeeper(page, "stir").refuses = True
    box.click()
    expect(box).not_to_be_checked()
    assert page.faults == []


def test_a_connection_that_is_closed_for_good_says_so(
    laid_out_strictly: Any, wired: Callable[..., tuple[Any, Wire]]
) -> None:
    table = laid_out_strictly.lay_out(players=PLAYERS)
    page, _ = wired(laid_out_strictly, table)
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            for (let i = 0; i < 200; i++) send.call(this, JSON.stringify({type: 'refresh'}));
          };
        }"""
    )
    page.locator(".prompt [data-verb=proceed]").click()
    page.get_by_text("reload the page to come back").wait_for()
    page.get_by_role("link", name="Reload").click()
    page.locator(".link.open").wait_for()
    assert page.get_by_text("reload the page to come back").count() == 0
    page.locator(".prompt [data-verb=proceed]").click()
    page.locator("#side-log li", has_text="You kick open the door").wait_for()
