"""What each card of a mix does, in numbers: all that the network is told of cards. It is compiled with the engine."""

from __future__ import annotations

from kickdoor.bots.knowledge import Lore
from kickdoor.engine.data.cards import CardDef

HUNDRED = 100  #: gold is counted in hundreds
MOST_HURT = 30  #: what hurts more is as bad


class Fact:
    """What one card does, whatever its name; never changed once made."""

    __slots__ = (
        "aid",
        "bane",
        "big",
        "bonus",
        "calls",
        "comrade",
        "dear_aid",
        "deck",
        "extras",
        "flees",
        "foe",
        "gains",
        "gold",
        "hands",
        "hurt",
        "kind",
        "levels",
        "not_usable_by",
        "raises",
        "rids",
        "slot",
        "spites",
        "sting",
        "strikes",
        "treasures",
        "usable_by",
        "wards",
        "wins_ties",
    )

    def __init__(self, d: CardDef, lore: Lore, card: int) -> None:
        self.kind: int = d.kind
        self.deck: int = d.deck
        self.bonus: int = d.bonus
        self.gold: int = d.gold // HUNDRED
        self.slot: int = d.slot
        self.hands: int = d.hands
        self.big: int = int(d.big)
        self.treasures: int = d.treasures
        self.levels: int = d.levels_gained
        self.extras: int = len(d.strength) + len(d.modifiers) + len(d.abilities) + len(d.reactions)
        self.comrade: int = int("help_levels" in d.values)
        self.wins_ties: int = int("wins_ties" in d.values)
        self.usable_by: tuple[str, ...] = d.usable_by
        self.not_usable_by: tuple[str, ...] = d.not_usable_by
        foe = lore.foes[card]
        self.foe: int = foe.strength
        self.hurt: int = min(MOST_HURT, int(foe.hurt))
        sting = lore.stings[card]
        harm = 2.0 * sting.levels + 2.0 * len(sting.slots) + 2.0 * int(sting.item or sting.traits) + sting.more
        self.sting: int = min(MOST_HURT, int(harm) + sting.strength)
        self.aid: int = 0  # strength for one's own side, for nothing but the card …
        self.dear_aid: int = 0  # … and for other cards besides
        self.bane: int = 0  # strength against another's
        self.raises = self.strikes = self.rids = self.calls = self.flees = self.spites = self.wards = self.gains = 0
        for ploy in lore.ploys[card]:
            self.bane = max(self.bane, ploy.bane)
            if ploy.price:
                self.dear_aid = max(self.dear_aid, ploy.aid * ploy.times)
            else:
                self.aid = max(self.aid, ploy.aid)
            self._note(ploy.purpose)

    def _note(self, purpose: str) -> None:
        """Note what an ability of it is for."""
        if purpose == "raise":
            self.raises = 1
        elif purpose == "strike":
            self.strikes = 1
        elif purpose == "rid":
            self.rids = 1
        elif purpose == "call":
            self.calls = 1
        elif purpose == "flee":
            self.flees = 1
        elif purpose == "spite":
            self.spites = 1
        elif purpose == "ward":
            self.wards = 1
        elif purpose == "gain":
            self.gains = 1

    def is_for(self, traits: set[str]) -> bool:
        """Whether who is all this may use it."""
        for trait in self.not_usable_by:
            if trait in traits:
                return False
        if not self.usable_by:
            return True
        for trait in self.usable_by:
            if trait in traits:
                return True
        return False


def facts_of(lore: Lore) -> list[Fact]:
    """What each card of a mix does, by its number."""
    return [Fact(d, lore, card) for card, d in enumerate(lore.defs)]
