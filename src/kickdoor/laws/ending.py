"""Laws of endings: what comes of a fight that is claimed, paid or run from when a card speaks at that very moment.

The cards are made up; each claim is worked out from the numbers on them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from kickdoor.laws.doing import act, fight, play, table
from kickdoor.laws.law import Claim, Law, Place
from kickdoor.laws.standing import Data, Steps, holding, with_charm
from kickdoor.laws.supply import Supply

IMP: Data = {"name": "imp", "level": 2, "treasures": 1}
OGRE: Data = {"name": "ogre", "level": 30, "treasures": 2, "bad_stuff": [{"lose_levels": 2}]}
PICK: Data = {"choose": {"monsters": True, "into": "$monster"}}
AWAY: Steps = [PICK, {"remove_monster": {"monster": "$monster", "treasures": "none"}}]
KILL: Steps = [PICK, {"kill_monster": "$monster"}]
WON: Steps = [{"pass": "all"}]


def _fight(*monsters: Data, helper: bool = False) -> Place:
    return fight(table("C"), helper=helper, monsters=copy.deepcopy(list(monsters)))


def _flight(*rolls: int, **fields: object) -> Place:
    return {**_fight({**OGRE, **fields}), "phase": "running_away", "rolls": [*rolls, *[1] * 6]}


def decided(_: Supply) -> Iterator[Claim]:
    """A claim is made anew after each play, as the sums are then; a win alone gives no level without a kill."""
    for bonus, stands in ((2, True), (4, False)):
        dose = {"name": "dose", "kind": "one_shot", "bonus": bonus}
        place = holding(holding(_fight(IMP), "D", dose), "E", {"name": "late", "kind": "one_shot", "bonus": 9})
        steps: Steps = [{"A": "claim"}, {"D": {"play": "dose", "on": "monsters"}}]
        asked = {"moment": "fight", "strength": [6, 2 + bonus], "asked_of": ["A", "E"]}
        yield Claim(f"a claim against +{bonus}", place, asked, steps, must=True)
        then: Steps = [*steps, *WON]
        ended = {"outcome": "won", "levels": {"A": 6}} if stands else {"outcome": "lost"}
        yield Claim(f"a claim against +{bonus}, in the end", {**place, "rolls": [6] * 4}, ended, then, must=True)
    rise: Steps = [{"gain_levels": 1}]
    for about, away, levels in (("killed", False, {"A": 7, "B": 4}), ("removed", True, {"A": 5, "B": 3})):
        place = _fight(IMP, helper=True)
        for name in "AB":
            place = with_charm(place, name, reactions=[{"to": "fight_won", "do": rise}])
        place = act(place, "E", *AWAY)
        steps = [*(play("E") if away else []), *WON]
        yield Claim(f"a level for a win, the monster {about}", place, {"levels": levels}, steps, must=True)
        place = act(_fight(IMP, helper=True), "E", *AWAY)
        place = holding(place, "D", {"name": "praise", "kind": "special", "when": "after_combat", "play": rise})
        steps = [*(play("E") if away else []), *WON, {"D": {"play": "praise"}, "refused": True}]
        yield Claim(f"a bystander's level for it, the monster {about}", place, {"levels": {"D": 8}}, steps, must=True)


def drawn_on(_: Supply) -> Iterator[Claim]:
    """A Treasure that lets draw more, drawn for a fight: what comes is as open as the rest, and shared with it."""
    more: Data = {"name": "hoard", "kind": "special", "deck": "treasure"}
    for helper, face in ((True, "up"), (False, "down")):
        place = _fight(IMP, helper=helper)
        waits = {"to": "got", "do": [{"draw": {"deck": "treasure", "count": 2, "face": "as_drawn"}}]}
        place["treasure"] = [{**more, "reactions": [waits]}, *place["treasure"]]
        if helper:
            place["combat"] |= {"treasures": 1, "order": "helper_first"}
        expected: Data = {"drawn": {"A": {"count": 3, "face": face}}}
        if helper:
            expected |= {"asked_of": ["B"], "asked": {"B": ["hoard", "gem 0", "gem 1"]}}
        yield Claim(f"a Treasure that draws two more, helped: {helper}", place, expected, WON, must=True)


def flights_turned(_: Supply) -> Iterator[Claim]:
    """Cards that are played when somebody is caught, or rolls, or before."""
    run: Steps = [{"A": {"run": "ogre"}}]
    for roll, level in ((5, 5), (4, 3)):
        place = act(_flight(1, roll), "A", {"roll_again": True}, when="when_caught")
        steps: Steps = [*run, *play("A"), {"until": {"moment": "end"}}]
        yield Claim(f"caught, then rolled again: {roll}", place, {"levels": {"A": level}}, steps, must=True)
    push: Data = {"when": "after_roll", "limit": 2, "per": "roll", "do": [{"add_roll": 1}]}
    use: Data = {"A": {"use": "made-up charm", "ability": "made_up"}}
    for roll, level in ((3, 5), (2, 3)):
        place = with_charm(_flight(roll), abilities={"made_up": push})
        steps = [*run, use, use, {"until": {"moment": "end"}}]
        yield Claim(f"pushed twice from {roll}", place, {"levels": {"A": level}}, steps, must=True)
        again = {"use": "made-up charm", "ability": "made_up"}
        yield Claim(f"once from {roll}", place, {"can": {"A": [again]}}, [*run, use], must=True)
        yield Claim(f"not thrice from {roll}", place, {"cannot": {"A": [again]}}, [*run, use, use], must=True)
    for by in "AE":
        place = act(_flight(6), by, {"fail_run": True}, when="before_roll")
        steps = [*run, *play(by), {"until": {"moment": "end"}}]
        expected: Data = {"levels": {"A": 3}, "not_happened": ["rolled"]}
        yield Claim(f"a flight that {by} lets fail", place, expected, steps, must=True)
    for first, second in (("A", "B"), ("B", "A")):
        place = {**_fight(OGRE, helper=True), "rolls": [2, 5, 1, 6], "book": "babies"}
        steps = [*WON, {"B": {"choose": first}}]
        yield Claim(f"{first} runs before {second}", place, {"asked_of": [first]}, steps, must=True)


def hands_thinned(_: Supply) -> Iterator[Claim]:
    """Who must come down to their limit at once discards until they are there, and nobody else does."""
    for held in (5, 6, 7):
        place = act(table("C"), "E", {"discard_to_limit": "turn"})
        place["players"]["A"]["hand"] = [f"card{number}" for number in range(70, 70 + held)]
        asked = (
            {"asked_of": ["A"], "asked": {"A": place["players"]["A"]["hand"]}} if held > 5 else {"moment": "arrange"}
        )
        yield Claim(f"{held} cards come down to the limit", place, asked, play("E"), must=True)
        steps: Steps = [*play("E"), *({"A": {"choose": f"card{number}"}} for number in range(70, 65 + held))]
        done = {"hand": {"A": 5}, "moment": "arrange"}
        yield Claim(f"{held} cards, and are there", place, done, steps, must=True)


LAWS = (
    Law(
        "decided-by-the-sums",
        "A fight ends as its sums are at last, and a win gives a level besides only to who killed something.",
        ("CMB-06", "HIER-03"),
        decided,
        bare=True,
    ),
    Law(
        "drawn-and-shared",
        "What a Treasure of a fight lets draw is drawn as it was, and shared with the rest.",
        ("REW-02", "HELP-04"),
        drawn_on,
        bare=True,
    ),
    Law(
        "flights-turned",
        "A flight is rolled again, fails or begins with whom a card or the book says.",
        ("RUN-02", "RUN-03"),
        flights_turned,
        bare=True,
    ),
    Law(
        "down-to-the-limit",
        "Who must come down to the limit of their hand discards just so many cards.",
        ("CHAR-20",),
        hands_thinned,
        bare=True,
    ),
)
