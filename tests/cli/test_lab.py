"""The commands that play many games."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kickdoor.cli import lab
from kickdoor.play.driver import Tally
from kickdoor.sim import Plan, runner
from kickdoor.sim.bench import Bench
from kickdoor.sim.runner import Outcome, play_one

Run = Callable[..., Result]
RunJson = Callable[..., Any]

SMALL = ("sim", "--games", 3, "--option", "winning_level=2", "--seed", 7)
KEYS = {
    "games",
    "decisions",
    "seconds",
    "games_per_second",
    "decisions_per_second",
    "crashes",
    "unfinished",
    "turns_mean",
    "winners",
}


def test_sim_reports(run: Run, run_json: RunJson):
    report = run_json(*SMALL)
    assert set(report) == KEYS
    assert report["games"] == sum(report["winners"]) == 3
    assert len(report["winners"]) == 4
    assert report["crashes"] == 0
    shown = run(*SMALL)
    assert "games per second" in shown.stdout
    assert shown.stderr == ""


def test_sim_takes_seats_packs_book_and_options(run_json: RunJson):
    report = run_json(
        *SMALL, "--seats", 3, "--packs", "munchkin-lite", "--book", "lite", "--option", "faster_play=true"
    )
    assert len(report["winners"]) == 3


def test_sim_takes_a_bot_for_each_seat(run_json: RunJson):
    report = run_json("sim", "--games", 12, "--option", "winning_level=4", "--bots", "random,rookie,random,random")
    assert report["winners"][1] > 6


def test_sim_writes_the_report_of_its_tables(run: Run, tmp_path: Path):
    folder = tmp_path / "run"
    result = run("sim", "--games", 8, "--option", "winning_level=3", "--out", folder, "--report")
    assert result.exit_code == 0, result.output
    assert "The report:" in result.stdout
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "Order of play" in page
    assert "plays first" in page


def test_sim_checks_games(run_json: RunJson):
    plain, checked = run_json(*SMALL), run_json(*SMALL, "--check", 1)
    assert (plain["decisions"], plain["turns_mean"]) == (checked["decisions"], checked["turns_mean"])


def test_sim_keeps_results_and_goes_on(run: Run, run_json: RunJson, tmp_path: Path):
    out = tmp_path / "deep" / "out"
    report = run_json(*SMALL, "--out", out, "--jobs", 2)
    assert set(report) == KEYS
    assert sorted(path.name for path in out.iterdir()) == [
        "cards-000000.parquet",
        "games-000000.parquet",
        "plan.json",
        "players-000000.parquet",
    ]
    assert run_json(*SMALL, "--out", out, "--resume")["games"] == 0


def test_sim_refuses_another_plan_and_a_second_run(run: Run, tmp_path: Path):
    assert run(*SMALL, "--out", tmp_path).exit_code == 0
    for words, told in (
        (
            ["--out", tmp_path],
            "plan.json: there is a run in this directory. Go on with --resume, or name another --out",
        ),
        (["--out", tmp_path, "--resume", "--games", 4], "plan.json: games was 3 and is 4 now. Go on with what it was"),
        (["--out", tmp_path / "plan.json"], "plan.json: is a file, not a directory. Name another --out"),
    ):
        result = run(*SMALL, *words)
        assert result.exit_code == 1
        assert len(result.stderr.splitlines()) == 1
        assert told in result.stderr


def test_sim_tells_what_is_done_when_it_is_stopped(run: Run, monkeypatch: pytest.MonkeyPatch):
    def stop(plan: Plan, number: int) -> Outcome:
        if number == 2:
            raise KeyboardInterrupt
        return play_one(plan, number)

    monkeypatch.setattr(runner, "play_one", stop)
    result = run(*SMALL, "--json")
    assert result.exit_code == 130
    assert '"games": 2' in result.stdout
    assert result.stderr == "kickdoor: stopped after 2 of 3 games\n"


def test_sim_shows_speed_and_time_left(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    stderr = StringIO()
    monkeypatch.setattr("sys.stderr", stderr)
    with lab.watched(10, 4) as seen:
        for number in range(4, 8):
            seen(Outcome(number, str(number), Tally(1, 1, 1, (0,))))
    assert "games/s" in stderr.getvalue()
    assert "8/10" in stderr.getvalue()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--engine", "steam"], "there is no engine 'steam'. Choose among local, ray"),
        (["--report"], "--report is made from the tables of a run: name a directory for them with --out"),
        (["--resume"], "--resume goes on with a run in a directory: name it with --out"),
    ],
)
def test_sim_wants_an_engine_that_there_is_and_a_directory(run: Run, words: list[object], told: str):
    result = run(*SMALL, *words)
    assert result.exit_code == 2
    assert result.stderr == f"kickdoor: {told}\n"


def test_a_crash_fails_with_seed_and_trace(run: Run, monkeypatch: pytest.MonkeyPatch):
    def crash(*_: object) -> Tally:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(runner, "rush", crash)
    result = run(*SMALL, "--json")
    assert result.exit_code == 1
    assert '"crashes": 3' in result.stdout
    assert "game 1 (seed 7:1) crashed:\nTraceback" in result.stderr
    assert "ZeroDivisionError: on purpose" in result.stderr
    assert result.stderr.endswith("kickdoor: 3 of 3 games crashed\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seats", 9], "deluxe is for 3 to 6 players, not 9 [SETUP-01]"),
        (["--seats", 5, "--book", "lite"], "lite is for 3 to 4 players, not 5 [SETUP-02]"),
        (["--book", "heavy"], "unknown book 'heavy'; there are deluxe, lite"),
        (["--option", "hats=2"], "unknown option 'hats'; there are "),
        (["--option", "hand_limit"], "--option hand_limit: give NAME=NUMBER, NAME=true or NAME=false"),
        (["--option", "hand_limit=many"], "--option hand_limit=many: give NAME=NUMBER"),
        (["--option", "shared_victory=7"], "'shared_victory' is a switch"),
        (["--option", "winning_level=1"], "'winning_level' must be at least 2"),
        (["--packs", "munchkn"], "munchkn: there is no such pack. Did you mean munchkin? Choose among munchkin"),
        (["--bots", "clever"], "there is no bot 'clever'. Choose among random, rookie"),
        (["--bots", "rookie,random"], "--bots rookie,random: name one bot for all, or one for each of "),
    ],
)
def test_bad_usage_is_told_in_a_line(run: Run, words: list[object], told: str):
    for command in ("sim", "play"):
        result = run(command, *words)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert told in result.stderr


def test_bench(run: Run, run_json: RunJson, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lab, "measure", lambda: Bench(1234.5, 2.0, 1.1, 1.2, 1.0, 22.0, 80.0, 600, 100.0, 3.0))
    assert run_json("bench")["decisions_per_second"] == 1234.5
    assert "1,234.5" in run("bench").stdout
