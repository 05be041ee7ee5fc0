"""Bots at simulated tables: by seat, and the same games on any number of processes."""

from random import Random

import pytest

from kickdoor.bots import Rookie
from kickdoor.engine.data import codec
from kickdoor.play.driver import Tally, rush
from kickdoor.play.game import Game
from kickdoor.sim import Plan, run
from kickdoor.sim.runner import Outcome, begin, play_checked, play_seated, play_untold
from kickdoor.sim.seating import Seating

HEADER = Game.header(["munchkin"], 4, "seated", options={"winning_level": 3})
MIXED = ("rookie", "random", "rookie", "random")


def test_a_bot_for_each_seat_or_one_for_all():
    game = Game.new(seats=3, seed=1)
    kinds = [type(agent) for agent in Seating(["random", "rookie", "random"], game, Random(1)).agents]
    assert kinds == [type(None), Rookie, type(None)]
    assert [type(agent) for agent in Seating(["rookie"], game, Random(1)).agents] == [Rookie] * 3
    with pytest.raises(ValueError, match="3 seats need 3 bots or one for all, not 2"):
        Seating(["rookie", "random"], game, Random(1))


def test_chance_plays_the_same_game_as_bare_random_answers():
    plan = Plan(HEADER, 1)
    game, rng = begin(plan, 0)
    bare, other = begin(plan, 0)
    assert play_seated(game, Seating(("random",), game, rng)) == rush(bare.state, other)


def test_games_of_bots_do_not_depend_on_the_number_of_processes():
    plan = Plan(HEADER, 6, bots=MIXED)
    found: list[dict[int, Tally | None]] = []
    for jobs in (1, 2):
        heard: list[Outcome] = []
        run(plan, jobs, heard.append)
        found.append({outcome.game: outcome.tally for outcome in heard})
    assert found[0] == found[1]
    assert len(found[0]) == 6
    assert None not in found[0].values()


@pytest.mark.parametrize("bots", [MIXED, ("veteran",)], ids=["mixed", "veterans"])
def test_games_of_bots_are_the_same_checked_told_and_untold(bots: tuple[str, ...]):
    plan = Plan(HEADER, 1, bots=bots)
    ends = []
    for play in (play_checked, play_seated, play_untold):
        game, rng = begin(plan, 0)
        ends.append((play(game, Seating(bots, game, rng)), codec.dump(game.state)))
    assert ends[0] == ends[1] == ends[2]


def test_a_long_game_of_bots_is_given_up():
    assert run(Plan(HEADER, 2, turn_limit=0, bots=MIXED)).unfinished == 2
