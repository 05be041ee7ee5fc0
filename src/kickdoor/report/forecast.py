"""What a table may expect of sets, seats and options, from a quick run of bots."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kickdoor.report.games import MINUTES_HOW, per_game, tell
from kickdoor.report.ratios import Estimate
from kickdoor.report.summary import NOTICE
from kickdoor.report.tables import Tables, TablesError
from kickdoor.sim.runner import Outcome, Plan


class Forecast(msgspec.Struct, frozen=True):
    """How long games last and how much they swing."""

    packs: tuple[str, ...]
    book: str
    seats: int
    options: dict[str, int]
    games: int
    turns: Estimate
    minutes: Estimate
    lead_changes: Estimate
    first_at_nine_wins: Estimate


class Forecasts(msgspec.Struct, frozen=True):
    """Forecasts for tables that differ in seats or options."""

    notice: str
    minutes_how: str
    tables: list[Forecast]


def foretell(plan: Plan, jobs: int, seen: Callable[[Outcome], None]) -> Forecast:
    """Play a plan and say what its games are like; `seen` hears of each game as it ends."""
    found = tell(per_game(Tables.played("the quick run", plan, jobs, seen)))
    if not found:
        raise TablesError(f"none of the {plan.games} games ended, so nothing can be foretold")
    header = plan.header
    return Forecast(
        packs=header.packs,
        book=header.book,
        seats=header.seats,
        options=header.options,
        games=found["turns a game"].games,
        turns=found["turns a game"],
        minutes=found["minutes a game (estimated)"],
        lead_changes=found["lead changes a game"],
        first_at_nine_wins=found["first to Level 9 wins"],
    )


def all_forecasts(forecasts: list[Forecast]) -> Forecasts:
    """Forecasts with what is to be said of all."""
    return Forecasts(NOTICE, MINUTES_HOW, forecasts)
