"""Telling recorded games."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import Result

from kickdoor.bots import RandomBot
from kickdoor.play.driver import play_out
from kickdoor.play.game import Game
from kickdoor.play.record import commitment

Run = Callable[..., Result]
RunJson = Callable[..., Any]


@pytest.fixture(scope="module")
def played() -> Game:
    game = Game.new(seats=3, seed="told", options={"winning_level": 3})
    rng = Random(1)
    play_out(game, [RandomBot(rng) for _ in range(3)], rng)
    assert game.over
    return game


@pytest.fixture
def record(played: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    played.record.save(path)
    return path


def test_a_game_is_told_in_words(run: Run, record: Path, played: Game):
    result = run("replay", record)
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{['Ann', 'Bo', 'Cy'][played.winners[0]]} wins the game!" in result.stdout
    assert "Turn 1: it is" in result.stdout


def test_a_seat_is_told_what_it_saw(run_json: RunJson, record: Path):
    everything, seen = run_json("replay", record), run_json("replay", record, "--seat", 1)
    assert len(everything) == len(seen)
    dealt = [(event["seat"], event["id"]) for event in everything[0]["events"]]
    assert len(dealt) == 24
    assert all(id is not None for _, id in dealt)
    assert [(event["seat"], event["id"]) for event in seen[0]["events"]] == [
        (seat, id if seat == 1 else None) for seat, id in dealt
    ]
    words = [event["words"] for event in seen[0]["events"]]
    assert words[0] == "Ann draws a Door card."
    assert words[8].startswith("You draw ")


def test_a_game_is_told_up_to_an_answer(run: Run, run_json: RunJson, record: Path):
    told = run_json("replay", record, "--to", 5)
    assert [entry["answer"] for entry in told] == [0, 1, 2, 3, 4, 5]
    assert told[0]["seat"] is None
    assert told[5]["seat"] in (0, 1, 2)
    shown = run("replay", record, "--to", 5).stdout
    assert "Character" in shown, "the table is shown as it was then"


def edited(record: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    data = json.loads(record.read_text(encoding="utf-8"))
    change(data)
    record.write_text(json.dumps(data), encoding="utf-8")
    return record


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data["answers"].__delitem__(slice(3, 12)), "is not lawful there"),
        (lambda data: data["answers"].insert(0, [0, 99]), "answer 1 of seat 0 is not lawful there"),
        (lambda data: data["answers"].insert(0, [7, 0]), "there is no seat 7"),
        (lambda data: data["answers"].insert(0, [0, {"kind": "help"}]), "answer 1 of seat 0 is not understood"),
        (lambda data: data.update(winners=[0, 1, 2]), "the record says that [0, 1, 2] won"),
        (lambda data: data.update(hashes=["0" * 16]), "pack munchkin has changed since"),
        (lambda data: data.update(format=99), "this record has format 99"),
        (lambda data: data.pop("seed"), "missing required field `seed`"),
    ],
)
def test_an_edited_record_is_refused(run: Run, record: Path, change: Callable[[dict[str, Any]], object], told: str):
    for words in ([], ["--seat", 0], ["--json"]):
        result = run("replay", edited(record, change) if not words else record, *words)
        assert result.exit_code == 1
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"kickdoor: {record}: ")
        assert told in line
        assert "Only an unchanged record can be played again" in line


def test_a_truncated_record_is_refused(run: Run, record: Path):
    record.write_bytes(record.read_bytes()[:-50])
    result = run("replay", record)
    assert result.exit_code == 1
    assert "this is not a record of a game" in result.stderr


def test_bad_usage(run: Run, record: Path):
    result = run("replay", record, "--seat", 3)
    assert (result.exit_code, result.stderr) == (2, "kickdoor: --seat 3: the seats of this game are 0 to 2\n")
    missing = run("replay", record.parent / "none.json")
    assert missing.exit_code == 2
    assert "cannot be read (No such file or directory). Give the path of a record" in missing.stderr


def test_a_record_is_verified_against_what_was_promised(run: Run, run_json: RunJson, record: Path, played: Game):
    assert "No fingerprint was told before this game." in run("verify", record).stdout
    promised = commitment("pepper", played.record.seed)
    edited(record, lambda data: data.update(salt="pepper", commitment=promised))
    result = run("verify", record, "--commitment", promised)
    assert (result.exit_code, result.stderr) == (0, "")
    assert promised in result.stdout
    told = run_json("verify", record)
    assert told == {"committed": True, "answers": len(played.record.answers), "winners": played.winners}


@pytest.mark.parametrize(
    ("change", "words", "told"),
    [
        (lambda data: data.update(salt="sugar"), [], "do not fit the fingerprint"),
        (lambda data: data.update(seed="other"), [], "do not fit the fingerprint"),
        (lambda data: data["answers"].__delitem__(slice(3, 12)), [], "is not lawful there"),
        (lambda data: None, ["--commitment", "0" * 64], "not the fingerprint that the table showed"),
    ],
)
def test_dice_that_were_not_promised_are_found(
    run: Run,
    record: Path,
    played: Game,
    change: Callable[[dict[str, Any]], object],
    words: list[str],
    told: str,
):
    edited(record, lambda data: data.update(salt="pepper", commitment=commitment("pepper", played.record.seed)))
    result = run("verify", edited(record, change), *words)
    assert result.exit_code == 1
    assert told in result.stderr
