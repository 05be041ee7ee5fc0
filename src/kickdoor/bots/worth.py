"""What things are worth to a player, in points of strength: levels, Treasures, cards, fights, bargains."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from kickdoor.bots.knowledge import Lore
from kickdoor.bots.outlook import IDLE, Outlook, total
from kickdoor.bots.reading import Kept
from kickdoor.bots.temper import Temper
from kickdoor.engine.data import terms
from kickdoor.engine.data.cards import ON_OWNER
from kickdoor.engine.data.terms import CLASS, ITEM, RACE
from kickdoor.play.view import DealView, View

LEVEL: Final = 5.0  #: a level
WIN: Final = 100.0  #: the game
TREASURE: Final = 3.5  #: a Treasure not yet seen
PAIN: Final = 2.0  #: what one point of Bad Stuff costs
RIVALRY: Final = 0.12  #: of what any rival gains, as a loss
DREAD: Final = 0.4  #: grows the nearer they are to the end
ESCAPE: Final = 5  #: the roll that gets away
GEAR: Final = 2.0  #: a point of strength that stays
POTION: Final = 0.05  #: a point of strength that counts once
SPOIL: Final = 0.25  #: a point of strength against others
COMRADE: Final = 3.0  #: to go up by helping
MALICE: Final = 1.0  #: a Curse in the hand
JUNK: Final = 0.3  #: a card of no use
SENDING: Final = frozenset({"add_monster", "replace_monster"})
ALONE: Final = 0.3  #: how likely a fighter is to be left alone by all others
FAVOUR: Final = 0.3  #: of what another gains by a deal, as a friendly player feels it


class Way:
    """A way to turn a fight: which options, and what they cost together."""

    __slots__ = ("cost", "options")

    def __init__(self, options: list[int], cost: float) -> None:
        self.options = options
        self.cost = cost


class Judgement(Outlook):
    """An outlook with prices: what each thing is worth to a player of this temper, with these scores to settle and
    this word given to others."""

    def __init__(
        self, view: View, lore: Lore, temper: Temper, scores: dict[int, int], sworn: Collection[int] = ()
    ) -> None:
        super().__init__(view, lore)
        self.temper = temper
        self.scores = scores
        self.sworn = sworn
        self.ways: dict[str, Way | None] = {}  # how the fight could be turned, as far as that was asked
        self._greed: float = temper.greed
        self._spite: float = temper.spite
        self._grudge: float = temper.grudge
        self._threats: list[float] = [-1.0] * self.seats  # by seat; below 0 where it was not asked
        self._kept_relief: float | None = None
        self._kept_stake: float | None = None
        self._kept_rise_by_helping: float | None = None

    def _notes(self) -> Kept:
        """All veterans make the same of the same cards, whatever their temper."""
        return self.me.kept

    # Players

    def threat(self, seat: int) -> float:
        """How much of what a rival gains the player loses by it."""
        found = self._threats[seat]
        if found < 0.0:
            found = self._threats[seat] = self._find_threat(seat)
        return found

    def _find_threat(self, seat: int) -> float:
        far = self.level(seat) / self.winning_level
        ahead = 0.1 if self.level(seat) > self.me.level else 0.0
        settling = 0.1 * self._grudge * min(2, self.scores.get(seat, 0))
        return self._spite * (RIVALRY + DREAD * far * far + ahead) + settling

    def rise(self, seat: int, levels: int) -> float:
        """What it is worth that somebody goes up by killing; what wins the game is worth more than anything."""
        if not levels:
            return 0.0
        value = WIN if self.is_near_win(seat, levels) else LEVEL * levels
        return value if seat == self.seat else -value if value == WIN else -self.threat(seat) * value

    @property
    def treasure(self) -> float:
        """What a Treasure not yet seen is worth to the player."""
        return TREASURE * self._greed

    def loot(self, seat: int, treasures: float) -> float:
        """What it is worth that somebody draws Treasures."""
        return self.treasure * treasures if seat == self.seat else -self.threat(seat) * TREASURE * treasures

    # Cards

    def worth_to(self, seat: int, card: int) -> float:
        """What an Item on the table is worth to somebody: its use to them or its price, whichever is more."""
        if seat == self.seat:
            return self.worth(card)
        lore = self.lore
        d = lore.defs[card]
        traits = self.player(seat).traits
        price = lore.golds[card]
        if (d.usable_by and not traits.intersection(d.usable_by)) or traits.intersection(d.not_usable_by):
            return price
        worn = [c.card for c in self.player(seat).table if c.equipped and c.card != card]
        rivals = [lore.worths[other] for other in worn if d.slot and lore.defs[other].slot == d.slot]
        use = lore.worths[card] if not rivals or lore.worths[card] > min(rivals) else IDLE
        return max(use, price)

    def keeping(self, card: int) -> float:
        """What it is worth to keep a card rather than to spend it now: in a full hand the least is worth nothing."""
        if self.crowded and card in self.surplus:
            return 0.0
        return self.worth(card)

    @property
    def surplus(self) -> set[int]:
        """The cards of the hand that the next Charity would take: the least of it."""
        found = self.kept.surplus
        if found is None:
            found = self.kept.surplus = self._find_surplus()
        return found

    def _find_surplus(self) -> set[int]:
        over = len(self.me.hand) - self.me.hand_limit
        ranked = sorted((shown.card for shown in self.me.hand), key=self.worth)
        return set(ranked[: max(0, over)])

    @property
    def cheapest(self) -> list[float]:
        """What the player's cards are worth to them, the least first: what a price in cards costs."""
        found = self.kept.cheapest
        if found is None:
            found = self.kept.cheapest = self._find_cheapest()
        return found

    def _find_cheapest(self) -> list[float]:
        return sorted(self.keeping(card) for card in self.own)

    def trait_worth(self, card: int) -> float:
        """What a Class or Race would be worth: its own gifts, and the Items that it lets the player use."""
        found = self.kept.traits.get(card)
        if found is None:
            found = self.kept.traits[card] = self._find_trait_worth(card)
        return found

    def _find_trait_worth(self, card: int) -> float:
        d = self.lore.defs[card]
        worth = 1.5 + 0.5 * (len(d.abilities) + len(d.modifiers) + len(d.reactions))
        if "help_levels" in d.values:
            worth += COMRADE
        for own in self.own:
            item = self.lore.defs[own]
            if item.kind != ITEM:
                continue
            if d.trait in item.usable_by:
                worth += 0.7 * item.bonus
            elif d.trait in item.not_usable_by or (d.kind == RACE and "human" in item.usable_by):
                worth -= 0.7 * item.bonus
        return worth

    def use(self, card: int) -> float:
        """What a card does for the player as things stand, in points of strength."""
        use = self.kept.uses.get(card)
        if use is None:
            use = self.kept.uses[card] = self._find_use(card)
        return use

    def _find_use(self, card: int) -> float:
        d = self.lore.defs[card]
        match d.kind:
            case terms.CLASS | terms.RACE:
                return self._trait_use(card)
            case terms.GO_UP_A_LEVEL:
                return LEVEL if self.me.level < self.lore.level_without_kill else 0.5
            case terms.MONSTER:
                return self._monster_use(card)
            case terms.MONSTER_ENHANCER:
                return 1.0 + SPOIL * abs(d.bonus)
            case terms.CURSE:
                return MALICE
            case terms.ONE_SHOT:
                return 1.0 + POTION * max(max(ploy.aid, ploy.bane) for ploy in self.lore.ploys[card])
            case terms.ITEM:
                use = super().use(card)
                return GEAR * use if use > IDLE else use
            case terms.STEED | terms.HIRELING:
                return self._follower_use(card)
        return super().use(card)

    def _follower_use(self, card: int) -> float:
        """A Steed or Hireling in the hand is of no use while there is one on the table."""
        kind = self.lore.defs[card].kind
        there = [shown.card for shown in self.me.table if self.lore.defs[shown.card].kind == kind]
        return GEAR * self.gear(card) if not there or card in there else IDLE

    def _trait_use(self, card: int) -> float:
        """A Class or Race in the hand is worth what it is better than those on the table."""
        worth = self.trait_worth(card)
        kind = self.lore.defs[card].kind
        rivals = [shown.card for shown in self.me.table if self.lore.defs[shown.card].kind == kind]
        if not rivals or card in rivals:
            return worth
        return max(JUNK, worth - min(map(self.trait_worth, rivals)))

    def _monster_use(self, card: int) -> float:
        """A monster in the hand is worth fighting, or worth setting on others by another card."""
        strength = self.foe_strength(card)
        if strength < self.strength(self.seat):
            return 3.0 + self.lore.defs[card].levels_gained
        return 1.0 + 0.1 * strength if self.sends_monsters else JUNK

    @property
    def sends_monsters(self) -> bool:
        """Whether a card of the player's sets monsters of the hand on somebody."""
        found = self.kept.sends_monsters
        if found is None:
            found = self.kept.sends_monsters = self._find_sends_monsters()
        return found

    def _find_sends_monsters(self) -> bool:
        return any(ploy.verbs & SENDING for card in self.own for ploy in self.lore.ploys[card])

    # Harm

    def sting(self, seat: int, card: int) -> float:
        """How much a Curse would cost somebody."""
        stings = self.player(seat).stings
        found = stings.get(card)
        if found is None:
            found = stings[card] = self._find_sting(seat, card)
        return found

    def _find_sting(self, seat: int, card: int) -> float:
        sting = self.lore.stings[card]
        player = self.player(seat)
        cost = sting.more * PAIN * 0.5 + LEVEL * min(sting.levels, player.level - 1)
        defs, worths = self.lore.defs, self.lore.worths
        for shown in player.table:
            if shown.equipped and defs[shown.card].slot in sting.slots:
                cost += worths[shown.card]
        if sting.item:
            items = [worths[c.card] for c in player.table if defs[c.card].kind == ITEM]
            cost += 0.6 * max(items, default=0.0)
        if sting.kinds:
            cost += total([worths[c.card] for c in player.table if defs[c.card].kind in sting.kinds])
        if sting.traits and any(defs[c.card].kind in (CLASS, RACE) for c in player.table):
            cost += 2.5
        return cost

    def escapes(self, seat: int, monster: int) -> float:
        """The chance that somebody gets away from a monster."""
        return max(0.0, min(1.0, (7 - ESCAPE + self.run_bonus(seat, monster)) / 6))

    def run_bonus(self, seat: int, monster: int) -> int:
        """What cards in sight add to somebody's roll to run."""
        lore = self.lore
        bonus = lore.defs[monster].run if monster < len(lore.defs) else 0
        for shown in self.player(seat).table:
            d = lore.defs[shown.card]
            if "run" in d.values and (shown.equipped or d.kind != ITEM):
                bonus += sum(
                    m.add for m in d.modifiers if m.value == "run" and m.condition is None and m.on == ON_OWNER
                )
        return bonus

    def pain(self, monster: int) -> float:
        """What a monster's Bad Stuff costs whom it catches."""
        return PAIN * (self.lore.foes[monster].hurt if monster < len(self.lore.foes) else 2.0)

    # Dungeons

    def lair(self, seat: int, dungeon: int) -> float:
        """What it is worth to somebody to be in a Dungeon."""
        lair = self.lore.lairs[dungeon]
        if lair is None:
            return 0.0
        player = self.player(seat)
        worth = lair.strength + lair.ease
        if lair.pride and player.level == max([self.level(other) for other in range(self.seats)]):
            worth += lair.pride
        if lair.bare:
            worn = (self.lore.defs[shown.card] for shown in player.table if shown.equipped)
            worth -= sum(d.bonus for d in worn if d.slot in lair.bare)
        return worth

    def leaving(self, dungeon: int) -> float:
        """What it is worth to the player that a Dungeon is left by all: what it costs them more than their rivals."""
        there = next((shown.seats for shown in self.view.dungeons if shown.card == dungeon), ())
        seats = there or range(self.seats)
        own = -self.lair(self.seat, dungeon) if self.seat in seats else 0.0
        return own + total([self.threat(seat) * self.lair(seat, dungeon) for seat in seats if seat != self.seat])

    @property
    def relief(self) -> float:
        """What it would be worth to leave the worst of the Dungeons that are face up."""
        found = self._kept_relief
        if found is None:
            found = self._kept_relief = self._find_relief()
        return found

    def _find_relief(self) -> float:
        return max((self.leaving(shown.card) for shown in self.view.dungeons), default=0.0)

    # The fight

    def won(self, seat: int, given: int = 0) -> float:
        """What it is worth that the fighter wins, `given` Treasures going to somebody else."""
        return self.rise(seat, self.levels_at_stake) + self.loot(seat, max(0, self.treasures_at_stake - given))

    def lost(self, seat: int) -> float:
        """What it is worth that somebody has to run from the monsters of the fight."""
        assert self.fight is not None
        cost = total([(1.0 - self.escapes(seat, m.monster)) * self.pain(m.monster) for m in self.fight.monsters])
        return -cost if seat == self.seat else self.threat(seat) * cost

    @property
    def stake(self) -> float:
        """What it is worth to the player that the party wins rather than runs; below 0 they would rather see it run."""
        found = self._kept_stake
        if found is None:
            found = self._kept_stake = self._find_stake()
        return found

    def _find_stake(self) -> float:
        fight = self.fight
        assert fight is not None
        if fight.helper == self.seat:
            deal = fight.shown.deal
            share = deal.treasures if deal is not None else 0
            gains = self.loot(self.seat, share) + self.rise_by_helping - self.lost(self.seat)
            return gains + self.won(fight.fighter, share) - self.lost(fight.fighter)
        stake = self.won(fight.fighter) - self.lost(fight.fighter)
        if fight.helper >= 0 and self.gains_by_helping(fight.helper):
            stake += self.rise(fight.helper, len(fight.monsters))
        return stake

    @property
    def decides(self) -> bool:
        """Whether another would win the game by the fight."""
        return self.stake < -WIN / 2

    @property
    def rise_by_helping(self) -> float:
        """What the player would gain in levels by helping in the fight."""
        found = self._kept_rise_by_helping
        if found is None:
            found = self._kept_rise_by_helping = self._find_rise_by_helping()
        return found

    def _find_rise_by_helping(self) -> float:
        if self.fight is None or not self.gains_by_helping(self.seat):
            return 0.0
        return self.rise(self.seat, len(self.fight.monsters))

    def gains_by_helping(self, seat: int) -> bool:
        """Whether somebody goes up by helping to kill."""
        return any("help_levels" in self.lore.defs[shown.card].values for shown in self.player(seat).table)

    # Bargains

    def deal(self, deal: DealView) -> float:
        """What a bargain is worth to the player, be it their own offer or another's."""
        own = deal.by == self.seat
        other = deal.to if own else deal.by
        gets, pays = (deal.takes, deal.gives) if own else (deal.gives, deal.takes)
        value = total([self.worth(card) for card in gets]) - total([self.worth(card) for card in pays])
        theirs = total([self.worth_to(other, card) for card in pays]) - total(
            [self.worth_to(other, card) for card in gets]
        )
        value -= self.threat(other) * theirs
        if deal.kind == "help":
            value += self.help(deal, other)
        elif deal.kind == "bribe":
            value += self.pledge(other, gives=not own)
        return value + FAVOUR * (self.temper.kindness - 1.0) * LEVEL

    def help(self, deal: DealView, other: int) -> float:
        """What the help itself is worth in a bargain, Items aside."""
        fight = self.fight
        assert fight is not None
        if fight.fighter == self.seat:
            if not self.would_turn(other):
                return -LEVEL
            given = min(deal.treasures, self.treasures_at_stake)
            for_him = self.loot(other, given) + self.rise(other, len(fight.monsters) * self.gains_by_helping(other))
            return self.won(self.seat, given) - self.lost(self.seat) + for_him
        if not self.would_turn(self.seat):
            return -LEVEL
        share = self.loot(self.seat, deal.treasures) * (1.1 if deal.order == "helper_first" else 1.0)
        risk = 0.1 * self.lost(self.seat)
        hurts_me = self.won(fight.fighter, deal.treasures) - self.lost(fight.fighter)
        if hurts_me > -WIN / 2:
            hurts_me *= ALONE  # if this player does not help, another may
        return share + self.rise_by_helping + risk + hurts_me

    def would_turn(self, seat: int) -> bool:
        """Whether a helper's strength would turn the fight."""
        return bool(self.lacking) and self.strength(seat) >= self.lacking

    def pledge(self, other: int, *, gives: bool) -> float:
        """What a word not to interfere is worth: the loss of a chance to who gives it, some peace to who gets it."""
        near = self.is_near_win(other if gives else self.seat, 2)
        doors = self.player(self.seat if gives else other).doors
        worth = 0.3 * doors * (3.0 if near else 0.5)
        return -worth if gives else worth
