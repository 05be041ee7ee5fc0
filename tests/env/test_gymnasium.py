"""Gymnasium's own test, games against bots, and many games in worker processes."""

import time
from collections.abc import Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

from kickdoor.bots import UnknownBot
from kickdoor.env import kickdoor_v0
from kickdoor.env.kickdoor_gym import SelfPlay, Solo, lawful_sample
from kickdoor.env.vector import VectorEnv, WorkerFailed

BRIEF = {"seats": 3, "options": {"winning_level": 2}, "drafts": False}
QUICK = {"seats": 3, "options": {"winning_level": 3}}


def test_check_env():
    for name in ("kickdoor/Solo-v0", "kickdoor/SelfPlay-v0"):
        env = gymnasium.make(name, render_mode="ansi", **QUICK)
        check_env(env.unwrapped)
        env.close()


def play_out(env: Solo | SelfPlay, seed: int) -> tuple[float, dict[str, object]]:
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    total = 0.0
    for _ in range(3000):
        action = lawful_sample(observation["action_mask"][None], rng)[0]
        observation, reward, over, late, info = env.step(action)
        assert info["lawful"]
        total += reward
        if over or late:
            return total, info
    pytest.fail("the game does not end")


def test_one_seat_against_bots():
    env = Solo("rookie,random", seat=1, drafts=False, **QUICK)
    total, info = play_out(env, 5)
    assert info["seat"] == 1
    assert total == env.table.outcome()[1]
    first = env.table.game.record.answers
    play_out(env, 5)
    assert env.table.game.record.answers == first, "the same seed is another game"


def test_all_seats_by_one_agent():
    env = SelfPlay(drafts=False, **QUICK)
    _, info = play_out(env, 2)
    assert env.table.over
    assert list(info["rewards"]) == env.table.outcome()  # type: ignore[call-overload]


def test_what_is_unlawful_changes_nothing():
    env = SelfPlay(**QUICK)
    observation, _ = env.reset(seed=1)
    before = env.table.game.to_bytes()
    _, reward, over, _, info = env.step(int(np.flatnonzero(observation["action_mask"] == 0)[3]))
    assert (reward, over, info["lawful"]) == (0.0, False, False)
    assert env.table.game.to_bytes() == before


def test_samples_are_lawful_and_reach_every_action():
    masks = np.zeros((3, 9), np.int8)
    masks[0, [1, 4, 8]] = masks[1, 0] = masks[2, 5:] = 1
    rng = np.random.default_rng(1)
    drawn = np.array([lawful_sample(masks, rng) for _ in range(200)])
    for row in range(3):
        assert set(drawn[:, row]) == set(np.flatnonzero(masks[row]))


def test_workers_step_the_same_games_as_one_process():
    with VectorEnv(3, workers=2, **BRIEF) as envs:
        seen, infos = envs.reset(seed=4)
        alone = [SelfPlay(**BRIEF) for _ in range(3)]
        chances = [np.random.default_rng([4, row]) for row in range(3)]
        for env, chance in zip(alone, chances, strict=True):
            env.begin(int(chance.integers(2**31)))
        rng = np.random.default_rng(0)
        ended = 0
        for _ in range(150):
            for row, env in enumerate(alone):
                assert infos["seat"][row] == env.seat
                assert np.array_equal(seen["observation"][row], env.table.observe(env.seat))
                assert np.array_equal(seen["action_mask"][row], env.table.mask(env.seat))
            actions = lawful_sample(seen["action_mask"], rng)
            seen, rewards, over, late, infos = envs.step(actions)
            for row, env in enumerate(alone):
                if env.ended:
                    env.begin(int(chances[row].integers(2**31)))
                else:
                    seat = env.seat
                    env.act(int(actions[row]))
                    assert rewards[row] == env.gains[seat]
                assert (over[row], late[row]) == (env.table.over, env.ended and not env.table.over)
                ended += bool(over[row])
        assert ended, "no game ended, so none was dealt anew"


def test_with_a_list_of_seeds_each_game_is_what_it_would_be_alone():
    seeds = [11, 12, 13]
    with VectorEnv(3, workers=2, max_episode_steps=5, **BRIEF) as envs:
        alone = gymnasium.vector.SyncVectorEnv(
            [lambda: TimeLimit(SelfPlay(**BRIEF), 5)] * 3, autoreset_mode=gymnasium.vector.AutoresetMode.NEXT_STEP
        )
        rng = np.random.default_rng(0)
        seen, _ = envs.reset(seed=seeds)
        expected, _ = alone.reset(seed=seeds)
        cut_off = 0
        for _ in range(40):
            for name, array in expected.items():
                assert np.array_equal(seen[name], array)
            actions = lawful_sample(seen["action_mask"], rng)
            seen, rewards, over, late, _ = envs.step(actions)
            expected, *others, _ = alone.step(actions)
            for own, other in zip((rewards, over, late), others, strict=True):
                assert np.array_equal(own, other)
            cut_off += int(late.sum())
        assert cut_off > 10
        seen, _ = envs.reset(seed=[11, None, 13])
        assert np.array_equal(seen["observation"][0], alone.reset(seed=seeds)[0]["observation"][0])
        with pytest.raises(ValueError, match="3 games need 3 seeds, not 2"):
            envs.reset(seed=[1, 2])


