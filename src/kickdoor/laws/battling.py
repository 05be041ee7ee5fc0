"""Laws of battling: what begins, joins, changes and ends a fight, and what is left of it afterwards.

The cards are made up; who fights whom, and with how much, is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
IMP = {"name": "imp", "level": 2, "treasures": 1, "bad_stuff": [{"lose_levels": 1}]}
RAGE = {"name": "rage", "kind": "monster_enhancer", "bonus": 5}
DOSE = {"name": "dose", "kind": "one_shot", "bonus": 3}
GIFT = {"kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
PICK: Data = {"choose": {"monsters": True, "into": "$monster"}}
WON: Steps = [{"pass": "all"}]
LOST: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]


def _fight(*monsters: Data, helper: bool = True) -> Place:
    return fight(table("C"), helper=helper, monsters=copy.deepcopy(list(monsters) or [OGRE]))


def _flight(*monsters: Data, helper: bool = False, rolls: int = 6) -> Place:
    return {**_fight(*monsters, helper=helper), "phase": "running_away", "rolls": [rolls] * 8}


def undone(_: Supply) -> Iterator[Claim]:
    """What is taken back out of a fight: whose, what, against whom; and to whom its cards go."""
    for fields, ours, theirs, dose, rage in (
        ({"by": "left"}, 10, 35, "E hand", "fight"),
        ({"by": "right"}, 13, 30, "fight", "B hand"),
        ({"one_shots": True}, 10, 35, "E hand", "fight"),
        ({"against": "fighter"}, 13, 30, "fight", "B hand"),
        ({}, 10, 30, "E hand", "B hand"),
    ):
        place = act(_fight(), "D", {"take_back": fields})
        if fields.get("by") == "right":  # C is dead, and to the right of D
            place = act(_fight(), "D", {"choose": {"players": "helper", "into": "$who"}}, {"take_back": {"by": "$who"}})
        place = holding(holding(place, "E", DOSE), "B", RAGE)
        steps: Steps = [{"E": {"play": "dose", "on": "party"}}, {"B": {"play": "rage"}}, *play("D")]
        expected = {"strength": [ours, theirs], "cards": {"dose": dose, "rage": rage}}
        yield Claim(f"taken back: {fields}", place, expected, steps, must=True)
    place = holding(
        act(
            _fight(),
            "D",
            {"choose": {"plays": True, "into": "$play"}},
            {"take_back": {"play": "$play", "out_of_game": True}},
        ),
        "E",
        DOSE,
    )
    steps = [{"E": {"play": "dose", "on": "party"}}, *play("D")]
    yield Claim(
        "taken out of the game", place, {"strength": [10, 30], "cards": {"dose": "out_of_game"}}, steps, must=True
    )
    wanders: Data = {
        "name": "wanderer",
        "kind": "special",
        "when": "any_combat",
        "target": [{"choose": {"cards": {"from": "hand", "where": {"kind": "monster"}}, "into": "$monster"}}],
        "play": [{"add_monster": {"card": "$monster"}}],
    }
    joined = holding(holding(_fight(), "E", wanders), "E", IMP)
    brought: Steps = [{"E": {"play": "wanderer"}}]
    expected = {"strength": [10, 32], "monsters": ["ogre", "imp"], "cards": {"wanderer": "fight", "imp": "fight"}}
    yield Claim("a monster is brought", joined, expected, brought, must=True)
    back = act(joined, "D", {"choose": {"plays": True, "into": "$play"}}, {"take_back": {"play": "$play"}})
    expected = {"strength": [10, 30], "monsters": ["ogre"], "cards": {"wanderer": "E hand", "imp": "E hand"}}
    yield Claim("… and taken back", back, expected, [*brought, *play("D")], must=True)
    mate: Data = {
        "name": "mate",
        "kind": "special",
        "when": "any_combat",
        "play": [PICK, {"twin": {"monster": "$monster"}}],
    }
    twinned = holding(_fight(), "E", mate)
    steps = [{"E": {"play": "mate"}}]
    yield Claim("a twin joins", twinned, {"strength": [10, 60], "monsters": 2}, steps, must=True)
    back = act(twinned, "D", {"choose": {"plays": True, "into": "$play"}}, {"take_back": {"play": "$play"}})
    expected = {"strength": [10, 30], "monsters": ["ogre"], "cards": {"mate": "E hand"}, "events": ["taken_back"]}
    yield Claim("… and is taken back", back, expected, [*steps, *play("D")], must=True)
    out = act(
        holding(_fight(), "E", RAGE),
        "D",
        {"choose": {"cards": {"from": "enhancers"}, "into": "$card"}},
        {"discard": "$card"},
    )
    expected = {"strength": [10, 30], "cards": {"rage": "door_discards"}}
    yield Claim("an enhancer discarded", out, expected, [{"E": {"play": "rage"}}, *play("D")], must=True)
    again: Data = {"name": "again", "kind": "special", "when": "after_combat", "play": [{"restage_fight": True}]}
    beast = {"card": IMP, "enhancers": [RAGE]}
    for helper, sums in ((True, [11, 7]), (False, [7, 7])):
        place = holding(_fight(beast, helper=helper), "E", again)
        place["players"]["A"]["equipped"].append({"name": "club", "bonus": 2})
        expected = {
            "strength": [sums[0] + 2, 7],
            "fighting": ["A", "B"] if helper else ["A"],
            "levels": {"A": 6},
            "monsters": ["imp"],
        }
        yield Claim(
            f"a fight comes back, helped: {helper}", place, expected, [*WON, {"E": {"play": "again"}}], must=True
        )


def helping(_: Supply) -> Iterator[Claim]:
    """Who is forced to help, who may leave, and who must."""
    call = {"force_help": {"who": "left"}}
    lone = _fight(IMP, helper=False)
    forced = {"fighting": ["A", "B"], "strength": [10, 2], "levels": {"A": 5}}
    yield Claim("forced to help", act(lone, "A", call), forced, play("A"), must=True)
    paid = {"levels": {"A": 6, "B": 3}, "drawn": {"A": 1, "B": 0}}
    yield Claim("… without a share", act(lone, "A", call), paid, [*play("A"), *WON], must=True)
    for step, level, may in (
        (call, 9, False),
        ({"force_help": {"who": "left", "forgoes_win": True}}, 9, True),
        (call, 8, True),
    ):
        place = act(lone, "A", step)
        place["players"]["A"]["level"] = level
        steps: Steps = play("A") if may else [{**play("A")[0], "refused": True}]
        yield Claim(f"{step} at Level {level}", place, {"fighting": ["A", "B"] if may else ["A"]}, steps, must=True)
    forgone = act(lone, "A", {"force_help": {"who": "left", "forgoes_win": True}})
    forgone["players"]["A"]["level"] = 9
    yield Claim("… and forgoes the win", forgone, {"winners": [], "levels": {"A": 9}}, [*play("A"), *WON], must=True)
    for monsters, may in (([OGRE], False), ([OGRE, IMP], True)):
        place = {**_fight(*monsters), "book": "babies"}
        place["combat"]["forced"] = True
        place["players"]["A"]["level"] = 8
        leaves: Data = {"B": "walk_out"} if may else {"B": "walk_out", "refused": True}
        yield Claim(
            f"walks out of {len(monsters)} monsters",
            place,
            {"fighting": ["A"] if may else ["A", "B"]},
            [leaves],
            must=True,
        )
    for ban in ({"what": "be_helped"}, {"what": "help", "on": "all"}):
        beast = {**IMP, "forbids": [ban]} if ban["what"] == "help" else IMP
        place = act(
            _fight(),
            "E",
            {"choose": {"cards": {"from": "door_discards"}, "into": "$card"}},
            {"add_monster": {"card": "$card"}},
        )
        place["door_discards"] = [{**beast, "no_help": ban["what"] == "be_helped"}]
        yield Claim(
            f"a helper must leave: {ban}", place, {"fighting": ["A"], "strength": [6, 32]}, play("E"), must=True
        )
    yield Claim("a helper meets what joins", _met(), {"levels": {"A": 4, "B": 2, "D": 8}}, play("E"), must=True)
    late = _fight({**OGRE, "on_meet": [{"lose_levels": 1}]}, helper=False)
    joined: Steps = [{"A": {"offer": {"to": "B", "treasures": 1}}}, {"B": {"accept": "A"}}]
    yield Claim("who joins meets what is there", late, {"levels": {"A": 5, "B": 2}}, joined, must=True)
    for who, ours in (("B", 6), ("A", 0)):
        place = act(_fight(), "E", {"die": {"who": "helper" if who == "B" else "fighter", "looted": False}})
        expected = {"fighting": ["A"], "strength": [ours, 30]} if who == "B" else {"fighting": [], "turn": "B"}
        yield Claim(f"{who} dies in the fight", place, expected, play("E"), must=True)
        if who == "B":
            free: Steps = [*play("E"), {"A": {"offer": {"to": "D", "treasures": 1}}}, {"D": {"accept": "A"}}]
            yield Claim("… and another may help", place, {"fighting": ["A", "D"]}, free, must=True)


def _met() -> Place:
    place = act(
        _fight(),
        "E",
        {"choose": {"cards": {"from": "door_discards"}, "into": "$card"}},
        {"add_monster": {"card": "$card"}},
    )
    place["door_discards"] = [{**IMP, "on_meet": [{"lose_levels": 1}]}]
    return place


def begun(_: Supply) -> Iterator[Claim]:
    """How fights begin and end without a kill, and what may be done in the turn after them."""
    found: Data = {"choose": {"cards": {"from": "door_discards", "where": {"kind": "monster"}}, "into": "$imp"}}
    for enhanced, theirs in ((True, 7), (False, 2)):
        fields = {"kind": "monster_enhancer", "bonus": 5} if enhanced else {}
        place = act(
            {**table("C"), "door_discards": [IMP]},
            "E",
            found,
            {"start_fight": {"who": "turn", "card": "$imp", "enhanced": enhanced}},
            **fields,
        )
        if enhanced:
            place["players"]["E"]["hand"][-1].pop("kind")
            place["players"]["E"]["hand"][-1] |= {"kind": "special", "bonus": 5}
        yield Claim(
            f"a fight begun, enhanced: {enhanced}",
            place,
            {"fighting": ["A"], "strength": [6, theirs]},
            play("E"),
            must=True,
        )
    more = act(
        {**_fight(helper=False), "door_discards": [IMP]}, "E", found, {"start_fight": {"who": "turn", "card": "$imp"}}
    )
    yield Claim(
        "a second monster for who fights",
        more,
        {"strength": [6, 32], "monsters": ["ogre", "imp"]},
        play("E"),
        must=True,
    )
    for loot, moment in ((True, "second"), (False, "end")):
        place = {**act(table("C"), "E", {"end_fight": {"may_loot": loot}}), "door": [OGRE, "card40"]}
        steps: Steps = [{"A": "kick"}, {"pass": ["E"]}, *play("E"), {"until": {"moment": moment}}]
        yield Claim(
            f"a fight ended, may loot: {loot}",
            place,
            {"moment": moment, "levels": {"A": 5}, "drawn": {"A": 0}},
            steps,
            must=True,
        )
    let = {**act(table("C"), "E", {"may_loot": "turn"}), "door": [IMP, "card40"]}
    steps = [{"A": "kick"}, {"pass": ["E"]}, *play("E"), *WON, {"until": {"moment": "second"}}]
    yield Claim("let loot after a fight", let, {"levels": {"A": 6}, "moment": "second"}, steps, must=True)
    once: Steps = [*steps, {"A": "loot"}]
    yield Claim("… once", let, {"moment": "end", "hand": {"A": 3}}, once, must=True)
    shy = {
        **IMP,
        "on_meet": [
            {"choose": {"monsters": True, "into": "$monster"}},
            {"remove_monster": {"monster": "$monster", "treasures": "none"}},
        ],
    }
    averted = {**table("C"), "door": [shy, "card40"]}
    yield Claim(
        "a fight that does not come about", averted, {"fighting": [], "levels": {"A": 5}}, [{"A": "kick"}], must=True
    )
    trouble = holding({**table("C"), "phase": "second"}, "A", IMP)
    yield Claim("trouble", trouble, {"fighting": ["A"], "strength": [6, 2]}, [{"A": {"trouble": "imp"}}], must=True)
    yield Claim(
        "… and no loot after it",
        trouble,
        {"moment": "end", "levels": {"A": 6}, "hand": {"A": 2}},
        [{"A": {"trouble": "imp"}}, {"until": {"moment": "end"}}],
        must=True,
    )
    by_dungeon = {
        **_fight(helper=False),
        "dungeons": [
            {
                "name": "hall",
                "kind": "dungeon",
                "abilities": {"double": {"when": "any_combat", "do": [PICK, {"twin": {"monster": "$monster"}}]}},
            }
        ],
    }
    yield Claim(
        "a twin without a card",
        by_dungeon,
        {"strength": [6, 60], "monsters": 2},
        [{"A": {"use": "hall", "ability": "double"}}],
        must=True,
    )
    both = _fight({"card": IMP, "enhancers": [RAGE]}, helper=False)
    both = act(both, "E", PICK, {"twin": {"monster": "$monster"}})
    yield Claim(
        "a twin with the enhancers of the first", both, {"strength": [6, 14], "monsters": 2}, play("E"), must=True
    )
    late = holding(both, "D", {**RAGE, "name": "fury", "bonus": 3})
    yield Claim(
        "an enhancer for both",
        late,
        {"strength": [6, 20]},
        [*play("E"), {"D": {"play": "fury", "choose": "imp"}}],
        must=True,
    )
    rid = _fight({"card": IMP, "enhancers": [RAGE]}, helper=False)
    gone: Data = {"remove_monster": {"monster": "$monster", "treasures": "none"}}
    rid = act(rid, "E", PICK, {"twin": {"monster": "$monster"}}, gone)
    yield Claim(
        "the first of twins removed leaves its enhancers",
        rid,
        {"strength": [6, 7], "monsters": 1, "cards": {"rage": "fight"}},
        play("E"),
        must=True,
    )
    lone = act(both, "D", PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}})
    yield Claim(
        "one of two removed keeps the enhancers",
        lone,
        {"strength": [6, 7], "monsters": 1},
        [*play("E"), *play("D", "imp")],
        must=True,
    )


def escapes(_: Supply) -> Iterator[Claim]:
    """What saves somebody from one monster or all, whether a roll could or not, and what makes a flight fail."""
    hard = {**OGRE, "escape": "never"}
    no_roll = {**OGRE, "escape": "no_roll"}
    for beast, fields, level in (
        (OGRE, {}, 5),
        (hard, {}, 3),
        (hard, {"even_if_impossible": True}, 5),
        (no_roll, {}, 3),
    ):
        place = act(_flight(beast, rolls=1), "A", {"escape": {"who": "you", **fields}}, when="before_run")
        yield Claim(
            f"an escape {fields} from {beast.get('escape', 'roll')}",
            place,
            {"levels": {"A": level}},
            [*play("A"), *LOST[1:]],
            must=True,
        )
    one = act(
        _flight(OGRE, IMP, rolls=1), "A", PICK, {"escape": {"who": "you", "monster": "$monster"}}, when="before_run"
    )
    yield Claim("an escape from one of two", one, {"levels": {"A": 4}}, [*play("A", "ogre"), *LOST[1:]], must=True)
    before = act({**_fight(helper=False), "rolls": [1] * 4}, "A", {"escape": {"who": "you"}})
    yield Claim("an escape before the flight", before, {"levels": {"A": 5}}, [*play("A"), *LOST], must=True)
    fails = act(_flight(rolls=6), "E", {"fail_run": True}, when="after_roll")
    yield Claim(
        "a flight that fails", fails, {"levels": {"A": 3}}, [{"A": {"run": "ogre"}}, *play("E"), *LOST[1:]], must=True
    )
    for value, roll, level in (("sure_escape", 1, 5), ("unpursued", 1, 5)):
        for beast, saved in ((OGRE, level), (hard, 5 if value == "unpursued" else 3)):
            place = with_charm(_flight(beast, rolls=roll), modifiers=[{"value": value, "set": 1}])
            yield Claim(
                f"{value} and {beast.get('escape', 'roll')}", place, {"levels": {"A": saved}}, LOST[1:], must=True
            )
    for bans, rolls, level in (([], 6, 5), ([{"what": "escape"}], 6, 3)):
        place = with_charm(_flight(rolls=rolls), forbids=bans)
        yield Claim(f"a roll of 6 with {bans}", place, {"levels": {"A": level}}, LOST[1:], must=True)
    killed: Data = {
        "name": "bolt",
        "kind": "special",
        "when": "before_run",
        "play": [PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}}],
    }
    gone = holding(_flight(OGRE, IMP, rolls=1), "E", killed)
    yield Claim(
        "nobody runs from what is gone",
        gone,
        {"levels": {"A": 4}},
        [{"E": {"play": "bolt", "choose": "ogre"}}, *LOST[1:]],
        must=True,
    )
    joins: Data = {
        "name": "late",
        "kind": "special",
        "when": "before_run",
        "play": [{"choose": {"cards": {"from": "door_discards"}, "into": "$card"}}, {"add_monster": {"card": "$card"}}],
    }
    more = holding({**_flight(OGRE, rolls=1), "door_discards": [IMP]}, "E", joins)
    yield Claim(
        "who runs runs from what joins", more, {"levels": {"A": 2}}, [{"E": {"play": "late"}}, *LOST[1:]], must=True
    )
    for when, who, conditions, draw in (
        ("when_caught", "A", {"first_roll": True}, 1),
        ("when_caught", "A", {"first_roll": False}, 0),
        ("after_roll", "E", {"running_away": True}, 1),
        ("after_roll", "E", {"running_away": False}, 0),
    ):
        held: Data = {
            "name": "comment",
            "kind": "special",
            "when": when,
            "if": conditions,
            "play": [{"draw": {"deck": "treasure"}}],
        }
        place = holding(_flight(rolls=1), who, held)
        steps: Steps = [{"A": {"run": "ogre"}}, *([{who: {"play": "comment"}}] if draw else [])]
        yield Claim(f"{when}, {conditions}", place, {"drawn": {who: draw}}, steps, must=True)


def freely(_: Supply) -> Iterator[Claim]:
    """Who may use any Items for a fight uses them, and loses afterwards what they could not have used."""
    free: Data = {"name": "licence", "kind": "special", "when": "own_combat", "play": [{"free_use": "you"}]}
    place = holding({**_fight(IMP, helper=False), "rolls": [6] * 4}, "A", free)
    place["players"]["A"]["carried"] = [
        {"name": "robe", "bonus": 3, "usable_by": ["female"]},
        {"name": "hood", "slot": "headgear", "bonus": 2},
        {"name": "belt", "bonus": 1},
    ]
    steps: Steps = [{"A": {"play": "licence"}}, *({"A": {"equip": name}} for name in ("robe", "hood", "belt"))]
    yield Claim("any Items", place, {"strength": [12, 2]}, steps, must=True)
    where = {"robe": "treasure_discards", "belt": "A equipped", "licence": "door_discards"}
    yield Claim("… for one fight", place, {"cards": where, "levels": {"A": 6}}, [*steps, *WON], must=True)
    shut: Steps = [{"A": {"equip": "belt"}, "refused": "equip_in_combat"}]
    yield Claim("… and without it none", place, {"strength": [6, 2]}, shut, must=True)
    spare: Data = {"what": "plays_against"}
    truce = act(
        _fight(helper=False), "A", {"forbid": {"who": "others", "against": "you", **spare, "until": "turn_end"}}
    )
    for who, may in (("E", False), ("A", True)):
        held = holding(truce, who, DOSE)
        yield Claim(
            f"a truce and a potion of {who}", held, {"can" if may else "cannot": {who: ["dose"]}}, play("A"), must=True
        )
    for until, may in (("fight_end", True), ("turn_end", False)):
        hush = act(_fight(IMP, helper=True), "A", {"forbid": {"who": "others", "what": "plays", "until": until}})
        hush = holding(holding(hush, "E", {**GIFT, "name": "one"}), "B", {**GIFT, "name": "two"})
        expected: Data = {"cannot": {"E": ["one"], "B": ["two"]}}
        yield Claim(f"hushed until {until}", hush, expected, play("A"), must=True)
        expected = {"can" if may else "cannot": {"E": ["one"], "B": ["two"]}}
        yield Claim(f"hushed until {until}, after the fight", hush, expected, [*play("A"), *WON], must=True)
    sent = act(
        _fight(), "A", {"forbid": {"who": "helper", "what": "plays", "until": "fight_end"}}, {"leave_fight": "helper"}
    )
    sent = holding(sent, "B", {**GIFT, "name": "two"})
    yield Claim("hushed until the own fight ends", sent, {"can": {"B": ["two"]}}, play("A"), must=True)
    hexed = holding(truce, "E", {"name": "hex", "kind": "curse", "play": [{"lose_levels": 1}]})
    yield Claim(
        "a truce and a Curse",
        hexed,
        {"levels": {"A": 5}},
        [*play("A"), {"E": {"play": "hex", "on": "A"}, "refused": True}],
        must=True,
    )


LAWS = (
    Law(
        "taken-back-is-undone",
        "What is taken back out of a fight no longer counts, and goes to whom it says.",
        ("CMB-07", "CMB-12"),
        undone,
        bare=True,
    ),
    Law(
        "who-helps",
        "Who is forced helps, who must leave leaves, and the dead leave their place free.",
        ("HELP-01", "HELP-07", "HIER-06", "DEATH-04"),
        helping,
        bare=True,
    ),
    Law(
        "fights-begin",
        "A fight begins with whom a card says, and leaves to the turn what the book says.",
        ("TURN-03", "TURN-07", "TURN-12", "CMB-15"),
        begun,
        bare=True,
    ),
    Law(
        "escapes-count",
        "What saves from a monster saves from it, and what makes a flight fail makes it fail.",
        ("RUN-02", "RUN-03"),
        escapes,
        bare=True,
    ),
    Law(
        "free-for-a-fight",
        "What is allowed or forbidden for a while is so for that while.",
        ("HIER-01", "ITEM-04"),
        freely,
        bare=True,
    ),
)
