"""Laws of enhancers: on Items and on monsters, whatever the order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kickdoor.laws.law import Case, Law
from kickdoor.laws.playing import openings
from kickdoor.laws.supply import Supply, full_name
from kickdoor.packs.language import Card

#: What an Item can be: where it is worn or held, and what tags tell of it.
SHAPES: dict[str, dict[str, Any]] = {
    "in one hand": {"slot": "hand", "hands": 1, "tags": ["weapon"]},
    "in two hands": {"slot": "hand", "hands": 2, "big": True},
    "on the head": {"slot": "headgear"},
    "as armor": {"slot": "armor", "tags": ["fire"]},
    "on the feet": {"slot": "footgear"},
    "anywhere": {},
}

OTHER = {"name": "trinket", "bonus": 4}
"""Worth more than the Item alone, and less than the Item with its enhancer."""


def _wearing(items: list[dict[str, Any]], attached: bool) -> dict[str, Any]:
    seat: dict[str, Any] = {"level": 5, "equipped": [*items, OTHER]}
    if attached:
        seat["table"] = [{"name": "polish", "kind": "item_enhancer", "bonus": 2}]
        seat["attached"] = {"polish": "thing"}
    return seat


def _pair(supply: Supply, shape: dict[str, Any], rest: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A player with an enhanced Item of +3, and with one of +5."""
    places = []
    for bonus, attached in ((3, True), (5, False)):
        players = {
            "A": _wearing([{"name": "thing", "bonus": bonus, **shape}], attached),
            "B": {"level": 4, **rest.get("B", {})},
            "C": {},
        }
        others = {key: value for key, value in rest.items() if key != "B"}
        places.append({"packs": supply.packs, "players": players, "turn": "A", **others})
    return places[0], places[1]


def enhanced_items(supply: Supply) -> Iterator[Case]:
    """Every monster fought, and every other card played at a player with an enhanced Item."""
    aspects = ("levels", "dead", "winners", "strength", "cards:thing,trinket")
    for monster in supply.sampled(supply.of_kind("monster")):
        name = full_name(supply, monster)
        for words, shape in SHAPES.items():
            tried, plain = _pair(
                supply,
                shape,
                {"phase": "combat", "combat": {"fighter": "A", "monsters": [name]}, "rolls": [1, 1, 1]},
            )
            yield Case(f"{monster.name}, {words}", tried, plain, aspects=aspects, further=0)
    for card in supply.sampled(_playable(supply)):
        name = full_name(supply, card)
        for words, shape in SHAPES.items():
            for by in ("A", "B"):
                rest: dict[str, Any] = {"rolls": [1, 1, 1]}
                if _is_for_combat(card):
                    rest |= {"phase": "combat", "combat": {"fighter": "A", "monsters": [{"name": "ogre", "level": 12}]}}
                tried, plain = _pair(supply, shape, rest)
                for place in (tried, plain):
                    place["players"][by]["hand"] = [name]
                for opening in openings(plain, by, name):
                    yield Case(f"{by} plays {card.name}, {words}", tried, plain, opening, aspects=aspects, further=0)


def _playable(supply: Supply) -> list[Card]:
    return supply.of_kind("curse", "one_shot", "special")


def _is_for_combat(card: Card) -> bool:
    when = [card.when] if isinstance(card.when, str) else card.when if isinstance(card.when, list) else []
    for ability in card.abilities.values():
        when = [*when, *([ability.when] if isinstance(ability.when, str) else ability.when)]
    return bool(when) and all(word in ("any_combat", "own_combat", "before_run", "when_caught") for word in when)


def order_of_enhancers(supply: Supply) -> Iterator[Case]:
    """Every two enhancers on a monster, either first; and on a monster with a twin."""
    enhancers = supply.of_kind("monster_enhancer")
    for one, other in supply.sampled(list(combinations(enhancers, 2))):
        names = [full_name(supply, one), full_name(supply, other)]
        places = [_enhanced(supply, order) for order in (names, names[::-1])]
        aspects = ("levels", "dead", "winners", "strength", "monsters", "hand")
        yield Case(f"{one.name} and {other.name}", places[0], places[1], aspects=aspects)


def _enhanced(supply: Supply, order: list[str]) -> dict[str, Any]:
    monster = {"card": {"name": "ogre", "level": 3, "treasures": 2}, "enhancers": order}
    return {
        "packs": supply.packs,
        "players": {"A": {"level": 9, "equipped": [{"name": "gear", "bonus": 30}]}, "B": {}, "C": {}},
        "turn": "A",
        "phase": "combat",
        "combat": {"fighter": "A", "monsters": [monster]},
    }


def order_of_twins(supply: Supply) -> Iterator[Case]:
    """Every enhancer played before and after the monster was doubled."""
    if "munchkin" not in supply.packs:
        return
    for card in supply.sampled(supply.of_kind("monster_enhancer")):
        name = full_name(supply, card)
        place: dict[str, Any] = {
            "packs": supply.packs,
            "players": {
                "A": {"level": 9, "equipped": [{"name": "gear", "bonus": 60}]},
                "B": {"hand": [name, "munchkin/mate"]},
                "C": {},
            },
            "turn": "A",
            "phase": "combat",
            "combat": {"fighter": "A", "monsters": [{"name": "ogre", "level": 3, "treasures": 2}]},
        }
        enhance = {"B": {"play": name}}
        double = {"B": {"play": "munchkin/mate", "choose": "ogre"}}
        double_first = [double, {"B": {"play": name, "choose": "ogre"}}]
        aspects = ("levels", "dead", "winners", "strength", "hand")
        yield Case(
            f"{card.name} and Mate", place, place, double_first, plain_opening=[enhance, double], aspects=aspects
        )


LAWS = (
    Law(
        "enhanced-item",
        "An Item of bonus b with an enhancer of e counts everywhere as one of bonus b + e.",
        ("ITEM-13",),
        enhanced_items,
    ),
    Law(
        "order-of-enhancers",
        "The order in which enhancers are played does not matter.",
        ("CMB-14",),
        order_of_enhancers,
    ),
    Law(
        "order-of-twins",
        "A monster and its twin are two monsters with the same enhancers, whichever came first.",
        ("CMB-15",),
        order_of_twins,
    ),
)
