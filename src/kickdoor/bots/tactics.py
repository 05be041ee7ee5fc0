"""How a fight could be turned: what each play would add to a side, what it costs, and the cheapest plays that do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kickdoor.bots.knowledge import Ploy
from kickdoor.bots.outlook import total
from kickdoor.bots.reading import Opponent
from kickdoor.bots.worth import Judgement, Way
from kickdoor.engine.data.options import first_of, second_of, verb_of
from kickdoor.engine.data.terms import ARMOR, CURSE, JOIN, MONSTER, PLAY

UNKNOWN: Final = 5  #: the strength of a monster that is no card
STAYS: Final = frozenset({"attach", "put_in_play"})
"""What a card does that is not used up by being played."""

REMOVES_MONSTER: Final = frozenset({"remove_monster", "kill_monster"})
ADDS_MONSTER: Final = frozenset({"twin", "add_monster"})


class Move:
    """A play in a fight: what it adds, and what it costs whoever plays it; never changed once made."""

    __slots__ = ("cost", "option", "strength")

    def __init__(self, option: int, strength: int, cost: float) -> None:
        self.option = option
        self.strength = strength
        self.cost = cost


def monster_strength(judgement: Judgement, monster: int) -> int:
    """How strong a monster is, with its enhancers in the fight that is on."""
    lore = judgement.lore
    fight = judgement.fight
    found: Opponent | None = None
    for each in fight.monsters if fight is not None else []:
        if each.monster == monster:
            found = each
            break
    root = found.twin_of if found is not None and found.twin_of >= 0 else monster
    own = lore.foes[root].strength if root < len(lore.foes) else UNKNOWN
    return own + sum(lore.defs[card].bonus for card in found.enhancers) if found is not None else own


def strongest(judgement: Judgement) -> int:
    """The strength of the strongest monster of the fight."""
    assert judgement.fight is not None
    return max((monster_strength(judgement, m.monster) for m in judgement.fight.monsters), default=0)


def monsters_in_hand(judgement: Judgement) -> list[int]:
    """The monster cards of the player's hand, the weakest first."""
    lore = judgement.lore
    cards = [shown.card for shown in judgement.me.hand if lore.defs[shown.card].kind == MONSTER]
    return sorted(cards, key=lambda card: lore.foes[card].strength)


def aid_of(judgement: Judgement, ploy: Ploy) -> int:
    """The strength that a play would give the player's own side."""
    if "scale" in ploy.verbs:
        assert judgement.fight is not None
        lines = judgement.fight.shown.lines
        return sum(line.amount for line in lines if line.side == "party" and line.owner == judgement.seat)
    if "replace_monster" in ploy.verbs:
        hand = monsters_in_hand(judgement)
        return max(0, strongest(judgement) - judgement.foe_strength(hand[0])) if hand else 0
    if ploy.verbs & REMOVES_MONSTER:
        assert judgement.fight is not None
        return strongest(judgement) if len(judgement.fight.monsters) > 1 else 0
    return ploy.aid if ploy.purpose == "fight" else 0


def bane_of(judgement: Judgement, card: int, ploy: Ploy) -> int:
    """The strength that a play would cost the party of the fight."""
    lore = judgement.lore
    if "twin" in ploy.verbs:
        return strongest(judgement)
    if "add_monster" in ploy.verbs:
        hand = monsters_in_hand(judgement)
        return lore.foes[hand[-1]].strength if hand else 0
    if "replace_monster" in ploy.verbs:
        hand = monsters_in_hand(judgement)
        return max(0, lore.foes[hand[-1]].strength - strongest(judgement)) if hand else 0
    if card < len(lore.defs) and lore.defs[card].kind == CURSE:
        assert judgement.fight is not None
        return curse_bane(judgement, judgement.fight.fighter, card)
    return ploy.bane if ploy.purpose == "fight" else 0


def curse_bane(judgement: Judgement, seat: int, card: int) -> int:
    """The strength that a Curse would cost somebody at once, as far as that is sure."""
    sting = judgement.lore.stings[card]
    defs = judgement.lore.defs
    player = judgement.player(seat)
    worn = [defs[c.card] for c in player.table if c.equipped]
    taken = sum(d.bonus for d in worn if d.slot in sting.slots or (sting.gear and d.slot != ARMOR))
    return min(sting.levels, player.level - 1) + sting.strength + taken


def cost_of(judgement: Judgement, option: int, ploy: Ploy) -> float:
    """What a play costs: the card that is used up, and the cards to be paid."""
    card, index = first_of(option), second_of(option)
    defs = judgement.lore.defs
    paid = total(judgement.cheapest[: ploy.price]) if ploy.price else 0.0
    if card >= len(defs) or index >= len(defs[card].abilities):
        return paid
    own = judgement.own.get(card)
    played = defs[card].abilities[index].played and not ploy.verbs & STAYS
    used_up = own is not None and (played or "discard" in ploy.verbs)
    return paid + (judgement.keeping(card) if used_up else 0.0)


def aids(judgement: Judgement) -> list[Move]:
    """The plays that would strengthen the player's own side."""
    found = []
    for option in judgement.options:
        if verb_of(option) == PLAY:
            ploy = judgement.ploy(option)
            strength = aid_of(judgement, ploy)
            if strength > 0:
                found.append(Move(option, strength, cost_of(judgement, option, ploy)))
                again = min(ploy.times - 1, len(judgement.own) - ploy.price)
                found.extend(found[-1:] * max(0, again))
    return found


def banes(judgement: Judgement) -> list[Move]:
    """The plays that would weaken the party of the fight."""
    found = []
    for option in judgement.options:
        if verb_of(option) == PLAY:
            ploy = judgement.ploy(option)
            strength = bane_of(judgement, first_of(option), ploy)
            if strength > 0:
                found.append(Move(option, strength, cost_of(judgement, option, ploy)))
        elif verb_of(option) == JOIN:
            card = first_of(option)
            found.append(Move(option, judgement.lore.foes[card].strength, judgement.keeping(card)))
    return found


def way_to_win(judgement: Judgement) -> Way | None:
    """The cheapest plays that turn the player's own fight."""
    if "win" not in judgement.ways:
        judgement.ways["win"] = _as_way(cheapest_way(aids(judgement), judgement.lacking))
    return judgement.ways["win"]


def way_to_spoil(judgement: Judgement) -> Way | None:
    """The cheapest plays that turn a fight of others."""
    if "spoil" not in judgement.ways:
        judgement.ways["spoil"] = _as_way(cheapest_way(banes(judgement), judgement.lead))
    return judgement.ways["spoil"]


def _as_way(found: tuple[list[Move], float] | None) -> Way | None:
    return None if found is None else Way([move.option for move in found[0]], found[1])


def cheapest_way(moves: Iterable[Move], due: int) -> tuple[list[Move], float] | None:
    """The cheapest of these plays that add up to what is due, roughly, and their cost; none if all do not."""
    ranked = sorted(moves, key=lambda move: (move.cost + 0.2) / move.strength)
    whole: list[Move] = []
    reached = 0
    for move in ranked:
        if reached >= due:
            break
        whole.append(move)
        reached += move.strength
    if reached < due:
        return None
    for move in sorted(whole, key=lambda move: -move.cost):
        if reached - move.strength >= due:
            whole.remove(move)
            reached -= move.strength
    cost = total([move.cost for move in whole])
    single = min((move for move in ranked if move.strength >= due), key=lambda move: move.cost, default=None)
    if single is not None and single.cost <= cost:
        return [single], single.cost
    return whole, cost
