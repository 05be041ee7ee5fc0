"""What a view shows of players and of a fight, read once, with what follows from it. It is compiled with the engine.

Views share what has not changed since the one before, so what was read off it then is found again.
"""

from __future__ import annotations

from typing import Final

from kickdoor.bots.knowledge import Lore
from kickdoor.engine.data.terms import ITEM, ITEM_ENHANCER, RACE, STEED
from kickdoor.play.view import CardView, FightView, PlayerView

MOST: Final = 256
"""So many players and fights are remembered."""

MOST_CARDS: Final = 4096
"""So many cards are remembered."""

NO_AID: Final = -1000


class Laid:
    """A card before a player or in a hand."""

    __slots__ = ("card", "equipped", "id", "on", "shown")

    def __init__(self, shown: CardView) -> None:
        self.shown = shown
        self.card: int = shown.card
        self.id: str = shown.id
        self.equipped: bool = shown.equipped
        self.on: tuple[int, ...] = shown.on


_LAID: Final[dict[int, Laid]] = {}


def laid_of(shown: CardView) -> Laid:
    """A card as a view shows it."""
    found = _LAID.get(id(shown))
    if found is not None and found.shown is shown:
        return found
    if len(_LAID) >= MOST_CARDS:
        _LAID.clear()
    found = _LAID[id(shown)] = Laid(shown)
    return found


class Kept:
    """What a player makes of their own cards, each found when it is first asked for."""

    __slots__ = ("cheapest", "idle", "level_costs", "outclassed", "sends_monsters", "surplus", "traits", "uses")

    def __init__(self) -> None:
        self.uses: dict[int, float] = {}
        self.traits: dict[int, float] = {}
        self.level_costs: dict[int, float] = {}
        self.idle: list[int] | None = None
        self.outclassed: set[int] | None = None
        self.surplus: set[int] | None = None
        self.cheapest: list[float] | None = None
        self.sends_monsters: bool | None = None


class Character:
    """A player as a view shows them. What follows from that and the cards alone is worked out once."""

    __slots__ = (
        "_aid_in_hand",
        "_enhanced",
        "_own",
        "_strength",
        "_traits",
        "dead",
        "doors",
        "hand",
        "hand_limit",
        "in_combat",
        "kept",
        "level",
        "level_price",
        "lore",
        "sex",
        "shown",
        "stings",
        "table",
        "treasures",
    )

    def __init__(self, shown: PlayerView, lore: Lore) -> None:
        self.shown = shown
        self.lore = lore
        self.level: int = shown.level
        self.sex: str = shown.sex
        self.dead: bool = shown.dead
        self.in_combat: bool = shown.in_combat
        self.doors: int = shown.doors
        self.treasures: int = shown.treasures
        self.hand_limit: int = shown.hand_limit
        self.level_price: int = shown.level_price
        self.hand = [laid_of(card) for card in shown.hand]
        self.table = [laid_of(card) for card in shown.table]
        self.kept = Kept()  # as a veteran prices things
        self.stings: dict[int, float] = {}  # how much a Curse would cost them, by card
        self._strength: int | None = None
        self._traits: frozenset[str] | None = None
        self._own: dict[int, Laid] | None = None
        self._enhanced: dict[int, float] | None = None
        self._aid_in_hand: int | None = None

    @property
    def strength(self) -> int:
        """Their strength in a fight, as far as their table shows it."""
        found = self._strength
        return found if found is not None else self._find_strength()

    def _find_strength(self) -> int:
        found = self.level
        for laid in self.table:
            d = self.lore.defs[laid.card]
            if d.bonus and (laid.equipped or (d.kind != ITEM and d.kind != STEED)):
                found += d.bonus
        self._strength = found
        return found

    @property
    def traits(self) -> frozenset[str]:
        """What they are, as cards ask for it: races, classes, sex."""
        found = self._traits
        return found if found is not None else self._find_traits()

    def _find_traits(self) -> frozenset[str]:
        words = {self.sex}
        human = True
        for laid in self.table:
            d = self.lore.defs[laid.card]
            if d.trait:
                words.add(d.trait)
            if d.kind == RACE:
                human = False
        if human:
            words.add("human")
        found = frozenset(words)
        self._traits = found
        return found

    @property
    def own(self) -> dict[int, Laid]:
        """Their cards that the view shows, in hand and on the table."""
        found = self._own
        return found if found is not None else self._find_own()

    def _find_own(self) -> dict[int, Laid]:
        found: dict[int, Laid] = {}
        for laid in self.hand:
            found[laid.card] = laid
        for laid in self.table:
            found[laid.card] = laid
        self._own = found
        return found

    @property
    def enhanced(self) -> dict[int, float]:
        """What the enhancers of their cards add, by the card that they are on."""
        found = self._enhanced
        return found if found is not None else self._find_enhanced()

    def _find_enhanced(self) -> dict[int, float]:
        found: dict[int, float] = {}
        for laid in self.table:
            if laid.on and self.lore.defs[laid.card].kind == ITEM_ENHANCER:
                host = laid.on[0]
                found[host] = found.get(host, 0.0) + self.lore.worths[laid.card]
        self._enhanced = found
        return found

    @property
    def aid_in_hand(self) -> int:
        """The strength of what they could play in a fight of their own."""
        found = self._aid_in_hand
        return found if found is not None else self._find_aid_in_hand()

    def _find_aid_in_hand(self) -> int:
        found = 0
        for card in self.own:
            most = NO_AID
            for ploy in self.lore.ploys[card]:
                if not ploy.price:
                    most = max(most, ploy.aid)
            if most != NO_AID:
                found += most
        self._aid_in_hand = found
        return found


