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
    return {"name": "mask", "grants": [{"trait": trait, "for": for_}]}


def _places(supply: Supply, trait: str, rest: dict[str, Any], helping: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    found = []
    for purposes in (["monsters"], ["own", "items", "monsters"]):
        marked = {"level": 4, "hand": 3, "equipped": [_taken_for(trait, purposes), {"name": "cap", "slot": "headgear"}]}
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


def _cases(supply: Supply, card: Card, trait: str) -> Iterator[Case]:
    name = full_name(supply, card)
    fought: Any = name
    if card.kind == "monster_enhancer":
        fought = {"card": {"name": "ogre", "level": 6}, "enhancers": [name]}
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
)
