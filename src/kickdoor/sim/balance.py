"""How the cards fare in many games: who gets a card, how often is it used, and do those who get it win more often."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

import msgspec

from kickdoor.packs.language import Card
from kickdoor.packs.loader import mix
from kickdoor.play.driver import Tally
from kickdoor.sim.runner import Outcome, Plan, spread
from kickdoor.sim.sheets import CardRow, play_counted

Z = 1.959964
"""Two sides of the normal distribution beyond this hold five hundredths."""

ENOUGH = 100
"""Of a printed card that fewer players got, the win rate says too little to compare others with it."""


class Interval(msgspec.Struct, frozen=True):
    """From here to there."""

    low: float
    high: float


class Fared(msgspec.Struct, frozen=True):
    """How a card fared: in how many games anybody got it, by how many players, how many of them won, its uses.

    `verdict` is said of cards that are not printed only: strong or weak, where the whole interval of the win rate lies
    outside the range of the printed cards.
    """

    id: str
    name: str
    deck: str
    kind: str
    origin: str
    games: int
    players: int
    wins: int
    laid: int
    played: int
    used: int
    struck: int
    fought: int
    win_rate: float | None
    interval: Interval
    verdict: str = ""

    @property
    def uses(self) -> int:
        """All uses together."""
        return self.laid + self.played + self.used + self.struck + self.fought


class Balance(msgspec.Struct, frozen=True):
    """How all cards of a mix fared, those with the highest win rate first; games that did not end are left out."""

    games: int
    seats: int
    bots: tuple[str, ...]
    crashes: int
    unfinished: int
    turns_mean: float
    decisions_mean: float
    control: float  #: the win rate of a player of whom nothing is known
    compared: int  #: printed cards that enough players got
    printed_range: Interval | None  #: of their win rates, the hundredth at each end left out
    outside: list[str]  #: cards with a verdict
    cards: list[Fared]


class Sums:
    """The uses of one card over many games."""

    def __init__(self) -> None:
        self.games = self.players = self.wins = 0
        self.laid = self.played = self.used = self.struck = self.fought = 0

    def add(self, row: CardRow) -> None:
        """Add those of one player in one game."""
        self.players += row.drawn > 0
        self.wins += row.won and row.drawn > 0
        self.laid += row.laid
        self.played += row.played
        self.used += row.used
        self.struck += row.struck
        self.fought += row.fought


def weigh(plan: Plan, jobs: int = 1, seen: Callable[[Outcome], None] | None = None) -> Balance:
    """Play the plan and say how its cards fared; `seen` hears of each game as it ends."""
    listed = {entry.id: entry.card for entry, _ in mix(plan.header.packs)}
    sums = {id: Sums() for id in listed}
    tallies: list[Tally] = []
    crashes = 0
    for sheet in spread(plan, jobs, play_counted):
        tally = sheet.outcome.tally
        if tally is None:
            crashes += 1
        else:
            tallies.append(tally)
            if tally.finished:
                for row in sheet.cards:
                    sums[row.card].add(row)
                for id in {row.card for row in sheet.cards if row.drawn}:
                    sums[id].games += 1
        if seen is not None:
            seen(sheet.outcome)
    fared = [_fared(id, card, sums[id]) for id, card in listed.items()]
    rates = [card.win_rate for card in fared if card.origin == "printed" and card.players >= ENOUGH]
    span = range_of([rate for rate in rates if rate is not None])
    fared = [msgspec.structs.replace(card, verdict=_verdict(card, span)) for card in fared]
    fared.sort(key=lambda card: (-1.0 if card.win_rate is None else card.win_rate, card.id), reverse=True)
    return Balance(
        games=plan.games,
        seats=plan.header.seats,
        bots=plan.bots,
        crashes=crashes,
        unfinished=sum(not tally.finished for tally in tallies),
        turns_mean=_mean([tally.turns for tally in tallies]),
        decisions_mean=_mean([tally.decisions for tally in tallies]),
        control=round(1 / plan.header.seats, 4),
        compared=len(rates),
        printed_range=span,
        outside=[card.id for card in fared if card.verdict],
        cards=fared,
    )


def wilson(wins: int, of: int) -> Interval:
    """The 95 % interval of a rate, after Wilson."""
    if not of:
        return Interval(0.0, 1.0)
    rate = wins / of
    middle = rate + Z * Z / (2 * of)
    reach = Z * math.sqrt(rate * (1 - rate) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    return Interval(round(max(0.0, (middle - reach) / scale), 4), round(min(1.0, (middle + reach) / scale), 4))


def mean_of(numbers: Sequence[float]) -> tuple[float, Interval]:
    """The mean of at least two numbers that are independent of each other, and its 95 % interval."""
    count = len(numbers)
    mean = math.fsum(numbers) / count
    reach = Z * math.sqrt(math.fsum((number - mean) ** 2 for number in numbers) / (count - 1) / count)
    return round(mean, 4), Interval(round(mean - reach, 4), round(mean + reach, 4))


def range_of(rates: Sequence[float]) -> Interval | None:
    """From the first to the last but one hundredth of some rates; None where there are fewer than two."""
    if len(rates) < 2:
        return None
    cuts = statistics.quantiles(rates, n=100, method="inclusive")
    return Interval(round(cuts[0], 4), round(cuts[-1], 4))


def _fared(id: str, card: Card, sums: Sums) -> Fared:
    return Fared(
        id=id,
        name=card.name,
        deck=card.deck,
        kind=card.kind,
        origin=card.origin,
        games=sums.games,
        players=sums.players,
        wins=sums.wins,
        laid=sums.laid,
        played=sums.played,
        used=sums.used,
        struck=sums.struck,
        fought=sums.fought,
        win_rate=round(sums.wins / sums.players, 4) if sums.players else None,
        interval=wilson(sums.wins, sums.players),
    )


def _verdict(card: Fared, span: Interval | None) -> str:
    if span is None or card.origin == "printed":
        return ""
    return "strong" if card.interval.low > span.high else "weak" if card.interval.high < span.low else ""


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / max(1, len(numbers)), 2)
