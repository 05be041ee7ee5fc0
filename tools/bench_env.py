"""Measure the environment in one run, by turns with PettingZoo's own texas_no_limit_v6: steps a second on one core.

python tools/bench_env.py [SECONDS]        needs `pip install 'pettingzoo[classic]'` for the other environment

A step is one action with the observation and mask before it. The vector environment runs on two cores.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np

from kickdoor.engine.running import kernel
from kickdoor.env import kickdoor_v0
from kickdoor.env.vector import VectorEnv

ROUNDS = 5
GAMES = 96


class Stepper:
    """Steps an environment of several agents with random lawful actions, game after game."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.rng = np.random.default_rng(1)
        self.seed = 0
        self.steps = 0
        self.seconds = 0.0
        env.reset(seed=0)

    def run(self, seconds: float) -> None:
        """Step for so long."""
        env, rng = self.env, self.rng
        begun = time.perf_counter()
        steps = 0
        while time.perf_counter() - begun < seconds:
            for _ in range(200):
                if not env.agents:
                    self.seed += 1
                    env.reset(seed=self.seed)
                observation, _, over, late, _ = env.last()
                if over or late:
                    env.step(None)
                    continue
                open_actions = observation["action_mask"].view(np.bool_).nonzero()[0]
                env.step(int(open_actions[int(rng.random() * len(open_actions))]))
                steps += 1
        self.steps += steps
        self.seconds += time.perf_counter() - begun

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


class VectorStepper:
    """Steps many games in two processes."""

    def __init__(self, copy: bool) -> None:
        self.envs = VectorEnv(GAMES, workers=2, copy=copy)
        self.seen, self.infos = self.envs.reset(seed=1)
        self.steps = 0
        self.seconds = 0.0

    def run(self, seconds: float) -> None:
        """Step for so long."""
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            self.seen, *_, self.infos = self.envs.step(self.infos["sample"])
            self.steps += GAMES
        self.seconds += time.perf_counter() - begun

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


def texas() -> Any:
    """PettingZoo's own environment, where it is installed."""
    try:
        from pettingzoo.classic import texas_holdem_no_limit_v6
    except ImportError:
        return None
    return texas_holdem_no_limit_v6.env(num_players=4)


def main() -> None:
    """Measure by turns and print JSON."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    steppers: dict[str, Any] = {"aec": Stepper(kickdoor_v0.env()), "checked": Stepper(kickdoor_v0.checked_env())}
    other = texas()
    if other is not None:
        steppers["texas_no_limit_v6"] = Stepper(other)
    steppers["vector"] = VectorStepper(copy=True)
    steppers["vector_uncopied"] = VectorStepper(copy=False)
    for _ in range(ROUNDS):
        for stepper in steppers.values():
            stepper.run(seconds)
    for name in ("vector", "vector_uncopied"):
        steppers[name].seen = None
        steppers[name].envs.close()
    rates = {name: round(stepper.rate) for name, stepper in steppers.items()}
    found: dict[str, Any] = {"compiled": not str(kernel.__file__).endswith(".py"), "steps_per_second": rates}
    for name in ("vector", "vector_uncopied"):
        found[f"{name}_by_aec"] = round(rates[name] / rates["aec"], 2)
    if other is not None:
        found["aec_by_texas"] = round(rates["aec"] / rates["texas_no_limit_v6"], 2)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
