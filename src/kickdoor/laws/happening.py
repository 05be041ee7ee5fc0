"""Laws of happening: what waits for an event or takes its place, how Curses strike, the dead are looted, cards drawn.

The cards are made up; what must come of it is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.doing import DECK, act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import END, LOST, WEAK, Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
GIFT: Steps = [{"draw": {"deck": "treasure", "into": "$got"}}]
KICK: Steps = [{"A": "kick"}]
CURSED: Steps = [{"B": {"play": "made-up act", "on": "A"}}]


def cursing(*steps: Data, place: Place | None = None, **fields: Any) -> Place:
    """The table with a Curse in the hand of B."""
    place = act(place or table(), "B", *steps, kind="curse", **fields)
    del place["players"]["B"]["hand"][-1]["when"]
    return place


def _doomed(looted: bool = False) -> Place:
    return act(table(), "D", {"die": {"who": "turn", "looted": looted}})


#: What happens to A, by the event that a card of A waits for; and whether others hear of it.
EVENTS: tuple[tuple[str, Place, Steps], ...] = (
    ("turn_begun", {**table(), "turn": "E", "phase": "end"}, [{"E": "end"}]),
    ("turn_ending", {**table(), "phase": "end"}, END),
    ("fight_begun", {**table(), "door": [OGRE]}, KICK),
    ("met", {**table(), "door": [OGRE]}, KICK),
    ("door_monster", {**table(), "door": [OGRE]}, KICK),
    ("kick", {**table(), "door": [OGRE]}, KICK),
    ("fight_won", fight(table(), helper=False, monsters=WEAK), [{"pass": "all"}]),
    ("fight_lost", {**fight(table(), helper=False), "rolls": [6] * 4}, LOST),
    ("escaped_fight", {**fight(table(), helper=False), "rolls": [6] * 4}, LOST),
    ("caught", {**fight(table(), helper=False, monsters=[OGRE]), "rolls": [1] * 4}, LOST),
    ("level_lost", act(table(), "D", {"lose_levels": {"who": "turn"}}), play("D")),
    ("level_gained", act(table(), "D", {"gain_levels": {"who": "turn"}}), play("D")),
    ("sex_changed", act(table(), "D", {"change_sex": "turn"}), play("D")),
    (
        "item_lost",
        act(table(), "D", {"lose": {"from": "equipped", "of": "turn", "where": {"slot": "headgear"}}}),
        play("D"),
    ),
    ("rolled", act(table(), "A", {"roll": {}}), play("A")),
    ("rolls", act(table(), "A", {"roll": {}}), play("A")),
    ("sold", holding(table(), "A", {"name": "statue", "gold": 1000}), [{"A": {"sell": ["statue"]}}]),
)


def reactions(_: Supply) -> Iterator[Claim]:
    """Every event, with a card that waits for it, of whom it happens to and of another."""
    for event, place, steps in EVENTS:
        more = 2 if event == "fight_won" else 0

        def drawn(a: int, d: int, more: int = more) -> Data:
            return {"drawn": {"A": a + more, "B": 0, "D": d}}

        yield Claim(f"{event} without a card", place, drawn(0, 0), steps, must=True)
        for of, own, other in (("you", (1, 0), (0, 0)), ("others", (0, 0), (0, 1)), ("anyone", (1, 0), (0, 1))):
            reaction = {"to": event, "of": of, "do": GIFT}
            if of != "you" and event in ("rolls", "turn_ending"):  # nobody else hears of these
                continue
            yield Claim(f"{event} of {of}, own card", with_charm(place, reactions=[reaction]), drawn(*own), steps, True)
            yield Claim(
                f"{event} of {of}, card of D", with_charm(place, "D", reactions=[reaction]), drawn(*other), steps, True
            )
        never = with_charm(place, reactions=[{"to": event, "if": {"level_at_least": 10}, "do": GIFT}])
        yield Claim(f"{event} and a card with a condition", never, drawn(0, 0), steps, must=True)
        hall = {**place, "dungeons": [{"name": "hall", "kind": "dungeon", "reactions": [{"to": event, "do": GIFT}]}]}
        yield Claim(f"{event} in a Dungeon that waits for it", hall, drawn(1, 0), steps, must=True)
        carried = copy.deepcopy(place)
        carried["players"]["A"]["carried"].append({"name": "made-up charm", "reactions": [{"to": event, "do": GIFT}]})
        yield Claim(f"{event} and a card that is only carried", carried, drawn(0, 0), steps, must=True)
    yield from _about()
    may = {"to": "level_lost", "may": True, "do": GIFT}
    asked = with_charm(act(table(), "D", {"lose_levels": {"who": "turn"}}), reactions=[may])
    yield Claim("a card that may speak", asked, {"asked_of": ["A"], "drawn": {"A": 0}}, play("D"), must=True)
    priced = {
        "to": "level_lost",
        "cost": [{"choose": {"cards": {"from": "hand"}, "into": "$price"}}, {"discard": "$price"}],
        "do": GIFT,
    }
    paid = with_charm(act(table(), "D", {"lose_levels": {"who": "turn"}}), reactions=[priced])
    expected = {"drawn": {"A": 1}, "cards": {"card1": "door_discards"}}
    yield Claim("a card that speaks for a price", paid, expected, play("D"), must=True)
    helps = with_charm(fight(table(), helper=False, monsters=[OGRE]), "B", reactions=[{"to": "helps", "do": GIFT}])
    steps = [{"A": {"offer": {"to": "B", "treasures": 1}}}, {"B": {"accept": "A"}}]
    yield Claim("helps", helps, {"drawn": {"A": 0, "B": 1}}, steps, must=True)
    for by, side, got in (("E", "monsters", 1), ("E", "party", 0), ("D", "monsters", 0)):
        place = {**fight(table(), helper=False, monsters=[OGRE]), "rolls": [6] * 4}
        place = with_charm(place, "E", reactions=[{"to": "foiled", "do": GIFT}])
        place = holding(place, by, {"name": "dose", "kind": "one_shot", "bonus": 3})
        steps = [{by: {"play": "dose", "on": side}}, *LOST]
        yield Claim(f"foiled by {by} for {side}", place, {"drawn": {"E": got}}, steps, must=True)
    for kind, where in (("lost", "treasure_discards"), ("got", "A hand")):
        speaks = {"name": "relic", "gold": 100, "reactions": [{"to": kind, "do": [{"draw": {"deck": "door"}}]}]}
        if kind == "lost":
            place = act(table(), "D", {"lose": {"from": "items", "of": "turn", "where": {"slot": "footgear"}}})
            place["players"]["A"]["equipped"].append({**speaks, "slot": "footgear"})
            steps = play("D")
        else:
            place = act({**table(), "treasure": [speaks, *table()["treasure"]]}, "A", {"draw": {"deck": "treasure"}})
            steps = play("A")
        expected = {"drawn_doors": {"A": 1, "D": 0}, "cards": {"relic": where}}
        yield Claim(f"the card itself speaks when it is {kind}", place, expected, steps, must=True)
    for from_hand in (True, False):
        waits = {"to": "lost", "from_hand": from_hand, "do": [{"draw": {"deck": "door"}}]}
        place = holding(act(table(), "D", {"discard_hand": "turn"}), "A", {"name": "relic", "reactions": [waits]})
        expected = {"drawn_doors": {"A": int(from_hand)}, "cards": {"relic": "treasure_discards"}}
        yield Claim(
            f"the card itself speaks when it is lost from the hand: {from_hand}", place, expected, play("D"), True
        )


#: What a card does with that which an event is about: the event, the table, what is done, the deed, what comes of it.
ABOUT: tuple[tuple[str, Place, Steps, Data, Data], ...] = (
    ("met", {**table(), "door": [OGRE]}, KICK, {"remove_monster": {"monster": "$event"}}, {"monsters": []}),
    (
        "door_monster",
        {**table(), "door": [OGRE]},
        KICK,
        {"add_strength": {"count": 3, "monster": "$event"}},
        {"strength": [6, 33]},
    ),
    ("rolled", act(table(), "A", {"roll": {}}), play("A"), {"lose_levels": {"count": "$event"}}, {"levels": {"A": 3}}),
    (
        "sold",
        holding(table(), "A", {"name": "statue", "gold": 1000}),
        [{"A": {"sell": ["statue"]}}],
        {"take": {"cards": "$event", "to": "you"}},
        {"cards": {"statue": "A hand"}, "levels": {"A": 6}},
    ),
    (
        "item_lost",
        act(table(), "D", {"lose": {"from": "equipped", "of": "turn", "where": {"slot": "headgear"}}}),
        play("D"),
        {"take": {"cards": "$event", "to": "you"}},
        {"cards": {"cap of A": "A hand"}},
    ),
)


def _about() -> Iterator[Claim]:
    for event, place, steps, deed, expected in ABOUT:
        charmed = with_charm(place, reactions=[{"to": event, "do": [deed]}])
        yield Claim(f"what {event} is about", charmed, expected, steps, must=True)
    turned = with_charm(
        cursing({"lose_levels": 1}),
        reactions=[{"to": "struck", "instead": True, "do": [{"take": {"cards": "$event", "to": "you"}}]}],
    )
    yield Claim(
        "the Curse that is turned aside",
        turned,
        {"cards": {"made-up act": "A hand"}, "levels": {"A": 5}},
        CURSED,
        must=True,
    )
    heard = with_charm(
        cursing({"lose_levels": 1}),
        "D",
        reactions=[{"to": "struck", "of": "others", "do": [{"draw": {"deck": "treasure"}}]}],
    )
    yield Claim(
        "a Curse that others hear of", heard, {"levels": {"A": 4}, "drawn": {"D": 1, "B": 0}}, CURSED, must=True
    )


#: What would happen to A, by the event: the table, what is done, what comes of it, and what where it is replaced.
INSTEAD: tuple[tuple[str, Place, Steps, Data, Data], ...] = (
    (
        "struck",
        cursing({"lose_levels": 1}),
        CURSED,
        {"levels": {"A": 4}},
        {"levels": {"A": 5}, "cards": {"made-up act": "door_discards"}},
    ),
    ("died", _doomed(), play("D"), {"turn": "B"}, {"turn": "A", "dead": [], "hand": {"A": 2}}),
    (
        "caught",
        {**fight(table(), helper=False, monsters=[OGRE]), "rolls": [1] * 4},
        LOST,
        {"levels": {"A": 3}},
        {"levels": {"A": 5}},
    ),
    ("kick", {**table(), "door": [OGRE, "card40"]}, KICK, {"fighting": ["A"]}, {"fighting": [], "moment": "second"}),
)


def replaced(_: Supply) -> Iterator[Claim]:
    """What a card puts in the place of an event comes instead of it, to its owner alone."""
    for event, place, steps, plain, instead in INSTEAD:
        reaction = {"to": event, "instead": True, "do": GIFT}
        yield Claim(f"{event}, nothing instead", place, {**plain, "drawn": {"A": 0}}, steps, must=True)
        own = with_charm(place, reactions=[reaction])
        yield Claim(f"{event}, something instead", own, {**instead, "drawn": {"A": 1}}, steps, must=True)
        other = with_charm(place, "D", reactions=[reaction])
        yield Claim(f"{event}, something instead for D", other, {**plain, "drawn": {"A": 0, "D": 0}}, steps, must=True)
        never = with_charm(place, reactions=[{**reaction, "if": {"level_at_least": 9}}])
        yield Claim(f"{event}, something instead on a condition", never, {**plain, "drawn": {"A": 0}}, steps, must=True)
        asked = with_charm(place, reactions=[{**reaction, "may": True}])
        if event in ("struck", "died"):
            no = [*steps, {"A": {"choose": "done"}}]
            yield Claim(f"{event}, left to happen", asked, {**plain, "drawn": {"A": 0}}, no, must=True)
            yes = [*steps, {"A": {"choose": "made-up charm"}}]
            yield Claim(f"{event}, turned aside", asked, {**instead, "drawn": {"A": 1}}, yes, must=True)


def curses(_: Supply) -> Iterator[Claim]:
    """Every way in which a Curse comes and lasts, from its first moment to its end."""
    won = fight(table(), helper=False, monsters=WEAK)
    for lasting, after_fight, after_turn in (
        ("lasting", "A carried", "A carried"),
        ("next_combat", "door_discards", "A carried"),
        ("next_turn", "A carried", "door_discards"),
        ("through_next_turn", "A carried", "door_discards"),
    ):
        curse = {"name": "plague", "kind": "curse", "lasting": lasting, "strength": [{"add": -2}]}
        for place, steps, where in (
            (won, [{"pass": "all"}], after_fight),
            ({**table(), "phase": "end"}, END, after_turn),
        ):
            place = copy.deepcopy(place)
            place["players"]["A"]["curses"] = [curse]
            yield Claim(f"a Curse {lasting}, {steps}", place, {"cards": {"plague": where}}, steps, must=True)
            other = copy.deepcopy(place)
            other["players"]["A"]["curses"], other["players"]["D"]["curses"] = [], [curse]
            yield Claim(f"a Curse {lasting} of D, {steps}", other, {"cards": {"plague": "D carried"}}, steps, must=True)
        struck = cursing(lasting=lasting)
        yield Claim(f"a Curse {lasting} strikes", struck, {"cards": {"made-up act": "A carried"}}, CURSED, must=True)
        late = cursing(lasting=lasting, place={**table(), "phase": "end"})
        stays = "door_discards" if lasting == "next_turn" else "A carried"
        yield Claim(
            f"… at the end of a turn, {lasting}", late, {"cards": {"made-up act": stays}}, [*CURSED, *END], must=True
        )
        for fighter, ours in (("A", 4), ("D", 9)):
            place = fight(table(), helper=False, monsters=[OGRE])
            place["combat"]["fighter"] = place["turn"] = fighter
            place["players"]["A"]["curses"] = [curse]
            yield Claim(f"a Curse {lasting} in a fight of {fighter}", place, {"strength": {"party": ours}})
    expected: Data = {"levels": {"A": 4, "B": 3}, "cards": {"made-up act": "door_discards"}}
    yield Claim("a Curse strikes", cursing({"lose_levels": 1}), expected, CURSED, must=True)
    door = {**table(), "door": [{"name": "hex", "kind": "curse", "play": [{"lose_levels": 1}]}]}
    expected = {"levels": {"A": 4, "B": 3}, "cards": {"hex": "door_discards"}, "moment": "second"}
    yield Claim("a Curse behind the door", door, expected, KICK, must=True)
    for word, levels in (("male", {"A": 4, "D": 8}), ("female", {"A": 5, "D": 8})):
        on = cursing({"lose_levels": 1}, on={"sex": word})
        steps = CURSED if levels["A"] == 4 else [{**CURSED[0], "refused": True}]
        yield Claim(f"a Curse on {word} only", on, {"levels": levels}, steps, must=True)
    worn = copy.deepcopy(table())
    worn["players"]["A"]["curses"] = [
        {"name": "plague", "kind": "curse", "lasting": "lasting", "lost_with": {"slot": "headgear"}}
    ]
    lose = {"lose": {"from": "equipped"}}
    gone: Data = {"cards": {"plague": "door_discards", "cap of A": "treasure_discards"}}
    yield Claim("a Curse goes with what is lost", cursing(lose, place=worn), gone, CURSED, must=True)
    worn["players"]["A"]["curses"][0]["lost_with"] = {"slot": "armor"}
    gone = {"cards": {"plague": "A carried", "cap of A": "treasure_discards"}}
    yield Claim("… and not with anything else", cursing(lose, place=worn), gone, CURSED, must=True)
    ring: Data = {"name": "ring", "kind": "special", "when": "when_cursed", "play": [{"cancel_curse": True}]}
    for holder in ("A", "D"):
        place = holding(cursing({"lose_levels": 1}, lasting="lasting"), holder, ring)
        expected = {"levels": {"A": 5}, "cards": {"made-up act": "door_discards"}}
        yield Claim(f"cancelled by {holder}", place, expected, [*CURSED, {holder: {"play": "ring"}}], must=True)
        expected = {"levels": {"A": 4}, "cards": {"made-up act": "A carried", "ring": f"{holder} hand"}}
        yield Claim(f"not cancelled by {holder}", place, expected, [*CURSED, {"pass": [holder]}], must=True)
    hex = {"name": "hex", "kind": "curse", "play": [{"lose_levels": 1}]}
    found: Data = {"choose": {"cards": {"from": "door_discards", "where": {"kind": "curse"}}, "into": "$hex"}}
    strikes: Steps = [{"strike": {"curse": "$hex", "victim": "left"}}, {"suffer": {"card": "$hex", "who": "left"}}]
    for step in strikes:
        place = act({**table(), "door_discards": [hex]}, "A", found, step)
        expected = {"levels": {"A": 5, "B": 2}, "cards": {"hex": "door_discards"}}
        yield Claim(f"{step}", place, expected, play("A"), must=True)
    stays_on = {"name": "hex", "kind": "curse", "lasting": "lasting", "play": [{"lose_levels": 1}]}
    kept = act(
        table(),
        "A",
        {"choose": {"cards": {"from": "curses", "of": "all"}, "into": "$hex"}},
        {"strike": {"curse": "$hex", "victim": "left"}},
    )
    kept["players"]["D"]["curses"] = [stays_on]
    expected = {"levels": {"B": 2, "D": 8}, "cards": {"hex": "B carried"}}
    yield Claim("a kept Curse is passed on", kept, expected, play("A"), must=True)
    spreads = {"to": "struck", "do": [{"strike": {"curse": "$event", "victim": "others"}}]}
    for lasts in ("no", "lasting"):
        place = cursing({"lose_levels": 1}, place=table("C"), lasting=lasts)
        place["dungeons"] = [{"name": "echo", "kind": "dungeon", "reactions": [spreads]}]
        expected = {"levels": {"A": 4, "B": 2, "D": 7, "E": 7}, "sound": ["places", "told"]}
        yield Claim(f"a Dungeon spreads a Curse that lasts: {lasts}", place, expected, CURSED, must=True)
    many = act({**table("C"), "door_discards": [hex]}, "A", found, {"strike": {"curse": "$hex", "victim": "others"}})
    expected = {"levels": {"A": 5, "B": 2, "D": 7, "E": 7}, "cards": {"hex": "door_discards"}}
    yield Claim("a Curse strikes several", many, expected, play("A"), must=True)


def deaths(_: Supply) -> Iterator[Claim]:
    """What the dead keep, what is taken of them and by whom, and how they come back."""
    base = _doomed(looted=True)
    base["players"]["A"] |= {
        "classes": [{"name": "craft", "kind": "class", "trait": "craft"}],
        "races": [{"name": "kin", "kind": "race", "trait": "kin"}],
        "curses": [{"name": "plague", "kind": "curse", "lasting": "lasting"}],
        "powers": [{"name": "gift", "kind": "power", "rank": 1}],
        "table": [{"name": "page", "kind": "hireling"}],
    }
    base["players"]["A"]["equipped"].append({"name": "locket", "kept_at_death": True})
    base["rolls"] = [2, 5, 1, 6]
    kept = {"craft": "A play", "kin": "A play", "plague": "A play", "gift": "A play", "locket": "A play"}
    asked = ["cap of A", "jewel of A", "page", "card1"]
    expected = {"dead": ["A"], "cards": kept, "asked_of": ["E"], "asked": {"E": asked}, "fighting": []}
    yield Claim("a body is laid out", base, expected, play("D"), must=True)
    picks: Steps = [{"E": {"choose": "page"}}, {"D": {"choose": "cap of A"}}, {"B": {"choose": "jewel of A"}}]
    where = {"page": "E hand", "cap of A": "D hand", "jewel of A": "B hand", "card1": "C hand"}
    yield Claim(
        "each takes one, the highest first", base, {"cards": {**kept, **where}}, [*play("D"), *picks], must=True
    )
    apart = copy.deepcopy(base)
    apart["players"]["E"]["level"] = 7
    expected = {"asked_of": ["D"], "not_happened": ["rolled"]}
    yield Claim("nobody rolls where nobody ties", apart, expected, play("D"), must=True)
    poor = with_charm(base, "E", forbids=[{"what": "treasures"}])
    yield Claim("who gets no Treasures loots none", poor, {"asked": {"E": ["card1"]}}, play("D"), must=True)
    few = copy.deepcopy(base)
    few["players"]["A"] |= {"table": [], "carried": []}
    where = {"cap of A": "D hand", "card1": "E hand"}
    steps: Steps = [*play("D"), {"E": {"choose": "card1"}}]
    yield Claim("no more than there are", few, {"cards": where, "hand": {"B": 2, "C": 1}}, steps, must=True)
    many = copy.deepcopy(base)
    many["players"]["A"]["hand"] = ["card1", "card90", "card91"]
    steps = [*play("D"), *picks, {"C": {"choose": "card1"}}]
    where = {"card90": "door_discards", "card91": "door_discards"}
    yield Claim("the rest is discarded", many, {"cards": {**kept, **where}}, steps, must=True)
    for who, deaths_ in (("A", 1), ("D", 0)):
        place = _doomed()
        expected = {"turn": "B", "deeds": {who: {"deaths": deaths_}}}
        yield Claim(f"deaths of {who} are remembered", place, expected, play("D"), must=True)
    gone = act(table(), "A", {"die": {"who": "others", "looted": False}})
    expected = {
        "dead": ["B", "C", "D", "E"],
        "hand": {"B": 0, "E": 0},
        "cards": {"cap of B": "treasure_discards", "card2": "door_discards"},
    }
    yield Claim("nobody loots", gone, expected, play("A"), must=True)
    for own, dies in (([], False), ([{"name": "kin", "kind": "race", "trait": "kin"}], True)):
        place = {**_doomed(), "options": {"nobody_dies": True}}
        place["players"]["A"]["races"] = own
        expected = {"turn": "B"} if dies else {"turn": "A", "dead": [], "hand": {"A": 0}, "levels": {"A": 5}}
        yield Claim(f"where nobody dies, with {own}", place, expected, play("D"), must=True)
    back = {**table("B"), "phase": "end"}
    expected = {"turn": "B", "dead": [], "hand": {"B": 8}, "levels": {"B": 3}}
    yield Claim("back from the dead", back, expected, END, must=True)
    later = {**table("D"), "phase": "end"}
    yield Claim("back at the next turn of anybody", later, {"turn": "B", "dead": [], "hand": {"D": 0}}, END, must=True)
    lives = act(table(), "A", {"be_looted": "left"})
    lives["players"]["B"]["hand"] = []
    expected = {"dead": [], "asked_of": ["E"], "asked": {"E": ["cap of B", "jewel of B"]}}
    lives["rolls"] = [2, 5, 1, 6]
    yield Claim("looted and alive", lives, expected, play("A"), must=True)


def heirs(_: Supply) -> Iterator[Claim]:
    """What a Curse takes for somebody is lost to its owner also where the other is dead, or gets no Treasures."""
    pick: Data = {"choose": {"cards": {"from": "items"}, "into": "$card"}}
    for to, banned, where in (
        ("left", False, "E hand"),
        ("left", True, "D play"),
        ("right", False, "treasure_discards"),
    ):
        bane = {
            "name": "bane",
            "kind": "curse",
            "play": [pick, {"take": {"cards": "$card", "to": to, "cause": "curse"}}],
        }
        place = holding(table("C"), "A", bane)
        if banned:
            place = with_charm(place, "E", forbids=[{"what": "treasures"}])
        steps: Steps = [{"A": {"play": "bane", "on": "D"}}, {"D": {"choose": "jewel of D"}}]
        yield Claim(f"taken for the {to}, banned: {banned}", place, {"cards": {"jewel of D": where}}, steps, must=True)


def draws(_: Supply) -> Iterator[Claim]:
    """Cards are drawn one by one from their deck; the discards are shuffled in when it is empty, and not before."""
    few = {**table(), "treasure": [{"name": "gem 0"}, {"name": "gem 1"}], "treasures_left": 2}
    for count, discards, drawn, left in ((2, 0, 2, 0), (1, 3, 1, 1), (3, 2, 3, 1), (5, 2, 4, 0), (3, 0, 2, 0)):
        old = [{"name": f"old {n}", "gold": 100} for n in range(discards)]
        place = {**few, "treasure_discards": old}
        place = act(
            place, "A", {"draw": {"deck": "treasure", "count": count}}, {"draw": {"deck": "door"}}, kind="special"
        )
        gone = 0 if count > 2 and discards else discards
        expected: Data = {
            "drawn": {"A": drawn},
            "decks": {"treasures": left, "treasure_discards": gone, "doors": DECK - 1},
            "drawn_doors": {"A": 1},
        }
        yield Claim(f"{count} drawn of 2 and {discards} discards", place, expected, play("A"), must=True)
    for face in ("up", "down"):
        place = act(table(), "A", {"draw": {"deck": "treasure", "face": face}})
        expected = {"drawn": {"A": {"count": 1, "face": face}}, "cards": {"gem 0": "A hand"}}
        yield Claim(f"drawn face {face}", place, expected, play("A"), must=True)
    round_ = act(table("C"), "A", {"draw": {"deck": "treasure", "count": 6, "round": True, "who": "left"}})
    expected = {"cards": {f"gem {n}": f"{name} hand" for n, name in enumerate("BDEABD")}}
    yield Claim("round the table", round_, expected, play("A"), must=True)
    picked = act(table(), "A", {"draw": {"deck": "treasure", "count": 2, "into": "$new"}}, {"discard": "$new"})
    expected = {"cards": {"gem 0": "treasure_discards", "gem 1": "treasure_discards"}, "hand": {"A": 1}}
    yield Claim("what was drawn is stored", picked, expected, play("A"), must=True)
    fresh = holding(
        {**table(), "turn": "B"},
        "B",
        {
            "name": "gift",
            "kind": "one_shot",
            "when": "any_time",
            "play": [{"draw": {"deck": "treasure", "who": "right"}}],
        },
    )
    steps: Steps = [{"B": {"play": "gift"}}, {"A": {"lay": "gem 0"}}]
    yield Claim("laid when just received", fresh, {"cards": {"gem 0": "A play"}}, steps, must=True)
    dead = act(table("C"), "A", {"draw": {"deck": "treasure", "who": "all"}})
    yield Claim(
        "the dead draw nothing", dead, {"drawn": {"A": 1, "B": 1, "C": 0, "D": 1, "E": 1}}, play("A"), must=True
    )
    for book in ("deluxe", "star", "lite"):
        place = {**table(), "phase": "second", "book": book}
        yield Claim(
            f"the room is looted, {book}", place, {"hand": {"A": 2}, "moment": "end"}, [{"A": "loot"}], must=True
        )
    door = {**table(), "door": [{"name": "craft", "kind": "class", "trait": "craft"}, "card40"]}
    expected = {"cards": {"craft": "A hand"}, "moment": "second"}
    yield Claim("what is behind the door is kept", door, expected, [*KICK, {"A": {"choose": "done"}}], must=True)
    expected = {"cards": {"craft": "A play"}, "moment": "second"}
    yield Claim("… or laid at once", door, expected, [*KICK, {"A": {"lay": "craft"}}], must=True)
    steed = {**table(), "door": [{"name": "pony", "kind": "steed", "bonus": 2, "as_monster": {"level": 3}}, "card40"]}
    expected = {"fighting": ["A"], "strength": [6, 3], "monsters": ["pony"]}
    yield Claim("a Steed is fought", steed, expected, [*KICK, {"A": {"trouble": "pony"}}], must=True)


LAWS = (
    Law(
        "reactions-come",
        "What waits for an event acts when it happens to its owner, once, and at no other time.",
        ("HIER-01",),
        reactions,
        bare=True,
    ),
    Law(
        "replaced-is-not",
        "What a card puts in the place of an event comes instead of it.",
        ("HIER-01",),
        replaced,
        bare=True,
    ),
    Law(
        "curses-last",
        "A Curse strikes whom it says and lasts as long as it says.",
        ("CURSE-02", "CURSE-05"),
        curses,
        bare=True,
    ),
    Law(
        "dead-are-looted",
        "The dead keep what the book says; of the rest each of the others takes one, the highest first.",
        ("DEATH-01", "DEATH-02", "DEATH-03", "DEATH-05"),
        deaths,
        bare=True,
    ),
    Law(
        "taken-for-another",
        "What a Curse takes for another is theirs, lost where that one is dead, and stays where they may not have it.",
        ("DEATH-04", "CURSE-02"),
        heirs,
        bare=True,
    ),
    Law(
        "drawn-from-the-top",
        "Cards are drawn one by one from the top of their deck.",
        ("CARD-01", "CARD-02", "CARD-03"),
        draws,
        bare=True,
    ),
)
