"""OpenSpiel's own simulation test, explicit chance, and information states."""

from random import Random

import pyspiel
import pytest

from kickdoor.engine.running import kernel
from kickdoor.env.kickdoor_spiel import DEALS, KickdoorState
from kickdoor.play.game import Game
from kickdoor.play.worlds import determinise

QUICK = {"players": 3, "winning_level": 2, "max_turns": 8}


def test_its_own_simulation_test():
    pyspiel.random_sim_test(pyspiel.load_game("python_kickdoor", QUICK), num_sims=1, serialize=False, verbose=False)


def test_what_a_player_cannot_know_is_in_no_string():
    rng = Random(6)
    state = pyspiel.load_game("python_kickdoor", {**QUICK, "winning_level": 5}).new_initial_state()
    compared = moved = 0
    while not state.is_terminal() and compared < 200:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        game = state.game
        for player in range(3):
            world = determinise(game.state, player, rng)
            if world is None or not world.waiting:
                continue
            told = state.information_state_string(player), state.observation_string(player)
            state.game = game.at(world)
            assert (state.information_state_string(player), state.observation_string(player)) == told
            state.game = game
            compared += 1
            moved += world.door != game.state.door
        state.apply_action(rng.choice(state.legal_actions()))
    assert moved > compared / 2 > 30, "nothing was dealt anew"


@pytest.mark.parametrize("steps", [0, 1, 120])
def test_a_state_is_written_down_and_read_again(steps: int):
    rng = Random(2)
    game = pyspiel.load_game("python_kickdoor", {**QUICK, "winning_level": 4})
    state = game.new_initial_state()
    while len(state.history()) < steps:
        options = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(options))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert str(again) == str(state)
    assert again.current_player() == state.current_player()
    if steps:
        assert again.game.to_bytes() == state.game.to_bytes()
        assert again.told == state.told
        assert again.legal_actions() == state.legal_actions()


def play(seed: int, **changes: int) -> tuple[KickdoorState, int]:
    """A random game to its end; and how many dice were thrown."""
    rng = Random(seed)
    state = pyspiel.load_game("python_kickdoor", {**QUICK, **changes}).new_initial_state()
    dice = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert len(outcomes) == (DEALS if state.game is None else 6)
            dice += state.game is not None
            state.apply_action(rng.choice(outcomes)[0])
        else:
            player = state.current_player()
            assert state.information_state_string(player) != state.information_state_string((player + 1) % 3)
            state.apply_action(rng.choice(state.legal_actions()))
    return state, dice


def test_dice_are_chance_nodes_and_fall_as_chance_says():
    thrown = 0
    for seed in range(3):
        state, dice = play(seed, winning_level=4)
        rolled = [line for line in state.told[0] if line.startswith("<rolled")]
        assert len(rolled) == dice, "a die fell without chance being asked"
        thrown += dice
    assert thrown > 0


def test_a_state_that_is_cloned_goes_its_own_way():
    state = pyspiel.load_game("python_kickdoor", QUICK).new_initial_state()
    state.apply_action(5)
    twin = state.clone()
    before = str(state)
    twin.apply_action(twin.legal_actions()[0])
    assert str(state) == before
    assert str(twin) != before


def test_the_deal_is_the_game_of_that_seed():
    state = pyspiel.load_game("python_kickdoor", {"players": 3}).new_initial_state()
    state.apply_action(77)
    known = Game.new(seats=3, seed=77)
    assert state.game.state.players[1].hand == known.state.players[1].hand
    assert len(state.legal_actions()) == len(kernel.options(known.state, state.current_player()))
