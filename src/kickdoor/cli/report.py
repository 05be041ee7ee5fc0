"""Commands that tell what simulations found: a page with plots, two runs compared, forecasts for a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from kickdoor.cli.errors import BadUsage, Failed, complain
from kickdoor.cli.extras import need
from kickdoor.cli.lab import watched
from kickdoor.cli.output import console, grid, print_json
from kickdoor.rules.books import resolve
from kickdoor.sim.runner import Plan

# What needs Polars or Matplotlib is imported where it is used: other commands shall not wait for it.
if TYPE_CHECKING:
    from kickdoor.report.compare import Comparison, Difference
    from kickdoor.report.forecast import Forecast, Forecasts
    from kickdoor.report.ratios import Estimate
    from kickdoor.report.summary import Summary
    from kickdoor.sim.results import Origin

PAGE = "report.html"
"""The page, where nothing else is said: it lies with the tables."""

FEW = 8
"""So many cards are named."""

Tables = Annotated[Path, typer.Argument(metavar="DIR", help="A directory of `kickdoor sim --out`.")]


def report(
    directory: Tables,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help=f"Where to write the page: else DIR/{PAGE}.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a page with plots of what a simulation found; with --json print the figures instead, or besides --out."""
    path = out or (None if as_json else directory / PAGE)
    summary = summed_up(directory, path)
    if as_json:
        print_json(summary)
    else:
        _tell_report(summary)
        console().print(f"The page with all plots and cards: {path}", markup=False, soft_wrap=True)


def summed_up(directory: Path, path: Path | None) -> Summary:
    """What a simulation found; where there is a path, as a page there, too."""
    need("report", "a report")
    from kickdoor.report.page import write_page
    from kickdoor.report.summary import summarise
    from kickdoor.report.tables import Tables

    with _readable():
        summary = summarise(Tables.read(directory))
    if path is not None:
        try:
            path.write_text(write_page(summary), encoding="utf-8")
        except OSError as error:
            raise Failed(f"{path}: cannot be written ({error.strerror}). Name another file with --out") from error
    return summary


