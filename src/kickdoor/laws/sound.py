"""Laws of every position: what must be so whatever the cards, tried around each card and in games."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from kickdoor.laws.law import Law, Place, Trial
from kickdoor.laws.plain import plain_games
from kickdoor.laws.playing import openings
from kickdoor.laws.positions import DOOM, built, of_games, turn_with
from kickdoor.laws.supply import Supply, full_name

KICK: list[dict[str, Any]] = [{"A": "kick"}]
WHOLE_TURN = 12
"""So many steps lead from the door to the end of most turns."""
WALK = 30
"""So many steps are taken by chance from a position of a game."""


def trials(supply: Supply) -> Iterator[Trial]:
    """Games of plain cards; every position out of games; and around every card, with each way to play it."""
    yield from plain_games(supply)
    for number, place in enumerate(supply.games, 1):
        yield Trial(f"position {number} of games with {' and '.join(supply.packs)}", place, further=3)
        rolled = {**place, "rolls": [2, 5, 1, 6, 3, 4] * 4}
        yield Trial(f"on from position {number} of games", rolled, further=WALK, deep=False, walk=f"{number}")
        doomed = copy.deepcopy(place)
        reaper = supply.rng.choice(list(place["players"]))
        doomed["players"][reaper].setdefault("hand", []).append(DOOM)
        for victim in place["players"]:
            opening = [{reaper: {"play": "made-up doom", "choose": victim}}]
            yield Trial(f"{victim} dies in position {number} of games", doomed, opening, further=5, deep=False)
        if place["phase"] == "arrange" and not place["players"][place["turn"]].get("dead"):
            kick = [{place["turn"]: "kick"}]
            yield Trial(f"the door of position {number} of games", place, kick, further=WHOLE_TURN, deep=False)
    for card in supply.sampled(supply.cards):
        name = full_name(supply, card)
        if card.deck == "door":
            yield Trial(f"{card.name} and the rest of the turn", turn_with(supply, card), KICK, WHOLE_TURN, deep=False)
        for words, place in (*built(supply, card), *of_games(supply, card)):
            yield Trial(words, place, further=4)
            for by, seat in place["players"].items():
                if name in seat.get("hand", []):
                    for opening in openings(place, by, name):
                        yield Trial(f"{words}, played", place, opening, further=4, deep=False)
                        if "D" in place["players"] and by != "D" and opening[0][by].get("on") != "D":
                            yield Trial(f"{words}, played, D dead", _without(place, "D"), opening, 4, deep=False)


def _without(place: Place, name: str) -> Place:
    """The position with a player who is dead, and has nothing."""
    seat = {"level": place["players"][name]["level"], "dead": True}
    return {**place, "players": {**place["players"], name: seat}}


LAWS = (
    Law(
        "strength-adds-up",
        "Strength is the sum of its lines; each has one source that is in play, and belongs to somebody in the fight.",
        ("CMB-01", "CMB-07"),
        check="strength",
    ),
    Law(
        "level-bounds",
        "Nobody's Level passes the highest without a kill by anything but a kill, nor falls below the lowest.",
        ("HIER-02", "HIER-05", "HIER-07", "WIN-03"),
        check="levels",
    ),
    Law(
        "limits-kept",
        "Nobody has more than they may once what is too much has been put right.",
        ("ITEM-03", "ITEM-07", "CHAR-04", "CHAR-05", "POW-01"),
        check="limits",
    ),
    Law(
        "right-places",
        "Each card is in one place, and in none that its rules forbid.",
        ("CARD-04", "ITEM-04", "ITEM-13"),
        check="places",
    ),
    Law("told-as-done", "What is told is what has happened, and nothing else has.", ("ACT-01",), check="told"),
    Law(
        "by-the-book",
        "Where no card changes the rules, what comes of an answer is what the book says.",
        ("CMB-01", "REW-01", "RUN-02", "TURN-13", "CHAR-20", "SELL-01", "DEATH-01"),
        check="book",
    ),
    Law("offered-is-taken", "What is offered is not refused, and is done.", ("CARD-04", "ITEM-04"), check="offered"),
    Law(
        "refused-changes-nothing",
        "What is refused changes nothing, and what nothing is said against is offered.",
        ("ACT-12",),
        check="refused",
    ),
    Law(
        "asked-in-windows",
        "Whoever could speak and has not passed is asked, and a window stays open while anybody is.",
        ("ACT-01",),
        check="asked",
    ),
    Law(
        "dead-do-nothing",
        "Who is dead does nothing and is paid nothing until they are back.",
        ("DEATH-04", "DEATH-05"),
        check="dead",
    ),
    Law(
        "phases-kept",
        "Who met a monster behind the door does not loot the room; who met none does, or looks for trouble.",
        ("TURN-06", "TURN-12"),
        check="phases",
    ),
    Law(
        "equipment-is-free",
        "Out of combat what was put on can be taken off, and put on again.",
        ("ACT-06",),
        check="equipment",
    ),
    Law(
        "no-trade-in-combat",
        "In combat Items go from the fighter to a helper, as the price of help, and no other way.",
        ("ACT-12", "HELP-02"),
        check="bargains",
    ),
)
