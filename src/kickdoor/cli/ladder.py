"""The command that plays a rated tournament of the bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickdoor.bots import UnknownBot
from kickdoor.cli.arguments import AsJson, Book, Games, Jobs, Options, Packs, Seats, Series, game_header
from kickdoor.cli.errors import BadUsage, Failed, complain
from kickdoor.cli.extras import need
from kickdoor.cli.output import console, grid, print_json, progress_bar
from kickdoor.sim.ladder import LEVELS, Ladder, LadderError

# What needs Matplotlib is imported where it is used: other commands shall not wait for it.
if TYPE_CHECKING:
    from kickdoor.report.ladder import Standings

INTERRUPTED = 130
PAGE, PLOT = "ladder.md", "ladder.svg"


def ladder(
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where the tournament is kept; it goes on where it stopped.")
    ],
    games: Games = 200,
    levels: Annotated[
        str, typer.Option("--levels", help="Bots from the weakest up, joined by commas; each meets the one before it.")
    ] = ",".join(LEVELS),
    only: Annotated[
        str | None, typer.Option("--only", metavar="LEVEL", help="Play only the rung of this level.")
    ] = None,
    seats: Seats = 4,
    packs: Packs = "munchkin",
    book: Book = None,
    seed: Series = "1",
    jobs: Jobs = 1,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Rate the bots: one of each level among bots of the level below, changing seats; also writes a table and a plot.

    Ctrl-C stops and keeps what is done; the same command goes on, with more --games it goes further.
    """
    need("report", "the ladder")
    from kickdoor.report.ladder import as_markdown, draw, sum_up

    names = tuple(name.strip() for name in levels.split(","))
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadUsage(f"--levels {levels}: name two bots or more, each once")
    if only is not None and only not in names[1:]:
        raise BadUsage(f"--only {only}: choose among {', '.join(names[1:])}")
    header = game_header(packs, seats, seed, book, option)
    try:
        found = Ladder.open(out, header, names)
    except UnknownBot as error:
        raise BadUsage(str(error)) from error
    except LadderError as error:
        raise Failed(str(error)) from error
    stopped = not _play(found, games, jobs, only)
    standings = sum_up(found.rules, found.climbs)
    (out / PAGE).write_text(as_markdown(standings, PLOT), encoding="utf-8")
    (out / PLOT).write_text(draw(standings) + "\n", encoding="utf-8")
    if as_json:
        print_json(standings)
    else:
        _tell(standings)
        console().print(f"The tables and the plot: {out / PAGE}, {out / PLOT}", markup=False, soft_wrap=True)
    if stopped:
        complain(f"stopped; {out} holds {len(found.climbs)} games, the same command goes on")
        raise typer.Exit(INTERRUPTED)


def _play(found: Ladder, games: int, jobs: int, only: str | None) -> bool:
    """Play what is left, with a bar; False where Ctrl-C ended it."""
    rungs = [level for level, _ in found.rungs if only in (None, level)]
    with progress_bar("games", games * len(rungs)) as bar:
        (task,) = bar.task_ids
        bar.reset(task, completed=sum(min(games, found.done(level)) for level in rungs))
        try:
            for each in found.play(games, jobs, only):
                bar.update(task, advance=1, description=f"{each.challenger} among {each.below}")
        except KeyboardInterrupt:
            return False
    return True


def _tell(standings: Standings) -> None:
    from kickdoor.report.ladder import duration, percent, span

    out = console()
    titles = ("level", "among", "games", "won", "95 % interval", "par", "median thought", "verdict")
    rows = [
        (
            rung.level,
            rung.below,
            rung.games,
            percent(rung.win_rate),
            span(rung.interval),
            percent(rung.par),
            duration(rung.median_thought),
            "better" if rung.clears_par else "not proven better",
        )
        for rung in standings.rungs
    ]
    out.print(grid(titles, rows, right=titles[2:7]))
    out.print()
    headings = ("level", "rating", "95 % interval", "games", "time a decision")
    ratings = [
        (
            each.level,
            f"{each.mu:.1f}",
            f"{each.interval.low:.1f} to {each.interval.high:.1f}",
            each.games,
            duration(each.per_decision),
        )
        for each in standings.ratings
    ]
    out.print(grid(headings, ratings, right=headings[1:]))
