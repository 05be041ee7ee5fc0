"""Laws of standing: what a card does by lying there, while it does and to whom it says, and no longer.

Each card is made up and changes one thing; the same table without it shows the book's own rule beside it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.supply import Supply

Data = dict[str, Any]
Steps = list[dict[str, Any]]


def with_charm(place: Place, who: str = "A", **fields: Any) -> Place:
    """The table with a card before somebody that does this by lying there."""
    place = copy.deepcopy(place)
    place["players"][who]["equipped"].append({"name": "made-up charm", **fields})
    return place


def with_idle(place: Place, **fields: Any) -> Place:
    """The table with such a card that A only carries: it does nothing."""
    place = copy.deepcopy(place)
    place["players"]["A"]["carried"].append({"name": "made-up charm", **fields})
    return place


def holding(place: Place, who: str, *cards: Data) -> Place:
    """The table with cards more in somebody's hand."""
    place = copy.deepcopy(place)
    place["players"][who]["hand"] = [*place["players"][who]["hand"], *copy.deepcopy(cards)]
    return place


def _many(place: Place, count: int) -> Place:
    place = copy.deepcopy(place)
    place["players"]["A"]["hand"] = [f"card{number}" for number in range(70, 70 + count)]
    return place


def _at_level(level: int) -> Place:
    place = table()
    place["players"]["A"]["level"] = level
    return place


