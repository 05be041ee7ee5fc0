"""Commands that play many games: simulation and measurement."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer

from kickdoor.cli.arguments import (
    AsJson,
    Book,
    Bots,
    Games,
    Jobs,
    Options,
    Packs,
    Seats,
    Series,
    bot_names,
    game_header,
)
from kickdoor.cli.errors import FAILED
from kickdoor.cli.mixing import warn_of_dead_cards
from kickdoor.cli.output import console, grid, print_json, progress_bar
from kickdoor.sim import Plan, run
from kickdoor.sim.bench import measure
from kickdoor.sim.runner import Outcome


def sim(
    games: Games = 100,
    seats: Seats = 4,
    packs: Packs = "munchkin",
    book: Book = None,
    bots: Bots = "random",
    seed: Series = "1",
    jobs: Jobs = 1,
    option: Options = None,
    check: Annotated[
        int, typer.Option("--check", min=0, help="Check all that must hold in the first so many games.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play many games; fails if any crashes."""
    header = game_header(packs, seats, seed, book, option)
    warn_of_dead_cards(header)
    plan = Plan(header, games, checked=check, bots=bot_names(bots, seats))
    with watched(games) as seen:
        report = run(plan, jobs, seen)
    if as_json:
        print_json(report)
    else:
        _tell(msgspec.structs.asdict(report))
    fail_if_crashed(report.crashes, games)


@contextmanager
def watched(games: int) -> Iterator[Callable[[Outcome], None]]:
    """What hears of each game as it ends: it moves a bar, and tells of crashes."""
    with progress_bar("games", games) as bar:

        def seen(outcome: Outcome) -> None:
            bar.advance(bar.task_ids[0])
            if outcome.tally is None:
                # Through the bar's console, which is stderr: the bar stays below.
                bar.console.print(
                    f"game {outcome.game} (seed {outcome.seed}) crashed:\n{outcome.trace}",
                    markup=False,
                    highlight=False,
                    soft_wrap=True,
                )

        yield seen


def fail_if_crashed(crashes: int, games: int) -> None:
    """Leave with a failure where games have crashed."""
    if crashes:
        sys.stderr.write(f"kickdoor: {crashes} of {games} games crashed\n")
        raise typer.Exit(FAILED)


def bench(as_json: AsJson = False) -> None:
    """Measure the speed of the engine on one core, in about fifteen seconds."""
    report = measure()
    if as_json:
        print_json(report)
    else:
        _tell(msgspec.structs.asdict(report))


def _tell(report: dict[str, object]) -> None:
    rows = [(name.replace("_", " "), _shown(value)) for name, value in report.items()]
    console().print(grid(("measure", "value"), rows, right=("value",)))


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return f"{value:,}" if isinstance(value, int | float) else str(value)
