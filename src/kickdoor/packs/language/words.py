"""Words that stand in cards: decks, kinds, slots, players. And the base of all models."""

from __future__ import annotations

from typing import Literal

import msgspec


class Model(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of all models: unknown fields are refused."""


Deck = Literal["door", "treasure", "dungeon"]
Kind = Literal[
    "monster",
    "monster_enhancer",
    "curse",
    "class",
    "race",
    "class_enhancer",
    "race_enhancer",
    "power",
    "item",
    "one_shot",
    "item_enhancer",
    "go_up_a_level",
    "hireling",
    "steed",
    "portal",
    "dungeon",
    "special",
]
Slot = Literal["headgear", "armor", "footgear", "hand"]
Origin = Literal["printed", "completed", "ours", "own"]
Enhances = Literal["item", "steed", "hireling"]


#: A word for players, or a stored name beginning with ``$``. Words: you, by, owner (of the card), fighter,
#: helper, turn (whose turn it is), left, right (neighbours of you), others (all but you, from the left round
#: the table), others_right (all but you, from the right), all, party (fighter and helper), highest, lowest
#: (all players of that Level), highest_others, lowest_others (the same among all but you), roller, runner,
#: victim (whom the event concerns), winners (who stand on the winning Level), here (all who are in this Dungeon).
Who = str
Limit = Literal["race", "class", "sex", "any"]
Purpose = Literal["own", "items", "monsters"]
