"""Replies are read strictly, asked for again, and forfeited; models, programs and bots play at the same tables."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickdoor.cli.app import app
from kickdoor.env.arena import Arena, NoPlayer, Replying, Tries
from kickdoor.env.prompting import Limits, Unreadable, prompt_for, read_reply
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


def test_a_player_is_asked_again_and_then_forfeits():
    game = Game.new(seats=3, seed=1)
    decision = game.decision(0)
    assert decision is not None
    prompt = prompt_for(game, 0)
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


def test_a_program_and_a_function_play_beside_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    script = tmp_path / "player.py"
    script.write_text(SCRIPT)
    (tmp_path / "careful_player.py").write_text("def reply(prompt):\n    return 'ANSWER 1'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    players = f"run:{sys.executable} {script},python:careful_player:reply,random"
    words = ["arena", "--players", players, "--games", "3", "--seats", "3", "--option", "winning_level=2", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert sorted(each["player"] for each in found["standings"]) == sorted(players.split(","))
    assert all(each["games"] == 3 for each in found["standings"])
    assert sum(each["wins"] for each in found["standings"]) >= 3
    assert all(each["tries"]["forfeits"] == 0 for each in found["standings"])
    assert found["society"]["games"] == 3
    assert "game 3 of 3" in result.stderr


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
