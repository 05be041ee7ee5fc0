"""What a player knows of each card of a mix, once they have read it (`lore.py`). It is compiled with the engine."""

from __future__ import annotations

from typing import Literal

from kickdoor.engine.data.cards import CardDef

Purpose = Literal["raise", "strike", "fight", "rid", "call", "flee", "spite", "ward", "gain", "none"]
"""What an ability is for: to raise a player, to harm one, to add strength to a fight, to be rid of a monster, to make
somebody help, to get away, to catch who got away, to stop a Curse, to gain something; or nothing a rookie sees."""

Standing = Literal["not_highest", "lowest", "out_of_combat"]

Onto = Literal["", "best", "idle"]

NO_WORDS: frozenset[str] = frozenset()
NO_NUMBERS: frozenset[int] = frozenset()


class Ploy:
    """An ability as a player understands it; never changed once made."""

    __slots__ = ("aid", "bane", "on", "onto", "price", "purpose", "times", "verbs")

    def __init__(
        self,
        purpose: Purpose,
        aid: int = 0,
        bane: int = 0,
        price: int = 0,
        times: int = 1,
        on: tuple[Standing, ...] = (),
        onto: Onto = "",
        verbs: frozenset[str] = NO_WORDS,
    ) -> None:
        self.purpose = purpose
        self.aid = aid  #: strength that it can give one's own side of a fight
        self.bane = bane  #: strength that it can cost the other party of a fight
        self.price = price  #: cards to be paid for it
        self.times = times  #: how often it can be used in a row
        self.on = on  #: what a player must be to gain by it
        self.onto = onto  #: which card should be picked for it: the best, or the best one idle
        self.verbs = verbs  #: all that its script does

    def __deepcopy__(self, memo: object) -> Ploy:
        return self

    def as_doubling(self, aid: int) -> Ploy:
        """The same, which counts its owner's strength once more."""
        return Ploy(
            purpose="fight",
            aid=aid,
            bane=self.bane,
            price=self.price,
            times=self.times,
            on=self.on,
            onto=self.onto,
            verbs=self.verbs | {"scale"},
        )

    def as_meant_for(self, onto: Onto) -> Ploy:
        """The same, for another card to be picked."""
        return Ploy(
            purpose=self.purpose,
            aid=self.aid,
            bane=self.bane,
            price=self.price,
            times=self.times,
            on=self.on,
            onto=onto,
            verbs=self.verbs,
        )


class Foe:
    """A monster as a player judges it: strength against anybody, more against some, and how much it hurts."""

    __slots__ = ("hurt", "more", "strength")

    def __init__(self, strength: int, more: tuple[tuple[int, frozenset[str]], ...], hurt: float) -> None:
        self.strength = strength
        self.more = more
        self.hurt = hurt


class Sting:
    """What a Curse or other malice takes from whom it strikes."""

    __slots__ = ("gear", "item", "kinds", "levels", "more", "slots", "strength", "traits")

    def __init__(
        self,
        levels: int = 0,
        slots: frozenset[int] = NO_NUMBERS,
        item: bool = False,
        traits: bool = False,
        strength: int = 0,
        gear: bool = False,
        kinds: frozenset[int] = NO_NUMBERS,
        more: float = 0.0,
    ) -> None:
        self.levels = levels
        self.slots = slots  #: what is worn there
        self.item = item  #: an Item of their choice
        self.traits = traits  #: Classes or Races
        self.strength = strength  #: strength in a fight
        self.gear = gear  #: the strength of most Items in a fight
        self.kinds = kinds  #: all of their cards of these kinds
        self.more = more  #: whatever else, as it hurts


class Lair:
    """What it is to be in a Dungeon, in points of strength."""

    __slots__ = ("bare", "ease", "goal", "pride", "strength")

    def __init__(
        self,
        strength: float = 0.0,
        pride: float = 0.0,
        bare: frozenset[int] = NO_NUMBERS,
        ease: float = 0.0,
        goal: int = 0,
    ) -> None:
        self.strength = strength  #: in one's fights
        self.pride = pride  #: the same, for whoever is on the highest Level
        self.bare = bare  #: Items of these slots do not count
        self.ease = ease  #: whatever else it gives, or takes
        self.goal = goal  #: so much higher is the winning Level


class Lore:
    """All that can be read on the cards of a mix. Lists go by the number of the card."""

    __slots__ = (
        "defs",
        "foes",
        "golds",
        "hands",
        "lairs",
        "level_without_kill",
        "ploys",
        "powers",
        "stings",
        "winning_level",
        "worths",
    )

    def __init__(
        self,
        defs: list[CardDef],
        ploys: list[tuple[Ploy, ...]],
        foes: list[Foe],
        stings: list[Sting],
        lairs: list[Lair | None],
        worths: list[float],
        golds: list[float],
        winning_level: int,
        level_without_kill: int,
        hands: int,
    ) -> None:
        self.defs = defs
        self.ploys = ploys
        self.foes = foes
        self.stings = stings
        self.lairs = lairs
        self.worths = worths
        self.golds = golds
        self.winning_level = winning_level
        self.level_without_kill = level_without_kill
        self.hands = hands
        #: the most strength that each card can add to either side of a fight
        self.powers = [max([max(ploy.aid, ploy.bane) for ploy in known], default=0) for known in ploys]
