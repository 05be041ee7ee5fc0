"""Laws of seeing: what somebody is, to themselves, to their Items and to monsters; and what counts in a fight for it.

The cards are made up; the sums are worked out from them by hand.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

ELF = {"name": "made-up elf", "kind": "race", "trait": "elf"}
WIZARD = {"name": "made-up wizard", "kind": "class", "trait": "wizard"}
OGRE = {"name": "ogre", "level": 30}
#: Words of a character, each with the kind of card that gives it.
WORDS = ("elf", "wizard", "human", "classless", "male", "female")


def _is(word: str) -> Data:
    return {"sex": word} if word in ("male", "female") else {"trait": word}


#: What A is, by cards of A: the fields, and what A is then to oneself, to Items and to monsters.
LOOKS: tuple[tuple[Data, str, str, str], ...] = (
    ({}, "human classless male", "human classless male", "human classless male"),
    ({"races": [ELF]}, "elf classless male", "elf classless male", "elf classless male"),
    ({"classes": [WIZARD]}, "wizard human male", "wizard human male", "wizard human male"),
    ({"charm": {"grants": [{"trait": "elf"}]}}, "elf classless male", "elf classless male", "elf classless male"),
    (
        {"charm": {"grants": [{"trait": "elf", "for": ["monsters"]}]}},
        "human classless male",
        "human classless male",
        "elf classless male",
    ),
    (
        {"charm": {"grants": [{"trait": "elf", "for": ["own"]}]}},
        "elf classless male",
        "human classless male",
        "human classless male",
    ),
    (
        {"charm": {"grants": [{"trait": "wizard", "for": ["items"]}]}},
        "human classless male",
        "human classless male wizard",
        "human classless male",
    ),
    (
        {"charm": {"grants": [{"trait": "elf", "if": {"sex": "female"}}]}},
        "human classless male",
        "human classless male",
        "human classless male",
    ),
    (
        {"races": [ELF], "charm": {"hides": ["monsters"]}},
        "elf classless male",
        "elf classless male",
        "human classless male",
    ),
    (
        {"races": [ELF], "classes": [WIZARD], "charm": {"hides": ["own"]}},
        "human classless male",
        "elf wizard male",
        "elf wizard male",
    ),
    (
        {"charm": {"any_sex": True}},
        "human classless male female",
        "human classless male female",
        "human classless male female",
    ),
    ({"charm": {"no_sex": True}}, "human classless", "human classless", "human classless"),
    ({"sex": "neither"}, "human classless", "human classless", "human classless"),
    ({"dungeon": {"grants": [{"trait": "elf"}]}}, "elf classless male", "elf classless male", "elf classless male"),
    (
        {"races": [ELF], "dungeon": {"hides": ["own", "items", "monsters"]}},
        "human classless male",
        "human classless male",
        "human classless male",
    ),
    ({"carried": {"any_sex": True}}, "human classless male", "human classless male", "human classless male"),
    ({"carried": {"no_sex": True}}, "human classless male", "human classless male", "human classless male"),
    (
        {"races": [ELF], "carried": {"hides": ["own", "items", "monsters"]}},
        "elf classless male",
        "elf classless male",
        "elf classless male",
    ),
    (
        {"carried": {"grants": [{"trait": "elf"}]}},
        "human classless male",
        "human classless male",
        "human classless male",
    ),
)


def _looking(place: Place, fields: Data) -> Place:
    place = copy.deepcopy(place)
    seat = place["players"]["A"]
    for field, value in copy.deepcopy(fields).items():
        if field == "charm":
            seat["equipped"].append({"name": "made-up charm", **value})
        elif field == "carried":
            seat["carried"].append({"name": "made-up charm", **value})
        elif field == "dungeon":
            place["dungeons"] = [{"name": "hall", "kind": "dungeon", **value}]
        else:
            seat[field] = value
    # Both words must be known at the table.
    place["players"]["D"] |= {"races": [ELF], "classes": [WIZARD]}
    return place


def looks(_: Supply) -> Iterator[Claim]:
    """Every way to be something, asked by a card of one's own, by an Item and by a monster."""
    for fields, own, items, monsters in LOOKS:
        for word in WORDS:
            lose = {"if": {"who": "turn", **_is(word)}, "then": [{"lose_levels": {"who": "turn"}}]}
            place = act(_looking(table("C"), fields), "E", lose, {"draw": {"deck": "door"}})
            levels = {"levels": {"A": 4 if word in own.split() else 5}}
            yield Claim(f"{word} to oneself with {fields}", place, levels, play("E"), must=True)
            place = _looking(table("C"), fields)
            place["players"]["A"]["hand"].append({"name": "robe", "usable_by": [word]})
            where = {"cards": {"robe": f"A {'equipped' if word in items.split() else 'carried'}"}}
            yield Claim(f"{word} to Items with {fields}", place, where, [{"A": {"lay": "robe"}}], must=True)
            beast = {**OGRE, "strength": [{"add": 5, "if": _is(word)}]}
            place = _looking(fight(table("C"), helper=False, monsters=[beast]), fields)
            expected = {"strength": {"monsters": 35 if word in monsters.split() else 30}}
            yield Claim(f"{word} to monsters with {fields}", place, expected)
    yield from _spared()


