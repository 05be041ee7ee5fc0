"""Effects that never end: the answer is refused by the card's name, and nothing has changed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from kickdoor.engine.data.options import code
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.data.terms import PASS
from kickdoor.play.game import Game
from kickdoor.sim.runner import Plan, run

TREADMILL = {
    "id": "treadmill",
    "name": "Treadmill",
    "deck": "treasure",
    "kind": "special",
    "when": "any_time",
    "copies": 40,
    "play": [{"lose_levels": 1}, {"repeat": {"times": 1000000, "do": [{"lose_levels": 1}]}}],
}
MAZE = {
    "id": "maze",
    "name": "Maze",
    "deck": "door",
    "kind": "monster",
    "level": 1,
    "treasures": 1,
    "copies": 200,
    "on_meet": [{"repeat": {"times": 1000000, "do": [{"lose_levels": 1}]}}],
}
ONE_TREASURE = {"id": "coin", "name": "Coin", "deck": "treasure", "kind": "item", "gold": 100, "copies": 60}
SLOW_DOORS = {"id": "rat", "name": "Rat", "deck": "door", "kind": "monster", "level": 1, "treasures": 1, "copies": 60}


def a_pack(folder: Path, *cards: dict[str, object]) -> str:
    """A pack file with these cards."""
    path = folder / "own.yaml"
    path.write_text(json.dumps({"id": "own", "name": "Own", "cards": cards}))
    return str(path)


def treadmill(folder: Path) -> str:
    return a_pack(folder, TREADMILL, SLOW_DOORS)


def maze(folder: Path) -> str:
    return a_pack(folder, MAZE, ONE_TREASURE)


def begun(folder: Path) -> Game:
    """A game in its first turn, with such cards in all hands."""
    game = Game.new([treadmill(folder)], 3, "endless")
    for seat in range(3):
        game.apply(seat, code(PASS))
    return game


def play_of(game: Game, seat: int) -> int:
    """The option by which a seat plays a card."""
    decision = game.decision(seat)
    assert decision is not None
    return next(option.code for option in decision.options if option.verb == "play")


def test_the_game_is_as_it_was_and_goes_on(tmp_path: Path):
    game = Game.new([treadmill(tmp_path)], 3, "endless")
    rng = Random(1)
    tried = 0
    for _ in range(150):
        seat = rng.choice(game.waiting)
        decision = game.decision(seat)
        assert decision is not None
        for option in [option for option in decision.options if option.verb == "play"][:1]:
            before, answers = game.to_bytes(), len(game.record.answers)
            with pytest.raises(Endless, match="Treadmill"):
                game.apply(seat, option)
            assert game.to_bytes() == before
            assert len(game.record.answers) == answers
            tried += 1
        others = [option for option in decision.options if option.verb != "play"]
        game.apply(seat, rng.choice(others))
    assert tried > 10
    *_, (_, again, _) = game.record.replay()
    assert again.to_bytes() == game.to_bytes()


def test_a_clone_and_a_loaded_game_come_back_too(tmp_path: Path):
    game = begun(tmp_path)
    seat = game.waiting[0]
    for copied in (game.clone(), Game.from_bytes(game.to_bytes()), game.clone().clone()):
        before = copied.to_bytes()
        with pytest.raises(Endless):
            copied.apply(seat, play_of(copied, seat))
        assert copied.to_bytes() == before


def test_what_was_done_to_a_game_behind_its_back_is_kept(tmp_path: Path):
    game = begun(tmp_path)
    seat = game.waiting[0]
    with pytest.raises(Endless):
        game.apply(seat, play_of(game, seat))
    game.take_dice("other")
    game.show_hand(0, 1)
    before = game.to_bytes()
    with pytest.raises(Endless):
        game.apply(seat, play_of(game, seat))
    assert game.to_bytes() == before


def test_a_simulation_says_which_card_it_was(tmp_path: Path):
    told: list[str] = []
    for bot in ("random", "veteran"):
        plan = Plan(Game.header([maze(tmp_path)], 3, "endless"), 3, bots=(bot,))
        report = run(plan, seen=lambda outcome: told.append(outcome.trace))
        assert (report.games, report.crashes) == (3, 3)
    assert all("Maze" in trace and "Traceback" not in trace for trace in told)


def test_what_is_broken_off_does_nothing_and_the_record_tells_the_same_game(tmp_path: Path):
    game = begun(tmp_path)
    seat = game.waiting[0]
    option = play_of(game, seat)
    levels = [player.level for player in game.state.players]
    with game.breaking_off():
        game.apply(seat, option)
    assert [player.level for player in game.state.players] == levels
    rng = Random(5)
    for _ in range(40):
        seat = game.waiting[0]
        decision = game.decision(seat)
        assert decision is not None
        game.apply(seat, rng.choice([option for option in decision.options if option.verb != "play"]))
    with pytest.raises(Endless):
        game.apply(game.waiting[0], play_of(game, game.waiting[0]))
    *_, (_, again, _) = game.record.replay()
    assert again.to_bytes() == game.to_bytes()
