"""The lines of a fight's strength, gathered by where they come from: players, plays, monsters, Dungeons.

What cards do to the lines of others is noted beside them and carried out afterwards (`operators`).
"""

from __future__ import annotations

from typing import Final

from kickdoor.engine.actions.piles import attached_to
from kickdoor.engine.data.cards import (
    BOTH_SIDES,
    DROP_AGAINST_LOOKS,
    ITS_HOST,
    MONSTERS_SIDE,
    NOTHING,
    OWN,
    PARTY_SIDE,
    StrengthRule,
)
from kickdoor.engine.data.ids import NO_CARD, NO_SEAT, Card, Seat
from kickdoor.engine.data.scripts import CardTest
from kickdoor.engine.data.state import Fight, Frame, Monster, Play, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import (
    ITEM_ENHANCER,
    MONSTERS,
    PARTY,
    TO_MONSTER,
    TO_MONSTERS,
    TO_NOTHING,
    TO_PARTY,
    TO_SEAT,
)
from kickdoor.engine.questions.force import has_trait, is_active, is_seen
from kickdoor.engine.questions.items import counts_now, is_cheated, whole
from kickdoor.engine.questions.monsters import enhancers, level_with, living, monster_has_tag
from kickdoor.engine.questions.table import context, face, is_reached, party

# Kinds of lines
OF_LEVEL: Final = 0
OF_ITEM: Final = 1
OF_PLAY: Final = 2
OF_CARD: Final = 3
OF_MONSTER: Final = 4
OF_ENHANCER: Final = 5
LINE_KINDS: Final = ("level", "item", "play", "card", "monster", "enhancer")

#: Whose a line of the monsters' side is that is no single monster's.
NO_MONSTER: Final = -1

# What is done to lines, in this order
LEVEL_AS: Final = 0  # a player's Level counts as another
SILENCE: Final = 1  # such cards of the party do not count
DROP: Final = 2  # a sort of lines of the party does not count
TURN: Final = 3  # such cards count the other way round
MULTIPLY: Final = 4  # such lines count so often
SHARE: Final = 5  # a player's whole share counts so often

# Whose lines something is done to, where not those of one seat or one monster
ALL_OF_PARTY: Final = -1
ALL_OF_BOTH: Final = -2  # of both sides, but for what the monsters are by themselves
ANYBODYS: Final = -1
ANY_SIDE: Final = -1


class Operator:
    """What a card does to which lines."""

    __slots__ = ("by", "host", "kind", "seat", "side", "source", "test", "what", "whose")

    def __init__(
        self,
        kind: int,
        source: Card,
        seat: Seat,
        whose: int,
        *,
        what: int = NOTHING,
        test: CardTest | None = None,
        host: Card = NO_CARD,
        by: int = 1,
        side: int = ANY_SIDE,
    ) -> None:
        self.kind = kind  # LEVEL_AS, SILENCE, DROP, TURN, MULTIPLY or SHARE
        self.source = source  # the card, monster or Dungeon that does it
        self.seat = seat  # whose card that is, or NO_SEAT
        self.whose = whose  # a seat, a monster, or one of the constants for all of them
        self.what = what  # DROP: one of the DROP_ constants; MULTIPLY: SUCH_CARDS, ITS_HOST or ITS_LEVELS
        self.test = test  # such cards
        self.host = host  # MULTIPLY: the card, where it is ITS_HOST
        self.by = by  # MULTIPLY, SHARE: how often; LEVEL_AS: as which Level
        self.side = side  # MULTIPLY: on which side


