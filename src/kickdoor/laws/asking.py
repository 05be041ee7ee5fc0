"""Laws of asking: a condition holds where it says, and a number is what it counts.

The cards are made up; what must be so is worked out from their data alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.supply import Supply

Data = dict[str, Any]

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
    ({"dead": False}, "ABDE"),
    ({"sex": "female", "on_turn": False}, "BD"),
    ({"same_race": "turn"}, "ADE"),
    ({"same_race": "left"}, "B"),
    ({"is_player": "others"}, "BDE"),
    ({"is_player": "right"}, "E"),
    ({"opposite_sex": "left"}, "AE"),
    ({"wears": "hand"}, "E"),
    ({"wears": "footgear"}, ""),
    ({"has": {"from": "races"}}, "B"),
    ({"has": {"from": "classes"}}, "D"),
    ({"has": {"from": "hirelings"}}, "E"),
    ({"has": {"from": ["curses", "classes"]}}, "BD"),
    ({"has": {"from": "equipped", "where": {"bonus_at_least": 2}}}, "DE"),
    ({"has": {"from": "items", "where": {"equipped": False}}}, "ABDE"),
    ({"has": {"from": "hand", "of": "turn"}}, "ABDE"),
    ({"suffers": "elf"}, "B"),
    ({"trait": "human"}, "ADE"),
    ({"fighter": True}, ""),
    ({"alone": True}, ""),
    ({"winning": True}, ""),
    ({"must_run": True}, ""),
    ({"current_runner": True}, ""),
    ({"running_away": True}, ""),
    ({"running_away": False}, "ABDE"),
    ({"daytime": True}, "ABDE"),
    ({"highest": False}, "AB"),
    ({"lowest": False}, "ADE"),
    ({"killed": True}, ""),
    ({"risen": True}, ""),
    ({"exists": "$one"}, "ABDE"),
    ({"number": {"of": {"count": {"from": "items", "of": "$one"}}, "at_least": 3}}, "DE"),
    ({"number": {"of": 2, "at_least": {"count": {"from": "hand", "of": "$one"}}}}, "ABE"),
    ({"number": {"of": 2, "at_most": {"count": {"from": "hand", "of": "$one"}}}}, "BD"),
    ({"cause": "played"}, "ABDE"),
    ({"cause": ["door", "curse"]}, ""),
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
    ({"party_has": "female"}, "ABDE"),
    ({"party_has": ["wizard", "male"]}, "ABDE"),
    ({"party_suffers": "elf"}, "ABDE"),
    ({"party_suffers": "wizard"}, ""),
    ({"in_combat": False}, "DE"),
    ({"helper": False}, "ADE"),
    ({"winning": False}, "ABDE"),
    ({"killed": True}, ""),
    ({"risen": True}, ""),
    ({"must_run": True}, ""),
    ({"number": {"of": {"margin": True}, "at_least": 20}}, "ABDE"),
    ({"number": {"of": {"margin": True}, "at_least": 21}}, ""),
    ({"number": {"of": {"strength": "$one"}, "at_least": 9}}, "DE"),
)


ALONE: tuple[tuple[Data, str], ...] = (
    ({"alone": True}, "A"),
    ({"in_combat": True}, "A"),
    ({"is_fighter_with_helper": True}, ""),
    ({"unaided": True}, ""),
    ({"party_has": "elf"}, ""),
    ({"party_suffers": "elf"}, ""),
    ({"party_has": "female"}, ""),
    ({"fighter": True}, "A"),
    ({"helper": True}, ""),
)
#: … where two monsters are fought that A and B can beat.
WINNING: tuple[tuple[Data, str], ...] = (
    ({"winning": True}, "ABDE"),
    ({"last_monster": True}, ""),
    ({"monster_tag": "undead"}, "ABDE"),
    ({"monster_tag": "demon"}, "ABDE"),
    ({"number": {"of": {"monsters": {"tag": "demon"}}, "at_least": 1, "at_most": 1}}, "ABDE"),
    ({"number": {"of": {"fight_treasures": True}, "at_least": 3, "at_most": 3}}, "ABDE"),
    ({"number": {"of": {"margin": True}, "at_least": 3, "at_most": 5}}, "ABDE"),
    ({"number": {"of": {"margin": True}, "at_least": 6}}, ""),
)
#: … and while A runs from two, B still to come.
RUNNING: tuple[tuple[Data, str], ...] = (
    ({"must_run": True}, "AB"),
    ({"current_runner": True}, "A"),
    ({"can_escape": True}, "AB"),
    ({"running_away": True}, ""),
    ({"in_combat": True}, "AB"),
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
        (WINNING, fight(_varied(), monsters=PREY)),
        (RUNNING, {**fight(_varied(), monsters=PREY), "phase": "running_away"}),
    ):
        for asked, names in held:
            one = {"if": {"who": "$one", **asked}, "then": [{"lose_levels": {"count": 1, "who": "$one"}}]}
            steps = {"for_each": {"players": "all", "as": "$one", "do": [one]}}
            levels = {
                name: seat["level"] - (name in names) for name, seat in place["players"].items() if "hand" in seat
            }
            by = "E" if "combat" in place else "A"
            where = f"in a fight, {place['phase']}" if "combat" in place else "in a turn"
            when = "before_run" if place.get("phase") == "running_away" else "any_time"
            done = act(place, by, steps, {"draw": {"deck": "door"}}, when=when)
            yield Claim(f"{asked} {where}", done, {"levels": levels}, play(by), must=True)
    yield from _about_cards()
    yield from _saved()


#: Conditions of a card: what is asked of D's cap, with polish and a note on it, and whether it holds.
OF_CARDS: tuple[tuple[Data, bool], ...] = (
    ({"is": {"slot": "headgear"}}, True),
    ({"is": {"slot": "armor"}}, False),
    ({"is": {"bonus_at_least": 3}}, True),
    ({"is": {"bonus_at_least": 4}}, False),
    ({"noted": 2}, True),
    ({"noted": 0}, False),
    ({"is": {"noted": 2}}, True),
    ({"is": {"noted": 1}}, False),
    ({"number": {"of": {"note": "$card"}, "at_least": 2, "at_most": 2}}, True),
    ({"number": {"of": {"bonus": "$card"}, "at_least": 3, "at_most": 3}}, True),
    ({"number": {"of": {"gold": "$card"}, "at_least": 800, "at_most": 800}}, True),
)


def _saved() -> Iterator[Claim]:
    """Who has been saved, or held, cannot be saved by a roll any more."""
    for step, names in (
        ({"escape": {"who": "you"}}, "B"),
        ({"be_caught": "you"}, "B"),
        ({"escape": {"who": "helper"}}, "A"),
    ):
        place = act({**fight(_varied(), monsters=PREY), "phase": "running_away"}, "A", step, when="before_run")
        one = {"if": {"who": "$one", "can_escape": True}, "then": [{"lose_levels": {"count": 1, "who": "$one"}}]}
        each = {"for_each": {"players": "all", "as": "$one", "do": [one]}}
        asks = {"name": "question", "kind": "special", "when": "before_run", "play": [each]}
        place["players"]["E"]["hand"].append(asks)
        levels = {"A": 5 - ("A" in names), "B": 3 - ("B" in names), "D": 8}
        yield Claim(
            f"can escape after {step}", place, {"levels": levels}, [*play("A"), {"E": {"play": "question"}}], must=True
        )


def _about_cards() -> Iterator[Claim]:
    """Every condition of a card, and every number, asked of one that was picked."""
    for asked, holds in OF_CARDS:
        place = _varied()
        place["players"]["D"] |= {
            "table": [{"name": "polish", "kind": "item_enhancer", "bonus": 2, "gold": 200}],
            "attached": {"polish": "cap of D"},
        }
        pick = {"choose": {"cards": {"from": "equipped", "of": "all", "where": {"bonus_at_least": 3}}, "into": "$card"}}
        steps: list[Data] = [
            pick,
            {"note": {"value": 2, "card": "$card"}},
            {"if": {"card": "$card", **asked}, "then": [{"lose_levels": 1}]},
        ]
        levels = {"levels": {"A": 5 - holds}}
        yield Claim(f"{asked} of a card", act(place, "A", *steps), levels, play("A"), must=True)
    for given, sought, holds in (("one", "one", True), ("two", "one", False)):
        pick = {"choose": {"options": ["one", "two"], "into": "$way"}}
        steps = [pick, {"if": {"option": {"$way": sought}}, "then": [{"lose_levels": 1}], "else": [{"lose_levels": 2}]}]
        levels = {"levels": {"A": 4 if holds else 3}}
        yield Claim(
            f"picked {given}, asked for {sought}", act(_varied(), "A", *steps), levels, play("A", given), must=True
        )


def _varied() -> Place:
    place = table("C")
    players = place["players"]
    players["B"] |= {
        "races": [{"name": "made-up elf", "kind": "race", "trait": "elf"}],
        "curses": [{"name": "plague", "kind": "curse", "lasting": "lasting"}],
    }
    players["D"] |= {"classes": [{"name": "made-up wizard", "kind": "class", "trait": "wizard"}]}
    players["D"]["equipped"].append({"name": "mail", "slot": "armor", "big": True, "bonus": 2, "gold": 0})
    players["E"]["table"] = [{"name": "page", "kind": "hireling", "trait": "wizard", "sex": "female"}]
    players["E"]["equipped"].append({"name": "sword", "slot": "hand", "hands": 1, "bonus": 2, "gold": 100})
    return place


PREY = [
    {"name": "ghoul", "level": 3, "treasures": 1, "tags": ["undead"]},
    {"name": "fiend", "level": 2, "treasures": 2, "tags": ["demon"]},
]


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
    ({"count": {"from": "table"}}, 2),
    ({"count": {"from": "any"}}, 3),
    ({"count": {"from": "hand", "of": "others"}, "plus": -4}, 2),
    ({"count": {"from": ["races", "classes"], "of": "all"}}, 2),
    ({"count": {"from": "curses", "of": "all"}}, 1),
    ({"count": {"from": "hirelings", "of": "all"}}, 1),
    ({"count": {"from": "equipped", "of": "all"}, "plus": -3}, 3),
    ({"count": {"from": "worn", "of": "all"}, "plus": -2}, 3),
    ({"players": "highest"}, 2),
    ({"players": "all", "with_trait": "female"}, 2),
    ({"players": "others", "with_trait": "male"}, 1),
    ({"level": "right", "plus": -6}, 2),
    ({"level": "you", "times": 2, "plus": -7}, 3),
    ({"history": "kills"}, 3),
    ({"history": "deaths"}, 1),
    ({"history": "wins", "whose": "left"}, 2),
    ({"free_hands": "right"}, 1),
)


def numbers(_: Supply) -> Iterator[Claim]:
    """Every number that a card can count."""
    for amount, found in NUMBERS:
        place = act(_varied(), "A", {"gain_levels": {"count": amount}}, {"draw": {"deck": "door"}})
        place["players"]["A"]["deeds"] = {"kills": 3, "deaths": 1}
        place["players"]["B"]["deeds"] = {"wins": 2}
        yield Claim(f"the number {amount}", place, {"levels": {"A": 5 + found}}, play("A"), must=True)
    for amount, found in (
        ({"monsters": {"kind": "monster"}}, 1),
        ({"fight_treasures": True}, 1),
        ({"strength": "you"}, 11),
    ):
        side = {"add_strength": {"count": amount, "side": "party"}}
        place = act(_fought(), "E", side)
        expected = {"strength": {"party": 10 + found}}
        yield Claim(f"the number {amount} in a fight", place, expected, play("E"), must=True)
    yield from _of_nobody()


def _of_nobody() -> Iterator[Claim]:
    """A number of somebody who is not there is none, and a condition of them does not hold."""
    bare = fight(_varied(), helper=False)
    for amount in (
        {"strength": "helper"},
        {"level": "helper"},
        {"free_hands": "helper"},
        {"players": "helper"},
        {"history": "kills", "whose": "helper"},
        {"count": {"from": "hand", "of": "helper"}},
    ):
        place = act(bare, "E", {"draw": {"deck": "door"}}, {"lose_levels": {"count": amount}})
        yield Claim(f"{amount} of nobody", place, {"levels": {"E": 8}}, play("E"), must=True)
    for asked in (
        {"trait": "human"},
        {"sex": "female"},
        {"level_at_most": 9},
        {"wears": "headgear"},
        {"in_combat": True},
    ):
        one = {"if": {"who": "helper", **asked}, "then": [{"lose_levels": 1}]}
        place = act(bare, "E", {"draw": {"deck": "door"}}, one)
        yield Claim(f"{asked} of nobody", place, {"levels": {"E": 8}}, play("E"), must=True)


LAWS = (
    Law(
        "conditions-hold",
        "A condition holds of those of whom it says something, and of nobody else.",
        ("HIER-01",),
        conditions,
        bare=True,
    ),
    Law("numbers-count", "A number that a card works out is what it counts.", ("HIER-01",), numbers, bare=True),
)
