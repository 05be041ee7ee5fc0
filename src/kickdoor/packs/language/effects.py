"""What a card does by lying there: lines of strength, numbers of the rules, what it forbids and protects."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.language.questions import Amount, CardIs, If
from kickdoor.packs.language.words import Model, Purpose


class Line(Model):
    """A line of strength: what the card adds to a side while it is in effect."""

    add: Amount | UnsetType = UNSET
    side: Literal["own", "party", "monsters", "both"] = "own"  #: own: that of the card's owner or monster
    #: for each of the party who has this trait; of a Dungeon, on the monsters' side: for each monster with this tag,
    #: or `monster` for each one
    each: str | UnsetType = UNSET
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")
    #: lines that do not count; all_but_own_level: of the whole party, but for the Level of who has played the card;
    #: itself: the card, with all that lies on it
    drop: (
        Literal[
            "levels",
            "all_but_levels",
            "all_but_own_level",
            "items",
            "items_but_armor",
            "against_race_or_sex",
            "itself",
        ]
        | UnsetType
    ) = UNSET
    scale: int | UnsetType = UNSET  #: the owner's share counts this many times
    negate: CardIs | UnsetType = UNSET  #: lines of such cards count the other way round
    drop_cards: CardIs | UnsetType = UNSET  #: of a monster: such cards of the party do not count
    #: the Level of the owner counts as this for strength; that of a monster in every way
    level_as: int | UnsetType = UNSET
    multiply: CardIs | Literal["host", "levels"] | UnsetType = UNSET  #: such lines of the side count more than once …
    by: int = 2  #: … so many times


ValueName = Literal[
    "hand_limit",
    "big_limit",
    "headgear_limit",
    "armor_limit",
    "footgear_limit",
    "hands",
    "class_limit",
    "race_limit",
    "complex_limit",  # Complex Items equipped at once
    "spare_slots",  # so many Headgear, Footgear or Hands more, for one of the three
    "hireling_limit",
    "steed_limit",
    "run",  # added to all their run-away rolls
    "die",  # added to all their rolls
    "wins_ties",
    "double_sales",  # Items a turn that sell for double
    "help_levels",  # levels for each monster that they help to kill
    "loot_cards",
    "winning_level",
    "level_without_kill",
    "level_price",  # the gold that a level costs
    "only_kills",  # 1: levels come from kills alone
    "turn_step",  # -1: the turns go round the table the other way
    "lowest_level",  # no loss takes them below it, and they rise to it at once
    "kill_treasures",  # Treasures more for each monster that they kill as the fighter
    "win_treasures",  # Treasures more for each fight that they win as the fighter
    "monster_one_shots",  # one-shots that they play for the monsters count so many times
    "run_dice",  # dice rolled at once to run away: the best counts
    "bare_run",  # 1: no bonus counts for their rolls to run away but what the monster gives
    "sure_escape",  # 1: escapes without a roll from what a roll could escape
    "unpursued",  # 1: monsters do not pursue them at all
    "keeps_powers",  # 1: Powers stay though the Level falls below their Ranks
]


class Modifier(Model):
    """A change to one number of the rules, while the card is in force."""

    value: ValueName
    add: int | UnsetType = UNSET
    set_: int | Literal["any"] | UnsetType = msgspec.field(default=UNSET, name="set")  #: any: without limit
    on: Literal["owner", "all"] = "owner"
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")


Ban = Literal[
    "plays",  # to play cards
    "plays_against",  # to play cards against somebody, or into their fights
    "help",  # to help
    "be_helped",  # a helper who is there leaves
    "win",  # to win the fight by strength: the party must run
    "escape",  # to roll or to escape: every monster catches them
    "treasures",  # to get Treasure cards
    "spoils",  # to get Treasures of a fight, as the fighter or as the helper
    "kill_levels",  # to gain levels for kills as the fighter
    "trouble",  # to look for trouble
    "use",  # of `cards`: they are not in force
    "lay",  # … to lay them on the table
    "drop",  # … to discard them at will or as a price
    "carry",  # … to carry them: those that they have go as a Big Item too many does
    "change_sex",  # their sex does not change
    "bargain",  # to make or accept offers
]


class Forbidding(Model):
    """What a card in force forbids its owner; a monster, everybody about its fight."""

    what: Ban  #: what they may not do
    on: Literal["owner", "others", "all"] = "owner"  #: whom
    cards: CardIs | UnsetType = UNSET  #: only with such cards
    like_host: bool = False  #: only with cards of the same race or class as that which this card is on
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: only if this holds; you is who would do it


class Bar(Model):
    """Cards that are not played into a fight nor used in it: that of a monster, or those of a card's owner."""

    who: Literal["others", "all"] = "all"  #: others: who is not in that fight
    cards: CardIs | UnsetType = UNSET  #: such cards; left out: all
    from_: Literal["hand", "any"] = msgspec.field(default="any", name="from")  #: hand: also no price from there
    players: bool = False  #: nor are such cards aimed at those in the fight, as Curses are


class Protection(Model):
    """Cards of the owner that are not lost in some ways."""

    cards: CardIs | Literal["itself", "host"]  #: such cards, the card itself, or what it is on
    from_: list[Literal["curse", "bad_stuff", "stolen"]] = msgspec.field(
        default_factory=lambda: ["curse", "bad_stuff"], name="from"
    )  #: to what they are not lost


class Grant(Model):
    """A race or class that a card gives, perhaps only for some purposes."""

    trait: str
    for_: list[Purpose] = msgspec.field(default_factory=lambda: ["own", "items", "monsters"], name="for")
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: only if this holds
