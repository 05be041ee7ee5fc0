"""Scenario files: forms, lines of facts, fields for all, and what is said of mistakes."""

from pathlib import Path
from typing import Any

import pytest

from kickdoor.play.scenario_files import ScenarioError, Written, collect, read_file, run_file

FORMS = """
forms:
  a blade:
    id: <card id>-blade
    about: <card> adds <bonus>
    cards: [<card id>]
    players: {A: {level: 3, carried: [{name: <card>, bonus: <bonus>}]}, B: {}, C: {}}
    door: [{level: 20}]
    variants:
      held:
        given: bonus
        steps: [{A: {equip: <card>}}, {A: kick}]
        expect: {strength: [<3 + bonus>, 20], cards: {<card>: A equipped}}
      as_<size>:
        given: {size: big}
        players: {A: {hand: [{name: crate, big: true}]}}
  a cursed blade:
    like: a blade
    variants: {held: {expect: {strength: [<3 - bonus>, 20]}}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "forms.yaml").write_text(FORMS, encoding="utf-8")
    return tmp_path


def read(folder: Path, text: str) -> list[Written]:
    path = folder / "x.yaml"
    path.write_text(text, encoding="utf-8")
    return read_file(path)


def lines(folder: Path, text: str, form: str = "a blade", fields: str = "") -> list[Written]:
    return read(folder, f"use: [forms.yaml]\nscenarios:\n- form: {form}\n{fields}  of:\n{text}")


def raws(written: list[Written]) -> dict[str, dict[str, Any]]:
    return {one.id: one.raw for one in written}


def test_a_line_fills_the_blanks(folder: Path):
    found = raws(lines(folder, "  - {card: Old Axe, bonus: 4}\n"))
    assert found == {
        "old_axe-blade/held": {
            "id": "old_axe-blade/held",
            "about": "Old Axe adds 4",
            "cards": ["old_axe"],
            "players": {"A": {"level": 3, "carried": [{"name": "Old Axe", "bonus": 4}]}, "B": {}, "C": {}},
            "door": [{"level": 20}],
            "steps": [{"A": {"equip": "Old Axe"}}, {"A": "kick"}],
            "expect": {"strength": [7, 20], "cards": {"Old Axe": "A equipped"}},
        }
    }


def test_a_variant_is_there_where_its_facts_are(folder: Path):
    found = lines(folder, "  - {card: Axe, bonus: 4, size: big}\n  - {card: Pin, bonus: 1}\n")
    assert [one.id for one in found] == ["axe-blade/held", "axe-blade/as_big", "pin-blade/held"]


def test_an_id_that_is_not_made_from_the_name(folder: Path):
    found = lines(folder, "  - {card: M.T. Axe, card id: mt_axe, bonus: 4}\n")
    assert found[0].raw["cards"] == ["mt_axe"]


def test_a_form_like_another(folder: Path):
    held = raws(lines(folder, "  - {card: Axe, bonus: 4}\n", "a cursed blade"))["axe-blade/held"]
    assert held["expect"] == {"strength": [-1, 20], "cards": {"Axe": "A equipped"}}
    assert held["steps"] == [{"A": {"equip": "Axe"}}, {"A": "kick"}]


def test_fields_of_a_scenario_are_laid_over_the_form(folder: Path):
    line = "  - {card: Axe, bonus: 4, players: {A: {level: 5}}, variants: {lost: {steps: []}}}\n"
    found = raws(lines(folder, line, fields="  rules: [CMB-01]\n"))
    assert set(found) == {"axe-blade/held", "axe-blade/lost"}
    for raw in found.values():
        assert raw["players"]["A"]["level"] == 5
        assert raw["rules"] == ["CMB-01"]


def test_fields_of_each_scenario_of_a_file(folder: Path):
    found = read(folder, "each: {packs: [star], seed: one}\nscenarios:\n- {id: a}\n- {id: b, packs: [bites]}\n")
    assert raws(found) == {
        "a": {"packs": ["star"], "seed": "one", "id": "a"},
        "b": {"packs": ["bites"], "seed": "one", "id": "b"},
    }


def test_lines_run_and_failures_name_their_line(folder: Path):
    lines(folder, "  - {card: Axe, bonus: 4}\n  - card: Pin\n    bonus: 1\n    expect: {levels: {A: 9}}\n")
    good, bad = run_file(folder / "x.yaml")
    assert (good.id, good.passed) == ("axe-blade/held", True)
    assert (bad.id, bad.passed, bad.line) == ("pin-blade/held", False, 8)


def test_a_file_of_forms_holds_no_scenario(folder: Path):
    assert read_file(folder / "forms.yaml") == []
    assert collect([folder]) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{card: Axe, bonus: 4, boons: 3}", "x.yaml:6: the form has no blank <boons>"),
        ("{card: Axe}", "x.yaml:6: no variant of the form fits"),
        ("{bonus: 4}", "x.yaml:6: card is missing"),
        ("{card: Axe, bonus: much}", "x.yaml:6: <3 \\+ bonus> is a sum, and bonus is no number"),
        ("{card: Axe, bonus: 4, size: huge}", "x.yaml:6: size: huge fits no variant. Known are big"),
        ("Axe", "x.yaml:6: a line of facts is a mapping"),
    ],
)
def test_a_line_that_does_not_fit(folder: Path, line: str, said: str):
    with pytest.raises(ScenarioError, match=said):
        lines(folder, f"  - {{card: Pin, bonus: 1}}\n  - {line}\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {form: no such, of: []}", "x.yaml:1: there is no form 'no such'"),
        ("use: [forms.yaml]\nscenarios:\n- {id: a}\n- {form: a blade}", "x.yaml:4: `of` is missing"),
        ("use: [none.yaml]\nscenarios: []", "none.yaml: cannot be read"),
        ("- {id: a}\n- {rules: [CMB-01]}", "x.yaml:2: a scenario has no id"),
        ("- {id: a}\n- {id: b}\n- {id: a}", "x.yaml:3: the id 'a' is that of the scenario in line 1"),
        (
            "forms: {f: {id: x, steps: <expect>}}\nscenarios:\n- {form: f, of: [{}]}",
            "<expect> is a field",
        ),
        ("forms: {f: {like: f, id: x}}\nscenarios:\n- {form: f, of: [{}]}", "x.yaml:3: f is like itself"),
        ("scenario: []", "x.yaml: a scenario file is a list"),
        ("just words", "x.yaml: a scenario file is a list"),
    ],
)
def test_a_file_that_is_wrong(folder: Path, text: str, said: str):
    with pytest.raises(ScenarioError, match=said):
        read(folder, text)


def test_a_scenario_that_expects_nothing_fails_alone(folder: Path):
    seats = "players: {A: {}, B: {}, C: {}}"
    (folder / "x.yaml").write_text(
        f"- {{id: nothing, {seats}}}\n"
        f"- {{id: only passes, {seats}, steps: [{{pass: all}}]}}\n"
        f"- {{id: a step, {seats}, steps: [{{A: kick}}], door: [card1]}}\n"
        f"- {{id: nothing, {seats}, expect: {{levels: {{A: 1}}}}}}\n"
    )
    nothing, passes, step, twice = run_file(folder / "x.yaml")
    assert ("expects nothing" in nothing.why, nothing.line) == (True, 1)
    assert ("expects nothing" in passes.why, passes.line) == (True, 2)
    assert step.passed, step.why
    assert ("in line 1" in twice.why, twice.line) == (True, 4)
