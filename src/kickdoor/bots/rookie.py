"""A bot that goes by rules of thumb: it sees no further than the next answer."""

from __future__ import annotations

from collections import Counter
from random import Random

from kickdoor.bots.bargainer import tradeable
from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.lore import lore_of
from kickdoor.bots.outlook import DRAWS, IDLE, NO_PLOY, Outlook, total
from kickdoor.bots.temper import Temper, draw_temper
from kickdoor.engine.actions.bargains import SWAP
from kickdoor.engine.data import terms
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.question import QuestionKind
from kickdoor.engine.data.rules import Rules
from kickdoor.play.choices import Decision, Offer, Option
from kickdoor.play.view import DealView, View

NEVER = -100.0
OFTEN = 4  #: a play that has been made so often in one turn is not made again
LEVEL = 5.0  #: what a level is worth, in points of strength
LEAST_GAIN = 0.5  #: what a trade must bring
SPOILER = 3  #: so many Doors in a hand may hold what spoils a fight
NEAR = 3  #: who lacks so few levels is worth a Curse
FEARED = 4.0  #: a monster that hurts so much is worth a card to get away from

WHY_PLAYED = {
    "fight": "{card} turns the fight",
    "raise": "a level for nothing",
    "gain": "{card} is a gain",
    "strike": "whoever leads must be stopped",
    "rid": "better without this monster",
    "call": "somebody shall help",
    "flee": "being caught would hurt",
    "spite": "others shall not get away",
    "ward": "a Curse must go",
}
"""Why it plays a card, by what the card is for."""

WHY = {
    terms.LAY: "{card} is worth having",
    terms.EQUIP: "{card} makes it stronger",
    terms.UNEQUIP: "{card} gives way to something better",
    terms.ENTRUST: "{card} is of use in other hands",
    terms.OFFER: "player {other} could turn the fight",
    terms.ACCEPT: "the deal pays",
    terms.REFUSE: "the deal does not pay",
    terms.CLAIM: "the fight is won",
    terms.RUN: "the fight cannot be won",
    terms.SELL: "a level is worth more than what is sold",
    terms.TROUBLE: "{card} can be beaten",
    terms.JOIN: "{card} turns the fight",
    terms.LOOT: "a card for nothing",
    terms.GIVE: "{card} is the least loss",
    terms.PICK: "{card} looks best for it",
    terms.PICK_PLAYER: "it is best done to this player",
}
"""Why it does anything else."""


