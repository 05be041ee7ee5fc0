"""Laws of paying: what a fight hands out, and who runs from what when it is lost.

The cards are made up; who gets what is worked out from the numbers on them, step by step as the book does it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

IMP = {"name": "imp", "level": 2, "treasures": 1}
RAT = {"name": "rat", "level": 1, "treasures": 2}
OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
PICK: Data = {"choose": {"monsters": True, "into": "$monster"}}
KILL: Steps = [PICK, {"kill_monster": "$monster"}]
WON: Steps = [{"pass": "all"}]
LOST: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]


def shares(count: int, due: int, order: str) -> list[str]:
    """Who picks of so many Treasures, the helper being due some of them [HELP-02, HELP-04]."""
    due = min(count, due)
    if order == "helper_first":
        return ["B"] * due + ["A"] * (count - due)
    if order == "fighter_first":
        return ["A"] * (count - due) + ["B"] * due
    rest = {"A": count - due, "B": due}
    picks: list[str] = []
    while any(rest.values()):
        for name in rest:
            if rest[name]:
                rest[name] -= 1
                picks.append(name)
    return picks


def _picked(pickers: list[str]) -> tuple[Steps, dict[str, str]]:
    """The picks that are asked for, each of the last Treasure that lies there, and where all of them are then."""
    left = list(range(len(pickers)))
    steps: Steps = []
    where: dict[str, str] = {}
    for at, name in enumerate(pickers):
        gem = left.pop()
        where[f"gem {gem}"] = f"{name} hand"
        if len(set(pickers[at:])) > 1:
            steps.append({name: {"choose": f"gem {gem}"}})
    return steps, where


def _helped(due: int, order: str = "helper_first", monsters: list[Data] | None = None) -> Place:
    place = fight(table("C"), monsters=copy.deepcopy(monsters or [IMP, RAT]))
    place["combat"] |= {"treasures": due, "order": order}
    return place


def paid(_: Supply) -> Iterator[Claim]:
    """What kills are worth goes to the fighter; the helper has what was agreed, and no Level."""
    for order, due in product(("helper_first", "fighter_first", "in_turn"), (0, 1, 2, 3, 4)):
        steps, where = _picked(shares(3, due, order))
        expected = {
            "levels": {"A": 7, "B": 3, "D": 8},
            "drawn": {"A": {"count": 3, "face": "up"}, "D": 0},
            "cards": {**where, "imp": "door_discards", "rat": "door_discards"},
            "outcome": "won",
            "fighting": [],
        }
        yield Claim(f"{due} of 3 Treasures to the helper, {order}", _helped(due, order), expected, [*WON, *steps], True)
    alone = fight(table("C"), helper=False, monsters=[IMP, RAT])
    expected = {"levels": {"A": 7, "B": 3}, "drawn": {"A": {"count": 3, "face": "down"}, "B": 0}, "hand": {"A": 4}}
    yield Claim("alone", alone, expected, WON, must=True)
    for who, levels in (("B", {"A": 7, "B": 5}), ("A", {"A": 7, "B": 3}), ("D", {"A": 7, "B": 3, "D": 8})):
        kin = with_charm(_helped(0), who, modifiers=[{"value": "help_levels", "add": 1}])
        yield Claim(f"levels for help of {who}", kin, {"levels": levels}, WON, must=True)
    envy: Data = {"name": "envy", "kind": "special", "when": "after_combat", "play": [{"draw": {"deck": "door"}}]}
    for who, forgoes, may in (("fighter", False, True), ("fighter", True, False), ("helper", False, False)):
        place = holding(_helped(0), "E", {**envy, "if": {"who": who, "risen": True}})
        if forgoes:
            place = with_charm(place, forbids=[{"what": "kill_levels"}])
        expected = {"can" if may else "cannot": {"E": ["envy"]}, "levels": {"A": 5 if forgoes else 7}}
        yield Claim(f"who has risen: the {who}, forgoing levels: {forgoes}", place, expected, WON, must=True)
    yield from _paid_by_cards()
    yield from _paid_the_win()


def _paid_by_cards() -> Iterator[Claim]:
    """A kill by a card is paid to who fought and helped then, whatever comes after; but not to who runs or dies."""
    killed = play("E", "imp")
    leaves = {"name": "send off", "kind": "one_shot", "when": "any_time", "play": [{"leave_fight": "helper"}]}
    off: Steps = [{"D": {"play": "send off"}}]
    for due in (0, 1, 2):
        place = act(_helped(due), "E", *KILL)
        place["players"]["D"]["hand"].append(leaves)
        place = with_charm(place, "B", modifiers=[{"value": "help_levels", "add": 1}])
        steps, where = _picked(shares(3, min(due, 1), "helper_first"))
        expected = {"levels": {"A": 7, "B": 4}, "cards": where, "drawn": {"A": {"count": 3, "face": "up"}}}
        yield Claim(
            f"who helped with one kill and left, due {due}", place, expected, [*killed, *off, *WON, *steps], True
        )
        steps = [*off, *killed, *WON]
        expected = {"levels": {"A": 7, "B": 3}, "hand": {"A": 4, "B": 2}, "drawn": {"A": {"count": 3, "face": "down"}}}
        yield Claim(f"who left before the kills, due {due}", place, expected, steps, True)
    late = act(fight(table("C"), helper=False, monsters=[IMP, RAT]), "E", *KILL)
    for due in (1, 2, 3):
        joined: Steps = [{"A": {"offer": {"to": "B", "treasures": min(due, 2)}}}, {"B": {"accept": "A"}}]
        steps, where = _picked(shares(3, min(due, 2), "helper_first"))
        expected = {"cards": where, "drawn": {"A": {"count": 3, "face": "up"}}}
        yield Claim(
            f"who helps to the end has a share in all, due {due}",
            late,
            expected,
            [*killed, *joined, *WON, *steps],
            True,
        )
    alone = fight(table("C"), helper=False, monsters=[IMP, OGRE])
    place = {**act(alone, "E", *KILL), "rolls": [6] * 4}
    expected = {"levels": {"A": 5}, "drawn": {"A": 0}, "hand": {"A": 1}, "outcome": "lost"}
    yield Claim("who runs from the rest is paid for nothing", place, expected, [*killed, *LOST], True)
    gone = act(fight(table("C"), helper=False, monsters=[IMP, OGRE]), "E", *KILL)
    away = {
        "name": "away",
        "kind": "one_shot",
        "when": "any_time",
        "play": [PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}}],
    }
    gone["players"]["D"]["hand"].append(away)
    steps = [*killed, {"D": {"play": "away", "choose": "ogre"}}, *WON]
    yield Claim("killed one, removed the other", gone, {"levels": {"A": 6}, "drawn": {"A": 1}}, steps, True)
    moved = act(fight(table("C"), helper=False, monsters=[IMP, RAT]), "E", *KILL)
    passed = {"name": "pass on", "kind": "one_shot", "when": "any_time", "play": [{"transfer_fight": "you"}]}
    moved["players"]["D"]["hand"].append(passed)
    steps = [*killed, {"D": {"play": "pass on"}}, *WON]
    expected = {
        "levels": {"A": 6, "D": 9},
        "drawn": {"A": {"count": 1, "face": "down"}, "D": {"count": 2, "face": "down"}},
        "draw_order": ["A", "D"],
        "fighting": [],
    }
    yield Claim("each is paid for the own kills", moved, expected, steps, True)
    for word, levels, drawn, more in (
        ("fighter", {"A": 5, "B": 3}, {"A": 0, "B": 0}, {"turn": "B"}),
        ("helper", {"A": 7, "B": 3}, {"A": 3, "B": 0}, {"turn": "A", "dead": ["B", "C"]}),
    ):
        doomed = act(_helped(1), "E", *KILL)
        doom = [{"die": {"who": word, "looted": False}}]
        doomed["players"]["D"]["hand"].append({"name": "doom", "kind": "one_shot", "when": "any_time", "play": doom})
        kin = {"name": "kin", "kind": "race", "trait": "kin", "modifiers": [{"value": "help_levels", "add": 1}]}
        doomed["players"]["B"]["races"] = [kin]  # the dead keep their Race
        hand = {"A": 4, "B": 0} if word == "helper" else {"B": 3}  # who begins the next turn listens at the door
        expected = {"levels": levels, "drawn": drawn, "hand": hand, **more}
        steps = [*killed, {"D": {"play": "doom"}}, *(WON if word == "helper" else [])]
        yield Claim(f"the {word} dies after a kill", doomed, expected, steps, True)


def _paid_the_win() -> Iterator[Claim]:
    """The winning Level comes by a kill, to all who reach it by the same."""
    for level, monsters, winners in ((9, [IMP], ["A"]), (8, [IMP], []), (8, [IMP, RAT], ["A"]), (7, [IMP, RAT], [])):
        place = fight(table("C"), helper=False, monsters=monsters)
        place["players"]["A"]["level"] = level
        yield Claim(f"Level {level} and {len(monsters)} kills", place, {"winners": winners}, WON, must=True)
    for kin, winners in ((True, ["A", "B"]), (False, ["A"])):
        place = _helped(0, monsters=[IMP])
        place["players"]["A"]["level"] = place["players"]["B"]["level"] = 9
        if kin:
            place = with_charm(place, "B", modifiers=[{"value": "help_levels", "add": 1}])
        yield Claim(f"both on Level 9, levels for help: {kin}", place, {"winners": winners}, WON, must=True)


def spoils(_: Supply) -> Iterator[Claim]:
    """What changes the Treasures of a fight changes them as it says; there are never fewer than none."""
    for step, drawn in (({"add_spoils": 2}, 5), ({"add_spoils": -1}, 2), ({"add_spoils": -9}, 0)):
        place = act(fight(table("C"), helper=False, monsters=[IMP, RAT]), "E", step)
        yield Claim(f"{step}", place, {"drawn": {"A": drawn}, "levels": {"A": 7}}, [*play("E"), *WON], True)
    lost = {**act(fight(table("C"), helper=False, monsters=[OGRE]), "E", {"add_spoils": 2}), "rolls": [6] * 4}
    yield Claim("Treasures more of a fight that is lost", lost, {"drawn": {"A": 0}}, [*play("E"), *LOST], True)
    none = act(fight(table("C"), helper=False, monsters=[IMP]), "E", {"no_spoils": True}, when="before_spoils")
    steps = [*WON, *play("E"), {"until": {"moment": "end"}}]
    yield Claim("no Treasures at all", none, {"drawn": {"A": 0}, "levels": {"A": 6}}, steps, True)
    for many, leaves, drawn in (
        ([IMP], "none", 0),
        ([IMP], "book", 0),
        ([IMP], "all", 1),
        ([IMP, RAT], "all", 3),
        ([IMP, RAT], "none", 2),
        ([IMP], "if_last", 1),
        ([IMP, RAT], "if_last", 2),
        ([IMP, RAT], 2, 4),
    ):
        away = {"remove_monster": {"monster": "$monster", "treasures": leaves}}
        place = act(fight(table("C"), helper=False, monsters=list(many)), "E", PICK, away)
        expected = {"drawn": {"A": drawn}, "levels": {"A": 4 + len(many)}}
        yield Claim(f"{len(many)} monsters, one removed: {leaves}", place, expected, [*play("E", "imp"), *WON], True)
    for fields, levels, drawn in (
        ({}, 9, 4),
        ({"add": 3}, 9, 4),
        ({"treasures": 1}, 9, 5),
        ({"levels": 1}, 10, 4),
    ):
        place = fight(table("C"), helper=True, monsters=[IMP, RAT])
        place = act(place, "E", PICK, {"twin": {"monster": "$monster", **fields}})
        expected = {"strength": {"monsters": 5 + fields.get("add", 0)}}
        yield Claim(f"a twin with {fields}", place, expected, play("E", "imp"), True)
        place["players"]["A"]["level"] = 6
        expected = {"levels": {"A": levels}, "drawn": {"A": 0 if levels == 10 else drawn}}
        yield Claim(f"killed with a twin with {fields}", place, expected, [*play("E", "imp"), *WON], True)


def flights(_: Supply) -> Iterator[Claim]:
    """Everybody in a lost fight rolls once for each monster, the fighter first; who dies rolls no more."""
    one = {"name": "one", "level": 20, "bad_stuff": [{"lose_levels": 1}]}
    two = {"name": "two", "level": 20, "bad_stuff": [{"lose_levels": 2}]}
    for rolls in product((4, 5), repeat=4):
        place = {**fight(table("C"), monsters=[one, two]), "rolls": [*rolls, 3], "phase": "running_away"}
        place["players"]["B"]["level"] = 6
        order = [("A", "one", 1), ("A", "two", 2), ("B", "two", 2), ("B", "one", 1)]
        lost = {"A": 0, "B": 0}
        for (name, _monster, levels), roll in zip(order, rolls, strict=True):
            lost[name] += levels if roll < 5 else 0
        steps = [{name: {"run": monster}} for name, monster, _levels in order]
        told = [event for roll in rolls for event in ("rolled", "escaped" if roll == 5 else "caught")]
        expected = {
            "levels": {"A": 5 - lost["A"], "B": 6 - lost["B"], "D": 8},
            "events": told,
            "cards": {"one": "door_discards", "two": "door_discards"},
        }
        yield Claim(f"rolls of {rolls}", place, expected, steps, True)
    deadly = {"name": "deadly", "level": 20, "bad_stuff": [{"die": {"looted": False}}]}
    place = {**fight(table("C"), monsters=[deadly, two]), "rolls": [1, 6, 1], "phase": "running_away"}
    steps = [{"A": {"run": "deadly"}}, {"B": {"run": "deadly"}}, {"B": {"run": "two"}}]
    told = ["rolled", "caught", "died", "rolled", "escaped", "rolled", "caught", "level_lost", "turn_ended"]
    over: Data = {"levels": {"A": 5, "B": 1}, "events": told, "turn": "B"}
    yield Claim("the dead roll no more", place, over, steps, True)
    fates: tuple[tuple[Data, Data], ...] = (
        ({"be_caught": "fighter"}, {"A": 2, "B": 3}),
        ({"be_caught": "helper"}, {"A": 5, "B": 1}),
        ({"escape": {"who": "helper"}}, {"A": 5, "B": 3}),
    )
    for step, left in fates:
        place = {**fight(table("C"), monsters=[one, two]), "rolls": [6] * 6, "phase": "running_away"}
        place = act(place, "A", step, when="before_run")
        yield Claim(f"{step} before a roll", place, {"levels": left}, [*play("A"), *LOST[1:]], True)
    for step, roll, level in (
        ({"set_roll": 6}, 1, 5),
        ({"set_roll": 1}, 6, 3),
        ({"add_roll": 1}, 4, 5),
        ({"add_roll": -1}, 5, 3),
        ({"add_roll": 1}, 3, 3),
        ({"roll_again": True}, 1, 5),
    ):
        place = {**fight(table("C"), helper=False, monsters=[two]), "rolls": [roll, 5, 5], "phase": "running_away"}
        place = act(place, "E", step, when="after_roll")
        steps = [{"A": {"run": "two"}}, *play("E"), *LOST[1:]]
        yield Claim(f"{step} after a roll of {roll}", place, {"levels": {"A": level}}, steps, True)
    place = {**fight(table("C"), helper=False, monsters=[two]), "rolls": [6, 1, 1], "phase": "running_away"}
    place = act(place, "E", {"undo_escape": True}, when="after_escape")
    steps = [{"A": {"run": "two"}}, *play("E"), *LOST[1:]]
    yield Claim("an escape undone", place, {"levels": {"A": 3}}, steps, True)
    place = {**fight(table("C"), helper=False, monsters=[two]), "rolls": [1, 1, 1], "phase": "running_away"}
    place = act(place, "A", {"escape": {"who": "you"}}, when="when_caught")
    steps = [{"A": {"run": "two"}}, *play("A"), *LOST[1:]]
    yield Claim("an escape when caught", place, {"levels": {"A": 5}}, steps, True)
    for by, needed in (("babies", True), ("deluxe", False)):
        place = {**fight(table("C"), monsters=[two]), "rolls": [2, 5, 6, 6], "book": by}
        expected = {"asked_of": ["B"], "asked": {"B": ["A", "B"]}} if needed else {"asked_of": ["A"]}
        yield Claim(f"who runs first, by {by}", place, expected, WON, True)


def entries(_: Supply) -> Iterator[Claim]:
    """What is played into a fight counts there until it is taken back, and then does not."""
    dose = {"name": "dose", "kind": "one_shot", "bonus": 3}
    base = fight(table("C"), monsters=[OGRE])
    for by, side in product("ABE", ("party", "monsters")):
        place = copy.deepcopy(base)
        place["players"][by]["hand"].append(dose)
        sums = [13, 30] if side == "party" else [10, 33]
        yield Claim(
            f"a potion of {by} for {side}", place, {"strength": sums}, [{by: {"play": "dose", "on": side}}], True
        )
    for by, back in (("E", "E hand"), ("A", "A hand")):
        place = copy.deepcopy(base)
        place["players"][by]["hand"].append(dose)
        undo: Steps = [{"choose": {"plays": True, "into": "$play"}}, {"take_back": {"play": "$play"}}]
        place = act(place, "D", *undo)
        steps = [{by: {"play": "dose", "on": "party"}}, *play("D")]
        yield Claim(f"taken back from {by}", place, {"strength": [10, 30], "cards": {"dose": back}}, steps, True)
    rage = {"name": "rage", "kind": "monster_enhancer", "bonus": 5, "treasure_bonus": 1}
    place = copy.deepcopy(base)
    place["players"]["E"]["hand"].append(rage)
    expected = {"strength": [10, 35], "hand": {"E": 1}}
    yield Claim("an enhancer", place, expected, [{"E": {"play": "rage"}}], True)
    two = fight(table("C"), monsters=[OGRE, {"name": "imp", "level": 2}])
    two["players"]["E"]["hand"].append(rage)
    two = act(two, "D", PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}})
    steps = [{"E": {"play": "rage", "on": "imp"}}, *play("D", "imp")]
    expected = {"strength": [10, 30], "cards": {"rage": "door_discards", "imp": "door_discards"}}
    yield Claim("an enhancer goes with its monster", two, expected, steps, True)
    steps = [{"E": {"play": "rage", "on": "ogre"}}, *play("D", "imp")]
    yield Claim("… and with no other", two, {"strength": [10, 35]}, steps, True)
    shift = act(
        fight(table("C"), monsters=[{"card": OGRE, "enhancers": [rage]}]),
        "E",
        *_found_rat(),
        PICK,
        {"change_face": {"monster": "$monster", "to": "$rat"}},
    )
    shift["door_discards"] = [{"name": "rat", "level": 4}]
    yield Claim("another face", shift, {"strength": [10, 9], "monsters": ["rat"]}, play("E"), True)
    tamed = act(fight(table("C"), monsters=[OGRE, IMP]), "A", PICK, {"tame": {"monster": "$monster", "bonus": 3}})
    expected = {"strength": [13, 30], "monsters": ["ogre"], "cards": {"imp": "A equipped"}}
    yield Claim("tamed", tamed, expected, play("A", "imp"), True)
    doubled = {"strength": [{"multiply": {"slot": "headgear"}, "side": "party"}], "play": [{"enter": True}]}
    place = copy.deepcopy(base)
    place["players"]["E"]["hand"].append({"name": "charm", "kind": "special", "when": "any_combat", **doubled})
    yield Claim("a card that enters", place, {"strength": [12, 30]}, [{"E": {"play": "charm"}}], True)
    for by, where in (("A", "equipped"), ("B", "carried"), ("E", "equipped")):
        push = {"push": {"when": "any_time", "do": [{"add_strength": {"count": 3, "side": "party"}}]}}
        place = copy.deepcopy(base)
        place["players"][by][where].append({"name": "lever", "abilities": push})
        expected = {"strength": [13, 30], "cards": {"lever": f"{by} {where}"}}
        yield Claim(f"an Item of {by} that is used stays", place, expected, [{by: {"use": "lever"}}], True)
        left = {"cards": {"lever": f"{by} {where}"}, "fighting": []}
        steps = [{by: {"use": "lever"}}, *LOST]
        yield Claim(f"… and stays after the fight, of {by}", {**place, "rolls": [6] * 6}, left, steps, True)


def _found_rat() -> Steps:
    return [{"choose": {"cards": {"from": "door_discards", "where": {"kind": "monster"}}, "into": "$rat"}}]


LAWS = (
    Law(
        "who-is-paid",
        "Who killed a monster or helped with it is paid for it as agreed, and nobody else is.",
        ("REW-01", "REW-02", "HELP-02", "HELP-04", "HELP-05", "CMB-11"),
        paid,
        bare=True,
    ),
    Law(
        "spoils-as-said",
        "What changes the Treasures of a fight changes them as it says.",
        ("REW-01", "CMB-03"),
        spoils,
        bare=True,
    ),
    Law(
        "each-runs-from-each",
        "In a lost fight everybody runs from each monster once, the fighter first, and the dead no more.",
        ("RUN-02", "RUN-03", "RUN-05", "DEATH-07"),
        flights,
        bare=True,
    ),
    Law(
        "entries-count",
        "What is played into a fight counts in it until it is taken back.",
        ("CMB-07", "CMB-14"),
        entries,
        bare=True,
    ),
)