@pytest.mark.parametrize(("name", "sort"), [("kickdoor/Solo-v0", Solo), ("kickdoor/SelfPlay-v0", SelfPlay)])
def test_gymnasium_makes_vectors(name: str, sort: type):
    envs = gymnasium.make_vec(name, num_envs=2, workers=1, **QUICK)
    try:
        assert isinstance(envs.unwrapped, VectorEnv)
        assert all(isinstance(env, sort) for env in envs.unwrapped._own._envs)
        _, infos = envs.reset(seed=1)
        envs.step(infos["sample"])
    finally:
        envs.close()


@pytest.mark.parametrize(
    "make", [SelfPlay, Solo, kickdoor_v0.env, kickdoor_v0.parallel_env, lambda **s: VectorEnv(1, **s)]
)
def test_a_setting_that_there_is_not_is_refused(make: Callable[..., object]):
    with pytest.raises(TypeError, match="there is no setting 'seatz'; there are packs, seats, "):
        make(seatz=5)


def test_a_bot_that_there_is_not_is_refused_at_once():
    with pytest.raises(UnknownBot, match="nobody"):
        Solo("nobody")


def test_what_is_not_copied_is_written_over_by_the_next_step():
    with VectorEnv(2, workers=1, copy=False, **QUICK) as envs, VectorEnv(2, workers=1, **QUICK) as copying:
        shared, own = envs.reset(seed=4)[0], copying.reset(seed=4)[0]
        first = own["observation"].copy()
        actions = lawful_sample(own["action_mask"], np.random.default_rng(0))
        envs.step(actions)
        seen = copying.step(actions)[0]
        assert np.array_equal(shared["observation"], seen["observation"])
        assert np.array_equal(own["observation"], first)
        del shared


def test_a_lawful_action_by_chance_is_given_for_each_game_and_is_the_same_by_seed():
    def played(workers: int) -> list[list[int]]:
        with VectorEnv(4, workers=workers, **QUICK) as envs:
            seen, infos = envs.reset(seed=9)
            found = []
            for _ in range(60):
                assert seen["action_mask"][range(4), infos["sample"]].all()
                found.append(infos["sample"].tolist())
                seen, _, _, _, infos = envs.step(infos["sample"])
                assert infos["lawful"].all()
            return found

    chosen = played(1)
    assert chosen == played(3)
    assert len({tuple(row) for row in chosen}) > 30


def test_a_worker_that_has_gone_to_sleep_is_woken(monkeypatch):
    monkeypatch.setattr("kickdoor.env.vector.LOOKS", 0)  # whoever waits here sleeps at once; workers after a while
    monkeypatch.setattr("kickdoor.env.vector.AWAKE", 0)
    with VectorEnv(2, workers=2, **QUICK) as envs:
        _, infos = envs.reset(seed=1)
        for _ in range(3):
            time.sleep(0.05)
            *_, infos = envs.step(infos["sample"])
            assert infos["lawful"].all()


def test_a_worker_that_says_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr("kickdoor.env.vector.SECONDS", 0.1)
    with VectorEnv(2, workers=2, **QUICK) as envs:
        with pytest.raises(WorkerFailed, match="said nothing"):
            envs._wait()
        monkeypatch.undo()


def test_a_step_before_the_first_deal_is_refused():
    with VectorEnv(1, workers=1, **QUICK) as envs, pytest.raises(ResetNeeded, match="reset before the first step"):
        envs.step(np.zeros(1, np.int64))


def test_a_worker_that_fails_is_told():
    with VectorEnv(2, workers=2, **QUICK) as envs:
        envs.reset(seed=1)
        envs._bells[0].door.send_bytes(b"no seed")
        with pytest.raises(WorkerFailed, match="JSONDecodeError"):
            envs._wait()


def test_a_worker_that_is_gone_is_told():
    with VectorEnv(2, workers=2, **QUICK) as envs:
        envs.reset(seed=1)
        envs._workers[0].kill()
        envs._workers[0].join(60)
        with pytest.raises(WorkerFailed, match="a worker has ended"):
            envs.step(np.zeros(2, np.int64))
