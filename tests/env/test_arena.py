"""Replies are read strictly, asked for again, and forfeited; models, programs and bots play at the same tables."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.env.arena import Arena, NoPlayer, NoReply, Program, Replying, Tries
from kickdoor.env.prompting import Limits, Prompt, Unreadable, prompt_for, read_reply
from kickdoor.env.seating import Seating
from kickdoor.play.choices import Decision
from kickdoor.play.game import Game

LIMITS = Limits(characters=200, forfeits=2)


@pytest.mark.parametrize(("reply", "place"), [("ANSWER 2", 1), ("I think so.\n\nANSWER: 1\n", 0), ("ANSWER 3.", 2)])
def test_a_reply_is_read(reply: str, place: int):
    assert read_reply(reply, 3, LIMITS) == place


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "last line"),
        ("2", "last line"),
        ("ANSWER 2\nand so on", "last line"),
        ("I choose ANSWER 2", "last line"),
        ("ANSWER two", "last line"),
        ("ANSWER 0", "from 1 to 3"),
        ("ANSWER 4", "from 1 to 3"),
        ("x" * 300 + "\nANSWER 1", "longer than 200"),
    ],
)
def test_what_is_no_answer_is_not_guessed_at(reply: str, why: str):
    with pytest.raises(Unreadable, match=why):
        read_reply(reply, 3, LIMITS)


def asked_first() -> tuple[Prompt, Decision]:
    game = Game.new(seats=3, seed=1)
    decision = game.decision(0)
    assert decision is not None
    return prompt_for(game, 0), decision


def test_a_player_is_asked_again_and_then_forfeits():
    prompt, decision = asked_first()
    prompts: list[str] = []
    tries = Tries()
    replies = iter(["no", "ANSWER 1"])

    def reply(words: str) -> str:
        prompts.append(words)
        return next(replies, "never")

    player = Replying(reply, LIMITS, tries)
    assert player.choose(prompt, decision) == decision.options[0]
    assert "last line of your reply" in prompts[1]
    assert (tries.asked, tries.again, tries.forfeits) == (2, 1, 0)
    for _ in range(3):
        assert player.choose(prompt, decision).verb == "pass"
    assert tries.forfeits == 3
    assert tries.asked == 2 + 3 + 3, "who has forfeited so often is still asked"


def test_a_player_that_fails_forfeits_and_says_why():
    prompt, decision = asked_first()
    tries = Tries()

    def reply(words: str) -> str:
        raise ConnectionError("no line")

    assert Replying(reply, Limits(), tries).choose(prompt, decision).verb == "pass"
    assert (tries.asked, tries.failed, tries.forfeits, tries.error) == (3, 3, 1, "ConnectionError: no line")
    assert Replying(lambda words: None, Limits(), tries).choose(prompt, decision).verb == "pass"  # type: ignore[arg-type, return-value]
    assert tries.error == "TypeError: a reply is words, not None"


@pytest.mark.parametrize("limits", [Limits(game_seconds=0.01), Limits(game_characters=3000)])
def test_who_has_used_up_a_budget_is_not_asked_any_more(limits: Limits):
    prompt, decision = asked_first()
    tries = Tries()

    def reply(words: str) -> str:
        time.sleep(0.002)
        return "ANSWER 1"

    player = Replying(reply, limits, tries)
    for _ in range(20):
        player.choose(prompt, decision)
    assert 0 < tries.asked < 20
    assert tries.forfeits == 20 - tries.asked
    Replying(reply, limits, tries).choose(prompt, decision)
    assert tries.forfeits == 20 - (tries.asked - 1), "a budget is for one game"


def test_a_prompt_is_short_and_numbered():
    game = Game.new(seats=4, seed=3)
    words = str(prompt_for(game, 1))
    assert len(words.split()) < 500
    assert "\n1. " in words
    assert words.endswith("number of your choice.")


SCRIPT = """
import json, sys
for line in sys.stdin:
    assert "ANSWER n" in json.loads(line)["prompt"]
    print(json.dumps({"reply": "ANSWER 1"}), flush=True)
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where commands are given, and a path of modules of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each not in ("", ".")])
    return tmp_path


def held(players: str) -> tuple[dict[str, Any], str]:
    """A short tournament by the command: what it found, and what it told."""
    words = ["arena", "--players", players, "--games", "3", "--seats", "3", "--option", "winning_level=2", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout), result.stderr


def test_a_program_and_a_function_play_beside_bots(here: Path):
    (here / "player.py").write_text(SCRIPT)
    (here / "careful_player.py").write_text("def reply(prompt):\n    return 'ANSWER 1'\n")
    players = f"run:{sys.executable} player.py,python:careful_player:reply,random"
    found, told = held(players)
    assert sorted(each["player"] for each in found["standings"]) == sorted(players.split(","))
    assert all(each["games"] == 3 for each in found["standings"])
    assert sum(each["wins"] for each in found["standings"]) >= 3
    assert all(each["tries"]["forfeits"] == 0 for each in found["standings"])
    assert found["society"]["games"] == 3
    assert "game 3 of 3" in told


