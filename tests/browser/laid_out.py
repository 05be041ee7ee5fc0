"""Run `kickdoor serve` with games that begin where a position says: python laid_out.py POSITION.json ARGUMENTS...

The position is one of a scenario, with cards of packs only; it is read anew for each game.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from kickdoor.cli import main
from kickdoor.play.game import Game
from kickdoor.play.position import Layout, Position

POSITION = Path(sys.argv.pop(1))
_header = Game.header


def position() -> Position:
    """The position as it is written just now."""
    return msgspec.json.decode(POSITION.read_bytes(), type=Position)


def header(packs: Any, seats: int, seed: Any = None, *rest: Any, **named: Any) -> Any:
    """A game's header with the seed of the position."""
    return _header(packs, seats, position().seed, *rest, **named)


def begin(game: Game) -> list[Any]:
    """Lay the position out instead of dealing."""
    patient = game.state.patient
    game.state = Layout(position()).lay_out().state
    game.state.patient = patient
    return []


Game.header = staticmethod(header)  # type: ignore[method-assign]
Game.begin = begin  # type: ignore[method-assign]
sys.argv[0] = "kickdoor"
main()
