"""The command that tells how cards fare in many games."""

from __future__ import annotations

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
from kickdoor.cli.lab import fail_if_crashed, watched
from kickdoor.cli.output import console, grid, print_json
from kickdoor.sim.balance import Balance, Fared, Interval, weigh
from kickdoor.sim.runner import Plan

TITLES = ("card", "origin", "games", "uses", "players", "won", "95 % interval", "verdict")
RIGHT = ("games", "uses", "players", "won", "95 % interval")


def balance(
    games: Games = 1000,
    seats: Seats = 4,
    packs: Packs = "munchkin",
    book: Book = None,
    bots: Bots = "rookie",
    seed: Series = "1",
    jobs: Jobs = 1,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Play many games and tell how each card fares: who gets it, how often it is used, who wins with it."""
    plan = Plan(game_header(packs, seats, seed, book, option), games, bots=bot_names(bots, seats))
    with watched(games) as seen:
        report = weigh(plan, jobs, seen)
    if as_json:
        print_json(report)
    else:
        _tell(report)
    fail_if_crashed(report.crashes, games)


def _tell(report: Balance) -> None:
    out = console()
    out.print(grid(TITLES, map(_row, report.cards), right=RIGHT))
    out.print()
    for line in _summary(report):
        out.print(line, markup=False)


def _row(card: Fared) -> tuple[object, ...]:
    won = "-" if card.win_rate is None else _percent(card.win_rate)
    return card.name, card.origin, card.games, card.uses, card.players, won, _span(card.interval), card.verdict


def _summary(report: Balance) -> list[str]:
    ended = report.games - report.crashes - report.unfinished
    lines = [
        f"{ended:,} of {report.games:,} games of {', '.join(dict.fromkeys(report.bots))} ended, after "
        f"{report.turns_mean:g} turns and {report.decisions_mean:g} decisions on average.",
        f"Any player wins {_percent(report.control)} of them.",
    ]
    if report.printed_range is None:
        return [*lines, "Too few players got printed cards to compare others with them: play more games."]
    lines.append(
        f"Of {report.compared} printed cards, players who got one won {_span(report.printed_range)} of their games."
    )
    outside = [f"{card.name} ({card.verdict})" for card in report.cards if card.verdict]
    lines.append(f"Outside of that lie: {', '.join(outside)}." if outside else "No other card lies outside of that.")
    return lines


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _span(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"
