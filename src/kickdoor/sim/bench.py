"""A short measurement of the engine on one core."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

import msgspec

from kickdoor.engine.data.terms import OVER
from kickdoor.engine.running import kernel
from kickdoor.play.driver import draw_answer, rush
from kickdoor.play.game import Game
from kickdoor.sim.runner import Plan, begin, no_collection

SPEED_SECONDS = 3.0
RATIO_SECONDS = 2.0
TURN_SECONDS = 3.5
COPY_SECONDS = 0.4

EARLY = range(8, 13)
LATE = range(98, 103)
MIDDLE = 25  #: the turn at which copies and saves are measured


class Bench(msgspec.Struct, frozen=True):
    """What was measured. A ratio above 1 says that the first named is slower for each decision."""

    decisions_per_second: float
    games_per_second: float
    six_to_three_seats: float
    turn_100_to_turn_10: float
    turn_100_to_turn_10_of_like_positions: float  #: as many cards lie on the tables, and there is a fight or none
    clone_us: float
    save_us: float
    save_bytes: int
    load_us: float
    seconds: float


def measure(seed: str = "bench", pace: float = 1.0) -> Bench:
    """Measure everything; `pace` stretches or shortens the time that is taken for it."""
    start = time.perf_counter()
    with no_collection():
        decisions, games, seconds = _speed(4, seed, SPEED_SECONDS * pace)
        of_six = _speed(6, seed, RATIO_SECONDS * pace)
        of_three = _speed(3, seed, RATIO_SECONDS * pace)
        middle = _middle(seed)
        saved = middle.to_bytes()
        whole, alike = _late_to_early(seed, TURN_SECONDS * pace)
        return Bench(
            decisions_per_second=round(decisions / seconds, 1),
            games_per_second=round(games / seconds, 2),
            six_to_three_seats=round(of_six[2] / of_six[0] * of_three[0] / of_three[2], 3),
            turn_100_to_turn_10=round(whole, 3),
            turn_100_to_turn_10_of_like_positions=round(alike, 3),
            clone_us=_microseconds(middle.state.copy, COPY_SECONDS * pace),
            save_us=_microseconds(middle.to_bytes, COPY_SECONDS * pace),
            save_bytes=len(saved),
            load_us=_microseconds(lambda: Game.from_bytes(saved), COPY_SECONDS * pace),
            seconds=round(time.perf_counter() - start, 2),
        )


def _plan(seats: int, seed: str) -> Plan:
    return Plan(Game.header(["munchkin"], seats, seed), 0)


def _speed(seats: int, seed: str, least: float) -> tuple[int, int, float]:
    """Decisions, games and seconds of whole games, played until so much time has gone."""
    plan = _plan(seats, seed)
    begin(plan, 0)  # compiles the cards
    decisions = games = 0
    start = time.perf_counter()
    while not games or time.perf_counter() - start < least:
        game, rng = begin(plan, games)
        decisions += rush(game.state, rng).decisions
        games += 1
    return decisions, games, time.perf_counter() - start


def _late_to_early(seed: str, least: float) -> tuple[float, float]:
    """What a decision costs about turn 100 in what it costs about turn 10: over all, and over like positions.

    Tables fill in the first thirty turns, and a full table has more to list; the second figure leaves that out.
    """
    plan = _plan(4, seed)
    spent: dict[tuple[range, int], float] = defaultdict(float)
    counted: dict[tuple[range, int], int] = defaultdict(int)
    start = time.perf_counter()
    number = late = 0
    while not late or time.perf_counter() - start < least:
        game, rng = begin(plan, number)
        s = game.state
        number += 1
        while s.over != OVER and s.turns < LATE.stop:
            span = EARLY if s.turns in EARLY else LATE if s.turns in LATE else None
            if span is None:
                seat, _, option = draw_answer(s, rng)
                kernel.apply(s, seat, option)
                continue
            sort = (span, sum(len(p.table) for p in s.players) // 4 * 2 + bool(s.fights))
            before = time.perf_counter()
            seat, _, option = draw_answer(s, rng)
            kernel.apply(s, seat, option)
            spent[sort] += time.perf_counter() - before
            counted[sort] += 1
            late += span is LATE
    return _ratio(spent, counted)


def _ratio(spent: dict[tuple[range, int], float], counted: dict[tuple[range, int], int]) -> tuple[float, float]:
    sorts = {sort for _, sort in counted}
    means = [
        sum(spent[span, sort] for sort in sorts) / sum(counted[span, sort] for sort in sorts) for span in (EARLY, LATE)
    ]
    shared = {sort: min(counted[EARLY, sort], counted[LATE, sort]) for sort in sorts}
    alike = [
        sum(weight * spent[span, sort] / counted[span, sort] for sort, weight in shared.items() if weight)
        for span in (EARLY, LATE)
    ]
    return means[1] / means[0], alike[1] / alike[0] if alike[0] else means[1] / means[0]


def _middle(seed: str) -> Game:
    """A game about half way."""
    plan = _plan(4, seed)
    for number in range(100):
        game, rng = begin(plan, number)
        rush(game.state, rng, MIDDLE)
        if not game.over:
            return game
    raise AssertionError("no game lasted so long")


def _microseconds(what: Callable[[], object], least: float) -> float:
    calls = 0
    start = time.perf_counter()
    while time.perf_counter() - start < least:
        for _ in range(20):
            what()
        calls += 20
    return round((time.perf_counter() - start) / calls * 1e6, 1)
