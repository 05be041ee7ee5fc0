"""What is said of a card: by its interval beside the printed cards of its deck, and whether anybody used it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from kickdoor.probe.figures import MEASURES, Figure, Measures
from kickdoor.probe.reference import Known, Reference
from kickdoor.probe.trial import Trial

Verdict = Literal["broken", "strong", "fair", "weak", "none"]
"""Stronger than any printed card by one of the measures; stronger than most; among them; weaker than most; nothing can
be said."""

Reason = Literal["", "shared", "broke_off", "not_drawn", "never_lawful", "not_chosen", "sold", "too_few"]
"""Why nothing can be said: it is nobody's own, games with it broke off, it did not come in time, it could never be
used, it could and nobody chose to, it was only sold, or too few deals were played."""

HIGH, LOW = 0.9, 0.1
"""Beyond these parts of the printed cards a card is strong or weak, where its interval does not reach the middle."""

LEAST_DEALS = 20
"""Fewer deals say nothing."""


class Usage(msgspec.Struct, frozen=True):
    """What holders did with the card: trials, in how many it came and was used, and decisions about it."""

    trials: int
    came: int
    used: int
    sold: int
    lawful: int
    chosen: int
    playable: int
    played: int


class Rank(msgspec.Struct, frozen=True):
    """The place among printed cards of a deck, from 1, with the next above and below it."""

    place: int
    of: int
    above: str
    below: str


def usage_of(trials: Iterable[Trial]) -> Usage:
    """What the holders of some trials did with the card."""
    found = list(trials)
    return Usage(
        trials=len(found),
        came=sum(trial.came for trial in found),
        used=sum(trial.used > 0 for trial in found),
        sold=sum(trial.sold > 0 for trial in found),
        lawful=sum(trial.lawful for trial in found),
        chosen=sum(trial.chosen for trial in found),
        playable=sum(trial.playable for trial in found),
        played=sum(trial.played for trial in found),
    )


def reason_against(usage: Usage, deals: int, broken_off: int) -> Reason:
    """Why nothing can be said of a card; empty where something can."""
    if broken_off > deals:
        return "broke_off"
    if deals < LEAST_DEALS:
        return "too_few"
    if not usage.came:
        return "not_drawn"
    if usage.used:
        return ""
    if usage.sold:
        return "sold"
    return "not_chosen" if usage.lawful else "never_lawful"


def excesses(measures: Measures, deck: str, known: Reference) -> list[str]:
    """By which measures a card lies beyond all printed ones of its deck, with its whole interval."""
    found = []
    for name in MEASURES:
        ceiling = known.ceiling(deck, name)
        if ceiling is not None and getattr(measures, name).low > ceiling:
            found.append(name)
    return found


def judge(measures: Measures, deck: str, known: Reference) -> Verdict:
    """A card beside the printed ones of its deck."""
    lead, span = measures.lead, known.span(deck, "lead")
    if span is None:
        return "none"
    if excesses(measures, deck, known):
        return "broken"
    values = [card.measures.lead.value for card in known.of_deck(deck)]
    above = sum(value < lead.value for value in values) / len(values)
    if above >= HIGH and lead.low > span.value:
        return "strong"
    return "weak" if above <= LOW and lead.high < span.value else "fair"


def is_clear(measures: Measures, deck: str, known: Reference | None) -> bool:
    """Whether it is plain that a card lies beyond the best printed one, or, but for its chance, that it does not.

    Chances of printed cards lie so near each other that no probe could tell in time.
    """
    if known is None or excesses(measures, deck, known):
        return True
    ceilings = [(getattr(measures, name), known.ceiling(deck, name)) for name in MEASURES if name != "chance"]
    return all(ceiling is None or figure.high < ceiling for figure, ceiling in ceilings)


def rank_of(lead: Figure, id: str, deck: str, known: Reference) -> Rank:
    """The place of a card among the printed ones of its deck by the lead, itself left out.

    Chances to win lie too near each other: a place by them would be luck.
    """
    others: list[Known] = [card for card in known.of_deck(deck) if card.id != id]
    better = [card for card in others if card.measures.lead.value > lead.value]
    worse = others[len(better) :]
    return Rank(
        place=len(better) + 1,
        of=len(others) + 1,
        above=better[-1].name if better else "",
        below=worse[0].name if worse else "",
    )
