"""Laws of what monsters see: whom they take for an Elf fares as an Elf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kickdoor.laws.law import Case, Law
from kickdoor.laws.supply import Supply, full_name, words_in
from kickdoor.packs.language import Card

ASPECTS = ("levels", "dead", "winners", "strength", "moment", "monsters", "hand")


def _taken_for(trait: str, for_: list[str]) -> dict[str, Any]:
    """A thing that makes its owner such a one, for some purposes."""
    return {"name": "made-up mask", "grants": [{"trait": trait, "for": for_}]}


def _places(supply: Supply, trait: str, rest: dict[str, Any], helping: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    found = []
    for purposes in (["monsters"], ["own", "items", "monsters"]):
        marked = {
            "level": 4,
            "hand": 3,
            "equipped": [_taken_for(trait, purposes), {"name": "made-up cap", "slot": "headgear"}],
        }
        players = {"A": marked, "B": {"level": 3}, "C": {}}
        if helping:
            players = {"A": {"level": 4, "hand": 3}, "B": {**marked, "level": 3, "hand": 2}, "C": {}}
        found.append({"packs": supply.packs, "players": players, "turn": "A", **rest})
    return found[0], found[1]


def taken_for(supply: Supply) -> Iterator[Case]:
    """Every monster that speaks of a race or class: met, fought, helped against, run from."""
    traits = supply.traits
    for monster in supply.sampled(supply.of_kind("monster", "monster_enhancer")):
        spoken = set(words_in(monster))
        for trait in [trait for trait in traits if trait in spoken]:
            yield from _cases(supply, monster, trait)

    for number, place in enumerate([place for place in supply.games if "combat" in place], 1):
        faced = set(words_in(place["combat"]["monsters"])) & supply.mix.keys()
        spoken = {word for id in faced for word in words_in(supply.mix[id])}
        combat = place["combat"]
        for trait in [trait for trait in traits if trait in spoken]:
            for who in {combat["fighter"], combat.get("helper", combat["fighter"])}:
                sides = []
                for purposes in (["monsters"], ["own", "items", "monsters"]):
                    side = supply.silent_about(trait, place)
                    side["players"][who].setdefault("equipped", []).append(_taken_for(trait, purposes))
                    sides.append(side)
                about = f"fight {number} of games, {who} as {trait}"
                yield Case(about, sides[0], sides[1], aspects=("levels", "strength"), further=0)


def bystanders(supply: Supply) -> Iterator[Case]:
    """Every monster and enhancer that speaks of a race, class or sex, with such a one who does not fight."""
    for card in supply.sampled(supply.of_kind("monster", "monster_enhancer")):
        spoken = set(words_in(card))
        fought: Any = full_name(supply, card)
        if card.kind == "monster_enhancer":
            fought = {"card": {"name": "made-up ogre", "level": 6}, "enhancers": [fought]}
        for trait in [trait for trait in (*supply.traits, "male", "female") if trait in spoken]:
            sides = []
            for watching in (True, False):
                other = {"level": 3, "sex": "neither", "equipped": [{"name": "made-up mask"}]}
                if watching and trait in ("male", "female"):
                    other["sex"] = trait
                elif watching:
                    other["equipped"] = [_taken_for(trait, ["own", "items", "monsters"])]
                players = {"A": {"level": 4, "sex": "neither"}, "B": other, "C": {"sex": "neither"}}
                combat = {"fighter": "A", "monsters": [fought]}
                rest = {"turn": "A", "phase": "combat", "combat": combat, "rolls": [1] * 4}
                sides.append({"packs": supply.packs, "players": players, **rest})
            about = f"{card.name} and {trait} looking on"
            yield Case(about, sides[0], sides[1], aspects=("strength",), further=0)


def _cases(supply: Supply, card: Card, trait: str) -> Iterator[Case]:
    name = full_name(supply, card)
    fought: Any = name
    if card.kind == "monster_enhancer":
        fought = {"card": {"name": "made-up ogre", "level": 6}, "enhancers": [name]}
    else:
        rest: dict[str, Any] = {"door": [name], "rolls": [1, 1, 1]}
        tried, plain = _places(supply, trait, rest, helping=False)
        yield Case(f"{card.name} behind the door, {trait}", tried, plain, [{"A": "kick"}], aspects=ASPECTS)
    for helping in (False, True):
        for roll in (1, 6):
            combat: dict[str, Any] = {"fighter": "A", "monsters": [fought]}
            if helping:
                combat["helper"] = "B"
            rest = {"phase": "combat", "combat": combat, "rolls": [roll] * 6}
            tried, plain = _places(supply, trait, rest, helping)
            words = f"{card.name}, {trait}{' who helps' if helping else ''}, rolls of {roll}"
            yield Case(words, tried, plain, aspects=ASPECTS)


LAWS = (
    Law(
        "taken-for",
        "A player whom monsters take for X fares with every monster as a real X does.",
        ("RACE-04",),
        taken_for,
    ),
    Law(
        "bystanders",
        "What a monster has against a race, class or sex counts only for who is in the fight.",
        ("CMB-18",),
        bystanders,
    ),
)
