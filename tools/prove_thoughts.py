"""Is what a thought of the grandmaster promises kept? Answers that it would give are played to the end of the game.

    python tools/prove_thoughts.py --games 60 --jobs 0

In games of veterans a decision here and there is thought about. Half of the worlds choose an answer, the others tell
what the network makes of it. Then veterans play it and the veteran's own answer to the end, with the same luck.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from weigh_thoughts import NEVER, Weigher

from kickdoor.bots.pondering import Candidate, Manner, Pondering, candidates, gap
from kickdoor.bots.veteran import Veteran
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import OVER
from kickdoor.play.agent import Budget
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.driver import TURN_LIMIT
from kickdoor.play.game import Game
from kickdoor.play.view import View
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

WORLDS = 24
PAIRS = 48  #: games that are played to the end with each of two answers


class Trial(NamedTuple):
    """An answer that overruled the veteran's."""

    known: bool  #: the master would have thought about it, too
    promised: float  #: by how much more likely it wins, as the network sees it
    kept: float  #: … and in games that were played


class Winner:
    """Says who has won."""

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        """1 where the player has won, alone or with others."""
        return [float(s.over == OVER and seat in s.winners) for s in ends]


class ToTheEnd(Pondering):
    """Plays on to the end of the game."""

    def _play_on(self, s: State, players: Sequence[Veteran], until: int) -> None:
        while s.over != OVER and s.turns < TURN_LIMIT:
            super()._play_on(s, players, s.turns + 1)


class Prover(Weigher):
    """Tries its thoughts."""

    def __init__(self, rng: Random, rules: Rules) -> None:
        super().__init__(rng, rules)
        self.budget = Budget(worlds=WORLDS)
        self.trials: list[Trial] = []

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """As the veteran, now and then after a thought that is tried."""
        before = self.veteran.memory()
        thought = self.pondered
        choice = super().choose(view, decision)
        if self.pondered is thought or self.pondered is None or decision.worlds is None:
            return choice
        if all(len(each.values) == WORLDS for each in self.found):
            values = np.array([each.values for each in self.found])
            half = WORLDS // 2
            best = int(values[:, :half].mean(1).argmax())
            gaps = values[best] - values[0]
            manner = Manner(margin=0.002, doubt=0.25)
            if best and gaps[:half].mean() >= manner.margin + manner.doubt * gaps[:half].std(ddof=1) / half**0.5:
                known = [each.choice for each in candidates(self.veteran, view, decision, self.found[0].choice)]
                pair = [Candidate(self.found[at].choice) for at in (0, best)]
                seed = self.rng.getrandbits(64)
                play = ToTheEnd(view, decision, self.rules, before, seed, Winner(), Manner(sure=NEVER))
                if play.think(pair, decision.worlds, Budget(worlds=PAIRS)) is not None:
                    kept, _ = gap(pair[1], pair[0])
                    self.trials.append(Trial(pair[1].choice in known, float(gaps[half:].mean()), kept))
        return choice


def trials_of(plan: Plan, number: int) -> list[Trial]:
    """Play a game; what was tried in it."""
    game, rng = begin(plan, number)
    seating = Seating(plan.bots, game, rng)
    provers = [Prover(rng, game.state.rules) for _ in range(game.seats)]
    seating.agents[:] = provers
    for seat, choice in seating.answers(game, plan.turn_limit):
        game.apply(seat, choice)
    return [trial for prover in provers for trial in prover.trials]


def tell(name: str, trials: Sequence[Trial]) -> None:
    """Say what was promised and what was kept."""
    promised, kept = (100 * np.array([getattr(each, name) for each in trials]) for name in ("promised", "kept"))
    error = 1.96 * kept.std() / max(1, len(trials)) ** 0.5
    print(f"{name:32} {len(trials):4}   promised {promised.mean():5.2f} %   kept {kept.mean():5.2f} +- {error:.2f} %")


def main() -> None:
    """Play, try, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--packs", default="munchkin")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="proof")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    header = Game.header(asked.packs.split(","), asked.seats, asked.seed)
    plan = Plan(header, asked.games, bots=("veteran",))
    trials = [trial for found in spread(plan, asked.jobs, trials_of) for trial in found]
    for name, some in (
        ("what the master would think of", [each for each in trials if each.known]),
        ("anything else", [each for each in trials if not each.known]),
        ("all", trials),
    ):
        if some:
            tell(name, some)


if __name__ == "__main__":
    main()
