"""Laws of symmetry: seats, sexes and packs may change places."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.law import Case, Law
from kickdoor.laws.playing import openings
from kickdoor.laws.supply import Supply, full_name, words_in
from kickdoor.packs.language import Card

ASPECTS = ("levels", "dead", "winners", "strength", "monsters", "moment", "turn", "hand")
SEXED = frozenset({"sex", "male", "female", "any_sex", "change_sex", "sexes"})


def _positions(supply: Supply, card: Card) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    """Positions in which a card does what it does, with how it is begun."""
    name = full_name(supply, card)
    players: dict[str, Any] = {
        "A": {
            "level": 4,
            "equipped": [{"name": "made-up cap", "slot": "headgear", "bonus": 1}],
            "hand": ["card1", "card2"],
        },
        "B": {
            "level": 3,
            "equipped": [{"name": "made-up mail", "slot": "armor", "bonus": 2}],
            "hand": ["card3", "card4"],
        },
        "C": {"level": 6, "hand": ["card5"]},
        "D": {"level": 3, "hand": ["card6"]},
    }
    # Whatever is drawn is laid down beforehand: decks are shuffled by numbers of cards and seats.
    piles: dict[str, Any] = {
        "door": [f"card{number}" for number in range(40, 50)],
        "treasure": [{"name": f"made-up gem {number}", "gold": 100} for number in range(8)],
        "rolls": [2, 5, 1, 6, 3, 4] * 3,
    }
    fight = {"fighter": "A", "monsters": [{"name": "made-up ogre", "level": 9, "treasures": 2}]}
    if card.kind == "monster":
        combat = {"fighter": "A", "helper": "B", "treasures": 1, "monsters": [name]}
        place = {"packs": supply.packs, "players": players, "turn": "A", **piles}
        yield f"{card.name} fought", {**place, "phase": "combat", "combat": combat}, []
        yield f"{card.name} met", {**place, "door": [name, *piles["door"]]}, [{"A": "kick"}]
        return
    for words, rest in (("in a fight", {"phase": "combat", "combat": fight}), ("in a turn", {})):
        for by in ("A", "B"):
            held = copy.deepcopy(players)
            held[by]["hand"][0] = name
            place = {"packs": supply.packs, "players": held, "turn": "A", **piles, **rest}
            for opening in openings(place, by, name):
                on = opening[0][by].get("on")
                yield f"{by} plays {card.name}{f' on {on}' if on else ''} {words}", place, opening


def _rotated(place: dict[str, Any], by: int) -> dict[str, Any]:
    names = list(place["players"])
    return {**place, "players": {name: place["players"][name] for name in names[by:] + names[:by]}}


def turned_seats(supply: Supply) -> Iterator[Case]:
    """Every card, with the same players one and two seats further."""
    for card in supply.sampled(supply.cards):
        for words, place, opening in _positions(supply, card):
            for by in (1, 3):
                yield Case(f"{words}, {by} seats on", _rotated(place, by), place, opening, aspects=_by_name(ASPECTS))

    for number, place in enumerate(supply.games, 1):
        place = {**place, "rolls": [2, 5, 1, 6, 3, 4]}
        about = f"position {number} of games, one seat on"
        yield Case(about, _rotated(place, 1), place, aspects=_by_name(ASPECTS), further=3)


def _by_name(aspects: tuple[str, ...]) -> tuple[str, ...]:
    """Aspects that do not depend on the order of seats."""
    return tuple(aspect for aspect in aspects if aspect not in ("dead", "winners"))


def exchanged_sexes(supply: Supply) -> Iterator[Case]:
    """Every card that does not speak of sex, with all players of the other sex."""
    for card in supply.sampled([card for card in supply.cards if not SEXED & set(words_in(card))]):
        for words, place, opening in _positions(supply, card):
            other = copy.deepcopy(place)
            for seat in other["players"].values():
                seat["sex"] = "female"
            yield Case(f"{words}, all female", other, place, opening, aspects=ASPECTS)

    for number, place in enumerate(supply.games, 1):
        if any(SEXED & set(words_in(supply.mix[id])) for id in set(words_in(place)) & supply.mix.keys()):
            continue
        other = copy.deepcopy(place)
        for seat in other["players"].values():
            seat["sex"] = "female" if seat["sex"] == "male" else "male"
        yield Case(f"position {number} of games, the sexes exchanged", other, place, aspects=ASPECTS, further=3)


def reordered_packs(supply: Supply) -> Iterator[Case]:
    """Every card of a mix, with the packs named in another order."""
    if len(supply.packs) < 2:
        return
    for card in supply.sampled(supply.cards):
        for words, place, opening in _positions(supply, card):
            other = {**place, "packs": supply.packs[::-1], "book": "deluxe"}
            yield Case(f"{words}, packs in another order", other, {**place, "book": "deluxe"}, opening, aspects=ASPECTS)

    for number, place in enumerate(supply.games, 1):
        place = {**place, "rolls": [2, 5, 1, 6, 3, 4]}
        other = {**place, "packs": supply.packs[::-1]}
        yield Case(f"position {number} of games, packs in another order", other, place, aspects=ASPECTS, further=3)


LAWS = (
    Law("turned-seats", "Seats turned round the table give the same game turned round.", ("SETUP-08",), turned_seats),
    Law(
        "exchanged-sexes",
        "Sexes exchanged give the same game where no card speaks of sex.",
        ("CHAR-01",),
        exchanged_sexes,
    ),
    Law("reordered-packs", "Packs mixed in another order give the same game.", ("MIX-01",), reordered_packs),
)