def _spared() -> Iterator[Claim]:
    """What keeps disadvantages from somebody, and what leaves them only these."""
    hates: Data = {**OGRE, "strength": [{"add": 5, "if": {"party_suffers": "elf"}}]}
    elves = fight(table("C"), helper=False, monsters=[hates])
    elves["players"]["A"]["races"] = [ELF]
    for about, fields, theirs in (
        ("nothing", {}, 35),
        ("what spares the race", {"spares": "race"}, 30),
        ("what spares the class", {"spares": "class"}, 35),
        ("what dulls the race", {"dulls": "race"}, 35),
    ):
        yield Claim(f"hated, with {about}", with_charm(elves, **fields), {"strength": {"monsters": theirs}})
    pure = copy.deepcopy(elves)
    pure["players"]["A"]["table"] = [{"name": "pure", "kind": "race_enhancer", "purifies": "race"}]
    yield Claim("a pure race is not hated", pure, {"strength": {"monsters": 30}})
    either = with_charm(
        fight(table("C"), helper=False, monsters=[{**OGRE, "strength": [{"add": 5, "if": {"party_suffers": "male"}}]}]),
        any_sex=True,
    )
    yield Claim("of either sex neither is held against them", either, {"strength": {"monsters": 30}})
    gains: Data = {"if": {"who": "turn", "trait": "elf"}, "then": [{"lose_levels": {"who": "turn"}}]}
    dulled = with_charm(act(table("C"), "E", gains, {"draw": {"deck": "door"}}), dulls="race")
    dulled["players"]["A"]["races"] = [ELF]
    yield Claim("a dulled race helps nobody", dulled, {"levels": {"A": 5}}, play("E"), must=True)
    page = {"name": "page", "kind": "hireling", "trait": "elf", "sex": "female"}
    for word, theirs in (("elf", 35), ("female", 35), ("wizard", 30)):
        beast = {**OGRE, "strength": [{"add": 5, "if": {"party_has": word}}]}
        place = fight(table("C"), helper=False, monsters=[beast])
        place["players"]["A"]["table"] = [page]
        place["players"]["D"]["classes"] = [WIZARD]
        yield Claim(f"a Hireling is seen, {word}", place, {"strength": {"monsters": theirs}})
    both = fight(table("C"), monsters=[{**OGRE, "strength": [{"add": 2, "side": "party", "each": "elf"}]}])
    both["players"]["A"]["races"] = both["players"]["B"]["races"] = [ELF]
    yield Claim("for each of the party", both, {"strength": [14, 30]})
    one = fight(table("C"), monsters=[{**OGRE, "strength": [{"add": 2, "side": "party", "each": "female"}]}])
    yield Claim("for each woman of the party", one, {"strength": [12, 30]})


def _beast(*enhancers: Data, **fields: object) -> Data:
    return {"card": {**OGRE, **fields}, "enhancers": list(enhancers)}


RAGE = {"name": "rage", "kind": "monster_enhancer", "bonus": 5}


