"""The numbers of the rules for a player: the book's, and what cards in force make of them."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.cards import ON_ALL, UNSET_NUMBER, CardDef
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import CLASS, CLASS_ENHANCER, CURSE, ITEM, POWER, RACE, RACE_ENHANCER, STEED
from kickdoor.engine.questions.force import is_active, is_in_force
from kickdoor.engine.questions.table import NO_VALUES, context, face, is_reached, means_of, seats


def altered(s: State) -> frozenset[str]:
    """The numbers of the rules that some card in play changes, perhaps; kept until one comes or goes."""
    names = s.altered
    if names is None:
        names = NO_VALUES
        for seat in seats(s):
            values = means_of(s, seat).values
            if values:
                names |= values
        for card in s.dungeons:
            values = s.rules.defs[card].values
            if values:
                names |= values
        s.altered = names
    return names


#: How many Races and Classes one may have: what allows more does so even where it may not be used [RUL-218].
HAVING: Final = ("class_limit", "race_limit")


def value(s: State, name: str, seat: Seat, bare: bool = False) -> int:
    """One number of the rules for a player: the book's, then what cards set, then what they add.

    Bare: without what cards add in their favour.
    """
    base = s.rules.options.numbers[name]
    if name not in altered(s):
        return base
    add = 0
    best = UNSET_NUMBER
    worst = -UNSET_NUMBER
    player = s.players[seat]
    if name in means_of(s, seat).values:
        having = name in HAVING
        rides = s.rules.steeds_run and name == "run" and _has_running_steed(s, seat)
        for card in player.table:
            d = face(s, card)
            if name not in d.values or not (is_in_force(s, seat, card) if having else is_active(s, seat, card)):
                continue
            if not (rides and _is_riders_own(d)):
                for m in d.modifiers:
                    if m.value == name and (
                        m.condition is None or m.condition.holds(s, context(seat, card, player.fight))
                    ):
                        if m.set == UNSET_NUMBER:
                            add += min(m.add, 0) if bare else m.add
                        elif d.kind == CURSE:
                            worst = min(worst, m.set)
                        else:
                            best = max(best, m.set)
    if name in s.rules.for_all:
        for source in _for_all(s, seat, name):
            d = face(s, source)
            for m in d.modifiers:
                if (
                    m.value == name
                    and m.on == ON_ALL
                    and (m.condition is None or m.condition.holds(s, context(seat, source, player.fight)))
                ):
                    if m.set != UNSET_NUMBER:
                        base = m.set
                    else:
                        add += min(m.add, 0) if bare else m.add
    if s.dungeons and name in s.rules.by_dungeons:
        for source in s.dungeons:
            d = s.rules.defs[source]
            if name not in d.values or not is_reached(s, source, seat):
                continue
            for m in d.modifiers:
                if m.value == name and (
                    m.condition is None or m.condition.holds(s, context(seat, source, player.fight))
                ):
                    if m.set != UNSET_NUMBER:
                        base = m.set  # the last Dungeon governs [DUNG-02]
                    else:
                        add += min(m.add, 0) if bare else m.add
    if best != UNSET_NUMBER:
        base = best  # of several the most favourable
    if worst < -UNSET_NUMBER:
        base = worst
    return base + add


def runs_bare(s: State, seat: Seat) -> bool:
    """Whether no bonus counts for their rolls to run away but what the monster gives."""
    return value(s, "bare_run", seat) > 0


def _has_running_steed(s: State, seat: Seat) -> bool:
    """Whether a Steed of the seat, with what is on it, has a run-away bonus or penalty."""
    for card in s.players[seat].table:
        d = face(s, card)
        if "run" in d.values and (d.kind == STEED or d.enhances == STEED) and is_active(s, seat, card):
            return True
    return False


def _is_riders_own(d: CardDef) -> bool:
    """Whether a run-away number is the rider's own, which their Steed's replaces [STEED-03]."""
    return d.kind in (RACE, CLASS, POWER, ITEM, RACE_ENHANCER, CLASS_ENHANCER) or d.enhances == ITEM


def _for_all(s: State, seat: Seat, name: str) -> list[Card]:
    """Cards in force before the others that change this number, perhaps for everybody."""
    found: list[Card] = []
    for other in seats(s):
        if other != seat and name in means_of(s, other).values:
            for card in s.players[other].table:
                if name in face(s, card).values and is_active(s, other, card):
                    found.append(card)
    return found


def winning_level(s: State, seat: Seat) -> int:
    """The Level that wins for this seat."""
    return value(s, "winning_level", seat)


def level_cap(s: State, seat: Seat) -> int:
    """The highest Level that the seat can reach without a kill [HIER-05, WIN-03].

    It is below the Level that wins, wherever cards have moved that, unless a card or the table says outright otherwise.
    """
    names = altered(s)
    if "winning_level" not in names and "level_without_kill" not in names:
        return s.rules.options.level_cap
    numbers = s.rules.options.numbers
    usual = numbers["level_without_kill"]
    cap = value(s, "level_without_kill", seat)
    if cap > usual or usual >= numbers["winning_level"]:
        return cap
    return min(cap, winning_level(s, seat) - 1)
