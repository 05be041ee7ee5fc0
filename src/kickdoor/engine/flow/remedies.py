"""Remedies: what a seat over a limit may do to be within it again and keep what it has."""

from __future__ import annotations

from kickdoor.engine.actions import laying, piles
from kickdoor.engine.data.abilities import Ability
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.options import code
from kickdoor.engine.data.state import Frame, State
from kickdoor.engine.data.terms import (
    ARRANGE,
    CLASS,
    DROP,
    ENTRUST,
    EQUIP,
    FIGHTING,
    ITEM,
    LAY,
    OPEN_MOMENTS,
    PICK,
    PLAY,
    RACE,
)
from kickdoor.engine.questions.permission import as_asked, refuse_ability
from kickdoor.engine.questions.surplus import Surplus, surplus
from kickdoor.engine.questions.table import face, in_combat
from kickdoor.engine.steps.choosing import Choose


def remedies(s: State, f: Frame, seat: Seat) -> list[int]:
    """Every lawful play that puts the first broken limit right, or brings it nearer [ITEM-09, ITEM-10, RUL-214].

    Lawful is what would be so in an open window of the moment: a Class or Race on one's own turn or just received, an
    Item out of combat, Cheat! as its card says. Each is tried on a copy of the game.
    """
    found = surplus(s, seat)
    if found is None:
        return []
    moment = s.moment
    if not OPEN_MOMENTS >> moment & 1:
        s.moment = FIGHTING if in_combat(s, seat) else ARRANGE
    options = [code(LAY, card) for card in _laid(s, seat, found)]
    options.extend(_plays(s, f, seat, found))
    options.extend(_arrangements(s, seat, found))
    options.extend(_exchanges(s, seat, found))
    s.moment = moment
    return options


def _is_better(s: State, seat: Seat, before: Surplus) -> bool:
    after = surplus(s, seat)
    return after is None or after.limit != before.limit or after.over < before.over


def _laid(s: State, seat: Seat, before: Surplus) -> list[Card]:
    """Cards of the hand that make room where they are laid."""
    found: list[Card] = []
    for card in s.players[seat].hand:
        if s.rules.defs[card].layable and laying.refuse_lay(s, seat, card) is None:
            tried = s.copy()
            laying.lay(tried, seat, card)
            if _is_better(tried, seat, before):
                found.append(card)
    return found


def _plays(s: State, f: Frame, seat: Seat, before: Surplus) -> list[int]:
    """Cards that are put onto another and lift its limits or make it Small: Cheat! and the like [ITEM-12]."""
    player = s.players[seat]
    found: list[int] = []
    for card in [*player.hand, *player.table]:
        d = face(s, card)
        if not d.lifts_limits and d.host is None:
            continue
        for ability in d.abilities:
            if refuse_ability(s, f, seat, card, d, ability) is None and _helps(s, f, seat, card, ability, before):
                found.append(code(PLAY, card, ability.index))
    return found


def _helps(s: State, f: Frame, seat: Seat, card: Card, ability: Ability, before: Surplus) -> bool:
    """Whether one of the surplus cards is what this one could go onto, and that would do."""
    asked = as_asked(f, seat, card, ability)
    for step in ability.checks:
        if isinstance(step, Choose) and step.verb == PICK:
            hosts = step.candidates(s, asked)
            for host in before.cards:
                if host in hosts and _is_better(_attached(s, seat, card, host), seat, before):
                    return True
    return False


def _attached(s: State, seat: Seat, card: Card, host: Card) -> State:
    tried = s.copy()
    on = tried.host.get(card, ())
    if not on:
        piles.to_table(tried, card, seat)
    tried.host[card] = (*on, host)
    tried.version += 1
    return tried


def _arrangements(s: State, seat: Seat, before: Surplus) -> list[int]:
    """Items that make room where they are equipped, and Hirelings who can carry what is too much [HIRE-07]."""
    table = s.players[seat].table
    found: list[int] = []
    for card in table:
        if face(s, card).kind == ITEM and laying.refuse_equip(s, seat, card) is None:
            tried = s.copy()
            laying.equip(tried, seat, card)
            if _is_better(tried, seat, before):
                found.append(code(EQUIP, card))
    for hireling in table:
        if face(s, hireling).carries:
            for card in before.cards:
                if laying.refuse_entrust(s, seat, card, hireling) is None:
                    tried = s.copy()
                    laying.entrust(tried, seat, card, hireling)
                    if _is_better(tried, seat, before):
                        found.append(code(ENTRUST, card, hireling))
    return found


def _exchanges(s: State, seat: Seat, before: Surplus) -> list[int]:
    """Classes and Races that can be discarded so that another of the hand, laid instead, makes room [ACT-01]."""
    found: list[int] = []
    for card in s.players[seat].table:
        kind = face(s, card).kind
        if (kind != CLASS and kind != RACE) or card in before.cards or laying.is_stuck(s, seat, card):
            continue
        tried = s.copy()
        laying.drop(tried, seat, card)
        if _is_better(tried, seat, before) or _laid(tried, seat, before):
            found.append(code(DROP, card))
    return found
