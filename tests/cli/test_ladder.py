"""The command that rates the bots."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

Run = Callable[..., Result]
RunJson = Callable[..., Any]

SMALL = ("ladder", "--levels", "random,rookie", "--option", "winning_level=3", "--seats", 3)


def test_ladder_tells_and_writes_the_standings(tmp_path: Path, run: Run, run_json: RunJson):
    found = run_json(*SMALL, "--games", 3, "--out", tmp_path)
    assert [(rung["level"], rung["games"]) for rung in found["rungs"]] == [("rookie", 3)]
    assert [rating["level"] for rating in found["ratings"]] == ["random", "rookie"]
    further = run(*SMALL, "--games", 5, "--out", tmp_path)
    assert "par" in further.stdout
    assert "| `rookie` | 2 `random` | 5 |" in (tmp_path / "ladder.md").read_text()
    assert (tmp_path / "ladder.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--levels", "rookie"), "name two bots or more"),
        (("--levels", "rookie,clever"), "there is no bot 'clever'"),
        (("--only", "random"), "choose among rookie"),
    ],
)
def test_bad_ladders_are_refused(tmp_path: Path, run: Run, arguments: tuple[str, ...], problem: str):
    result = run(*SMALL, "--out", tmp_path, *arguments)
    assert result.exit_code == 2
    assert problem in result.stderr


def test_another_tournament_is_not_mixed_in(tmp_path: Path, run: Run):
    run(*SMALL, "--games", 1, "--out", tmp_path)
    result = run(*SMALL, "--games", 1, "--out", tmp_path, "--seed", 2)
    assert result.exit_code == 1
    assert "seed was 1 and is 2 now" in result.stderr
