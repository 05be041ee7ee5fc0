"""Running away: who is pursued, and what the die must show."""

from __future__ import annotations

from kickdoor.engine.data.cards import ALWAYS, BY_ROLL
from kickdoor.engine.data.ids import FightId, Seat
from kickdoor.engine.data.state import Fight, Monster, State
from kickdoor.engine.data.terms import TO_RUN
from kickdoor.engine.questions.monsters import enhancers, monster_face
from kickdoor.engine.questions.table import context, face
from kickdoor.engine.questions.values import runs_bare, value


def roll_to_escape(s: State, seat: Seat, fight: Fight | None, monster: Monster | None) -> int:
    """What a roll must be at least: 5, less the runner's bonuses and the monster's own modifier [RUN-02]."""
    bare = runs_bare(s, seat)
    own = 0
    if fight is not None and monster is not None:
        own = monster_face(s, monster).run + sum(face(s, card).run for card in enhancers(fight, monster))
        added = [play.amount for play in fight.plays if play.to == TO_RUN and play.target == seat]
        own += sum(min(amount, 0) if bare else amount for amount in added)
    return s.rules.options.get("escape_roll") - value(s, "run", seat, bare) - own


def die_to_escape(s: State, seat: Seat, fight: Fight | None, monster: Monster | None, added: int) -> int:
    """What the die itself must show, where so much is added to it; 0 where anything will do."""
    return max(0, roll_to_escape(s, seat, fight, monster) - added)


def lets_go(s: State, seat: Seat, fight: FightId, monster: Monster) -> bool:
    """Whether a monster does not pursue a runner at all: no die decides then [RUN-02]."""
    d = monster_face(s, monster)
    return (
        d.escape == ALWAYS
        or (d.pursues is not None and not d.pursues.holds(s, context(seat, monster.id, fight)))
        or (d.escape == BY_ROLL and value(s, "sure_escape", seat) > 0)
        or value(s, "unpursued", seat) > 0
    )
