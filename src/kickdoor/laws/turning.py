"""Laws of turns: how the first one begins, and what may be done in the phase after the door.

The cards are made up, one for each way in which a door can turn out.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding
from kickdoor.laws.supply import Supply

IMP: Data = {"name": "imp", "level": 2, "treasures": 1}
OGRE: Data = {"name": "ogre", "level": 30, "treasures": 1, "bad_stuff": [{"lose_levels": 1}]}
SHY: Data = {**IMP, "on_meet": [{"remove_monster": {"monster": "$it", "treasures": "none"}}]}
BANE: Data = {"name": "bane", "kind": "curse", "play": [{"lose_levels": 1}]}
CRAFT: Data = {"name": "craft", "kind": "class", "trait": "craft"}


def _card(name: str, *steps: Data) -> Data:
    return {"name": name, "kind": "one_shot", "when": "any_time", "play": list(steps)}


PICK: Data = {"choose": {"monsters": True, "into": "$monster"}}
AWAY = _card("away", PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}})
SLAIN = _card("bolt", PICK, {"kill_monster": "$monster"})
MINE = _card("mine", {"transfer_fight": "you"})
LEAVE = _card("leave to loot", {"may_loot": "turn"})
KICK: Steps = [{"A": "kick"}]
OVER: Steps = [{"pass": "all"}, {"until": {"moment": "end"}}]

#: What lies behind the door, a card of D's, what is done after the kick, and whether a monster was met.
DOORS: tuple[tuple[str, Data | str, Data | None, Steps, bool], ...] = (
    ("a monster that is killed", IMP, None, OVER, True),
    ("a monster that is run from", OGRE, None, OVER, True),
    ("a monster that is removed", IMP, AWAY, [{"D": {"play": "away"}}, *OVER], True),
    ("a monster that a card kills", IMP, SLAIN, [{"D": {"play": "bolt"}}, {"until": {"moment": "end"}}], True),
    ("a monster that does not fight", SHY, None, [], True),
    ("a monster that somebody else takes over", IMP, MINE, [{"D": {"play": "mine"}}, *OVER], True),
    ("a Curse", BANE, None, [], False),
    ("a card without a use", "card40", None, [], False),
    ("a card that is kept", CRAFT, None, [{"A": {"choose": "done"}}], False),
    ("a card that is played", CRAFT, None, [{"A": {"lay": "craft"}}], False),
)


def _door(card: Data | str, held: Data | None) -> Place:
    place = holding(table("C"), "A", {"name": "troll", "level": 1})
    place["door"] = [card, "card41", "card42"]
    place["rolls"] = [6] * 6
    return holding(place, "D", held) if held else place


def after_the_door(_: Supply) -> Iterator[Claim]:
    """Every way in which a door can turn out, and what is allowed then."""
    for about, card, held, steps, met in DOORS:
        place = _door(card, held)
        done: Steps = [*KICK, *steps]
        if met:
            expected: Data = {"moment": "end", "asked_of": ["A"]}
            yield Claim(f"{about}: no looting", place, expected, [*done, {"A": "loot", "refused": True}], must=True)
            troubled: Steps = [*done, {"A": {"trouble": "troll"}, "refused": True}]
            yield Claim(f"{about}: no trouble", place, expected, troubled, must=True)
            yield Claim(f"{about}: the end", place, {"turn": "B"}, [*done, {"until": {"turn": "B"}}], must=True)
            continue
        looted = {"drawn": {"A": {"count": 1, "face": "down"}}, "cards": {"gem 0": "A hand"}, "moment": "end"}
        yield Claim(f"{about}: looting", place, looted, [*done, {"A": "loot"}], must=True)
        fought = {"fighting": ["A"], "monsters": ["troll"], "drawn": {"A": 0}}
        troubled = [*done, {"A": {"trouble": "troll"}}]
        yield Claim(f"{about}: trouble", place, fought, troubled, must=True)
        ended: Steps = [*done, {"A": "end", "refused": True}]
        yield Claim(f"{about}: one of the two", place, {"moment": "second"}, ended, must=True)
    yield from _by_leave()


def _by_leave() -> Iterator[Claim]:
    """A leave to loot is for once, in that turn, and not for trouble."""
    place = _door(IMP, LEAVE)
    let: Steps = [*KICK, {"D": {"play": "leave to loot"}}, {"pass": "all"}, {"until": {"moment": "second"}}]
    looted = {"drawn": {"A": 2}, "cards": {"gem 0": "A hand", "gem 1": "A hand"}, "moment": "end"}
    yield Claim("a leave to loot", place, looted, [*let, {"A": "loot"}], must=True)
    again: Steps = [*let, {"A": "loot"}, {"A": "loot", "refused": True}]
    yield Claim("a leave to loot, once", place, looted, again, must=True)
    unmet = copy.deepcopy(place)
    unmet["door"][0] = "card40"
    steps: Steps = [{"D": {"play": "leave to loot"}}, *KICK, {"A": {"trouble": "troll"}}, *OVER]
    yield Claim("trouble first, then looting by leave", unmet, {"levels": {"A": 6}}, steps[:-1], must=True)


def beginnings(_: Supply) -> Iterator[Claim]:
    """Before the first turn: hands are dealt, first cards laid, and the highest roll begins."""
    deal = {**table(), "phase": "deal", "rolls": [2, 6, 1, 6, 3, 4, 5]}
    deal["players"] = {name: {"level": 1, "sex": seat["sex"]} for name, seat in deal["players"].items()}
    deal["door"] = [f"card{n}" for n in range(20, 60)]
    deal["treasure"] = [{"name": f"gem {n}", "gold": 100} for n in range(40)]
    expected: Data = {
        "hand": dict.fromkeys("ABCDE", 8),
        "cards": {"gem 0": "A hand", "gem 19": "E hand", "gem 20": "treasure_deck"},
        "moment": "setup",
        "asked_of": list("ABCDE"),
    }
    yield Claim("all are dealt", deal, expected)
    passed: Steps = [{"pass": ["A", "B", "C", "D", "E"]}]
    yield Claim("the highest begins, ties roll again", deal, {"turn": "D"}, passed, must=True)
    cave, hall = {"name": "cave", "kind": "dungeon"}, {"name": "hall", "kind": "dungeon"}
    for how, lies in ((0, []), (1, ["cave"])):
        place = {**deal, "dungeon": [cave, hall], "options": {"starting_dungeon": how}}
        yield Claim(f"a Dungeon lies open: {how}", place, {"dungeons": lies}, passed, must=True)
    place = {**deal, "dungeon": [cave, hall], "options": {"starting_dungeon": 2}}
    yield Claim("… or is picked", place, {"dungeons": ["hall"]}, [{"A": {"choose": "hall"}}, *passed], must=True)
    for seat, name in enumerate("ABCDE"):
        place = {**deal, "options": {"first_seat": seat}}
        yield Claim(f"{name} begins as was said", place, {"turn": name, "not_happened": ["rolled"]}, passed, must=True)
    setup = {**table(), "phase": "setup"}
    for name, card, may in (
        ("a Class", {"kind": "class", "trait": "craft"}, True),
        ("a Power of Rank 1", {"kind": "power", "rank": 1}, True),
        ("a Power of Rank 2", {"kind": "power", "rank": 2}, False),
        ("a Hireling", {"kind": "hireling"}, False),
        ("an Item", {"slot": "footgear"}, True),
        ("an Item for others", {"slot": "footgear", "usable_by": ["female"]}, False),
        ("a second Headgear", {"slot": "headgear"}, True),
    ):
        place = holding(setup, "A", {"name": "first", **card})
        step: Data = {"A": {"lay": "first"}} if may else {"A": {"lay": "first"}, "refused": True}
        yield Claim(
            f"{name} before the first turn",
            place,
            {"cards": {"first": f"A {'play' if may else 'hand'}"}},
            [step],
            must=True,
        )
    declared: Steps = [{"A": "declare"}]
    yield Claim("a sex declared", setup, {"sex": {"A": "female", "B": "female"}}, declared, must=True)
    yield Claim("… once", setup, {"sex": {"A": "female"}}, [*declared, {"A": "declare", "refused": True}], must=True)


LAWS = (
    Law(
        "after-the-door",
        "Who met a monster behind the door neither loots nor looks for trouble; who met none does one of the two.",
        ("TURN-03", "TURN-06", "TURN-07", "TURN-12"),
        after_the_door,
        bare=True,
    ),
    Law(
        "begins-as-the-book-says",
        "Hands are dealt, first cards laid, and the highest roll begins.",
        ("SETUP-04", "SETUP-06", "SETUP-08"),
        beginnings,
        bare=True,
    ),
)
