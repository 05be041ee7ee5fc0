"""Combat strength as lines: who or what adds how much to which side, then operators on them.

The order is fixed: lines are gathered, lines are dropped, lines are turned round, a player's share is
scaled, the sides are added up.
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.data.cards import (
    BOTH_SIDES,
    DROP_AGAINST_LOOKS,
    DROP_ALL_BUT_LEVELS,
    DROP_ITEMS,
    DROP_ITEMS_BUT_ARMOR,
    DROP_LEVELS,
    ITS_HOST,
    ITS_LEVELS,
    MONSTERS_SIDE,
    OWN,
    PARTY_SIDE,
    CardDef,
    Line,
)
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.state import (
    TO_DOUBLE,
    TO_MONSTER,
    TO_MONSTERS,
    TO_NOTHING,
    TO_PARTY,
    TO_SEAT,
    Fight,
    Monster,
    State,
)
from kickdoor.engine.data.terms import ARMOR, BAN_WIN, CURSE, IN_PLAY, ITEM_ENHANCER, MONSTERS, PARTY
from kickdoor.engine.questions.force import has_trait, is_active, is_banned
from kickdoor.engine.questions.items import fills
from kickdoor.engine.questions.table import context, face, is_reached, party
from kickdoor.engine.questions.values import value

# Kinds of lines
OF_LEVEL: Final = 0
OF_ITEM: Final = 1
OF_PLAY: Final = 2
OF_CARD: Final = 3
OF_MONSTER: Final = 4
OF_ENHANCER: Final = 5
LINE_KINDS: Final = ("level", "item", "play", "card", "monster", "enhancer")

#: Whose lines are turned round: those of the whole party, or all but Levels on both sides.
TURNS_ALL: Final = -2

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
    if any(tag in face(s, card).makes for card in enhancers(fight, monster)):
        return True
    return tag in s.rules.dungeon_sorts and any(
        tag in s.rules.defs[card].makes and is_reached(s, card, fight.fighter) for card in s.dungeons
    )


def body_of(s: State, fight: Fight, monster: Monster) -> int:
    """A card that shows what the monster is: its own, or that of its root."""
    return monster.id if monster.id < len(s.where) else root_of(fight, monster).id


def level_of(s: State, fight: Fight, monster: Monster) -> int:
    """A monster's Level, or what a card that lies on it makes of it."""
    for card in enhancers(fight, monster):
        for line in face(s, card).lines:
            if line.level_as and (
                line.condition is None or line.condition.holds(s, context(fight.fighter, card, fight.id))
            ):
                return line.level_as
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
    return min(max(count, least, 0) * times, most)


#: Which lines count how often: what is multiplied, by which test or card, how often, on which side, whose (-1: all)
Factor = tuple[int, CardTest | None, int, int, int, int]


def lines(s: State, fight: Fight) -> list[StrengthLine]:
    """All lines of both sides, after drops, turns and scales."""
    found: list[StrengthLine] = []
    drops: list[tuple[int, int]] = []  # what, whose share (-1: the whole party)
    silenced: list[tuple[CardTest, int]] = []  # such cards, of whom (-1: of the whole party)
    turned: list[tuple[CardTest, int]] = []
    doubled: list[int] = []
    factors: list[Factor] = []
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
                if line.multiplies:
                    factors.append(_factor(s, line, card, seat, PARTY))
                if line.drop_cards is not None:
                    silenced.append((line.drop_cards, seat))
    looks_count = True
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
        elif play.to == TO_NOTHING and source >= 0:
            for line in face(s, source).lines:
                if line.condition is not None and not line.condition.holds(s, context(play.by, source, fight.id)):
                    continue
                if line.multiplies:
                    factors.append(_factor(s, line, source, play.by, PARTY))
                if line.drop == DROP_AGAINST_LOOKS:
                    looks_count = False
                elif line.drop:
                    drops.append((line.drop, play.by))
                if line.drop_cards is not None:
                    silenced.append((line.drop_cards, -1))
    for monster in fight.monsters:
        if monster.gone:
            continue
        d = s.rules.faces[monster.face]
        id = monster.id
        found.append((MONSTERS, id, id, OF_MONSTER, level_of(s, fight, monster)))
        for card in enhancers(fight, monster):
            e = face(s, card)
            if e.bonus:
                found.append((MONSTERS, id, card, OF_ENHANCER, e.bonus))
            for line in e.lines:
                if line.against_looks and not looks_count:
                    continue
                asked = context(fight.fighter, card, fight.id)
                if line.condition is not None and not line.condition.holds(s, asked):
                    continue
                if line.amount is not None:
                    amount = line.amount.of(s, asked)
                    if amount:
                        found.append((MONSTERS, id, card, OF_ENHANCER, amount))
                if line.multiplies:
                    factors.append(_factor(s, line, card, id, MONSTERS))
            if s.host:
                for extra in attached_to(s, card):
                    more = face(s, extra).amplifies
                    if more:
                        found.append((MONSTERS, id, extra, OF_ENHANCER, more if e.bonus >= 0 else -more))
        for line in d.lines:
            if line.against_looks and not looks_count:
                continue
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
                silenced.append((line.drop_cards, -1))
            if line.negate is not None:
                turned.append((line.negate, -1))
            if line.multiplies:
                factors.append(_factor(s, line, id, id, MONSTERS))
    for card in s.dungeons:
        d = s.rules.defs[card]
        if not d.lines or not is_reached(s, card, fight.fighter):
            continue
        for line in d.lines:
            if line.condition is not None and not line.condition.holds(s, context(fight.fighter, card, fight.id)):
                continue
            if line.amount is not None:
                amount = line.amount.of(s, context(fight.fighter, card, fight.id))
                found.extend(_line_of_dungeon(s, fight, card, line, amount))
            if line.drop:
                drops.append((line.drop, -1))
            if line.drop_cards is not None:
                silenced.append((line.drop_cards, -1))
            if line.negate is not None:
                turned.append((line.negate, TURNS_ALL))
    if silenced:
        found = [line for line in found if not _is_silent(s, fight, line, silenced)]
    if drops:
        found = [line for line in found if not _is_dropped(s, line, drops)]
    if turned:
        found = [_turn(s, fight, line, turned) for line in found]
    for factor in factors:
        found = [_multiplied(s, fight, line, factor) for line in found]
    for seat in doubled:
        found += [line for line in found if line[0] == PARTY and line[1] == seat]
    return found


