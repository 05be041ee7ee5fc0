"""What a player makes of their view: how strong everybody is, who leads, how a fight stands."""

from __future__ import annotations

from typing import Final

from kickdoor.bots.knowledge import Lore, Ploy
from kickdoor.bots.reading import Bout, Character, Kept, Laid, bout_of, character_of
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.question import QuestionKind
from kickdoor.engine.data.terms import (
    CLASS,
    CURSE,
    HAND,
    HIRELING,
    ITEM,
    JOIN,
    MONSTER,
    PLAY,
    RACE,
)
from kickdoor.play.view import DealView, PlayerView, View

NO_PLOY: Final = Ploy("none")
IDLE: Final = 0.1  #: the worth of an Item that the player cannot use, its price aside
DRAWS: Final[frozenset[QuestionKind]] = frozenset({"draw", "reward"})  #: to draw a card, or do something instead
ALL: Final = 1000.0  #: more than anybody would give


def total(amounts: list[float]) -> float:
    """The sum of amounts, one after the other."""
    found = 0.0
    for amount in amounts:
        found += amount
    return found


class Outlook:
    """A view as a player reads it; nothing is worked out before it is asked for, and then it is kept.

    It is compiled together with the engine.
    """

    def __init__(self, view: View, lore: Lore) -> None:
        self.view = view
        self.lore = lore
        self.seat: int = view.seat
        self.moment: str = view.moment
        self.turn: int = view.turn
        self.options: list[int] = view.options
        self._players: list[PlayerView] = view.players
        self._characters: list[Character | None] = [None] * len(self._players)
        self.me = self.player(self.seat)
        shown = view.fight
        self.fight: Bout | None = bout_of(shown, lore) if shown is not None else None
        self.kept = self._notes()  # what it makes of its own cards
        self._kept_rivals: list[int] | None = None
        self._kept_winning_level = 0
        self._kept_aid: int | None = None
        self._kept_bane: int | None = None
        self._kept_resolve: int | None = None

    def _notes(self) -> Kept:
        """Where it keeps what it makes of its own cards."""
        return Kept()

    # Players

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self._players)

    def player(self, seat: int) -> Character:
        """A player as the view shows them."""
        found = self._characters[seat]
        if found is None:
            found = self._characters[seat] = character_of(self._players[seat], self.lore)
        return found

    @property
    def traits(self) -> frozenset[str]:
        """What the player is, as cards ask for it: races, classes, sex."""
        return self.me.traits

    def strength(self, seat: int) -> int:
        """A player's strength in a fight, as far as their table shows it."""
        return self.player(seat).strength

    @property
    def others(self) -> list[int]:
        """The other players, by seat."""
        return [seat for seat in range(self.seats) if seat != self.seat]

    @property
    def rivals(self) -> list[int]:
        """The other players, the most dangerous first."""
        found = self._kept_rivals
        if found is None:
            found = self._kept_rivals = self._find_rivals()
        return found

    def _find_rivals(self) -> list[int]:
        return sorted(self.others, key=lambda seat: (self.level(seat), self.strength(seat)), reverse=True)

    @property
    def leader(self) -> int:
        """The most dangerous of the others."""
        return self.rivals[0]

    def level(self, seat: int) -> int:
        """A player's Level."""
        return self.player(seat).level

    def is_near_win(self, seat: int, levels: int) -> bool:
        """Whether a player would win with so many levels more."""
        return self.level(seat) + levels >= self.winning_level

    @property
    def winning_level(self) -> int:
        """The Level that wins, in the Dungeons that are face up."""
        if not self._kept_winning_level:
            self._kept_winning_level = self._find_winning_level()
        return self._kept_winning_level

    def _find_winning_level(self) -> int:
        level = self.lore.winning_level
        for shown in self.view.dungeons:
            lair = self.lore.lairs[shown.card]
            level += lair.goal if lair is not None else 0
        return level

    def gains_by(self, ploy: Ploy) -> bool:
        """Whether the player is of those who can gain by a play on themselves."""
        if not ploy.on:
            return True
        levels = [self.level(seat) for seat in range(self.seats)]
        standings = {
            "not_highest": self.me.level < max(levels),
            "lowest": self.me.level == min(levels),
            "out_of_combat": not self.me.in_combat,
        }
        return all(standings[due] for due in ploy.on)

    # Cards

    @property
    def own(self) -> dict[int, Laid]:
        """The player's own cards, in hand and on the table."""
        return self.me.own

    @property
    def crowded(self) -> bool:
        """Whether the hand is over its limit."""
        return len(self.me.hand) > self.me.hand_limit

    def can_use(self, card: int) -> bool:
        """Whether the player is of those who may use an Item."""
        d = self.lore.defs[card]
        if d.usable_by and not self.traits.intersection(d.usable_by):
            return False
        return not self.traits.intersection(d.not_usable_by)

    def use(self, card: int) -> float:
        """What a card does for the player as things stand, in points of strength."""
        lore = self.lore
        d = lore.defs[card]
        worth = self.gear(card)
        shown = self.own.get(card)
        if d.kind == ITEM:
            if shown is not None and shown.equipped:
                return worth
            return worth if self.can_use(card) and self._displaced_worth(card) < worth else IDLE
        if d.kind == MONSTER:
            return 3.0 if self.foe_strength(card) < self.strength(self.seat) else worth
        if (d.kind == CLASS or d.kind == RACE) and any(card == own.card for own in self.me.table):
            return 3.0
        return worth

    def gear(self, card: int) -> float:
        """What a card is worth to whoever can use it, with the enhancers that the player has put on it."""
        return self.lore.worths[card] + self.me.enhanced.get(card, 0.0)

    def worth(self, card: int) -> float:
        """What a card is worth to the player: its use or its price, whichever is more."""
        return max(self.use(card), self.lore.golds[card])

    @property
    def idle(self) -> list[int]:
        """Items of some use that the player cannot use as things stand, the best first."""
        found = self.kept.idle
        if found is None:
            found = self.kept.idle = self._find_idle()
        return found

    def _find_idle(self) -> list[int]:
        lore = self.lore
        found = [card for card in self.own if lore.defs[card].kind == ITEM and self.use(card) == IDLE]
        return sorted((card for card in found if lore.worths[card] >= 2), key=lambda card: -lore.worths[card])

    def price_of_a_level(self, gold: int) -> float:
        """The use that would be lost with Items sold for so much gold; more than anything if there are not enough."""
        found = self.kept.level_costs.get(gold)
        if found is None:
            found = self.kept.level_costs[gold] = self._find_price_of_a_level(gold)
        return found

    def _find_price_of_a_level(self, gold: int) -> float:
        defs = self.lore.defs
        for_sale = [card for card in self.own if defs[card].gold]
        due, lost = gold, 0.0
        for card in sorted(for_sale, key=lambda card: self.use(card) / defs[card].gold):
            lost += self.use(card)
            due -= defs[card].gold
            if due <= 0:
                return lost
        return ALL

    @property
    def outclassed(self) -> set[int]:
        """The equipped Items that leave no room for a better one carried."""
        found = self.kept.outclassed
        if found is None:
            found = self.kept.outclassed = self._find_outclassed()
        return found

    def _find_outclassed(self) -> set[int]:
        found: set[int] = set()
        for shown in self.me.table:
            card = shown.card
            if self.lore.defs[card].slot and not shown.equipped and self.use(card) > IDLE:
                found.update(self.displaced(card))
        return found

    def _displaced_worth(self, card: int) -> float:
        return total([self.gear(other) for other in self.displaced(card)])

    def displaced(self, card: int) -> list[int]:
        """The equipped Items, the least first, that leave no room for this one."""
        defs = self.lore.defs
        d = defs[card]
        if not d.slot:
            return []
        worn = [shown.card for shown in self.me.table if shown.equipped and defs[shown.card].slot == d.slot]
        worn = [other for other in worn if not any(defs[on].kind == HIRELING for on in self.own[other].on)]
        worn.sort(key=self.gear)
        if d.slot != HAND:
            return worn[:1]
        free = self.lore.hands - sum(defs[other].hands for other in worn)
        gone = []
        for other in worn:
            if free >= d.hands:
                break
            free += defs[other].hands
            gone.append(other)
        return gone

    def foe_strength(self, card: int) -> int:
        """How strong a monster is against this player."""
        foe = self.lore.foes[card]
        return foe.strength + sum(add for add, traits in foe.more if traits & self.traits)

    # Plays

    def ploy(self, option: int) -> Ploy:
        """What a play among the options is for."""
        card, index = first_of(option), second_of(option)
        ploys = self.lore.ploys[card] if card < len(self.lore.ploys) else ()
        return ploys[index] if index < len(ploys) else NO_PLOY

    @property
    def aid(self) -> int:
        """The strength that all the player's plays together could give their side now."""
        found = self._kept_aid
        if found is None:
            found = self._kept_aid = self._find_aid()
        return found

    def _find_aid(self) -> int:
        plays = [self.ploy(option) for option in self.options if verb_of(option) == PLAY]
        return sum(ploy.aid * min(ploy.times, len(self.own)) for ploy in plays)

    @property
    def bane(self) -> int:
        """The strength that all the player's plays together could cost the party now."""
        found = self._kept_bane
        if found is None:
            found = self._kept_bane = self._find_bane()
        return found

    def _find_bane(self) -> int:
        plays = [self.ploy(option) for option in self.options if verb_of(option) == PLAY]
        joining = [first_of(option) for option in self.options if verb_of(option) == JOIN]
        return sum(ploy.bane for ploy in plays) + sum(self.lore.foes[card].strength for card in set(joining))

    @property
    def aid_in_hand(self) -> int:
        """The strength of what the player could play in a fight of their own."""
        return self.me.aid_in_hand

    @property
    def is_cursed(self) -> bool:
        """Whether a Curse lies on the player, or is likely to strike them: a view does not say whom it is meant for."""
        if self.moment == "cursed":
            return self.turn == self.seat or self.me.level >= self.level(self.leader)
        return any(self.lore.defs[shown.card].kind == CURSE for shown in self.me.table)

    # The fight

    @property
    def is_party(self) -> bool:
        """Whether the player is in the fight that is on."""
        return self.fight is not None and self.seat in (self.fight.fighter, self.fight.helper)

    @property
    def lacking(self) -> int:
        """How much strength the party lacks to win; 0 where it is winning."""
        if self.fight is None or self.fight.winning:
            return 0
        return max(1, self.fight.against - self.fight.party + 1)

    @property
    def lead(self) -> int:
        """How much strength would turn a fight that is being won."""
        if self.fight is None or not self.fight.winning:
            return 0
        return max(1, self.fight.party - self.fight.against)

    @property
    def levels_at_stake(self) -> int:
        """How many levels the fighter would gain."""
        assert self.fight is not None
        return self.fight.levels_at_stake

    @property
    def treasures_at_stake(self) -> int:
        """How many Treasures the monsters have."""
        return self.fight.treasures_at_stake if self.fight is not None else 0

    @property
    def danger(self) -> float:
        """How much it would hurt to be caught by the monsters of the fight."""
        if self.fight is None:
            return 0.0
        cards = len(self.lore.defs)
        return total([self.lore.foes[m.monster].hurt if m.monster < cards else 2.0 for m in self.fight.monsters])

    @property
    def resolve(self) -> int:
        """How much the player wants to turn a fight of others: 0 not, 1 if it costs little, 2 by all means."""
        found = self._kept_resolve
        if found is None:
            found = self._kept_resolve = self._find_resolve()
        return found

    def _find_resolve(self) -> int:
        fight = self.fight
        if fight is None or self.is_party or not fight.winning:
            return 0
        if self.is_near_win(fight.fighter, self.levels_at_stake):
            return 2
        leads = fight.fighter == self.leader and self.level(fight.fighter) >= self.me.level
        return int(leads and self.is_near_win(fight.fighter, 4) and self.moment == "closing")

    def offer(self, id: int) -> DealView:
        """A standing offer."""
        return next(deal for deal in self.view.offers if deal.offer == id)
