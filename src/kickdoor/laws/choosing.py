"""Laws of choosing: who is asked, between what, how many may be picked, and who may use what a card lets do.

The cards are made up; what must be asked is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
THINGS = {"one": 100, "two": 200, "three": 300, "four": 400}


def _stocked() -> Place:
    place = table("C")
    place["players"]["A"] |= {
        "equipped": [],
        "carried": [{"name": name, "gold": gold} for name, gold in THINGS.items()],
    }
    return place


def _pick(**fields: object) -> Steps:
    return [
        {"lose_levels": 1},
        {"choose": {"cards": {"from": "items"}, "into": "$some", **fields}},
        {"discard": "$some"},
    ]


def _gone(names: list[str]) -> Data:
    return {"cards": {name: "treasure_discards" if name in names else "A carried" for name in THINGS}}


def choices(_: Supply) -> Iterator[Claim]:
    """Every way to say how many are picked: what is asked first, what next, and when it is enough."""
    every = list(THINGS)
    for fields, picks, then in (
        ({}, ["two"], None),
        ({"count": 2}, ["two"], ["one", "three", "four"]),
        ({"count": 2}, ["two", "four"], None),
        ({"count": 2, "at_least": 1}, ["two"], ["one", "three", "four", "done"]),
        ({"count": 2, "at_least": 1}, ["two", "done"], None),
        ({"count": "all", "at_least": 2}, ["two"], ["one", "three", "four"]),
        ({"count": "all", "at_least": 2}, ["two", "one"], ["three", "four", "done"]),
        ({"optional": True}, ["done"], None),
        ({"optional": True}, [], [*every, "done"]),
        ({"count": "all"}, [], None),
        ({"count": "all", "optional": True}, ["one", "two"], ["three", "four", "done"]),
        ({"count": 4}, [], None),
        ({"count": 4, "ordered": True}, [], every),
        ({"worth": 400}, ["one"], ["two", "three", "four"]),
        ({"worth": 400}, ["one", "three"], None),
        ({"worth": 400}, ["four"], None),
        ({"worth": 1000}, [], None),
        ({"worth_at_most": 400}, [], [*every, "done"]),
        ({"worth_at_most": 400}, ["one"], ["two", "three", "done"]),
        ({"worth_at_most": 400}, ["one", "three"], None),
        ({"worth": 500, "exactly": True, "count": 2}, [], every),
        ({"worth": 600, "exactly": True, "count": 2}, [], ["two", "three", "four"]),
        ({"worth": 600, "exactly": True, "count": 2}, ["two"], None),
    ):
        place = act(_stocked(), "A", *_pick(**fields))
        steps: Steps = [*play("A"), *({"A": {"choose": pick}} for pick in picks)]
        if then is not None:
            yield Claim(f"{fields}, {picks} picked", place, {"asked": {"A": then}}, steps, must=True)
            continue
        taken = [pick for pick in picks if pick != "done"]
        if not picks:
            taken = every
        if fields.get("exactly"):
            taken = [*picks, "four"]
        expected = {**_gone(taken), "levels": {"A": 4}, "moment": "arrange"}
        yield Claim(f"{fields}, {picks} picked, that is all", place, expected, steps, must=True)
    price: Steps = [
        {
            "choose": {
                "cards": {"from": "hand"},
                "leaves": {"from": "hand", "where": {"deck": "treasure"}},
                "into": "$price",
            }
        },
        {"discard": "$price"},
    ]
    for hand, left in (
        (["card1", "card90", "gem"], ["card1", "card90"]),
        (["card1", "gem", "pin"], ["card1", "gem", "pin"]),
        (["gem"], None),
    ):
        place = table("C")
        place["players"]["A"]["hand"] = [{"name": card} if card in ("gem", "pin") else card for card in hand]
        place = with_charm(
            place, abilities={"made_up": {"when": "any_time", "cost": price, "do": [{"lose_levels": 1}]}}
        )
        use: Data = {"use": "made-up charm", "ability": "made_up"}
        if left is None:
            yield Claim(f"the last that is needed is no price, {hand}", place, {"cannot": {"A": [use]}})
        else:
            yield Claim(
                f"the last that is needed is no price, {hand}", place, {"asked": {"A": left}}, [{"A": use}], must=True
            )
    for who in ("left", "right", "turn"):
        name = {"left": "B", "right": "E", "turn": "A"}[who]
        step: Data = {"choose": {"who": who, "options": ["yes", "no"], "into": "$way"}}
        place = act(table("C"), "A", step, {"if": {"option": {"$way": "no"}}, "then": [{"lose_levels": 1}]})
        yield Claim(
            f"{who} is asked", place, {"asked_of": [name], "asked": {name: ["yes", "no"]}}, play("A"), must=True
        )
        said: Steps = [*play("A"), {name: {"choose": "no"}}]
        yield Claim(f"{who} has said no", place, {"levels": {"A": 4}}, said, must=True)
    numbers = act(table("C"), "A", {"choose": {"numbers": [1, 2, 3], "into": "$n"}}, {"lose_levels": {"count": "$n"}})
    yield Claim("numbers", numbers, {"levels": {"A": 2}}, play("A", "3"), must=True)
    for condition, names in (({"sex": "female"}, ["B", "D"]), ({"level_at_least": 8}, ["D", "E"])):
        step = {"choose": {"players": "others", "if": {"who": "$one", **condition}, "into": "$one_of"}}
        place = act(table("C"), "A", step, {"lose_levels": {"who": "$one_of"}})
        yield Claim(f"players with {condition}", place, {"asked": {"A": names}}, play("A"), must=True)
    for side, sums in (("party", [13, 30]), ("monsters", [10, 33])):
        steps_: Steps = [{"choose": {"side": True, "into": "$side"}}, {"add_strength": {"count": 3, "side": "$side"}}]
        place = act(fight(table("C"), monsters=[OGRE]), "E", *steps_)
        yield Claim(f"the side of the {side}", place, {"strength": sums}, play("E", side), must=True)
    yield from _several()


def _several() -> Iterator[Claim]:
    """What several pick at once, each for each, and what is most."""
    poll: Data = {"poll": {"who": "all", "numbers": [1, 2, 3], "into": "$bids"}}
    most: Data = {"most": {"players": "all", "of": {"bid": "$bids", "whose": "$one"}, "into": "$best", "ties": "all"}}
    place = act(table("C"), "A", poll, most, {"lose_levels": {"who": "$best"}})
    yield Claim("all bid", place, {"asked_of": ["A", "B", "D", "E"]}, play("A"), must=True)
    bids: Steps = [{"B": {"choose": "3"}}, {"A": {"choose": "1"}}, {"E": {"choose": "3"}}]
    yield Claim("one has not bid", place, {"asked_of": ["D"], "levels": {"B": 3}}, [*play("A"), *bids], must=True)
    done: Steps = [*play("A"), *bids, {"D": {"choose": "2"}}]
    yield Claim("who bids most", place, {"levels": {"A": 5, "B": 2, "D": 8, "E": 7}}, done, must=True)
    votes: Data = {"poll": {"who": "all", "players": "others", "into": "$votes"}}
    most = {"most": {"players": "all", "of": {"votes": "$votes", "whose": "$one"}, "into": "$best"}}
    place = act(table("C"), "A", votes, most, {"lose_levels": {"who": "$best"}})
    ballots: Steps = [{name: {"choose": pick}} for name, pick in (("A", "B"), ("B", "D"), ("D", "B"), ("E", "B"))]
    yield Claim("who has most votes", place, {"levels": {"A": 5, "B": 2, "D": 8}}, [*play("A"), *ballots], must=True)
    for ties, levels in (("all", {"A": 5, "D": 7, "E": 7}), ("nobody", {"D": 8, "E": 8}), ("roll", {"D": 8, "E": 7})):
        most = {"most": {"players": "all", "of": {"level": "$one"}, "into": "$best", "ties": ties}}
        place = act({**table("C"), "rolls": [2, 5]}, "A", most, {"lose_levels": {"who": "$best"}})
        yield Claim(f"the most of a tie, {ties}", place, {"levels": levels}, play("A"), must=True)
    for fields, levels in (
        ({"lowest": True}, {"A": 5, "B": 2}),
        ({"at_least": 9}, {"A": 5, "B": 3, "D": 8}),
        ({"if": {"who": "$one", "sex": "male"}}, {"A": 5, "D": 8, "E": 7}),
    ):
        most = {"most": {"players": "all", "of": {"level": "$one"}, "into": "$best", **fields}}
        place = act({**table("C"), "rolls": [2, 5]}, "A", most, {"lose_levels": {"who": "$best"}})
        yield Claim(f"the most, {fields}", place, {"levels": levels}, play("A"), must=True)
    rest: Data = {
        "most": {"players": "all", "of": {"level": "$one"}, "into": "$best", "others": "$rest", "ties": "all"}
    }
    place = act(table("C"), "A", rest, {"lose_levels": {"who": "$rest"}})
    yield Claim("those who have not most", place, {"levels": {"A": 4, "B": 2, "D": 8, "E": 8}}, play("A"), must=True)
    each: Data = {"for_each": {"cards": {"from": "hand", "of": "right"}, "as": "$card", "do": [{"lose_levels": 1}]}}
    yield Claim(
        "for each card of a hand", act(table("C"), "E", each), {"levels": {"E": 5, "D": 8}}, play("E"), must=True
    )
    once: Data = {
        "for_each": {
            "players": "others",
            "as": "$one",
            "at_once": True,
            "do": [
                {"choose": {"who": "$one", "numbers": [1, 2], "into": "$n"}},
                {"lose_levels": {"count": "$n", "who": "$one"}},
            ],
        }
    }
    place = act(table("C"), "A", once)
    yield Claim("all choose side by side", place, {"asked_of": ["B", "D", "E"]}, play("A"), must=True)
    said: Steps = [{"E": {"choose": "1"}}, {"B": {"choose": "2"}}]
    yield Claim("… before anything is done", place, {"levels": {"B": 3, "E": 8}}, [*play("A"), *said], must=True)
    all_said: Steps = [*play("A"), *said, {"D": {"choose": "2"}}]
    yield Claim("… and then all is done", place, {"levels": {"B": 1, "D": 6, "E": 7}}, all_said, must=True)


def _owned(place: Place, who: str, lies: str, ability: Data) -> Place:
    place = copy.deepcopy(place)
    card = {"name": "made-up charm", "abilities": {"made_up": ability}}
    place["players"][who].setdefault(lies, []).append(card)
    return place


def abilities(_: Supply) -> Iterator[Claim]:
    """Where a card must lie that lets its owner do something, who may use a monster's, how often and on whom."""
    use = {"use": "made-up charm", "ability": "made_up"}
    deed: Data = {"when": "any_time", "do": [{"draw": {"deck": "door"}}]}
    for zone, allowed in (
        ("table", "carried equipped"),
        ("equipped", "equipped"),
        ("hand", "hand"),
        ("any", "hand carried equipped"),
    ):
        for lies in ("hand", "carried", "equipped"):
            place = _owned(table("C"), "A", lies, {**deed, "from": zone})
            word = "can" if lies in allowed.split() else "cannot"
            yield Claim(f"from {zone}, {lies}", place, {word: {"A": [use]}})
    for by, names in (("fighter", "A"), ("party", "AB"), ("anyone", "ABDE")):
        beast = {**OGRE, "abilities": {"made_up": {"when": "any_combat", "by": by, "do": [{"lose_levels": 1}]}}}
        place = fight(table("C"), monsters=[beast])
        for name in "ABDE":
            word = "can" if name in names else "cannot"
            yield Claim(f"a monster's, by {by}: {name}", place, {word: {name: [{"use": "ogre", "ability": "made_up"}]}})
        done: Steps = [{"A": {"use": "ogre", "ability": "made_up"}}]
        yield Claim(f"a monster's, by {by}, used", place, {"levels": {"A": 4, "B": 3}}, done, must=True)
    beast = {**OGRE, "abilities": {"made_up": {"when": "before_run", "by": "runner", "do": [{"lose_levels": 1}]}}}
    place = {**fight(table("C"), monsters=[beast]), "phase": "running_away", "rolls": [6] * 4}
    for name, word in (("A", "can"), ("B", "cannot"), ("E", "cannot")):
        yield Claim(
            f"a monster's, by the runner: {name}", place, {word: {name: [{"use": "ogre", "ability": "made_up"}]}}
        )
    sting: Data = {
        "when": "any_combat",
        "limit": 1,
        "per": "victim",
        "target": [{"choose": {"players": "party", "into": "$victim"}}],
        "do": [{"add_strength": {"count": -2, "to": "$victim"}}],
    }
    place = _owned(fight(table("C"), monsters=[OGRE]), "E", "equipped", sting)
    first: Steps = [{"E": {**use, "on": "A"}}]
    yield Claim("each victim once", place, {"strength": [8, 30]}, first, must=True)
    second: Steps = [*first, {"E": {"use": "made-up charm", "ability": "made_up"}}]
    yield Claim("… and then another", place, {"strength": [6, 30]}, second, must=True)
    yield Claim("… and no victim twice", place, {"cannot": {"E": [use]}}, second, must=True)
    two = _owned(fight(table("C"), monsters=[OGRE]), "E", "equipped", {**deed, "limit": 1, "shared": True})
    two["players"]["E"]["equipped"].append(
        {"name": "other charm", "abilities": {"made_up": {**deed, "limit": 1, "shared": True}}}
    )
    other = {"use": "other charm", "ability": "made_up"}
    yield Claim("shared uses", two, {"cannot": {"E": [use, other]}}, [{"E": use}], must=True)
    for when, who, rolls, may in (
        ("own_roll", "A", [1] * 4, True),
        ("own_roll", "E", [1] * 4, False),
        ("after_roll", "E", [1] * 4, True),
        ("own_run_roll", "A", [1] * 4, True),
        ("own_run_roll", "E", [1] * 4, False),
        ("when_caught", "A", [1] * 4, True),
        ("when_caught", "A", [6] * 4, False),
        ("after_escape", "E", [6] * 4, True),
        ("after_escape", "E", [1] * 4, False),
        ("before_run", "E", [6] * 4, True),
        ("after_combat", "E", [6] * 4, True),
    ):
        held: Data = {
            "name": "made-up card",
            "kind": "one_shot",
            "when": when,
            "play": [{"draw": {"deck": "treasure"}}],
        }
        place = holding({**fight(table("C"), helper=False, monsters=[OGRE]), "rolls": rolls}, who, held)
        steps: Steps = [{"pass": "all"}]
        steps += [{"A": {"run": "ogre"}}] if when != "before_run" else []
        if when == "after_combat":
            steps = [{"pass": "all"}, {"until": {"moment": "fight_over"}}]
        if not may:
            held_back = {"cards": {"made-up card": f"{who} hand"}, "drawn": {who: 0}}
            yield Claim(f"{when} of {who}, rolls {rolls[0]}", place, held_back, steps, must=True)
            continue
        expected = {"drawn": {who: 1}, "cards": {"made-up card": "treasure_discards"}}
        yield Claim(
            f"{when} of {who}, rolls {rolls[0]}", place, expected, [*steps, {who: {"play": "made-up card"}}], must=True
        )
    yield from _kept_out()


