"""Playing many games with bots, on one core or on several.

Game number i of a plan has the seed ``{seed}:{i}``, for its cards as for the bots' answers, so that a game is
the same whichever process plays it.
"""

from __future__ import annotations

import gc
import os
import signal
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from multiprocessing import Pool
from random import Random
from typing import Generic, Protocol, TypeVar

import msgspec

from kickdoor.engine.data.events import Event
from kickdoor.engine.data.refusals import Endless
from kickdoor.engine.running import kernel
from kickdoor.engine.running.underway import current_fight
from kickdoor.play import checks
from kickdoor.play.choices import Offer
from kickdoor.play.driver import TURN_LIMIT, Tally, rush
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.sim.interrupts import unbroken
from kickdoor.sim.seating import CHANCE, Seating

Played = TypeVar("Played")

Hear = Callable[[list[Event]], None]
"""What is told of events as they happen."""


class Plan(msgspec.Struct, frozen=True):
    """What is simulated: how games begin (the seed is the series'), how many games, how many checked, which bots."""

    header: Record
    games: int
    checked: int = 0
    turn_limit: int = TURN_LIMIT
    bots: tuple[str, ...] = (CHANCE,)  #: by seat; one name is for all seats

    @property
    def bots_by_seat(self) -> tuple[str, ...]:
        """The bot of each seat."""
        return self.bots * self.header.seats if len(self.bots) == 1 else self.bots

    def seed_of(self, number: int) -> str:
        """The seed of a game of the plan."""
        return f"{self.header.seed}:{number}"


class Broken(Exception):
    """A game in which something did not hold that must."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


class Outcome(msgspec.Struct, frozen=True):
    """How one game of a plan went; `trace` where it crashed."""

    game: int
    seed: str
    tally: Tally | None
    trace: str = ""


class Report(msgspec.Struct, frozen=True):
    """How the games of a plan went, or those that were played; `winners` is the number of wins by seat."""

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
    seed = plan.seed_of(number)
    return Game.before(msgspec.structs.replace(plan.header, seed=seed)), Random(seed)


def begin(plan: Plan, number: int) -> tuple[Game, Random]:
    """A game of the plan, dealt, and the chance that its bots answer by."""
    game, rng = set_up(plan, number)
    kernel.begin(game.state)
    return game, rng


def ignore(events: list[Event]) -> None:
    """Hear events and do nothing."""


def play_seated(game: Game, seating: Seating, turn_limit: int = TURN_LIMIT, hear: Hear = ignore) -> Tally:
    """Play a game with the bots of a seating until it ends; `hear` is told all that happens."""
    for seat, choice in seating.answers(game, turn_limit):
        hear(game.apply(seat, choice))
    return seating.tally(game)


def play_untold(game: Game, seating: Seating, turn_limit: int = TURN_LIMIT) -> Tally:
    """Play a game as `play_seated` does, without events and record: what nobody hears need not be told."""
    s = game.state
    for seat, choice in seating.answers(game, turn_limit):
        if isinstance(choice, Offer):
            kernel.apply_offer(s, choice.deal(seat, current_fight(s)))
        else:
            kernel.apply(s, seat, choice)
    return seating.tally(game)


def play_checked(game: Game, seating: Seating, turn_limit: int = TURN_LIMIT, hear: Hear = ignore) -> Tally:
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
        hear(events)
    wrong = [*checks.conserved(s), *checks.replays(game)]
    if wrong:
        raise Broken(f"at the end: {'; '.join(wrong)}")
    return seating.tally(game)


def play_one(plan: Plan, number: int) -> Outcome:
    """Play a game of the plan; a crash is an outcome."""
    seed = plan.seed_of(number)
    try:
        game, rng = begin(plan, number)
        if number < plan.checked:
            tally = play_checked(game, Seating(plan.bots, game, rng), plan.turn_limit)
        elif set(plan.bots) == {CHANCE}:
            tally = rush(game.state, rng, plan.turn_limit)
        else:
            tally = play_untold(game, Seating(plan.bots, game, rng), plan.turn_limit)
    except Endless as error:
        return Outcome(number, seed, None, f"{error}\n")
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


class Spread(Protocol):
    """Plays games of a plan with a function of a module, so many at once; they come in the order of their numbers."""

    def __call__(
        self, plan: Plan, jobs: int, play: Callable[[Plan, int], Played], numbers: range | None = None
    ) -> Iterator[Played]:
        """Play the games with these numbers, or all of the plan; jobs 0: one for each core."""
        ...


class _Worker:
    """What a process needs to play its share."""

    plan: Plan

    @classmethod
    def begin(cls, plan: Plan) -> None:
        cls.plan = plan
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one sees to it
        Game.before(plan.header)  # compiles the cards, once
        gc.freeze()
        gc.disable()


class _Player(Generic[Played]):
    """How a process plays a game."""

    def __init__(self, play: Callable[[Plan, int], Played]) -> None:
        self.play = play

    def __call__(self, number: int) -> Played:
        return self.play(_Worker.plan, number)


def spread(
    plan: Plan, jobs: int, play: Callable[[Plan, int], Played], numbers: range | None = None
) -> Iterator[Played]:
    """Play games on so many processes of this machine."""
    numbers = range(plan.games) if numbers is None else numbers
    jobs = min(jobs or os.cpu_count() or 1, len(numbers))
    if jobs <= 1:
        with no_collection():
            for number in numbers:
                with unbroken(most=1) as heard:
                    played = play(plan, number)
                yield played
                if heard:
                    raise KeyboardInterrupt
        return
    with Pool(jobs, _Worker.begin, (plan,)) as pool:
        yield from pool.imap(_Player(play), numbers)


def run(plan: Plan, jobs: int = 1, seen: Callable[[Outcome], None] | None = None, over: Spread = spread) -> Report:
    """Play the plan on so many processes (0: one for each core); `seen` hears of each game as it ends."""
    return sum_up(plan, over(plan, jobs, play_one), seen)


def sum_up(plan: Plan, outcomes: Iterator[Outcome], seen: Callable[[Outcome], None] | None = None) -> Report:
    """How games of a plan went; where it is interrupted (Ctrl-C), how those went that are done."""
    games = decisions = turns = crashes = unfinished = 0
    winners = [0] * plan.header.seats
    start = time.perf_counter()
    try:
        for outcome in outcomes:
            games += 1
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
    except KeyboardInterrupt:
        pass
    finally:
        if isinstance(outcomes, Generator):
            outcomes.close()
    seconds = time.perf_counter() - start
    return Report(
        games=games,
        decisions=decisions,
        seconds=round(seconds, 3),
        games_per_second=round(games / seconds, 2),
        decisions_per_second=round(decisions / seconds, 1),
        crashes=crashes,
        unfinished=unfinished,
        turns_mean=round(turns / max(1, games - crashes), 2),
        winners=winners,
    )
