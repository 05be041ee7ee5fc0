"""The card language: what a pack file may say, as msgspec models.

A pack is data. These models are its grammar: they validate a file, and the published JSON Schema is made
from them. Every model is compiled to an engine object by `kickdoor.packs.compiler`; nothing here can run.

Conventions
-----------
* A script is a list of steps. A step is a mapping with exactly one verb: ``{lose_levels: 2}``.
* A condition is a mapping of parts, all of which must hold: ``{trait: elf, level_at_least: 4}``.
* Players are named by a word (``you``, ``fighter``, ``left`` …) or by a name that an earlier step stored
  (``$victim``). ``you`` is whom the script concerns: the victim of a Curse or of Bad Stuff, the target of a
  Go Up a Level, otherwise the player who plays the card or owns it. ``by`` is who played it.
* ``$it`` is the card itself. Names stored by ``into`` or ``as`` hold a list of cards, players, monsters or
  numbers; an empty list means that there was nothing.
* ``$one`` is the player asked about where a condition says who can be picked.
* ``$chaser`` is the monster of the flight at hand, in what is used while somebody runs from one.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType


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
Origin = Literal["printed", "completed", "ours"]
Enhances = Literal["item", "steed", "hireling"]

#: A word for players, or a stored name beginning with ``$``. Words: you, by, owner (of the card), fighter,
#: helper, turn (whose turn it is), left, right (neighbours of you), others (all but you, from the left round
#: the table), others_right (all but you, from the right), all, party (fighter and helper), highest, lowest
#: (all players of that Level), highest_others, lowest_others (the same among all but you), roller, runner,
#: victim (whom the event concerns), winners (who stand on the winning Level), here (all who are in this Dungeon).
Who = str


Limit = Literal["race", "class", "sex", "any"]


class CardIs(Model):
    """A question about a card: all parts given must hold."""

    kind: Kind | list[Kind] | UnsetType = UNSET
    deck: Deck | UnsetType = UNSET
    tag: str | list[str] | UnsetType = UNSET  #: has any of these tags
    slot: Slot | list[Slot] | UnsetType = UNSET
    item: bool | UnsetType = UNSET  #: has a gold value or says No Value [ITEM-15], and is no Item Enhancer
    big: bool | UnsetType = UNSET
    complex: bool | UnsetType = UNSET  #: is marked Complex [ITEM-10]
    equipped: bool | UnsetType = UNSET
    one_shot: bool | UnsetType = UNSET
    gold_at_least: int | UnsetType = UNSET
    bonus_at_least: int | UnsetType = UNSET
    level_at_most: int | UnsetType = UNSET  #: of a monster: its Level
    level_at_least: int | UnsetType = UNSET
    hands_at_least: int | UnsetType = UNSET  #: takes so many Hands
    hands_at_most: int | UnsetType = UNSET  #: takes Hands, but no more than so many
    noted: int | UnsetType = UNSET  #: this number is noted on it
    unique: bool | UnsetType = UNSET  #: nobody else has the race or class that it gives
    cheated: bool | UnsetType = UNSET  #: something on it lifts all limits for it
    stealable: bool | UnsetType = UNSET  #: nothing keeps it from being stolen
    enhances: Enhances | UnsetType = UNSET  #: is an enhancer of this sort
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


class Number(Model):
    """A number worked out when it is asked for: a base, times and plus, by condition."""

    count: Cards | UnsetType = UNSET
    players: Who | UnsetType = UNSET  #: how many players the word names
    with_trait: str | UnsetType = UNSET  #: … of whom have this trait
    gold: str | Cards | UnsetType = UNSET  #: gold of the cards of a stored name, or of a set of cards
    bonus: str | UnsetType = UNSET
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
    value: int | str | UnsetType = UNSET  #: a number, or a stored number
    times: int = 1
    plus: int = 0
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
    can_lose_level: bool | UnsetType = UNSET  #: is above the lowest Level that he can fall to
    party_has: str | list[str] | UnsetType = UNSET  #: fighter or helper is of this race, class or sex
    party_suffers: str | list[str] | UnsetType = UNSET
    monster_tag: str | UnsetType = UNSET  #: some monster of the fight has this tag
    last_monster: bool | UnsetType = UNSET  #: just one monster is left in the fight
    party_uses: CardIs | UnsetType = UNSET  #: an equipped Item or a one-shot played for the party is this
    unaided: bool | UnsetType = UNSET  #: no helper, and nothing but the Level counts
    winning: bool | UnsetType = UNSET
    dead: bool | UnsetType = UNSET  #: has died and not come back yet
    killed: bool | UnsetType = UNSET  #: a monster of the fight was killed, by strength or by a card
    current_runner: bool | UnsetType = UNSET  #: is about to roll to run away
    is_fighter_with_helper: bool | UnsetType = UNSET
    must_run: bool | UnsetType = UNSET  #: has still to run from a monster of this fight
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
    not_: If | UnsetType = msgspec.field(default=UNSET, name="not")
    any: list[If] | UnsetType = UNSET


class Line(Model):
    """A line of strength: what the card adds to a side while it is in effect."""

    add: Amount | UnsetType = UNSET
    side: Literal["own", "party", "monsters", "both"] = "own"  #: own: that of the card's owner or monster
    #: for each of the party who has this trait; of a Dungeon, on the monsters' side: for each monster with this tag,
    #: or `monster` for each one
    each: str | UnsetType = UNSET
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")
    drop: Literal["levels", "all_but_levels", "items", "items_but_armor", "against_race_or_sex"] | UnsetType = UNSET
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
    "run",  # added to all his run-away rolls
    "die",  # added to all his rolls
    "wins_ties",
    "double_sales",  # Items a turn that sell for double
    "help_levels",  # levels for each monster that he helps to kill
    "loot_cards",
    "winning_level",
    "level_without_kill",
    "level_price",  # the gold that a level costs
    "only_kills",  # 1: levels come from kills alone
    "turn_step",  # -1: the turns go round the table the other way
    "lowest_level",  # no loss takes him below it, and he rises to it at once
    "kill_treasures",  # Treasures more for each monster that he kills as the fighter
    "win_treasures",  # Treasures more for each fight that he wins as the fighter
    "monster_one_shots",  # one-shots that he plays for the monsters count so many times
    "run_dice",  # dice rolled at once to run away: the best counts
    "sure_escape",  # 1: escapes without a roll from what a roll could escape
    "unpursued",  # 1: monsters do not pursue him at all
    "keeps_powers",  # 1: Powers stay though the Level falls below their Ranks
]


class Modifier(Model):
    """A change to one number of the rules, while the card is in force."""

    value: ValueName
    add: int | UnsetType = UNSET
    set_: int | Literal["any"] | UnsetType = msgspec.field(default=UNSET, name="set")  #: any: without limit
    on: Literal["owner", "all"] = "owner"
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")


class Choose(Model, kw_only=True):
    """Ask somebody to pick; store the pick. Give exactly one of what to pick from."""

    who: Who = "you"
    cards: Cards | UnsetType = UNSET
    players: Who | UnsetType = UNSET
    monsters: CardIs | bool | UnsetType = UNSET  #: monsters of the fight
    options: list[str] | UnsetType = UNSET
    numbers: list[int] | UnsetType = UNSET
    side: bool | UnsetType = UNSET  #: a side of the fight: party or monsters
    plays: bool | UnsetType = UNSET  #: an entry of the fight: cards played together
    if_: If | UnsetType = msgspec.field(
        default=UNSET, name="if"
    )  #: for players, cards, monsters: which can be picked ($one)
    into: str
    count: Amount = 1  #: how many; all: all of them, or with at_least or optional any number
    at_least: int | UnsetType = UNSET  #: fewer than count may be picked, but so many
    worth: Amount | UnsetType = UNSET  #: cards worth this much gold in all instead of a count
    worth_at_most: Amount | UnsetType = UNSET  #: any number of cards worth at most this much gold in all
    exactly: bool = False  #: with worth: `count` cards that are worth so much, if there are such
    ordered: bool = False  #: asked even where all must be picked, for their order
    optional: bool = False
    would_win: bool = False  #: only cards that, were they you's, would turn the fight into a win now


class Draw(Model):
    """Draw cards."""

    deck: Literal["door", "treasure"]
    count: Amount = 1
    who: Who = "you"
    face: Literal["down", "up", "as_drawn"] = "down"
    round: bool = False  #: one at a time round the table, beginning with who
    into: str | UnsetType = UNSET  #: stores the cards drawn


class Peek(Model):
    """Look at the top cards of a deck in secret; they are stored, the top one first."""

    deck: Literal["door", "treasure"]
    count: Amount = 1
    who: Who = "you"
    into: str = "$seen"


class ToDeck(Model):
    """Cards go back to their deck, in the order in which they were stored."""

    cards: str
    at: Literal["top", "bottom", "under_discards"] = "top"


class Take(Model):
    """Move cards from one player to another."""

    cards: str | Cards
    to: Who
    into: Literal["hand", "table"] = "hand"
    cause: Cause = "stolen"
    equip: bool = False  #: used at once, in combat too


class TakeUnseen(Model):
    """Take cards of a hand at random."""

    from_: Who = msgspec.field(name="from")
    to: Who | UnsetType = UNSET  #: left out: they are discarded
    count: Amount = 1
    where: CardIs | UnsetType = UNSET  #: only such cards; backs tell a Door card from a Treasure


class GainLevels(Model):
    """Gain levels; the winning one only where the card says so."""

    count: Amount = 1
    who: Who = "you"
    may_win: bool = False


class LoseLevels(Model):
    """Lose levels, never below Level 1 [HIER-02]."""

    count: Amount = 1
    who: Who = "you"


class SetLevel(Model):
    """Set a Level."""

    to: Amount | Literal["lowest"]
    who: Who = "you"


class Roll(Model):
    """Roll the die."""

    who: Who = "you"
    into: str = "$roll"


class ForEach(Model, kw_only=True):
    """Run steps for each player or card in turn."""

    players: Who | UnsetType = UNSET
    cards: Cards | str | UnsetType = UNSET
    as_: str = msgspec.field(name="as")
    at_once: bool = False  #: the players make their first choice side by side, before anything is done
    do: list[Step]


class Repeat(Model):
    """Run steps so many times."""

    times: Amount
    do: list[Step]


class AddStrength(Model):
    """Put an entry into the fight that counts for a side, a player or a monster."""

    count: Amount
    side: str | UnsetType = UNSET  #: party, monsters or a stored side
    to: Who | UnsetType = UNSET
    monster: str | UnsetType = UNSET


class RemoveMonster(Model):
    """A monster leaves the fight without being killed [CMB-03]."""

    monster: str
    treasures: Literal["none", "book", "all", "if_last"] | int = "book"


class EndFight(Model):
    """All monsters leave; the fight is over without a kill."""

    treasures: int = 0
    may_loot: bool = False


class AddMonster(Model):
    """A monster card joins the fight."""

    card: str


class ReplaceMonster(Model):
    """A monster and its enhancers are discarded, and another card takes its place."""

    monster: str
    with_: str = msgspec.field(name="with")


class Twin(Model):
    """A second monster like the first joins: same face, all its enhancers [CMB-15]."""

    monster: str
    add: int = 0
    treasures: int = 0
    levels: int = 0  #: killing it gives so many more
    without: str | UnsetType = UNSET  #: a stored enhancer that the second does not share


class Attach(Model):
    """This card goes onto a card in play, or onto one just put into play with it."""

    to: str


class Escape(Model):
    """Somebody escapes: from one monster or from all."""

    who: Who = "you"
    monster: str | UnsetType = UNSET
    even_if_impossible: bool = False


class ForceHelp(Model):
    """A player must help, without reward."""

    who: Who
    may_win: bool = False


class PutInPlay(Model):
    """A card goes on the table before a player."""

    card: str
    who: Who = "you"


class Strike(Model):
    """A Curse strikes somebody."""

    curse: str
    victim: Who


class StartFight(Model):
    """Somebody must fight a monster card."""

    who: Who
    card: str
    enhanced: bool = False  #: with this card on it, like an enhancer


class TakeBack(Model):
    """Plays of the fight are undone; their cards go back to the hands they came from."""

    play: str | UnsetType = UNSET  #: a stored pick among plays; left out: all that fit
    by: Who | UnsetType = UNSET
    against: Who | UnsetType = UNSET  #: only plays that hinder this player in his fight
    one_shots: bool = False
    out_of_game: bool = False  #: the card itself leaves the game; what was played with it goes back


class ChangeFace(Model):
    """A monster of the fight shows another card's face; its enhancers stay."""

    monster: str
    to: str


