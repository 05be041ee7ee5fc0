"""Every scenario file of the project, a test a scenario."""

from pathlib import Path
from typing import Any

import pytest

from kickdoor.play.scenario import expand, load_file, run_one

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.yaml"))
SCENARIOS = [
    pytest.param(entry, str(path), id=f"{path.stem}:{entry.get('id')}")
    for path in FILES
    for raw in load_file(path)
    for entry in expand(raw)
]


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) > 1


@pytest.mark.parametrize(("scenario", "file"), SCENARIOS)
def test_scenario(scenario: dict[str, Any], file: str) -> None:
    result = run_one(scenario, file)
    assert result.passed, result.why
