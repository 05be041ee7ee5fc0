"""Laws of bargains: what may be offered and promised to whom, what comes of it, and when an offer ends.

The cards are made up; what may change hands is worked out from the cards alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE: Data = {"name": "ogre", "level": 30, "treasures": 2}

#: What somebody might give: the card of A, where it lies, what B has, and whether it can change hands.
GIVEN: tuple[tuple[Data, str, Data, bool], ...] = (
    ({"name": "thing"}, "carried", {}, True),
    ({"name": "thing", "slot": "headgear"}, "equipped", {}, True),
    ({"name": "thing", "kind": "one_shot", "bonus": 1}, "carried", {}, True),
    ({"name": "thing"}, "hand", {}, False),
    ({"name": "thing", "kind": "class", "trait": "craft"}, "classes", {}, False),
    ({"name": "thing", "untradeable": True}, "carried", {}, False),
    ({"name": "thing", "stuck": True}, "equipped", {}, False),
    ({"name": "thing", "big": True}, "carried", {}, True),
    ({"name": "thing", "big": True}, "carried", {"carried": [{"name": "crate", "big": True}]}, False),
    ({"name": "thing"}, "carried", {"carried": [{"name": "crate", "big": True}]}, True),
    ({"name": "thing"}, "carried", {"equipped": [{"name": "pony", "kind": "steed"}]}, True),
    ({"name": "thing", "big": True, "uncounted": True}, "carried", {"carried": [{"name": "crate", "big": True}]}, True),
    (
        {"name": "thing", "kind": "steed", "big": True},
        "equipped",
        {"carried": [{"name": "crate", "big": True}]},
        True,
    ),
    ({"name": "thing", "kind": "steed"}, "equipped", {}, True),
    ({"name": "thing", "kind": "steed"}, "equipped", {"equipped": [{"name": "pony", "kind": "steed"}]}, False),
    ({"name": "thing", "kind": "hireling"}, "table", {}, False),
)


def bargains(_: Supply) -> Iterator[Claim]:
    """Every sort of thing in every sort of bargain: what is agreed is done at once, and nothing else [TRADE-01 …]."""
    for card, field, other, may in GIVEN:
        for about, base, offer, fits in (
            ("given", table("C"), {"kind": "trade"}, True),
            ("traded", table("C"), {"kind": "trade", "takes": ["jewel of B"]}, True),
            ("a bribe", table("C"), {"kind": "bribe", "pledge": "favour"}, True),
            ("a bribe for nothing", table("C"), {"kind": "bribe"}, False),
            ("the price of help", fight(table("C"), helper=False), {"kind": "help"}, True),
            ("traded in a fight", fight(table("C"), helper=False), {"kind": "trade"}, False),
        ):
            place = copy.deepcopy(base)
            place["players"]["A"].setdefault(field, []).append(card)
            seat = place["players"]["B"]
            for name, cards in other.items():
                seat[name] = [*seat.get(name, []), *cards]
            offered: Data = {"A": {"offer": {**offer, "to": "B", "gives": ["thing"]}}}
            lies = "hand" if field == "hand" else "play"
            if not (may and fits):
                refused = [{**offered, "refused": True}]
                yield Claim(f"{card} {about}", place, {"cards": {"thing": f"A {lies}"}}, refused, must=True)
                continue
            expected: Data = {"cards": {"thing": "B play"}, "levels": {"A": 5, "B": 3}}
            if "takes" in offer:
                expected["cards"]["jewel of B"] = "A carried"
            if offer["kind"] == "help":
                expected["fighting"] = ["A", "B"]
            yield Claim(f"{card} {about}", place, expected, [offered, {"B": {"accept": "A"}}], must=True)
            expected = {"cards": {"thing": "A play", "jewel of B": "B carried"}}
            yield Claim(f"{card} {about}, refused", place, expected, [offered, {"B": {"refuse": "A"}}], must=True)
    yield from _helping()
    yield from _promises()


def _helping() -> Iterator[Claim]:
    """Who may help whom, for what."""
    ogre = [{"name": "ogre", "level": 30, "treasures": 2}]
    lone, helped = fight(table("C"), helper=False, monsters=ogre), fight(table("C"), monsters=ogre)
    for about, place, by, offer, may in (
        ("2 of 2 Treasures", lone, "A", {"to": "D", "treasures": 2}, True),
        ("3 of 2 Treasures", lone, "A", {"to": "D", "treasures": 3}, False),
        ("nothing", lone, "A", {"to": "D"}, True),
        ("asked by the helper", lone, "D", {"to": "A", "treasures": 1}, True),
        ("to who does not fight", lone, "D", {"to": "E", "treasures": 1}, False),
        ("to the dead", lone, "A", {"to": "C", "treasures": 1}, False),
        ("to oneself", lone, "A", {"to": "A", "treasures": 1}, False),
        ("a second helper", helped, "A", {"to": "D", "treasures": 1}, False),
        ("without a fight", table("C"), "A", {"to": "D", "treasures": 1}, False),
        ("an Item of the helper", lone, "D", {"to": "A", "gives": ["jewel of D"]}, False),
        ("an Item of the fighter", lone, "D", {"to": "A", "takes": ["jewel of A"]}, True),
    ):
        offered: Data = {by: {"offer": {**offer, "kind": "help"}}}
        if not may:
            yield Claim(
                f"help: {about}",
                place,
                {"moment": "fight" if "combat" in place else "arrange"},
                [{**offered, "refused": True}],
                must=True,
            )
            continue
        expected = {"fighting": ["A", "D"], "strength": [15, 30], "events": ["offered", "accepted", "helper_joined"]}
        yield Claim(f"help: {about}", place, expected, [offered, {str(offer["to"]): {"accept": by}}], must=True)
    for ban, who, may in (
        ("help", "D", False),
        ("help", "A", True),
        ("be_helped", "A", False),
        ("bargain", "D", False),
    ):
        place = with_charm(lone, who, forbids=[{"what": ban}])
        offered = {"A": {"offer": {"kind": "help", "to": "D", "treasures": 1}}}
        steps: Steps = [offered, {"D": {"accept": "A"}}] if may else [{**offered, "refused": True}]
        expected = {"fighting": ["A", "D"] if may else ["A"]}
        yield Claim(f"help with {ban} forbidden to {who}", place, expected, steps, must=True)
    raised = {"name": "praise", "kind": "go_up_a_level", "play": [{"gain_levels": 1}]}
    for level, may in ((8, True), (9, False)):
        place = holding(lone, "A", raised)
        place["players"]["D"]["level"] = level
        offered = {"A": {"offer": {"kind": "help", "to": "D", "promises": ["praise"]}}}
        steps = [offered, {"D": {"accept": "A"}}] if may else [{**offered, "refused": True}]
        expected = {"levels": {"D": 9}, "fighting": ["A", "D"] if may else ["A"]}
        yield Claim(f"a level promised at Level {level}", place, expected, steps, must=True)


def _promises() -> Iterator[Claim]:
    """What a fighter promises to play on the helper is a card that can be played on them, by whatever it asks first."""
    lone = fight(table("C"), helper=False, monsters=[{"name": "ogre", "level": 30, "treasures": 2}])
    whom: Data = {"choose": {"players": "others", "into": "$who"}}
    women: Data = {"choose": {"players": "others", "if": {"who": "$one", "sex": "female"}, "into": "$who"}}
    what: Data = {"choose": {"cards": {"from": "items", "of": "all"}, "into": "$what"}}
    for about, target, to, may in (
        ("anybody", [whom], "E", True),
        ("anybody, after a card", [what, whom], "B", True),
        ("a woman", [women], "D", True),
        ("a woman", [women], "E", False),
        ("a woman, after a card", [what, women], "E", False),
        ("a card", [what], "B", False),
    ):
        boon: Data = {"name": "boon", "kind": "one_shot", "when": "any_time", "target": target}
        place = holding(lone, "A", {**boon, "play": [{"draw": {"deck": "door"}}]})
        step: Data = {"A": {"offer": {"kind": "help", "to": to, "promises": ["boon"]}}}
        asked = ["A", to] if may else ["A"]
        steps: Steps = [step if may else {**step, "refused": True}]
        yield Claim(f"a card for {about} promised to {to}", place, {"asked_of": asked}, steps, must=True)
    praises: list[Data] = [
        {"name": f"praise {n}", "kind": "go_up_a_level", "play": [{"gain_levels": 1}]} for n in (1, 2)
    ]
    gift: Data = {"name": "gift", "kind": "one_shot", "when": "any_time", "target": [whom]}
    cards = [*praises, {**gift, "play": [{"draw": {"deck": "door", "who": "$who"}}]}]
    for names, level, may in (
        (["gift"], 9, True),
        (["praise 1"], 8, True),
        (["praise 1", "gift"], 9, False),
        (["praise 1", "praise 2"], 7, True),
        (["praise 1", "praise 2"], 8, False),
        (["praise 1", "praise 1"], 5, False),
    ):
        place = holding(lone, "A", *cards)
        place["players"]["E"]["level"] = level
        step = {"A": {"offer": {"kind": "help", "to": "E", "promises": names}}}
        steps = [step if may else {**step, "refused": True}]
        asked = ["A", "E"] if may else ["A"]
        yield Claim(f"{names} promised at Level {level}", place, {"asked_of": asked}, steps, must=True)


def offers_lapse(_: Supply) -> Iterator[Claim]:
    """An offer ends with its window, and with the death of either; what is promised must be known to be there."""
    trade: Data = {"A": {"offer": {"kind": "trade", "to": "B", "gives": ["jewel of A"]}}}
    gone: Data = {"B": {"accept": "A"}, "refused": True}
    place = {**table("C"), "door": ["card80"]}
    kept = {"cards": {"jewel of A": "A carried"}}
    yield Claim("an offer and a kick", place, kept, [trade, {"A": "kick"}, {"pass": ["B"]}, gone], must=True)
    for who in "AB":
        doom = act(
            table("C"),
            "E",
            {"choose": {"players": "others", "into": "$who"}},
            {"die": {"who": "$who", "looted": False}},
        )
        dead = {"cards": {"jewel of A": "treasure_discards" if who == "A" else "A carried"}}
        yield Claim(f"an offer and the death of {who}", doom, dead, [trade, *play("E", who), gone], must=True)
    praise: Data = {"name": "praise", "kind": "go_up_a_level", "play": [{"gain_levels": 1}]}
    lone = holding(fight(table("C"), helper=False, monsters=[OGRE]), "A", praise)
    asks: Data = {"D": {"offer": {"kind": "help", "to": "A", "promises": ["praise"]}}}
    yield Claim("a promise of what is not known", lone, {"asked_of": ["A"]}, [{**asks, "refused": True}], must=True)
    shown: Steps = [{"A": {"show": "D"}}, asks, {"A": {"accept": "D"}}]
    told: Data = {"levels": {"D": 9}, "fighting": ["A", "D"]}
    lone["players"]["D"]["level"] = 8
    yield Claim("a promise of what was shown", lone, told, shown, must=True)


LAWS = (
    Law(
        "bargains-kept",
        "What may be bargained for is, all at once when it is accepted, and nothing else is.",
        ("TRADE-01", "TRADE-04", "HELP-01", "HELP-02"),
        bargains,
        bare=True,
    ),
    Law(
        "offers-lapse",
        "An offer ends with its window or with a death, and promises only what is known to be there.",
        ("TRADE-01", "HELP-02", "DEATH-04"),
        offers_lapse,
        bare=True,
    ),
)
