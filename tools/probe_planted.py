"""Prove the probe: it finds the planted cards of `tests/probe/planted.yaml`, and calls no other card broken.

python tools/probe_planted.py [--jobs N] [--seed SEED]. It takes a quarter of an hour on two cores, compiled.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kickdoor.packs.loader import mix
from kickdoor.play.game import Game
from kickdoor.probe import Probe, probe

PACK = Path(__file__).parents[1] / "tests" / "probe" / "planted.yaml"
PLANTED = ("pocket_army", "ladder_of_refuse", "long_fall", "seat_of_honour")

PRINTED = (
    "flaming_armor",
    "huge_rock",
    "boots_of_running_really_fast",
    "magic_missile",
    "steal_a_level",
    "1000_gold_pieces",
    "wizard",
    "plutonium_dragon",
    "curse_income_tax",
    "wandering_monster",
)
"""Ten printed cards of all sorts."""


def row(found: Probe) -> str:
    """A line of the table."""
    of, verdict = found.measures, found.reason or " ".join([found.verdict, *found.beyond])
    chance = f"{100 * of.chance.value:+6.1f} ({100 * of.chance.low:+6.1f} to {100 * of.chance.high:+6.1f})"
    others = f"{of.lead.value:+6.2f}{of.might.value:+7.2f}{of.swing.value:+7.2f}"
    return f"{found.name:32}{chance}{others}  {verdict:20}{found.games:6} games {found.seconds:6.1f} s"


def main() -> int:
    """Probe them all; the exit status says whether it is as it must be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--seed", default="planted")
    given = parser.parse_args()
    packs = ("munchkin", str(PACK))
    header = Game.header(packs, 4, given.seed)
    own = [entry.id for entry, _ in mix(packs) if entry.id.startswith("planted/")]
    wrong = 0
    printed = [f"munchkin/{name}" for name in PRINTED]
    for id in (*own[: len(PLANTED)], *printed, *own[len(PLANTED) :]):
        found = probe(header, id, jobs=given.jobs)
        right = (found.verdict == "broken") == (id.partition("/")[2] in PLANTED)
        wrong += not right
        sys.stdout.write(f"{row(found)}{'' if right else '  WRONG'}\n")
        sys.stdout.flush()
    sys.stdout.write(
        f"{len(PLANTED)} planted, {len(own) - len(PLANTED)} ordinary, {len(PRINTED)} printed: {wrong} wrong\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
