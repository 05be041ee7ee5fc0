"""The command that tells what a card is worth."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from typer.testing import Result

from kickdoor.cli import probe as command
from kickdoor.probe import Limits, Probe
from kickdoor.probe.figures import Figure, Measures
from kickdoor.probe.verdict import Rank, Usage

Run = Callable[..., Result]
RunJson = Callable[..., Any]

FOUND = Probe(
    card="munchkin/huge_rock",
    name="Huge Rock",
    deck="treasure",
    kind="item",
    packs=("munchkin",),
    seats=4,
    seed="1",
    deals=80,
    games=400,
    seconds=12.0,
    broken_off=0,
    trace="",
    chance_without=0.25,
    measures=Measures(Figure(0.03, -0.02, 0.08), Figure(0.6, 0.3, 0.9), Figure(2.0, 1.5, 2.5), Figure(0.0, 0.0, 0.0)),
    end_level=Figure(0.2, 0.1, 0.3),
    turns=Figure(0.0, -1.0, 1.0),
    gold=600,
    usage=Usage(trials=320, came=320, used=300, sold=10, lawful=500, chosen=300, playable=0, played=0),
    verdict="fair",
    beyond=[],
    reason="",
    rank=Rank(20, 72, "Chainsaw", "Buckler"),
)


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the probe find something without playing."""

    def found(**changes: object) -> None:
        report = msgspec.structs.replace(FOUND, **changes)
        monkeypatch.setattr(command, "probe_card", lambda *_: report)

    return found


def test_a_card_must_be_there(run: Run):
    missing = run("probe", "Huge Rok")
    assert missing.exit_code == 2
    assert "Did you mean Huge Rock?" in missing.stderr
    assert run("probe", "Huge Rock", "--packs", "nowhere").exit_code == 2


def test_a_short_probe_of_a_real_card_says_that_it_is_too_short(run: Run):
    told = run("probe", "huge_rock", "--games", 10, "--jobs", 1, "--option", "winning_level=2", "--json")
    assert told.exit_code == 1
    report = msgspec.json.decode(told.stdout, type=Probe)
    assert (report.card, report.verdict, report.reason) == ("munchkin/huge_rock", "none", "too_few")
    assert (report.deals, report.games) == (2, 10)


def test_a_fair_card_is_told_with_all_its_figures(run: Run, say: Callable[..., None]):
    say()
    told = run("probe", "Huge Rock")
    assert told.exit_code == 0
    words = " ".join(told.stdout.split())
    assert "Fair: among the printed cards." in words
    assert "+3.0 points (-2.0 to +8.0)" in words
    assert "Lead over the others: +0.60 (+0.30 to +0.90) levels, as many as +600 gold would buy." in words
    assert "Strength before the others: +2.00" in words
    assert "number 20 of 72, after Chainsaw and before Buckler" in words


def test_a_broken_card_and_no_verdict_fail(run: Run, say: Callable[..., None]):
    say(verdict="broken", beyond=["might", "swing"])
    broken = run("probe", "Huge Rock")
    assert broken.exit_code == 1
    assert "stronger than any printed card, by its strength and the levels it moves." in broken.stdout
    say(verdict="none", reason="not_chosen")
    told = run("probe", "Huge Rock")
    assert told.exit_code == 1
    assert "No verdict: nobody used it, because nobody chose to, though it was lawful 500 times." in " ".join(
        told.stdout.split()
    )
    say(verdict="none", reason="broke_off", broken_off=90, trace="a card never ends")
    assert "a card never ends" in run("probe", "Huge Rock").stderr


def test_an_ability_that_nobody_used_is_told(run: Run, say: Callable[..., None]):
    say(usage=msgspec.structs.replace(FOUND.usage, playable=70))
    assert "lawful 70 times and never chosen" in " ".join(run("probe", "Huge Rock").stdout.split())


def test_the_limits_are_handed_on(run: Run, monkeypatch: pytest.MonkeyPatch):
    asked: list[Any] = []
    monkeypatch.setattr(command, "probe_card", lambda *given: asked.append(given) or FOUND)
    run("probe", "Huge Rock", "--within", 2, "--games", 50, "--seconds", 5, "--jobs", 2, "--seed", "x")
    header, card, limits, jobs, _ = asked[0]
    assert (header.seed, card, jobs) == ("x", "munchkin/huge_rock", 2)
    assert limits == Limits(within=0.02, games=50, seconds=5.0)