class Reckoning:
    """The lines of a fight as they come, and what is to be done to them."""

    __slots__ = ("fight", "lines", "looks_count", "members", "operators")

    def __init__(self, fight: Fight, members: list[Seat]) -> None:
        self.fight = fight
        self.members = members  # of the party
        self.lines: list[StrengthLine] = []
        self.operators: list[Operator] = []
        self.looks_count = True  # whether anything against a race or a sex counts

    def add(self, side: int, owner: int, source: Card, kind: int, amount: int) -> None:
        """Put in a line."""
        self.lines.append(StrengthLine(side, owner, source, kind, amount))

    def reshape(self, rule: StrengthRule, source: Card, seat: Seat) -> None:
        """Note what a rule makes of the Level and the whole share of a player."""
        if rule.level_as:
            self.operators.append(Operator(LEVEL_AS, source, seat, seat, by=rule.level_as))
        if rule.scale > 1:
            self.operators.append(Operator(SHARE, source, seat, seat, by=rule.scale))

    def operate(self, rule: StrengthRule, source: Card, whose: int) -> None:
        """Note what a rule does to the lines of one seat, or of all."""
        seat = Seat(whose) if whose >= 0 else NO_SEAT
        if rule.drop:
            self.operators.append(Operator(DROP, source, seat, whose, what=rule.drop))
        if rule.drop_cards is not None:
            self.operators.append(Operator(SILENCE, source, seat, whose, test=rule.drop_cards))
        if rule.negate is not None:
            self.operators.append(Operator(TURN, source, seat, whose, test=rule.negate))

    def multiply(self, s: State, rule: StrengthRule, card: Card, owner: int, side: int) -> None:
        """Note what a rule multiplies: on its owner's side what is its owner's, elsewhere whatever fits."""
        host = NO_CARD
        if rule.multiplies == ITS_HOST:
            if not counts_now(s, card):
                return
            host = s.host.get(card, (NO_CARD,))[0]
        seat = Seat(owner) if side == PARTY else NO_SEAT
        whose = owner
        if rule.side != OWN:
            whose = ANYBODYS
            side = ANY_SIDE if rule.side == BOTH_SIDES else PARTY if rule.side == PARTY_SIDE else MONSTERS
        what = rule.multiplies
        made = Operator(MULTIPLY, card, seat, whose, what=what, test=rule.multiply, host=host, by=rule.by, side=side)
        self.operators.append(made)


def gather(s: State, fight: Fight) -> Reckoning:
    """All lines of both sides, from all sources in their order."""
    reckoning = Reckoning(fight, party(s, fight))
    for seat in reckoning.members:
        _of_player(s, reckoning, seat)
    for play in fight.plays:
        _of_play(s, reckoning, play)
    for monster in fight.monsters:
        if not monster.gone:
            _of_monster(s, reckoning, monster)
    if s.dungeons:
        _of_dungeons(s, reckoning)
    return reckoning


def _of_player(s: State, reckoning: Reckoning, seat: Seat) -> None:
    """A player's Level and what their cards in force add or do."""
    player = s.players[seat]
    reckoning.add(PARTY, seat, NO_CARD, OF_LEVEL, player.level)
    for card in player.table:
        d = face(s, card)
        if (d.bonus == 0 and not d.strength) or not is_active(s, seat, card):
            continue
        if d.kind == ITEM_ENHANCER:
            kind = OF_ITEM if face(s, whole(s, card)).is_item else OF_CARD
        else:
            kind = OF_ITEM if d.is_item else OF_CARD
        if d.bonus:
            reckoning.add(PARTY, seat, card, kind, d.bonus)
        if not d.strength:
            continue
        asked = context(seat, card, reckoning.fight.id)
        for rule in d.strength:
            if (
                rule.condition is not None
                and not rule.condition.holds(s, asked)
                and not (rule.for_some and is_cheated(s, card))
            ):
                continue
            if rule.amount is not None:
                amount = rule.amount.of(s, asked)
                if amount:
                    side = MONSTERS if rule.side == MONSTERS_SIDE else PARTY
                    reckoning.add(side, seat, card, kind, amount)
            if rule.adds_only:
                continue
            reckoning.reshape(rule, card, seat)
            if rule.multiplies:
                reckoning.multiply(s, rule, card, seat, PARTY)
            reckoning.operate(rule, card, seat)


def _of_play(s: State, reckoning: Reckoning, play: Play) -> None:
    """What was played into the fight: for a side, a player or a monster; or by its words."""
    source = play.cards[0] if play.cards else NO_CARD
    if play.to == TO_PARTY:
        reckoning.add(PARTY, reckoning.fight.fighter, source, OF_PLAY, play.amount)
    elif play.to == TO_MONSTERS:
        reckoning.add(MONSTERS, NO_MONSTER, source, OF_PLAY, play.amount)
    elif play.to == TO_SEAT:
        if play.target in reckoning.members:
            reckoning.add(PARTY, play.target, source, OF_PLAY, play.amount)
    elif play.to == TO_MONSTER:
        reckoning.add(MONSTERS, play.target, source, OF_PLAY, play.amount)
    elif play.to == TO_NOTHING and source != NO_CARD:
        _of_words_played(s, reckoning, play.by, source)


def _of_words_played(s: State, reckoning: Reckoning, by: Seat, card: Card) -> None:
    """What a card that was played does to the lines of others."""
    d = face(s, card)
    if not d.strength:
        return
    asked = context(by, card, reckoning.fight.id)
    for rule in d.strength:
        if rule.adds_only or (rule.condition is not None and not rule.condition.holds(s, asked)):
            continue
        if by in reckoning.members:
            reckoning.reshape(rule, card, by)
        if rule.multiplies:
            reckoning.multiply(s, rule, card, by, PARTY)
        if rule.drop == DROP_AGAINST_LOOKS:
            reckoning.looks_count = False
        elif rule.drop and by in reckoning.members:
            reckoning.operators.append(Operator(DROP, card, by, by, what=rule.drop))
        if rule.drop_cards is not None:
            reckoning.operators.append(Operator(SILENCE, card, by, ALL_OF_PARTY, test=rule.drop_cards))