END: Steps = [{"A": "end"}]
LOST: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]
RUNNING = [{"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}]
WEAK = [{"name": "ogre", "level": 2, "treasures": 2}]
HAT = {"name": "second cap", "slot": "headgear", "bonus": 1}
GREAVES = [{"name": f"boots {number}", "slot": "footgear", "bonus": 1} for number in (1, 2)]
MAILS = [{"name": f"mail {number}", "slot": "armor", "bonus": 1} for number in (1, 2)]
SWORDS = [{"name": f"sword {number}", "slot": "hand", "hands": 1, "bonus": 1} for number in (1, 2, 3)]
POLE = {"name": "pole", "slot": "hand", "hands": 2, "bonus": 1}
CHEAT: Data = {
    "name": "cheat",
    "kind": "special",
    "when": "own_turn",
    "lifts_limits": True,
    "target": [{"choose": {"cards": {"from": ["table", "hand"], "where": {"item": True}}, "into": "$item"}}],
    "play": [{"attach": {"to": "$item"}}],
}
"""Lies on an Item, and lets its owner use it against all limits."""

CRATES = [{"name": f"crate {number}", "big": True, "gold": 100} for number in (1, 2)]
CRAFTS = [{"name": f"craft {number}", "kind": "class", "trait": f"craft_{number}"} for number in (1, 2)]
KINS = [{"name": f"kin {number}", "kind": "race", "trait": f"kin_{number}"} for number in (1, 2)]
FRIENDS = [{"name": f"friend {number}", "kind": "hireling"} for number in (1, 2)]
MOUNTS = [{"name": f"pony {number}", "kind": "steed"} for number in (1, 2)]


def _lay(*names: str) -> Steps:
    return [{"A": {"lay": name}} for name in names]


#: A number of the rules: what is changed, the table, what is done, and what comes of it without the change and with it.
NUMBERS: tuple[tuple[Data, Place, Steps, Data, Data], ...] = (
    ({"value": "hand_limit", "add": 1}, {**_many(table(), 6), "phase": "end"}, END, {"turn": "A"}, {"turn": "B"}),
    (
        {"value": "headgear_limit", "add": 1},
        holding(table(), "A", HAT),
        _lay("second cap"),
        {"cards": {"second cap": "A carried"}},
        {"cards": {"second cap": "A equipped"}},
    ),
    (
        {"value": "armor_limit", "add": 1},
        holding(table(), "A", *MAILS),
        _lay("mail 1", "mail 2"),
        {"cards": {"mail 1": "A equipped", "mail 2": "A carried"}},
        {"cards": {"mail 1": "A equipped", "mail 2": "A equipped"}},
    ),
    (
        {"value": "footgear_limit", "add": 1},
        holding(table(), "A", *GREAVES),
        _lay("boots 1", "boots 2"),
        {"cards": {"boots 1": "A equipped", "boots 2": "A carried"}},
        {"cards": {"boots 1": "A equipped", "boots 2": "A equipped"}},
    ),
    (
        {"value": "hands", "add": 1},
        holding(table(), "A", *SWORDS),
        _lay("sword 1", "sword 2", "sword 3"),
        {"cards": {"sword 2": "A equipped", "sword 3": "A carried"}},
        {"cards": {"sword 2": "A equipped", "sword 3": "A equipped"}},
    ),
    (
        {"value": "hands", "add": 1},
        holding(table(), "A", POLE, SWORDS[0]),
        _lay("pole", "sword 1"),
        {"cards": {"pole": "A equipped", "sword 1": "A carried"}},
        {"cards": {"pole": "A equipped", "sword 1": "A equipped"}},
    ),
    (
        {"value": "big_limit", "add": 1},
        holding(table(), "A", *CRATES),
        _lay("crate 1"),
        {"cannot": {"A": ["crate 2"]}},
        {"can": {"A": ["crate 2"]}},
    ),
    (
        {"value": "class_limit", "add": 1},
        holding(table(), "A", *CRAFTS),
        _lay("craft 1"),
        {"cannot": {"A": ["craft 2"]}},
        {"can": {"A": ["craft 2"]}},
    ),
    (
        {"value": "race_limit", "add": 1},
        holding(table(), "A", *KINS),
        _lay("kin 1"),
        {"cannot": {"A": ["kin 2"]}},
        {"can": {"A": ["kin 2"]}},
    ),
    (
        {"value": "hireling_limit", "add": 1},
        holding(table(), "A", *FRIENDS),
        _lay("friend 1"),
        {"cannot": {"A": ["friend 2"]}},
        {"can": {"A": ["friend 2"]}},
    ),
    (
        {"value": "steed_limit", "add": 1},
        holding(table(), "A", *MOUNTS),
        _lay("pony 1"),
        {"cannot": {"A": ["pony 2"]}},
        {"can": {"A": ["pony 2"]}},
    ),
    *(
        (
            {"value": value, "set" if value == "sure_escape" or value == "unpursued" else "add": 1},
            {**fight(table(), helper=False, monsters=RUNNING), "rolls": [4] * 4},
            LOST,
            {"levels": {"A": 3}},
            {"levels": {"A": 5}},
        )
        for value in ("run", "die", "sure_escape", "unpursued")
    ),
    (
        {"value": "run_dice", "add": 1},
        {**fight(table(), helper=False, monsters=RUNNING), "rolls": [2, 5, 1, 1]},
        LOST,
        {"levels": {"A": 3}},
        {"levels": {"A": 5}},
    ),
    (
        {"value": "wins_ties", "set": 1},
        fight(table(), helper=False, monsters=[{"name": "ogre", "level": 6}]),
        [{"pass": "all"}],
        {"outcome": "lost"},
        {"outcome": "won", "levels": {"A": 6}},
    ),
    (
        {"value": "kill_treasures", "add": 1},
        fight(table(), helper=False, monsters=[*WEAK, {"name": "imp", "level": 1, "treasures": 1}]),
        [{"pass": "all"}],
        {"drawn": {"A": 3}},
        {"drawn": {"A": 5}},
    ),
    (
        {"value": "win_treasures", "add": 1},
        fight(table(), helper=False, monsters=[*WEAK, {"name": "imp", "level": 1, "treasures": 1}]),
        [{"pass": "all"}],
        {"drawn": {"A": 3}},
        {"drawn": {"A": 4}},
    ),
    (
        {"value": "winning_level", "set": 9},
        fight(_at_level(8), helper=False, monsters=WEAK),
        [{"pass": "all"}],
        {"winners": []},
        {"winners": ["A"]},
    ),
    (
        {"value": "level_without_kill", "set": 5},
        act(table(), "A", {"draw": {"deck": "door"}}, {"gain_levels": 1}),
        play("A"),
        {"levels": {"A": 6}},
        {"levels": {"A": 5}},
    ),
    (
        {"value": "lowest_level", "set": 4},
        act(table(), "A", {"lose_levels": 3}),
        play("A"),
        {"levels": {"A": 2}},
        {"levels": {"A": 4}},
    ),
    (
        {"value": "level_price", "set": 300},
        holding(table(), "A", {"name": "statue", "gold": 1000}),
        [{"A": {"sell": ["statue"]}}],
        {"levels": {"A": 6}},
        {"levels": {"A": 8}},
    ),
    (
        {"value": "turn_step", "set": -1},
        {**table(), "phase": "end"},
        END,
        {"turn": "B"},
        {"turn": "E"},
    ),
    (
        {"value": "loot_cards", "set": 2},
        {**table(), "phase": "second"},
        [{"A": "loot"}],
        {"hand": {"A": 2}},
        {"hand": {"A": 3}},
    ),
    (
        {"value": "only_kills", "set": 1},
        act(table(), "A", {"draw": {"deck": "door"}}, {"gain_levels": 1}),
        play("A"),
        {"levels": {"A": 6}, "hand": {"A": 2}},
        {"levels": {"A": 5}, "hand": {"A": 2}},
    ),
)


def numbers_of_rules(_: Supply) -> Iterator[Claim]:
    """Every number of the rules, as the book has it, changed by one's own card, and by another's."""
    for change, place, steps, book, changed in NUMBERS:
        value = change["value"]
        yield Claim(f"{value} of the book", place, book, steps, must=True)
        yield Claim(f"{value} changed", with_charm(place, modifiers=[change]), changed, steps, must=True)
        yield Claim(f"{value} changed of D", with_charm(place, "D", modifiers=[change]), book, steps, must=True)
        for_all = with_charm(place, "D", modifiers=[{**change, "on": "all"}])
        yield Claim(f"{value} changed for all by D", for_all, changed, steps, must=True)
        for_none = with_charm(place, "D", modifiers=[{**change, "on": "all", "if": {"level_at_least": 10}}])
        yield Claim(f"{value} changed for all on a condition", for_none, book, steps, must=True)
        idle = with_idle(place, modifiers=[change])
        yield Claim(f"{value} changed by what is only carried", idle, book, steps, must=True)
        never = with_charm(place, modifiers=[{**change, "if": {"level_at_least": 10}}])
        yield Claim(f"{value} changed on a condition", never, book, steps, must=True)


#: Lines of strength of A's card, A fighting with 6 and B helping with 4: what comes of it for both sides.
LINES: tuple[tuple[Data, list[int]], ...] = (
    ({"add": 3}, [13, 30]),
    ({"add": -3}, [7, 30]),
    ({"add": 3, "side": "party"}, [13, 30]),
    ({"add": 3, "side": "monsters"}, [10, 33]),
    ({"add": 3, "if": {"sex": "male"}}, [13, 30]),
    ({"add": 3, "if": {"sex": "female"}}, [10, 30]),
    ({"add": {"count": {"from": "items"}}}, [13, 30]),
    ({"drop": "levels"}, [5, 30]),
    ({"scale": 2}, [16, 30]),
    ({"level_as": 1}, [6, 30]),
    ({"multiply": "levels"}, [15, 30]),
    ({"multiply": {"slot": "headgear"}}, [11, 30]),
    ({"negate": {"slot": "headgear"}}, [8, 30]),
)


#: … and of a monster of Level 30 that both fight.
OF_MONSTERS: tuple[tuple[Data, list[int]], ...] = (
    ({"add": 4}, [10, 34]),
    ({"add": 4, "if": {"party_has": "male"}}, [10, 34]),
    ({"add": 4, "if": {"trait": "elf"}}, [10, 30]),
    ({"add": -4, "side": "party"}, [6, 30]),
    ({"drop": "levels"}, [2, 30]),
    ({"drop": "all_but_levels"}, [8, 30]),
    ({"drop": "items"}, [8, 30]),
    ({"drop_cards": {"slot": "headgear"}}, [8, 30]),
    ({"drop_cards": {"slot": "armor"}}, [10, 30]),
    ({"negate": {"slot": "headgear"}}, [6, 30]),
)


#: What a card of A does to lines, and what a monster does to those of the party.
OPERATORS: tuple[Data, ...] = (
    {"scale": 2},
    {"multiply": "levels"},
    {"multiply": {"slot": "headgear"}, "by": 3},
    {"negate": {"slot": "headgear"}},
    {"level_as": 2},
)
OBSTACLES: tuple[Data, ...] = (
    {"drop": "levels"},
    {"drop": "all_but_levels"},
    {"drop": "items"},
    {"drop_cards": {"slot": "headgear"}},
    {"drop_cards": {"tag": "charmed"}},
    {"negate": {"slot": "headgear"}},
)


def _reckoned(rule: Data, obstacle: Data, is_item: bool) -> int:
    """What A and B fight with: A with a cap and a card that does this, B with a cap, against that.

    What does not count does nothing, and so does an Item where Items do not count. A whole share is not doubled where
    only Levels count.
    """
    lines: list[tuple[str, str, int]] = [("A", "level", 5), ("A", "cap", 1), ("B", "level", 3), ("B", "cap", 1)]
    drop, silent = obstacle.get("drop"), obstacle.get("drop_cards", {})
    works = silent.get("tag") != "charmed"
    if drop == "all_but_levels":
        works = not is_item and "scale" not in rule
    elif drop == "items":
        works = not is_item
    if works and "level_as" in rule:
        lines[0] = ("A", "level", rule["level_as"])
    if drop == "levels":
        lines = [line for line in lines if line[1] != "level"]
    elif drop is not None or silent.get("slot"):
        lines = [line for line in lines if line[1] != "cap"]
    total = 0
    for owner, sort, amount in lines:
        if sort == "cap" and ("negate" in obstacle or (works and "negate" in rule and owner == "A")):
            amount = -amount
        if works and owner == "A" and "multiply" in rule:
            meant = "level" if rule["multiply"] == "levels" else "cap"
            amount *= rule.get("by", 2) if sort == meant else 1
        total += amount * (2 if works and owner == "A" and "scale" in rule else 1)
    return total


def _against_each_other() -> Iterator[Claim]:
    for rule in OPERATORS:
        for obstacle in OBSTACLES:
            beast = {"name": "ogre", "level": 30, "strength": [obstacle]}
            place = with_charm(fight(table(), monsters=[beast]), tags=["charmed"], strength=[rule])
            expected = {"strength": [_reckoned(rule, obstacle, True), 30]}
            yield Claim(f"an Item with {rule} against {obstacle}", place, expected)
            place = fight(table(), monsters=[beast])
            craft = {"name": "craft", "kind": "class", "trait": "craft", "tags": ["charmed"], "strength": [rule]}
            place["players"]["A"]["classes"] = [craft]
            expected = {"strength": [_reckoned(rule, obstacle, False), 30]}
            yield Claim(f"a Class with {rule} against {obstacle}", place, expected)


def lines_of_strength(_: Supply) -> Iterator[Claim]:
    """Every sort of line that a card adds or changes, of the fighter and of somebody who looks on."""
    foe = [{"name": "ogre", "level": 30}]
    for line, sums in LINES:
        place = with_charm(fight(table(), monsters=foe), strength=[line])
        yield Claim(f"{line} of the fighter", place, {"strength": sums})
        place = with_charm(fight(table(), monsters=foe), "D", strength=[line])
        yield Claim(f"{line} of somebody who looks on", place, {"strength": [10, 30]})
        carried = fight(table(), monsters=foe)
        carried["players"]["A"]["carried"].append({"name": "made-up charm", "strength": [line]})
        yield Claim(f"{line} carried", carried, {"strength": [10, 30]})
    for line, sums in OF_MONSTERS:
        beast = {"name": "ogre", "level": 30, "strength": [line]}
        yield Claim(f"{line} of a monster", fight(table(), monsters=[beast]), {"strength": sums})
    yield from _against_each_other()


#: When something may be done, and of these moments those in which A, E, may: a turn of A's, a fight of A's, of B's.
MOMENTS: dict[str, dict[str, str]] = {
    "any_time": {"turn": "AE", "own": "AE", "other": "AE"},
    "any_combat": {"turn": "", "own": "AE", "other": "AE"},
    "own_combat": {"turn": "", "own": "A", "other": ""},
    "own_turn": {"turn": "A", "own": "", "other": ""},
    "own_turn_any_time": {"turn": "A", "own": "A", "other": ""},
    "out_of_combat": {"turn": "AE", "own": "E", "other": "AE"},
}


def moments(_: Supply) -> Iterator[Claim]:
    """Every word for when a card may be played, in every moment, by who is concerned and who is not."""
    others = fight(table(), helper=False)
    others["combat"]["fighter"] = others["turn"] = "B"
    places = {"turn": table(), "own": fight(table(), helper=False), "other": others}
    for when, allowed in MOMENTS.items():
        for moment, place in places.items():
            for who in ("A", "E"):
                held = act(place, who, {"draw": {"deck": "door"}}, when=when)
                word = "can" if who in allowed[moment] else "cannot"
                yield Claim(f"{when} of {who} in {moment}", held, {word: {who: ["made-up act"]}})
    yield from _received()


def _received() -> Iterator[Claim]:
    """What may be played when it has just been received may be so out of turn, and then alone."""
    for turn, fresh, fights, may in (("B", True, False, True), ("B", False, False, False), ("B", True, True, False)):
        place = fight(table(), helper=False) if fights else table()
        if fights:
            place["combat"]["helper"] = "A"
            place["combat"]["fighter"] = "B"
        held = act({**place, "turn": turn}, "A", {"draw": {"deck": "door"}}, when="just_received")
        held["players"]["A"]["fresh"] = ["made-up act"] if fresh else []
        expected = {"can" if may else "cannot": {"A": ["made-up act"]}}
        yield Claim(f"just received: {fresh}, in the turn of {turn}, fighting: {fights}", held, expected)


def uses(_: Supply) -> Iterator[Claim]:
    """What may be done so many times may be done as often as that; what has a price needs it."""
    for per, place in (("turn", table()), ("combat", fight(table(), helper=False))):
        for limit in (1, 2):
            ability: Data = {"when": "any_time", "limit": limit, "per": per, "do": [{"draw": {"deck": "door"}}]}
            owned = with_charm(place, abilities={"made_up": ability})
            use: Data = {"A": {"use": "made-up charm", "ability": "made_up"}}
            again = {"use": "made-up charm", "ability": "made_up"}
            yield Claim(f"{limit} a {per}, all of them", owned, {"cannot": {"A": [again]}}, [use] * limit, must=True)
            before = [use] * (limit - 1)
            yield Claim(f"{limit} a {per}, before the last", owned, {"can": {"A": [again]}}, before, must=True)
            yield Claim(f"{limit} a {per}, of another", owned, {"cannot": {"B": [again]}})
    yield from _prices()


def _price(count: int, source: str = "hand") -> Steps:
    return [{"choose": {"cards": {"from": source}, "count": count, "into": "$price"}}, {"discard": "$price"}]


#: What somebody pays with; what A has for it: cards in hand, the Level; whether it is enough, and what is left then.
PRICES: tuple[tuple[Steps, list[str], int, bool, Data], ...] = (
    (_price(1), ["card1"], 5, True, {"hand": {"A": ["gem 0"]}, "cards": {"card1": "door_discards"}}),
    (_price(1), [], 5, False, {}),
    (_price(2), ["card1", "card70"], 5, True, {"hand": {"A": ["gem 0"]}, "cards": {"card70": "door_discards"}}),
    (_price(2), ["card1"], 5, False, {}),
    (_price(1, "curses"), ["card1"], 5, False, {}),
    ([{"discard_hand": "you"}], ["card1", "card70"], 5, True, {"hand": {"A": ["gem 0"]}}),
    ([{"discard_hand": "you"}], ["card1"], 5, True, {"hand": {"A": ["gem 0"]}}),
    ([{"discard_hand": "you"}], [], 5, False, {}),
    ([{"lose_levels": 1}], [], 2, True, {"levels": {"A": 1}}),
    ([{"lose_levels": 1}], [], 1, False, {}),
)


def _prices() -> Iterator[Claim]:
    """A price is paid in full, by an ability and by a card that is no part of it; who cannot pay does nothing."""
    ability: Data = {"push": {"when": "any_time", "cost": _price(1, "equipped"), "do": [{"draw": {"deck": "door"}}]}}
    for stuck in (True, False):
        place = table()
        place["players"]["A"] |= {"equipped": [{"name": "collar", "stuck": stuck}], "carried": []}
        place["players"]["A"]["carried"] = [{"name": "lever", "abilities": ability}]
        use: Data = {"cannot" if stuck else "can": {"A": [{"use": "lever", "ability": "push"}]}}
        yield Claim(f"what is stuck pays nothing: {stuck}", place, use)
    ability = {"push": {"when": "any_time", "cost": _price(1), "do": [{"draw": {"deck": "door"}}]}}
    for bars, may in (([], "can"), ([{"from": "hand"}], "cannot"), ([{"cards": {"deck": "treasure"}}], "can")):
        ogre = {"name": "ogre", "level": 30, "bars": bars}
        place = with_charm(fight(table(), helper=False, monsters=[ogre]), abilities=ability)
        use = {may: {"A": [{"use": "made-up charm", "ability": "push"}]}}
        yield Claim(f"a price of the hand against {bars}", place, use)
    for cost, hand, level, enough, left in PRICES:
        place = table()
        place["players"]["A"] |= {"hand": list(hand), "level": level}
        deed: Data = {"when": "any_time", "cost": cost}
        about = f"{cost} of {hand} at Level {level}"
        used = with_charm(place, abilities={"made_up": {**deed, "do": [{"draw": {"deck": "treasure"}}]}})
        played = holding(
            place, "A", {"name": "deed", "kind": "special", **deed, "play": [{"draw": {"deck": "treasure"}}]}
        )
        use = {"use": "made-up charm", "ability": "made_up"}
        for how, owned, step, name in (("used", used, use, use), ("played", played, {"play": "deed"}, "deed")):
            if enough:
                expected = {**left, "drawn": {"A": 1}}
                yield Claim(f"{how} for {about}", owned, expected, [{"A": step}], must=True)
            else:
                yield Claim(f"{how} for {about}: too little", owned, {"cannot": {"A": [name]}})


LAWS = (
    Law(
        "numbers-of-the-book",
        "A number of the rules is the book's, unless a card in force changes it for whom it concerns.",
        ("HIER-01", "CARD-07", "ITEM-03"),
        numbers_of_rules,
        bare=True,
    ),
    Law(
        "lines-as-said",
        "A line of strength counts for the side that its card names.",
        ("CMB-01",),
        lines_of_strength,
        bare=True,
    ),
    Law("moments-kept", "A card is played when it says, and at no other time.", ("CARD-04",), moments, bare=True),
    Law(
        "uses-counted",
        "What has a limit or a price is done no oftener, and never for less.",
        ("CHAR-06",),
        uses,
        bare=True,
    ),
)