class Tame(Model):
    """A monster leaves the fight and becomes a Steed with this bonus."""

    monster: str
    bonus: Amount
    who: Who = "you"


class SetSex(Model):
    """A character's sex becomes this: a word, or a stored pick among [male, female, neither]."""

    to: str | UnsetType = UNSET  #: a word, or a stored pick among [male, female, neither]
    like: Who | UnsetType = UNSET  #: the sex of this player
    who: Who = "you"


class Die(Model):
    """Somebody dies."""

    who: Who = "you"  #: who dies
    looted: bool = True  #: false: nobody loots the body, all is discarded


class Suffer(Model):
    """The Bad Stuff of a monster card, or the effect of a Curse, strikes somebody."""

    card: str  #: a stored monster card or Curse
    who: Who = "you"  #: whom


class RollOff(Model):
    """Several players roll; who rolled highest is stored. Ties roll again."""

    players: Who  #: who roll
    into: str  #: stores who it is
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: who rolls ($one)
    lowest: bool = False  #: who rolled lowest instead


class AddRun(Model):
    """Rolls to run away from this fight count so much more."""

    count: Amount  #: so much
    who: Who = "you"  #: for whom


class CountLeft(Model):
    """Count so many players to the left of you; store the one reached."""

    steps: Amount  #: how many
    into: str  #: stores the player reached


