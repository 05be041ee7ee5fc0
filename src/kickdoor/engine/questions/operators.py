"""What cards do to the lines of a fight: silence them, drop them, turn them round, multiply and double them.

The order is fixed, and each operator sees what those before it have left.
"""

from __future__ import annotations

from kickdoor.engine.data.cards import (
    DROP_ALL_BUT_LEVELS,
    DROP_ITEMS,
    DROP_ITEMS_BUT_ARMOR,
    DROP_LEVELS,
    ITS_HOST,
    ITS_LEVELS,
)
from kickdoor.engine.data.ids import Card, Seat
from kickdoor.engine.data.scripts import NO_TAGS, CardTest
from kickdoor.engine.data.state import Fight, State
from kickdoor.engine.data.terms import ARMOR, CURSE, IN_PLAY, MONSTERS, PARTY
from kickdoor.engine.questions.force import is_active
from kickdoor.engine.questions.items import fills
from kickdoor.engine.questions.lines import (
    ALL_OF_BOTH,
    ANY_SIDE,
    ANYBODYS,
    DOUBLE,
    DROP,
    MULTIPLY,
    OF_ITEM,
    OF_LEVEL,
    OF_MONSTER,
    OF_PLAY,
    SILENCE,
    TURN,
    Operator,
    Reckoning,
    StrengthLine,
)
from kickdoor.engine.questions.table import face


def operate(s: State, reckoning: Reckoning) -> None:
    """Carry out all that was noted with the lines, in the fixed order."""
    if not reckoning.operators:
        return
    silences = _of_kind(reckoning, SILENCE)
    if silences:
        reckoning.lines = [line for line in reckoning.lines if not _is_silent(s, reckoning.fight, line, silences)]
    drops = _of_kind(reckoning, DROP)
    if drops:
        reckoning.lines = [line for line in reckoning.lines if not _is_dropped(s, line, drops)]
    turns = _of_kind(reckoning, TURN)
    if turns:
        for line in reckoning.lines:
            if _is_turned(s, reckoning.fight, line, turns):
                line.amount = -line.amount
    for factor in _of_kind(reckoning, MULTIPLY):
        for line in reckoning.lines:
            if _is_multiplied(s, reckoning.fight, line, factor):
                line.amount *= factor.by
    for doubling in _of_kind(reckoning, DOUBLE):
        reckoning.lines += [line for line in reckoning.lines if line.side == PARTY and line.owner == doubling.whose]


def _of_kind(reckoning: Reckoning, kind: int) -> list[Operator]:
    return [operator for operator in reckoning.operators if operator.kind == kind]


def _is_silent(s: State, fight: Fight, line: StrengthLine, silences: list[Operator]) -> bool:
    """Whether a card of the party does not count."""
    if line.side != PARTY or not is_card(s, line.source):
        return False
    for silence in silences:
        if (silence.whose < 0 or silence.whose == line.owner) and _fits(s, fight, line, silence.test):
            return True
    return False


def _is_dropped(s: State, line: StrengthLine, drops: list[Operator]) -> bool:
    """Whether a line of the party is of a sort that does not count."""
    if line.side != PARTY:
        return False
    kind = line.kind
    for drop in drops:
        if drop.whose >= 0 and drop.whose != line.owner:
            continue
        what = drop.what
        if what == DROP_LEVELS and kind == OF_LEVEL:
            return True
        if what == DROP_ALL_BUT_LEVELS and kind != OF_LEVEL:
            return True
        if what == DROP_ITEMS and kind == OF_ITEM:
            return True
        if what == DROP_ITEMS_BUT_ARMOR and kind == OF_ITEM and not fills(s, line.source, ARMOR):
            return True
    return False


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
    if factor.what == ITS_HOST:
        return line.source == factor.host
    if factor.what == ITS_LEVELS:
        return line.kind == OF_LEVEL or line.kind == OF_MONSTER
    return is_card(s, line.source) and _fits(s, fight, line, factor.test)


def is_card(s: State, source: Card) -> bool:
    """Whether the source of a line is a card: neither a Level nor a twin without one."""
    return 0 <= source < len(s.where)


def _fits(s: State, fight: Fight, line: StrengthLine, test: CardTest | None) -> bool:
    """Whether the card of a line is such a card, also by what its owner's cards lend to his attacks."""
    return test is not None and test.fits(s, line.source, _lent(s, fight, line) if s.rules.lending else NO_TAGS)


def _lent(s: State, fight: Fight, line: StrengthLine) -> frozenset[str]:
    """What cards in force lend to the attack that a line is: a card in play of its owner, or one that he has played."""
    if line.side != PARTY:
        return NO_TAGS
    seat = Seat(line.owner)
    if line.kind == OF_PLAY:
        for play in fight.plays:
            if line.source in play.cards:
                seat = play.by
    elif s.where[line.source] != IN_PLAY + seat or face(s, line.source).kind == CURSE:
        return NO_TAGS
    lent = NO_TAGS
    for card in s.players[seat].table:
        lends = face(s, card).lends
        if lends and is_active(s, seat, card):
            lent |= lends
    return lent
