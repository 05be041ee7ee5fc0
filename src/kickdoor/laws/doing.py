"""Laws of doing: every step of a script does what it says, to those whom it names and to nobody else.

The cards are made up, each for one step; what must come of it is worked out from the position alone.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.supply import Supply

Players = dict[str, dict[str, Any]]

LOWEST, HIGHEST = 1, 9
DECK = 12
"""So many cards lie in each deck."""
FIRST = 5
"""So many of all steps are tried in every position: levels, cards, a choice, and the order; the others in one."""

#: How players are named: from who plays the card, and the players as they sit.
WORDS: dict[str, Callable[[str, Players], list[str]]] = {
    "you": lambda you, players: [you],
    "by": lambda you, players: [you],
    "owner": lambda you, players: [you],
    "turn": lambda you, players: ["A"],
    "others": lambda you, players: _others(you, players),
    "others_right": lambda you, players: _others(you, players)[::-1],
    "all": lambda you, players: [you, *_others(you, players)],
    "left": lambda you, players: _living(_ring(you, players)[:1], players),
    "right": lambda you, players: _living(_ring(you, players)[-1:], players),
    "highest": lambda you, players: _of_level(max, [you, *_others(you, players)], players),
    "lowest": lambda you, players: _of_level(min, [you, *_others(you, players)], players),
    "highest_others": lambda you, players: _of_level(max, _others(you, players), players),
    "lowest_others": lambda you, players: _of_level(min, _others(you, players), players),
    "others_falling": lambda you, players: sorted(_others(you, players), key=lambda name: -players[name]["level"]),
    "others_rising": lambda you, players: sorted(_others(you, players), key=lambda name: players[name]["level"]),
}
#: … and where somebody fights.
OF_FIGHTS: dict[str, list[str]] = {"fighter": ["A"], "helper": ["B"], "party": ["A", "B"]}


def _ring(you: str, players: Players) -> list[str]:
    names = list(players)
    at = names.index(you)
    return names[at + 1 :] + names[:at]


def _living(names: list[str], players: Players) -> list[str]:
    return [name for name in names if not players[name].get("dead")]


def _others(you: str, players: Players) -> list[str]:
    return _living(_ring(you, players), players)


def _of_level(which: Callable[[list[int]], int], names: list[str], players: Players) -> list[str]:
    wanted = which([players[name]["level"] for name in names])
    return [name for name in names if players[name]["level"] == wanted]


def table(dead: str = "") -> Place:
    """Five players of all sorts, one of them perhaps dead, without any card of a pack."""
    players: Players = {
        "A": {"level": 5, "sex": "male", "hand": ["card1"]},
        "B": {"level": 3, "sex": "female", "hand": ["card2", "card3"]},
        "C": {"level": 2, "sex": "male", "hand": ["card4"]},
        "D": {"level": 8, "sex": "female", "hand": ["card5", "card6", "card7"]},
        "E": {"level": 8, "sex": "male", "hand": ["card8"]},
    }
    for number, (name, seat) in enumerate(players.items()):
        seat["equipped"] = [{"name": f"cap of {name}", "slot": "headgear", "bonus": 1, "gold": 300 + 100 * number}]
        seat["carried"] = [{"name": f"jewel of {name}", "gold": 100 * number}]
        if name == dead:
            players[name] = {"level": seat["level"], "sex": seat["sex"], "dead": True}
    return {
        "packs": [],
        "players": players,
        "turn": "A",
        "door": [f"card{number}" for number in range(40, 40 + DECK)],
        "treasure": [{"name": f"gem {number}", "gold": 100} for number in range(DECK)],
        "rolls": [2, 5, 1, 6, 3, 4] * 3,
    }


def fight(place: Place, helper: bool = True, monsters: list[Any] | None = None) -> Place:
    """The table with a fight of A, whom B helps."""
    combat: dict[str, Any] = {"fighter": "A", "monsters": monsters or [{"name": "ogre", "level": 30, "treasures": 2}]}
    if helper:
        combat["helper"] = "B"
    return {**place, "phase": "combat", "combat": combat}


def act(place: Place, by: str, *steps: dict[str, Any], **fields: Any) -> Place:
    """The table with a card in somebody's hand that does just this."""
    place = copy.deepcopy(place)
    card = {"name": "made-up act", "kind": "one_shot", "when": "any_time", "play": list(steps), **fields}
    place["players"][by].setdefault("hand", []).append(card)
    return place


