"""Saves and records say by which rules they were made."""

import subprocess
import sys
from pathlib import Path

import pytest

from kickdoor.engine.data.scripts import Script
from kickdoor.engine.steps.control import Jump
from kickdoor.play import fingerprint
from kickdoor.play.fingerprint import code_of, fingerprint_of, names_of, told_of
from kickdoor.play.game import Game, SaveError
from kickdoor.play.record import Record, RecordError


def test_a_save_by_other_scripts_is_refused_and_the_reason_names_both(put_a_step_in):
    game = Game.new(seed=3)
    before = fingerprint_of(game.state.rules)
    save = game.to_bytes()
    assert Game.from_bytes(save).to_bytes() == save
    put_a_step_in()
    now = fingerprint_of(Game.new(seed=3).state.rules)
    assert now != before
    with pytest.raises(SaveError, match=f"saved by the rules {before}, these are the rules {now}"):
        Game.from_bytes(save)


def test_a_record_says_its_rules_and_what_does_not_fit_them_any_more_says_so(put_a_step_in):
    game = Game.new(seed=3)
    game.apply(0, game.decisions[0].options[0])
    record = Record.parse(game.record.to_json())
    assert record.rules == fingerprint_of(game.state.rules)
    put_a_step_in()
    *_, (number, _, _) = record.replay()
    assert number == 1, "other rules, by which the answers fit"
    record.answers[0] = (0, 4095)
    with pytest.raises(RecordError, match=f"answer 1 of seat 0 .*played by the rules {record.rules}; these are"):
        list(record.replay())


def test_every_step_and_every_parameter_counts():
    rules = Game.new(seed=1).state.rules
    told = [told_of(script.steps) for script in rules.scripts]
    assert not any("0x" in each or "object" in each for each in told), "no address of this run"
    assert len(set(told)) > 100
    assert told_of((Jump(1), Jump(2))) != told_of((Jump(2), Jump(1)))
    assert told_of(Script(4, (), ())) == "script 4", "scripts within scripts are told once, by themselves"


def test_the_options_of_a_game_are_part_of_its_rules():
    assert len({fingerprint_of(Game.new(options=o).state.rules) for o in ({}, {"winning_level": 9})}) == 2


def test_the_shape_of_saves_knows_fields_and_names_of_numbers(monkeypatch):
    from kickdoor.engine.data import state, terms

    told = dict(line.split("=", 1) for line in names_of(terms) if "=" in line)
    assert told["DOOR"] == str(terms.DOOR)
    assert told["MOMENTS"] == told_of(terms.MOMENTS)
    assert any(line.startswith("Frame('") and "'pc'" in line for line in names_of(state))
    code = code_of("codec.py")
    assert "def dump ( s : State )" in code
    assert "All that is not shared" not in code, "words may change"
    before = fingerprint.shape_of_saves()
    fingerprint.shape_of_saves.cache_clear()
    monkeypatch.setattr(terms, "DOOR", 77)
    assert fingerprint.shape_of_saves() != before
    fingerprint.shape_of_saves.cache_clear()


def test_another_process_finds_the_same_fingerprint():
    words = "from kickdoor import Game; from kickdoor.play.fingerprint import fingerprint_of as f; "
    words += "print(f(Game.new(seed=1).state.rules))"
    told = subprocess.run(
        [sys.executable, "-c", words],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": str(Path(fingerprint.__file__).parents[2])},
    )
    assert told.stdout.strip() == fingerprint_of(Game.new(seed=1).state.rules)
