"""Tables that seldom come about: much before a player, a death, long names, six seats and all packs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

SMALL = {"width": 1280, "height": 800}
WIDE = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
SIZES = {"small": SMALL, "wide": WIDE, "phone": PHONE}
ALL = ["munchkin", *(f"munchkin-{n}" for n in range(2, 9)), "game-changers"]
LADEN = {
    "level": 4,
    "races": ["Elf"],
    "classes": ["Wizard"],
    "equipped": ["Helm of Courage", "Slimy Armor", "Staff of Napalm"],
    "carried": [
        "Leather Armor",
        "Boots of Butt-Kicking",
        "Eleven-Foot Pole",
        "Flaming Armor",
        "Sneaky Bastard Sword",
        "Rat on a Stick",
        "Buckler of Swashing",
        "Tuba of Charm",
    ],
    "hand": ["Maul Rat", "Wandering Monster", "Potion of Halitosis"],
}
LONG = ("Maximilian-A. Knusperkek", "Wilhelmina von Hohenzoll", "WWWWWWWWWWWWWWWWWWWWWWWW", "Ben", "Cy", "Dee")
OUTSIDE = """([cards, frame]) => {
  const room = document.querySelector(frame).getBoundingClientRect();
  return [...document.querySelectorAll(cards)].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < room.left - 4 || box.right > room.right + 4 || box.top < room.top - 4;
  }).map((card) => card.dataset.card);
}"""
"""The cards that lie beside the frame that they belong into."""
STUFFED = """() => {
  const holders = [...document.querySelectorAll('.plate, .fight .side')];
  return holders.filter((one) => one.scrollWidth > one.clientWidth + 1).length;
}"""
"""How many hold more than they have room for."""
WATCH = """() => {
  window.jumped = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) for (const { node } of entry.sources)
      window.jumped.push((node?.nodeType === 1 ? node : node?.parentElement)?.closest('[class]')?.className ?? 'gone');
  }).observe({ type: 'layout-shift' });
}"""
"""Note what jumps from now on."""


def resize(page: Any, size: str) -> None:
    """Give the window another size, and the page the time to lay itself out anew."""
    page.set_viewport_size(SIZES[size])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_what_one_carries_is_all_to_be_seen(laid_out: Any, at_table: Callable[..., Any]) -> None:
    page = at_table(laid_out, laid_out.lay_out(players={"Ada": LADEN, "Ben": {}, "Cy": {}}))
    for size in SIZES:
        resize(page, size)
        if size == "phone":
            page.get_by_role("button", name="My side").click()
        carried = page.get_by_role("group", name="Items carried sideways, not in use").locator("[data-card]")
        assert carried.count() == len(LADEN["carried"]), size  # type: ignore[arg-type]
        assert page.evaluate(OUTSIDE, [".mine [data-card]", "section.mine"]) == [], size
        lefts = [box["x"] for card in carried.all() if (box := card.bounding_box())]
        assert all(right - left >= 16 for left, right in pairwise(lefts)), size


def test_a_wide_screen_is_used(laid_out: Any, at_table: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": LADEN, "Ben": {}, "Cy": {}})
    widths = {}
    for name in ("small", "wide"):
        page = at_table(laid_out, table, size=SIZES[name])
        box = page.locator(".hand [data-card]").first.bounding_box()
        side = page.locator(".side").bounding_box()
        widths[name] = (box["width"], side["width"])
        assert page.evaluate("document.documentElement.scrollHeight") <= SIZES[name]["height"]
    assert widths["wide"][0] >= 1.4 * widths["small"][0]
    assert widths["wide"][1] >= 1.4 * widths["small"][1]


def test_all_that_a_dead_one_leaves_is_to_be_seen(
    laid_out: Any,
    at_table: Callable[..., Any],
    play_until: Callable[..., None],
    violations: Callable[[Any], list[str]],
) -> None:
    table = laid_out.lay_out(
        players={"Ada": {**LADEN, "level": 7}, "Ben": {"level": 7}, "Cy": {"level": 2}},
        phase="running_away",
        rolls=[1],
        combat={"fighter": "Ada", "monsters": ["Plutonium Dragon"]},
    )
    ada, *others = [at_table(laid_out, table, seat) for seat in range(3)]

    def died() -> bool:
        for page in others:  # who do not loot yet
            page.evaluate("document.querySelector('.prompt [data-act=pass][aria-pressed=false]')?.click()")
        return bool(others[0].locator(".plate.dead").count())

    play_until([ada], died)
    for seat in (0, 1):
        page = at_table(laid_out, table, seat, language="de")
        page.get_by_role("heading", name="Ausgelegt").wait_for()
        for size in SIZES:
            resize(page, size)
            laid = page.locator(".strip [data-card]")
            assert laid.count() >= len(LADEN["carried"]) + len(LADEN["equipped"]), size  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
            if size != "phone":  # there the row can be moved sideways
                assert page.evaluate(OUTSIDE, [".strip [data-card], .decks [data-card]", ".middle"]) == [], size
        assert violations(page) == []
        assert page.faults == []


def test_six_with_long_names_fight_in_two_dungeons(
    laid_out: Any, at_table: Callable[..., Any], violations: Callable[[Any], list[str]]
) -> None:
    players: dict[str, Any] = {name: {"level": 3} for name in LONG}
    players[LONG[0]].update(
        races=["Dwarf"],
        classes=["Warrior"],
        table=["Warrior Hireling"],
        attached={"Flaming Armor": "Warrior Hireling"},
        equipped=["Helm of Courage", "Chicken Steed"],
    )
    players[LONG[1]].update(table=["Elf Hireling"], equipped=["Dragon Steed", "Boots of Butt-Kicking"])
    table = laid_out.lay_out(
        packs=ALL,
        players=players,
        dungeons=["Dungeon of Even More Rampant Cheating Than Usual", "Wight Club"],
        phase="combat",
        combat={
            "fighter": LONG[0],
            "helper": LONG[1],
            "monsters": [{"card": "Wannabe Vampire", "enhancers": ["Intelligent"]}, "Stoned Golem"],
        },
    )
    page = at_table(laid_out, table)
    page.get_by_label("Dungeons", exact=True).wait_for()
    for size in SIZES:
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
        assert page.evaluate(STUFFED) == 0, size
        if size != "phone":
            # What both sides are made of is seen at once.
            hidden = """() => {
              const room = document.querySelector('.middle').getBoundingClientRect();
              const fight = document.querySelector('.fight').getBoundingClientRect();
              return fight.bottom - room.bottom;
            }"""
            assert page.evaluate(hidden) <= 0, size
        if size != "small":  # the wide one has the same parts
            assert violations(page) == [], size
    assert page.faults == []


def test_a_touched_card_is_played_by_what_stands_beside_it(laid_out: Any, at_table: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": {"hand": ["Leather Armor"]}, "Ben": {}, "Cy": {}})
    page = at_table(laid_out, table, size=PHONE, touch=True)
    held = page.locator(".hand [data-card]")
    held.tap()
    page.locator(".preview .card").tap()
    page.locator(".preview").wait_for(state="detached")
    assert held.count() == 1, "a touch on the large card puts it away, and presses nothing that lies below"
    held.tap()
    page.locator(".preview button").tap()
    held.wait_for(state="detached")
    assert not page.faults


def test_what_a_card_foretells_is_not_covered_by_the_next(laid_out: Any, at_table: Callable[..., Any]) -> None:
    hand = ["Baby", "Humongous", "Elf", "Wizard", "Huge Rock", "Pretty Balloons", "Loaded Die", "Potion of Halitosis"]
    table = laid_out.lay_out(
        players={"Ada": {"hand": hand}, "Ben": {}, "Cy": {}},
        phase="combat",
        combat={"fighter": "Ada", "monsters": ["Large Angry Chicken"]},
    )
    page = at_table(laid_out, table, size=PHONE)
    page.locator(".hand .tells").first.wait_for()
    covered = """() => {
      const cards = [...document.querySelectorAll('.hand [data-card]')];
      return cards.slice(0, -1).filter((card, at) => {
        const told = card.querySelector('.tells')?.getBoundingClientRect();
        return told && told.right > cards[at + 1].getBoundingClientRect().left + 1;
      }).map((card) => card.innerText);
    }"""
    assert page.evaluate(covered) == []


def test_the_keyboard_keeps_its_place_when_a_card_leaves(laid_out: Any, at_table: Callable[..., Any]) -> None:
    hand = ["Elf", "Leather Armor", "Boil an Anthill", "Maul Rat"]
    ada = {"hand": hand, "equipped": ["Boots of Butt-Kicking"], "carried": ["Rat on a Stick"]}
    table = laid_out.lay_out(players={"Ada": ada, "Ben": {}, "Cy": {}})
    ben = at_table(laid_out, table, 1)
    ben.locator(".plate [data-card]").first.wait_for()
    ben.evaluate(WATCH)
    page = at_table(laid_out, table)
    armor = page.locator(".hand [data-card]", has_text="Leather Armor")
    number = armor.get_attribute("data-card")
    armor.focus()
    page.keyboard.press("Enter")  # its one use
    page.locator(f".mine [data-card='{number}']").wait_for()
    page.locator(f".mine [data-card='{number}']:focus").wait_for()
    # Others see it come between those that lie there, none of which jumps.
    ben.locator(f".plate [data-card='{number}']").wait_for()
    ben.wait_for_timeout(200)
    assert [each for each in ben.evaluate("window.jumped") if "chip" in each] == []

    # A card that asks for more, and then is gone, gives it to the question.
    page.locator(".hand [data-card]", has_text="Boil an Anthill").focus()
    page.keyboard.press("Enter")
    page.get_by_text("pick a player").first.wait_for()
    page.locator(".prompt:focus").wait_for()
    page.wait_for_timeout(1000)  # a key counts once the question has been seen for a moment
    page.keyboard.press("1")
    page.locator(".mine .level", has_text="2").wait_for()
    page.locator(".prompt:focus").wait_for()

    # A question that is answered gives it to the next.
    page.locator(".prompt [data-verb=proceed]").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Behind the door").first.wait_for()
    page.locator(".prompt:focus, .prompt :focus").first.wait_for()
    assert page.faults == []


def test_the_tab_key_leaves_a_card_that_is_shown_large(laid_out: Any, at_table: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": {"hand": ["Elf", "Leather Armor", "Maul Rat"]}, "Ben": {}, "Cy": {}})
    page = at_table(laid_out, table)
    cards = page.locator(".hand [data-card]")
    cards.first.focus()
    for number in range(1, 3):
        page.locator(".preview").wait_for()
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
        assert cards.nth(number).evaluate("(card) => card === document.activeElement"), number
    assert page.faults == []


def test_the_tour_leaves_the_keyboard_at_what_is_asked(laid_out: Any, at_table: Callable[..., Any]) -> None:
    table = laid_out.lay_out(players={"Ada": LADEN, "Ben": {}, "Cy": {}})
    page = at_table(laid_out, table, size=PHONE, toured=False, hints=True)
    tour = page.get_by_role("dialog", name="A look around the table")
    tour.wait_for()
    spot = page.locator(".spot")
    for place in ("hand", "mine", "prompt", "side"):  # a phone has no room for the track
        tour.get_by_role("button", name="Next").click()
        spot.wait_for()
        page.wait_for_timeout(500)  # until the page has come to rest there
        shown, lit = page.locator(f"[data-tour={place}]").bounding_box(), spot.bounding_box()
        assert abs(shown["y"] - 6 - lit["y"]) < 3, place
        # Nothing else lies over what is shown.
        over = page.evaluate(
            "(place) => { const box = document.querySelector(`[data-tour=${place}]`).getBoundingClientRect();"
            " const top = Math.max(box.top, 0) + 8; const at = document.elementFromPoint(box.left + 8, top);"
            " return at?.closest(`[data-tour=${place}], .bubble`) === null; }",
            place,
        )
        assert not over, place
    tour.get_by_role("button", name="Let me play").click()
    tour.wait_for(state="detached")
    page.get_by_role("region", name="A hint").wait_for()
    page.locator(".prompt:focus").wait_for()
    page.locator(".held [data-card]").first.wait_for()  # the hand is there again, whatever was shown last
    hint = page.get_by_role("region", name="A hint").bounding_box()
    for place in (".others", ".prompt", ".held"):
        box = page.locator(place).bounding_box()
        assert hint["y"] >= box["y"] + box["height"] or hint["y"] + hint["height"] <= box["y"], place
    assert page.faults == []


def test_the_enter_key_goes_through_the_tour_and_other_keys_do_nothing(
    laid_out: Any, at_table: Callable[..., Any]
) -> None:
    table = laid_out.lay_out(players={"Ada": LADEN, "Ben": {}, "Cy": {}})
    page = at_table(laid_out, table, toured=False, hints=True)
    tour = page.get_by_role("dialog", name="A look around the table")
    tour.wait_for()
    page.wait_for_timeout(500)  # until what is asked would be taken for read
    page.keyboard.press("1")
    for step in range(2, 7):
        page.keyboard.press("Enter")
        tour.get_by_text(f"{step} / 6").wait_for()
    page.keyboard.press("Enter")
    tour.wait_for(state="detached")
    page.locator(".prompt [data-verb=proceed]").wait_for()
    assert page.locator("#side-log li", has_text="kick open").count() == 0
    assert page.faults == []


def test_the_space_key_takes_the_main_answer_wherever_the_keyboard_was_left(
    laid_out: Any, at_table: Callable[..., Any]
) -> None:
    """A card of the hand that would win has the main button, and no number."""
    fight = {"fighter": "Ada", "monsters": ["Maul Rat"]}
    players = {"Ada": {"level": 1, "hand": ["Magic Missile"]}, "Ben": {}, "Cy": {}}
    page = at_table(laid_out, laid_out.lay_out(players=players, phase="combat", combat=fight))
    page.locator(".prompt .main[data-verb=play]").wait_for()
    page.keyboard.press("q")
    page.locator(".prompt:focus").wait_for()
    page.wait_for_timeout(500)  # until what is asked would be taken for read
    page.keyboard.press("Space")
    page.locator(".prompt [data-verb=pick_side]").first.wait_for()
    assert page.faults == []


def test_the_page_shows_what_cards_make_of_the_rules(
    laid_out: Any, at_table: Callable[..., Any], violations: Callable[[Any], list[str]]
) -> None:
    table = laid_out.lay_out(
        players={
            "Ada": {
                "level": 9,
                "sex": "neither",
                "table": ["Really Impressive Title", "Mine Goes To 11!"],
                "carried": ["Leather Armor"],
            },
            "Ben": {"sex": "neither", "table": ["Theme Music"]},
            "Cy": {},
        },
        packs=["munchkin", "munchkin-7"],
    )
    page = at_table(laid_out, table)
    assert page.locator(".track li").count() == 11
    assert page.locator(".track li.win").inner_text().strip() == "11"
    assert page.locator(".mine header").get_by_text("neither male nor female", exact=True).count() == 1
    assert "neither male nor female" in page.locator(".plate .traits").first.inner_text()
    carried = page.get_by_role("group", name="Items carried sideways, not in use").locator("[data-card]")
    assert carried.count() == 1
    assert page.get_by_role("group", name="Cards in force", exact=True).locator("[data-card]").count() == 2
    assert page.locator(".plate").first.locator(".carried").count() == 0
    assert violations(page) == []
    assert page.faults == []
