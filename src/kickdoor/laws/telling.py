"""Laws of telling: every deed is told, once, and in every moment that may be done which the book allows there.

The cards are made up; what is told is the list of events that anybody at the table would name.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import END, Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

OGRE = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
IMP = {"name": "imp", "level": 2, "treasures": 1}
DOSE = {"name": "dose", "kind": "one_shot", "bonus": 3}
PICK: Data = {"choose": {"monsters": True, "into": "$monster"}}
OTHER: Data = {"choose": {"players": "others", "into": "$victim"}}


def _lone(*monsters: Data) -> Place:
    return fight(table("C"), helper=False, monsters=list(monsters) or [OGRE])


def _deeds() -> Iterator[tuple[str, Place, Steps]]:
    """What is told, the position and what is done."""
    turn = table("C")
    yield "turn_ended turn_begun", {**turn, "phase": "end"}, END
    yield "door_kicked turned_up fight_begun", {**turn, "door": [OGRE]}, [{"A": "kick"}]
    yield "door_kicked turned_up kept", {**turn, "door": ["card80"]}, [{"A": "kick"}]
    yield "looted_room drew", {**turn, "phase": "second"}, [{"A": "loot"}]
    yield "laid equipped", holding(turn, "A", {"name": "shoes", "slot": "footgear"}), [{"A": {"lay": "shoes"}}]
    yield "unequipped", turn, [{"A": {"unequip": "cap of A"}}]
    yield "equipped", turn, [{"A": {"equip": "jewel of A"}}]
    page = {"name": "page", "kind": "hireling", "carries": 1}
    squire = copy.deepcopy(turn)
    squire["players"]["A"] |= {"table": [page], "carried": [{"name": "sword", "slot": "hand", "hands": 1}]}
    yield "entrusted", squire, [{"A": {"entrust": "sword", "to": "page"}}]
    yield (
        "played attached",
        holding(turn, "A", {"name": "polish", "kind": "item_enhancer"}),
        [{"A": {"play": "polish", "on": "cap of A"}}],
    )
    yield "discarded", squire, [{"A": {"drop": "page"}}]
    yield "sold discarded level_gained", holding(turn, "A", {"name": "bust", "gold": 1000}), [{"A": {"sell": ["bust"]}}]
    yield (
        "offered refused",
        turn,
        [{"A": {"offer": {"kind": "trade", "to": "B", "gives": ["jewel of A"]}}}, {"B": {"refuse": "A"}}],
    )
    bribe = {"kind": "bribe", "to": "B", "gives": ["jewel of A"], "pledge": "favour"}
    yield "offered accepted handed_over pledged", turn, [{"A": {"offer": bribe}}, {"B": {"accept": "A"}}]
    yield "claimed", holding(_lone(IMP), "E", DOSE), [{"A": "claim"}]
    yield "claimed monster_killed fight_won level_gained drew", _lone(IMP), [{"pass": "all"}]
    yield "fight_lost rolled escaped", {**_lone(), "rolls": [6] * 3}, [{"pass": "all"}, {"until": {"moment": "end"}}]
    yield (
        "fight_lost rolled caught level_lost",
        {**_lone(), "rolls": [1] * 3},
        [{"pass": "all"}, {"until": {"moment": "end"}}],
    )
    yield "played strength_added", holding(_lone(), "E", DOSE), [{"E": {"play": "dose", "on": "party"}}]
    yield (
        "played enhanced",
        holding(_lone(), "E", {"name": "rage", "kind": "monster_enhancer"}),
        [{"E": {"play": "rage"}}],
    )
    died: Steps = play("A", "D")
    yield "died laid_out", act(turn, "A", OTHER, {"die": {"who": "$victim", "looted": False}}), died
    yield (
        "died laid_out looted",
        act(turn, "A", OTHER, {"die": {"who": "$victim"}}),
        [*died, {"E": {"choose": "cap of D"}}],
    )
    hexed = act(turn, "B", {"lose_levels": 1}, kind="curse")
    del hexed["players"]["B"]["hand"][-1]["when"]
    curse: Steps = [{"B": {"play": "made-up act", "on": "A"}}]
    yield "played cursed level_lost", hexed, curse
    ring = {"name": "ring", "kind": "special", "when": "when_cursed", "play": [{"cancel_curse": True}]}
    yield "cursed curse_cancelled", holding(hexed, "E", ring), [*curse, {"E": {"play": "ring"}}]
    aside = with_charm(hexed, reactions=[{"to": "struck", "instead": True, "do": [{"draw": {"deck": "door"}}]}])
    yield "cursed turned_aside drew", aside, curse
    waits = copy.deepcopy({**turn, "phase": "end"})
    waits["players"]["A"]["curses"] = [{"name": "gloom", "kind": "curse", "lasting": "next_turn"}]
    yield "curse_ended turn_ended", waits, END
    safe = with_charm(
        act(turn, "B", {"lose": {"from": "equipped", "where": {"slot": "headgear"}}}, kind="curse"),
        protects=[{"cards": {"slot": "headgear"}}],
    )
    del safe["players"]["B"]["hand"][-1]["when"]
    yield "cursed protected", safe, curse
    yield from _by_steps(turn)


def _by_steps(turn: Place) -> Iterator[tuple[str, Place, Steps]]:
    """What single steps tell."""
    one: Data = {"choose": {"cards": {"from": "hand", "where": {"deck": "door"}}, "into": "$card"}}
    for told, step in (
        ("revealed", {"show_hand": "left"}),
        ("looked", {"peek": {"deck": "door"}}),
        ("hand_passed hand_passed", {"pass_hands": {"to": "left"}}),
        ("taken_unseen", {"take_unseen": {"from": "left", "to": "you"}}),
        ("removed_from_game", {"out_of_game": {"from": "items", "of": "left"}}),
        ("sex_changed", {"change_sex": "left"}),
        ("turn_gained", {"gain_turn": "left"}),
        ("forbidden", {"forbid": {"who": "left", "what": "plays"}}),
        ("forbidden", {"lose_turn": "left"}),
        ("rolled", {"roll": {}}),
        ("level_lost", {"lose_levels": {"who": "left"}}),
        ("level_gained", {"gain_levels": {"who": "left"}}),
        ("drew drew", {"draw": {"deck": "treasure", "count": 2}}),
    ):
        yield told, act(turn, "A", step), play("A")
    yield "put_back", act(turn, "A", one, {"to_deck": {"cards": "$card"}}), play("A")
    yield "marked", act(turn, "A", {"mark": {"with": "sore", "who": "left"}}, marks={"sore": {}}), play("A")
    fought = fight(table("C"), monsters=[OGRE, IMP])
    for told, steps in (
        ("monster_removed", [PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}}]),
        ("monster_killed", [PICK, {"kill_monster": "$monster"}]),
        ("monster_joined", [PICK, {"twin": {"monster": "$monster"}}]),
        ("tamed", [PICK, {"tame": {"monster": "$monster", "bonus": 1}}]),
        ("strength_added", [PICK, {"add_strength": {"count": 1, "monster": "$monster"}}]),
    ):
        yield told, act(fought, "A", *steps), play("A", "imp")
    yield "fight_transferred", act(fought, "D", {"transfer_fight": "you"}), play("D")
    yield (
        "played strength_added played taken_back",
        holding(act(_lone(), "D", {"take_back": {"one_shots": True}}), "E", DOSE),
        [{"E": {"play": "dose", "on": "party"}}, *play("D")],
    )
    yield "walked_out", act(fought, "D", {"leave_fight": "helper"}), play("D")
    yield "helper_joined", act(_lone(), "A", {"force_help": {"who": "left"}}), play("A")
    yield "run_changed", act(fought, "A", {"add_run": {"count": 1, "who": "you"}}), play("A")
    cave = {"name": "cave", "kind": "dungeon"}
    hall = {"name": "hall", "kind": "dungeon"}
    new = act({**turn, "dungeons": [cave], "dungeon": [hall]}, "A", {"enter_dungeon": {"leaving": "all"}})
    yield "dungeon_entered dungeon_left", new, play("A")
    arch = {"name": "arch", "kind": "portal", "play": [{"enter_dungeon": {"leaving": "all"}}]}
    door = {**turn, "dungeons": [cave], "dungeon": [hall], "door": [arch, "card80"]}
    yield "door_kicked turned_up followed dungeon_entered dungeon_left turned_up", door, [{"A": "kick"}]
    exit_ = {**turn, "dungeons": [cave], "dungeon": [hall]}
    exit_ = copy.deepcopy(exit_)
    exit_["players"]["A"]["hand"] = [f"card{n}" for n in range(70, 74)]
    yield "exit_discovered dungeon_entered dungeon_left", exit_, [{"A": {"discover": True, "choose": ["cave"]}}]
    free = {**_lone({**OGRE, "pursues": {"sex": "female"}}), "phase": "running_away", "rolls": [1] * 3}
    yield "not_pursued escaped", free, [{"until": {"moment": "end"}}]
    turned = act({**_lone(), "phase": "running_away", "rolls": [1] * 3}, "E", {"set_roll": 6}, when="after_roll")
    yield "rolled die_turned escaped", turned, [{"A": {"run": "ogre"}}, *play("E")]


def told(_: Supply) -> Iterator[Claim]:
    """Every event, by what makes it happen."""
    for events, place, steps in _deeds():
        yield Claim(f"told: {events}", place, {"events": events.split(), "sound": ["told"]}, steps, must=True)


#: What A may do with the equipment, the Items and the turn, by the moment: what is tried, and where it may be done.
ACTS: tuple[tuple[str, Data, str], ...] = (
    ("equip", {"equip": "jewel of A"}, "arrange second end between others_fight fight_over"),
    ("unequip", {"unequip": "cap of A"}, "arrange second end between others_fight fight_over"),
    ("sell", {"sell": ["bust"]}, "arrange second end between fight_over"),
    ("lay an Item", {"lay": "shoes"}, "arrange second end between fight_over"),
    ("lay a Class", {"lay": "craft"}, "arrange second end between fight own_fight running fight_over"),
    (
        "trade",
        {"offer": {"kind": "trade", "to": "D", "gives": ["jewel of A"]}},
        "arrange second end between others_fight fight_over",
    ),
)


def _moments() -> Iterator[tuple[str, Place, Steps]]:
    """The moments, each with how it is come to; E could speak in all of them."""
    speaks = {"name": "gift", "kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
    base = holding(table("C"), "E", speaks)
    yield "arrange", base, []
    yield "second", {**base, "phase": "second"}, []
    yield "end", {**base, "phase": "end"}, []
    ends = holding(table("C"), "E", {**speaks, "when": "after_combat"})
    won = {**ends, **{key: _lone(IMP)[key] for key in ("phase", "combat")}}
    yield "fight_over", won, [{"pass": "all"}]
    yield "fight", {**base, **{key: _lone()[key] for key in ("phase", "combat")}}, []
    flight = {**base, **{key: _lone()[key] for key in ("phase", "combat")}, "phase": "running_away"}
    yield "running", flight, []
    other: dict[str, Any] = {"phase": "combat", "combat": {"fighter": "B", "monsters": [OGRE]}, "turn": "B"}
    yield "others_fight", {**base, **other}, []


def in_time(_: Supply) -> Iterator[Claim]:
    """Every act in every moment."""
    cards = (
        {"name": "shoes", "slot": "footgear"},
        {"name": "craft", "kind": "class", "trait": "craft"},
        {"name": "bust", "gold": 1000},
    )
    for moment, place, before in _moments():
        place = holding(place, "A", *cards)
        for about, action, allowed in ACTS:
            may = moment in allowed.split()
            step: Data = {"A": action} if may else {"A": action, "refused": True}
            dead = {"dead": ["C"]}
            yield Claim(f"{about} in the moment {moment}", place, dead, [*before, step], must=True)


LAWS = (
    Law(
        "every-deed-is-told",
        "Whatever is done is told to all, in the order in which it happens.",
        ("ACT-01",),
        told,
        bare=True,
    ),
    Law(
        "acts-in-their-moments",
        "What may be done in a moment is done there, and at no other.",
        ("ACT-06", "ACT-09", "ACT-10", "ACT-12"),
        in_time,
        bare=True,
    ),
)
