"""Definitions of cards, compiled from packs, never changed, and shared by all games."""

from __future__ import annotations

from typing import Final

from kickdoor.engine.data.abilities import Ability, Reaction
from kickdoor.engine.data.scripts import CardTest, Condition, Script, Value
from kickdoor.engine.data.terms import NO_SLOT, NOT_KEPT


class StrengthRule:
    """What a card says of the strength of a fight while it is in effect: lines that it adds, or does something to."""

    __slots__ = (
        "adds_only",
        "against_looks",
        "amount",
        "by",
        "condition",
        "drop",
        "drop_cards",
        "each",
        "for_some",
        "level_as",
        "multiplies",
        "multiply",
        "negate",
        "scale",
        "side",
    )

    def __init__(
        self,
        *,
        amount: Value | None,
        side: int,
        each: str,
        condition: Condition | None,
        drop: int,
        scale: int,
        negate: CardTest | None,
        drop_cards: CardTest | None,
        level_as: int,
        multiplies: int,
        multiply: CardTest | None,
        by: int,
    ) -> None:
        self.amount = amount  # of the line that it adds
        self.side = side  # OWN, PARTY_SIDE, MONSTERS_SIDE or BOTH_SIDES
        self.each = each  # a line for each player of this trait, or each monster of this sort
        self.condition = condition
        self.drop = drop  # lines that do not count, one of the DROP_ constants
        self.scale = scale  # how often its owner's whole share counts
        self.negate = negate  # such cards count the other way round
        self.drop_cards = drop_cards  # such cards of the party do not count
        self.level_as = level_as  # the Level counts as this for strength; 0: as it is
        self.multiplies = multiplies  # what counts `by` times: NOTHING, SUCH_CARDS, ITS_HOST or ITS_LEVELS
        self.multiply = multiply
        self.by = by
        self.against_looks = False  # it asks for a race or a sex
        self.for_some = False  # of an Item: it is more for owners of some race, class or sex
        self.adds_only = (
            drop == NO_DROP and scale == 1 and negate is None and drop_cards is None and not (level_as or multiplies)
        )  # does nothing to any other line


# To which side a rule of strength adds
OWN: Final = 0
PARTY_SIDE: Final = 1
MONSTERS_SIDE: Final = 2
BOTH_SIDES: Final = 3

# What a rule is about
NOTHING: Final = 0
SUCH_CARDS: Final = 1
ITS_HOST: Final = 2
ITS_LEVELS: Final = 3
ITSELF: Final = 4

# Lines that do not count
NO_DROP: Final = 0
DROP_LEVELS: Final = 1
DROP_ALL_BUT_LEVELS: Final = 2
DROP_ITEMS: Final = 3
DROP_ITEMS_BUT_ARMOR: Final = 4
DROP_AGAINST_LOOKS: Final = 5
DROP_ALL_BUT_OWN_LEVEL: Final = 6  # of the whole party, all but the Level of who plays it
DROP_ITSELF: Final = 7  # the card, with all that lies on it


class Modifier:
    """A change to one number of the rules."""

    __slots__ = ("add", "condition", "on", "set", "value")

    def __init__(self, value: str, add: int, set: int, on: int, condition: Condition | None) -> None:
        self.value = value
        self.add = add
        self.set = set  # UNSET_NUMBER where it only adds
        self.on = on  # ON_OWNER or ON_ALL
        self.condition = condition


class Forbidding:
    """What a card in force forbids its owner, the others or all; a monster, those about its fight."""

    __slots__ = ("condition", "like_host", "on", "test", "what")

    def __init__(self, what: int, on: int, condition: Condition | None, test: CardTest | None, like_host: bool) -> None:
        self.what = what
        self.on = on  # ON_OWNER, ON_OTHERS or ON_ALL
        self.condition = condition
        self.test = test  # only with such cards
        self.like_host = like_host  # only with cards of the trait that its host has


# Whom a rule is for
ON_OWNER: Final = 0
ON_OTHERS: Final = 1
ON_ALL: Final = 2


class Bar:
    """Cards that cannot be played into a fight, nor used in it."""

    __slots__ = ("from_hand", "others", "players", "test")

    def __init__(self, others: bool, from_hand: bool, players: bool, test: CardTest | None) -> None:
        self.others = others  # only for those who are not in the fight
        self.from_hand = from_hand  # only cards of the hand, also as a price
        self.players = players  # nor aimed at those in the fight
        self.test = test


class Protection:
    """Cards that are not lost in some ways."""

    __slots__ = ("causes", "test", "what")

    def __init__(self, what: int, test: CardTest | None, causes: tuple[int, ...]) -> None:
        self.what = what  # SUCH_CARDS, ITSELF or ITS_HOST
        self.test = test
        self.causes = causes


