"""Try an installed kickdoor as its users get it: its engine, its page, a game by every book.

python tools/try_wheel.py [compiled|plain]     the engine that it must have
"""

from __future__ import annotations

import random
import sys
from importlib.resources import files

from kickdoor import Game
from kickdoor.cli.version import version
from kickdoor.packs.loader import available, load


def play(pack: str) -> int:
    """Play a random game to its end, and count the answers."""
    rng = random.Random(7)
    game = Game.new(packs=[pack], seats=4, seed=7)
    while not game.over:
        seat = rng.choice(game.waiting)
        game.apply(seat, rng.choice(game.decisions[seat].options))
    return len(game.record.answers)


def main() -> None:
    """Say what was tried; fail where something is missing."""
    told = version()
    print(told)
    if len(sys.argv) > 1 and f"({sys.argv[1]} engine)" not in told:
        sys.exit(f"the engine should be {sys.argv[1]}")
    page = files("kickdoor").joinpath("server", "static", "index.html")
    if not page.is_file():
        sys.exit("the page of the table is missing")
    books = {load(name).pack.book: name for name in reversed(available())}
    for book, name in sorted(books.items()):
        print(f"{book}: a game of {name} with {play(name)} answers")


if __name__ == "__main__":
    main()
