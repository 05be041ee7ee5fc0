"""Positions in which a card does what it does: built for it, and taken from games."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.supply import Supply, full_name
from kickdoor.packs.language import Card

Place = dict[str, Any]

#: Where a card lies that counts for its owner.
FIELDS = {"class": "classes", "race": "races", "power": "powers", "item": "equipped", "steed": "equipped"}
STAYING = frozenset({*FIELDS, "hireling"})
HANDS = 2
"""What takes more is not equipped by somebody without more Hands."""


DOOM = {
    "name": "made-up doom",
    "kind": "one_shot",
    "when": "any_time",
    "target": [{"choose": {"players": "all", "into": "$victim"}}],
    "play": [{"die": {"who": "$victim", "looted": False}}],
}
"""Kills whomever its player likes, at any time."""


def players() -> dict[str, Any]:
    """Four players with something of most sorts."""
    return {
        "A": {
            "level": 4,
            "equipped": [
                {"name": "made-up cap", "slot": "headgear", "bonus": 1},
                {"name": "made-up axe", "slot": "hand", "hands": 1},
            ],
            "carried": [{"name": "made-up potion", "kind": "one_shot", "bonus": 2}],
            "hand": ["card1", "card2"],
        },
        "B": {
            "level": 9,
            "sex": "female",
            "equipped": [{"name": "made-up mail", "slot": "armor", "bonus": 2}],
            "hand": ["card3", "card4"],
        },
        "C": {"level": 6, "hand": ["card5"]},
        "D": {"level": 3, "hand": ["card6"]},
    }


def piles() -> dict[str, Any]:
    """Whatever is drawn and rolled, laid down beforehand."""
    return {
        "door": [f"card{number}" for number in range(40, 46)],
        "treasure": [{"name": f"made-up gem {number}", "gold": 100} for number in range(6)],
        "rolls": [2, 5, 1, 6, 3, 4],
    }


def built(supply: Supply, card: Card) -> Iterator[tuple[str, Place]]:
    """Positions built for a card: in the hand, in force, as a monster, behind the door."""
    name = full_name(supply, card)
    ogre = {"name": "made-up ogre", "level": 9, "treasures": 2}
    base: Place = {"packs": supply.packs, "players": players(), "turn": "A", **piles()}
    if card.kind == "monster":
        combat = {"fighter": "A", "helper": "B", "treasures": 1, "monsters": [name]}
        yield f"{card.name} fought", {**base, "phase": "combat", "combat": combat}
        yield f"{card.name} met", {**base, "phase": "combat", "combat": {**combat, "meet": True}}
        weak = copy.deepcopy(base)
        weak["players"]["A"]["level"] = 20 - 11
        yield f"{card.name} run from", {**weak, "phase": "running_away", "combat": combat, "rolls": [1] * 6}
    if card.kind == "dungeon":
        for words, rest in _moments(ogre):
            yield f"in {card.name} {words}", {**base, "dungeons": [name], **rest}
        return
    if card.deck != "dungeon":
        yield f"{card.name} behind the door", {**base, "phase": "kick_open", "door": [name, *base["door"]]}
    for words, rest in _moments(ogre):
        for by in ("A", "B"):
            place = copy.deepcopy({**base, **rest})
            place["players"][by]["hand"][0] = name
            yield f"{card.name} in the hand of {by} {words}", place
        place = copy.deepcopy({**base, **rest})
        place["players"]["A"] |= {"level": 9, "hand": [name]}
        yield f"{card.name} in the hand of A at Level 9 {words}", place
        if card.kind in STAYING and card.hands <= HANDS:
            place = copy.deepcopy({**base, **rest})
            field = FIELDS.get(card.kind, "table")
            seat = place["players"]["A"]
            seat.update(supply.bearer(card))
            seat[field] = [name, *(seat.get(field, [])[2:])]
            yield f"{card.name} before A {words}", place


def turn_with(supply: Supply, card: Card) -> Place:
    """A turn before the door, behind which a card lies."""
    rest = piles()
    rest["door"] = [full_name(supply, card), *rest["door"]]
    return {"packs": supply.packs, "players": players(), "turn": "A", **rest}


def _moments(ogre: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "in a turn", {}
    yield "in a fight", {"phase": "combat", "combat": {"fighter": "A", "monsters": [ogre]}}


def of_games(supply: Supply, card: Card) -> Iterator[tuple[str, Place]]:
    """Positions taken from games, into which a card comes: in a hand, in the fight, behind the door."""
    name = full_name(supply, card)
    if card.deck == "dungeon" or not supply.games:
        return
    for place in supply.rng.sample(supply.games, min(2, len(supply.games))):
        changed = copy.deepcopy(place)
        who = supply.rng.choice(list(changed["players"]))
        if card.kind == "monster" and "combat" in changed:
            changed["combat"]["monsters"].append(name)
            yield f"{card.name} in a fight of a game", changed
        elif card.kind == "monster":
            changed |= {"phase": "kick_open", "door": [name, *changed["door"]]}
            yield f"{card.name} behind the door in a game", changed
        else:
            changed["players"][who].setdefault("hand", []).append(name)
            yield f"{card.name} in the hand of {who} in a game", changed
