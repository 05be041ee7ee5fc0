"""Commands that play many games: simulation and measurement."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
from kickdoor.cli.errors import FAILED, BadUsage, Failed, complain
from kickdoor.cli.extras import need
from kickdoor.cli.mixing import warn_of_dead_cards
from kickdoor.cli.output import console, grid, print_json, progress_bar
from kickdoor.sim import Plan, run
from kickdoor.sim.bench import measure
from kickdoor.sim.cluster import NoCluster, spread_on_cluster
from kickdoor.sim.results import Results, ResultsError, run_into
from kickdoor.sim.runner import Outcome, Spread, spread

INTERRUPTED = 130
"""The exit status of what Ctrl-C has stopped, as shells have it."""


#: Where games are played.
ENGINES: dict[str, Spread] = {"local": spread, "ray": spread_on_cluster}


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
        int, typer.Option("--check", min=0, help="In how many games, from the first, to check all that must hold.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write games, players and cards to Parquet files there.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out where it stopped.")] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Also write a report on what is in --out, as a page there.")
    ] = False,
    engine: Annotated[
        str, typer.Option("--engine", help=f"Where to play, of {', '.join(ENGINES)}: this machine, or a Ray cluster.")
    ] = "local",
    as_json: AsJson = False,
) -> None:
    """Play many games; fails if any crashes. Ctrl-C stops and keeps what is done."""
    if engine not in ENGINES:
        raise BadUsage(f"there is no engine {engine!r}. Choose among {', '.join(ENGINES)}")
    if resume and out is None:
        raise BadUsage("--resume goes on with a run in a directory: name it with --out")
    if report and out is None:
        raise BadUsage("--report is made from the tables of a run: name a directory for them with --out")
    if out is not None:
        need("report" if report else "sim", "--report" if report else "--out")
    header = game_header(packs, seats, seed, book, option)
    warn_of_dead_cards(header)
    plan = Plan(header, games, checked=check, bots=bot_names(bots, seats))
    over = ENGINES[engine]
    try:
        results = None if out is None else Results.resume(out, plan) if resume else Results.begin(out, plan)
        with watched(games, results.done if results is not None else 0) as seen:
            played = run(plan, jobs, seen, over) if results is None else run_into(results, jobs, seen, over)
    except (ResultsError, NoCluster) as error:
        raise Failed(str(error)) from error
    if as_json:
        print_json(played)
    else:
        _tell(msgspec.structs.asdict(played))
    fail_if_crashed(played.crashes, played.games)
    done = results.done if results is not None else played.games
    if report and out is not None:
        _write_report(out, told=not as_json)
    if done < games:
        kept = f"; {out} holds them, go on with --resume" if results is not None else ""
        complain(f"stopped after {done} of {games} games{kept}")
        raise typer.Exit(INTERRUPTED)


def _write_report(folder: Path, *, told: bool) -> None:
    from kickdoor.cli.report import PAGE, summed_up  # they need Polars and Matplotlib; a plain run shall not wait

    summed_up(folder, folder / PAGE)
    if told:
        console().print(f"The report: {folder / PAGE}", markup=False, soft_wrap=True)


@contextmanager
def watched(games: int, done: int = 0) -> Iterator[Callable[[Outcome], None]]:
    """What hears of each game as it ends, moves a bar and reports crashes."""
    with progress_bar("games", games) as bar:
        (task,) = bar.task_ids
        bar.reset(task, completed=done)

        def seen(outcome: Outcome) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=1, description=f"{speed:.1f} games/s" if speed else "games")
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


def bench(
    what: Annotated[
        str,
        typer.Argument(
            help="`engine`; `server`: tables over sockets beside an echo; `nodes`: what it takes to share a PostgreSQL."
        ),
    ] = "engine",
    tables: Annotated[int, typer.Option("--tables", min=1, help="Of a server: how many tables of four.")] = 200,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="Of a server: how long.")] = 90.0,
    database: Annotated[
        str, typer.Option("--database", help="Of a server: URL of its database; default: a SQLite of its own.")
    ] = "",
    nodes: Annotated[
        int, typer.Option("--nodes", min=0, help="Of the server: so many share the PostgreSQL; 0: one has it alone.")
    ] = 0,
    share: Annotated[
        float,
        typer.Option(
            "--share",
            min=0,
            max=1,
            help="Of nodes: try how many tables one server carries and how many two, each with this share of a core.",
        ),
    ] = 0.0,
    p99: Annotated[
        float,
        typer.Option("--p99", min=1, help="With --share: the p99 within which tables are carried, in milliseconds."),
    ] = 50.0,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the engine on one core, of the server beside an echo, or of several servers by turns."""
    if share and what != "nodes":
        raise BadUsage("--share is for `kickdoor bench nodes`")
    if what == "nodes":
        need("serve", "the bench of several servers")
        if not database.startswith("postgresql"):
            raise BadUsage("the bench of several servers needs --database postgresql://…, in which it may make schemas")
        if share:
            _bench_limit(tables, seconds, database, share, p99, as_json)
        else:
            _bench_nodes(tables, seconds, database, as_json)
        return
    if what == "server":
        need("serve", "the server's bench")
        # Loaded here: the other commands need not wait for it.
        from kickdoor.server.bench import NotMeasured
        from kickdoor.server.bench import measure as measure_server

        if nodes and not database.startswith("postgresql"):
            raise BadUsage("--nodes needs --database postgresql://…: SQLite is for one server")
        try:
            served = measure_server(tables, seconds, database, nodes)
        except NotMeasured as error:
            raise Failed(str(error)) from error
        if as_json:
            print_json(served)
        else:
            _tell(msgspec.structs.asdict(served))
        return
    if what != "engine":
        raise BadUsage(f"there is no bench of {what!r}. Choose engine, server or nodes")
    report = measure()
    if as_json:
        print_json(report)
    else:
        _tell(msgspec.structs.asdict(report))