class Note(Model):
    """Note a number on a card."""

    value: Amount
    card: str = "$it"


Ban = Literal[
    "plays",  # to play cards
    "plays_against",  # to play cards against somebody, or into his fights
    "help",  # to help
    "be_helped",  # a helper who is there leaves
    "win",  # to win the fight by strength: the party must run
    "escape",  # to roll or to escape: every monster catches him
    "treasures",  # to get Treasure cards
    "spoils",  # to draw the Treasures of a fight as the fighter
    "kill_levels",  # to gain levels for kills as the fighter
    "trouble",  # to look for trouble
    "use",  # of `cards`: they are not in force
    "lay",  # … to lay them on the table
    "drop",  # … to discard them at will or as a price
    "carry",  # … to carry them: those that he has go as a Big Item too many does
    "change_sex",  # his sex does not change
    "bargain",  # to make or accept offers
]


class Forbidding(Model):
    """What a card in force forbids its owner; a monster, everybody about its fight."""

    what: Ban  #: what he may not do
    on: Literal["owner", "others", "all"] = "owner"  #: whom
    cards: CardIs | UnsetType = UNSET  #: only with such cards
    like_host: bool = False  #: only with cards of the same race or class as that which this card is on
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: only if this holds; you is who would do it


class Bar(Model):
    """Cards that are not played into a fight nor used in it: that of a monster, or those of a card's owner."""

    who: Literal["others", "all"] = "all"  #: others: who is not in that fight
    cards: CardIs | UnsetType = UNSET  #: such cards; left out: all
    from_: Literal["hand", "any"] = msgspec.field(default="any", name="from")  #: hand: also no price from there


