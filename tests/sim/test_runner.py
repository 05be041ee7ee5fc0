"""Simulation: games depend on their seed only, crashes and endless games are counted, bench measures."""

import gc

import msgspec
import pytest

from kickdoor.play.driver import Tally
from kickdoor.play.game import Game
from kickdoor.sim import Plan, Report, run, runner
from kickdoor.sim.bench import measure
from kickdoor.sim.runner import Outcome, play_one


def plan(games: int = 6, **changes: int) -> Plan:
    header = Game.header(["munchkin"], 4, "sim", options={"winning_level": 2})
    return msgspec.structs.replace(Plan(header, games), **changes)


def without_times(report: Report) -> dict[str, object]:
    timed = ("seconds", "games_per_second", "decisions_per_second")
    return {name: value for name, value in msgspec.structs.asdict(report).items() if name not in timed}


def tallies(some: Plan, jobs: int) -> dict[int, Tally | None]:
    found: dict[int, Tally | None] = {}

    def seen(outcome: Outcome) -> None:
        found[outcome.game] = outcome.tally

    run(some, jobs, seen)
    return found


def test_games_do_not_depend_on_the_number_of_processes():
    alone, together = tallies(plan(), 1), tallies(plan(), 2)
    assert alone == together
    assert sorted(alone) == list(range(6))
    assert without_times(run(plan(), 1)) == without_times(run(plan(), 2))


def test_games_depend_on_their_seed():
    tally = play_one(plan(), 0).tally
    assert tally == play_one(plan(), 0).tally
    assert tally != play_one(plan(), 1).tally


def test_a_checked_game_is_the_same_game():
    small = plan(1)
    assert tallies(small, 1) == tallies(msgspec.structs.replace(small, checked=1), 1)


def test_the_report_adds_up():
    report = run(plan())
    assert report.games == sum(report.winners) == 6
    assert report.crashes == report.unfinished == 0
    assert report.decisions > 0
    assert report.turns_mean > 1
    assert report.decisions_per_second == pytest.approx(report.decisions / report.seconds, rel=0.05)


def test_an_endless_game_is_given_up():
    report = run(plan(3, turn_limit=1))
    assert report.unfinished > 0
    assert sum(report.winners) == 3 - report.unfinished


def test_a_crash_is_counted_with_its_seed(monkeypatch: pytest.MonkeyPatch):
    def crash(*_: object) -> Tally:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(runner, "rush", crash)
    heard: list[Outcome] = []
    report = run(plan(2), 1, heard.append)
    assert report.crashes == 2
    assert [outcome.seed for outcome in heard] == ["sim:0", "sim:1"]
    assert all("ZeroDivisionError: on purpose" in outcome.trace for outcome in heard)


def test_a_broken_game_is_a_crash(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner.checks, "at_decision", lambda *_: ["a card is gone"])
    outcome = play_one(plan(1, checked=1), 0)
    assert outcome.tally is None
    assert "a card is gone" in outcome.trace


def test_the_collector_comes_back():
    assert gc.isenabled()
    run(plan(1))
    assert gc.isenabled()


def test_bench_measures_everything():
    bench = measure(pace=0.01)
    assert all(value > 0 for value in msgspec.structs.astuple(bench))
