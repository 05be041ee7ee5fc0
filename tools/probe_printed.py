"""Probe all cards of the base set and write what they are worth into `src/kickdoor/probe/reference.json`.

What is done is kept in `build/probe`, a file for each card, so that it can go on where it stopped, and several of these
can share the work: `--share 0/2` and `--share 1/2`. The best cards of each deck are probed until their intervals are
narrower, for others are measured by them. On a compiled engine it takes about an hour of a processor.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kickdoor.packs.loader import mix
from kickdoor.play.game import Game
from kickdoor.play.record import Record
from kickdoor.probe.probing import BOTS, Limits, Probe, probe
from kickdoor.probe.reference import Known, Reference

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "probe"
WRITTEN = ROOT / "src" / "kickdoor" / "probe" / "reference.json"
PACKS = ("munchkin",)
SEATS = 4
SEED = "printed"
UNDONE = 3
"""The exit status where cards are left."""

BEST = 8
"""So many of each deck are looked at more closely."""

NONE_KNOWN = Reference(packs=PACKS, seats=SEATS, bots=BOTS, cards=())


def limits(points: float) -> Limits:
    """Until the interval is so narrow, however long it takes."""
    return Limits(within=points / 100, games=100_000, seconds=3600.0)


def printed() -> list[str]:
    """The printed cards of the base set, by id."""
    return [entry.id for entry, _ in mix(PACKS) if entry.card.origin == "printed"]


def kept(id: str, points: float) -> Path:
    """Where the probe of a card is kept."""
    return KEPT / f"{id.partition('/')[2]}-{points:g}.json"


def look(header: Record, id: str, points: float, jobs: int) -> Probe:
    """Probe a card unless that is done."""
    file = kept(id, points)
    if file.is_file():
        return msgspec.json.decode(file.read_bytes(), type=Probe)
    found = probe(header, id, limits(points), jobs, known=NONE_KNOWN)
    file.write_bytes(msgspec.json.encode(found))
    sys.stderr.write(f"{id}: {100 * found.measures.chance.value:+.1f} points, {found.games} games, {found.seconds} s\n")
    return found


def main() -> None:
    """Probe, and write the table when all cards are done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--within", type=float, default=5.0, help="points, for every card")
    parser.add_argument("--best-within", type=float, default=3.0, help="points, for the best of each deck")
    parser.add_argument("--most", type=int, default=1000, help="end after so many cards, to be called again")
    parser.add_argument("--share", default="0/1", help="which part of the cards, of how many")
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    header = Game.header(PACKS, SEATS, SEED)
    part, parts = map(int, given.share.split("/"))
    ids = printed()
    left = [id for id in ids[part::parts] if not kept(id, given.within).is_file()]
    for id in left[: given.most]:
        look(header, id, given.within, given.jobs)
    if parts > 1 or len(left) > given.most:
        sys.exit(UNDONE if len(left) > given.most else 0)
    found = {id: look(header, id, given.within, given.jobs) for id in ids}
    for deck in ("door", "treasure"):
        best = sorted((p for p in found.values() if p.deck == deck), key=lambda p: -p.measures.chance.value)[:BEST]
        for each in best:
            found[each.card] = look(header, each.card, given.best_within, given.jobs)
    table = Reference(
        packs=PACKS,
        seats=SEATS,
        bots=BOTS,
        cards=tuple(
            Known(p.card, p.name, p.deck, p.kind, p.measures, p.deals, round(p.usage.used / max(1, p.usage.trials), 3))
            for p in found.values()
        ),
    )
    WRITTEN.write_bytes(msgspec.json.format(msgspec.json.encode(table)) + b"\n")
    sys.stderr.write(f"{len(table.cards)} cards written to {WRITTEN}\n")


if __name__ == "__main__":
    main()