def sums(_: Supply) -> Iterator[Claim]:
    """What lies on monsters, on Items and on enhancers, what is lent, dropped and doubled, and what Dungeons add."""
    for enhancer, theirs in (
        ({"strength": [{"add": 3}]}, 38),
        ({"strength": [{"add": 3, "if": {"party_has": "female"}}]}, 38),
        ({"strength": [{"add": 3, "if": {"party_has": "elf"}}]}, 35),
        ({"strength": [{"multiply": "levels", "by": 2}]}, 65),
        ({"strength": [{"level_as": 10}]}, 15),
        ({"strength": [{"level_as": 10, "if": {"party_has": "elf"}}]}, 35),
        ({"bonus": -5}, 25),
        ({"makes": ["undead"]}, 35),
    ):
        place = fight(table("C"), monsters=[_beast({**RAGE, **enhancer})])
        place["players"]["D"]["races"] = [ELF]
        yield Claim(f"an enhancer with {enhancer}", place, {"strength": [10, theirs]})
    for bonus, theirs, drawn in ((5, 43, 4), (0, 38, 4), (-5, 17, 0)):
        more = {"name": "more", "kind": "special", "when": "any_combat", "amplifies": 8, "treasure_bonus": 2}
        more["play"] = [{"choose": {"cards": {"from": "enhancers"}, "into": "$host"}}, {"attach_to_enhancer": "$host"}]
        place = holding(fight(table("C"), monsters=[_beast({**RAGE, "bonus": bonus}, treasures=2)]), "E", more)
        yield Claim(
            f"more of an enhancer of {bonus}", place, {"strength": [10, theirs]}, [{"E": {"play": "more"}}], must=True
        )
        place = copy.deepcopy(place)
        place["players"]["A"]["level"] = 9
        place["options"] = {"winning_level": 20}
        place["players"]["A"]["equipped"].append({"name": "club", "bonus": 40})
        won: Steps = [{"E": {"play": "more"}}, {"pass": "all"}]
        yield Claim(f"… and of its Treasures, {bonus}", place, {"drawn": {"A": drawn}}, won, must=True)
    tags = fight(table("C"), monsters=[_beast({**RAGE, "makes": ["undead"]})])
    lines = [{"add": 4, "if": {"monster_tag": "undead"}}]
    yield Claim("made so by an enhancer", with_charm(tags, strength=lines), {"strength": [14, 35]})
    grim = {
        **fight(table("C"), monsters=[OGRE]),
        "dungeons": [{"name": "crypt", "kind": "dungeon", "makes": ["undead"]}],
    }
    yield Claim("made so by a Dungeon", with_charm(grim, strength=lines), {"strength": [14, 30]})
    for fields, both in (
        ({"add": 2, "side": "monsters"}, [10, 34]),
        ({"add": 2, "side": "monsters", "each": "monster"}, [10, 36]),
        ({"add": 2, "side": "monsters", "each": "undead"}, [10, 34]),
        ({"add": 2, "side": "party"}, [12, 32]),
        ({"add": 2, "side": "party", "each": "female"}, [12, 32]),
        ({"add": 2, "side": "party", "if": {"alone": True}}, [10, 32]),
        ({"negate": {"slot": "headgear"}}, [6, 32]),
        ({"drop": "levels"}, [2, 32]),
    ):
        hall = {"name": "hall", "kind": "dungeon", "strength": [fields]}
        place = {
            **fight(table("C"), monsters=[OGRE, {"name": "imp", "level": 2, "tags": ["undead"]}]),
            "dungeons": [hall],
        }
        yield Claim(f"a Dungeon with {fields}", place, {"strength": both})
    hosted = fight(table("C"), monsters=[OGRE])
    hosted["players"]["A"] |= {
        "equipped": [{"name": "host", "bonus": 3}],
        "table": [
            {"name": "polish", "kind": "item_enhancer", "bonus": 2},
            {"name": "double", "kind": "special", "stays": True, "strength": [{"multiply": "host"}]},
        ],
        "attached": {"polish": "host", "double": "host"},
    }
    yield Claim("an Item doubled with what lies on it", hosted, {"strength": [5 + 2 * (3 + 2) + 4, 30]})
    itself = with_charm(
        fight(table("C"), monsters=[OGRE]), bonus=4, strength=[{"drop": "itself", "if": {"sex": "male"}}]
    )
    yield Claim("what leaves itself out", itself, {"strength": [10, 30]})
    itself = with_charm(
        fight(table("C"), monsters=[OGRE]), bonus=4, strength=[{"drop": "itself", "if": {"sex": "female"}}]
    )
    yield Claim("… or does not", itself, {"strength": [14, 30]})
    for line, ours in (
        ({"drop": "items"}, 8),
        ({"drop": "items_but_armor"}, 10),
        ({"drop": "all_but_levels"}, 8),
        ({"drop": "levels"}, 9),
        ({"drop_cards": {"tag": "fire"}}, 17 - 3),
    ):
        place = fight(table("C"), monsters=[{**OGRE, "strength": [line]}])
        place["players"]["A"]["equipped"].append({"name": "mail", "slot": "armor", "bonus": 2})
        place["players"]["B"]["equipped"].append({"name": "torch", "bonus": 3, "tags": ["fire"]})
        place["combat"]["played"] = [
            {"card": {"name": "dose", "kind": "one_shot", "bonus": 2}, "by": "E", "for": "party"}
        ]
        yield Claim(f"a monster with {line}", place, {"strength": {"party": ours}})
    lent = with_charm(
        fight(table("C"), monsters=[{**OGRE, "strength": [{"drop_cards": {"tag": "fire"}}]}]), lends=["fire"]
    )
    yield Claim("what is lent counts", lent, {"strength": {"party": 5 + 4}})
    cold = with_charm(
        fight(table("C"), monsters=[{**OGRE, "strength": [{"drop_cards": {"tag": "cold"}}]}]), lends=["fire"]
    )
    yield Claim("… and nothing else", cold, {"strength": {"party": 10}})
    squire = {"name": "squire", "kind": "hireling", "trait": "elf"}
    for who, seen in (("A", True), ("B", True), ("D", False)):
        beast = {**OGRE, "strength": [{"add": 5, "if": {"party_has": "elf"}}]}
        place = fight(table("C"), monsters=[beast])
        place["players"][who]["table"] = [squire]
        place["players"]["E"]["races"] = [ELF]
        yield Claim(
            f"an elf beside {who}, to a monster's strength", place, {"strength": {"monsters": 35 if seen else 30}}
        )
        met = {**OGRE, "on_meet": [{"if": {"party_has": "elf"}, "then": [{"lose_levels": 1}]}]}
        place = copy.deepcopy(place) | {"combat": {"fighter": "A", "monsters": [met], "meet": True}}
        yield Claim(f"an elf beside {who}, when a monster is met", place, {"levels": {"A": 5, "B": 3}})
        brew = {"name": "brew", "kind": "special", "when": "any_combat", "if": {"party_has": "elf"}}
        place = holding(fight(table("C"), monsters=[OGRE]), "E", {**brew, "play": [{"draw": {"deck": "door"}}]})
        place["players"][who]["table"] = [squire]
        place["players"]["E"]["races"] = [ELF]
        yield Claim(f"an elf beside {who}, to a card", place, {"can" if seen else "cannot": {"E": ["brew"]}})
    for who, counts in (("A", 0), ("B", 3), ("E", 3)):
        dosed = holding(lent, who, {"name": "dose", "kind": "one_shot", "bonus": 3})
        steps: Steps = [{who: {"play": "dose", "on": "party"}}]
        yield Claim(f"what is lent to a potion of {who}", dosed, {"strength": {"party": 9 + counts}}, steps, must=True)
    for who, side, theirs in (("E", "monsters", 36), ("E", "party", 30), ("D", "monsters", 33)):
        place = with_charm(
            fight(table("C"), monsters=[OGRE]), "E", modifiers=[{"value": "monster_one_shots", "set": 2}]
        )
        place = holding(place, who, {"name": "dose", "kind": "one_shot", "bonus": 3})
        steps = [{who: {"play": "dose", "on": side}}]
        yield Claim(f"a potion of {who} for the {side}", place, {"strength": {"monsters": theirs}}, steps, must=True)
    for mine, other, needed in ((1, 0, 5), (0, 2, 5), (1, 2, 5)):
        place = {
            **fight(table("C"), helper=False, monsters=[{**OGRE, "bad_stuff": [{"lose_levels": 2}]}]),
            "rolls": [3] * 4,
        }
        if mine:
            place["players"]["A"]["races"] = [{**ELF, "modifiers": [{"value": "run", "add": mine}]}]
        if other:
            place["players"]["A"]["equipped"].append(
                {"name": "pony", "kind": "steed", "modifiers": [{"value": "run", "add": other}]}
            )
        away = 3 + (other or mine) >= needed
        lost: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]
        yield Claim(
            f"run {mine} of the rider, {other} of the Steed",
            place,
            {"levels": {"A": 5 if away else 3}},
            lost,
            must=True,
        )
    for add, curse, rolls, caught in ((2, None, [3] * 4, False), (2, 0, [3] * 4, True)):
        place = {
            **fight(table("C"), helper=False, monsters=[{**OGRE, "bad_stuff": [{"lose_levels": 2}]}]),
            "rolls": rolls,
        }
        place = with_charm(place, modifiers=[{"value": "run", "add": add}])
        if curse is not None:
            place["players"]["A"]["curses"] = [
                {"name": "lead", "kind": "curse", "lasting": "lasting", "modifiers": [{"value": "bare_run", "set": 1}]}
            ]
        lost = [{"pass": "all"}, {"until": {"moment": "end"}}]
        yield Claim(
            f"run with {add}, bare: {curse is not None}", place, {"levels": {"A": 3 if caught else 5}}, lost, must=True
        )


LAWS = (
    Law(
        "what-they-are",
        "What somebody is to themselves, to Items and to monsters is what their cards make of them for each.",
        ("CHAR-02", "CHAR-03", "CHAR-07", "CMB-18", "HIRE-10"),
        looks,
        bare=True,
    ),
    Law(
        "sums-as-printed",
        "What lies on a monster or an Item counts with it, and what drops, doubles or lends does as it says.",
        ("CMB-01", "CMB-14", "CMB-15", "ITEM-13", "DUNG-01"),
        sums,
        bare=True,
    ),
)