def play(by: str, *choices: str) -> list[dict[str, Any]]:
    """Playing it."""
    return [{by: {"play": "made-up act", "choose": list(choices)} if choices else {"play": "made-up act"}}]


def whom(_: Supply) -> Iterator[Claim]:
    """Every word for players in every step that acts on players."""
    for dead in ("", "C", "B"):
        for you in ("A", "D"):
            for word, named in WORDS.items():
                place = table(dead)
                names = named(you, place["players"])
                if names:  # a neighbour who is dead is one still, and there is nobody else in their place
                    about = f"{word} of {you}{f', {dead} dead' if dead else ''}"
                    claims = _done_to(about, place, you, word, names)
                    yield from claims if (dead, you) == ("C", "D") else islice(claims, FIRST)
    for word, names in OF_FIGHTS.items():
        for you in ("A", "E"):
            yield from _done_to(f"{word} in a fight, {you} plays", fight(table("C")), you, word, names)


def _done_to(about: str, place: Place, you: str, word: str, names: list[str]) -> Iterator[Claim]:
    players = place["players"]
    levels = {name: seat["level"] for name, seat in players.items()}
    hands = {name: len(seat.get("hand", [])) for name, seat in players.items()}
    sexes = {name: seat["sex"] for name, seat in players.items()}
    swapped = {"male": "female", "female": "male"}

    def claim(what: str, step: dict[str, Any], expected: dict[str, Any]) -> Claim:
        return Claim(f"{what}: {about}", act(place, you, step), expected, play(you), must=True)

    low = levels | {name: max(LOWEST, levels[name] - 2) for name in names}
    yield claim("lose levels", {"lose_levels": {"count": 2, "who": word}}, {"levels": low, "hand": hands})
    high = levels | {name: min(HIGHEST, levels[name] + 2) for name in names}
    yield claim("gain levels", {"gain_levels": {"count": 2, "who": word}}, {"levels": high})
    yield claim(
        "draw Treasures",
        {"draw": {"deck": "treasure", "count": 2, "who": word}},
        {
            "hand": hands | {name: hands[name] + 2 for name in names},
            "drawn": {name: 2 * (name in names) for name in levels},
            "cards": {f"gem {2 * at + more}": f"{name} hand" for at, name in enumerate(names) for more in (0, 1)},
        },
    )
    yield claim(
        "draw a Door",
        {"draw": {"deck": "door", "who": word}},
        {
            "drawn_doors": {name: int(name in names) for name in levels},
            "cards": {f"card{40 + at}": f"{name} hand" for at, name in enumerate(names)},
            "decks": {"doors": DECK - len(names), "treasures": DECK},
        },
    )
    each = [{"draw": {"deck": "treasure", "who": "$one"}}, {"gain_levels": {"count": 1, "who": "$one"}}]
    steps = {"for_each": {"players": word, "as": "$one", "do": each}}
    order = {f"gem {at}": f"{name} hand" for at, name in enumerate(names)}
    risen = levels | {name: min(HIGHEST, levels[name] + 1) for name in names}
    yield claim("each in turn", steps, {"cards": order, "levels": risen})
    if len(names) > 1:
        picked = {"choose": {"players": word, "into": "$one"}}
        asked = {"asked": {you: names}}
        yield Claim(f"pick one: {about}", act(place, you, picked, {"lose_levels": 1}), asked, play(you), must=True)
    yield claim("change sex", {"change_sex": word}, {"sex": sexes | {name: swapped[sexes[name]] for name in names}})
    gone = {f"card{n}": "door_discards" for name in names for n in _numbers(players[name])}
    yield claim("discard hands", {"discard_hand": word}, {"hand": hands | dict.fromkeys(names, 0), "cards": gone})
    lost = {f"cap of {name}": "treasure_discards" for name in names}
    kept = {f"cap of {name}": f"{name} equipped" for name in levels if name not in names and "hand" in players[name]}
    yield claim("lose Items", {"lose": {"from": "equipped", "of": word}}, {"cards": {**lost, **kept}})
    yield claim("set a Level", {"set_level": {"to": 4, "who": word}}, {"levels": levels | dict.fromkeys(names, 4)})
    if "combat" not in place and "A" not in names:  # the turn of the dead is over
        already = [name for name, seat in players.items() if seat.get("dead")]
        step = {"die": {"who": word, "looted": False}}
        yield claim("die", step, {"dead": [name for name in levels if name in names or name in already]})
    counted = {"gain_levels": {"count": {"players": word}}}
    if levels[you] + len(names) <= HIGHEST:
        yield claim("count players", counted, {"levels": levels | {you: levels[you] + len(names)}})