def _kept_out() -> Iterator[Claim]:
    """What a monster or a card keeps out of a fight, and what cannot be beside something else."""
    dose = {"name": "dose", "kind": "one_shot", "bonus": 3}
    for who, cards, barred in (
        ("all", None, "ABE"),
        ("others", None, "E"),
        ("all", {"kind": "one_shot"}, "ABE"),
        ("all", {"kind": "curse"}, ""),
    ):
        bar: Data = {"who": who, **({"cards": cards} if cards else {})}
        for name in "ABE":
            place = holding(fight(table("C"), monsters=[{**OGRE, "bars": [bar]}]), name, dose)
            word = "cannot" if name in barred else "can"
            yield Claim(f"a monster bars {bar}: {name}", place, {word: {name: ["dose"]}})
            place = holding(with_charm(fight(table("C"), monsters=[OGRE]), "B", bars=[bar]), name, dose)
            yield Claim(f"a card of the helper bars {bar}: {name}", place, {word: {name: ["dose"]}})
            place = holding(with_charm(fight(table("C"), monsters=[OGRE]), "D", bars=[bar]), name, dose)
            yield Claim(f"a card of a bystander bars {bar}: {name}", place, {"can": {name: ["dose"]}})
    rage = {"name": "rage", "kind": "monster_enhancer", "bonus": 5, "tags": ["hot"]}
    for bar, hand, laid in (({"from": "hand"}, "cannot", "can"), ({}, "cannot", "cannot")):
        beast = {**OGRE, "bars": [{"who": "all", **bar}]}
        held = holding(fight(table("C"), monsters=[beast]), "E", dose)
        yield Claim(f"barred {bar}, in the hand", held, {hand: {"E": ["dose"]}})
        lies = fight(table("C"), monsters=[beast])
        lies["players"]["E"]["carried"].append(dose)
        yield Claim(f"barred {bar}, on the table", lies, {laid: {"E": ["dose"]}})
    polish = {"name": "polish", "kind": "item_enhancer", "bonus": 2, "tags": ["hot"]}
    for fields, may in (
        ({}, True),
        ({"refuses": ["hot"]}, False),
        ({"refuses": ["cold"]}, True),
        ({"enhanced_by": {"item": 0}}, False),
        ({"enhanced_by": {"item": 1}}, True),
        ({"enhanced_by": {"steed": 1}}, False),
    ):
        place = holding(table("C"), "A", polish)
        place["players"]["A"] |= {"equipped": [{"name": "host", "bonus": 1, **fields}], "carried": []}
        yield Claim(f"an enhancer and an Item with {fields}", place, {"can" if may else "cannot": {"A": ["polish"]}})
    for one, other in (({"excludes": {"tag": "hot"}}, {}), ({}, {"excludes": {"tag": "cold"}})):
        calm = {"name": "calm", "kind": "monster_enhancer", "bonus": -5, "tags": ["cold"], **one}
        place = holding(fight(table("C"), monsters=[{"card": OGRE, "enhancers": [{**rage, **other}]}]), "E", calm)
        yield Claim(f"not beside each other: {one or other}", place, {"cannot": {"E": ["calm"]}})
    free = holding(
        fight(table("C"), monsters=[OGRE]),
        "E",
        {"name": "calm", "kind": "monster_enhancer", "excludes": {"tag": "hot"}},
    )
    yield Claim("… but alone", free, {"can": {"E": ["calm"]}})
    steal: Data = {
        "when": "any_time",
        "target": [{"choose": {"players": "others", "into": "$victim"}}],
        "do": [{"lose_levels": {"who": "$victim"}}],
    }
    for immune, names in (([], ["B", "D", "E"]), (["made_up"], ["B", "D"]), (["other"], ["B", "D", "E"])):
        place = with_charm(_owned(table("C"), "A", "equipped", steal), "E", immune_to=immune, name="shield")
        asked = {"asked": {"A": names}}
        yield Claim(
            f"immune to {immune}", place, asked, [{"A": {"use": "made-up charm", "ability": "made_up"}}], must=True
        )
    smite: Data = {
        "when": "any_combat",
        "target": [{"choose": {"monsters": True, "into": "$monster"}}],
        "do": [{"kill_monster": "$monster"}],
    }
    imp = {"name": "imp", "level": 3}
    for immune, killed in (([], None), (["made_up"], ["ogre"])):
        place = _owned(fight(table("C"), monsters=[OGRE, {**imp, "immune_to": immune}]), "A", "equipped", smite)
        step: Steps = [{"A": {"use": "made-up charm", "ability": "made_up"}}]
        expected: Data = {"asked": {"A": ["ogre", "imp"]}} if killed is None else {"monsters": ["imp"]}
        yield Claim(f"a monster immune to {immune}", place, expected, step, must=True)
    for book, tag, may in (("deluxe", "undead", True), ("deluxe", "bat", True), ("deluxe", "slug", False)):
        place = {
            **holding(
                fight(table("C"), monsters=[{**OGRE, "tags": [tag]}]), "E", {"name": "ghoul", "level": 2, "tags": [tag]}
            ),
            "book": book,
        }
        if tag == "undead":
            rats = holding(
                place, "E", {"name": "rat", "level": 3}, {"name": "rot", "kind": "monster_enhancer", "makes": [tag]}
            )
            yield Claim("not without it", rats, {"monsters": 1}, [{"E": {"join": "rat"}, "refused": True}], True)
            made: Steps = [{"E": {"join": "rat", "with": "rot"}}]
            expected = {"monsters": ["ogre", "rat"], "strength": [10, 33], "hand": {"E": 2}}
            yield Claim("one is made so, and joins", rats, expected, made, True)
            place = holding(place, "E", {"name": "shroud", "kind": "special", "tags": [tag], "when": "any_time"})
            yield Claim(
                "only monsters join", place, {"monsters": 1}, [{"E": {"join": "shroud"}, "refused": True}], True
            )
        step = [{"E": {"join": "ghoul"}}] if may else [{"E": {"join": "ghoul"}, "refused": True}]
        yield Claim(f"{tag} joins, {book}", place, {"strength": [10, 32 if may else 30]}, step, must=True)
    gift = {"name": "gift", "kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
    for until, of_b, of_e in (("turn_end", "can", "can"), ("next_turn", "can", "cannot")):
        place = act({**table("C"), "phase": "end"}, "A", {"forbid": {"who": "others", "what": "plays", "until": until}})
        place = holding(holding(holding(place, "A", gift), "B", gift), "E", gift)
        expected = {"cannot": {"B": ["gift"], "E": ["gift"]}}
        yield Claim(f"forbidden until {until}", place, expected, play("A"), must=True)
        expected = {of_b: {"B": ["gift"]}, "turn": "B"}
        yield Claim(
            f"forbidden until {until}, in the next turn",
            place,
            expected,
            [*play("A"), {"until": {"turn": "B"}}],
            must=True,
        )
        expected = {of_e: {"E": ["gift"]}}
        yield Claim(
            f"forbidden until {until}, in another's turn",
            place,
            expected,
            [*play("A"), {"until": {"turn": "B"}}],
            must=True,
        )


LAWS = (
    Law(
        "asked-for",
        "Whoever is to choose is asked between all that may be picked, until enough is, and nobody else.",
        ("HIER-01",),
        choices,
        bare=True,
    ),
    Law(
        "used-by-whom",
        "What a card lets somebody do is done by whom, when and as often as it says.",
        ("HIER-01", "CARD-04"),
        abilities,
        bare=True,
    ),
)
