"""The command that tells what a card is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from kickdoor.cli.arguments import AsJson, Book, Options, Packs, Seats, game_header
from kickdoor.cli.cards import find_cards, similar
from kickdoor.cli.errors import FAILED, BadUsage, Failed
from kickdoor.cli.output import console, print_json, progress_bar
from kickdoor.packs.loader import mix
from kickdoor.probe import Limits, Probe
from kickdoor.probe import probe as probe_card
from kickdoor.probe.figures import Figure
from kickdoor.probe.probing import Heard

VERDICTS = {
    "broken": "Broken: stronger than any printed card",
    "strong": "Strong: better than nine in ten printed cards",
    "fair": "Fair: among the printed cards",
    "weak": "Weak: worse than nine in ten printed cards",
    "none": "No verdict",
}

MEASURED = {"chance": "its chance to win", "lead": "its lead", "might": "its strength", "swing": "the levels it moves"}

REASONS = {
    "shared": "a Dungeon is nobody's own, so it gives nobody an advantage that could be measured",
    "broke_off": "games with it broke off",
    "not_drawn": "nobody used it, because nobody got it before the game was over",
    "never_lawful": "nobody used it, because nobody ever could: at no decision of whoever held it was it lawful",
    "not_chosen": "nobody used it, because nobody chose to, though it was lawful {lawful:,} times",
    "sold": "nobody used it, because it was only sold, in {sold:,} of {trials:,} games",
    "too_few": "too few deals were played: give it more games or seconds",
}


def probe(
    card: Annotated[str, typer.Argument(help="A card's name or id.")],
    packs: Packs = "munchkin",
    seats: Seats = 4,
    book: Book = None,
    option: Options = None,
    seed: Annotated[str, typer.Option("--seed", help="Deal number i has the seed SEED:i.")] = "1",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0: one for each core.")] = 0,
    within: Annotated[
        float, typer.Option("--within", min=0.5, max=50, help="How narrow the interval must be: points to either side.")
    ] = 5.0,
    games: Annotated[int, typer.Option("--games", min=10, help="The most games to play.")] = 3000,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="The longest to play.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Play the same deals with and without a card and tell what it is worth; fails if it is broken, or none can say."""
    header = game_header(packs, seats, seed, book, option)
    entries = [entry for entry, _ in mix(header.packs)]
    found = find_cards(card, entries)
    if not found:
        close = similar(card, entries)
        hint = f"Did you mean {', '.join(close)}?" if close else f"Looked in {packs}"
        raise BadUsage(f"there is no card {card!r}. {hint}")
    if len(found) > 1:
        raise BadUsage(f"{card!r} is more than one card: give an id, {' or '.join(entry.id for entry in found)}")
    limits = Limits(within=within / 100, games=games, seconds=seconds)
    with _watched(games) as heard:
        report = probe_card(header, found[0].id, limits, jobs, heard)
    if as_json:
        print_json(report)
    else:
        for line in told(report):
            console().print(line, markup=False)
    if report.reason == "broke_off":
        raise Failed(report.trace.strip().splitlines()[-1])
    if report.verdict in ("broken", "none"):
        raise typer.Exit(FAILED)


@contextmanager
def _watched(games: int) -> Iterator[Heard]:
    """What hears of progress and moves a bar on stderr; Ctrl-C ends it all."""
    with progress_bar("games", games) as bar:
        (task,) = bar.task_ids

        def heard(played: int, chance: Figure) -> None:
            known = abs(chance.reach) < 1
            bar.update(task, completed=played, description=_points(chance) if known else "games")

        yield heard


def told(report: Probe) -> list[str]:
    """A report in words."""
    of = report.measures
    lines = [f"{report.name} ({report.card}), in {', '.join(report.packs)} with {report.seats} players"]
    if report.reason:
        usage = report.usage
        why = REASONS[report.reason].format(lawful=usage.lawful, sold=usage.sold, trials=usage.trials)
        lines.append(f"No verdict: {why}.")
    else:
        beyond = f", by {' and '.join(MEASURED[name] for name in report.beyond)}" if report.beyond else ""
        lines.append(f"{VERDICTS[report.verdict]}{beyond}.")
        lines.append(
            f"Chance to win for whoever draws it early: {_points(of.chance)} beside the "
            f"{100 * report.chance_without:.0f} % of anybody."
        )
        lines.append(f"Lead over the others: {_span(of.lead)} levels, as many as {report.gold:+,} gold would buy.")
        lines.append(f"Strength before the others: {_span(of.might)}.")
        lines.append(f"Levels that the card itself moved in a game: {_span(of.swing)}.")
        if report.rank is not None:
            lines.append(_place(report))
        lines += _used(report)
    lines.append(f"{report.deals:,} deals, {report.games:,} games of veterans, {report.seconds:.0f} s.")
    if report.broken_off and report.reason != "broke_off":
        lines.append(f"In {report.broken_off} more deals a game broke off: {report.trace.strip().splitlines()[-1]}")
    return lines


def _used(report: Probe) -> list[str]:
    usage = report.usage
    lines = [f"Of {usage.came:,} players who got it {usage.used:,} used it."]
    if usage.playable and not usage.played:
        lines.append(
            f"What it can be played for was lawful {usage.playable:,} times and never chosen: the figures are without."
        )
    return lines


def _place(report: Probe) -> str:
    assert report.rank is not None
    rank = report.rank
    beside = [f"after {rank.above}"] if rank.above else []
    beside += [f"before {rank.below}"] if rank.below else []
    return f"Among the printed {report.deck.title()}s it is number {rank.place} of {rank.of}, {' and '.join(beside)}."


def _points(figure: Figure) -> str:
    return f"{100 * figure.value:+.1f} points ({100 * figure.low:+.1f} to {100 * figure.high:+.1f})"


def _span(figure: Figure) -> str:
    return f"{figure.value:+.2f} ({figure.low:+.2f} to {figure.high:+.2f})"
