"""The commands that tell what simulations found, on games that were really played."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kickdoor.cli.app import app
from kickdoor.report.summary import NOTICE

Run = Callable[..., Result]
RunJson = Callable[..., Any]

QUICK = ("--bots", "rookie", "--option", "winning_level=3")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Simulate some short games into a directory; those that were simulated before are copied."""
    known: dict[tuple[object, ...], Path] = {}

    def simulated(name: str, *words: object, games: int = 12) -> Path:
        plan = (*words, games)
        if plan not in known:
            known[plan] = tmp_path_factory.mktemp("simulated") / "run"
            arguments = ("sim", "--games", games, "--out", known[plan], *QUICK, *words)
            result = CliRunner().invoke(app, [str(word) for word in arguments])
            assert result.exit_code == 0, result.output
        return shutil.copytree(known[plan], tmp_path_factory.mktemp("run") / name)

    return simulated


def test_report_writes_a_page_and_tells_figures(run: Run, run_json: RunJson, simulated, tmp_path: Path):
    folder = simulated("run", "--seed", 3)
    result = run("report", folder)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert "12 of 12 games ended." in result.stdout
    assert "minutes a game (estimated)" in result.stdout
    assert f"{folder}/report.html" in result.stdout.replace("\n", "")
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert NOTICE in page
    assert "12 games of 4 rookie bots with munchkin" in page
    other = tmp_path / "other.html"
    figures = run_json("report", folder, "--out", other)
    assert other.read_text(encoding="utf-8") == page
    assert figures["notice"] == NOTICE
    assert (figures["played"], figures["finished"], figures["crashed"]) == (12, 12, 0)
    assert figures["origin"]["options"] == {"winning_level": 3}
    assert figures["games"]["first_at_nine_wins"]["value"] is None  # nobody gets so far
    assert len(figures["cards"]["cards"]) == 147
    drawn = sum(card["fates"]["drawn"] for card in figures["cards"]["cards"])
    assert drawn > 12 * 4 * 8
    assert sum(rate["wins"] for rate in figures["games"]["seats"]) >= 12


def test_report_with_json_alone_writes_no_page(run_json: RunJson, simulated):
    folder = simulated("run", games=3)
    run_json("report", folder)
    assert not (folder / "report.html").exists()


def test_compare_of_equal_runs_is_noise(run: Run, run_json: RunJson, simulated):
    folders = [simulated(name, "--seed", 5, games=30) for name in ("a", "b")]
    found = run_json("compare", *folders)
    assert (found["verdict"], found["differing"], found["paired"], found["changed"]) == ("noise", 0, 30, [])
    shown = run("compare", *folders)
    assert shown.exit_code == 0
    assert "compared 30 games of equal seeds, one by one" in shown.stdout
    assert "Changed: nothing in their plans." in shown.stdout
    assert "Noise: none of " in shown.stdout


def test_compare_sees_an_option(run: Run, run_json: RunJson, simulated):
    folders = [
        simulated("a", "--seed", 5, games=30),
        simulated("b", "--seed", 5, "--option", "winning_level=2", games=30),
    ]
    found = run_json("compare", *folders)
    assert found["changed"] == ["options"]
    assert found["verdict"] == "different"
    verdicts = {each["figure"]: each["verdict"] for each in found["figures"]}
    assert verdicts["levels by kill"] == "lower"  # one kill wins
    shown = run("compare", *folders).stdout
    assert 'Changed: options ({"winning_level":3} / {"winning_level":2}).' in shown
    assert "figures differ by more than chance" in shown


def test_compare_plays_packs_with_the_same_seeds(run: Run, run_json: RunJson, simulated):
    quick = ("--games", 30, "--option", "winning_level=2")
    found = run_json("compare", "munchkin", "munchkin", *quick, "--seed", 4)
    assert (found["verdict"], found["paired"], found["changed"]) == ("noise", 30, [])
    shown = run("compare", "munchkin", "munchkin", *quick, "--option-b", "winning_level=4").stdout
    assert 'Changed: options ({"winning_level":2} / {"winning_level":4}).' in shown
    assert "figures differ by more than chance" in shown
    folder = simulated("run", games=3)
    result = run("compare", "munchkin", folder, "--option-b", "winning_level=4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--option-b is for packs that are played now" in result.stderr


def test_tune_foretells_with_options_and_without(run: Run, run_json: RunJson):
    words = ("tune", "--games", 4, "--seats", "3,4", "--option", "winning_level=3")
    found = run_json(*words)
    assert [(each["seats"], each["options"]) for each in found["tables"]] == [
        (3, {}),
        (3, {"winning_level": 3}),
        (4, {}),
        (4, {"winning_level": 3}),
    ]
    for plain, short in (found["tables"][:2], found["tables"][2:]):
        assert plain["games"] == short["games"] == 4
        assert plain["first_at_nine_wins"]["games"] == 4
        assert short["first_at_nine_wins"]["value"] is None  # nobody gets so far
        for figure in ("turns", "minutes", "lead_changes"):
            assert plain[figure]["low"] <= plain[figure]["value"] <= plain[figure]["high"]
    assert "45 s for each turn" in found["minutes_how"]
    shown = run(*words)
    assert shown.exit_code == 0
    assert "as the book has it" in shown.stdout
    assert "winning_level=3" in shown.stdout


def test_tune_tells_where_options_change_nothing(run: Run):
    result = run("tune", "--games", 1, "--option", "faster_play=true", "--option", "winning_level=10")
    assert result.exit_code == 0
    assert "the book deluxe plays so already: faster_play=true, winning_level=10" in result.stderr
    assert result.stdout.count("as the book has it") == 1


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["report", "/nowhere"], 1, "/nowhere/plan.json: cannot be read (No such file or directory)"),
        (["compare", "/nowhere", "/nowhere"], 2, "/nowhere: cannot be read (No such file or directory)"),
        (["tune", "--seats", "four"], 2, "--seats four: give a number of players, or several joined by commas"),
        (["tune", "--seats", "9"], 2, "deluxe is for 3 to 6 players, not 9 [SETUP-01]"),
    ],
)
def test_bad_usage_is_told_in_a_line(run: Run, words: list[str], status: int, told: str):
    result = run(*words)
    assert result.exit_code == status
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr


def test_a_page_that_cannot_be_written_is_told(run: Run, simulated):
    folder = simulated("run", games=3)
    result = run("report", folder, "--out", folder / "no" / "page.html")
    assert result.exit_code == 1
    assert "page.html: cannot be written (No such file or directory)" in result.stderr


def test_other_commands_do_not_wait_for_polars_and_matplotlib():
    code = "import sys, kickdoor.cli.app; print(sorted({'polars', 'matplotlib', 'numpy'} & sys.modules.keys()))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
