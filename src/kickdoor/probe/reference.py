"""What printed cards are worth by the same probe: the yardstick for others.

`reference.json` is made by `tools/probe_printed.py` from probes of all cards of the base set, and never by hand.
"""

from __future__ import annotations

import math
import statistics
from functools import cache
from importlib.resources import files

import msgspec

from kickdoor.probe.figures import Figure


class Known(msgspec.Struct, frozen=True):
    """A printed card, and what it was found to be worth."""

    id: str
    name: str
    deck: str
    kind: str
    chance: Figure
    deals: int
    used: float  #: in what part of the trials it was used


class Reference(msgspec.Struct, frozen=True):
    """Printed cards by their worth, and what a level at the beginning is worth."""

    packs: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    level: Figure  #: the chance to win that one more level at the beginning gives
    cards: tuple[Known, ...]

    def of_deck(self, deck: str) -> list[Known]:
        """The cards of a deck, the best first."""
        return sorted((card for card in self.cards if card.deck == deck), key=lambda card: -card.chance.value)

    def span(self, deck: str) -> Figure | None:
        """From the worst to the best card of a deck, and what lies in the middle; None where there are too few.

        What was measured is spread more widely than what is true, by the error of measuring: so each figure is drawn
        towards the mean by as much as that makes of the spread.
        """
        known = self.of_deck(deck)
        if len(known) < 3:
            return None
        measured = [card.chance.value for card in known]
        mean, spread = statistics.fmean(measured), statistics.variance(measured)
        error = statistics.fmean((card.chance.reach / 1.96) ** 2 for card in known)
        kept = math.sqrt(max(0.0, spread - error) / spread) if spread else 0.0
        drawn = [mean + kept * (value - mean) for value in measured]
        return Figure(statistics.median(drawn), drawn[-1], drawn[0])


@cache
def reference() -> Reference | None:
    """The yardstick that comes with kickdoor."""
    file = files("kickdoor.probe").joinpath("reference.json")
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=Reference)
