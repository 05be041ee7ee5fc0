"""Laws of using: who may use what, what fits beside what, when a card comes to the table, what a sale fetches.

The cards are made up; a small model of each rule, worked out from the cards alone, says what must be possible.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

ELF = {"name": "made-up elf", "kind": "race", "trait": "elf"}
WIZARD = {"name": "made-up wizard", "kind": "class", "trait": "wizard"}

#: What somebody is: the cards of A, and all words that hold of them for Items.
CHARACTERS: tuple[tuple[Data, frozenset[str]], ...] = (
    ({"sex": "male"}, frozenset({"male", "human"})),
    ({"sex": "female"}, frozenset({"female", "human"})),
    ({"sex": "male", "races": [ELF]}, frozenset({"male", "elf"})),
    ({"sex": "female", "races": [ELF], "classes": [WIZARD]}, frozenset({"female", "elf", "wizard"})),
    ({"sex": "neither"}, frozenset({"human"})),
)
RESTRICTIONS: tuple[tuple[str, list[str]], ...] = (
    ("usable_by", ["male"]),
    ("usable_by", ["female"]),
    ("usable_by", ["elf"]),
    ("usable_by", ["wizard", "male"]),
    ("not_usable_by", ["elf"]),
    ("not_usable_by", ["wizard"]),
    ("not_usable_by", ["female"]),
)


def usable(_: Supply) -> Iterator[Claim]:
    """Every restriction with every sort of character: whoever may use the Item can put it on, and it counts."""
    for fields, words in CHARACTERS:
        for field, limit in RESTRICTIONS:
            may = bool(words.intersection(limit)) == (field == "usable_by")
            place = table("C")
            robe = {"name": "robe", "bonus": 3, field: limit}
            place["players"]["A"] |= copy.deepcopy(fields) | {"carried": [robe]}
            about = f"{field} {limit} for {sorted(words)}"
            step: Data = {"A": {"equip": "robe"}}
            if may:
                yield Claim(about, place, {"cards": {"robe": "A equipped"}}, [step], must=True)
            else:
                yield Claim(about, place, {"cards": {"robe": "A carried"}}, [{**step, "refused": "ITEM-04"}], must=True)
            laid = copy.deepcopy(place)
            laid["players"]["A"] |= {"carried": [], "hand": [robe]}
            where = {"cards": {"robe": "A equipped" if may else "A carried"}}
            yield Claim(f"{about}, laid down", laid, where, [{"A": {"lay": "robe"}}], must=True)
    for cheat in (True, False):
        place = table("C")
        robe = {"name": "robe", "bonus": 3, "usable_by": ["female"]}
        place["players"]["A"] |= {"carried": [robe]}
        if cheat:
            place["players"]["A"] |= {
                "table": [{"name": "cheat", "kind": "special", "stays": True, "lifts_limits": True}],
                "attached": {"cheat": "robe"},
            }
        step = {"A": {"equip": "robe"}} if cheat else {"A": {"equip": "robe"}, "refused": True}
        where = {"cards": {"robe": "A equipped" if cheat else "A carried"}}
        yield Claim(f"cheated: {cheat}", place, where, [step], must=True)
    fickle = act(table("C"), "D", {"change_sex": "turn"})
    fickle["players"]["A"]["equipped"] = [{"name": "robe", "bonus": 3, "usable_by": ["male"]}]
    yield Claim("no longer usable", fickle, {"cards": {"robe": "A carried"}}, play("D"), must=True)
    made: tuple[tuple[Data, list[str]], ...] = (
        ({"grants": [{"trait": "elf"}]}, ["elf"]),
        ({"grants": [{"trait": "elf", "for": ["items"]}]}, ["elf"]),
        ({"grants": [{"trait": "elf", "for": ["monsters", "own"]}]}, []),
        ({"any_sex": True}, ["female", "male"]),
        ({"no_sex": True}, []),
    )
    for effect, counts_as in made:
        for word in ("elf", "female"):
            place = with_charm(table("C"), **effect)
            place["players"]["A"]["carried"] = [{"name": "robe", "bonus": 3, "usable_by": [word]}]
            step = {"A": {"equip": "robe"}} if word in counts_as else {"A": {"equip": "robe"}, "refused": True}
            where = {"cards": {"robe": f"A {'equipped' if word in counts_as else 'carried'}"}}
            yield Claim(f"for {word}, with {effect}", place, where, [step], must=True)


#: Shapes of Items, and what of a body each takes: head, body, feet, Hands.
SHAPES: tuple[tuple[Data, dict[str, int]], ...] = (
    ({"slot": "headgear"}, {"head": 1}),
    ({"slot": "armor"}, {"body": 1}),
    ({"slot": "footgear"}, {"feet": 1}),
    ({"slot": "hand", "hands": 1}, {"hands": 1}),
    ({"slot": "hand", "hands": 2}, {"hands": 2}),
    ({"slot": "hand", "hands": 1, "big": True}, {"hands": 1}),
    ({"slot": "headgear", "hands": 1}, {"head": 1, "hands": 1}),
    ({"slot": "headgear", "slots": ["armor"]}, {"head": 1, "body": 1}),
    ({"slot": "headgear", "layered": True}, {}),
    ({}, {}),
)
BODY = {"head": 1, "body": 1, "feet": 1, "hands": 2}


def shapes(_: Supply) -> Iterator[Claim]:
    """Each Item beside each other: it goes on where its place is free, and not otherwise."""
    for (first, one), (second, other) in ((a, b) for a in SHAPES for b in SHAPES):
        fits = all(one.get(part, 0) + other.get(part, 0) <= room for part, room in BODY.items() if other.get(part))
        place = table("C")
        place["players"]["A"] |= {
            "equipped": [{"name": "first", **first}],
            "carried": [{"name": "second", **second}],
        }
        if first.get("big") and second.get("big"):
            continue
        about = f"{second} beside {first}"
        step: Data = {"A": {"equip": "second"}} if fits else {"A": {"equip": "second"}, "refused": "ITEM-03"}
        where = {"cards": {"first": "A equipped", "second": f"A {'equipped' if fits else 'carried'}"}}
        yield Claim(about, place, where, [step], must=True)
    for one_is, other_is in combinations((True, False, True), 2):
        place = table("C")
        place["players"]["A"] |= {
            "equipped": [{"name": "first", "complex": one_is}],
            "carried": [{"name": "second", "complex": other_is}],
        }
        fits = not (one_is and other_is)
        step = {"A": {"equip": "second"}} if fits else {"A": {"equip": "second"}, "refused": True}
        where = {"cards": {"second": f"A {'equipped' if fits else 'carried'}"}}
        yield Claim(f"Complex {other_is} beside Complex {one_is}", place, where, [step], must=True)
    lasers = [{"name": f"laser {n}", "slot": "hand", "hands": 1, "tags": ["laser"], "bonus": n} for n in (1, 2)]
    sword = {"name": "sword", "slot": "hand", "hands": 1, "bonus": 4}
    place = table("C")
    place["players"]["A"] |= {"equipped": lasers, "carried": [sword]}
    yield Claim("lasers are one", place, {"cards": {"sword": "A equipped"}}, [{"A": {"equip": "sword"}}], must=True)


#: Kinds of cards, and when somebody may lay one: in the own turn, the own fight, another's turn, another's fight.
LAYING: tuple[tuple[Data, str], ...] = (
    ({"kind": "item", "slot": "footgear"}, "turn fresh"),
    ({"kind": "one_shot", "bonus": 2}, "turn fresh"),
    ({"kind": "steed", "bonus": 2}, "turn fresh"),
    ({"kind": "class", "trait": "craft"}, "turn fight fresh"),
    ({"kind": "race", "trait": "kin"}, "turn fight fresh"),
    ({"kind": "hireling", "bonus": 1}, "turn fight other watched fresh"),
    ({"kind": "power", "rank": 2}, "turn fight fresh"),
    ({"kind": "power", "rank": 6}, ""),
    ({"kind": "curse"}, ""),
    ({"kind": "monster", "level": 2}, ""),
    ({"kind": "monster_enhancer", "bonus": 2}, ""),
    ({"kind": "class_enhancer"}, ""),
    ({"kind": "race_enhancer"}, ""),
)


def laying(_: Supply) -> Iterator[Claim]:
    """Every kind of card at every moment: it is laid when the book allows it [ACT-06, ACT-07, ACT-10, HIRE-01]."""
    own, other = table("C"), {**table("C"), "turn": "B"}
    fights = fight(table("C"), helper=False)
    watched = {**other, "phase": "combat", "combat": {"fighter": "B", "monsters": [{"name": "ogre", "level": 30}]}}
    for card, allowed in LAYING:
        held = {"name": "made-up card", **card}
        for when, base in (("turn", own), ("fight", fights), ("other", other), ("watched", watched), ("fresh", other)):
            place = holding(base, "A", held)
            if when == "fresh":
                place["players"]["A"]["fresh"] = ["made-up card"]
            may = when in allowed.split()
            step: Data = {"A": {"lay": "made-up card"}}
            used = "equipped" if card["kind"] in ("item", "steed") else "play"
            where = {"cards": {"made-up card": f"A {used if may else 'hand'}"}}
            yield Claim(f"{card} laid: {when}", place, where, [step if may else {**step, "refused": True}], must=True)
    for level, ranks, rank, may in ((5, 0, 5, True), (5, 0, 6, False), (5, 3, 2, True), (5, 3, 3, False)):
        place = holding(own, "A", {"name": "second", "kind": "power", "rank": rank})
        place["players"]["A"] |= {
            "level": level,
            "powers": [{"name": "first", "kind": "power", "rank": ranks}] * bool(ranks),
        }
        step = {"A": {"lay": "second"}} if may else {"A": {"lay": "second"}, "refused": True}
        where = {"cards": {"second": f"A {'play' if may else 'hand'}"}}
        yield Claim(f"Rank {rank} beside {ranks} at Level {level}", place, where, [step], must=True)
    for kind, field in (("class", "classes"), ("race", "races")):
        for trait, more, may in (("one", 1, False), ("two", 1, True), ("two", 0, False)):
            place = with_charm(own, modifiers=[{"value": f"{kind}_limit", "add": more}])
            place["players"]["A"][field] = [{"name": "first", "kind": kind, "trait": "one"}]
            place = holding(place, "A", {"name": "second", "kind": kind, "trait": trait})
            step = {"A": {"lay": "second"}} if may else {"A": {"lay": "second"}, "refused": True}
            where = {"cards": {"second": f"A {'play' if may else 'hand'}"}}
            yield Claim(f"a second {kind}, {trait}, {more} more allowed", place, where, [step], must=True)
        place = copy.deepcopy(own)
        place["players"]["A"][field] = [{"name": "first", "kind": kind, "trait": "one"}]
        place = holding(place, "A", {"name": "super", "kind": f"{kind}_enhancer"})
        yield Claim(f"a {kind} enhancer", place, {"cards": {"super": "A play"}}, [{"A": {"lay": "super"}}], must=True)
    for kind, may in (
        ("class", True),
        ("race", True),
        ("power", True),
        ("hireling", True),
        ("item", False),
        ("curse", False),
    ):
        places = {"class": "classes", "race": "races", "power": "powers", "item": "carried", "curse": "curses"}
        for base in (own, fights, other):
            place = copy.deepcopy(base)
            extra: Data = {"rank": 1} if kind == "power" else {"lasting": "lasting"} if kind == "curse" else {}
            place["players"]["A"].setdefault(places.get(kind, "table"), []).append(
                {"name": "thing", "kind": kind, **extra}
            )
            step = {"A": {"drop": "thing"}} if may else {"A": {"drop": "thing"}, "refused": True}
            deck = "treasure" if kind in ("item", "hireling") else "door"
            where = {"cards": {"thing": f"{deck}_discards" if may else "A play"}}
            yield Claim(f"a {kind} discarded at will", place, where, [step], must=True)


def _sold(golds: list[int], double: int, half: bool) -> int:
    prices = [gold // 2 if half else gold for gold in golds]
    return sum(prices) + (prices[0] if double else 0)


def _may_sell(golds: list[int], level: int, doubles: bool) -> bool:
    """Whether some of these Items, one of them perhaps for double, make a lawful sale."""
    for count in range(1, len(golds) + 1):
        for some in combinations(golds, count):
            for worth in {sum(some), *(sum(some) + one for one in some if doubles)}:
                if worth >= 1000 and level + worth // 1000 <= 9:
                    return True
    return False


def _beginning() -> Iterator[Claim]:
    """A sale is begun where it can come to a lawful end, and not otherwise."""
    for golds in ([500], [400, 400], [300, 300], [500, 400], [2000], [2000, 500], [900, 200], [300, 200, 200], [499]):
        for level, doubles in ((5, False), (5, True), (8, False), (8, True), (9, True)):
            place = table("C")
            things = [{"name": f"thing {n}", "gold": gold} for n, gold in enumerate(golds)]
            place["players"]["A"] |= {"level": level, "carried": things, "equipped": []}
            if doubles:
                place = with_charm(place, gold=0, modifiers=[{"value": "double_sales", "add": 1}])
            may = _may_sell(golds, level, doubles)
            step: Data = {"A": "sell"} if may else {"A": "sell", "refused": True}
            expected = {"levels": {"A": level}, "asked_of": ["A"]}
            yield Claim(
                f"a sale begun with {golds} at Level {level}, doubling: {doubles}", place, expected, [step], True
            )


def _begun() -> Iterator[Claim]:
    """A sale that is begun: what may still be picked, when it is done, and that it can be called off."""
    place = table("C")
    place["players"]["A"] |= {
        "carried": [{"name": "six", "gold": 600}, {"name": "four", "gold": 400}, {"name": "three", "gold": 300}],
        "equipped": [{"name": "stuck", "gold": 500, "stuck": True}, {"name": "free", "gold": 0}],
    }
    for picks, then in (
        ([], ["six", "four", "three", "free", "withdraw"]),
        (["six"], ["four", "three", "free", "withdraw"]),
        (["six", "four"], ["three", "free", "done", "withdraw"]),
    ):
        steps: Steps = [{"A": "sell"}, *({"A": {"choose": pick}} for pick in picks)]
        asked = {"asked": {"A": then}, "levels": {"A": 5}}
        yield Claim(f"a sale with {picks} picked", place, asked, steps, must=True)
        kept = {"levels": {"A": 5}, "cards": {"six": "A carried", "four": "A carried"}, "moment": "arrange"}
        yield Claim(f"a sale called off, {picks} picked", place, kept, [*steps, {"A": "call_off"}], must=True)
        for wrong in ("stuck", "card1", "jewel of B", *picks):
            refused: Steps = [*steps, {"A": {"choose": wrong}, "refused": True}]
            yield Claim(f"a sale with {picks} picked, not {wrong}", place, asked, refused, must=True)
    sold = {
        "levels": {"A": 6},
        "cards": {"six": "treasure_discards", "four": "treasure_discards", "three": "A carried"},
    }
    done: Steps = [{"A": "sell"}, {"A": {"choose": "six"}}, {"A": {"choose": "four"}}, {"A": "done"}]
    yield Claim("a sale that is done", place, sold, done, must=True)


def sales(_: Supply) -> Iterator[Claim]:
    """Sums of gold, Levels and prices: a level for each 1,000, none beyond the highest without a kill [SELL-01 …]."""
    yield from _beginning()
    yield from _begun()
    for golds in ([1000], [999], [600, 400], [600, 399], [1900], [2000], [1500, 500], [500, 1600], [500]):
        for level, double, half in ((5, 0, False), (8, 0, False), (9, 0, False), (5, 1, False), (5, 0, True)):
            place = table("C")
            things = [{"name": f"thing {n}", "gold": gold} for n, gold in enumerate(golds)]
            place["players"]["A"] |= {"level": level, "carried": things[:1], "hand": things[1:]}
            if double:
                place = with_charm(place, modifiers=[{"value": "double_sales", "set": 1}])
            if half:
                place = with_charm(place, half_price={"item": True})
            worth = _sold(golds, double, half)
            gained = worth // 1000
            may = gained > 0 and level + gained <= 9
            sale: Data = {"sell": [thing["name"] for thing in things]}
            if double:
                sale["double"] = "thing 0"
            step: Data = {"A": sale} if may else {"A": sale, "refused": True}
            expected = {
                "levels": {"A": level + gained * may},
                "cards": {
                    f"thing {n}": "treasure_discards" if may else ("A carried" if not n else "A hand")
                    for n in range(len(golds))
                },
            }
            about = f"{golds} at Level {level}{', one doubled' * double}{', at half price' * half}"
            yield Claim(about, place, expected, [step], must=True)
    thing: Data = {"name": "thing", "gold": 1000}
    for where, place, may in (
        ("in the turn of another", {**table("C"), "turn": "B"}, False),
        ("in a fight", fight(table("C"), helper=False), False),
        ("at the end of a turn", {**table("C"), "phase": "end"}, True),
    ):
        step = {"A": {"sell": ["thing"]}} if may else {"A": {"sell": ["thing"]}, "refused": True}
        expected = {"levels": {"A": 5 + may}}
        yield Claim(f"sold {where}", holding(place, "A", thing), expected, [step], must=True)
    for field, may in (("stuck", False), ("untradeable", False), ("big", True)):
        place = table("C")
        place["players"]["A"]["carried"] = [{**thing, field: True}]
        step = {"A": {"sell": ["thing"]}} if may else {"A": {"sell": ["thing"]}, "refused": True}
        yield Claim(f"sold what is {field}", place, {"levels": {"A": 5 + may}}, [step], must=True)
    place = table("C")
    place["players"]["A"] |= {
        "equipped": [{"name": "cap", "slot": "headgear", "gold": 600}],
        "table": [{"name": "polish", "kind": "item_enhancer", "gold": 400}],
        "attached": {"polish": "cap"},
    }
    expected = {"levels": {"A": 6}, "cards": {"cap": "treasure_discards", "polish": "treasure_discards"}}
    yield Claim("sold with what lies on it", place, expected, [{"A": {"sell": ["cap"]}}], must=True)


LAWS = (
    Law(
        "who-may-use",
        "An Item is used by those for whom it is, and by nobody else.",
        ("ITEM-04", "ITEM-12"),
        usable,
        bare=True,
    ),
    Law(
        "what-fits",
        "An Item is put on where its place is free, and not otherwise.",
        ("ITEM-03", "ITEM-10", "LASER-01"),
        shapes,
        bare=True,
    ),
    Law(
        "laid-in-time",
        "A card is laid when the book allows it for its kind, and not otherwise.",
        ("ACT-06", "ACT-07", "POW-01"),
        laying,
        bare=True,
    ),
    Law(
        "sales-fetch",
        "A sale gives a level for each full price, and none beyond the highest without a kill.",
        ("SELL-01", "SELL-02", "SELL-03"),
        sales,
        bare=True,
    ),
)
