"""Laws of sorting: a filter finds the cards that it means, wherever they lie, and no others.

The cards are made up; what must be found is worked out from their data alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.supply import Supply

Data = dict[str, Any]

#: Something of every sort, in play before D.
THINGS: tuple[Data, ...] = (
    {"name": "helm", "slot": "headgear", "bonus": 1, "gold": 200, "tags": ["shiny"]},
    {"name": "mail", "slot": "armor", "bonus": 3, "gold": 600},
    {"name": "boots", "slot": "footgear", "bonus": 2, "gold": 400, "usable_by": ["female"]},
    {"name": "staff", "slot": "hand", "hands": 1, "bonus": 1, "gold": 100, "tags": ["fire", "shiny"]},
    {"name": "halberd", "slot": "hand", "hands": 2, "bonus": 4, "gold": 700, "big": True},
    {"name": "crate", "bonus": 0, "gold": 1000, "big": True},
    {"name": "trinket", "gold": 0},
    {"name": "flask", "kind": "one_shot", "bonus": 3, "gold": 300},
)
WORN = ("helm", "mail", "boots", "staff")

#: What a filter can ask for, and whether a card is so, by its data.
FILTERS: tuple[tuple[Data, Callable[[Data], bool]], ...] = (
    ({"big": True}, lambda card: bool(card.get("big"))),
    ({"big": False}, lambda card: not card.get("big")),
    ({"slot": "headgear"}, lambda card: card.get("slot") == "headgear"),
    ({"slot": ["armor", "footgear"]}, lambda card: card.get("slot") in ("armor", "footgear")),
    ({"slot": "hand"}, lambda card: card.get("hands", 0) > 0),
    ({"equipped": True}, lambda card: card["name"] in WORN),
    ({"equipped": False}, lambda card: card["name"] not in WORN),
    ({"one_shot": True}, lambda card: card.get("kind") == "one_shot"),
    ({"kind": "item"}, lambda card: card.get("kind", "item") == "item"),
    ({"kind": ["one_shot", "curse"]}, lambda card: card.get("kind") == "one_shot"),
    ({"gold_at_least": 400}, lambda card: card["gold"] >= 400),
    ({"gold_at_least": 401}, lambda card: card["gold"] >= 401),
    ({"bonus_at_least": 3}, lambda card: card.get("bonus", 0) >= 3 and "slot" in card),
    ({"hands_at_least": 2}, lambda card: card.get("hands", 0) >= 2),
    ({"hands_at_most": 1}, lambda card: card.get("hands", 0) == 1),
    ({"tag": "shiny"}, lambda card: "shiny" in card.get("tags", [])),
    ({"tag": ["fire", "cold"]}, lambda card: "fire" in card.get("tags", [])),
    ({"usable_by": "female"}, lambda card: "female" in card.get("usable_by", [])),
    ({"limited_to": "sex"}, lambda card: "usable_by" in card),
    ({"deck": "treasure"}, lambda card: True),
    ({"not": {"tag": "shiny"}}, lambda card: "shiny" not in card.get("tags", [])),
    ({"any": [{"big": True}, {"slot": "headgear"}]}, lambda card: bool(card.get("big")) or card["name"] == "helm"),
    ({"slot": "hand", "big": True}, lambda card: card["name"] == "halberd"),
    ({"item": True}, lambda card: True),
)


def _stocked() -> Place:
    place = table("C")
    things = copy.deepcopy(THINGS)
    place["players"]["D"] |= {
        "equipped": [thing for thing in things if thing["name"] in WORN],
        "carried": [thing for thing in things if thing["name"] not in WORN],
    }
    place["options"] = {"big_limit": 2}
    return place


def filters(_: Supply) -> Iterator[Claim]:
    """Every filter on cards in play, in a hand and in the discards."""
    for where, fits in FILTERS:
        found = [thing["name"] for thing in THINGS if fits(thing)]
        yield _picked(f"in play, {where}", _stocked(), {"from": "items", "of": "$victim", "where": where}, found)
        if "equipped" in str(where):
            continue
        place = table("C")
        place["players"]["D"]["hand"] = copy.deepcopy(list(THINGS))
        yield _picked(f"in hand, {where}", place, {"from": "hand", "of": "$victim", "where": where}, found)
        place = {**table("C"), "treasure_discards": copy.deepcopy(list(THINGS))}
        yield _picked(f"in the discards, {where}", place, {"from": "treasure_discards", "where": where}, found)
    yield _picked("equipped", _stocked(), {"from": "equipped", "of": "$victim"}, list(WORN))
    yield _picked("worn", _stocked(), {"from": "worn", "of": "$victim"}, ["helm", "mail", "boots"])
    monsters = [{"name": f"beast {level}", "level": level, "tags": ["undead"] * (level % 2)} for level in range(1, 7)]
    for where, names in (
        ({"level_at_most": 3}, [1, 2, 3]),
        ({"level_at_least": 3}, [3, 4, 5, 6]),
        ({"tag": "undead"}, [1, 3, 5]),
        ({"kind": "monster"}, [1, 2, 3, 4, 5, 6]),
        ({"deck": "treasure"}, []),
    ):
        place = {**table("C"), "door_discards": copy.deepcopy(monsters)}
        found = [f"beast {level}" for level in names]
        yield _picked(f"beasts, {where}", place, {"from": "door_discards", "where": where}, found)
        if "deck" not in where:
            fought = fight(table("C"), monsters=copy.deepcopy(monsters))
            steps = {"choose": {"monsters": where, "into": "$one"}}, {"kill_monster": "$one"}
            yield Claim(f"beasts fought, {where}", act(fought, "E", *steps), {"asked": {"E": found}}, play("E"), True)
    yield from _where_they_lie()


def _picked(about: str, place: Place, cards: Data, found: list[str], by: str = "A") -> Claim:
    """Whoever picks one of such cards is asked between these."""
    victim = [{"choose": {"players": "others", "into": "$victim"}}] if cards.get("of") == "$victim" else []
    pick = {"choose": {"cards": cards, "into": "$card", "ordered": True}}
    level = place["players"][by]["level"]
    place = act(place, by, *victim, {"lose_levels": 1}, pick, {"out_of_game": "$card"})
    opening = play(by, "D") if victim else play(by)
    if len(found) == 1:
        gone = {"cards": {found[0]: "out_of_game"}, "levels": {by: level - 1}}
        return Claim(about, place, gone, opening, must=True)
    if not found:
        moment = "fight" if "combat" in place else "arrange"
        return Claim(about, place, {"moment": moment, "levels": {by: level - 1}}, opening, must=True)
    return Claim(about, place, {"asked": {by: found}}, opening, must=True)


#: Cards with something on them, before D, and which of them a filter finds.
LADEN: tuple[tuple[Data, list[str]], ...] = (
    ({"bonus_at_least": 3}, ["mail", "staff"]),
    ({"bonus_at_least": 4}, []),
    ({"bonus_at_least": 2}, ["mail", "boots", "staff"]),
    ({"gold_at_least": 600}, ["mail", "staff"]),
    ({"big": True}, ["helm"]),
    ({"slot": "footgear"}, ["boots"]),
    ({"tag": "shiny"}, ["boots"]),
    ({"cheated": True}, ["mail"]),
    ({"cheated": False}, ["helm", "boots", "staff", "crate"]),
    ({"stealable": False}, ["crate"]),
    ({"stealable": True}, ["helm", "mail", "boots", "staff"]),
    ({"takes": "item"}, ["helm", "mail", "boots", "staff"]),
    ({"complex": True}, ["crate"]),
    ({"refuses": ["fire"]}, ["helm"]),
    ({"equipped": True}, ["helm", "mail", "boots", "staff"]),
    ({"owed_to": "race"}, ["staff"]),
    ({"owed_to": "class"}, []),
)


def _laden() -> Place:
    place = table("C")
    place["players"]["D"] |= {
        "races": [{"name": "made-up elf", "kind": "race", "trait": "elf"}],
        "equipped": [
            {"name": "helm", "slot": "headgear", "bonus": 1, "gold": 200, "refuses": ["fire"]},
            {"name": "mail", "slot": "armor", "bonus": 3, "gold": 600},
            {"name": "boots", "slot": "footgear", "bonus": 2, "gold": 400},
            {"name": "staff", "slot": "hand", "hands": 1, "bonus": 1, "gold": 300, "usable_by": ["elf"]},
        ],
        "carried": [
            {
                "name": "crate",
                "gold": 100,
                "complex": True,
                "enhanced_by": {"item": 0},
                "protects": [{"cards": "itself", "from": ["stolen"]}],
            }
        ],
        "table": [
            {"name": "weights", "kind": "special", "stays": True, "host": {"big": True}},
            {"name": "cheat", "kind": "special", "stays": True, "lifts_limits": True},
            {"name": "gloss", "kind": "special", "stays": True, "host": {"tags": ["shiny"]}},
            {"name": "polish", "kind": "item_enhancer", "bonus": 2, "gold": 300},
        ],
        "attached": {"weights": "helm", "cheat": "mail", "gloss": "boots", "polish": "staff"},
    }
    return place


#: Cards of all kinds in a hand, and which of them a filter finds.
OF_ALL_KINDS: tuple[Data, ...] = (
    {"name": "grow", "kind": "monster_enhancer", "bonus": 5},
    {"name": "shrink", "kind": "monster_enhancer", "bonus": -5},
    {"name": "pair", "kind": "monster_enhancer", "strength": [{"multiply": "levels", "by": 2}]},
    {"name": "polish", "kind": "item_enhancer", "bonus": 1},
    {"name": "saddle", "kind": "item_enhancer", "enhances": "steed", "bonus": 1},
    {"name": "kin", "kind": "race", "trait": "kin"},
    {"name": "craft", "kind": "class", "trait": "craft"},
    {"name": "maid", "kind": "hireling", "sex": "female"},
    {"name": "page", "kind": "hireling", "sex": "male"},
    {"name": "pony", "kind": "steed"},
    {"name": "hex", "kind": "curse"},
    {"name": "gift", "kind": "power", "rank": 1},
)
KINDS: tuple[tuple[Data, list[str]], ...] = (
    ({"strengthens": True, "kind": "monster_enhancer"}, ["grow", "pair"]),
    ({"enhances": "item"}, ["polish"]),
    ({"enhances": "steed"}, ["saddle"]),
    ({"trait": "kin"}, ["kin"]),
    ({"sex": "female"}, ["maid"]),
    ({"sex": "male"}, ["page"]),
    ({"kind": ["race", "class"]}, ["kin", "craft"]),
    ({"kind": "hireling"}, ["maid", "page"]),
    ({"kind": "power"}, ["gift"]),
    ({"kind": "curse"}, ["hex"]),
    ({"deck": "treasure"}, ["polish", "saddle", "maid", "page"]),
    ({"any": [{"kind": "curse"}, {"trait": "craft"}]}, ["craft", "hex"]),
)


def _where_they_lie() -> Iterator[Claim]:
    """What lies on a card, all kinds of cards, and every place in which a card can be looked for."""
    for where, names in LADEN:
        yield _picked(f"laden, {where}", _laden(), {"from": "items", "of": "$victim", "where": where}, names)
    for strength, names in (
        ([{"add": 2}], ["charm"]),
        ([{"add": 2, "if": {"sex": "female"}}], ["charm"]),
        ([{"add": 2, "if": {"sex": "male"}}], []),
        ([{"add": 2, "side": "monsters"}], []),
        ([{"add": 2, "side": "party"}], []),
        ([{"drop": "itself"}], []),
    ):
        place = table("C")
        place["players"]["D"]["equipped"] = [{"name": "charm", "bonus": 1, "strength": strength}]
        cards = {"from": "equipped", "of": "$victim", "where": {"bonus_at_least": 3}}
        yield _picked(f"a bonus by {strength}", place, cards, names)
    for where, names in KINDS:
        place = table("C")
        place["players"]["D"]["hand"] = copy.deepcopy(list(OF_ALL_KINDS))
        yield _picked(f"of all kinds, {where}", place, {"from": "hand", "of": "$victim", "where": where}, names)
    hidden = [{"name": f"sash {n}", "slot": "armor", "hidden_slot": n == 1} for n in (1, 2)]
    for lies, names in (("carried", ["sash 2"]), ("hand", ["sash 1", "sash 2"])):
        place = table("C")
        place["players"]["D"][lies] = copy.deepcopy(hidden)
        zone = "items" if lies == "carried" else "hand"
        by_slot = {"from": zone, "of": "$victim", "where": {"slot": "armor"}}
        yield _picked(f"hidden from who asks for its slot, {lies}", place, by_slot, names)
    place = table("C")
    place["players"]["D"] |= {
        "races": [{"name": "kin", "kind": "race", "trait": "kin"}],
        "classes": [{"name": "craft", "kind": "class", "trait": "craft"}],
        "powers": [{"name": f"gift {n}", "kind": "power", "rank": 1, "trait": f"gift_{n}"} for n in (1, 2)],
        "table": [{"name": "maid", "kind": "hireling"}],
        "curses": [{"name": "hex", "kind": "curse", "lasting": "lasting"}],
    }
    place["players"]["D"]["equipped"].append({"name": "pony", "kind": "steed"})
    place["players"]["B"]["classes"] = [{"name": "another craft", "kind": "class", "trait": "craft"}]
    zones: tuple[tuple[str | list[str], list[str]], ...] = (
        ("races", ["kin"]),
        ("classes", ["craft"]),
        ("powers", ["gift 1", "gift 2"]),
        ("hirelings", ["maid"]),
        ("steeds", ["pony"]),
        ("curses", ["hex"]),
        (["races", "classes"], ["kin", "craft"]),
        ("equipped", ["cap of D", "pony"]),
        ("table", ["cap of D", "pony", "jewel of D", "kin", "craft", "gift 1", "gift 2", "maid"]),
    )
    for place_of, names in zones:
        yield _picked(f"from {place_of}", place, {"from": place_of, "of": "$victim"}, names)
    for where, names in (({"unique": True}, ["kin"]), ({"unique": False}, ["craft"])):
        cards = {"from": ["races", "classes"], "of": "$victim", "where": where}
        yield _picked(f"from races and classes, {where}", place, cards, names)
    dose = {"name": "dose", "kind": "one_shot", "bonus": 3}
    rages = [{"name": f"rage {n}", "kind": "monster_enhancer", "bonus": n} for n in (1, 2)]
    foe = {"card": {"name": "ogre", "level": 30}, "enhancers": rages}
    fought = fight(table("C"), monsters=[foe, {"name": "imp", "level": 2}])
    fought["combat"]["played"] = [{"card": dose, "by": "E", "for": "party"}]
    for zone, names in (("enhancers", ["rage 1", "rage 2"]), ("played", ["rage 1", "rage 2", "dose"])):
        yield _picked(f"from {zone}", fought, {"from": zone}, names, by="D")
    for where, names in (
        ({"enhanced": {"kind": "monster_enhancer"}}, ["ogre"]),
        ({"not": {"enhanced": {"bonus_at_least": 9}}}, ["ogre", "imp"]),
    ):
        steps = {"choose": {"monsters": where, "into": "$one"}}, {"remove_monster": {"monster": "$one"}}
        place = act(fought, "D", {"lose_levels": 1}, *steps)
        expected = {"asked": {"D": names}} if len(names) > 1 else {"monsters": ["imp"]}
        yield Claim(f"monsters, {where}", place, expected, play("D"), True)


LAWS = (
    Law(
        "filters-find",
        "A card that asks for a sort of cards finds all of them and no others.",
        ("HIER-01",),
        filters,
        bare=True,
    ),
)