class Protection(Model):
    """Cards of the owner that are not lost in some ways."""

    cards: CardIs | Literal["itself", "host"]  #: such cards, the card itself, or what it is on
    from_: list[Literal["curse", "bad_stuff", "stolen"]] = msgspec.field(
        default_factory=lambda: ["curse", "bad_stuff"], name="from"
    )  #: to what they are not lost


class MarkPlayer(Model):
    """A Mark of this card lies before somebody."""

    with_: str = msgspec.field(name="with")  #: its name among the `marks` of the card
    who: Who = "you"  #: before whom


class TurnInto(Model):
    """A card before a player shows another of its faces; one that lies elsewhere stays as it is."""

    face: str  #: its name among the `faces` of the card; front: the printed one
    card: str = "$it"  #: which card


class Forbid(Model):
    """Somebody may not do something for a while."""

    who: Who
    what: Ban  #: what he may not do
    against: Who = "you"  #: of plays_against: against whom
    until: Literal["turn_end", "fight_end", "next_turn"] = "turn_end"  #: next_turn: till his own begins


class EnterDungeon(Model):
    """New Dungeons are entered, and old ones left at the same time [PORT-04]."""

    count: int = 1  #: so many
    leaving: Literal["none", "all", "last", "one"] = "none"  #: one: you may leave one of your choice
    who: Who = "all"  #: only these go; the others stay in the Dungeons where they are
    back: bool = False  #: into the Dungeon that was left last, where there is one


