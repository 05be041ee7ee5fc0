"""Play random games over random mixes of packs, by any book: 20,000 games, 1,000 of them checked at every decision.

python tools/soak_mixes.py                          the whole series, on all cores
python tools/soak_mixes.py --first 100 --mixes 50   a part of it: the mixes from number 100 on

Mix number i is always the same. Fails where a game crashes or something in a checked game does not hold. Each mix is
a line of JSON on stderr when it is through; the sum is JSON on stdout.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from random import Random

import msgspec

from kickdoor.packs.loader import available
from kickdoor.play.game import BadSetup, Game
from kickdoor.play.record import Record
from kickdoor.rules.books import BOOKS
from kickdoor.sim.runner import Outcome, Plan, play_one, spread

SEATS = (3, 4, 5, 6)
GAMES = 100
CHECKED = 5


class Mix(msgspec.Struct, kw_only=True):
    """A mix of packs, and how its games went."""

    number: int
    packs: list[str]
    book: str
    seats: int
    games: int = 0
    checked: int = 0
    decisions: int = 0
    unfinished: int = 0
    crashes: int = 0


class Soaked(msgspec.Struct):
    """The whole series."""

    mixes: int
    games: int
    checked: int
    decisions: int
    unfinished: int
    crashes: int


def draw_mix(number: int) -> tuple[Mix, Record]:
    """The mix with this number, and how its games begin: what no table can be set up with is drawn anew."""
    rng = Random(f"mix {number}")
    while True:
        packs = rng.sample(available(), rng.randint(1, len(available())))
        mix = Mix(number=number, packs=packs, book=rng.choice(BOOKS), seats=rng.choice(SEATS))
        with suppress(BadSetup):
            return mix, Game.header(mix.packs, mix.seats, f"mix-{number}", book=mix.book)


def add(mix: Mix, outcome: Outcome, checked: bool) -> None:
    """Count a game of a mix."""
    mix.games += 1
    mix.checked += checked
    if outcome.tally is None:
        mix.crashes += 1
        sys.stderr.write(f"{outcome.seed}\n{outcome.trace}")
    else:
        mix.decisions += outcome.tally.decisions
        mix.unfinished += not outcome.tally.finished


def soak(first: int, mixes: int, jobs: int) -> Soaked:
    """Play the series, or a part of it."""
    soaked = Soaked(mixes, 0, 0, 0, 0, 0)
    for number in range(first, first + mixes):
        mix, header = draw_mix(number)
        for outcome in spread(Plan(header, GAMES, CHECKED), jobs, play_one):
            add(mix, outcome, outcome.game < CHECKED)
        sys.stderr.write(f"{msgspec.json.encode(mix).decode()}\n")
        soaked.games += mix.games
        soaked.checked += mix.checked
        soaked.decisions += mix.decisions
        soaked.unfinished += mix.unfinished
        soaked.crashes += mix.crashes
    return soaked


def main() -> int:
    """Soak, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mix")
    parser.add_argument("--mixes", type=int, default=200, help=f"how many mixes, with {GAMES} games each")
    parser.add_argument("--jobs", type=int, default=0, help="how many games at once; 0 is one for each core")
    given = parser.parse_args()
    soaked = soak(given.first, given.mixes, given.jobs)
    sys.stdout.write(msgspec.json.encode(soaked).decode() + "\n")
    return 1 if soaked.crashes else 0


if __name__ == "__main__":
    sys.exit(main())
