"""Survey all cards of the base set and write what they are worth into `src/kickdoor/probe/reference.json`.

python tools/probe_printed.py [GAMES] [--jobs N]. On a compiled engine 2,500 games take a minute or two.
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
"""After so many games it writes what it has."""


def table_of(seen: dict[str, list[Sighting]], games: int) -> Reference:
    """What was seen so far, of all printed cards that were."""
    cards = [(entry.id, entry.card) for entry, _ in mix(PACKS) if entry.card.origin == "printed" and entry.id in seen]
    return Reference(
        packs=PACKS,
        seats=SEATS,
        bots=BOTS,
        games=games,
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


def main() -> None:
    """Survey, and write the table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=2500)
    parser.add_argument("--jobs", type=int, default=0)
    given = parser.parse_args()
    plan = Plan(Game.header(PACKS, SEATS, SEED), given.games, turn_limit=TURN_LIMIT, bots=BOTS)
    seen: dict[str, list[Sighting]] = {}
    for surveyed in spread(plan, given.jobs, survey):
        if surveyed.trace:
            raise SystemExit(surveyed.trace)
        for each in surveyed.sightings:
            seen.setdefault(each.card, []).append(each)
        games = surveyed.number + 1
        if games % EVERY == 0 or games == given.games:
            table = table_of(seen, games)
            WRITTEN.write_bytes(msgspec.json.format(msgspec.json.encode(table)) + b"\n")
            sys.stderr.write(f"{games} games, {len(table.cards)} cards written to {WRITTEN}\n")
            sys.stderr.flush()


if __name__ == "__main__":
    main()