class Step(Model):
    """One step of a script: exactly one verb (``if`` goes with ``then`` and ``else``)."""

    choose: Choose | UnsetType = UNSET
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")
    then: list[Step] | UnsetType = UNSET
    else_: list[Step] | UnsetType = msgspec.field(default=UNSET, name="else")
    for_each: ForEach | UnsetType = UNSET
    repeat: Repeat | UnsetType = UNSET
    together: list[Step] | UnsetType = UNSET  #: find all victims first, then act on all

    discard: str | Cards | UnsetType = UNSET  #: to pay a price or by an effect
    lose: str | Cards | UnsetType = UNSET  #: lost to a Curse or to Bad Stuff
    discard_hand: Who | UnsetType = UNSET
    take: Take | UnsetType = UNSET
    kill_hireling: str | UnsetType = UNSET  #: his Items stay with his owner [HIRE-09]; of a Steed: it is killed
    swap_sex: str | UnsetType = UNSET  #: a Hireling's sex changes [HIRE-15]
    take_unseen: TakeUnseen | UnsetType = UNSET
    draw: Draw | UnsetType = UNSET
    peek: Peek | UnsetType = UNSET
    to_deck: ToDeck | UnsetType = UNSET
    put_in_play: PutInPlay | UnsetType = UNSET
    attach: Attach | UnsetType = UNSET
    out_of_game: str | Cards | UnsetType = UNSET
    show_hand: Who | UnsetType = UNSET  #: everybody sees it

    gain_levels: int | GainLevels | UnsetType = UNSET
    lose_levels: int | LoseLevels | UnsetType = UNSET
    set_level: SetLevel | UnsetType = UNSET
    die: Who | Die | UnsetType = UNSET
    change_sex: Who | UnsetType = UNSET
    lose_turn: Who | UnsetType = UNSET  #: his next turn is left out

    roll: Roll | UnsetType = UNSET
    set_roll: Amount | UnsetType = UNSET  #: turn the die just rolled to this number
    add_roll: Amount | UnsetType = UNSET  #: add to the roll just made
    roll_again: bool | UnsetType = UNSET
    roll_off: RollOff | UnsetType = UNSET
    count_left: CountLeft | UnsetType = UNSET

    add_strength: AddStrength | UnsetType = UNSET
    double_strength: Who | UnsetType = UNSET  #: a player's share counts double, whatever is played later
    enter: bool | UnsetType = UNSET  #: this card lies in the fight, and its strength counts there
    enhance: str | UnsetType = UNSET  #: this card goes onto a stored monster like an enhancer
    remove_monster: RemoveMonster | UnsetType = UNSET
    kill_monster: str | UnsetType = UNSET
    add_monster: AddMonster | UnsetType = UNSET
    replace_monster: ReplaceMonster | UnsetType = UNSET
    twin: Twin | UnsetType = UNSET
    end_fight: EndFight | UnsetType = UNSET
    transfer_fight: Who | UnsetType = UNSET
    force_help: ForceHelp | UnsetType = UNSET
    escape: Escape | UnsetType = UNSET
    be_caught: Who | UnsetType = UNSET  #: rolls no more: all monsters that he has still to run from catch him
    fail_run: bool | UnsetType = UNSET  #: the flight at hand fails without a roll
    add_run: AddRun | UnsetType = UNSET
    add_spoils: Amount | UnsetType = UNSET  #: so many Treasures more, if the fight is won
    leave_fight: Who | UnsetType = UNSET  #: a helper is out of the fight without penalty
    undo_escape: bool | UnsetType = UNSET  #: who has just escaped must roll
    start_fight: StartFight | UnsetType = UNSET
    may_loot: Who | UnsetType = UNSET

    strike: Strike | UnsetType = UNSET
    suffer: Suffer | UnsetType = UNSET
    cancel_curse: bool | UnsetType = UNSET  #: the Curse that is about to strike does not
    forbid: Forbid | UnsetType = UNSET
    mark: MarkPlayer | UnsetType = UNSET
    turn_into: TurnInto | UnsetType = UNSET
    no_spoils: bool | UnsetType = UNSET  #: nobody draws the Treasures of the fight
    take_back: TakeBack | UnsetType = UNSET
    change_face: ChangeFace | UnsetType = UNSET
    tame: Tame | UnsetType = UNSET
    restage_fight: bool | UnsetType = UNSET  #: the fight just over comes back, without one-shots
    free_use: Who | UnsetType = UNSET  #: any Items for this fight; then what could not be used is lost
    be_looted: Who | UnsetType = UNSET  #: looted like the dead, and plays on
    set_sex: SetSex | UnsetType = UNSET
    note: Note | UnsetType = UNSET
    enter_dungeon: EnterDungeon | UnsetType = UNSET
    discard_to_limit: Who | UnsetType = UNSET  #: what is over his hand limit, outside Charity
    make_room: str | UnsetType = UNSET  #: discard equipped Items until this one could be equipped
    attach_to_enhancer: str | UnsetType = UNSET  #: onto an enhancer in the fight, sharing its fate
    count_as_class: str | UnsetType = UNSET  #: a Race in play counts as a Class from now on
    count_as_race: str | UnsetType = UNSET  #: a Class in play counts as a Race from now on
    stop: bool | UnsetType = UNSET  #: end the script here


