"""Cost curves: what printed cards give for what they cost, as points to draw a card of one's own beside."""

from __future__ import annotations

from functools import cache

from kickdoor.bots.lore import hurt
from kickdoor.packs.language import Card
from kickdoor.packs.loader import available, mix
from kickdoor.server.protocol.workshop import CostCurves, ItemPoint, MonsterPoint


def monster_point(card: Card) -> MonsterPoint | None:
    """A monster by its level, its Treasures and how much its Bad Stuff hurts; None where its level is no number."""
    if card.kind != "monster" or not isinstance(card.level, int):
        return None
    treasures = card.treasures if isinstance(card.treasures, int) else 0
    return MonsterPoint(name=card.name, level=card.level, treasures=treasures, hurt=round(hurt(card.bad_stuff), 1))


def item_point(card: Card) -> ItemPoint | None:
    """An Item by its bonus and its price; None where it has none."""
    if card.kind != "item" or not isinstance(card.gold, int) or not isinstance(card.bonus, int):
        return None
    return ItemPoint(name=card.name, bonus=card.bonus, gold=card.gold)


@cache
def printed_curves() -> CostCurves:
    """All printed monsters and Items of all packs, each name once."""
    cards = [entry.card for entry, _ in mix(available(), whole=False) if entry.card.origin == "printed"]
    monsters = {point.name: point for point in map(monster_point, cards) if point is not None}
    items = {point.name: point for point in map(item_point, cards) if point is not None}
    return CostCurves(monsters=list(monsters.values()), items=list(items.values()))
