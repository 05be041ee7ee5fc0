"""What a table may expect of sets, seats and options, from a quick run of bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from kickdoor.report.games import MINUTES_HOW, per_game, tell
from kickdoor.report.ratios import Estimate
from kickdoor.report.summary import NOTICE
from kickdoor.report.tables import Tables, TablesError
from kickdoor.sim.results import origin_of
from kickdoor.sim.runner import Outcome, Plan, spread
from kickdoor.sim.sheets import Sheet, play_counted


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
    tables = Tables.of("the quick run", origin_of(plan), _watched(spread(plan, jobs, play_counted), seen))
    found = tell(per_game(tables))
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


def _watched(sheets: Iterator[Sheet], seen: Callable[[Outcome], None]) -> Iterator[Sheet]:
    for sheet in sheets:
        seen(sheet.outcome)
        yield sheet