When = Literal[
    "any_time",  # in any window, in combat too
    "any_combat",  # while a fight is on, anybody's
    "own_combat",  # … in which you are fighter or helper
    "own_turn",  # your turn, out of combat
    "own_turn_any_time",  # your turn, in combat too
    "out_of_combat",  # you are not in combat
    "just_received",  # out of combat, while the card is one that you have just received
    "before_run",  # the fight is lost and a runner has not yet rolled
    "after_roll",  # after any die roll
    "own_roll",  # after a roll of yours
    "own_run_roll",  # after a run-away roll of yours
    "when_caught",  # your run-away roll failed, Bad Stuff has not come yet
    "after_escape",  # somebody has escaped from a monster
    "when_cursed",  # a Curse is about to strike somebody
    "before_spoils",  # a fight is over and its Treasures are about to be drawn
    "card_lost",  # somebody has just lost a card in play, or used one up: $event
    "after_combat",  # a fight is just over, anybody's
    "when_winning",  # somebody has just reached the winning Level
]


class Ability(Model, kw_only=True):
    """Something that a card lets its owner do when he wants to."""

    when: When | list[When]
    #: where its card must be (any: in the hand or on the table)
    from_: Literal["table", "hand", "equipped", "any"] = msgspec.field(default="table", name="from")
    by: Literal["owner", "fighter", "party", "runner", "anyone"] = "owner"  #: of a monster: who may use it
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")
    limit: int | UnsetType = UNSET  #: so many times …
    shared: bool = False  #: … together with all abilities of the same name
    per: Literal["combat", "turn", "victim", "roll"] = "combat"  #: victim: each $victim once a combat
    target: list[Step] = []
    cost: list[Step] = []
    do: list[Step]


Event = Literal[
    "got",  # a card comes to a player from a deck, seen or unseen: the card itself speaks
    "lost",  # the card itself leaves play
    "item_lost",  # an Item of the owner is lost
    "struck",  # a Curse would strike the owner
    "face_up_draw",  # the owner would draw cards face up
    "died",  # the owner would die
    "caught",  # the owner would be caught
    "escaped_fight",  # the owner has escaped from all monsters of a fight
    "fight_lost",
    "fight_won",
    "fight_begun",  # a fight of the owner begins, or he joins one as the helper
    "rival_fights",  # a fight of another player begins
    "met",  # the owner meets a monster: $event
    "turn_ending",  # the owner's turn ends, before Charity
    "rival_struck",  # a Curse strikes another player: $event
    "rolls",  # the owner is about to roll the die
    "rival_changed_sex",  # another player's sex has changed: by is whose
    "rolled",  # the owner has rolled the die, and it counts: $event is what it shows
    "turn_begun",  # the owner's turn begins
    "kick",  # the owner would kick open the door
    "door_monster",  # a monster stood behind the door that the owner kicked open: $event
    "level_gained",  # the owner has gained a level and not won, by another card than this
    "sex_changed",  # the owner's sex has changed, by another card than this
    "spoils",  # the owner, as the fighter, has drawn the Treasures of a won fight, $event; they are not yet shared
    "foiled",  # the owner helped the monsters of a fight of others, and they have won
    "treasure_reward",  # the owner, as the fighter, would draw a Treasure of a fight: for each one
]


class Reaction(Model):
    """What a card does by itself when something happens, or instead of it."""

    to: Event
    instead: bool = False  #: replaces what would happen
    may: bool = False  #: the owner is asked
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")
    cost: list[Step] = []
    do: list[Step] = []


class AsMonster(Model):
    """What a card is when it is fought."""

    level: int
    treasures: int = 1
    levels_gained: int = 1
    tags: list[str] = []
    strength: list[Line] = []
    run: int = 0
    pursues: If | UnsetType = UNSET
    escape: Literal["roll", "always", "never", "no_roll"] = "roll"
    bad_stuff: list[Step] = []


Purpose = Literal["own", "items", "monsters"]


