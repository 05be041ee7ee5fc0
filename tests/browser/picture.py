"""Takes the picture of the README at a real table, with a position that shows much at once: `make picture`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "table.png"
SIZE = {"width": 1440, "height": 900}
FIGHT: dict[str, Any] = {
    "packs": ["munchkin"],
    "players": {
        "Ada": {
            "level": 6,
            "classes": ["Wizard"],
            "equipped": ["Helm of Courage", "Slimy Armor", "Staff of Napalm", "Boots of Butt-Kicking"],
            "carried": ["Eleven-Foot Pole"],
            "hand": ["Magic Missile", "Potion of Halitosis", "Wandering Monster", "Curse! Lose a Level", "Maul Rat"],
        },
        "Bo": {
            "level": 8,
            "races": ["Elf"],
            "classes": ["Warrior"],
            "equipped": ["Flaming Armor", "Sneaky Bastard Sword"],
            "hand": ["Ancient", "Enraged", "Wishing Ring"],
        },
        "Cy": {
            "level": 5,
            "races": ["Halfling"],
            "equipped": ["Leather Armor", "Buckler of Swashing"],
            "hand": ["Baby", "Doppleganger"],
        },
        "Dee": {
            "level": 4,
            "races": ["Dwarf"],
            "classes": ["Thief"],
            "equipped": ["Rat on a Stick"],
            "carried": ["Tuba of Charm"],
            "hand": ["Intelligent"],
        },
    },
    "phase": "combat",
    "turn": "Ada",
    "combat": {"fighter": "Ada", "monsters": ["Plutonium Dragon"], "helper": "Cy", "treasures": 2},
}


PLAYS = ((1, "Enraged"), (3, "Intelligent"), (0, "Magic Missile"))
"""Who plays what in it, so that there is something to tell."""

PLAY = """(name) => {
  const named = (one) => one.querySelector('.name')?.textContent.trim() === name;
  [...document.querySelectorAll('.hand [data-card]')].find(named)?.click();
}"""


def test_a_picture_of_a_fight(laid_out: Any, at_table: Callable[..., Any]) -> None:
    table = laid_out.lay_out(**FIGHT)
    pages = {seat: at_table(laid_out, table, seat=seat, size=SIZE) for seat in (0, 1, 3)}
    for seat, card in PLAYS:
        page = pages[seat]
        page.locator(".hand .lit").first.wait_for()
        page.evaluate(PLAY, card)
        page.wait_for_timeout(500)
        page.evaluate("document.querySelector('.prompt [data-verb^=pick]')?.click()")
        page.wait_for_timeout(500)
    page = pages[0]
    page.locator(".fight .lines li").nth(9).wait_for()
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)
    taken = page.screenshot()
    assert page.faults == []
    PICTURE.write_bytes(taken)
