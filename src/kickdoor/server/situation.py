"""What a table waits for, by public knowledge alone."""

from __future__ import annotations

import msgspec

from kickdoor.engine.data.terms import MOMENTS
from kickdoor.engine.running import kernel
from kickdoor.engine.running.windows import Window
from kickdoor.play.game import Game


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for, as everybody knows it."""

    moment: str
    asked: tuple[int, ...]  #: seats that are asked by name
    speakers: tuple[int, ...]  #: seats that could object
    done: tuple[int, ...] = ()  #: … and have just said how it goes on


def situation_of(game: Game) -> Situation:
    """What the table of a game waits for now."""
    s = game.state
    step, f = kernel.top_step(s)
    alive = tuple(seat for seat, player in enumerate(s.players) if not player.dead)
    if not isinstance(step, Window):
        return Situation(moment="choice", asked=tuple(game.waiting), speakers=alive)
    owner = step.owner(s, f)
    asked = (owner,) if owner >= 0 and s.waiting >> owner & 1 else ()
    done = (owner,) if owner >= 0 and not asked else ()
    return Situation(moment=MOMENTS[s.moment], asked=asked, speakers=alive, done=done)
