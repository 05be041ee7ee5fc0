"""Laws of speaking: who is asked again after what somebody does in an open window.

The cards are made up; whoever could speak has passed before, so that a question to them can only be a new one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import fight, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding
from kickdoor.laws.supply import Supply

SPEAKERS = "DE"
"""Who has something to say, and has passed."""

HELP: Data = {"kind": "help", "to": "B", "treasures": 1}
TRADE: Data = {"kind": "trade", "to": "B", "gives": ["jewel of A"]}
TO_D: Data = {"kind": "trade", "to": "D", "gives": ["jewel of A"]}
BRIBE: Data = {"kind": "bribe", "to": "D", "gives": ["jewel of A"], "pledge": "favour"}

#: What is done out of combat when all others have passed, and who is asked then: all after what changes the table, the
#: receiver after an offer, and nobody else after what concerns nobody else.
OUT_OF_COMBAT: tuple[tuple[str, Steps, str], ...] = (
    ("nothing", [], "A"),
    ("a play", [{"A": {"play": "word of A"}}], "ADE"),
    ("a play of who has passed", [{"D": {"play": "word of D"}}], "AE"),
    ("a card laid", [{"A": {"lay": "boots"}}], "ADE"),
    ("a Class dropped", [{"A": {"drop": "craft"}}], "ADE"),
    ("a sale", [{"A": {"sell": ["crown"]}}], "ADE"),
    ("an Item taken off", [{"A": {"unequip": "cap of A"}}], "A"),
    ("an Item put on", [{"A": {"equip": "gloves"}}], "A"),
    ("an Item put on by another", [{"D": {"unequip": "cap of D"}}], "A"),
    ("an offer to who had nothing to say", [{"A": {"offer": TRADE}}], "AB"),
    ("an offer to who has passed", [{"A": {"offer": TO_D}}], "AD"),
    ("a bribe to who has passed", [{"A": {"offer": BRIBE}}], "AD"),
    ("an offer to the owner", [{"D": {"offer": {"kind": "trade", "to": "A", "gives": ["jewel of D"]}}}], "A"),
    ("an offer that is refused", [{"A": {"offer": TRADE}}, {"B": {"refuse": "A"}}], "A"),
    ("an offer that is accepted", [{"A": {"offer": TRADE}}, {"B": {"accept": "A"}}], "A"),
    ("an offer that somebody else hears", [{"A": {"offer": TO_D}}, {"pass": ["D"]}], "A"),
)
IN_COMBAT: tuple[tuple[str, Steps, str], ...] = (
    ("nothing", [], "A"),
    ("a play", [{"A": {"play": "word of A"}}], "ADE"),
    ("a Class dropped", [{"A": {"drop": "craft"}}], "ADE"),
    ("an Item put on by who does not fight", [{"D": {"unequip": "cap of D"}}], "A"),
    ("help that is asked for", [{"A": {"offer": HELP}}], "AB"),
    ("help that is refused", [{"A": {"offer": HELP}}, {"B": {"refuse": "A"}}], "A"),
    ("help that is accepted", [{"A": {"offer": HELP}}, {"B": {"accept": "A"}}], "ADE"),
    ("a bribe", [{"D": {"offer": {**BRIBE, "to": "E", "gives": ["jewel of D"]}}}], "AE"),
    ("a bribe to who fights", [{"D": {"offer": {**BRIBE, "to": "A", "gives": []}}, "refused": True}], "A"),
)


def _speakers(place: Place) -> Place:
    place = copy.deepcopy(place)
    for name in ("A", *SPEAKERS):
        word: Data = {"kind": "one_shot", "when": "any_time", "play": [{"draw": {"deck": "door"}}]}
        place = holding(place, name, {"name": f"word of {name}", **word})
    seat = place["players"]["A"]
    seat["classes"] = [{"name": "craft", "kind": "class", "trait": "craft"}]
    seat["carried"] += [{"name": "gloves"}, {"name": "crown", "gold": 1000}]
    seat["hand"].append({"name": "boots", "slot": "footgear"})
    return place


def asked_again(_: Supply) -> Iterator[Claim]:
    """Everything that can be done in a window, when all who could speak have passed."""
    for where, base, deeds in (("", table("C"), OUT_OF_COMBAT), (", in combat", fight(table("C"), False), IN_COMBAT)):
        place = _speakers(base)
        for about, steps, asked in deeds:
            passed: Steps = [{"pass": list(SPEAKERS)}]
            yield Claim(f"{about}{where}", place, {"asked_of": list(asked)}, [*passed, *steps], must=True)


LAWS = (
    Law(
        "asked-again",
        "What changes the table is open to all again; an offer asks its receiver, what concerns nobody else nobody.",
        ("CARD-04", "TRADE-01", "HELP-01"),
        asked_again,
        bare=True,
    ),
)