class Grant(Model):
    """A race or class that a card gives, perhaps only for some purposes."""

    trait: str
    for_: list[Purpose] = msgspec.field(default_factory=lambda: ["own", "items", "monsters"], name="for")
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: only if this holds


class Mark(Model):
    """What stays on a player without a card; it lies before him like a kept Curse."""

    lasting: Literal["lasting", "next_combat", "next_turn", "through_next_turn"] = "lasting"  #: how long
    curse: bool = False  #: it is a Curse and can be lifted like one
    strength: list[Line] = []  #: while it lies there
    modifiers: list[Modifier] = []  #: while it lies there
    forbids: list[Forbidding] = []  #: while it lies there
    hides: list[Purpose] = []  #: for what the player's own races and classes are hidden
    half_price: CardIs | UnsetType = UNSET  #: such Items of the player are sold for half of their gold
    reactions: list[Reaction] = []  #: `$marker` is the card that it is of; discarding $it ends it


class Face(Model):
    """What a card can turn into while it lies before a player."""

    kind: Kind  #: its kind then
    bonus: int = 0  #: its bonus then
    slot: Slot | UnsetType = UNSET  #: where it is worn or held
    hands: int = 0  #: Hands that it takes
    big: bool = False  #: whether it is Big
    gold: int | UnsetType = UNSET  #: its value; left out: it is no Item
    tags: list[str] = []  #: its tags then
    strength: list[Line] = []  #: further lines of strength
    modifiers: list[Modifier] = []  #: numbers that it changes
    abilities: dict[str, Ability] = {}  #: what it lets its owner do
    reactions: list[Reaction] = []  #: what it does by itself


class HostIs(Model):
    """What an attached card makes of the card it is on."""

    big: bool | UnsetType = UNSET  #: Big, or no longer so
    slots: list[Slot] = []  #: it is worn in one of these: the first, or that of the number noted on this card
    tags: list[str] = []  #: tags that it has besides
    muted: bool = False  #: it is not in force
    stuck: bool = False  #: it is not unequipped, discarded, sold, traded or given away at will