def _numbers(seat: dict[str, Any]) -> list[int]:
    return [int(card.removeprefix("card")) for card in seat.get("hand", []) if isinstance(card, str)]


def deeds(_: Supply) -> Iterator[Claim]:
    """Every other step, once and by itself, with what must come of it."""
    for about, place, opening, expected in (*_to_cards(), *_to_fights(), *_to_turns(), *_of_monsters()):
        yield Claim(about, place, expected, opening, must=True)


Told = tuple[str, Place, list[dict[str, Any]], dict[str, Any]]
CAP_OF_D: dict[str, Any] = {"from": "equipped", "of": "$victim"}
VICTIM: dict[str, Any] = {"choose": {"players": "others", "into": "$victim"}}


def _to_cards() -> Iterator[Told]:
    base = table()
    steal = {"take": {"cards": {"from": "equipped", "of": "$victim"}, "to": "you"}}
    yield "steal to the hand", act(base, "A", VICTIM, steal), play("A", "D"), {"cards": {"cap of D": "A hand"}}
    steal = {"take": {"cards": {"from": "items", "of": "$victim"}, "to": "you", "into": "table"}}
    both = {"cap of D": "A carried", "jewel of D": "A carried", "cap of A": "A equipped"}
    yield "steal to the table", act(base, "A", VICTIM, steal), play("A", "D"), {"cards": both}
    unseen = {"take_unseen": {"from": "$victim", "to": "you", "count": 2}}
    yield "take unseen", act(base, "A", VICTIM, unseen), play("A", "D"), {"hand": {"A": 3, "B": 2, "D": 1, "E": 1}}
    unseen = {"take_unseen": {"from": "$victim", "count": 2}}
    gone = {"hand": {"A": 1, "D": 1}, "decks": {"door_discards": 2, "treasure_discards": 1}}
    yield "discard unseen", act(base, "A", VICTIM, unseen), play("A", "D"), gone
    pick = {"choose": {"cards": {"from": "hand", "of": "you", "where": {"deck": "door"}}, "into": "$card"}}
    for at, place in (("top", "doors"), ("bottom", "doors")):
        back = act(base, "A", pick, {"to_deck": {"cards": "$card", "at": at}}, {"draw": {"deck": "door"}})
        drawn = "A hand" if at == "top" else "door_deck"
        yield f"back to the {at} of the deck", back, play("A"), {"cards": {"card1": drawn}, "decks": {place: DECK}}
    away = act(base, "A", {"out_of_game": {"from": "items", "of": "you"}})
    out = {"cap of A": "out_of_game", "jewel of A": "out_of_game", "cap of B": "B equipped"}
    yield "out of the game", away, play("A"), {"cards": out}
    for to, hands in (
        ("left", {"A": 1, "B": 1, "C": 2, "D": 1, "E": 3}),
        ("right", {"A": 2, "B": 1, "C": 3, "D": 1, "E": 1}),
    ):
        yield f"hands to the {to}", act(base, "A", {"pass_hands": {"to": to}}), play("A"), {"hand": hands}
    swap = act(base, "A", VICTIM, {"pass_hands": {"who": ["you", "$victim"]}})
    yield "two exchange hands", swap, play("A", "D"), {"hand": {"A": 3, "D": 1}}
    shown = act(base, "A", VICTIM, {"show_hand": "$victim"})
    known = {"knows": {"A": ["card5", "card6", "card7"], "B": ["card5", "card6", "card7"]}}
    yield "show a hand", shown, play("A", "D"), known
    seen = act(base, "A", {"peek": {"deck": "door", "count": 2}})
    yield (
        "look at a deck",
        seen,
        play("A"),
        {"decks": {"doors": DECK}, "hand": {"A": 1}, "events": ["looked", "looked"]},
    )
    for chosen, worth in (("gold", "jewel of D"), ("bonus", "cap of D")):
        best = {"lose": {"from": "items", "of": "$victim", "best": chosen}}
        rich = copy.deepcopy(base)
        rich["players"]["D"]["carried"][0]["gold"] = 900
        rest = {"cap of D": "D equipped"} if chosen == "gold" else {"jewel of D": "D carried"}
        lost = {"cards": {worth: "treasure_discards", **rest}}
        yield f"the best by {chosen}", act(rich, "A", VICTIM, best), play("A", "D"), lost
    worn = copy.deepcopy(base)
    polish = {"name": "polish", "kind": "item_enhancer", "bonus": 2}
    worn["players"]["D"] |= {"table": [polish], "attached": {"polish": "cap of D"}}
    lost = {"cards": {"cap of D": "treasure_discards", "polish": "treasure_discards"}}
    yield "lose an Item with what lies on it", act(worn, "A", VICTIM, {"lose": CAP_OF_D}), play("A", "D"), lost
    taken = {"take": {"cards": CAP_OF_D, "to": "you", "into": "table"}}
    along = {"cards": {"cap of D": "A carried", "polish": "A carried"}, "sound": ["places"]}
    yield "steal an Item with what lies on it", act(worn, "A", VICTIM, taken), play("A", "D"), along
    top = {"choose": {"cards": {"from": "door_discards", "top": 1}, "into": "$found"}}
    piled = act({**base, "door_discards": ["card60", "card61"]}, "A", top, {"take": {"cards": "$found", "to": "you"}})
    yield "the top of the discards", piled, play("A"), {"cards": {"card60": "A hand", "card61": "door_discards"}}
    cursed = copy.deepcopy(base)
    cursed["players"]["D"]["curses"] = [{"name": "plague", "kind": "curse", "lasting": "lasting"}]
    cured = {"discard": {"from": "curses", "of": "$victim"}}
    yield "lift a Curse", act(cursed, "A", VICTIM, cured), play("A", "D"), {"cards": {"plague": "door_discards"}}


