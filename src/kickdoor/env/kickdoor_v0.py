"""The game as a PettingZoo environment: `env` one answer at a time, `parallel_env` all who are asked at once.

>>> from kickdoor.env import kickdoor_v0
>>> env = kickdoor_v0.env(seats=3)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from kickdoor.env.actions import VERSION, WAIT, UnknownAction
from kickdoor.env.rewards import Rewards
from kickdoor.env.setup import Setup
from kickdoor.env.table import Table
from kickdoor.play.choices import Offer

Observation = dict[str, NDArray[Any]]

METADATA: dict[str, Any] = {
    "name": f"kickdoor_v{VERSION}",
    "render_modes": ["human", "ansi", "rgb_array"],
    "is_parallelizable": True,
    "render_fps": 2,
}


def env(**settings: Any) -> raw_env:
    """The environment. An unlawful action raises UnknownAction, a ValueError, and changes nothing."""
    return raw_env(**settings)


def checked_env(**settings: Any) -> AECEnv[str, Any, Any]:
    """The same with PettingZoo's own checks, which take half as long again: who acts unlawfully has lost."""
    made: AECEnv[str, Any, Any] = raw_env(**settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def round_env(**settings: Any) -> AECEnv[str, Any, Any]:
    """The parallel environment asked one agent after the other: everybody once a round, most of them to wait."""
    return parallel_to_aec(parallel_env(**settings))


class _Seated:
    """What both environments have in common: a table, its agents and their spaces."""

    metadata = METADATA

    def __init__(self, render_mode: str | None = None, **settings: Any) -> None:
        if render_mode is not None and render_mode not in METADATA["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}. It must be one of {METADATA['render_modes']}")
        self.render_mode = render_mode
        self.table = Table(Setup.of(**settings))
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        bound = np.iinfo(np.int16)
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(bound.min, bound.max, (self.table.layout.size,), np.int16),
                    "action_mask": Box(0, 1, (self.table.actions.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: Discrete(self.table.actions.size) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations: a vector and the mask of its actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions; `table.actions` says what each means."""
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """Deal: with a seed the game of that seed, without one the next by chance."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.table.begin(seed if seed is not None else int(self._chance.integers(2**31)))
        self.agents = self.possible_agents.copy()
        self._rewards = Rewards(self.table)

    def _see(self, seat: int) -> Observation:
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def text(self, agent: str) -> str:
        """The observation of an agent in words."""
        from kickdoor.env.words import words_of_seat

        return words_of_seat(self.table, self._seats[agent])

    def sample_offer(self, agent: str) -> Offer | None:
        """A lawful offer of an agent by chance; `drafts.spell` gives the actions that make it."""
        return self.table.sample_offer(self._seats[agent], self.table.rng)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as all can see it: as text, as a picture, or printed."""
        from kickdoor.env.drawing import draw, words_of_table

        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return draw(self.table)
        words = words_of_table(self.table)
        if self.render_mode == "ansi":
            return words
        print(words)
        return None

    def close(self) -> None:
        """Nothing has to be put away."""


class raw_env(_Seated, AECEnv[str, Any, Any]):  # noqa: N801 - the name that PettingZoo's users expect
    """One answer at a time: of those whom the game waits for one is asked."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.next_seat()]
        self._rewarded = False

    def observe(self, agent: str) -> Observation:
        """What an agent may know, and the mask of its actions."""
        return self._see(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Take an action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UnknownAction(f"{agent} is asked and must act")
        table = self.table
        table.act(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        gains = self._rewards.after_step()
        if gains is not None:
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        elif self._rewarded:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._rewarded = False
        if not table.ended:
            self.agent_selection = self.possible_agents[table.next_seat()]
        elif table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()


class parallel_env(_Seated, ParallelEnv[str, Any, Any]):  # noqa: N801 - see above
    """All who are asked answer at once, and are heard from the left of who spoke last.

    Who is not asked waits. What is no longer lawful when its turn comes is not heard, and asked for again.
    """

    def __init__(self, max_cycles: int | None = None, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__(render_mode, **settings)
        self.max_cycles = max_cycles

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self._begin(seed)
        self._cycles = 0
        return self._see_all(), {agent: {} for agent in self.agents}

    def _see_all(self) -> dict[str, Observation]:
        return {agent: self._see(self._seats[agent]) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Hear everybody once."""
        table = self.table
        asked = table.waiting
        last = table.spoke
        infos: dict[str, dict[str, Any]] = {agent: {"heard": False} for agent in self.agents}
        rewards = dict.fromkeys(self.agents, 0.0)
        for seat in sorted(asked, key=lambda seat: (seat - last - 1) % table.seats):
            agent = self.possible_agents[seat]
            action = int(actions.get(agent, WAIT))
            if table.over or seat not in table.waiting or action not in table.lawful(seat):
                continue
            table.act(seat, action)
            infos[agent]["heard"] = True
            gains = self._rewards.after_step()
            for other, gain in zip(self.possible_agents, gains or (), strict=False):
                rewards[other] += gain
        self._cycles += 1
        late = table.out_of_time or (self.max_cycles is not None and self._cycles >= self.max_cycles)
        seen = self._see_all()
        terminations = dict.fromkeys(self.agents, table.over)
        truncations = dict.fromkeys(self.agents, late and not table.over)
        if table.over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminations, truncations, infos
