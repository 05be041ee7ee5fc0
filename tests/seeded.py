"""Run `kickdoor serve` with a seed that is known beforehand: python seeded.py SEED ARGUMENTS..."""

import sys
from typing import Any

from kickdoor.cli import main
from kickdoor.play.game import Game

_header = Game.header


def serve_with(known: str) -> None:
    """Run the command line; every game has the known seed."""

    def header(packs: Any, seats: int, seed: Any = None, *rest: Any, **more: Any) -> Any:
        return _header(packs, seats, known, *rest, **more)

    Game.header = staticmethod(header)  # type: ignore[method-assign]
    sys.argv[0] = "kickdoor"
    main()


if __name__ == "__main__":
    serve_with(sys.argv.pop(1))