UNSET_NUMBER: Final = -9999

# How one escapes a monster
BY_ROLL: Final = 0
ALWAYS: Final = 1
NEVER: Final = 2
NO_ROLL: Final = 3  # no roll escapes it, but a card may
ESCAPES: Final = ("roll", "always", "never", "no_roll")

# By what the users of an Item are limited
BY_RACE: Final = 1
BY_CLASS: Final = 2
BY_SEX: Final = 4

# For what a trait counts
FOR_OWN: Final = 1  # own abilities and whatever asks for the trait
FOR_ITEMS: Final = 2
FOR_MONSTERS: Final = 4
AS_THEY_ARE: Final = 8  # as of their own sex: nobody counts as of either there
FOR_BAD_STUFF: Final = FOR_MONSTERS | AS_THEY_ARE

# As of what sex a card makes its owner count
OWN_SEX: Final = 0
EITHER_SEX: Final = 1
NO_SEX: Final = 2


class HostChange:
    """What an attached card makes of its host."""

    __slots__ = ("big", "muted", "slots", "stuck", "tags")

    def __init__(self, big: int, slots: tuple[int, ...], tags: frozenset[str], muted: bool, stuck: bool) -> None:
        self.big = big  # -1: as it is
        self.slots = slots  # by the number noted on the attached card
        self.tags = tags
        self.muted = muted
        self.stuck = stuck


