"""Going on from a position by chance, in steps that a scenario can say again."""

from __future__ import annotations

from random import Random
from typing import Any

from kickdoor.engine.data.options import card_of, first_of, second_of, verb_of
from kickdoor.engine.data.refusals import IllegalMove
from kickdoor.engine.data.terms import (
    ACCEPT,
    CLAIM,
    DROP,
    ENTRUST,
    EQUIP,
    JOIN,
    LAY,
    LOOT,
    NONE,
    PASS,
    PLAY,
    PROCEED,
    REFUSE,
    RUN,
    SELL,
    TROUBLE,
    UNEQUIP,
)
from kickdoor.engine.questions.table import current_fight, face
from kickdoor.engine.running import kernel
from kickdoor.engine.running.asking import open_window
from kickdoor.play.naming import Failure
from kickdoor.play.table import Table

Step = dict[str, Any]

#: How a turn and a fight go on; half of the time somebody says so, or else they would hardly ever end.
GOING_ON = frozenset({PASS, PROCEED, CLAIM, RUN, LOOT, TROUBLE})
WORDS = {PROCEED: "proceed", CLAIM: "claim", LOOT: "loot"}
OF_CARDS = {LAY: "lay", EQUIP: "equip", UNEQUIP: "unequip", DROP: "drop", TROUBLE: "trouble"}
TRIES = 6
"""So many answers are tried before a walk ends: some have no words of their own."""


def wander(table: Table, chance: Random) -> list[Step]:
    """Take one step by chance; none where the game is over or nothing that was tried could be said."""
    game = table.game
    for _ in range(TRIES if game.waiting and not game.over else 0):
        seat = chance.choice(game.waiting)
        step = _step(table, seat, chance)
        if step is None:
            continue
        try:
            Table(game.clone(), table.seats).do(step)
        except (Failure, IllegalMove):
            continue
        table.do(step)
        return [step]
    return []


def _step(table: Table, seat: int, chance: Random) -> Step | None:
    s = table.game.state
    name = table.seats[seat]
    options = kernel.options(s, seat)
    if open_window(s) is None:
        return {name: {"choose": table.label(chance.choice(options))[-1]}} if options else None
    fight = current_fight(s)
    if fight is not None and fight.fighter == seat and fight.helper < 0 and chance.random() < 0.3:
        to = chance.choice([other for other in table.seats if other != name])
        return {name: {"offer": {"to": to, "treasures": chance.randrange(3)}}}
    onward = [option for option in options if verb_of(option) in GOING_ON]
    option = chance.choice(onward if onward and chance.random() < 0.5 else options)
    return _in_words(table, name, option)


def _in_words(table: Table, name: str, option: int) -> Step | None:
    """An option of an open window as a step."""
    s = table.game.state
    verb = verb_of(option)
    if verb == PASS:
        return {"pass": name}
    if verb in WORDS:
        return {name: WORDS[verb]}
    if verb == SELL:
        return {name: {"sell": True}}
    if verb in (ACCEPT, REFUSE):
        return {name: {"accept" if verb == ACCEPT else "refuse": True}}
    if first_of(option) == NONE:
        return {name: "run"} if verb == RUN else None
    card = card_of(option)
    if card >= len(s.rules.defs):
        return None
    called = s.rules.defs[card].id
    if verb == RUN:
        return {name: {"run": called}}
    if verb in OF_CARDS:
        return {name: {OF_CARDS[verb]: called}}
    if verb == PLAY:
        ability = next((one.name for one in face(s, card).abilities if one.index == second_of(option)), "")
        return {name: {"use": called, "ability": ability}} if ability else {name: {"use": called}}
    if verb == ENTRUST:
        return {name: {"entrust": called, "to": s.rules.defs[second_of(option)].id}}
    if verb == JOIN:
        made = {} if second_of(option) == NONE else {"with": s.rules.defs[second_of(option)].id}
        return {name: {"join": called, **made}}
    return None
