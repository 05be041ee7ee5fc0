"""Laws of refusing: what is against the rules is refused by the rule that it is against.

The cards are made up; each refusal has one reason.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2}
IMP = {"name": "imp", "level": 2, "treasures": 1}
DOSE = {"name": "dose", "kind": "one_shot", "bonus": 3}
GIFT = {"name": "gift", "kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
HEX = {"name": "hex", "kind": "curse", "play": [{"lose_levels": 1}]}
LORD = {"name": "lord", "kind": "class", "trait": "lord"}
SWORD = {"name": "sword", "slot": "hand", "hands": 1, "bonus": 1}


def _fight(*monsters: Data, helper: bool = False) -> Place:
    return fight(table("C"), helper=helper, monsters=list(monsters) or [OGRE])


def _with(place: Place, who: str, **fields: list[Data]) -> Place:
    place = copy.deepcopy(place)
    for field, cards in fields.items():
        place["players"][who][field] = [*place["players"][who].get(field, []), *cards]
    return place


def _moves() -> Iterator[tuple[str, Place, Steps, Data, str]]:
    """What somebody tries: about it, the position, what comes before, the move and the reason."""
    turn = table("C")
    second = {**turn, "phase": "second"}
    yield "claim without a fight", turn, [], {"A": "claim"}, "no_combat"
    yield "claim what is lost", _fight(), [], {"A": "claim"}, "not_winning"
    yield "claim another's fight", _fight(IMP), [], {"B": "claim"}, "not_fighter"
    yield "claim against a ban", with_charm(_fight(IMP), forbids=[{"what": "win"}]), [], {"A": "claim"}, "may_not_win"
    yield "run from what is won", _fight(IMP), [], {"A": "run"}, "not_losing"
    yield "run from one of two", _fight(OGRE, IMP), [], {"A": {"run": "imp"}}, "all_or_none"
    yield "loot before the door", turn, [], {"A": "loot"}, "second_phase"
    yield "loot after a fight", {**turn, "phase": "end", "met": True}, [], {"A": "loot"}, "loot_met_monster"
    yield "loot before the door, a monster met", {**turn, "met": True}, [], {"A": "loot"}, "second_phase"
    yield "loot in a fight", _fight(), [], {"A": "loot"}, "must_fight"
    yield "kick in a fight", _fight(), [], {"A": "kick"}, "must_fight"
    yield "kick for another", turn, [], {"B": "kick"}, "not_your_turn"
    yield "loot for another", second, [], {"B": "loot"}, "not_your_phase"
    yield "end without looting", second, [], {"A": "end"}, "second_phase"
    yield "trouble with a monster of nobody", second, [], {"A": {"trouble": "card1"}}, "no_monster_in_hand"
    yield "trouble before the door", holding(turn, "A", IMP), [], {"A": {"trouble": "imp"}}, "second_phase"
    banned = with_charm(holding(second, "A", IMP), forbids=[{"what": "plays"}])
    yield "trouble against a ban", banned, [], {"A": {"trouble": "imp"}}, "forbidden"
    yield "a helper walks out", _fight(helper=True), [], {"B": "walk_out"}, "stays_to_help"
    yield "equip in a fight", _with(_fight(), "A", carried=[SWORD]), [], {"A": {"equip": "sword"}}, "equip_in_combat"
    yield "put down in a fight", _fight(), [], {"A": {"unequip": "cap of A"}}, "equip_in_combat"
    yield "equip again", turn, [], {"A": {"equip": "cap of A"}}, "already_equipped"
    yield "equip of another", turn, [], {"A": {"equip": "cap of B"}}, "not_yours"
    yield "put down what is down", turn, [], {"A": {"unequip": "jewel of A"}}, "not_equippable"
    yield "put down of another", turn, [], {"A": {"unequip": "cap of B"}}, "not_yours"
    yield "equip a Class", _with(turn, "A", classes=[LORD]), [], {"A": {"equip": "lord"}}, "not_equippable"
    glued = _with(turn, "A", equipped=[{"name": "glue", "stuck": True}])
    yield "put down what is stuck", glued, [], {"A": {"unequip": "glue"}}, "stuck"
    bound = with_charm(_with(turn, "A", classes=[LORD]), forbids=[{"what": "drop", "cards": {"kind": "class"}}])
    yield "discard what is held fast", bound, [], {"A": {"drop": "lord"}}, "stuck"
    yield "discard an Item", turn, [], {"A": {"drop": "cap of A"}}, "not_discardable"
    yield "discard of another", _with(turn, "B", classes=[LORD]), [], {"A": {"drop": "lord"}}, "not_yours"
    plague = _with(turn, "A", curses=[{**HEX, "lasting": "lasting"}])
    yield "discard a Curse", plague, [], {"A": {"drop": "hex"}}, "curse_kept"
    yield "lay of another", holding(turn, "B", LORD), [], {"A": {"lay": "lord"}}, "not_yours"
    yield "lay a monster", holding(turn, "A", IMP), [], {"A": {"lay": "imp"}}, "monster_stays"
    rage = {"name": "rage", "kind": "monster_enhancer", "bonus": 5}
    yield "lay an enhancer", holding(turn, "A", rage), [], {"A": {"lay": "rage"}}, "enhancer_needs_fight"
    yield "play an enhancer", holding(turn, "A", rage), [], {"A": {"play": "rage"}}, "enhancer_needs_fight"
    yield "lay an Item in a fight", holding(_fight(), "A", SWORD), [], {"A": {"lay": "sword"}}, "in_combat"
    other = {**turn, "turn": "B"}
    yield "lay an Item in another's turn", holding(other, "A", SWORD), [], {"A": {"lay": "sword"}}, "own_turn_only"
    yield "lay a Class in another's turn", holding(other, "A", LORD), [], {"A": {"lay": "lord"}}, "class_own_turn"
    lords = holding(_with(turn, "A", classes=[LORD]), "A", {**LORD, "name": "second lord"})
    yield "lay the same Class", lords, [], {"A": {"lay": "second lord"}}, "same_trait"
    dukes = holding(_with(turn, "A", classes=[LORD]), "A", {"name": "duke", "kind": "class", "trait": "duke"})
    yield "lay a second Class", dukes, [], {"A": {"lay": "duke"}}, "class_limit"
    kins = holding(
        _with(turn, "A", races=[{"name": "kin", "kind": "race"}]),
        "A",
        {"name": "folk", "kind": "race", "trait": "folk"},
    )
    yield "lay a second Race", kins, [], {"A": {"lay": "folk"}}, "race_limit"
    super_ = {"name": "super", "kind": "class_enhancer"}
    yield "lay a Class enhancer alone", holding(turn, "A", super_), [], {"A": {"lay": "super"}}, "nothing_to_enhance"
    gift = {"name": "talent", "kind": "power", "rank": 9}
    yield "lay a Power above the Level", holding(turn, "A", gift), [], {"A": {"lay": "talent"}}, "ranks"
    weak = {"name": "talent", "kind": "power", "rank": 1}
    yield "lay a Power in another's turn", holding(other, "A", weak), [], {"A": {"lay": "talent"}}, "power_own_turn"
    fussy = holding(turn, "A", {**weak, "usable_by": ["female"]})
    yield "lay a Power that is not for them", fussy, [], {"A": {"lay": "talent"}}, "power_not_usable"
    page = {"name": "page", "kind": "hireling"}
    pages = holding(_with(turn, "A", table=[page]), "A", {**page, "name": "maid"})
    yield "lay a second Hireling", pages, [], {"A": {"lay": "maid"}}, "one_hireling"
    ponies = holding(
        _with(turn, "A", equipped=[{"name": "pony", "kind": "steed"}]), "A", {"name": "mule", "kind": "steed"}
    )
    yield "lay a second Steed", ponies, [], {"A": {"lay": "mule"}}, "one_steed"
    crates = holding(_with(turn, "A", carried=[{"name": "crate", "big": True}]), "A", {"name": "trunk", "big": True})
    yield "lay a second Big Item", crates, [], {"A": {"lay": "trunk"}}, "too_big"
    no_lay = with_charm(holding(turn, "A", LORD), forbids=[{"what": "lay", "cards": {"kind": "class"}}])
    yield "lay against a ban", no_lay, [], {"A": {"lay": "lord"}}, "forbidden"
    yield "sell in another's turn", other, [], {"A": {"sell": ["cap of A"]}}, "sell_own_turn"
    yield "sell in a fight", _fight(), [], {"A": {"sell": ["cap of A"]}}, "sell_in_combat"
    yield "sell too little", turn, [], {"A": {"sell": ["cap of A"]}}, "sell_too_little"
    yield "sell no Item", turn, [], {"A": {"sell": ["card1"]}}, "sell_no_item"
    statue = {"name": "statue", "gold": 1000}
    yield (
        "sell of another",
        holding(holding(turn, "B", statue), "A", {**statue, "name": "bust"}),
        [],
        {"A": {"sell": ["statue"]}},
        "not_yours",
    )
    high = holding(turn, "A", statue)
    high["players"]["A"]["level"] = 9
    yield "sell at the highest", high, [], {"A": {"sell": ["statue"]}}, "sell_level"
    twice = holding(holding(turn, "A", statue), "A", {**statue, "name": "bust"})
    yield "double without leave", twice, [], {"A": {"sell": ["statue"], "double": "statue"}}, "one_double"
    yield (
        "play a potion without a fight",
        holding(turn, "A", DOSE),
        [],
        {"A": {"play": "dose", "on": "party"}},
        "no_combat",
    )
    own = {"name": "stab", "kind": "one_shot", "when": "own_combat", "play": [{"draw": {"deck": "door"}}]}
    yield "play into another's fight", holding(_fight(), "E", own), [], {"E": {"play": "stab"}}, "not_in_combat"
    own_turn = {**own, "when": "own_turn"}
    yield "play in another's turn", holding(turn, "E", own_turn), [], {"E": {"play": "stab"}}, "own_turn_only"
    peace = {**own, "when": "out_of_combat"}
    yield "play in one's own fight", holding(_fight(), "A", peace), [], {"A": {"play": "stab"}}, "in_combat"
    fussy = holding(turn, "A", {**GIFT, "usable_by": ["female"]})
    yield "play what is not for them", fussy, [], {"A": {"play": "gift"}}, "not_usable"
    yield (
        "play against a ban",
        with_charm(holding(turn, "A", GIFT), forbids=[{"what": "plays"}]),
        [],
        {"A": {"play": "gift"}},
        "forbidden",
    )
    yield (
        "play against a bar",
        holding(_fight({**OGRE, "bars": [{"who": "all"}]}), "E", DOSE),
        [],
        {"E": {"play": "dose"}},
        "barred",
    )
    bane: Data = {"name": "bane", "kind": "curse", "play": [{"lose_levels": 1}]}
    kept = holding(_fight({**OGRE, "bars": [{"who": "others", "players": True}]}), "E", bane)
    yield "aim at who is kept from it", kept, [], {"E": {"play": "bane", "on": "A"}}, "barred"
    yield "aim at who is elsewhere", kept, [{"E": {"play": "bane", "on": "D"}}], {"A": "claim"}, "CMB-01"
    near_by = holding(_fight({**OGRE, "bars": [{"who": "others"}]}), "E", bane)
    yield "aim at who fights", near_by, [{"E": {"play": "bane", "on": "A"}}], {"A": "claim"}, "CMB-01"
    dear = holding(
        turn,
        "A",
        {**GIFT, "cost": [{"choose": {"cards": {"from": "curses"}, "into": "$price"}}, {"discard": "$price"}]},
    )
    yield "play without the price", dear, [], {"A": {"play": "gift"}}, "cannot_pay"
    yield (
        "play on a condition",
        holding(turn, "A", {**GIFT, "if": {"sex": "female"}}),
        [],
        {"A": {"play": "gift"}},
        "CHAR-13",
    )
    for condition, why in (
        ({"sex": "female", "on_turn": True}, "CHAR-13"),
        ({"sex": "male", "in_combat": True}, "ACT-12"),
        ({"any": [{"sex": "female"}, {"sex": "neither"}]}, "CHAR-13"),
        ({"any": [{"sex": "female"}, {"in_combat": True}]}, "HIER-01"),
    ):
        yield f"play on {condition}", holding(turn, "A", {**GIFT, "if": condition}), [], {"A": {"play": "gift"}}, why
    traits: Data = {"name": "craft", "kind": "class", "trait": "craft"}
    skilled = _with(turn, "A", classes=[traits])
    twice = holding(skilled, "A", {**traits, "name": "craft again"})
    yield "a Class twice", twice, [], {"A": {"lay": "craft again"}}, "same_trait"
    other = holding(skilled, "A", {**traits, "name": "other", "trait": "other"})
    yield "a second Class", other, [], {"A": {"lay": "other"}}, "class_limit"
    aimed: Data = {"choose": {"players": "others", "if": {"who": "$one", "sex": "female"}, "into": "$who"}}
    picky = holding(turn, "A", {**GIFT, "target": [aimed]})
    yield "play on who does not fit", picky, [], {"A": {"play": "gift", "on": "E"}}, "CHAR-13"
    aimless = holding(
        turn, "A", {**GIFT, "target": [{"choose": {"cards": {"from": "curses", "of": "all"}, "into": "$one"}}]}
    )
    yield "play without a target", aimless, [], {"A": {"play": "gift"}}, "nothing_to_aim_at"
    tardy = {"name": "tardy", "kind": "one_shot", "when": "after_combat", "play": [{"draw": {"deck": "door"}}]}
    yield "a Treasure at another moment", holding(turn, "A", tardy), [], {"A": {"play": "tardy"}}, "wrong_moment"
    late = {**tardy, "kind": "special", "deck": "treasure"}
    yield "a Treasure that is no Item", holding(turn, "A", late), [], {"A": {"play": "tardy"}}, "wrong_moment"
    door = {**tardy, "kind": "special", "deck": "door"}
    yield "a Door card at another moment", holding(turn, "A", door), [], {"A": {"play": "tardy"}}, "not_now"
    relic: Data = {
        "name": "made-up charm",
        "abilities": {"made_up": {"when": "after_combat", "do": [{"draw": {"deck": "door"}}]}},
    }
    yield (
        "an Item at another moment",
        _with(turn, "A", equipped=[relic]),
        [],
        {"A": {"use": "made-up charm", "ability": "made_up"}},
        "not_now",
    )
    joins = holding(_fight(), "E", IMP)
    yield "join without a sort", joins, [], {"E": {"join": "imp"}}, "join_no_tag"
    yield "join without a fight", holding(turn, "E", IMP), [], {"E": {"join": "imp"}}, "no_combat"
    charm = {"when": "any_time", "limit": 1, "per": "combat", "do": [{"draw": {"deck": "door"}}]}
    use: Data = {"A": {"use": "made-up charm", "ability": "made_up"}}
    yield (
        "use once too often in a fight",
        with_charm(_fight(), abilities={"made_up": charm}),
        [use],
        use,
        "limit_reached",
    )
    turnly = with_charm(turn, abilities={"made_up": {**charm, "per": "turn"}})
    yield "use once too often in a turn", turnly, [use], use, "used_up"
    shut = _with(
        turn, "A", carried=[{"name": "made-up charm", "abilities": {"made_up": {**charm, "from": "equipped"}}}]
    )
    yield "use what is only carried", shut, [], use, "not_equippable"
    held = holding(turn, "A", {"name": "made-up charm", "abilities": {"made_up": charm}})
    yield "use what is in the hand", held, [], use, "not_in_play"
    yield "use what is another's", with_charm(turn, "B", abilities={"made_up": charm}), [], use, "not_yours"
    poor = copy.deepcopy(turn)
    poor["players"]["A"]["level"] = 1
    pays = with_charm(poor, abilities={"made_up": {**charm, "cost": [{"lose_levels": 1}]}})
    yield "pay with a level that is not there", pays, [], use, "cannot_pay"
    top = copy.deepcopy(turn)
    top["players"]["A"]["level"] = 9
    raised = holding(top, "A", {"name": "praise", "kind": "one_shot", "when": "any_time", "play": [{"gain_levels": 1}]})
    yield "gain a level at the top", raised, [], {"A": {"play": "praise"}}, "no_level_to_gain"
    yield "the dead act", turn, [], {"C": {"equip": "cap of A"}}, "dead"
    robe = {"name": "robe", "usable_by": ["female"], "bonus": 1}
    yield "equip what is not for them", _with(turn, "A", carried=[robe]), [], {"A": {"equip": "robe"}}, "not_usable"
    yield (
        "a second cap",
        _with(turn, "A", carried=[{"name": "hood", "slot": "headgear"}]),
        [],
        {"A": {"equip": "hood"}},
        "slot_full",
    )
    laden = _with(
        turn, "A", table=[{**page, "carries": 1}], carried=[SWORD, {"name": "axe", "slot": "hand", "hands": 1}]
    )
    yield (
        "too much for a Hireling",
        laden,
        [{"A": {"entrust": "sword", "to": "page"}}],
        {"A": {"entrust": "axe", "to": "page"}},
        "hireling_laden",
    )
    yield "a card for a Hireling", laden, [], {"A": {"entrust": "card1", "to": "page"}}, "not_for_hireling"
    yield (
        "put down a Steed",
        _with(turn, "A", equipped=[{"name": "pony", "kind": "steed"}]),
        [],
        {"A": {"unequip": "pony"}},
        "steed_stays",
    )


def _offers() -> Iterator[tuple[str, Place, Steps, Data, str]]:
    lone, turn = _fight(), table("C")
    help_d: Data = {"to": "D", "treasures": 1}
    for about, place, by, offer, why in (
        ("help without a fight", turn, "A", help_d, "no_combat"),
        ("help between others", lone, "D", {"to": "E", "treasures": 1}, "not_fighter"),
        ("help for too much", lone, "A", {"to": "D", "treasures": 3}, "offer_treasures"),
        ("help of the dead", lone, "A", {"to": "C", "treasures": 1}, "dead"),
        ("help of oneself", lone, "A", {"to": "A", "treasures": 1}, "offer_self"),
        ("a second helper", _fight(helper=True), "A", help_d, "one_helper"),
        ("help that a monster forbids", _fight({**OGRE, "no_help": True}), "A", help_d, "help_forbidden"),
        ("help of whom a card forbids it", with_charm(lone, "D", forbids=[{"what": "help"}]), "A", help_d, "forbidden"),
        ("a gift of the helper", lone, "D", {"to": "A", "gives": ["jewel of D"]}, "trade_in_combat"),
        ("a trade in a fight", lone, "A", {"kind": "trade", "to": "D", "gives": ["jewel of A"]}, "trade_in_combat"),
        ("a trade of nothing", turn, "A", {"kind": "trade", "to": "D"}, "offer_empty"),
        ("a card of the hand", turn, "A", {"kind": "trade", "to": "D", "gives": ["card1"]}, "trade_table_only"),
        ("a bribe for nothing", turn, "A", {"kind": "bribe", "to": "D", "gives": ["jewel of A"]}, "offer_empty"),
        (
            "a card that is another's",
            turn,
            "A",
            {"kind": "trade", "to": "D", "gives": ["jewel of B"]},
            "trade_table_only",
        ),
        (
            "a card twice",
            turn,
            "A",
            {"kind": "trade", "to": "D", "gives": ["jewel of A", "jewel of A"]},
            "offered_twice",
        ),
        ("a promise of nothing", lone, "A", {"to": "D", "promises": ["card1"]}, "promise_unlawful"),
        (
            "no bargains",
            with_charm(turn, "D", forbids=[{"what": "bargain"}]),
            "A",
            {"kind": "trade", "to": "D", "gives": ["jewel of A"]},
            "no_bargains",
        ),
        (
            "no Treasures",
            with_charm(turn, "D", forbids=[{"what": "treasures"}]),
            "A",
            {"kind": "trade", "to": "D", "gives": ["jewel of A"]},
            "no_treasures",
        ),
        (
            "not to be carried",
            with_charm(turn, "D", forbids=[{"what": "carry", "cards": {"gold_at_least": 300}}]),
            "A",
            {"kind": "trade", "to": "D", "gives": ["cap of A"]},
            "cannot_carry",
        ),
    ):
        yield about, place, [], {by: {"offer": {"kind": "help", **offer}}}, why
    asked: Data = {"A": {"offer": {"kind": "trade", "to": "D", "gives": ["jewel of A"]}}}
    often: Steps = [step for _ in range(3) for step in (asked, {"D": {"refuse": "A"}})]
    yield "asked too often", turn, often, asked, "offer_cap"
    dull = act(_fight(), "A", {"force_help": {"who": "left"}})
    dull["players"]["A"]["level"] = 9
    yield "forced into a fight for the win", dull, [], play("A")[0], "forced_for_win"
    kill: Data = {"choose": {"monsters": {"level_at_most": 5}, "into": "$monster"}}
    near = act(_fight(OGRE, IMP), "A", {"force_help": {"who": "left"}})
    near["players"]["A"]["level"] = 8
    slain = {"name": "bolt", "kind": "one_shot", "when": "any_time", "play": [kill, {"kill_monster": "$monster"}]}
    near = holding(near, "E", slain)
    yield "forced where what is killed counts", near, [{"E": {"play": "bolt"}}], play("A")[0], "forced_for_win"
    for about, place, why in (
        ("forced where nobody may help", _fight({**OGRE, "no_help": True}), "help_forbidden"),
        ("forced though a card forbids it", with_charm(lone, "B", forbids=[{"what": "help"}]), "forbidden"),
    ):
        yield about, act(place, "A", {"force_help": {"who": "left"}}), [], play("A")[0], why
    helped = _fight(helper=True)
    yield (
        "forced where there is a helper",
        act(helped, "A", {"force_help": {"who": "right"}}),
        [],
        play("A")[0],
        "one_helper",
    )


def refusals(_: Supply) -> Iterator[Claim]:
    """Everything that can be tried and is against a rule."""
    for about, place, before, step, why in (*_moves(), *_offers()):
        combat = {
            "fighting": ["A", "B"] if (place.get("combat") or {}).get("helper") else ["A"] if "combat" in place else []
        }
        yield Claim(about, place, combat, [*before, {**step, "refused": why}], must=True)


LAWS = (
    Law(
        "refused-by-its-rule",
        "What is against the rules is refused by the rule that it is against.",
        ("HIER-01", "ACT-12"),
        refusals,
        bare=True,
    ),
)
