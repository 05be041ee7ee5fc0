"""Playing many games with bots, on one core or on several.

Game number i of a plan has the seed ``{seed}:{i}``, for its cards as for the bots' answers, so that a game is
the same whichever process plays it.
"""

from __future__ import annotations

import gc
import os
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pool
from random import Random
from typing import Generic, TypeVar

import msgspec

from kickdoor.engine import kernel
from kickdoor.play import checks
from kickdoor.play.choices import Offer
from kickdoor.play.driver import TURN_LIMIT, Tally, rush
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim.seating import CHANCE, Seating

Played = TypeVar("Played")

LARGEST_CHUNK = 16
CHUNKS_PER_JOB = 8


class Plan(msgspec.Struct, frozen=True):
    """What is simulated: how games begin (the seed is the series'), how many games, how many checked, which bots."""

    header: Record
    games: int
    checked: int = 0
    turn_limit: int = TURN_LIMIT
    bots: tuple[str, ...] = (CHANCE,)  #: by seat; one name is for all seats


class Broken(Exception):
    """A game in which something did not hold that must."""


class Outcome(msgspec.Struct, frozen=True):
    """How one game of a plan went; `trace` where it crashed."""

    game: int
    seed: str
    tally: Tally | None
    trace: str = ""


class Report(msgspec.Struct, frozen=True):
    """How a plan went; `winners` is the number of wins by seat."""

    games: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    crashes: int
    unfinished: int
    turns_mean: float
    winners: list[int]


def set_up(plan: Plan, number: int) -> tuple[Game, Random]:
    """A game of the plan, not yet dealt, and the chance that its bots answer by."""
    seed = f"{plan.header.seed}:{number}"
    return Game.before(msgspec.structs.replace(plan.header, seed=seed)), Random(seed)


def begin(plan: Plan, number: int) -> tuple[Game, Random]:
    """A game of the plan, dealt, and the chance that its bots answer by."""
    game, rng = set_up(plan, number)
    kernel.begin(game.state)
    return game, rng


def play_seated(game: Game, seating: Seating, turn_limit: int = TURN_LIMIT) -> Tally:
    """Play a game with the bots of a seating until it ends."""
    for seat, choice in seating.answers(game, turn_limit):
        game.apply(seat, choice)
    return seating.tally(game)


def play_checked(game: Game, seating: Seating, turn_limit: int = TURN_LIMIT) -> Tally:
    """Play a game as `play_seated` does, and check at every decision all that must hold; raises Broken."""
    s = game.state
    sampling = Random(0)
    for seat, choice in seating.answers(game, turn_limit):
        wrong = [] if isinstance(choice, Offer) else checks.at_decision(game, seat, choice, sampling)
        before = s.copy()
        events = game.apply(seat, choice)
        wrong.extend(checks.events_keep_secrets(events, before, s))
        if wrong:
            raise Broken(f"turn {s.turns}, answer {seating.given}: {'; '.join(wrong)}")
    wrong = [*checks.conserved(s), *checks.replays(game)]
    if wrong:
        raise Broken(f"at the end: {'; '.join(wrong)}")
    return seating.tally(game)


def play_one(plan: Plan, number: int) -> Outcome:
    """Play a game of the plan; a crash is an outcome."""
    seed = f"{plan.header.seed}:{number}"
    try:
        game, rng = begin(plan, number)
        if number < plan.checked:
            tally = play_checked(game, Seating(plan.bots, game, rng), plan.turn_limit)
        elif set(plan.bots) == {CHANCE}:
            tally = rush(game.state, rng, plan.turn_limit)
        else:
            tally = play_seated(game, Seating(plan.bots, game, rng), plan.turn_limit)
    except Exception:
        return Outcome(number, seed, None, traceback.format_exc())
    return Outcome(number, seed, tally)


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep the collector of cycles away: states hold none, and it costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_on:
            gc.enable()


class _Worker:
    """What a process needs to play its share."""

    plan: Plan

    @classmethod
    def begin(cls, plan: Plan) -> None:
        cls.plan = plan
        Game.before(plan.header)  # compiles the cards, once
        gc.freeze()
        gc.disable()


class _Share(Generic[Played]):
    """How a process plays its share."""

    def __init__(self, play: Callable[[Plan, int], Played]) -> None:
        self.play = play

    def __call__(self, numbers: range) -> list[Played]:
        return [self.play(_Worker.plan, number) for number in numbers]


def spread(plan: Plan, jobs: int, play: Callable[[Plan, int], Played]) -> Iterator[Played]:
    """Play all games of the plan with a function of a module, on so many processes; they come in no certain order."""
    jobs = min(jobs or os.cpu_count() or 1, plan.games)
    if jobs <= 1:
        with no_collection():
            for number in range(plan.games):
                yield play(plan, number)
        return
    size = max(1, min(LARGEST_CHUNK, plan.games // (jobs * CHUNKS_PER_JOB)))
    chunks = [range(at, min(at + size, plan.games)) for at in range(0, plan.games, size)]
    with Pool(jobs, _Worker.begin, (plan,)) as pool:
        for share in pool.imap_unordered(_Share(play), chunks):
            yield from share


def run(plan: Plan, jobs: int = 1, seen: Callable[[Outcome], None] | None = None) -> Report:
    """Play the plan on so many processes (0: one for each core); `seen` hears of each game as it ends."""
    decisions = turns = crashes = unfinished = 0
    winners = [0] * plan.header.seats
    start = time.perf_counter()
    for outcome in spread(plan, jobs, play_one):
        if outcome.tally is None:
            crashes += 1
        else:
            decisions += outcome.tally.decisions
            turns += outcome.tally.turns
            unfinished += not outcome.tally.finished
            for seat in outcome.tally.winners:
                winners[seat] += 1
        if seen is not None:
            seen(outcome)
    seconds = time.perf_counter() - start
    return Report(
        games=plan.games,
        decisions=decisions,
        seconds=round(seconds, 3),
        games_per_second=round(plan.games / seconds, 2),
        decisions_per_second=round(decisions / seconds, 1),
        crashes=crashes,
        unfinished=unfinished,
        turns_mean=round(turns / max(1, plan.games - crashes), 2),
        winners=winners,
    )
