"""What cards do to the lines of a fight: silence them, drop them, turn them round, multiply and double them.

The order is fixed, and each operator sees what those before it have left. A line of an enhancer is asked as one of the
card that it is part of (`items.whole`), and an Item that does not count does nothing to other lines either.
"""

from __future__ import annotations

from kickdoor.engine.data.cards import (
    DROP_ALL_BUT_LEVELS,
    DROP_ALL_BUT_OWN_LEVEL,
    DROP_ITEMS,
    DROP_ITEMS_BUT_ARMOR,
    DROP_ITSELF,
    DROP_LEVELS,
    ITS_HOST,
    ITS_LEVELS,
)
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.strength import StrengthLine
from kickdoor.engine.data.terms import ARMOR, CURSE, IN_PLAY, MONSTERS, PARTY
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.items import fills, whole
from kickdoor.engine.questions.lines import (
    ALL_OF_BOTH,
    ANY_SIDE,
    ANYBODYS,
    DROP,
    LEVEL_AS,
    MULTIPLY,
    OF_CARD,
    OF_ITEM,
    OF_LEVEL,
    OF_MONSTER,
    OF_PLAY,
    SHARE,
    SILENCE,
    TURN,
    Operator,
    Reckoning,
)
from kickdoor.engine.questions.table import face


def operate(s: State, reckoning: Reckoning) -> None:
    """Carry out all that was noted with the lines, in the fixed order."""
    if not reckoning.operators:
        return
    fight = reckoning.fight
    silences = _of_kind(reckoning, SILENCE)
    drops = _of_kind(reckoning, DROP)
    if silences or drops:
        working = [one for one in reckoning.operators if _works(s, fight, one, silences, drops)]
        if len(working) < len(reckoning.operators):
            reckoning.operators = working
            drops = _of_kind(reckoning, DROP)
    levels = _of_kind(reckoning, LEVEL_AS)
    if levels:
        _set_levels(s, reckoning, levels)
    if silences:
        reckoning.lines = [line for line in reckoning.lines if not _is_silent(s, fight, line, silences)]
    if drops:
        reckoning.lines = [line for line in reckoning.lines if not _is_dropped(s, fight, line, drops)]
    turns = _of_kind(reckoning, TURN)
    if turns:
        for line in reckoning.lines:
            if _is_turned(s, fight, line, turns):
                line.amount = -line.amount
    for factor in _of_kind(reckoning, MULTIPLY):
        for line in reckoning.lines:
            if _is_multiplied(s, fight, line, factor):
                line.amount *= factor.by
    for share in _of_kind(reckoning, SHARE):
        own = [line for line in reckoning.lines if line.side == PARTY and line.owner == share.whose]
        reckoning.lines += own * (share.by - 1)


def _of_kind(reckoning: Reckoning, kind: int) -> list[Operator]:
    return [operator for operator in reckoning.operators if operator.kind == kind]


# Items that do not count


def _works(s: State, fight: Fight, operator: Operator, silences: list[Operator], drops: list[Operator]) -> bool:
    """Whether what a card does to other lines counts: as the card would if it were a line itself.

    So nothing that is silenced does anything, nor does an Item where Items do not count. What is no Item may still
    double the Level where only Levels count, but not a whole share.
    """
    if operator.kind == SILENCE or operator.seat < 0 or not is_card(s, operator.source):
        return True
    is_item = face(s, operator.source).is_item
    line = StrengthLine(PARTY, operator.seat, operator.source, OF_ITEM if is_item else OF_CARD, 1)
    if _is_silent(s, fight, line, silences):
        return False
    if operator.kind == SHARE:
        return not _is_dropped(s, fight, line, drops)
    return not is_item or not _is_dropped(s, fight, line, [drop for drop in drops if not _is_of_item(s, drop)])


def _is_of_item(s: State, operator: Operator) -> bool:
    """Whether an Item does it: Items do not put each other out of work."""
    return operator.seat >= 0 and is_card(s, operator.source) and face(s, operator.source).is_item


# Lines that do not count


def _is_silent(s: State, fight: Fight, line: StrengthLine, silences: list[Operator]) -> bool:
    """Whether a card of the party does not count."""
    if line.side != PARTY or not is_card(s, line.source):
        return False
    for silence in silences:
        if (silence.whose < 0 or silence.whose == _player_of(fight, line)) and _fits(s, fight, line, silence.test):
            return True
    return False


