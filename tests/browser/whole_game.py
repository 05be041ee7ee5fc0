"""Four browsers play a whole game: one by mouse, one by keyboard alone, one on a phone, one from the list."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

SEED = "c3"
"""A short game in which everything happens that the test wants to see; `find_seed.py` finds another."""

NAMES = ("Ada", "Ben", "Cleo", "Dan")
WAYS = ("mouse", "keyboard", "phone", "list")
DESK = {"width": 1366, "height": 860}
PHONE = {"width": 390, "height": 844}
SETTLED = {"toured": True, "hints": False, "language": "en", "theme": "dark", "motion": "off"}


ACTS = ("answer", "bargain", "pass")
SEEN_AFTER = 450
"""Milliseconds until somebody can have read what is asked."""


class Seat:
    """A page at a seat, with what has passed between it and the server."""

    def __init__(self, browser: Any, url: str, way: str, take: Callable[..., None]) -> None:
        self.way = way
        self.told: dict[str, Any] = {}
        self.acts: set[int] = set()
        """Acts on their way, which the server has not taken yet."""
        self.sent = 0
        self.fresh = True
        """Whether something was told since the last act was taken."""
        self._take = take
        phone = way == "phone"
        context = browser.new_context(viewport=PHONE if phone else DESK, has_touch=phone)
        context.set_default_timeout(20_000)
        context.add_init_script(f"localStorage.setItem('kickdoor.settings', JSON.stringify({json.dumps(SETTLED)}))")
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.goto(url)
        self.page.locator(".board").wait_for()

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", self._say)
        socket.on("framereceived", self._hear)

    def _say(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ACTS:
            self.acts.add(message["id"])
            self.sent += 1

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "refused":
            self.faults.append(message["reason"])
        if message["type"] == "taken" and message["id"] in self.acts:
            self.acts.remove(message["id"])
            self.fresh = False
        if message["type"] == "welcome" and message["whole"]:
            message = message["whole"]
        if message["type"] == "update":
            self.fresh = True
            self._take(self.told, message)

    def settle(self, sent: int) -> None:
        """Wait until the server has taken what was done, and has told what came of it."""
        for _ in range(1000):
            assert self.faults == []
            if self.sent > sent and not self.acts and self.fresh:
                return
            self.page.wait_for_timeout(5)
        state = f"sent {self.sent - sent}, not taken {self.acts}, told since {self.fresh}, {self.told['clock']}"
        raise AssertionError(f"nothing came of it, by {self.way}: {state} {self.page.inner_text('body')}")

    # Doing

    def _be_ready(self) -> None:
        """Wait until the page asks what was told, and has done with the last answer: before that it takes no other."""
        window = self.told["clock"]["window"]
        self.page.locator(f".prompt[data-window='{window}']:not([aria-busy=true])").wait_for(state="attached")
        if self.way == "phone":  # a touch that follows at once in the same place is the half of a double one
            self.page.wait_for_timeout(SEEN_AFTER)

    def answer(self, option: dict[str, Any]) -> None:
        self._be_ready()
        sent = self.sent
        code = option["code"]
        if option["verb"] == "offer":
            if self.way == "keyboard":
                self._walk("#side-bargain summary", open_tab="tab-bargain")
                if not self.page.locator("#side-bargain details[open]").count():
                    self.page.keyboard.press("Enter")
                self._walk(f"#side-bargain [data-option='{code}']")
                self.page.keyboard.press("Enter")
            else:
                self._open("tab-bargain", "#side-bargain details")
                self._press(f"#side-bargain [data-option='{code}']")
        else:
            self.page.locator(f".prompt :is([data-option='{code}'], [data-pick='{code}'])").first.wait_for(
                state="attached"
            )
            if self.way == "keyboard":
                self._answer_by_keys(code)
            elif not (option.get("cards") and self.way != "list" and self._on_card(option)):
                self._from_prompt(code)
        self.settle(sent)

    def _press(self, selector: str) -> None:
        if self.way == "keyboard":
            self._walk(selector)
            self.page.keyboard.press("Enter")
            return
        found = self.page.locator(selector).first
        # Cards of a hand overlap: of most, only the left edge can be touched.
        position = {"x": 14, "y": 24} if selector.startswith("[data-card") else None
        if self.way == "phone":
            found.tap(position=position)
        else:
            found.click(position=position)

    def _open(self, tab: str, details: str) -> None:
        if self.page.locator(".trays").is_visible():
            self._press(".trays button:last-of-type")
        self._press(f"#{tab}")
        if self.page.locator(f"{details}:not([open]) > summary").count():
            self._press(f"{details}:not([open]) > summary")

    def _on_card(self, option: dict[str, Any]) -> bool:
        """Click the card, and what can be done with it; False where the card is not to be seen."""
        card = self.page.locator(f"[data-card='{option['cards'][0]}']").first
        if not card.count():
            return False
        if not card.is_visible():
            return False
        sent = self.sent
        self._press(f"[data-card='{option['cards'][0]}']")
        if self.way == "phone":  # the first touch shows the card
            self._press(f"[data-card='{option['cards'][0]}']")
        button = self.page.locator(f"dialog [data-option='{option['code']}']")
        for _ in range(300):
            if button.count():
                self._press(f"dialog [data-option='{option['code']}']")
                button.wait_for(state="detached")
                return True
            if self.sent > sent:  # a card that has one use is played by that
                return True
            self.page.wait_for_timeout(10)
        return False

    def _from_prompt(self, code: int) -> None:
        if self.page.locator(f".prompt [data-pick='{code}']").count():
            self._select(code)
            return
        if not self.page.locator(f".prompt [data-option='{code}']").first.is_visible():
            self._press(".prompt .answers > details > summary")
        self._press(f".prompt [data-option='{code}']")

    def _select(self, code: int) -> None:
        """Several are to be picked: select this one and as many as are wanted, and confirm."""
        self._press(f".prompt [data-pick='{code}']")
        confirm = self.page.locator(".prompt [data-act=confirm]")
        while confirm.is_disabled():
            self._press(".prompt [data-pick][aria-pressed=false]")
        self._press(".prompt [data-act=confirm]")
        confirm.wait_for(state="detached")

    def _answer_by_keys(self, code: int) -> None:
        if self.page.locator(f".prompt [data-pick='{code}']").count():
            self._select(code)
            return
        self.page.keyboard.press("q")
        if not self.page.locator(f".prompt [data-option='{code}']").first.is_visible():
            self._walk(".prompt .answers > details > summary")
            self.page.keyboard.press("Enter")
        self._walk(f".prompt [data-option='{code}']")
        self.page.keyboard.press("Enter")

    def _walk(self, selector: str, open_tab: str = "") -> None:
        """Go there with the Tab key."""
        if open_tab:
            self._walk('[role="tab"][aria-selected="true"]')
            for _ in range(3):
                if self.page.evaluate("document.activeElement.id") == open_tab:
                    break
                self.page.keyboard.press("ArrowRight")
        for _ in range(250):
            if self.page.evaluate(f"document.activeElement?.matches({json.dumps(selector)})"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    def let_pass(self) -> None:
        self._be_ready()
        sent = self.sent
        if self.way == "keyboard":
            self.page.keyboard.press("n")
        else:
            self._press(".prompt [data-act=pass]")
        self.settle(sent)

    def trade(self, offer: dict[str, Any], name: str) -> None:
        sent = self.sent
        self._press(f"section.plate button[aria-label='Bargain with {name}']")
        form = self.page.locator("form[aria-label^='Bargain with']")
        form.get_by_text("Trade", exact=True).click()
        for card in (*offer["gives"], *offer["takes"]):
            form.locator(f"input[type=checkbox][value='{card}']").check()
        form.get_by_role("button", name="Make the offer").click()
        self.settle(sent)


def happenings(told: dict[str, Any]) -> set[str]:
    """The kinds of events that a seat has heard of."""
    return {event["what"] for event in told.get("events", [])}


def test_four_browsers_play_a_whole_game(serve: Callable[..., Any], browser: Any, course: ModuleType) -> None:
    server = serve(SEED)
    table = server.table(
        *({"kind": "me", "name": name} for name in NAMES),
        speed="none",
        options={"winning_level": course.WINNING_LEVEL},
        listed=True,
    )
    seats = [
        Seat(browser, f"{server.url}/table/{table['table']}#seat={key['token']}", way, course.take)
        for key, way in zip(table["keys"], WAYS, strict=True)
    ]
    first = seats[0]
    plan = course.Course(server.ask(f"/api/tables/{table['table']}/cards"))
    seen: set[str] = set()
    idle = 0
    while first.told["table"]["phase"] != "over":
        for seat in seats:
            seat.page.wait_for_timeout(1)
        move = plan.next([seat.told for seat in seats])
        if move is None:
            idle += 1
            assert idle < 500, "the game does not go on"
            continue
        idle = 0
        fight = first.told["view"]["fight"]
        if fight and fight["helper"] is not None and fight["deal"] and fight["deal"]["treasures"]:
            seen.add("help for Treasures")
        before = len(first.told.get("events", []))
        if move.offer is not None:
            seats[move.seat].trade(move.offer, NAMES[move.offer["to"]])
            seen.add("trade offered")
        elif move.option is not None:
            seats[move.seat].answer(move.option)
        else:
            seats[move.seat].let_pass()
        if fight and any(event["what"] == "cursed" for event in first.told.get("events", [])[before:]):
            seen.add("a Curse in a fight")

    assert {"help for Treasures", "trade offered", "a Curse in a fight"} <= seen
    assert {"accepted", "helper_joined", "fight_lost", "rolled", "died", "looted"} <= happenings(first.told)
    [winner] = first.told["view"]["winners"]
    for number, seat in enumerate(seats):
        words = "You have won!" if number == winner else f"{NAMES[winner]} has won"
        assert seat.page.get_by_text(words).first.is_visible()
        assert seat.faults == []