def test_a_tournament_outlives_a_player_that_fails(here: Path):
    (here / "failing_player.py").write_text("def reply(prompt):\n    raise KeyError('token')\n")
    found, told = held("python:failing_player:reply,rookie,random")
    failing = next(each for each in found["standings"] if each["player"].startswith("python:"))
    assert failing["tries"]["failed"] == failing["tries"]["asked"] > 0
    assert failing["tries"]["forfeits"] > 0
    assert "python:failing_player:reply failed" in told
    assert "KeyError: 'token'" in told


@contextmanager
def program(path: Path, source: str, seconds: float) -> Iterator[Program]:
    """A program that plays, from its first line of output on."""
    path.write_text(
        "import json, sys, time\nsays = lambda words: print(json.dumps({'reply': words}), flush=True)\n" + source
    )
    playing = Program(f"{sys.executable} {path}", seconds)
    try:
        yield playing
    finally:
        playing.close()


def test_a_reply_that_comes_too_late_answers_nothing(tmp_path: Path):
    source = """
for line in sys.stdin:
    prompt = json.loads(line)["prompt"]
    time.sleep(1.5 if prompt == "slow" else 0)
    says("to " + prompt)
"""
    with program(tmp_path / "late.py", source, 60) as playing:
        assert playing("first") == "to first"  # it has started
        playing._seconds = 0.2
        with pytest.raises(NoReply, match=r"within 0\.2 seconds"):
            playing("slow")
        playing._seconds = 60
        time.sleep(1.5)
        assert playing("next") == "to next"


def test_what_a_program_says_unasked_answers_nothing(tmp_path: Path):
    source = """
for line in sys.stdin:
    says("one")
    says("two")
"""
    with program(tmp_path / "twice.py", source, 60) as playing:
        assert playing("first") == "one"
        assert playing._lines.get(timeout=60)
        playing._lines.put("late")
        assert playing("next") == "one"


def test_a_program_that_has_ended_is_told_and_started_anew(tmp_path: Path):
    source = """
json.loads(input())
says("ANSWER 1")
sys.exit(3)
"""
    with program(tmp_path / "short.py", source, 60) as playing:
        assert playing("first") == "ANSWER 1"
        playing._process.wait(60)
        assert playing("second") == "ANSWER 1"
        playing._process.wait(60)
        assert playing._process.stdin is not None
        with suppress(BrokenPipeError):
            playing._process.stdin.write("not read any more\n")
        playing.close()


@pytest.mark.parametrize(
    ("source", "why"),
    [("input()\nsys.exit(4)\n", "ended with 4"), ("input()\nprint('hello', flush=True)\ninput()\n", "'hello")],
)
def test_a_program_without_a_reply_says_why(tmp_path: Path, source: str, why: str):
    with program(tmp_path / "mute.py", source, 60) as playing, pytest.raises(NoReply, match=why):
        playing("first")


@pytest.mark.parametrize(("players", "seats"), [(2, 3), (3, 4), (4, 4), (6, 4), (7, 3), (9, 4)])
def test_all_play_equally_often_against_each_other_and_on_every_seat(players: int, seats: int):
    names = [f"p{number}" for number in range(players)]
    seating = Seating(names, seats)
    games = [seating.of_game(number) for number in range(60)]
    played = Counter(name for game in games for name in game)
    assert max(played.values()) - min(played.values()) <= 1
    most = -(-seats // players)
    assert all(count <= most for game in games for count in Counter(game).values()), "somebody sits twice for nothing"
    met = Counter(frozenset(pair) for game in games for pair in combinations(game, 2) if pair[0] != pair[1])
    assert len(met) == players * (players - 1) // 2, "some never meet"
    assert max(met.values()) <= 2 * min(met.values())
    sat = Counter((name, seat) for game in games for seat, name in enumerate(game))
    assert len(sat) == players * seats
    assert max(sat.values()) <= 2 * min(sat.values())
    assert seating.of_game(5) == games[5] == Seating(names, seats).of_game(5)


def test_the_same_seed_is_the_same_tournament():
    header = Game.header(["munchkin"], 3, "cup", None, {"winning_level": 3})
    first, second = Arena(header, ["random", "rookie"]), Arena(header, ["random", "rookie"])
    assert list(first.play(2)) == list(second.play(2))


@pytest.mark.parametrize("players", ["random", "random,nobody", "random,python:nowhere:reply", "random,run:/no/such"])
def test_players_that_cannot_be_had_are_bad_usage(players: str):
    result = CliRunner().invoke(app, ["arena", "--players", players])
    assert result.exit_code == 2
    assert "--players" in result.stderr


def test_players_are_named_once():
    with pytest.raises(NoPlayer, match="once"):
        Arena(Game.header(["munchkin"], 3, 1), ["random", "random"])
