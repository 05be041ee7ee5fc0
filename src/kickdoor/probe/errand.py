"""A probe in a process of its own, for whoever must not be kept waiting: it tells of its progress as it goes.

A server starts it as `python -m kickdoor.probe.errand` and gives it one order as JSON. It answers with lines of JSON:
how far it is, and at last what it found, or why it refuses.
"""

from __future__ import annotations

import math
import sys
from typing import BinaryIO

import msgspec

from kickdoor.packs.guests import guest
from kickdoor.packs.loader import PackError, available, merged_ids, welcome
from kickdoor.play.game import Game
from kickdoor.probe.figures import Figure
from kickdoor.probe.probing import Limits, Probe, UnknownCard, probe
from kickdoor.rules.books import BadSetup

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

FILE = "pack.yaml"
SEATS = 4
MOST_MEMORY = 1 << 30
"""Bytes of addresses."""

SPARE_SECONDS = 20
"""Of the processor, on top of the time to play: for reading the packs, and the last deal."""


class ProbeErrand(msgspec.Struct, frozen=True):
    """A card of a draft to be probed in a mix with packs; `texts` has those that do not come with kickdoor."""

    text: str
    card: str
    packs: tuple[str, ...]
    texts: dict[str, str]
    limits: Limits
    seed: str = "1"


class Progress(msgspec.Struct, frozen=True):
    """How far a probe is; at the end with what it found, or why it was refused."""

    games: int = 0
    chance: Figure | None = None
    found: Probe | None = None
    refused: str = ""


def carry_out(errand: ProbeErrand, answers: BinaryIO) -> None:
    """Probe the card, and tell of every deal."""

    def tell(progress: Progress) -> None:
        answers.write(msgspec.json.encode(progress) + b"\n")
        answers.flush()

    try:
        source = guest(errand.text, FILE)
        name = welcome(source)
        others = [each if each in available() else welcome(guest(errand.texts[each], FILE)) for each in errand.packs]
        needed = [id for id in source.pack.needs if id in available()]
        mixed = tuple(dict.fromkeys((*others, *needed, name)))
        full = f"{source.pack.id}/{errand.card}"
        card = merged_ids(mixed).get(full, full)
        header = Game.header(mixed, SEATS, errand.seed)
        found = probe(header, card, errand.limits, 1, lambda games, chance: tell(Progress(games, chance)))
    except (PackError, BadSetup, UnknownCard) as error:
        tell(Progress(refused=str(error)))
    else:
        tell(Progress(found.games, found.measures.chance, msgspec.structs.replace(found, packs=errand.packs)))


def keep_within(limits: Limits) -> None:
    """Let the system refuse more memory than any pack needs, and end a process that takes too long, where it can."""
    if resource is not None:
        seconds = math.ceil(limits.seconds) + SPARE_SECONDS
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=ProbeErrand)
    keep_within(given.limits)
    carry_out(given, sys.stdout.buffer)
