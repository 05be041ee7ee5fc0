"""A sample of all laws; `kickdoor laws` tries them on every card."""

from pathlib import Path

import pytest
import yaml

from kickdoor.laws import LAWS, Case, Law
from kickdoor.laws.law import Claim, Trial, try_case, try_trial
from kickdoor.laws.running import try_checks, try_law
from kickdoor.play.scenario import run_one
from kickdoor.play.soundness import OF_STATES
from kickdoor.rules.catalogue import catalogue

ROOT = Path(__file__).parents[2]


PAIRED = [law for law in LAWS if not law.check]
CHECKED = [law for law in LAWS if law.check]


@pytest.mark.parametrize("law", PAIRED, ids=lambda law: law.name)
@pytest.mark.parametrize("pack", ["munchkin", "munchkin-8"])
def test_the_law_holds(law: Law, pack: str) -> None:
    verdict = try_law(law, pack, share=0.04)
    assert [violation.scenario["id"] for violation in verdict.violations] == []


@pytest.mark.parametrize("pack", ["munchkin", "munchkin-3", "star", "bites", "babies"])
def test_the_laws_of_every_position_hold(pack: str) -> None:
    verdicts = try_checks(CHECKED, pack, share=0.03)
    assert [violation.scenario["id"] for verdict in verdicts for violation in verdict.violations] == []
    assert all(verdict.cases > 30 for verdict in verdicts)


def test_laws_say_something_about_most_cases() -> None:
    for law in PAIRED:
        verdict = try_law(law, "munchkin-3", share=0.06)
        assert verdict.void <= verdict.cases // 4, law.name


def test_laws_name_rules_that_exist() -> None:
    known = set(catalogue())
    assert [law.name for law in LAWS if not law.rules or not known.issuperset(law.rules)] == []
    page = (ROOT / "docs" / "laws.md").read_text(encoding="utf-8")
    assert [law.name for law in LAWS if f"| `{law.name}` |" not in page or law.says.rstrip(".") not in page] == []


def test_the_lines_that_are_broken_on_purpose_are_there() -> None:
    mutations = yaml.safe_load((ROOT / "tests" / "laws" / "mutations.yaml").read_text(encoding="utf-8"))
    for mutation in mutations:
        source = (ROOT / "src" / "kickdoor" / mutation["file"]).read_text(encoding="utf-8")
        assert source.count(mutation["line"] + "\n") == 1 or "which" in mutation, mutation["about"]
        assert mutation["line"] + "\n" in source, mutation["about"]


def test_a_claim_that_fails_is_a_scenario_that_fails() -> None:
    place = {"players": {"A": {"level": 5, "hand": ["card1", "card2"]}, "B": {}, "C": {}}, "turn": "A"}
    law = Law("all-are-low", "Nobody is above Level 1.", ("CMB-01",))
    found = try_case(law, Claim("one is", place, {"levels": {"A": 1}}))
    assert found is not None
    assert found.scenario["players"]["A"]["hand"] == []
    assert not run_one(found.scenario).passed


def test_a_position_that_is_not_sound_is_a_scenario_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OF_STATES, "levels", lambda s, events: ["too high"] if s.players[0].level > 4 else [])
    place = {"players": {"A": {"level": 5, "hand": ["card1"]}, "B": {}, "C": {}}, "turn": "A"}
    laws = [law for law in CHECKED if law.check == "levels"]
    (found,) = try_trial(laws, Trial("one is", place))
    assert found.scenario["players"]["A"]["hand"] == []
    assert "too high" in run_one(found.scenario).why


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


def test_a_violation_in_a_position_that_no_game_comes_to_fails_for_the_law_alone() -> None:
    hats = [{"name": "cap", "slot": "headgear", "bonus": 2}, {"name": "hood", "slot": "headgear", "bonus": 1}]
    place = {"players": {"A": {"level": 5, "equipped": hats}, "B": {}, "C": {}}, "turn": "A"}
    law = Law("all-are-low", "Nobody is above Level 1.", ("CMB-01",))
    found = try_case(
        law,
        Claim("one is, in two hats", place, {"levels": {"A": 1}, "cards": {"cap": "A equipped", "hood": "A equipped"}}),
    )
    assert found is not None
    assert found.scenario["unlawful"]
    assert found.why in run_one(found.scenario).why