def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="Packs, joined by commas, or a directory of `kickdoor sim --out`.")
    ],
    second: Annotated[
        str, typer.Argument(metavar="B", help="The other packs or directory; directories best with the same seed.")
    ],
    games: Games = 200,
    seats: Seats = 4,
    book: Book = None,
    bots: Bots = "rookie",
    seed: Series = "1",
    jobs: Jobs = 1,
    option: Options = None,
    option_b: Annotated[
        list[str] | None, typer.Option("--option-b", metavar="NAME=VALUE", help="House options of B alone.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what differs between two mixes or simulations, and whether it is more than chance.

    Packs are played first, with the same seeds for both; the other options say how.
    """
    need("report", "a comparison")
    from kickdoor.report.compare import compare
    from kickdoor.report.tables import Tables

    if option_b and Path(second).is_dir():
        raise BadUsage(f"--option-b is for packs that are played now; {second} is a directory")
    asked = ((first, option), (second, [*(option or []), *(option_b or [])]))
    plans = [
        None
        if Path(side).is_dir()
        else Plan(game_header(side, seats, seed, book, options), games, bots=bot_names(bots, seats))
        for side, options in asked
    ]
    with _readable(), watched(games * sum(plan is not None for plan in plans)) as seen:
        a, b = (
            Tables.read(Path(side)) if plan is None else Tables.played(side, plan, jobs, seen)
            for side, plan in zip((first, second), plans, strict=True)
        )
        found = compare(a, b)
    if as_json:
        print_json(found)
    else:
        _tell_comparison(found)


def tune(
    packs: Packs = "munchkin",
    seats: Annotated[str, typer.Option("--seats", help="How many players: one number, or several with commas.")] = "4",
    option: Options = None,
    book: Book = None,
    games: Games = 100,
    seed: Series = "1",
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Predict how long games last and how much they swing, with house options and without, from a run of rookies."""
    need("report", "a forecast")
    from kickdoor.report.forecast import all_forecasts, foretell

    plans = []
    for number in _numbers(seats):
        plain, chosen = (game_header(packs, number, seed, book, options) for options in (None, option))
        alike = resolve(plain.book, dict(plain.options)) == resolve(chosen.book, dict(chosen.options))
        plans += [Plan(header, games, bots=("rookie",)) for header in ([plain] if alike else [plain, chosen])]
    if option and alike:
        complain(f"the book {plain.book} plays so already: {', '.join(option)}")
    found = []
    with watched(games * len(plans)) as seen, _readable():
        for plan in plans:
            found.append(foretell(plan, jobs, seen))
    if as_json:
        print_json(all_forecasts(found))
    else:
        _tell_forecasts(all_forecasts(found))
    lost = games * len(plans) - sum(each.games for each in found)
    if lost:
        complain(f"{lost} of {games * len(plans)} games did not end and are left out")


@contextmanager
def _readable() -> Iterator[None]:
    """Tell in a line where a directory is not what it should be."""
    from kickdoor.report.tables import TablesError

    try:
        yield
    except TablesError as error:
        raise Failed(str(error)) from error


def _numbers(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdigit() for word in words):
        raise BadUsage(f"--seats {text}: give a number of players, or several joined by commas")
    return [int(word) for word in words]


# Words


def _tell_report(summary: Summary) -> None:
    games = summary.games
    rows = [
        ("turns a game", games.length.turns.mean, False),
        ("decisions a game", games.length.decisions.mean, False),
        ("minutes a game (estimated)", games.length.minutes.mean, False),
        ("lead changes a game", games.lead_changes.mean, False),
        ("first to Level 9 wins", games.first_at_nine_wins, True),
        ("fights a game", games.fights.per_game, False),
        ("fights won", games.fights.won, True),
        ("interferences a fight", games.fights.interferences, False),
        ("helps a fight", games.helps.per_fight, False),
        ("Treasures a help", games.helps.treasures, False),
        ("deaths a game", games.deaths.per_game, False),
    ]
    out = console()
    out.print(f"{summary.finished:,} of {summary.played:,} games ended.", markup=False)
    told = [(name, *_shown(figure, rate)) for name, figure, rate in rows]
    out.print(grid(("figure", "value", "95 % interval"), told, right=("value", "95 % interval")))
    for verdict in ("more", "less"):
        names = [card.name for card in summary.cards.cards if card.when_drawn.verdict == verdict]
        if names:
            out.print(f"Those who draw it win {verdict} often: {_few(names)}.", markup=False)
    if summary.cards.dead:
        out.print(f"Dead in this mix: {_few([card.name for card in summary.cards.dead])}.", markup=False)
    out.print(f"Minutes: {games.length.minutes_how}", markup=False)


def _tell_comparison(found: Comparison) -> None:
    out = console()
    how = f"{found.paired:,} games of equal seeds, one by one" if found.paired else "all games with all: no seeds agree"
    out.print(f"A: {found.games_a:,} games, B: {found.games_b:,}; compared {how}.", markup=False)
    changed = [f"{name} ({_plain(found.a, name)} / {_plain(found.b, name)})" for name in found.changed]
    out.print(f"Changed: {', '.join(changed) or 'nothing in their plans'}.", markup=False)
    for name, only in (("A", found.only_in_a), ("B", found.only_in_b)):
        if only:
            out.print(f"Only in {name}: {_few(only)}.", markup=False)
    out.print()
    right = ("A", "B", "B - A", "95 % interval")
    out.print(grid(("figure", *right, "verdict"), map(_difference, found.figures), right=right))
    real = [each for each in found.cards if each.verdict in ("higher", "lower")]
    if real:
        out.print()
        out.print(
            grid(("card", "figure", *right, "verdict"), ((each.card, *_difference(each)) for each in real), right=right)
        )
    out.print()
    if not found.comparisons:
        verdict = "Too few games to tell anything"
    elif found.differing:
        verdict = f"{found.differing} of {found.comparisons:,} figures differ by more than chance"
    else:
        verdict = f"Noise: none of {found.comparisons:,} figures differs by more than chance"
    out.print(f"{verdict} (Benjamini and Hochberg, 1 % false alarms).", markup=False)
    out.print("An edge is by how much more often one wins than the other seats of the same games.", markup=False)


def _plain(origin: Origin, name: str) -> str:
    return msgspec.json.encode(getattr(origin, name)).decode()


def _difference(each: Difference) -> tuple[str, ...]:
    change = each.change
    numbers = [f"{value:.3f}" if value is not None else "-" for value in (each.a, each.b)]
    span = "-" if change.low is None or change.high is None else f"{change.low:+.3f} to {change.high:+.3f}"
    return each.figure, *numbers, "-" if change.value is None else f"{change.value:+.3f}", span, each.verdict


def _tell_forecasts(found: Forecasts) -> None:
    out = console()
    titles = ("seats", "turns", "minutes", "lead changes", "first to Level 9 wins", "options")
    out.print(grid(titles, map(_forecast, found.tables), right=titles[:-1]))
    out.print()
    first = found.tables[0]
    out.print(
        f"{', '.join(first.packs)} by the book {first.book}; games of rookies, with 95 % intervals. "
        f"Minutes: {found.minutes_how}",
        markup=False,
    )


def _forecast(each: Forecast) -> tuple[str, ...]:
    options = ", ".join(f"{name}={value}" for name, value in each.options.items())
    figures = [
        _span(each.turns, rate=False),
        _span(each.minutes, rate=False),
        _span(each.lead_changes, rate=False),
        _span(each.first_at_nine_wins, rate=True),
    ]
    return str(each.seats), *figures, options or "as the book has it"


def _span(figure: Estimate, *, rate: bool) -> str:
    value, interval = _shown(figure, rate)
    return f"{value} ({interval})"


def _shown(figure: Estimate, rate: bool) -> tuple[str, str]:
    """A figure and its interval, a rate in %."""
    if figure.value is None or figure.low is None or figure.high is None:
        return "-", "-"
    if rate:
        return f"{100 * figure.value:.0f} %", f"{100 * figure.low:.0f} to {100 * figure.high:.0f} %"
    decimals = 2 if abs(figure.value) < 10 else 1
    return f"{figure.value:,.{decimals}f}", f"{figure.low:,.{decimals}f} to {figure.high:,.{decimals}f}"


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:FEW]) + (f" and {len(names) - FEW} more" if len(names) > FEW else "")
