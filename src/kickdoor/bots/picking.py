"""What a veteran picks where it is asked to: how much it prefers each answer, and why."""

from __future__ import annotations

from kickdoor.bots import tactics
from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.outlook import DRAWS
from kickdoor.bots.speaking import NEVER, Wish, wish
from kickdoor.bots.worth import LEVEL, Judgement
from kickdoor.engine.data import terms
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.question import QuestionKind


def prefer(judgement: Judgement, option: int, about: QuestionKind, ploy: Ploy) -> Wish:
    """How much an answer is preferred where there must be one; `ploy` is what is being played."""
    a, b = first_of(option), second_of(option)
    match verb_of(option):
        case terms.PICK:
            return _card(judgement, a, b, about, ploy)
        case terms.GIVE:
            return -judgement.worth(a) - judgement.threat(b), "{card} is the least loss"
        case terms.PICK_PLAYER:
            return _player(judgement, a, ploy)
        case terms.PICK_MONSTER:
            return _monster(judgement, a, ploy)
        case terms.PICK_SIDE:
            return float((a == terms.PARTY) == judgement.is_party), "this side should win"
        case terms.PICK_OPTION:
            return _word(judgement, a)
        case terms.PICK_NUMBER:
            return float(a), "the more the better"
        case terms.UNEQUIP:
            return -judgement.lore.worths[a], "{card} is the least loss"
        case terms.LAY:
            return wish(judgement, option)
        case terms.PLAY:
            return (NEVER if about in DRAWS else 1.0), "{card} prevents worse"
        case terms.SELL:
            return 1.0, "better sold than given away"
        case terms.DROP | terms.WITHDRAW:
            return NEVER, "it would do harm"
        case terms.DONE:
            return (3.0 if about == "sale" else 0.0), "that is enough"
    return 0.0, "it must be one of these"


def _card(judgement: Judgement, card: int, second: int, about: QuestionKind, ploy: Ploy) -> Wish:
    lore = judgement.lore
    if about == "sale":
        gold = lore.golds[card]
        return (-judgement.use(card) / gold if gold else NEVER) + 0.1 * (second == 1), "{card} is worth more as gold"
    if "add_monster" in ploy.verbs or "replace_monster" in ploy.verbs:
        return _fresh_monster(judgement, card, ploy)
    if lore.lairs[card] is not None:
        return judgement.leaving(card), "{card} is better left"
    if card not in judgement.own:
        return lore.worths[card] + lore.golds[card], "{card} is the best of these"
    if ploy.onto == "idle":
        return float(bool(judgement.idle) and card == judgement.idle[0]), "{card} is of use this way"
    if ploy.onto == "best":
        return judgement.use(card), "{card} is the best for it"
    return -judgement.keeping(card), "{card} is the least loss"


def _fresh_monster(judgement: Judgement, card: int, ploy: Ploy) -> Wish:
    """A monster out of the hand: one that can still be beaten in its own fight, the strongest in another's."""
    if not judgement.is_party:
        return float(judgement.lore.foes[card].strength), "{card} is the strongest"
    strength = judgement.foe_strength(card)
    if "replace_monster" in ploy.verbs:
        return -float(strength), "{card} is easier to beat"
    d = judgement.lore.defs[card]
    pays = float(10 * d.levels_gained + d.treasures)
    return (pays if strength < judgement.lead else -float(strength)), "{card} can be beaten as well"


def _player(judgement: Judgement, seat: int, ploy: Ploy) -> Wish:
    own = seat == judgement.seat
    if ploy.purpose in ("raise", "flee"):
        return (1.0 if own else -float(judgement.level(seat))), "it is for itself"
    if "transfer_fight" in ploy.verbs and own and judgement.fight is not None and not judgement.is_party:
        return (10.0 if judgement.strength(seat) > judgement.fight.against else NEVER), "it can win this fight itself"
    if own:
        return NEVER, "not itself"
    if ploy.purpose == "call":
        return float(judgement.strength(seat)), "{seat} is the strongest"
    matter = judgement.view.matter
    card = matter.card if matter is not None and matter.card is not None else terms.NONE
    if ploy.purpose == "strike" and card < len(judgement.lore.stings):
        return judgement.threat(seat) * (0.5 + judgement.sting(seat, card)), "it hurts {seat} most"
    return judgement.threat(seat), "{seat} is the greatest danger"


def _monster(judgement: Judgement, monster: int, ploy: Ploy) -> Wish:
    strength = tactics.monster_strength(judgement, monster)
    if judgement.is_party and "twin" in ploy.verbs and not judgement.lacking and strength >= judgement.lead:
        return -float(strength), "a weaker one can be beaten twice"
    return float(strength), "it is the strongest"


def _word(judgement: Judgement, index: int) -> Wish:
    """A choice between words: what costs least if it is its own loss, most if it is another's."""
    matter = judgement.view.matter
    if matter is None or index >= len(matter.names):
        return -float(index), "it must be one of these"
    word = matter.names[index]
    if word in ("fight", "walk_past"):
        fight = judgement.fight
        able = fight is not None and fight.winning
        return float((word == "fight") == able), "it can be beaten" if able else "it cannot be beaten"
    seat = matter.whom
    player = judgement.player(seat)
    costs = {
        "lose_levels": 2 * LEVEL if player.level > 2 else 1.0,
        "discard_hand": 2.0 * (player.doors + player.treasures),
        "lose_items": 2.0 * len(player.table),
        "lose_item": 3.0 if player.table else 0.0,
        "lose_big_items": 4.0,
    }
    cost = costs.get(word, float(index))
    return (-cost, "it costs least") if seat == judgement.seat else (cost, "it costs {seat} most")
