"""Laws of knowing: who knows which cards of others' hands, by every way in which a card can come there.

The cards are made up; what lay open is known to all, what went from hand to hand to the two alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from kickdoor.laws.doing import act, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps
from kickdoor.laws.supply import Supply


def _take(zone: str, of: str = "$one", **fields: str) -> Steps:
    """Steps by which A takes a card of D, or of a pile."""
    cards: Data = {"from": zone, "of": of} if of else {"from": zone}
    cards |= {"where": {"deck": "door"}} if zone == "hand" else {}
    return [
        {"choose": {"players": "others", "into": "$one"}},
        {"choose": {"cards": cards, "into": "$card"}},
        {"take": {"cards": "$card", "to": "you", **fields}},
    ]


def _piles(place: Place) -> Place:
    return {**place, "door_discards": ["card80"], "treasure_discards": [{"name": "coin"}]}


#: How a card comes into the hand of A: the steps, what A picks, and which cards who knows then.
WAYS: tuple[tuple[str, Steps, tuple[str, ...], dict[str, list[str]]], ...] = (
    ("an Item in play", _take("items"), ("D", "jewel of D"), {"B": ["jewel of D"], "D": ["jewel of D"], "A": []}),
    ("a card of a hand", _take("hand"), ("D", "card6"), {"B": [], "D": ["card6"], "A": []}),
    (
        "an unseen card",
        [{"choose": {"players": "others", "into": "$one"}}, {"take_unseen": {"from": "$one", "to": "you"}}],
        ("E",),
        {"B": [], "D": [], "E": ["card8"]},
    ),
    ("a discarded card", _take("door_discards", ""), ("D", "card80"), {"B": ["card80"], "D": ["card80"], "A": []}),
    ("a card drawn", [{"draw": {"deck": "door"}}], (), {"B": [], "D": [], "A": []}),
    ("a card drawn face up", [{"draw": {"deck": "treasure", "face": "up"}}], (), {"B": ["gem 0"], "D": ["gem 0"]}),
    (
        "a hand shown to all",
        [{"choose": {"players": "others", "into": "$one"}}, {"show_hand": "$one"}],
        ("B",),
        {"A": ["card2", "card3"], "D": ["card2", "card3"], "B": []},
    ),
    (
        "a hand that was shown, then a card taken of it",
        [{"choose": {"players": "others", "into": "$one"}}, {"show_hand": "$one"}, *_take("hand")[1:]],
        ("B", "card3"),
        {"D": ["card2", "card3"], "A": ["card2"], "B": ["card3"]},
    ),
    (
        "hands passed on",
        [{"pass_hands": {"to": "left"}}],
        (),
        {"A": ["card1"], "D": ["card5", "card6", "card7"], "E": ["card8"]},
    ),
)


def known(_: Supply) -> Iterator[Claim]:
    """Every way into a hand, and who knows what then."""
    for about, steps, picks, knows in WAYS:
        place = act(_piles(table("C")), "A", *steps)
        yield Claim(about, place, {"knows": knows}, play("A", *picks), must=True)
    rich = {**table("C"), "phase": "charity"}
    rich["players"]["A"]["hand"] = [f"card{number}" for number in range(70, 76)]
    rich["players"]["B"]["level"] = 1
    expected: Data = {"knows": {"A": ["card70"], "D": [], "E": []}, "hand": {"A": 5, "B": 4}}
    yield Claim("Charity", rich, expected, [{"A": {"give": "card70", "to": "B"}}], must=True)


LAWS = (
    Law(
        "who-knows-what",
        "What lay open is known to all, what went from hand to hand to the two, and what was drawn to nobody else.",
        ("CARD-08", "REW-02"),
        known,
        bare=True,
    ),
)
