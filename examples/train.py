"""Teach the grandmaster's network: veterans play, a network learns from their games who wins, and is tried.

    python examples/train.py                                           all three steps, on all cores
    python examples/train.py --games 1000 --rounds 2 --trials 8        a small try

What is done is kept in `--out` (runs/train), so the same command goes on where it was stopped. In the end there are
`weights.npz`, `curve.json` and `curve.svg` with the course of learning, and `trials.json`: how often a bot wins that
thinks ahead with this network, among rookies and among veterans. `--install` makes these weights the grandmaster's.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import time
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from learning import fit, split, surprise
from selfplay import PIECE, Positions, gather, play_piece

from kickdoor.bots.foresight.network import WEIGHTS, Foresight, Network
from kickdoor.bots.grandmaster import Grandmaster
from kickdoor.play.agent import Budget
from kickdoor.play.game import Game
from kickdoor.report.plots import BLUE, GREY, ORANGE, Plot
from kickdoor.sim.balance import wilson
from kickdoor.sim.runner import Plan, begin, spread
from kickdoor.sim.seating import Seating

STEPS = ("play", "learn", "try")
RIVALS = ("rookie", "veteran")


def play(folder: Path, games: int, seed: str, jobs: int) -> None:
    """Play what is still missing of so many games."""
    pieces = -(-games // PIECE)
    for piece in range(pieces):
        if not (folder / f"games-{piece:04}.npz").exists():
            play_piece(folder, piece, seed, jobs)
            print(f"games: {(piece + 1) * PIECE} of {pieces * PIECE}", flush=True)


def learn(folder: Path, rounds: int) -> None:
    """Fit the weights to what is kept, and keep them with the course of learning."""
    by_seats: dict[int, list[Positions]] = {}
    for seats, each in gather(folder):
        by_seats.setdefault(seats, []).append(each)
    tables = {
        seats: Positions(*(np.concatenate(parts) for parts in zip(*some, strict=True)))
        for seats, some in by_seats.items()
    }
    games = sum(len(np.unique(each.game)) for each in tables.values())
    positions = sum(len(each.table) for each in tables.values())
    chance = sum(np.log(seats) * len(each.table) for seats, each in tables.items()) / positions
    print(f"{positions} positions of {games} games; by chance the surprise is {chance:.4f}")
    begun = time.perf_counter()
    course: list[dict[str, float]] = []

    def told(learnt: float, held_out: float) -> None:
        number = len(course) + 1
        seconds = time.perf_counter() - begun
        course.append({"round": number, "learnt": learnt, "held_out": held_out, "seconds": round(seconds, 1)})
        print(f"round {number}: surprise {learnt:.4f}, in games held out {held_out:.4f} ({seconds:.0f} s)", flush=True)

    weights = fit(tables, rounds, 1, told)
    _, unseen = split(tables)
    joined = sum(surprise(Network(weights), each) * len(each.table) for each in unseen.values())
    joined /= sum(len(each.table) for each in unseen.values())
    print(f"joined: in games held out {joined:.4f}")
    curve = {"games": games, "positions": positions, "by_chance": float(chance), "joined": joined, "rounds": course}
    (folder / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
    (folder / "curve.svg").write_text(draw(curve) + "\n", encoding="utf-8")
    np.savez_compressed(folder / WEIGHTS, **weights)  # type: ignore[arg-type]


def draw(curve: dict[str, Any]) -> str:
    """The course of learning as an SVG."""
    plot = Plot("curve")
    axes = plot.axes
    rounds = [each["round"] for each in curve["rounds"]]
    axes.plot(rounds, [each["learnt"] for each in curve["rounds"]], color=GREY, label="what it is fitted to")
    axes.plot(rounds, [each["held_out"] for each in curve["rounds"]], color=BLUE, marker="o", label="games held out")
    axes.axhline(curve["by_chance"], color=ORANGE, linestyle="--", linewidth=1, label="by chance")
    axes.axhline(curve["joined"], color=BLUE, linestyle=":", linewidth=1, label="games held out, joined")
    axes.set_xlabel("rounds over all positions")
    axes.set_ylabel("surprise at who won")
    axes.legend(frameon=False)
    return plot.svg()


@cache
def network_of(path: Path) -> Network:
    """The network of a file, read once."""
    return Network.load(path)


def try_game(plan: Plan, number: int, weights: Path, budget: Budget) -> tuple[bool, float]:
    """Play a game of a learner among rivals, changing seats; whether the learner won, and what share of the seats."""
    game, rng = begin(plan, number)
    seating = Seating(plan.bots, game, rng)
    seat = number % game.seats
    learner = Grandmaster(rng, game.state.rules, budget=budget)
    learner.judge = Foresight(game.state.rules, network_of(weights))
    seating.agents[seat] = learner
    for each, choice in seating.answers(game, plan.turn_limit):
        game.apply(each, choice)
    return seat in game.winners, len(game.winners) / game.seats


def compare(folder: Path, trials: int, worlds: int, jobs: int) -> None:
    """Play against each sort of rival, with a thought of so many worlds, and keep how often it won."""
    found = {}
    for rival in RIVALS:
        plan = Plan(Game.header(["munchkin"], 4, f"trial:{rival}"), trials, bots=(rival,))
        play_one = partial(try_game, weights=folder / WEIGHTS, budget=Budget(worlds=worlds))
        ends = list(spread(plan, jobs, play_one))
        won, par = sum(mine for mine, _ in ends), sum(share for _, share in ends) / trials
        span = wilson(won, trials)
        found[rival] = {"games": trials, "won": won, "low": span.low, "high": span.high, "par": par, "worlds": worlds}
        told = f"{100 * span.low:.1f} to {100 * span.high:.1f} %; par {100 * par:.1f} %"
        print(f"among 3 {rival}: {won} of {trials} won ({told})", flush=True)
    (folder / "trials.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Play, learn, try."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("runs/train"))
    parser.add_argument("--games", type=int, default=30_000, help="to learn from")
    parser.add_argument("--rounds", type=int, default=4, help="how often all positions are gone through at each stage")
    parser.add_argument("--trials", type=int, default=24, help="games against each sort of rival in the end")
    parser.add_argument("--worlds", type=int, default=12, help="to think about a decision in the trials")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: one for each core")
    parser.add_argument("--seed", default="train")
    parser.add_argument("--steps", default=",".join(STEPS), help="which of them, joined by commas")
    parser.add_argument("--install", action="store_true", help="make the weights those of the grandmaster")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    steps = asked.steps.split(",")
    if not set(steps) <= set(STEPS):
        parser.error(f"--steps {asked.steps}: choose among {', '.join(STEPS)}")
    if "play" in steps:
        play(asked.out, asked.games, asked.seed, asked.jobs or os.cpu_count() or 1)
    if "learn" in steps:
        learn(asked.out, asked.rounds)
    if "try" in steps:
        compare(asked.out, asked.trials, asked.worlds, asked.jobs)
    if asked.install:
        shutil.copyfile(asked.out / WEIGHTS, Path(str(files("kickdoor.bots.foresight") / WEIGHTS)))


if __name__ == "__main__":
    main()
