"""Lawful positions: what no game could have come to, told before a scenario proves anything by it."""

from __future__ import annotations

from itertools import combinations

from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.state import State
from kickdoor.engine.data.terms import (
    CLASS,
    CLASS_ENHANCER,
    CURSE,
    DECKS,
    DOOR,
    DUNGEON,
    HIRELING,
    ITEM,
    MONSTER,
    NOT_KEPT,
    RACE,
    RACE_ENHANCER,
    TREASURE,
)
from kickdoor.engine.questions.items import is_lifted
from kickdoor.engine.questions.surplus import surplus
from kickdoor.engine.questions.table import cards_of_kind, face, party
from kickdoor.engine.questions.values import value, winning_level
from kickdoor.packs.loader import pack_of
from kickdoor.play.naming import INLINE

#: The faces of a die.
FACES = range(1, 7)

#: What somebody has too much of, by the limit that they are over.
TOO_MUCH = {
    "big_limit": "more Big Items than they may carry",
    "carry": "what they may not carry",
    "steed_limit": "more Steeds than they may",
    "class_limit": "more Classes than they may",
    "race_limit": "more Races than they may",
    "hireling_limit": "more Hirelings than they may",
    "ranks": "more Ranks of Powers than Levels",
    "slots": "more equipped than they have slots and Hands for",
    "complex_limit": "more Complex Items equipped than they may",
}


def unlawful(s: State, names: list[str]) -> list[str]:
    """What is against the rules in a position that is laid out; empty where nothing is."""
    found = [f"a die cannot show {rolled}" for rolled in s.loaded if rolled not in FACES]
    for number, player in enumerate(s.players):
        seat, name = Seat(number), names[number]
        lowest = value(s, "lowest_level", seat)
        if player.level < lowest:
            found.append(f"{name} is at Level {player.level}, and the lowest is {lowest}")
        if player.level >= winning_level(s, seat):
            found.append(f"{name} is at Level {player.level}, and has won with {winning_level(s, seat)}")
        if not player.dead and not _has_just_met(s, seat):
            found += [f"{name} has {too_much}" for too_much in _beyond_limits(s, seat)]
        found += [f"{name} has {out_of_place}" for out_of_place in _out_of_place(s, seat)]
        wrong = [card for card in player.hand if s.rules.defs[card].deck == DUNGEON]
        if wrong:
            found.append(f"{name} has Dungeons in the hand: {_called(s, wrong)}")
    for fight in s.fights:
        if s.players[fight.fighter].dead:
            found.append(f"{names[fight.fighter]} is dead and fights")
    for deck, pile in ((DOOR, s.door), (TREASURE, s.treasure), (DUNGEON, s.dungeon)):
        wrong = [card for card in reversed(pile) if s.rules.defs[card].deck != deck and not _is_inline(s, card)]
        if wrong:
            found.append(f"in the {DECKS[deck]} deck lies what is of another: {_called(s, wrong)}")
    return found


def _beyond_limits(s: State, seat: Seat) -> list[str]:
    """What the seat would have to put right at once, and a Class or Race that it has twice [CHAR-05]."""
    over = surplus(s, seat)
    found = [] if over is None else [f"{TOO_MUCH[over.limit]}: {_called(s, over.cards)}"]
    for kind in (CLASS, RACE):
        have = [card for card in cards_of_kind(s, seat, kind) if not is_lifted(s, card)]
        twice = [b for a, b in combinations(have, 2) if face(s, a).trait == face(s, b).trait]
        if twice:
            found.append(f"the same Class or Race twice: {_called(s, twice)}")
    return found


def _out_of_place(s: State, seat: Seat) -> list[str]:
    """What cannot lie before a player: a monster, a Curse that is over, an Item on an Item, and the like."""
    found = []
    for card in s.players[seat].table:
        d = face(s, card)
        hosts = [host for host in s.host.get(card, ()) if face(s, host).kind != HIRELING]
        if d.kind == MONSTER:
            found.append(f"a monster in play: {d.name}")
        if d.kind == CURSE and d.lasting == NOT_KEPT and card not in s.host and not d.faces:
            found.append(f"a Curse that does not stay: {d.name}")
        if d.kind == ITEM and hosts:
            found.append(f"an Item on what carries none: {d.name} on {_called(s, hosts)}")
        for enhancer, kind in ((CLASS_ENHANCER, CLASS), (RACE_ENHANCER, RACE)):
            if d.kind == enhancer and len(cards_of_kind(s, seat, kind)) < d.lost_below:
                found.append(f"{d.name} with too few Classes or Races for it")
    return found


def _has_just_met(s: State, seat: Seat) -> bool:
    """Whether a monster is still to be met: what its coming puts above a limit is put right after that."""
    return any(seat in party(s, fight) and any(not monster.met for monster in fight.monsters) for fight in s.fights)


def _is_inline(s: State, card: Card) -> bool:
    """A card that the scenario makes up is of the deck where it lies."""
    return pack_of(s.rules.defs[card].id) == INLINE


def _called(s: State, cards: list[Card]) -> str:
    return ", ".join(face(s, card).name for card in cards)