def _of_monster(s: State, reckoning: Reckoning, monster: Monster) -> None:
    """A monster's Level, its enhancers, and what it adds or does by itself."""
    fight = reckoning.fight
    id = monster.id
    on_it = enhancers(fight, monster)
    reckoning.add(MONSTERS, id, id, OF_MONSTER, level_with(s, fight, monster, on_it))
    for card in on_it:
        _of_enhancer(s, reckoning, id, card)
    d = s.rules.faces[monster.face]
    if not d.strength:
        return
    asked = context(fight.fighter, id, fight.id)
    for rule in d.strength:
        if rule.against_looks and not reckoning.looks_count:
            continue
        if rule.condition is not None and not rule.condition.holds(s, asked):
            continue
        if rule.amount is not None:
            _of_monsters_words(s, reckoning, id, rule, asked)
        if rule.adds_only:
            continue
        if rule.multiplies:
            reckoning.multiply(s, rule, id, id, MONSTERS)
        reckoning.operate(rule, id, ALL_OF_PARTY)


def _of_monsters_words(s: State, reckoning: Reckoning, id: Card, rule: StrengthRule, asked: Frame) -> None:
    """What a monster adds: to its own side, to the party, or to each of the party with a trait."""
    assert rule.amount is not None
    amount = rule.amount.of(s, asked)
    if rule.side == OWN or rule.side == MONSTERS_SIDE:
        if amount:
            reckoning.add(MONSTERS, id, id, OF_CARD, amount)
    elif rule.side == PARTY_SIDE:
        if not rule.each:
            reckoning.add(PARTY, reckoning.fight.fighter, id, OF_CARD, amount)
            return
        for seat in reckoning.members:
            if is_seen(s, seat, rule.each):
                reckoning.add(PARTY, seat, id, OF_CARD, amount)


def _of_enhancer(s: State, reckoning: Reckoning, id: Card, card: Card) -> None:
    """What an enhancer adds to its monster, with what lies on the enhancer [CMB-15]."""
    e = face(s, card)
    if e.bonus:
        reckoning.add(MONSTERS, id, card, OF_ENHANCER, e.bonus)
    if e.strength:
        asked = context(reckoning.fight.fighter, card, reckoning.fight.id)
        for rule in e.strength:
            if rule.against_looks and not reckoning.looks_count:
                continue
            if rule.condition is not None and not rule.condition.holds(s, asked):
                continue
            if rule.amount is not None:
                amount = rule.amount.of(s, asked)
                if amount:
                    reckoning.add(MONSTERS, id, card, OF_ENHANCER, amount)
            if rule.multiplies:
                reckoning.multiply(s, rule, card, id, MONSTERS)
    if s.host:
        for extra in attached_to(s, card):
            more = face(s, extra).amplifies
            if more:
                reckoning.add(MONSTERS, id, extra, OF_ENHANCER, more if e.bonus >= 0 else -more)


def _of_dungeons(s: State, reckoning: Reckoning) -> None:
    """What the Dungeons that the fighter is in add or do [DUNG-01]."""
    fight = reckoning.fight
    for card in s.dungeons:
        d = s.rules.defs[card]
        if not d.strength or not is_reached(s, card, fight.fighter):
            continue
        asked = context(fight.fighter, card, fight.id)
        for rule in d.strength:
            if rule.condition is not None and not rule.condition.holds(s, asked):
                continue
            if rule.amount is not None:
                amount = rule.amount.of(s, asked)
                if amount:
                    _add_of_dungeon(s, reckoning, card, rule, amount)
            reckoning.operate(rule, card, ALL_OF_BOTH)


def _add_of_dungeon(s: State, reckoning: Reckoning, card: Card, rule: StrengthRule, amount: int) -> None:
    """Add to a side, to each of the party with a trait, or to each monster of a sort."""
    fight = reckoning.fight
    if rule.side == MONSTERS_SIDE:
        if not rule.each:
            reckoning.add(MONSTERS, NO_MONSTER, card, OF_CARD, amount)
            return
        for monster in living(fight):
            if rule.each == "monster" or monster_has_tag(s, fight, monster, rule.each):
                reckoning.add(MONSTERS, monster.id, card, OF_CARD, amount)
    elif not rule.each:
        reckoning.add(PARTY, fight.fighter, card, OF_CARD, amount)
    else:
        for seat in reckoning.members:
            if has_trait(s, seat, rule.each):
                reckoning.add(PARTY, seat, card, OF_CARD, amount)
