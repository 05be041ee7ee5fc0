"""Fit the weights of `bots/prospects.py` to games of veterans, and print them.

At the beginning of each turn of each game the standings of all players are noted, and who won in the end. The weights
are those by which the odds of the winners are greatest (softmax over the players, a little ridge); every fifth game is
kept out of a first fit, to say how well it foretells games that it has not seen, beside the weights that stand in
`bots/prospects.py` now.

    python tools/fit_prospects.py --games 2000 --jobs 2
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from kickdoor.bots.lore import lore_of
from kickdoor.bots.prospects import FAR, FEATURES, WEIGHTS, standing
from kickdoor.play.game import Game
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

Array = NDArray[np.float64]
Noted = tuple[list[list[list[float]]], list[float]]

RIDGE = 1e-3
HELD_OUT = 5


def note_game(plan: Plan, number: int) -> Noted:
    """The standings at the beginning of each turn of a game, and what each player had of the win."""
    game, rng = begin(plan, number)
    s = game.state
    lore = lore_of(s.rules)
    noted = []
    seating = Seating(plan.bots, game, rng)
    for seat, choice in seating.answers(game, plan.turn_limit):
        before = s.turns
        game.apply(seat, choice)
        if s.turns != before and not game.over:
            noted.append([standing(s, lore, each) for each in range(game.seats)])
    winners = game.winners
    return noted, [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]


def chances(x: Array, weights: Array) -> Array:
    """How likely each player is to win."""
    scores = np.exp(x @ weights)
    return np.asarray(scores / scores.sum(1, keepdims=True))


def fit(x: Array, y: Array) -> Array:
    """The weights that fit best, by Newton's method."""
    weights = np.zeros(x.shape[2])
    for _ in range(25):
        p = chances(x, weights)
        slope = np.einsum("ns,nsf->f", p - y, x) / len(x) + RIDGE * weights
        mean = np.einsum("ns,nsf->nf", p, x)
        bend = np.einsum("ns,nsf,nsg->fg", p, x, x) / len(x) - mean.T @ mean / len(x) + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def surprise(x: Array, y: Array, weights: Array, games: NDArray[np.int64]) -> str:
    """The mean surprise at who won, and how much less that is than by chance, with its 95 % interval.

    Positions of one game go together, so it is games that are counted.
    """
    found = -(y * np.log(chances(x, weights))).sum(1)
    mean = found.mean()
    less = np.log(x.shape[1]) - found
    by_game = np.array([(less[games == game] - less.mean()).sum() for game in np.unique(games)])
    error = 1.96 * np.sqrt((by_game**2).sum()) / len(found)
    return f"{mean:.3f}, {less.mean():.3f} less than by chance ({less.mean() - error:.3f} to {less.mean() + error:.3f})"


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--packs", default="munchkin")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    plan = Plan(Game.header(asked.packs.split(","), asked.seats, "prospects"), asked.games, bots=("veteran",))
    rows, won, games = [], [], []
    for number, (noted, shares) in enumerate(spread(plan, asked.jobs, note_game)):
        if any(shares):
            rows += noted
            won += [shares] * len(noted)
            games += [number] * len(noted)
    x, y, of_game = np.array(rows), np.array(won), np.array(games)
    unseen = of_game % HELD_OUT == 0
    kept, held_out = (x[~unseen], y[~unseen]), (x[unseen], y[unseen])
    levels = [part[:, :, :FAR] for part in (kept[0], held_out[0])]
    print(f"{asked.games} games, {len(x)} positions; surprise in games held out:")
    print(f"  by chance {np.log(asked.seats):.3f}")
    print(f"  by Levels alone {surprise(levels[1], held_out[1], fit(levels[0], kept[1]), of_game[unseen])}")
    print(f"  by the weights of today {surprise(*held_out, np.array(list(WEIGHTS.values())), of_game[unseen])}")
    print(f"  by all {surprise(*held_out, fit(*kept), of_game[unseen])}")
    for name, weight in zip(FEATURES, fit(x, y), strict=True):
        print(f'    "{name}": {weight:.3f},')


if __name__ == "__main__":
    main()