def _bench_nodes(tables: int, seconds: float, database: str, as_json: bool) -> None:
    from kickdoor.server.bench import NotMeasured
    from kickdoor.server.bench_nodes import measure as measure_nodes

    try:
        found = measure_nodes(tables, seconds, database)
    except NotMeasured as error:
        raise Failed(str(error)) from error
    if as_json:
        print_json(found)
        return
    for name in ("alone", "one", "two"):
        console().print(name)
        _tell(msgspec.structs.asdict(getattr(found, name)))
    _tell({"p50_ratio": found.p50_ratio, "two_carry": found.two_carry})


def _bench_limit(tables: int, seconds: float, database: str, share: float, p99: float, as_json: bool) -> None:
    from kickdoor.server.bench import NotMeasured
    from kickdoor.server.bench_limit import Step
    from kickdoor.server.bench_limit import measure as measure_limit
    from kickdoor.server.shares import NoShares

    def tell(step: Step) -> None:
        verdict = "carried" if step.carried else "too many"
        sys.stderr.write(
            f"kickdoor: {step.servers} with {step.tables} tables: p99 {step.p99 / 1000:.1f} ms, {verdict};"
            f" servers {_cores(step.server_cpu)}\n"
        )

    try:
        found = measure_limit(tables, seconds, database, share, p99, tell)
    except NoShares as error:
        raise BadUsage(
            f"--share does not work here: {error}. Run it as root on a Linux whose control groups can be written, not"
            " in a container; without --share the bench works out what two servers carry"
        ) from error
    except NotMeasured as error:
        raise Failed(str(error)) from error
    if as_json:
        print_json(found)
        return
    titles = (
        "servers",
        "tables",
        "each",
        "messages/s",
        "p50 ms",
        "p99 ms",
        "servers' cores",
        "held back",
        "database",
        "players",
        "idle",
        "stolen",
        "carried",
    )
    rows = [
        (
            str(step.servers),
            str(step.tables),
            " + ".join(map(str, step.tables_each)),
            f"{step.messages_a_second:.0f}",
            f"{step.p50 / 1000:.1f}",
            f"{step.p99 / 1000:.1f}",
            _cores(step.server_cpu),
            " + ".join(f"{held:.0%}" for held in step.held_back),
            "?" if step.database_cpu is None else f"{step.database_cpu:.2f}",
            f"{step.players_cpu:.2f}",
            f"{step.idle:.0%}",
            f"{step.stolen:.1%}",
            "yes" if step.carried else "no",
        )
        for step in found.steps
    ]
    console().print(grid(titles, rows, right=titles))
    _tell({name: value for name, value in msgspec.structs.asdict(found).items() if name != "steps"})


def _cores(shares: list[float]) -> str:
    return " + ".join(f"{share:.2f}" for share in shares)


def _tell(report: dict[str, object]) -> None:
    rows = [(name.replace("_", " "), _shown(value)) for name, value in report.items()]
    console().print(grid(("measure", "value"), rows, right=("value",)))


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return f"{value:,}" if isinstance(value, int | float) else str(value)
