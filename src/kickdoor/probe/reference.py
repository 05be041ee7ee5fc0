"""What printed cards are worth by the same measures: the yardstick for others.

`reference.json` is made by `tools/probe_printed.py` from a survey of all cards of the base set (`survey.py`), and never
by hand.
"""

from __future__ import annotations

import math
import statistics
from functools import cache
from importlib.resources import files

import msgspec

from kickdoor.probe.figures import Figure, Measures
from kickdoor.sim.balance import Z

SLACK = 0.1
"""So much further from the middle than the best printed card must a card lie to be beyond it."""


class Known(msgspec.Struct, frozen=True):
    """A printed card, and what it was found to be worth."""

    id: str
    name: str
    deck: str
    kind: str
    measures: Measures
    seen: int  #: how often it came to somebody early
    used: float  #: in what part of these it was used


class Reference(msgspec.Struct, frozen=True):
    """Printed cards and their worth."""

    packs: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    games: int
    cards: tuple[Known, ...]

    def of_deck(self, deck: str) -> list[Known]:
        """The cards of a deck, those first that put their holders furthest ahead."""
        return sorted((card for card in self.cards if card.deck == deck), key=lambda card: -card.measures.lead.value)

    def span(self, deck: str, measure: str) -> Figure | None:
        """From the worst to the best card of a deck, and what lies in the middle; None where there are too few.

        What was measured is spread more widely than what is true, by the error of measuring: so each figure is drawn
        towards the mean by as much as that makes of the spread.
        """
        known: list[Figure] = [getattr(card.measures, measure) for card in self.of_deck(deck)]
        if len(known) < 3:
            return None
        measured = [figure.value for figure in known]
        mean, spread = statistics.fmean(measured), statistics.variance(measured)
        error = statistics.fmean((figure.reach / Z) ** 2 for figure in known)
        kept = math.sqrt(max(0.0, spread - error) / spread) if spread else 0.0
        drawn = sorted(mean + kept * (value - mean) for value in measured)
        return Figure(statistics.median(drawn), drawn[0], drawn[-1])

    def ceiling(self, deck: str, measure: str) -> float | None:
        """Beyond which a card of a deck is stronger than any printed one, by more than chance would make it."""
        span = self.span(deck, measure)
        return None if span is None else span.high + SLACK * (span.high - span.value)


@cache
def reference() -> Reference | None:
    """The yardstick that comes with kickdoor."""
    file = files("kickdoor.probe").joinpath("reference.json")
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=Reference)
