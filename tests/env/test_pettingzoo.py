"""PettingZoo's own tests of the environments."""

from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from kickdoor.env import kickdoor_v0
from kickdoor.env.kickdoor_v0 import raw_env

QUICK = {"options": {"winning_level": 4}}


# The test expects dictionaries of observations from its own environments only.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("seats", [3, 4])
def test_api(seats: int):
    api_test(kickdoor_v0.env(seats=seats, **QUICK), num_cycles=150)
    api_test(kickdoor_v0.checked_env(seats=seats, **QUICK), num_cycles=50)


def test_parallel_api():
    parallel_api_test(kickdoor_v0.parallel_env(**QUICK), num_cycles=150)


def test_seeds():
    seed_test(lambda: kickdoor_v0.env(**QUICK), num_cycles=60)
    parallel_seed_test(lambda: kickdoor_v0.parallel_env(**QUICK), num_cycles=30)


def test_max_cycles():
    # It wants each agent to act once a cycle, as in the parallel environment when it is asked one by one.
    max_cycles_test(SimpleNamespace(parallel_env=kickdoor_v0.parallel_env, env=kickdoor_v0.round_env))


def test_render():
    pictures: list[bytes] = []
    render_test(
        kickdoor_v0.env,
        custom_tests={
            "ansi": lambda words: "Level" in words,
            "rgb_array": lambda picture: not pictures.append(picture.tobytes()) and picture.std() > 1,
        },
    )
    assert len(set(pictures)) > 1, "the picture never changes"


def play(env: raw_env, seed: int) -> dict[str, Any]:
    """Play a game with random lawful actions; give the last rewards."""
    rng = Random(seed)
    env.reset(seed=seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, over, late, _ = env.last()
        if over or late:
            rewards[agent] = reward
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return rewards


def test_winners_gain_what_the_others_lose():
    env = raw_env(drafts=False, **QUICK)
    rewards = play(env, 3)
    winners = env.table.game.winners
    assert winners
    assert {int(agent[-1]) for agent, reward in rewards.items() if reward > 0} == set(winners)
    assert sum(rewards.values()) == pytest.approx(0)


def test_shaping_adds_up_to_nothing():
    # With a potential that ends at nothing each seat's shaping over a game is minus the potential it began with.
    env = raw_env(drafts=False, shaping=0.5, **QUICK)
    env.reset(seed=3)
    rng = Random(3)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    while not env.table.over:
        env.step(rng.choice(env.table.lawful(env._seats[env.agent_selection])))
        for agent, reward in env.rewards.items():
            gained[agent] += reward
    for agent, outcome in zip(env.possible_agents, env.table.outcome(), strict=True):
        assert gained[agent] == pytest.approx(outcome - 0.5 * 1 / 4)


def test_a_game_that_takes_too_long_is_cut_off():
    env = raw_env(max_turns=2)
    rewards = play(env, 1)
    assert env.table.game.turns == 3
    assert not env.table.over
    assert set(rewards.values()) == {0.0}


def test_an_unlawful_action_changes_nothing():
    env = raw_env()
    env.reset(seed=1)
    before = env.table.game.to_bytes()
    unlawful = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[5])
    with pytest.raises(ValueError, match="not open to seat"):
        env.step(unlawful)
    assert env.table.game.to_bytes() == before
