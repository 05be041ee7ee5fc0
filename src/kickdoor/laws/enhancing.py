"""Laws of enhancers: on Items and on monsters, whatever the order."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kickdoor.laws.doing import fight, table
from kickdoor.laws.law import Case, Claim, Law
from kickdoor.laws.playing import openings
from kickdoor.laws.supply import Supply, full_name, inline, words_in
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

OTHER = {"name": "made-up trinket", "bonus": 4}
"""Worth more than the Item alone, and less than the Item with its enhancer."""


def _wearing(items: list[dict[str, Any]], attached: bool) -> dict[str, Any]:
    seat: dict[str, Any] = {"level": 5, "equipped": [*items, OTHER]}
    if attached:
        seat["table"] = [{"name": "made-up polish", "kind": "item_enhancer", "bonus": 2}]
        seat["attached"] = {"made-up polish": "made-up thing"}
    return seat


def _pair(supply: Supply, shape: dict[str, Any], rest: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A player with an enhanced Item of +3, and with one of +5."""
    places = []
    for bonus, attached in ((3, True), (5, False)):
        players = {
            "A": _wearing([{"name": "made-up thing", "bonus": bonus, **shape}], attached),
            "B": {"level": 4, **rest.get("B", {})},
            "C": {},
        }
        others = {key: value for key, value in rest.items() if key != "B"}
        places.append({"packs": supply.packs, "players": players, "turn": "A", **others})
    return places[0], places[1]


def enhanced_items(supply: Supply) -> Iterator[Case]:
    """Every monster fought, and every other card played at a player with an enhanced Item."""
    aspects = ("levels", "dead", "winners", "strength", "cards:made-up thing,made-up trinket")
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
                    rest |= {
                        "phase": "combat",
                        "combat": {"fighter": "A", "monsters": [{"name": "made-up ogre", "level": 12}]},
                    }
                tried, plain = _pair(supply, shape, rest)
                for place in (tried, plain):
                    place["players"][by]["hand"] = [name]
                for opening in openings(plain, by, name):
                    yield Case(f"{by} plays {card.name}, {words}", tried, plain, opening, aspects=aspects, further=0)

    yield from _enhanced_in_games(supply)


def _enhanced_in_games(supply: Supply) -> Iterator[Case]:
    """Every Item that somebody in a fight of a game uses, with an enhancer and with a better bonus."""
    for place in supply.games:
        combat = place.get("combat")
        if combat is None:
            continue
        for name in {combat["fighter"], combat.get("helper", combat["fighter"])}:
            seat = place["players"][name]
            for id in seat.get("equipped", []):
                card = supply.mix.get(id)
                if (
                    card is None
                    or card.kind != "item"
                    or not card.bonus
                    or any(id in hosts for hosts in seat.get("attached", {}).values())
                ):
                    continue
                sides = []
                for bonus in (card.bonus, card.bonus + 2):
                    side = copy.deepcopy(place)
                    worn = side["players"][name]["equipped"]
                    worn[worn.index(id)] = inline(card, name=f"{card.name} of old", bonus=bonus)
                    sides.append(side)
                tried, plain = sides
                on = tried["players"][name]
                on.setdefault("table", []).append({"name": "made-up polish", "kind": "item_enhancer", "bonus": 2})
                on.setdefault("attached", {})["made-up polish"] = f"{card.name} of old"
                aspects = ("levels", "dead", "winners", "strength")
                yield Case(f"{card.name} in a game", tried, plain, aspects=aspects, further=4)


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

    yield from _enhanced_both_ways(supply)


def _enhanced_both_ways(supply: Supply) -> Iterator[Case]:
    """Two enhancers of the mix on a monster of a fight of a game, either first."""
    enhancers = [id for id, card in supply.mix.items() if card.kind == "monster_enhancer"]
    for number, place in enumerate([place for place in supply.games if "combat" in place], 1):
        free = [id for id in enhancers if id not in words_in(place)]
        if len(free) < 2:
            continue
        order = supply.rng.sample(free, 2)
        sides = []
        for names in (order, order[::-1]):
            side = copy.deepcopy(place)
            monsters = side["combat"]["monsters"]
            first = monsters[0] if isinstance(monsters[0], dict) and "card" in monsters[0] else {"card": monsters[0]}
            monsters[0] = {**first, "enhancers": [*first.get("enhancers", []), *names]}
            sides.append(side)
        aspects = ("levels", "dead", "winners", "strength", "monsters")
        yield Case(f"{' and '.join(order)} in fight {number} of games", sides[0], sides[1], aspects=aspects, further=0)


