"""Laws of absence: the dead, cancelled Curses and removed monsters are as if they were not there."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from kickdoor.laws.law import Case, Law, Place, Steps
from kickdoor.laws.playing import can_do, openings
from kickdoor.laws.positions import DOOM, FIELDS
from kickdoor.laws.supply import Supply, full_name, words_in
from kickdoor.packs.language import Card

ASPECTS = ("levels", "dead", "winners", "strength", "monsters", "moment")

RING = {"name": "made-up ring", "kind": "one_shot", "when": "when_cursed", "play": [{"cancel_curse": True}]}

BANISH = {
    "name": "made-up banisher",
    "kind": "one_shot",
    "when": "own_combat",
    "target": [{"choose": {"monsters": True, "into": "$monster"}}],
    "play": [{"remove_monster": {"monster": "$monster"}}],
}


SLAY = {
    "name": "made-up slayer",
    "kind": "one_shot",
    "when": "own_combat",
    "target": [{"choose": {"monsters": True, "into": "$monster"}}],
    "play": [{"kill_monster": "$monster"}],
}


def dead_helpers(supply: Supply) -> Iterator[Case]:
    """Every card before a helper who dies, and every monster that is left; and whoever dies in fights of games."""
    ogre = {"name": "made-up ogre", "level": 3, "treasures": 2}
    for card in supply.sampled(supply.of_kind(*FIELDS, "hireling", "special", "monster", "monster_enhancer")):
        name = full_name(supply, card)
        helper: dict[str, Any] = {"level": 9}
        monster: Any = ogre
        if card.kind == "monster":
            monster = name
        elif card.kind == "monster_enhancer":
            monster = {"card": ogre, "enhancers": [name]}
        else:
            helper |= {**supply.bearer(card), FIELDS.get(card.kind, "table"): [name]}
        for sort in _sorts(supply, card):
            place: dict[str, Any] = {
                "packs": supply.packs,
                "players": {"A": {"level": 3, "sex": "neither"}, "B": {**helper, **sort}, "C": {"level": 4}},
                "turn": "A",
                "phase": "combat",
                "combat": {"fighter": "A", "monsters": [monster]},
                "rolls": [1, 1, 1],
            }
            yield _dying(f"a helper with {card.name} who dies", place, "B", further=6)
            if card.kind in ("race", "class", "power"):
                two = copy.deepcopy(place)
                two["combat"] |= {
                    "treasures": 1,
                    "monsters": [ogre, {"name": "made-up imp", "level": 1, "treasures": 1}],
                }
                two["players"]["A"] |= {"level": 5, "carried": [SLAY]}
                slay: Steps = [{"A": {"play": "made-up slayer", "choose": "made-up imp"}}]
                yield _dying(f"{card.name} who dies after a kill", two, "B", slay, further=6)
    for number, fight in enumerate([place for place in supply.games if "combat" in place], 1):
        for name in fight["players"]:
            if name in (fight["combat"]["fighter"], fight["combat"].get("helper")):
                continue
            alone = copy.deepcopy(fight)
            alone["combat"].pop("helper", None)
            yield _dying(f"{name} dies helping in fight {number} of games", alone, name, further=4)


def _sorts(supply: Supply, card: Card) -> list[dict[str, Any]]:
    """What a helper is whom a monster has something against; nothing for other cards."""
    if card.kind not in ("monster", "monster_enhancer"):
        return [{}]
    spoken = set(words_in(card))
    found: list[dict[str, Any]] = [{"sex": sex} for sex in ("male", "female") if sex in spoken]
    return [*found, *(supply.of_trait(trait) for trait in supply.traits if trait in spoken)]


def _dying(about: str, alone: Place, helper: str, first: Sequence[dict[str, Any]] = (), further: int = 0) -> Case:
    """Somebody dies by their own hand, and it is as if they had not helped; says nothing where they live on."""
    alone["players"][helper].setdefault("hand", []).append(DOOM)
    helped = copy.deepcopy(alone)
    helped["combat"]["helper"] = helper
    doom = [*first, {helper: {"play": "made-up doom", "choose": helper}}]
    fate = {"dead": [helper]}
    aspects = (*ASPECTS, "hand") if first else ASPECTS
    return Case(about, helped, alone, doom, aspects=aspects, provided=fate, further=further)


def cancelled_curses(supply: Supply) -> Iterator[Case]:
    """Every Curse that a Wishing Ring stops."""
    for card in supply.sampled(supply.of_kind("curse")):
        name = full_name(supply, card)
        seat: dict[str, Any] = {
            "level": 5,
            **supply.somebody(),
            "equipped": [
                {"name": "made-up cap", "slot": "headgear", "bonus": 2},
                {"name": "made-up mail", "slot": "armor", "bonus": 3},
            ],
        }
        place: dict[str, Any] = {
            "packs": supply.packs,
            "players": {"A": seat, "B": {"level": 4}, "C": {}},
            "turn": "B",
            "rolls": [1, 1, 1, 1],
        }
        tried = copy.deepcopy(place)
        tried["players"]["A"]["hand"] = [RING]
        tried["players"]["C"]["hand"] = [name]
        aspects = ("levels", "dead", "winners", "sex", "cards:made-up cap,made-up mail")
        yield from _stopped(card, name, place, tried, "A", "C", aspects)
        for place in supply.rng.sample(supply.games, min(2, len(supply.games))):
            victim, by = supply.rng.sample([who for who, seat in place["players"].items() if not seat.get("dead")], 2)
            tried = copy.deepcopy(place)
            tried["players"][victim].setdefault("hand", []).append(RING)
            tried["players"][by].setdefault("hand", []).append(name)
            aspects = ("levels", "dead", "winners", "sex", "strength")
            for case in _stopped(card, name, place, tried, victim, by, aspects):
                if can_do(tried, case.opening):  # what protects the victim may come before any ring
                    yield case


def _stopped(
    card: Card, name: str, place: Place, tried: Place, victim: str, by: str, aspects: tuple[str, ...]
) -> Iterator[Case]:
    for opening in openings(tried, by, name):
        if opening[0][by].get("on") == victim:
            undone = [*opening, {victim: {"play": "made-up ring"}}]
            further = 0 if "strength" in aspects else 3
            about = f"{card.name} stopped by {victim}"
            yield Case(about, tried, place, undone, plain_opening=[], aspects=aspects, further=further)


def removed_monsters(supply: Supply) -> Iterator[Case]:
    """Every monster that stood in a fight beside another and was removed from it."""
    for monster in supply.sampled(supply.of_kind("monster")):
        name = full_name(supply, monster)
        place: dict[str, Any] = {
            "packs": supply.packs,
            "players": {
                "A": {"level": 6, "equipped": [{"name": "made-up cap", "slot": "headgear", "bonus": 2}]},
                "B": {"level": 4},
                "C": {},
            },
            "turn": "A",
            "phase": "combat",
            "combat": {"fighter": "A", "monsters": [{"name": "made-up ogre", "level": 12, "treasures": 2}]},
            "rolls": [1, 1, 1],
        }
        tried = copy.deepcopy(place)
        tried["combat"]["monsters"].append(name)
        tried["players"]["A"]["carried"] = [BANISH]
        banish = [{"A": {"play": "made-up banisher", "choose": monster.name}}]
        yield Case(f"{monster.name} removed", tried, place, banish, plain_opening=[], aspects=ASPECTS)
    for number, fight in enumerate([place for place in supply.games if "combat" in place], 1):
        tried = copy.deepcopy(fight)
        tried["combat"]["monsters"].append({"name": "made-up ogre", "level": 7, "treasures": 3})
        fighter = tried["combat"]["fighter"]
        tried["players"][fighter].setdefault("carried", []).append(BANISH)
        gone = [{fighter: {"play": "made-up banisher", "choose": "made-up ogre"}}]
        about = f"an ogre removed from fight {number} of games"
        yield Case(
            about, tried, fight, gone, plain_opening=[], aspects=("levels", "dead", "strength", "monsters"), further=0
        )


LAWS = (
    Law("dead-as-absent", "Who is dead is as absent.", ("DEATH-05", "HELP-01"), dead_helpers),
    Law("cancelled-curse", "A cancelled Curse is as never played.", ("CURSE-05",), cancelled_curses),
    Law(
        "removed-monster",
        "A monster removed is as never met, but for what it did on meeting.",
        ("CMB-03",),
        removed_monsters,
    ),
)
