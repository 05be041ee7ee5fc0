"""Every scenario file of the project, a test a scenario."""

from pathlib import Path

import pytest

from kickdoor.play.scenario_files import Written, collect

HERE = Path(__file__).parent
SCENARIOS = collect([HERE])


def test_there_are_scenarios_and_each_has_a_name_of_its_own() -> None:
    assert len(SCENARIOS) > 8000
    assert len({written.id for written in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize("written", SCENARIOS, ids=[f"{Path(one.file).stem}:{one.id}" for one in SCENARIOS])
def test_scenario(written: Written) -> None:
    result = written.run()
    assert result.passed, f"{result.file}:{result.line}: {result.why}"