def _enhanced(supply: Supply, order: list[str]) -> dict[str, Any]:
    monster = {"card": {"name": "made-up ogre", "level": 3, "treasures": 2}, "enhancers": order}
    return {
        "packs": supply.packs,
        "players": {"A": {"level": 9, "equipped": [{"name": "made-up gear", "bonus": 30}]}, "B": {}, "C": {}},
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
                "A": {"level": 9, "equipped": [{"name": "made-up gear", "bonus": 60}]},
                "B": {"hand": [name, "munchkin/mate"]},
                "C": {},
            },
            "turn": "A",
            "phase": "combat",
            "combat": {"fighter": "A", "monsters": [{"name": "made-up ogre", "level": 3, "treasures": 2}]},
        }
        enhance = {"B": {"play": name}}
        double = {"B": {"play": "munchkin/mate", "choose": "made-up ogre"}}
        double_first = [double, {"B": {"play": name, "choose": "made-up ogre"}}]
        aspects = ("levels", "dead", "winners", "strength", "hand")
        yield Case(
            f"{card.name} and Mate", place, place, double_first, plain_opening=[enhance, double], aspects=aspects
        )


def twins_as_two(supply: Supply) -> Iterator[Case]:
    """Every monster with a twin, and two of them: with an enhancer, won against and lost to."""
    double = {"name": "made-up double", "kind": "special"}
    cards = ["card1", "card2", "card3"]
    for monster in supply.sampled(supply.of_kind("monster")):
        one, two = (inline(monster, name=f"{monster.name} {word}") for word in ("one", "two"))
        enhanced = {"card": one, "enhancers": [_fierce("fierce")]}
        twin = {"card": double, "twin_of": one["name"]}
        other = {"card": two, "enhancers": [_fierce("fiercer")]}
        for bonus in (0, 90):
            places = []
            for monsters in ([enhanced, twin], [enhanced, other]):
                places.append(
                    {
                        "packs": supply.packs,
                        "players": {
                            "A": {"level": 4, "equipped": [{"name": "made-up gear", "bonus": bonus}], "hand": cards},
                            "B": {"level": 3},
                            "C": {},
                        },
                        "turn": "A",
                        "phase": "combat",
                        "combat": {"fighter": "A", "monsters": copy.deepcopy(monsters)},
                        "door": [f"card{number}" for number in range(40, 50)],
                        "treasure": [{"name": f"made-up gem {number}", "gold": 100} for number in range(20)],
                        "rolls": [1] * 8,
                    }
                )
            aspects = ("levels", "dead", "winners", "strength", "hand")
            words = f"{monster.name} and its twin, {'won' if bonus else 'lost'}"
            yield Case(words, places[0], places[1], aspects=aspects)
    yield from _twins_in_games(supply)


def _twins_in_games(supply: Supply) -> Iterator[Case]:
    """Every monster alone in a fight of a game, with a twin and beside one that is the same."""
    double = {"name": "made-up double", "kind": "special"}
    for number, place in enumerate([place for place in supply.games if "combat" in place], 1):
        monsters = place["combat"]["monsters"]
        card = supply.mix.get(monsters[0]) if len(monsters) == 1 and isinstance(monsters[0], str) else None
        if card is None or card.kind != "monster":
            continue
        one, two = (inline(card, name=f"{card.name} {word}") for word in ("one", "two"))
        sides = []
        for met in ([one, {"card": double, "twin_of": one["name"]}], [one, two]):
            side = copy.deepcopy(place)
            side["combat"]["monsters"] = met
            sides.append(side)
        about = f"{card.name} and its twin in fight {number} of games"
        yield Case(about, sides[0], sides[1], aspects=("levels", "dead", "winners", "strength"), further=0)


def _fierce(name: str) -> dict[str, Any]:
    return {"name": name, "kind": "monster_enhancer", "bonus": 5, "treasures": 1}


