"""Tables of plain cards: no card changes the rules there, so that the book alone says what comes of an answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kickdoor.laws.law import Place, Trial
from kickdoor.laws.supply import Supply

WALKS = 60
"""So many games are begun."""
STEPS = 60
"""So far each is played."""

BAD_STUFF: tuple[list[dict[str, Any]], ...] = (
    [{"lose_levels": 1}],
    [{"lose_levels": 3}],
    [{"die": "you"}],
    [{"discard_hand": "you"}],
    [{"choose": {"cards": {"from": "items"}, "into": "$card"}}, {"lose": "$card"}],
)
SHAPES: tuple[dict[str, Any], ...] = (
    {"slot": "headgear"},
    {"slot": "armor"},
    {"slot": "footgear"},
    {"slot": "hand", "hands": 1},
    {"slot": "hand", "hands": 2, "big": True},
    {"big": True},
    {},
)


def plain_games(supply: Supply) -> Iterator[Trial]:
    """Games at tables of plain cards, played by chance from positions by chance."""
    if supply.pack != "munchkin":  # they have no card of any pack
        return
    for number in range(max(4, round(WALKS * supply.share))):
        chance = Random(f"{supply.seed} plain {number}")
        place = _place(chance)
        walk = f"{supply.seed} {number}"
        yield Trial(f"plain game {number}", place, further=STEPS, deep=False, walk=walk)


def _place(chance: Random) -> Place:
    doors = [_door(chance, number) for number in range(30)]
    treasures = [_treasure(chance, number) for number in range(40)]
    players: dict[str, Any] = {}
    for name in "ABCD"[: chance.choice((3, 4))]:
        hand = [doors.pop() for _ in range(chance.randrange(5))] + [treasures.pop() for _ in range(chance.randrange(4))]
        level = chance.choice((1, 1, 2, 3, 5, 8, 9))
        wearing = chance.sample(SHAPES[:4], chance.randrange(3))
        worn = [_item(chance, f"{name} {number}", shape) for number, shape in enumerate(wearing)]
        players[name] = {"level": level, "sex": chance.choice(("male", "female")), "equipped": worn, "hand": hand}
    return {
        "packs": [],
        "book": chance.choice(("deluxe", "lite", "star")),
        "players": players,
        "turn": chance.choice(list(players)),
        "door": doors,
        "treasure": treasures,
        "rolls": [chance.randrange(1, 7) for _ in range(60)],
        "seed": str(chance.random()),
    }


def _door(chance: Random, number: int) -> dict[str, Any]:
    sort = chance.choice(("monster", "monster", "monster", "curse", "class", "race", "monster_enhancer"))
    name = f"made-up {sort.replace('_', ' ')} {number}"
    if sort == "monster":
        return {
            "name": name,
            "level": chance.randrange(1, 13),
            "treasures": chance.randrange(1, 4),
            "levels_gained": chance.choice((1, 1, 2)),
            "bad_stuff": chance.choice(BAD_STUFF),
        }
    if sort == "curse":
        return {"name": name, "kind": sort, "play": chance.choice(BAD_STUFF[:2] + BAD_STUFF[3:])}
    if sort == "monster_enhancer":
        return {"name": name, "kind": sort, "bonus": chance.choice((5, 10, -5)), "treasures": chance.randrange(2)}
    return {"name": name, "kind": sort, "trait": f"made_up_{number}"}


def _treasure(chance: Random, number: int) -> dict[str, Any]:
    sort = chance.choice(("item", "item", "item", "one_shot", "go_up_a_level", "item_enhancer"))
    name = f"made-up {sort.replace('_', ' ')} {number}"
    if sort == "item":
        return _item(chance, str(number), chance.choice(SHAPES))
    if sort == "one_shot":
        return {"name": name, "kind": sort, "bonus": chance.randrange(1, 6), "gold": 200}
    if sort == "item_enhancer":
        return {"name": name, "kind": sort, "bonus": chance.randrange(1, 4)}
    return {"name": name, "kind": sort, "play": [{"gain_levels": 1}]}


def _item(chance: Random, name: str, shape: dict[str, Any]) -> dict[str, Any]:
    gold = chance.choice((0, 200, 400, 600, 1100))
    return {"name": f"made-up thing {name}", "bonus": chance.randrange(5), "gold": gold, **shape}
