"""OpenSpiel's own simulation test, explicit chance, and information states."""

from random import Random

import pyspiel
import pytest

from kickdoor.engine.running import kernel
from kickdoor.env.kickdoor_spiel import DEALS, KickdoorState
from kickdoor.play.game import Game

QUICK = {"players": 3, "winning_level": 2, "max_turns": 8}


def test_its_own_simulation_test():
    pyspiel.random_sim_test(pyspiel.load_game("python_kickdoor", QUICK), num_sims=1, serialize=False, verbose=False)


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
