"""Monsters in a fight: what lies on them, what they show, and their Level and Treasures now."""

from __future__ import annotations

from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.data.cards import CardDef
from kickdoor.engine.data.ids import Card
from kickdoor.engine.data.state import Fight, Monster, State
from kickdoor.engine.questions.table import context, face, is_reached


def enhancers(fight: Fight, monster: Monster) -> list[Card]:
    """A monster's enhancers: its root's and its own, whatever the order [CMB-15]."""
    if monster.twin_of < 0:
        return monster.attached
    root = root_of(fight, monster)
    shared = [c for c in root.attached if c != monster.without]
    return shared + monster.attached


def root_of(fight: Fight, monster: Monster) -> Monster:
    """The monster whose twin this is, or itself."""
    for m in fight.monsters:
        if m.id == monster.twin_of:
            return m
    return monster


def strengthens(d: CardDef) -> bool:
    """Whether an enhancer makes its monster stronger: by its bonus, or by what it lets count more often."""
    return d.bonus > 0 or any(rule.multiplies and rule.by > 1 for rule in d.strength)


def living(fight: Fight) -> list[Monster]:
    """Monsters still in the fight."""
    return [m for m in fight.monsters if not m.gone]


def monster_face(s: State, monster: Monster) -> CardDef:
    """The definition a monster shows."""
    return s.rules.faces[monster.face]


def monster_has_tag(s: State, fight: Fight, monster: Monster, tag: str) -> bool:
    """Whether a monster is of a sort, by its card or by an enhancer."""
    if tag in monster_face(s, monster).tags:
        return True
    if any(tag in face(s, card).makes for card in enhancers(fight, monster)):
        return True
    return tag in s.rules.dungeon_sorts and any(
        tag in s.rules.defs[card].makes and is_reached(s, card, fight.fighter) for card in s.dungeons
    )


def body_of(s: State, fight: Fight, monster: Monster) -> Card:
    """A card that shows what the monster is: its own, or that of its root."""
    return monster.id if monster.id < len(s.where) else root_of(fight, monster).id


def level_of(s: State, fight: Fight, monster: Monster) -> int:
    """A monster's Level, or what a card that lies on it makes of it."""
    return level_with(s, fight, monster, enhancers(fight, monster))


def level_with(s: State, fight: Fight, monster: Monster, on_it: list[Card]) -> int:
    """The same, where it is known what lies on it."""
    for card in on_it:
        for rule in face(s, card).strength:
            if rule.level_as and (
                rule.condition is None or rule.condition.holds(s, context(fight.fighter, card, fight.id))
            ):
                return rule.level_as
    return s.rules.faces[monster.face].level + monster.add


def treasures_of(s: State, fight: Fight, monster: Monster) -> int:
    """How many Treasures a monster is worth now [CMB-14]."""
    shown = monster_face(s, monster)
    count = shown.treasures + monster.treasures
    on_it = enhancers(fight, monster)
    if not on_it or shown.fixed_treasures:
        return max(count, 0)
    least = 0
    most = 99
    times = 1
    for card in on_it:
        d = face(s, card)
        count += d.treasure_bonus
        least = max(least, d.least_treasures)
        times *= d.treasure_times
        if d.most_treasures >= 0:
            most = min(most, d.most_treasures)
        if s.host:
            for extra in attached_to(s, card):
                e = face(s, extra)
                if e.amplifies:
                    count += e.treasure_bonus if d.bonus >= 0 else -e.treasure_bonus
                    least = max(least, e.least_treasures)
    least = min(least, shown.treasures + monster.treasures)  # of none nothing is left
    return min(max(count, least, 0) * times, most)


def shown_by(s: State, card: Card) -> Card:
    """The card itself; for a monster without one, the card of the monster that it is a twin of."""
    if card < len(s.where):
        return card
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return body_of(s, fight, monster)
    return card


def monster_level(s: State, card: Card) -> int:
    """The Level of a monster: as it is in its fight, elsewhere as printed."""
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card:
                return level_of(s, fight, monster)
    return face(s, card).level


def enhancers_on(s: State, card: Card) -> list[Card]:
    """The enhancers on a monster, or on that which this enhancer is on."""
    for fight in s.fights:
        for monster in fight.monsters:
            if monster.id == card or card in monster.attached:
                return enhancers(fight, monster)
    return []
