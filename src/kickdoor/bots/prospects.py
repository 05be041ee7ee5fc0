"""How likely each player is to win, at a glance at the whole table: what a thought makes of the world it ends in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import mul

from kickdoor.bots.knowledge import Lore
from kickdoor.bots.lore import lore_of
from kickdoor.engine.data.rules import Rules
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    CLASS,
    CURSE,
    DOOR,
    GO_UP_A_LEVEL,
    ITEM,
    MONSTER,
    MONSTER_ENHANCER,
    ONE_SHOT,
    OVER,
    RACE,
    STEED,
)

FAR = 9  #: levels to go, from here on all alike
MUCH = 8  #: strength of gear, from here on less needed

WEIGHTS = {
    "to_go_1": 0.719,
    "to_go_2": 0.430,
    "to_go_3": 0.284,
    "to_go_4": 0.117,
    "to_go_5": -0.049,
    "to_go_6": -0.197,
    "to_go_7": -0.317,
    "to_go_8": -0.418,
    "to_go_9": -0.571,
    "gear": 0.273,
    "much_gear": -0.150,
    "carried": -0.064,
    "gold": 0.109,
    "class": 0.045,
    "race": 0.071,
    "cursed": -0.036,
    "doors": 0.038,
    "treasures": 0.013,
    "potion": 0.063,
    "bane": 0.097,
    "rise": 0.114,
    "malice": -0.007,
    "prey": 0.143,
    "trick": 0.060,
    "on_turn": 0.144,
    "turn_next": 0.152,
    "turn_after": 0.074,
}
"""What each part of a standing counts for, in the logarithm of the odds.

Fitted to 979 games of four veterans with the base set, as `tools/fit_prospects.py` does it, and to no expansion.
"""

FEATURES = tuple(WEIGHTS)

(
    GEAR,
    MUCH_GEAR,
    CARRIED,
    GOLD,
    HAS_CLASS,
    HAS_RACE,
    CURSED,
    DOORS,
    TREASURES,
    POTION,
    BANE,
    RISE,
    MALICE,
    PREY,
    TRICK,
    ON_TURN,
    TURN_NEXT,
    TURN_AFTER,
) = range(FAR, len(FEATURES))


def standing(s: State, lore: Lore, seat: int) -> list[float]:
    """A player's standing at the beginning of a turn, in numbers, in the order of the features."""
    found = [0.0] * len(FEATURES)
    player = s.players[seat]
    found[min(FAR, max(1, lore.winning_level - player.level)) - 1] = 1.0
    gear = _read_table(s, lore, seat, found)
    _read_hand(s, lore, seat, player.level + gear, found)
    waits = (seat - s.turn) % len(s.players)
    if waits < 3:
        found[ON_TURN + waits] = 1.0
    return found


def _read_table(s: State, lore: Lore, seat: int, found: list[float]) -> int:
    """Note what lies before a player, and give the strength of their gear."""
    gear = 0
    for card in s.players[seat].table:
        d = lore.defs[card]
        kind = d.kind
        if kind == ITEM or kind == STEED:
            found[GOLD] += d.gold / 1000
            if s.up[card]:
                gear += d.bonus
            else:
                found[CARRIED] += d.bonus / 5
        elif kind == CLASS:
            found[HAS_CLASS] = 1.0
        elif kind == RACE:
            found[HAS_RACE] = 1.0
        elif kind == CURSE:
            found[CURSED] += 1.0
        else:
            gear += d.bonus
    found[GEAR] = gear / 5
    found[MUCH_GEAR] = max(0, gear - MUCH) / 5
    return gear


def _read_hand(s: State, lore: Lore, seat: int, strength: int, found: list[float]) -> None:
    """Note what a player holds: how many of each back, and what cards of some sorts are good for."""
    for card in s.players[seat].hand:
        d = lore.defs[card]
        found[DOORS if d.deck == DOOR else TREASURES] += 1.0
        kind = d.kind
        if kind == MONSTER:
            found[PREY] += lore.foes[card].strength < strength
        elif kind == GO_UP_A_LEVEL:
            found[RISE] += 1.0
        elif kind == CURSE:
            found[MALICE] += 1.0
        elif kind == MONSTER_ENHANCER:
            found[BANE] += abs(d.bonus) / 5
        elif kind not in (ITEM, STEED, CLASS, RACE):
            power = lore.powers[card]
            if power and kind == ONE_SHOT:
                found[POTION] += power / 5
            else:
                found[TRICK] += power / 5 if power else 1.0


class Prospects:
    """Reads the chances of all players off a table."""

    def __init__(self, rules: Rules) -> None:
        self.lore = lore_of(rules)
        self.weights = list(WEIGHTS.values())

    def chances(self, s: State) -> list[float]:
        """How likely each player is to win; they add up to 1."""
        seats = range(len(s.players))
        if s.over == OVER:
            return [1.0 / len(s.winners) if seat in s.winners else 0.0 for seat in seats]
        scores = [exp(sum(map(mul, self.weights, standing(s, self.lore, seat)))) for seat in seats]
        whole = sum(scores)
        return [score / whole for score in scores]

    def chances_of(self, seat: int, ends: Sequence[State]) -> list[float]:
        """How likely a player is to win in each of these states."""
        return [self.chances(s)[seat] for s in ends]


@lru_cache(maxsize=16)
def prospects_of(rules: Rules) -> Prospects:
    """The prospects by these rules."""
    return Prospects(rules)
