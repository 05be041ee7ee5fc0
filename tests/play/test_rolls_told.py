"""A roll to run away is told with what the die must show; any other without."""

from __future__ import annotations

from typing import Any

import pytest

from kickdoor.engine.data.events import Event
from kickdoor.testing import table
from kickdoor.text.log import event_words, question_words

NAMES = ("Ada", "Ben", "Cy")


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


@pytest.mark.parametrize(
    ("fighter", "told"),
    [
        ({}, "You roll a 3 and need 5 or more."),
        ({"races": ["Elf"], "equipped": ["Boots of Running Really Fast"]}, "You roll a 3 and need 2 or more."),
    ],
)
def test_RUN_02_the_log_and_the_question_say_what_the_die_must_show(fighter: dict[str, Any], told: str):
    laid = table(
        packs=["munchkin"],
        players={"A": {"level": 8, "hand": ["Loaded Die"], **fighter}, "B": {}, "C": {}},
        phase="running_away",
        combat={"fighter": "A", "monsters": ["Plutonium Dragon"]},
        rolls=[3],
    )
    state = laid.game.state
    needed = told.rsplit(" need ", 1)[1].rstrip(".")
    assert question_words(state, 1, NAMES) == f"Ada is running away and needs {needed}. Do you want to do anything?"
    run = next(option for option in laid.game.decisions[0].options if option.verb == "run")
    (rolled,) = [event for event in laid.game.apply(0, run) if event.what == "rolled"]
    assert event_words(rolled, laid.game.state, 0, NAMES) == told
    asked = f"Ada rolled a 3 and needs {needed}. Do you want to do anything about it?"
    assert question_words(laid.game.state, 1, NAMES) == asked


def test_a_roll_that_lets_nobody_escape_names_no_number():
    laid = table(packs=["munchkin"], players={"A": {}, "B": {}, "C": {}})
    plain = Event("rolled", (1, 4, -1))
    assert event_words(plain, laid.game.state, 0, NAMES) == "Ben rolls a 4."
    surely, never = Event("rolled", (0, 1, 0)), Event("rolled", (0, 6, 9))
    assert event_words(surely, laid.game.state, 0, NAMES) == "You roll a 1, and any roll will do."
    assert event_words(never, laid.game.state, 0, NAMES) == "You roll a 6, and no roll is high enough."
