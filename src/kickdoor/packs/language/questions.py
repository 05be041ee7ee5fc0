"""What a card asks: which cards, how many, and whether something holds."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.language.words import Deck, Enhances, Kind, Limit, Model, Slot, Who


class CardIs(Model):
    """A question about a card: all parts given must hold."""

    kind: Kind | list[Kind] | UnsetType = UNSET
    deck: Deck | UnsetType = UNSET
    tag: str | list[str] | UnsetType = UNSET  #: has any of these tags
    slot: Slot | list[Slot] | UnsetType = UNSET  #: is worn or held there; what takes Hands is held, whatever its slot
    item: bool | UnsetType = UNSET  #: has a gold value or says No Value [ITEM-15], and is no Item Enhancer
    big: bool | UnsetType = UNSET
    complex: bool | UnsetType = UNSET  #: is marked Complex [ITEM-10]
    equipped: bool | UnsetType = UNSET
    one_shot: bool | UnsetType = UNSET
    gold_at_least: int | UnsetType = UNSET
    bonus_at_least: int | UnsetType = UNSET  #: with what lies on it [ITEM-13]
    level_at_most: int | UnsetType = UNSET  #: of a monster: its Level
    level_at_least: int | UnsetType = UNSET
    hands_at_least: int | UnsetType = UNSET  #: takes so many Hands
    hands_at_most: int | UnsetType = UNSET  #: takes Hands, but no more than so many
    noted: int | UnsetType = UNSET  #: this number is noted on it
    unique: bool | UnsetType = UNSET  #: nobody else has the race or class that it gives
    cheated: bool | UnsetType = UNSET  #: something on it lifts all limits for it
    stealable: bool | UnsetType = UNSET  #: nothing keeps it from being stolen
    enhances: Enhances | UnsetType = UNSET  #: is an enhancer of this sort
    strengthens: bool | UnsetType = UNSET  #: is an enhancer that makes its monster stronger
    trait: str | UnsetType = UNSET  #: gives this race or class
    sex: Literal["male", "female"] | UnsetType = UNSET  #: of a Hireling: has this sex now
    takes: Enhances | UnsetType = UNSET  #: an enhancer of this sort can be put on it now
    refuses: list[str] | UnsetType = UNSET  #: refuses enhancers with any of these tags
    usable_by: str | UnsetType = UNSET  #: is limited to this race, class or sex, or to it among others
    limited_to: Limit | list[Limit] | UnsetType = UNSET  #: is for some only: by race, class, sex or any of these
    owed_to: Literal["race", "class"] | UnsetType = UNSET  #: is usable or better by a Race or Class that its owner has
    enhanced: CardIs | UnsetType = UNSET  #: of a monster in a fight: such an enhancer is on it
    not_: CardIs | UnsetType = msgspec.field(default=UNSET, name="not")
    any: list[CardIs] | UnsetType = UNSET


Zone = Literal[
    "hand",  # cards in the hand
    "items",  # Items in play, equipped or carried sideways
    "equipped",  # Items that are equipped and in force
    "worn",  # equipped Items that are worn, not held in a Hand
    "races",
    "classes",
    "powers",
    "curses",  # lasting or waiting Curses
    "hirelings",
    "steeds",
    "table",  # all cards in play before the player but kept Curses
    "any",  # hand and table: what may pay for an ability [CHAR-06]
    "door_discards",
    "treasure_discards",
    "discards",  # both piles
    "enhancers",  # enhancers on monsters of the fight
    "played",  # cards played into the fight
]


class Cards(Model):
    """A set of cards: a zone, whose it is, and what they must be."""

    from_: Zone | list[Zone] | str = msgspec.field(name="from")
    of: Who = "you"
    where: CardIs | UnsetType = UNSET
    best: Literal["bonus", "gold"] | UnsetType = UNSET  #: only those with the most of it
    top: int | UnsetType = UNSET  #: of a pile: only the first so many that fit, from the top
    on: str | UnsetType = UNSET  #: of enhancers: only those on this stored monster


Deed = Literal[
    "kills",  # monsters killed as the fighter
    "wins",  # fights won, as the fighter or as the helper
    "helps",  # fights joined as the helper
    "curses",  # Curses that struck
    "deaths",  # of the character
]


class Number(Model):
    """A number worked out when it is asked for: a base, times and plus, within a bound, by condition."""

    count: Cards | UnsetType = UNSET
    players: Who | UnsetType = UNSET  #: how many players the word names
    with_trait: str | UnsetType = UNSET  #: … of whom have this trait
    gold: str | Cards | UnsetType = UNSET  #: gold of the cards of a stored name, or of a set of cards
    bonus: str | UnsetType = UNSET  #: the bonus of a stored card, with what lies on it
    level: Who | UnsetType = UNSET  #: a player's Level
    monster_level: str | UnsetType = UNSET  #: the Level of a stored card or monster
    monster_treasures: str | UnsetType = UNSET  #: the Treasures that a stored monster is worth now
    printed_treasures: str | UnsetType = UNSET  #: … and those on its card
    note: str | UnsetType = UNSET  #: the number noted on the cards of a stored name
    fight_treasures: bool | UnsetType = UNSET  #: the Treasures of all monsters of the fight
    margin: bool | UnsetType = UNSET  #: by how much the stronger side exceeds the weaker, now or when it was decided
    monsters: CardIs | UnsetType = UNSET  #: how many monsters of the fight are this
    killed: CardIs | UnsetType = UNSET  #: how many monsters killed in the fight were this
    free_hands: Who | UnsetType = UNSET  #: Hands that nothing uses
    strength: Who | UnsetType = UNSET  #: what a player would fight with now; only in scripts
    history: Deed | UnsetType = UNSET  #: how often this has happened in this game to ``whose``
    bid: str | UnsetType = UNSET  #: the number that ``whose`` picked in a stored poll
    votes: str | UnsetType = UNSET  #: how many picked ``whose``, or ``option``, in a stored poll
    option: str | UnsetType = UNSET  #: of votes: this word
    whose: Who = "you"  #: of history, bid and votes: which player
    value: int | str | UnsetType = UNSET  #: a number, or a stored number
    times: int = 1
    plus: int = 0
    at_most: int | UnsetType = UNSET  #: no more than this, once it is worked out
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: zero unless this holds
    else_: int = msgspec.field(default=0, name="else")


Amount = int | str | Number


class Compare(Model):
    """A number within bounds."""

    of: Amount
    at_least: Amount | UnsetType = UNSET
    at_most: Amount | UnsetType = UNSET


Cause = Literal["door", "played", "bad_stuff", "curse", "cost", "sold", "given", "stolen", "death", "effect", "killed"]


class If(Model):
    """A condition: all parts given must hold. Parts about a player ask of ``who``."""

    who: Who = "you"
    trait: str | list[str] | UnsetType = UNSET  #: is of this race or class (or one of these)
    suffers: str | list[str] | UnsetType = UNSET  #: … and has its disadvantages too [CHAR-07]
    sex: Literal["male", "female"] | UnsetType = UNSET
    same_race: Who | UnsetType = UNSET  #: shares a Race with this player; two humans share theirs
    opposite_sex: Who | UnsetType = UNSET  #: one is male, the other female
    is_player: Who | UnsetType = UNSET  #: is this player
    level_at_most: int | UnsetType = UNSET
    level_at_least: int | UnsetType = UNSET
    highest: bool | UnsetType = UNSET  #: of the highest Level, alone or tied
    lowest: bool | UnsetType = UNSET
    has: Cards | UnsetType = UNSET  #: at least one such card (``of`` is ``who`` where left out)
    wears: Slot | UnsetType = UNSET
    in_combat: bool | UnsetType = UNSET
    on_turn: bool | UnsetType = UNSET
    fighter: bool | UnsetType = UNSET  #: is the fighter of this fight
    helper: bool | UnsetType = UNSET
    alone: bool | UnsetType = UNSET  #: fights without a helper
    can_gain_level: bool | UnsetType = UNSET
    can_lose_level: bool | UnsetType = UNSET  #: is above the lowest Level that they can fall to
    party_has: str | list[str] | UnsetType = UNSET  #: fighter or helper is of this race, class or sex
    party_suffers: str | list[str] | UnsetType = UNSET
    monster_tag: str | UnsetType = UNSET  #: some monster of the fight has this tag
    last_monster: bool | UnsetType = UNSET  #: just one monster is left in the fight
    party_uses: CardIs | UnsetType = UNSET  #: an equipped Item or a one-shot played for the party is this
    unaided: bool | UnsetType = UNSET  #: no helper, and nothing but the Level counts
    winning: bool | UnsetType = UNSET
    dead: bool | UnsetType = UNSET  #: has died and not come back yet
    killed: bool | UnsetType = UNSET  #: a monster of the fight was killed, by strength or by a card
    risen: bool | UnsetType = UNSET  #: has gone up a level for a kill in the fight that is just over
    current_runner: bool | UnsetType = UNSET  #: is about to roll to run away
    is_fighter_with_helper: bool | UnsetType = UNSET
    must_run: bool | UnsetType = UNSET  #: has still to run from a monster of this fight
    can_escape: bool | UnsetType = UNSET  #: … and a roll could still save them
    first_roll: bool | UnsetType = UNSET  #: this flight has not been rolled anew
    running_away: bool | UnsetType = UNSET  #: the die is rolled to run away
    daytime: bool | UnsetType = UNSET  #: rounds of the table are day and night in turn, the first is day
    enhanced: CardIs | UnsetType = UNSET  #: such an enhancer is on the monster ``card``, or beside ``card``
    exists: str | UnsetType = UNSET  #: the stored name is not empty
    is_: CardIs | UnsetType = msgspec.field(default=UNSET, name="is")  #: the card ``card`` is this
    card: str = "$it"
    number: Compare | UnsetType = UNSET
    option: dict[str, str] | UnsetType = UNSET  #: a stored pick among named options, e.g. {$way: fight}
    cause: Cause | list[Cause] | UnsetType = UNSET  #: how it came about
    noted: int | UnsetType = UNSET  #: the number noted on ``card`` (0: none)
    attached_to: int | UnsetType = UNSET  #: ``card`` was put on so many cards so far, those lost since counted too
    not_: If | UnsetType = msgspec.field(default=UNSET, name="not")
    any: list[If] | UnsetType = UNSET
