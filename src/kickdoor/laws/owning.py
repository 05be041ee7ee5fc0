"""Laws of owning: Hirelings, Steeds, Powers, Marks, copies, faces and Dungeons do what they say for whom they are with.

The cards are made up; what must come of it is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import END, LOST, Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
PAGE = {"name": "page", "kind": "hireling", "bonus": 2, "carries": 1}
PONY = {"name": "pony", "kind": "steed", "bonus": 3}
SWORD = {"name": "sword", "slot": "hand", "hands": 1, "bonus": 4}
KILL: Data = {"choose": {"cards": {"from": "hirelings", "of": "all"}, "into": "$page"}}


def _with(place: Place, who: str, field: str, *cards: Data, **more: object) -> Place:
    place = copy.deepcopy(place)
    seat = place["players"][who]
    seat[field] = [*seat.get(field, []), *copy.deepcopy(cards)]
    seat.update(more)
    return place


def companions(_: Supply) -> Iterator[Claim]:
    """A Hireling counts for its owner and carries what it may; a Steed is ridden, and there is one of each."""
    for who, sums in (("A", [12, 30]), ("B", [12, 30]), ("D", [10, 30])):
        place = _with(fight(table("C"), monsters=[OGRE]), who, "table", PAGE)
        yield Claim(f"a Hireling of {who}", place, {"strength": sums})
        place = _with(fight(table("C"), monsters=[OGRE]), who, "equipped", PONY)
        yield Claim(f"a Steed of {who}", place, {"strength": [sums[0] + (who != "D"), 30]})
        shy = _with(fight(table("C"), monsters=[{**OGRE, "no_hirelings": True}]), who, "table", PAGE)
        yield Claim(f"a Hireling of {who} that has fled", shy, {"strength": [10, 30]})
    base = _with(
        _with(table("C"), "A", "table", PAGE),
        "A",
        "carried",
        SWORD,
        {"name": "pole", "slot": "hand", "hands": 2, "bonus": 5},
    )
    given: Steps = [{"A": {"entrust": "sword", "to": "page"}}]
    yield Claim("an Item entrusted", base, {"cards": {"sword": "A equipped"}}, given, must=True)
    held: Steps = [*given, {"A": {"equip": "pole"}}]
    yield Claim("… takes no Hands", base, {"cards": {"pole": "A equipped"}}, held, must=True)
    second: Steps = [*given, {"A": {"entrust": "pole", "to": "page"}, "refused": True}]
    yield Claim("… and no second one", base, {"cards": {"pole": "A carried"}}, second, must=True)
    back: Steps = [*given, {"A": {"unequip": "sword"}}]
    yield Claim(
        "… and is taken back",
        base,
        {"cards": {"sword": "A carried"}},
        [*back, {"A": {"entrust": "pole", "to": "page"}}],
        must=True,
    )
    fresh = holding(_with(table("C"), "A", "table", PAGE), "A", {**SWORD, "name": "blade"})
    yield Claim(
        "… from the hand too",
        fresh,
        {"cards": {"blade": "A equipped"}, "hand": {"A": 1}},
        [{"A": {"entrust": "blade", "to": "page"}}],
        must=True,
    )
    kept: Data = {"table": [PAGE], "attached": {"sword": "page"}}
    for fields, step, where in (
        ({}, {"kill_hireling": "$page"}, "A play"),
        ({"takes_items": True}, {"kill_hireling": "$page"}, "treasure_discards"),
        ({}, {"discard": "$page"}, "treasure_discards"),
    ):
        place = _with(table("C"), "A", "equipped", SWORD, table=[{**PAGE, **fields}], attached={"sword": "page"})
        place = act(place, "D", KILL, step)
        expected = {"cards": {"sword": where, "page": "treasure_discards"}}
        yield Claim(f"{step} of a Hireling {fields}", place, expected, play("D"), must=True)
    fought = _with(fight(table("C"), monsters=[OGRE]), "A", "equipped", SWORD, **kept)
    yield Claim("what a Hireling carries counts", fought, {"strength": [10 + 2 + 4, 30]})
    fled = _with(fight(table("C"), monsters=[{**OGRE, "no_hirelings": True}]), "A", "equipped", SWORD, **kept)
    yield Claim("… unless it has fled", fled, {"strength": [10, 30]})
    for trait, limit, may in (("elf", ["elf"], True), ("elf", ["wizard"], False), ("", ["wizard"], True)):
        page = {**PAGE, **({"trait": trait} if trait else {})}
        robe = {"name": "robe", "usable_by": limit, "bonus": 1}
        place = _with(_with(table("C"), "A", "table", page), "A", "carried", robe)
        given_robe: Data = (
            {"A": {"entrust": "robe", "to": "page"}}
            if may
            else {"A": {"entrust": "robe", "to": "page"}, "refused": True}
        )
        yield Claim(
            f"a Hireling {trait} and a robe for {limit}",
            place,
            {"cards": {"robe": f"A {'equipped' if may else 'carried'}"}},
            [given_robe],
            must=True,
        )
    swap = act(
        _with(table("C"), "D", "table", {**PAGE, "sex": "male"}),
        "A",
        KILL,
        {"swap_sex": "$page"},
        {"if": {"card": "$page", "is": {"sex": "female"}}, "then": [{"lose_levels": 1}]},
    )
    yield Claim("a Hireling of another sex", swap, {"levels": {"A": 4}}, play("A"), must=True)
    two = holding(_with(table("C"), "A", "equipped", PONY), "A", {**PONY, "name": "mule"})
    yield Claim("one Steed", two, {"cannot": {"A": ["mule"]}})
    ridden: Steps = [{"A": {"unequip": "pony"}, "refused": True}]
    yield Claim("a Steed is not put down", two, {"cards": {"pony": "A equipped"}}, ridden, must=True)
    big = holding(_with(table("C"), "A", "equipped", {**PONY, "big": True}), "A", {"name": "crate", "big": True})
    yield Claim("a Big Steed is no Big Item", big, {"can": {"A": ["crate"]}})


def powers(_: Supply) -> Iterator[Claim]:
    """Powers count while they are there; a Level that falls below their Ranks takes one; Super Munchkins and copies."""
    gift = {"name": "gift", "kind": "power", "rank": 3, "strength": [{"add": 2}]}
    place = _with(fight(table("C"), monsters=[OGRE]), "A", "powers", gift)
    yield Claim("a Power counts", place, {"strength": [12, 30]})
    for lost, keeps, gone in ((2, 0, False), (3, 0, True), (3, 1, False)):
        place = act(_with(table("C"), "A", "powers", gift), "D", {"lose_levels": {"count": lost, "who": "turn"}})
        if keeps:
            place = with_charm(place, modifiers=[{"value": "keeps_powers", "set": 1}])
        expected: Data = {"cards": {"gift": "door_discards" if gone else "A play"}, "levels": {"A": 5 - lost}}
        yield Claim(f"Rank 3 at Level {5 - lost}, kept: {keeps}", place, expected, play("D"), must=True)
    place = act(
        _with(table("C"), "A", "powers", gift, {**gift, "name": "boon", "rank": 2}),
        "D",
        {"lose_levels": {"who": "turn"}},
    )
    yield Claim(
        "Ranks of two Powers", place, {"asked_of": ["A"], "asked": {"A": ["gift", "boon"]}}, play("D"), must=True
    )
    for kind, field in (("class", "classes"), ("race", "races")):
        one = {"name": "one", "kind": kind, "trait": "one", "strength": [{"add": 1}]}
        more = {
            "name": "more",
            "kind": f"{kind}_enhancer",
            "modifiers": [{"value": f"{kind}_limit", "add": 1}],
            "lost_below": 2,
        }
        two = {"name": "two", "kind": kind, "trait": "two", "strength": [{"add": 2}]}
        both = _with(_with(fight(table("C"), monsters=[OGRE]), "A", field, one, two), "A", "table", more)
        yield Claim(f"two of {field}", both, {"strength": [13, 30]})
        dropped: Steps = [{"A": {"drop": "one"}}]
        expected = {"cards": {"more": "door_discards", "two": "A play"}, "strength": [12, 30]}
        yield Claim(f"the enhancer goes with one of {field}", both, expected, dropped, must=True)
        stays = copy.deepcopy(both)
        stays["players"]["A"]["table"][0]["lost_below"] = 1
        yield Claim(f"… or stays, {field}", stays, {"cards": {"more": "A play"}}, dropped, must=True)
    mimic: Data = {
        "name": "mimic",
        "kind": "special",
        "when": "any_time",
        "target": [{"choose": {"cards": {"from": "classes", "of": "others"}, "into": "$card"}}],
    }
    craft = {"name": "craft", "kind": "class", "trait": "craft", "strength": [{"add": 3}]}
    for until in ("turn_end", "fight_end"):
        place = holding(
            _with(fight(table("C"), monsters=[OGRE]), "D", "classes", craft),
            "A",
            {**mimic, "play": [{"copy": {"card": "$card", "until": until}}]},
        )
        copied: Steps = [{"A": {"play": "mimic"}}]
        yield Claim(f"a copy until {until}", place, {"strength": [13, 30]}, copied, must=True)
        after = {"cards": {"mimic": "A play" if until == "turn_end" else "door_discards", "craft": "D play"}}
        place["rolls"] = [6] * 6
        yield Claim(f"a copy until {until}, after the fight", place, after, [*copied, *LOST], must=True)


def marks(_: Supply) -> Iterator[Claim]:
    """A Mark lies before whom it says and ends when it says; a note stays with its card; a face is shown in play."""
    for lasting in ("lasting", "next_combat", "next_turn"):
        mark = {"marks": {"sore": {"lasting": lasting, "strength": [{"add": -2}]}}}
        for who, sums in (("fighter", [8, 30]), ("helper", [8, 30]), ("others", [8, 30])):
            place = act(fight(table("C"), monsters=[OGRE]), "A", {"mark": {"with": "sore", "who": who}}, **mark)
            ours = sums if not (lasting == "next_turn" and who != "fighter") else [10, 30]
            expected = {"strength": ours, "events": ["marked"]}
            yield Claim(f"a Mark {lasting} on {who}", place, expected, play("A"), must=True)
    twice = act(
        fight(table("C"), monsters=[OGRE]),
        "A",
        {"mark": {"with": "sore"}},
        {"mark": {"with": "sore"}},
        marks={"sore": {"strength": [{"add": -2}]}},
    )
    yield Claim("one Mark of a sort", twice, {"strength": [8, 30]}, play("A"), must=True)
    ends = act(
        {**table("C"), "phase": "end"},
        "A",
        {"mark": {"with": "sore", "who": "turn"}},
        marks={"sore": {"lasting": "next_turn", "forbids": [{"what": "plays"}]}},
    )
    gift = {"name": "gift", "kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
    ends = holding(ends, "A", gift)
    yield Claim("a Mark forbids", ends, {"cannot": {"A": ["gift"]}}, play("A"), must=True)
    yield Claim(
        "… until it ends",
        ends,
        {"can": {"A": ["gift"]}, "turn": "B"},
        [*play("A"), {"until": {"turn": "B"}}],
        must=True,
    )
    noted: Data = {"when": "any_time", "do": [{"note": {"value": {"note": "$it", "plus": 2}}}]}
    charm: Data = {"name": "made-up charm", "abilities": {"wind": noted}, "strength": [{"add": {"note": "$it"}}]}
    place = _with(fight(table("C"), monsters=[OGRE]), "A", "equipped", charm)
    use: Steps = [{"A": {"use": "made-up charm", "ability": "wind"}}]
    for times in (0, 1, 2):
        expected = {"strength": [10 + 2 * times, 30]}
        yield Claim(f"a note counted {times} times", place, expected, use * times, must=True)
    taken = act(
        _with(table("C"), "D", "equipped", {**charm, "tags": ["shiny"]}),
        "A",
        {"take": {"cards": {"from": "equipped", "of": "others", "where": {"tag": "shiny"}}, "to": "you"}},
    )
    steps: Steps = [
        {"D": {"use": "made-up charm", "ability": "wind"}},
        *play("A"),
        {"A": {"lay": "made-up charm"}},
        {"A": "kick"},
    ]
    yield Claim("a note is gone with its card", {**taken, "door": [OGRE]}, {"strength": [6, 30]}, steps, must=True)
    turn: Data = {"when": "any_time", "do": [{"turn_into": {"face": "beast"}}]}
    back: Data = {"when": "any_time", "do": [{"turn_into": {"face": "front"}}]}
    shifting: Data = {
        "name": "shifter",
        "bonus": 1,
        "abilities": {"turn": turn},
        "faces": {"beast": {"kind": "item", "bonus": 5, "gold": 100, "abilities": {"back": back}}},
    }
    place = _with(fight(table("C"), monsters=[OGRE]), "A", "equipped", shifting)
    turned: Steps = [{"A": {"use": "shifter", "ability": "turn"}}]
    yield Claim("its own face", place, {"strength": [11, 30]})
    yield Claim("another face", place, {"strength": [15, 30]}, turned, must=True)
    again: Steps = [*turned, {"A": {"use": "shifter", "ability": "back"}}]
    yield Claim("its own face again", place, {"strength": [11, 30]}, again, must=True)


def dungeons(_: Supply) -> Iterator[Claim]:
    """A Dungeon is in force for all who are in it, from when it is entered until it is left."""
    cave = {"name": "cave", "kind": "dungeon", "modifiers": [{"value": "hand_limit", "add": 1, "on": "all"}]}
    hall = {
        "name": "hall",
        "kind": "dungeon",
        "strength": [{"add": 3, "side": "party"}],
        "on_enter": [{"draw": {"deck": "treasure"}}],
        "on_leave": [{"lose_levels": 1}],
    }
    place = {**table("C"), "dungeons": [cave], "phase": "end"}
    place["players"]["A"]["hand"] = [f"card{n}" for n in range(70, 76)]
    yield Claim("a Dungeon changes a number", place, {"turn": "B"}, [{"until": {"turn": "B"}}], must=True)
    yield Claim("… and without it", {**place, "dungeons": []}, {"asked_of": ["A"]}, END, must=True)
    fought = {**fight(table("C"), monsters=[OGRE]), "dungeons": [hall]}
    yield Claim("a Dungeon adds", fought, {"strength": [13, 30]})
    for leaving, faceup in (("none", ["cave", "hall"]), ("all", ["hall"]), ("last", ["hall"])):
        place = act({**table("C"), "dungeons": [cave], "dungeon": [hall]}, "A", {"enter_dungeon": {"leaving": leaving}})
        expected = {"dungeons": faceup, "drawn": {"A": 1, "B": 0}, "levels": {"A": 5}}
        yield Claim(f"a Dungeon entered, leaving {leaving}", place, expected, play("A"), must=True)
    place = act({**table("C"), "dungeons": [hall], "dungeon": [cave]}, "A", {"enter_dungeon": {"leaving": "all"}})
    yield Claim(
        "a Dungeon left",
        place,
        {"dungeons": ["cave"], "levels": {"A": 4, "B": 3}, "drawn": {"A": 0}},
        play("A"),
        must=True,
    )
    some = act({**fight(table("C"), monsters=[OGRE]), "dungeon": [hall]}, "A", {"enter_dungeon": {"who": "others"}})
    yield Claim("only others enter", some, {"strength": [10, 30], "dungeons": ["hall"]}, play("A"), must=True)
    alone = act({**fight(table("C"), monsters=[OGRE]), "dungeon": [hall]}, "A", {"enter_dungeon": {"who": "you"}})
    yield Claim("only who plays it enters", alone, {"strength": [13, 30]}, play("A"), must=True)
    lets = {
        "name": "gate",
        "kind": "dungeon",
        "abilities": {"rest": {"when": "own_turn", "limit": 1, "per": "turn", "do": [{"draw": {"deck": "treasure"}}]}},
    }
    place = {**table("C"), "dungeons": [lets]}
    use = {"use": "gate", "ability": "rest"}
    yield Claim("a Dungeon lets do", place, {"drawn": {"A": 1}, "cannot": {"A": [use]}}, [{"A": use}], must=True)
    yield Claim("… in the own turn", place, {"cannot": {"B": [use]}, "can": {"A": [use]}})
    bans = {"name": "pit", "kind": "dungeon", "forbids": [{"what": "help", "on": "all"}]}
    place = {**fight(table("C"), helper=False, monsters=[OGRE]), "dungeons": [bans]}
    yield Claim(
        "a Dungeon forbids",
        place,
        {"fighting": ["A"]},
        [{"A": {"offer": {"to": "B", "treasures": 1}}, "refused": True}],
        must=True,
    )
    lone = {
        **fight(table("C"), helper=False, monsters=[OGRE]),
        "dungeons": [{"name": "pit", "kind": "dungeon", "no_help": True}],
    }
    yield Claim(
        "nobody helps there",
        lone,
        {"fighting": ["A"]},
        [{"A": {"offer": {"to": "B", "treasures": 1}}, "refused": True}],
        must=True,
    )
    deed: Data = {"abilities": {"act": {"when": "any_time", "by": "anyone", "do": [{"draw": {"deck": "door"}}]}}}
    for goes, inside, outside in (("you", "A", "BDE"), ("others", "BDE", "A"), ("all", "ABDE", "")):
        split = {**table("C"), "dungeons": [{**cave, **deed}], "dungeon": [{**hall, **deed}]}
        split = act(split, "A", {"enter_dungeon": {"who": goes}})
        of_hall: Data = {"use": "hall", "ability": "act"}
        of_cave: Data = {"use": "cave", "ability": "act"}
        reached: Data = {"can": {}, "cannot": {}}
        for name in inside:
            reached["can"][name] = [of_hall, of_cave] if goes == "all" else [of_hall]
            reached["cannot"][name] = [] if goes == "all" else [of_cave]
        for name in outside:
            reached["can"][name], reached["cannot"][name] = [of_cave], [of_hall]
        yield Claim(f"some go on: {goes}", split, reached, play("A"), must=True)
    for limits, turn in (([3, 7], "B"), ([7, 3], "A"), ([7], "B"), ([3], "A"), ([], "A")):
        halls = [
            {"name": f"hall {n}", "kind": "dungeon", "modifiers": [{"value": "hand_limit", "set": limit, "on": "all"}]}
            for n, limit in enumerate(limits)
        ]
        place = {**table("C"), "dungeons": halls, "phase": "end"}
        place["players"]["A"]["hand"] = [f"card{n}" for n in range(70, 76)]
        yield Claim(f"the last Dungeon governs: {limits}", place, {"turn": turn}, [{"A": "end"}], must=True)
    exit_ = {**table("C"), "dungeons": [cave], "dungeon": [hall]}
    exit_["players"]["A"]["hand"] = [f"card{n}" for n in range(70, 74)]
    steps: Steps = [{"A": {"discover": True, "choose": ["cave"]}}]
    yield Claim(
        "an exit is discovered",
        exit_,
        {"dungeons": ["hall"], "hand": {"A": 1}, "cards": {"card70": "door_discards"}},
        steps,
        must=True,
    )
    few = copy.deepcopy(exit_)
    few["players"]["A"]["hand"] = few["players"]["A"]["hand"][:3]
    yield Claim(
        "… for four cards", few, {"dungeons": ["cave"]}, [{"A": {"discover": True}, "refused": True}], must=True
    )
    many = copy.deepcopy(exit_)
    hand = [f"card{n}" for n in range(70, 76)]
    many["players"]["A"]["hand"] = list(hand)
    for paid in range(4):
        picks = hand[1 : 1 + paid]
        asked = {"asked": {"A": [card for card in hand if card not in picks]}, "dungeons": ["cave"]}
        begun: Steps = [{"A": "discover"}, *({"A": {"choose": card}} for card in picks)]
        yield Claim(f"… of six, {paid} paid", many, asked, begun, must=True)
    expected = {"dungeons": ["hall"], "cards": {"card70": "A hand", "card75": "A hand", "card74": "door_discards"}}
    steps = [{"A": {"discover": True, "choose": [*hand[1:5], "cave"]}}]
    yield Claim("… and the rest is kept", many, expected, steps, must=True)


LAWS = (
    Law(
        "companions-serve",
        "A Hireling and a Steed count for their owner, and carry what they may.",
        ("HIRE-01", "HIRE-07", "HIRE-09", "STEED-01"),
        companions,
        bare=True,
    ),
    Law(
        "powers-and-classes",
        "Powers, Classes, Races and copies of them count while they are there.",
        ("POW-01", "CHAR-04", "CHAR-10"),
        powers,
        bare=True,
    ),
    Law(
        "marks-stay",
        "Marks, notes and other faces stay as long as they say, with what they are on.",
        ("HIER-01",),
        marks,
        bare=True,
    ),
    Law(
        "dungeons-reach",
        "A Dungeon is in force for all who are in it, until it is left.",
        ("DUNG-04", "DUNG-05", "DUNG-06", "PORT-04"),
        dungeons,
        bare=True,
    ),
)
