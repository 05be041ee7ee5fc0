"""Laws of keeping: what lies on an Item, what is too much, what is forbidden and what is protected.

The cards are made up, as those of standing are.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import (
    CRAFTS,
    CRATES,
    FRIENDS,
    GREAVES,
    KINS,
    LOST,
    MAILS,
    MOUNTS,
    RUNNING,
    SWORDS,
    WEAK,
    Data,
    Steps,
    holding,
    with_charm,
    with_idle,
)
from kickdoor.laws.supply import Supply

#: What a card makes of what it lies on: the table, what it makes, and what A can and cannot do then.
HOSTS: tuple[tuple[Data, Data, Data], ...] = (
    ({"name": "host", "big": True}, {"big": False}, {"can": {"A": ["crate 1"]}}),
    ({"name": "host", "big": True}, {}, {"cannot": {"A": ["crate 1"]}}),
    ({"name": "host"}, {"big": True}, {"cannot": {"A": ["crate 1"]}}),
    ({"name": "host"}, {}, {"can": {"A": ["crate 1"]}}),
)


def hosts(_: Supply) -> Iterator[Claim]:
    """What lies on an Item makes it Big or Small, mutes it, tags it; and goes where it goes."""
    for host, makes, expected in HOSTS:
        place = _enhanced(holding(table(), "A", CRATES[0]), host, makes)
        yield Claim(f"{host} that is made {makes}", place, expected)
    helped = fight(table())
    for makes, ours in (({}, 10 + 3 + 2), ({"muted": True}, 10)):
        place = _enhanced(helped, {"name": "host", "bonus": 3}, makes, bonus=2)
        yield Claim(f"an Item that is made {makes} in a fight", place, {"strength": {"party": ours}})
    able = {"name": "host", "abilities": {"act": {"when": "any_time", "do": [{"draw": {"deck": "door"}}]}}}
    for stills in ([], ["act"], ["other"]):
        place = _enhanced(table(), able, {})
        place["players"]["A"]["table"].append({"name": "seal", "kind": "item_enhancer", "stills": stills})
        place["players"]["A"]["attached"]["seal"] = "host"
        may = "cannot" if stills == ["act"] else "can"
        yield Claim(f"an ability where {stills} is stilled", place, {may: {"A": [{"use": "host", "ability": "act"}]}})
    tagged = _enhanced(table(), {"name": "host"}, {"tags": ["shiny"]})
    lose = act(tagged, "A", {"lose": {"from": "items", "where": {"tag": "shiny"}}})
    gone = {"cards": {"host": "treasure_discards", "polish": "treasure_discards", "cap of A": "A equipped"}}
    yield Claim("an Item that is given a tag", lose, gone, play("A"), must=True)


def _enhanced(place: Place, host: Data, makes: Data, bonus: int = 0) -> Place:
    place = copy.deepcopy(place)
    seat = place["players"]["A"]
    seat["equipped"].append(host)
    seat["table"] = [{"name": "polish", "kind": "item_enhancer", "bonus": bonus, "host": makes}]
    seat["attached"] = {"polish": "host"}
    return place


#: Of what somebody has one too many when the card goes that allowed it, where it lies, and to whom it must go.
SURPLUS: tuple[tuple[str, str, list[Data], str], ...] = (
    ("class_limit", "classes", CRAFTS, ""),
    ("race_limit", "races", KINS, ""),
    ("hireling_limit", "table", FRIENDS, ""),
    ("steed_limit", "equipped", MOUNTS, " to C"),
    ("big_limit", "carried", CRATES, " to C"),
    ("armor_limit", "equipped", MAILS, ""),
    ("footgear_limit", "equipped", GREAVES, ""),
    ("hands", "equipped", SWORDS, ""),
)


def surplus(_: Supply) -> Iterator[Claim]:
    """Every limit, when the card that lifted it goes: its owner must put it right, and nobody else is asked."""
    for limit, field, cards, to in SURPLUS:
        place = with_charm(table(), tags=["charmed"], modifiers=[{"value": limit, "add": 1}])
        seat = place["players"]["A"]
        seat[field] = [*seat.get(field, []), *copy.deepcopy(cards)]
        goes = act(place, "D", {"lose": {"from": "equipped", "of": "turn", "where": {"tag": "charmed"}}})
        asked = {"asked_of": ["A"], "asked": {"A": [f"{card['name']}{to}" for card in cards]}}
        yield Claim(f"{limit} with too many", goes, asked, play("D"), must=True)
        fewer = copy.deepcopy(goes)
        del fewer["players"]["A"][field][-1]
        yield Claim(f"{limit} with enough", fewer, {"moment": "arrange"}, play("D"), must=True)


#: What a card forbids A: the table, what is done, and what comes of it without the card and with it.
BANS: tuple[tuple[Data, Place, Steps, Data, Data], ...] = (
    (
        {"what": "plays"},
        act(table(), "A", {"draw": {"deck": "door"}}),
        [],
        {"can": {"A": ["made-up act"]}},
        {"cannot": {"A": ["made-up act"]}},
    ),
    (
        {"what": "win"},
        fight(table(), helper=False, monsters=WEAK),
        [{"pass": "all"}],
        {"outcome": "won"},
        {"outcome": "lost"},
    ),
    (
        {"what": "escape"},
        {**fight(table(), helper=False, monsters=RUNNING), "rolls": [6] * 4},
        LOST,
        {"levels": {"A": 5}},
        {"levels": {"A": 3}},
    ),
    (
        {"what": "treasures"},
        act(table(), "A", {"draw": {"deck": "treasure", "count": 2}}),
        play("A"),
        {"drawn": {"A": 2}},
        {"drawn": {"A": 0}},
    ),
    (
        {"what": "treasures"},
        act(table(), "A", {"draw": {"deck": "door", "count": 2}}),
        play("A"),
        {"drawn_doors": {"A": 2}},
        {"drawn_doors": {"A": 2}},
    ),
    (
        {"what": "spoils"},
        fight(table(), helper=False, monsters=WEAK),
        [{"pass": "all"}],
        {"drawn": {"A": 2}, "levels": {"A": 6}},
        {"drawn": {"A": 0}, "levels": {"A": 6}},
    ),
    (
        {"what": "kill_levels"},
        fight(table(), helper=False, monsters=WEAK),
        [{"pass": "all"}],
        {"drawn": {"A": 2}, "levels": {"A": 6}},
        {"drawn": {"A": 2}, "levels": {"A": 5}},
    ),
    (
        {"what": "use", "cards": {"slot": "headgear"}},
        fight(table(), helper=False),
        [],
        {"strength": {"party": 6}},
        {"strength": {"party": 5}},
    ),
    (
        {"what": "lay", "cards": {"kind": "class"}},
        holding(table(), "A", *CRAFTS),
        [],
        {"can": {"A": ["craft 1"]}},
        {"cannot": {"A": ["craft 1"]}},
    ),
    (
        {"what": "change_sex"},
        act(table(), "A", {"draw": {"deck": "door"}}, {"change_sex": "you"}),
        play("A"),
        {"sex": {"A": "female"}},
        {"sex": {"A": "male"}},
    ),
)


def bans(_: Supply) -> Iterator[Claim]:
    """Everything that a card can forbid, to its owner, to all others and to nobody."""
    for ban, place, steps, free, forbidden in BANS:
        what = ban["what"]
        yield Claim(f"{what} that nothing forbids", place, free, steps, must=True)
        yield Claim(f"{what} forbidden", with_charm(place, forbids=[ban]), forbidden, steps, must=True)
        yield Claim(f"{what} forbidden to D", with_charm(place, "D", forbids=[ban]), free, steps, must=True)
        by_d = with_charm(place, "D", forbids=[{**ban, "on": "others"}])
        yield Claim(f"{what} forbidden by D to all others", by_d, forbidden, steps, must=True)
        idle = with_idle(place, forbids=[ban])
        yield Claim(f"{what} forbidden by what is only carried", idle, free, steps, must=True)
        own = with_charm(place, forbids=[{**ban, "on": "others"}])
        yield Claim(f"{what} forbidden to all others", own, free, steps, must=True)


def protections(_: Supply) -> Iterator[Claim]:
    """What a card protects is not lost in the ways that it names, and in all others it is."""
    lose: Steps = [{"lose": {"from": "equipped", "where": {"slot": "headgear"}}}]
    for kept_from, by_curse, by_monster in (
        (["curse"], "A equipped", "treasure_discards"),
        (["bad_stuff"], "treasure_discards", "A equipped"),
        (["curse", "bad_stuff"], "A equipped", "A equipped"),
        (["stolen"], "treasure_discards", "treasure_discards"),
    ):
        protects = [{"cards": {"slot": "headgear"}, "from": kept_from}]
        cursed = with_charm(act(table(), "B", *lose, kind="curse"), protects=protects)
        del cursed["players"]["B"]["hand"][-1]["when"]
        curse = [{"B": {"play": "made-up act", "on": "A"}}]
        yield Claim(f"kept from {kept_from}, cursed", cursed, {"cards": {"cap of A": by_curse}}, curse, must=True)
        idle = act(with_idle(table(), protects=protects), "B", *lose, kind="curse")
        del idle["players"]["B"]["hand"][-1]["when"]
        lost = {"cards": {"cap of A": "treasure_discards"}}
        yield Claim(f"kept from {kept_from} by what is only carried", idle, lost, curse, must=True)
        ogre = {"name": "ogre", "level": 30, "bad_stuff": lose}
        caught = {**fight(table(), helper=False, monsters=[ogre]), "rolls": [1] * 4}
        caught = with_charm(caught, protects=protects)
        yield Claim(f"kept from {kept_from}, caught", caught, {"cards": {"cap of A": by_monster}}, LOST, must=True)


LAWS = (
    Law(
        "hosts-changed",
        "What lies on an Item changes it as it says, and is gone with it.",
        ("ITEM-13",),
        hosts,
        bare=True,
    ),
    Law(
        "surplus-asked-for",
        "Who has more than they may is asked at once to put it right.",
        ("ITEM-09", "CHAR-04"),
        surplus,
        bare=True,
    ),
    Law(
        "bans-kept",
        "What a card forbids is not done by whom it forbids it, and by all others it is.",
        ("HIER-01",),
        bans,
        bare=True,
    ),
    Law(
        "protections-hold",
        "What a card protects is not lost in the ways that it names, and in all others it is.",
        ("HIER-01",),
        protections,
        bare=True,
    ),
)
