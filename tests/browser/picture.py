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


def test_a_picture_of_a_fight(laid_out: Any, at_table: Callable[..., Any]) -> None:
    page = at_table(laid_out, laid_out.lay_out(**FIGHT), size=SIZE)
    page.locator(".fight .lines li").nth(6).wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)
    taken = page.screenshot()
    assert page.faults == []
    PICTURE.write_bytes(taken)
