"""The random bot, and games played out by agents."""

from random import Random

import pytest

from kickdoor.bots import RandomBot
from kickdoor.bots.random import RESTLESS
from kickdoor.engine.data.options import code
from kickdoor.engine.data.question import Question
from kickdoor.engine.data.terms import DROP, OFFER, PASS
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Decision, Option
from kickdoor.play.driver import Tally, play_out
from kickdoor.play.game import Game

FIGHT = Question("fight", passable=True)


def table(seed: int, *, calm: bool) -> tuple[Game, Tally]:
    game = Game.new(seats=3, seed=seed, options={"winning_level": 3})
    rng = Random(seed)
    agents: list[Agent] = [RandomBot(rng, calm=calm) for _ in range(3)]
    return game, play_out(game, agents, rng)


@pytest.mark.parametrize("calm", [False, True])
def test_games_of_random_bots_end(calm: bool):
    game, tally = table(4, calm=calm)
    assert game.over
    assert tally.winners == tuple(game.winners)
    assert tally.finished
    assert 0 < tally.decisions <= tally.answers


def test_the_same_chance_gives_the_same_game():
    assert table(5, calm=False)[0].to_bytes() == table(5, calm=False)[0].to_bytes()


def test_each_option_is_taken():
    game = Game.new(seats=3, seed=1)
    decision = Decision(seat=0, question=FIGHT, options=[Option(code(OFFER, 1, 1)), Option(code(PASS))])
    bot = RandomBot(Random(1))
    assert {bot.choose(game.view(0), decision).verb for _ in range(50)} == {"offer", "pass"}


def test_a_calm_bot_seldom_undoes_things():
    game = Game.new(seats=3, seed=1)
    decision = Decision(seat=0, question=FIGHT, options=[Option(code(DROP, 1)), Option(code(PASS))])
    bot = RandomBot(Random(1), calm=True)
    chosen = [bot.choose(game.view(0), decision).verb for _ in range(400)]
    assert 0 < sum(verb in RESTLESS for verb in chosen) < 60
    only = Decision(seat=0, question=FIGHT, options=[Option(code(DROP, 1))])
    assert bot.choose(game.view(0), only).verb == "drop"


def test_a_long_game_is_given_up():
    game = Game.new(seats=3, seed=1)
    rng = Random(1)
    agents: list[Agent] = [RandomBot(rng) for _ in range(3)]
    tally = play_out(game, agents, rng, limit=2)
    assert not tally.finished
    assert tally.turns == 3


def test_each_seat_needs_an_agent():
    with pytest.raises(ValueError, match="3 seats need 3 agents, not 1"):
        play_out(Game.new(seats=3, seed=1), [RandomBot(Random(1))], Random(1))
