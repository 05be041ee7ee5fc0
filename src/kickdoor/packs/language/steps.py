"""What a card does when it is played: the steps of a script."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.language.effects import Ban
from kickdoor.packs.language.questions import Amount, CardIs, Cards, Cause, If
from kickdoor.packs.language.words import Model, Who


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
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: which of them can be picked ($one)
    into: str
    count: Amount = 1  #: how many; all: all of them, or with at_least or optional any number
    at_least: int | UnsetType = UNSET  #: fewer than count may be picked, but so many
    worth: Amount | UnsetType = UNSET  #: cards worth this much gold in all instead of a count
    worth_at_most: Amount | UnsetType = UNSET  #: any number of cards worth at most this much gold in all
    exactly: bool = False  #: with worth: `count` cards that are worth so much, if there are such
    ordered: bool = False  #: asked even where all must be picked, for their order
    optional: bool = False
    would_win: bool = False  #: only cards that, were they you's, would turn the fight into a win now
    leaves: Cards | UnsetType = UNSET  #: of cards: all but the last of these, which is needed besides


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
    also: bool = False  #: beside what it is on already; `attached_to` asks how many those are in all


class Escape(Model):
    """Somebody escapes: from one monster or from all."""

    who: Who = "you"
    monster: str | UnsetType = UNSET
    even_if_impossible: bool = False


class ForceHelp(Model):
    """A player must help, without reward."""

    who: Who
    may_win: bool = False
    #: Even in a fight for the win, which then does not bring the winning Level
    forgoes_win: bool = False


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
    against: Who | UnsetType = UNSET  #: only plays that hinder this player in their fight
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

    players: Who | list[Who]  #: who roll
    into: str  #: stores who it is
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: who rolls ($one)
    lowest: bool = False  #: who rolled lowest instead


class AddRun(Model):
    """Rolls to run away from this fight count so much more."""

    count: Amount  #: so much
    who: Who = "you"  #: for whom


class Poll(Model, kw_only=True):
    """Several pick at once; when all have, their picks are shown to all and stored, each with its player."""

    who: Who = "all"  #: who pick
    as_: str = msgspec.field(default="$voter", name="as")  #: which of them, where it is said what each can pick
    players: Who | UnsetType = UNSET  #: others: than who picks
    numbers: list[int] | UnsetType = UNSET  #: a bid
    options: list[str] | UnsetType = UNSET  #: words
    cards: Cards | UnsetType = UNSET  #: mostly of $voter
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: of players, cards: which can be picked ($one)
    count: Amount = 1  #: of cards: how many; all with optional: any number of them
    optional: bool = False  #: nobody need pick
    into: str  #: stores the picks


class Most(Model, kw_only=True):
    """Find who of some players has the most of a number; store who it is."""

    players: Who | list[Who]  #: of whom
    of: Amount  #: the number; $one is the player asked about
    into: str  #: stores who it is
    others: str | UnsetType = UNSET  #: stores those of them who are not it, if anybody is
    if_: If | UnsetType = msgspec.field(default=UNSET, name="if")  #: who takes part ($one)
    lowest: bool = False  #: who has the least instead
    at_least: int | UnsetType = UNSET  #: who has less than this cannot be it
    ties: Literal["roll", "all", "nobody"] = "roll"  #: roll: those who tie roll the die for it


class PassHands(Model):
    """Players give their whole hands on, each to the next of them; two exchange theirs."""

    to: Literal["left", "right"] = "left"  #: which way
    who: Who | list[Who] = "all"  #: who give theirs on


class Copy(Model):
    """This card lies before somebody as a copy of a Class, Race or Power, beyond all limits, and then goes.

    A card that was in play before is what it was again.
    """

    card: str  #: a stored card
    until: Literal["turn_end", "fight_end", "next_turn"] = "turn_end"  #: next_turn: till that player's own begins
    who: Who = "you"  #: before whom


class CountLeft(Model):
    """Count so many players to the left of you; store the one reached."""

    steps: Amount  #: how many
    into: str  #: stores the player reached


class Note(Model):
    """Note a number on a card."""

    value: Amount
    card: str = "$it"


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
    what: Ban  #: what they may not do
    against: Who = "you"  #: of plays_against: against whom
    until: Literal["turn_end", "fight_end", "next_turn"] = "turn_end"  #: next_turn: till their own begins


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
    kill_hireling: str | UnsetType = UNSET  #: its Items stay with its owner [HIRE-09]; of a Steed: it is killed
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
    lose_turn: Who | UnsetType = UNSET  #: their next turn is left out
    gain_turn: Who | UnsetType = UNSET  #: a turn more, after the one under way; then it goes on as before

    roll: Roll | UnsetType = UNSET
    set_roll: Amount | UnsetType = UNSET  #: turn the die just rolled to this number
    add_roll: Amount | UnsetType = UNSET  #: add to the roll just made
    roll_again: bool | UnsetType = UNSET
    roll_off: RollOff | UnsetType = UNSET
    count_left: CountLeft | UnsetType = UNSET
    poll: Poll | UnsetType = UNSET
    most: Most | UnsetType = UNSET
    pass_hands: PassHands | UnsetType = UNSET

    add_strength: AddStrength | UnsetType = UNSET
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
    be_caught: Who | UnsetType = UNSET  #: rolls no more: all monsters that they still have to run from catch them
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
    copy: Copy | UnsetType = UNSET
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
    discard_to_limit: Who | UnsetType = UNSET  #: what is over their hand limit, outside Charity
    make_room: str | UnsetType = UNSET  #: discard equipped Items until this one could be equipped
    attach_to_enhancer: str | UnsetType = UNSET  #: onto an enhancer in the fight, sharing its fate
    count_as_class: str | UnsetType = UNSET  #: a Race in play counts as a Class from now on
    count_as_race: str | UnsetType = UNSET  #: a Class in play counts as a Race from now on
    stop: bool | UnsetType = UNSET  #: end the script here
