from pathlib import Path

import pytest

from kickdoor.play.ledger import ledger
from kickdoor.rules import catalogue


def sample_tests(tmp_path: Path, sources: dict[str, str]) -> Path:
    folder = tmp_path / "tests"
    for name, source in sources.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return folder


def proved(folder: Path) -> dict[str, list[str]]:
    return {entry.id: entry.tests for entry in ledger(folder) if entry.tests}


def test_ledger_finds_rules_in_function_names(tmp_path: Path):
    source = '''
def test_CMB_15_twin_copies_the_enhancers(): ...
def test_CMB_15_CMB_16_undead_twin(): ...
def test_WIN_01(): ...
async def test_RUN_02_five_escapes(): ...
def test_cmb_17_lower_case_is_no_id(): ...
def helper_test_CMB_18_is_no_test(): ...
TEXT = """
def test_CMB_19_inside_a_string(): ...
"""
class TestDeath:
    def test_DEATH_07_no_more_rolls(self): ...
'''
    folder = sample_tests(tmp_path, {"rules/test_combat.py": source})
    file = "tests/rules/test_combat.py"
    assert proved(folder) == {
        "CMB-15": [
            f"{file}::test_CMB_15_twin_copies_the_enhancers",
            f"{file}::test_CMB_15_CMB_16_undead_twin",
        ],
        "CMB-16": [f"{file}::test_CMB_15_CMB_16_undead_twin"],
        "WIN-01": [f"{file}::test_WIN_01"],
        "RUN-02": [f"{file}::test_RUN_02_five_escapes"],
        "DEATH-07": [f"{file}::TestDeath::test_DEATH_07_no_more_rolls"],
    }


FORMED = """
forms:
  twin:
    id: <card id>-twin
    variants: {one: {rules: [CMB-15]}, two: {rules: [CHAR-20]}}
scenarios:
- form: twin
  of: [{card: Imp}]
"""


def test_ledger_finds_rules_of_scenarios(tmp_path: Path):
    folder = sample_tests(
        tmp_path,
        {
            "scenarios/list.yaml": "- {id: twin, rules: [CMB-15, CMB-16]}\n- {id: free}\n",
            "scenarios/deep/forms.yaml": FORMED,
            "scenarios/empty.yaml": "",
        },
    )
    assert proved(folder) == {
        "CMB-15": ["tests/scenarios/deep/forms.yaml::imp-twin/one", "tests/scenarios/list.yaml::twin"],
        "CMB-16": ["tests/scenarios/list.yaml::twin"],
        "CHAR-20": ["tests/scenarios/deep/forms.yaml::imp-twin/two"],
    }


@pytest.mark.parametrize(
    ("name", "source", "rule_id"),
    [
        ("rules/test_x.py", "def test_CMB_99_nothing(): ...", "CMB-99"),
        ("rules/test_x.py", "def test_CMB_01_NOPE_01_nothing(): ...", "NOPE-01"),
        ("scenarios/x.yaml", "- {id: x, rules: [CMB-01, CMB-98]}", "CMB-98"),
    ],
)
def test_ledger_refuses_an_unknown_rule(tmp_path: Path, name: str, source: str, rule_id: str):
    folder = sample_tests(tmp_path, {name: source})
    with pytest.raises(ValueError, match=rf"tests/{name}::.*{rule_id}"):
        ledger(folder)


@pytest.mark.parametrize("source", ["- just a word", "- {rules: [CMB-01]}", "{id: x, rules: CMB-01}", "a: [b"])
def test_ledger_refuses_a_misshapen_scenario(tmp_path: Path, source: str):
    folder = sample_tests(tmp_path, {"scenarios/x.yaml": source})
    with pytest.raises(ValueError, match=r"tests/scenarios/x\.yaml"):
        ledger(folder)


def test_ledger_without_tests_lists_every_rule(tmp_path: Path):
    entries = ledger(tmp_path / "nowhere")
    assert [entry.id for entry in entries] == list(catalogue())
    assert not any(entry.tests for entry in entries)


def test_ledger_of_this_checkout_can_be_read():
    here = Path(__file__).resolve().parents[1]
    assert ledger() == ledger(here)
    assert len(ledger()) == 230
