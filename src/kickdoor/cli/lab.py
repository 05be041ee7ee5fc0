"""Commands that play many games: simulation and measurement."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from kickdoor.cli.arguments import AsJson, Book, Options, Packs, Seats, game_header
from kickdoor.cli.errors import FAILED, BadUsage
from kickdoor.cli.output import console, grid, print_json, progress_bar
from kickdoor.sim import Plan, run
from kickdoor.sim.bench import measure
from kickdoor.sim.runner import BOTS, Outcome


def sim(
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Seats = 4,
    packs: Packs = "munchkin",
    book: Book = None,
    bots: Annotated[str, typer.Option("--bots", help=f"Who plays: {', '.join(BOTS)}.")] = "random",
    seed: Annotated[str, typer.Option("--seed", help="Game number i has the seed SEED:i.")] = "1",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")] = 1,
    option: Options = None,
    check: Annotated[
        int, typer.Option("--check", min=0, help="Check all that must hold in the first so many games.")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Play many games; fails if any crashes."""
    if bots not in BOTS:
        raise BadUsage(f"there is no bot {bots!r}. Choose among {', '.join(BOTS)}")
    plan = Plan(game_header(packs, seats, seed, book, option), games, checked=check)
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

        report = run(plan, jobs, seen)
    if as_json:
        print_json(report)
    else:
        _tell(msgspec.structs.asdict(report))
    if report.crashes:
        sys.stderr.write(f"kickdoor: {report.crashes} of {games} games crashed\n")
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
