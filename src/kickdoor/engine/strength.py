"""Combat strength as lines: who or what adds how much to which side, then operators on them.

The order is fixed: lines are gathered, lines are dropped, lines are turned round, a player's share is
scaled, the sides are added up.
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.cards import (
    DROP_ALL_BUT_LEVELS,
    DROP_ITEMS,
    DROP_ITEMS_BUT_ARMOR,
    DROP_LEVELS,
    MONSTERS_SIDE,
    OWN,
    PARTY_SIDE,
    CardDef,
    CardTest,
)
from kickdoor.engine.piles import attached_to
from kickdoor.engine.queries import context, face, has_trait, is_active, party, value
from kickdoor.engine.state import (
    TO_DOUBLE,
    TO_MONSTER,
    TO_MONSTERS,
    TO_PARTY,
    TO_SEAT,
    Fight,
    Monster,
    State,
)
from kickdoor.engine.terms import ARMOR, ITEM_ENHANCER, MONSTERS, PARTY

# Kinds of lines
OF_LEVEL: Final = 0
OF_ITEM: Final = 1
OF_PLAY: Final = 2
OF_CARD: Final = 3
OF_MONSTER: Final = 4
OF_ENHANCER: Final = 5
LINE_KINDS: Final = ("level", "item", "play", "card", "monster", "enhancer")

#: side, owner (a seat, or a monster's id), source card (-1: the Level), kind, amount
StrengthLine = tuple[int, int, int, int, int]


def enhancers(fight: Fight, monster: Monster) -> list[int]:
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


def living(fight: Fight) -> list[Monster]:
    """Monsters still in the fight."""
    return [m for m in fight.monsters if m.gone == 0]


def monster_face(s: State, monster: Monster) -> CardDef:
    """The definition a monster shows."""
    return s.rules.faces[monster.face]


def monster_has_tag(s: State, fight: Fight, monster: Monster, tag: str) -> bool:
    """Whether a monster is of a sort, by its card or by an enhancer."""
    if tag in monster_face(s, monster).tags:
        return True
    return any(tag in face(s, card).makes for card in enhancers(fight, monster))


def treasures_of(s: State, fight: Fight, monster: Monster) -> int:
    """How many Treasures a monster is worth now [CMB-14]."""
    count = monster_face(s, monster).treasures + monster.treasures
    least = 0
    for card in enhancers(fight, monster):
        d = face(s, card)
        count += d.treasure_bonus
        least = max(least, d.least_treasures)
    return max(count, least, 0)


def lines(s: State, fight: Fight) -> list[StrengthLine]:
    """All lines of both sides, after drops, turns and scales."""
    found: list[StrengthLine] = []
    drops: list[tuple[int, int]] = []  # what, whose share (-1: the whole party)
    silenced: list[CardTest] = []
    turned: list[tuple[CardTest, int]] = []
    doubled: list[int] = []
    members = party(fight)
    for seat in members:
        player = s.players[seat]
        level_at = len(found)
        found.append((PARTY, seat, -1, OF_LEVEL, player.level))
        for card in player.table:
            d = face(s, card)
            if (d.bonus == 0 and not d.lines) or not is_active(s, seat, card):
                continue
            kind = OF_ITEM if d.is_item or d.kind == ITEM_ENHANCER else OF_CARD
            if d.bonus:
                found.append((PARTY, seat, card, kind, d.bonus))
            for line in d.lines:
                if line.condition is not None and not line.condition.holds(s, context(seat, card, fight.id)):
                    continue
                if line.amount is not None:
                    amount = line.amount.of(s, context(seat, card, fight.id))
                    side = MONSTERS if line.side == MONSTERS_SIDE else PARTY
                    if amount:
                        found.append((side, seat, card, kind, amount))
                if line.level_as:
                    found[level_at] = (PARTY, seat, -1, OF_LEVEL, line.level_as)
                if line.drop:
                    drops.append((line.drop, seat))
                if line.negate is not None:
                    turned.append((line.negate, seat))
                for _ in range(line.scale - 1):
                    doubled.append(seat)
    for play in fight.plays:
        source = play.cards[0] if play.cards else -1
        if play.to == TO_PARTY:
            found.append((PARTY, fight.fighter, source, OF_PLAY, play.amount))
        elif play.to == TO_MONSTERS:
            found.append((MONSTERS, -1, source, OF_PLAY, play.amount))
        elif play.to == TO_SEAT:
            if play.target in members:
                found.append((PARTY, play.target, source, OF_PLAY, play.amount))
        elif play.to == TO_MONSTER:
            found.append((MONSTERS, play.target, source, OF_PLAY, play.amount))
        elif play.to == TO_DOUBLE and play.target in members:
            doubled.append(play.target)
    for monster in fight.monsters:
        if monster.gone:
            continue
        d = s.rules.faces[monster.face]
        id = monster.id
        found.append((MONSTERS, id, id, OF_MONSTER, d.level + monster.add))
        for card in enhancers(fight, monster):
            e = face(s, card)
            if e.bonus:
                found.append((MONSTERS, id, card, OF_ENHANCER, e.bonus))
            if s.host:
                for extra in attached_to(s, card):
                    more = face(s, extra).amplifies
                    if more:
                        found.append((MONSTERS, id, extra, OF_ENHANCER, more if e.bonus >= 0 else -more))
        for line in d.lines:
            if line.condition is not None and not line.condition.holds(s, context(fight.fighter, id, fight.id)):
                continue
            if line.amount is not None:
                amount = line.amount.of(s, context(fight.fighter, id, fight.id))
                if line.side == OWN or line.side == MONSTERS_SIDE:
                    if amount:
                        found.append((MONSTERS, id, id, OF_CARD, amount))
                elif line.side == PARTY_SIDE:
                    for seat in members:
                        if not line.each or has_trait(s, seat, line.each):
                            found.append((PARTY, seat, id, OF_CARD, amount))
                            if not line.each:
                                break
            if line.drop:
                drops.append((line.drop, -1))
            if line.drop_cards is not None:
                silenced.append(line.drop_cards)
            if line.negate is not None:
                turned.append((line.negate, -1))
    if silenced:
        found = [
            line
            for line in found
            if line[0] != PARTY or line[2] < 0 or not any(test.fits(s, line[2]) for test in silenced)
        ]
    if drops:
        found = [line for line in found if not _is_dropped(s, line, drops)]
    if turned:
        found = [_turn(s, line, turned) for line in found]
    for seat in doubled:
        found += [line for line in found if line[0] == PARTY and line[1] == seat]
    return found


def _is_dropped(s: State, line: StrengthLine, drops: list[tuple[int, int]]) -> bool:
    if line[0] != PARTY:
        return False
    kind = line[3]
    for what, seat in drops:
        if seat >= 0 and seat != line[1]:
            continue
        if what == DROP_LEVELS and kind == OF_LEVEL:
            return True
        if what == DROP_ALL_BUT_LEVELS and kind != OF_LEVEL:
            return True
        if what == DROP_ITEMS and kind == OF_ITEM:
            return True
        if what == DROP_ITEMS_BUT_ARMOR and kind == OF_ITEM and face(s, line[2]).slot != ARMOR:
            return True
    return False


def _turn(s: State, line: StrengthLine, turned: list[tuple[CardTest, int]]) -> StrengthLine:
    if line[0] == PARTY and line[2] >= 0:
        for test, seat in turned:
            if (seat < 0 or seat == line[1]) and test.fits(s, line[2]):
                return (line[0], line[1], line[2], line[3], -line[4])
    return line


def sums(s: State, fight: Fight) -> tuple[int, int]:
    """Strength of party and monsters; kept until something changes."""
    if fight.sums_at == s.version:
        return fight.sums
    ours = 0
    theirs = 0
    for line in lines(s, fight):
        if line[0] == PARTY:
            ours += line[4]
        else:
            theirs += line[4]
    fight.sums = (ours, theirs)
    fight.sums_at = s.version
    return fight.sums


def is_winning(s: State, fight: Fight) -> bool:
    """Whether the party would win now: it must exceed the monsters, unless somebody wins ties [CMB-01]."""
    alive = False
    for m in fight.monsters:
        if m.gone == 0:
            alive = True
    if not alive:
        return True
    ours, theirs = sums(s, fight)
    if ours != theirs:
        return ours > theirs
    return wins_ties(s, fight)


def wins_ties(s: State, fight: Fight) -> bool:
    """Whether somebody in the party wins ties [CMB-01]."""
    for seat in party(fight):
        if value(s, "wins_ties", seat) > 0:
            return True
    return False


def lacking(s: State, fight: Fight) -> int:
    """How much the party lacks to win; 0 where it would win now [CMB-01]."""
    if is_winning(s, fight):
        return 0
    ours, theirs = sums(s, fight)
    return theirs - ours + (0 if wins_ties(s, fight) else 1)


def is_unaided(s: State, fight: Fight) -> bool:
    """Whether the fighter has neither help nor any bonus; penalties do not count."""
    if fight.helper >= 0 or any(play.to == TO_DOUBLE for play in fight.plays):
        return False
    return not any(line[0] == PARTY and line[3] != OF_LEVEL and line[4] > 0 for line in lines(s, fight))


def margin(s: State, fight: Fight) -> int:
    """By how much the stronger side exceeds the weaker: now, or when it was decided."""
    if fight.outcome:
        return fight.margin
    ours, theirs = sums(s, fight)
    return abs(ours - theirs)
