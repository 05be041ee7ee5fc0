"""A sample of all laws; `kickdoor laws` tries them on every card."""

import pytest

from kickdoor.laws import LAWS, Case, Law
from kickdoor.laws.law import try_case
from kickdoor.laws.running import try_law
from kickdoor.play.scenario import run_one


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("pack", ["munchkin", "munchkin-3"])
def test_the_law_holds(law: Law, pack: str) -> None:
    verdict = try_law(law, pack, share=0.04)
    assert [violation.scenario["id"] for violation in verdict.violations] == []


def test_a_violation_is_the_smallest_scenario_that_fails() -> None:
    place = {
        "players": {"A": {"level": 5, "hand": ["card1"], "equipped": [{"name": "hat", "bonus": 1}]}, "B": {}, "C": {}},
        "turn": "A",
        "phase": "combat",
        "combat": {"fighter": "A", "monsters": [{"name": "ogre", "level": 9}]},
    }
    stronger = {**place, "players": {**place["players"], "A": {**place["players"]["A"], "level": 6}}}
    law = Law("no-level-counts", "Levels do not count.", ("CMB-01",), lambda supply: iter(()))
    found = try_case(law, Case("one level more", stronger, place, aspects=("strength",)))
    assert found is not None
    assert found.scenario["players"]["A"] == {"level": 6, "hand": [], "equipped": []}
    assert not run_one(found.scenario).passed
    assert try_case(law, Case("the same", place, place, aspects=("strength",))) is None
