"""Laws of moving: how cards come and go, from the first draw to the end of the game.

The cards are made up; where each must be is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import DECK, act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import CHEAT, Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
IMP = {"name": "imp", "level": 2, "treasures": 2}
WON: Steps = [{"pass": "all"}]
LOST: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]
OWN: Data = {"choose": {"cards": {"from": "items"}, "into": "$card"}}
IN_HAND: Data = {"choose": {"cards": {"from": "hand"}, "into": "$card"}}


def _with(place: Place, who: str, **fields: list[Data]) -> Place:
    place = copy.deepcopy(place)
    for field, cards in fields.items():
        place["players"][who][field] = [*place["players"][who].get(field, []), *copy.deepcopy(cards)]
    return place


def attaching(_: Supply) -> Iterator[Claim]:
    """What is put on something lies on it, counts with it, goes with it, and is put where it may be."""
    polish = {"name": "polish", "kind": "item_enhancer", "bonus": 2, "gold": 100}
    base = holding(table("C"), "A", polish)
    put: Steps = [{"A": {"play": "polish", "on": "cap of A"}}]
    door = {**base, "door": [OGRE]}
    yield Claim("an Item enhanced", door, {"strength": [8, 30]}, [*put, {"A": "kick"}], must=True)
    stolen = act(
        base, "D", {"take": {"cards": {"from": "equipped", "of": "turn"}, "to": "you", "into": "table", "equip": True}}
    )
    where: Data = {"cards": {"cap of A": "D carried", "polish": "D carried"}}
    yield Claim("… and stolen with what lies on it", stolen, where, [*put, *play("D")], must=True)
    gone = act(base, "D", {"lose": {"from": "equipped", "of": "turn"}})
    where = {"cards": {"cap of A": "treasure_discards", "polish": "treasure_discards"}}
    yield Claim("… and lost with it", gone, where, [*put, *play("D")], must=True)
    hood = {"name": "hood", "slot": "headgear", "bonus": 3}
    cheated = holding(_with(table("C"), "A", carried=[hood]), "A", CHEAT)
    lifted: Steps = [{"A": {"play": "cheat", "on": "hood"}}]
    where = {"cards": {"hood": "A equipped", "cap of A": "A equipped", "cheat": "A play"}}
    yield Claim("a second cap by Cheat!", cheated, where, lifted, must=True)
    shed = act(cheated, "D", {"discard": {"from": "table", "of": "turn", "where": {"kind": "special"}}})
    where = {"cards": {"hood": "A carried", "cap of A": "A equipped", "cheat": "door_discards"}}
    yield Claim("… until it is lost", shed, where, [*lifted, *play("D")], must=True)
    laid = holding(holding(table("C"), "A", CHEAT), "A", hood)
    where = {"cards": {"hood": "A equipped", "cheat": "A play"}}
    yield Claim("… on a card of the hand", laid, where, lifted, must=True)
    two = {"name": "pair", "kind": "class", "trait": "pair"}
    boon: Data = {"name": "boon", "kind": "class_enhancer", "attaches": True, "strength": [{"add": 2}]}
    classy = holding(_with(fight(table("C"), monsters=[OGRE]), "A", classes=[two]), "A", boon)
    yield Claim("a Class enhanced", classy, {"strength": [12, 30]}, [{"A": {"play": "boon"}}], must=True)
    dropped: Steps = [{"A": {"play": "boon"}}, {"A": {"drop": "pair"}}]
    yield Claim(
        "… and lost with it", classy, {"strength": [10, 30], "cards": {"boon": "door_discards"}}, dropped, must=True
    )
    for slot, may in (("headgear", True), ("armor", False)):
        plume = {"name": "plume", "kind": "item_enhancer", "bonus": 1, "onto": {"slot": slot}}
        place = holding(_with(table("C"), "A", carried=[]), "A", plume)
        yield Claim(f"an enhancer for {slot}", place, {"can" if may else "cannot": {"A": ["plume"]}})
    for change, fits in (({"slots": ["armor"]}, True), ({"slots": ["headgear"]}, False)):
        place = _with(
            table("C"),
            "A",
            carried=[{"name": "wrap", "slot": "headgear"}],
            table=[{"name": "twist", "kind": "special", "stays": True, "host": change}],
        )
        place["players"]["A"]["attached"] = {"twist": "wrap"}
        step: Data = {"A": {"equip": "wrap"}} if fits else {"A": {"equip": "wrap"}, "refused": True}
        yield Claim(
            f"worn elsewhere: {change}",
            place,
            {"cards": {"wrap": f"A {'equipped' if fits else 'carried'}"}},
            [step],
            must=True,
        )
    held = _with(table("C"), "A", table=[{"name": "glue", "kind": "special", "stays": True, "host": {"stuck": True}}])
    held["players"]["A"]["attached"] = {"glue": "cap of A"}
    yield Claim(
        "held fast by what lies on it",
        held,
        {"cards": {"cap of A": "A equipped"}},
        [{"A": {"unequip": "cap of A"}, "refused": "stuck"}],
        must=True,
    )
    layers = _with(table("C"), "A", equipped=[{"name": "veil", "slot": "headgear", "layered": True, "bonus": 1}])
    lost = act(layers, "B", {"lose": {"from": "equipped", "where": {"bonus_at_least": 1}}}, kind="curse")
    del lost["players"]["B"]["hand"][-1]["when"]
    both = {"cards": {"veil": "treasure_discards", "cap of A": "treasure_discards"}}
    yield Claim(
        "what is worn over it is lost with it", lost, both, [{"B": {"play": "made-up act", "on": "A"}}], must=True
    )


def handing(_: Supply) -> Iterator[Claim]:
    """Cards put in play, taken, put back, recast, passed to whom it says; what cannot be carried is lost."""
    for card, where in (
        ({"name": "hat", "slot": "headgear"}, "A carried"),
        ({"name": "shoes", "slot": "footgear"}, "A equipped"),
        ({"name": "lord", "kind": "class", "trait": "lord"}, "A play"),
    ):
        place = act(
            table("C"),
            "A",
            {
                "choose": {
                    "cards": {"from": "treasure_discards" if "kind" not in card else "door_discards"},
                    "into": "$card",
                }
            },
            {"put_in_play": {"card": "$card"}},
        )
        place["treasure_discards" if "kind" not in card else "door_discards"] = [card]
        yield Claim(f"put in play: {card}", place, {"cards": {card["name"]: where}}, play("A"), must=True)
    crate = {"name": "crate", "big": True}
    for own, where in (([], "A carried"), ([{"name": "trunk", "big": True}], "treasure_discards")):
        place = _with(_with(table("C"), "D", carried=[crate]), "A", carried=own)
        place = act(
            place,
            "A",
            {
                "take": {
                    "cards": {"from": "items", "of": "others", "where": {"big": True}},
                    "to": "you",
                    "into": "table",
                }
            },
        )
        yield Claim(f"a Big Item taken beside {own}", place, {"cards": {"crate": where}}, play("A"), must=True)
    for equip, where in ((True, "A equipped"), (False, "A carried")):
        place = _with(table("C"), "D", carried=[{"name": "shoes", "slot": "footgear"}])
        place = act(
            place,
            "A",
            {
                "take": {
                    "cards": {"from": "items", "of": "others", "where": {"slot": "footgear"}},
                    "to": "you",
                    "into": "table",
                    "equip": equip,
                }
            },
        )
        yield Claim(f"taken and used: {equip}", place, {"cards": {"shoes": where}}, play("A"), must=True)
    safe = with_charm(
        act(
            table("C"),
            "A",
            {"take": {"cards": {"from": "equipped", "of": "others", "where": {"slot": "headgear"}}, "to": "you"}},
        ),
        "D",
        protects=[{"cards": {"slot": "headgear"}, "from": ["stolen"]}],
    )
    where_all = {"cards": {"cap of B": "A hand", "cap of D": "D equipped", "cap of E": "A hand"}}
    yield Claim("what is kept from theft is not taken", safe, where_all, play("A"), must=True)
    to_dead = act(table("C"), "B", {"take": {"cards": {"from": "equipped", "of": "right"}, "to": "left"}})
    yield Claim("nothing goes to the dead", to_dead, {"cards": {"cap of A": "A equipped"}}, play("B"), must=True)
    place = act(
        {**table("C"), "door_discards": ["card80", "card81"]},
        "A",
        IN_HAND,
        {"to_deck": {"cards": "$card", "at": "under_discards"}},
        {"choose": {"cards": {"from": "door_discards", "top": 1}, "into": "$top"}},
        {"take": {"cards": "$top", "to": "you"}},
    )
    yield Claim(
        "under the discards", place, {"cards": {"card1": "door_discards", "card80": "A hand"}}, play("A"), must=True
    )
    peeked = act(table("C"), "A", {"peek": {"deck": "door", "count": 2}}, {"discard": "$seen"})
    yield Claim(
        "what was looked at is discarded",
        peeked,
        {"cards": {"card40": "door_discards", "card41": "door_discards"}, "decks": {"doors": DECK - 2}},
        play("A"),
        must=True,
    )
    for kind, step, limit in (("race", "count_as_class", "class"), ("class", "count_as_race", "race")):
        card = {"name": "odd", "kind": kind, "trait": "odd"}
        place = act(
            holding(table("C"), "A", card),
            "A",
            {"choose": {"cards": {"from": "hand", "where": {"kind": kind}}, "into": "$card"}},
            {"put_in_play": {"card": "$card"}},
            {step: "$card"},
        )
        place = holding(place, "A", {"name": "next", "kind": limit, "trait": "next"})
        yield Claim(
            f"a {kind} in the place of a {limit}",
            place,
            {"cards": {"odd": "A play"}, "cannot": {"A": ["next"]}},
            play("A"),
            must=True,
        )
    for like, sex in (
        ({"to": "female"}, "female"),
        ({"like": "left"}, "female"),
        ({"like": "right"}, "male"),
        ({"to": "neither"}, "neither"),
    ):
        yield Claim(
            f"a sex set {like}",
            act(table("C"), "A", {"set_sex": like}, {"draw": {"deck": "door"}}),
            {"sex": {"A": sex, "B": "female"}},
            play("A"),
            must=True,
        )
    for pick in ("male", "female", "neither"):
        words: Data = {"choose": {"options": ["male", "female", "neither"], "into": "$sex"}}
        place = act(table("C"), "A", words, {"set_sex": {"to": "$sex"}})
        yield Claim(f"a sex picked: {pick}", place, {"sex": {"A": pick}}, play("A", pick), must=True)
    shown: Steps = [{"B": {"show": "D"}}]
    yield Claim("a hand shown to one", table("C"), {"knows": {"D": ["card2", "card3"], "A": []}}, shown, must=True)
    for way, levels, hand in (("pay", 5, 0), ("lose", 4, 1)):
        steps: Steps = [
            {"choose": {"options": ["pay", "lose"], "into": "$way"}},
            {"if": {"option": {"$way": "pay"}}, "then": [{"discard_hand": "you"}], "else": [{"lose_levels": 1}]},
        ]
        place = act(table("C"), "A", *steps)
        yield Claim(
            f"one of two ways: {way}", place, {"levels": {"A": levels}, "hand": {"A": hand}}, play("A", way), must=True
        )
    for fields, count in (({"where": {"deck": "treasure"}}, 0), ({"where": {"deck": "door"}}, 2), ({}, 2)):
        place = act(
            table("C"),
            "A",
            {"take_unseen": {"from": "left", "to": "you", "count": 2, **fields}},
            {"draw": {"deck": "treasure"}},
        )
        yield Claim(f"taken unseen, {fields}", place, {"hand": {"A": 2 + count, "B": 2 - count}}, play("A"), must=True)
    won = fight(table("C"), helper=False, monsters=[{"name": "wall", "level": 8}])
    won = _with(
        won,
        "D",
        equipped=[
            {"name": "club", "slot": "hand", "hands": 1, "bonus": 4},
            {"name": "twig", "slot": "footgear", "bonus": 1},
        ],
    )
    snatch: Data = {"choose": {"cards": {"from": "items", "of": "others"}, "would_win": True, "into": "$item"}}
    place = act(
        won,
        "A",
        snatch,
        {"make_room": "$item"},
        {"take": {"cards": "$item", "to": "you", "into": "table", "equip": True}},
    )
    yield Claim(
        "what would win",
        place,
        {"strength": [10, 8], "cards": {"club": "A equipped", "twig": "D equipped"}},
        play("A"),
        must=True,
    )
    full = _with(place, "A", equipped=[{"name": "pole", "slot": "hand", "hands": 2, "bonus": 1}])
    yield Claim(
        "what stands in its way goes",
        full,
        {"strength": [10, 8], "cards": {"pole": "treasure_discards"}},
        play("A"),
        must=True,
    )


def portals(_: Supply) -> Iterator[Claim]:
    """A Portal drawn face up is followed and another card drawn; one of the hand is played in the own turn, once."""
    cave = {"name": "cave", "kind": "dungeon"}
    hall = {"name": "hall", "kind": "dungeon"}
    arch: Data = {"name": "arch", "kind": "portal", "play": [{"enter_dungeon": {"leaving": "all"}}]}
    base = {**table("C"), "dungeons": [cave], "dungeon": [hall]}
    door = {**base, "door": [arch, OGRE, "card40"]}
    expected: Data = {"dungeons": ["hall"], "fighting": ["A"], "monsters": ["ogre"], "cards": {"arch": "door_discards"}}
    yield Claim("a Portal behind the door", door, expected, [{"A": "kick"}], must=True)
    held = holding(base, "A", arch)
    yield Claim("a Portal of the hand", held, {"dungeons": ["hall"]}, [{"A": {"play": "arch"}}], must=True)
    two = holding(
        holding({**base, "dungeon": [hall, {"name": "vault", "kind": "dungeon"}]}, "A", arch),
        "A",
        {**arch, "name": "gate"},
    )
    again: Steps = [{"A": {"play": "arch"}}, {"A": {"play": "gate"}, "refused": "portal_once"}]
    yield Claim("one Portal a turn", two, {"dungeons": ["hall"]}, again, must=True)
    other = holding({**base, "turn": "B"}, "A", arch)
    yield Claim(
        "not in another's turn",
        other,
        {"dungeons": ["cave"]},
        [{"A": {"play": "arch"}, "refused": "portal_own_turn"}],
        must=True,
    )
    fought = holding({**base, **{key: fight(table("C"), helper=False)[key] for key in ("phase", "combat")}}, "A", arch)
    yield Claim(
        "not in a fight",
        fought,
        {"dungeons": ["cave"]},
        [{"A": {"play": "arch"}, "refused": "portal_in_combat"}],
        must=True,
    )
    stays = {**base, "door": [{**arch, "stays": True}, "card40"]}
    yield Claim("a Portal that stays", stays, {"dungeons": ["hall", "arch"]}, [{"A": "kick"}], must=True)


def spoken(_: Supply) -> Iterator[Claim]:
    """Who may take from the discards, what is drawn instead of a Treasure, and what is done with all that was got."""
    pays: Steps = [{"choose": {"cards": {"from": "hand"}, "into": "$paid"}}, {"discard": "$paid"}]
    priest: Steps = [{"to": "face_up_draw", "instead": True, "may": True, "cost": pays, "do": []}]
    door = with_charm({**table("C"), "door_discards": ["card80", "card81"]}, reactions=priest)
    kick: Steps = [{"A": "kick"}]
    yield Claim(
        "who may take from the discards is asked",
        door,
        {"asked_of": ["A"], "asked": {"A": ["made-up charm", "done"]}},
        kick,
        must=True,
    )
    expected: Data = {"cards": {"card80": "A hand", "card1": "door_discards", "card40": "door_deck"}}
    yield Claim("… takes the top, and pays", door, expected, [*kick, {"A": {"choose": "made-up charm"}}], must=True)
    expected = {"cards": {"card40": "A hand", "card1": "A hand", "card80": "door_discards"}}
    yield Claim("… or draws as all do", door, expected, [*kick, {"A": {"choose": "done"}}], must=True)
    bare = copy.deepcopy(door)
    bare["players"]["A"]["hand"] = []
    yield Claim("… and is not asked without a price", bare, {"cards": {"card40": "A hand"}}, kick, must=True)
    beast = with_charm(
        fight(table("C"), helper=False, monsters=[IMP]),
        reactions=[{"to": "treasure_reward", "instead": True, "may": True, "do": [{"draw": {"deck": "door"}}]}],
    )
    picks: Steps = [*WON, {"A": {"choose": "made-up charm"}}, {"A": {"choose": "done"}}]
    yield Claim(
        "a Door instead of a Treasure",
        beast,
        {"drawn": {"A": 1}, "drawn_doors": {"A": 1}, "levels": {"A": 6}},
        picks,
        must=True,
    )
    bard = with_charm(
        fight(table("C"), helper=False, monsters=[IMP]),
        modifiers=[{"value": "win_treasures", "add": 1}],
        reactions=[
            {"to": "spoils", "do": [{"choose": {"cards": {"from": "$event"}, "into": "$worst"}}, {"discard": "$worst"}]}
        ],
    )
    yield Claim("all that was got is spoken of", bard, {"asked": {"A": ["gem 0", "gem 1", "gem 2"]}}, WON, must=True)
    yield Claim(
        "… and one discarded",
        bard,
        {"cards": {"gem 1": "treasure_discards", "gem 0": "A hand", "gem 2": "A hand"}},
        [*WON, {"A": {"choose": "gem 1"}}],
        must=True,
    )
    shared = with_charm(
        fight(table("C"), monsters=[IMP]),
        reactions=[
            {"to": "spoils", "do": [{"choose": {"cards": {"from": "$event"}, "into": "$worst"}}, {"discard": "$worst"}]}
        ],
    )
    shared["combat"]["treasures"] = 1
    expected = {"cards": {"gem 0": "treasure_discards", "gem 1": "B hand"}}
    yield Claim("… before it is shared", shared, expected, [*WON, {"A": {"choose": "gem 0"}}], must=True)
    late: Data = {
        "name": "vulture",
        "kind": "special",
        "when": "card_lost",
        "target": [],
        "play": [{"draw": {"deck": "treasure"}}],
    }
    lost = holding(act(table("C"), "D", {"lose": {"from": "equipped", "of": "turn"}}), "E", late)
    yield Claim("the loss of a card is heard", lost, {"asked_of": ["E"]}, play("D"), must=True)
    yield Claim(
        "… and answered",
        lost,
        {"drawn": {"E": 1}, "moment": "arrange"},
        [*play("D"), {"E": {"play": "vulture"}}],
        must=True,
    )
    winner: Data = {
        "name": "not yet",
        "kind": "special",
        "when": "when_winning",
        "play": [{"lose_levels": {"who": "winners"}}],
    }
    ends = holding(fight(table("C"), helper=False, monsters=[IMP]), "E", winner)
    ends["players"]["A"]["level"] = 9
    used = holding(
        holding(fight(table("C"), helper=False, monsters=[IMP]), "E", late),
        "A",
        {"name": "dose", "kind": "one_shot", "bonus": 3},
    )
    spent: Steps = [{"A": {"play": "dose", "on": "party"}}, *WON]
    yield Claim(
        "an Item used up in a fight is heard", used, {"moment": "lost_card", "asked_of": ["E"]}, spent, must=True
    )
    rage = holding(
        holding(fight(table("C"), helper=False, monsters=[IMP]), "E", late),
        "A",
        {"name": "rage", "kind": "monster_enhancer", "bonus": 1},
    )
    spent = [{"A": {"play": "rage"}}, *WON]
    yield Claim(
        "… and no other card", rage, {"cards": {"vulture": "E hand"}, "drawn": {"E": 0, "A": 2}}, spent, must=True
    )
    lucky = {
        "name": "lucky",
        "kind": "monster_enhancer",
        "reactions": [
            {"to": "spoils", "do": [{"choose": {"cards": {"from": "$event"}, "into": "$poor"}}, {"discard": "$poor"}]}
        ],
    }
    high = fight(table("C"), helper=False, monsters=[{"card": IMP, "enhancers": [lucky]}])
    yield Claim(
        "what lay on a monster speaks of its Treasures", high, {"asked": {"A": ["gem 0", "gem 1"]}}, WON, must=True
    )
    yield Claim("a win is heard", ends, {"moment": "winning", "asked_of": ["E"]}, WON, must=True)
    yield Claim(
        "… and undone", ends, {"winners": [], "levels": {"A": 9}}, [*WON, {"E": {"play": "not yet"}}], must=True
    )
    yield Claim("… or not", ends, {"winners": ["A"]}, [*WON, {"pass": ["E"]}], must=True)
    for shared_, winners in ((1, ["A", "B"]), (0, ["A"])):
        both = {**fight(table("C"), monsters=[IMP]), "options": {"shared_victory": bool(shared_)}}
        both["players"]["A"]["level"] = 9
        yield Claim(f"shared victory: {shared_}", both, {"winners": winners}, WON, must=True)


LAWS = (
    Law(
        "lies-on-it",
        "What is put on a card lies on it, counts with it and goes with it.",
        ("ITEM-12", "ITEM-13", "ENHC-01"),
        attaching,
        bare=True,
    ),
    Law(
        "goes-where-said",
        "A card goes where it is said to go, and to nobody who cannot have it.",
        ("CARD-01", "ITEM-07", "DEATH-04"),
        handing,
        bare=True,
    ),
    Law(
        "portals-followed",
        "A Portal is followed when it is drawn face up, or played in the own turn, once.",
        ("PORT-01", "PORT-03"),
        portals,
        bare=True,
    ),
    Law(
        "heard-in-time",
        "Who may speak of what is drawn, got, lost or won is asked before it counts.",
        ("CLS-04", "CLS-05", "WIN-01", "WIN-02"),
        spoken,
        bare=True,
    ),
)
