"""The rules of one game: its cards, its book's numbers, and what is known of all the cards beforehand."""

from __future__ import annotations

from sys import intern

from kickdoor.engine.data.abilities import AFTER_COMBAT, ON_FIGHT_WON
from kickdoor.engine.data.cards import ON_ALL, ON_OWNER, CardDef
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.scripts import Script
from kickdoor.engine.data.terms import (
    DUNGEON_CARD,
    FIGHT_OVER,
    GO_UP_A_LEVEL,
    HIRELING,
    IN_DOOR_DECK,
    MONSTER,
    OUT_OF_GAME,
    PORTAL,
    STEED,
)


class Rules:
    """All that a game shares and never changes: definitions by card, scripts, options of the book."""

    __slots__ = (
        "after_combat",
        "barring",
        "barring_aim",
        "by_dungeons",
        "decks",
        "defs",
        "dulling",
        "dungeon_moments",
        "dungeon_reacts",
        "dungeon_sorts",
        "dungeon_traits",
        "exclusive",
        "faces",
        "for_all",
        "for_anyone",
        "forbidden",
        "forbidden_by_places",
        "forbidden_to_others",
        "guests",
        "halving",
        "hirelings",
        "immunities",
        "is_tight",
        "lending",
        "on_winning",
        "options",
        "out",
        "packs",
        "places",
        "pools",
        "protecting",
        "reacts",
        "remembers",
        "reshaping",
        "scripts",
        "sparing",
        "steeds_run",
        "sticking",
        "stilling",
        "tokens",
        "trait_kinds",
        "unsexed",
        "watched",
    )

    def __init__(
        self,
        defs: list[CardDef],
        faces: list[CardDef],
        scripts: list[Script],
        options: Options,
        packs: tuple[str, ...],
    ) -> None:
        self.defs = defs  # by card
        self.faces = faces  # by definition index
        self.scripts = scripts
        self.options = options
        self.packs = packs
        self.remembers = False  # some card counts what has happened to players in the game
        self.guests = True  # there may be cards that nobody has tried: their effects need not end
        self.decks: list[list[Card]] = [[], [], []]  # by deck, before they are shuffled
        self.out: list[Card] = []  # not in any deck [SETUP-10, DUNG-07]
        self.places: list[int] = []  # where each card lies at the beginning
        for card, d in enumerate(defs):
            if d.epic or d.is_mark or (d.kind == PORTAL and not options.get("portals")):
                self.out.append(Card(card))
                self.places.append(OUT_OF_GAME)
            else:
                self.decks[d.deck].append(Card(card))
                self.places.append(IN_DOOR_DECK + d.deck)
        numbers = options.numbers
        self.is_tight = numbers["hands"] < 2 or any(
            numbers[name] < 1 for name in ("headgear_limit", "armor_limit", "footgear_limit", "complex_limit")
        )  # a single Item may be too much
        self.for_anyone = any(d.for_anyone for d in faces)
        self.steeds_run = any(
            "run" in d.values and (d.kind == STEED or d.enhances == STEED) for d in faces
        )  # some Steed has a run-away number of its own [STEED-03]
        self.exclusive = any(d.excludes is not None for d in faces)  # some cards cannot be in one fight
        self.reshaping = any(d.host is not None for d in faces)  # some card changes what it is on
        self.sticking = self.reshaping or any(d.stuck for d in faces)  # some card may stay against its owner's will
        self.after_combat: frozenset[int] = frozenset(
            reaction.script.id for d in faces for reaction in d.reactions if AFTER_COMBAT & reaction.hears
        ) | frozenset(
            ability.script.id
            for d in faces
            for ability in d.abilities
            if ability.moments == 1 << FIGHT_OVER and d.kind != GO_UP_A_LEVEL
        )  # scripts by which cards answer the end of a fight, for who was in it
        self.on_winning: frozenset[int] = frozenset(
            reaction.script.id for d in faces for reaction in d.reactions if reaction.hears >> ON_FIGHT_WON & 1
        )  # … and those by which they answer a win
        self.reacts = 0  # mask of the events that some card reacts to
        self.watched = 0  # mask of the moments in which some card can act
        self.tokens: dict[int, list[Card]] = {}  # the cards that stand for Marks, by their definition
        for d in faces:
            self.reacts |= d.reacts
            self.watched |= d.moments
        for card, d in enumerate(defs):
            if d.is_mark:
                self.tokens.setdefault(d.index, []).append(Card(card))
        shared = sorted({ability.name for d in faces for ability in d.abilities if ability.shared})
        #: Names of abilities whose uses count together, each with a source of uses of its own, past all definitions.
        self.pools: dict[str, int] = {name: len(faces) + i for i, name in enumerate(shared)}
        self.unsexed = any(d.counts_as for d in faces)
        self.dulling = any(d.dulls >= 0 for d in faces)
        self.sparing = any(d.spares >= 0 for d in faces)
        self.hirelings = any(d.kind == HIRELING for d in faces)
        self.barring = any(d.bars for d in faces)
        self.barring_aim = any(bar.players for d in faces for bar in d.bars)
        self.protecting = any(d.protects for d in faces)
        self.halving = any(d.half_price is not None for d in faces)
        self.lending = any(d.lends for d in faces)
        self.stilling = any(d.stills for d in faces)
        self.immunities: frozenset[str] = frozenset(name for d in faces for name in d.immune_to)
        self.forbidden = 0  # mask of what some card forbids
        self.forbidden_to_others = 0
        self.forbidden_by_places = 0  # by monsters for their fights, by Dungeons for who is in them
        for d in faces:
            if d.kind in (MONSTER, DUNGEON_CARD, PORTAL):
                self.forbidden_by_places |= d.bans
            for rule in d.forbids:
                self.forbidden |= 1 << rule.what
                if rule.on != ON_OWNER:
                    self.forbidden_to_others |= 1 << rule.what
        self.trait_kinds: dict[str, int] = {
            d.trait: d.kind for d in defs if d.trait and d.kind != HIRELING
        }  # as printed: a Race that serves as a Class is still a Race to those who speak of it
        common = [d for d in faces if d.kind == DUNGEON_CARD or d.kind == PORTAL]
        before_one = [d for d in faces if d.kind != DUNGEON_CARD and d.kind != PORTAL]
        self.for_all: frozenset[str] = frozenset(
            m.value for d in before_one for m in d.modifiers if m.on == ON_ALL
        )  # numbers that a card before one player changes for all
        self.by_dungeons: frozenset[str] = frozenset(m.value for d in common for m in d.modifiers)
        self.dungeon_sorts: frozenset[str] = frozenset(tag for d in common for tag in d.makes)
        self.dungeon_traits = any(d.grants or d.hides for d in common)
        self.dungeon_moments = 0
        self.dungeon_reacts = 0
        for d in common:
            self.dungeon_reacts |= d.reacts
            self.dungeon_moments |= d.offered


class Options:
    """The rulebook's numbers and switches, and house options, resolved."""

    __slots__ = ("level_cap", "numbers")

    def __init__(self, numbers: dict[str, int]) -> None:
        # The names in the engine are interned, and such keys are found without comparing letters.
        self.numbers = {intern(name): number for name, number in numbers.items()}
        # The highest Level without a kill is below the one that wins, unless the table says outright otherwise.
        usual, goal = self.numbers["level_without_kill"], self.numbers["winning_level"]
        self.level_cap = usual if usual >= goal else min(usual, goal - 1)

    def get(self, name: str) -> int:
        """An option's value; unknown names are a bug."""
        return self.numbers[name]