def _is_dropped(s: State, fight: Fight, line: StrengthLine, drops: list[Operator]) -> bool:
    """Whether a line of the party is of a sort that does not count."""
    if line.side != PARTY:
        return False
    for drop in drops:
        if _drops(s, fight, line, drop):
            return True
    return False


def _drops(s: State, fight: Fight, line: StrengthLine, drop: Operator) -> bool:
    """Whether a line of the party is of the sort that a card drops, and of whom it does."""
    what = drop.what
    if what == DROP_ITSELF:
        return is_card(s, line.source) and whole(s, line.source) == drop.source
    if what == DROP_ALL_BUT_OWN_LEVEL:
        return line.kind != OF_LEVEL or line.owner != drop.whose
    if what == DROP_LEVELS or what == DROP_ALL_BUT_LEVELS:
        return (drop.whose < 0 or drop.whose == line.owner) and (line.kind == OF_LEVEL) == (what == DROP_LEVELS)
    if not _is_item(s, line) or not (drop.whose < 0 or drop.whose == _player_of(fight, line)):
        return False
    return what == DROP_ITEMS or (what == DROP_ITEMS_BUT_ARMOR and not fills(s, whole(s, line.source), ARMOR))


def _is_item(s: State, line: StrengthLine) -> bool:
    """Whether a line is of an Item, one that was played or used included; what a play takes away is no help of one."""
    if line.kind != OF_PLAY:
        return line.kind == OF_ITEM
    return line.amount > 0 and is_card(s, line.source) and face(s, line.source).is_item


def _player_of(fight: Fight, line: StrengthLine) -> Seat:
    """Whose card a line of the party is: that of who played it, or of who has it."""
    if line.kind == OF_PLAY:
        for play in fight.plays:
            if line.source in play.cards:
                return play.by
    return Seat(line.owner)


# Lines that count otherwise


def _set_levels(s: State, reckoning: Reckoning, levels: list[Operator]) -> None:
    """Let Levels count as others: as a Curse says, or else as the most favourable card does."""
    for line in reckoning.lines:
        if line.kind == OF_LEVEL:
            said = [level for level in levels if level.whose == line.owner]
            cursed = [level for level in said if face(s, level.source).kind == CURSE]
            if said:
                line.amount = max(level.by for level in cursed or said)


def _is_turned(s: State, fight: Fight, line: StrengthLine, turns: list[Operator]) -> bool:
    """Whether a card counts the other way round: once, however many cards say so."""
    if not is_card(s, line.source) or (line.side == MONSTERS and line.kind == OF_MONSTER):
        return False
    for turn in turns:
        meant = turn.whose == ALL_OF_BOTH or (line.side == PARTY and (turn.whose < 0 or turn.whose == line.owner))
        if meant and _fits(s, fight, line, turn.test):
            return True
    return False


def _is_multiplied(s: State, fight: Fight, line: StrengthLine, factor: Operator) -> bool:
    """Whether a line counts so often: the host of a card, Levels, or such cards."""
    if (factor.side != ANY_SIDE and line.side != factor.side) or (
        factor.whose != ANYBODYS and line.owner != factor.whose
    ):
        return False
    if factor.what == ITS_LEVELS:
        return line.kind == OF_LEVEL or line.kind == OF_MONSTER
    if not is_card(s, line.source):
        return False
    return whole(s, line.source) == factor.host if factor.what == ITS_HOST else _fits(s, fight, line, factor.test)


# Which card a line is of


def is_card(s: State, source: Card) -> bool:
    """Whether the source of a line is a card: neither a Level nor a twin without one."""
    return 0 <= source < len(s.where)


def _fits(s: State, fight: Fight, line: StrengthLine, test: CardTest | None) -> bool:
    """Whether the card of a line, or what it is part of, is such a card, also by what its owner lends their attacks."""
    lent = _lent(s, fight, line) if s.rules.lending else NO_TAGS
    return test is not None and test.fits(s, whole(s, line.source), lent)


def _lent(s: State, fight: Fight, line: StrengthLine) -> frozenset[str]:
    """What cards in force lend to the attack that a line is: a card of its owner in play, or one that they played."""
    if line.side != PARTY:
        return NO_TAGS
    seat = _player_of(fight, line)
    if line.kind != OF_PLAY and (s.where[line.source] != IN_PLAY + seat or face(s, line.source).kind == CURSE):
        return NO_TAGS
    lent = NO_TAGS
    for card in s.players[seat].table:
        lends = face(s, card).lends
        if lends and is_active(s, seat, card):
            lent |= lends
    return lent
