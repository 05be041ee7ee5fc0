"""Play random games through the environment and beside it through the engine alone: they must be the same games.

python tools/env_games.py [GAMES]
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from kickdoor.env.equal import unlike
from kickdoor.env.setup import Setup
from kickdoor.env.table import Table

EXPANSIONS = ("munchkin", *(f"munchkin-{number}" for number in range(2, 9)), "game-changers")
MIXES = (("munchkin",), ("munchkin-lite",), ("star",), ("bites",), ("babies",), EXPANSIONS)
#: Of ten games so many are with the base set; the others go round the mixes.
BASE = 5


@cache
def table(packs: tuple[str, ...], seats: int) -> Table:
    """A table of this process."""
    return Table(Setup(packs=packs, seats=seats, order="chance", max_turns=2000))


def play(number: int) -> str:
    """Play one game both ways."""
    packs = MIXES[0] if number % 10 < BASE else MIXES[number // 10 % len(MIXES)]
    most = 4 if packs == ("munchkin-lite",) else 6
    return unlike(table(packs, min(most, 3 + number % 4)), number)


def main() -> int:
    """Play them all; the exit status says whether all were the same."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wrong = 0
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for number, why in enumerate(workers.map(play, range(games), chunksize=10)):
            if why:
                print(f"game {number}: {why}")
                wrong += 1
            if (number + 1) % 1000 == 0:
                print(f"{number + 1} games, {wrong} unlike", file=sys.stderr)
    print(f"{games} games through the environment and through the engine: {wrong} unlike")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