class CardDef:
    """A card's definition."""

    __slots__ = (
        "abilities",
        "amplifies",
        "as_class",
        "as_monster",
        "as_race",
        "as_steed",
        "attaches",
        "bad_stuff",
        "bans",
        "bars",
        "big",
        "bonus",
        "carries",
        "complex",
        "copy",
        "counts_as",
        "deathless",
        "deck",
        "dulls",
        "enhanced_by",
        "enhances",
        "epic",
        "escape",
        "excludes",
        "extra_levels",
        "extra_treasures",
        "faces",
        "favors",
        "fixed_treasures",
        "follow",
        "for_anyone",
        "forbids",
        "forgets",
        "frees",
        "gold",
        "grants",
        "half_price",
        "hands",
        "hidden_slot",
        "hides",
        "host",
        "id",
        "immune_to",
        "index",
        "is_copy",
        "is_item",
        "is_mark",
        "kept_at_death",
        "kind",
        "laser",
        "lasting",
        "layable",
        "layered",
        "least_treasures",
        "lends",
        "level",
        "levels_gained",
        "lifts_limits",
        "limited_to",
        "lingers",
        "lost_below",
        "lost_with",
        "makes",
        "marks",
        "modifiers",
        "moments",
        "moments_in_hand",
        "moments_in_play",
        "most_treasures",
        "name",
        "no_help",
        "no_hirelings",
        "not_usable_by",
        "offered",
        "on",
        "on_decide",
        "on_enter",
        "on_escape",
        "on_flight",
        "on_kill",
        "on_leave",
        "on_meet",
        "protects",
        "purifies",
        "pursues",
        "rank",
        "reactions",
        "reacts",
        "refuses",
        "run",
        "sex",
        "slot",
        "slots",
        "spares",
        "stays",
        "stills",
        "strength",
        "strike",
        "stuck",
        "tags",
        "takes_items",
        "trait",
        "treasure_bonus",
        "treasure_times",
        "treasures",
        "uncounted",
        "unliftable",
        "untradeable",
        "usable_by",
        "values",
    )

    def __init__(self, index: int, id: str, name: str, deck: int, kind: int) -> None:
        self.index = index
        self.id = id
        self.name = name
        self.deck = deck
        self.kind = kind
        self.epic = False
        self.tags: frozenset[str] = frozenset()
        self.level = 0
        self.treasures = 0
        self.levels_gained = 1
        self.bonus = 0
        self.treasure_bonus = 0
        self.least_treasures = 0
        self.most_treasures = -1  # -1: no bound
        self.treasure_times = 1
        self.fixed_treasures = False
        self.excludes: CardTest | None = None
        self.makes: frozenset[str] = frozenset()
        self.enhances = -1  # of an Item Enhancer: the kind of its host
        self.enhanced_by: dict[int, int] = {}  # how many enhancers of which sort may be put on it
        self.refuses: frozenset[str] = frozenset()  # tags of enhancers that do not go on it
        self.slot = NO_SLOT
        self.slots: tuple[int, ...] = ()  # further slots that it fills
        self.layered = False
        self.hidden_slot = False
        self.uncounted = False  # not against the number of Big Items
        self.hands = 0
        self.big = False
        self.complex = False
        self.laser = False  # snaps together with other lasers [LASER-01]
        self.is_item = False
        self.gold = 0
        self.usable_by: tuple[str, ...] = ()
        self.not_usable_by: tuple[str, ...] = ()
        self.limited_to = 0  # by what its users are limited: mask of BY_RACE, BY_CLASS, BY_SEX
        self.favors: frozenset[str] = frozenset()  # races and classes that may use it, or use it better
        self.trait = ""
        self.rank = 0
        self.carries = 0
        self.takes_items = False
        self.sex = ""  # a Hireling's: matters to monsters only
        self.strength: tuple[StrengthRule, ...] = ()
        self.modifiers: tuple[Modifier, ...] = ()
        self.values: frozenset[str] = frozenset()  # the numbers it modifies
        self.attaches = False  # goes onto one Class or Race
        self.lost_below = 1  # goes when a loss leaves fewer Classes or Races
        self.purifies = -1  # CLASS or RACE
        self.lends: frozenset[str] = frozenset()  # tags that its owner's attacks have
        self.lifts_limits = False
        self.lingers = False  # on its host, whoever gets that; ends as a kept Curse does
        self.run = 0
        self.pursues: Condition | None = None
        self.escape = BY_ROLL  # … or ALWAYS, NEVER, NO_ROLL
        self.no_help = False
        self.for_anyone = False  # a monster that lets bystanders do something
        self.no_hirelings = False  # Hirelings neither count nor can be given up
        self.extra_levels: tuple[Value, ...] = ()
        self.extra_treasures: tuple[Value, ...] = ()
        self.bad_stuff: Script | None = None
        self.on_meet: Script | None = None
        self.on_decide: Script | None = None  # once, before it is decided
        self.on_flight: Script | None = None
        self.on_escape: Script | None = None
        self.on_kill: Script | None = None  # carried out with the rewards [REW-04]
        self.follow: Script | None = None  # what a Portal does [PORT-01]
        self.on_enter: Script | None = None  # of a Dungeon
        self.on_leave: Script | None = None  # … undone as it says [DUNG-04]
        self.lasting = NOT_KEPT  # how long a Curse stays: FOR_GOOD, NEXT_COMBAT …
        self.lost_with: CardTest | None = None
        self.on: Condition | None = None  # who can be struck or raised by it
        self.strike: Script | None = None  # a Curse's effect
        self.as_class = -1  # the definition that it shows as a Class, a Race, a monster, a Steed; -1: none
        self.as_race = -1
        self.as_monster = -1
        self.as_steed = -1
        self.amplifies = 0  # an enhancer on an enhancer: adds so much with its host's sign
        self.grants: tuple[tuple[str, int, Condition | None], ...] = ()  # traits given, for what (mask of FOR_), when
        self.hides = 0  # for what the owner's own races and classes are hidden (mask of FOR_)
        self.marks: dict[str, int] = {}  # its Marks: the definition of each
        self.faces: dict[str, int] = {}  # what it can turn into: the definition of each
        self.host: HostChange | None = None
        self.counts_as = OWN_SEX  # or EITHER_SEX, NO_SEX: as of what sex its owner counts
        self.dulls = -1  # RACE or CLASS: those of its owner have only disadvantages
        self.spares = -1  # RACE or CLASS: monsters get no bonus against those of its owner
        self.kept_at_death = False
        self.deathless = False  # of a Class or Race: who has it does not die [DEATH-08]
        self.forgets = False  # what is noted on it ends with its owner's combat
        self.frees = False  # in play it lets its owner use any Items
        self.is_mark = False
        self.is_copy = False  # a Mark that stands for a Curse which strikes several
        self.copy = -1  # of a Curse that stays: what lies before its further victims
        self.unliftable = False  # a Mark that is no Curse
        self.forbids: tuple[Forbidding, ...] = ()
        self.bans = 0  # mask of what it forbids
        self.bars: tuple[Bar, ...] = ()
        self.immune_to: frozenset[str] = frozenset()  # names of abilities that cannot pick its owner, or the monster
        self.protects: tuple[Protection, ...] = ()
        self.half_price: CardTest | None = None  # such Items of its owner are sold for half
        self.untradeable = False
        self.stuck = False
        self.stills: frozenset[str] = frozenset()  # abilities of its host that it stops
        self.stays = False
        self.layable = False  # its kind can be laid on the table
        self.abilities: tuple[Ability, ...] = ()
        self.reactions: tuple[Reaction, ...] = ()
        self.reacts = 0  # mask of events it reacts to
        self.moments = 0  # mask of moments in which some ability of it can act …
        self.moments_in_hand = 0  # … for its owner, from the hand
        self.moments_in_play = 0  # … for its owner, in play
        self.offered = 0  # … without being played itself: what a Dungeon lets all do
