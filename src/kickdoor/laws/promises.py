"""Laws of promises: what the words of a card let its owner do is offered where it should be."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.engine.data.options import code
from kickdoor.engine.data.terms import PLAY
from kickdoor.engine.questions.table import face
from kickdoor.engine.running import kernel
from kickdoor.laws.law import Claim, Law, Steps
from kickdoor.laws.outcome import follow
from kickdoor.laws.positions import FIELDS, STAYING, Place, built, of_games
from kickdoor.laws.supply import Supply, full_name, words_in
from kickdoor.laws.tables import lay_out
from kickdoor.packs.language import Card
from kickdoor.play.position import PositionError
from kickdoor.play.table import Table

DEEP = 6
"""So many steps of a position are looked at before a promise counts as broken there."""


#: What these positions do not come to, by card and ability; scenarios play it.
UNREACHED = frozenset(
    {
        ("munchkin-7/lucky_penny", "play"),  # follows the loss of another's Item to a Curse
        ("munchkin-7/old_edition", "play"),  # needs a Race or Class in the hand
        ("munchkin-7/cheat_with_both_hands", "cheat_again"),  # follows its own play on one Item
        ("munchkin-8/take_the_good_with_the_bad", "play"),  # follows the loss of a Hireling or a Steed
    }
)


def promised(supply: Supply) -> Iterator[Claim]:
    """Every ability of every card: in one of the positions it must be offered, and is looked for till it is."""
    for card in supply.sampled(supply.cards):
        name = full_name(supply, card)
        missing: set[str] | None = None
        for place in _rich(supply, card):
            try:
                table = lay_out(place)
            except PositionError:
                continue
            if missing is None:
                missing = {a.name for a in table.game.state.rules.defs[table.cards_named(name)[0]].abilities}
                missing -= {ability for id, ability in UNREACHED if id == name}
                nowhere = place
            for ability, seat, steps in _offered(table, name, missing):
                yield Claim(f"{card.name}, {ability}", place, _can(table, name, ability, seat), steps)
            if not missing:
                break
        for ability in sorted(missing or ()):
            yield Claim(f"{card.name} never offers {ability}", nowhere, _can(table, name, ability, 0))


def _can(table: Table, name: str, ability: str, seat: int) -> dict[str, Any]:
    return {"can": {table.seats[seat]: [{"use": name, "ability": ability}]}}


def _offered(table: Table, name: str, missing: set[str]) -> Iterator[tuple[str, int, Steps]]:
    """The missing abilities of a card that anybody is offered in a position, or in the steps that follow; once each."""
    steps: Steps = []
    for _ in range(DEEP):
        for ability, seat in _offered_now(table, name):
            if ability in missing:
                missing.discard(ability)
                yield ability, seat, list(steps)
        made = follow(table, 1) if missing else []
        if not made:
            break
        steps += made


def _offered_now(table: Table, name: str) -> list[tuple[str, int]]:
    s = table.game.state
    found = []
    for seat in range(len(s.players)):
        options = kernel.options(s, seat)
        for card in table.cards_named(name):
            found += [(a.name, seat) for a in face(s, card).abilities if code(PLAY, card, a.index) in options]
    return found


CURSED = {"name": "made-up curse", "kind": "curse", "play": [{"lose_levels": 1}]}
LASTING = {"name": "made-up plague", "kind": "curse", "lasting": "lasting"}
FRIEND = {"name": "made-up friend", "kind": "hireling"}


def _rich(supply: Supply, card: Card) -> Iterator[Place]:
    """Positions for a card, with whatever its words speak of: Classes, Races, sorts of monsters."""
    spoken = set(words_in(card))
    tags = sorted(spoken & supply.tags | {"undead"} | {word for word in spoken if word.startswith("word_")})
    seat: dict[str, Any] = {
        "level": 5,
        "equipped": [
            {"name": "made-up cap", "slot": "headgear", "bonus": 2},
            {"name": "made-up coat", "slot": "armor", "bonus": 1},
            {"name": "made-up sword", "slot": "hand", "hands": 1, "bonus": 2},
            {"name": "made-up pony", "kind": "steed", "bonus": 1},
            {"name": "made-up shoes", "slot": "footgear", "big": True, "bonus": 1, "tags": tags},
        ],
        "table": [FRIEND],
        "carried": [
            {"name": "made-up potion", "kind": "one_shot", "bonus": 2, "tags": tags},
            {"name": "made-up jewel", "gold": 900, "tags": tags},
        ],
    }
    for word in [word for word in supply.traits if word in spoken and word != card.trait]:
        bearer = supply.of_trait(word)
        if len({*seat, *bearer}) > len(seat):
            seat |= bearer
    if card.kind in ("class", "race"):
        seat.pop("classes" if card.kind == "class" else "races", None)
    seat |= supply.bearer(card)
    foe = {"name": "made-up ogre", "level": 3, "treasures": 2, "tags": tags}
    giant = {"name": "made-up giant", "level": 40, "treasures": 2, "tags": tags}
    others = [{"name": "made-up imp", "level": 1, "tags": tags}]
    for monsters, rolls in (([foe], [6]), ([giant], [1]), ([giant, *others], [6]), ([giant], [4])):
        fight: dict[str, Any] = {
            "phase": "combat",
            "combat": {"fighter": "A", "monsters": monsters},
            "rolls": rolls * 9,
        }
        yield from _with(supply, card, seat, fight)
        combat = {"fighter": "A", "helper": "B", "monsters": monsters}
        yield from _with(supply, card, seat, {**fight, "combat": combat})
    raging = {"card": foe, "enhancers": [{"name": "made-up rage", "kind": "monster_enhancer", "bonus": 5}]}
    dose = {"name": "made-up dose", "kind": "one_shot", "bonus": 2}
    combat = {"fighter": "A", "monsters": [raging], "played": [{"card": dose, "by": "C", "for": "party"}]}
    yield from _with(supply, card, seat, {"phase": "combat", "combat": combat})
    yield from _with(supply, card, seat, {"phase": "kick_open", "door": [CURSED]})
    yield from _with(supply, card, seat, {"phase": "kick_open", "door": [giant], "rolls": [1] * 9})
    yield from _with(supply, card, {**seat, "curses": [LASTING]}, {})
    yield from _with(supply, card, seat, {"phase": "second"})
    yield from _with(supply, card, seat, {"phase": "begin"})
    for _, place in (*built(supply, card), *of_games(supply, card)):
        yield place


def _with(supply: Supply, card: Card, seat: dict[str, Any], rest: dict[str, Any]) -> Iterator[Place]:
    """The position with the card in a hand, in force, or as a monster of the fight."""
    name = full_name(supply, card)
    fillers: list[Any] = ["card1", "card2", "card3", {"name": "made-up toad", "level": 2}]
    rival: dict[str, Any] = {
        "level": 4,
        "sex": "female",
        "equipped": [{"name": "made-up mail", "slot": "armor", "bonus": 2}],
        "carried": [
            {"name": "made-up hammer", "gold": 300, "bonus": 60},
            {"name": "made-up robe", "usable_by": ["none"]},
        ],
        "hand": ["card4", "card5"],
        **supply.somebody(),
    }
    third: dict[str, Any] = {
        "level": 3,
        "hand": ["card6"],
        **{field: seat[field] for field in ("classes", "races") if field in seat},
    }
    players = {"A": {**seat, "hand": fillers}, "B": rival, "C": third, "D": {"level": 7}}
    base = {"packs": supply.packs, "players": players, "turn": "A", "treasure": [{"name": "made-up prize"}], **rest}
    base["door_discards"] = [
        {"name": "made-up steed", "kind": "steed"},
        {"name": "made-up ghost", "level": 4},
        {"name": "made-up hex", "kind": "curse"},
        {"name": "made-up kin", "kind": "race", "trait": "made_up_kin"},
        {"name": "made-up craft", "kind": "class", "trait": "made_up_craft"},
    ]
    base["treasure_discards"] = [
        {"name": "made-up relic", "slot": "headgear", "bonus": 1},
        {"name": "made-up flask", "kind": "one_shot", "bonus": 3},
    ]
    if card.kind == "monster" and "combat" in rest:
        place = copy.deepcopy(base)
        place["combat"]["monsters"].append(name)
        yield place
    for who in ("A", "B", "C"):
        place = copy.deepcopy(base)
        place["players"][who]["hand"].append(name)
        yield place
        if card.kind == "item_enhancer" or card.lifts_limits:
            place = copy.deepcopy(base)
            place["players"]["A"].setdefault("table", []).append(name)
            place["players"]["A"]["attached"] = {name: "made-up cap"}
            yield place
        if card.kind in (*STAYING, "one_shot", "special"):
            place = copy.deepcopy(base)
            field = FIELDS.get(card.kind, "carried" if card.kind == "one_shot" else "table")
            held = place["players"][who]
            held.update(supply.bearer(card))
            held[field] = [name, *[other for other in held.get(field, []) if field != "equipped"]]
            yield place


def put_right(supply: Supply) -> Iterator[Claim]:
    """Every card that lifts limits or makes room, held by somebody who has lost what let them carry so much."""
    kin = {
        "name": "made-up kin",
        "kind": "race",
        "trait": "made_up_kin",
        "modifiers": [{"value": "big_limit", "add": 9}],
    }
    for card in supply.sampled([card for card in supply.cards if card.lifts_limits or _makes_room(card)]):
        name = full_name(supply, card)
        bulky = [{"name": f"made-up {word}", "big": True, "bonus": 1} for word in ("wardrobe", "piano")]
        players = {"A": {"races": [kin], "carried": bulky, "hand": [name]}, "B": {}, "C": {}}
        place = {"packs": supply.packs, "players": players, "turn": "A"}
        if card.kind in ("special", "race", "class") and "treasure_discards" not in words_in(card):
            yield Claim(f"{card.name} in hand", place, {"can": {"A": [name]}}, [{"A": {"drop": "made-up kin"}}])


def _makes_room(card: Card) -> bool:
    """Whether a card by itself allows another Big Item."""
    return any(m.value == "big_limit" and not m.if_ for m in card.modifiers)


LAWS = (
    Law(
        "put-right",
        "Whoever has too much is offered every lawful play that puts it right.",
        ("ITEM-09", "ITEM-12"),
        put_right,
    ),
    Law(
        "promised-is-offered",
        "What a card lets its owner do is offered in a position where it should be.",
        ("HIER-01",),
        promised,
    ),
)
