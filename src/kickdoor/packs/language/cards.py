"""A card as a whole, and the pack that it stands in."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from kickdoor.packs.language.effects import Bar, Forbidding, Grant, Line, Modifier, Protection
from kickdoor.packs.language.questions import CardIs, If, Number
from kickdoor.packs.language.steps import Step
from kickdoor.packs.language.words import Deck, Enhances, Kind, Model, Origin, Purpose, Slot

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
    """Something that a card lets its owner do when they want to."""

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
    "struck",  # a Curse would strike the owner; of others: it strikes, $event
    "face_up_draw",  # the owner would draw cards face up
    "died",  # the owner would die
    "caught",  # the owner would be caught
    "escaped_fight",  # the owner has escaped from all monsters of a fight
    "fight_lost",
    "fight_won",
    "fight_begun",  # a fight of the owner begins, or the owner joins one as the helper
    "met",  # the owner meets a monster: $event
    "turn_ending",  # the owner's turn ends, before Charity
    "rolls",  # the owner is about to roll the die
    "rolled",  # the owner has rolled the die, and it counts: $event is what it shows
    "turn_begun",  # the owner's turn begins
    "kick",  # the owner would kick open the door
    "door_monster",  # a monster stood behind the door that the owner kicked open: $event
    "level_gained",  # the owner has gained a level and not won, by another card than this
    "sex_changed",  # the owner's sex has changed, by another card than this
    "spoils",  # the owner, as the fighter, has drawn the Treasures of a won fight, $event; they are not yet shared
    "foiled",  # the owner helped the monsters of a fight of others, and they have won
    "treasure_reward",  # the owner, as the fighter, would draw a Treasure of a fight: for each one
    "helps",  # the owner becomes the helper of a fight: by is the fighter
    "sold",  # the owner has sold Items: $event
    "level_lost",  # the owner has lost a level, by another card than this
]


class Reaction(Model):
    """What a card does by itself when something happens, or instead of it."""

    to: Event
    of: Literal["you", "others", "anyone"] = "you"  #: to whom it happens; where it is another, by is that player
    instead: bool = False  #: replaces what would happen
    may: bool = False  #: the owner is asked
    from_hand: bool = False  #: of `lost`: also when it is discarded from the hand
    once_laid: bool = False  #: of `got`, in a first hand: only when all have laid down what they may
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


class Wording(Model):
    """Sentences written by hand, in place of those made from what a card does."""

    fits: str  #: the fingerprint of the card that they were written for; with another they are not used
    said: dict[str, dict[str, str]]  #: by language and field of the card; empty text says nothing


class Mark(Model):
    """What stays on a player without a card; it lies before them like a kept Curse."""

    lasting: Literal["lasting", "next_combat", "next_turn", "through_next_turn"] = "lasting"  #: how long
    curse: bool = False  #: it is a Curse and can be lifted like one
    strength: list[Line] = []  #: while it lies there
    modifiers: list[Modifier] = []  #: while it lies there
    forbids: list[Forbidding] = []  #: while it lies there
    hides: list[Purpose] = []  #: for what the player's own races and classes are hidden
    no_sex: bool = False  #: the player has no sex, and none that could change
    spares: Literal["race", "class"] | UnsetType = UNSET  #: monsters get no bonus against that of the player
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
    origin: Origin = "own"
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
    hidden_slot: bool = False  #: what picks Items in play by their slot does not find it, but for enhancers
    big: bool = False
    uncounted: bool = False  #: Big, but not against the number of Big Items
    complex: bool = False
    gold: int | UnsetType = UNSET  #: 0 is "No Value"; left out, the card is no Item [ITEM-15]
    usable_by: str | list[str] | UnsetType = UNSET  #: a race, class or sex (or any of these)
    not_usable_by: str | list[str] | UnsetType = UNSET
    trait: str | UnsetType = UNSET  #: the race or class given (the id where left out)
    rank: int = 0
    carries: int = 0  #: a Hireling: Items that it carries and uses for its owner
    sex: Literal["male", "female"] | UnsetType = UNSET  #: a Hireling's, as monsters see it [HIRE-15]
    takes_items: bool = False  #: a Hireling: what it carries goes with it, however it is lost

    strength: list[Line] = []
    modifiers: list[Modifier] = []
    attaches: bool = False  #: a Class or Race enhancer: goes onto one Class or Race and is lost with it [ENHC-01]
    lost_below: int = 1  #: a Class or Race enhancer: goes when a loss leaves fewer Classes or Races
    purifies: Literal["class", "race"] | UnsetType = UNSET  #: a single one has no disadvantages [CHAR-07]
    lifts_limits: bool = False  #: attached, its Item may be used against any limit [ITEM-12]
    lingers: bool = False  #: attached, it stays on its Item whoever gets that, and ends as a kept Curse does

    run: int = 0  #: of a monster or its enhancer: added to rolls to run away from it
    pursues: If | UnsetType = UNSET  #: of a monster: whom it pursues at all
    escape: Literal["roll", "always", "never", "no_roll"] = "roll"
    no_help: bool = False  #: of a monster: nobody may help
    no_hirelings: bool = False  #: of a monster: Hirelings neither count nor can be given up
    extra_levels: list[Number] = []  #: for killing it
    extra_treasures: list[Number] = []
    bad_stuff: list[Step] = []
    on_meet: list[Step] = []
    on_flight: list[Step] = []  #: hurts all who must run from it, even who escapes [RUN-08]
    on_escape: list[Step] = []  #: is for who has escaped
    on_enter: list[Step] = []  #: of a Dungeon: when it is entered; you is who led there
    on_leave: list[Step] = []  #: of a Dungeon: when it is left [DUNG-04]
    on_decide: list[Step] = []  #: once, when the fight is about to be decided; then all may speak again
    on_kill: list[Step] = []  #: carried out with the rewards; you is the fighter [REW-04]

    as_monster: AsMonster | UnsetType = UNSET  #: what it is when it is fought
    amplifies: int = 0  #: an enhancer on an enhancer: adds this, with its host's sign
    lends: list[str] = []  #: in force: tags that its owner's cards have as attacks, in combat only
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
    any_sex: bool = False  #: in force: its owner counts as of whichever sex helps them; in Bad Stuff as of their own
    no_sex: bool = False  #: in force: its owner has no sex, and none that could change
    spares: Literal["race", "class"] | UnsetType = UNSET  #: in force: monsters get no bonus against that of its owner
    dulls: Literal["race", "class"] | UnsetType = UNSET  #: in force: that of its owner has only its disadvantages
    kept_at_death: bool = False  #: stays with its owner when they die
    deathless: bool = False  #: a Class or Race: who has it does not die, but discards the hand or loses a level
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
    #: what the numbers noted on it stand for, by names that languages have words for
    notes: dict[int, str] = {}
    tally: str | UnsetType = UNSET  #: … or what a number noted on it counts
    wording: Wording | UnsetType = UNSET  #: sentences of its own for what it does
    names: dict[str, str] = {}  #: its name in other languages, such as `{de: Korkhelm}`
    icon: str | UnsetType = UNSET  #: the name of its picture
    flavor: str | UnsetType = UNSET  #: a line for the mood, without any effect
    author: str | UnsetType = UNSET  #: who thought of it, where not the author of the pack
    stays: bool = False  #: remains on the table once played; a Portal: with the Dungeon to which it led
    abilities: dict[str, Ability] = {}
    reactions: list[Reaction] = []


#: Fields of a card that only its words read: whatever they say, it does the same.
ONLY_WORDS: Final = frozenset({"notes", "tally", "wording", "names", "icon", "flavor", "author"})


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
    version: str | UnsetType = UNSET  #: numbers with dots, such as 1.2
    author: str | UnsetType = UNSET  #: who made it
    licence: str | UnsetType = UNSET  #: on what terms others may use it, such as CC-BY-4.0
    description: str | UnsetType = UNSET  #: what it is about, in a sentence or two
    languages: list[str] = []  #: the languages that its names and sentences are in, such as `[en, de]`
    needs: dict[str, str] = {}  #: packs without which it is not played, each with its lowest version, or ""
    words: dict[RenamedKind, str] = {}  #: what the set prints for a kind, such as Trap for `curse` [MIX-02]
    rulings: list[str] = []  #: how a dispute about its cards is settled, a sentence or two each, for its booklet
    cards: list[Card] = []
    include: list[Include] = []  #: cards shared with another pack
    reprint: list[Include] = []  #: further copies of another pack's cards, on top of those
