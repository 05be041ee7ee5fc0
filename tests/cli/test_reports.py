"""Commands that report: packs, cards, rules, options, scenarios; and what they say to bad input."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kickdoor import __version__
from kickdoor.cli import cards, rulebook
from kickdoor.engine.running import kernel
from kickdoor.packs.loader import available, load
from kickdoor.play.ledger import ledger
from kickdoor.rules import catalogue

Run = Callable[..., Result]
RunJson = Callable[..., Any]
PackFile = Callable[..., Path]

GOOD_PACK = """\
id: mine
name: Mine
cards:
- {id: rat, name: Rat, deck: door, kind: monster, level: 1, treasures: 1}
- {id: hat, name: Hat, deck: treasure, kind: item, bonus: 1, slot: headgear, gold: 200}
"""


def complaint(result: Result, status: int) -> str:
    """Give the one line of stderr of a command that ended with this status."""
    assert result.exit_code == status, result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("kickdoor: ")
    assert "Traceback" not in result.stderr
    return lines[0].removeprefix("kickdoor: ")


def test_the_version_says_which_engine_runs(run: Run):
    engine = "plain" if kernel.__file__.endswith(".py") else "compiled"
    result = run("--version")
    assert (result.exit_code, result.stdout) == (0, f"kickdoor {__version__} ({engine} engine)\n")


def test_help_names_every_command(run: Run):
    shown = run("--help").stdout
    for command in ("play", "show", "packs", "pack", "rules", "options", "sim", "bench", "scenario", "replay"):
        assert f"\n  {command} " in shown


@pytest.mark.parametrize("words", [["nonsense"], ["packs", "--nonsense"], ["show"], ["sim", "--games", "many"]])
def test_bad_usage_has_status_2(run: Run, words: list[str]):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr
    assert not result.stdout


# Packs and cards


def test_packs(run: Run, run_json: RunJson):
    packs = run_json("packs")
    assert [pack["id"] for pack in packs] == list(available())
    for pack in packs:
        assert pack["cards"] == pack["doors"] + pack["treasures"] + pack["dungeons"]
        assert pack["cards"] == pack["printed"] + pack["completed"] + pack["ours"] > 5
        assert pack["without_effect"] == []
    assert "Munchkin Lite" in run("packs").stdout


def test_a_sound_pack_is_ok(run: Run, run_json: RunJson, pack_file: PackFile):
    path = pack_file()
    shown = run("pack", "check", path)
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == ["OK: mine, 4 cards (1 door, 3 treasures): 2 ours, 2 own"]
    assert "warning: card stone: it does nothing" in shown.stderr
    report = run_json("pack", "check", path)
    assert report["ok"] is True
    assert (report["printed"], report["ours"], report["own"]) == (0, 2, 2)
    assert report["without_effect"] == ["mine/stone"]


def test_a_watched_pack_is_checked_whenever_it_or_one_that_it_takes_from_is_saved(
    run: Run, pack_file: PackFile, monkeypatch: pytest.MonkeyPatch
):
    lender = pack_file()
    path = lender.with_name("more.yaml")
    good = f"id: more\nname: More\ninclude: [{{pack: '{lender}', cards: {{hat: 1}}}}]\n"
    path.write_text(good, encoding="utf-8")
    saves = iter(
        [
            lambda: path.write_bytes(b"id: \xff"),
            lambda: path.write_text("id: [", encoding="utf-8"),
            lambda: path.write_text(good, encoding="utf-8"),
            lambda: path.unlink(),
            lambda: path.write_text(good, encoding="utf-8"),
            lambda: lender.write_text("id: mine\nname: Mine\n", encoding="utf-8"),
        ]
    )
    times = iter(range(10, 100))

    def save(pause: float) -> None:
        step = next(saves, None)
        if step is None:
            raise KeyboardInterrupt
        step()
        for file in (path, lender):
            if file.exists():
                os.utime(file, (0, next(times)))

    monkeypatch.setattr(cards.time, "sleep", save)
    shown = run("pack", "check", path, "--watch")
    assert shown.exit_code == 0
    assert shown.stdout.splitlines() == ["OK: more, 1 card (1 treasure): 1 own"] * 3
    told = [line for line in shown.stderr.splitlines() if line.startswith("kickdoor: ")]
    assert len(told) == 3
    for line, part in zip(told, ("not UTF-8", "the brackets do not match", "has no such card"), strict=True):
        assert part in line


def test_only_a_file_can_be_watched(run: Run, tmp_path: Path):
    for name in ("munchkin", tmp_path / "none.yaml"):
        shown = run("pack", "check", name, "--watch")
        assert shown.exit_code == 2
        assert "--watch is for a pack file" in shown.stderr


def test_a_file_that_is_no_text_is_told_as_json_too(run_json: RunJson, pack_file: PackFile):
    path = pack_file()
    path.write_bytes(b"id: \xff")
    assert run_json("pack", "check", path, status=1)["errors"][0]["problem"] == "is not UTF-8 text"


def test_a_built_in_pack_is_ok(run: Run):
    assert run("pack", "check", "munchkin").stdout.startswith("OK: munchkin, 168 cards")


@pytest.mark.parametrize(
    ("text", "line", "parts"),
    [
        (GOOD_PACK.replace("Rat,", "[Rat,"), 4, ["is not closed before this", "Close it with"]),
        (GOOD_PACK.replace("bonus: 1", "bonus: big"), 5, ["card hat"]),
        (GOOD_PACK.replace("deck: door, ", ""), 4, ["card rat", "field `deck`"]),
        (GOOD_PACK.replace("level: 1", "levle: 1"), 4, ["card rat", "field `levle`"]),
        (GOOD_PACK.replace("id: hat", "id: rat"), 5, ["card rat", "given twice", "Write id: rat_2"]),
        (
            GOOD_PACK.replace("treasures: 1}", "treasures: 1, bad_stuff: [{}]}"),
            4,
            ["rat: a step has no verb"],
        ),
        ("just words", 1, ["."]),
    ],
)
def test_a_broken_pack_is_told_where_and_how(run: Run, pack_file: PackFile, text: str, line: int, parts: list[str]):
    path = pack_file(text)
    for words in (["pack", "check", path], ["sim", "--games", "1", "--packs", path]):
        told = complaint(run(*words), 1)
        assert told.startswith(f"{path}:{line}:"), told
        for part in parts:
            assert part in told


def test_a_pack_that_is_no_text(run: Run, tmp_path: Path):
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text. Save the file as UTF-8" in complaint(run("pack", "check", path), 1)


def test_a_missing_pack_is_bad_usage(run: Run, tmp_path: Path):
    missing = tmp_path / "none.yaml"
    assert "cannot be read" in complaint(run("pack", "check", missing), 2)
    assert "Choose among munchkin" in complaint(run("pack", "check", "munchkn"), 2)
    assert "names no pack" in complaint(run("sim", "--packs", ","), 2)


def test_the_schema_is_json(run: Run):
    schema = json.loads(run("pack", "schema").stdout)
    assert "Card" in schema["$defs"]


@pytest.mark.parametrize("name", ["Potted Plant", "potted plant", "potted_plant", "munchkin/potted_plant"])
def test_a_card_is_shown_by_name_or_id(run: Run, name: str):
    shown = run("show", name).stdout.splitlines()
    assert shown[0] == "Potted Plant"
    assert shown[1] == "Level 1. Plant. 1 Treasure."
    assert shown[-1] == "munchkin/potted_plant: door, monster, printed"


def test_a_card_for_programs(run_json: RunJson):
    card = run_json("show", "bullrog")
    assert card["id"] == "munchkin/bullrog"
    assert (card["level"], card["treasures"], card["origin"]) == (18, 5, "printed")
    assert card["words"][0].startswith("Level 18.")


def test_an_unknown_card_is_guessed(run: Run, pack_file: PackFile):
    assert "Did you mean Potted Plant" in complaint(run("show", "potted plnt"), 2)
    assert "Boots of Butt-Kicking" in complaint(run("show", "boots"), 2)
    assert "Looked in munchkin" in complaint(run("show", "qqqqqq", "--packs", "munchkin"), 2)
    assert run("show", "hat", "--packs", pack_file()).stdout.startswith("Hat\n")


# Rules and options


@pytest.fixture(autouse=True, scope="module")
def read_once() -> Iterator[None]:
    """Reading all tests takes a second: it is done once."""
    entries = ledger()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook, "ledger", lambda: entries)
        yield


def test_the_ledger(run: Run, run_json: RunJson):
    entries = run_json("rules")
    assert [entry["id"] for entry in entries] == list(catalogue())
    assert all(set(entry) == {"id", "books", "rule", "tests"} for entry in entries)
    assert f"of {len(entries)} rules have a test." in run("rules").stdout


def test_one_rule_or_one_area(run: Run, run_json: RunJson):
    assert [entry["id"] for entry in run_json("rules", "cmb-06")] == ["CMB-06"]
    assert all(entry["id"].startswith("RUN-") for entry in run_json("rules", "RUN"))
    assert catalogue()["CMB-06"].text.split()[0] in run("rules", "CMB-06").stdout
    assert "no rule 'CMB-99'" in complaint(run("rules", "CMB-99"), 2)


def test_an_installed_package_does_not_say_that_rules_are_unproven(run: Run, monkeypatch, tmp_path):
    bare = ledger(tmp_path)
    monkeypatch.setattr(rulebook, "ledger", lambda: bare)
    for told in (run("rules").stdout, run("rules", "HELP-02").stdout):
        assert "come with a checkout" in told
        assert "have a test" not in told


def test_options(run: Run, run_json: RunJson):
    options = {option["name"]: option for option in run_json("options")}
    assert options["max_players"]["values"]["lite"] == 4
    assert options["winning_level"]["rules"] == ["WIN-01"]
    lite = {option["name"]: option["values"] for option in run_json("options", "--book", "lite")}
    assert lite["max_players"] == {"lite": 4}
    shown = run("options", "--book", "lite").stdout
    assert "max_players" in shown
    assert "deluxe" not in shown
    assert "unknown book 'heavy'" in complaint(run("options", "--book", "heavy"), 2)


# Scenarios

PASSING = "- {id: fine, players: {A: {}, B: {}, C: {}}, expect: {levels: {A: 1}}}\n"
FAILING = "- {id: not so, players: {A: {}, B: {}, C: {}}, expect: {levels: {A: 7}}}\n"


def test_scenarios_pass_and_fail(run: Run, run_json: RunJson, tmp_path: Path):
    good, bad = tmp_path / "good.yaml", tmp_path / "sub" / "bad.yaml"
    bad.parent.mkdir()
    good.write_text(PASSING, encoding="utf-8")
    bad.write_text(FAILING, encoding="utf-8")
    assert run_json("scenario", "run", good) == [
        {"file": str(good), "id": "fine", "passed": True, "why": "", "line": 0, "place": ""}
    ]
    found = run_json("scenario", "run", tmp_path, status=1)
    assert [(entry["id"], entry["passed"]) for entry in found] == [("fine", True), ("not so", False)]
    assert found[1]["why"]
    shown = run("scenario", "run", tmp_path)
    assert shown.exit_code == 1
    assert "1 of 2 scenarios passed" in shown.stdout
    assert "bad.yaml:1: not so" in shown.stdout


def test_scenario_files_that_cannot_be_run(run: Run, tmp_path: Path):
    assert "no such file" in complaint(run("scenario", "run", tmp_path / "none.yaml"), 2)
    assert "no scenario file" in complaint(run("scenario", "run", tmp_path), 2)
    broken = tmp_path / "broken.yaml"
    broken.write_text("- {id: [", encoding="utf-8")
    shown = run("scenario", "run", broken)
    assert shown.exit_code == 1
    assert "is not YAML" in shown.stdout


def test_the_audit(run: Run, run_json: RunJson, tmp_path: Path):
    path = tmp_path / "hollow.yaml"
    path.write_text("- {id: hollow, cards: [potted_plant], players: {A: {}, B: {}, C: {}}}\n", encoding="utf-8")
    words = ("scenario", "audit", path, "--packs", "munchkin", "--card", "potted_plant", "--jobs", 1)
    found = run_json(*words, status=1)
    assert {entry["what"] for entry in found} == {"munchkin/potted_plant"}
    assert "unnoticed" in run(*words).stdout
    assert "no such card or switch" in complaint(run("scenario", "audit", path, "--card", "nobody"), 2)
    assert "cannot be read" in complaint(run(*words, "--since", "no-such-commit"), 2)


def test_pack_new_writes_a_file_once(run: Run, tmp_path: Path):
    path = tmp_path / "cellar.yaml"
    assert run("pack", "new", str(path), "--name", "The Cellar").exit_code == 0
    assert load(str(path)).pack.name == "The Cellar"
    assert run("pack", "check", str(path)).exit_code == 0
    assert "\nauthor:" not in path.read_text()
    assert "\nlicence:" not in path.read_text()
    signed = tmp_path / "signed.yaml"
    assert run("pack", "new", str(signed), "--author", "Ann", "--licence", "CC0-1.0").exit_code == 0
    assert 'author: Ann\nlicence: "CC0-1.0"\n' in signed.read_text()
    again = run("pack", "new", str(path))
    assert again.exit_code == 2
    assert "exists already" in again.stderr
