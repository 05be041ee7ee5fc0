"""The command that tells how cards fare."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from typer.testing import Result

from kickdoor.cli import balance as command
from kickdoor.sim import Plan, sheets
from kickdoor.sim.balance import Balance, Interval, weigh

Run = Callable[..., Result]
RunJson = Callable[..., Any]

SMALL = ("balance", "--games", 3, "--option", "winning_level=2", "--seed", 7)


def test_balance_reports_every_card(run: Run, run_json: RunJson):
    report = run_json(*SMALL)
    assert report["games"] == 3
    assert report["bots"] == ["rookie"] * 4
    assert report["control"] == 0.25
    assert report["printed_range"] is None
    assert len(report["cards"]) == len({card["id"] for card in report["cards"]}) == 147
    shown = run(*SMALL)
    assert shown.exit_code == 0
    assert shown.stderr == ""
    assert "Plutonium Dragon" in shown.stdout
    assert "3 of 3 games of rookie ended, after" in shown.stdout
    assert "Any player wins 25.0 % of them." in shown.stdout
    assert "play more games" in shown.stdout


def test_balance_is_the_same_on_two_processes(run: Run):
    assert run(*SMALL, "--json").stdout == run(*SMALL, "--json", "--jobs", 2).stdout


def test_balance_tells_what_lies_outside(run: Run, monkeypatch: pytest.MonkeyPatch):
    def found(plan: Plan, jobs: int, seen: object) -> Balance:
        plain = weigh(plan, jobs)
        ray = msgspec.structs.replace(plain.cards[0], name="Ray", origin="ours", verdict="strong")
        span = Interval(0.1873, 0.3321)
        return msgspec.structs.replace(plain, cards=[ray, *plain.cards[1:]], printed_range=span, compared=146)

    monkeypatch.setattr(command, "weigh", found)
    result = run(*SMALL)
    assert result.exit_code == 0
    assert "Of 146 printed cards, players who got one won 18.7 to 33.2 % of their games." in result.stdout
    assert "Outside of that lie: Ray (strong)." in result.stdout


def test_a_crash_fails(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sheets, "Seating", lambda *_: 1 // 0)
    result = run(*SMALL, "--json")
    assert result.exit_code == 1
    assert '"crashes": 3' in result.stdout
    assert result.stderr.endswith("kickdoor: 3 of 3 games crashed\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "clever"], "there is no bot 'clever'. Choose among random, rookie"),
        (["--bots", "rookie,random"], "--bots rookie,random: name one bot for all, or one for each of 4 seats, not 2"),
        (["--seats", 9], "deluxe is for 3 to 6 players, not 9 [SETUP-01]"),
        (["--packs", "munchkn"], "munchkn: there is no such pack"),
    ],
)
def test_bad_usage_is_told_in_a_line(run: Run, words: list[object], told: str):
    result = run("balance", *words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr
