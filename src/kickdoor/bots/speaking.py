"""What a veteran says in a window: how much it wants each option, and why. Silence is worth nothing."""

from __future__ import annotations

from typing import Final

from kickdoor.bots import tactics
from kickdoor.bots.bargainer import least_worth
from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.outlook import IDLE, total
from kickdoor.bots.tactics import ADDS_MONSTER, Move, cheapest_way
from kickdoor.bots.worth import ESCAPE, LEVEL, TREASURE, WIN, Judgement
from kickdoor.engine.actions.dungeons import EXIT_PRICE
from kickdoor.engine.data import terms
from kickdoor.engine.data.options import first_of, verb_of

Wish = tuple[float, str]
"""How much something is wanted, and why; {card} and {seat} are filled in when somebody asks."""

NEVER: Final = -100.0
NOTHING: Final[Wish] = (0.0, "nothing else is worth doing")
UNWANTED: Final[Wish] = (NEVER, "it would do harm")
CLAIMED: Final = 20.0
BOUGHT: Final = 3.5  #: what a level is worth that is bought: it wins nothing by itself
BETTER_BY: Final = 1.5  #: a Class or Race must be so much better to be changed for


OFTEN: Final = 4
"""A play that has been made so often in one turn is not made again, lest it go round in circles."""


def wishes_for(judgement: Judgement, options: list[int], played: dict[int, int]) -> list[Wish]:
    """How much each option of a window is wanted; `played` is how often each play was made this turn."""
    found: list[Wish] = []
    for option in options:
        if verb_of(option) == terms.ACCEPT:
            found.append(_accept(judgement, first_of(option)))
        elif played.get(option, 0) >= OFTEN:
            found.append((NEVER, "it has not helped so far"))
        else:
            found.append(wish(judgement, option))
    return found


def wish(judgement: Judgement, option: int) -> Wish:
    """How much an option of a window is wanted."""
    card = first_of(option)
    match verb_of(option):
        case terms.PLAY:
            return _play(judgement, option)
        case terms.LAY:
            return _lay(judgement, card)
        case terms.EQUIP:
            worth = judgement.lore.worths[card]
            return (3.0 + 0.01 * worth, "{card} makes it stronger") if worth > 0 else UNWANTED
        case terms.UNEQUIP:
            return (3.5, "{card} gives way to something better") if card in judgement.outclassed else UNWANTED
        case terms.DROP:
            return _drop(judgement, card)
        case terms.WITHDRAW | terms.DECLARE | terms.OFFER:
            return UNWANTED
        case terms.DISCOVER:
            return _discover(judgement)
        case terms.CLAIM:
            return CLAIMED, "the fight is won"
        case terms.SELL:
            gain = BOUGHT - judgement.price_of_a_level(judgement.me.level_price)
            return (gain + 1.0, "a level is worth more than what is sold") if gain > 0 else UNWANTED
        case terms.TROUBLE:
            return _trouble(judgement, card)
        case terms.JOIN:
            return _hinder(judgement, option)
        case terms.ENTRUST:
            idle = not judgement.own[card].equipped and judgement.lore.worths[card] >= 1
            return (3.2, "{card} is of use in other hands") if idle else UNWANTED
        case terms.LOOT:
            return 1.0, "a Treasure for nothing"
        case terms.REFUSE:
            return 0.1, "{seat}'s offer is worth too little"
    return NOTHING


def _accept(judgement: Judgement, offer: int) -> Wish:
    deal = judgement.offer(offer)
    worth = judgement.deal(deal)
    if worth < least_worth(judgement, deal):
        return NEVER, "the deal is not worth it"
    return 4.0 + min(worth, 2.0), "the deal with {seat} pays"


# Cards on the table


def _lay(judgement: Judgement, card: int) -> Wish:
    d = judgement.lore.defs[card]
    if d.kind == terms.CLASS or d.kind == terms.RACE:
        worth = judgement.trait_worth(card)
        return (6.0 + 0.1 * worth, "{card} is worth having") if worth > 0 else UNWANTED
    makes_room: Wish = (0.5, "the hand is full") if judgement.crowded else UNWANTED
    if d.kind == terms.ONE_SHOT:
        return makes_room if judgement.moment == "end" else UNWANTED
    if d.kind == terms.ITEM:
        if judgement.use(card) > IDLE:
            return 4.0 + 0.1 * judgement.use(card), "{card} makes it stronger"
        return UNWANTED if d.big else makes_room
    return 5.0, "{card} is worth having"


def _drop(judgement: Judgement, card: int) -> Wish:
    """Give up a Class or Race for a better one in the hand."""
    d = judgement.lore.defs[card]
    if d.kind not in (terms.CLASS, terms.RACE) or judgement.turn != judgement.seat:
        return UNWANTED
    held = [shown.card for shown in judgement.me.hand if judgement.lore.defs[shown.card].kind == d.kind]
    better = max([judgement.trait_worth(other) for other in held]) if held else 0.0
    if better > judgement.trait_worth(card) + BETTER_BY:
        return 5.5, "there is something better than {card} in the hand"
    return UNWANTED


def _trouble(judgement: Judgement, card: int) -> Wish:
    """Look for trouble where it pays more than looting, one-shots counted in."""
    d = judgement.lore.defs[card]
    due = judgement.foe_strength(card) - judgement.strength(judgement.seat) + 1
    gain = judgement.rise(judgement.seat, d.levels_gained) + judgement.loot(judgement.seat, d.treasures)
    if due > 0:
        held = [
            Move(own, max(ploy.aid for ploy in judgement.lore.ploys[own]), judgement.keeping(own))
            for own in judgement.own
            if any(ploy.aid and not ploy.price for ploy in judgement.lore.ploys[own])
        ]
        way = cheapest_way(held, due)
        if way is None or way[1] > gain - TREASURE:
            return UNWANTED
        gain -= way[1]
    return 4.0 + min(gain, WIN), "{card} can be beaten"


def _discover(judgement: Judgement) -> Wish:
    """Pay for an exit where the Dungeon costs more than the cards that are least worth keeping."""
    price = total(sorted([judgement.keeping(shown.card) for shown in judgement.me.hand])[:EXIT_PRICE])
    return (1.5, "this Dungeon is worth leaving") if judgement.relief > price else UNWANTED


# Plays


def _play(judgement: Judgement, option: int) -> Wish:
    ploy = judgement.ploy(option)
    card = first_of(option)
    if judgement.fight is not None and judgement.moment in ("fight", "closing"):
        if judgement.is_party:
            if tactics.aid_of(judgement, ploy):
                return _turn(judgement, option) if judgement.lacking else _overwhelm(judgement, ploy)
            if not judgement.lacking and tactics.bane_of(judgement, card, ploy) and ploy.purpose == "fight":
                return _outdo(judgement, option, ploy)
        elif tactics.bane_of(judgement, card, ploy):
            return _hinder(judgement, option)
    if ploy.purpose == "raise":
        return _raise(judgement, ploy)
    if ploy.purpose == "call":
        return (4.5, "somebody shall help") if judgement.lacking else UNWANTED
    return _play_for_its_cost(judgement, option, ploy) if _is_of_use(judgement, ploy) else UNWANTED


def _is_of_use(judgement: Judgement, ploy: Ploy) -> bool:
    """Whether a play could be worth anything now, whatever it costs: what it costs takes long to find out."""
    match ploy.purpose:
        case "gain":
            return not (ploy.onto == "idle" and not judgement.idle) and judgement.gains_by(ploy)
        case "ward":
            return judgement.moment == "cursed" or judgement.is_cursed
        case "rid" | "flee" | "spite" | "strike":
            return True
    return "enter_dungeon" in ploy.verbs


def _play_for_its_cost(judgement: Judgement, option: int, ploy: Ploy) -> Wish:
    card = first_of(option)
    cost = tactics.cost_of(judgement, option, ploy)
    match ploy.purpose:
        case "gain":
            return (4.0, "{card} is a gain") if cost < TREASURE else UNWANTED
        case "strike":
            return _strike(judgement, card, cost)
        case "rid":
            return _flee(judgement, ploy, cost) if judgement.moment == "caught" else _be_rid(judgement, cost)
        case "flee":
            return _flee(judgement, ploy, cost)
        case "spite":
            return _catch(judgement, cost)
        case "ward":
            return _ward(judgement, cost)
    return (1.5, "{card} leads out of here") if judgement.relief > cost else UNWANTED


def _raise(judgement: Judgement, ploy: Ploy) -> Wish:
    if judgement.me.level >= judgement.lore.level_without_kill or not judgement.gains_by(ploy):
        return UNWANTED
    return 8.0, "a level for nothing"


def _turn(judgement: Judgement, option: int) -> Wish:
    """Turn its own fight, by the cheapest way, where the prize is worth it."""
    way = tactics.way_to_win(judgement)
    if way is None or way.cost >= judgement.stake or option not in way.options:
        return UNWANTED
    return 5.0 - 0.01 * way.cost, "with {card} the fight can be won, and that is worth it"


def _overwhelm(judgement: Judgement, ploy: Ploy) -> Wish:
    """Leave nothing unplayed in the fight that wins the game: who sees no way to turn it does not try."""
    if ploy.purpose == "fight" and judgement.stake > WIN / 2:
        return CLAIMED + 1.0, "nobody shall turn the last fight"
    return UNWANTED


def _outdo(judgement: Judgement, option: int, ploy: Ploy) -> Wish:
    """Make a fight that is won a greater one, where it stays won."""
    fight = judgement.fight
    assert fight is not None
    if fight.fighter != judgement.seat or judgement.is_near_win(judgement.seat, judgement.levels_at_stake):
        return UNWANTED
    card = first_of(option)
    gain = -tactics.cost_of(judgement, option, ploy)
    if "add_monster" in ploy.verbs:
        fitting = [m for m in tactics.monsters_in_hand(judgement) if judgement.foe_strength(m) < judgement.lead]
        if not fitting:
            return UNWANTED
        gain += judgement.rise(judgement.seat, judgement.levels_at_stake + 1) - judgement.rise(
            judgement.seat, judgement.levels_at_stake
        )
        gain += judgement.loot(judgement.seat, judgement.lore.defs[fitting[-1]].treasures)
    elif tactics.bane_of(judgement, card, ploy) >= judgement.lead:
        return UNWANTED
    elif ploy.verbs & ADDS_MONSTER:
        gain += judgement.rise(judgement.seat, judgement.levels_at_stake + 1) - judgement.rise(
            judgement.seat, judgement.levels_at_stake
        )
        gain += judgement.loot(judgement.seat, 2)
    else:
        gain += judgement.loot(judgement.seat, judgement.lore.defs[card].treasure_bonus)
    return (CLAIMED + min(gain, WIN), "the fight stays won with {card} and pays more") if gain > 0 else UNWANTED


def _hinder(judgement: Judgement, option: int) -> Wish:
    """Turn a fight of others at the last moment by the cheapest way: with cards that it could not keep anyway, for all
    rivals gain by it and one alone pays; with everything against who would win the game."""
    fight = judgement.fight
    assert fight is not None
    if judgement.is_party or not fight.winning or judgement.moment != "closing":
        return UNWANTED
    if fight.fighter in judgement.sworn and not judgement.decides:
        return NEVER, "it has given {seat} its word"
    way = tactics.way_to_spoil(judgement)
    if way is None:
        return (4.0, "{seat} must not win; perhaps others add to {card}") if judgement.decides else UNWANTED
    if way.cost > 0.0 and not judgement.decides:
        return NEVER, "the others would gain by it, too"
    if way.cost >= -judgement.stake or option not in way.options:
        return UNWANTED
    return 5.0, "{card} spoils the fight of {seat}"


def _strike(judgement: Judgement, card: int, cost: float) -> Wish:
    """Strike whoever it hurts most in what the player loses by their luck."""
    harm = 0.0
    for seat in judgement.others:
        harm = max(harm, judgement.threat(seat) * judgement.sting(seat, card))
    gain = harm - cost
    return (2.0 + min(gain, 1.0), "{card} hurts a rival") if gain > 0 else UNWANTED


def _be_rid(judgement: Judgement, cost: float) -> Wish:
    """Be rid of a monster that cannot be beaten, or spoil the last fight of another."""
    fight = judgement.fight
    if fight is None:
        return UNWANTED
    if judgement.is_party:
        gain = -judgement.lost(judgement.seat) - cost
        return (2.0, "better without this monster") if judgement.lacking and gain > 0 else UNWANTED
    late = fight.winning and judgement.moment == "closing"
    return (4.5, "{seat} must not win") if late and judgement.decides else UNWANTED


def _flee(judgement: Judgement, ploy: Ploy, cost: float) -> Wish:
    """Get away, where being caught costs more; after a roll, only if that changes it."""
    matter = judgement.view.matter
    if matter is None or matter.whom != judgement.seat:
        return UNWANTED
    if judgement.moment == "running":
        chasers = [first_of(option) for option in judgement.options if verb_of(option) == terms.RUN]
        pain = total([(1.0 - judgement.escapes(judgement.seat, m)) * judgement.pain(m) for m in chasers])
    elif matter.card is None:
        return UNWANTED
    else:
        pain = judgement.pain(matter.card)
        if matter.roll is not None:
            short = ESCAPE - matter.roll - judgement.run_bonus(judgement.seat, matter.card)
            if short <= 0 or ("add_roll" in ploy.verbs and short > min(ploy.times, len(judgement.me.hand))):
                return UNWANTED
    return (2.0, "being caught would cost more than {card}") if pain > cost else UNWANTED


def _catch(judgement: Judgement, cost: float) -> Wish:
    """Keep a rival from getting away from what would hurt them."""
    matter = judgement.view.matter
    if matter is None or matter.whom == judgement.seat or matter.card is None:
        return UNWANTED
    harm = judgement.threat(matter.whom) * judgement.pain(matter.card)
    return (2.0, "a rival shall not get away") if harm > cost else UNWANTED


def _ward(judgement: Judgement, cost: float) -> Wish:
    """Stop a Curse that would cost more, or lift one that lies on it."""
    matter = judgement.view.matter
    if judgement.moment == "cursed":
        if matter is None or matter.whom != judgement.seat or matter.card is None:
            return UNWANTED
        sting = judgement.sting(judgement.seat, matter.card)
        return (2.0, "the Curse would cost more than {card}") if sting > cost else UNWANTED
    return (2.0, "a Curse must go") if judgement.is_cursed and cost < LEVEL else UNWANTED