class Opponent:
    """A monster in a fight."""

    __slots__ = ("enhancers", "monster", "treasures", "twin_of")

    def __init__(self, monster: int, twin_of: int, enhancers: list[int], treasures: int) -> None:
        self.monster = monster
        self.twin_of = twin_of  # or -1
        self.enhancers = enhancers
        self.treasures = treasures


class Bout:
    """A fight as a view shows it."""

    __slots__ = (
        "against",
        "fighter",
        "helper",
        "levels_at_stake",
        "lore",
        "monsters",
        "party",
        "shown",
        "treasures_at_stake",
        "winning",
    )

    def __init__(self, shown: FightView, lore: Lore) -> None:
        self.shown = shown
        self.lore = lore
        self.fighter: int = shown.fighter
        helper = shown.helper
        self.helper: int = helper if helper is not None else -1
        self.party: int = shown.party
        self.against: int = shown.against
        self.winning: bool = shown.winning
        self.monsters: list[Opponent] = []
        self.levels_at_stake = 0  # how many levels the fighter would gain
        self.treasures_at_stake = 0  # how many Treasures the monsters have
        cards = len(lore.defs)
        for each in shown.monsters:
            monster: int = each.monster
            twin_of = each.twin_of
            found = Opponent(
                monster,
                twin_of if twin_of is not None else -1,
                [card.card for card in each.enhancers],
                each.treasures,
            )
            self.monsters.append(found)
            self.levels_at_stake += lore.defs[monster].levels_gained if monster < cards else 1
            self.treasures_at_stake += found.treasures


_CHARACTERS: Final[dict[int, Character]] = {}
_BOUTS: Final[dict[int, Bout]] = {}


def character_of(shown: PlayerView, lore: Lore) -> Character:
    """A player as a view shows them."""
    found = _CHARACTERS.get(id(shown))
    if found is not None and found.shown is shown and found.lore is lore:
        return found
    if len(_CHARACTERS) >= MOST:
        _CHARACTERS.clear()
    found = _CHARACTERS[id(shown)] = Character(shown, lore)
    return found


def bout_of(shown: FightView, lore: Lore) -> Bout:
    """A fight as a view shows it."""
    found = _BOUTS.get(id(shown))
    if found is not None and found.shown is shown and found.lore is lore:
        return found
    if len(_BOUTS) >= MOST:
        _BOUTS.clear()
    found = _BOUTS[id(shown)] = Bout(shown, lore)
    return found
