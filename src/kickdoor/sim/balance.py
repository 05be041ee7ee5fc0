"""How the cards fare in many games: who gets a card, how often is it used, and do those who get it win more often."""

from __future__ import annotations

import math
import statistics
import traceback
from collections.abc import Callable, Sequence

import msgspec

from kickdoor.packs.language import Card
from kickdoor.packs.loader import mix
from kickdoor.play.driver import Tally
from kickdoor.sim.runner import Outcome, Plan, set_up, spread
from kickdoor.sim.seating import Seating
from kickdoor.sim.uses import Use, Uses

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


class Counted(msgspec.Struct, frozen=True):
    """A game of a plan and what became of the cards in it."""

    outcome: Outcome
    uses: dict[str, Use]


def play_counted(plan: Plan, number: int) -> Counted:
    """Play a game of the plan and count the uses of its cards; a crash is an outcome."""
    seed = f"{plan.header.seed}:{number}"
    uses = Uses()
    try:
        game, rng = set_up(plan, number)
        uses.hear(game.begin(), game.state)
        seating = Seating(plan.bots, game, rng)
        for seat, choice in seating.answers(game, plan.turn_limit):
            uses.hear(game.apply(seat, choice), game.state)
    except Exception:
        return Counted(Outcome(number, seed, None, traceback.format_exc()), {})
    return Counted(Outcome(number, seed, seating.tally(game)), uses.by_id)


class Sums:
    """The uses of one card over many games."""

    def __init__(self) -> None:
        self.games = self.players = self.wins = 0
        self.use = Use()

    def add(self, use: Use, winners: Sequence[int]) -> None:
        """Add those of one game."""
        self.games += use.holders > 0
        self.players += use.holders.bit_count()
        self.wins += sum(use.holders >> seat & 1 for seat in winners)
        self.use.laid += use.laid
        self.use.played += use.played
        self.use.used += use.used
        self.use.struck += use.struck
        self.use.fought += use.fought


def weigh(plan: Plan, jobs: int = 1, seen: Callable[[Outcome], None] | None = None) -> Balance:
    """Play the plan and say how its cards fared; `seen` hears of each game as it ends."""
    listed = {entry.id: entry.card for entry, _ in mix(plan.header.packs)}
    sums = {id: Sums() for id in listed}
    tallies: list[Tally] = []
    crashes = 0
    for counted in spread(plan, jobs, play_counted):
        tally = counted.outcome.tally
        if tally is None:
            crashes += 1
        else:
            tallies.append(tally)
            if tally.finished:
                for id, use in counted.uses.items():
                    sums[id].add(use, tally.winners)
        if seen is not None:
            seen(counted.outcome)
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


def range_of(rates: Sequence[float]) -> Interval | None:
    """From the first to the last but one hundredth of some rates; None where there are fewer than two."""
    if len(rates) < 2:
        return None
    cuts = statistics.quantiles(rates, n=100, method="inclusive")
    return Interval(round(cuts[0], 4), round(cuts[-1], 4))


def _fared(id: str, card: Card, sums: Sums) -> Fared:
    use = sums.use
    return Fared(
        id=id,
        name=card.name,
        deck=card.deck,
        kind=card.kind,
        origin=card.origin,
        games=sums.games,
        players=sums.players,
        wins=sums.wins,
        laid=use.laid,
        played=use.played,
        used=use.used,
        struck=use.struck,
        fought=use.fought,
        win_rate=round(sums.wins / sums.players, 4) if sums.players else None,
        interval=wilson(sums.wins, sums.players),
    )


def _verdict(card: Fared, span: Interval | None) -> str:
    if span is None or card.origin == "printed":
        return ""
    return "strong" if card.interval.low > span.high else "weak" if card.interval.high < span.low else ""


def _mean(numbers: Sequence[int]) -> float:
    return round(sum(numbers) / max(1, len(numbers)), 2)
