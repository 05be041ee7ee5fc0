"""Run `kickdoor serve` with a seed that is known beforehand: python seeded.py SEED ARGUMENTS..."""

import sys
from typing import Any

from kickdoor.cli import main
from kickdoor.play.game import Game

SEED = sys.argv.pop(1)
_header = Game.header


def header(packs: Any, seats: int, seed: Any = None, *rest: Any) -> Any:
    """A game's header with the known seed."""
    return _header(packs, seats, SEED, *rest)


Game.header = staticmethod(header)  # type: ignore[method-assign]
sys.argv[0] = "kickdoor"
main()
