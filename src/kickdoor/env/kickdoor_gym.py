"""The game as Gymnasium environments: one seat against bots, or all seats one after the other.

>>> import gymnasium
>>> import kickdoor.env.kickdoor_gym
>>> env = gymnasium.make("kickdoor/Solo-v0", bots="rookie")
>>> observation, info = env.reset(seed=7)
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from kickdoor.bots import make_bot, read_name
from kickdoor.env.actions import UnknownAction
from kickdoor.env.kickdoor_v0 import METADATA, Observation
from kickdoor.env.rewards import Rewards
from kickdoor.env.setup import Setup
from kickdoor.env.table import Table
from kickdoor.play.agent import Agent
from kickdoor.play.choices import Option

Step = tuple[Observation, float, bool, bool, dict[str, Any]]

MOST_STEPS = 20_000
"""An episode of so many steps is cut off: whoever goes on to act unlawfully never ends a game."""


class OneAgent(gymnasium.Env[Any, Any], ABC):
    """A table whose actions all come from one agent. An unlawful one changes nothing, and the info says so."""

    metadata = METADATA

    def __init__(self, render_mode: str | None = None, **settings: Any) -> None:
        self.render_mode = render_mode
        self.table = Table(Setup.of(**settings))
        bound = np.iinfo(np.int16)
        self.observation_space = Dict(
            {
                "observation": Box(bound.min, bound.max, (self.table.layout.size,), np.int16),
                "action_mask": Box(0, 1, (self.table.actions.size,), np.int8),
            }
        )
        self.action_space = Discrete(self.table.actions.size)
        self.seat = 0
        self.nothing = [0.0] * self.table.seats  #: what `gains` are where nobody has got anything; never changed

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal: with a seed the game of that seed, without one the next by chance."""
        super().reset(seed=seed)
        self.begin(seed if seed is not None else int(self.np_random.integers(2**31)))
        return self._see(), {"seat": self.seat, "lawful": True}

    def begin(self, seed: int) -> None:
        """Deal the game of a seed, and go on to what is asked of the agent."""
        self.table.begin(seed)
        self._rewards = Rewards(self.table)
        self.gains = self.nothing
        self._go_on()

    def act(self, action: int) -> bool:
        """Take an action if it is lawful; `gains` says what all seats have got since the agent was last asked."""
        self.gains = self.nothing
        try:
            self.table.act(self.seat, action)
        except UnknownAction:
            return False
        self._note()
        self._go_on()
        return True

    def step(self, action: Any) -> Step:
        """Act, and see what is asked next."""
        seat = self.seat
        lawful = self.act(int(action))
        over, late = self.table.over, self.table.out_of_time
        info = {"seat": self.seat, "lawful": lawful, "rewards": np.array(self.gains)}
        if self.render_mode == "human":
            self.render()
        return self._see(), self.gains[seat], over, late and not over, info

    def _note(self) -> None:
        """Add what the last step has brought."""
        gains = self._rewards.after_step()
        if gains is not None:
            self.gains = [sum_ + gain for sum_, gain in zip(self.gains, gains, strict=True)]

    @abstractmethod
    def _go_on(self) -> None:
        """Play on to what is asked of the agent."""

    @property
    def ended(self) -> bool:
        """Whether the game is over or cut off."""
        return self.table.ended

    def _see(self) -> Observation:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}

    def render(self) -> Any:
        """The table as all can see it."""
        from kickdoor.env.drawing import draw, words_of_table

        if self.render_mode == "rgb_array":
            return draw(self.table)
        if self.render_mode is None:
            return None
        words = words_of_table(self.table)
        return words if self.render_mode == "ansi" else print(words)


class Solo(OneAgent):
    """One seat against bots: a name for all of them, or one for each with commas between."""

    def __init__(self, bots: str = "rookie", seat: int = 0, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__(render_mode, **settings)
        names = bots.split(",")
        others = self.table.seats - 1
        if len(names) not in (1, others) or not 0 <= seat < self.table.seats:
            raise ValueError(f"name one bot or {others}, and a seat from 0 to {others}")
        for name in names:
            read_name(name)
        self.seat = seat
        self._names = names if len(names) == others else names * others
        self._bots: list[Agent] = []

    def begin(self, seed: int) -> None:
        """Deal, with bots whose tempers and thoughts come from the seed."""
        rng = Random(f"{seed}:bots")
        company = [*self._names[: self.seat], "", *self._names[self.seat :]]
        self._bots = [make_bot(name, rng, self.table.rules, company=company) for name in self._names]
        self._bots.insert(self.seat, self._bots[0])
        super().begin(seed)

    def _go_on(self) -> None:
        """Let the bots answer until the agent is asked."""
        table, game = self.table, self.table.game
        while not self.ended:
            seat = table.next_seat()
            if seat == self.seat:
                return
            decision = game.decision(seat)
            assert decision is not None, "a seat that is waited for has something to decide"
            choice = self._bots[seat].choose(game.view(seat), decision)
            table.answer(seat, choice.code if isinstance(choice, Option) else choice)
            self._note()


class SelfPlay(OneAgent):
    """All seats in the agent's hands: it is asked for one after the other, and `info["seat"]` says for which."""

    def _go_on(self) -> None:
        if not self.table.ended:
            self.seat = self.table.next_seat()


def lawful_sample(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A lawful action by chance for each row of masks."""
    rows, columns = masks.shape
    open_actions = _ones(masks.ravel())
    begins = np.searchsorted(open_actions, np.arange(rows + 1) * columns)
    chosen: NDArray[np.int64] = open_actions[begins[:-1] + (rng.random(rows) * np.diff(begins)).astype(np.int64)]
    chosen -= np.arange(rows) * columns
    return chosen


def _ones(mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """Where the ones of a mask are. Most of it is zeros, and of those eight at a time are passed over."""
    whole = mask.size // 8 * 8
    eights = mask[:whole].view(np.uint64)
    some = (eights != 0).nonzero()[0]  # of bools that is several times faster
    ones = eights[some].view(np.bool_).nonzero()[0]
    found: NDArray[np.int64] = some[ones // 8] * 8 + ones % 8
    rest = mask[whole:].nonzero()[0]
    return np.concatenate((found, rest + whole)) if rest.size else found


VECTOR = "kickdoor.env.vector:VectorEnv"

gymnasium.register(
    "kickdoor/Solo-v0",
    entry_point=Solo,
    vector_entry_point=VECTOR,
    max_episode_steps=MOST_STEPS,
    kwargs={"bots": "rookie"},  # without them a vector of games is one of self-play
)
gymnasium.register(
    "kickdoor/SelfPlay-v0", entry_point=SelfPlay, vector_entry_point=VECTOR, max_episode_steps=MOST_STEPS
)

# Gymnasium names this type in signatures and does not import it; who reads them at runtime finds it all the same.
for _module in (gymnasium.core, gymnasium.vector.vector_env):
    vars(_module).setdefault("EnvSpec", EnvSpec)