def _to_fights() -> Iterator[Told]:
    ogre = {"name": "ogre", "level": 12, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
    imp = {"name": "imp", "level": 3, "treasures": 1}
    base = fight(table("C"), helper=False, monsters=[ogre, imp])
    ours, theirs = 6, 15
    pick = {"choose": {"monsters": True, "into": "$monster"}}
    add = {"add_strength": {"count": 4, "side": "party"}}
    yield "add to the party", act(base, "E", add), play("E"), {"strength": [ours + 4, theirs]}
    add = {"add_strength": {"count": 4, "side": "monsters"}}
    yield "add to the monsters", act(base, "E", add), play("E"), {"strength": [ours, theirs + 4]}
    add = {"add_strength": {"count": 4, "monster": "$monster"}}
    yield "add to a monster", act(base, "E", pick, add), play("E", "imp"), {"strength": [ours, theirs + 4]}
    add = {"add_strength": {"count": 4, "to": "fighter"}}
    yield "add to the fighter", act(base, "E", add), play("E"), {"strength": [ours + 4, theirs]}
    gone = {"strength": [ours, 12], "monsters": ["ogre"], "cards": {"imp": "door_discards"}}
    yield "remove", act(base, "E", pick, {"remove_monster": {"monster": "$monster"}}), play("E", "imp"), gone
    killed = {"strength": [ours, 12], "monsters": ["ogre"], "levels": {"A": 5}}
    slain = act(base, "E", pick, {"kill_monster": "$monster"})
    yield "kill", slain, play("E", "imp"), killed
    two = [{"name": "rat", "level": 1, "treasures": 2}, imp]
    weak = fight(table("C"), helper=False, monsters=two)
    paid = {"levels": {"A": 7, "E": 8}, "drawn": {"A": 3, "E": 0}, "outcome": "won"}
    yield (
        "kill one, beat the other",
        act(weak, "E", pick, {"kill_monster": "$monster"}),
        [*play("E", "imp"), {"pass": "all"}],
        paid,
    )
    yield (
        "remove one, beat the other",
        act(weak, "E", pick, {"remove_monster": {"monster": "$monster", "treasures": "none"}}),
        [*play("E", "imp"), {"pass": "all"}],
        {"levels": {"A": 6}, "drawn": {"A": 2}},
    )
    leaves = act(weak, "E", pick, {"remove_monster": {"monster": "$monster", "treasures": "all"}})
    yield "what it leaves", leaves, [*play("E", "imp"), {"pass": "all"}], {"levels": {"A": 6}, "drawn": {"A": 3}}
    ended = {"levels": {"A": 5}, "drawn": {"A": 1}, "fighting": [], "cards": {"ogre": "door_discards"}}
    yield "end the fight", act(base, "E", {"end_fight": {"treasures": 1}}), [*play("E"), {"pass": "all"}], ended
    moved = {"fighting": ["D"], "strength": [9, theirs]}
    yield "transfer", act(base, "E", VICTIM, {"transfer_fight": "$victim"}), play("E", "D"), moved
    forced = {"fighting": ["A", "D"], "strength": [ours + 9, theirs], "events": ["helper_joined"]}
    yield "force help", act(base, "A", VICTIM, {"force_help": {"who": "$victim"}}), play("A", "D"), forced
    helped = fight(table("C"), helper=True, monsters=[ogre, imp])
    left = {"fighting": ["A"], "strength": [ours, theirs]}
    yield "the helper leaves", act(helped, "E", {"leave_fight": "helper"}), play("E"), left
    twin = {"strength": [ours, theirs + 3], "monsters": ["imp", "imp", "ogre"]}
    yield "a twin", act(base, "E", pick, {"twin": {"monster": "$monster"}}), play("E", "imp"), twin
    more = copy.deepcopy(base)
    more["players"]["E"]["hand"].append({"name": "rat", "level": 2})
    rat = {"choose": {"cards": {"from": "hand", "where": {"kind": "monster"}}, "into": "$rat"}}
    joined = {"strength": [ours, theirs + 2], "monsters": ["imp", "ogre", "rat"], "hand": {"E": 1}}
    yield "a monster joins", act(more, "E", rat, {"add_monster": {"card": "$rat"}}), play("E"), joined
    changed = {"strength": [ours, 12 + 2], "monsters": ["ogre", "rat"], "cards": {"imp": "door_discards"}}
    swap = {"replace_monster": {"monster": "$monster", "with": "$rat"}}
    yield "a monster is replaced", act(more, "E", rat, pick, swap), play("E", "imp"), changed
    flight = {**fight(table("C"), helper=True, monsters=[ogre]), "phase": "running_away"}
    for roll, levels in ((4, {"A": 3, "B": 1}), (5, {"A": 5, "B": 3}), (1, {"A": 3, "B": 1}), (6, {"A": 5, "B": 3})):
        ran = {"levels": levels, "cards": {"ogre": "door_discards"}, "drawn": {"A": 0, "B": 0}}
        yield f"run with a roll of {roll}", {**flight, "rolls": [roll] * 4}, [{"until": {"moment": "end"}}], ran
    for more_run, levels in ((1, {"A": 5, "B": 1}), (-1, {"A": 3, "B": 1})):
        faster = act({**flight, "rolls": [4] * 4}, "E", {"add_run": {"count": more_run, "who": "fighter"}})
        yield f"run with {more_run} more", {**faster, "phase": "combat"}, [*play("E"), *_lose()], {"levels": levels}
    free = act({**flight, "rolls": [1] * 4}, "A", {"escape": {"who": "you"}}, when="before_run")
    yield "escape by a card", free, [*play("A"), {"until": {"moment": "end"}}], {"levels": {"A": 5, "B": 1}}


def _lose() -> list[dict[str, Any]]:
    return [{"pass": "all"}, {"until": {"moment": "end"}}]


def _of_monsters() -> Iterator[Told]:
    """What a monster's card says of meeting it, of running from it and of killing it."""
    lose: list[dict[str, Any]] = [{"lose_levels": 1}]
    for word, caught, escaped, beaten in (
        ("bad_stuff", 4, 5, 6),
        ("on_escape", 5, 4, 6),
        ("on_flight", 4, 4, 6),
        ("on_kill", 5, 5, 5),
        ("on_decide", 4, 4, 5),
    ):
        beast = {"name": "beast", "level": 30, "treasures": 1, word: lose}
        for roll, level in ((1, caught), (6, escaped)):
            ran = {**fight(table(), helper=False, monsters=[beast]), "rolls": [roll] * 4}
            yield f"{word} and a roll of {roll}", ran, _lose(), {"levels": {"A": level}}
        weak = fight(table(), helper=False, monsters=[{**beast, "level": 1}])
        yield f"{word} of what is killed", weak, [{"until": {"moment": "fight_over"}}], {"levels": {"A": beaten}}
    met = {**table(), "door": [{"name": "beast", "level": 30, "on_meet": lose}, "card40"]}
    yield "on_meet", met, [{"A": "kick"}], {"levels": {"A": 4}, "fighting": ["A"]}
    runs: list[tuple[dict[str, Any], int, int]] = [
        ({"run": 1}, 4, 5),
        ({"run": -1}, 5, 4),
        ({"escape": "always"}, 1, 5),
        ({"escape": "never"}, 6, 4),
        ({"escape": "no_roll"}, 6, 4),
        ({"pursues": {"level_at_least": 6}}, 1, 5),
        ({"pursues": {"level_at_least": 5}}, 1, 4),
    ]
    for fields, roll, level in runs:
        beast = {"name": "beast", "level": 30, "bad_stuff": lose, **fields}
        ran = {**fight(table(), helper=False, monsters=[beast]), "rolls": [roll] * 4}
        yield f"{fields} and a roll of {roll}", ran, _lose(), {"levels": {"A": level}}
    kills: list[tuple[dict[str, Any], int, int]] = [
        ({"levels_gained": 2}, 7, 1),
        ({"treasures": 3}, 6, 3),
        ({"extra_levels": [{"value": 1, "if": {"sex": "male"}}]}, 7, 1),
        ({"extra_levels": [{"value": 1, "if": {"sex": "female"}}]}, 6, 1),
        ({"extra_treasures": [{"value": 2}]}, 6, 3),
    ]
    for fields, levels, treasures in kills:
        beast = {"name": "beast", "level": 1, "treasures": 1, **fields}
        won = fight(table(), helper=False, monsters=[beast])
        yield f"killed with {fields}", won, [{"pass": "all"}], {"levels": {"A": levels}, "drawn": {"A": treasures}}
    enhanced: list[tuple[dict[str, Any], int]] = [
        ({"treasure_bonus": 1}, 2),
        ({"treasure_bonus": -1}, 0),
        ({"treasure_bonus": -3, "least_treasures": 1}, 1),
        ({"treasure_times": 2}, 2),
    ]
    for fields, treasures in enhanced:
        rage = {"name": "rage", "kind": "monster_enhancer", "bonus": 2, **fields}
        beast = {"card": {"name": "beast", "level": 1, "treasures": 1}, "enhancers": [rage]}
        won = fight(table(), helper=False, monsters=[beast])
        yield f"killed with {fields}", won, [{"pass": "all"}], {"levels": {"A": 6}, "drawn": {"A": treasures}}
    shy = fight(table(), helper=False, monsters=[{"name": "beast", "level": 30, "no_help": True}])
    yield "nobody may help", shy, [{"A": {"offer": {"to": "B"}}, "refused": True}], {"fighting": ["A"]}
    bold = fight(table(), helper=False, monsters=[{"name": "beast", "level": 30}])
    asked: list[dict[str, Any]] = [{"A": {"offer": {"to": "B", "treasures": 1}}}, {"B": {"accept": "A"}}]
    yield "somebody helps", bold, asked, {"fighting": ["A", "B"], "strength": [10, 30]}
    shared = fight(table(), helper=False, monsters=[{"name": "beast", "level": 1, "treasures": 2}])
    picked = [*asked, {"pass": "all"}, {"B": {"choose": "gem 1"}}]
    gems = {"cards": {"gem 0": "A hand", "gem 1": "B hand"}, "levels": {"A": 6, "B": 3}}
    yield "what was agreed is paid", shared, picked, gems


def _to_turns() -> Iterator[Told]:
    base = table()
    lost = {**act(base, "A", VICTIM, {"lose_turn": "$victim"}), "phase": "end"}
    yield "a turn is lost", lost, [*play("A", "B"), {"A": "end"}], {"turn": "C", "events": ["turn_lost"]}
    more = {**act(base, "A", {"gain_turn": "you"}), "phase": "end"}
    yield "a turn more", more, [*play("A"), {"A": "end"}], {"turn": "A", "events": ["turn_begun"]}
    yield "the next turn", {**base, "phase": "end"}, [{"A": "end"}], {"turn": "B", "events": ["turn_begun"]}
    last = {**base, "phase": "end", "turn": "E"}
    yield "the turn after the last", last, [{"E": "end"}], {"turn": "A", "events": ["turn_begun"]}
    monster = {"name": "rat", "level": 2}
    held = copy.deepcopy(base)
    held["players"]["A"]["hand"].append(monster)
    rat = {"choose": {"cards": {"from": "hand", "where": {"kind": "monster"}}, "into": "$rat"}}
    begun = act(held, "A", VICTIM, rat, {"start_fight": {"who": "$victim", "card": "$rat"}})
    yield "a fight begins", begun, play("A", "D"), {"fighting": ["D"], "strength": [9, 2]}
    found = [{"choose": {"cards": {"from": "door_discards", "where": {"kind": "monster"}, "top": 1}, "into": "$rat"}}]
    trap = {"name": "trap", "kind": "curse", "play": [*found, {"start_fight": {"who": "you", "card": "$rat"}}]}
    sprung = {**base, "door": [trap, "card40"], "door_discards": [monster]}
    fought: list[dict[str, Any]] = [{"A": "kick"}, {"pass": "all"}, {"pass": "all"}]
    yield "a Curse leads to a fight", sprung, fought, {"levels": {"A": 6}, "moment": "end"}
    others = {**trap, "play": [*found, {"start_fight": {"who": "left", "card": "$rat"}}]}
    sprung = {**base, "door": [others, "card40"], "door_discards": [monster]}
    yield "a Curse leads to another's fight", sprung, fought, {"levels": {"A": 5, "B": 4}, "moment": "second"}
    for limit in (299, 300, 600):
        some = {"choose": {"cards": {"from": "items", "of": "$victim"}, "worth_at_most": limit, "into": "$some"}}
        cheap = [name for name, worth in (("jewel of D", 300), ("cap of D", 600)) if worth <= limit]
        asked = {"asked": {"A": [*cheap, "done"]}} if cheap else {"moment": "arrange"}
        yield f"worth at most {limit}", act(base, "A", VICTIM, some, {"discard": "$some"}), play("A", "D"), asked
    rolled = act(base, "A", {"roll": {}}, {"gain_levels": {"count": "$roll"}})
    yield "a roll", rolled, [*play("A")], {"levels": {"A": 7}}
    high = act(base, "A", {"roll_off": {"players": "others", "into": "$best"}}, {"lose_levels": {"who": "$best"}})
    yield "who rolls highest", high, play("A"), {"levels": {"A": 5, "B": 3, "C": 2, "D": 8, "E": 7}}
    low = {"roll_off": {"players": "others", "into": "$best", "lowest": True}}
    yield "who rolls lowest", act(base, "A", low, {"lose_levels": {"who": "$best"}}), play("A"), {"levels": {"D": 7}}
    tied = {**act(base, "A", low, {"lose_levels": {"who": "$best"}}), "rolls": [2, 5, 2, 6, 4, 3]}
    yield "who rolls lowest of those who tie", tied, play("A"), {"levels": {"B": 3, "C": 2, "D": 7, "E": 8}}
    tied = {**high, "rolls": [6, 1, 6, 6, 3, 3, 2, 4, 5]}
    yield "who rolls highest of those who tie", tied, play("A"), {"levels": {"B": 3, "C": 2, "D": 7, "E": 8}}
    some = {"roll_off": {"players": "all", "if": {"who": "$one", "sex": "male"}, "into": "$best"}}
    few = {**act(base, "A", some, {"lose_levels": {"who": "$best"}}), "rolls": [2, 5, 4]}
    yield "who of some rolls highest", few, play("A"), {"levels": {"A": 5, "B": 3, "C": 1, "D": 8, "E": 8}}
    most = {"most": {"players": "all", "of": {"count": {"from": "hand", "of": "$one"}}, "into": "$best"}}
    yield (
        "who has most",
        act(base, "A", most, {"lose_levels": {"who": "$best"}}),
        play("A"),
        {"levels": {"D": 7, "B": 3}},
    )
    count = act(base, "A", {"count_left": {"steps": 3, "into": "$one"}}, {"lose_levels": {"who": "$one"}})
    yield "count to the left", count, play("A"), {"levels": {"A": 5, "C": 2, "D": 7, "E": 8}}
    times = act(base, "A", {"repeat": {"times": 3, "do": [{"lose_levels": 1}]}})
    yield "so many times", times, play("A"), {"levels": {"A": 2}}
    stopped = act(base, "A", {"lose_levels": 1}, {"stop": True}, {"lose_levels": 1})
    yield "stop", stopped, play("A"), {"levels": {"A": 4}}
    loot = act(base, "A", VICTIM, {"die": "$victim"})
    taken = {"dead": ["B"], "cards": {"cap of B": "D hand"}, "asked_of": ["E"]}
    body = copy.deepcopy(loot)
    body["players"]["E"]["level"] = 7
    yield "a body is looted", body, [*play("A", "B"), {"D": {"choose": "cap of B"}}], taken
    rest = [{"E": {"choose": "jewel of B"}}, {"A": {"choose": "card2"}}]
    ends = {"cards": {"jewel of B": "E hand", "card2": "A hand", "card3": "C hand"}, "hand": {"B": 0}}
    yield "all take one", body, [*play("A", "B"), {"D": {"choose": "cap of B"}}, *rest], ends
    rich = copy.deepcopy(base)
    rich["players"]["A"]["hand"] = [f"card{number}" for number in range(21, 29)]
    kind = {"levels": {"A": 5}, "asked_of": ["A"]}
    yield "Charity", {**rich, "phase": "end"}, [{"A": "end"}], kind
    given: list[dict[str, Any]] = [{"A": "end"}, *({"A": {"choose": f"card{number} to C"}} for number in (21, 22, 23))]
    yield "Charity goes to the lowest", {**rich, "phase": "end"}, given, {"hand": {"A": 5, "C": 4}, "turn": "B"}


LAWS = (
    Law(
        "named-and-nobody-else",
        "What a card does to those whom it names it does to them, in their order, and to nobody else.",
        ("HIER-01", "DEATH-04"),
        whom,
        bare=True,
    ),
    Law("steps-do-as-they-say", "Every step of a card does what it says.", ("HIER-01",), deeds, bare=True),
)
