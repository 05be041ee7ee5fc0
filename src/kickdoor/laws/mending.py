"""Laws of mending: what is too much is put right at once, Charity goes to the lowest, numbers are what they count.

The cards are made up; what must come of it is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import CHEAT, CRATES, END, Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
GOES: Data = {"lose": {"from": "equipped", "of": "turn", "where": {"tag": "charmed"}}}
KIN = {"name": "big kin", "kind": "race", "trait": "kin", "modifiers": [{"value": "big_limit", "add": 1}]}


def _crowded() -> Place:
    """A carries two Big Items by a charm that D can take away."""
    place = with_charm(table("C"), tags=["charmed"], modifiers=[{"value": "big_limit", "add": 1}])
    place["players"]["A"]["carried"] = copy.deepcopy(CRATES)
    return act(place, "D", GOES)


def remedies(_: Supply) -> Iterator[Claim]:
    """Every way to put right what is too much, each offered and each done."""
    gone = play("D")
    given: Steps = [*gone, {"A": {"choose": "crate 1 to B"}}]
    expected: Data = {"cards": {"crate 1": "B carried", "crate 2": "A carried"}, "moment": "arrange"}
    yield Claim("a Big Item is given to the lowest", _crowded(), expected, given, must=True)
    full = _crowded()
    for name in "BDE":
        full["players"][name]["carried"] = [{"name": f"trunk of {name}", "big": True}]
    expected = {"cards": {"crate 1": "treasure_discards", "crate 2": "A carried"}}
    yield Claim("… or away where nobody can carry it", full, expected, [*gone, {"A": {"choose": "crate 1"}}], must=True)
    some = _crowded()
    some["players"]["B"]["carried"] = [{"name": "trunk of B", "big": True}]
    expected = {"asked": {"A": ["crate 1 to D", "crate 1 to E", "crate 2 to D", "crate 2 to E"]}}
    yield Claim("… to the lowest of those who can", some, expected, gone, must=True)
    for about, card, choice, where in (
        ("a Race is laid", KIN, "big kin", {"big kin": "A play", "crate 1": "A carried", "crate 2": "A carried"}),
        (
            "an Item is laid",
            {"name": "sack", "modifiers": KIN["modifiers"]},
            "sack",
            {"sack": "A equipped", "crate 2": "A carried"},
        ),
    ):
        place = holding(_crowded(), "A", card)
        yield Claim(about, place, {"cards": where, "moment": "arrange"}, [*gone, {"A": {"choose": choice}}], must=True)
    place = holding(_crowded(), "A", CHEAT)
    steps: Steps = [*gone, {"A": {"choose": ["cheat", "crate 1"]}}]
    expected = {"cards": {"cheat": "A play", "crate 1": "A equipped", "crate 2": "A carried"}}
    yield Claim("Cheat! is played", place, expected, steps, must=True)
    page = _crowded()
    page["players"]["A"]["table"] = [{"name": "page", "kind": "hireling", "carries": 1}]
    asked = {"asked_of": ["A"]}
    yield Claim("a Hireling could carry it", page, asked, gone, must=True)
    rich = _crowded()
    rich["players"]["A"]["carried"][0]["gold"] = 1000
    sold: Steps = [*gone, {"A": {"choose": ["sell", "crate 1", "done"]}}]
    expected = {"cards": {"crate 1": "treasure_discards", "crate 2": "A carried"}, "levels": {"A": 6}}
    yield Claim("it is sold", rich, expected, sold, must=True)
    worn = with_charm(table("C"), tags=["charmed"], modifiers=[{"value": "headgear_limit", "add": 1}])
    worn["players"]["A"]["equipped"].append({"name": "hood", "slot": "headgear"})
    steps = [*gone, {"A": {"choose": "hood"}}]
    expected = {"cards": {"hood": "A carried", "cap of A": "A equipped"}}
    yield Claim("one of two is put down", act(worn, "D", GOES), expected, steps, must=True)
    complex_ = with_charm(table("C"), tags=["charmed"], modifiers=[{"value": "complex_limit", "add": 1}])
    complex_["players"]["A"]["equipped"] += [{"name": f"gadget {n}", "complex": True} for n in (1, 2)]
    steps = [*gone, {"A": {"choose": "gadget 1"}}]
    expected = {"cards": {"gadget 1": "A carried", "gadget 2": "A equipped"}}
    yield Claim("one of two Complex Items is put down", act(complex_, "D", GOES), expected, steps, must=True)
    barred = act(
        table("C"),
        "D",
        {"choose": {"cards": {"from": "treasure_discards"}, "into": "$card"}},
        {"take": {"cards": "$card", "to": "turn", "into": "table", "equip": True}},
    )
    barred["treasure_discards"] = [{"name": "vow", "forbids": [{"what": "carry", "cards": {"slot": "headgear"}}]}]
    expected = {"cards": {"cap of A": "B carried", "vow": "A equipped"}}
    yield Claim("what may not be carried goes", barred, expected, play("D"), must=True)
    raised = with_charm(
        act(
            table("C"),
            "D",
            {"choose": {"cards": {"from": "treasure_discards"}, "into": "$card"}},
            {"take": {"cards": "$card", "to": "turn", "into": "table", "equip": True}},
        ),
        "E",
    )
    raised["treasure_discards"] = [{"name": "stilts", "modifiers": [{"value": "lowest_level", "set": 7}]}]
    yield Claim("who stands below the lowest rises", raised, {"levels": {"A": 7}}, play("D"), must=True)
    lonely = _lonely()
    yield Claim(
        "an enhancer without a Class goes",
        lonely,
        {"cards": {"super": "door_discards"}},
        [{"A": {"drop": "craft"}}],
        must=True,
    )
    reason = act(table("C"), "D", {"change_sex": "turn"})
    reason["players"]["A"]["curses"] = [{"name": "beard", "kind": "curse", "lasting": "lasting", "on": {"sex": "male"}}]
    yield Claim("a Curse without its reason ends", reason, {"cards": {"beard": "door_discards"}}, play("D"), must=True)


def _lonely() -> Place:
    place = table("C")
    place["players"]["A"] |= {
        "classes": [{"name": "craft", "kind": "class", "trait": "craft"}],
        "table": [{"name": "super", "kind": "class_enhancer"}],
    }
    return place


def charity(_: Supply) -> Iterator[Claim]:
    """What is over the limit goes to the lowest, as evenly as can be; away where the giver is among them."""

    def giving(levels: dict[str, int], cards: int) -> Place:
        place = {**table("C"), "phase": "end"}
        for name, level in levels.items():
            place["players"][name]["level"] = level
        place["players"]["A"]["hand"] = [f"card{70 + n}" for n in range(cards)]
        return place

    lowest = giving({"A": 1}, 7)
    yield Claim(
        "the lowest discards",
        lowest,
        {"hand": {"A": 5}, "cards": {"card70": "door_discards", "card71": "door_discards"}},
        [*END, {"A": {"choose": ["card70", "card71"]}}],
        must=True,
    )
    tied = giving({"A": 3}, 6)
    yield Claim("… also if tied", tied, {"asked": {"A": [f"card{70 + n}" for n in range(6)]}}, END, must=True)
    shared = giving({"D": 3}, 8)
    asked = {"asked": {"A": [f"card{70 + n} to {name}" for n in range(8) for name in "BD"]}}
    yield Claim("to both of the lowest", shared, asked, END, must=True)
    once: Steps = [*END, {"A": {"choose": "card70 to B"}}]
    asked = {"asked": {"A": [f"card{71 + n} to {name}" for n in range(7) for name in "BD"]}}
    yield Claim("… the odd one to either", shared, asked, once, must=True)
    twice: Steps = [*once, {"A": {"choose": "card71 to B"}}]
    asked = {"asked": {"A": [f"card{72 + n} to D" for n in range(6)]}}
    yield Claim("… and evenly", shared, asked, twice, must=True)
    at_limit = giving({}, 5)
    yield Claim("nothing is over", at_limit, {"turn": "B", "hand": {"A": 5}}, [{"until": {"turn": "B"}}], must=True)
    vow = with_charm(giving({}, 5), "B", forbids=[{"what": "treasures"}])
    vow["players"]["A"]["hand"].append({"name": "gem", "gold": 100})
    asked = {"asked": {"A": [f"card{70 + n} to B" for n in range(5)]}}
    yield Claim("no Treasures to who may have none", vow, asked, END, must=True)


#: Numbers about monsters: of the imp with a rage on it, beside an ogre, for who plays the card.
OF_MONSTERS: tuple[tuple[Data, int], ...] = (
    ({"monster_level": "$monster"}, 2),
    ({"monster_treasures": "$monster"}, 3),
    ({"printed_treasures": "$monster"}, 1),
    ({"fight_treasures": True}, 5),
    ({"monsters": {"level_at_most": 5}}, 1),
    ({"killed": {"kind": "monster"}}, 0),
    ({"value": 2, "if": {"card": "$monster", "enhanced": {"kind": "monster_enhancer"}}}, 2),
    ({"value": 2, "if": {"card": "$monster", "enhanced": {"kind": "curse"}}}, 0),
)


def counted(_: Supply) -> Iterator[Claim]:
    """Numbers of a fight, words for players of an event, and the ways to pay."""
    imp = {
        "card": {"name": "imp", "level": 2, "treasures": 1},
        "enhancers": [{"name": "rage", "kind": "monster_enhancer", "bonus": 5, "treasure_bonus": 2}],
    }
    for number, found in OF_MONSTERS:
        place = fight(table("C"), monsters=[OGRE, imp])
        pick = {"choose": {"monsters": {"level_at_most": 5}, "into": "$monster"}}
        place = act(place, "E", {"draw": {"deck": "door"}}, pick, {"lose_levels": {"count": number}})
        yield Claim(f"{number} of a monster", place, {"levels": {"E": 8 - found}}, play("E"), must=True)
    yield Claim(
        "the lowest Level",
        act(table("C"), "A", {"set_level": {"to": "lowest"}}),
        {"levels": {"A": 3}},
        play("A"),
        must=True,
    )
    for fields, drawn in (
        ({"most_treasures": 2}, 2),
        ({"least_treasures": 4}, 3),
        ({"treasure_times": 2}, 6),
        ({"treasure_bonus": -1}, 2),
        ({"treasure_bonus": -9}, 0),
        ({"treasure_bonus": -9, "least_treasures": 1}, 1),
    ):
        beast: Data = {
            "card": {"name": "imp", "level": 2, "treasures": 3},
            "enhancers": [{"name": "rage", "kind": "monster_enhancer", "bonus": 1, **fields}],
        }
        place = fight(table("C"), helper=False, monsters=[beast])
        yield Claim(f"3 Treasures with {fields}", place, {"drawn": {"A": drawn}}, [{"pass": "all"}], must=True)
        fixed = copy.deepcopy(beast)
        fixed["card"]["fixed_treasures"] = True
        place = fight(table("C"), helper=False, monsters=[fixed])
        yield Claim(f"3 Treasures that stay, with {fields}", place, {"drawn": {"A": 3}}, [{"pass": "all"}], must=True)
    for when, who, word, levels in (
        ("after_roll", "E", "roller", {"A": 4, "E": 8}),
        ("when_caught", "A", "runner", {"A": 2, "E": 8}),
        ("before_run", "E", "fighter", {"A": 2, "E": 8}),
    ):
        card: Data = {"name": "word", "kind": "special", "when": when, "play": [{"lose_levels": {"who": word}}]}
        roll = 6 if when == "after_roll" else 1
        place = holding(
            {**fight(table("C"), helper=False, monsters=[OGRE]), "phase": "running_away", "rolls": [roll] * 4},
            who,
            card,
        )
        first: Steps = [] if when == "before_run" else [{"A": {"run": "ogre"}}]
        steps: Steps = [*first, {who: {"play": "word"}}, {"until": {"moment": "end"}}]
        yield Claim(f"{word}, {when}", place, {"levels": levels}, steps, must=True)
    hexed: Data = {
        "name": "echo",
        "kind": "special",
        "when": "when_cursed",
        "play": [{"lose_levels": {"who": "victim"}}],
    }
    place = act(table("C"), "B", {"lose_levels": 1}, kind="curse")
    del place["players"]["B"]["hand"][-1]["when"]
    place = holding(place, "E", hexed)
    steps = [{"B": {"play": "made-up act", "on": "D"}}, {"E": {"play": "echo"}}]
    yield Claim("the victim of a Curse", place, {"levels": {"A": 5, "D": 6, "E": 8}}, steps, must=True)
    grips: tuple[tuple[Data, bool], ...] = (
        ({"forbids": [{"what": "escape", "on": "all"}]}, True),
        ({"forbids": [{"what": "escape", "if": {"sex": "female"}}]}, False),
        ({"forbids": [{"what": "escape", "if": {"sex": "male"}}]}, True),
        ({"forbids": [{"what": "help"}]}, False),
        ({}, False),
    )
    for beast, fails in grips:
        place = {
            **fight(table("C"), helper=False, monsters=[{**OGRE, **beast}]),
            "phase": "running_away",
            "rolls": [6] * 4,
        }
        yield Claim(
            f"a monster with {beast}",
            place,
            {"levels": {"A": 3 if fails else 5}},
            [{"until": {"moment": "end"}}],
            must=True,
        )
    place = {
        **fight(table("C"), helper=False, monsters=[{**OGRE, "level": 2, "forbids": [{"what": "win"}]}]),
        "rolls": [6] * 4,
    }
    yield Claim("a monster that nobody beats", place, {"outcome": "lost"}, [{"pass": "all"}], must=True)
    for held, paid, level in ((1, 0, 5), (0, 0, 4)):
        ways: Steps = [
            {"choose": {"options": ["cards", "level"], "into": "$way"}},
            {"if": {"option": {"$way": "cards"}}, "then": [{"discard_hand": "you"}], "else": [{"lose_levels": 1}]},
        ]
        beast = {"name": "ogre", "level": 30, "bad_stuff": ways}
        place = {**fight(table("C"), helper=False, monsters=[beast]), "phase": "running_away", "rolls": [1] * 4}
        place["players"]["A"]["hand"] = ["card1"] * held
        choice: Steps = [{"A": {"run": "ogre"}}, *([{"A": {"choose": "cards"}}] if held else [])]
        yield Claim(
            f"Bad Stuff to choose, with {held} cards",
            place,
            {"levels": {"A": level}, "hand": {"A": paid}},
            choice,
            must=True,
        )
    for hand, asked in ((1, None), (2, ["cards", "level"])):
        two: Steps = [
            {"choose": {"options": ["cards", "level"], "into": "$way"}},
            {
                "if": {"option": {"$way": "cards"}},
                "then": [{"choose": {"cards": {"from": "hand"}, "count": 2, "into": "$paid"}}, {"discard": "$paid"}],
                "else": [{"lose_levels": 1}],
            },
        ]
        beast = {"name": "ogre", "level": 30, "bad_stuff": two}
        place = {**fight(table("C"), helper=False, monsters=[beast]), "phase": "running_away", "rolls": [1] * 4}
        place["players"]["A"]["hand"] = [f"card{90 + n}" for n in range(hand)]
        expected: Data = {"levels": {"A": 4}, "hand": {"A": 1}} if asked is None else {"asked": {"A": asked}}
        yield Claim(
            f"a way that is paid in part is none beside a whole one, {hand} cards",
            place,
            expected,
            [{"A": {"run": "ogre"}}],
            must=True,
        )
    for level, hand, expected in ((1, 1, {"hand": {"A": 0}, "levels": {"A": 1}}), (5, 0, {"levels": {"A": 1}})):
        ways = [
            {"choose": {"options": ["cards", "level"], "into": "$way"}},
            {
                "if": {"option": {"$way": "cards"}},
                "then": [{"discard_hand": "you"}],
                "else": [{"set_level": {"to": 1}}],
            },
        ]
        beast = {"name": "ogre", "level": 30, "bad_stuff": ways}
        place = {**fight(table("C"), helper=False, monsters=[beast]), "phase": "running_away", "rolls": [1] * 4}
        place["players"]["A"] |= {"hand": ["card1"] * hand, "level": level}
        yield Claim(
            f"a way that costs nothing is none, Level {level}", place, expected, [{"A": {"run": "ogre"}}], must=True
        )
    for deathless, hand, level, left in ((True, 1, 5, 0), (True, 0, 4, 0)):
        place = act(table("C"), "D", {"die": {"who": "turn"}})
        place["players"]["A"] |= {
            "races": [{"name": "ghost", "kind": "race", "trait": "ghost", "deathless": deathless}],
            "hand": ["card1"] * hand,
        }
        yield Claim(
            f"who does not die, with {hand} cards",
            place,
            {"dead": ["C"], "levels": {"A": level}, "hand": {"A": left}},
            play("D"),
            must=True,
        )
    for cause, kept in (("curse", True), ("bad_stuff", False)):
        charm: Data = {
            "name": "heirloom",
            "slot": "footgear",
            "reactions": [{"to": "lost", "if": {"cause": cause}, "do": [{"draw": {"deck": "treasure"}}]}],
        }
        place = act(table("C"), "B", {"lose": {"from": "equipped", "where": {"slot": "footgear"}}}, kind="curse")
        del place["players"]["B"]["hand"][-1]["when"]
        place["players"]["A"]["equipped"].append(charm)
        yield Claim(
            f"lost to a Curse, asked for {cause}",
            place,
            {"drawn": {"A": int(kept)}},
            [{"B": {"play": "made-up act", "on": "A"}}],
            must=True,
        )


LAWS = (
    Law(
        "mended-as-allowed",
        "What is too much is put right by every lawful play, given to the lowest, or goes.",
        ("ITEM-09", "ITEM-10", "ITEM-12"),
        remedies,
        bare=True,
    ),
    Law(
        "charity-to-the-lowest",
        "What is over the limit goes to the lowest, evenly, or away where the giver is one of them.",
        ("CHAR-20", "CHAR-21", "CHAR-22"),
        charity,
        bare=True,
    ),
    Law(
        "counted-in-fights",
        "Numbers of a fight, and whom an event concerns, are what they are there.",
        ("CMB-14", "RUN-03"),
        counted,
        bare=True,
    ),
)
