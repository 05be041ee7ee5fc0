"""Survey all cards of the base set and write what they are worth into `src/kickdoor/probe/reference.json`.

python tools/probe_printed.py [GAMES] [--jobs N]. On a compiled engine 4,000 games take some minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kickdoor.packs.loader import mix
from kickdoor.play.game import Game
from kickdoor.probe.probing import BOTS
from kickdoor.probe.reference import Known, Reference
from kickdoor.probe.survey import Sighting, measures_of, survey
from kickdoor.probe.trial import TURN_LIMIT
from kickdoor.sim.runner import Plan, spread

WRITTEN = Path(__file__).parents[1] / "src" / "kickdoor" / "probe" / "reference.json"
PACKS = ("munchkin",)
SEATS = 4
SEED = "printed"
EVERY = 250
"""After so many games it says how far it is."""


def main() -> None:
    """Survey, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=4000)
    parser.add_argument("--jobs", type=int, default=0)
    given = parser.parse_args()
    plan = Plan(Game.header(PACKS, SEATS, SEED), given.games, turn_limit=TURN_LIMIT, bots=BOTS)
    seen: dict[str, list[Sighting]] = {}
    for surveyed in spread(plan, given.jobs, survey):
        if surveyed.trace:
            raise SystemExit(surveyed.trace)
        for each in surveyed.sightings:
            seen.setdefault(each.card, []).append(each)
        if (surveyed.number + 1) % EVERY == 0:
            sys.stderr.write(f"{surveyed.number + 1} games\n")
            sys.stderr.flush()
    cards = [(entry.id, entry.card) for entry, _ in mix(PACKS) if entry.card.origin == "printed"]
    table = Reference(
        packs=PACKS,
        seats=SEATS,
        bots=BOTS,
        games=given.games,
        cards=tuple(
            Known(
                id=id,
                name=card.name,
                deck=card.deck,
                kind=card.kind,
                measures=measures_of(seen[id]),
                seen=len(seen[id]),
                used=round(sum(each.used for each in seen[id]) / len(seen[id]), 3),
            )
            for id, card in cards
        ),
    )
    WRITTEN.write_bytes(msgspec.json.format(msgspec.json.encode(table)) + b"\n")
    sys.stderr.write(f"{len(table.cards)} cards written to {WRITTEN}\n")


if __name__ == "__main__":
    main()