class Rookie:
    """Takes the option that looks best by itself: lays and equips, sells for levels, fights what it can beat, asks for
    help where it cannot, plays what turns a fight, and spends its malice on whoever leads."""

    def __init__(self, rng: Random, rules: Rules, temper: Temper | None = None) -> None:
        self.rng = rng
        self.lore = lore_of(rules)
        self.temper = temper if temper is not None else draw_temper(rng)
        self.ploy = NO_PLOY  # what it is playing, while picks for it are asked
        self.turn = 0
        self.played: Counter[int] = Counter()  # how often it has made each play this turn
        self.asked: set[int] = set()  # to whom it has offered something this turn
        self.why = ""  # why it made its last choice, in words

    def choose(self, view: View, decision: Decision) -> Option | Offer:
        """The option that it wants most, or a bribe before its last fight; among equals, chance decides."""
        options = decision.options
        if len(options) == 1:
            self.why = "there was no choice"
            return options[0]
        if view.turns != self.turn:
            self.turn = view.turns
            self.asked.clear()
            self.played.clear()
        outlook = Outlook(view, self.lore)
        bribe = self._bribe(outlook) if decision.about == "arrange" else None
        if bribe is not None and decision.allows(bribe):
            self.asked.add(bribe.to)
            self.why = f"a trifle for player {bribe.to + 1} to keep out of the last fight"
            return bribe
        best: list[Option] = []
        most = NEVER - 1
        for option in options:
            if decision.passable:
                wanted = self._wants(outlook, option.code)
            else:
                wanted = self._prefers(outlook, option.code, decision.about)
            if wanted > most:
                most, best = wanted, [option]
            elif wanted == most:
                best.append(option)
        chosen = best[int(self.rng.random() * len(best))] if len(best) > 1 else best[0]
        self._note(outlook, chosen.code, decision.passable)
        return chosen

    def _note(self, outlook: Outlook, chosen: int, passable: bool) -> None:
        """Remember what it is about to do."""
        verb, card, other = verb_of(chosen), first_of(chosen), second_of(chosen)
        if passable:
            self.ploy = NO_PLOY
        if verb == terms.PLAY:
            self.ploy = outlook.ploy(chosen)
            self.played[chosen] += 1
        elif verb == terms.UNEQUIP:
            self.played[chosen] = OFTEN  # what it puts on again after all stays on
        elif verb == terms.OFFER:
            self.asked.add(other)
        reason = WHY_PLAYED.get(self.ploy.purpose, "") if verb == terms.PLAY else WHY.get(verb, "")
        name = self.lore.defs[card].name if card < len(self.lore.defs) else "this"
        self.why = reason.format(card=name, other=other + 1) or "nothing else looks better"

    # What it may do in a window; whatever is not wanted more than silence is left alone.

    def _wants(self, outlook: Outlook, option: int) -> float:
        a, b = first_of(option), second_of(option)
        match verb_of(option):
            case terms.PLAY:
                return self._wants_play(outlook, outlook.ploy(option)) if self.played[option] < OFTEN else NEVER
            case terms.LAY:
                return self._wants_to_lay(outlook, a)
            case terms.EQUIP:
                return 3.0 + 0.01 * self.lore.worths[a] if self.lore.worths[a] > 0 else NEVER
            case terms.UNEQUIP:
                return 3.5 if a in outlook.outclassed and self.played[option] < OFTEN else NEVER
            case terms.DROP | terms.WITHDRAW | terms.DECLARE | terms.DISCOVER:
                return NEVER
            case terms.OFFER:
                return self._wants_to_offer(outlook, a, b)
            case terms.ACCEPT:
                return self._wants_deal(outlook, outlook.offer(a))
            case terms.CLAIM:
                return 20.0
            case terms.SELL:
                return LEVEL - outlook.price_of_a_level(outlook.me.level_price)
            case terms.TROUBLE:
                return self._wants_trouble(outlook, a)
            case terms.JOIN:
                return self._wants_to_hinder(outlook, self.lore.foes[a].strength, 0.0)
            case terms.ENTRUST:
                return 3.2 if not outlook.own[a].equipped and self.lore.worths[a] >= 1 else NEVER
            case terms.LOOT:
                return 1.0
            case terms.REFUSE:
                return 0.1
        return 0.0

    def _wants_to_lay(self, outlook: Outlook, card: int) -> float:
        d = self.lore.defs[card]
        if d.kind == terms.CLASS or d.kind == terms.RACE:
            return 6.0
        makes_room = 0.5 if outlook.crowded else NEVER
        if d.kind == terms.ONE_SHOT:
            return makes_room if outlook.moment == "end" else NEVER
        if d.kind == terms.ITEM:
            if outlook.use(card) > IDLE:
                return 4.0 + 0.1 * outlook.use(card)
            return NEVER if d.big else makes_room
        return 5.0

    def _wants_trouble(self, outlook: Outlook, card: int) -> float:
        strength = outlook.strength(outlook.seat)
        if outlook.is_near_win(outlook.seat, self.lore.defs[card].levels_gained):
            strength += outlook.aid_in_hand
        return 4.0 + self.lore.defs[card].treasures if strength > outlook.foe_strength(card) else NEVER

    def _wants_play(self, outlook: Outlook, ploy: Ploy) -> float:
        dear = 0.5 * ploy.price
        match ploy.purpose:
            case "fight":
                if outlook.is_party:
                    return self._wants_to_turn(ploy.aid, outlook.lacking, outlook.aid, dear)
                return self._wants_to_hinder(outlook, ploy.bane, dear, ploy.aid > 0)
            case "raise":
                rises = outlook.me.level < self.lore.level_without_kill and outlook.gains_by(ploy)
                return 8.0 if rises else NEVER
            case "gain":
                if ploy.price > 1 or (ploy.onto == "idle" and not outlook.idle):
                    return NEVER
                return 4.0 if not ploy.price else 0.5 if outlook.crowded else NEVER
            case "strike":
                return self._wants_to_strike(outlook, dear)
            case "rid":
                if outlook.is_party:
                    return 2.0 - dear if outlook.lacking and (outlook.danger >= FEARED or not dear) else NEVER
                return 4.0 - dear if outlook.resolve == 2 else NEVER
            case "call":
                return 4.5 - dear if outlook.lacking else NEVER
            case "flee":
                return 2.0 - dear if outlook.is_party and (outlook.danger >= FEARED or not dear) else NEVER
            case "spite":
                return 1.0 if not outlook.is_party else NEVER
            case "ward":
                return 2.0 if outlook.is_cursed else NEVER
        return NEVER

    def _wants_to_turn(self, strength: int, due: int, whole: int, dear: float) -> float:
        """Turn a fight, if all plays together can: with one that is just enough, else with the greatest."""
        if not due or not strength or whole < due:
            return NEVER
        if strength >= due:
            return 6.5 - 0.1 * (strength - due) - 0.3 * dear
        return 5.0 + 0.05 * strength - 0.3 * dear

    def _wants_to_hinder(self, outlook: Outlook, strength: int, dear: float, useful: bool = False) -> float:
        """Turn a fight of others against them; with what could serve the bot itself only if it must."""
        if outlook.resolve == 2 or (outlook.resolve == 1 and not useful and not dear):
            return self._wants_to_turn(strength, outlook.lead, outlook.bane, dear)
        return NEVER

    def _wants_to_strike(self, outlook: Outlook, dear: float) -> float:
        leader = outlook.leader
        if outlook.is_near_win(leader, round(NEAR * self.temper.spite)) and outlook.level(leader) >= outlook.me.level:
            return 3.0 - dear
        return 0.6 if outlook.crowded and not dear and outlook.moment == "end" else NEVER

    # Bargains

    def _wants_to_offer(self, outlook: Outlook, what: int, other: int) -> float:
        fight = outlook.fight
        if what >= SWAP or fight is None or other in self.asked:
            return NEVER
        if fight.fighter == outlook.seat:
            return 3.0 - 0.1 * outlook.level(other) if outlook.strength(other) >= outlook.lacking else NEVER
        return 1.5 if what >= 3 and self._helps_well(outlook) else NEVER

    def _wants_deal(self, outlook: Outlook, deal: DealView) -> float:
        if self.value(outlook, deal) < 0:
            return NEVER
        if deal.kind != "help":
            return 1.0
        if outlook.fight is not None and outlook.fight.fighter == outlook.seat:
            turns = outlook.lacking and outlook.strength(deal.by) >= outlook.lacking
            return 4.0 if turns else NEVER
        return 3.0 if self._helps_well(outlook) else NEVER

    def value(self, outlook: Outlook, deal: DealView) -> float:
        """What a deal offered to it is worth: Items in points of strength, Treasures as much as they are shared out.

        Its help has a price, which its temper makes; it gives away at most half of the Treasures for another's.
        """
        gained = total([outlook.worth(card) for card in deal.gives]) - total(
            [outlook.worth(card) for card in deal.takes]
        )
        if deal.kind != "help" or outlook.fight is None:
            return gained - LEAST_GAIN
        if outlook.fight.fighter == outlook.seat:
            return gained + (outlook.treasures_at_stake + 1) // 2 - deal.treasures
        return gained + deal.treasures - round(1.0 + self.temper.greed - self.temper.kindness)

    def _bribe(self, outlook: Outlook) -> Offer | None:
        """An idle Item, before what may be its last fight, for whoever holds the most Doors, once a turn."""
        if outlook.turn != outlook.seat or self.asked or not outlook.is_near_win(outlook.seat, 1):
            return None
        doors = {seat: outlook.player(seat).doors for seat in outlook.rivals if not outlook.player(seat).dead}
        others = [seat for seat in doors if doors[seat] >= SPOILER]
        idle = [card for card in tradeable(outlook, outlook.seat) if not outlook.own[card].equipped]
        if not others or not idle:
            return None
        to = max(others, key=lambda seat: doors[seat])
        return Offer(kind="bribe", to=to, gives=(min(idle, key=outlook.worth),), pledge="no_interference")

    def _helps_well(self, outlook: Outlook) -> bool:
        """Whether its help would turn the fight without making anybody else win the game."""
        fight = outlook.fight
        if fight is None or not outlook.lacking or outlook.is_near_win(fight.fighter, outlook.levels_at_stake):
            return False
        return outlook.strength(outlook.seat) >= outlook.lacking

    # What it picks where it must

    def _prefers(self, outlook: Outlook, option: int, about: QuestionKind) -> float:
        a, b = first_of(option), second_of(option)
        match verb_of(option):
            case terms.PICK:
                return self._prefers_card(outlook, a, about)
            case terms.GIVE:
                return -outlook.worth(a) - 0.01 * outlook.level(b)
            case terms.PICK_PLAYER:
                return self._prefers_player(outlook, a)
            case terms.PICK_MONSTER:
                return float(self.lore.foes[a].strength) if a < len(self.lore.foes) else 0.0
            case terms.PICK_SIDE:
                return float((a == terms.PARTY) == outlook.is_party)
            case terms.PICK_OPTION:
                return -float(a)
            case terms.PICK_NUMBER:
                return float(a)
            case terms.UNEQUIP:
                return -self.lore.worths[a]
            case terms.LAY:
                return self._wants_to_lay(outlook, a)
            case terms.PLAY:
                return NEVER if about in DRAWS else 1.0
            case terms.SELL:
                return 1.0
            case terms.DROP | terms.WITHDRAW:
                return NEVER
            case terms.DONE:
                return 1.0 if about == "sale" else 0.0
        return 0.0

    def _prefers_card(self, outlook: Outlook, card: int, about: QuestionKind) -> float:
        if about == "sale":
            gold = self.lore.golds[card]
            return -outlook.use(card) / gold if gold else NEVER
        if card not in outlook.own:
            return self.lore.worths[card] + self.lore.golds[card]
        if self.ploy.onto == "idle":
            return float(bool(outlook.idle) and card == outlook.idle[0])
        if self.ploy.onto == "best":
            return self.lore.foes[card].strength + self.lore.worths[card]
        return -outlook.worth(card)

    def _prefers_player(self, outlook: Outlook, seat: int) -> float:
        if self.ploy.purpose in ("raise", "flee"):
            return 1.0 if seat == outlook.seat else -float(outlook.level(seat))
        if seat == outlook.seat:
            return NEVER
        if self.ploy.purpose == "call":
            return float(outlook.strength(seat))
        return -float(outlook.rivals.index(seat))