def order_of_bonuses(supply: Supply) -> Iterator[Case]:
    """Every two one-shots with a bonus, and every one with an enhancer of the monster, either first."""
    plain_ones = [card for card in supply.of_kind("one_shot") if card.bonus]
    enhancers = supply.of_kind("monster_enhancer")
    pairs = [*combinations(plain_ones, 2), *((one, other) for one in plain_ones[:4] for other in enhancers)]
    for one, other in supply.sampled(pairs):
        plays = []
        for card in (one, other):
            on = "party" if card.kind == "one_shot" else "made-up ogre"
            plays.append({"B": {"play": full_name(supply, card), "choose": on}})
        place: dict[str, Any] = {
            "packs": supply.packs,
            "players": {
                "A": {"level": 4, "equipped": [{"name": "made-up cap", "slot": "headgear", "bonus": 2}]},
                "B": {"hand": [full_name(supply, one), full_name(supply, other)]},
                "C": {},
            },
            "turn": "A",
            "phase": "combat",
            "combat": {"fighter": "A", "monsters": [{"name": "made-up ogre", "level": 30, "treasures": 2}]},
            "rolls": [6, 6, 6],
        }
        aspects = ("levels", "strength", "monsters")
        about = f"{one.name} and {other.name}"
        yield Case(about, place, place, plays[::-1], plain_opening=plays, aspects=aspects, further=0)
    yield from _shuffled_games(supply)


def _shuffled_games(supply: Supply) -> Iterator[Case]:
    """Fights of games, with all that lies before players and was played in the other order."""
    for number, place in enumerate(supply.games, 1):
        if "combat" not in place:
            continue
        other = copy.deepcopy(place)
        for seat in other["players"].values():
            for field in ("equipped", "carried", "table", "races", "classes"):
                seat.get(field, []).reverse()
        for field in ("played", *(["monsters"] if "twin_of" not in str(place["combat"]) else [])):
            other["combat"].get(field, []).reverse()
        yield Case(f"fight {number} of games", other, place, aspects=("levels", "strength", "dead"), further=0)


SUMS: tuple[tuple[dict[str, Any], dict[str, Any], bool], ...] = (
    ({"slot": "headgear"}, {"slot": "headgear"}, True),
    ({"slot": "headgear"}, {"slot": "armor"}, False),
    ({"slot": "hand", "hands": 2}, {"hands_at_least": 2}, True),
    ({"slot": "hand", "hands": 1}, {"hands_at_least": 2}, False),
    ({"big": True}, {"big": True}, True),
    ({}, {"big": True}, False),
    ({"tags": ["fire"]}, {"tag": "fire"}, True),
    ({}, {"bonus_at_least": 5}, True),
    ({}, {"bonus_at_least": 6}, False),
    ({"gold": 500}, {"gold_at_least": 500}, True),
    ({"usable_by": ["male"]}, {"limited_to": "sex"}, True),
)
"""Shapes of an Item of +3 that has an enhancer of +2 on it, questions about Items, and whether it is meant."""


def enhanced_sums(_: Supply) -> Iterator[Claim]:
    """What ignores, turns or doubles a sort of Items means an Item with all that lies on it."""
    polish = {"name": "polish", "kind": "item_enhancer", "bonus": 2}
    for shape, asked, meant in SUMS:
        for about, line, ours in (
            ("ignored", {"drop_cards": asked}, 5),
            ("turned", {"negate": asked}, 0),
            ("doubled", {"multiply": asked, "side": "party"}, 15),
            ("thrice", {"multiply": asked, "by": 3, "side": "party"}, 20),
        ):
            ogre = {"name": "ogre", "level": 30, "strength": [line]}
            place = fight(table("C"), helper=False, monsters=[ogre])
            place["players"]["A"] |= {
                "equipped": [{"name": "tool", "bonus": 3, **shape}],
                "carried": [],
                "table": [polish],
                "attached": {"polish": "tool"},
            }
            sums = {"strength": [ours if meant else 10, 30]}
            yield Claim(f"an enhanced Item with {shape}, {about} where {asked}", place, sums)


LAWS = (
    Law(
        "enhanced-in-sums",
        "What ignores, turns or doubles a sort of Items means an Item with all that lies on it.",
        ("ITEM-13",),
        enhanced_sums,
        bare=True,
    ),
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
    Law(
        "twins-as-two",
        "A monster and its twin are two monsters: in strength, in Levels and Treasures, and for who runs.",
        ("CMB-15", "CMB-16"),
        twins_as_two,
    ),
    Law(
        "order-of-bonuses",
        "The order in which bonuses were played and Items laid down does not matter.",
        ("CMB-07", "CMB-14"),
        order_of_bonuses,
    ),
)