def _line_of_dungeon(s: State, fight: Fight, card: int, line: Line, amount: int) -> list[StrengthLine]:
    """What a Dungeon adds: to a side, to each of the party with a trait, or to each monster of a sort [DUNG-01]."""
    if not amount:
        return []
    if line.side == MONSTERS_SIDE:
        if not line.each:
            return [(MONSTERS, -1, card, OF_CARD, amount)]
        return [
            (MONSTERS, monster.id, card, OF_CARD, amount)
            for monster in living(fight)
            if line.each == "monster" or monster_has_tag(s, fight, monster, line.each)
        ]
    if not line.each:
        return [(PARTY, fight.fighter, card, OF_CARD, amount)]
    return [(PARTY, seat, card, OF_CARD, amount) for seat in party(fight) if has_trait(s, seat, line.each)]


def is_card(s: State, source: int) -> bool:
    """Whether the source of a line is a card: neither a Level nor a twin without one."""
    return 0 <= source < len(s.where)


def _factor(s: State, line: Line, card: int, owner: int, side: int) -> Factor:
    """What a line multiplies: on its owner's side what is its owner's, elsewhere whatever fits."""
    host = s.host.get(card, (-1,))[0] if line.multiplies == ITS_HOST else -1
    if line.side == OWN:
        return line.multiplies, line.multiply, host, line.by, side, owner
    sides = {PARTY_SIDE: PARTY, MONSTERS_SIDE: MONSTERS, BOTH_SIDES: -1}
    return line.multiplies, line.multiply, host, line.by, sides[line.side], -1


def _fits(s: State, fight: Fight, line: StrengthLine, test: CardTest) -> bool:
    """Whether the card of a line is such a card, also by what its owner's cards lend to his attacks."""
    return test.fits(s, line[2], _lent(s, fight, line) if s.rules.lending else NO_TAGS)


def _lent(s: State, fight: Fight, line: StrengthLine) -> frozenset[str]:
    """What cards in force lend to the attack that a line is: a card in play of its owner, or one that he has played."""
    if line[0] != PARTY:
        return NO_TAGS
    seat = line[1]
    if line[3] == OF_PLAY:
        for play in fight.plays:
            if line[2] in play.cards:
                seat = play.by
    elif s.where[line[2]] != IN_PLAY + seat or face(s, line[2]).kind == CURSE:
        return NO_TAGS
    lent = NO_TAGS
    for card in s.players[seat].table:
        lends = face(s, card).lends
        if lends and is_active(s, seat, card):
            lent |= lends
    return lent


def _multiplied(s: State, fight: Fight, line: StrengthLine, factor: Factor) -> StrengthLine:
    what, test, card, by, side, owner = factor
    if (side >= 0 and line[0] != side) or (owner >= 0 and line[1] != owner):
        return line
    if what == ITS_HOST:
        fits = line[2] == card
    elif what == ITS_LEVELS:
        fits = line[3] in (OF_LEVEL, OF_MONSTER)
    else:
        fits = test is not None and is_card(s, line[2]) and _fits(s, fight, line, test)
    return (line[0], line[1], line[2], line[3], line[4] * by) if fits else line


def _is_silent(s: State, fight: Fight, line: StrengthLine, silenced: list[tuple[CardTest, int]]) -> bool:
    if line[0] != PARTY or not is_card(s, line[2]):
        return False
    return any((seat < 0 or seat == line[1]) and _fits(s, fight, line, test) for test, seat in silenced)


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
        if what == DROP_ITEMS_BUT_ARMOR and kind == OF_ITEM and not fills(s, line[2], ARMOR):
            return True
    return False


def _turn(s: State, fight: Fight, line: StrengthLine, turned: list[tuple[CardTest, int]]) -> StrengthLine:
    if not is_card(s, line[2]):
        return line
    if line[0] == MONSTERS and line[3] != OF_MONSTER:
        for test, seat in turned:
            if seat == TURNS_ALL and _fits(s, fight, line, test):
                return (line[0], line[1], line[2], line[3], -line[4])
    if line[0] == PARTY:
        for test, seat in turned:
            if (seat < 0 or seat == line[1]) and _fits(s, fight, line, test):
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
    if s.bans or s.rules.forbidden >> BAN_WIN & 1:
        for seat in party(fight):
            if is_banned(s, seat, BAN_WIN, fight=fight.id):
                return False
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
