"""Laws of asking: a filter finds the cards that it means, a condition holds where it says, a number is what it counts.

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


def _picked(about: str, place: Place, cards: Data, found: list[str]) -> Claim:
    """Whoever picks one of such cards is asked between these."""
    victim = [{"choose": {"players": "others", "into": "$victim"}}] if cards.get("of") == "$victim" else []
    pick = {"choose": {"cards": cards, "into": "$card", "ordered": True}}
    place = act(place, "A", *victim, {"gain_levels": 1}, pick, {"discard": "$card"})
    opening = play("A", "D") if victim else play("A")
    if len(found) == 1:
        return Claim(about, place, {"cards": {found[0]: "treasure_discards"}, "levels": {"A": 6}}, opening, must=True)
    if not found:
        return Claim(about, place, {"moment": "arrange", "levels": {"A": 6}}, opening, must=True)
    return Claim(about, place, {"asked": {"A": found}}, opening, must=True)


#: Conditions, and of whom of A, B, D and E they hold in a turn of A's in which B and D have something.
CONDITIONS: tuple[tuple[Data, str], ...] = (
    ({"level_at_least": 5}, "ADE"),
    ({"level_at_most": 5}, "AB"),
    ({"sex": "male"}, "AE"),
    ({"sex": "female"}, "BD"),
    ({"highest": True}, "DE"),
    ({"lowest": True}, "B"),
    ({"on_turn": True}, "A"),
    ({"wears": "armor"}, "D"),
    ({"wears": "headgear"}, "ABDE"),
    ({"has": {"from": "items", "where": {"big": True}}}, "D"),
    ({"has": {"from": "curses"}}, "B"),
    ({"has": {"from": "hand"}}, "ABDE"),
    ({"trait": "elf"}, "B"),
    ({"trait": ["elf", "wizard"]}, "BD"),
    ({"not": {"who": "$one", "trait": "elf"}}, "ADE"),
    ({"any": [{"who": "$one", "sex": "female"}, {"who": "$one", "on_turn": True}]}, "ABD"),
    ({"level_at_least": 4, "sex": "male"}, "AE"),
    ({"is_player": "left"}, "B"),
    ({"opposite_sex": "by"}, "BD"),
    ({"in_combat": True}, ""),
    ({"can_lose_level": True}, "ABDE"),
    ({"can_gain_level": True}, "ABDE"),
    ({"number": {"of": {"count": {"from": "hand", "of": "$one"}}, "at_least": 2}}, "BD"),
    ({"number": {"of": {"gold": {"from": "items", "of": "$one"}}, "at_most": 500}}, "AB"),
    ({"number": {"of": {"level": "$one"}, "at_least": 4, "at_most": 6}}, "A"),
    ({"dead": True}, ""),
)
IN_FIGHTS: tuple[tuple[Data, str], ...] = (
    ({"in_combat": True}, "AB"),
    ({"fighter": True}, "A"),
    ({"helper": True}, "B"),
    ({"winning": True}, ""),
    ({"monster_tag": "undead"}, "ABDE"),
    ({"monster_tag": "demon"}, ""),
    ({"party_has": "elf"}, "ABDE"),
    ({"party_has": "wizard"}, ""),
    ({"last_monster": True}, "ABDE"),
    ({"alone": True}, ""),
    ({"unaided": True}, ""),
    ({"is_fighter_with_helper": True}, "A"),
    ({"party_uses": {"slot": "headgear"}}, "ABDE"),
    ({"party_uses": {"slot": "armor"}}, ""),
)


ALONE: tuple[tuple[Data, str], ...] = (
    ({"alone": True}, "A"),
    ({"in_combat": True}, "A"),
    ({"is_fighter_with_helper": True}, ""),
    ({"unaided": True}, ""),
    ({"party_has": "elf"}, ""),
)
UNAIDED: tuple[tuple[Data, str], ...] = (({"unaided": True}, "ABDE"), ({"party_uses": {"slot": "headgear"}}, ""))


def conditions(_: Supply) -> Iterator[Claim]:
    """Every condition of a player, asked of all, in a turn and in a fight."""
    bare = fight(_varied(), helper=False)
    bare["players"]["A"]["equipped"] = []
    for held, place in (
        (CONDITIONS, _varied()),
        (IN_FIGHTS, _fought()),
        (ALONE, fight(_varied(), helper=False)),
        (UNAIDED, bare),
    ):
        for asked, names in held:
            one = {"if": {"who": "$one", **asked}, "then": [{"lose_levels": {"count": 1, "who": "$one"}}]}
            steps = {"for_each": {"players": "all", "as": "$one", "do": [one]}}
            levels = {
                name: seat["level"] - (name in names) for name, seat in place["players"].items() if "hand" in seat
            }
            by = "E" if "combat" in place else "A"
            where = "in a fight" if "combat" in place else "in a turn"
            yield Claim(f"{asked} {where}", act(place, by, steps), {"levels": levels}, play(by), must=True)


def _varied() -> Place:
    place = table("C")
    players = place["players"]
    players["B"] |= {
        "races": [{"name": "made-up elf", "kind": "race", "trait": "elf"}],
        "curses": [{"name": "plague", "kind": "curse", "lasting": "lasting"}],
    }
    players["D"] |= {"classes": [{"name": "made-up wizard", "kind": "class", "trait": "wizard"}]}
    players["D"]["equipped"].append({"name": "mail", "slot": "armor", "big": True, "bonus": 2, "gold": 0})
    return place


def _fought() -> Place:
    return fight(_varied(), monsters=[{"name": "ogre", "level": 30, "tags": ["undead"]}])


#: Numbers, and what they are for A at that table.
NUMBERS: tuple[tuple[Any, int], ...] = (
    (2, 2),
    ({"value": 2}, 2),
    ({"value": 1, "times": 3}, 3),
    ({"value": 1, "plus": 2}, 3),
    ({"value": 1, "times": 2, "plus": 1}, 3),
    ({"count": {"from": "items"}}, 2),
    ({"count": {"from": "hand", "of": "left"}}, 2),
    ({"players": "others"}, 3),
    ({"players": "all", "with_trait": "elf"}, 1),
    ({"level": "left"}, 3),
    ({"value": 3, "if": {"sex": "male"}}, 3),
    ({"value": 3, "if": {"sex": "female"}}, 0),
    ({"value": 3, "if": {"sex": "female"}, "else": 1}, 1),
    ({"free_hands": "you"}, 2),
    ({"gold": {"from": "items"}, "plus": -298}, 2),
)


def numbers(_: Supply) -> Iterator[Claim]:
    """Every number that a card can count."""
    for amount, found in NUMBERS:
        place = act(_varied(), "A", {"gain_levels": {"count": amount}}, {"draw": {"deck": "door"}})
        yield Claim(f"the number {amount}", place, {"levels": {"A": 5 + found}}, play("A"), must=True)
    for amount, found in (
        ({"monsters": {"kind": "monster"}}, 1),
        ({"fight_treasures": True}, 1),
        ({"strength": "you"}, 9),
    ):
        side = {"add_strength": {"count": amount, "side": "party"}}
        place = act(_fought(), "E", side)
        expected = {"strength": {"party": 10 + found}}
        yield Claim(f"the number {amount} in a fight", place, expected, play("E"), must=True)


LAWS = (
    Law(
        "filters-find",
        "A card that asks for a sort of cards finds all of them and no others.",
        ("HIER-01",),
        filters,
        bare=True,
    ),
    Law(
        "conditions-hold",
        "A condition holds of those of whom it says something, and of nobody else.",
        ("HIER-01",),
        conditions,
        bare=True,
    ),
    Law("numbers-count", "A number that a card works out is what it counts.", ("HIER-01",), numbers, bare=True),
)
