"""What a table waits for, by public knowledge alone."""

from __future__ import annotations

import msgspec

from kickdoor.engine.running import asking, underway
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
    question = asking.question(s, -1)
    assert question is not None
    alive = tuple(seat for seat, player in enumerate(s.players) if not player.dead)
    if not question.passable:
        return Situation(moment="choice", asked=question.asked, speakers=alive)
    owner = question.owner
    asked = (owner,) if owner >= 0 and s.waiting >> owner & 1 else ()
    done = (owner,) if owner >= 0 and not asked else ()
    return Situation(moment=question.kind, asked=asked, speakers=alive, done=done)


def meaning_of(game: Game, situation: Situation) -> tuple[object, ...]:
    """What is asked: an answer that was meant for one question may be meant for another that means the same."""
    return (situation.moment, game.turns, situation.asked, *underway.place(game.state))
