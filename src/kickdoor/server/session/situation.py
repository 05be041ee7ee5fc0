"""What a table waits for, by public knowledge alone."""

from __future__ import annotations

import msgspec

from kickdoor.engine.questions.strength import sums
from kickdoor.engine.questions.table import current_fight
from kickdoor.engine.running import asking, underway
from kickdoor.play.game import Game


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for, as everybody knows it."""

    moment: str
    asked: tuple[int, ...]  #: seats that are asked by name
    speakers: tuple[int, ...]  #: seats that could object
    done: tuple[int, ...] = ()  #: … and have just said how it goes on
    turn: int = 0  #: the number of the turn
    fight: int = -1  #: the fight that is on
    whom: int = -1  #: whom it concerns
    stake: tuple[int, ...] = ()  #: what it is about: while this stays the same, so does the choice


def situation_of(game: Game) -> Situation:
    """What the table of a game waits for now."""
    s = game.state
    question = asking.question(s, -1)
    assert question is not None
    alive = tuple(seat for seat, player in enumerate(s.players) if not player.dead)
    fight = current_fight(s)
    number = -1 if fight is None else fight.id
    if not question.passable:
        return Situation(moment="choice", asked=question.asked, speakers=alive, turn=s.turns, fight=number)
    owner = question.owner
    asked = (owner,) if owner >= 0 and s.waiting >> owner & 1 else ()
    done = (owner,) if owner >= 0 and not asked else ()
    if question.kind in ("closing", "winning"):
        done = (question.whom,)  # who says that they win does not object to it
    return Situation(
        moment=question.kind,
        asked=asked,
        speakers=alive,
        done=done,
        turn=s.turns,
        fight=number,
        whom=question.whom,
        stake=(s.moment, s.turns, question.whom, question.card, number, *(() if fight is None else sums(s, fight))),
    )


def meaning_of(game: Game, situation: Situation) -> tuple[object, ...]:
    """What is asked: an answer that was meant for one question may be meant for another that means the same."""
    return (situation.moment, game.turns, situation.asked, *underway.place(game.state))