class Card(Model):
    """One card of a pack."""

    id: str
    name: str
    deck: Deck
    kind: Kind
    copies: int = 1
    origin: Origin = "printed"
    epic: bool = False
    tags: list[str] = []

    level: int | UnsetType = UNSET
    treasures: int | UnsetType = UNSET
    levels_gained: int = 1

    bonus: int = 0
    treasure_bonus: int = 0
    least_treasures: int = 0  #: an enhancer leaves at least so many Treasures
    most_treasures: int | UnsetType = UNSET  #: an enhancer leaves at most so many
    treasure_times: int = 1  #: an enhancer multiplies the monster's Treasures
    fixed_treasures: bool = False  #: of a monster: enhancers do not change its Treasures
    makes: list[str] = []  #: tags an enhancer gives its monster
    enhances: Enhances = "item"  #: an Item Enhancer: what it is put on
    onto: CardIs | UnsetType = UNSET  #: … and what its host must be besides
    #: how many enhancers of which sort can be put on it (left out: any number of those for its kind)
    enhanced_by: dict[Enhances, int | Literal["any"]] | UnsetType = UNSET
    refuses: list[str] = []  #: tags of enhancers that do not go on it
    excludes: CardIs | UnsetType = UNSET  #: cannot be in one fight with such a card, either way round
    slot: Slot | UnsetType = UNSET
    hands: int = 0
    slots: list[Slot] = []  #: further slots that it fills
    layered: bool = False  #: takes no room in its slot; what takes something of the slot takes all of it
    hidden_slot: bool = False  #: what asks for its slot does not find it
    big: bool = False
    uncounted: bool = False  #: Big, but not against the number of Big Items
    complex: bool = False
    gold: int | UnsetType = UNSET  #: 0 is "No Value"; left out, the card is no Item [ITEM-15]
    usable_by: str | list[str] | UnsetType = UNSET  #: a race, class or sex (or any of these)
    not_usable_by: str | list[str] | UnsetType = UNSET
    trait: str | UnsetType = UNSET  #: the race or class given (the id where left out)
    rank: int = 0
    carries: int = 0  #: a Hireling: Items that he carries and uses for his owner
    sex: Literal["male", "female"] | UnsetType = UNSET  #: a Hireling's, as monsters see it [HIRE-15]
    takes_items: bool = False  #: a Hireling: what he carries goes with him, however he is lost

    strength: list[Line] = []
    modifiers: list[Modifier] = []
    attaches: bool = False  #: a Class or Race enhancer: goes onto one Class or Race and is lost with it [ENHC-01]
    lost_below: int = 1  #: a Class or Race enhancer: goes when a loss leaves fewer Classes or Races
    purifies: Literal["class", "race"] | UnsetType = UNSET  #: a single one has no disadvantages [CHAR-07]
    lifts_limits: bool = False  #: attached, its Item may be used against any limit [ITEM-12]

    run: int = 0  #: of a monster: added to rolls to run away from it
    pursues: If | UnsetType = UNSET  #: of a monster: whom it pursues at all
    escape: Literal["roll", "always", "never", "no_roll"] = "roll"
    no_help: bool = False  #: of a monster: nobody may help
    no_hirelings: bool = False  #: of a monster: Hirelings neither count nor can be given up
    extra_levels: list[Number] = []  #: for killing it
    extra_treasures: list[Number] = []
    bad_stuff: list[Step] = []
    on_meet: list[Step] = []
    on_escape: list[Step] = []  #: hurts even who escapes [RUN-08]
    on_enter: list[Step] = []  #: of a Dungeon: when it is entered; you is who led there
    on_leave: list[Step] = []  #: of a Dungeon: when it is left [DUNG-04]
    on_decide: list[Step] = []  #: once, when the fight is about to be decided; then all may speak again
    on_kill: list[Step] = []  #: carried out with the rewards; you is the fighter [REW-04]

    as_monster: AsMonster | UnsetType = UNSET  #: what it is when it is fought
    amplifies: int = 0  #: an enhancer on an enhancer: adds this, with its host's sign
    grants: list[Grant] = []  #: races and classes that its owner has besides
    hides: list[Purpose] = []  #: for what its owner's own races and classes are hidden
    forbids: list[Forbidding] = []  #: in force: what it forbids
    bars: list[Bar] = []  #: in force: what it keeps out of fights
    immune_to: list[str] = []  #: names of abilities that cannot pick its owner (of a monster or enhancer: the monster)
    protects: list[Protection] = []  #: in force: what is not lost
    half_price: CardIs | UnsetType = UNSET  #: in force: such Items of its owner are sold for half of their gold
    marks: dict[str, Mark] = {}  #: what it can leave on a player, by names for the step `mark`
    faces: dict[str, Face] = {}  #: what it can turn into in play, by names for the step `turn_into`
    host: HostIs | UnsetType = UNSET  #: attached: what it makes of its host
    any_sex: bool = False  #: its owner counts as of either sex where that helps him, and for monsters as of none
    kept_at_death: bool = False  #: stays with its owner when he dies
    untradeable: bool = False
    stuck: bool = False  #: it is not unequipped, discarded, sold, traded or given away at will
    stills: list[str] = []  #: attached: names of abilities of its host that cannot be used

    #: a Curse that stays: for good, for the next combat, for the next turn, or till the next turn is over
    lasting: Literal["no", "lasting", "next_combat", "next_turn", "through_next_turn"] = "no"
    lost_with: CardIs | UnsetType = UNSET  #: a kept Curse that goes when such an Item is lost

    when: When | list[When] | UnsetType = UNSET  #: when `play` may be played from the hand (or table)
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: … and on what condition
    on: If | UnsetType = UNSET  #: a Curse or Go Up a Level: which players can be its target
    target: list[Step] = []
    cost: list[Step] = []
    play: list[Step] = []  #: what playing the card does; a Curse's and Go Up a Level's effect
    stays: bool = False  #: remains on the table once played; a Portal: with the Dungeon to which it led
    abilities: dict[str, Ability] = {}
    reactions: list[Reaction] = []


class Include(Model):
    """Cards taken over from another pack."""

    pack: str
    cards: dict[str, int]  #: card id to copies


RenamedKind = Literal["curse", "power", "hireling", "steed", "portal", "dungeon"]


class Pack(Model):
    """A pack file."""

    id: str
    name: str
    book: Literal["deluxe", "lite", "star", "bites", "babies"] = "deluxe"
    words: dict[RenamedKind, str] = {}  #: what the set prints for a kind, such as Trap for `curse` [MIX-02]
    cards: list[Card] = []
    include: list[Include] = []  #: cards shared with another pack
    reprint: list[Include] = []  #: further copies of another pack's cards, on top of those
