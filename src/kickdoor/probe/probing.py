"""The probe itself: deals are played until it is plain what a card is worth, or the budget is used up."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

import msgspec

from kickdoor.engine.data.terms import DECKS
from kickdoor.packs.loader import mix
from kickdoor.play.record import Record
from kickdoor.probe.figures import Figure, Measures, figure_of
from kickdoor.probe.reference import Reference, reference
from kickdoor.probe.trial import Deal, ProbePlan, play_deal, trials_of
from kickdoor.probe.verdict import (
    Rank,
    Reason,
    Usage,
    Verdict,
    excesses,
    is_clear,
    judge,
    rank_of,
    reason_against,
    usage_of,
)
from kickdoor.sim.runner import Spread, spread

BOTS = ("veteran",)

ENOUGH = 60
"""From fewer deals nobody knows how wide the interval is: it would be believed where it happens to be narrow."""

SHARED = DECKS[2]
"""The deck whose cards are nobody's own."""

LEVEL_PRICE = 1000
"""Gold that buys a level [SELL-01]."""

Heard = Callable[[int, Figure], None]
"""What is told of progress: games so far, and what the card seems to be worth."""


class UnknownCard(ValueError):
    """A card that is not in the mix."""


class Limits(msgspec.Struct, frozen=True):
    """When a probe ends: where the interval is narrow enough and the verdict plain, or the budget is used up."""

    within: float = 0.05  #: of the chance to win, to either side
    games: int = 3000
    seconds: float = 60.0


class Probe(msgspec.Struct, frozen=True):
    """What a card was found to be worth."""

    card: str
    name: str
    deck: str
    kind: str
    packs: tuple[str, ...]
    seats: int
    seed: str
    deals: int
    games: int
    seconds: float
    broken_off: int  #: deals in which a game broke off
    trace: str  #: the first of them
    chance_without: float
    measures: Measures
    end_level: Figure  #: on which whoever had it ends, with it less without it
    turns: Figure  #: of a game, with it less without it
    gold: int  #: that buys as many levels as it puts its holder ahead
    usage: Usage
    verdict: Verdict
    beyond: list[str]  #: the measures by which it is stronger than any printed card
    reason: Reason
    rank: Rank | None


USUAL = Limits()


def silent(games: int, chance: Figure) -> None:
    """Hear of progress and say nothing."""


def probe(
    header: Record,
    card: str,
    limits: Limits = USUAL,
    jobs: int = 1,
    heard: Heard = silent,
    known: Reference | None = None,
    over: Spread = spread,
) -> Probe:
    """Probe a card of a mix, by its full id; the header's seed is that of the series. Raises UnknownCard."""
    known = reference() if known is None else known
    listed = {entry.id: entry.card for entry, _ in mix(header.packs)}
    if card not in listed:
        raise UnknownCard(f"there is no card {card} in {', '.join(header.packs)}")
    model = listed[card]
    deals: list[Deal] = []
    begun = time.monotonic()
    if model.deck != SHARED:
        plan = ProbePlan(header, limits.games // (header.seats + 1), bots=BOTS, card=card)
        deals = play(plan, limits, jobs, heard, lambda found: is_clear(found, model.deck, known), over)
    sound = [deal for deal in deals if not deal.trace]
    measures = measure(sound)
    usage = usage_of(trials_of(sound))
    broken_off = len(deals) - len(sound)
    reason: Reason = "shared" if model.deck == SHARED else reason_against(usage, len(sound), broken_off)
    verdict: Verdict = "none" if reason or known is None else judge(measures, model.deck, known)
    return Probe(
        card=card,
        name=model.name,
        deck=model.deck,
        kind=model.kind,
        packs=header.packs,
        seats=header.seats,
        seed=header.seed,
        deals=len(sound),
        games=len(deals) * (header.seats + 1),
        seconds=round(time.monotonic() - begun, 1),
        broken_off=broken_off,
        trace=next((deal.trace for deal in deals if deal.trace), ""),
        chance_without=round(1 / header.seats, 4),
        measures=measures,
        end_level=figure_of([_mean([t.level for t in deal.trials]) - _mean(deal.levels) for deal in sound]),
        turns=figure_of([_mean([t.turns for t in deal.trials]) - deal.turns for deal in sound]),
        gold=10 * round(LEVEL_PRICE * measures.lead.value / 10),
        usage=usage,
        verdict=verdict,
        beyond=excesses(measures, model.deck, known) if verdict == "broken" and known is not None else [],
        reason=reason,
        rank=None if reason or known is None else rank_of(measures.lead, card, model.deck, known),
    )


def play(
    plan: ProbePlan, limits: Limits, jobs: int, heard: Heard, is_plain: Callable[[Measures], bool], over: Spread
) -> list[Deal]:
    """Play deals of a plan in their order until the limits say that it is enough."""
    end = time.monotonic() + limits.seconds
    deals: list[Deal] = []
    coming = over(plan, jobs, play_deal)
    try:
        for deal in coming:
            deals.append(deal)
            sound = [each for each in deals if not each.trace]
            measures = measure(sound)
            heard(len(deals) * (plan.header.seats + 1), measures.chance)
            if len(sound) >= ENOUGH and measures.chance.reach <= limits.within and is_plain(measures):
                break
            if time.monotonic() > end:
                break
    finally:
        if isinstance(coming, Generator):
            coming.close()
    return deals


def measure(deals: list[Deal]) -> Measures:
    """What deals say by all measures. Several winners share a win; without the card each has their part of it."""
    return Measures(
        chance=figure_of([_mean([trial.share for trial in deal.trials]) - 1 / len(deal.trials) for deal in deals]),
        lead=figure_of([_mean([trial.lead for trial in deal.trials]) for deal in deals]),
        might=figure_of([_mean([trial.might for trial in deal.trials]) for deal in deals]),
        swing=figure_of([_mean([trial.swing for trial in deal.trials]) for deal in deals]),
    )


def _mean(numbers: list[float] | list[int] | tuple[int, ...]) -> float:
    return sum(numbers) / len(numbers)
