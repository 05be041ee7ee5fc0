"""A roll to run away is told with what the die must show; any other without."""

from __future__ import annotations

from typing import Any

import pytest

from kickdoor.engine.data.events import Event
from kickdoor.testing import table


def rolls_of_a_run(fighter: dict[str, Any], monster: str) -> list[Event]:
    """The rolls of somebody who runs from a monster, and of what comes of it at once."""
    laid = table(
        packs=["munchkin"],
        players={"A": fighter, "B": {}, "C": {}},
        phase="combat",
        combat={"fighter": "A", "monsters": [monster]},
    )
    found: list[Event] = []
    for _ in range(20):
        seat = laid.game.waiting[0]
        options = laid.game.decisions[seat].options
        run = next((option for option in options if option.verb == "run"), options[0])
        found += [event for event in laid.game.apply(seat, run) if event.what == "rolled"]
        if found:
            return found
    raise AssertionError("nobody ran")


@pytest.mark.parametrize(
    ("fighter", "monster", "needed"),
    [
        ({"level": 8}, "Plutonium Dragon", 5),
        ({"level": 8, "races": ["Elf"]}, "Plutonium Dragon", 4),
        ({"level": 1}, "Lame Goblin", 4),
    ],
)
def test_RUN_02_a_roll_to_run_is_told_with_what_is_needed(fighter: dict[str, Any], monster: str, needed: int):
    rolled, *others = rolls_of_a_run(fighter, monster)
    assert rolled.fields()["needed"] == needed
    assert all("needed" not in other.fields() for other in others), "who is first to loot the dead is another matter"
