"""What thinking is worth to the grandmaster, by how much better an answer must look to overrule the veteran.

    python tools/weigh_thoughts.py --games 40 --jobs 0

Games are played in which a decision here and there is thought about in many worlds, with nothing dropped. For each
rule it is told what the answer that some of these worlds speak for gains over the veteran's in all others, as the
network judges them. That takes some hundred decisions, where to win and lose would take thousands of games.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from kickdoor.bots.grandmaster import Grandmaster
from kickdoor.bots.pondering import Candidate, Manner
from kickdoor.engine.data.rules import Rules
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.game import Game
from kickdoor.play.view import View
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

WORLDS = 48
OFTEN = 0.02  #: decisions that are thought about
USED = (4, 8, 16)  #: worlds by which an answer is chosen
MARGINS = (0.002, 0.004, 0.008)
DOUBTS = (0.0, 0.25, 0.5, 1.0)
DRAWS = 10  #: times that worlds are drawn to choose by
NEVER = 1_000_000

Values = NDArray[np.float64]
"""World, answer: how likely it wins. The first answer is the veteran's."""


class Weigher(Grandmaster):
    """Thinks now and then, long and about all answers alike; else it plays as the veteran in it."""

    def __init__(self, rng: Random, rules: Rules) -> None:
        super().__init__(rng, rules, budget=Budget(worlds=WORLDS))
        self.found: list[Candidate] = []  # the answers of the last thought
        self.thoughts: list[Values] = []

    def _find_manner(self) -> Manner:
        return Manner(sure=NEVER)

    def _find_candidates(self, view: View, decision: Decision, prior: Option | Offer) -> list[Candidate]:
        self.found = super()._find_candidates(view, decision, prior)
        return self.found

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """As the veteran, or after a long thought."""
        if self.rng.random() >= OFTEN:
            return self.veteran.choose(view, decision)
        self.found = []
        choice = super().choose(view, decision)
        values = [each.values for each in self.found]
        if self.pondered is not None and all(len(each) == WORLDS for each in values):
            self.thoughts.append(np.array(values).T)
        return choice


def thoughts_of(plan: Plan, number: int) -> list[Values]:
    """Play a game; what was thought in it."""
    game, rng = begin(plan, number)
    seating = Seating(plan.bots, game, rng)
    weighers = [Weigher(rng, game.state.rules) for _ in range(game.seats)]
    seating.agents[:] = weighers
    for seat, choice in seating.answers(game, plan.turn_limit):
        game.apply(seat, choice)
    return [values for weigher in weighers for values in weigher.thoughts]


def gain_of(values: Values, used: int, margin: float, doubt: float, rng: np.random.Generator) -> tuple[float, bool]:
    """What a choice by some worlds gains over the veteran's in the others, and whether it is another one."""
    order = rng.permutation(len(values))
    seen, others = values[order[:used]], values[order[used:]]
    best = int(seen.mean(0).argmax())
    gaps = seen[:, best] - seen[:, 0]
    error = gaps.std(ddof=1) / used**0.5
    if best == 0 or gaps.mean() < margin + doubt * error:
        return 0.0, False
    return float((others[:, best] - others[:, 0]).mean()), True


def main() -> None:
    """Play, weigh, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--packs", default="munchkin")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="thoughts")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    header = Game.header(asked.packs.split(","), asked.seats, asked.seed)
    plan = Plan(header, asked.games, bots=("veteran",))
    thoughts = [values for found in spread(plan, asked.jobs, thoughts_of) for values in found]
    answers = sum(values.shape[1] for values in thoughts)
    print(f"{len(thoughts)} thoughts of {asked.games} games, {answers / max(1, len(thoughts)):.1f} answers each")
    print("worlds  margin  doubt   gain of a thought in %   veteran overruled")
    for used in USED:
        for margin in MARGINS:
            for doubt in DOUBTS:
                rng = np.random.default_rng(1)
                found = np.array(
                    [
                        np.mean([gain_of(values, used, margin, doubt, rng) for _ in range(DRAWS)], 0)
                        for values in thoughts
                    ]
                )
                gains = 100 * found[:, 0]
                error = 1.96 * gains.std() / len(gains) ** 0.5
                print(
                    f"{used:6}  {margin:6.3f}  {doubt:5.2f}   {gains.mean():8.3f} +- {error:.3f}"
                    f"        {found[:, 1].mean():8.1%}"
                )


if __name__ == "__main__":
    main()
