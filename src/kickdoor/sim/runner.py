"""Playing many games with random bots, on one core or on several.

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

import msgspec

from kickdoor.engine import kernel
from kickdoor.engine.terms import OVER
from kickdoor.play import checks
from kickdoor.play.driver import ANSWERS_PER_TURN, TURN_LIMIT, Tally, draw_answer, rush
from kickdoor.play.game import Game
from kickdoor.play.record import Record

BOTS = ("random",)
"""The bots that can be simulated."""

LARGEST_CHUNK = 16
CHUNKS_PER_JOB = 8


class Plan(msgspec.Struct, frozen=True):
    """What is simulated: how games begin (the seed is the series'), how many games, how many checked."""

    header: Record
    games: int
    checked: int = 0
    turn_limit: int = TURN_LIMIT


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


def begin(plan: Plan, number: int) -> tuple[Game, Random]:
    """A game of the plan, dealt, and the chance that its bots answer by."""
    seed = f"{plan.header.seed}:{number}"
    game = Game.before(msgspec.structs.replace(plan.header, seed=seed))
    kernel.begin(game.state)
    return game, Random(seed)


def play_checked(game: Game, rng: Random, turn_limit: int = TURN_LIMIT) -> Tally:
    """Play a game as `rush` does, and check at every decision all that must hold; raises Broken."""
    s = game.state
    sampling = Random(0)
    answers = 0
    decisions = 0
    most = turn_limit * ANSWERS_PER_TURN
    while s.over != OVER and s.turns <= turn_limit and answers < most:
        seat, options, option = draw_answer(s, rng)
        wrong = checks.at_decision(game, seat, option, sampling)
        before = s.copy()
        events = game.apply(seat, option)
        wrong.extend(checks.events_keep_secrets(events, before, s))
        answers += 1
        decisions += len(options) > 1
        if wrong:
            raise Broken(f"turn {s.turns}, answer {answers}: {'; '.join(wrong)}")
    wrong = [*checks.conserved(s), *checks.replays(game)]
    if wrong:
        raise Broken(f"at the end: {'; '.join(wrong)}")
    return Tally(answers, decisions, s.turns, tuple(game.winners))


def play_one(plan: Plan, number: int) -> Outcome:
    """Play a game of the plan; a crash is an outcome."""
    seed = f"{plan.header.seed}:{number}"
    try:
        game, rng = begin(plan, number)
        if number < plan.checked:
            tally = play_checked(game, rng, plan.turn_limit)
        else:
            tally = rush(game.state, rng, plan.turn_limit)
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

    @classmethod
    def play(cls, numbers: range) -> list[Outcome]:
        return [play_one(cls.plan, number) for number in numbers]


def outcomes(plan: Plan, jobs: int) -> Iterator[Outcome]:
    """Play all games of the plan, in no certain order."""
    jobs = min(jobs or os.cpu_count() or 1, plan.games)
    if jobs <= 1:
        with no_collection():
            for number in range(plan.games):
                yield play_one(plan, number)
        return
    size = max(1, min(LARGEST_CHUNK, plan.games // (jobs * CHUNKS_PER_JOB)))
    chunks = [range(at, min(at + size, plan.games)) for at in range(0, plan.games, size)]
    with Pool(jobs, _Worker.begin, (plan,)) as pool:
        for share in pool.imap_unordered(_Worker.play, chunks):
            yield from share


def run(plan: Plan, jobs: int = 1, seen: Callable[[Outcome], None] | None = None) -> Report:
    """Play the plan on so many processes (0: one for each core); `seen` hears of each game as it ends."""
    decisions = turns = crashes = unfinished = 0
    winners = [0] * plan.header.seats
    start = time.perf_counter()
    for outcome in outcomes(plan, jobs):
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
